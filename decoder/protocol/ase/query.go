package ase

import (
	"fragscope/decoder/ask"
	"fragscope/decoder/exchange"
)

// Plan says how a server is queried: everything is in one datagram.
var Plan = ask.Plan{
	Name: "ase", Title: "everything in one datagram", Protocol: ID,
	Probes: []string{queryRequest}, Steps: []ask.Step{{Protocol: ID, Message: queryRequest}}}

func AppendRequest(dst []byte, q *ask.Query) ([]byte, error) {
	for i := range requests {
		if q.Message == "" || q.Message == requests[i].Name {
			return append(dst, letters[i]), nil
		}
	}
	return dst, ask.ErrNoSuchRequest
}

var Client = exchange.Client{Protocol: Protocol, AppendRequest: AppendRequest, Plans: []*ask.Plan{&Plan}}

var Server = exchange.Server{ID: ID, Replies: Replies, Games: &Games, Examples: &Examples}
