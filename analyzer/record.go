package analyzer

import (
	"encoding/binary"
	"math"
	"net/netip"
	"slices"

	"fragscope/analyzer/capture"
	"fragscope/decoder"
)

// A Packet is a packet with its time, as a capture or a socket gives it. Data
// is only used until Add returns.
type Packet struct {
	Time   int64        // nanoseconds since 1970-01-01 UTC
	Number int64        // position in its file, from 1
	Link   decoder.Link // frame around the payload; LinkNone when Data is a payload
	Data   []byte
	Length int // bytes on the wire, when Data is cut; 0 for len(Data)

	Foreign bool // Data is of an unknown kind of link: it is only counted

	// For LinkNone only: where the payload came from and went to.
	Src, Dst netip.AddrPort
}

// FromCapture returns p as an [Analyzer] takes it.
func FromCapture(p *capture.Packet) *Packet {
	return &Packet{Time: p.Time, Number: p.Number, Link: p.Link, Foreign: p.Link == decoder.LinkNone, Data: p.Data, Length: p.OrigLen}
}

// size returns the bytes of p on the wire.
func (p *Packet) size() int64 { return int64(max(p.Length, len(p.Data))) }

// An endpoint is an address and a port, comparable and without pointers.
type endpoint struct {
	ip   [16]byte // IPv4 as ::ffff:a.b.c.d
	port uint16
}

func (e endpoint) addrPort() netip.AddrPort {
	return netip.AddrPortFrom(netip.AddrFrom16(e.ip).Unmap(), e.port)
}

func endpointOf(a netip.AddrPort) endpoint {
	return endpoint{a.Addr().As16(), a.Port()}
}

// ip4 reports whether e has an IPv4 address.
func (e *endpoint) ip4() bool {
	return binary.LittleEndian.Uint64(e.ip[:]) == 0 && binary.LittleEndian.Uint32(e.ip[8:]) == 0xffff0000
}

// broadcast reports whether e means all hosts of a network: the limited
// broadcast, a loopback or class-shaped directed broadcast, or a multicast group.
func (e *endpoint) broadcast() bool {
	if e.ip4() {
		return e.ip[12]&0xf0 == 224 || e.ip[15] == 255
	}
	return e.ip[0] == 0xff
}

// compare orders endpoints by address, then port.
func (e endpoint) compare(o endpoint) int {
	for i := range e.ip {
		if e.ip[i] != o.ip[i] {
			return int(e.ip[i]) - int(o.ip[i])
		}
	}
	return int(e.port) - int(o.port)
}

// A class says how a record is processed.
type class uint8

const (
	classOther    class = iota // none of our protocols
	classMessage               // a datagram of ours
	classFragment              // part of a datagram, to be reassembled
	classTCP                   // a TCP segment with payload, or one that opens or closes a connection
	classForeign               // of an unknown kind of link
	classPassed                // no packet: the part before has looked at a TCP connection, which is not followed
)

// A record is what later stages need of a packet: begun by the reader, made by
// a worker, read by the collector and one shard. It refers to bytes of its
// batch. Its fields are in that order: a stage that does not need the later
// ones need not fetch them.
type record struct {
	time   int64
	number int64
	frame  []byte // bytes of the whole packet
	size   uint32 // bytes on the wire
	link   decoder.Link
	class  class

	broadcast bool   // a broadcast request
	home      uint32 // of the server's address: says which shard gets it
	flow      uint32 // hash of both addresses
	host      uint64 // hash of the server's address
	now       int64  // the greatest time of the capture so far, once it is collected
	info      *decoder.MessageInfo
	src, dst  endpoint
	topic     decoder.Topic
	part      decoder.Part
	hash      uint64                 // of the payload, to know it again
	content   uint64                 // hash of what a reply says, without what changes each time
	payload   []byte                 // bytes of the payload
	problems  []*decoder.ProblemInfo // each kind once
	stray     *stray                 // of a fragment, a TCP segment and what is no message, where it was just decoded
}

// begin makes r the record of p, of which nothing is decoded yet. data are the
// bytes of p where they stay.
func (r *record) begin(p *Packet, data []byte) {
	r.time, r.number, r.frame, r.size, r.link = p.Time, p.Number, data, uint32(min(p.size(), math.MaxUint32)), p.Link
	r.class = classOther
	if p.Foreign {
		r.class = classForeign
	} else if p.Link == decoder.LinkNone {
		r.src, r.dst = endpointOf(p.Src), endpointOf(p.Dst)
	}
}

// packet returns the packet that r was begun with.
func (r *record) packet() Packet {
	p := Packet{Time: r.time, Number: r.number, Link: r.link, Data: r.frame, Length: int(r.size), Foreign: r.class == classForeign}
	if p.Link == decoder.LinkNone && !p.Foreign {
		p.Src, p.Dst = r.src.addrPort(), r.dst.addrPort()
	}
	return p
}

// A stray is what the collector needs of a packet that is not a message by
// itself.
type stray struct {
	seems string        // what it seems to be
	head  decoder.Frame // what its headers say, of a fragment or TCP segment
}

// stray keeps what r seems to be, and its headers if they are given.
func (b *batch) stray(r *record, seems string, f *decoder.Frame) {
	if len(b.strays) == cap(b.strays) {
		b.strays = make([]stray, 0, max(8, 2*cap(b.strays))) // those in the old one are still pointed to
	}
	b.strays = b.strays[:len(b.strays)+1]
	r.stray = &b.strays[len(b.strays)-1]
	if r.stray.seems = seems; f != nil {
		r.stray.head = *f
	}
}

// captured is r as a capture has it.
func (r *record) captured() *capture.Packet {
	return &capture.Packet{Number: r.number, Time: r.time, HasTime: true, Data: r.frame, OrigLen: int(r.size), Link: r.link}
}

// seems says what r seems to be, "" for a message or a fragment.
func (r *record) seems() string {
	if r.stray == nil {
		return ""
	}
	return r.stray.seems
}

// prepare sets what follows from the rest of a message's record.
func (r *record) prepare() {
	r.hash = hashBytes(r.payload)
	r.locate()
}

// locate sets what follows from the addresses.
func (r *record) locate() {
	server, client := &r.src, &r.dst
	if r.info.Direction == decoder.Request {
		server, client = client, server
		r.broadcast = server.broadcast()
	}
	r.home, r.host = server.spread(), server.hash()
	r.flow = flowHash(r.host, client.hash())
}

// place returns which of n shards or buckets the server of r belongs to.
func (r *record) place(n int) int { return int(uint64(r.home) * uint64(n) >> 32) }

// server returns the endpoint of the server or master.
func (r *record) server() endpoint {
	if r.info.Direction == decoder.Request {
		return r.dst
	}
	return r.src
}

// client returns the endpoint that queries.
func (r *record) client() endpoint {
	if r.info.Direction == decoder.Request {
		return r.src
	}
	return r.dst
}

// A batch is a number of packets that go through the stages together.
type batch struct {
	arena   []byte // bytes of the packets
	records []record
	kinds   []*decoder.ProblemInfo
	strays  []stray
	closed  [][]*Exchange // by shard: exchanges that ended while the batch was read
	now     int64         // the greatest time up to its end, once it is collected
	met     int           // servers up to its end
	decoded bool          // the records are made
}

func newBatch(shards int) *batch { return &batch{closed: make([][]*Exchange, shards)} }

// add takes the next packet.
func (b *batch) add(p *Packet) {
	start := len(b.arena)
	b.arena = append(b.arena, p.Data[:min(len(p.Data), maxFrame)]...)
	r := b.next()
	r.begin(p, b.arena[start:len(b.arena):len(b.arena)])
	r.now = p.Time
}

// next returns the next record. What was there before is written over where it
// counts.
func (b *batch) next() *record {
	n := len(b.records)
	if n == cap(b.records) {
		b.records = slices.Grow(b.records, batchSize)
	}
	b.records = b.records[:n+1]
	return &b.records[n]
}

// clear empties b.
func (b *batch) clear() {
	b.arena, b.records, b.kinds, b.strays, b.now = b.arena[:0], b.records[:0], b.kinds[:0], b.strays[:0], 0
}

// Bounds of a batch. Fewer packets make the hand-over expensive, more exceed
// the caches. A capture may claim packets of any size, so bytes count as well;
// and no datagram or segment has more than maxFrame, so what follows it in a
// packet is only counted.
const (
	batchSize  = 256
	batchBytes = 512 << 10 // when there are as many it is full
	maxFrame   = 256 << 10
)

// full reports whether b is ready.
func (b *batch) full() bool { return len(b.records) == batchSize || len(b.arena) >= batchBytes }
