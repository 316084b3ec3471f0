package emulator

import (
	"math/rand/v2"
	"net"
	"net/netip"
	"slices"
	"time"

	"fragscope/decoder/serve"
)

const maxDatagram = 65507

type parcel struct {
	data  []byte
	after time.Duration
	fault Fault
	via   FaultKind // WrongPort or WrongAddress, 0 for the server's own socket
}

// Faults may send more than the replies only to a confirmed address, which known says.
func (s *Server) answer(conn net.PacketConn, to netip.AddrPort, replies []Reply, known bool) {
	if f, ok := s.drawn(EndlessZeros); ok && known {
		if s.flood.CompareAndSwap(false, true) { // one stream at a time
			s.wg.Go(func() {
				defer s.flood.Store(false)
				s.zeros(f, func(p []byte) bool {
					s.write(conn, to, p, f)
					return true
				})
			})
		}
		return
	}
	parcels := s.late(known)
	own := make([]parcel, 0, len(replies)+1)
	for _, r := range replies {
		own = append(own, parcel{data: r.Data, after: r.After})
	}
	for _, f := range s.opts.Faults {
		own = s.spoil(own, f, known)
	}
	for _, p := range append(parcels, own...) {
		c := conn
		if p.via != 0 {
			if c = s.elsewhere(p.via); c == nil {
				continue
			}
		}
		s.later(p.after, func() { s.write(c, to, p.data, p.fault) })
	}
}

func (s *Server) spoil(parcels []parcel, f Fault, known bool) []parcel {
	switch f.Kind {
	case Delay:
		for i := range parcels {
			d := f.Time
			if f.Give > 0 {
				s.random(func(r *rand.Rand) { d += time.Duration(r.Int64N(int64(2*f.Give)+1)) - f.Give })
			}
			parcels[i].after += d
			parcels[i].fault = f
		}
		return parcels
	case WrongOrder, WrongID:
		if !s.lot(f.Share) {
			return parcels
		}
		for i := range parcels {
			parcels[i].fault = f
			if f.Kind == WrongID {
				parcels[i].data = serve.AppendWrongID(nil, parcels[i].data)
			}
		}
		if f.Kind == WrongOrder {
			for i, j := 0, len(parcels)-1; i < j; i, j = i+1, j-1 {
				swap(parcels, i, j)
			}
		}
		return parcels
	case Late:
		if s.lot(f.Share) && known {
			s.keep(parcels)
		}
		return parcels
	case Reorder:
		for i := 0; i+1 < len(parcels); i++ {
			if s.lot(f.Share) {
				swap(parcels, i, i+1)
				parcels[i+1].fault = f
				i++
			}
		}
		return parcels
	}
	var out []parcel
	for _, p := range parcels {
		if !known && (f.Kind == Duplicate || f.Kind == Huge) || !s.lot(f.Share) {
			out = append(out, p)
			continue
		}
		out = s.one(out, p, f, known)
	}
	return out
}

func (s *Server) one(out []parcel, p parcel, f Fault, known bool) []parcel {
	if f.Kind != Duplicate {
		p.fault = f
	}
	switch f.Kind {
	case Loss:
		return out
	case Duplicate:
		out = append(out, p)
		p.fault = f
	case Truncate:
		n := f.Bytes
		if n == 0 && len(p.data) > 0 {
			s.random(func(r *rand.Rand) { n = r.IntN(len(p.data)) })
		}
		p.data = p.data[:min(n, len(p.data))]
	case Garbage:
		n := f.Bytes
		if n == 0 || !known && n > len(p.data) {
			n = len(p.data)
		}
		p.data = make([]byte, n)
		s.random(func(r *rand.Rand) {
			for i := range p.data {
				p.data[i] = byte(r.Uint32())
			}
		})
	case Huge:
		n := f.Bytes
		if n == 0 {
			n = 65000
		}
		p.data = grown(p.data, n)
	case WrongPort, WrongAddress:
		p.via = f.Kind
	}
	return append(out, p)
}

// grown repeats the bytes of p until there are n.
func grown(p []byte, n int) []byte {
	if len(p) == 0 {
		return make([]byte, n)
	}
	out := make([]byte, 0, n+len(p))
	for len(out) < n {
		out = append(out, p...)
	}
	return out[:n]
}

func swap(p []parcel, i, j int) {
	p[i], p[j] = p[j], p[i]
	p[i].after, p[j].after = p[j].after, p[i].after
}

func (s *Server) keep(parcels []parcel) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept = nil
	for _, p := range parcels {
		s.kept = append(s.kept, slices.Clone(p.data))
	}
}

// late returns the datagrams that are repeated now, which only a confirmed address (known) gets.
func (s *Server) late(known bool) []parcel {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !known {
		return nil
	}
	var out []parcel
	for _, d := range s.kept {
		out = append(out, parcel{data: d, fault: Fault{Kind: Late, Share: 1}})
	}
	s.kept = nil
	return out
}

// elsewhere returns a socket at another port, or at another loopback address; nil when there is none.
func (s *Server) elsewhere(k FaultKind) net.PacketConn {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c := s.others[k]; c != nil || s.ctx.Err() != nil {
		return c
	}
	at := netip.AddrPortFrom(s.addr.Addr(), 0)
	if k == WrongAddress {
		if !at.Addr().Is4() {
			return nil // IPv6 has one loopback address
		}
		a := at.Addr().As4()
		a[2] ^= 0x80
		at = netip.AddrPortFrom(netip.AddrFrom4(a), s.addr.Port())
	}
	c, err := net.ListenUDP("udp", net.UDPAddrFromAddrPort(at))
	if err != nil {
		return nil
	}
	s.others[k] = c
	return c
}

// What an endless stream sends: 10 MB a second.
const (
	zeroBytes = 1250
	zeroBurst = 8
	zeroTick  = time.Millisecond
)

// zeros sends zero bytes until the server ends, send fails or the fault's bound is reached.
func (s *Server) zeros(f Fault, send func(p []byte) bool) {
	p := make([]byte, zeroBytes)
	tick := time.NewTicker(zeroTick)
	defer tick.Stop()
	for sent := 0; ; {
		for range zeroBurst {
			if f.Bytes > 0 && sent >= f.Bytes || !send(p) {
				return
			}
			sent += len(p)
		}
		select {
		case <-s.ctx.Done():
			return
		case <-tick.C:
		}
	}
}
