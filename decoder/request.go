package decoder

import (
	"fragscope/decoder/ask"
	"fragscope/decoder/wire"
)

// Requests returns the names of the requests of p that can be built, as
// Query.Message takes them.
func Requests(p wire.ProtocolID) []string { return Descriptor(p).Requests() }

// AppendRequest appends the bytes of the request that q describes.
func AppendRequest(dst []byte, q *ask.Query) ([]byte, error) {
	return ClientOf(q.Protocol).Append(dst, q)
}

// Takes reports whether details are those of requests of p.
func Takes(p wire.ProtocolID, details any) bool { return ClientOf(p).Takes(details) }
