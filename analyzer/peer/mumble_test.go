package peer

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"fragscope/analyzer/emulator"
	"fragscope/analyzer/live"
	"fragscope/decoder"
	"fragscope/decoder/query"
)

// TestMumble: gamedig and our client read what servers say.
func TestMumble(t *testing.T) {
	r := rand.New(rand.NewPCG(*stateSeed, 22))
	var want []string
	var places []Place
	for range max(*states, 100) {
		s := &decoder.Status{
			Version: decoder.Some(fmt.Sprintf("1.%d.%d", r.IntN(10), r.IntN(256))), Players: decoder.Some(r.Int64N(1000)), MaxPlayers: decoder.Some(1 + r.Int64N(60000)),
			Rules: []decoder.Rule{{Key: "bandwidth", Value: fmt.Sprint(1 + r.IntN(1<<26))}},
		}
		server, err := emulator.Listen(t.Context(), "127.0.0.1:0", emulator.Options{Source: emulator.FromStatus(decoder.Mumble, s), Amplification: -1})
		if err != nil {
			t.Fatal(err)
		}
		defer server.Close()
		want = append(want, fmt.Sprint(s.Version.Value, " ", s.Players.Value, " of ", s.MaxPlayers.Value, " ", s.Rules[0].Value))
		places = append(places, Place{"mumble", server.Addr()})
	}
	theirs, err := Query(t.Context(), ".", places)
	if err != nil {
		t.Fatal(err)
	}
	plan, _ := query.PlanByName("mumble")
	c := live.New(live.Options{Timeout: 2 * time.Second, Quiet: 500 * time.Millisecond})
	defer c.Close()
	for i := range want {
		got := c.Query(context.Background(), live.TargetAt(places[i].Addr, plan))
		if got.Err != nil || got.Status == nil || len(got.Status.Rules) != 1 {
			t.Fatalf("state %d: our client: %v %+v", i, got.Err, got.Status)
		}
		s, g := got.Status, theirs[i]
		if ours := fmt.Sprint(s.Version.Value, " ", s.Players.Value, " of ", s.MaxPlayers.Value, " ", s.Rules[0].Value); ours != want[i] {
			t.Errorf("state %d: our client: %s, want %s", i, ours, want[i])
		}
		version := fmt.Sprint(g.Raw["versionMajor"], ".", g.Raw["versionMinor"], ".", g.Raw["versionPatch"])
		bits, _ := g.Raw["allowedbandwidth"].(float64)
		if gamedig := fmt.Sprint(version, " ", g.NumPlayers, " of ", g.MaxPlayers, " ", int64(bits)); gamedig != want[i] {
			t.Errorf("state %d: gamedig: %s, want %s", i, gamedig, want[i])
		}
	}
}
