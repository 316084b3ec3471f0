package decoder

// Link headers: Ethernet (IEEE 802.3), VLAN tags (IEEE 802.1Q), LLC and SNAP
// (IEEE 802.2), Linux cooked captures (LINKTYPE_LINUX_SLL, _SLL2), loopback
// (LINKTYPE_NULL, _LOOP).

// Groups, one a header.
const (
	groupEthernet = iota
	groupVLAN
	groupLLC
	groupSLL
	groupSLL2
	groupLoopback
	groupIPv4
	groupIPv6
	groupExtension
	groupOption
	groupUDP
	groupTCP
	groupICMP
)

var frameGroups = [...]FieldDef{
	{Key: "frame.ethernet", Name: "Ethernet"},
	{Key: "frame.vlan", Name: "VLAN tag"},
	{Key: "frame.llc", Name: "LLC"},
	{Key: "frame.sll", Name: "Linux cooked capture"},
	{Key: "frame.sll2", Name: "Linux cooked capture 2"},
	{Key: "frame.loopback", Name: "Loopback"},
	{Key: "frame.ipv4", Name: "IPv4"},
	{Key: "frame.ipv6", Name: "IPv6"},
	{Key: "frame.ipv6.extension", Name: "IPv6 extension header"},
	{Key: "frame.option", Name: "Option"},
	{Key: "frame.udp", Name: "UDP"},
	{Key: "frame.tcp", Name: "TCP"},
	{Key: "frame.icmp", Name: "ICMP"},
}

// Bytes behind the headers that are no payload of a query protocol.
const (
	dataPadding = iota
	dataOther
	dataFragment
	dataSurplus
	dataBadOption
	dataOptionPadding
)

var frameData = [...]FieldDef{
	{Key: "frame.ethernet.padding", Name: "Ethernet padding", Kind: KindPadding, Source: "IEEE 802.3",
		Doc: "Fills a frame up to the shortest that Ethernet carries, 60 bytes without its check sequence. Some captures keep that sequence too: four bytes at the end."},
	{Key: "frame.payload", Name: "Payload of another protocol", Kind: KindUnknown, Doc: "The header in front of it names the protocol; it is none that carries queries."},
	{Key: "frame.fragment", Name: "Fragment data", Kind: KindBytes, Doc: "The middle or end of a packet. Its beginning, with the ports, is in the fragment of offset 0."},
	{Key: "frame.udp.surplus", Name: "Surplus bytes", Kind: KindUnknown, Doc: "Bytes that IP counts and UDP does not."},
	{Key: "frame.option.rest", Name: "Rest of the options", Kind: KindUnknown, Doc: "Bytes behind an option whose length cannot be right."},
	{Key: "frame.option.padding", Name: "Padding", Kind: KindPadding, Doc: "Fills the options up to a multiple of four bytes."},
}

var ethernetLayout = [...]FieldDef{
	{Key: "frame.ethernet.destination", Name: "Destination", Kind: KindMAC, Source: "IEEE 802.3"},
	{Key: "frame.ethernet.source", Name: "Source", Kind: KindMAC, Source: "IEEE 802.3"},
	{Key: "frame.ethernet.type", Name: "Type", Kind: KindU16BE, Symbols: &etherTypes, Source: "IEEE 802.3",
		Doc: "What follows; numbers up to 1500 are the length of what follows instead."},
}

var etherTypes = Symbols{Loose: true, List: []Symbol{
	{0x0800, "IPv4", ""}, {0x0806, "ARP", ""}, {0x0842, "wake-on-LAN", ""}, {0x8035, "RARP", ""}, {0x8100, "VLAN tag", "802.1Q"},
	{0x86dd, "IPv6", ""}, {0x8808, "flow control", ""}, {0x8847, "MPLS", ""}, {0x8863, "PPPoE discovery", ""}, {0x8864, "PPPoE session", ""},
	{0x888e, "802.1X", ""}, {0x88a8, "VLAN tag", "802.1ad, the provider's"}, {0x88cc, "LLDP", ""}, {0x88e5, "MACsec", ""}, {0x9100, "VLAN tag", "older double tagging"},
}}

var vlanLayout = [...]FieldDef{
	{Key: "frame.vlan.tag", Name: "Tag", Kind: KindU16BE, Source: "IEEE 802.1Q", Parts: []BitPart{
		{Name: "priority", Mask: 0xe000},
		{Name: "drop eligible", Mask: 0x1000},
		{Name: "VLAN", Mask: 0x0fff},
	}},
	{Key: "frame.vlan.type", Name: "Type", Kind: KindU16BE, Symbols: &etherTypes, Source: "IEEE 802.1Q"},
}

var (
	llcLayout = [...]FieldDef{
		{Key: "frame.llc.dsap", Name: "Destination service", Kind: KindU8, Symbols: &llcServices, Source: "IEEE 802.2"},
		{Key: "frame.llc.ssap", Name: "Source service", Kind: KindU8, Symbols: &llcServices, Source: "IEEE 802.2"},
		{Key: "frame.llc.control", Name: "Control", Kind: KindU8, Source: "IEEE 802.2"},
	}
	snapLayout = [...]FieldDef{
		{Key: "frame.snap.organisation", Name: "Organisation", Kind: KindU24BE, Source: "IEEE 802.2"},
		{Key: "frame.snap.type", Name: "Type", Kind: KindU16BE, Symbols: &etherTypes, Source: "IEEE 802.2"},
	}
)

var llcServices = Symbols{Loose: true, List: []Symbol{
	{0x00, "none", ""}, {0x42, "spanning tree", ""}, {0xaa, "SNAP", ""}, {0xe0, "IPX", ""}, {0xf0, "NetBIOS", ""}, {0xfe, "ISO network layer", ""}, {0xff, "global", ""},
}}

var sllLayout = [...]FieldDef{
	{Key: "frame.sll.packet_type", Name: "Packet type", Kind: KindU16BE, Symbols: &sllPacketTypes, Source: "LINKTYPE_LINUX_SLL"},
	{Key: "frame.sll.hardware", Name: "Hardware", Kind: KindU16BE, Symbols: &sllHardware, Source: "LINKTYPE_LINUX_SLL"},
	{Key: "frame.sll.address_length", Name: "Address length", Kind: KindU16BE, Source: "LINKTYPE_LINUX_SLL", Doc: "Bytes of the sender's link address; 0 when it has none."},
}

// The 8 bytes of a link address, of which as many count as its length says.
var (
	sllAddress = FieldDef{Key: "frame.sll.address", Name: "Link address", Kind: KindBytes, Source: "LINKTYPE_LINUX_SLL"}
	sllMAC     = FieldDef{Key: "frame.sll.address", Name: "Link address", Kind: KindMAC, Source: "LINKTYPE_LINUX_SLL"}
	sllUnused  = FieldDef{Key: "frame.sll.unused", Name: "Unused", Kind: KindPadding, Source: "LINKTYPE_LINUX_SLL"}
	sllType    = FieldDef{Key: "frame.sll.type", Name: "Type", Kind: KindU16BE, Symbols: &etherTypes, Source: "LINKTYPE_LINUX_SLL"}
)

var sllPacketTypes = Symbols{Loose: true, List: []Symbol{
	{0, "to this machine", ""}, {1, "broadcast", ""}, {2, "multicast", ""}, {3, "to another machine", ""}, {4, "sent by this machine", ""},
}}

var sllHardware = Symbols{Loose: true, List: []Symbol{
	{1, "Ethernet", ""}, {512, "PPP", ""}, {519, "raw IP", ""}, {768, "IP tunnel", ""}, {772, "loopback", ""}, {776, "IPv6 in IPv4", ""},
	{778, "GRE", ""}, {801, "802.11", ""}, {803, "802.11 with radiotap", ""}, {65534, "none", "a tunnel of IP packets"},
}}

var sll2Layout = [...]FieldDef{
	{Key: "frame.sll.type", Name: "Type", Kind: KindU16BE, Symbols: &etherTypes, Source: "LINKTYPE_LINUX_SLL2"},
	{Key: "frame.sll2.reserved", Name: "Reserved", Kind: KindU16BE, Source: "LINKTYPE_LINUX_SLL2"},
	{Key: "frame.sll2.interface", Name: "Interface number", Kind: KindU32BE, Source: "LINKTYPE_LINUX_SLL2"},
	{Key: "frame.sll.hardware", Name: "Hardware", Kind: KindU16BE, Symbols: &sllHardware, Source: "LINKTYPE_LINUX_SLL2"},
	{Key: "frame.sll.packet_type", Name: "Packet type", Kind: KindU8, Symbols: &sllPacketTypes, Source: "LINKTYPE_LINUX_SLL2"},
	{Key: "frame.sll.address_length", Name: "Address length", Kind: KindU8, Source: "LINKTYPE_LINUX_SLL2"},
}

// The family is in the byte order of the machine that captured (NULL), or big
// endian (LOOP); it is a small number, so its bytes tell which.
var (
	loopbackLE = FieldDef{Key: "frame.loopback.family", Name: "Family", Kind: KindU32LE, Symbols: &loopbackFamilies, Source: "LINKTYPE_NULL"}
	loopbackBE = FieldDef{Key: "frame.loopback.family", Name: "Family", Kind: KindU32BE, Symbols: &loopbackFamilies, Source: "LINKTYPE_LOOP"}
)

var loopbackFamilies = Symbols{Loose: true, List: []Symbol{
	{2, "IPv4", ""}, {7, "OSI", ""}, {10, "IPv6", "Linux"}, {23, "IPv6", "Windows"}, {24, "IPv6", "NetBSD, OpenBSD"}, {28, "IPv6", "FreeBSD"}, {30, "IPv6", "macOS"},
}}

// link reads the headers in front of IP, then what they name.
func (r *reader) link(f *Frame) (*MessageInfo, Confidence) {
	switch f.Link {
	case LinkEthernet:
		return r.ethernet(f)
	case LinkSLL:
		g := r.begin(&frameGroups[groupSLL], 0)
		r.header(sllLayout[:], 6)
		r.linkAddress(int(r.last()))
		f.EtherType = uint16(r.field(&sllType))
		r.done(g)
		return r.network(f)
	case LinkSLL2:
		g := r.begin(&frameGroups[groupSLL2], 0)
		if r.left() >= 2 {
			f.EtherType = be16(r.rest())
		}
		r.header(sll2Layout[:], 12)
		r.linkAddress(int(r.last()))
		r.done(g)
		return r.network(f)
	case LinkLoopback:
		g := r.begin(&frameGroups[groupLoopback], 0)
		d := &loopbackLE
		if r.peek(0)|r.peek(1) == 0 {
			d = &loopbackBE
		}
		family := r.field(d)
		r.done(g)
		if s := loopbackFamilies.Lookup(family); r.stopped || s != nil && (s.Name == "IPv4" || s.Name == "IPv6") {
			return r.ip(f)
		}
		return r.other(f, &frameOtherMessage)
	}
	return r.ip(f)
}

// last returns the value of the field that was read last.
func (r *reader) last() uint64 {
	if r.stopped || len(r.fields) == 0 {
		return 0
	}
	return r.fields[len(r.fields)-1].Value
}

// linkAddress reads the 8 bytes that hold an address of n bytes.
func (r *reader) linkAddress(n int) {
	switch {
	case n == 6:
		r.field(&sllMAC)
	case n > 0:
		n = min(n, 8)
		r.bytes(&sllAddress, n)
	}
	if n < 8 {
		r.bytes(&sllUnused, 8-n)
	}
}

func (r *reader) ethernet(f *Frame) (*MessageInfo, Confidence) {
	g := r.begin(&frameGroups[groupEthernet], 0)
	r.header(ethernetLayout[:], 14)
	f.EtherType = uint16(r.last())
	r.done(g)
	for n := 0; !r.stopped && vlanType(f.EtherType); n++ {
		g := r.begin(&frameGroups[groupVLAN], n)
		tag := r.field(&vlanLayout[0])
		f.EtherType = uint16(r.field(&vlanLayout[1]))
		r.done(g)
		if r.stopped {
			break
		}
		if int(f.VLANCount) < len(f.VLAN) {
			f.VLAN[f.VLANCount] = uint16(tag & 0xfff)
		}
		if f.VLANCount < 255 {
			f.VLANCount++
		}
	}
	if !r.stopped && f.EtherType <= 1500 {
		return r.ethernet8023(f)
	}
	return r.network(f)
}

func vlanType(t uint16) bool { return t == 0x8100 || t == 0x88a8 || t == 0x9100 }

// ethernet8023 reads a frame whose type is a length: LLC follows, and with
// SNAP a type after all.
func (r *reader) ethernet8023(f *Frame) (*MessageInfo, Confidence) {
	length := int(f.EtherType)
	at := r.fields[len(r.fields)-1]
	r.problem(&problem8023, int(at.Offset), int(at.Length), uint64(length), 0)
	if length > r.left() {
		r.problem(&problemFrameCut, int(at.Offset), int(at.Length), uint64(length), uint64(r.left()))
		f.Cut = true
	} else {
		r.end = r.pos + length
	}
	g := r.begin(&frameGroups[groupLLC], 0)
	snap := r.peek(0) == 0xaa && r.peek(1) == 0xaa && r.peek(2) == 3
	r.header(llcLayout[:], 3)
	if snap {
		organisation := r.field(&snapLayout[0])
		f.EtherType = uint16(r.field(&snapLayout[1]))
		snap = organisation == 0
	}
	r.done(g)
	if snap && !r.stopped {
		return r.network(f)
	}
	return r.rest8023(f)
}

func (r *reader) rest8023(f *Frame) (*MessageInfo, Confidence) {
	if r.stopped {
		return &frameCutMessage, Unlikely
	}
	return r.other(f, &frame8023Message)
}

// network reads what an EtherType names.
func (r *reader) network(f *Frame) (*MessageInfo, Confidence) {
	switch {
	case r.stopped:
		return &frameCutMessage, Unlikely
	case f.EtherType == 0x0800:
		return r.ipVersion(f, 4)
	case f.EtherType == 0x86dd:
		return r.ipVersion(f, 6)
	case f.EtherType == 0x0806:
		return r.other(f, &frameARPMessage)
	}
	return r.other(f, &frameOtherMessage)
}
