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

// A crewView is what both programs read of a server of a mod for Grand Theft
// Auto.
type crewView struct {
	Name, Map, Mode, Language, Version string
	Players, MaxPlayers                int64
	Password                           bool
	List, Rules                        []string
}

func (v *crewView) sort() crewView {
	slices.Sort(v.List)
	slices.Sort(v.Rules)
	return *v
}

// crewViewOf is the view of what we say; listed is false where a server says
// nothing of its players.
func crewViewOf(s *decoder.Status, open, listed bool) crewView {
	v := crewView{
		Name: s.Name.Value, Map: s.Map.Value, Mode: s.GameType.Value, Version: s.Version.Value,
		Players: s.Players.Value, MaxPlayers: s.MaxPlayers.Value, Password: s.Password.Value,
	}
	for _, r := range s.Rules {
		switch r.Key {
		case "language":
			v.Language = r.Value
		case "version", "mapname":
		default:
			v.Rules = append(v.Rules, r.Key+"="+r.Value)
		}
	}
	for _, p := range s.PlayerList {
		if !listed {
			break
		}
		row := p.Name.Value + " " + p.Score.String()
		if !open {
			row += " " + p.ID.String() + " " + p.Ping.String()
		}
		v.List = append(v.List, row)
	}
	return v.sort()
}

func crewViewOfGamedig(s State) crewView {
	text := func(key string) string { t, _ := s.Raw[key].(string); return t }
	v := crewView{Name: s.Name, Mode: text("gamemode"), Language: text("map"), Players: int64(s.NumPlayers), MaxPlayers: int64(s.MaxPlayers), Password: s.Password}
	rules, _ := s.Raw["rules"].(map[string]any)
	for k, value := range rules {
		switch k {
		case "version":
			v.Version = value.(string)
		case "mapname":
			v.Map = value.(string)
		default:
			v.Rules = append(v.Rules, k+"="+value.(string))
		}
	}
	for _, p := range s.Players {
		row := p.Name
		for _, key := range []string{"score", "id", "ping"} {
			if n, ok := p.Raw[key].(float64); ok {
				row += " " + strconv.FormatFloat(n, 'f', -1, 64)
			}
		}
		v.List = append(v.List, row)
	}
	return v.sort()
}

// TestSAMP: gamedig and our client read what servers of SA-MP and open.mp say,
// those with too many players to list among them.
func TestSAMP(t *testing.T) {
	for _, c := range []struct{ game, kind, version string }{{"samp", "gtasam", "0.3.7-R2"}, {"openmp", "gtasao", "omp 1.4.0.2779"}} {
		t.Run(c.game, func(t *testing.T) {
			m := &stateMaker{rand.New(rand.NewPCG(*stateSeed, 21)), c.game}
			var all []*decoder.Status
			var places []Place
			for range max(*states, 20) {
				s := &decoder.Status{
					Name: decoder.Some(m.text()), Map: decoder.Some(m.text()), GameType: decoder.Some(m.text()), Version: decoder.Some(c.version),
					MaxPlayers: m.number(0, 1000), Password: decoder.Some(m.yes()),
				}
				if m.yes() {
					s.Rules = append(s.Rules, decoder.Rule{Key: "language", Value: m.text()})
				}
				for i := range m.IntN(60) {
					s.Rules = append(s.Rules, decoder.Rule{Key: "setting" + strconv.Itoa(i), Value: m.text()})
				}
				for i := range m.IntN(130) {
					s.PlayerList = append(s.PlayerList, decoder.Player{Name: decoder.Some(m.text() + strconv.Itoa(i)), ID: decoder.Some(int64(i)), Score: m.number(-99999, 99999), Ping: m.number(0, 9999)})
				}
				if len(s.PlayerList) == 100 {
					s.PlayerList = s.PlayerList[:99] // such a list is sent, but gamedig does not ask for it
				}
				s.Players = decoder.Some(int64(len(s.PlayerList)))
				server, err := emulator.Listen(t.Context(), "127.0.0.1:0", emulator.Options{Source: emulator.FromStatus(decoder.SAMP, s), Game: decoder.GameByName(c.game), Amplification: -1})
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
			plan, _ := query.PlanByName("samp")
			client := live.New(live.Options{Timeout: time.Second, Quiet: 200 * time.Millisecond})
			defer client.Close()
			wrong := 0
			for i, s := range all {
				listed := len(s.PlayerList) <= 100
				want := crewViewOf(s, c.game == "openmp", listed)
				got := client.Query(context.Background(), live.TargetAt(places[i].Addr, plan))
				if got.Status == nil || got.Err != nil {
					t.Fatalf("state %d: our client: %v", i, got.Err)
				}
				ours := gocmp.Diff(want, crewViewOf(got.Status, c.game == "openmp", true), cmpopts.EquateEmpty())
				other := gocmp.Diff(want, crewViewOfGamedig(theirs[i]), cmpopts.EquateEmpty())
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

// rulesOfGamedig are what is left of its raw values without those of the
// server's particulars.
func rulesOfGamedig(s State) (rules []string) {
	for k, value := range s.Raw {
		switch text, ok := value.(string); {
		case k == "gamename", k == "gametype", !ok:
		default:
			rules = append(rules, k+"="+text)
		}
	}
	return rules
}

// TestASE: the same for servers that answer The All-Seeing Eye.
func TestASE(t *testing.T) {
	for _, c := range []struct{ game, kind string }{{"mta", "gtasamta"}, {"farcry", "farcry"}} {
		t.Run(c.game, func(t *testing.T) {
			m := &stateMaker{rand.New(rand.NewPCG(*stateSeed, 22)), c.game}
			var all []*decoder.Status
			var places []Place
			for range max(*states, 20) {
				s := &decoder.Status{
					Name: decoder.Some(m.ascii()), Map: decoder.Some(m.ascii()), GameType: decoder.Some(m.ascii()), Version: decoder.Some("1.6"),
					GamePort: m.number(1, 65535), MaxPlayers: m.number(0, 1000), Password: decoder.Some(m.yes()),
				}
				for i := range m.IntN(60) {
					s.Rules = append(s.Rules, decoder.Rule{Key: "setting" + strconv.Itoa(i), Value: m.ascii()})
				}
				for i := range m.IntN(150) {
					s.PlayerList = append(s.PlayerList, decoder.Player{Name: decoder.Some(m.ascii() + strconv.Itoa(i)), Score: m.number(-99999, 99999), Ping: m.number(0, 9999)})
				}
				s.Players = decoder.Some(int64(len(s.PlayerList)))
				server, err := emulator.Listen(t.Context(), "127.0.0.1:0", emulator.Options{Source: emulator.FromStatus(decoder.ASE, s), Game: decoder.GameByName(c.game), Amplification: -1})
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
			plan, _ := query.PlanByName("ase")
			client := live.New(live.Options{Timeout: time.Second, Quiet: 200 * time.Millisecond})
			defer client.Close()
			wrong := 0
			for i, s := range all {
				want := crewViewOf(s, true, true)
				got := client.Query(context.Background(), live.TargetAt(places[i].Addr, plan))
				if got.Status == nil || got.Err != nil {
					t.Fatalf("state %d: our client: %v", i, got.Err)
				}
				ours := gocmp.Diff(want, crewViewOf(got.Status, true, true), cmpopts.EquateEmpty())
				theirs[i].Name, want.Version = strings.TrimSpace(theirs[i].Name), ""
				state := crewViewOfGamedig(theirs[i])
				state.Map, state.Mode, _ = theirs[i].Map, theirs[i].Raw["gametype"].(string), 0
				state.Rules = rulesOfGamedig(theirs[i])
				for k, p := range theirs[i].Players {
					score, _ := p.Raw["score"].(float64)
					state.List[k] = p.Name + " " + strconv.FormatFloat(score, 'f', -1, 64)
				}
				other := gocmp.Diff(want, state.sort(), cmpopts.EquateEmpty())
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

// ascii makes a text that gamedig, which takes all games of this protocol for
// UTF-8, and our server, which writes Windows-1252 where it can, read alike.
func (m *stateMaker) ascii() string {
	return strings.Map(func(c rune) rune {
		if c > 0x7e {
			return 'o'
		}
		return c
	}, m.text())
}
