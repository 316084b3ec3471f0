package wire

import "math/bits"

// The texts of GameSpy 1, 2 and 3 are most of the bytes and most of the fields
// in a capture, and have no lengths: something has to look at every byte for
// their ends. An Ends does it for 64 bytes at a time, once, and returns one end
// after the other. The browser build omits it: its input is pasted, and every
// function adds to its download.

// How many ends are found at a time, about what a datagram holds, how many
// characters between them that are not plain, and in how many blocks of 64
// bytes.
const (
	mostEnds   = 256
	mostOdd    = 16
	mostBlocks = 24
)

// An Ends is where texts end, found ahead of reading them.
type Ends struct {
	Careful bool  // find nothing ahead; for tests
	runs    []run // what is known of the fields so far; see content.go
	stop    byte
	from    int // offset where the search began
	last    int // offset that was last asked for
	size    int // bytes there were; -1 before any search
	Limit   int // offset where the search stopped
	N, I    int // ends, and how many of them are behind the reader
	Odds, j int // characters that are not plain, and how many of them are
	Odd     int // the first of these that is not, or limit
	At      [mostEnds + 64 + 1]uint16
	oddAt   [mostOdd + 64]uint16
	ends    [mostBlocks]uint64 // for a block, a bit for each byte
	strange [mostBlocks]uint64 // the same for characters that are not plain
}

// Ready resets e for another datagram.
func (e *Ends) Ready() { e.size, e.runs = -1, e.runs[:0] }

// pass advances to the first character from offset at on that is not plain.
func (e *Ends) pass(at int) {
	for e.j < e.Odds && int(e.oddAt[e.j]) < at {
		e.j++
	}
	if e.Odd = e.Limit; e.j < e.Odds {
		e.Odd = int(e.oddAt[e.j])
	}
}

// search finds the ends in b from offset from on. It reports false where it is
// not worth it, or not possible: in few bytes a plain scan takes less time.
func (e *Ends) search(b []byte, from int, stop byte) bool {
	if e.Careful || len(b) > 0xffff || len(b) < 64 || from >= len(b) {
		return false
	}
	blocks := min((len(b)-from)/64, mostBlocks)
	TextMasks(b[from:], stop, e.ends[:blocks], e.strange[:blocks])
	at := from + 64*blocks
	if left := len(b) - at; left > 0 && blocks < mostBlocks {
		// The block that ends with the bytes, less what is known of it.
		TextMasks(b[len(b)-64:], stop, e.ends[blocks:blocks+1], e.strange[blocks:blocks+1])
		e.ends[blocks] >>= 64 - left
		e.strange[blocks] >>= 64 - left
		blocks++
	}
	n, odds := 0, 0
	at = from
	for i := 0; i < blocks && n <= mostEnds && odds <= mostOdd; i++ {
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
					e.pass(from)
				}
				return at, at <= e.Odd
			}
		}
	}
	return e.nextAnew(b, from, stop)
}

// Two is Next for the text at from and the next one at once. ok is false when
// not all their characters are plain, or there are no two.
func (e *Ends) Two(b []byte, from int, stop byte) (at, next int, ok bool) {
	if !Quick || e.Careful {
		return 0, 0, false
	}
	if e.size == len(b) && e.stop == stop && from >= e.last {
		for i := e.I; i+1 < e.N; i++ {
			if at = int(e.At[i]); at >= from {
				e.I, e.last = i, from
				if from > e.Odd {
					e.pass(from)
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
	} else if !e.search(b, from, stop) || e.N == 0 {
		e.size = -1
		return ScanPlain(b, from, stop)
	}
	e.last = from
	e.pass(from)
	return e.Next(b, from, stop)
}

// ahead returns where the text that begins at from ends, and those after it, as
// far as that is known: all of them before b does. They are plain up to odd.
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
	e.pass(from)
	return e.At[i:n], e.Odd
}

// took advances past n of the ends ahead, to offset pos. A reader that comes
// back to what is before has gone back.
func (e *Ends) took(n, pos int) { e.I, e.last = e.I+n, pos }

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
