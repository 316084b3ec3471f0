package decoder

import (
	"net/netip"
	"slices"

	"fragscope/decoder/wire"
)

// A Stream is bytes that one side of a TCP connection sent, without a gap.
type Stream struct {
	Src, Dst         netip.Addr // invalid for segments without headers
	SrcPort, DstPort uint16
	Data             []byte
	Segments         []int // indexes in the list given to Reassemble, in the order of the bytes
	Missing          int   // bytes of that side that are missing before Data
}

// Reassemble reassembles the TCP connections among ms, so that messages that
// span several segments can be decoded whole, with Options.Stream. Headers give
// the sides and the order; retransmissions count once, and after a gap another
// Stream begins. A SYN with another initial sequence number than the one before,
// or after a FIN or RST, opens another connection between the same ports. Payloads without headers are taken for one
// side in the order given. What is not TCP is left out. The bytes are copies.
func Reassemble(ms []*wire.Message) []Stream {
	type segment struct {
		at   int
		side int
		seq  uint32
	}
	type side struct {
		tcpSide
		connection int // between these ports, from 0
	}
	var (
		sides    = map[side]int{}
		opened   = map[tcpSide]*tcpOpening{}
		segments []segment
		bare     uint32 // bytes so far of the side without headers
	)
	for i, m := range ms {
		f, n := &m.Frame, len(m.PayloadBytes())
		headers := f.Link != wire.LinkNone
		if headers && (f.IPVersion == 0 || f.IPProto != wire.ProtoTCP || f.Quoted || f.FragOffset > 0) {
			continue
		}
		s, seq := side{}, bare
		if headers {
			s.tcpSide, seq = tcpSide{f.Src, f.Dst, f.SrcPort, f.DstPort}, f.Seq
			s.connection = tcpConnection(opened, s.tcpSide, f)
		}
		if n == 0 {
			continue
		}
		if headers {
			if f.TCPFlags&wire.TCPSyn != 0 {
				seq++
			}
		} else {
			bare += uint32(n)
		}
		if _, known := sides[s]; !known {
			sides[s] = len(sides)
		}
		segments = append(segments, segment{i, sides[s], seq})
	}
	// Sequence numbers wrap: what counts is how far they are from each other.
	slices.SortStableFunc(segments, func(a, b segment) int {
		if a.side != b.side {
			return a.side - b.side
		}
		return int(int32(a.seq - b.seq))
	})
	var streams []Stream
	last, next := -1, uint32(0) // the side and the sequence number of its next byte
	for _, s := range segments {
		m := ms[s.at]
		f, b := &m.Frame, m.PayloadBytes()
		ahead := int(int32(s.seq - next))
		if s.side != last || ahead > 0 {
			if s.side != last {
				ahead = 0
			}
			streams = append(streams, Stream{Src: f.Src, Dst: f.Dst, SrcPort: f.SrcPort, DstPort: f.DstPort, Missing: ahead})
			last, next = s.side, s.seq
		} else if ahead < 0 {
			if -ahead >= len(b) {
				continue
			}
			b = b[-ahead:]
		}
		t := &streams[len(streams)-1]
		t.Data, t.Segments = append(t.Data, b...), append(t.Segments, s.at)
		next += uint32(len(b))
	}
	return streams
}

// A tcpSide is one end of TCP connections between two ports, as the sender.
type tcpSide struct {
	src, dst         netip.Addr
	srcPort, dstPort uint16
}

// A tcpOpening is how the latest of these connections began, as far as it was
// seen of one side.
type tcpOpening struct {
	initial uint32 // sequence number
	known   bool
	ended   bool // the side has sent a FIN or RST
	number  int  // of the connection
}

// tcpConnection returns the number of the connection that a segment from s
// belongs to.
func tcpConnection(opened map[tcpSide]*tcpOpening, s tcpSide, f *wire.Frame) int {
	back := tcpSide{s.dst, s.src, s.dstPort, s.srcPort}
	o, other := opened[s], opened[back]
	if o == nil {
		o, other = &tcpOpening{}, &tcpOpening{}
		opened[s], opened[back] = o, other
	}
	if f.TCPFlags&wire.TCPSyn != 0 {
		if o.ended || other.ended || o.known && o.initial != f.Seq {
			*o, *other = tcpOpening{number: o.number + 1}, tcpOpening{number: o.number + 1}
		}
		o.initial, o.known = f.Seq, true
	}
	o.ended = o.ended || f.TCPFlags&(wire.TCPFin|wire.TCPRst) != 0
	return o.number
}
