package wire

// encoding/binary does the same, and brings reflect and unicode with it, which
// a browser would have to load. The compiler makes one load or store of each.

// LE16 returns the first two bytes as a number, the lowest first.
func LE16(b []byte) uint16 {
	_ = b[1]
	return uint16(b[0]) | uint16(b[1])<<8
}

// LE32 does so with four bytes.
func LE32(b []byte) uint32 {
	_ = b[3]
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

// LE64 does so with eight bytes.
func LE64(b []byte) uint64 {
	_ = b[7]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// AppendLE16 appends v in two bytes, the lowest first.
func AppendLE16(dst []byte, v uint16) []byte { return append(dst, byte(v), byte(v>>8)) }

// AppendBE16 appends v in two bytes, the highest first.
func AppendBE16(dst []byte, v uint16) []byte { return append(dst, byte(v>>8), byte(v)) }

// AppendLE32 appends v in four bytes, the lowest first.
func AppendLE32(dst []byte, v uint32) []byte {
	return append(dst, byte(v), byte(v>>8), byte(v>>16), byte(v>>24))
}

// AppendBE32 appends v in four bytes, the highest first.
func AppendBE32(dst []byte, v uint32) []byte {
	return append(dst, byte(v>>24), byte(v>>16), byte(v>>8), byte(v))
}

func appendLE64(dst []byte, v uint64) []byte {
	return AppendLE32(AppendLE32(dst, uint32(v)), uint32(v>>32))
}

func appendBE64(dst []byte, v uint64) []byte {
	return AppendBE32(AppendBE32(dst, uint32(v>>32)), uint32(v))
}

// strconv's errors quote what they could not parse, and the tables for that
// are a burden in a browser; here a number is one or it is not.

// ParseDecimal returns the number that the digits of b say; ok is false for
// anything else and for more than 18 digits.
//
// Not inlined: its copies would make the page's first program 1.1 kB longer.
//
//go:noinline
func ParseDecimal(b []byte) (v uint64, ok bool) {
	if len(b) == 0 || len(b) > 18 {
		return 0, false
	}
	for _, c := range b {
		if c < '0' || c > '9' {
			return 0, false
		}
		v = v*10 + uint64(c-'0')
	}
	return v, true
}

// ParseSigned reads the decimal digits of a number that may have a minus sign.
func ParseSigned(b []byte) (v int64, ok bool) {
	negative := len(b) > 0 && b[0] == '-'
	if negative || len(b) > 0 && b[0] == '+' {
		b = b[1:]
	}
	u, ok := ParseDecimal(b)
	if v = int64(u); negative {
		v = -v
	}
	return v, ok
}

// ParseWhole is ParseSigned for text that may also write a whole number with a
// fraction of zeros, as "12.000000".
func ParseWhole(s string) (v int64, ok bool) {
	n := len(s)
	for n > 0 && s[n-1] == '0' {
		n--
	}
	if n > 0 && s[n-1] == '.' {
		s = s[:n-1]
	}
	return ParseSigned([]byte(s))
}
