package structure

import "fragscope/decoder/wire"

// A Datagram is a payload with what is known about how it was sent. Only Data
// is required.
type Datagram struct {
	Data      []byte
	Direction wire.Direction
	Time      int64 // capture time, nanoseconds since 1970-01-01 UTC; 0 is unknown
	Src, Dst  Endpoint
	Flow      int // datagrams of one flow have the same number; 0 is unknown
	Request   int // of a reply: the number of the datagram that it answers, counted from 1; 0 is unknown
}

// An Endpoint is an address of 4 or 16 bytes, nil if unknown, and a port, 0 if unknown.
type Endpoint struct {
	Addr []byte
	Port uint16
}

// Options are what the package must be given, because it knows no protocol and
// links no decompressor.
type Options struct {
	// Unpack decompresses at most max bytes of a stream of the named format
	// ("zlib", "gzip", "bzip2", "LZ4" or "zstd"). Nil, or an error, leaves it
	// packed.
	Unpack func(format string, p []byte, max int) ([]byte, error)
	// Kin describes what a datagram has in common with known protocols, "" for
	// nothing. Nil asks nothing.
	Kin func(p []byte) string
}

// A Type says what a range of bytes is.
type Type uint8

// The types of findings.
const (
	Constant   Type = iota // the same bytes in all packets of the kind
	Enum                   // one of few values
	Counter                // changes by the same step, or rises by small steps, from packet to packet
	Random                 // changes without a rule: an id, a challenge, or a value that nothing here explains
	Echo                   // repeats bytes of the packet before it from the other side
	Timestamp              // rises with time
	Address                // an address of the packet
	Port                   // a port of the packet
	Length                 // counts bytes of the packet, or is an offset in it
	Count                  // counts records that follow, or is a number in a narrow range
	String                 // one text
	Text                   // several lines, or keys and values with delimiters
	Float                  // IEEE 754
	Flags                  // bits that vary independently
	Checksum               // computed from other bytes of the packet
	Compressed             // a stream of a known compression format
	Encrypted              // no byte is likelier than another, or text under a short XOR key
	Records                // a list of parts of the same layout
	typeCount
)

var typeNames = [typeCount]string{
	"constant", "enum", "counter", "random", "echo", "timestamp", "address", "port", "length", "count",
	"string", "text", "float", "flags", "checksum", "compressed", "encrypted", "records",
}

func (t Type) String() string { return typeNames[min(t, typeCount-1)] }

// An Order is the byte order of a number.
type Order uint8

// The byte orders. A single byte and what is no number have none.
const (
	NoOrder Order = iota
	LittleEndian
	BigEndian
)

func (o Order) String() string { return [...]string{"", "le", "be"}[o] }

// A Result is what was found in a set of datagrams.
type Result struct {
	Kinds []Kind
}

// A Kind is a set of datagrams with the same layout.
type Kind struct {
	Packets  []int          // in ascending order, counted from 0
	By       []Mark         // what tells the kind from others
	From     wire.Direction // if all its datagrams have the same
	Findings []Finding      // the surest first
	Kin      []string       // what Options.Kin returned, each once
	layout   []part
	accepted map[int]string // parts with their names; nil: nothing was decided, so all count
}

// A Mark is a value at a place that tells kinds apart.
type Mark struct {
	Offset int
	Value  byte
}

// A Finding says what a range of bytes is, in all packets of a kind.
type Finding struct {
	// Offset is counted from the front where the part always begins at the same
	// place, from the back where it is negative. Otherwise it is the offset in
	// the first packet of the kind.
	Offset int
	Length int // bytes, 0 where it varies
	// After is the finding, by its index, that ends where this one begins, for a
	// part whose offset is constant neither from the front nor from the back; -1
	// for others.
	After    int
	Type     Type
	Order    Order
	Of       string    // what a length, count, echo or checksum refers to; the format of others
	Holds    int       // packets in which it is true
	Seen     int       // packets of the kind
	Chance   float64   // estimate of the probability that bytes without meaning would satisfy it as well, 0 to 1
	Excludes []string  // what else the same bytes can be read as, less likely
	Text     string    // one sentence
	Inner    []Finding // of records: the parts of one; of compressed or encrypted: what is in it
	Part     int       // its part of the layout, counted from the front
	Accepted bool      // by [Result.Decide]
	Marked   bool      // by a person, not found
	Name     string    // that a person gave, "" for none
	Skip     int       // bytes between the beginning of that part and this range; 1 where their number varies
}
