package capture

import (
	"errors"
	"fmt"
	"io"
	"net/netip"

	"fragscope/decoder"
	"fragscope/decoder/frame"
)

// Options say how to read a capture. The zero value is the usual choice.
type Options struct {
	// bytes that a compressed file may unpack to, 0 for any number; past it, reading fails with [ErrLimit]
	Limit int64
	Name  string // file name, for messages
	// gets the bytes of the file as they are unpacked, nil for none; not called for a file that is not compressed
	Unpacked io.Writer
	Before   int64 // number of packets before the first, of a source that begins in the middle of a file
	Time     int64 // of the packet before the first
}

// ErrLimit says that a compressed file unpacks to more than [Options.Limit].
var ErrLimit = errors.New("the file unpacks to more bytes than are allowed")

// A Packet is one captured packet. What a [Reader] returns is valid until the
// next call of [Reader.Next], and so are its slices.
type Packet struct {
	Number   int64  // from 1
	Time     int64  // nanoseconds since 1970-01-01 UTC; that of the packet before without HasTime
	HasTime  bool   // pcapng's simple packet blocks have no time
	Data     []byte // what was captured, from the link layer's header on
	OrigLen  int    // bytes on the wire; more than len(Data) when the packet was cut
	LinkType int    // LINKTYPE_ number, -1 when the file does not say
	// the same for the decoder; LinkAuto when the file does not say, LinkNone for kinds of link that it cannot read
	Link      decoder.Link
	Interface int            // index in [Reader.Interfaces], -1 when the file does not say
	Offset    int64          // where its record or block begins in the (uncompressed) file
	DataAt    int64          // where Data begins in the (uncompressed) file
	Flags     uint32         // pcapng epb_flags: 1 in the two lowest bits inbound, 2 outbound; 0 unknown
	Networks  []netip.Prefix // of the interface; see [Interface]
	Comments  [][]byte       // opt_comment, UTF-8 unless the writer violates the format
}

// An Interface is where packets were captured.
type Interface struct {
	LinkType    int    // LINKTYPE_ number
	SnapLen     int    // bytes kept of each packet, 0 for all
	Name        string // "eth0"
	Description string
	OS          string
	Comment     string
	TSResol     byte   // as in pcapng: 6 for microseconds, 9 for nanoseconds, 80 hex + n for 2^-n s
	TSOffset    int64  // seconds to add to every time
	FCSLen      int    // bytes of frame check sequence at the end of each packet
	Section     int    // section of the file, from 1
	Received    uint64 // packets that the capturing host says it received, 0 unknown
	Dropped     uint64 // packets that it says it dropped

	Networks []netip.Prefix // IPv4 addresses of the interface with their masks
}

// A Name is a record of name resolution.
type Name struct {
	Addr netip.Addr
	Name string
}

// A Section describes a section of pcapng; pcap has one without texts.
type Section struct {
	BigEndian   bool
	Hardware    string
	OS          string
	Application string
	Comment     string
}

// Stats count what was read so far.
type Stats struct {
	Packets  int64
	Bytes    int64 // captured bytes of all packets
	Cut      int64 // packets of which less was kept than was on the wire
	Passed   int64 // blocks of kinds without packets
	Skipped  int64 // bytes skipped because they were invalid
	Problems int64 // including those beyond the limit of [Reader.Problems]
	Dropped  uint64
}

func link(linkType int) decoder.Link {
	l, _ := frame.LinkFromPcap(linkType)
	return l
}

// A Reader reads packets from a capture. It must not be used by two
// goroutines at once.
type Reader struct {
	win     window
	closer  func()
	counts  func() (received, dropped uint64) // of a source that counts, else nil
	next    func() bool
	opts    Options
	format  string
	packing string     // name of the compression, "" for none
	head    []byte     // what a reader has to know before the next packet
	copied  *blockCopy // the blocks themselves, nil unless they are copied

	packet     Packet
	problems   []Problem
	stats      Stats
	interfaces []Interface
	sections   []Section
	names      []Name
	texts      int  // bytes of texts kept of sections and interfaces
	textsFull  bool // there were more
	err        error
	done       bool

	pcap pcapState
	ng   ngState
}

// NewReader looks at the first bytes of src and returns a Reader for what they
// are. The error says what src seems to be when it is no capture.
func NewReader(src io.Reader, opts Options) (*Reader, error) {
	r := &Reader{opts: opts, win: window{src: src}, packet: Packet{Number: opts.Before, Time: opts.Time}}
	if err := r.open(); err != nil {
		r.Close()
		if opts.Name != "" {
			err = fmt.Errorf("%s: %w", opts.Name, err)
		}
		return nil, err
	}
	return r, nil
}

// Next goes to the next packet. It reports false at the end, after which Err
// tells whether reading failed.
func (r *Reader) Next() bool {
	if r.done || !r.next() {
		r.finish()
		return false
	}
	r.stats.Packets++
	r.stats.Bytes += int64(len(r.packet.Data))
	if len(r.packet.Data) < r.packet.OrigLen {
		r.stats.Cut++
	}
	return true
}

func (r *Reader) finish() {
	if r.done {
		return
	}
	r.done = true
	var bad *compressionError
	switch err := r.win.err; {
	case err == nil || err == io.EOF:
	case errors.As(err, &bad):
		r.problem(CodeCompressed, r.win.base+int64(r.win.w), "%s; everything before was read", bad)
	default:
		r.err = fmt.Errorf("reading at offset %d, after packet %d: %w", r.win.base+int64(r.win.w), r.packet.Number, err)
		if r.opts.Name != "" {
			r.err = fmt.Errorf("%s: %w", r.opts.Name, r.err)
		}
	}
	if r.stats.Packets == 0 && r.err == nil && r.stats.Problems == 0 {
		r.problem(CodeEmpty, r.win.offset(), "the capture holds no packets")
	}
}

// Packet returns the current packet.
func (r *Reader) Packet() *Packet { return &r.packet }

// Err returns why reading failed, nil at the end of the file. A file that is
// cut or damaged is no failure; see [Reader.Problems].
func (r *Reader) Err() error { return r.err }

// Problems returns what was found wrong so far, at most a thousand.
func (r *Reader) Problems() []Problem { return r.problems }

// Stats returns the counts so far.
func (r *Reader) Stats() Stats {
	s := r.stats
	for _, i := range r.Interfaces() {
		s.Dropped += i.Dropped
	}
	return s
}

// Format names the file's format, such as "pcapng" or "pcap, nanoseconds, big endian, gzip".
func (r *Reader) Format() string { return r.format }

// Interfaces returns the interfaces described so far, of all sections.
func (r *Reader) Interfaces() []Interface {
	if r.counts != nil {
		r.interfaces[0].Received, r.interfaces[0].Dropped = r.counts()
	}
	return r.interfaces
}

// Sections returns the sections begun so far.
func (r *Reader) Sections() []Section { return r.sections }

// Names returns the names resolved so far, in the order of the file.
func (r *Reader) Names() []Name { return r.names }

// Offset returns how many bytes of the (uncompressed) file were used.
func (r *Reader) Offset() int64 { return r.win.offset() }

// Close frees what decompression holds. It does not close the source.
func (r *Reader) Close() {
	if r.closer != nil {
		r.closer()
		r.closer = nil
	}
	r.done = true
}
