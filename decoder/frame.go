package decoder

// The headers around a payload: the link's own, VLAN tags, IPv4 or IPv6, UDP
// or TCP. All numbers are big endian, save the family of a loopback header.
// Each header is a group of its own; the payload's fields follow at depth 0,
// as if it had come alone.

// Link is the kind of frame around a payload.
type Link uint8

// The links.
const (
	LinkAuto     Link = iota // found out from the bytes
	LinkNone                 // no frame: the bytes are the payload
	LinkEthernet             // Ethernet II or 802.3, with any number of VLAN tags
	LinkSLL                  // Linux cooked capture, version 1
	LinkSLL2                 // Linux cooked capture, version 2
	LinkLoopback             // BSD loopback: a family in either byte order, then IP
	LinkRawIP                // IPv4 or IPv6 without anything in front
	linkCount
)

var linkNames = [linkCount]string{"auto", "none", "ethernet", "sll", "sll2", "loopback", "ip"}

func (l Link) String() string {
	if l < linkCount {
		return linkNames[l]
	}
	return "invalid"
}

// LinkByName returns the link with the given name.
func LinkByName(name string) (Link, bool) {
	for i, n := range linkNames {
		if n == name {
			return Link(i), true
		}
	}
	return LinkAuto, false
}

// LinkFromPcap returns the link for a link type as capture files number them
// (LINKTYPE_ values of pcap and pcapng; the raw IP numbers 12 and 14 of some
// systems as well). ok is false for links that cannot be read.
func LinkFromPcap(linktype int) (l Link, ok bool) {
	switch linktype {
	case 0, 108: // NULL, LOOP
		return LinkLoopback, true
	case 1:
		return LinkEthernet, true
	case 12, 14, 101, 228, 229: // RAW, IPV4, IPV6
		return LinkRawIP, true
	case 113:
		return LinkSLL, true
	case 276:
		return LinkSLL2, true
	}
	return LinkNone, false
}

// IP protocols that a frame is read beyond.
const (
	ProtoICMP   = 1
	ProtoTCP    = 6
	ProtoUDP    = 17
	ProtoICMPv6 = 58
)

// Flags of [Frame.TCPFlags].
const (
	TCPFin = 1 << iota
	TCPSyn
	TCPRst
	TCPPsh
	TCPAck
	TCPUrg
)

// An Addr is an IPv4 or IPv6 address. It can be compared and be the key of a map.
type Addr struct {
	Bytes  [16]byte // network order, in front
	Length uint8    // 4 or 16; 0 for no address
}

// addr returns the address in b, 4 or 16 bytes.
func addr(b []byte) Addr {
	a := Addr{Length: uint8(len(b))}
	copy(a.Bytes[:], b)
	return a
}

// Slice returns the bytes of a, empty for no address.
func (a *Addr) Slice() []byte { return a.Bytes[:a.Length] }

// String returns a in the usual form, "" for no address.
func (a Addr) String() string {
	switch a.Length {
	case 4:
		return string(AppendIPv4(nil, a.Bytes[:4]))
	case 16:
		return string(AppendIPv6(nil, a.Bytes[:]))
	}
	return ""
}

// Frame holds what the headers around a payload say. What a header says is
// valid when that header was there and whole; otherwise it is zero.
type Frame struct {
	Link    Link // LinkNone without a frame, and then only Payload and End mean something
	Payload int  // offset of the payload: the first byte behind the last header that was understood
	End     int  // offset of the first byte behind the payload; Ethernet padding may follow

	EtherType uint16    // of the innermost VLAN tag; with Ethernet, SLL and SLL2
	VLANCount uint8     // VLAN tags, outermost first; those beyond the length of VLAN are only counted
	VLAN      [4]uint16 // VLAN ids, 0 to 4095

	IPVersion uint8 // 4 or 6; 0 without an IP header
	IPProto   uint8 // what follows the IP headers, such as ProtoUDP; valid with IPVersion
	Src, Dst  Addr  // valid with IPVersion

	// Fragments: valid with IPVersion; a whole packet has offset 0 and no More.
	// Fragments of one packet share Src, Dst, IPProto and FragID.
	FragID     uint32
	FragOffset uint32 // bytes; above 0 the payload is the middle of something and is not decoded
	FragMore   bool   // this is not the last fragment

	SrcPort, DstPort uint16 // valid when IPProto is UDP or TCP and FragOffset is 0

	// TCP: valid when IPProto is ProtoTCP and FragOffset is 0.
	Seq, Ack uint32
	TCPFlags uint16 // TCPFin and so on

	Cut bool // the frame has fewer bytes than its headers say

	// An ICMP error quotes the packet that it is about. Then Src, Dst and all
	// that follows from IPVersion on are those of the quoted packet, and these
	// are valid.
	Quoted             bool
	QuotedBy           Addr // who sent the ICMP error
	ICMPType, ICMPCode uint8
}

// Messages of frames whose payload is no query of any kind.
var (
	frameCutMessage   = MessageInfo{Name: "cut frame", Doc: "A frame that ends within its headers."}
	frameOtherMessage = MessageInfo{Name: "frame of another protocol", Doc: "A frame that carries neither UDP nor TCP."}
	frameARPMessage   = MessageInfo{Name: "ARP packet", Doc: "Asks or says which Ethernet address belongs to an IPv4 address."}
	frame8023Message  = MessageInfo{Name: "802.3 frame", Doc: "A frame with a length in place of a type; it carries no IP."}
	frameICMPMessage  = MessageInfo{Name: "ICMP message", Doc: "An error report or an echo of the network itself."}
	framePartMessage  = MessageInfo{Name: "IP fragment", Doc: "The middle or end of a packet whose beginning is in another frame."}
	frameEmptyUDP     = MessageInfo{Name: "empty UDP datagram", Doc: "A UDP header and nothing behind it."}
	frameEmptyTCP     = MessageInfo{Name: "TCP segment without data", Doc: "Opens, acknowledges or closes a connection."}
)

// frameMessages, frameProblems and frameLayouts list what the frame files
// define, for explain.
var frameMessages = []*MessageInfo{
	&frameCutMessage, &frameOtherMessage, &frameARPMessage, &frame8023Message, &frameICMPMessage, &framePartMessage,
	&frameEmptyUDP, &frameEmptyTCP,
}

func frameLayouts() []layout {
	return []layout{
		frameGroups[:], ethernetLayout[:], vlanLayout[:], llcLayout[:], snapLayout[:], sllLayout[:], sll2Layout[:], {sllAddress, sllMAC, sllUnused},
		{loopbackLE, loopbackBE}, ipv4Layout[:], ipv4Option[:], ipv4OptionData[:], ipv6Layout[:], ipv6Extension[:], ipv6Fragment[:], ipv6Option[:], ipv6OptionData[:],
		ipv6AHLayout[:], udpLayout[:], tcpLayout[:], tcpOption[:], tcpOptionData[:], icmpLayout[:],
		icmpCodes[:], {icmp6Type, icmp6Code}, frameData[:],
	}
}

// frame reads the headers and then the payload.
func (r *reader) frame(f *Frame) (*MessageInfo, Confidence) {
	info, c := r.link(f)
	// The payload has ended; what follows belongs to the link.
	r.settle()
	if f.Payload == 0 {
		f.Payload = r.pos
	}
	if f.End == 0 {
		f.End = r.end
	}
	if r.end == len(r.data) {
		return info, c
	}
	r.end, r.stopped = len(r.data), false
	if f.Link == LinkEthernet {
		r.add(&frameData[dataPadding], KindPadding, r.left(), 0)
	}
	return info, c
}

// carry decodes the payload of a datagram or stream.
func (r *reader) carry(f *Frame, empty *MessageInfo) (*MessageInfo, Confidence) {
	f.Payload, f.End = r.pos, r.end
	if r.left() == 0 {
		return empty, Unlikely
	}
	r.opts.SrcPort, r.opts.DstPort = f.SrcPort, f.DstPort
	r.opts.Stream = f.IPProto == ProtoTCP
	info, c := r.carried(r)
	r.end = f.End
	return info, c
}

// other records the rest as what a header names and nobody here reads.
func (r *reader) other(f *Frame, info *MessageInfo) (*MessageInfo, Confidence) {
	f.Payload, f.End = r.pos, r.end
	if n := r.left(); n > 0 {
		r.problem(&problemFrameOther, r.pos, n, uint64(n), 0)
		r.leaf(&frameData[dataOther], KindUnknown, n, MarkRaw)
	}
	return info, Unlikely
}

// header reads a run of fixed-size fields, size bytes together, at once: big
// endian numbers of 1, 2 and 4 bytes, and addresses.
func (r *reader) header(l layout, size int) {
	if r.stopped || r.end-r.pos < size {
		r.read(l)
		return
	}
	n := len(r.fields)
	if cap(r.fields)-n < len(l) {
		r.fields = append(r.fields, make([]Field, len(l))...)
	} else {
		r.fields = r.fields[:n+len(l)]
	}
	fields := r.fields[n:]
	at := r.pos
	for i := range fields {
		d, f := &l[i], &fields[i]
		length := uint32(kindSizes[d.Kind])
		var v uint64
		switch length {
		case 1:
			v = uint64(r.data[at])
		case 2:
			v = uint64(be16(r.data[at:]))
		case 4:
			v = uint64(be32(r.data[at:]))
		}
		f.Def, f.Value = d, v
		f.Offset, f.Length = uint32(at), length
		f.Kind, f.Depth, f.Lead, f.Trail, f.Marks = d.Kind, r.depth, 0, 0, r.marks
		at += int(length)
	}
	r.pos = at
}

// be16 and be32 read numbers that a header was found to hold.
