package flow

import (
	"fragscope/analyzer/capture"
	"fragscope/decoder/wire"
)

// makeKey reports as swapped that the sender is the second end of the key.
func makeKey(f *wire.Frame) (key connKey, swapped bool) {
	order := f.Src.Compare(f.Dst)
	if order > 0 || order == 0 && f.SrcPort > f.DstPort {
		return connKey{f.Dst, f.Src, f.DstPort, f.SrcPort}, true
	}
	return connKey{f.Src, f.Dst, f.SrcPort, f.DstPort}, false
}

func (c *connection) clientIsB() bool {
	return c.Client != c.key.a || c.ClientPort != c.key.aPort
}

func (s *Streams) begin(key connKey, p *capture.Packet, f *wire.Frame) *connection {
	c := &connection{key: key}
	c.Client, c.Server, c.ClientPort, c.ServerPort = f.Src, f.Dst, f.SrcPort, f.DstPort
	if fromServer(f) {
		c.Client, c.Server, c.ClientPort, c.ServerPort = f.Dst, f.Src, f.DstPort, f.SrcPort
	}
	c.Start, c.End, c.First = p.Time, p.Time, p.Number
	s.open[key] = c
	c.recency = s.recency.PushBack(c)
	s.hold(c, connectionCost)
	return c
}

// fromServer tells whether the first packet seen of a connection comes from
// the server: certain when it is the opening, else the side with the port of
// a master, else the one with the lower port.
func fromServer(f *wire.Frame) bool {
	if f.TCPFlags&wire.TCPSyn != 0 {
		return f.TCPFlags&wire.TCPAck != 0
	}
	src, dst := masterPort(f.SrcPort), masterPort(f.DstPort)
	if src != dst {
		return src
	}
	return f.SrcPort < f.DstPort
}

// masterPort reports whether masters listen on port (decoder/protocol/SPEC.md#ports).
func masterPort(port uint16) bool { return port >= 28900 && port <= 28910 }

// ended holds the sequence numbers that the ends of a connection had reached
// when it ended: the first and the second end of its key.
type ended struct{ next [2]uint32 }

// remember keeps a retransmission from looking like another connection.
func (s *Streams) remember(c *connection) {
	e := ended{[2]uint32{c.ends[0].next, c.ends[1].next}}
	if c.clientIsB() {
		e.next[0], e.next[1] = e.next[1], e.next[0]
	}
	delete(s.over, s.recent[s.place])
	s.recent[s.place] = c.key
	s.place = (s.place + 1) % len(s.recent)
	s.over[c.key] = e
}

// late reports whether a segment that ends at seq has nothing new for the connection that had ended there.
func (s *Streams) late(key connKey, swapped bool, seq uint32) bool {
	e, ok := s.over[key]
	i := 0
	if swapped {
		i = 1
	}
	return ok && int32(seq-e.next[i]) <= 0
}

func (s *Streams) oldest() *connection {
	if s.recency.Len() == 0 {
		return nil
	}
	return s.recency.Front().Value.(*connection)
}
