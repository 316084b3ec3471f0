package decoder

import (
	"math/bits"

	"fragscope/decoder/frame"
	"fragscope/decoder/wire"
	"fragscope/decoder/wire/protocol"
)

// A Decoder decodes datagrams and reuses its memory: after the first few it
// allocates nothing. It must not be used by two goroutines at once. The zero
// value is ready.
type Decoder struct {
	Options wire.Options
	r       wire.Reader
	msg     wire.Message
	opts    wire.Options
}

// Decode decodes one datagram into a Message of its own.
func Decode(p []byte, opts wire.Options) *wire.Message {
	d := Decoder{Options: opts}
	return d.Decode(p)
}

// MaxLength bounds the bytes that are decoded of what is no frame. No datagram
// has 65,536, and a master's list of all servers has less than 1 MiB.
const MaxLength = 1 << 20

// Decode decodes a datagram, or a whole frame that holds one. It never fails:
// what cannot be understood is part of the Message, as unknown fields and
// problems. The Message is valid until the next call and refers to p.
func (d *Decoder) Decode(p []byte) *wire.Message {
	d.opts = d.Options
	r := d.begin(p, 0, len(p))
	p = r.Data
	d.msg = wire.Message{Data: p, Stream: d.opts.Stream}
	m := &d.msg
	link := d.opts.Link
	if link == wire.LinkAuto && d.opts.Protocol == protocol.Unknown {
		link = frame.DetectLink(p)
	}
	m.Frame.Link, m.Frame.End = wire.LinkNone, len(p)
	switch {
	case len(p) == 0:
		r.Problem(&wire.ProblemEmpty, 0, 0, 0, 0)
		m.Info = &wire.UnknownMessage
	case link > wire.LinkNone && link < wire.LinkCount:
		m.Frame.Link, m.Frame.End = link, 0
		m.Info, m.Confidence = frame.Read(r, &m.Frame)
		m.Payload = m.Frame.Payload
	default:
		if len(p) > MaxLength {
			r.Problem(&wire.ProblemTooLong, MaxLength, len(p)-MaxLength, uint64(len(p)), MaxLength)
			r.End, m.Frame.End = MaxLength, MaxLength
		}
		m.Info, m.Confidence = payload(r)
	}
	r.Finish()
	r.HandOver(m)
	return m
}

// payload recognises the protocol of what is left, decodes it, and returns what
// it is.
func payload(r *wire.Reader) (*wire.MessageInfo, wire.Confidence) {
	at := r.Pos
	info, c := judged(r)
	if info == &wire.UnknownMessage {
		noteLikeness(r, at)
	}
	return info, c
}

// judged decodes what is left, and discards an interpretation that the bytes do
// not support.
func judged(r *wire.Reader) (*wire.MessageInfo, wire.Confidence) {
	if r.Opts.Protocol != protocol.Unknown {
		return named(r, Descriptor(r.Opts.Protocol))
	}
	if l := r.Opts.Layouts; l != nil && r.More() {
		if info := l(r, true); info != nil {
			return info, wire.Likely
		}
		start := r.Mark()
		if info, c := detected(r); info != &wire.UnknownMessage {
			return info, c
		}
		r.Reset(start)
		if info := l(r, false); info != nil {
			return info, wire.Possible
		}
	}
	return detected(r)
}

// detected decodes what is left as the protocol that its bytes show.
func detected(r *wire.Reader) (*wire.MessageInfo, wire.Confidence) {
	start := wire.Mark{Pos: r.Pos, Fields: len(r.Fields), Problems: len(r.Problems), Depth: r.Depth, Marks: r.Marks}
	info, c := recognised(r)
	if len(r.Problems) > start.Problems && c != wire.Unlikely && c != wire.Certain {
		return doubted(r, start, info, c)
	}
	return info, c
}

// recognised decodes as the protocol that recognises the bytes.
func recognised(r *wire.Reader) (*wire.MessageInfo, wire.Confidence) {
	p := r.Rest()
	if len(p) == 0 {
		return &wire.UnknownMessage, wire.Unlikely
	}
	if c := sight(&r.Ends, p, r.Opts); c.protocol != nil {
		return decode(r, c), c.confidence
	}
	var found finds
	found.search(p, r.Opts)
	switch found.n {
	case 0:
		r.Unknown()
		return &wire.UnknownMessage, wire.Unlikely
	case 1:
		return decode(r, found.candidate(0)), found.best
	}
	var rivals [len(protocols)]candidate
	for i := range found.n {
		rivals[i] = found.candidate(i)
	}
	return rival(r, rivals[:found.n])
}

// finds collects the protocols with the highest confidence in a datagram.
type finds struct {
	n    int
	best wire.Confidence
	row  [len(protocols)]uint8
	dir  [len(protocols)]wire.Direction
}

// search finds the protocols that p may be of.
func (f *finds) search(p []byte, opts *wire.Options) {
	can := firsts[p[0]]
	if opts.Stream {
		can.late = 0
	}
	f.ask(can.all&^can.late, p, opts)
	if f.best < wire.Likely {
		f.ask(can.all&can.late, p, opts)
	}
}

// ask calls Recognise of the rows in set.
func (f *finds) ask(set uint32, p []byte, opts *wire.Options) {
	for ; set != 0; set &= set - 1 {
		i := bits.TrailingZeros32(set)
		dir, c := protocols[i].Recognise(p, opts)
		if c == wire.Unlikely || c < f.best || opts.From != wire.DirectionUnknown && dir != wire.DirectionUnknown && dir != opts.From {
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

// named decodes as the protocol that the caller named.
func named(r *wire.Reader, p *wire.Protocol) (*wire.MessageInfo, wire.Confidence) {
	dir, c := p.Recognise(r.Rest(), r.Opts)
	if r.Opts.From != wire.DirectionUnknown {
		dir = r.Opts.From
	}
	if dir != wire.DirectionUnknown {
		return decode(r, candidate{p, dir, c}), c
	}
	return rival(r, []candidate{{p, wire.Reply, c}, {p, wire.Request, c}})
}

// A candidate is a protocol that a datagram may be of.
type candidate struct {
	protocol   *wire.Protocol
	direction  wire.Direction
	confidence wire.Confidence
}

// rival decodes with each candidate and keeps the one that explains most; the
// ports decide between equals. Where they do not, the message says what else it
// can be.
func rival(r *wire.Reader, c []candidate) (*wire.MessageInfo, wire.Confidence) {
	start := r.Mark()
	best, equal, bestScore := 0, 0, wire.WorstScore
	var info *wire.MessageInfo
	for i := len(c) - 1; i >= 0; i-- { // the first comes last: as a rule it is the best, and need not be read again
		r.Reset(start)
		info = decode(r, c[i])
		s := 2 * r.Score(start)
		if c[i].protocol.KnowsPort(r.Opts.SrcPort) || c[i].protocol.KnowsPort(r.Opts.DstPort) {
			s++
		}
		switch {
		case s > bestScore:
			best, equal, bestScore = i, i, s
		case s == bestScore:
			best = i
		}
	}
	if best > 0 {
		r.Reset(start)
		info = decode(r, c[best])
	}
	if other := c[equal].protocol; other != c[best].protocol && !r.Stopped {
		r.Problem(&wire.ProblemShared, start.Pos, r.End-start.Pos, uint64(other.ID), 0)
	}
	return info, c[best].confidence
}

func decode(r *wire.Reader, c candidate) *wire.MessageInfo {
	r.Say(&wire.UnknownMessage)
	r.Colours, r.UTF8, r.Standing = 0, false, wire.Standing{} // of a rival
	c.protocol.Decode(r, c.direction)
	return r.Info
}
