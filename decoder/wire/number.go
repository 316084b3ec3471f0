package wire

import "math"

// As encoding/binary does, which the decoder must not import: it imports reflect.

// LE16 reads a little-endian uint16.
func LE16(b []byte) uint16 {
	_ = b[1]
	return uint16(b[0]) | uint16(b[1])<<8
}

// LE32 reads a little-endian uint32.
func LE32(b []byte) uint32 {
	_ = b[3]
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

// LE64 reads a little-endian uint64.
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

// ParseDecimal returns the number that the digits of b write; ok is false for
// anything else and for more than 18 digits.
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

// ParseSigned reads the decimal digits of a number that may have a sign.
func ParseSigned(b []byte) (v int64, ok bool) {
	v, n := ScanSigned(b)
	return v, n > 0 && n == len(b)
}

// ScanSigned returns the number that b begins with, digits perhaps after a sign,
// and how many bytes write it: 0 where there is none, or one of more than 18
// digits.
func ScanSigned(b []byte) (v int64, n int) {
	if len(b) > 0 && (b[0] == '-' || b[0] == '+') {
		n = 1
	}
	first := n
	for ; n < len(b) && b[n]-'0' < 10; n++ {
		v = v*10 + int64(b[n]-'0')
	}
	if n == first || n-first > 18 {
		return 0, 0
	}
	if b[0] == '-' {
		v = -v
	}
	return v, n
}

// Canonical reports whether b, which ParseSigned has read, is what strconv writes for
// that number: encoding the value gives b again.
func Canonical(b []byte) bool {
	switch b[0] {
	case '+':
		return false
	case '-':
		return b[1] != '0'
	}
	return b[0] != '0' || len(b) == 1
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
	if v, ok = ParseSigned([]byte(s)); !ok {
		return 0, false // also where it begins with one
	}
	return v, true
}

// ReadNumber reads the value of a fixed-size kind; of more than eight bytes,
// and of an Ethernet address, there is none.
func ReadNumber(k Kind, b []byte) uint64 {
	switch k {
	case KindU8:
		return uint64(b[0])
	case KindI8:
		return uint64(int8(b[0]))
	case KindI16LE:
		return uint64(int16(LE16(b)))
	case KindI16BE:
		return uint64(int16(BE16(b)))
	case KindU16LE:
		return uint64(LE16(b))
	case KindU16BE:
		return uint64(BE16(b))
	case KindU24BE:
		return uint64(BE16(b))<<8 | uint64(b[2])
	case KindU32LE, KindF32LE:
		return uint64(LE32(b))
	case KindI32LE:
		return uint64(int32(LE32(b)))
	case KindU32BE, KindF32BE, KindIPv4:
		return uint64(BE32(b))
	case KindI32BE:
		return uint64(int32(BE32(b)))
	case KindU64LE, KindI64LE, KindF64LE:
		return LE64(b)
	case KindVarInt:
		v, _ := ReadVarInt(b)
		return uint64(v)
	case KindPacked:
		v, _ := ReadPacked(b)
		return uint64(v)
	case KindU64BE, KindI64BE, KindF64BE:
		return uint64(BE32(b))<<32 | uint64(BE32(b[4:]))
	}
	return 0
}

// MaxVarInt is the greatest number of bytes of a variable-length number.
const MaxVarInt = 5

// ReadVarInt reads a number of kind KindVarInt and returns it with its length, 0
// when b ends before it does or it has too many bytes.
func ReadVarInt(b []byte) (v int64, n int) {
	var u uint32
	for n < min(len(b), MaxVarInt) {
		c := b[n]
		u |= uint32(c&0x7f) << (7 * n)
		if n++; c < 0x80 {
			return int64(int32(u)), n
		}
	}
	return 0, 0
}

// AppendVarInt is the reverse of ReadVarInt.
func AppendVarInt(dst []byte, v int64) []byte {
	u := uint32(v)
	for ; u >= 0x80; u >>= 7 {
		dst = append(dst, byte(u)|0x80)
	}
	return append(dst, byte(u))
}

// ReadPacked reads a number of kind KindPacked and returns it with its length, 0
// when b ends before it does. A fifth byte is the last, whatever it says.
func ReadPacked(b []byte) (v int64, n int) {
	var u, sign uint32
	for n < min(len(b), MaxVarInt) {
		c := b[n]
		if n == 0 {
			u, sign = uint32(c&0x3f), uint32(c>>6&1)
		} else {
			u |= uint32(c&0x7f) << (7*n - 1)
		}
		if n++; c < 0x80 || n == MaxVarInt {
			return int64(int32(u ^ -sign)), n
		}
	}
	return 0, 0
}

// AppendPacked is the reverse of ReadPacked.
func AppendPacked(dst []byte, v int64) []byte {
	u, c := uint32(v), byte(0)
	if v < 0 {
		u, c = ^u, 0x40
	}
	c |= byte(u & 0x3f)
	for u >>= 6; u > 0; u >>= 7 {
		dst, c = append(dst, c|0x80), byte(u&0x7f)
	}
	return append(dst, c)
}

// Packed reads a number of kind KindPacked.
func (r *Reader) Packed(d *FieldDef) int64 {
	if r.Stopped {
		return 0
	}
	v, n := ReadPacked(r.Rest())
	if n == 0 {
		r.Cut(d, r.Left()+1)
		return 0
	}
	f := r.Add(d, KindPacked, n, uint64(v))
	var shortest [MaxVarInt]byte
	if string(AppendPacked(shortest[:0], v)) != string(r.Data[f.Offset:f.End()]) {
		f.Flags |= FlagRaw
	}
	r.Check(d, uint64(v))
	return v
}

// AppendNumber is the reverse of ReadNumber.
func AppendNumber(dst []byte, k Kind, v uint64) []byte {
	switch k {
	case KindU8, KindI8:
		return append(dst, byte(v))
	case KindU16LE, KindI16LE:
		return AppendLE16(dst, uint16(v))
	case KindU16BE, KindI16BE:
		return AppendBE16(dst, uint16(v))
	case KindU24BE:
		return append(dst, byte(v>>16), byte(v>>8), byte(v))
	case KindU32LE, KindI32LE, KindF32LE:
		return AppendLE32(dst, uint32(v))
	case KindU32BE, KindI32BE, KindF32BE, KindIPv4:
		return AppendBE32(dst, uint32(v))
	case KindU64LE, KindI64LE, KindF64LE:
		return appendLE64(dst, v)
	case KindVarInt:
		return AppendVarInt(dst, int64(v))
	case KindPacked:
		return AppendPacked(dst, int64(v))
	}
	return appendBE64(dst, v)
}

// float returns the value of a floating-point field.
func (f *Field) float() float64 {
	if f.Kind.Size() == 8 {
		return math.Float64frombits(f.Value)
	}
	return float64(math.Float32frombits(uint32(f.Value)))
}

// Check records the problems of the number v that was just read.
func (r *Reader) Check(d *FieldDef, v uint64) {
	f := &r.Fields[len(r.Fields)-1]
	if d.AtMost != 0 && v > uint64(d.AtMost) {
		p := &ProblemImplausible
		if f.Kind.Signed() && int64(v) < 0 {
			p = &ProblemNegative
		}
		r.Problem(p, int(f.Offset), int(f.Length), v, uint64(d.AtMost))
	}
	if s := d.Symbols; s != nil && !s.Loose && !s.lists(v) {
		if s.Flags {
			v &^= s.Known()
		}
		r.Problem(&ProblemSymbol, int(f.Offset), int(f.Length), v, 0)
	}
}
