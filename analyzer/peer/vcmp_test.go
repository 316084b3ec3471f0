package peer

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"fragscope/analyzer/emulator"
	"fragscope/analyzer/live"
	"fragscope/decoder"
	"fragscope/decoder/query"
)

// TestVCMP: gamedig and our client read what servers of Vice City Multiplayer
// say. Of players gamedig's newest version expects scores, which its older ones
// and other clients do not: so it queries servers that are empty, and ours all.
func TestVCMP(t *testing.T) {
	m := &stateMaker{rand.New(rand.NewPCG(*stateSeed, 32)), "vcmp"}
	type view struct {
		Name, Mode, Language, Version string
		Players, Max                  int64
		Password                      bool
	}
	var all []*decoder.Status
	var places, empty []Place
	var of []int
	for i := range max(*states, 100) {
		s := &decoder.Status{
			Name: decoder.Some(m.text()), GameType: decoder.Some(m.text()), Version: decoder.Some(fmt.Sprintf("04rel%03d", m.IntN(1000))),
			MaxPlayers: m.number(0, 1000), Password: decoder.Some(m.yes()), Rules: []decoder.Rule{{Key: "language", Value: m.text()}},
		}
		if i%2 == 1 {
			for k := range m.IntN(100) {
				s.PlayerList = append(s.PlayerList, decoder.Player{Name: decoder.Some(fmt.Sprint("Gull ", k))})
			}
		}
		s.Players = decoder.Some(int64(len(s.PlayerList)))
		server, err := emulator.Listen(t.Context(), "127.0.0.1:0", emulator.Options{Source: emulator.FromStatus(decoder.SAMP, s), Game: decoder.GameByName("vcmp"), Amplification: -1})
		if err != nil {
			t.Fatal(err)
		}
		defer server.Close()
		all, places = append(all, s), append(places, Place{"vcm", server.Addr()})
		if len(s.PlayerList) == 0 {
			empty, of = append(empty, places[i]), append(of, i)
		}
	}
	theirs, err := Query(t.Context(), ".", empty)
	if err != nil {
		t.Fatal(err)
	}
	viewOf := func(s *decoder.Status) view {
		v := view{Name: s.Name.Value, Mode: s.GameType.Value, Version: s.Version.Value, Players: s.Players.Value, Max: s.MaxPlayers.Value, Password: s.Password.Value}
		if len(s.Rules) == 1 {
			v.Language = s.Rules[0].Value
		}
		return v
	}
	plan, _ := query.PlanByName("vcmp")
	client := live.New(live.Options{Timeout: time.Second, Quiet: 200 * time.Millisecond})
	defer client.Close()
	for i, s := range all {
		got := client.Query(context.Background(), live.TargetAt(places[i].Addr, plan))
		if got.Status == nil || got.Err != nil {
			t.Fatalf("state %d: our client: %v", i, got.Err)
		}
		if diff := gocmp.Diff(viewOf(s), viewOf(got.Status)); diff != "" || len(got.Status.PlayerList) != len(s.PlayerList) {
			t.Fatalf("state %d: %d players of %d, -status +our client:\n%s", i, len(got.Status.PlayerList), len(s.PlayerList), diff)
		}
	}
	for i, g := range theirs {
		mode, _ := g.Raw["gamemode"].(string)
		language, _ := g.Raw["map"].(string)
		v := view{Name: g.Name, Mode: mode, Language: language, Version: all[of[i]].Version.Value, // which this program does not hand on
			Players: int64(g.NumPlayers), Max: int64(g.MaxPlayers), Password: g.Password}
		if diff := gocmp.Diff(viewOf(all[of[i]]), v); diff != "" {
			t.Fatalf("state %d: -status +gamedig:\n%s", of[i], diff)
		}
	}
}
