package netquake

import (
	"strconv"

	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/exchange"
	"fragscope/decoder/wire"
)

const (
	mostPlayers = 64
	mostRules   = 64
)

// Plan says how a Quake server is queried; PlanHexen, one of Hexen II.
var (
	Plan      = plan(ID, "info, rules one by one, and each player", quake)
	PlanHexen = plan("hexen2", "info, rules one by one, and each player of Hexen II", hexen)
)

const (
	quake = "QUAKE"
	hexen = "HEXENII"
)

// versions are those of the network protocols.
var versions = map[string]byte{quake: 3, hexen: 4}

// plan makes a plan of a step for the info, one for each player that there may be, and one
// for each rule, which the rule before it names.
func plan(name, title, game string) ask.Plan {
	p := ask.Plan{Name: name, Title: title, Protocol: ID, Probes: []string{infoRequest.Name}}
	p.Steps = append(p.Steps, ask.Step{Protocol: ID, Message: infoRequest.Name, Parts: ask.PartInfo, Ends: ask.EndsAtOnce,
		Prepare: func(q *ask.Query, _ *ask.Ask, _ *wire.Message) {
			if ask.DetailsOf[Query](q.Details).Game == "" {
				ask.CopyDetails[Query](q).Game = game
			}
		}})
	for k := range mostPlayers {
		p.Steps = append(p.Steps, ask.Step{Protocol: ID, Message: playerRequest.Name, Parts: ask.PartPlayers,
			Ends: ask.EndsAtOnce, StartAfter: max(k-manySubjects+2, 1), DependsOn: 1, Enabled: wants(ask.PartPlayers),
			SkipIf: func(got []*wire.Message) bool {
				return len(got) == 0 || got[0].Count(wire.RolePlayers) <= int64(k)
			},
			Prepare: func(q *ask.Query, _ *ask.Ask, _ *wire.Message) { ask.CopyDetails[Query](q).Player = uint8(k) }})
	}
	for k := range mostRules {
		s := ask.Step{Protocol: ID, Message: ruleRequest.Name, Parts: ask.PartRules, Ends: ask.EndsAtOnce, StartAfter: 1,
			DependsOn: 1, Enabled: wants(ask.PartRules)}
		if k > 0 {
			s.StartAfter, s.DependsOn = len(p.Steps), len(p.Steps)
			s.SkipIf, s.Prepare = noMoreRules, func(q *ask.Query, _ *ask.Ask, before *wire.Message) {
				ask.CopyDetails[Query](q).Rule = textOf(before, &rule[1])
			}
		}
		p.Steps = append(p.Steps, s)
	}
	return p
}

func wants(part ask.Parts) func(*ask.Ask, ask.Parts) bool {
	return func(a *ask.Ask, p ask.Parts) bool { return a.Wants(part, true) }
}

// textOf returns the text of a field, "" where it is missing.
func textOf(m *wire.Message, d *wire.FieldDef) string {
	if m != nil {
		if i := m.Find(d.Key, 0); i >= 0 {
			b := m.Bytes(i)
			return string(b[:len(b)-int(m.Fields[i].Trail)])
		}
	}
	return ""
}

// noMoreRules reports whether the last rule reply has no rule.
func noMoreRules(got []*wire.Message) bool {
	for i := len(got) - 1; i >= 0; i-- {
		if got[i].Info == &ruleReply || got[i].Info == &endReply {
			return textOf(got[i], &rule[1]) == ""
		}
	}
	return true
}

// A Query holds the details of a request.
type Query struct {
	Game   string // server info request: "" for QUAKE
	Player uint8  // player info request: which one, from 0
	Rule   string // rule info request: the one before, "" for the first
}

// AppendRequest builds a request.
func AppendRequest(dst []byte, q *ask.Query) ([]byte, error) {
	d := ask.DetailsOf[Query](q.Details)
	at := len(dst)
	dst = append(dst, mark+"\x00\x00"...)
	switch q.Message {
	case "", infoRequest.Name:
		game := d.Game
		if game == "" {
			game = quake
		}
		dst = append(append(append(dst, 2), game...), 0, max(versions[game], versions[quake]))
	case playerRequest.Name:
		dst = append(dst, 3, d.Player)
	case ruleRequest.Name:
		dst = append(append(append(dst, 4), d.Rule...), 0)
	default:
		return dst[:at], ask.ErrNoSuchRequest
	}
	return measure(dst, at)
}

// measure puts the length of the packet that begins at into it.
func measure(b []byte, at int) ([]byte, error) {
	n := len(b) - at
	if n > mostSize {
		return b[:at], ask.QueryError("its text is too long for a control packet")
	}
	b[at+2], b[at+3] = byte(n>>8), byte(n)
	return b, nil
}

// Client describes how servers are queried.
var Client = exchange.Client{Protocol: Protocol, AppendRequest: AppendRequest, Accepts: ask.IsDetails[Query],
	Settings: settings, Plans: []*ask.Plan{&Plan, &PlanHexen}}

func settings() []ask.Setting {
	return []ask.Setting{
		ask.Text("game", "server info request: QUAKE or HEXENII; default QUAKE", hexen,
			func(q *Query) *string { return &q.Game }),
		ask.Number("player", "player info request: its number; default 0", "1", func(q *Query) *uint8 { return &q.Player }),
		ask.Text("rule", "rule info request: the rule before; default none, for the first", "fraglimit",
			func(q *Query) *string { return &q.Rule }),
	}
}

// Server describes what servers reply.
var Server = exchange.Server{ID: ID, Replies: replies, Games: &Games, Examples: &Examples}

// Keys: a version or a password is no rule.
var Keys answer.RuleKeys

// Games are the games whose servers answer this protocol first.
var Games = []answer.Game{
	{Name: "netquake", Title: "Quake", GamePort: 26000, Keys: &Keys,
		Services: []answer.Service{{Protocol: ID, Port: 26000}}},
	{Name: "hexen2", Title: "Hexen II", GamePort: 26900, Keys: &Keys,
		Services: []answer.Service{{Protocol: ID, Port: 26900}}},
}

// Examples are their simulated servers.
var Examples = []answer.Example{
	{Game: "netquake", Name: "Rook Yard", Most: 8, Maps: []string{"dm1", "dm2", "dm5"},
		Rules: []wire.Rule{{Key: "sv_gravity", Value: "800"}, {Key: "fraglimit", Value: "20"},
			{Key: "timelimit", Value: "15"}}, Extra: []wire.Rule{{Key: "Colours", Value: "68"}, {Key: "Seconds", Value: "+"}}},
	{Game: "hexen2", Alone: true, Name: "Mill Court", Most: 8, Maps: []string{"village1", "village3"},
		Rules: []wire.Rule{{Key: "sv_gravity", Value: "800"}}, Extra: []wire.Rule{{Key: "Seconds", Value: "+"}}},
}

// replies answers a request.
func replies(w *answer.Writer, question *wire.Message) {
	s, b := w.Status, []byte(mark+"\x00\x00")
	text := func(v string) { b = append(append(b, bytesOf(v)...), 0) }
	switch question.Info {
	case &connectRequest:
		b = append(b, 0x82)
		text("Server is full.\n")
	case &infoRequest:
		b = append(b, 0x83)
		text("0.0.0.0:" + strconv.Itoa(int(w.QueryPort)))
		text(s.Name.Value)
		text(s.Map.Value)
		b = append(b, byte(answer.Clamp(answer.PlayerCount(s), 0, 255)), byte(answer.Clamp(s.MaxPlayers, 0, 255)),
			versions[textOf(question, &client[0])])
	case &playerRequest:
		n := len(s.PlayerList)
		if i := question.Find(number[0].Key, 0); i >= 0 {
			n = min(n, int(question.Fields[i].Value))
		}
		if n == len(s.PlayerList) {
			w.Err = answer.ErrNotApplicable
			return
		}
		p := &s.PlayerList[n]
		extra := func(d *wire.FieldDef) string { v, _ := answer.ExtraValue(p.Extra, d.Name); return v }
		b = append(b, 0x84, byte(n))
		text(p.Name.Value)
		b = wire.AppendLE32(b, uint32(answer.NumberOr(extra(&player[3]), 0)))
		b = wire.AppendLE32(b, uint32(answer.Clamp(p.Score, -1<<31, 1<<31-1)))
		b = wire.AppendLE32(b, uint32(answer.NumberOr(extra(&player[5]), 0)))
		text(extra(&player[6]))
	case &ruleRequest:
		b = append(b, 0x85)
		if r := after(answer.StatusRules(s, &Keys), textOf(question, &previous[0])); r != nil {
			text(r.Key)
			text(r.Value)
		}
	default:
		w.Err = answer.ErrNoRequest
		return
	}
	if b, err := measure(b, 0); err == nil {
		w.Send(b)
	}
}

// bytesOf returns s as it is sent: short enough for a packet with two more texts.
func bytesOf(s string) string {
	b := answer.AppendReplyBytes(nil, answer.ReplyText(s))
	return string(b[:min(len(b), 250)])
}

// after returns the rule that follows the one with a key, the first for "", and nil for none.
// Later rules with the same key cannot be queried.
func after(rules []wire.Rule, key string) *wire.Rule {
	seen := map[string]bool{"": true}
	found := key == ""
	for i := range rules {
		k := bytesOf(rules[i].Key)
		if found && !seen[k] {
			return &rules[i]
		}
		found = found || k == key
		seen[k] = true
	}
	return nil
}
