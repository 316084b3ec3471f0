package wire

// A Counting says what the length before a text counts.
type Counting uint8

// The ways of counting.
const (
	LengthIncludesNUL    Counting = iota // the text and the NUL that ends it
	LengthOfText                         // the text, which no NUL ends
	LengthIncludesPrefix                 // the text, which no NUL ends, and the length
)

// PrefixedString reads a text without a NUL after its length, a number of kind k that
// counts what d.Counts says, and returns the text. Beyond the end of the
// datagram the text is cut and reading stops, as it does where the length is too
// short for itself.
func (r *Reader) PrefixedString(d *FieldDef, k Kind) []byte {
	size := int(KindSizes[k])
	if !r.Has(d, size) {
		return nil
	}
	v, have := ReadNumber(k, r.Data[r.Pos:]), uint64(r.Left()-size)
	n := v
	if d.Counts == LengthIncludesPrefix {
		n = v - min(v, uint64(size))
	}
	switch {
	case n > have:
		r.Problem(&ProblemLengthPastEnd, r.Pos, size, v, have)
	case n == v && d.Counts == LengthIncludesPrefix:
		r.Problem(&problemLengthShort, r.Pos, size, v, uint64(size))
		have, r.Stopped = 0, true
	}
	r.Add(d, k, size, v).Flags |= FlagLength
	from := r.Pos
	if r.Stopped = r.Stopped || n > have; r.Stopped {
		if n = have; n == 0 {
			return nil
		}
	}
	if f := r.AddText(d, int(n), 0); r.Stopped {
		f.Flags |= FlagCut | FlagRaw
	}
	return r.Data[from:r.Pos]
}
