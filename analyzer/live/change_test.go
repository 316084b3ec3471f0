package live

import (
	"testing"

	"fragscope/decoder/wire"

	"github.com/google/go-cmp/cmp"
)

func TestChanges(t *testing.T) {
	before := crowd(3, 2)
	now := crowd(3, 2)
	if got := Changes(before, now); got != nil {
		t.Errorf("nothing changed: %v", got)
	}
	now.Map = wire.Some("DM-Saltglass")
	now.Players = wire.Some(int64(4))
	now.PlayerList[1].Score.Value = 99
	now.PlayerList[2].Name = wire.Some("Copper Kettle")
	now.PlayerList[0].Ping = wire.Some(int64(500)) // pings always change
	now.Rules[1].Value = "other"
	now.Rules = append(now.Rules, wire.Rule{Key: "Setting01", Value: "twice"})
	want := []Change{
		{What: "map", Old: "DM-Bellfounder", New: "DM-Saltglass"},
		{What: "players", Old: "3", New: "4"},
		{What: "score", Who: "Brass Lantern 01", Old: "-4", New: "99"},
		{What: "joined", Who: "Copper Kettle"},
		{What: "left", Who: "Brass Lantern 02"},
		{What: "rule", Who: "Setting01", Old: "v", New: "other"},
		{What: "rule", Who: "Setting01", Old: "", New: "twice"},
	}
	if d := cmp.Diff(want, Changes(before, now)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if got := Changes(before, nil); len(got) != 1 || got[0].String() != "the server is silent" {
		t.Errorf("a server that no longer answers: %v", got)
	}
	if got := want[5].String(); got != "rule Setting01: v → other" {
		t.Errorf("a change is told as %q", got)
	}
}
