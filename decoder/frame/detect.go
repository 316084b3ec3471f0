package frame

import "fragscope/decoder/wire"

// Detection of frames by content. A payload must never be taken for a frame, so
// two things at least have to agree: the field that announces IP, and the
// lengths and checksum of the IP header itself, which has to be whole.

// DetectLink returns the kind of frame that p is, LinkNone when it is none.
func DetectLink(p []byte) wire.Link {
	if len(p) < 20 {
		return wire.LinkNone
	}
	switch {
	case p[0] >= 0x45 && p[0] <= 0x4f && plausibleIPv4(p, 0), p[0]>>4 == 6 && plausibleIPv6(p, 0):
		return wire.LinkRawIP
	case ethernetIP(p):
		return wire.LinkEthernet
	case p[0] == 0 && p[1] <= 4 && p[4] == 0 && p[5] <= 8 && plausibleIP(p[16:], uint64(wire.BE16(p[14:])), 0):
		return wire.LinkSLL
	case p[2]|p[3] == 0 && p[10] <= 4 && p[11] <= 8 && plausibleIP(p[20:], uint64(wire.BE16(p)), 0):
		return wire.LinkSLL2
	case loopbackIP(p):
		return wire.LinkLoopback
	}
	return wire.LinkNone
}

// ethernetIP recognises Ethernet by its type, after any VLAN tags.
func ethernetIP(p []byte) bool {
	at := 12
	for n := 0; n < 8 && at+6 <= len(p) && VlanType(wire.BE16(p[at:])); n++ {
		at += 4
	}
	if at+2 > len(p) {
		return false
	}
	if wire.BE16(p[at:]) == 0x0806 {
		return plausibleARP(p[at+2:])
	}
	trailer := 4 // a check sequence
	if len(p) <= at+52 {
		trailer = 64 // the shortest frame, padded
	}
	return plausibleIP(p[at+2:], uint64(wire.BE16(p[at:])), trailer)
}

// plausibleARP reports whether b is ARP for IPv4 over Ethernet.
func plausibleARP(b []byte) bool {
	return len(b) >= 28 && wire.BE32(b) == 0x00010800 && wire.BE16(b[4:]) == 0x0604 && b[6] == 0 &&
		(b[7] == 1 || b[7] == 2)
}

// loopbackIP recognises a loopback header by its family and the IP after it.
func loopbackIP(p []byte) bool {
	family := p[0]
	switch {
	case p[0]|p[1]|p[2] == 0:
		family = p[3]
	case p[1]|p[2]|p[3] != 0:
		return false
	}
	switch s := LoopbackFamilies.Lookup(uint64(family)); {
	case s == nil:
		return false
	case s.Name == "IPv4":
		return plausibleIP(p[4:], 0x0800, 0)
	case s.Name == "IPv6":
		return plausibleIP(p[4:], 0x86dd, 0)
	}
	return false
}

// plausibleIP reports whether b is the packet that an EtherType announces, with
// at most trailer bytes after it.
func plausibleIP(b []byte, etherType uint64, trailer int) bool {
	switch etherType {
	case 0x0800:
		return plausibleIPv4(b, trailer)
	case 0x86dd:
		return plausibleIPv6(b, trailer)
	}
	return false
}

// plausibleIPv4 requires a whole header of the right version, no reserved flag,
// a total length that fits, and either the right checksum or the exact length
// with a transport header that agrees.
func plausibleIPv4(b []byte, trailer int) bool {
	if len(b) < 20 || b[0] < 0x45 || b[0] > 0x4f || b[6]&0x80 != 0 {
		return false
	}
	size, total := int(b[0]&15)*4, int(wire.BE16(b[2:]))
	if size > len(b) || total < size && total != 0 || len(b) > total+trailer && total != 0 {
		return false
	}
	known := b[9] == wire.ProtoUDP || b[9] == wire.ProtoTCP || b[9] == wire.ProtoICMP
	if Fold(Sum16(b[:size], 0)) == 0xffff && total != 0 {
		return known || total <= len(b)
	}
	// Wrong, or not filled in yet: only a whole packet is enough evidence
	// otherwise.
	whole := total != 0 && total <= len(b) || total == 0 && b[9] == wire.ProtoTCP
	if fragment := wire.BE16(b[6:])&0x3fff != 0; fragment || !whole {
		return false
	}
	if total == 0 {
		total = len(b)
	}
	return plausibleTransport(b[9], b[size:total])
}

// plausibleIPv6 requires a whole header of the right version, a payload length
// that fits, and a next header that exists and agrees.
func plausibleIPv6(b []byte, trailer int) bool {
	if len(b) < 40 || b[0]>>4 != 6 {
		return false
	}
	length, next := int(wire.BE16(b[4:])), b[6]
	behind := len(b) - 40
	if behind > length+trailer || length == 0 && next != 59 {
		return false
	}
	if length > behind { // cut: only what is left can agree
		if next == wire.ProtoUDP {
			return behind >= 8 && int(wire.BE16(b[44:])) == length
		}
		return next == wire.ProtoTCP && behind >= 20 && b[52]>>4 >= 5 && b[52]&15 == 0 && b[0] == 0x60 && length <= 0x4000 &&
			unicast6(b[8]) && unicast6(b[24])
	}
	p := b[40 : 40+length]
	for extensionHeader(next) {
		if len(p) < 8 {
			return false
		}
		size := int(p[1])*8 + 8
		if next == 44 {
			size = 8
			if wire.BE16(p[2:])&^7 != 0 {
				return p[1] == 0 // a later fragment: nothing more to see
			}
		}
		if next == 51 {
			size = int(p[1])*4 + 8
		}
		if size > len(p) {
			return false
		}
		if next == 44 && wire.BE16(p[2:])&1 != 0 {
			return p[1] == 0 // a first fragment: its lengths go beyond it
		}
		next, p = p[0], p[size:]
	}
	return next == 59 || plausibleTransport(next, p)
}

// unicast6 reports whether an IPv6 address in use may begin with c: ::1, global,
// unique local, link local.
func unicast6(c byte) bool { return c == 0 || c>>5 == 1 || c>>1 == 0xfc>>1 || c == 0xfe }

// plausibleTransport reports whether b, a whole datagram or segment, has the
// lengths of protocol proto.
func plausibleTransport(proto byte, b []byte) bool {
	switch proto {
	case wire.ProtoUDP:
		return len(b) >= 8 && int(wire.BE16(b[4:])) == len(b)
	case wire.ProtoTCP:
		return len(b) >= 20 && b[12]>>4 >= 5 && int(b[12]>>4)*4 <= len(b) && b[12]&0x0e == 0
	case wire.ProtoICMP, wire.ProtoICMPv6:
		return len(b) >= 8
	}
	return false
}
