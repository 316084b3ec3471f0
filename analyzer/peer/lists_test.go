package peer

import (
	"slices"
	"strconv"
	"strings"

	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// someRules returns up to n rules.
func (m *stateMaker) someRules(n int) (rules []wire.Rule) {
	for i := range m.IntN(n) {
		rules = append(rules, wire.Rule{Key: "setting" + strconv.Itoa(i), Value: m.text()})
	}
	return rules
}

func jc2mpView(s *decoder.Status) crewView {
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
}

// jc2mp are servers of Just Cause 2 Multiplayer. A list may have more players
// than a byte counts.
var jc2mp = family{
	game: "jc2mp", kind: "jc2m",
	state: func(m *stateMaker) *decoder.Status {
		s := &decoder.Status{Name: wire.Some(m.text()), Version: wire.Some("913"), MaxPlayers: m.number(0, 1000),
			Rules: m.someRules(20)}
		for i := range m.IntN(400) {
			s.PlayerList = append(s.PlayerList, wire.Player{Name: wire.Some(m.text() + "жшя日" + strconv.Itoa(i)),
				Ping: m.number(0, 9999), Extra: []wire.Rule{{Key: "Steam ID", Value: "STEAM_0:1:" + strconv.Itoa(i)}}})
		}
		s.Players = wire.Some(int64(len(s.PlayerList)))
		return s
	},
	want: same(jc2mpView), ours: viewed(jc2mpView),
	theirs: func(s State) any {
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
			v.List = append(v.List, p.Name+" "+id+" "+strconv.FormatInt(number(p.Raw["ping"]), 10))
		}
		return v.sort()
	},
}

// onDoom are servers of a game on the engine of Doom 3. gamedig takes a player
// with the ping 0 for a bot.
func onDoom(game, kind, plan string) family {
	extra := []string{"Rate", "Clan tag"}
	switch game {
	case "doom3":
		extra = extra[:1]
	case "etqw":
		extra = extra[1:]
	}
	ours := func(s *decoder.Status) crewView {
		v := crewView{Name: s.Name.Value, Map: s.Map.Value, Mode: s.GameType.Value, Version: s.Game.Value,
			Players: s.Players.Value, MaxPlayers: s.MaxPlayers.Value, Password: s.Password.Value}
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
	}
	return family{
		game: game, kind: kind, plan: plan,
		state: func(m *stateMaker) *decoder.Status {
			s := &decoder.Status{
				Name: wire.Some(m.ascii()), Map: wire.Some(m.ascii()), GameType: wire.Some(m.ascii()),
				Game:       wire.Some("etqw" + m.ascii()),
				MaxPlayers: m.number(0, 1000), Password: wire.Some(m.yes()),
			}
			if game != "etqw" {
				s.Game = wire.Some("base" + game)
			}
			for i := range m.IntN(20) {
				s.Rules = append(s.Rules, wire.Rule{Key: "setting" + strconv.Itoa(i), Value: m.ascii()})
			}
			for i := range m.IntN(33) {
				p := wire.Player{ID: wire.Some(int64(i)), Name: wire.Some(m.ascii() + strconv.Itoa(i)),
					Ping: m.number(1, 999)}
				for _, key := range extra {
					p.Extra = append(p.Extra, wire.Rule{Key: key, Value: strconv.Itoa(m.IntN(99999))})
				}
				s.PlayerList = append(s.PlayerList, p)
			}
			s.Players = wire.Some(int64(len(s.PlayerList)))
			return s
		},
		want: same(ours), ours: viewed(ours),
		theirs: func(s State) any {
			text := func(key string) string { t, _ := s.Raw[key].(string); return t }
			v := crewView{Name: s.Name, Map: s.Map, Mode: text("si_gameType") + text("si_rules"), Version: text("gamename"),
				Players: int64(s.NumPlayers), MaxPlayers: int64(s.MaxPlayers), Password: s.Password}
			for k, value := range s.Raw {
				if text, ok := value.(string); ok && strings.HasPrefix(k, "setting") {
					v.Rules = append(v.Rules, k+"="+text)
				}
			}
			for _, p := range s.Players {
				row := p.Name + " " + strconv.FormatInt(number(p.Raw["id"]), 10) + " " + strconv.FormatInt(number(p.Raw["ping"]),
					10)
				if len(extra) > 0 && extra[0] == "Rate" {
					row += " " + strconv.FormatInt(number(p.Raw["rate"]), 10)
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
