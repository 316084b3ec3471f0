package analyzer

import (
	"encoding/binary"
	"slices"

	"fragscope/analyzer/record"
	"fragscope/decoder"
	"fragscope/decoder/numbers"
	"fragscope/decoder/wire"

	"github.com/klauspost/compress/s2"
)

// What a part hands over, in sections of entries. An entry is a message as a
// worker has recorded it, a packet that has to be reassembled with others, a
// TCP connection that is not followed, or the end of a batch of packets.
type entryKind uint8

const (
	entryMessage entryKind = iota
	entryFrame
	entryPassed
	entryTick
	entryKinds
)

// An entry begins with fixed places, little endian, so that it is written and
// read at once:
//
//	 0 kind u8     1 flags u8    2 link u8     3 number of problems u8
//	 4 message u16 6 ports of source and destination u16
//	10 size u32   14 index of the part i32    18 subjects u32   22 length of the bytes u32
//	26 number and 34 time, counted from the entry before   42 how far the capture's time is ahead
//	50 id         58 set        66 content, all 64 bits
//	74 addresses of source and destination, 16 bytes each
//	106 hash of the payload, 64 bits, only when the part is near
//	114 identification of the IP packet u32
//	118 problems u16 each, then the bytes: a payload or a frame
//
// The section of a part that is near is a mark and its entries. Any other is a
// number of blocks, each the length of its bytes packed and then these, which
// hold entries.
const (
	nearMark    = 0 // no section of blocks begins with it
	entryHeader = 118
)

const (
	flagID = 1 << iota
	flagOptional
	flagNumbered
	flagLast
	flagAlone
	flagProof
	flagNoTime
	flagBroadcast
)

// A section is written by a part.
type section struct {
	near   bool
	b      []byte // entries: of the block that is not packed yet, or all of them when near
	packed []byte // blocks
	block  int    // bytes of a block
	room   int    // bytes that there will be about, when near; 0 for not known

	number, time int64 // of the last entry
}

func (s *section) put(kind entryKind, r *record.Record, ahead int64) {
	if s.near && len(s.b) == 0 {
		s.b = append(make([]byte, 0, max(1<<12, s.room)), nearMark)
	}
	var problems []*wire.ProblemInfo
	var bytes []byte
	switch kind {
	case entryMessage:
		problems, bytes = r.Problems[:min(len(r.Problems), 255)], r.Payload
	case entryFrame:
		bytes = r.Frame
	}
	le := binary.LittleEndian
	at := len(s.b)
	s.b = append(s.b, make([]byte, entryHeader)...)
	h := s.b[at:][:entryHeader:entryHeader]
	h[0], h[1], h[2], h[3] = byte(kind), flagIf(r.NoTime, flagNoTime), byte(r.Link), byte(len(problems))
	le.PutUint16(h[6:], r.Src.Port)
	le.PutUint16(h[8:], r.Dst.Port)
	le.PutUint32(h[10:], r.Size)
	le.PutUint32(h[22:], uint32(len(bytes)))
	le.PutUint64(h[26:], uint64(r.Number-s.number))
	le.PutUint64(h[34:], uint64(r.Time-s.time))
	le.PutUint64(h[42:], uint64(ahead))
	copy(h[74:], r.Src.IP[:])
	copy(h[90:], r.Dst.IP[:])
	s.number, s.time = r.Number, r.Time
	if kind == entryMessage {
		t, p := &r.Topic, &r.Part
		h[1] |= flagIf(t.HasID, flagID) | flagIf(t.Optional, flagOptional) | flagIf(p.Numbered, flagNumbered) | flagIf(p.Last,
			flagLast) | flagIf(r.Broadcast, flagBroadcast) | flagIf(t.SingleDatagram, flagAlone) | flagIf(t.Challenge, flagProof)
		le.PutUint16(h[4:], r.Info.Number)
		le.PutUint32(h[14:], uint32(int32(p.Index)))
		le.PutUint32(h[18:], t.Subjects)
		le.PutUint64(h[50:], t.ID)
		le.PutUint64(h[58:], p.Set)
		le.PutUint64(h[66:], r.Content)
		le.PutUint32(h[114:], r.ID)
		if s.near { // else nothing that does not pack
			le.PutUint64(h[106:], r.Hash)
		}
	}
	for _, p := range problems {
		s.b = le.AppendUint16(s.b, p.Number)
	}
	s.b = append(s.b, bytes...)
	if !s.near && len(s.b) >= s.block {
		s.pack()
	}
}

func flagIf(v bool, flag byte) byte {
	if v {
		return flag
	}
	return 0
}

func (s *section) pack() {
	if len(s.b) == 0 {
		return
	}
	p := s2.Encode(nil, s.b)
	if len(s.b) > unpackedBlock(p) {
		p = s2.EncodeSnappy(nil, s.b) // 3 bytes for 64 at best
	}
	s.packed = append(binary.AppendUvarint(s.packed, uint64(len(p))), p...)
	s.b = s.b[:0]
}

func (s *section) finish() []byte {
	if s.near {
		return s.b
	}
	s.pack()
	return s.packed
}

// maxBlock bounds the bytes of a block when it is read: an entry is at most a
// packet longer than what a block is meant to have.
const maxBlock = 32 << 20

// unpackedBlock is what p, a packed block, unpacks to at most: a few bytes must
// not make as many entries as there is room for in a block.
func unpackedBlock(p []byte) int { return min(maxBlock, 64+24*len(p)) }

type sectionReader struct {
	blocks []byte // that are still packed
	b      []byte // what follows the entry in its block, or in a section that is near
	near   bool
	ok     bool // there is an entry
	bad    bool // the section is damaged

	kind         entryKind
	number, time int64
	ahead        int64 // how far the capture's time was ahead of the packet's, ns
	header, rest []byte
}

func readSection(b []byte) *sectionReader {
	s := &sectionReader{blocks: b}
	if len(b) > 0 && b[0] == nearMark {
		s.near, s.b, s.blocks = true, b[1:], nil
	}
	s.next()
	return s
}

func (s *sectionReader) unpack() bool {
	n, at := binary.Uvarint(s.blocks)
	if at <= 0 || n > uint64(len(s.blocks)-at) {
		return false
	}
	p := s.blocks[at : at+int(n)]
	s.blocks = s.blocks[at+int(n):]
	size, err := s2.DecodedLen(p)
	if err != nil || size > unpackedBlock(p) {
		return false
	}
	s.b, err = s2.Decode(nil, p) // into new memory: records refer to the bytes of the block before
	return err == nil
}

func (s *sectionReader) next() {
	s.ok = false
	for len(s.b) == 0 {
		if len(s.blocks) == 0 {
			return
		}
		if !s.unpack() {
			s.bad = true
			return
		}
	}
	s.ok = s.entry()
	s.bad = !s.ok
}

// entry reads what all entries have, and reports whether it is sound.
func (s *sectionReader) entry() bool {
	if len(s.b) < entryHeader {
		return false
	}
	le := binary.LittleEndian
	h, rest := s.b[:entryHeader:entryHeader], s.b[entryHeader:]
	problems, size := int(h[3]), int(le.Uint32(h[22:]))
	if entryKind(h[0]) >= entryKinds || 2*problems > len(rest) || size > len(rest)-2*problems ||
		int(le.Uint16(h[4:])) >= len(numbers.All().Messages) {
		return false
	}
	s.kind, s.header, s.rest, s.b = entryKind(h[0]), h, rest[:2*problems+size], rest[2*problems+size:]
	s.number += int64(le.Uint64(h[26:]))
	s.time += int64(le.Uint64(h[34:]))
	s.ahead = int64(le.Uint64(h[42:]))
	for p := s.rest[:2*problems]; len(p) > 0; p = p[2:] {
		if int(le.Uint16(p)) >= len(numbers.All().Problems) {
			return false
		}
	}
	return s.time+s.ahead >= s.time // before the packet's time the capture's never is: it would never time out
}

func (s *sectionReader) record(b *record.Batch, r *record.Record) {
	le, h := binary.LittleEndian, s.header
	r.Number, r.Time, r.Now = s.number, s.time, s.time+s.ahead
	r.NoTime, r.Link, r.Size = h[1]&flagNoTime != 0, decoder.Link(h[2]), le.Uint32(h[10:])
	r.Src = record.Endpoint{IP: [16]byte(h[74:]), Port: le.Uint16(h[6:])}
	r.Dst = record.Endpoint{IP: [16]byte(h[90:]), Port: le.Uint16(h[8:])}
	r.Broadcast, r.Stray, r.Info, r.Frame, r.Payload = h[1]&flagBroadcast != 0, nil, nil, nil, nil
	problems := int(h[3])
	switch s.kind {
	case entryPassed:
		r.Class = record.ClassPassed
		return
	case entryFrame:
		r.Class, r.Frame = record.ClassOther, s.rest[2*problems:]
		return
	}
	r.Class, r.Info, r.Payload = record.ClassMessage, numbers.All().Messages[le.Uint16(h[4:])], s.rest[2*problems:]
	r.Part = wire.Part{Index: int(int32(le.Uint32(h[14:]))), Set: le.Uint64(h[58:]), Numbered: h[1]&flagNumbered != 0,
		Last: h[1]&flagLast != 0}
	r.Topic = wire.MatchKey{
		Subjects: le.Uint32(h[18:]), ID: le.Uint64(h[50:]), HasID: h[1]&flagID != 0,
		Optional: h[1]&flagOptional != 0, SingleDatagram: h[1]&flagAlone != 0, Challenge: h[1]&flagProof != 0,
	}
	r.Content, r.Hash, r.ID, r.Copy = le.Uint64(h[66:]), le.Uint64(h[106:]), le.Uint32(h[114:]), false
	start := len(b.Kinds)
	for p := s.rest[:2*problems]; len(p) > 0; p = p[2:] {
		b.Kinds = append(b.Kinds, numbers.All().Problems[le.Uint16(p)])
	}
	r.Problems = slices.Clip(b.Kinds[start:])
	if s.near {
		r.Locate()
	} else {
		r.Prepare()
	}
}
