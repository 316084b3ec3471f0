package servers

import (
	"testing"
	"time"

	"fragscope/analyzer/report"
	"fragscope/decoder/wire"

	"github.com/google/go-cmp/cmp"
)

func TestChanges(t *testing.T) {
	before, now := status("One", "DM-A", "ann", "bob", "cid"), status("One", "DM-B", "ann", "bob", "dan")
	before.Rules = []wire.Rule{{Key: "a", Value: "1"}, {Key: "b", Value: "2"}}
	now.Rules = []wire.Rule{{Key: "a", Value: "1"}, {Key: "b", Value: "3"}, {Key: "b", Value: "twice"}}
	for i := range 3 {
		before.PlayerList[i].Score, now.PlayerList[i].Score = wire.Some(int64(1)), wire.Some(int64(1))
	}
	now.PlayerList[1].Score.Value = 99
	now.PlayerList[0].Ping = wire.Some(int64(500)) // pings always change
	if got := Changes(before, before, time.Time{}); got != nil {
		t.Errorf("nothing changed: %v", got)
	}
	at := time.Unix(5, 0)
	want := []report.Event{
		{Kind: report.EventMap, Old: "DM-A", New: "DM-B"},
		{Kind: report.EventScore, Who: "bob", Old: "1", New: "99"},
		{Kind: report.EventJoin, Who: "dan"},
		{Kind: report.EventLeave, Who: "cid"},
		{Kind: report.EventRule, Who: "b", Old: "2", New: "3"},
		{Kind: report.EventRule, Who: "b", New: "twice"},
	}
	for i := range want {
		want[i].Time = at.UnixNano()
	}
	if d := cmp.Diff(want, Changes(before, now, at)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	now.Map, now.PlayerList, now.Rules = wire.Opt[string]{}, nil, nil // unknown is no change
	now.Players = wire.Some(int64(5))
	if got := Changes(before, now, at); len(got) != 1 || got[0].Kind != report.EventPlayers || got[0].New != "5" {
		t.Errorf("players without names: %v", got)
	}
	if got := Changes(before, nil, at); len(got) != 1 || got[0].Kind != report.EventSilent {
		t.Errorf("a server that no longer answers: %v", got)
	}
}
