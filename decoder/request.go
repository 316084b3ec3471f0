package decoder

import (
	"fragscope/decoder/ask"
	"fragscope/decoder/wire"
)

// Requests returns the names of the requests of p that can be built, as
// Query.Message takes them.
func Requests(p wire.ProtocolID) []string {
	var names []string
	for _, m := range DocsOf(p).Messages {
		if m.Direction == wire.Request && !m.DecodeOnly && m.Name != "request" {
			names = append(names, m.Name)
		}
	}
	return names
}

// AppendRequest appends the bytes of the request that q describes.
func AppendRequest(dst []byte, q *ask.Query) ([]byte, error) {
	build := ClientOf(q.Protocol).AppendRequest
	if build == nil {
		return dst, ask.QueryError("protocol " + q.Protocol.String() + " has no requests")
	}
	if q.Details != nil && !Takes(q.Protocol, q.Details) {
		return dst, ask.QueryError("the details are not those of protocol " + q.Protocol.String())
	}
	b, err := build(dst, q)
	if err == ask.ErrNoSuchRequest {
		err = noSuchRequest(q)
	}
	return b, err
}

// Takes reports whether details are those of requests of p.
func Takes(p wire.ProtocolID, details any) bool {
	accepts := ClientOf(p).Accepts
	return accepts != nil && accepts(details)
}

// noSuchRequest lists the requests that exist.
func noSuchRequest(q *ask.Query) error {
	s := "protocol " + q.Protocol.String() + " has no " + q.Message + "; it has"
	sep := " "
	for _, n := range Requests(q.Protocol) {
		s += sep + n
		sep = ", "
	}
	return ask.QueryError(s)
}
