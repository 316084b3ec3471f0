package frame

import (
	"math/bits"
	"net/netip"
	"runtime"

	"fragscope/decoder/wire"
)

// IPv4 (RFC 791) and IPv6 (RFC 8200) with their options and extension headers.

// Ipv4Layout is an IPv4 header (RFC 791).
var Ipv4Layout = [...]wire.FieldDef{
	{Key: "version", Name: "Version and header length", Kind: wire.KindU8, Parts: []wire.BitPart{
		{Name: "version", Mask: 0xf0},
		{Name: "header length", Mask: 0x0f, Scale: 4, Unit: "bytes"},
	}},
	{Key: "service", Name: "Type of service", Kind: wire.KindU8, Source: "RFC 2474, RFC 3168", Parts: trafficParts},
	{Key: "length", Name: "Total length", Kind: wire.KindU16BE, Doc: "Bytes of the packet, header included."},
	{Key: "id", Name: "Identification", Kind: wire.KindU16BE, Doc: "The same in all fragments of a packet."},
	{Key: "fragment", Name: "Flags and fragment offset", Kind: wire.KindU16BE, Parts: []wire.BitPart{
		{Name: "reserved", Mask: 0x8000},
		{Name: "don't fragment", Mask: 0x4000},
		{Name: "more fragments", Mask: 0x2000},
		{Name: "offset", Mask: 0x1fff, Scale: 8, Unit: "bytes"},
	}},
	{Key: "ttl", Name: "Time to live", Kind: wire.KindU8, Doc: "Routers that the packet may still pass."},
	{Key: "protocol", Name: "Protocol", Kind: wire.KindU8, Symbols: &ipProtocols},
	{Key: "checksum", Name: "Header checksum", Kind: wire.KindU16BE, Role: wire.RoleChecksum,
		Doc: "Guards the header, not what follows."},
	{Key: "source", Name: "Source", Kind: wire.KindIPv4},
	{Key: "destination", Name: "Destination", Kind: wire.KindIPv4},
}

var trafficParts = []wire.BitPart{
	{Name: "service class", Mask: 0xfc, Symbols: &serviceClasses},
	{Name: "congestion", Mask: 0x03, Symbols: &congestionMarks},
}

var serviceClasses = wire.Symbols{Loose: true, List: []wire.Symbol{
	{Value: 0, Name: "default"}, {Value: 8, Name: "CS1"}, {Value: 10, Name: "AF11"}, {Value: 12, Name: "AF12"},
	{Value: 14, Name: "AF13"}, {Value: 16, Name: "CS2"}, {Value: 18, Name: "AF21"}, {Value: 20, Name: "AF22"},
	{Value: 22, Name: "AF23"}, {Value: 24, Name: "CS3"}, {Value: 26, Name: "AF31"}, {Value: 28, Name: "AF32"},
	{Value: 30, Name: "AF33"}, {Value: 32, Name: "CS4"}, {Value: 34, Name: "AF41"}, {Value: 36, Name: "AF42"},
	{Value: 38, Name: "AF43"}, {Value: 40, Name: "CS5"}, {Value: 44, Name: "voice admit"}, {Value: 46, Name: "expedited"},
	{Value: 48, Name: "CS6"}, {Value: 56, Name: "CS7"},
}}

var congestionMarks = wire.Symbols{List: []wire.Symbol{
	{Value: 0, Name: "not capable"}, {Value: 1, Name: "capable (1)"}, {Value: 2, Name: "capable (0)"},
	{Value: 3, Name: "experienced"},
}}

var ipProtocols = wire.Symbols{Loose: true, List: []wire.Symbol{
	{Value: 0, Name: "hop-by-hop options"}, {Value: 1, Name: "ICMP"}, {Value: 2, Name: "IGMP"},
	{Value: 4, Name: "IPv4 in IP"}, {Value: 6, Name: "TCP"}, {Value: 17, Name: "UDP"}, {Value: 33, Name: "DCCP"},
	{Value: 41, Name: "IPv6 in IP"}, {Value: 43, Name: "routing header"}, {Value: 44, Name: "fragment header"},
	{Value: 47, Name: "GRE"}, {Value: 50, Name: "ESP", Doc: "encrypted"},
	{Value: 51, Name: "authentication header"}, {Value: 58, Name: "ICMPv6"}, {Value: 59, Name: "nothing"},
	{Value: 60, Name: "destination options"}, {Value: 88, Name: "EIGRP"},
	{Value: 89, Name: "OSPF"}, {Value: 103, Name: "PIM"}, {Value: 112, Name: "VRRP"}, {Value: 115, Name: "L2TP"},
	{Value: 132, Name: "SCTP"}, {Value: 135, Name: "mobility header"},
	{Value: 136, Name: "UDP-Lite"}, {Value: 139, Name: "HIP"}, {Value: 140, Name: "Shim6"},
}}

// Ipv6Layout is an IPv6 header (RFC 8200).
var Ipv6Layout = [...]wire.FieldDef{
	{Key: "version", Name: "Version, traffic class and flow label", Kind: wire.KindU32BE, Parts: []wire.BitPart{
		{Name: "version", Mask: 0xf0000000},
		{Name: "service class", Mask: 0x0fc00000, Symbols: &serviceClasses},
		{Name: "congestion", Mask: 0x00300000, Symbols: &congestionMarks},
		{Name: "flow label", Mask: 0x000fffff},
	}},
	{Key: "length", Name: "Payload length", Kind: wire.KindU16BE,
		Doc: "Bytes after this header, extension headers included."},
	{Key: "next", Name: "Next header", Kind: wire.KindU8, Symbols: &ipProtocols},
	{Key: "hop_limit", Name: "Hop limit", Kind: wire.KindU8, Doc: "Routers that the packet may still pass."},
	{Key: "source", Name: "Source", Kind: wire.KindIPv6},
	{Key: "destination", Name: "Destination", Kind: wire.KindIPv6},
}

var (
	ipv6Extension = [...]wire.FieldDef{
		{Key: "extension.next", Name: "Next header", Kind: wire.KindU8, Symbols: &ipProtocols},
		{Key: "extension.length", Name: "Length", Kind: wire.KindU8, Doc: "Units of 8 bytes, the first 8 bytes not counted."},
		{Key: "routing.type", Name: "Routing type", Kind: wire.KindU8, Symbols: &routingTypes, Source: "RFC 8200 4.4"},
		{Key: "routing.left", Name: "Segments left", Kind: wire.KindU8, Source: "RFC 8200 4.4"},
		{Key: "routing.data", Name: "Routing data", Kind: wire.KindBytes, Source: "RFC 8200 4.4"},
		{Key: "extension.data", Name: "Data", Kind: wire.KindBytes},
	}
	ipv6Fragment = [...]wire.FieldDef{
		{Key: "reserved", Name: "Reserved", Kind: wire.KindU8},
		{Key: "offset", Name: "Fragment offset and flags", Kind: wire.KindU16BE, Parts: []wire.BitPart{
			{Name: "offset", Mask: 0xfff8, Scale: 8, Unit: "bytes"},
			{Name: "reserved", Mask: 0x0006},
			{Name: "more fragments", Mask: 0x0001},
		}},
		{Key: "id", Name: "Identification", Kind: wire.KindU32BE, Doc: "The same in all fragments of a packet."},
	}
	ipv6AHLayout = [...]wire.FieldDef{
		{Key: "reserved", Name: "Reserved", Kind: wire.KindU16BE},
		{Key: "spi", Name: "Security parameters index", Kind: wire.KindU32BE},
		{Key: "sequence", Name: "Sequence number", Kind: wire.KindU32BE},
		{Key: "icv", Name: "Integrity check value", Kind: wire.KindBytes},
	}
)

var routingTypes = wire.Symbols{Loose: true, List: []wire.Symbol{
	{Value: 0, Name: "source route", Doc: "no longer allowed"}, {Value: 2, Name: "mobile home address"},
	{Value: 3, Name: "RPL source route"}, {Value: 4, Name: "segment routing"},
}}

// An ipPacket is what the headers after IP need to know about it.
type ipPacket struct {
	start    int // offset of the source address, with the destination after it
	size     int // bytes of both addresses
	fragment bool
}

// ip reads a packet whose version is in its first four bits.
func ip(r *wire.Reader, f *wire.Frame) (*wire.MessageInfo, wire.Confidence) {
	switch r.Peek(0) >> 4 {
	case 4:
		return ipv4(r, f)
	case 6:
		return ipv6(r, f)
	}
	return ipVersion(r, f, 4)
}

// ipVersion reads a packet that the header before it declares as IPv4 or IPv6.
func ipVersion(r *wire.Reader, f *wire.Frame, version byte) (*wire.MessageInfo, wire.Confidence) {
	switch found := r.Peek(0) >> 4; {
	case r.Stopped || r.Left() == 0:
		r.Cut(&Ipv4Layout[0], 1)
		f.Cut = true
		return &cutMessage, wire.Unlikely
	case found != version:
		r.Problem(&problemIPVersion, r.Pos, 1, uint64(found), uint64(version))
		return other(r, f, &otherMessage)
	case version == 4:
		return ipv4(r, f)
	}
	return ipv6(r, f)
}

func ipv4(r *wire.Reader, f *wire.Frame) (*wire.MessageInfo, wire.Confidence) {
	start := r.Pos
	b := r.Rest()
	g := r.Begin(&groups[groupIPv4], 0)
	r.Read(Ipv4Layout[:])
	if r.Stopped {
		r.Done(g)
		f.Cut = true
		return &cutMessage, wire.Unlikely
	}
	size := int(b[0]&15) * 4
	if size < 20 {
		r.Problem(&problemIPHeader, start, 1, uint64(size), 20)
		size = 20
	}
	packetEnd(r, f, start, int(wire.BE16(b[2:])), size)
	options(r, &ipv4Options, start+size)
	r.Done(g)
	flags := wire.BE16(b[6:])
	f.IPVersion, f.IPProto = 4, b[9]
	f.Src, f.Dst = netip.AddrFrom4([4]byte(b[12:])), netip.AddrFrom4([4]byte(b[16:]))
	f.FragID, f.FragOffset, f.FragMore = uint32(wire.BE16(b[4:])), uint32(flags&0x1fff)*8, flags&0x2000 != 0
	if r.Stopped {
		f.Cut = true
		return &cutMessage, wire.Unlikely
	}
	ipv4Checksum(r, f, start, size)
	return transport(r, f, ipPacket{start + 12, 8, f.FragMore || f.FragOffset > 0})
}

// packetEnd sets where the packet that begins at start ends: length bytes
// later, of which header are at least needed. A length of 0 means unknown.
func packetEnd(r *wire.Reader, f *wire.Frame, start, length, header int) {
	have := r.End - start
	at := start + 2 // of the field
	if f.IPVersion == 6 {
		at = start + 4
	}
	switch {
	case length == 0:
		r.Problem(&problemIPLengthZero, at, 2, 0, 0)
	case length < header:
		r.Problem(&problemIPLength, at, 2, uint64(length), uint64(header))
	case length > have:
		f.Cut = true
		if !f.Quoted {
			r.Problem(&problemFrameCut, at, 2, uint64(length), uint64(have))
		}
	default:
		r.End = start + length
	}
}

func ipv4Checksum(r *wire.Reader, f *wire.Frame, start, size int) {
	found, want := wire.BE16(r.Data[start+10:]), ^Fold(Sum16(r.Data[start:start+size], 0))
	switch {
	case want == 0: // the sum of all with the right checksum in place
	case f.Quoted: // routers change what they quote
		r.Problem(&problemChecksumUnchecked, start+10, 2, 0, 0)
	case found == 0:
		r.Problem(&problemChecksumZero, start+10, 2, 0, 0)
	default:
		r.Problem(&ProblemChecksum, start+10, 2, uint64(found), uint64(rightChecksum(found, want)))
	}
}

// rightChecksum returns what a checksum should be: found is what it is, and
// off the complement of the sum of everything, found included.
func rightChecksum(found, off uint16) uint16 { return Fold(uint64(found) + uint64(off)) }

func ipv6(r *wire.Reader, f *wire.Frame) (*wire.MessageInfo, wire.Confidence) {
	start := r.Pos
	b := r.Rest()
	g := r.Begin(&groups[groupIPv6], 0)
	r.Read(Ipv6Layout[:])
	r.Done(g)
	if r.Stopped {
		f.Cut = true
		return &cutMessage, wire.Unlikely
	}
	f.IPVersion, f.IPProto = 6, b[6]
	f.Src, f.Dst = netip.AddrFrom16([16]byte(b[8:])), netip.AddrFrom16([16]byte(b[24:]))
	f.FragID, f.FragOffset, f.FragMore = 0, 0, false
	if n := int(wire.BE16(b[4:])); n > 0 {
		packetEnd(r, f, start, n+40, 40)
	} else if f.IPProto != 59 && r.Left() > 0 {
		packetEnd(r, f, start, 0, 40)
	}
	p := ipPacket{start + 8, 32, false}
	for n := 0; !r.Stopped && f.FragOffset == 0 && extensionHeader(f.IPProto); n++ {
		g := r.Begin(&groups[groupExtension], n)
		extension(r, f)
		r.Done(g)
		p.fragment = p.fragment || f.FragMore || f.FragOffset > 0
	}
	if r.Stopped {
		f.Cut = true
		return &cutMessage, wire.Unlikely
	}
	return transport(r, f, p)
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
func extension(r *wire.Reader, f *wire.Frame) {
	start, kind := r.Pos, f.IPProto
	next := uint8(r.Field(&ipv6Extension[0]))
	if kind == 44 {
		r.Read(ipv6Fragment[:])
		if !r.Stopped {
			b := r.Data[start:]
			f.FragOffset, f.FragMore, f.FragID = uint32(wire.BE16(b[2:])&^7), b[3]&1 != 0, wire.BE32(b[4:])
			f.IPProto = next
		}
		return
	}
	units := int(r.Field(&ipv6Extension[1]))
	end := start + (units+1)*8
	if kind == 51 {
		end = start + (units+2)*4
	}
	switch {
	case r.Stopped:
		return
	case kind == 0 || kind == 60:
		options(r, &ipv6Options, end)
	case kind == 43:
		r.Read(ipv6Extension[2:4])
		r.Bytes(&ipv6Extension[4], end-start-4)
	case kind == 51 && units > 0:
		r.Read(ipv6AHLayout[:3])
		if n := end - start - 12; n > 0 {
			r.Bytes(&ipv6AHLayout[3], n)
		}
	default:
		r.Bytes(&ipv6Extension[5], end-start-2)
	}
	if !r.Stopped {
		f.IPProto = next
	}
}

// Sum16 adds the 16-bit words of b to s; an odd last byte counts as if a zero
// byte followed (RFC 1071).
func Sum16(b []byte, s uint64) uint64 {
	w := Fold(SumAsLie(b))
	return s + uint64(w<<8|w>>8)
}

// SumAsLie adds the 16-bit words of b, each with its first byte below: the sum
// does not care for the order of bytes, so it takes them in memory order, many
// at a time. Only when folded is it the sum of words, byte-swapped.
func SumAsLie(b []byte) uint64 {
	all := b
	var t uint64
	if runtime.GOARCH != "wasm" { // which has no carry: this is slower there
		var c uint64
		for ; len(b) >= 32; b = b[32:] {
			t, c = bits.Add64(t, wire.LE64(b), c)
			t, c = bits.Add64(t, wire.LE64(b[8:]), c)
			t, c = bits.Add64(t, wire.LE64(b[16:]), c)
			t, c = bits.Add64(t, wire.LE64(b[24:]), c)
		}
		t = t>>32 + t&0xffffffff + c
	}
	for ; len(b) >= 8; b = b[8:] {
		x := wire.LE64(b)
		t += x>>32 + x&0xffffffff
	}
	n := len(b)
	switch {
	case n == 0:
	case len(all) >= 8: // the rest is at the end of the last eight bytes
		x := wire.LE64(all[len(all)-8:]) >> (64 - 8*n)
		t += x>>32 + x&0xffffffff
	default:
		for i, c := range b {
			t += uint64(c) << (8 * (i % 2))
		}
	}
	return t
}

// Fold makes a sum of 16-bit words one such word, carries added (RFC 1071).
func Fold(s uint64) uint16 {
	s = s>>32 + s&0xffffffff
	s = s>>16 + s&0xffff
	s = s>>16 + s&0xffff
	return uint16(s>>16 + s)
}
