//go:build !wasm

package decoder

import "math/bits"

// The texts of GameSpy 1, 2 and 3 are most of the bytes and most of the fields
// in a capture, and have no lengths: something has to look at every byte for
// their ends. The quick files do it for many bytes at a time, once, and then go
// from end to end. They read what is entirely ordinary and leave everything
// else to the files that know the protocol; the fields are the same either way.
// A browser does without: what it decodes is pasted, and every function that it
// has to load counts.

// How many ends are found at a time, about what a datagram holds, and how many
// letters between them that are not plain.
const (
	mostEnds = 256
	mostOdd  = 16
)

// A textEnds is where texts end, found ahead of reading them.
type textEnds struct {
	careful bool // find nothing; for tests
	stop    byte
	from    int // offset where the search began
	size    int // bytes there were; -1 before any search
	limit   int // offset where the search stopped
	n, i    int // ends, and how many of them are behind the reader
	odds, j int // letters that are not plain, and how many of them are
	odd     int // the first of these that is not, or limit
	at      [mostEnds + 64 + 1]uint16
	oddAt   [mostOdd + 64]uint16
}

// ready makes e forget what it knows, for another datagram.
func (e *textEnds) ready() { e.size = -1 }

// find looks for the ends in b from offset from on. What it found before is
// used again if it goes far enough. It reports whether there is something to
// go on with.
func (e *textEnds) find(b []byte, from int, stop byte) bool {
	if e.size != len(b) || e.stop != stop || from < e.from || from >= e.limit {
		if !e.search(b, from, stop) {
			return false
		}
	} else {
		if e.i > 0 && from <= int(e.at[e.i-1]) { // another reading of the same bytes
			e.i, e.j = 0, 0
		}
		for e.i < e.n && int(e.at[e.i]) < from {
			e.i++
		}
		if e.n-e.i < 3 && e.limit < len(b) && !e.search(b, from, stop) {
			return false
		}
	}
	for e.j < e.odds && int(e.oddAt[e.j]) < from {
		e.j++
	}
	if e.odd = e.limit; e.j < e.odds {
		e.odd = int(e.oddAt[e.j])
	}
	return true
}

// search does so for find.
func (e *textEnds) search(b []byte, from int, stop byte) bool {
	if e.careful || len(b) > 0xffff || len(b) < 8 || from >= len(b) {
		return false
	}
	const (
		low  = 0x2020202020202020
		ones = 0x0101010101010101
		high = 0x8080808080808080
	)
	stops := uint64(stop) * ones
	n, odds, at := 0, 0, from
	for at < len(b) && n <= mostEnds && odds <= mostOdd {
		block := b[at:min(at+64, len(b))]
		var ends, odd uint64 // a bit for each byte
		for k := 0; k < len(block); k += 8 {
			var x uint64
			if left := len(block) - k; left >= 8 {
				x = le64(block[k:])
			} else { // filled up with blanks
				x = eightBefore(b, len(b), left) | low<<(8*left)
			}
			y := x ^ stops
			z := ^(y&^high + (high - ones) | y) & high // where a stop stands
			ends |= gather(z) << k
			// One below 20 borrows into bit 7, one above 7E carries into it. A stop
			// is plain here, NUL or not.
			if x |= z >> 2; (x|(x-low)|(x+ones))&high != 0 {
				l := x &^ high // the same without a borrow or carry between bytes
				odd |= gather((x|^(l+3*low)|(l+ones))&high) << k
			}
		}
		for ; ends != 0; ends &= ends - 1 {
			e.at[n] = uint16(at + bits.TrailingZeros64(ends))
			n++
		}
		for ; odd != 0; odd &= odd - 1 {
			e.oddAt[odds] = uint16(at + bits.TrailingZeros64(odd))
			odds++
		}
		at += len(block)
	}
	if at == len(b) { // the last text may end there
		e.at[n] = uint16(at)
		n++
	}
	e.n, e.i, e.odds, e.j = n, 0, odds, 0
	e.from, e.size, e.limit, e.stop = from, len(b), at, stop
	return true
}

// gather makes of the top bits of eight bytes a number of eight bits.
func gather(x uint64) uint64 { return x >> 7 * 0x0102040810204080 >> 56 }

// room makes room for n more fields and returns it.
func (r *reader) room(n int) []Field {
	have := len(r.fields)
	for cap(r.fields)-have < n {
		r.fields = append(r.fields[:cap(r.fields)], Field{})[:have]
	}
	return r.fields[have : have+n]
}

// eightBefore returns the n bytes before offset end, at most eight, with the
// last of them on top and zeros below. Eight bytes must stand there.
func eightBefore(b []byte, end, n int) uint64 {
	return le64(b[end-8:]) >> (64 - 8*n)
}

// digits reports whether the n lowest bytes of x are digits, those above 0.
func digits(x uint64, n int) bool {
	d := x ^ 0x3030303030303030>>(64-8*n)
	return (d+0x0606060606060606|d)&0xf0f0f0f0f0f0f0f0 == 0
}
