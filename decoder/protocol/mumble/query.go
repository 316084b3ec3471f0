package mumble

import (
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/exchange"
	"fragscope/decoder/wire"
)

// Plan says how a server is queried: one ping, whatever is wanted.
var Plan = ask.Plan{
	Name: "mumble", Title: "ping", Protocol: ID, Probes: []string{"ping request"},
	Steps: []ask.Step{{Protocol: ID, Message: "ping request", Parts: ask.PartInfo, Ends: ask.EndsAtOnce}},
}

func Settings() []ask.Setting { return []ask.Setting{ask.ID("id", idSize)} }

// AppendRequest builds a ping. An identifier of zeros, which nobody sends, becomes
// one that can be told from chance.
func AppendRequest(dst []byte, q *ask.Query) ([]byte, error) {
	if q.Message != "" && q.Message != pingRequest.Name {
		return dst, ask.ErrNoSuchRequest
	}
	id := q.ID
	if id == [idSize]byte{} {
		id[idSize-1] = 1
	}
	return append(append(dst, 0, 0, 0, 0), id[:]...), nil
}

// MatchKey ties a reply to the request whose identifier it repeats.
func MatchKey(m *wire.Message) wire.MatchKey {
	t := wire.MatchKey{Subjects: 1, SingleDatagram: true}
	for i := range m.Fields {
		if d := m.Fields[i].Def; d == &ping[identifier] || d == &pong[identifier] {
			t.ID, t.HasID = wire.Hash(0, m.Bytes(i)), true
		}
	}
	return t
}

// PatchID puts the identifier of request into a copy of reply.
func PatchID(dst []byte, reply, request *wire.Message, _ uint32) []byte {
	return answer.AppendWithID(dst, reply, request, 4, 4, idSize)
}

// Canonicalize: the identifier is different each time.
func Canonicalize(p []byte, _ *wire.Message) []byte {
	answer.ClearRange(p, 4, idSize)
	return p
}

var Client = exchange.Client{
	Protocol:      Protocol,
	AppendRequest: AppendRequest,
	Settings:      Settings,
	Plans:         []*ask.Plan{&Plan},
}

var Server = exchange.Server{
	ID:       ID,
	Replies:  Replies,
	Replay:   answer.ReplayRules{PatchID: PatchID, Canonicalize: Canonicalize},
	Games:    &Games,
	Examples: &Examples,
}
