package capgen

import (
	"container/heap"
	"net/netip"

	"fragscope/analyzer/capture"
	"fragscope/decoder"
)

type event struct {
	at       int64 // when it passes the capturing host, ns
	order    int64
	src, dst netip.AddrPort
	iface    int
	vlan     uint16
	mtu      int
	proto    decoder.Protocol
	payload  []byte
	comment  string

	tcp      bool
	flags    uint8
	seq, ack uint32
}

type events []*event

func (e events) Len() int { return len(e) }
func (e events) Less(i, j int) bool {
	return e[i].at < e[j].at || e[i].at == e[j].at && e[i].order < e[j].order
}
func (e events) Swap(i, j int) { e[i], e[j] = e[j], e[i] }
func (e *events) Push(x any)   { *e = append(*e, x.(*event)) }
func (e *events) Pop() any {
	old := *e
	x := old[len(old)-1]
	*e = old[:len(old)-1]
	return x
}

func (g *generator) send(at int64, src, dst netip.AddrPort, s *server, proto decoder.Protocol, payload []byte) *event {
	e := g.enqueue(at, src, dst, proto, payload)
	if s != nil {
		e.iface, e.vlan, e.mtu = s.iface, s.vlan, s.mtu
	}
	g.waiting++
	return e
}

func (g *generator) enqueue(at int64, src, dst netip.AddrPort, proto decoder.Protocol, payload []byte) *event {
	var e *event
	if n := len(g.free); n > 0 {
		e, g.free = g.free[n-1], g.free[:n-1]
	} else {
		e = &event{}
	}
	g.order++
	*e = event{at: at, order: g.order, src: src, dst: dst, proto: proto, payload: append(e.payload[:0], payload...),
		mtu: 1500}
	heap.Push(&g.pending, e)
	return e
}

func (g *generator) emit(now int64) error {
	for len(g.pending) > 0 && g.pending[0].at <= now {
		e := heap.Pop(&g.pending).(*event)
		if err := g.put(e); err != nil {
			return err
		}
		g.free = append(g.free, e)
	}
	return nil
}

// put writes the packets of a datagram or segment.
func (g *generator) put(e *event) error {
	g.ipID++
	h := capture.Header{Link: capture.LinkEthernet, Src: e.src, Dst: e.dst, ID: uint32(g.ipID),
		TTL: 50 + uint8(e.dst.Port()%14)}
	switch e.iface {
	case ifCooked:
		h.Link = capture.LinkSLL
	case ifRaw:
		h.Link = capture.LinkRaw
	default:
		if e.vlan != 0 {
			h.VLANs = []uint16{e.vlan}
		}
	}
	p := &g.packet
	p.Time, p.HasTime, p.Interface, p.Comments = e.at, true, e.iface, nil
	if e.comment != "" && !g.c.NoComments {
		p.Comments = [][]byte{[]byte(e.comment)}
	}
	if g.truth.Packets == 0 {
		g.truth.Start = e.at
	}
	if e.tcp {
		g.truth.Segments++
		h.Seq, h.Ack, h.Flags = e.seq, e.ack, e.flags
		var err error
		if g.scratch, err = h.AppendTCP(g.scratch[:0], e.payload); err != nil {
			return err
		}
		return g.putFrame(g.scratch)
	}
	g.waiting--
	g.truth.Datagrams++
	g.truth.Protocols[e.proto]++
	head := 28
	if e.src.Addr().Is6() {
		head = 48
	}
	if head+len(e.payload) > e.mtu {
		frames, err := h.Fragments(e.payload, e.mtu)
		if err != nil {
			return err
		}
		g.truth.Fragmented++
		for _, f := range frames {
			if err := g.putFrame(f); err != nil {
				return err
			}
			p.Time += 20_000 // fragments follow one another closely
			p.Comments = nil
		}
		return nil
	}
	var err error
	if g.scratch, err = h.AppendUDP(g.scratch[:0], e.payload); err != nil {
		return err
	}
	return g.putFrame(g.scratch)
}

func (g *generator) putFrame(f []byte) error {
	g.packet.Data, g.packet.OrigLen = f, len(f)
	g.truth.Packets++
	g.truth.Bytes += int64(len(f))
	g.truth.End = g.packet.Time
	return g.write(&g.packet)
}
