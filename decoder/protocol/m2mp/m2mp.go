package m2mp

import (
	"strconv"

	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/exchange"
	"fragscope/decoder/wire"
)

const ID = "m2mp"

var (
	marks = [...]wire.FieldDef{
		{Key: "mark", Name: "Mark", Kind: wire.KindConst, Doc: "M2MP or M2Online; the whole request."},
		{Key: "password", Name: "Password needed", Kind: wire.KindU8, Role: wire.RolePassword, Symbols: &wire.YesNo},
	}
	info = [...]wire.FieldDef{
		{Key: "name", Name: "Server name", Kind: wire.KindText, Role: wire.RoleServerName, Counts: wire.LengthIncludesPrefix},
		{Key: "players", Name: "Players", Kind: wire.KindText, Role: wire.RolePlayers, Counts: wire.LengthIncludesPrefix},
		{Key: "max_players", Name: "Max players", Kind: wire.KindText, Role: wire.RoleMaxPlayers,
			Counts: wire.LengthIncludesPrefix},
		{Key: "mode", Name: "Game mode", Kind: wire.KindText, Role: wire.RoleGameType, Counts: wire.LengthIncludesPrefix},
	}
	player = [...]wire.FieldDef{
		{Key: "", Name: "Player", Kind: wire.KindGroup, Role: wire.RolePlayer},
		{Key: "name", Name: "Name", Kind: wire.KindText, Role: wire.RolePlayerName, Counts: wire.LengthIncludesPrefix},
		{Key: "ping", Name: "Ping", Kind: wire.KindText, Role: wire.RolePlayerPing, Counts: wire.LengthIncludesPrefix,
			Doc: "Milliseconds; Mafia 2 Online alone."},
		{Key: "end", Name: "End of the players", Kind: wire.KindText, Counts: wire.LengthIncludesPrefix,
			Doc: "An empty name."},
	}
)

var (
	request       = wire.NewRequest("info request", "Queries Mafia 2 Multiplayer.")
	onlineRequest = wire.NewRequest("M2Online info request", "Queries Mafia 2 Online.")
	reply         = wire.NewReply("info reply", "The server and its players.")
	onlineReply   = wire.NewReply("M2Online info reply", "The server and its players with their pings.")
)

var docs = wire.Define(wire.Docs{
	Spec:     "protocol/m2mp/SPEC.md",
	Messages: []*wire.MessageInfo{&request, &onlineRequest, &reply, &onlineReply},
	Sections: []wire.Section{
		{Prefix: "m2mp", Source: "#messages", Layouts: []wire.Layout{marks[:]}},
		{Prefix: "m2mp.info", Source: "#messages", Layouts: []wire.Layout{info[:]}},
		{Prefix: "m2mp.player", Source: "#messages", Layouts: []wire.Layout{player[:]}},
	},
})

var matching = wire.Matching{Topics: []wire.Topic{
	{Messages: []*wire.MessageInfo{&request, &reply}},
	{Messages: []*wire.MessageInfo{&onlineRequest, &onlineReply}},
}}

var Protocol = wire.NewProtocol(wire.Protocol{
	ID: ID, Datagrams: true, Docs: docs, Title: "Mafia II multiplayer query", Recognise: recognise, Decode: decode,
	Begins:   func(c byte) bool { return c == mark[0] },
	Matching: &matching,
	Doc: "Mafia 2 Multiplayer and Mafia 2 Online: a word asks, one datagram answers with texts after lengths that " +
		"count themselves.",
	Ports: []wire.Port{{Game: 27016, Offset: 1, Name: "Mafia 2 Multiplayer"},
		{Game: 27015, Offset: 1, Name: "Mafia 2 Online"}},
})

const (
	mark   = "M2MP"
	online = "M2Online"
)

// markOf returns which word p begins with, or is the beginning of.
func markOf(p []byte) string {
	if len(p) > 2 && p[2] == online[2] {
		return online
	}
	return mark
}

// recognise identifies messages by their word; a reply by the number of players, too
// (protocol/SPEC.md#identification).
func recognise(p []byte, _ *wire.Options) (wire.Direction, wire.Confidence) {
	word := markOf(p)
	switch {
	case len(p) < 3 || !wire.StartsLike(p, word):
		return wire.DirectionUnknown, wire.Unlikely
	case len(p) < len(word):
		return wire.Request, wire.Possible
	case len(p) == len(word):
		return wire.Request, wire.Certain
	}
	at := len(word) + int(p[len(word)])
	if at >= len(p) || p[len(word)] == 0 {
		return wire.Reply, wire.Possible
	}
	end := at + int(p[at])
	if end > len(p) || p[at] < 2 {
		return wire.Reply, wire.Possible
	}
	if _, ok := wire.ParseDecimal(p[at+1 : end]); ok {
		return wire.Reply, wire.Certain
	}
	return wire.DirectionUnknown, wire.Unlikely
}

func decode(r *wire.Reader, dir wire.Direction) {
	word := markOf(r.Rest())
	messages := [...]*wire.MessageInfo{&request, &reply}
	if word == online {
		messages = [...]*wire.MessageInfo{&onlineRequest, &onlineReply}
	}
	if dir == wire.Request || dir == wire.DirectionUnknown && r.Left() <= len(word) {
		r.SetMessage(messages[0])
		r.Constant(&marks[0], word)
		return
	}
	r.SetMessage(messages[1])
	r.Constant(&marks[0], word)
	for i := range info {
		r.PrefixedString(&info[i], wire.KindU8)
	}
	r.Field(&marks[1])
	for n := 0; r.More(); n++ {
		if r.Peek(0) <= 1 {
			r.PrefixedString(&player[3], wire.KindU8)
			return
		}
		g := r.Begin(&player[0], n)
		r.PrefixedString(&player[1], wire.KindU8)
		if word == online {
			r.PrefixedString(&player[2], wire.KindU8)
		}
		r.Done(g)
	}
}

// Plan says how a server is queried; PlanOnline, one of Mafia 2 Online.
var (
	Plan = ask.Plan{
		Name: ID, Title: "info and players of Mafia 2 Multiplayer", Protocol: ID,
		Probes: []string{request.Name}, Steps: []ask.Step{{Protocol: ID, Message: request.Name}}}
	PlanOnline = ask.Plan{
		Name: "m2online", Title: "info and players of Mafia 2 Online", Protocol: ID,
		Probes: []string{onlineRequest.Name}, Steps: []ask.Step{{Protocol: ID, Message: onlineRequest.Name}}}
)

func AppendRequest(dst []byte, q *ask.Query) ([]byte, error) {
	switch q.Message {
	case "", request.Name:
		return append(dst, mark...), nil
	case onlineRequest.Name:
		return append(dst, online...), nil
	}
	return dst, ask.ErrNoSuchRequest
}

var Client = exchange.Client{Protocol: Protocol, AppendRequest: AppendRequest, Plans: []*ask.Plan{&Plan, &PlanOnline}}

var Server = exchange.Server{ID: ID, Replies: replies, Games: &Games, Examples: &Examples}

// Keys: there are no rules.
var Keys answer.RuleKeys

var Games = []answer.Game{{Name: "m2mp", Title: "Mafia 2 Multiplayer", GamePort: 27016, Keys: &Keys,
	Services: []answer.Service{{Protocol: ID, Port: 27017}}}}

var Examples = []answer.Example{{Game: "m2mp", Name: "Empire Quay", Title: "freeroam", Most: 64,
	Maps: []string{"Empire Bay", "Dipton"}}}

// replies answers a request.
func replies(w *answer.Writer, question *wire.Message) {
	s, word := w.Status, mark
	switch question.Info {
	case &request:
	case &onlineRequest:
		word = online
	default:
		w.Err = answer.ErrNoRequest
		return
	}
	b := append([]byte(nil), word...)
	for _, text := range [...]string{s.Name.Value, count(answer.PlayerCount(s)), count(s.MaxPlayers), s.GameType.Value} {
		b = appendText(b, text)
	}
	if b = append(b, 0); s.Password.Value {
		b[len(b)-1] = 1
	}
	for i := range s.PlayerList {
		p := &s.PlayerList[i]
		if p.Name.Value == "" {
			continue // would end the list
		}
		if b = appendText(b, p.Name.Value); word == online {
			b = appendText(b, count(p.Ping))
		}
	}
	w.Send(b)
}

func count(v wire.Opt[int64]) string { return strconv.FormatInt(answer.Clamp(v, 0, 1<<31-1), 10) }

// appendText appends s after a length that counts itself.
func appendText(b []byte, s string) []byte {
	at := len(b)
	b = answer.AppendReplyBytes(append(b, 0), answer.ReplyText(s))
	b = b[:min(len(b), at+255)]
	b[at] = byte(len(b) - at)
	return b
}
