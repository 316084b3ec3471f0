package analyzer

import (
	"encoding/binary"
	"net/netip"

	"fragscope/decoder"
)

// A Packet is a packet with its time, as a capture or a socket gives it. Data
// is only used until Add returns.
type Packet struct {
	Time   int64        // nanoseconds since 1970-01-01 UTC
	Number int64        // place in its file, from 1
	Link   decoder.Link // frame around the payload; LinkNone when Data is a payload
	Data   []byte
	Length int // bytes on the wire, when Data is cut; 0 for len(Data)

	Foreign bool // Data is of a link that nothing is known about: it is only counted

	// For LinkNone only: where the payload came from and went to.
	Src, Dst netip.AddrPort
}

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

// compare orders endpoints by address, then port.
func (e endpoint) compare(o endpoint) int {
	for i := range e.ip {
		if e.ip[i] != o.ip[i] {
			return int(e.ip[i]) - int(o.ip[i])
		}
	}
	return int(e.port) - int(o.port)
}

// hash spreads endpoints over shards, and over the places of a table.
func (e *endpoint) hash() uint32 {
	le := binary.LittleEndian
	h := le.Uint64(e.ip[8:])*0x9e3779b97f4a7c15 ^ (le.Uint64(e.ip[:])+uint64(e.port))*0xc2b2ae3d27d4eb4f
	h ^= h >> 29
	h *= 0xff51afd7ed558ccd
	return uint32(h >> 32)
}

// A class says what becomes of a record.
type class uint8

const (
	classOther    class = iota // none of our protocols
	classMessage               // a datagram of ours
	classFragment              // part of a datagram, to be put together
	classTCP                   // a TCP segment with payload, or one that opens or closes a connection
	classDone                  // taken care of by the collector
)

// A record is what the rest needs to know of a packet: made by a worker, read
// by the collector and one shard. It refers to bytes of its batch.
type record struct {
	time     int64
	now      int64 // the greatest time of the capture so far
	number   int64
	src, dst endpoint
	info     *decoder.MessageInfo
	topic    decoder.Topic
	part     decoder.Part
	content  uint64 // hash of what a reply says, without what changes each time
	payload  []byte // bytes of the payload
	frame    []byte // bytes of the whole packet
	link     decoder.Link
	size     int32 // bytes on the wire
	class    class
	problems []*decoder.ProblemInfo // each kind once
	stray    *stray                 // of a fragment, a TCP segment and what is no message, where it was just decoded

	// What follows from the rest; prepare sets it.
	hash      uint64 // of the payload, to know it again
	home      uint32 // hash of the server's address: says which shard gets it
	flow      uint32 // hash of both addresses
	broadcast bool   // a request to all hosts of a network
}

// A stray is what the collector needs to know of a packet that is not a message
// by itself.
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
	if r.info.Direction == decoder.Request {
		r.home, r.flow = r.dst.hash(), r.src.hash()
		r.broadcast = broadcastAddress(&r.dst)
	} else {
		r.home, r.flow = r.src.hash(), r.dst.hash()
	}
	r.flow = r.flow*0x9e3779b1 ^ r.home
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

// client returns the endpoint that asks.
func (r *record) client() endpoint {
	if r.info.Direction == decoder.Request {
		return r.src
	}
	return r.dst
}

// A batch is a number of packets that go through the stages together.
type batch struct {
	packets []Packet
	arena   []byte // bytes of the packets
	records []record
	kinds   []*decoder.ProblemInfo
	strays  []stray
	closed  [][]*Exchange // by shard: exchanges that ended while the batch was read
	now     int64         // the greatest time up to its end
	met     int           // servers up to its end
	ready   chan struct{} // closed when the worker is done
	matched chan struct{} // closed when all shards are done
	pending int32         // shards that have not seen the batch yet
}

// batchSize is the number of packets in a batch. Fewer make the hand-over
// dear, more make the caches cold.
const batchSize = 256
