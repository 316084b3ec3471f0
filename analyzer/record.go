package analyzer

import (
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

// less orders endpoints by address, then port.
func (e endpoint) compare(o endpoint) int {
	for i := range e.ip {
		if e.ip[i] != o.ip[i] {
			return int(e.ip[i]) - int(o.ip[i])
		}
	}
	return int(e.port) - int(o.port)
}

// hash spreads endpoints over shards.
func (e endpoint) hash() uint32 {
	h := uint32(2166136261)
	for _, c := range e.ip[10:] {
		h = (h ^ uint32(c)) * 16777619
	}
	h = (h ^ uint32(e.port&0xff)) * 16777619
	h = (h ^ uint32(e.port>>8)) * 16777619
	return h ^ h>>15
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
	other    string                 // what a packet of class other seems to be
}

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
	closed  [][]*Exchange // by shard: exchanges that ended while the batch was read
	now     int64         // the greatest time up to its end
	ready   chan struct{} // closed when the worker is done
	matched chan struct{} // closed when all shards are done
	pending int32         // shards that have not seen the batch yet
}

// batchSize is the number of packets in a batch. Fewer make the hand-over
// dear, more make the caches cold.
const batchSize = 512
