package wire

// The digits of hexadecimal numbers.
const (
	LowerHex = "0123456789abcdef"
	UpperHex = "0123456789ABCDEF"
)

// AppendHex appends b in hexadecimal, in [LowerHex] or [UpperHex], with a text
// between two bytes.
func AppendHex(dst, b []byte, digits, between string) []byte {
	for i, c := range b {
		if i > 0 {
			dst = append(dst, between...)
		}
		dst = append(dst, digits[c>>4], digits[c&15])
	}
	return dst
}

// ParseHex reads pairs of hexadecimal digits; between the digits may be spaces,
// colons, commas, hyphens, 0x and \x. ok is false for anything else.
func ParseHex(s string) (b []byte, ok bool) {
	half := -1
	for i := 0; i < len(s); i++ {
		if (s[i] == '0' || s[i] == '\\') && i+1 < len(s) && s[i+1]|0x20 == 'x' {
			i++
			continue
		}
		d := HexDigit(int(s[i]))
		switch {
		case s[i] == ' ' || s[i] == '\t' || s[i] == ':' || s[i] == ',' || s[i] == '-':
		case d < 0:
			return nil, false
		case half < 0:
			half = d
		default:
			b = append(b, byte(half<<4|d))
			half = -1
		}
	}
	if half >= 0 {
		return nil, false
	}
	return b, true
}
