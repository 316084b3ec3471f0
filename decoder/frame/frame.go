package frame

import (
	"fragscope/decoder/wire"
)

// The headers around a payload: the link's own, VLAN tags, IPv4 or IPv6, UDP or
// TCP. All numbers are big endian, except the family of a loopback header. Each
// header is a group of its own; the payload's fields follow at depth 0, as if
// it had arrived alone.

// LinkFromPcap returns the link for a link type as capture files number them
// (LINKTYPE_ values of pcap and pcapng; the raw IP numbers 12 and 14 of some
// systems as well). ok is false for links that cannot be read.
func LinkFromPcap(linktype int) (l wire.Link, ok bool) {
	switch linktype {
	case 0, 108: // NULL, LOOP
		return wire.LinkLoopback, true
	case 1:
		return wire.LinkEthernet, true
	case 12, 14, 101, 228, 229: // RAW, IPV4, IPV6
		return wire.LinkRawIP, true
	case 113:
		return wire.LinkSLL, true
	case 276:
		return wire.LinkSLL2, true
	}
	return wire.LinkNone, false
}

// Messages of frames whose payload is not a query.
var (
	cutMessage   = wire.MessageInfo{Name: "cut frame", Doc: "A frame that ends within its headers."}
	otherMessage = wire.MessageInfo{Name: "frame of another protocol", Doc: "A frame that carries neither UDP nor TCP."}
	arpMessage   = wire.MessageInfo{Name: "ARP packet",
		Doc: "Asks or says which Ethernet address belongs to an IPv4 address."}
	frame8023Message = wire.MessageInfo{Name: "802.3 frame",
		Doc: "A frame with a length in place of a type; it carries no IP."}
	icmpMessage = wire.MessageInfo{Name: "ICMP message", Doc: "An error report or an echo of the network itself."}
	partMessage = wire.MessageInfo{Name: "IP fragment",
		Doc: "The middle or end of a packet whose beginning is in another frame."}
	emptyUDP = wire.MessageInfo{Name: "empty UDP datagram", Doc: "A UDP header without payload."}
	emptyTCP = wire.MessageInfo{Name: "TCP segment without data", Doc: "Opens, acknowledges or closes a connection."}
)

// Docs is what this package defines.
var Docs = wire.Define(wire.Docs{
	Messages: []*wire.MessageInfo{&cutMessage, &otherMessage, &arpMessage, &frame8023Message, &icmpMessage, &partMessage,
		&emptyUDP, &emptyTCP},
	Problems: problems,
	Sections: []wire.Section{
		{Prefix: "frame", Layouts: []wire.Layout{groups[:]}},
		{Prefix: "frame.ethernet", Source: "IEEE 802.3", Layouts: []wire.Layout{EthernetLayout[:]}},
		{Prefix: "frame.vlan", Source: "IEEE 802.1Q", Layouts: []wire.Layout{VlanLayout[:]}},
		{Prefix: "frame", Source: "IEEE 802.2", Layouts: []wire.Layout{llcLayout[:], snapLayout[:]}},
		{Prefix: "frame.sll", Source: "LINKTYPE_LINUX_SLL", Layouts: []wire.Layout{sllLayout[:]}},
		{Prefix: "frame", Source: "LINKTYPE_LINUX_SLL2", Layouts: []wire.Layout{sll2Layout[:]}},
		{Prefix: "frame.sll", Source: "LINKTYPE_LINUX_SLL", Fields: []*wire.FieldDef{&sllAddress, &sllMAC, &sllUnused,
			&sllType}},
		{Prefix: "frame.loopback", Source: "LINKTYPE_NULL", Fields: []*wire.FieldDef{&loopbackLE}},
		{Prefix: "frame.loopback", Source: "LINKTYPE_LOOP", Fields: []*wire.FieldDef{&loopbackBE}},
		{Prefix: "frame.ipv4", Source: "RFC 791 3.1", Layouts: []wire.Layout{Ipv4Layout[:], ipv4Option[:],
			ipv4OptionData[:]}},
		{Prefix: "frame.ipv6", Source: "RFC 8200 3", Layouts: []wire.Layout{Ipv6Layout[:]}},
		{Prefix: "frame.ipv6", Source: "RFC 8200 4", Layouts: []wire.Layout{ipv6Extension[:]}},
		{Prefix: "frame.ipv6.fragment", Source: "RFC 8200 4.5", Layouts: []wire.Layout{ipv6Fragment[:]}},
		{Prefix: "frame.ipv6.option", Source: "RFC 8200 4.2", Layouts: []wire.Layout{ipv6Option[:], ipv6OptionData[:]}},
		{Prefix: "frame.ipv6.ah", Source: "RFC 4302 2", Layouts: []wire.Layout{ipv6AHLayout[:]}},
		{Prefix: "frame.udp", Source: "RFC 768", Layouts: []wire.Layout{UdpLayout[:]}},
		{Prefix: "frame.tcp", Source: "RFC 9293 3.1", Layouts: []wire.Layout{tcpLayout[:], tcpOption[:]}},
		{Prefix: "frame.tcp.option", Source: "RFC 2018", Layouts: []wire.Layout{tcpOptionData[:]}},
		{Prefix: "frame.icmp", Source: "RFC 792", Layouts: []wire.Layout{icmpLayout[:], icmpCodes[:]}},
		{Prefix: "frame.icmp", Source: "RFC 4443", Fields: []*wire.FieldDef{&icmp6Type, &icmp6Code}},
		{Prefix: "frame", Layouts: []wire.Layout{Data[:]}},
	},
})

// Read reads the headers and then the payload.
func Read(r *wire.Reader, f *wire.Frame) (*wire.MessageInfo, wire.Confidence) {
	info, c := link(r, f)
	// The payload has ended; what follows belongs to the link.
	r.ClosePayload()
	if f.Payload == 0 {
		f.Payload = r.Pos
	}
	if f.End == 0 {
		f.End = r.End
	}
	if r.End == len(r.Data) {
		return info, c
	}
	r.End, r.Stopped = len(r.Data), false
	if f.Link == wire.LinkEthernet {
		r.Add(&Data[DataPadding], wire.KindPadding, r.Left(), 0)
	}
	return info, c
}

// carry decodes the payload of a datagram or stream.
func carry(r *wire.Reader, f *wire.Frame, empty *wire.MessageInfo) (*wire.MessageInfo, wire.Confidence) {
	f.Payload, f.End = r.Pos, r.End
	if r.Left() == 0 {
		return empty, wire.Unlikely
	}
	r.Opts.SrcPort, r.Opts.DstPort = f.SrcPort, f.DstPort
	r.Opts.Stream = f.IPProto == wire.ProtoTCP
	info, c := r.Carried(r)
	r.End = f.End
	return info, c
}

// other records the rest as a protocol that a header names and this package
// does not read.
func other(r *wire.Reader, f *wire.Frame, info *wire.MessageInfo) (*wire.MessageInfo, wire.Confidence) {
	f.Payload, f.End = r.Pos, r.End
	if n := r.Left(); n > 0 {
		r.Problem(&problemFrameOther, r.Pos, n, uint64(n), 0)
		r.Leaf(&Data[dataOther], wire.KindUnknown, n, wire.FlagRaw)
	}
	return info, wire.Unlikely
}
