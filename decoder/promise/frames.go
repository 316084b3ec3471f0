package promise

import (
	"encoding/binary"
	"slices"
)

// Builders of frames, written from the standards and apart from the decoder:
// the checksums add byte by byte.

// Checksum returns the Internet checksum of parts.
func Checksum(parts ...[]byte) uint16 {
	var s uint32
	for _, p := range parts { // every part but the last has even length
		for i, c := range p {
			if i%2 == 0 {
				s += uint32(c) << 8
			} else {
				s += uint32(c)
			}
			s = s&0xffff + s>>16
		}
	}
	return ^uint16(s)
}

func u16(v int) []byte { return binary.BigEndian.AppendUint16(nil, uint16(v)) }

// The addresses of the frames.
var (
	Server4 = []byte{192, 0, 2, 10}
	Client4 = []byte{198, 51, 100, 7}
	Server6 = []byte{0x20, 1, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10}
	Client6 = []byte{0x20, 1, 0x0d, 0xb8, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7}
)

// Ethernet makes a frame, padded to 60 bytes.
func Ethernet(etherType int, payload []byte) []byte {
	b := slices.Concat([]byte{2, 0, 0, 0, 0, 7, 2, 0, 0, 0, 0, 10}, u16(etherType), payload)
	for len(b) < 60 {
		b = append(b, 0)
	}
	return b
}

// VLAN makes a tag and what follows it.
func VLAN(tag, etherType int, payload []byte) []byte {
	return slices.Concat(u16(tag), u16(etherType), payload)
}

// SLL makes a frame of a Linux cooked capture.
func SLL(etherType int, payload []byte) []byte {
	return slices.Concat([]byte{0, 0, 0, 1, 0, 6, 2, 0, 0, 0, 0, 10, 0, 0}, u16(etherType), payload)
}

// SLL2 makes a frame of the second version.
func SLL2(etherType int, payload []byte) []byte {
	return slices.Concat(u16(etherType), []byte{0, 0, 0, 0, 0, 2, 0, 1, 0, 6, 2, 0, 0, 0, 0, 10, 0, 0}, payload)
}

// IPv4 makes a packet; fragment is the word of flags and offset.
func IPv4(proto byte, fragment int, options, payload []byte) []byte {
	h := slices.Concat([]byte{byte(0x45 + len(options)/4), 0}, u16(20+len(options)+len(payload)),
		u16(0x1234), u16(fragment),
		[]byte{57, proto, 0, 0}, Server4, Client4, options)
	binary.BigEndian.PutUint16(h[10:], Checksum(h))
	return slices.Concat(h, payload)
}

// IPv6 makes a packet.
func IPv6(next byte, payload []byte) []byte {
	return slices.Concat([]byte{0x60, 0, 0x12, 0x34}, u16(len(payload)), []byte{next, 57}, Server6, Client6, payload)
}

// Pseudo returns the pseudo header that checksums of UDP and TCP count.
func Pseudo(src, dst []byte, proto byte, n int) []byte {
	return slices.Concat(src, dst, u16(int(proto)), u16(n))
}

// UDP makes a datagram.
func UDP(src, dst []byte, from, to int, payload []byte) []byte {
	b := slices.Concat(u16(from), u16(to), u16(8+len(payload)), u16(0), payload)
	binary.BigEndian.PutUint16(b[6:], Checksum(Pseudo(src, dst, 17, len(b)), b))
	return b
}

// TCP makes a segment; flags are the bits of its header.
func TCP(src, dst []byte, from, to, flags int, options, payload []byte) []byte {
	b := slices.Concat(u16(from), u16(to), []byte{0, 0, 0x10, 0, 0, 0, 0x20, 0},
		u16((5+len(options)/4)<<12|flags), u16(0xfaf0), u16(0), u16(0), options, payload)
	binary.BigEndian.PutUint16(b[16:], Checksum(Pseudo(src, dst, 6, len(b)), b))
	return b
}

// UDP4 makes a whole packet with a payload from a server's query port.
func UDP4(payload []byte) []byte {
	return IPv4(17, 0x4000, nil, UDP(Server4, Client4, 7778, 50123, payload))
}

// UDP6 does so with IPv6.
func UDP6(payload []byte) []byte {
	return IPv6(17, UDP(Server6, Client6, 7778, 50123, payload))
}
