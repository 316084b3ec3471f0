//go:build !wasm

package decoder

// plainRecord reads the fields of l whose bits in flags are set, bit n for
// place n, if all of them are what they nearly always are: numbers that mean
// nothing in particular, and plain texts behind a length of one byte that
// counts their NUL. It reports false, and reads nothing, when one is not.
func (r *reader) plainRecord(l layout, flags uint64) bool {
	if r.ends.careful || r.stopped {
		return false
	}
	data, pos, depth, marks := r.data[:r.end], r.pos, r.depth, r.marks
	room, k := r.room(2*len(l)), 0
	for i := range l {
		if flags>>i&1 == 0 {
			continue
		}
		d, f := &l[i], &room[k]
		if pos >= len(data) {
			return false
		}
		v, size := uint64(data[pos]), int(kindSizes[d.Kind])
		switch d.Kind {
		case KindU8:
		case KindU16LE, KindI32LE:
			if len(data)-pos < size {
				return false
			}
			v = readNumber(d.Kind, data[pos:pos+size])
		case KindText:
			n := int(v)
			if n >= len(data)-pos || n > 0 && (data[pos+n] != 0 || !plainASCII(data[pos+1:pos+n])) {
				return false
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
	return true
}
