// Package datagrams takes packets of a capture from the program that reads it to the one that compares them.
package datagrams

import (
	"fragscope/decoder/structure"
	"fragscope/decoder/wire"
)

// Append appends the datagram of packet number i of a capture, from 0.
func Append(dst []byte, i int, d *structure.Datagram) []byte {
	dst = word(word(word(word(dst, uint32(i)), uint32(d.Time)), uint32(d.Time>>32)), uint32(d.Direction))
	for _, e := range [...]*structure.Endpoint{&d.Src, &d.Dst} {
		dst = text(word(dst, uint32(e.Port)), e.Addr)
	}
	return text(dst, d.Data)
}

func word(dst []byte, v uint32) []byte {
	return append(dst, byte(v), byte(v>>8), byte(v>>16), byte(v>>24))
}

func text(dst, b []byte) []byte { return append(word(dst, uint32(len(b))), b...) }

// Read returns the datagrams in b and the numbers of their packets. Their bytes are copied.
func Read(b []byte) (numbers []int, list []structure.Datagram) {
	for r := reader(b); len(r) > 0; {
		numbers = append(numbers, int(r.word()))
		d := structure.Datagram{Time: int64(uint64(r.word()) | uint64(r.word())<<32), Direction: wire.Direction(r.word())}
		for _, e := range [...]*structure.Endpoint{&d.Src, &d.Dst} {
			e.Port, e.Addr = uint16(r.word()), r.text()
		}
		d.Data = r.text()
		list = append(list, d)
	}
	return numbers, list
}

type reader []byte

func (r *reader) take(n int) []byte {
	n = min(n, len(*r))
	b := (*r)[:n:n]
	*r = (*r)[n:]
	return b
}

func (r *reader) word() uint32 {
	v := uint32(0)
	for i, c := range r.take(4) {
		v |= uint32(c) << (8 * i)
	}
	return v
}

// text returns nil for nothing, which is an unknown address.
func (r *reader) text() []byte { return append([]byte(nil), r.take(int(r.word()))...) }
