package zandronum

import "fragscope/decoder/wire"

// The Huffman code of the games (protocol/zandronum/SPEC.md#huffman-code): leaves
// are the bytes in the order of their codes, from that of all zeros on, depths the
// numbers of bits of those.
const (
	leaves = "\x80&\"Pn\x90CJ\xf3\x8e%|:\xb6$\xdd\x83\xf5\xa3#qU)M\xc7\x82\xce\xb9\x99Fv\x03\x05\x18\xc6\xbe?\x8b\xbaK" +
		",\xf0\xda8('\xf4\xf7QA\x09}D<\x19\xbf\x8aV\x11\x17\xdc\xb2\xa5\xc2\x0e\x00\xd0\x96\x9d\xb5\xde\xd8\xe6" +
		"\xd3\xfc\x8d\x0a*\x86\x87hg\xbb\xe1_ 9=\xb7\xed\xe9\xea\xf6\xcb\xfa\x93O\x81\x07\x8f\x88\x14\xb3\x94\x1c" +
		"jeWB\xb4\xdb\xe3\xf1\x1a\xfb\xe5\xd66E\xe7\xd4\x9c\xb0]S`\xfd\x1e\x0d\xaf\xfe^\x9f\x1b\x08\xcc\xe2NkX" +
		"\x1f\x89\xa9\xd7\x91\x06\x04\x7fc\xd1\xd9\xd5\xee\xb1\xaa\x84\x16\x0cr\x9e\xc5a-.p\xae\xf9\xe0f\xab\x97" +
		"\xc1\x0f\x10\x02\xa81[\x920\xad\x1d\x13~\\\xf2\xcd\xc0\xeb\x95\xff\xdf\xb8\xf8l\xecoZusG\x0b2\xbcwz\xa7" +
		"\xa2\xa0\x85{\x15;\x9b\x9ab+L3\xc9tHmdy\xc3\xe8\x12\x01\xa4x\xbdI\xc4\xef\xd2@>Y!\xe4\xa17T\x98/\xcf\xac" +
		"\x8cR\xa65i4\xca\xc8"
	depths = "4889aa89aa89988aaaa89989aa9aa99557aa9aa98aa988aa9899999aa999aaaa939aa88aa9aa98aa99aa54" +
		"89aaaaaaaa979aa9aa99998aaaa89aa88aaaa999999aa9999aa8999aaaa9879aaaaaa4998aa9889aa99aa9" +
		"9999899899999999aa9998999999888999aa78998aa97889989989986799889988579988879988888899"
)

const (
	longest   = 10   // bits of a code
	plainMark = 0xff // in place of the number of unused bits: what follows is not compressed
	unusedMax = 7
)

// codes has, for the next bits of a datagram, the byte that they stand for and
// below it, in four bits, how many of them do so. The first bit is the lowest.
var codes = makeCodes()

func makeCodes() []uint16 {
	all, at := make([]uint16, 1<<longest), 0
	for i := range len(leaves) {
		n := wire.HexDigit(int(depths[i]))
		for end := at + 1<<(longest-n); at < end; at++ {
			bits := 0
			for k := range longest {
				bits |= at >> k & 1 << (longest - 1 - k)
			}
			all[bits] = uint16(leaves[i])<<4 | uint16(n)
		}
	}
	return all
}

// symbol returns the byte that the bits of p from bit at on stand for, and the bit
// after them.
func symbol(p []byte, at int) (c byte, next int) {
	i := at >> 3
	v := int(p[i])
	if i+1 < len(p) {
		v |= int(p[i+1]) << 8
	}
	if i+2 < len(p) {
		v |= int(p[i+2]) << 16
	}
	code := codes[v>>(at&7)&(1<<longest-1)]
	return byte(code >> 4), at + int(code&15)
}

// unpack appends the first bytes, at most most, that the datagram p stands for.
// whole reports that they are all, and that no bit is left over.
func unpack(dst, p []byte, most int) (out []byte, whole bool) {
	if len(p) == 0 {
		return dst, false
	}
	if p[0] == plainMark {
		return append(dst, p[1:min(len(p), most+1)]...), len(p) <= most+1
	}
	at, end := 8, 8*len(p)-int(p[0])
	for n := 0; n < most && at < end; n++ {
		c, next := symbol(p, at)
		if next > end {
			return dst, false
		}
		dst, at = append(dst, c), next
	}
	return dst, at == end
}

// lastOf returns the last byte that the datagram p stands for, 0 for none.
func lastOf(p []byte) (last byte) {
	if p[0] == plainMark {
		return p[len(p)-1]
	}
	for at, end := 8, 8*len(p)-int(p[0]); at < end; {
		c, next := symbol(p, at)
		if next > end {
			break
		}
		last, at = c, next
	}
	return last
}

// pack appends the datagram that stands for p: compressed where that is shorter.
func pack(dst, p []byte) []byte {
	var bits [256]int // of each byte: its code in those above the lowest four, which count them
	for i, c := range codes {
		if n := int(c & 15); i < 1<<n {
			bits[c>>4] = i<<4 | n
		}
	}
	first, at := len(dst), 0
	dst = append(dst, 0)
	for _, c := range p {
		code := bits[c] >> 4
		for range bits[c] & 15 {
			if at&7 == 0 {
				dst = append(dst, 0)
			}
			dst[len(dst)-1] |= byte(code & 1 << (at & 7))
			code, at = code>>1, at+1
		}
	}
	if len(dst)-first > len(p) {
		return append(append(dst[:first], plainMark), p...)
	}
	dst[first] = byte(-at & 7)
	return dst
}
