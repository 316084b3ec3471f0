//go:build !wasm || quick

package decoder

import "math/bits"

// The texts of GameSpy 1, 2 and 3 are most of the bytes and most of the fields
// in a capture, and have no lengths: something has to look at every byte for
// their ends. The quick files do it for many bytes at a time, once, and then go
// from end to end. They read what is entirely ordinary and leave everything
// else to the files that know the protocol; the fields are the same either way.
// A browser does without: what it decodes is pasted, and every function that it
// has to load counts.

// How many ends are found at a time, about what a datagram holds, how many
// letters between them that are not plain, and in how many blocks of 64 bytes.
const (
	mostEnds   = 256
	mostOdd    = 16
	mostBlocks = 24
)

// A textEnds is where texts end, found ahead of reading them.
type textEnds struct {
	careful bool  // read nothing in a quick way; for tests
	runs    []run // what is known of the fields so far; see quickcontent.go
	stop    byte
	from    int // offset where the search began
	last    int // offset that was last asked for
	size    int // bytes there were; -1 before any search
	limit   int // offset where the search stopped
	n, i    int // ends, and how many of them are behind the reader
	odds, j int // letters that are not plain, and how many of them are
	odd     int // the first of these that is not, or limit
	at      [mostEnds + 64 + 1]uint16
	oddAt   [mostOdd + 64]uint16
	ends    [mostBlocks]uint64 // for a block, a bit for each byte
	strange [mostBlocks]uint64 // the same for letters that are not plain
}

// ready makes e forget what it knows, for another datagram.
func (e *textEnds) ready() { e.size, e.runs = -1, e.runs[:0] }

// find looks for the ends in b from offset from on. What it found before is
// used again if it goes far enough. It reports whether there is something to
// go on with.
func (e *textEnds) find(b []byte, from int, stop byte) bool {
	if e.size != len(b) || e.stop != stop || from < e.from || from >= e.limit {
		if !e.search(b, from, stop) {
			return false
		}
	} else {
		if from <= e.last { // another reading of the same bytes
			e.i, e.j = 0, 0
		}
		for e.i < e.n && int(e.at[e.i]) < from {
			e.i++
		}
		if e.n-e.i < 3 && e.limit < len(b) && !e.search(b, from, stop) {
			return false
		}
	}
	e.last = from
	e.pass(from)
	return true
}

// pass goes on to the first letter from offset at on that is not plain.
func (e *textEnds) pass(at int) {
	for e.j < e.odds && int(e.oddAt[e.j]) < at {
		e.j++
	}
	if e.odd = e.limit; e.j < e.odds {
		e.odd = int(e.oddAt[e.j])
	}
}

// search does so for find.
func (e *textEnds) search(b []byte, from int, stop byte) bool {
	if e.careful || len(b) > 0xffff || len(b) < 8 || from >= len(b) {
		return false
	}
	blocks := min((len(b)-from)/64, mostBlocks)
	textMasks(b[from:], stop, e.ends[:blocks], e.strange[:blocks])
	at := from + 64*blocks
	if left := len(b) - at; left > 0 && blocks < mostBlocks {
		if len(b) < 64 {
			e.ends[blocks], e.strange[blocks] = textMask(b, at, stop)
		} else { // the block that ends with the bytes, less what is known of it
			textMasks(b[len(b)-64:], stop, e.ends[blocks:blocks+1], e.strange[blocks:blocks+1])
			e.ends[blocks] >>= 64 - left
			e.strange[blocks] >>= 64 - left
		}
		blocks++
	}
	n, odds := 0, 0
	at = from
	for i := 0; i < blocks && n <= mostEnds && odds <= mostOdd; i++ {
		for x := e.ends[i]; x != 0; x &= x - 1 {
			e.at[n] = uint16(at + bits.TrailingZeros64(x))
			n++
		}
		for x := e.strange[i]; x != 0; x &= x - 1 {
			e.oddAt[odds] = uint16(at + bits.TrailingZeros64(x))
			odds++
		}
		at += 64
	}
	if at >= len(b) { // the last text may end there
		at = len(b)
		e.at[n] = uint16(at)
		n++
	}
	e.n, e.i, e.odds, e.j = n, 0, odds, 0
	e.from, e.size, e.limit, e.stop = from, len(b), at, stop
	return true
}

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
