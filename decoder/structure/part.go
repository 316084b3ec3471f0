package structure

// A shape says how the end of a part follows from its beginning.
type shape uint8

const (
	fixed      shape = iota // size bytes
	compact                 // a varint
	prefixed                // a length, then as many bytes
	terminated              // bytes up to a terminator, which belongs to it
	referred                // as many bytes as an earlier field has in it
	rest                    // all bytes but the last few
	records                 // a list
	listed                  // a count, then a list
	ended                   // a list up to an empty text
)

// A part is a hypothesis: the layout of the bytes from one place to the next,
// in all packets.
type part struct {
	typ   Type
	shape shape
	raw   bool // no hypothesis: one byte that nothing explains
	size  int  // of a fixed part, or of the length or count before others, 0 for a varint
	order Order
	neg   bool // the number is signed
	rel   relation

	add   int  // prefixed, referred: bytes = value*unit + add
	unit  int  // bytes that the length counts as one
	still int  // prefixed: bytes of a text that is the same in all packets, with its length; 0 for others
	nul   int  // bytes of the terminator that the length does not count
	term  byte // terminated by
	crlf  bool // the terminator follows a CR
	wide  Order
	text  bool // what follows the length is text
	utf8  bool // and is UTF-8, some of it no ASCII
	tail  int  // rest, records to the end: bytes that are left
	from  int  // referred: offset of the length
	list  template
	inner *Kind  // what its records are divided into, nil where that is not known
	pack  string // format of compression

	key    []byte // of XOR
	form   *textForm
	refers int  // the later part that the number counts or measures, 0 for none
	refAdd int  // what is added to the number
	offset bool // the number is where the part begins

	name   string // that a person gave
	marked bool   // a person said what it is
	filler bool   // in place of what is not accepted

	save     float64 // bits that it explains, less what it takes to say it
	evidence float64 // bits that chance would have to get right
	rival    Type    // the second best reading of the same bytes
	second   float64 // what that would save
	hasRival bool
}

// A relation says what the value of a fixed part follows from.
type relation struct {
	kind   relationKind
	lo, hi uint64   // inRange
	values []uint64 // oneOf
	bytes  []byte   // same
	seq    int      // steps: the sequence in which it counts
	step   int64    // steps: exact if not 0
	at     int      // repeats: offset in the packet before, from the back where negative
	scale  int      // ofLength: bytes that one counts as
	add    int      // ofLength: what is added to it to be the length
	whole  bool     // ofLength: of the packet, else of what follows the field
	clock  *clock
	off    int64 // clock: of the first value, for what has no epoch
	dst    bool  // endpoint
	sum    *algorithm
	begin  int  // checksum: the first byte that is covered
	end    int  // checksum: the end of what is covered from the front of the field, or from the back of the packet
	after  bool // checksum: what is covered follows the field
	around bool // checksum: all of the packet, the field taken as zeros
}

type relationKind uint8

const (
	none relationKind = iota
	same
	inRange
	oneOf
	bitsOf
	steps
	rises
	repeats
	ofLength
	clocked
	endpoint
	floating
	checks
)

// overhead are the bits that it takes to say that there is a part, and of which
// type it is.
const overhead = 8

// A template is the layout of a record: parts of which each is either so many
// bytes or one text.
type template struct {
	elems [4]elem
	n     int
	size  int  // of a record without texts
	until bool // an empty text in place of a record ends the list
}

// head returns the bytes of a record up to the end of the length in elem k, of which no text precedes.
func (t *template) head(k int) (n uint8) {
	for i := range k + 1 {
		n += t.elems[i].size
	}
	return n
}

type elem struct {
	shape shape // fixed, terminated or prefixed
	size  uint8
	order Order
	blob  bool // after a length: any bytes
	whole bool // the length counts what the record has before it, and itself
}
