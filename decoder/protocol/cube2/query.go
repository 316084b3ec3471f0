package cube2

import (
	"math"
	"slices"

	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/exchange"
	"fragscope/decoder/wire"
)

// Plan says how a server is queried: at the port after that of the game.
var Plan = ask.Plan{
	Name: ID, Title: "info, players and teams", Protocol: ID, Probes: []string{infoRequest.Name},
	Steps: []ask.Step{
		{Protocol: ID, Message: infoRequest.Name, Parts: ask.PartInfo | ask.PartRules, Ends: ask.EndsAtOnce},
		{Protocol: ID, Message: playersRequest.Name, Parts: ask.PartPlayers, StartAfter: 1, Ends: ask.EndsQuiet,
			InOrder: inOrder, Enough: enough},
		{Protocol: ID, Message: teamsRequest.Name, Parts: ask.PartTeams, StartAfter: 1, Optional: true, Ends: ask.EndsAtOnce},
	},
}

// inOrder sorts players, of whom each has a datagram, by their numbers.
func inOrder(got []*wire.Message) []*wire.Message {
	got = slices.Clone(got)
	slices.SortStableFunc(got, func(a, b *wire.Message) int { return int(clientOf(a) - clientOf(b)) })
	return got
}

// clientOf returns the number of the client that m describes, -1 for none.
func clientOf(m *wire.Message) int64 {
	if i := m.Find(player[playerGroup+1].Key, 0); i >= 0 {
		return m.Fields[i].Int()
	}
	return -1
}

// enough reports whether a player reply is there for each ID.
func enough(got []*wire.Message, _ *wire.Message) bool {
	listed, players, ids := 0, 0, false
	for _, m := range got {
		switch m.Info {
		case &errorReply:
			return true
		case &playerReply:
			players++
		case &idsReply:
			ids = true
			for i := range m.Fields {
				if m.Fields[i].Def == &player[playerListed] {
					listed++
				}
			}
		}
	}
	return ids && players >= listed
}

// AppendRequest builds a request. The number of an info request are four bytes of the ID.
func AppendRequest(dst []byte, q *ask.Query) ([]byte, error) {
	switch q.Message {
	case "", infoRequest.Name:
		n := int64(wire.LE32(q.ID[:4]) & math.MaxInt32)
		return appendNumber(dst, max(n, 1)), nil
	case uptimeRequest.Name:
		return append(dst, 0, 0), nil
	case playersRequest.Name:
		return append(dst, 0, 1, 0xff), nil
	case teamsRequest.Name:
		return append(dst, 0, 2), nil
	}
	return dst, ask.ErrNoSuchRequest
}

// patchID puts request in the place of that which reply repeats.
func patchID(dst []byte, reply, request *wire.Message, _ uint32) []byte {
	p := reply.PayloadBytes()
	if _, n := next(p); request != nil && n > 0 && p[0] != 0 {
		return append(append(dst, request.PayloadBytes()...), p[n:]...)
	}
	return append(dst, p...)
}

// canonicalize: the number is different each time.
func canonicalize(p []byte, request *wire.Message) []byte {
	if request.Info == &infoRequest {
		return append(p[:0], 1)
	}
	return p
}

// Client describes how servers are queried.
var Client = exchange.Client{Protocol: Protocol, AppendRequest: AppendRequest, Settings: settings,
	Plans: []*ask.Plan{&Plan}}

func settings() []ask.Setting { return []ask.Setting{ask.ID("id", 4)} }

// Server describes what servers reply.
var Server = exchange.Server{ID: ID, Replies: replies, Replay: answer.ReplayRules{PatchID: patchID,
	Canonicalize: canonicalize},
	Games: &Games, Examples: &Examples}

// Keys: what an info has no typed field for is a rule.
var Keys answer.RuleKeys

// Games are the games whose servers answer this protocol first.
var Games = []answer.Game{{Name: "sauerbraten", Title: "Cube 2: Sauerbraten", GamePort: 28785, Keys: &Keys,
	Services: []answer.Service{{Protocol: ID, Port: 28786}}}}

// Examples are their simulated servers.
var Examples = []answer.Example{{Game: "sauerbraten", Name: "Weir Duel & CTF", Title: "insta ctf", Most: 16,
	Teams: []string{"good", "evil"}, Maps: []string{"reissen", "forge", "haste"},
	Rules: []wire.Rule{{Key: "master_mode", Value: "0"}}, Extra: []wire.Rule{{Key: "Deaths", Value: "*"}}}}

// replies answers a request, which each of them repeats.
func replies(w *answer.Writer, question *wire.Message) {
	p, s := question.PayloadBytes(), w.Status
	begin := func() []byte { return append(make([]byte, 0, 64), p...) }
	head := func(code int64) []byte { return appendNumber(append(begin(), 0xff, extCube2), code) }
	switch question.Info {
	case &infoRequest:
		b := appendNumber(begin(), answer.Clamp(answer.PlayerCount(s), 0, math.MaxInt16))
		for _, v := range [...]int64{5, min(max(answer.NumberOr(s.Version.Value, 260), 100), 10000), modeOf(s), 0,
			answer.Clamp(s.MaxPlayers, 0, math.MaxInt16), masterMode(s)} {
			b = appendNumber(b, v)
		}
		w.Send(appendText(appendText(b, s.Map.Value), s.Name.Value))
	case &uptimeRequest:
		w.Send(head(0))
	case &playersRequest:
		wanted, _ := next(p[2:])
		b, any := appendNumber(head(0), idsFollow), false
		for i := range s.PlayerList {
			if wanted == -1 || wanted == int64(i) {
				b, any = appendNumber(b, int64(i)), true
			}
		}
		if !any && wanted != -1 {
			w.Send(head(1))
			return
		}
		w.Send(b)
		for i := range s.PlayerList {
			if wanted == -1 || wanted == int64(i) {
				w.Send(appendPlayer(appendNumber(head(0), oneFollows), s, i))
			}
		}
	case &teamsRequest:
		code := int64(0)
		if len(s.Teams) == 0 {
			code = 1
		}
		b := appendNumber(appendNumber(head(code), modeOf(s)), 0)
		for i := range s.Teams {
			b = appendText(b, s.Teams[i].Name.Value)
			b = appendNumber(appendNumber(b, answer.Clamp(s.Teams[i].Score, math.MinInt32, math.MaxInt32)), -1)
		}
		w.Send(b)
	default:
		w.Err = answer.ErrNoRequest
	}
}

func appendText(b []byte, s string) []byte {
	return append(answer.AppendReplyBytes(b, answer.ReplyText(s)), 0)
}

// modeOf returns the number of the mode that s names, 0 for one that is not known.
func modeOf(s *wire.Status) int64 {
	for v := uint64(0); ; v++ {
		y := modes.Lookup(v)
		if y == nil {
			return answer.NumberOr(s.GameType.Value, 0)
		}
		if y.Name == s.GameType.Value {
			return int64(v)
		}
	}
}

func masterMode(s *wire.Status) int64 {
	if s.Password.Value {
		return password
	}
	v, _ := answer.StatusRule(s, "master_mode")
	return min(max(answer.NumberOr(v, 0), -1), math.MaxInt8)
}

func appendPlayer(b []byte, s *wire.Status, i int) []byte {
	p := &s.PlayerList[i]
	extra := func(name string) string { v, _ := answer.ExtraValue(p.Extra, name); return v }
	number := func(d *wire.FieldDef) int64 {
		return min(max(answer.NumberOr(extra(d.Name), 0), math.MinInt32), math.MaxInt32)
	}
	b = appendNumber(appendNumber(b, int64(i)), answer.Clamp(p.Ping, 0, math.MaxInt16))
	of := extra("Team")
	for k := range s.Teams {
		if t := s.Teams[k].ID; of == "" && p.Team.Known && (t == p.Team || !t.Known && p.Team.Value == int64(k)) {
			of = s.Teams[k].Name.Value
		}
	}
	b = appendNumber(appendText(appendText(b, p.Name.Value), of), answer.Clamp(p.Score, math.MinInt32, math.MaxInt32))
	for k := playerGroup + 6; k < playerAddress; k++ {
		b = appendNumber(b, number(&player[k]))
	}
	return append(b, 0, 0, 0)
}
