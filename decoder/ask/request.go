package ask

import "fragscope/decoder/wire"

// A Query describes a request to be built.
type Query struct {
	Protocol wire.ProtocolID
	Message  string  // name of the request, such as "server info request"; "" for the one with the most complete answer
	ID       [8]byte // what the reply repeats, where the protocol has that; the first four where it has only four
	Address  [4]byte // of the server, where the protocol has it in requests; zero for unknown
	Port     uint16  // of the server, likewise
	Details  any     // the protocol's own, such as *ugp.Query; nil for what a typical client sends
}

// DetailsOf returns the details of type T, those of one protocol; the zero value when
// there are none.
func DetailsOf[T any](details ...any) T {
	for _, d := range details {
		if d, ok := d.(*T); ok && d != nil {
			return *d
		}
	}
	var none T
	return none
}

// CopyDetails returns the details of q for a protocol to change. They are a copy.
func CopyDetails[T any](q *Query) *T {
	d := DetailsOf[T](q.Details)
	q.Details = &d
	return &d
}

// IsDetails reports whether details are of type *T.
func IsDetails[T any](details any) bool {
	_, ok := details.(*T)
	return ok
}

// A QueryError says why a request cannot be built.
type QueryError string

func (e QueryError) Error() string { return string(e) }

// ErrNoSuchRequest is what a protocol returns for a Query.Message that it does
// not know; the caller gets noSuchRequest instead.
const ErrNoSuchRequest = QueryError("no such request")
