// Package exchange defines how a protocol's requests and replies are built: what
// a client sends, and what a server answers.
package exchange

import (
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/wire"
	"strings"
)

// A Client is how the servers of one protocol are queried. All members but
// Protocol and AppendRequest are optional. It is separate from [wire.Protocol], and from [Server],
// so that a program links what it uses.
type Client struct {
	Protocol *wire.Protocol
	// AppendRequest appends the request that q describes.
	AppendRequest func(dst []byte, q *ask.Query) ([]byte, error)
	// Accepts reports whether details are those of its requests; nil when they
	// have none.
	Accepts func(details any) bool
	// Settings lists the details that a user may give.
	Settings func() []ask.Setting
	// Plans are how a server is queried, the usual one first.
	Plans []*ask.Plan
	// Size returns how many bytes the message has that b begins with, which came
	// from a server over TCP: 0 while that cannot be told, less than 0 where no
	// server sends b.
	Size func(b []byte) int
	// SRV names the DNS records that say on which host and port a server is, such
	// as "_minecraft._tcp"; "" for none.
	SRV string
	// Broadcasts find servers on a local network.
	Broadcasts []ask.Broadcast
}

// Append appends the bytes of the request that q describes.
func (c *Client) Append(dst []byte, q *ask.Query) ([]byte, error) {
	if c.AppendRequest == nil {
		return dst, ask.QueryError("protocol " + q.Protocol.String() + " has no requests")
	}
	if q.Details != nil && !c.Takes(q.Details) {
		return dst, ask.QueryError("the details are not those of protocol " + q.Protocol.String())
	}
	b, err := c.AppendRequest(dst, q)
	if err == ask.ErrNoSuchRequest {
		err = ask.QueryError("protocol " + q.Protocol.String() + " has no " + q.Message + "; it has " +
			strings.Join(c.Protocol.Requests(), ", "))
	}
	return b, err
}

// Takes reports whether details are those of its requests.
func (c *Client) Takes(details any) bool { return c.Accepts != nil && c.Accepts(details) }

// A Server is what the servers of one protocol reply. All members but ID are
// optional.
type Server struct {
	ID wire.ProtocolID
	// Replies sends what a server answers to a request. Masters have sessions
	// instead.
	Replies func(w *answer.Writer, request *wire.Message)
	// Replay ties recorded replies to the requests of another client.
	Replay answer.ReplayRules
	// Games are those whose servers answer this protocol first, the one that
	// represents it first; Examples are their simulated servers. They are pointers
	// so that a program that does not use them does not initialize them.
	Games    *[]answer.Game
	Examples *[]answer.Example
}
