// Package record makes of packets what an analysis needs of them: a worker
// decodes each packet of a batch (every header, every field) and leaves a short
// record: addresses, the kind of message, its topic, its position in a reply, a
// hash of its content, its problems.
package record

import (
	"bytes"
	"net/netip"
	"slices"

	"fragscope/analyzer/capture"
	"fragscope/analyzer/report"
	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// A Packet is a packet with its time, as a capture or a socket gives it. Data
// is only used until Add returns.
type Packet struct {
	Time   int64        // nanoseconds since 1970-01-01 UTC
	NoTime bool         // the file does not say when it was: Time is that of the packet before
	Number int64        // position in its file, from 1
	Link   decoder.Link // frame around the payload; LinkNone when Data is a payload
	Data   []byte
	Length int // bytes on the wire, when Data is cut; 0 for len(Data)

	Foreign bool // Data is of an unknown kind of link: it is only counted
	// of the interface that captured it, as far as they are known: they say which address is a broadcast
	Networks []netip.Prefix

	// For LinkNone only: where the payload came from and went to, and whether that was in a TCP connection.
	Src, Dst netip.AddrPort
	Stream   bool

	Captured *capture.Packet // that it was made of, nil for none; for [Options].Noted

	// For a [Look] only.
	LeftOut bool   // it does not pass [Options].Keep
	Note    []byte // what is appended is for [Options].Noted
}

// FromCapture returns p as an [Analyzer] takes it.
func FromCapture(p *capture.Packet) Packet {
	return Packet{Time: p.Time, NoTime: !p.HasTime, Number: p.Number, Link: p.Link, Foreign: p.Link == decoder.LinkNone,
		Data: p.Data, Length: p.OrigLen, Networks: p.Networks, Captured: p}
}

// When returns the time of p, 0 when that is not known.
func (p *Packet) When() int64 { return when(p.Time, p.NoTime) }

// When returns the time of r, 0 when that is not known.
func (r *Record) When() int64 { return when(r.Time, r.NoTime) }

func when(t int64, unknown bool) int64 {
	if unknown {
		return 0
	}
	return t
}

// Size returns the bytes of p on the wire. A length that no network carries is not
// believed: the captured bytes are there.
func (p *Packet) Size() int64 {
	if p.Length > capture.MaxPacket {
		return int64(len(p.Data))
	}
	return int64(max(p.Length, len(p.Data)))
}

// An Endpoint is an address and a port, comparable and without pointers.
type Endpoint struct {
	IP   [16]byte // IPv4 as ::ffff:a.b.c.d
	Port uint16
}

func (e Endpoint) AddrPort() netip.AddrPort {
	return netip.AddrPortFrom(netip.AddrFrom16(e.IP).Unmap(), e.Port)
}

func EndpointOf(a netip.AddrPort) Endpoint {
	return Endpoint{a.Addr().As16(), a.Port()}
}

// Compare orders endpoints by address, then port.
func (e Endpoint) Compare(o Endpoint) int {
	for i := range e.IP {
		if e.IP[i] != o.IP[i] {
			return int(e.IP[i]) - int(o.IP[i])
		}
	}
	return int(e.Port) - int(o.Port)
}

type class uint8

const (
	ClassOther    class = iota // none of our protocols
	ClassMessage               // a datagram of ours
	ClassFragment              // part of a datagram, to be reassembled
	ClassTCP                   // a TCP segment with payload, or one that opens or closes a connection
	classForeign               // of an unknown kind of link
	ClassPassed                // no packet: the part before has looked at a TCP connection, which is not followed
)

// A Record is what later stages need of a packet: begun by the reader, made by
// a worker, read by the collector and one shard. It refers to bytes of its
// batch. Its fields are in that order: a stage that does not need the later
// ones need not fetch them.
type Record struct {
	Time   int64
	Number int64
	Frame  []byte // bytes of the whole packet
	Size   uint32 // bytes on the wire
	Link   decoder.Link
	Class  class

	Broadcast bool   // a broadcast request
	Copy      bool   // of a datagram that was captured already
	NoTime    bool   // Time is that of the packet before
	home      uint32 // of the server's address: says which shard gets it
	Flow      uint32 // hash of both addresses
	Host      uint64 // hash of the server's address
	Now       int64  // the greatest time of the capture so far, once it is collected
	Info      *wire.MessageInfo
	Src, Dst  Endpoint
	Topic     wire.MatchKey
	Part      wire.Part
	Hash      uint64 // of the payload, to know it again
	ID        uint32 // identification of the IP packet, 0 for none
	// bytes of this packet on the wire; Size is that of the whole where it completes a datagram
	Wire uint32
	// number of the packet that began the exchange it belongs to, once it is matched; 0 for none
	Exchange int64
	Content  uint64              // hash of what a reply says, without what changes each time
	Payload  []byte              // bytes of the payload
	Problems []*wire.ProblemInfo // each kind once
	Networks []netip.Prefix      // see Packet
	Note     []byte              // what a [Look] noted of it, nil for nothing
	Stray    *stray              // of a fragment, a TCP segment and what is no message, where it was just decoded
}

// Begin makes r the record of p, of which nothing is decoded yet. data are the
// bytes of p where they stay.
func (r *Record) Begin(p *Packet, data []byte) {
	r.Time, r.NoTime, r.Number, r.Frame, r.Size, r.Link = p.Time, p.NoTime, p.Number, data, uint32(p.Size()), p.Link
	r.Class, r.Wire, r.Exchange, r.Networks = ClassOther, r.Size, 0, p.Networks
	if p.Foreign {
		r.Class = classForeign
	} else if p.Link == decoder.LinkNone {
		r.Src, r.Dst = EndpointOf(p.Src), EndpointOf(p.Dst)
	}
}

func (r *Record) packet() Packet {
	p := Packet{Time: r.Time, NoTime: r.NoTime, Number: r.Number, Link: r.Link, Data: r.Frame, Length: int(r.Size),
		Foreign: r.Class == classForeign, Networks: r.Networks}
	if p.Link == decoder.LinkNone && !p.Foreign {
		p.Src, p.Dst = r.Src.AddrPort(), r.Dst.AddrPort()
	}
	return p
}

// A stray is what the collector needs of a packet that is not a message by itself.
type stray struct {
	seems string     // what it seems to be
	Head  wire.Frame // what its headers say, of a fragment or TCP segment
}

func (b *Batch) stray(r *Record, seems string, f *wire.Frame) {
	if len(b.strays) == cap(b.strays) {
		b.strays = make([]stray, 0, max(8, 2*cap(b.strays))) // those in the old one are still pointed to
	}
	b.strays = b.strays[:len(b.strays)+1]
	r.Stray = &b.strays[len(b.strays)-1]
	if r.Stray.seems = seems; f != nil {
		r.Stray.Head = *f
	}
}

// Captured is r as a capture has it.
func (r *Record) Captured() *capture.Packet {
	return &capture.Packet{Number: r.Number, Time: r.Time, HasTime: !r.NoTime, Data: r.Frame, OrigLen: int(r.Size),
		Link: r.Link}
}

// Seems says what r seems to be, "" for a message or a fragment.
func (r *Record) Seems() string {
	if r.Stray == nil {
		return ""
	}
	return r.Stray.seems
}

// Prepare sets what follows from the rest of a message's record.
func (r *Record) Prepare() {
	r.Hash = hashBytes(r.Payload)
	r.Locate()
}

// Locate sets what follows from the addresses.
func (r *Record) Locate() {
	server, client := &r.Src, &r.Dst
	if r.Info.Direction == decoder.Request {
		server, client = client, server
	}
	r.home, r.Host = server.Spread(), server.Hash()
	r.Flow = flowHash(r.Host, client.Hash())
}

// Place returns which of n shards or buckets the server of r belongs to.
func (r *Record) Place(n int) int { return int(uint64(r.home) * uint64(n) >> 32) }

// Server returns the endpoint of the server or master.
func (r *Record) Server() Endpoint {
	if r.Info.Direction == decoder.Request {
		return r.Dst
	}
	return r.Src
}

// Client returns the endpoint that queries.
func (r *Record) Client() Endpoint {
	if r.Info.Direction == decoder.Request {
		return r.Src
	}
	return r.Dst
}

// A Batch is a number of packets that go through the stages together.
type Batch struct {
	arena   []byte // bytes of the packets
	Records []Record
	Kinds   []*wire.ProblemInfo
	strays  []stray
	notes   []byte
	Source  []capture.Packet     // the packets of the records as they were captured, for [Options].Noted
	noted   bool                 // Source is kept
	Closed  [][]*report.Exchange // by shard: exchanges that ended while the batch was read
	Before  []int64              // by shard: no exchange began before this packet that has yet to end
	Now     int64                // the greatest time up to its end, once it is collected
	Met     int                  // servers up to its end
	Decoded bool                 // the records are made
}

// NewBatch makes a batch for so many shards, which keeps what opts needs.
func NewBatch(shards int, opts *Options) *Batch {
	return &Batch{Closed: make([][]*report.Exchange, shards), Before: make([]int64, shards), noted: opts.Noted != nil}
}

// Add takes the next packet.
func (b *Batch) Add(p *Packet) {
	start := len(b.arena)
	b.arena = append(b.arena, p.Data[:min(len(p.Data), maxFrame)]...)
	r := b.Next()
	r.Begin(p, b.arena[start:len(b.arena):len(b.arena)])
	r.Now = p.Time
	if b.noted {
		q := *p.Captured
		q.Data = r.Frame
		q.Comments = slices.Clone(q.Comments)
		for i, c := range q.Comments {
			q.Comments[i] = bytes.Clone(c)
		}
		b.Source = append(b.Source, q)
	}
}

// Next returns the next record. What was there before is written over where it
// counts.
func (b *Batch) Next() *Record {
	n := len(b.Records)
	if n == cap(b.Records) {
		b.Records = slices.Grow(b.Records, BatchSize)
	}
	b.Records = b.Records[:n+1]
	return &b.Records[n]
}

// Clear empties b.
func (b *Batch) Clear() {
	b.arena, b.Records, b.Kinds, b.strays, b.Now = b.arena[:0], b.Records[:0], b.Kinds[:0], b.strays[:0], 0
	b.notes, b.Source = b.notes[:0], b.Source[:0]
}

// Bounds of a batch. Fewer packets make the hand-over expensive, more exceed
// the caches. A capture may claim packets of any size, so bytes count as well;
// and no datagram or segment has more than maxFrame, so what follows it in a
// packet is only counted.
const (
	BatchSize  = 256
	batchBytes = 512 << 10 // when there are as many it is full
	maxFrame   = 256 << 10
)

// Full reports whether b is ready.
func (b *Batch) Full() bool { return len(b.Records) == BatchSize || len(b.arena) >= batchBytes }
