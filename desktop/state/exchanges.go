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
	Packet   int // number of the request, or of the first reply when it is unsolicited
	Server   netip.AddrPort
	Protocol decoder.Protocol
	Message  string // name of the request
	Outcome  analyzer.Outcome
	Replies  int
	Missing  int           // parts
	RTT      time.Duration // to the last reply, negative for none
}

// An exchangeTable keeps exchanges in 28 bytes each, the numbers of their
// packets in a byte or two, and of each packet which exchange it belongs to in
// four.
type exchangeTable struct {
	chunks   []*[chunkSize]exchange
	count    int
	servers  []netip.AddrPort
	serverOf map[netip.AddrPort]uint32
	names    []string
	nameOf   map[string]uint16
	numbers  numberLists
	of       []*[chunkSize]uint32 // 1 + the exchange of a packet, 0 for none
}

type exchange struct {
	packet   uint32
	server   uint32
	rtt      uint32 // in units of rttUnit, noRTT for none
	replies  uint32
	numbers  uint32 // of its packets, in numberLists
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
		numbers: t.numbers.add(asking(x), x.Replies), name: name, outcome: x.Outcome, protocol: x.Protocol,
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
	for _, list := range [][]int64{asking(x), x.Replies} {
		for _, n := range list {
			t.belongs(n)
		}
	}
}

// asking returns the packets of x that ask.
func asking(x *analyzer.Exchange) []int64 {
	if x.Request == 0 {
		return nil
	}
	return append([]int64{x.Request}, x.Retries...)
}

// belongs notes that a packet belongs to the exchange that was added last.
func (t *exchangeTable) belongs(packet int64) {
	k := packet / chunkSize
	if packet <= 0 || k > 1<<20 {
		return
	}
	for int64(len(t.of)) <= k {
		t.of = append(t.of, nil)
	}
	if t.of[k] == nil {
		t.of[k] = new([chunkSize]uint32)
	}
	t.of[k][packet%chunkSize] = uint32(t.count)
}

// exchangeOf returns the exchange of a packet, by its number.
func (t *exchangeTable) exchangeOf(packet int) (exchange int, ok bool) {
	k := packet / chunkSize
	if packet <= 0 || k >= len(t.of) || t.of[k] == nil {
		return 0, false
	}
	n := int(t.of[k][packet%chunkSize])
	return n - 1, n > 0
}
