package analyzer

import (
	"encoding/binary"
	"sync"

	"fragscope/decoder"
	"fragscope/decoder/explain"
)

// The sections of a part that is Near are not meant to be small but to be
// written and read at once: a mark, then entries of fixed places, little endian.
//
//	 0 kind u8     1 flags u8    2 link u8     3 number of problems u8
//	 4 info u16    6 ports of source and destination u16
//	10 size u32   14 index of the part i32    18 subjects u32   22 length of the bytes u32
//	26 number     34 time        42 ahead      50 id            58 set      66 content, all 64 bits
//	74 addresses of source and destination, 16 bytes each
//	106 hash of the payload, 64 bits
//	114 problems u16 each, then the bytes: a payload or a frame
const (
	nearMark   = 0 // no section of blocks begins with it
	nearHeader = 114
)

const (
	nearHasID = 1 << iota
	nearOptional
	nearNumbered
	nearLast
	nearAlone
	nearProof
)

// numbers gives messages and problems numbers that are the same everywhere.
type numbers struct {
	messages  []*decoder.MessageInfo
	problems  []*decoder.ProblemInfo
	ofMessage map[*decoder.MessageInfo]uint16
	ofProblem map[*decoder.ProblemInfo]uint16
}

var numbered = sync.OnceValue(func() *numbers {
	n := &numbers{ofMessage: map[*decoder.MessageInfo]uint16{}, ofProblem: map[*decoder.ProblemInfo]uint16{}}
	for _, p := range decoder.Protocols() {
		for _, m := range decoder.MessagesOf(p) {
			n.ofMessage[m] = uint16(len(n.messages))
			n.messages = append(n.messages, m)
		}
	}
	for _, e := range explain.Explanations() {
		if e.Problem != nil {
			n.ofProblem[e.Problem] = uint16(len(n.problems))
			n.problems = append(n.problems, e.Problem)
		}
	}
	return n
})

// latestInfo caches numbers of messages: a map is slow for a lookup by every
// packet.
type latestInfo [64]struct {
	info   *decoder.MessageInfo
	number uint16
}

func (l *latestInfo) of(info *decoder.MessageInfo) uint16 {
	e := &l[(int(info.Protocol)*5+len(info.Name)*2+int(info.Direction))%len(l)]
	if e.info != info {
		e.info, e.number = info, numbered().ofMessage[info]
	}
	return e.number
}

// putNear adds an entry with r.
func (s *section) putNear(kind entryKind, r *record, ahead int64) {
	if len(s.packed) == 0 {
		s.packed = append(make([]byte, 0, max(1<<12, s.room)), nearMark)
	}
	bytes := r.payload
	if kind == entryFrame {
		bytes = r.frame
	}
	le := binary.LittleEndian
	at := len(s.packed)
	s.packed = append(s.packed, make([]byte, nearHeader)...)
	h := s.packed[at:][:nearHeader:nearHeader]
	h[0], h[2], h[3] = byte(kind), byte(r.link), byte(min(len(r.problems), 255))
	le.PutUint32(h[10:], r.size)
	le.PutUint32(h[22:], uint32(len(bytes)))
	le.PutUint64(h[26:], uint64(r.number))
	le.PutUint64(h[34:], uint64(r.time))
	le.PutUint64(h[42:], uint64(ahead))
	if kind == entryMessage {
		t, p := &r.topic, &r.part
		h[1] = flagIf(t.HasID, nearHasID) | flagIf(t.Optional, nearOptional) | flagIf(p.Numbered, nearNumbered) | flagIf(p.Last, nearLast) | flagIf(t.Alone, nearAlone) | flagIf(t.Proof, nearProof)
		le.PutUint16(h[4:], s.infos.of(r.info))
		le.PutUint16(h[6:], r.src.port)
		le.PutUint16(h[8:], r.dst.port)
		le.PutUint32(h[14:], uint32(int32(p.Index)))
		le.PutUint32(h[18:], t.Subjects)
		le.PutUint64(h[50:], t.ID)
		le.PutUint64(h[58:], p.Set)
		le.PutUint64(h[66:], r.content)
		copy(h[74:], r.src.ip[:])
		copy(h[90:], r.dst.ip[:])
		le.PutUint64(h[106:], r.hash)
	}
	for _, p := range r.problems[:h[3]] {
		s.packed = le.AppendUint16(s.packed, numbered().ofProblem[p])
	}
	s.packed = append(s.packed, bytes...)
}

func flagIf(v bool, flag byte) byte {
	if v {
		return flag
	}
	return 0
}

// nextNear goes to the next entry.
func (s *sectionReader) nextNear() {
	s.ok = false
	b := s.near
	if len(b) == 0 {
		return
	}
	le := binary.LittleEndian
	if len(b) < nearHeader {
		s.fail()
		return
	}
	h := b[:nearHeader:nearHeader]
	b = b[nearHeader:]
	all := numbered()
	e, r := &s.e, &s.e.r
	e.kind = entryKind(h[0])
	problems, size, info := int(h[3]), int(le.Uint32(h[22:])), int(le.Uint16(h[4:]))
	if e.kind >= entryKinds || e.kind == entryPassed || 2*problems > len(b) || size > len(b)-2*problems || info >= len(all.messages) {
		s.fail()
		return
	}
	r.link, r.size = decoder.Link(h[2]), le.Uint32(h[10:])
	r.number, r.time, e.ahead = int64(le.Uint64(h[26:])), int64(le.Uint64(h[34:])), int64(le.Uint64(h[42:]))
	if e.behind() {
		s.fail()
		return
	}
	r.src.port, r.dst.port = le.Uint16(h[6:]), le.Uint16(h[8:])
	r.src.ip, r.dst.ip = [16]byte(h[74:]), [16]byte(h[90:])
	r.part.Index, r.part.Set = int(int32(le.Uint32(h[14:]))), le.Uint64(h[58:])
	r.part.Numbered, r.part.Last = h[1]&nearNumbered != 0, h[1]&nearLast != 0
	r.topic.Subjects, r.topic.ID = le.Uint32(h[18:]), le.Uint64(h[50:])
	r.topic.HasID, r.topic.Optional = h[1]&nearHasID != 0, h[1]&nearOptional != 0
	r.topic.Alone, r.topic.Proof = h[1]&nearAlone != 0, h[1]&nearProof != 0
	r.content, r.hash, e.hashed = le.Uint64(h[66:]), le.Uint64(h[106:]), true
	r.problems = r.problems[:0]
	for ; problems > 0; problems-- {
		n := int(le.Uint16(b))
		if n >= len(all.problems) {
			s.fail()
			return
		}
		r.problems = append(r.problems, all.problems[n])
		b = b[2:]
	}
	r.info, r.payload, r.frame, r.broadcast = nil, nil, nil, false
	switch e.kind {
	case entryMessage:
		r.class, r.info, r.payload = classMessage, all.messages[info], b[:size:size]
	case entryFrame:
		r.frame = b[:size:size]
	}
	s.near, s.ok = b[size:], true
}
