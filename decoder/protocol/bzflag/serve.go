package bzflag

import (
	"fragscope/decoder/answer"
	"fragscope/decoder/wire"
)

// Keys: what a game has no typed field for is a rule.
var Keys answer.RuleKeys

var Games = []answer.Game{{Name: "bzflag", Title: "BZFlag", GamePort: usualPort, Keys: &Keys,
	Services: []answer.Service{{Protocol: ID, Port: usualPort}}}}

var Examples = []answer.Example{{Game: "bzflag", Name: "Weir CTF", Title: "capture the flag", Version: "0221", Most: 20,
	Maps: []string{"Weir Basin", "Quay Two"}, Teams: []string{"rogue", "red", "green"},
	Rules: []wire.Rule{{Key: "flags", Value: "1"}, {Key: "jumping", Value: "1"}, {Key: "ricochet", Value: "1"},
		{Key: "max_shots", Value: "3"}, {Key: "max_rogue", Value: "20"}, {Key: "max_red", Value: "20"},
		{Key: "max_green", Value: "20"}, {Key: "max_observers", Value: "10"}, {Key: "max_time", Value: "1800"}},
	Extra: []wire.Rule{{Key: "Losses", Value: "*"}, {Key: "Motto", Value: "quayside"}}}}

const (
	mostListed = 244 // further numbers of players have another meaning
	mostNumber = 1<<16 - 1
)

// replies answers what a client sent on a connection: its header and each query.
func replies(w *answer.Writer, question *wire.Message) {
	for i := range question.Fields {
		switch f := &question.Fields[i]; {
		case f.Kind == wire.KindUnknown:
		case f.Def == &hello[helloHeader]:
			w.Send(append(append(append([]byte(nil), magic...), versionOf(w.Status)...),
				byte(min(len(w.Status.PlayerList), mostListed))))
		case f.Def == &message[messageCode] && f.Value == codeGame:
			w.Send(appendGame(w.Status))
		case f.Def == &message[messageCode] && f.Value == codePlayers:
			w.Send(appendPlayers(w.Status))
		}
	}
	if len(w.Out) == 0 {
		w.Err = answer.ErrNoRequest
	}
}

func versionOf(s *wire.Status) string {
	if v := s.Version.Value; len(v) == versionSize && isVersion([]byte(v)) {
		return v
	}
	return "0221"
}

// teamOf returns the team of a player, that of rogues for none.
func teamOf(p *wire.Player) int {
	if v := p.Team.Value; v > 0 && v < int64(len(teams.List)) {
		return int(v)
	}
	return 0
}

// sizes returns how many of the players that are listed are in each team that the game
// counts.
func sizes(s *wire.Status) (n [ctfTeams + 1]int64) {
	for i := range s.PlayerList[:min(len(s.PlayerList), mostListed)] {
		if t := teamOf(&s.PlayerList[i]); t < len(n) {
			n[t]++
		}
	}
	return n
}

func appendGame(s *wire.Status) []byte {
	b := appendHead(nil, codeGame, gameSize)
	of := sizes(s)
	rest := answer.Clamp(answer.PlayerCount(s), 0, mostNumber) // those that are not listed are rogues
	for _, n := range of {
		rest -= n
	}
	of[0] += max(rest, 0)
	for i := range game {
		d := &game[i]
		key := ruleKey(d)
		text, _ := answer.StatusRule(s, key)
		v := min(max(answer.NumberOr(text, 0), 0), mostNumber)
		switch {
		case d.Symbols == &styles:
			v = valueOf(&styles, s.GameType.Value)
		case d.Symbols == &options:
			for _, y := range options.List {
				if on, _ := answer.StatusRule(s, y.Name); on == "1" {
					v |= int64(y.Value)
				}
			}
		case d.Role == wire.RoleMaxPlayers:
			v = answer.Clamp(s.MaxPlayers, 0, mostNumber)
		case i >= gameRogue && i <= gameObservers:
			v = of[i-gameRogue]
		}
		b = wire.AppendBE16(b, uint16(v))
	}
	return b
}

// valueOf returns the value with a name, 0 for none.
func valueOf(s *wire.Symbols, name string) int64 {
	for _, y := range s.List {
		if y.Name == name {
			return int64(y.Value)
		}
	}
	return 0
}

// won returns the wins and losses that make a score.
func won(score wire.Opt[int64], losses int64) (uint16, uint16) {
	v := answer.Clamp(score, -mostNumber, mostNumber)
	losses = min(max(losses, -v, 0), mostNumber)
	return uint16(min(v+losses, mostNumber)), uint16(losses)
}

// appendPlayers appends the counts, the teams and the players, a message each.
func appendPlayers(s *wire.Status) []byte {
	listed := s.PlayerList[:min(len(s.PlayerList), mostListed)]
	b := appendHead(nil, codePlayers, countsSize)
	b = wire.AppendBE16(wire.AppendBE16(b, uint16(len(teams.List))), uint16(len(listed)))
	b = append(appendHead(b, codeTeams, 1+ctfTeams*teamSizes), ctfTeams)
	for i, n := range sizes(s) {
		if i == ctfTeams {
			break
		}
		var score wire.Opt[int64]
		for k := range s.Teams {
			if s.Teams[k].ID == wire.Some(int64(i)) {
				score = s.Teams[k].Score
			}
		}
		wins, losses := won(score, 0)
		for _, v := range [...]uint16{uint16(i), uint16(n), wins, losses} {
			b = wire.AppendBE16(b, v)
		}
	}
	for i := range listed {
		p := &listed[i]
		extra := func(n int) string { v, _ := answer.ExtraValue(p.Extra, player[n].Name); return v }
		wins, losses := won(p.Score, answer.NumberOr(extra(playerLosses), 0))
		b = append(appendHead(b, codePlayer, playerSize), byte(i))
		kills := uint16(answer.NumberOr(extra(playerTeamKills), 0))
		for _, v := range [...]uint16{0, uint16(teamOf(p)), wins, losses, kills} {
			b = wire.AppendBE16(b, v)
		}
		b = appendPadded(appendPadded(b, p.Name.Value, callsign), extra(playerMotto), motto)
	}
	return b
}

// appendPadded appends a text in n bytes, of which the last is a NUL.
func appendPadded(b []byte, s string, n int) []byte {
	t := answer.AppendReplyBytes(nil, answer.ReplyText(s))
	t = t[:min(len(t), n-1)]
	return append(append(b, t...), make([]byte, n-len(t))...)
}
