package peer

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"fragscope/analyzer/emulator"
	"fragscope/analyzer/live"
	"fragscope/decoder"
	"fragscope/decoder/query"
)

// A valveView is what both programs read of a server that answers A2S.
type valveView struct {
	Name, Map, Folder, Game, Version, Tags string
	Players, MaxPlayers, Port              int64
	Password                               bool
	List                                   []string // name, score, time
	Rules                                  []string
}

func (v *valveView) sort() valveView {
	slices.Sort(v.List)
	slices.Sort(v.Rules)
	return *v
}

func valveViewOf(s *decoder.Status) valveView {
	v := valveView{
		Name: s.Name.Value, Map: s.Map.Value, Folder: s.Game.Value, Game: s.GameType.Value, Version: s.Version.Value,
		Players: s.Players.Value, MaxPlayers: s.MaxPlayers.Value, Port: s.GamePort.Value, Password: s.Password.Value,
	}
	for _, r := range s.Rules {
		if r.Key == "keywords" {
			v.Tags = r.Value
		} else {
			v.Rules = append(v.Rules, r.Key+"="+r.Value)
		}
	}
	for _, p := range s.PlayerList {
		v.List = append(v.List, p.Name.Value+" "+strconv.FormatInt(p.Score.Value, 10)+" "+p.Extra[0].Value)
	}
	return v.sort()
}

func valveViewOfGamedig(s State) valveView {
	text := func(key string) string { t, _ := s.Raw[key].(string); return t }
	v := valveView{
		Name: s.Name, Map: s.Map, Folder: text("folder"), Game: text("game"),
		Players: int64(s.NumPlayers), MaxPlayers: int64(s.MaxPlayers), Port: int64(s.GamePort), Password: s.Password,
	}
	tags, _ := s.Raw["tags"].([]any)
	for i, t := range tags {
		if i > 0 {
			v.Tags += ","
		}
		v.Tags += t.(string)
	}
	rules, _ := s.Raw["rules"].(map[string]any)
	for k, value := range rules {
		v.Rules = append(v.Rules, k+"="+value.(string))
	}
	for _, p := range s.Players {
		if name, _ := p.Name, p.Raw; name != "" {
			score, _ := p.Raw["score"].(float64)
			time, _ := p.Raw["time"].(float64)
			v.List = append(v.List, name+" "+strconv.FormatFloat(score, 'f', -1, 64)+" "+strconv.FormatFloat(time, 'f', -1, 64))
		}
	}
	return v.sort()
}

// valveState makes what a server of Source may say, replies in parts among it.
func valveState(r *rand.Rand) *decoder.Status {
	text := func() string {
		s := []rune{'x'}
		for range r.IntN(60) {
			s = append(s, []rune("abcdefghijklmnopqrstuvwxyz ABC0123 -_.:|()=+*#'\"\\!?/&%$<>^äöü жшя 日本語")[r.IntN(69)])
		}
		return strings.TrimSpace(string(s))
	}
	s := &decoder.Status{
		Name: decoder.Some(text()), Map: decoder.Some(text()), Game: decoder.Some(text()), GameType: decoder.Some(text()), Version: decoder.Some(text()),
		GamePort: decoder.Some(1 + r.Int64N(65535)), MaxPlayers: decoder.Some(r.Int64N(256)), Password: decoder.Some(r.IntN(2) == 0),
	}
	if r.IntN(2) == 0 {
		s.Rules = append(s.Rules, decoder.Rule{Key: "keywords", Value: []string{"alltalk", ",a:b,,c", "nocrits,harbour,mp7,v2"}[r.IntN(3)]})
	}
	for i := range r.IntN(120) {
		s.Rules = append(s.Rules, decoder.Rule{Key: "setting" + strconv.Itoa(i), Value: text()})
	}
	for i := range r.IntN(120) {
		s.PlayerList = append(s.PlayerList, decoder.Player{
			Name: decoder.Some(text() + " " + strconv.Itoa(i)), Score: decoder.Some(r.Int64N(2000) - 1000), Extra: []decoder.Rule{{Key: "Duration", Value: strconv.FormatFloat(float64(r.IntN(80000))/4, 'f', -1, 64)}},
		})
	}
	s.Players = decoder.Some(int64(len(s.PlayerList)))
	return s
}

// TestValve: gamedig and our client read what servers say, with a challenge and
// without, in one datagram and in parts of both engines.
func TestValve(t *testing.T) {
	const kind = "teamfortress2" // gamedig knows the engine by the version of the protocol
	for _, game := range []string{"tf2", "halflife"} {
		t.Run(game, func(t *testing.T) {
			r := rand.New(rand.NewPCG(*stateSeed, 20))
			var all []*decoder.Status
			var places []Place
			for i := range max(*states, 20) {
				s := valveState(r)
				server, err := emulator.Listen(t.Context(), "127.0.0.1:0", emulator.Options{Source: emulator.FromStatus(decoder.A2S, s), Game: decoder.GameByName(game), NoChallenge: i%2 == 1, Amplification: -1})
				if err != nil {
					t.Fatal(err)
				}
				defer server.Close()
				all, places = append(all, s), append(places, Place{kind, server.Addr()})
			}
			theirs, err := Query(t.Context(), ".", places)
			if err != nil {
				t.Fatal(err)
			}
			plan, _ := query.PlanByName("a2s")
			c := live.New(live.Options{Timeout: 2 * time.Second, Quiet: 500 * time.Millisecond})
			defer c.Close()
			wrong := 0
			for i, s := range all {
				want := valveViewOf(s)
				got := c.Query(context.Background(), live.TargetAt(places[i].Addr, plan))
				if got.Err != nil || got.Status == nil || !got.Status.Complete.Value {
					t.Fatalf("state %d: our client: %v %+v", i, got.Err, got.Status)
				}
				client := gocmp.Diff(want, valveViewOf(got.Status), cmpopts.EquateEmpty())
				want.Version = "" // gamedig has it elsewhere
				other := gocmp.Diff(want, valveViewOfGamedig(theirs[i]), cmpopts.EquateEmpty())
				if wrong++; cmp.Or(client, other) == "" {
					wrong--
				} else if wrong <= 3 {
					t.Errorf("state %d: -status +our client:\n%s-status +gamedig:\n%s", i, client, other)
				}
			}
			if wrong > 0 {
				t.Errorf("%d states of %d differ", wrong, len(all))
			}
		})
	}
}
