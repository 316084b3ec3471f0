package analyzer

import (
	"sync"

	"fragscope/decoder"

	"github.com/klauspost/compress/s2"
)

// What a part hands over, in sections. A section is a number of blocks, each
// the length of its bytes packed and then these, which hold entries. An entry
// is a message as a worker has recorded it, a packet that has to be reassembled
// with others, a TCP connection that is not followed, or the end of a batch of
// packets.
type entryKind uint8

const (
	entryMessage entryKind = iota
	entryFrame
	entryPassed
	entryTick
	entryKinds
)

// An entry is one thing that a part hands over.
type entry struct {
	kind  entryKind
	r     record
	ahead int64      // how far the capture's time was ahead of the packet's, ns
	key   connection // of entryPassed

	hashed bool // a message's hash came with it
}

// code is the place of a kind of message among those of its protocol. The
// names of some are not unique.
type code struct {
	protocol decoder.Protocol
	place    int
}

var messageCodes = sync.OnceValue(func() map[*decoder.MessageInfo]code {
	all := map[*decoder.MessageInfo]code{}
	for _, p := range decoder.Protocols() {
		for i, m := range decoder.MessagesOf(p) {
			all[m] = code{p, i}
		}
	}
	return all
})

var codedMessages = sync.OnceValue(func() map[code]*decoder.MessageInfo {
	all := map[code]*decoder.MessageInfo{}
	for m, c := range messageCodes() {
		all[c] = m
	}
	return all
})

// A section is written by a part.
type section struct {
	wire
	packed []byte
	last   entry // its number and time are what the next entry's are counted from
	block  int   // bytes of a block
	room   int   // bytes that there will be about, when it has no blocks; 0 for not known
	infos  latestInfo
}

// put adds e.
func (s *section) put(e *entry) {
	s.entry(e, &s.last)
	if len(s.b) >= s.block {
		s.flush()
	}
}

func (s *section) flush() {
	if len(s.b) == 0 {
		return
	}
	p := s2.Encode(nil, s.b)
	if len(s.b) > unpackedBlock(p) {
		p = s2.EncodeSnappy(nil, s.b) // 3 bytes for 64 at best
	}
	n := &wire{b: s.packed}
	n.bytes(&p)
	s.packed, s.b = n.b, s.b[:0]
}

// maxBlock bounds the bytes of a block when it is read: an entry is at most a
// packet longer than what a block is meant to have.
const maxBlock = 32 << 20

// unpackedBlock is what p, a packed block, unpacks to at most: a few bytes must
// not make as many entries as there is room for in a block.
func unpackedBlock(p []byte) int { return min(maxBlock, 64+24*len(p)) }

// A sectionReader reads a section. The bytes of its entries are those of their
// block, and valid until the next one is read.
type sectionReader struct {
	blocks wire
	wire
	near []byte // what is left of a section that has no blocks
	buf  []byte
	last entry
	e    entry // the next one, if there is one
	ok   bool
}

func readSection(b []byte) *sectionReader {
	s := &sectionReader{wire: wire{read: true}}
	if len(b) > 0 && b[0] == nearMark {
		s.near = b[1:]
	} else {
		s.blocks = wire{b: b, read: true}
	}
	s.next()
	return s
}

// next goes to the next entry.
func (s *sectionReader) next() {
	if s.near != nil {
		s.nextNear()
		return
	}
	s.ok = false
	for len(s.b) == 0 && !s.bad {
		if len(s.blocks.b) == 0 {
			return
		}
		var p []byte
		s.blocks.bytes(&p)
		n, err := s2.DecodedLen(p)
		if s.blocks.bad || err != nil || n > unpackedBlock(p) {
			s.fail()
			return
		}
		if s.buf, err = s2.Decode(s.buf[:cap(s.buf)], p); err != nil {
			s.fail()
			return
		}
		s.b = s.buf
	}
	s.e = entry{r: record{problems: s.e.r.problems[:0]}}
	s.entry(&s.e, &s.last)
	s.ok = !s.bad
}

// behind reports whether the capture's time is before that of the packet, which
// only a damaged part says: it would never time out.
func (e *entry) behind() bool { return e.r.time+e.ahead < e.r.time }

// entry writes or reads e, whose number and time are counted from those of last.
func (w *wire) entry(e, last *entry) {
	r := &e.r
	small(w, &e.kind)
	number := r.number - last.r.number
	num(w, &number)
	r.number = last.r.number + number
	last.r.number = r.number
	switch e.kind {
	case entryPassed:
		w.endpoint(&e.key[0])
		w.endpoint(&e.key[1])
		return
	case entryMessage, entryFrame, entryTick:
	default:
		w.fail()
		return
	}
	time := r.time - last.r.time
	num(w, &time)
	r.time = last.r.time + time
	last.r.time = r.time
	if e.kind == entryTick {
		return
	}
	num(w, &e.ahead)
	if e.behind() {
		w.fail()
		return
	}
	small(w, &r.size)
	if e.kind == entryFrame {
		small(w, &r.link)
		w.bytes(&r.frame)
		return
	}
	r.class = classMessage
	w.endpoint(&r.src)
	w.endpoint(&r.dst)
	w.info(&r.info)
	w.bytes(&r.payload)
	t := &r.topic
	small(w, &t.Subjects)
	w.flag(&t.HasID)
	if t.HasID {
		w.word(&t.ID)
	}
	w.flag(&t.Optional)
	w.flag(&t.Alone)
	w.flag(&t.Proof)
	if r.info != nil && r.info.Direction == decoder.Reply {
		p := &r.part
		w.flag(&p.Numbered)
		if p.Numbered {
			num(w, &p.Index)
			w.flag(&p.Last)
			w.word(&p.Set)
		}
		w.word(&r.content)
	}
	n := w.length(len(r.problems))
	for i := range n {
		if w.read {
			r.problems = append(r.problems, nil)
		}
		w.problemInfo(&r.problems[i])
	}
}

func (w *wire) endpoint(e *endpoint) {
	four := e.addrPort().Addr().Is4()
	w.flag(&four)
	b := e.ip[:]
	if four {
		b = e.ip[12:]
		e.ip[10], e.ip[11] = 0xff, 0xff
	}
	if !w.read {
		w.b = append(w.b, b...)
	} else if n := copy(b, w.b); n < len(b) {
		w.fail()
	} else {
		w.b = w.b[n:]
	}
	small(w, &e.port)
}

func (w *wire) info(m **decoder.MessageInfo) {
	var c code
	if !w.read {
		c = messageCodes()[*m]
	}
	w.protocol(&c.protocol)
	num(w, &c.place)
	if !w.read {
		return
	}
	if *m = codedMessages()[c]; *m == nil {
		w.fail()
	}
}
