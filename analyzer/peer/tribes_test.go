package peer

import (
	"fmt"
	"strings"

	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// latin makes a text that gamedig, which takes texts of Tribes for latin1, and our
// client read alike: without a column's tab.
func (m *stateMaker) latin() string { return strings.ReplaceAll(m.ascii(), "\t", " ") }

// tribesState is a random server of Tribes or Starsiege.
func tribesState(m *stateMaker, older bool) *decoder.Status {
	s := &decoder.Status{
		Name: wire.Some(m.latin()), Map: wire.Some(m.latin()), Version: wire.Some("1.11"),
		MaxPlayers: m.number(0, 255), Password: wire.Some(m.yes()),
		Rules: []wire.Rule{{Key: "cpu", Value: fmt.Sprint(m.IntN(65536))}},
	}
	if older {
		s.Rules = append(s.Rules, wire.Rule{Key: "frag_limit", Value: fmt.Sprint(m.IntN(100))},
			wire.Rule{Key: "drop_in", Value: fmt.Sprint(m.IntN(2))})
	} else {
		s.GameType = wire.Some(m.latin())
		s.Rules = append(s.Rules, wire.Rule{Key: "mods", Value: "base"},
			wire.Rule{Key: "description", Value: m.latin()})
		for range m.IntN(4) {
			s.Teams = append(s.Teams, wire.Team{Name: wire.Some(fmt.Sprint("Team ", len(s.Teams))),
				Score: m.number(-50, 50)})
		}
	}
	for i := range m.IntN(40) {
		p := wire.Player{Name: wire.Some(fmt.Sprint("Gull ", i)), Team: wire.Some(int64(1) << m.IntN(4))}
		if !older {
			p.Score, p.Ping, p.Team = m.number(-99, 999), wire.Some(4*m.Int64N(256)),
				wire.Some(m.Int64N(max(int64(len(s.Teams)), 1)))
		}
		s.PlayerList = append(s.PlayerList, p)
	}
	s.Players = wire.Some(int64(len(s.PlayerList)))
	return s
}

// A tribesView is what both programs read of a server of Tribes or Starsiege.
type tribesView struct {
	Name, Map, Kind   string
	Players, Max      int64
	Password          bool
	List, Teams, More []string
}

func tribesViewOf(s *decoder.Status, older bool) tribesView {
	v := tribesView{Name: s.Name.Value, Map: s.Map.Value, Kind: s.GameType.Value, Players: s.Players.Value,
		Max: s.MaxPlayers.Value, Password: s.Password.Value}
	colours := map[int64]string{1: "yellow", 2: "blue", 4: "red", 8: "purple"}
	for _, p := range s.PlayerList {
		row := p.Name.Value
		switch {
		case older:
			row += " " + colours[p.Team.Value]
		case int(p.Team.Or(-1)) < len(s.Teams) && p.Team.Known:
			row += " " + s.Teams[p.Team.Value].Name.Value
			fallthrough
		default:
			row += fmt.Sprint(" ", p.Score.Value, " ", p.Ping.Value)
		}
		v.List = append(v.List, row)
	}
	for _, t := range s.Teams {
		v.Teams = append(v.Teams, fmt.Sprint(t.Name.Value, " ", t.Score.Value))
	}
	for _, key := range []string{"cpu", "frag_limit", "drop_in", "mods", "description"} {
		for _, r := range s.Rules {
			if r.Key == key {
				v.More = append(v.More, r.Value)
			}
		}
	}
	return v
}

func tribesViewOfGamedig(s State, older bool) tribesView {
	v := tribesView{Name: s.Name, Map: s.Map, Players: int64(s.NumPlayers), Max: int64(s.MaxPlayers), Password: s.Password}
	raw := func(m map[string]any, key string) string {
		switch x := m[key].(type) {
		case float64:
			return fmt.Sprint(int64(x))
		case bool:
			return map[bool]string{true: "1", false: "0"}[x]
		case string:
			return x
		}
		return ""
	}
	for _, p := range s.Players {
		row := p.Name
		for _, key := range []string{"team", "score", "ping"} {
			if value := raw(p.Raw, key); value != "" {
				row += " " + value
			}
		}
		if older {
			row = p.Name + " " + raw(p.Raw, "team")
		}
		v.List = append(v.List, row)
	}
	v.More = []string{raw(s.Raw, "cpuSpeed")}
	if older {
		v.More = append(v.More, raw(s.Raw, "fragLimit"), raw(s.Raw, "dropInProgress"))
		return v
	}
	v.Kind, v.Players = raw(s.Raw, "type"), int64(s.Raw["playerCount"].(float64))
	v.More = append(v.More, raw(s.Raw, "mod"), raw(s.Raw, "motd"))
	teams, _ := s.Raw["teams"].([]any)
	for _, team := range teams {
		row := team.(map[string]any)
		v.Teams = append(v.Teams, raw(row, "name")+" "+raw(row, "score"))
	}
	return v
}

// onTribes is a server of Tribes or of Starsiege.
func onTribes(game, kind string) family {
	older := game == "starsiege"
	return family{
		game: game, kind: kind, least: 100,
		state: func(m *stateMaker) *decoder.Status { return tribesState(m, older) },
		want: func(s *decoder.Status) (ours, theirs any) {
			v := tribesViewOf(s, older)
			other := v
			if older { // gamedig reads their rows and keeps none
				other.List = nil
			}
			return v, other
		},
		ours:   func(s *decoder.Status) any { return tribesViewOf(s, older) },
		theirs: func(s State) any { return tribesViewOfGamedig(s, older) },
	}
}
