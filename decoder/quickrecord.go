//go:build !wasm || quick

package decoder

import "math/bits"

// plainRecord reads the fields of l whose bits in flags are set, bit n for
// place n, if all of them are what they nearly always are: numbers that mean
// nothing in particular, and plain texts behind a length of one byte that
// counts their NUL. It reports false, and reads nothing, when one is not.
func (r *reader) plainRecord(l layout, flags uint64) bool {
	if r.ends.careful || r.stopped {
		return false
	}
	data, pos, depth, marks := r.data[:r.end], r.pos, r.depth, r.marks
	if flags &= 1<<len(l) - 1; flags == 0 {
		return true
	}
	room, k := r.room(2*len(l)), 0
	var special uint32 // texts that are worth a closer look
	for ; flags != 0; flags &= flags - 1 {
		d, f := &l[bits.TrailingZeros64(flags)], &room[k]
		if pos >= len(data) {
			return false
		}
		v, size := uint64(data[pos]), 1
		switch d.Kind {
		case KindU8:
		case KindU16LE, KindI32LE:
			size = int(kindSizes[d.Kind])
			if len(data)-pos < size {
				return false
			}
			v = readNumber(d.Kind, data[pos:pos+size])
		case KindText:
			n := int(v)
			if n >= len(data)-pos || n > 0 && data[pos+n] != 0 {
				return false
			}
			if n > 1 && !plainASCII(data[pos+1:pos+n]) {
				if indexByte(data[pos+1:pos+n], 0) >= 0 { // makes its length doubtful
					return false
				}
				special |= 1 << (k + 1)
			}
			f.Def, f.Value, f.Offset, f.Length = d, v, uint32(pos), 1
			f.Kind, f.Depth, f.Lead, f.Trail, f.Marks = KindU8, depth, 0, 0, marks|MarkLength
			f = &room[k+1]
			f.Def, f.Value, f.Offset, f.Length = d, 0, uint32(pos+1), uint32(n)
			f.Kind, f.Depth, f.Lead, f.Trail, f.Marks = KindText, depth, 0, min(uint8(n), 1), marks
			k += 2
			pos += 1 + n
			continue
		default:
			return false
		}
		if d.Symbols != nil || d.AtMost != 0 && v > uint64(d.AtMost) {
			return false
		}
		f.Def, f.Value, f.Offset, f.Length = d, v, uint32(pos), uint32(size)
		f.Kind, f.Depth, f.Lead, f.Trail, f.Marks = d.Kind, depth, 0, 0, marks
		k++
		pos += size
	}
	r.fields, r.pos = r.fields[:len(r.fields)+k], pos
	for ; special != 0; special &= special - 1 {
		r.checkText(&room[bits.TrailingZeros32(special)])
	}
	return true
}

// plainRules reads pairs of Unreal strings as long as both are plain and
// behind a length of one byte, and returns how many they are.
func (r *reader) plainRules() int {
	if r.ends.careful || r.stopped {
		return 0
	}
	data, pos, depth, marks := r.data[:r.end], r.pos, r.depth, r.marks
	first, k, steady, n := len(r.fields), 0, 0, 0
	for ; pos < len(data); n++ {
		middle := stringEnd(data, pos)
		end := stringEnd(data, middle)
		if end < 0 {
			break
		}
		if key := data[pos+1 : middle]; len(key) > 0 && key[0]&^1 == 'p' && volatileKey(key) {
			r.ends.noteRun(first+steady, first+k, true)
			steady = k + 5
		}
		if cap(r.fields)-first < k+5 {
			r.fields = append(r.fields[:first+k], make([]Field, 5)...)[:first]
		}
		f := (*[5]Field)(r.fields[first+k : first+k+5])
		f[0].Def, f[0].Value, f[0].Offset, f[0].Length = &unreal2Rule, uint64(n), uint32(pos), uint32(end-pos)
		f[0].Kind, f[0].Depth, f[0].Lead, f[0].Trail, f[0].Marks = KindGroup, depth, 0, 0, marks
		for i, to := range [...]int{middle, end} {
			size := to - pos - 1
			g := &f[1+2*i]
			g.Def, g.Value, g.Offset, g.Length = &unreal2Pair[i], uint64(size), uint32(pos), 1
			g.Kind, g.Depth, g.Lead, g.Trail, g.Marks = KindCompact, depth+1, 0, 0, marks|MarkLength
			g = &f[2+2*i]
			g.Def, g.Value, g.Offset, g.Length = &unreal2Pair[i], 0, uint32(pos+1), uint32(size)
			g.Kind, g.Depth, g.Lead, g.Trail, g.Marks = KindText, depth+1, 0, min(uint8(size), 1), marks
			pos = to
		}
		k += 5
	}
	r.ends.noteRun(first+steady, first+k, true)
	r.fields, r.pos = r.fields[:first+k], pos
	return n
}

// stringEnd returns where the plain string ends whose length, of one byte,
// stands at offset at of b; -1 when it is another, or at is -1.
func stringEnd(b []byte, at int) int {
	if at < 0 || at >= len(b) {
		return -1
	}
	n := int(b[at])
	if n >= 0x40 || n >= len(b)-at || n > 0 && (b[at+n] != 0 || !plainASCII(b[at+1:at+n])) {
		return -1
	}
	return at + 1 + n
}
