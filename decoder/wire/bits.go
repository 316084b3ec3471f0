package wire

import "strconv"

// A Bit is a bit of a flag set that has a name, or a part of packed bits.
type Bit struct {
	Name string
	Mask uint64
	Part *BitPart // nil for a bit of a flag set
}

// Value returns the number of b in the field value v; a bit is 1 when it is set.
func (b Bit) Value(v uint64) uint64 {
	switch {
	case b.Part != nil:
		return b.Part.Value(v)
	case v&b.Mask == b.Mask:
		return 1
	}
	return 0
}

// Single reports whether b is true or false: one bit, or a symbol of a flag set.
func (b Bit) Single() bool { return b.Part == nil || b.Part.Single() }

// Bits calls yield with each bit and part that fields of d name.
func (d *FieldDef) Bits(yield func(Bit) bool) {
	if d.Symbols != nil && d.Symbols.Flags {
		for i := range d.Symbols.List {
			if s := &d.Symbols.List[i]; !yield(Bit{Name: s.Name, Mask: s.Value}) {
				return
			}
		}
	}
	for i := range d.Parts {
		if p := &d.Parts[i]; !yield(Bit{Name: p.Name, Mask: p.Mask, Part: p}) {
			return
		}
	}
}

// Bit returns the bit or part whose [AppendBitName] is name, and whether there is
// one.
func (d *FieldDef) Bit(name string) (Bit, bool) {
	var own []byte
	for b := range d.Bits {
		if own = AppendBitName(own[:0], b.Name, b.Mask); string(own) == name {
			return b, true
		}
	}
	return Bit{}, false
}

// AppendBitName appends what stands in the key of a bit or part after the key of
// its field and a dot: its name in lower case with _ for what is no letter or
// digit; of a bit without a name its mask, as in 0x40.
func AppendBitName(dst []byte, name string, mask uint64) []byte {
	from, gap := len(dst), false
	for i := range len(name) {
		c := name[i]
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			gap = true
			continue
		}
		if gap && len(dst) > from {
			dst = append(dst, '_')
		}
		dst, gap = append(dst, c), false
	}
	if len(dst) == from {
		return strconv.AppendUint(append(dst, "0x"...), mask, 16)
	}
	return dst
}
