package frame

import "fragscope/decoder/wire"

// UDP (RFC 768), TCP (RFC 9293), ICMP (RFC 792, RFC 4443).

// UdpLayout is a UDP header (RFC 768).
var UdpLayout = [...]wire.FieldDef{
	{Key: "source", Name: "Source port", Kind: wire.KindU16BE},
	{Key: "destination", Name: "Destination port", Kind: wire.KindU16BE},
	{Key: "length", Name: "Length", Kind: wire.KindU16BE, Doc: "Bytes of the datagram, this header of 8 included."},
	{Key: "checksum", Name: "Checksum", Kind: wire.KindU16BE, Role: wire.RoleChecksum,
		Doc: "Guards header, payload and addresses; 0 when it is not used."},
}

var tcpLayout = [...]wire.FieldDef{
	{Key: "source", Name: "Source port", Kind: wire.KindU16BE},
	{Key: "destination", Name: "Destination port", Kind: wire.KindU16BE},
	{Key: "sequence", Name: "Sequence number", Kind: wire.KindU32BE},
	{Key: "acknowledgement", Name: "Acknowledgement number", Kind: wire.KindU32BE},
	{Key: "flags", Name: "Header length and flags", Kind: wire.KindU16BE, Parts: []wire.BitPart{
		{Name: "header length", Mask: 0xf000, Scale: 4, Unit: "bytes"},
		{Name: "reserved", Mask: 0x0e00},
		{Name: "AE", Mask: 0x0100},
		{Name: "CWR", Mask: 0x0080},
		{Name: "ECE", Mask: 0x0040},
		{Name: "URG", Mask: 0x0020},
		{Name: "ACK", Mask: 0x0010},
		{Name: "PSH", Mask: 0x0008},
		{Name: "RST", Mask: 0x0004},
		{Name: "SYN", Mask: 0x0002},
		{Name: "FIN", Mask: 0x0001},
	}},
	{Key: "window", Name: "Window", Kind: wire.KindU16BE},
	{Key: "checksum", Name: "Checksum", Kind: wire.KindU16BE, Role: wire.RoleChecksum,
		Doc: "Guards header, payload and addresses."},
	{Key: "urgent", Name: "Urgent pointer", Kind: wire.KindU16BE},
}

var icmpLayout = [...]wire.FieldDef{
	{Key: "type", Name: "Type", Kind: wire.KindU8, Symbols: &icmpTypes},
	{Key: "code", Name: "Code", Kind: wire.KindU8},
	{Key: "checksum", Name: "Checksum", Kind: wire.KindU16BE, Role: wire.RoleChecksum},
	{Key: "rest", Name: "Rest of the header", Kind: wire.KindU32BE,
		Doc: "Depends on the type: an echo's number, the largest packet that fits, nothing."},
	{Key: "data", Name: "Data", Kind: wire.KindBytes},
}

var icmpTypes = wire.Symbols{Loose: true, List: []wire.Symbol{
	{Value: 0, Name: "echo reply"}, {Value: 3, Name: "destination unreachable"}, {Value: 4, Name: "source quench"},
	{Value: 5, Name: "redirect"}, {Value: 8, Name: "echo request"},
	{Value: 9, Name: "router advertisement"}, {Value: 10, Name: "router solicitation"}, {Value: 11, Name: "time exceeded"},
	{Value: 12, Name: "parameter problem"}, {Value: 13, Name: "timestamp request"}, {Value: 14, Name: "timestamp reply"},
}}

// The code of an unreachable destination or an exceeded time has names.
var icmpCodes = [2]wire.FieldDef{
	{Key: "code", Name: "Code", Kind: wire.KindU8, Symbols: &wire.Symbols{Loose: true, List: []wire.Symbol{
		{Value: 0, Name: "network unreachable"}, {Value: 1, Name: "host unreachable"},
		{Value: 2, Name: "protocol unreachable"}, {Value: 3, Name: "port unreachable", Doc: "no process listens there"},
		{Value: 4, Name: "fragmentation needed"}, {Value: 5, Name: "source route failed"},
		{Value: 6, Name: "network unknown"}, {Value: 7, Name: "host unknown"}, {Value: 9, Name: "network forbidden"},
		{Value: 10, Name: "host forbidden"}, {Value: 13, Name: "forbidden by a filter"},
	}}},
	{Key: "code", Name: "Code", Kind: wire.KindU8, Symbols: &wire.Symbols{Loose: true, List: []wire.Symbol{
		{Value: 0, Name: "on the way"}, {Value: 1, Name: "waiting for fragments"},
	}}},
}

var (
	icmp6Type = wire.FieldDef{Key: "type", Name: "Type", Kind: wire.KindU8,
		Symbols: &wire.Symbols{Loose: true, List: []wire.Symbol{
			{Value: 1, Name: "destination unreachable"}, {Value: 2, Name: "packet too big"}, {Value: 3, Name: "time exceeded"},
			{Value: 4, Name: "parameter problem"}, {Value: 128, Name: "echo request"}, {Value: 129, Name: "echo reply"},
			{Value: 130, Name: "multicast query"}, {Value: 131, Name: "multicast report"}, {Value: 132, Name: "multicast done"},
			{Value: 133, Name: "router solicitation"}, {Value: 134, Name: "router advertisement"},
			{Value: 135, Name: "neighbour solicitation"}, {Value: 136, Name: "neighbour advertisement"},
			{Value: 137, Name: "redirect"}, {Value: 143, Name: "multicast report 2"},
		}}}
	icmp6Code = wire.FieldDef{Key: "code", Name: "Code", Kind: wire.KindU8,
		Symbols: &wire.Symbols{Loose: true, List: []wire.Symbol{
			{Value: 0, Name: "no route"}, {Value: 1, Name: "forbidden by a filter"}, {Value: 2, Name: "beyond scope"},
			{Value: 3, Name: "address unreachable"}, {Value: 4, Name: "port unreachable", Doc: "no process listens there"},
			{Value: 5, Name: "source address refused"}, {Value: 6, Name: "route rejected"},
		}}}
)

// transport reads what IP carries.
func transport(r *wire.Reader, f *wire.Frame, p ipPacket) (*wire.MessageInfo, wire.Confidence) {
	if f.FragOffset > 0 {
		f.Payload, f.End = r.Pos, r.End
		r.Problem(&problemFragment, r.Pos, r.Left(), uint64(f.FragOffset), 0)
		if r.Left() > 0 {
			r.Bytes(&Data[dataFragment], r.Left())
		}
		return &partMessage, wire.Unlikely
	}
	if p.fragment {
		r.Problem(&problemFirstFragment, r.Pos, r.Left(), 0, 0)
	}
	switch f.IPProto {
	case wire.ProtoUDP:
		return udp(r, f, p)
	case wire.ProtoTCP:
		return tcp(r, f, p)
	case wire.ProtoICMP, wire.ProtoICMPv6:
		if (f.IPProto == wire.ProtoICMPv6) == (f.IPVersion == 6) && !f.Quoted {
			return icmp(r, f, p)
		}
	}
	return other(r, f, &otherMessage)
}

func udp(r *wire.Reader, f *wire.Frame, p ipPacket) (*wire.MessageInfo, wire.Confidence) {
	start, ipEnd := r.Pos, r.End
	g := r.Begin(&groups[groupUDP], 0)
	r.Read(UdpLayout[:])
	r.Done(g)
	if r.Stopped {
		f.Cut = true
		return &cutMessage, wire.Unlikely
	}
	b := r.Data[start:r.End]
	f.SrcPort, f.DstPort = wire.BE16(b), wire.BE16(b[2:])
	length := int(wire.BE16(b[4:]))
	whole := !p.fragment && !f.Cut
	switch {
	case length == 0 && len(b) > 0xffff: // a jumbogram (RFC 2675)
	case length < 8:
		r.Problem(&problemUDPLength, start+4, 2, uint64(length), uint64(len(b)))
	case length > len(b):
		if whole {
			r.Problem(&problemUDPLength, start+4, 2, uint64(length), uint64(len(b)))
		}
		whole = false
	default:
		if length < len(b) {
			r.Problem(&problemUDPLength, start+4, 2, uint64(length), uint64(len(b)))
		}
		whole = whole || !p.fragment && !f.Quoted
		r.End = start + length
	}
	sum := wire.BE16(b[6:])
	switch {
	case sum == 0 && f.IPVersion == 4:
		r.Problem(&problemChecksumUnused, start+6, 2, 0, 0)
	case sum == 0:
		r.Problem(&problemChecksumMissing, start+6, 2, 0, 0)
	default:
		checksum(r, f, p, start, start+6, whole)
	}
	info, c := carry(r, f, &emptyUDP)
	if r.End < ipEnd {
		r.ClosePayload()
		r.End = ipEnd
		r.Stopped = false
		r.Leaf(&Data[dataSurplus], wire.KindUnknown, r.Left(), wire.FlagRaw)
	}
	return info, c
}

// checksum checks the checksum at offset at, which guards the bytes from start
// to the end of the reader's range and the addresses of the packet.
func checksum(r *wire.Reader, f *wire.Frame, p ipPacket, start, at int, whole bool) {
	if !whole || f.Quoted || start != p.start+p.size && rerouted(r) {
		r.Problem(&problemChecksumUnchecked, at, 2, 0, 0)
		return
	}
	pseudo := Sum16(r.Data[p.start:p.start+p.size], uint64(f.IPProto)+uint64(r.End-start))
	off := ^Fold(Sum16(r.Data[start:r.End], pseudo))
	if off == 0 {
		return
	}
	switch found := wire.BE16(r.Data[at:]); {
	case found == Fold(pseudo):
		r.Problem(&problemChecksumOffloaded, at, 2, uint64(found), 0)
	case found == 0:
		r.Problem(&problemChecksumZero, at, 2, 0, 0)
	default:
		want := rightChecksum(found, off)
		if want == 0 && f.IPProto == wire.ProtoUDP {
			want = 0xffff
		}
		r.Problem(&ProblemChecksum, at, 2, uint64(found), uint64(want))
	}
}

// rerouted reports whether the headers so far have a source route or a home
// address: then checksums guard other addresses than those of the IP header
// (RFC 8200 8.1, RFC 6275).
func rerouted(r *wire.Reader) bool {
	for i := range r.Fields {
		switch f := &r.Fields[i]; f.Def {
		case &ipv4Option[0]:
			if f.Value == 0x83 || f.Value == 0x89 {
				return true
			}
		case &ipv6Extension[3]: // segments left
			if f.Value != 0 {
				return true
			}
		case &ipv6OptionData[3]:
			return true
		}
	}
	return false
}

func tcp(r *wire.Reader, f *wire.Frame, p ipPacket) (*wire.MessageInfo, wire.Confidence) {
	start := r.Pos
	g := r.Begin(&groups[groupTCP], 0)
	r.Read(tcpLayout[:])
	if r.Stopped {
		r.Done(g)
		f.Cut = true
		return &cutMessage, wire.Unlikely
	}
	b := r.Data[start:r.End]
	f.SrcPort, f.DstPort, f.Seq, f.Ack, f.TCPFlags = wire.BE16(b), wire.BE16(b[2:]), wire.BE32(b[4:]), wire.BE32(b[8:]),
		wire.BE16(b[12:])&0x1ff
	size := int(b[12]>>4) * 4
	if size < 20 {
		r.Problem(&problemTCPHeader, start+12, 2, uint64(size), 20)
		size = 20
	}
	options(r, &tcpOptions, start+size)
	r.Done(g)
	checksum(r, f, p, start, start+16, !p.fragment && !f.Cut)
	if r.Stopped {
		f.Cut = true
		return &cutMessage, wire.Unlikely
	}
	return carry(r, f, &emptyTCP)
}

// icmp reads a message of the network. An error quotes the packet that it is
// about: headers and payload of that packet are read like any other.
func icmp(r *wire.Reader, f *wire.Frame, p ipPacket) (*wire.MessageInfo, wire.Confidence) {
	start := r.Pos
	b := r.Rest()
	g := r.Begin(&groups[groupICMP], 0)
	icmpHead(r, f)
	if r.Stopped {
		r.Done(g)
		f.Cut = true
		return &cutMessage, wire.Unlikely
	}
	if f.IPVersion == 4 {
		p.size = 0 // ICMP of IPv4 guards no addresses
	}
	icmpChecksum(r, f, p, start)
	f.ICMPType, f.ICMPCode = b[0], b[1]
	r.Done(g)
	if !icmpQuotes(f) || r.Left() == 0 {
		f.Payload, f.End = r.Pos, r.End
		if n := r.Left(); n > 0 {
			r.Bytes(&icmpLayout[4], n)
		}
		return &icmpMessage, wire.Unlikely
	}
	f.Quoted, f.QuotedBy = true, f.Src
	r.Problem(&problemQuoted, r.Pos, r.Left(), uint64(r.Left()), 0)
	return ipVersion(r, f, f.IPVersion)
}

func icmpHead(r *wire.Reader, f *wire.Frame) {
	if f.IPVersion == 6 {
		kind := r.Field(&icmp6Type)
		if kind == 1 {
			r.Field(&icmp6Code)
		} else {
			r.Field(&icmpLayout[1])
		}
	} else {
		switch kind := r.Field(&icmpLayout[0]); kind {
		case 3:
			r.Field(&icmpCodes[0])
		case 11:
			r.Field(&icmpCodes[1])
		default:
			r.Field(&icmpLayout[1])
		}
	}
	r.Read(icmpLayout[2:4])
}

func icmpChecksum(r *wire.Reader, f *wire.Frame, p ipPacket, start int) {
	if p.size > 0 {
		checksum(r, f, p, start, start+2, !p.fragment && !f.Cut)
		return
	}
	if p.fragment || f.Cut {
		r.Problem(&problemChecksumUnchecked, start+2, 2, 0, 0)
		return
	}
	if off := ^Fold(Sum16(r.Data[start:r.End], 0)); off != 0 {
		found := wire.BE16(r.Data[start+2:])
		r.Problem(&ProblemChecksum, start+2, 2, uint64(found), uint64(rightChecksum(found, off)))
	}
}

// icmpQuotes reports whether an ICMP message quotes a packet.
func icmpQuotes(f *wire.Frame) bool {
	if f.IPVersion == 6 {
		return f.ICMPType >= 1 && f.ICMPType <= 4
	}
	switch f.ICMPType {
	case 3, 4, 5, 11, 12:
		return true
	}
	return false
}
