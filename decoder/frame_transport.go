package decoder

// UDP (RFC 768), TCP (RFC 9293), ICMP (RFC 792, RFC 4443).

var udpLayout = [...]FieldDef{
	{Key: "frame.udp.source", Name: "Source port", Kind: KindU16BE, Source: "RFC 768"},
	{Key: "frame.udp.destination", Name: "Destination port", Kind: KindU16BE, Source: "RFC 768"},
	{Key: "frame.udp.length", Name: "Length", Kind: KindU16BE, Source: "RFC 768", Doc: "Bytes of the datagram, this header of 8 included."},
	{Key: "frame.udp.checksum", Name: "Checksum", Kind: KindU16BE, Role: RoleChecksum, Source: "RFC 768", Doc: "Guards header, payload and addresses; 0 when it is not used."},
}

var tcpLayout = [...]FieldDef{
	{Key: "frame.tcp.source", Name: "Source port", Kind: KindU16BE, Source: "RFC 9293 3.1"},
	{Key: "frame.tcp.destination", Name: "Destination port", Kind: KindU16BE, Source: "RFC 9293 3.1"},
	{Key: "frame.tcp.sequence", Name: "Sequence number", Kind: KindU32BE, Source: "RFC 9293 3.1"},
	{Key: "frame.tcp.acknowledgement", Name: "Acknowledgement number", Kind: KindU32BE, Source: "RFC 9293 3.1"},
	{Key: "frame.tcp.flags", Name: "Header length and flags", Kind: KindU16BE, Source: "RFC 9293 3.1", Parts: []BitPart{
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
	{Key: "frame.tcp.window", Name: "Window", Kind: KindU16BE, Source: "RFC 9293 3.1"},
	{Key: "frame.tcp.checksum", Name: "Checksum", Kind: KindU16BE, Role: RoleChecksum, Source: "RFC 9293 3.1", Doc: "Guards header, payload and addresses."},
	{Key: "frame.tcp.urgent", Name: "Urgent pointer", Kind: KindU16BE, Source: "RFC 9293 3.1"},
}

var icmpLayout = [...]FieldDef{
	{Key: "frame.icmp.type", Name: "Type", Kind: KindU8, Symbols: &icmpTypes, Source: "RFC 792"},
	{Key: "frame.icmp.code", Name: "Code", Kind: KindU8, Source: "RFC 792"},
	{Key: "frame.icmp.checksum", Name: "Checksum", Kind: KindU16BE, Role: RoleChecksum, Source: "RFC 792"},
	{Key: "frame.icmp.rest", Name: "Rest of the header", Kind: KindU32BE, Source: "RFC 792", Doc: "Depends on the type: an echo's number, the largest packet that fits, nothing."},
	{Key: "frame.icmp.data", Name: "Data", Kind: KindBytes, Source: "RFC 792"},
}

var icmpTypes = Symbols{Loose: true, List: []Symbol{
	{0, "echo reply", ""}, {3, "destination unreachable", ""}, {4, "source quench", ""}, {5, "redirect", ""}, {8, "echo request", ""},
	{9, "router advertisement", ""}, {10, "router solicitation", ""}, {11, "time exceeded", ""}, {12, "parameter problem", ""}, {13, "timestamp request", ""}, {14, "timestamp reply", ""},
}}

// The code of an unreachable destination or an exceeded time has names.
var icmpCodes = [2]FieldDef{
	{Key: "frame.icmp.code", Name: "Code", Kind: KindU8, Source: "RFC 792", Symbols: &Symbols{Loose: true, List: []Symbol{
		{0, "network unreachable", ""}, {1, "host unreachable", ""}, {2, "protocol unreachable", ""}, {3, "port unreachable", "nobody listens there"},
		{4, "fragmentation needed", ""}, {5, "source route failed", ""}, {6, "network unknown", ""}, {7, "host unknown", ""}, {9, "network forbidden", ""},
		{10, "host forbidden", ""}, {13, "forbidden by a filter", ""},
	}}},
	{Key: "frame.icmp.code", Name: "Code", Kind: KindU8, Source: "RFC 792", Symbols: &Symbols{Loose: true, List: []Symbol{
		{0, "on the way", ""}, {1, "waiting for fragments", ""},
	}}},
}

var (
	icmp6Type = FieldDef{Key: "frame.icmp.type", Name: "Type", Kind: KindU8, Source: "RFC 4443", Symbols: &Symbols{Loose: true, List: []Symbol{
		{1, "destination unreachable", ""}, {2, "packet too big", ""}, {3, "time exceeded", ""}, {4, "parameter problem", ""}, {128, "echo request", ""}, {129, "echo reply", ""},
		{130, "multicast query", ""}, {131, "multicast report", ""}, {132, "multicast done", ""}, {133, "router solicitation", ""}, {134, "router advertisement", ""},
		{135, "neighbour solicitation", ""}, {136, "neighbour advertisement", ""}, {137, "redirect", ""}, {143, "multicast report 2", ""},
	}}}
	icmp6Code = FieldDef{Key: "frame.icmp.code", Name: "Code", Kind: KindU8, Source: "RFC 4443", Symbols: &Symbols{Loose: true, List: []Symbol{
		{0, "no route", ""}, {1, "forbidden by a filter", ""}, {2, "beyond scope", ""}, {3, "address unreachable", ""}, {4, "port unreachable", "nobody listens there"},
		{5, "source address refused", ""}, {6, "route rejected", ""},
	}}}
)

// transport reads what IP carries.
func (r *reader) transport(f *Frame, p ipPacket) (*MessageInfo, Confidence) {
	if f.FragOffset > 0 {
		f.Payload, f.End = r.pos, r.end
		r.problem(&problemFragment, r.pos, r.left(), uint64(f.FragOffset), 0)
		if r.left() > 0 {
			r.bytes(&frameData[dataFragment], r.left())
		}
		return &framePartMessage, Unlikely
	}
	if p.fragment {
		r.problem(&problemFirstFragment, r.pos, r.left(), 0, 0)
	}
	switch f.IPProto {
	case ProtoUDP:
		return r.udp(f, p)
	case ProtoTCP:
		return r.tcp(f, p)
	case ProtoICMP, ProtoICMPv6:
		if (f.IPProto == ProtoICMPv6) == (f.IPVersion == 6) && !f.Quoted {
			return r.icmp(f, p)
		}
	}
	return r.other(f, &frameOtherMessage)
}

func (r *reader) udp(f *Frame, p ipPacket) (*MessageInfo, Confidence) {
	start, ipEnd := r.pos, r.end
	g := r.begin(&frameGroups[groupUDP], 0)
	r.header(udpLayout[:], 8)
	r.done(g)
	if r.stopped {
		f.Cut = true
		return &frameCutMessage, Unlikely
	}
	b := r.data[start:r.end]
	f.SrcPort, f.DstPort = be16(b), be16(b[2:])
	length := int(be16(b[4:]))
	whole := !p.fragment && !f.Cut
	switch {
	case length == 0 && len(b) > 0xffff: // a jumbogram (RFC 2675)
	case length < 8:
		r.problem(&problemUDPLength, start+4, 2, uint64(length), uint64(len(b)))
	case length > len(b):
		if whole {
			r.problem(&problemUDPLength, start+4, 2, uint64(length), uint64(len(b)))
		}
		whole = false
	default:
		if length < len(b) {
			r.problem(&problemUDPLength, start+4, 2, uint64(length), uint64(len(b)))
		}
		whole = whole || !p.fragment && !f.Quoted
		r.end = start + length
	}
	sum := be16(b[6:])
	switch {
	case sum == 0 && f.IPVersion == 4:
		r.problem(&problemChecksumUnused, start+6, 2, 0, 0)
	case sum == 0:
		r.problem(&problemChecksumMissing, start+6, 2, 0, 0)
	default:
		r.checksum(f, p, start, start+6, whole)
	}
	info, c := r.carry(f, &frameEmptyUDP)
	if r.end < ipEnd {
		r.settle()
		r.end = ipEnd
		r.stopped = false
		r.leaf(&frameData[dataSurplus], KindUnknown, r.left(), MarkRaw)
	}
	return info, c
}

// checksum checks the checksum at offset at, which guards the bytes from start
// to the end of the reader's range and the addresses of the packet.
func (r *reader) checksum(f *Frame, p ipPacket, start, at int, whole bool) {
	if !whole || f.Quoted || start != p.start+p.size && r.rerouted() {
		r.problem(&problemChecksumUnchecked, at, 2, 0, 0)
		return
	}
	pseudo := sum16(r.data[p.start:p.start+p.size], uint64(f.IPProto)+uint64(r.end-start))
	off := ^fold(sum16(r.data[start:r.end], pseudo))
	if off == 0 {
		return
	}
	switch found := be16(r.data[at:]); {
	case found == fold(pseudo):
		r.problem(&problemChecksumOffloaded, at, 2, uint64(found), 0)
	case found == 0:
		r.problem(&problemChecksumZero, at, 2, 0, 0)
	default:
		want := rightChecksum(found, off)
		if want == 0 && f.IPProto == ProtoUDP {
			want = 0xffff
		}
		r.problem(&problemChecksum, at, 2, uint64(found), uint64(want))
	}
}

// rerouted reports whether the headers so far have a source route or a home
// address: then checksums guard other addresses than those of the IP header
// (RFC 8200 8.1, RFC 6275).
func (r *reader) rerouted() bool {
	for i := range r.fields {
		switch f := &r.fields[i]; f.Def {
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

func (r *reader) tcp(f *Frame, p ipPacket) (*MessageInfo, Confidence) {
	start := r.pos
	g := r.begin(&frameGroups[groupTCP], 0)
	r.header(tcpLayout[:], 20)
	if r.stopped {
		r.done(g)
		f.Cut = true
		return &frameCutMessage, Unlikely
	}
	b := r.data[start:r.end]
	f.SrcPort, f.DstPort, f.Seq, f.Ack, f.TCPFlags = be16(b), be16(b[2:]), be32(b[4:]), be32(b[8:]), be16(b[12:])&0x1ff
	size := int(b[12]>>4) * 4
	if size < 20 {
		r.problem(&problemTCPHeader, start+12, 2, uint64(size), 20)
		size = 20
	}
	r.options(&tcpOptions, start+size)
	r.done(g)
	r.checksum(f, p, start, start+16, !p.fragment && !f.Cut)
	if r.stopped {
		f.Cut = true
		return &frameCutMessage, Unlikely
	}
	return r.carry(f, &frameEmptyTCP)
}

// icmp reads a message of the network. An error quotes the packet that it is
// about: headers and payload of that packet are read like any other.
func (r *reader) icmp(f *Frame, p ipPacket) (*MessageInfo, Confidence) {
	start := r.pos
	b := r.rest()
	g := r.begin(&frameGroups[groupICMP], 0)
	r.icmpHead(f)
	if r.stopped {
		r.done(g)
		f.Cut = true
		return &frameCutMessage, Unlikely
	}
	if f.IPVersion == 4 {
		p.size = 0 // ICMP of IPv4 guards no addresses
	}
	r.icmpChecksum(f, p, start)
	f.ICMPType, f.ICMPCode = b[0], b[1]
	r.done(g)
	if !icmpQuotes(f) || r.left() == 0 {
		f.Payload, f.End = r.pos, r.end
		if n := r.left(); n > 0 {
			r.bytes(&icmpLayout[4], n)
		}
		return &frameICMPMessage, Unlikely
	}
	f.Quoted, f.QuotedBy = true, f.Src
	r.problem(&problemQuoted, r.pos, r.left(), uint64(r.left()), 0)
	return r.ipVersion(f, f.IPVersion)
}

func (r *reader) icmpHead(f *Frame) {
	if f.IPVersion == 6 {
		kind := r.field(&icmp6Type)
		if kind == 1 {
			r.field(&icmp6Code)
		} else {
			r.field(&icmpLayout[1])
		}
	} else {
		switch kind := r.field(&icmpLayout[0]); kind {
		case 3:
			r.field(&icmpCodes[0])
		case 11:
			r.field(&icmpCodes[1])
		default:
			r.field(&icmpLayout[1])
		}
	}
	r.read(icmpLayout[2:4])
}

func (r *reader) icmpChecksum(f *Frame, p ipPacket, start int) {
	if p.size > 0 {
		r.checksum(f, p, start, start+2, !p.fragment && !f.Cut)
		return
	}
	if p.fragment || f.Cut {
		r.problem(&problemChecksumUnchecked, start+2, 2, 0, 0)
		return
	}
	if off := ^fold(sum16(r.data[start:r.end], 0)); off != 0 {
		found := be16(r.data[start+2:])
		r.problem(&problemChecksum, start+2, 2, uint64(found), uint64(rightChecksum(found, off)))
	}
}

// icmpQuotes reports whether an ICMP message quotes a packet.
func icmpQuotes(f *Frame) bool {
	if f.IPVersion == 6 {
		return f.ICMPType >= 1 && f.ICMPType <= 4
	}
	switch f.ICMPType {
	case 3, 4, 5, 11, 12:
		return true
	}
	return false
}
