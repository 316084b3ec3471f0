package state

import (
	"sync/atomic"

	"fragscope/decoder"
	"fragscope/decoder/structure"
	"fragscope/decoder/structure/workbench"
	"fragscope/decoder/wire"
)

var layouts atomic.Pointer[wire.Layouts]

// Describe has what no protocol recognises read as layouts say from now on, nil for none.
func Describe(d *wire.Layouts) { layouts.Store(d) }

// Layouts returns what [Describe] was given.
func Layouts() *wire.Layouts { return layouts.Load() }

// Unknown returns the places of up to most datagrams of s that no protocol recognises.
func Unknown(s Source, most int) (list []int) {
	if v, ok := s.(interface{ Unknown(most int) []int }); ok {
		return v.Unknown(most) // reads no packet
	}
	for i := range s.Len() {
		if len(list) == most {
			break
		}
		if r, ok := s.Row(i); !ok || decoder.Descriptor(r.Protocol).ID != decoder.Unknown {
			continue // a message may take long to be had
		}
		if m, err := s.Message(i); err == nil && structure.Whole(m) {
			list = append(list, i)
		}
	}
	return list
}

// Compared returns the datagrams to compare, and their places.
func Compared(s Source, places []int) (which []int, in []structure.Datagram) {
	for _, i := range places[:min(len(places), workbench.MaxDatagrams)] {
		m, err := s.Message(i)
		d, err2 := s.Datagram(i)
		if err != nil || err2 != nil || !structure.Whole(m) {
			continue
		}
		x := structure.DatagramOf(m)
		x.Direction = d.From
		if !d.Time.IsZero() {
			x.Time = d.Time.UnixNano()
		}
		if src, dst := d.Endpoints(m); src.IsValid() && dst.IsValid() {
			x.Src = structure.Endpoint{Addr: src.Addr().AsSlice(), Port: src.Port()}
			x.Dst = structure.Endpoint{Addr: dst.Addr().AsSlice(), Port: dst.Port()}
		}
		which, in = append(which, i), append(in, x)
	}
	structure.Flows(in)
	return which, in
}
