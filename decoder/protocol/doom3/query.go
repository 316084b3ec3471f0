package doom3

import (
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/exchange"
	"fragscope/decoder/wire"
)

// Plan says how a server is queried: its info has everything.
var Plan = ask.Plan{
	Name: "doom3", Title: "info in one datagram", Protocol: ID,
	Probes: []string{infoRequest.Name}, Steps: []ask.Step{{Protocol: ID, Message: infoRequest.Name}}}

// PlanWars is Plan for Enemy Territory: Quake Wars, whose extended info has the
// players' statistics.
var PlanWars = ask.Plan{
	Name: "etqw", Title: "extended info of Quake Wars in one datagram", Protocol: ID,
	Probes: []string{extendedRequest.Name}, Steps: []ask.Step{{Protocol: ID, Message: extendedRequest.Name}}}

// A Query holds the details of a server list request.
type Query struct {
	Version uint32 // network protocol, the major number in the upper 16 bits; 0 for that of Doom 3 1.3.1
	Game    string // directory of the mod, "" for the game itself
	Filter  uint32 // bits 0 and 1 password, 2 and 3 players, 4 and 5 game type
}

func Settings() []ask.Setting {
	return []ask.Setting{
		ask.ID("id", 4),
		ask.Text("game", "server list request: directory of the mod; default none", "d3xp",
			func(d *Query) *string { return &d.Game }),
		ask.Number("query-protocol", "server list request: network protocol, 65536 times the major number and the minor; "+
			"default 65577 for 1.41", "131157", func(d *Query) *uint32 { return &d.Version }),
		ask.Number("filter", "server list request: 1 password, 2 no password, 4 not full, 8 neither full nor empty, 16 "+
			"deathmatch, 32 tourney, 48 team deathmatch; default 0", "4",
			func(d *Query) *uint32 { return &d.Filter }),
	}
}

// newest is the network protocol of Doom 3 1.3.1.
const newest = 1<<16 | 41

func AppendRequest(dst []byte, q *ask.Query) ([]byte, error) {
	switch q.Message {
	case "", infoRequest.Name:
		return append(append(dst, mark+"getInfo\x00"...), q.ID[:4]...), nil
	case extendedRequest.Name:
		return append(append(dst, mark+"getInfoEx\x00"...), q.ID[:8]...), nil
	case serversRequest.Name:
		d := ask.DetailsOf[Query](q.Details)
		if d.Version == 0 {
			d.Version = newest
		}
		dst = wire.AppendNumber(append(dst, mark+"getServers\x00"...), wire.KindU32LE, uint64(d.Version))
		return append(append(append(dst, answer.ReplyText(d.Game)...), 0), byte(d.Filter)), nil
	}
	return dst, ask.ErrNoSuchRequest
}

// MatchKey ties an info reply to the request whose first four bytes it repeats.
func MatchKey(m *wire.Message) wire.MatchKey {
	t := m.TopicKey()
	switch m.Info {
	case &infoRequest, &infoReply, &extendedRequest, &extendedReply:
		if at := repeatedAt(m); at > 0 {
			t.ID, t.HasID = wire.ReadNumber(wire.KindU32LE, m.PayloadBytes()[at:]), true
		}
	}
	return t
}

// repeatedAt returns where the bytes are that the reply repeats, 0 for nowhere.
func repeatedAt(m *wire.Message) int {
	p := m.PayloadBytes()
	if at := len(mark) + len(word(p[min(len(mark), len(p)):])) + 1; len(p) >= at+4 {
		return at
	}
	return 0
}

// word returns the letters at the start of b.
func word(b []byte) []byte {
	n := 0
	for n < len(b) && wire.BeginsLetter(b[n]) {
		n++
	}
	return b[:n]
}

// PatchID puts what the request wants repeated into a copy of reply: four bytes,
// of Quake Wars eight.
func PatchID(dst []byte, reply, request *wire.Message, _ uint32) []byte {
	from, n := 0, 4
	if request != nil {
		from = repeatedAt(request)
		if reply.Find(head[headTask].Key, 0) >= 0 && request.Find(head[headTask].Key, 0) >= 0 {
			n = 8
		}
	}
	return answer.AppendWithID(dst, reply, request, repeatedAt(reply), from, n)
}

// Canonicalize: what is to be repeated is different each time.
func Canonicalize(p []byte, m *wire.Message) []byte {
	if at := repeatedAt(m); at > 0 && (m.Info == &infoRequest || m.Info == &extendedRequest) {
		answer.ClearRange(p, at, len(p)-at)
	}
	return p
}

var Client = exchange.Client{Protocol: Protocol, AppendRequest: AppendRequest, Accepts: ask.IsDetails[Query],
	Settings: Settings, Plans: []*ask.Plan{&Plan, &PlanWars}}

var Server = exchange.Server{ID: ID, Replies: Replies,
	Replay: answer.ReplayRules{PatchID: PatchID, Canonicalize: Canonicalize}, Games: &Games, Examples: &Examples}
