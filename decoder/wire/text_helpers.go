package wire

import "unicode/utf8"

// TrimBlanks returns s without the spaces at its ends.
func TrimBlanks(s string) string {
	for s != "" && isBlank(s[0]) {
		s = s[1:]
	}
	for s != "" && isBlank(s[len(s)-1]) {
		s = s[:len(s)-1]
	}
	return s
}

// IndexBase returns a key without the _N or _tN at its end.
func IndexBase[T []byte | string](key T) T {
	i := len(key)
	for i > 0 && key[i-1] >= '0' && key[i-1] <= '9' {
		i--
	}
	if i == len(key) {
		return key
	}
	if i > 2 && key[i-1] == 't' && key[i-2] == '_' {
		return key[:i-2]
	}
	if i > 1 && key[i-1] == '_' {
		return key[:i-1]
	}
	return key
}

// TrimLeft returns b without the spaces at its start.
func TrimLeft(b []byte) []byte {
	for len(b) > 0 && isBlank(b[0]) {
		b = b[1:]
	}
	return b
}

// Numeric reports whether b is a number: spaces, a sign, digits, and perhaps a
// fraction.
func Numeric(b []byte) bool {
	b = TrimLeft(b)
	if len(b) > 0 && b[0] == '-' {
		b = b[1:]
	}
	digits, dots := 0, 0
	for _, c := range b {
		switch {
		case c >= '0' && c <= '9':
			digits++
		case c == '.':
			dots++
		default:
			return false
		}
	}
	return digits > 0 && dots <= 1
}

// Fnv is the FNV-1a hash of b.
func Fnv(b []byte) uint64 {
	h := uint64(14695981039346656037)
	for _, c := range b {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return h
}

// AppendStrings appends each of parts.
func AppendStrings(dst []byte, parts ...string) []byte {
	for _, p := range parts {
		dst = append(dst, p...)
	}
	return dst
}

// Letter reports whether c is an ASCII letter.
func Letter(c byte) bool { return Lower(c) >= 'a' && Lower(c) <= 'z' }

// Alphanumeric reports whether c is an ASCII letter or digit.
func Alphanumeric(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// AppendLetters is the reverse of AppendText: it appends UTF-8 text as kind k
// has it on the wire. asUTF8 says that single bytes are UTF-8, and that 16-bit
// units are UTF-8 taken for cp1252. ok is false for text that cannot be encoded
// so; the rest is then left out.
func AppendLetters(dst, text []byte, k Kind, asUTF8 bool) (out []byte, ok bool) {
	if k == KindText && asUTF8 {
		return append(dst, text...), true
	}
	if asUTF8 {
		for _, c := range text {
			dst = AppendLE16(dst, uint16(cp1252Rune(c)))
		}
		return dst, true
	}
	for i := 0; i < len(text); {
		u, n := utf8.DecodeRune(text[i:])
		i += n
		if k == KindText {
			c, ok := Cp1252Byte(u)
			if !ok {
				return dst, false
			}
			dst = append(dst, c)
			continue
		}
		if u >= 0x10000 {
			u -= 0x10000
			dst = AppendLE16(dst, uint16(0xd800+u>>10))
			u = 0xdc00 + u&0x3ff
		}
		dst = AppendLE16(dst, uint16(u))
	}
	return dst, true
}

// Digits records a number in ASCII digits that ends at the offset end, between
// lead and trail bytes of delimiter. Leading zeros cannot be told from its value.
func (r *Reader) Digits(d *FieldDef, lead, end, trail int) {
	b := r.Data[r.Pos+lead : end]
	v, _ := ParseDecimal(b)
	f := r.Add(d, KindDecimal, end+trail-r.Pos, v)
	f.Lead, f.Trail = uint8(lead), uint8(trail)
	if len(b) > 1 && b[0] == '0' {
		f.Flags |= FlagRaw
	}
	r.Check(d, v)
}

// BE16 reads a big-endian uint16.
func BE16(b []byte) uint16 {
	_ = b[1]
	return uint16(b[0])<<8 | uint16(b[1])
}

// BE32 reads a big-endian uint32.
func BE32(b []byte) uint32 {
	_ = b[3]
	return uint32(b[0])<<24 | uint32(b[1])<<16 | uint32(b[2])<<8 | uint32(b[3])
}

// StartsLike reports whether b begins with s, or s with b.
func StartsLike(b []byte, s string) bool {
	n := min(len(b), len(s))
	return string(b[:n]) == s[:n]
}
