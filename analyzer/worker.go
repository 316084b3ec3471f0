package analyzer

import (
	"net/netip"
	"slices"

	"fragscope/decoder"
)

// A worker decodes packets and keeps of each what the rest needs.
type worker struct {
	d    decoder.Decoder
	keep func(*decoder.Message, *Packet) bool
	look Look
	seen Packet // by keep and look

	kinds [batchSize]uint8
	order [batchSize]uint16
}

// newWorker makes a worker that shows messages to whom opts names.
func newWorker(opts *Options) *worker {
	w := &worker{}
	if opts.Keep != nil {
		w.keep = opts.Keep()
	}
	if opts.Look != nil {
		w.look = opts.Look()
	}
	return w
}

// batch makes the records of b.
func (w *worker) batch(b *batch) {
	if w.keep != nil || w.look != nil {
		for i := range b.records { // observers see them in order
			w.record(b, &b.records[i])
		}
		return
	}
	for _, i := range w.alike(b.records) {
		w.record(b, &b.records[i])
	}
}

// alike returns the indexes of records such that those of a kind are together,
// as far as a quick look tells. Decoding packets of one kind in a row is
// faster, because of the processor's caches.
func (w *worker) alike(records []record) []uint16 {
	var ends [256]uint16
	for i := range records {
		w.kinds[i] = kindOf(records[i].frame)
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

// kindOf makes a number of the length of a packet and two bytes from where most
// payloads begin: after Ethernet, IPv4 and UDP.
func kindOf(p []byte) uint8 {
	const payload = 14 + 20 + 8
	if len(p) < payload+5 {
		return 0
	}
	k := p[payload] + p[payload+4]*7 + uint8(len(p)>>4)*31
	return k ^ k>>4
}

// record decodes the packet of r.
func (w *worker) record(b *batch, r *record) {
	// Field by field: making a whole record and copying it takes twice as long.
	r.info, r.topic, r.part, r.content, r.problems = nil, decoder.Topic{}, decoder.Part{}, 0, nil
	r.stray, r.hash, r.home, r.flow, r.host, r.broadcast = nil, 0, 0, 0, 0, false
	if r.class == classForeign {
		r.payload, r.src, r.dst = nil, endpoint{}, endpoint{}
		b.stray(r, "unknown kind of link", nil)
		if w.look != nil {
			w.seen = r.packet()
			w.look(nil, &w.seen, r.seems())
		}
		return
	}
	w.d.Options = decoder.Options{Link: r.link}
	if r.link == decoder.LinkNone {
		w.d.Options.SrcPort, w.d.Options.DstPort = r.src.port, r.dst.port
	}
	if w.keep != nil || w.look != nil {
		w.seen = r.packet()
	}
	var m *decoder.Message
	if w.keep == nil {
		m = w.d.DecodePayload(r.frame)
	} else {
		m = w.d.Decode(r.frame) // a filter may need a field of the headers
	}
	f := &m.Frame
	if r.link == decoder.LinkNone {
		r.payload = r.frame
	} else {
		r.src, r.dst = endpointAt(&f.Src, f.SrcPort), endpointAt(&f.Dst, f.DstPort)
		r.payload = m.Data[f.Payload:f.End]
	}
	switch {
	case f.FragMore || f.FragOffset > 0:
		r.class = classFragment
		b.stray(r, "", f)
	case f.IPProto == decoder.ProtoTCP && !f.Quoted:
		r.class = classTCP
		b.stray(r, seems(f), f)
		if m.Info.Protocol != decoder.Unknown {
			r.info = m.Info
		}
	case ours(m) && !f.Quoted && w.keep != nil && !w.keep(m, &w.seen):
		b.stray(r, filtered, nil)
	case ours(m) && !f.Quoted:
		w.message(b, r, m)
	default:
		b.stray(r, seems(f), nil)
	}
	if w.look != nil {
		w.look(m, &w.seen, r.seems())
	}
}

// filtered is what a message seems to be that does not pass [Options].Keep.
const filtered = "left out by the filter"

// ours reports whether m is a message of a query protocol with enough
// confidence for arbitrary traffic.
func ours(m *decoder.Message) bool {
	return m.Info.Protocol != decoder.Unknown && m.Info.Direction != decoder.DirectionUnknown && m.Confidence >= decoder.Likely
}

// message fills r with what m says.
func (w *worker) message(b *batch, r *record, m *decoder.Message) {
	r.class, r.info, r.topic = classMessage, m.Info, decoder.TopicOf(m)
	if m.Info.Direction == decoder.Reply {
		r.part, r.content = decoder.PartOf(m), m.Content()
	}
	start := len(b.kinds)
	for i := range m.Problems {
		if p := m.Problems[i].Info; !slices.Contains(b.kinds[start:], p) {
			b.kinds = append(b.kinds, p)
		}
	}
	r.problems = b.kinds[start:len(b.kinds):len(b.kinds)]
	r.prepare()
}

// endpointAt makes an endpoint of an address of a frame.
func endpointAt(a *decoder.Addr, port uint16) endpoint {
	e := endpoint{port: port}
	if a.Length == 4 {
		e.ip[10], e.ip[11] = 0xff, 0xff
		copy(e.ip[12:], a.Bytes[:4])
	} else {
		e.ip = a.Bytes
	}
	return e
}

// addr returns the address of e as a frame has it.
func (e *endpoint) addr() decoder.Addr { return decoder.Addr{Bytes: e.ip, Length: 16} }

// Endpoints returns where the datagram of m, decoded from p, came from and
// went to. They are invalid where the packet has none.
func Endpoints(m *decoder.Message, p *Packet) (src, dst netip.AddrPort) {
	if p.Link == decoder.LinkNone {
		return p.Src, p.Dst
	}
	f := &m.Frame
	return addrPort(&f.Src, f.SrcPort), addrPort(&f.Dst, f.DstPort)
}

func addrPort(a *decoder.Addr, port uint16) netip.AddrPort {
	addr, _ := netip.AddrFromSlice(a.Slice())
	return netip.AddrPortFrom(addr, port)
}
