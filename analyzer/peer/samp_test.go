package peer

import (
	"slices"
	"strconv"
	"strings"

	"fragscope/decoder"
	"fragscope/decoder/wire"
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
	v := crewView{Name: s.Name, Mode: text("gamemode"), Language: text("map"), Players: int64(s.NumPlayers),
		MaxPlayers: int64(s.MaxPlayers), Password: s.Password}
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

// onSAMP are servers of SA-MP and open.mp, those with too many players to list
// among them.
func onSAMP(game, kind, version string) family {
	open := game == "openmp"
	want := func(s *decoder.Status) crewView { return crewViewOf(s, open, len(s.PlayerList) <= 100) }
	return family{
		game: game, kind: kind, plan: "samp",
		state: func(m *stateMaker) *decoder.Status {
			s := &decoder.Status{
				Name: wire.Some(m.text()), Map: wire.Some(m.text()), GameType: wire.Some(m.text()),
				Version:    wire.Some(version),
				MaxPlayers: m.number(0, 1000), Password: wire.Some(m.yes()),
			}
			if m.yes() {
				s.Rules = append(s.Rules, wire.Rule{Key: "language", Value: m.text()})
			}
			s.Rules = append(s.Rules, m.someRules(60)...)
			m.players(s, 130, m.text)
			if len(s.PlayerList) == 100 {
				s.PlayerList = s.PlayerList[:99] // such a list is sent, but gamedig does not ask for it
				s.Players = wire.Some(int64(99))
			}
			return s
		},
		want: same(want), theirs: viewed(crewViewOfGamedig),
		ours: func(s *decoder.Status) any { return crewViewOf(s, open, true) },
	}
}

// players adds up to n of them.
func (m *stateMaker) players(s *decoder.Status, n int, name func() string) {
	for i := range m.IntN(n) {
		s.PlayerList = append(s.PlayerList, wire.Player{Name: wire.Some(name() + strconv.Itoa(i)),
			ID: wire.Some(int64(i)), Score: m.number(-99999, 99999), Ping: m.number(0, 9999)})
	}
	s.Players = wire.Some(int64(len(s.PlayerList)))
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

// onASE are servers that answer The All-Seeing Eye.
func onASE(game, kind string) family {
	ours := func(s *decoder.Status) crewView { return crewViewOf(s, true, true) }
	return family{
		game: game, kind: kind, plan: "ase",
		state: func(m *stateMaker) *decoder.Status {
			s := &decoder.Status{
				Name: wire.Some(m.ascii()), Map: wire.Some(m.ascii()), GameType: wire.Some(m.ascii()),
				Version:  wire.Some("1.6"),
				GamePort: m.number(1, 65535), MaxPlayers: m.number(0, 1000), Password: wire.Some(m.yes()),
			}
			for i := range m.IntN(60) {
				s.Rules = append(s.Rules, wire.Rule{Key: "setting" + strconv.Itoa(i), Value: m.ascii()})
			}
			m.players(s, 150, m.ascii)
			return s
		},
		want: func(s *decoder.Status) (any, any) {
			theirs := ours(s)
			theirs.Version = ""
			return ours(s), theirs
		},
		ours: viewed(ours),
		theirs: func(s State) any {
			v := crewViewOfGamedig(s)
			v.Name, v.Map, v.Mode, v.Rules = strings.TrimSpace(s.Name), s.Map, text(s.Raw["gametype"]), rulesOfGamedig(s)
			for i, p := range s.Players {
				v.List[i] = p.Name + " " + text(p.Raw["score"])
			}
			return v.sort()
		},
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
