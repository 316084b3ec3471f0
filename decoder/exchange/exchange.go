// Package exchange defines how a protocol's requests and replies are built: what
// a client sends, and what a server answers.
package exchange

import (
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/wire"
	"fragscope/decoder/wire/protocol"
)

// A Protocol is how the exchanges of one protocol are made. It is separate from
// [wire.Protocol] because a program that only decodes does not link it. All
// members are optional but the ID.
type Protocol struct {
	ID protocol.ID

	// AppendRequest appends the request that q describes.
	AppendRequest func(dst []byte, q *ask.Query) ([]byte, error)
	// Accepts reports whether details are those of its requests; nil when they
	// have none.
	Accepts func(details any) bool
	// Settings lists the details that a user may give.
	Settings func() []ask.Setting
	// Plans are how a server is queried, the usual one first.
	Plans []*ask.Plan
	// Broadcasts find servers on a local network.
	Broadcasts []ask.Call
	// Check detects damage in replies besides their problems.
	Check ask.Check

	// Replies sends what a server answers to a request. Masters have sessions
	// instead.
	Replies func(w *answer.Writer, request *wire.Message)
	// Replay ties recorded replies to the requests of another client.
	Replay answer.Replay
	// Games are those whose servers answer this protocol first, the one that
	// represents it first; Examples are their simulated servers.
	Games    []answer.Game
	Examples []answer.Example
}
