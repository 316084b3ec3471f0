package peer

import (
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

// A listed is a game whose servers gamedig and our client query.
type listed struct {
	game, kind, plan string
	protocol         decoder.Protocol
	state            func(m *stateMaker) *decoder.Status
	ours             func(s *decoder.Status) crewView
	theirs           func(s State) crewView
}

// TestListed: gamedig and our client read the same of servers of these games in
// random states.
func TestListed(t *testing.T) {
	for n, c := range []listed{jc2mp, doom3("doom3", "doom3", "doom3"), doom3("quake4", "quake4", "doom3"), doom3("etqw", "etqw", "etqw")} {
		t.Run(c.game, func(t *testing.T) {
			m := &stateMaker{rand.New(rand.NewPCG(*stateSeed, uint64(31+n))), c.game}
			var all []*decoder.Status
			var places []Place
			for range max(*states, 20) {
				s := c.state(m)
				server, err := emulator.Listen(t.Context(), "127.0.0.1:0", emulator.Options{Source: emulator.FromStatus(c.protocol, s), Game: decoder.GameByName(c.game), Amplification: -1})
				if err != nil {
					t.Fatal(err)
				}
				defer server.Close()
				all, places = append(all, s), append(places, Place{c.kind, server.Addr()})
			}
			theirs, err := Query(t.Context(), ".", places)
			if err != nil {
				t.Fatal(err)
			}
			plan, _ := query.PlanByName(c.plan)
			client := live.New(live.Options{Timeout: time.Second, Quiet: 200 * time.Millisecond})
			defer client.Close()
			wrong := 0
			for i, s := range all {
				want := c.ours(s)
				got := client.Query(context.Background(), live.TargetAt(places[i].Addr, plan))
				if got.Status == nil || got.Err != nil {
					t.Fatalf("state %d: our client: %v", i, got.Err)
				}
				ours := gocmp.Diff(want, c.ours(got.Status), cmpopts.EquateEmpty())
				other := gocmp.Diff(want, c.theirs(theirs[i]), cmpopts.EquateEmpty())
				if ours+other == "" {
					continue
				}
				if wrong++; wrong <= 3 {
					t.Errorf("state %d: -status +our client:\n%s-status +gamedig:\n%s", i, ours, other)
				}
			}
			if wrong > 0 {
				t.Errorf("%d states of %d differ", wrong, len(all))
			}
		})
	}
}

// someRules returns up to n rules.
func (m *stateMaker) someRules(n int) (rules []decoder.Rule) {
	for i := range m.IntN(n) {
		rules = append(rules, decoder.Rule{Key: "setting" + strconv.Itoa(i), Value: m.text()})
	}
	return rules
}

// number64 returns a number of the raw values of gamedig.
func number64(v any) int64 { n, _ := v.(float64); return int64(n) }

// jc2mp are servers of Just Cause 2 Multiplayer. A list may have more players
// than a byte counts.
var jc2mp = listed{
	game: "jc2mp", kind: "jc2m", plan: "jc2mp", protocol: decoder.GameSpy3,
	state: func(m *stateMaker) *decoder.Status {
		s := &decoder.Status{Name: decoder.Some(m.text()), Version: decoder.Some("913"), MaxPlayers: m.number(0, 1000), Rules: m.someRules(20)}
		for i := range m.IntN(400) {
			s.PlayerList = append(s.PlayerList, decoder.Player{Name: decoder.Some(m.text() + "жшя日" + strconv.Itoa(i)), Ping: m.number(0, 9999), Extra: []decoder.Rule{{Key: "Steam ID", Value: "STEAM_0:1:" + strconv.Itoa(i)}}})
		}
		s.Players = decoder.Some(int64(len(s.PlayerList)))
		return s
	},
	ours: func(s *decoder.Status) crewView {
		v := crewView{Name: s.Name.Value, Version: s.Version.Value, Players: s.Players.Value, MaxPlayers: s.MaxPlayers.Value}
		for _, r := range s.Rules {
			if r.Key != "version" {
				v.Rules = append(v.Rules, r.Key+"="+r.Value)
			}
		}
		for _, p := range s.PlayerList {
			v.List = append(v.List, p.Name.Value+" "+p.Extra[0].Value+" "+p.Ping.String())
		}
		return v.sort()
	},
	theirs: func(s State) crewView {
		v := crewView{Name: s.Name, Players: int64(s.NumPlayers), MaxPlayers: int64(s.MaxPlayers)}
		for k, value := range s.Raw {
			switch text, ok := value.(string); {
			case k == "version":
				v.Version = text
			case ok && k != "hostname" && k != "numplayers" && k != "maxplayers":
				v.Rules = append(v.Rules, k+"="+text)
			}
		}
		for _, p := range s.Players {
			id, _ := p.Raw["steamid"].(string)
			v.List = append(v.List, p.Name+" "+id+" "+strconv.FormatInt(number64(p.Raw["ping"]), 10))
		}
		return v.sort()
	},
}

// doom3 are servers of a game on the engine of Doom 3. gamedig takes a player
// with the ping 0 for a bot.
func doom3(game, kind, plan string) listed {
	extra := []string{"Rate", "Clan tag"}
	switch game {
	case "doom3":
		extra = extra[:1]
	case "etqw":
		extra = extra[1:]
	}
	return listed{
		game: game, kind: kind, plan: plan, protocol: decoder.Doom3,
		state: func(m *stateMaker) *decoder.Status {
			s := &decoder.Status{
				Name: decoder.Some(m.ascii()), Map: decoder.Some(m.ascii()), GameType: decoder.Some(m.ascii()), Game: decoder.Some("etqw" + m.ascii()),
				MaxPlayers: m.number(0, 1000), Password: decoder.Some(m.yes()),
			}
			if game != "etqw" {
				s.Game = decoder.Some("base" + game)
			}
			for i := range m.IntN(20) {
				s.Rules = append(s.Rules, decoder.Rule{Key: "setting" + strconv.Itoa(i), Value: m.ascii()})
			}
			for i := range m.IntN(33) {
				p := decoder.Player{ID: decoder.Some(int64(i)), Name: decoder.Some(m.ascii() + strconv.Itoa(i)), Ping: m.number(1, 999)}
				for _, key := range extra {
					p.Extra = append(p.Extra, decoder.Rule{Key: key, Value: strconv.Itoa(m.IntN(99999))})
				}
				s.PlayerList = append(s.PlayerList, p)
			}
			s.Players = decoder.Some(int64(len(s.PlayerList)))
			return s
		},
		ours: func(s *decoder.Status) crewView {
			v := crewView{Name: s.Name.Value, Map: s.Map.Value, Mode: s.GameType.Value, Version: s.Game.Value, Players: s.Players.Value, MaxPlayers: s.MaxPlayers.Value, Password: s.Password.Value}
			for _, r := range s.Rules {
				if strings.HasPrefix(r.Key, "setting") {
					v.Rules = append(v.Rules, r.Key+"="+r.Value)
				}
			}
			for _, p := range s.PlayerList {
				row := p.Name.Value + " " + p.ID.String() + " " + p.Ping.String()
				for _, e := range p.Extra {
					if slices.Contains(extra, e.Key) {
						row += " " + e.Value
					}
				}
				v.List = append(v.List, row)
			}
			return v.sort()
		},
		theirs: func(s State) crewView {
			text := func(key string) string { t, _ := s.Raw[key].(string); return t }
			v := crewView{Name: s.Name, Map: s.Map, Mode: text("si_gameType") + text("si_rules"), Version: text("gamename"), Players: int64(s.NumPlayers), MaxPlayers: int64(s.MaxPlayers), Password: s.Password}
			for k, value := range s.Raw {
				if text, ok := value.(string); ok && strings.HasPrefix(k, "setting") {
					v.Rules = append(v.Rules, k+"="+text)
				}
			}
			for _, p := range s.Players {
				row := p.Name + " " + strconv.FormatInt(number64(p.Raw["id"]), 10) + " " + strconv.FormatInt(number64(p.Raw["ping"]), 10)
				if len(extra) > 0 && extra[0] == "Rate" {
					row += " " + strconv.FormatInt(number64(p.Raw["rate"]), 10)
				}
				if clan, ok := p.Raw["clantag"].(string); ok {
					row += " " + clan
				}
				v.List = append(v.List, row)
			}
			return v.sort()
		},
	}
}
