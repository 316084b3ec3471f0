package structure

import (
	"math"
	"math/bits"
)

// lg returns the binary logarithm of n+1: the bits of a number of 0 to n.
func lg(n uint64) float64 {
	if n < uint64(len(logs)) {
		return logs[n]
	}
	return math.Log2(float64(n) + 1)
}

var logs = func() (t [4096]float64) {
	for i := range t {
		t[i] = math.Log2(float64(i) + 1)
	}
	return t
}()

// number reads s bytes of p.
func number(p []byte, s int, o Order) uint64 {
	var v uint64
	if o == LittleEndian {
		for i := s - 1; i >= 0; i-- {
			v = v<<8 | uint64(p[i])
		}
		return v
	}
	for _, c := range p[:s] {
		v = v<<8 | uint64(c)
	}
	return v
}

// varint reads a number with seven bits in each byte, the lowest first, and
// returns its length, 0 where there is none.
func varint(p []byte) (v uint64, n int) {
	for n < min(len(p), 5) {
		c := p[n]
		v |= uint64(c&0x7f) << (7 * n)
		n++
		if c < 0x80 {
			if n > 1 && c == 0 {
				return 0, 0 // not the shortest form
			}
			return v, n
		}
	}
	return 0, 0
}

// width returns the bits that v needs.
func width(v uint64) int { return bits.Len64(v) }

// signed returns v of w bits as a signed number.
func signed(v uint64, w int) int64 { return int64(v<<(64-w)) >> (64 - w) }

// uintCost are the bits of a number without a limit (Elias gamma).
func uintCost(v uint64) float64 { return 2*lg(v) + 1 }

// tally counts values and knows what it costs to write them one after the
// other when only their frequencies so far are known.
type tally struct {
	values []uint64
	counts []int
}

func (t *tally) reset() { t.values, t.counts = t.values[:0], t.counts[:0] }

func (t *tally) add(v uint64) {
	for i, w := range t.values {
		if w == v {
			t.counts[i]++
			return
		}
	}
	t.values, t.counts = append(t.values, v), append(t.counts, 1)
}

// entropy returns the bits of all values together, without those of the list of
// the values.
func (t *tally) entropy() (h float64) {
	n := 0
	for _, c := range t.counts {
		n += c
	}
	for _, c := range t.counts {
		h += float64(c) * math.Log2(float64(n)/float64(c))
	}
	return h
}
