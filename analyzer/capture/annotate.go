package capture

import (
	"io"
)

// Annotate copies the rest of src to dst as pcapng. Every packet keeps its
// bytes, its interface, its comments and its time (to the nanosecond) and gets
// what comment returns as one more comment, unless that is empty. It returns
// the number of packets written.
//
// A simple packet block has no place for a comment. A packet from one that
// gets a comment is written with the time of the packet before it, and the
// comment says so.
func Annotate(dst io.Writer, src *Reader, comment func(*Packet) string) (int64, error) {
	head := Section{Application: "fragscope"}
	more := src.Next()
	if s := src.Sections(); len(s) > 0 {
		head.Hardware, head.OS, head.Comment = s[0].Hardware, s[0].OS, s[0].Comment
	}
	w, err := NewNgWriter(dst, head)
	if err != nil {
		return 0, err
	}
	a := annotator{w: w, src: src, unknown: -1}
	for ; more; more = src.Next() {
		if err := a.packet(src.Packet(), comment); err != nil {
			return a.written, err
		}
	}
	if err := src.Err(); err != nil {
		return a.written, err
	}
	if err := a.describe(); err != nil {
		return a.written, err
	}
	if names := src.Names(); len(names) > 0 {
		err = w.WriteNames(names)
	}
	return a.written, err
}

type annotator struct {
	w         *NgWriter
	src       *Reader
	written   int64
	described int   // interfaces of src that are described in w
	places    []int // their indexes in w
	unknown   int   // the interface for packets without one, -1 before the first
	last      int64 // time of the packet before, ns
}

// describe writes the interfaces that src has described since.
func (a *annotator) describe() error {
	for all := a.src.Interfaces(); a.described < len(all); a.described++ {
		f := all[a.described]
		f.LinkType &= 0xffff // pcap has room for more, nobody uses it
		i, err := a.w.AddInterface(f)
		if err != nil {
			return err
		}
		a.places = append(a.places, i)
	}
	return nil
}

func (a *annotator) packet(p *Packet, comment func(*Packet) string) error {
	if err := a.describe(); err != nil {
		return err
	}
	text := comment(p)
	q := *p
	q.Comments = append([][]byte(nil), p.Comments...)
	if text != "" {
		q.Comments = append(q.Comments, []byte(text))
	}
	if p.Interface >= 0 {
		q.Interface = a.places[p.Interface]
	} else {
		if a.unknown < 0 {
			var err error
			// LINKTYPE_USER0: what it is, only the one who captured knows.
			if a.unknown, err = a.w.AddInterface(Interface{LinkType: 147, Name: "not described"}); err != nil {
				return err
			}
		}
		q.Interface = a.unknown
	}
	if q.HasTime && q.Time < 0 {
		q.HasTime = false
	}
	if !q.HasTime && (len(q.Comments) > 0 || q.Interface != 0) {
		q.Time = a.last
		q.Comments = append(q.Comments, []byte("The capture has no time for this packet; it is shown with that of the packet before."))
	}
	a.last = max(0, q.Time)
	a.written++
	return a.w.WritePacket(&q)
}
