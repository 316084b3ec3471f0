package decoder

import "math/bits"

// Options tell a [Decoder] what is known about the datagrams besides their
// bytes. The zero value finds everything out.
type Options struct {
	Protocol Protocol  // decode as this; Unknown finds it out
	From     Direction // request or reply; DirectionUnknown finds it out
	Link     Link      // kind of frame around the payload; LinkAuto finds it out, LinkNone says that there is none
	SrcPort  uint16    // UDP or TCP ports, 0 if unknown; only break ties
	DstPort  uint16
	Stream   bool // the bytes are of a TCP connection, not a datagram
}

// A Decoder decodes datagrams and reuses its memory: after the first few it
// allocates nothing. It must not be used by two goroutines at once. The zero
// value is ready.
type Decoder struct {
	Options Options
	r       reader
	msg     Message
	opts    Options
}

// Decode decodes one datagram into a Message of its own.
func Decode(p []byte, opts Options) *Message {
	d := Decoder{Options: opts}
	return d.Decode(p)
}

// maxLength bounds the bytes that are decoded of what is no frame. No datagram
// has 65,536, and a master's list of all servers has less than 1 MiB.
const maxLength = 1 << 20

// Decode decodes a datagram, or a whole frame that holds one. It never fails:
// what cannot be understood is part of the Message, as unknown fields and
// problems. The Message is valid until the next call and refers to p.
func (d *Decoder) Decode(p []byte) *Message {
	d.opts = d.Options
	r := d.begin(p, 0, len(p))
	p = r.data
	d.msg = Message{Data: p, stream: d.opts.Stream}
	m := &d.msg
	link := d.opts.Link
	if link == LinkAuto && d.opts.Protocol == Unknown {
		link = detectLink(p)
	}
	m.Frame.Link, m.Frame.End = LinkNone, len(p)
	switch {
	case len(p) == 0:
		r.problem(&problemEmpty, 0, 0, 0, 0)
		m.Info = &unknownMessage
	case link > LinkNone && link < linkCount:
		m.Frame.Link, m.Frame.End = link, 0
		m.Info, m.Confidence = r.frame(&m.Frame)
		m.Payload = m.Frame.Payload
	default:
		if len(p) > maxLength {
			r.problem(&problemTooLong, maxLength, len(p)-maxLength, uint64(len(p)), maxLength)
			r.end, m.Frame.End = maxLength, maxLength
		}
		m.Info, m.Confidence = r.payload()
	}
	r.finish()
	r.handOver(m)
	return m
}

// payload finds out the protocol of what is left, decodes it, and returns what it is.
func (r *reader) payload() (*MessageInfo, Confidence) {
	if r.opts.Protocol != Unknown {
		return r.named(r.opts.Protocol.entry())
	}
	start := place{pos: r.pos, fields: len(r.fields), problems: len(r.problems), depth: r.depth, marks: r.marks}
	info, c := r.recognised()
	if len(r.problems) > start.problems && c != Unlikely && c != Certain {
		return r.doubted(start, info, c)
	}
	return info, c
}

// recognised does so by what the protocols say of the bytes.
func (r *reader) recognised() (*MessageInfo, Confidence) {
	p := r.rest()
	if len(p) == 0 {
		return &unknownMessage, Unlikely
	}
	if c := r.ends.sight(p, r.opts); c.protocol != nil {
		return r.decode(c), c.confidence
	}
	can := firsts[p[0]]
	if r.opts.Stream {
		can.late = 0
	}
	var found finds
	found.ask(can.all&^can.late, p, r.opts)
	if found.best < Likely {
		found.ask(can.all&can.late, p, r.opts)
	}
	switch found.n {
	case 0:
		r.unknown()
		return &unknownMessage, Unlikely
	case 1:
		return r.decode(found.candidate(0)), found.best
	}
	var rivals [len(protocols)]candidate
	for i := range found.n {
		rivals[i] = found.candidate(i)
	}
	return r.rival(rivals[:found.n])
}

// finds gathers the protocols that are surest of a datagram.
type finds struct {
	n    int
	best Confidence
	row  [len(protocols)]uint8
	dir  [len(protocols)]Direction
}

// ask asks the rows in set.
func (f *finds) ask(set uint16, p []byte, opts *Options) {
	for ; set != 0; set &= set - 1 {
		i := bits.TrailingZeros16(set)
		dir, c := protocols[i].recognise(p, opts)
		if c == Unlikely || c < f.best || opts.From != DirectionUnknown && dir != DirectionUnknown && dir != opts.From {
			continue
		}
		if c > f.best {
			f.n, f.best = 0, c
		}
		f.row[f.n], f.dir[f.n] = uint8(i), dir
		f.n++
	}
}

func (f *finds) candidate(i int) candidate {
	return candidate{protocols[f.row[i]], f.dir[i], f.best}
}

// named decodes as the protocol that the caller asked for.
func (r *reader) named(p *protocol) (*MessageInfo, Confidence) {
	dir, c := p.recognise(r.rest(), r.opts)
	if r.opts.From != DirectionUnknown {
		dir = r.opts.From
	}
	if dir != DirectionUnknown {
		return r.decode(candidate{p, dir, c}), c
	}
	return r.rival([]candidate{{p, Reply, c}, {p, Request, c}})
}

// A candidate is a protocol that a datagram may be of.
type candidate struct {
	protocol   *protocol
	direction  Direction
	confidence Confidence
}

// rival decodes with each candidate and keeps the one that explains most; the
// ports decide between equals.
func (r *reader) rival(c []candidate) (*MessageInfo, Confidence) {
	start := r.mark()
	best, bestScore := 0, -1<<62
	for i := range c {
		r.decode(c[i])
		s := 2 * r.score(start)
		if c[i].protocol.knowsPort(r.opts.SrcPort) || c[i].protocol.knowsPort(r.opts.DstPort) {
			s++
		}
		if s > bestScore {
			best, bestScore = i, s
		}
		r.reset(start)
	}
	return r.decode(c[best]), c[best].confidence
}

func (r *reader) decode(c candidate) *MessageInfo {
	r.say(&unknownMessage)
	c.protocol.decode(r, c.direction)
	return r.info
}

var (
	unknownMessage = MessageInfo{Name: "unknown message", Protocol: Unknown, Doc: "Bytes that are no message of a known protocol."}
	defUnknown     = FieldDef{Key: "unknown", Name: "Unknown bytes", Kind: KindUnknown, Doc: "Bytes that are no message of a known protocol."}
)

// unknown records the rest as bytes of no known protocol.
func (r *reader) unknown() {
	if n := r.left(); n > 0 {
		r.problem(&problemUnknownProtocol, r.pos, n, uint64(n), 0)
		r.noteLikeness()
		r.leaf(&defUnknown, KindUnknown, n, MarkRaw)
	}
}
