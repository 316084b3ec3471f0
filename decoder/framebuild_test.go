package decoder_test

import "encoding/binary"

// Builders of frames for tests, written from the standards and apart from the
// decoder: the checksums add byte by byte.

func checksumOf(parts ...[]byte) uint16 {
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

func join(parts ...[]byte) []byte {
	var b []byte
	for _, p := range parts {
		b = append(b, p...)
	}
	return b
}

func u16(v int) []byte { return binary.BigEndian.AppendUint16(nil, uint16(v)) }

var (
	server4 = []byte{192, 0, 2, 10}
	client4 = []byte{198, 51, 100, 7}
	server6 = []byte{0x20, 1, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10}
	client6 = []byte{0x20, 1, 0x0d, 0xb8, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7}
)

func buildEthernet(etherType int, payload []byte) []byte {
	b := join([]byte{2, 0, 0, 0, 0, 7, 2, 0, 0, 0, 0, 10}, u16(etherType), payload)
	for len(b) < 60 {
		b = append(b, 0)
	}
	return b
}

func buildVLAN(tag, etherType int, payload []byte) []byte {
	return join(u16(tag), u16(etherType), payload)
}

func buildSLL(etherType int, payload []byte) []byte {
	return join([]byte{0, 0, 0, 1, 0, 6, 2, 0, 0, 0, 0, 10, 0, 0}, u16(etherType), payload)
}

func buildSLL2(etherType int, payload []byte) []byte {
	return join(u16(etherType), []byte{0, 0, 0, 0, 0, 2, 0, 1, 0, 6, 2, 0, 0, 0, 0, 10, 0, 0}, payload)
}

// buildIPv4 makes a packet; fragment is the word of flags and offset.
func buildIPv4(proto byte, fragment int, options, payload []byte) []byte {
	h := join([]byte{byte(0x45 + len(options)/4), 0}, u16(20+len(options)+len(payload)), u16(0x1234), u16(fragment),
		[]byte{57, proto, 0, 0}, server4, client4, options)
	binary.BigEndian.PutUint16(h[10:], checksumOf(h))
	return join(h, payload)
}

func buildIPv6(next byte, payload []byte) []byte {
	return join([]byte{0x60, 0, 0x12, 0x34}, u16(len(payload)), []byte{next, 57}, server6, client6, payload)
}

func pseudo(src, dst []byte, proto byte, n int) []byte {
	return join(src, dst, u16(int(proto)), u16(n))
}

func buildUDP(src, dst []byte, from, to int, payload []byte) []byte {
	b := join(u16(from), u16(to), u16(8+len(payload)), u16(0), payload)
	binary.BigEndian.PutUint16(b[6:], checksumOf(pseudo(src, dst, 17, len(b)), b))
	return b
}

func buildTCP(src, dst []byte, from, to, flags int, options, payload []byte) []byte {
	b := join(u16(from), u16(to), []byte{0, 0, 0x10, 0, 0, 0, 0x20, 0}, u16((5+len(options)/4)<<12|flags), u16(0xfaf0), u16(0), u16(0), options, payload)
	binary.BigEndian.PutUint16(b[16:], checksumOf(pseudo(src, dst, 6, len(b)), b))
	return b
}

// udp4 and udp6 are whole packets with a payload from a server's query port.
func udp4(payload []byte) []byte {
	return buildIPv4(17, 0x4000, nil, buildUDP(server4, client4, 7778, 50123, payload))
}

func udp6(payload []byte) []byte {
	return buildIPv6(17, buildUDP(server6, client6, 7778, 50123, payload))
}
