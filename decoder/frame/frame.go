package frame

import "fragscope/decoder/wire"

// The headers around a payload: the link's own, VLAN tags, IPv4 or IPv6, UDP
// or TCP. All numbers are big endian, save the family of a loopback header.
// Each header is a group of its own; the payload's fields follow at depth 0,
// as if it had come alone.

// LinkByName returns the link with the given name.
func LinkByName(name string) (wire.Link, bool) {
	for i, n := range wire.LinkNames {
		if n == name {
			return wire.Link(i), true
		}
	}
	return wire.LinkAuto, false
}

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

// Messages of frames whose payload is no query of any kind.
var (
	cutMessage       = wire.MessageInfo{Name: "cut frame", Doc: "A frame that ends within its headers."}
	otherMessage     = wire.MessageInfo{Name: "frame of another protocol", Doc: "A frame that carries neither UDP nor TCP."}
	arpMessage       = wire.MessageInfo{Name: "ARP packet", Doc: "Asks or says which Ethernet address belongs to an IPv4 address."}
	frame8023Message = wire.MessageInfo{Name: "802.3 frame", Doc: "A frame with a length in place of a type; it carries no IP."}
	icmpMessage      = wire.MessageInfo{Name: "ICMP message", Doc: "An error report or an echo of the network itself."}
	partMessage      = wire.MessageInfo{Name: "IP fragment", Doc: "The middle or end of a packet whose beginning is in another frame."}
	emptyUDP         = wire.MessageInfo{Name: "empty UDP datagram", Doc: "A UDP header and nothing behind it."}
	emptyTCP         = wire.MessageInfo{Name: "TCP segment without data", Doc: "Opens, acknowledges or closes a connection."}
)

// Messages, Problems and Layouts list what the frame files
// define, for explain.
var Messages = []*wire.MessageInfo{
	&cutMessage, &otherMessage, &arpMessage, &frame8023Message, &icmpMessage, &partMessage,
	&emptyUDP, &emptyTCP,
}

// Layouts lists the layouts of all headers.
func Layouts() []wire.Layout {
	return []wire.Layout{
		groups[:], EthernetLayout[:], VlanLayout[:], llcLayout[:], snapLayout[:], sllLayout[:], sll2Layout[:], {sllAddress, sllMAC, sllUnused},
		{loopbackLE, loopbackBE}, Ipv4Layout[:], ipv4Option[:], ipv4OptionData[:], Ipv6Layout[:], ipv6Extension[:], ipv6Fragment[:], ipv6Option[:], ipv6OptionData[:],
		ipv6AHLayout[:], UdpLayout[:], tcpLayout[:], tcpOption[:], tcpOptionData[:], icmpLayout[:],
		icmpCodes[:], {icmp6Type, icmp6Code}, Data[:],
	}
}

// Read reads the headers and then the payload.
func Read(r *wire.Reader, f *wire.Frame) (*wire.MessageInfo, wire.Confidence) {
	info, c := link(r, f)
	// The payload has ended; what follows belongs to the link.
	r.Settle()
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

// other records the rest as what a header names and nobody here reads.
func other(r *wire.Reader, f *wire.Frame, info *wire.MessageInfo) (*wire.MessageInfo, wire.Confidence) {
	f.Payload, f.End = r.Pos, r.End
	if n := r.Left(); n > 0 {
		r.Problem(&problemFrameOther, r.Pos, n, uint64(n), 0)
		r.Leaf(&Data[dataOther], wire.KindUnknown, n, wire.MarkRaw)
	}
	return info, wire.Unlikely
}

// header reads a run of fixed-size fields, size bytes together, at once: big
// endian numbers of 1, 2 and 4 bytes, and addresses.
func header(r *wire.Reader, l wire.Layout, size int) {
	if r.Stopped || r.End-r.Pos < size {
		r.Read(l)
		return
	}
	n := len(r.Fields)
	if cap(r.Fields)-n < len(l) {
		r.Fields = append(r.Fields, make([]wire.Field, len(l))...)
	} else {
		r.Fields = r.Fields[:n+len(l)]
	}
	fields := r.Fields[n:]
	at := r.Pos
	for i := range fields {
		d, f := &l[i], &fields[i]
		length := uint32(wire.KindSizes[d.Kind])
		var v uint64
		switch length {
		case 1:
			v = uint64(r.Data[at])
		case 2:
			v = uint64(wire.BE16(r.Data[at:]))
		case 4:
			v = uint64(wire.BE32(r.Data[at:]))
		}
		f.Def, f.Value = d, v
		f.Offset, f.Length = uint32(at), length
		f.Kind, f.Depth, f.Lead, f.Trail, f.Marks = d.Kind, r.Depth, 0, 0, r.Marks
		at += int(length)
	}
	r.Pos = at
}
