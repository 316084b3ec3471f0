package browse

import (
	"slices"

	"fragscope/decoder"
	"fragscope/decoder/structure"
)

// Datagrams returns datagrams to compare with the places of their packets in the file, and how many there were to
// choose from: those of the packets at places, or of all packets in v that no protocol recognises. They are the first
// ones, at most most of them with at most size bytes. Of packets that are no whole datagrams there are none.
func (v *View) Datagrams(places []int, most, size int) (which []int, in []structure.Datagram, of int) {
	of = len(places)
	places = slices.Sorted(slices.Values(places))
	if of == 0 {
		for i := range v.unknown {
			if of++; of <= 8*most {
				places = append(places, v.at(i))
			}
		}
	}
	var d decoder.Decoder
	for _, n := range places {
		p, err := v.c.Packet(n)
		if err != nil || p.Link == decoder.LinkNone {
			continue
		}
		d.Options = decoder.Options{Link: p.Link}
		m := d.Decode(p.Data)
		if !structure.Whole(m) {
			continue
		}
		if size -= len(m.PayloadBytes()); len(in) == most || size < 0 {
			break
		}
		x := structure.DatagramOf(m)
		if x.Direction = m.Info.Direction; p.HasTime {
			x.Time = p.Time
		}
		which, in = append(which, n), append(in, x)
	}
	return which, in, of
}

// Unknown returns where in the list the first packets are that no protocol recognises, at most most of them.
func (v *View) Unknown(most int) (list []int) {
	for i := range v.unknown {
		if len(list) == most {
			break
		}
		list = append(list, i)
	}
	return list
}

// unknown yields where in the list packets are that no protocol recognises.
func (v *View) unknown(yield func(int) bool) {
	v.c.mu.Lock()
	defer v.c.mu.Unlock()
	x := &v.c.index
	if x.unknown == 0 {
		return
	}
	for i := range v.len() {
		if x.isUnknown(x.entry(v.at(i))) && !yield(i) {
			return
		}
	}
}
