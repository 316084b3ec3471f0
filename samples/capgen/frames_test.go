package capgen

import (
	"encoding/binary"
	"math/rand/v2"

	"fragscope/analyzer/capture"
)

// A frameMaker makes frames of every kind that the decoder reads, sound and
// damaged. It is written from the standards, apart from the decoder and from
// capture.Header.
type frameMaker struct {
	*rand.Rand
	six      bool // IPv6
	src, dst []byte
}

// A madeFrame is a frame with its link type; whole is its length on the wire.
type madeFrame struct {
	from  string
	link  int
	data  []byte
	whole int
}

// make returns a frame. One in six is cut by the capture, one in six damaged.
func (m *frameMaker) make() madeFrame {
	m.six = m.IntN(5) < 2
	m.src, m.dst = m.addresses()
	link, b := m.link(m.packet())
	whole := len(b)
	switch m.IntN(6) {
	case 0:
		b = b[:m.IntN(len(b)+1)]
		if m.IntN(2) == 0 {
			whole = len(b) // it ended like this on the wire
		}
	case 1:
		for range 1 + m.IntN(3) {
			b[m.IntN(min(len(b), 90))] ^= byte(1 << m.IntN(8))
		}
	}
	return madeFrame{"made", link, b, whole}
}

// addresses are those of the documentation, so that nothing reads a meaning into them.
func (m *frameMaker) addresses() (src, dst []byte) {
	if m.six {
		six := func() []byte {
			return append([]byte{0x20, 1, 0x0d, 0xb8, 0, 0, 0, 0}, m.noise(8)...)
		}
		return six(), six()
	}
	return []byte{192, 0, 2, m.byte()}, []byte{198, 51, 100, m.byte()}
}

func (m *frameMaker) byte() byte { return byte(m.Uint32()) }

func (m *frameMaker) noise(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = m.byte()
	}
	return b
}

// oneIn is true once in n times.
func (m *frameMaker) oneIn(n int) bool { return m.IntN(n) == 0 }

func two(v int) []byte { return binary.BigEndian.AppendUint16(nil, uint16(v)) }

func bytesOf(parts ...[]byte) (b []byte) {
	for _, p := range parts {
		b = append(b, p...)
	}
	return b
}

// sum is the ones' complement sum of RFC 1071, word by word.
func sum(parts ...[]byte) uint16 {
	var s uint32
	for _, p := range parts { // every part but the last has even length
		for i, c := range p {
			s += uint32(c) << (8 * (1 - i%2))
			s = s&0xffff + s>>16
		}
	}
	return uint16(s)
}

// check writes a checksum at b[at:], mostly the right one.
func (m *frameMaker) check(b []byte, at int, pseudo []byte) {
	c := ^sum(pseudo, b)
	switch m.IntN(12) {
	case 0:
		c = 0
	case 1:
		c ^= 1 << m.IntN(16)
	case 2:
		c = sum(pseudo) // left to the network card
	case 3:
		c = 0xffff
	}
	binary.BigEndian.PutUint16(b[at:], c)
}

func (m *frameMaker) pseudo(proto, n int) []byte { return bytesOf(m.src, m.dst, two(proto), two(n)) }

// link puts the header of a link in front of a packet.
func (m *frameMaker) link(p []byte) (int, []byte) {
	etherType, family := 0x0800, []byte{2}
	if m.six {
		etherType, family = 0x86dd, []byte{24, 28, 30} // tshark does not know 10 and 23, Linux's and Windows's
	}
	if m.oneIn(25) { // something else, or what is announced wrongly
		etherType = []int{0x0806, 0x0800, 0x86dd, 0x88cc, 0x1234, 0x8847}[m.IntN(6)]
	}
	switch m.IntN(8) {
	case 0:
		return capture.LinkSLL, bytesOf(two(m.IntN(5)), two(1), two(6), m.noise(6), []byte{0, 0}, two(etherType), p)
	case 1:
		return capture.LinkSLL2, bytesOf(two(etherType), two(0), []byte{0, 0, 0, m.byte()}, two(1),
			[]byte{byte(m.IntN(5)), 6}, m.noise(6), []byte{0, 0}, p)
	case 2:
		f := family[m.IntN(len(family))]
		switch m.IntN(3) {
		case 0:
			return capture.LinkNull, bytesOf([]byte{f, 0, 0, 0}, p)
		case 1:
			return capture.LinkNull, bytesOf([]byte{0, 0, 0, f}, p)
		}
		return capture.LinkLoop, bytesOf([]byte{0, 0, 0, f}, p)
	case 3:
		if n := m.IntN(3); n == 0 && !m.six {
			return 228, p // LINKTYPE_IPV4
		} else if n == 0 {
			return 229, p // LINKTYPE_IPV6
		}
		return capture.LinkRaw, p
	}
	return capture.LinkEthernet, m.ethernet(etherType, p)
}

func (m *frameMaker) ethernet(etherType int, p []byte) []byte {
	b := bytesOf([]byte{2}, m.noise(5), []byte{2}, m.noise(5))
	tags := 0
	if m.oneIn(3) {
		tags = 1 + m.IntN(3)
	}
	for range tags {
		b = bytesOf(b, two([]int{0x8100, 0x88a8, 0x9100}[m.IntN(3)]), m.noise(2))
	}
	switch {
	case m.oneIn(20) && tags == 0: // 802.3 with SNAP
		b = bytesOf(b, two(8+len(p)), []byte{0xaa, 0xaa, 3, 0, 0, 0}, two(etherType), p)
	case m.oneIn(40) && tags == 0: // 802.3 with another service
		b = bytesOf(b, two(3+len(p)), []byte{0x42, 0x42, 3}, p)
	default:
		b = bytesOf(b, two(etherType), p)
	}
	for len(b) < 60 {
		b = append(b, 0)
	}
	return b
}

func (m *frameMaker) packet() []byte {
	proto, p := m.transport(m.six)
	if m.six {
		return m.ipv6(proto, p)
	}
	return m.ipv4(proto, p)
}

// ipv4 puts a header in front of p.
func (m *frameMaker) ipv4(proto int, p []byte) []byte {
	var options []byte
	if m.oneIn(4) {
		options = m.ipv4Options()
	}
	word := []int{0, 0x4000}[m.IntN(2)]
	switch m.IntN(12) {
	case 0:
		word = 0x2000
	case 1:
		word = 0x2000 | 1 + m.IntN(0x1ffe)
	case 2:
		word = 1 + m.IntN(0x1ffe)
	case 3:
		word |= 0x8000
	}
	size := 20 + len(options)
	length := m.length(size + len(p))
	head := byte(0x40 | size/4)
	if m.oneIn(60) {
		head = byte(0x40 | m.IntN(16))
	}
	h := bytesOf([]byte{head, m.byte()}, two(length), m.noise(2), two(word), []byte{m.byte(), byte(proto), 0, 0}, m.src,
		m.dst, options)
	m.check(h, 10, nil)
	return append(h, p...)
}

// length is mostly n.
func (m *frameMaker) length(n int) int {
	switch m.IntN(40) {
	case 0:
		return 0
	case 1:
		return n + 1 + m.IntN(100)
	case 2:
		return max(0, n-1-m.IntN(30))
	}
	return n
}

func (m *frameMaker) ipv4Options() []byte {
	var b []byte
	for range 1 + m.IntN(3) {
		var o []byte
		switch m.IntN(7) {
		case 0:
			o = []byte{1}
		case 1, 2, 3:
			n := 1 + m.IntN(3)
			o = bytesOf([]byte{[]byte{7, 0x83, 0x89}[m.IntN(3)], byte(3 + 4*n), 4}, m.noise(4*n))
		case 4:
			o = bytesOf([]byte{0x44, 12, 5, byte(m.IntN(16)) << 4}, m.noise(8))
		case 5:
			o = bytesOf([]byte{0x94, 4}, m.noise(2))
		case 6:
			o = bytesOf([]byte{0x88, 4}, m.noise(2))
		}
		if len(b)+len(o) <= 40 {
			b = append(b, o...)
		}
	}
	return m.optionEnd(b)
}

// optionEnd fills options up, and damages a length now and then.
func (m *frameMaker) optionEnd(b []byte) []byte {
	if len(b) > 1 && m.oneIn(20) {
		b[1] = m.byte() & 63
	}
	for len(b)%4 != 0 {
		b = append(b, 0)
	}
	return b
}

// ipv6 puts a header and extension headers in front of p.
func (m *frameMaker) ipv6(proto int, p []byte) []byte {
	next := proto
	if m.oneIn(2) {
		for range 1 + m.IntN(3) {
			var kind int
			kind, p = m.extension(next, p)
			next = kind
		}
		if m.oneIn(3) {
			p = bytesOf([]byte{byte(next), 0}, m.ipv6Options())
			next = 0
		}
	}
	h := bytesOf([]byte{0x60 | m.byte()&15}, m.noise(3), two(m.length(len(p))), []byte{byte(next), m.byte()}, m.src, m.dst)
	return append(h, p...)
}

// extension puts one header in front of p.
func (m *frameMaker) extension(next int, p []byte) (int, []byte) {
	head := func(kind int, data []byte) (int, []byte) {
		return kind, bytesOf([]byte{byte(next), byte((len(data)+2)/8 - 1)}, data, p)
	}
	switch m.IntN(4) {
	case 0:
		return head(60, m.ipv6Options())
	case 1:
		n := m.IntN(3)
		return head(43, bytesOf([]byte{[]byte{0, 2, 4, 253}[m.IntN(4)], byte(m.IntN(n + 1)), 0, 0, 0, 0}, m.noise(16*n)))
	case 2:
		offset := 0
		if m.oneIn(2) {
			offset = m.IntN(0x2000) << 3
		}
		return 44, bytesOf([]byte{byte(next), 0}, two(offset|m.IntN(2)), m.noise(4), p)
	}
	n := m.IntN(4)
	return 51, bytesOf([]byte{byte(next), byte(1 + n), 0, 0}, m.noise(8), m.noise(4*n), p)
}

// ipv6Options are options that fill a header of 8 bytes, or several.
func (m *frameMaker) ipv6Options() []byte {
	var b []byte
	switch m.IntN(4) {
	case 0:
		b = bytesOf([]byte{5, 2}, m.noise(2))
	case 1:
		b = bytesOf([]byte{0xc9, 16}, m.noise(16))
	case 2:
		n := m.IntN(12)
		b = bytesOf([]byte{0x1e, byte(n)}, m.noise(n))
	}
	switch n := (8 - (2+len(b))%8) % 8; {
	case n == 1:
		b = append(b, 0)
	case n > 1:
		b = bytesOf(b, []byte{1, byte(n - 2)}, make([]byte, n-2))
	}
	if len(b) == 0 {
		b = []byte{1, 4, 0, 0, 0, 0}
	}
	if m.oneIn(30) {
		b[1] = m.byte() & 63
	}
	return b
}

// transport returns what IP carries, with its number.
func (m *frameMaker) transport(six bool) (int, []byte) {
	payload := m.noise(m.IntN(120))
	if m.oneIn(4) {
		payload = []byte(`\status\`)
	}
	switch n := m.IntN(20); {
	case n < 9:
		return 17, m.udp(payload)
	case n < 14:
		return 6, m.tcp(payload)
	case n < 19:
		return m.icmp(six, payload)
	}
	return []int{2, 47, 50, 89, 132, 253, 59}[m.IntN(7)], payload
}

// port is none that means something to anybody.
func (m *frameMaker) port() []byte { return two(49152 + m.IntN(16384)) }

func (m *frameMaker) udp(payload []byte) []byte {
	b := bytesOf(m.port(), m.port(), two(m.length(8+len(payload))), two(0), payload)
	m.check(b, 6, m.pseudo(17, len(b)))
	return b
}

func (m *frameMaker) tcp(payload []byte) []byte {
	var options []byte
	if m.oneIn(2) {
		options = m.tcpOptions()
	}
	size := 5 + len(options)/4
	if m.oneIn(40) {
		size = m.IntN(16)
	}
	b := bytesOf(m.port(), m.port(), m.noise(8), two(size<<12|m.IntN(0x1000)), m.noise(2), two(0), m.noise(2), options,
		payload)
	m.check(b, 16, m.pseudo(6, len(b)))
	return b
}

func (m *frameMaker) tcpOptions() []byte {
	var b []byte
	for range 1 + m.IntN(4) {
		var o []byte
		switch m.IntN(7) {
		case 0:
			o = bytesOf([]byte{2, 4}, m.noise(2))
		case 1:
			o = []byte{1}
		case 2:
			o = []byte{3, 3, byte(m.IntN(15))}
		case 3:
			o = []byte{4, 2}
		case 4:
			n := 1 + m.IntN(3)
			o = bytesOf([]byte{5, byte(2 + 8*n)}, m.noise(8*n))
		case 5:
			o = bytesOf([]byte{8, 10}, m.noise(8))
		case 6:
			n := m.IntN(5)
			o = bytesOf([]byte{200, byte(2 + n)}, m.noise(n))
		}
		if len(b)+len(o) <= 40 {
			b = append(b, o...)
		}
	}
	return m.optionEnd(b)
}

// icmp is an echo, an error that quotes a packet, or another message.
func (m *frameMaker) icmp(six bool, payload []byte) (int, []byte) {
	proto, kinds := 1, []byte{0, 8, 3, 11, 4, 5, 12}
	if six {
		proto, kinds = 58, []byte{128, 129, 1, 2, 3, 4}
	}
	kind := kinds[m.IntN(len(kinds))]
	rest := m.noise(4)
	if kind != 0 && kind != 8 && kind < 128 {
		rest = make([]byte, 4)
		payload = m.quoted(six)
	}
	b := bytesOf([]byte{kind, byte(m.IntN(5)), 0, 0}, rest, payload)
	if six {
		m.check(b, 2, m.pseudo(58, len(b)))
	} else {
		m.check(b, 2, nil)
	}
	return proto, b
}

// quoted is a packet that came back, often only its beginning.
func (m *frameMaker) quoted(six bool) []byte {
	var b []byte
	payload := m.noise(m.IntN(60))
	proto, p := 17, m.udp(payload)
	if m.oneIn(3) {
		proto, p = 6, m.tcp(payload)
	}
	if six {
		b = m.ipv6(proto, p)
	} else {
		b = m.ipv4(proto, p)
	}
	if m.oneIn(2) {
		b = b[:min(len(b), 28+m.IntN(20))]
	}
	return b
}
