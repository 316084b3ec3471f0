package state

import (
	"net/netip"
	"time"

	"fragscope/analyzer"
	"fragscope/decoder"
)

// An Exchange is what is kept of a request with its replies in a capture.
type Exchange struct {
	Time     int64 // nanoseconds since 1970-01-01 UTC
	Packet   int32 // number of the request, or of the first reply when nobody asked
	Replies  int32
	RTT      time.Duration // to the last reply, negative for none
	message  uint16        // in names
	server   endpoint
	Outcome  analyzer.Outcome
	Protocol decoder.Protocol
	Missing  uint16 // parts
}

// An endpoint is an address and port in 18 bytes.
type endpoint struct {
	addr [16]byte
	port uint16
}

// Server returns the address that was asked.
func (e *Exchange) Server() netip.AddrPort {
	return netip.AddrPortFrom(netip.AddrFrom16(e.server.addr).Unmap(), e.server.port)
}

// exchanges keeps exchanges that are over. Several end at once, in the order
// of their first packets; the list as a whole is nearly so.
func (c *Capture) exchanges(list []*analyzer.Exchange) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, x := range list {
		e := Exchange{
			Time: x.Time, Packet: int32(x.Request), Replies: int32(min(x.Count, 1<<31-1)), RTT: time.Duration(x.LastRTT),
			server: endpoint{x.Server.Addr().As16(), x.Server.Port()}, Outcome: x.Outcome, Protocol: x.Protocol, Missing: uint16(min(x.Missing, 1<<16-1)),
		}
		if e.Packet == 0 && len(x.Replies) > 0 {
			e.Packet = int32(x.Replies[0])
		}
		e.message = c.name(x)
		c.found = append(c.found, e)
	}
}

// name returns the number of the message of x in kinds.
func (c *Capture) name(x *analyzer.Exchange) uint16 {
	k := kind{seems: x.Message}
	n, known := c.kindOf[k]
	if !known && len(c.kinds) < 1<<16-1 {
		n = uint16(len(c.kinds))
		c.kinds = append(c.kinds, k)
		c.kindOf[k] = n
	}
	return n
}

// Exchanges returns how many exchanges are known.
func (c *Capture) Exchanges() int {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return len(c.found)
}

// Exchange returns exchange i and the name of its request.
func (c *Capture) Exchange(i int) (x Exchange, message string) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if i < 0 || i >= len(c.found) {
		return Exchange{Packet: -1, RTT: -1}, ""
	}
	x = c.found[i]
	return x, c.kinds[x.message].seems
}
