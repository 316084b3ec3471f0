package wire

import (
	"bytes"

	"math/bits"
)

// Problems of strings.
var (
	ProblemLengthPastEnd = ProblemInfo{Code: "length-past-end", Severity: SeverityError,
		Message: "{field} says {a} {a|byte|bytes}, but only {b} {b|is|are} left.",
		Advice: "The datagram is cut, or the length byte is in the wrong place because earlier bytes are missing or " +
			"surplus.",
		Story: "Such a text begins with its length. A length beyond the end of the datagram means a cut capture or a " +
			"dump that is not byte exact; nothing is reserved for the length that it claims.",
		Source: "protocol/SPEC.md#unreal-strings"}
	problemLengthShort = ProblemInfo{Code: "length-short", Severity: SeverityError,
		Message: "{field} is {a}, but it includes its own {b} {b|byte|bytes}.",
		Advice:  "It is no length: earlier bytes are missing or surplus, or the reply is of another kind.",
		Source:  "protocol/SPEC.md#problems"}
	problemNoNUL = ProblemInfo{Code: "string-without-nul", Severity: SeverityWarning,
		Message: "{field} does not end with the NUL that its length includes.",
		Advice:  "The writer left the NUL out, or the length is one that something else computed.",
		Source:  "protocol/SPEC.md#unreal-strings"}
	problemLengthExcludesNUL = ProblemInfo{Code: "length-excludes-nul", Severity: SeverityWarning,
		Message: "{field} is {a}, without the NUL terminator; it should be {b}.",
		Advice:  "The length of an Unreal string counts the NUL; this one was written by something that does not know.",
		Story: "A widespread description says that the length byte leaves the NUL out. It never does on the wire: 23 " +
			"characters have the length 18 hex, 24. A packet that was made by hand after that description is read as " +
			"it was meant.", Source: "protocol/SPEC.md#robust-reading, protocol/unreal2/SPEC.md#errors-in-descriptions"}
	problemLengthOneByte = ProblemInfo{Code: "length-unreliable", Severity: SeverityWarning,
		Message: "{field} does not fit the text; one length byte was assumed, and the text read up to its NUL.",
		Advice:  "The writer does not use Unreal's compact index for lengths.",
		Source:  "protocol/SPEC.md#unreal-strings"}
	problemUCS2Stray = ProblemInfo{Code: "string-ucs2-stray-byte", Severity: SeverityWarning,
		Message: "There is a stray byte {xa} between the length and the UTF-16 text.",
		Advice:  "It is skipped; the text is correct only without it.",
		Story: "Readers that take the length for one byte report an extra 01 before long 16-bit strings. In most " +
			"packets that byte is simply the second byte of the compact index. Here the index is complete without it " +
			"and the text is out of step with it.", Source: "protocol/SPEC.md#unreal-strings"}
	problemCompactLong = ProblemInfo{Code: "compact-index-not-shortest", Severity: SeverityNote,
		Message: "The compact index {a} is written in {b} bytes, more than it needs.",
		Advice:  "It is valid, but the engine never writes it so.", Source: "protocol/SPEC.md#unreal-strings"}
	problemMojibake = ProblemInfo{Code: "text-mojibake", Severity: SeverityNote,
		Message: "{field} is UTF-8 that was mis-encoded as Windows-1252 somewhere on the way; it is shown repaired.",
		Advice:  "The bytes are kept as they are; a game shows the unrepaired characters.",
		Story: "A program that writes UTF-8 handed the name to one that reads cp1252, so that each character became " +
			"two or three. It is repaired only when both steps back succeed: every character exists in cp1252, and " +
			"the resulting bytes are valid UTF-8.", Source: "protocol/SPEC.md#unreal-strings"}
	problemSurrogate = ProblemInfo{Code: "text-lone-surrogate", Severity: SeverityWarning,
		Message: "{field} contains half of a surrogate pair, which is not a character.",
		Advice:  "It is shown as the replacement character; the name was probably cut in the middle of a character.",
		Source:  "protocol/SPEC.md#unreal-strings"}
	problemEmbeddedNUL = ProblemInfo{Code: "text-embedded-nul", Severity: SeverityNote,
		Message: "{field} contains a NUL before its end; most programs stop reading there.",
		Advice:  "The characters after it are shown as well.", Source: "protocol/SPEC.md#unreal-strings"}
)

// ReadCompact reads an Unreal compact index: the first byte holds the sign
// (bit 7), a continuation (bit 6) and six bits, each further byte a
// continuation (bit 7) and seven bits, the fifth no continuation. It returns
// the number of bytes, 0 if b ends too soon (protocol/SPEC.md#unreal-strings).
func ReadCompact(b []byte) (value int64, n int) {
	if len(b) == 0 {
		return 0, 0
	}
	first := b[0]
	v := int64(first & 0x3f)
	n = 1
	if first&0x40 != 0 {
		for shift := uint(6); ; shift += 7 {
			if n >= len(b) {
				return 0, 0
			}
			c := b[n]
			n++
			if n == 5 {
				v |= int64(c) << shift
				break
			}
			v |= int64(c&0x7f) << shift
			if c&0x80 == 0 {
				break
			}
		}
	}
	if first&0x80 != 0 {
		v = -v
	}
	return v, n
}

// AppendCompact appends v as a compact index in as few bytes as it takes.
// Magnitudes of 35 bits and more cannot be written and lose their top bits.
func AppendCompact(dst []byte, v int64) []byte {
	var first byte
	if v < 0 {
		first, v = 0x80, -v
	}
	first |= byte(v & 0x3f)
	if v >>= 6; v == 0 {
		return append(dst, first)
	}
	dst = append(dst, first|0x40)
	for n := 2; n < 5 && v > 0x7f; n++ {
		dst = append(dst, byte(v&0x7f)|0x80)
		v >>= 7
	}
	return append(dst, byte(v))
}

// compactSize returns the number of bytes that AppendCompact writes for v.
func compactSize(v int64) int {
	if v < 0 {
		v = -v
	}
	switch {
	case v < 1<<6:
		return 1
	case v < 1<<13:
		return 2
	case v < 1<<20:
		return 3
	case v < 1<<27:
		return 4
	}
	return 5
}

func (r *Reader) addCompact(d *FieldDef, v int64, n int) *Field {
	f := r.Add(d, KindCompact, n, uint64(v))
	if n > 1 && n != compactSize(v) || v == 0 && r.Data[f.Offset] != 0 {
		f.Flags |= FlagRaw
		r.Problem(&problemCompactLong, int(f.Offset), n, uint64(v), uint64(n))
	}
	return f
}

// longString reads an Unreal string of any form as two fields: its length, a
// compact index that counts the closing NUL and is negative for 16-bit units,
// and its text (protocol/SPEC.md#unreal-strings). An empty string has no text bytes
// and no NUL; its text is a field of length 0.
func (r *Reader) longString(d *FieldDef) {
	b := r.Rest()
	v, n := ReadCompact(b)
	have := int64(len(b) - n)
	switch {
	case n == 0:
		r.Cut(d, len(b)+1)
	case v == 0:
		r.addCompact(d, v, n).Flags |= FlagLength
		r.Add(d, KindText, 0, 0)
	case v > 0 && v <= have && b[n+int(v)-1] == 0:
		r.addCompact(d, v, n).Flags |= FlagLength
		r.AddText(d, int(v), 1)
	case v < 0 && -v*2 <= have:
		r.ucs2(d, v, n)
	case v > 0 && v <= have:
		r.noNUL(d, v, n)
	default:
		r.pastEnd(d, v, n, have)
	}
}

// ucs2 reads the 16-bit text of -v units after the n bytes of its length.
func (r *Reader) ucs2(d *FieldDef, v int64, n int) {
	r.addCompact(d, v, n).Flags |= FlagLength
	size := int(-v) * 2
	b := r.Rest()
	if LE16(b[size-2:]) != 0 && len(b) > size && LE16(b[size-1:]) == 0 {
		r.Problem(&problemUCS2Stray, r.Pos, 1, uint64(b[0]), 0)
		r.Leaf(&DefStray, KindUnknown, 1, FlagRaw|FlagAmbiguous)
		r.addUCS2(d, size, 2).Flags |= FlagAmbiguous
		return
	}
	if LE16(b[size-2:]) != 0 {
		r.Problem(&problemNoNUL, r.Pos, size, 0, 0)
		r.addUCS2(d, size, 0).Flags |= FlagOpen | FlagAmbiguous
		return
	}
	r.addUCS2(d, size, 2)
}

// DefStray is a stray byte.
var DefStray = FieldDef{Key: "stray", Name: "Stray byte", Kind: KindUnknown, Doc: "A byte that belongs to nothing.",
	Source: "protocol/SPEC.md#unreal-strings"}

func (r *Reader) addUCS2(d *FieldDef, size int, trail uint8) *Field {
	f := r.Add(d, KindUCS2, size, 0)
	f.Trail = trail
	r.CheckText(f)
	return f
}

// noNUL reads a string of v bytes that does not end in a NUL: the length
// leaves the NUL out, or is no compact index, or the NUL is missing.
func (r *Reader) noNUL(d *FieldDef, v int64, n int) {
	b := r.Rest()
	text := b[n : n+int(v)]
	switch i := bytes.IndexByte(text, 0); {
	case i < 0 && n+int(v) < len(b) && b[n+int(v)] == 0:
		r.Problem(&problemLengthExcludesNUL, r.Pos, n, uint64(v), uint64(v)+1)
		r.addCompact(d, v, n).Flags |= FlagLength | FlagRaw | FlagAmbiguous
		r.AddText(d, int(v)+1, 1).Flags |= FlagAmbiguous
	case i >= 0 && n > 1 && bytes.IndexByte(b[1:], 0) >= n-1: // a NUL within the index is no end
		r.Problem(&problemLengthOneByte, r.Pos, 1, uint64(v), 0)
		r.Leaf(d, KindUnknown, 1, FlagRaw|FlagLength|FlagAmbiguous)
		r.AddText(d, bytes.IndexByte(b[1:], 0)+1, 1).Flags |= FlagAmbiguous
	default:
		length := r.addCompact(d, v, n)
		length.Flags |= FlagLength
		if i >= 0 { // cut, it would read as text up to that NUL
			length.Flags |= FlagAmbiguous
		}
		r.Problem(&problemNoNUL, r.Pos, int(v), 0, 0)
		r.AddText(d, int(v), 0).Flags |= FlagOpen | FlagAmbiguous
	}
}

// pastEnd reads a string whose length goes beyond the datagram: up to a NUL
// if there is one, otherwise the text is cut and reading stops.
func (r *Reader) pastEnd(d *FieldDef, v int64, n int, have int64) {
	b := r.Rest()
	want := v
	if v < 0 {
		want = -v * 2
	}
	r.Problem(&ProblemLengthPastEnd, r.Pos, n, uint64(want), uint64(have))
	if v > 0 {
		if i := bytes.IndexByte(b[1:], 0); i >= n-1 { // a NUL within the index is no end
			r.Leaf(d, KindUnknown, 1, FlagRaw|FlagLength|FlagAmbiguous)
			r.AddText(d, i+1, 1).Flags |= FlagAmbiguous
			return
		}
	}
	r.addCompact(d, v, n).Flags |= FlagLength
	r.Stopped = true
	if have == 0 {
		return
	}
	size := int(have)
	if v < 0 {
		if size &^= 1; size > 0 {
			r.addUCS2(d, size, 0).Flags |= FlagCut | FlagRaw
		}
		return
	}
	r.AddText(d, size, 0).Flags |= FlagCut | FlagRaw
}

// AddText records n bytes of single-byte text, trail of them terminator.
func (r *Reader) AddText(d *FieldDef, n int, trail uint8) *Field {
	f := r.Add(d, KindText, n, 0)
	f.Trail = trail
	r.CheckText(f)
	return f
}

// shortString reads text after a length of one byte that goes beyond the
// datagram or counts no NUL.
func (r *Reader) shortString(d *FieldDef) {
	if !r.Has(d, 1) {
		return
	}
	n, have := int(r.Data[r.Pos]), r.Left()-1
	if n > have {
		r.Problem(&ProblemLengthPastEnd, r.Pos, 1, uint64(n), uint64(have))
	}
	r.Add(d, KindU8, 1, uint64(n)).Flags |= FlagLength
	switch {
	case n <= have:
		r.Problem(&problemNoNUL, r.Pos, n, 0, 0)
		r.AddText(d, n, 0).Flags |= FlagOpen
		return
	case have > 0:
		r.AddText(d, have, 0).Flags |= FlagCut | FlagRaw
	}
	r.Stopped = true
}

// CheckText looks for what is special about a text. The common case, plain
// ASCII, costs a test of eight bytes at a time.
func (r *Reader) CheckText(f *Field) {
	b := r.Data[int(f.Offset)+int(f.Lead) : f.End()-int(f.Trail)]
	if f.Kind == KindText && PlainASCII(b) {
		return
	}
	r.specialText(f, b)
}

// PlainASCII reports whether every byte is 20..7E hex. It looks at eight bytes
// at a time, and at the last ones twice rather than one by one.
func PlainASCII(b []byte) bool {
	n := len(b)
	if n < 8 {
		if n >= 4 {
			return plainEight(uint64(LE32(b)) | uint64(LE32(b[n-4:]))<<32)
		}
		for _, c := range b {
			if c < 0x20 || c > 0x7e {
				return false
			}
		}
		return true
	}
	for i := 0; i+8 < n; i += 8 {
		if !plainEight(LE64(b[i:])) {
			return false
		}
	}
	return plainEight(LE64(b[n-8:]))
}

// plainEight is PlainASCII for eight bytes: one below 20 borrows into bit 7,
// one above 7E carries into it.
func plainEight(x uint64) bool {
	const (
		low  = 0x2020202020202020
		ones = 0x0101010101010101
		high = 0x8080808080808080
	)
	return (x|(x-low)|(x+ones))&high == 0
}

// specialText looks at the letters of a text that are not plain.
func (r *Reader) specialText(f *Field, b []byte) {
	if f.Kind == KindText {
		f.Flags |= FlagSpecial
		if bytes.IndexByte(b, 0) >= 0 {
			r.Problem(&problemEmbeddedNUL, int(f.Offset), int(f.Length), 0, 0)
			// Cut after the NUL, its length would seem wrong.
			if n := len(r.Fields) - 2; n >= 0 && r.Fields[n].Flags&FlagLength != 0 {
				r.Fields[n].Flags |= FlagAmbiguous
			}
		}
		if ValidMultibyte(b) {
			if f.Flags |= FlagUTF8; r.UTF8 {
				return
			}
			r.Problem(&problemMojibake, int(f.Offset), int(f.Length), 0, 0)
		}
		return
	}
	var stack [256]byte
	if f.BigEndian() {
		b = Swapped(stack[:0], b)
	}
	plain, lone := true, false
	for i := 0; i+1 < len(b); i += 2 {
		u := LE16(b[i:])
		if u < 0x20 || u > 0x7e {
			plain = false
		}
		if u >= 0xd800 && u < 0xe000 {
			pair := u < 0xdc00 && i+3 < len(b) && LE16(b[i+2:])&0xfc00 == 0xdc00
			if pair {
				i += 2
				continue
			}
			lone = true
		}
	}
	if plain {
		return
	}
	f.Flags |= FlagSpecial
	if lone {
		f.Flags |= FlagRaw
		r.Problem(&problemSurrogate, int(f.Offset), int(f.Length), 0, 0)
		return
	}
	if Ucs2Mojibake(b) {
		f.Flags |= FlagUTF8
		r.Problem(&problemMojibake, int(f.Offset), int(f.Length), 0, 0)
	}
}

// ScanPlain returns the offset of the next stop in b at or after from, or its
// length, and whether all bytes before it are 20..7E hex. It looks at eight
// bytes at a time.
func ScanPlain(b []byte, from int, stop byte) (at int, plain bool) {
	const (
		low  = 0x2020202020202020
		ones = 0x0101010101010101
		high = 0x8080808080808080
	)
	stops, odd := uint64(stop)*ones, uint64(0)
	for ; from+8 <= len(b); from += 8 {
		x := LE64(b[from:])
		y := x ^ stops // a byte is 0 where a stop was
		// A byte below 20 borrows into bit 7 and one above 7E carries into it;
		// its effect on the bytes after it no longer matters.
		o := (x | (x - low) | (x + ones)) & high
		if m := (y - ones) &^ y & high; m != 0 {
			return from + bits.TrailingZeros64(m)>>3, odd|o&(m&-m-1) == 0
		}
		odd |= o
	}
	for ; from < len(b) && b[from] != stop; from++ {
		if b[from]-0x20 > 0x7e-0x20 {
			odd = 1
		}
	}
	return from, odd == 0
}
