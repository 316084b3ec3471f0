package ase

import (
	"fragscope/decoder/ask"
	"fragscope/decoder/exchange"
	"fragscope/decoder/wire"
)

// Plan says how a server is queried: everything is in one datagram.
var Plan = ask.Plan{
	Name: "ase", Title: "everything in one datagram", Protocol: ID, Probes: []string{queryRequest},
	Steps: []ask.Step{{Protocol: ID, Message: queryRequest, Ends: ask.EndsAtOnce}},
}

func AppendRequest(dst []byte, q *ask.Query) ([]byte, error) {
	for i := range requests {
		if q.Message == "" || q.Message == requests[i].Name {
			return append(dst, letters[i]), nil
		}
	}
	return dst, ask.ErrNoSuchRequest
}

// MatchKey ties a reply to its request by the kind alone: nothing is repeated.
func MatchKey(m *wire.Message) wire.MatchKey {
	t := wire.MatchKey{SingleDatagram: true}
	switch m.Info {
	case &requests[0], &replies[0]:
		t.Subjects = 1
	case &requests[1], &requests[2], &replies[1]:
		t.Subjects = 2
	case &requests[3], &replies[2]:
		t.Subjects = 4
	}
	return t
}

var Client = exchange.Client{
	Protocol:      Protocol,
	AppendRequest: AppendRequest,
	Plans:         []*ask.Plan{&Plan},
}

var Server = exchange.Server{
	ID:       ID,
	Replies:  Replies,
	Games:    &Games,
	Examples: &Examples,
}
