package peer

import (
	"context"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"fragscope/analyzer/emulator"
	"fragscope/analyzer/live"
	"fragscope/decoder"
	"fragscope/decoder/query"
)

// A pongView is what both programs read of a server of Minecraft Bedrock
// Edition.
type pongView struct {
	Name, Map, Edition, Version, Mode, Protocol, GUID, Port4, Port6 string
	Players, MaxPlayers                                             int64
}

func pongViewOf(s *decoder.Status) pongView {
	v := pongView{
		Name: s.Name.Value, Map: s.Map.Value, Edition: s.Game.Value, Version: s.Version.Value, Mode: s.GameType.Value,
		Port4: strconv.FormatInt(s.GamePort.Value, 10), Players: s.Players.Value, MaxPlayers: s.MaxPlayers.Value,
	}
	for _, r := range s.Rules {
		switch r.Key {
		case "protocol":
			v.Protocol = r.Value
		case "server_guid":
			v.GUID = r.Value
		case "port6":
			v.Port6 = r.Value
		}
	}
	return v
}

func pongViewOfGamedig(s State) pongView {
	text := func(key string) string { t, _ := s.Raw[key].(string); return t }
	return pongView{
		Name: s.Name, Map: s.Map, Edition: text("edition"), Version: text("mcVersion"), Mode: text("gameMode"), Protocol: text("protocolVersion"),
		GUID: text("serverId"), Port4: text("ipv4Port"), Port6: text("ipv6Port"), Players: int64(s.NumPlayers), MaxPlayers: int64(s.MaxPlayers),
	}
}

// pongState makes what a server may say. Semicolons are left out: gamedig takes
// an escaped one for the end of a part.
func pongState(r *rand.Rand) *decoder.Status {
	text := func() string {
		s := []rune{'x'}
		for range r.IntN(60) {
			s = append(s, []rune("abcdefghijklmnopqrstuvwxyz ABC0123 -_.:|()=+*#'\"!?/&%$<>^äöü жшя 日本語")[r.IntN(67)])
		}
		return strings.TrimSpace(string(s))
	}
	number := func(most uint64) string { return strconv.FormatUint(r.Uint64N(most), 10) }
	return &decoder.Status{
		Name: decoder.Some(text()), Map: decoder.Some(text()), Game: decoder.Some([]string{"MCPE", "MCEE"}[r.IntN(2)]), GameType: decoder.Some(text()), Version: decoder.Some(text()),
		GamePort: decoder.Some(r.Int64N(65536)), Players: decoder.Some(r.Int64N(1 << 20)), MaxPlayers: decoder.Some(r.Int64N(1 << 31)),
		Rules: []decoder.Rule{{Key: "protocol", Value: number(2000)}, {Key: "server_guid", Value: number(1<<64 - 1)}, {Key: "port6", Value: number(65536)}},
	}
}

// TestBedrock: gamedig and our client read what servers say.
func TestBedrock(t *testing.T) {
	r := rand.New(rand.NewPCG(*stateSeed, 21))
	var all []*decoder.Status
	var places []Place
	for range max(*states, 100) {
		s := pongState(r)
		server, err := emulator.Listen(t.Context(), "127.0.0.1:0", emulator.Options{Source: emulator.FromStatus(decoder.RakNet, s), Game: decoder.GameByName("bedrock"), Amplification: -1})
		if err != nil {
			t.Fatal(err)
		}
		defer server.Close()
		all, places = append(all, s), append(places, Place{"protocol-minecraftbedrock", server.Addr()})
	}
	theirs, err := Query(t.Context(), ".", places)
	if err != nil {
		t.Fatal(err)
	}
	plan, _ := query.PlanByName("raknet")
	c := live.New(live.Options{Timeout: 2 * time.Second, Quiet: 500 * time.Millisecond})
	defer c.Close()
	for i, s := range all {
		want := pongViewOf(s)
		got := c.Query(context.Background(), live.TargetAt(places[i].Addr, plan))
		if got.Err != nil || got.Status == nil {
			t.Fatalf("state %d: our client: %v %+v", i, got.Err, got.Status)
		}
		if diff := gocmp.Diff(want, pongViewOf(got.Status)); diff != "" {
			t.Errorf("state %d: -status +our client:\n%s", i, diff)
		}
		if diff := gocmp.Diff(want, pongViewOfGamedig(theirs[i])); diff != "" {
			t.Errorf("state %d: -status +gamedig:\n%s", i, diff)
		}
	}
}
