package decoder

import (
	"math/bits"
	"runtime"
)

// IPv4 (RFC 791) and IPv6 (RFC 8200) with their options and extension headers.

var ipv4Layout = [...]FieldDef{
	{Key: "frame.ipv4.version", Name: "Version and header length", Kind: KindU8, Source: "RFC 791 3.1", Parts: []BitPart{
		{Name: "version", Mask: 0xf0},
		{Name: "header length", Mask: 0x0f, Scale: 4, Unit: "bytes"},
	}},
	{Key: "frame.ipv4.service", Name: "Type of service", Kind: KindU8, Source: "RFC 2474, RFC 3168", Parts: trafficParts},
	{Key: "frame.ipv4.length", Name: "Total length", Kind: KindU16BE, Source: "RFC 791 3.1", Doc: "Bytes of the packet, header included."},
	{Key: "frame.ipv4.id", Name: "Identification", Kind: KindU16BE, Source: "RFC 791 3.1", Doc: "The same in all fragments of a packet."},
	{Key: "frame.ipv4.fragment", Name: "Flags and fragment offset", Kind: KindU16BE, Source: "RFC 791 3.1", Parts: []BitPart{
		{Name: "reserved", Mask: 0x8000},
		{Name: "don't fragment", Mask: 0x4000},
		{Name: "more fragments", Mask: 0x2000},
		{Name: "offset", Mask: 0x1fff, Scale: 8, Unit: "bytes"},
	}},
	{Key: "frame.ipv4.ttl", Name: "Time to live", Kind: KindU8, Source: "RFC 791 3.1", Doc: "Routers that the packet may still pass."},
	{Key: "frame.ipv4.protocol", Name: "Protocol", Kind: KindU8, Symbols: &ipProtocols, Source: "RFC 791 3.1"},
	{Key: "frame.ipv4.checksum", Name: "Header checksum", Kind: KindU16BE, Role: RoleChecksum, Source: "RFC 791 3.1", Doc: "Guards the header, not what follows."},
	{Key: "frame.ipv4.source", Name: "Source", Kind: KindIPv4, Source: "RFC 791 3.1"},
	{Key: "frame.ipv4.destination", Name: "Destination", Kind: KindIPv4, Source: "RFC 791 3.1"},
}

var trafficParts = []BitPart{
	{Name: "service class", Mask: 0xfc, Symbols: &serviceClasses},
	{Name: "congestion", Mask: 0x03, Symbols: &congestionMarks},
}

var serviceClasses = Symbols{Loose: true, List: []Symbol{
	{0, "default", ""}, {8, "CS1", ""}, {10, "AF11", ""}, {12, "AF12", ""}, {14, "AF13", ""}, {16, "CS2", ""}, {18, "AF21", ""}, {20, "AF22", ""},
	{22, "AF23", ""}, {24, "CS3", ""}, {26, "AF31", ""}, {28, "AF32", ""}, {30, "AF33", ""}, {32, "CS4", ""}, {34, "AF41", ""}, {36, "AF42", ""},
	{38, "AF43", ""}, {40, "CS5", ""}, {44, "voice admit", ""}, {46, "expedited", ""}, {48, "CS6", ""}, {56, "CS7", ""},
}}

var congestionMarks = Symbols{List: []Symbol{
	{0, "not capable", ""}, {1, "capable (1)", ""}, {2, "capable (0)", ""}, {3, "experienced", ""},
}}

var ipProtocols = Symbols{Loose: true, List: []Symbol{
	{0, "hop-by-hop options", ""}, {1, "ICMP", ""}, {2, "IGMP", ""}, {4, "IPv4 in IP", ""}, {6, "TCP", ""}, {17, "UDP", ""}, {33, "DCCP", ""},
	{41, "IPv6 in IP", ""}, {43, "routing header", ""}, {44, "fragment header", ""}, {47, "GRE", ""}, {50, "ESP", "encrypted"},
	{51, "authentication header", ""}, {58, "ICMPv6", ""}, {59, "nothing", ""}, {60, "destination options", ""}, {88, "EIGRP", ""},
	{89, "OSPF", ""}, {103, "PIM", ""}, {112, "VRRP", ""}, {115, "L2TP", ""}, {132, "SCTP", ""}, {135, "mobility header", ""},
	{136, "UDP-Lite", ""}, {139, "HIP", ""}, {140, "Shim6", ""},
}}

var ipv6Layout = [...]FieldDef{
	{Key: "frame.ipv6.version", Name: "Version, traffic class and flow label", Kind: KindU32BE, Source: "RFC 8200 3", Parts: []BitPart{
		{Name: "version", Mask: 0xf0000000},
		{Name: "service class", Mask: 0x0fc00000, Symbols: &serviceClasses},
		{Name: "congestion", Mask: 0x00300000, Symbols: &congestionMarks},
		{Name: "flow label", Mask: 0x000fffff},
	}},
	{Key: "frame.ipv6.length", Name: "Payload length", Kind: KindU16BE, Source: "RFC 8200 3", Doc: "Bytes behind this header, extension headers included."},
	{Key: "frame.ipv6.next", Name: "Next header", Kind: KindU8, Symbols: &ipProtocols, Source: "RFC 8200 3"},
	{Key: "frame.ipv6.hop_limit", Name: "Hop limit", Kind: KindU8, Source: "RFC 8200 3", Doc: "Routers that the packet may still pass."},
	{Key: "frame.ipv6.source", Name: "Source", Kind: KindIPv6, Source: "RFC 8200 3"},
	{Key: "frame.ipv6.destination", Name: "Destination", Kind: KindIPv6, Source: "RFC 8200 3"},
}

var (
	ipv6Extension = [...]FieldDef{
		{Key: "frame.ipv6.extension.next", Name: "Next header", Kind: KindU8, Symbols: &ipProtocols, Source: "RFC 8200 4"},
		{Key: "frame.ipv6.extension.length", Name: "Length", Kind: KindU8, Source: "RFC 8200 4", Doc: "Units of 8 bytes, the first 8 bytes not counted."},
		{Key: "frame.ipv6.routing.type", Name: "Routing type", Kind: KindU8, Symbols: &routingTypes, Source: "RFC 8200 4.4"},
		{Key: "frame.ipv6.routing.left", Name: "Segments left", Kind: KindU8, Source: "RFC 8200 4.4"},
		{Key: "frame.ipv6.routing.data", Name: "Routing data", Kind: KindBytes, Source: "RFC 8200 4.4"},
		{Key: "frame.ipv6.extension.data", Name: "Data", Kind: KindBytes, Source: "RFC 8200 4"},
	}
	ipv6Fragment = [...]FieldDef{
		{Key: "frame.ipv6.fragment.reserved", Name: "Reserved", Kind: KindU8, Source: "RFC 8200 4.5"},
		{Key: "frame.ipv6.fragment.offset", Name: "Fragment offset and flags", Kind: KindU16BE, Source: "RFC 8200 4.5", Parts: []BitPart{
			{Name: "offset", Mask: 0xfff8, Scale: 8, Unit: "bytes"},
			{Name: "reserved", Mask: 0x0006},
			{Name: "more fragments", Mask: 0x0001},
		}},
		{Key: "frame.ipv6.fragment.id", Name: "Identification", Kind: KindU32BE, Source: "RFC 8200 4.5", Doc: "The same in all fragments of a packet."},
	}
	ipv6AHLayout = [...]FieldDef{
		{Key: "frame.ipv6.ah.reserved", Name: "Reserved", Kind: KindU16BE, Source: "RFC 4302 2"},
		{Key: "frame.ipv6.ah.spi", Name: "Security parameters index", Kind: KindU32BE, Source: "RFC 4302 2"},
		{Key: "frame.ipv6.ah.sequence", Name: "Sequence number", Kind: KindU32BE, Source: "RFC 4302 2"},
		{Key: "frame.ipv6.ah.icv", Name: "Integrity check value", Kind: KindBytes, Source: "RFC 4302 2"},
	}
)

var routingTypes = Symbols{Loose: true, List: []Symbol{
	{0, "source route", "no longer allowed"}, {2, "mobile home address", ""}, {3, "RPL source route", ""}, {4, "segment routing", ""},
}}

// An ipPacket is what the headers behind IP need to know about it.
type ipPacket struct {
	start    int // offset of the source address, with the destination behind it
	size     int // bytes of both addresses
	fragment bool
}

// ip reads a packet whose version is in its first four bits.
func (r *reader) ip(f *Frame) (*MessageInfo, Confidence) {
	switch r.peek(0) >> 4 {
	case 4:
		return r.ipv4(f)
	case 6:
		return r.ipv6(f)
	}
	return r.ipVersion(f, 4)
}

// ipVersion reads a packet that a header in front calls IPv4 or IPv6.
func (r *reader) ipVersion(f *Frame, version byte) (*MessageInfo, Confidence) {
	switch found := r.peek(0) >> 4; {
	case r.stopped || r.left() == 0:
		r.cut(&ipv4Layout[0], 1)
		f.Cut = true
		return &frameCutMessage, Unlikely
	case found != version:
		r.problem(&problemIPVersion, r.pos, 1, uint64(found), uint64(version))
		return r.other(f, &frameOtherMessage)
	case version == 4:
		return r.ipv4(f)
	}
	return r.ipv6(f)
}

func (r *reader) ipv4(f *Frame) (*MessageInfo, Confidence) {
	start := r.pos
	b := r.rest()
	g := r.begin(&frameGroups[groupIPv4], 0)
	r.header(ipv4Layout[:], 20)
	if r.stopped {
		r.done(g)
		f.Cut = true
		return &frameCutMessage, Unlikely
	}
	size := int(b[0]&15) * 4
	if size < 20 {
		r.problem(&problemIPHeader, start, 1, uint64(size), 20)
		size = 20
	}
	r.packetEnd(f, start, int(be16(b[2:])), size)
	r.options(&ipv4Options, start+size)
	r.done(g)
	flags := be16(b[6:])
	f.IPVersion, f.IPProto, f.Src, f.Dst = 4, b[9], addr(b[12:16]), addr(b[16:20])
	f.FragID, f.FragOffset, f.FragMore = uint32(be16(b[4:])), uint32(flags&0x1fff)*8, flags&0x2000 != 0
	if r.stopped {
		f.Cut = true
		return &frameCutMessage, Unlikely
	}
	r.ipv4Checksum(f, start, size)
	return r.transport(f, ipPacket{start + 12, 8, f.FragMore || f.FragOffset > 0})
}

// packetEnd sets where the packet that begins at start ends: length bytes
// later, of which header are at least needed. A length of 0 says nothing.
func (r *reader) packetEnd(f *Frame, start, length, header int) {
	have := r.end - start
	at := start + 2 // of the field
	if f.IPVersion == 6 {
		at = start + 4
	}
	switch {
	case length == 0:
		r.problem(&problemIPLengthZero, at, 2, 0, 0)
	case length < header:
		r.problem(&problemIPLength, at, 2, uint64(length), uint64(header))
	case length > have:
		f.Cut = true
		if !f.Quoted {
			r.problem(&problemFrameCut, at, 2, uint64(length), uint64(have))
		}
	default:
		r.end = start + length
	}
}

func (r *reader) ipv4Checksum(f *Frame, start, size int) {
	found, want := be16(r.data[start+10:]), ^fold(sum16(r.data[start:start+size], 0))
	switch {
	case want == 0: // the sum of all with the right checksum in place
	case f.Quoted: // routers change what they quote
		r.problem(&problemChecksumUnchecked, start+10, 2, 0, 0)
	case found == 0:
		r.problem(&problemChecksumZero, start+10, 2, 0, 0)
	default:
		r.problem(&problemChecksum, start+10, 2, uint64(found), uint64(rightChecksum(found, want)))
	}
}

// rightChecksum returns what a checksum should be: found is what it is, and
// off the complement of the sum of everything, found included.
func rightChecksum(found, off uint16) uint16 { return fold(uint64(found) + uint64(off)) }

func (r *reader) ipv6(f *Frame) (*MessageInfo, Confidence) {
	start := r.pos
	b := r.rest()
	g := r.begin(&frameGroups[groupIPv6], 0)
	r.header(ipv6Layout[:], 40)
	r.done(g)
	if r.stopped {
		f.Cut = true
		return &frameCutMessage, Unlikely
	}
	f.IPVersion, f.IPProto, f.Src, f.Dst = 6, b[6], addr(b[8:24]), addr(b[24:40])
	f.FragID, f.FragOffset, f.FragMore = 0, 0, false
	if n := int(be16(b[4:])); n > 0 {
		r.packetEnd(f, start, n+40, 40)
	} else if f.IPProto != 59 && r.left() > 0 {
		r.packetEnd(f, start, 0, 40)
	}
	p := ipPacket{start + 8, 32, false}
	for n := 0; !r.stopped && f.FragOffset == 0 && extensionHeader(f.IPProto); n++ {
		g := r.begin(&frameGroups[groupExtension], n)
		r.extension(f)
		r.done(g)
		p.fragment = p.fragment || f.FragMore || f.FragOffset > 0
	}
	if r.stopped {
		f.Cut = true
		return &frameCutMessage, Unlikely
	}
	return r.transport(f, p)
}

// extensionHeader reports whether p is a header that says what follows it.
func extensionHeader(p uint8) bool {
	switch p {
	case 0, 43, 44, 51, 60, 135, 139, 140:
		return true
	}
	return false
}

// extension reads one extension header and sets f.IPProto to the next.
func (r *reader) extension(f *Frame) {
	start, kind := r.pos, f.IPProto
	next := uint8(r.field(&ipv6Extension[0]))
	if kind == 44 {
		r.header(ipv6Fragment[:], 7)
		if !r.stopped {
			b := r.data[start:]
			f.FragOffset, f.FragMore, f.FragID = uint32(be16(b[2:])&^7), b[3]&1 != 0, be32(b[4:])
			f.IPProto = next
		}
		return
	}
	units := int(r.field(&ipv6Extension[1]))
	end := start + (units+1)*8
	if kind == 51 {
		end = start + (units+2)*4
	}
	switch {
	case r.stopped:
		return
	case kind == 0 || kind == 60:
		r.options(&ipv6Options, end)
	case kind == 43:
		r.read(ipv6Extension[2:4])
		r.bytes(&ipv6Extension[4], end-start-4)
	case kind == 51 && units > 0:
		r.header(ipv6AHLayout[:3], 10)
		if n := end - start - 12; n > 0 {
			r.bytes(&ipv6AHLayout[3], n)
		}
	default:
		r.bytes(&ipv6Extension[5], end-start-2)
	}
	if !r.stopped {
		f.IPProto = next
	}
}

// sum16 adds the 16-bit words of b to s; an odd last byte counts as if a zero
// byte followed (RFC 1071).
func sum16(b []byte, s uint64) uint64 {
	w := fold(sumAsLie(b))
	return s + uint64(w<<8|w>>8)
}

// sumAsLie adds the 16-bit words of b, each with its first byte below: the sum
// does not care for the order of bytes, so it takes them as they lie, many at a
// time. Only when folded is it the sum of words, and that turned around.
func sumAsLie(b []byte) uint64 {
	all := b
	var t uint64
	if runtime.GOARCH != "wasm" { // which has no carry: there this is slower
		var c uint64
		for ; len(b) >= 32; b = b[32:] {
			t, c = bits.Add64(t, le64(b), c)
			t, c = bits.Add64(t, le64(b[8:]), c)
			t, c = bits.Add64(t, le64(b[16:]), c)
			t, c = bits.Add64(t, le64(b[24:]), c)
		}
		t = t>>32 + t&0xffffffff + c
	}
	for ; len(b) >= 8; b = b[8:] {
		x := le64(b)
		t += x>>32 + x&0xffffffff
	}
	n := len(b)
	switch {
	case n == 0:
	case len(all) >= 8: // what is left stands at the end of the last eight bytes
		x := le64(all[len(all)-8:]) >> (64 - 8*n)
		t += x>>32 + x&0xffffffff
	default:
		for i, c := range b {
			t += uint64(c) << (8 * (i % 2))
		}
	}
	return t
}

// fold makes a sum of 16-bit words one such word, carries added (RFC 1071).
func fold(s uint64) uint16 {
	s = s>>32 + s&0xffffffff
	s = s>>16 + s&0xffff
	s = s>>16 + s&0xffff
	return uint16(s>>16 + s)
}
