package capture

import (
	"bytes"
	"cmp"
	"io"
	"slices"
	"sync"

	"fragscope/analyzer/internal/inorder"
)

// A Comment appends to dst the comment of a packet, nothing for one without.
type Comment func(dst []byte, p *Packet) []byte

// Annotate copies the rest of src to dst as pcapng. Every packet keeps its
// bytes, its interface, its comments and its time and gets its comment in
// addition. Of pcapng all other blocks are copied as they are: sections,
// interfaces and their statistics, names, secrets, and those of unknown kinds. What
// cannot be read is not copied; src reports it. It returns the number of packets written. As many
// goroutines as there are workers make the comments; comments makes the
// function that each of them calls. In memory are at most two batches of
// packets a worker and two more, each less than 1 MiB.
//
// A simple packet block has no place for a comment. A packet from one that
// gets a comment is written with the time of the packet before it, and the
// comment says so.
func Annotate(dst io.Writer, src *Reader, workers int, comments func() Comment) (written int64, err error) {
	c := &blockCopy{}
	var made *blockMaker
	if src.format == "pcapng" && src.packet.Number == src.opts.Before {
		src.copied = c
		defer func() { src.copied = nil }()
	}
	more := src.Next()
	if src.copied == nil {
		if made, err = newBlockMaker(src); err != nil {
			return 0, err
		}
	}
	free := sync.Pool{New: func() any { return &rawBatch{} }}
	var failed error // of made
	batches := func(yield func(*rawBatch) bool) {
		for more && failed == nil {
			b := free.Get().(*rawBatch)
			more, failed = b.fill(src, c, made)
			if !yield(b) {
				return
			}
		}
	}
	work := func() func(*rawBatch) {
		comment := comments()
		return func(b *rawBatch) {
			for i := range b.packets {
				b.said = comment(b.said, &b.packets[i].packet)
				b.ends = append(b.ends, len(b.said))
			}
		}
	}
	w := blockWriter{w: dst}
	err = inorder.Do(workers, 2*workers+1, batches, work, func(b *rawBatch) error {
		defer free.Put(b)
		from := 0
		for i := range b.packets {
			if err := w.write(&b.packets[i], b.said[from:b.ends[i]]); err != nil {
				return err
			}
			from = b.ends[i]
			written++
		}
		return nil
	})
	if err == nil {
		err = cmp.Or(failed, src.Err())
	}
	if err == nil && made != nil {
		err = made.rest(c)
	}
	if err == nil {
		_, err = dst.Write(c.before)
	}
	return written, err
}

// What goes through the stages together.
const (
	annotatedPackets = 128
	annotatedBytes   = 256 << 10
)

type rawPacket struct {
	packet        Packet
	before, block []byte
	begins        bool // a section
	big           bool
}

type rawBatch struct {
	packets []rawPacket
	arena   []byte // their bytes
	said    []byte // their comments
	ends    []int  // where in said the comment of each ends
}

// fill takes packets after the first of src, which was read already, and reports whether there are more.
func (b *rawBatch) fill(src *Reader, c *blockCopy, made *blockMaker) (more bool, err error) {
	b.packets, b.arena, b.said, b.ends = b.packets[:0], b.arena[:0], b.said[:0], b.ends[:0]
	keep := func(p []byte) []byte {
		at := len(b.arena)
		b.arena = append(b.arena, p...)
		return b.arena[at:len(b.arena):len(b.arena)]
	}
	for more = true; more && len(b.packets) < annotatedPackets && len(b.arena) < annotatedBytes; more = src.Next() {
		if made != nil {
			if err := made.packet(c); err != nil {
				return false, err
			}
		}
		p := rawPacket{packet: *src.Packet(), before: keep(c.before), block: keep(c.packet), begins: c.begins, big: c.big}
		c.before, c.begins = c.before[:0], false
		at := 28
		if order(p.big).Uint32(p.block) == blockSimple {
			at = 12
		}
		p.packet.Data = p.block[at:][:len(p.packet.Data)]
		p.packet.Comments = nil // they are in the block
		b.packets = append(b.packets, p)
	}
	return more, nil
}

// A blockMaker makes blocks of pcapng of a file of another format.
type blockMaker struct {
	src     *Reader
	out     bytes.Buffer
	w       *NgWriter // to out
	places  []int     // indexes in w of the interfaces of src
	unknown int       // the interface for packets without one, -1 before the first
	time    int64     // of the latest packet with one, ns
}

func newBlockMaker(src *Reader) (m *blockMaker, err error) {
	head := Section{Application: "fragscope"}
	if s := src.Sections(); len(s) > 0 {
		head.Hardware, head.OS, head.Comment = s[0].Hardware, s[0].OS, s[0].Comment
	}
	m = &blockMaker{src: src, unknown: -1}
	m.w, err = NewNgWriter(&m.out, head)
	return m, err
}

// take moves the blocks that were made to c.before.
func (m *blockMaker) take(c *blockCopy) {
	c.before = append(c.before, m.out.Bytes()...)
	m.out.Reset()
}

func (m *blockMaker) describe() error {
	for _, f := range m.src.Interfaces()[len(m.places):] {
		f.LinkType &= 0xffff // pcap has room for more, which is unused
		i, err := m.w.AddInterface(f)
		if err != nil {
			return err
		}
		m.places = append(m.places, i)
	}
	return nil
}

// packet makes the block of the current packet, and those that precede it.
func (m *blockMaker) packet(c *blockCopy) error {
	if err := m.describe(); err != nil {
		return err
	}
	p := *m.src.Packet()
	if p.Interface >= 0 {
		p.Interface = m.places[p.Interface]
	} else {
		if m.unknown < 0 {
			var err error
			// LINKTYPE_USER0: its meaning is private to the capturing user.
			if m.unknown, err = m.w.AddInterface(Interface{LinkType: 147, Name: "not described"}); err != nil {
				return err
			}
		}
		p.Interface = m.unknown
	}
	p.HasTime = p.HasTime && p.Time >= 0
	if p.HasTime {
		m.time = p.Time
	} else if len(p.Comments) > 0 || p.Interface != 0 {
		p.Time = m.time
		p.Comments = append(slices.Clone(p.Comments), []byte(untimed))
	}
	m.take(c)
	err := m.w.WritePacket(&p)
	c.packet = append(c.packet[:0], m.out.Bytes()...)
	m.out.Reset()
	return err
}

// rest makes the blocks that follow the last packet.
func (m *blockMaker) rest(c *blockCopy) error {
	err := m.describe()
	if names := m.src.Names(); err == nil && len(names) > 0 {
		err = m.w.WriteNames(names)
	}
	m.take(c)
	return err
}

const untimed = "The capture has no time for this packet; it is shown with that of the packet before."
