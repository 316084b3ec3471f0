package capture

import (
	"io"
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
func Annotate(dst io.Writer, src *Reader, workers int, comments func() Comment) (int64, error) {
	if src.format == "pcapng" && src.packet.Number == src.opts.Before {
		return annotateBlocks(dst, src, workers, comments)
	}
	head := Section{Application: "fragscope"}
	more := src.Next()
	if s := src.Sections(); len(s) > 0 {
		head.Hardware, head.OS, head.Comment = s[0].Hardware, s[0].OS, s[0].Comment
	}
	w, err := NewNgWriter(dst, head)
	if err != nil {
		return 0, err
	}
	a := annotator{w: w, src: src, unknown: -1, free: sync.Pool{New: func() any { return &annotated{} }}}
	batches := func(yield func(*annotated) bool) {
		for more {
			b := a.free.Get().(*annotated)
			more = a.fill(b)
			if !yield(b) {
				return
			}
		}
	}
	work := func() func(*annotated) {
		comment := comments()
		return func(b *annotated) { b.say(comment) }
	}
	err = inorder.Do(workers, 2*workers+1, batches, work, func(b *annotated) error {
		defer a.free.Put(b)
		return a.write(b)
	})
	if err == nil {
		err = src.Err()
	}
	if err != nil {
		return a.written, err
	}
	if err := a.describe(src.Interfaces()[a.read:]); err != nil {
		return a.written, err
	}
	if names := src.Names(); len(names) > 0 {
		err = w.WriteNames(names)
	}
	return a.written, err
}

type annotator struct {
	w       *NgWriter
	src     *Reader
	free    sync.Pool // batches that were written
	read    int       // interfaces of src that are in a batch
	places  []int     // indexes in w of the interfaces of src
	unknown int       // the interface for packets without one, -1 before the first
	written int64
	wrote   int64 // time of the packet written last, ns
}

type annotated struct {
	interfaces []Interface // that src described before the last of them
	packets    []Packet
	arena      []byte // their bytes and comments
	said       []byte // their comments
	ends       []int  // where in said the comment of each ends
}

// What goes through the stages together.
const (
	annotatedPackets = 128
	annotatedBytes   = 256 << 10
)

// fill takes packets after the first of src, which was read already, and reports whether there are more.
func (a *annotator) fill(b *annotated) (more bool) {
	b.packets, b.arena, b.said, b.ends = b.packets[:0], b.arena[:0], b.said[:0], b.ends[:0]
	for more = true; more && len(b.packets) < annotatedPackets && len(b.arena) < annotatedBytes; more = a.src.Next() {
		p := *a.src.Packet()
		start := len(b.arena)
		b.arena = append(b.arena, p.Data...)
		p.Data = b.arena[start:len(b.arena):len(b.arena)]
		comments := p.Comments
		p.Comments = nil
		for _, c := range comments {
			start := len(b.arena)
			b.arena = append(b.arena, c...)
			p.Comments = append(p.Comments, b.arena[start:len(b.arena):len(b.arena)])
		}
		b.packets = append(b.packets, p)
	}
	all := a.src.Interfaces()
	b.interfaces = append(b.interfaces[:0], all[a.read:]...)
	a.read = len(all)
	return more
}

func (b *annotated) say(comment Comment) {
	for i := range b.packets {
		b.said = comment(b.said, &b.packets[i])
		b.ends = append(b.ends, len(b.said))
	}
}

func (a *annotator) write(b *annotated) error {
	if err := a.describe(b.interfaces); err != nil {
		return err
	}
	from := 0
	for i := range b.packets {
		if err := a.packet(&b.packets[i], b.said[from:b.ends[i]]); err != nil {
			return err
		}
		from = b.ends[i]
	}
	return nil
}

func (a *annotator) describe(more []Interface) error {
	for _, f := range more {
		f.LinkType &= 0xffff // pcap has room for more, which is unused
		i, err := a.w.AddInterface(f)
		if err != nil {
			return err
		}
		a.places = append(a.places, i)
	}
	return nil
}

func (a *annotator) packet(p *Packet, text []byte) error {
	if len(text) > 0 {
		p.Comments = append(p.Comments, text)
	}
	if p.Interface >= 0 {
		p.Interface = a.places[p.Interface]
	} else {
		if a.unknown < 0 {
			var err error
			// LINKTYPE_USER0: its meaning is private to the capturing user.
			if a.unknown, err = a.w.AddInterface(Interface{LinkType: 147, Name: "not described"}); err != nil {
				return err
			}
		}
		p.Interface = a.unknown
	}
	if p.HasTime && p.Time < 0 {
		p.HasTime = false
	}
	if !p.HasTime && (len(p.Comments) > 0 || p.Interface != 0) {
		p.Time = a.wrote
		p.Comments = append(p.Comments,
			[]byte("The capture has no time for this packet; it is shown with that of the packet before."))
	}
	if p.HasTime {
		a.wrote = p.Time
	}
	a.written++
	return a.w.WritePacket(p)
}
