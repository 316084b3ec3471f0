package peer

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"fragscope/analyzer/emulator"
	"fragscope/analyzer/live"
	"fragscope/decoder"
	"fragscope/decoder/query"
)

// A quakeView is what both programs read of a server of one of the Quakes.
type quakeView struct {
	Name, Map, Game, Type string
	MaxPlayers            int64
	Players               int
	Password              bool
	List                  []string // name, score, ping, and what QuakeWorld says besides
	Rules                 []string
}

func (v *quakeView) sort() quakeView {
	slices.Sort(v.List)
	slices.Sort(v.Rules)
	return *v
}

// quakeExtras are what QuakeWorld says of a player besides, and what gamedig
// calls it.
var quakeExtras = [...]struct{ ours, theirs string }{{"Minutes", "time"}, {"Skin", "skin"}, {"Shirt colour", "color1"}, {"Trousers colour", "color2"}}

func quakeViewOf(s *decoder.Status) quakeView {
	v := quakeView{Name: s.Name.Value, Map: s.Map.Value, Game: s.Game.Value, Type: s.GameType.Value, MaxPlayers: s.MaxPlayers.Value, Players: int(s.Players.Value), Password: s.Password.Value}
	for _, r := range s.Rules {
		v.Rules = append(v.Rules, r.Key+"="+r.Value)
	}
	for _, p := range s.PlayerList {
		line := fmt.Sprint(p.Name.Value, " ", p.Score.Value, " ", p.Ping.Value)
		for _, e := range quakeExtras {
			for _, x := range p.Extra {
				if x.Key == e.ours {
					line += " " + e.theirs + "=" + x.Value
				}
			}
		}
		v.List = append(v.List, line)
	}
	return v.sort()
}

// quakeTyped are the keys whose values a Status has in typed fields.
var quakeTyped = []string{"sv_hostname", "hostname", "mapname", "map", "gamename", "*gamedir", "g_gametype", "gametype", "sv_maxclients", "maxclients"}

func quakeViewOfGamedig(s State) quakeView {
	raw := func(keys ...string) string {
		for _, k := range keys {
			if t, ok := s.Raw[k].(string); ok {
				return t
			}
		}
		return ""
	}
	v := quakeView{Name: s.Name, Map: raw("mapname", "map"), Game: raw("gamename", "*gamedir"), Type: raw("g_gametype", "gametype"), MaxPlayers: int64(s.MaxPlayers), Players: s.NumPlayers}
	for k, value := range s.Raw {
		if !slices.Contains(quakeTyped, k) {
			v.Rules = append(v.Rules, fmt.Sprint(k, "=", value))
		}
	}
	for _, p := range append(s.Players, s.Bots...) { // those with a ping of 0
		score := p.Raw["score"]
		if score == nil {
			score = p.Raw["frags"]
		}
		line := fmt.Sprint(p.Name, " ", score, " ", p.Raw["ping"])
		for _, e := range quakeExtras {
			if x, ok := p.Raw[e.theirs]; ok {
				line += fmt.Sprint(" ", e.theirs, "=", x)
			}
		}
		v.List = append(v.List, line)
	}
	return v.sort()
}

// quakeState makes what a server may say.
func quakeState(r *rand.Rand, game string) *decoder.Status {
	const letters = "abcdefghijklmnopqrstuvwxyz ABC0123 -_.:,|()[]{}=+*#'!?/&%$<>~@"
	text := func() string {
		s := []byte{'x'}
		for range r.IntN(40) {
			s = append(s, letters[r.IntN(len(letters))])
		}
		return string(append(s, 'x'))
	}
	s := &decoder.Status{
		Name: decoder.Some(text()), Map: decoder.Some(text()), Game: decoder.Some(text()), Version: decoder.Some(text()),
		MaxPlayers: decoder.Some(r.Int64N(256)), Password: decoder.Some(r.IntN(2) == 0),
	}
	if game == "quake3" {
		s.GameType = decoder.Some(strconv.Itoa(r.IntN(9)))
	}
	for i := range r.IntN(50) {
		s.Rules = append(s.Rules, decoder.Rule{Key: "g_setting" + strconv.Itoa(i), Value: text()})
	}
	for i := range r.IntN(65) {
		p := decoder.Player{Name: decoder.Some(text() + strconv.Itoa(i)), ID: decoder.Some(int64(i + 1)), Score: decoder.Some(r.Int64N(2000) - 1000), Ping: decoder.Some(r.Int64N(1000))}
		if game == "quakeworld" || game == "hexenworld" {
			p.Extra = []decoder.Rule{{Key: "Minutes", Value: strconv.Itoa(r.IntN(500))}, {Key: "Skin", Value: text()}, {Key: "Shirt colour", Value: strconv.Itoa(r.IntN(14))}, {Key: "Trousers colour", Value: strconv.Itoa(r.IntN(14))}}
		}
		s.PlayerList = append(s.PlayerList, p)
	}
	s.Players = decoder.Some(int64(len(s.PlayerList)))
	return s
}

// TestQuake: gamedig and our client read what servers of all Quakes say.
func TestQuake(t *testing.T) {
	for _, game := range []struct{ name, kind, password, yes, no, version string }{
		{"quake3", "q3a", "g_needpass", "1", "0", "version"}, {"quake2", "quake2", "needpass", "1", "0", "version"},
		{"quakeworld", "quake", "needpass", "1", "0", "*version"}, {"hexenworld", "hexen2", "needpass", "1", "0", "*version"},
	} {
		t.Run(game.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(*stateSeed, 21))
			var all []*decoder.Status
			var places []Place
			for range max(*states, 25) {
				s := quakeState(r, game.name)
				server, err := emulator.Listen(t.Context(), "127.0.0.1:0", emulator.Options{Source: emulator.FromStatus(decoder.GameByName(game.name).Services[0].Protocol, s), Game: decoder.GameByName(game.name), Amplification: -1})
				if err != nil {
					t.Fatal(err)
				}
				defer server.Close()
				all, places = append(all, s), append(places, Place{game.kind, server.Addr()})
			}
			theirs, err := Query(t.Context(), ".", places)
			if err != nil {
				t.Fatal(err)
			}
			plan, _ := query.PlanByName(game.name)
			c := live.New(live.Options{Timeout: 2 * time.Second, Quiet: 200 * time.Millisecond})
			defer c.Close()
			wrong := 0
			for i, s := range all {
				want := quakeViewOf(s)
				needs := game.no
				if s.Password.Value {
					needs = game.yes
				}
				want.Rules = append(want.Rules, game.version+"="+s.Version.Value, game.password+"="+needs)
				want.sort()
				got := c.Query(context.Background(), live.TargetAt(places[i].Addr, plan))
				if got.Err != nil || got.Status == nil {
					t.Fatalf("state %d: our client: %v %+v", i, got.Err, got.Status)
				}
				client := gocmp.Diff(want, quakeViewOf(got.Status), cmpopts.EquateEmpty())
				want.Password = false // gamedig has it in Quake III alone
				other := gocmp.Diff(want, quakeViewOfGamedig(theirs[i]), cmpopts.EquateEmpty())
				if wrong++; cmp.Or(client, other) == "" {
					wrong--
				} else if wrong <= 2 {
					t.Errorf("state %d: -status +our client:\n%s-status +gamedig:\n%s", i, client, other)
				}
			}
			if wrong > 0 {
				t.Errorf("%d states of %d differ", wrong, len(all))
			}
		})
	}
}
