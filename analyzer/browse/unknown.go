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
		places, of = v.unknown(8 * most)
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

// unknown returns the places of the first packets that no protocol recognises, and how many there are.
func (v *View) unknown(most int) (places []int, of int) {
	v.c.mu.Lock()
	defer v.c.mu.Unlock()
	x := &v.c.index
	for i := range v.len() {
		if n := v.at(i); x.isUnknown(x.entry(n)) {
			if of++; of <= most {
				places = append(places, n)
			}
		}
	}
	return places, of
}
