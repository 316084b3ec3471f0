// Package exchange defines how a protocol's requests and replies are built: what
// a client sends, and what a server answers.
package exchange

import (
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/wire"
)

// A Client is how the servers of one protocol are queried. All members but ID and
// AppendRequest are optional. It is separate from [wire.Protocol], and from [Server],
// so that a program links what it uses.
type Client struct {
	ID wire.ProtocolID
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
	// Check detects damage in replies that no problem of theirs reports.
	Check ask.Check
}

// A Server is what the servers of one protocol reply. All members but ID are
// optional.
type Server struct {
	ID wire.ProtocolID
	// Replies sends what a server answers to a request. Masters have sessions
	// instead.
	Replies func(w *answer.Writer, request *wire.Message)
	// Replay ties recorded replies to the requests of another client.
	Replay answer.Replay
	// Games are those whose servers answer this protocol first, the one that
	// represents it first; Examples are their simulated servers. They are pointers
	// so that a program that does not use them does not initialize them.
	Games    *[]answer.Game
	Examples *[]answer.Example
}
