package wire

// A Part is the position of a datagram in a reply of several.
type Part struct {
	Set      uint64 // the same for all parts of a reply: a query number, an echoed id
	Index    int    // from 0; -1 for a part outside the numbers
	Last     bool   // the reply ends with this part
	More     bool   // it says that others follow
	Numbered bool   // Index is known
}

// UnnumberedSet is the bit of the sets of answers without a query id.
const UnnumberedSet = 1 << 63

// Completeness says whether every part of a reply is there.
type Completeness uint8

// The states of completeness. Unreal2 replies have neither numbers nor an end
// marker, so it cannot be known (protocol/unreal2/SPEC.md#rules-reply).
const (
	CompletenessUnknown Completeness = iota
	Incomplete
	Complete
)

// MaxParts bounds the list of missing parts: a hostile number may say
// anything, and no real reply has more than 128 datagrams.
const MaxParts = 256
