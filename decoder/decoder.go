package decoder

import (
	"fragscope/decoder/frame"
	"fragscope/decoder/wire"
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

// maxLength bounds the bytes that are decoded of what is no frame. No datagram
// has 65,536, and a master's list of all servers has less than 1 MiB.
const maxLength = 1 << 20

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
	if link == wire.LinkAuto && d.opts.Protocol == wire.UnknownProtocol {
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
		if len(p) > maxLength {
			r.Problem(&wire.ProblemTooLong, maxLength, len(p)-maxLength, uint64(len(p)), maxLength)
			r.End, m.Frame.End = maxLength, maxLength
		}
		m.Info, m.Confidence = payload(r)
	}
	r.Close()
	r.Fill(m)
	return m
}

// payload recognises the protocol of what is left, decodes it, and returns what
// it is.
func payload(r *wire.Reader) (*wire.MessageInfo, wire.Confidence) {
	at := r.Pos
	info, c := decodePayload(r)
	if info == &wire.UnknownMessage {
		noteForeign(r, at)
	}
	return info, c
}

// decodePayload decodes what is left, and discards an interpretation that the bytes do
// not support.
func decodePayload(r *wire.Reader) (*wire.MessageInfo, wire.Confidence) {
	if r.Opts.Protocol != wire.UnknownProtocol {
		for _, p := range r.Opts.Protocols {
			if p.ID == r.Opts.Protocol {
				return decodeAs(r, p)
			}
		}
		if p := Descriptor(r.Opts.Protocol); p.ID != wire.UnknownProtocol || r.Opts.Layouts == nil {
			return decodeAs(r, p) // the name of a layout is that of no protocol here
		}
	}
	if l := r.Opts.Layouts; l != nil && r.More() {
		if info := l.Describe(r, true); info != nil {
			return info, wire.Likely
		}
		start := r.Checkpoint()
		if info, c := decodeDetected(r); info != &wire.UnknownMessage {
			return info, c
		}
		r.Reset(start)
		if info := l.Describe(r, false); info != nil {
			return info, wire.Possible
		}
	}
	return decodeDetected(r)
}

// decodeDetected decodes what is left as the protocol that its bytes show.
func decodeDetected(r *wire.Reader) (*wire.MessageInfo, wire.Confidence) {
	start := wire.Checkpoint{Pos: r.Pos, Fields: len(r.Fields), Problems: len(r.Problems), Depth: r.Depth, Flags: r.Flags}
	info, c := detect(r)
	if len(r.Problems) > start.Problems && c != wire.Unlikely && c != wire.Certain {
		return recheck(r, start, info, c)
	}
	return info, c
}

// decodeAs decodes as the protocol that the caller named.
func decodeAs(r *wire.Reader, p *wire.Protocol) (*wire.MessageInfo, wire.Confidence) {
	dir, c := p.Recognise(r.Rest(), r.Opts)
	if r.Opts.From != wire.DirectionUnknown {
		dir = r.Opts.From
	}
	if dir != wire.DirectionUnknown {
		return decode(r, candidate{p, dir, c}), c
	}
	return decodeBest(r, []candidate{{p, wire.Reply, c}, {p, wire.Request, c}})
}

// begin makes the reader ready for the payload p[from:to].
func (d *Decoder) begin(p []byte, from, to int) *wire.Reader {
	r := &d.r
	r.Carried = func(r *wire.Reader) (*wire.MessageInfo, wire.Confidence) { return payload(r) }
	r.Start(p, from, to, &d.opts)
	return r
}

// end records the bytes that were not read, and hands over what was read.
func (d *Decoder) end() {
	m, r := &d.msg, &d.r
	r.End = m.Frame.End
	r.ClosePayload()
	r.Fill(m)
}
