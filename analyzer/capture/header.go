package capture

import (
	"encoding/binary"
	"errors"
	"fmt"
	"net/netip"
)

// A Header describes the headers around a payload. Its methods append whole
// frames with right lengths and checksums.
type Header struct {
	Link     int            // one of the Link constants; 0 is LinkNull, so Ethernet has to be set
	Src, Dst netip.AddrPort // both IPv4 or both IPv6
	SrcMAC   [6]byte        // zero: made from the address
	DstMAC   [6]byte
	VLANs    []uint16 // tags, the outermost first; Ethernet only
	ID       uint32   // IP identification: 16 bits in IPv4, 32 bits in an IPv6 fragment
	TTL      uint8    // time to live or hop limit, 0 for 64

	NoChecksum bool // UDP over IPv4 without a checksum

	Seq, Ack uint32 // TCP
	Flags    uint8  // TCP: FIN 1, SYN 2, RST 4, PSH 8, ACK 16
	Window   uint16 // TCP, 0 for 64240
}

const (
	FIN uint8 = 1 << iota
	SYN
	RST
	PSH
	ACK
)

const (
	protoTCP      = 6
	protoUDP      = 17
	protoFragment = 44
)

// AppendUDP appends a frame with payload in a UDP datagram.
func (h *Header) AppendUDP(dst, payload []byte) ([]byte, error) {
	if err := h.check(len(payload) + 8); err != nil {
		return dst, err
	}
	dst = h.appendLink(dst)
	dst = h.appendIP(dst, protoUDP, len(payload)+8)
	return h.appendUDP(dst, payload), nil
}

// AppendTCP appends a frame with payload in a TCP segment.
func (h *Header) AppendTCP(dst, payload []byte) ([]byte, error) {
	if err := h.check(len(payload) + 20); err != nil {
		return dst, err
	}
	dst = h.appendLink(dst)
	dst = h.appendIP(dst, protoTCP, len(payload)+20)
	at := len(dst)
	window := h.Window
	if window == 0 {
		window = 64240
	}
	be := binary.BigEndian
	dst = be.AppendUint16(dst, h.Src.Port())
	dst = be.AppendUint16(dst, h.Dst.Port())
	dst = be.AppendUint32(dst, h.Seq)
	dst = be.AppendUint32(dst, h.Ack)
	dst = append(dst, 5<<4, h.Flags)
	dst = be.AppendUint16(dst, window)
	dst = append(dst, 0, 0, 0, 0) // checksum, urgent pointer
	dst = append(dst, payload...)
	be.PutUint16(dst[at+16:], h.checksum(protoTCP, dst[at:]))
	return dst, nil
}

// Fragments returns the frames of a UDP datagram whose IP packets have at most
// mtu bytes. One that fits is not fragmented.
func (h *Header) Fragments(payload []byte, mtu int) ([][]byte, error) {
	n := len(payload) + 8
	if err := h.check(n); err != nil {
		return nil, err
	}
	head := 20
	if h.Src.Addr().Is6() {
		head = 40
	}
	if head+n <= mtu {
		f, err := h.AppendUDP(nil, payload)
		return [][]byte{f}, err
	}
	room := (mtu - head) &^ 7
	if head == 40 {
		room = (mtu - 48) &^ 7
	}
	if room <= 0 {
		return nil, fmt.Errorf("an MTU of %d has no room for a fragment", mtu)
	}
	datagram := h.appendUDP(nil, payload)
	var frames [][]byte
	for at := 0; at < n; at += room {
		part := datagram[at:min(n, at+room)]
		frames = append(frames, h.fragment(part, at, at+len(part) < n))
	}
	return frames, nil
}

func (h *Header) fragment(part []byte, at int, more bool) []byte {
	f := h.appendLink(nil)
	be := binary.BigEndian
	ip := len(f)
	if h.Src.Addr().Is4() {
		f = h.appendIP(f, protoUDP, len(part))
		field := uint16(at / 8)
		if more {
			field |= 0x2000
		}
		be.PutUint16(f[ip+6:], field)
		be.PutUint16(f[ip+10:], 0)
		be.PutUint16(f[ip+10:], ^sum(0, f[ip:ip+20]))
	} else {
		f = h.appendIP(f, protoFragment, len(part)+8)
		field := uint16(at)
		if more {
			field |= 1
		}
		f = append(f, protoUDP, 0)
		f = be.AppendUint16(f, field)
		f = be.AppendUint32(f, h.ID)
	}
	return append(f, part...)
}

func (h *Header) check(n int) error {
	src, dst := h.Src.Addr(), h.Dst.Addr()
	if !src.IsValid() || !dst.IsValid() || src.Is4() != dst.Is4() || src.Is4In6() || dst.Is4In6() {
		return errors.New("source and destination must both be IPv4 or both be IPv6")
	}
	if n > 65535-20 {
		return fmt.Errorf("a datagram of %d bytes does not fit an IP packet", n)
	}
	if len(h.VLANs) > 0 && h.Link != LinkEthernet {
		return errors.New("only Ethernet has VLAN tags")
	}
	switch h.Link {
	case LinkNull, LinkEthernet, LinkRaw, LinkLoop, LinkSLL, LinkSLL2:
		return nil
	}
	return fmt.Errorf("frames of link type %d cannot be built", h.Link)
}

// BroadcastMAC is the Ethernet address of all hosts.
var BroadcastMAC = [6]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff}

// mac makes a locally administered Ethernet address from an IP address; that of
// all hosts stays that.
func mac(set [6]byte, a netip.Addr) [6]byte {
	if set != [6]byte{} {
		return set
	}
	b := a.As16()
	if a.Is4() && [4]byte(b[12:]) == [4]byte{255, 255, 255, 255} {
		return BroadcastMAC
	}
	return [6]byte{2, 0, b[12], b[13], b[14], b[15]}
}

func (h *Header) appendLink(dst []byte) []byte {
	be := binary.BigEndian
	etherType, family := uint16(0x0800), uint32(2)
	if h.Src.Addr().Is6() {
		etherType, family = 0x86dd, 30
	}
	from, to := mac(h.SrcMAC, h.Src.Addr()), mac(h.DstMAC, h.Dst.Addr())
	switch h.Link {
	case LinkNull:
		dst = binary.LittleEndian.AppendUint32(dst, family)
	case LinkLoop:
		dst = be.AppendUint32(dst, family)
	case LinkEthernet:
		dst = append(append(dst, to[:]...), from[:]...)
		for i, v := range h.VLANs {
			tag := uint16(0x8100)
			if i < len(h.VLANs)-1 {
				tag = 0x88a8 // 802.1ad: the outer tag
			}
			dst = be.AppendUint16(dst, tag)
			dst = be.AppendUint16(dst, v)
		}
		dst = be.AppendUint16(dst, etherType)
	case LinkSLL: // packet type: to us; hardware type Ethernet; address
		dst = append(dst, 0, 0, 0, 1, 0, 6)
		dst = append(append(dst, from[:]...), 0, 0)
		dst = be.AppendUint16(dst, etherType)
	case LinkSLL2: // protocol, reserved, interface 1, hardware type, packet type, address
		dst = be.AppendUint16(dst, etherType)
		dst = append(dst, 0, 0, 0, 0, 0, 1, 0, 1, 0, 6)
		dst = append(append(dst, from[:]...), 0, 0)
	}
	return dst
}

func (h *Header) appendIP(dst []byte, proto byte, n int) []byte {
	be := binary.BigEndian
	ttl := h.TTL
	if ttl == 0 {
		ttl = 64
	}
	if h.Src.Addr().Is6() {
		src, to := h.Src.Addr().As16(), h.Dst.Addr().As16()
		dst = append(dst, 0x60, 0, 0, 0)
		dst = be.AppendUint16(dst, uint16(n))
		dst = append(dst, proto, ttl)
		return append(append(dst, src[:]...), to[:]...)
	}
	src, to := h.Src.Addr().As4(), h.Dst.Addr().As4()
	at := len(dst)
	dst = append(dst, 0x45, 0)
	dst = be.AppendUint16(dst, uint16(n+20))
	dst = be.AppendUint16(dst, uint16(h.ID))
	dst = append(dst, 0, 0, ttl, proto, 0, 0)
	dst = append(append(dst, src[:]...), to[:]...)
	be.PutUint16(dst[at+10:], ^sum(0, dst[at:at+20]))
	return dst
}

func (h *Header) appendUDP(dst, payload []byte) []byte {
	be := binary.BigEndian
	at := len(dst)
	dst = be.AppendUint16(dst, h.Src.Port())
	dst = be.AppendUint16(dst, h.Dst.Port())
	dst = be.AppendUint16(dst, uint16(len(payload)+8))
	dst = append(dst, 0, 0)
	dst = append(dst, payload...)
	if h.NoChecksum && h.Src.Addr().Is4() {
		return dst
	}
	c := h.checksum(protoUDP, dst[at:])
	if c == 0 {
		c = 0xffff // 0 means none
	}
	be.PutUint16(dst[at+6:], c)
	return dst
}

// checksum returns the checksum of a segment whose own field is 0.
func (h *Header) checksum(proto byte, segment []byte) uint16 {
	n := uint64(proto) + uint64(len(segment))
	if h.Src.Addr().Is6() {
		src, dst := h.Src.Addr().As16(), h.Dst.Addr().As16()
		n += uint64(sum(0, src[:])) + uint64(sum(0, dst[:]))
	} else {
		src, dst := h.Src.Addr().As4(), h.Dst.Addr().As4()
		n += uint64(sum(0, src[:])) + uint64(sum(0, dst[:]))
	}
	return ^sum(n, segment)
}

// sum adds 16-bit words in ones' complement (RFC 1071). The sum of words does
// not depend on their order, so eight bytes are added at a time.
func sum(n uint64, b []byte) uint16 {
	be := binary.BigEndian
	for ; len(b) >= 8; b = b[8:] {
		w := be.Uint64(b)
		n += w>>32 + w&0xffffffff
	}
	for ; len(b) >= 2; b = b[2:] {
		n += uint64(be.Uint16(b))
	}
	if len(b) == 1 {
		n += uint64(b[0]) << 8
	}
	for n>>16 != 0 {
		n = n>>16 + n&0xffff
	}
	return uint16(n)
}
