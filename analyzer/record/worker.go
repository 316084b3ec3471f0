package record

import (
	"net/netip"
	"slices"

	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// A Worker decodes packets and keeps of each what the rest needs.
type Worker struct {
	d    decoder.Decoder
	Keep func(*decoder.Message, *Packet) bool
	look Look
	note bool   // look notes
	seen Packet // by keep and look

	layouts   *wire.Layouts
	protocols []*wire.Protocol

	kinds [BatchSize]uint8
	order [BatchSize]uint16
}

// NewWorker makes a worker that shows messages to whom opts names.
func NewWorker(opts *Options) *Worker {
	w := &Worker{layouts: opts.Layouts, protocols: opts.Protocols, note: opts.Noted != nil}
	if opts.Keep != nil {
		w.Keep = opts.Keep()
	}
	if opts.Look != nil {
		w.look = opts.Look()
	}
	return w
}

// Batch makes the records of b.
func (w *Worker) Batch(b *Batch) {
	if w.Keep != nil || w.look != nil {
		for i := range b.Records { // observers see them in order
			w.Record(b, &b.Records[i])
		}
		return
	}
	for _, i := range w.alike(b.Records) {
		w.Record(b, &b.Records[i])
	}
}

// alike returns the indexes of records such that those of a kind are together,
// as far as a quick look tells. Decoding packets of one kind in a row is
// faster, because of the processor's caches.
func (w *Worker) alike(records []Record) []uint16 {
	var ends [256]uint16
	for i := range records {
		w.kinds[i] = kindOf(records[i].Frame)
		ends[w.kinds[i]]++
	}
	var sum uint16
	for i := range ends {
		sum += ends[i]
		ends[i] = sum
	}
	for i := len(records) - 1; i >= 0; i-- {
		k := w.kinds[i]
		ends[k]--
		w.order[ends[k]] = uint16(i)
	}
	return w.order[:len(records)]
}

// The two bytes are from where most payloads begin: after Ethernet, IPv4 and UDP.
func kindOf(p []byte) uint8 {
	const payload = 14 + 20 + 8
	if len(p) < payload+5 {
		return 0
	}
	k := p[payload] + p[payload+4]*7 + uint8(len(p)>>4)*31
	return k ^ k>>4
}

// Record decodes the packet of r.
func (w *Worker) Record(b *Batch, r *Record) {
	// Field by field: making a whole record and copying it takes twice as long.
	r.Info, r.Topic, r.Part, r.Content, r.Problems = nil, wire.MatchKey{}, wire.Part{}, 0, nil
	r.Copy, r.ID = false, 0
	r.Stray, r.Hash, r.home, r.Flow, r.Host, r.Broadcast = nil, 0, 0, 0, 0, false
	if r.Class == classForeign {
		r.Payload, r.Src, r.Dst = nil, Endpoint{}, Endpoint{}
		b.stray(r, "unknown kind of link", nil)
		w.seen = r.packet()
		w.seen.LeftOut = w.Keep != nil
		w.observe(b, r, nil)
		return
	}
	w.d.Options = decoder.Options{Link: r.Link, Layouts: w.layouts, Protocols: w.protocols}
	if r.Link == decoder.LinkNone {
		w.d.Options.SrcPort, w.d.Options.DstPort = r.Src.Port, r.Dst.Port
	}
	if w.Keep != nil || w.look != nil {
		w.seen = r.packet()
	}
	m := w.d.Decode(r.Frame)
	f := &m.Frame
	if r.Link == decoder.LinkNone {
		r.Payload = r.Frame
	} else {
		r.Src, r.Dst = endpointAt(f.Src, f.SrcPort), endpointAt(f.Dst, f.DstPort)
		r.Payload, r.ID = m.Data[f.Payload:f.End], f.FragID
	}
	part := f.FragMore || f.FragOffset > 0 || f.IPProto == wire.ProtoTCP && !f.Quoted
	counts := !part && ours(m) && !f.Quoted
	described := m.Info.Described && !part && !f.Quoted
	if w.Keep != nil && (counts || described || w.note) {
		w.seen.LeftOut = !w.Keep(m, &w.seen)
	}
	switch {
	case f.FragMore || f.FragOffset > 0:
		r.Class = ClassFragment
		b.stray(r, "", f)
	case part:
		r.Class = ClassTCP
		b.stray(r, Seems(f), f)
		if m.Info.Protocol() != decoder.Unknown && !m.Info.Described {
			r.Info = m.Info
		}
	case (counts || described) && w.Keep != nil && w.seen.LeftOut:
		b.stray(r, Filtered, nil)
	case counts:
		w.message(b, r, m)
	case described:
		b.stray(r, m.Info.Name, nil)
	default:
		b.stray(r, Seems(f), nil)
	}
	w.observe(b, r, m)
}

// observe shows the packet of r to a Look, with what was decoded of it.
func (w *Worker) observe(b *Batch, r *Record, m *decoder.Message) {
	if w.look == nil {
		return
	}
	start := len(b.notes)
	w.seen.Note = b.notes[start:]
	w.look(m, &w.seen, r.Seems())
	if w.note {
		r.Note = nil
		if n := w.seen.Note; len(n) > 0 {
			b.notes = append(b.notes, n...)
			r.Note = b.notes[start:len(b.notes):len(b.notes)]
		}
	}
}

// Filtered is what a message seems to be that does not pass [Options].Keep.
const Filtered = "left out by the filter"

// ours asks for enough confidence for arbitrary traffic.
func ours(m *decoder.Message) bool {
	return m.Info.Protocol() != decoder.Unknown && m.Info.Direction != decoder.DirectionUnknown &&
		m.Confidence >= wire.Likely
}

func (w *Worker) message(b *Batch, r *Record, m *decoder.Message) {
	r.Class, r.Info, r.Topic = ClassMessage, m.Info, m.MatchKey()
	if m.Info.Direction == decoder.Reply {
		r.Part, r.Content = m.Part(), m.Content()
	}
	start := len(b.Kinds)
	for i := range m.Problems {
		if p := m.Problems[i].Info; !slices.Contains(b.Kinds[start:], p) {
			b.Kinds = append(b.Kinds, p)
		}
	}
	r.Problems = b.Kinds[start:len(b.Kinds):len(b.Kinds)]
	r.Prepare()
	r.Broadcast = m.Info.Direction == decoder.Request && r.toAll()
}

func endpointAt(a netip.Addr, port uint16) Endpoint {
	e := Endpoint{Port: port}
	if a.IsValid() {
		e.IP = a.As16()
	}
	return e
}

// Endpoints returns where the datagram of m, decoded from p, came from and
// went to. They are invalid where the packet has none.
func Endpoints(m *decoder.Message, p *Packet) (src, dst netip.AddrPort) {
	if p.Link == decoder.LinkNone {
		return p.Src, p.Dst
	}
	f := &m.Frame
	return netip.AddrPortFrom(f.Src, f.SrcPort), netip.AddrPortFrom(f.Dst, f.DstPort)
}
