package state

import (
	"net/netip"
	"time"

	"fragscope/analyzer"
	"fragscope/decoder"
)

// An Exchange is a request with its replies in a capture, in a line.
type Exchange struct {
	Time     time.Time
	Packet   int // number of the request, or of the first reply when nobody asked
	Server   netip.AddrPort
	Protocol decoder.Protocol
	Message  string // name of the request
	Outcome  analyzer.Outcome
	Replies  int
	Missing  int           // parts
	RTT      time.Duration // to the last reply, negative for none
}

// An exchangeTable keeps exchanges in 24 bytes each.
type exchangeTable struct {
	chunks   []*[chunkSize]exchange
	count    int
	servers  []netip.AddrPort
	serverOf map[netip.AddrPort]uint32
	names    []string
	nameOf   map[string]uint16
}

type exchange struct {
	packet   uint32
	server   uint32
	rtt      uint32 // in units of rttUnit, noRTT for none
	replies  uint32
	missing  uint16
	name     uint16
	outcome  analyzer.Outcome
	protocol decoder.Protocol
}

const (
	rttUnit = 100 * time.Nanosecond
	noRTT   = 1<<32 - 1
)

// add keeps x.
func (t *exchangeTable) add(x *analyzer.Exchange) {
	if t.serverOf == nil {
		t.serverOf, t.nameOf = map[netip.AddrPort]uint32{}, map[string]uint16{}
	}
	server, known := t.serverOf[x.Server]
	if !known {
		server = uint32(len(t.servers))
		t.servers = append(t.servers, x.Server)
		t.serverOf[x.Server] = server
	}
	name, known := t.nameOf[x.Message]
	if !known && len(t.names) < 1<<16 {
		name = uint16(len(t.names))
		t.names = append(t.names, x.Message)
		t.nameOf[x.Message] = name
	}
	e := exchange{
		packet: uint32(x.Request), server: server, rtt: noRTT, replies: uint32(min(x.Count, 1<<32-1)), missing: uint16(min(x.Missing, 1<<16-1)),
		name: name, outcome: x.Outcome, protocol: x.Protocol,
	}
	if e.packet == 0 && len(x.Replies) > 0 {
		e.packet = uint32(x.Replies[0])
	}
	if x.LastRTT >= 0 {
		e.rtt = uint32(min(x.LastRTT/int64(rttUnit), noRTT-1))
	}
	if t.count%chunkSize == 0 {
		t.chunks = append(t.chunks, new([chunkSize]exchange))
	}
	t.chunks[t.count/chunkSize][t.count%chunkSize] = e
	t.count++
}

// exchanges keeps exchanges that are over. Several end at once, in the order of
// their first packets; the list as a whole is nearly so.
func (c *Capture) exchanges(list []*analyzer.Exchange) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, x := range list {
		c.found.add(x)
	}
}

// Exchanges returns how many exchanges are known.
func (c *Capture) Exchanges() int {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.found.count
}

// Exchange returns exchange i. ok is false when there is none.
func (c *Capture) Exchange(i int) (x Exchange, ok bool) {
	c.mu.RLock()
	if i < 0 || i >= c.found.count {
		c.mu.RUnlock()
		return Exchange{RTT: -1}, false
	}
	e := c.found.chunks[i/chunkSize][i%chunkSize]
	x = Exchange{
		Packet: int(e.packet), Server: c.found.servers[e.server], Protocol: e.protocol, Message: c.found.names[e.name],
		Outcome: e.outcome, Replies: int(e.replies), Missing: int(e.missing), RTT: time.Duration(e.rtt) * rttUnit,
	}
	c.mu.RUnlock()
	if e.rtt == noRTT {
		x.RTT = -1
	}
	if p, _, ok := c.known(x.Packet - 1); ok && p.time != noTime {
		x.Time = time.Unix(0, p.time)
	}
	return x, true
}
