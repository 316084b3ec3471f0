package wire

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
	MostOdd    = 16
	mostBlocks = 24
)

// An Ends is where texts end, found ahead of reading them.
type Ends struct {
	Careful bool  // read nothing in a quick way; for tests
	runs    []run // what is known of the fields so far; see quickcontent.go
	stop    byte
	from    int // offset where the search began
	last    int // offset that was last asked for
	size    int // bytes there were; -1 before any search
	Limit   int // offset where the search stopped
	N, I    int // ends, and how many of them are behind the reader
	Odds, j int // letters that are not plain, and how many of them are
	Odd     int // the first of these that is not, or limit
	At      [mostEnds + 64 + 1]uint16
	oddAt   [MostOdd + 64]uint16
	ends    [mostBlocks]uint64 // for a block, a bit for each byte
	strange [mostBlocks]uint64 // the same for letters that are not plain
}

// Ready makes e forget what it knows, for another datagram.
func (e *Ends) Ready() { e.size, e.runs = -1, e.runs[:0] }

// Find looks for the ends in b from offset from on. What it found before is
// used again if it goes far enough. It reports whether there is something to
// go on with.
func (e *Ends) Find(b []byte, from int, stop byte) bool {
	if e.size != len(b) || e.stop != stop || from < e.from || from >= e.Limit {
		if !e.search(b, from, stop) {
			return false
		}
	} else {
		if from <= e.last { // another reading of the same bytes
			e.I, e.j = 0, 0
		}
		for e.I < e.N && int(e.At[e.I]) < from {
			e.I++
		}
		if e.N-e.I < 3 && e.Limit < len(b) && !e.search(b, from, stop) {
			return false
		}
	}
	e.last = from
	e.Pass(from)
	return true
}

// Pass goes on to the first letter from offset at on that is not plain.
func (e *Ends) Pass(at int) {
	for e.j < e.Odds && int(e.oddAt[e.j]) < at {
		e.j++
	}
	if e.Odd = e.Limit; e.j < e.Odds {
		e.Odd = int(e.oddAt[e.j])
	}
}

// search does so for find.
func (e *Ends) search(b []byte, from int, stop byte) bool {
	if e.Careful || len(b) > 0xffff || len(b) < 8 || from >= len(b) {
		return false
	}
	blocks := min((len(b)-from)/64, mostBlocks)
	TextMasks(b[from:], stop, e.ends[:blocks], e.strange[:blocks])
	at := from + 64*blocks
	if left := len(b) - at; left > 0 && blocks < mostBlocks {
		if len(b) < 64 {
			e.ends[blocks], e.strange[blocks] = TextMask(b, at, stop)
		} else { // the block that ends with the bytes, less what is known of it
			TextMasks(b[len(b)-64:], stop, e.ends[blocks:blocks+1], e.strange[blocks:blocks+1])
			e.ends[blocks] >>= 64 - left
			e.strange[blocks] >>= 64 - left
		}
		blocks++
	}
	n, odds := 0, 0
	at = from
	for i := 0; i < blocks && n <= mostEnds && odds <= MostOdd; i++ {
		for x := e.ends[i]; x != 0; x &= x - 1 {
			e.At[n] = uint16(at + bits.TrailingZeros64(x))
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
		e.At[n] = uint16(at)
		n++
	}
	e.N, e.I, e.Odds, e.j = n, 0, odds, 0
	e.from, e.size, e.Limit, e.stop = from, len(b), at, stop
	return true
}

// Next is [ScanPlain] with the ends that were found ahead: where the text
// that begins at from ends, at the next stop or with b, and whether all its
// characters are plain. A reader that goes forward pays for each block of the
// datagram once.
func (e *Ends) Next(b []byte, from int, stop byte) (at int, plain bool) {
	if !Quick {
		return ScanPlain(b, from, stop)
	}
	if e.size == len(b) && e.stop == stop && from >= e.last {
		for i := e.I; i < e.N; i++ {
			if at = int(e.At[i]); at >= from {
				e.I, e.last = i, from
				if from > e.Odd {
					e.Pass(from)
				}
				return at, at <= e.Odd
			}
		}
	}
	return e.nextAnew(b, from, stop)
}

// Two is Next for the text at from and the one behind it at once. ok is false
// when not all their characters are plain, or there are no two.
func (e *Ends) Two(b []byte, from int, stop byte) (at, next int, ok bool) {
	if !Quick || e.Careful {
		return 0, 0, false
	}
	if e.size == len(b) && e.stop == stop && from >= e.last {
		for i := e.I; i+1 < e.N; i++ {
			if at = int(e.At[i]); at >= from {
				e.I, e.last = i, from
				if from > e.Odd {
					e.Pass(from)
				}
				next = int(e.At[i+1])
				return at, next, next <= e.Odd
			}
		}
	}
	if at, ok = e.Next(b, from, stop); !ok || at == len(b) {
		return at, at, false
	}
	next, ok = e.Next(b, at+1, stop)
	return at, next, ok
}

// nextAnew is Next from where nothing is known, or for a reader that went back.
func (e *Ends) nextAnew(b []byte, from int, stop byte) (at int, plain bool) {
	back := e.size == len(b) && e.stop == stop && from >= e.from && from < e.last && e.N > 0 && int(e.At[e.N-1]) >= from
	if back {
		e.I, e.j = 0, 0
	} else if len(b) < 64 || !e.search(b, from, stop) || e.N == 0 { // to find the ends ahead takes longer where they are few
		e.size = -1
		return ScanPlain(b, from, stop)
	}
	e.last = from
	e.Pass(from)
	return e.Next(b, from, stop)
}

// ahead returns where the text that begins at from ends, and those behind it,
// as far as that is known: all of them before b does. They are plain up to odd.
func (e *Ends) ahead(b []byte, from int, stop byte) (at []uint16, odd int) {
	i, n := e.I, e.N
	if i == 0 || i >= n || int(e.At[i-1]) != from-1 || from < e.last || e.size != len(b) || e.stop != stop {
		end, _ := e.Next(b, from, stop)
		if i, n = e.I, e.N; i >= n || int(e.At[i]) != end || e.size != len(b) || e.stop != stop { // it was not found ahead
			return nil, 0
		}
	}
	e.last = from
	if int(e.At[n-1]) == len(b) {
		n--
	}
	e.Pass(from)
	return e.At[i:n], e.Odd
}

// Room makes room for n more fields and returns it.
func (r *Reader) Room(n int) []Field {
	have := len(r.Fields)
	if cap(r.Fields)-have < n {
		r.grow(n)
	}
	return r.Fields[have : have+n]
}

// grow makes room for n more fields.
func (r *Reader) grow(n int) {
	for have := len(r.Fields); cap(r.Fields)-have < n; {
		r.Fields = append(r.Fields[:cap(r.Fields)], Field{})[:have]
	}
}

// EightBefore returns the n bytes before offset end, at most eight, with the
// last of them on top and zeros below. Eight bytes must stand there.
func EightBefore(b []byte, end, n int) uint64 {
	return LE64(b[end-8:]) >> (64 - 8*n)
}

// Digits reports whether the n lowest bytes of x are digits, those above 0.
func Digits(x uint64, n int) bool {
	d := x ^ 0x3030303030303030>>(64-8*n)
	return (d+0x0606060606060606|d)&0xf0f0f0f0f0f0f0f0 == 0
}
