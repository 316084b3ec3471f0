package mumble

import (
	"fragscope/decoder/ask"
	"fragscope/decoder/exchange"
)

// Plan says how a server is queried: one ping, whatever is wanted.
var Plan = ask.Plan{
	Name: "mumble", Title: "ping", Protocol: ID,
	Probes: []string{"ping request"}, Steps: []ask.Step{{Protocol: ID, Message: "ping request", Parts: ask.PartInfo}}}

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

var Client = exchange.Client{Protocol: Protocol, AppendRequest: AppendRequest, Settings: Settings,
	Plans: []*ask.Plan{&Plan}}

var Server = exchange.Server{ID: ID, Replies: Replies, Games: &Games, Examples: &Examples}
