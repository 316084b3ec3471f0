package wire

// Masks of a text: a bit for each byte. Eight bytes are looked at in one word.
const (
	low  = 0x2020202020202020
	ones = 0x0101010101010101
	high = 0x8080808080808080

	// gather, multiplied with the top bits of eight bytes, moves them to bits 56
	// to 63.
	gather = 0x0002040810204081
)

// TextMasks sets a bit for each byte of as many blocks of 64 bytes as ends and
// odd have room for: in ends where stop is, in odd where neither that nor a plain
// character is, 20..7E hex.
func TextMasks(b []byte, stop byte, ends, odd []uint64) {
	stops := uint64(stop) * ones
	odd = odd[:len(ends)]
	for i := range ends {
		w := (*[64]byte)(b[64*i:])
		// Not a loop, to keep bounds checks and a counter out.
		m := plainMask{plain: high}
		m = m.with(LE64(w[0:8]), stops, 0)
		m = m.with(LE64(w[8:16]), stops, 8)
		m = m.with(LE64(w[16:24]), stops, 16)
		m = m.with(LE64(w[24:32]), stops, 24)
		m = m.with(LE64(w[32:40]), stops, 32)
		m = m.with(LE64(w[40:48]), stops, 40)
		m = m.with(LE64(w[48:56]), stops, 48)
		m = m.with(LE64(w[56:64]), stops, 56)
		ends[i], odd[i] = m.ends, 0
		if (m.strange|^m.plain)&high != 0 {
			ends[i], odd[i] = blockMask(w, stops)
		}
	}
}

// plainMask is what is known of a block of which all bytes are expected to be
// plain characters or stops. If they are, no byte borrows from another or
// carries into it: then ends is right, and bit 7 is clear in strange and set in
// plain.
type plainMask struct{ ends, strange, plain uint64 }

// with is m with the eight bytes x, which are at at in the block.
func (m plainMask) with(x, stops uint64, at int) plainMask {
	z := (high - (x ^ stops)) & high
	m.ends |= z * gather >> 56 << at
	m.strange |= x | (x + ones)
	m.plain &= (x | z>>2) + 3*low
	return m
}

// blockMask returns the masks of a block of bytes of any kind.
func blockMask(w *[64]byte, stops uint64) (ends, odd uint64) {
	for k := 0; k < 64; k += 8 {
		e, o := wordMask(LE64(w[k:]), stops)
		ends |= e << k
		odd |= o << k
	}
	return ends, odd
}

// wordMask returns those of eight bytes.
func wordMask(x, stops uint64) (ends, odd uint64) {
	y := x ^ stops
	z := ^(y&^high + (high - ones) | y) & high // where a stop is
	// Not plain are bytes with bit 7, below 20 and 7F; a stop is, NUL or not.
	x |= z >> 2
	return z * gather >> 56, (x | ^(x&^high + 3*low) | (x&^high + ones)) & high * gather >> 56
}
