package frame

import "fragscope/decoder/wire"

// Link headers: Ethernet (IEEE 802.3), VLAN tags (IEEE 802.1Q), LLC and SNAP
// (IEEE 802.2), Linux cooked captures (LINKTYPE_LINUX_SLL, _SLL2), loopback
// (LINKTYPE_NULL, _LOOP).

// Groups, one for each header.
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

var groups = [...]wire.FieldDef{
	{Key: "ethernet", Name: "Ethernet"},
	{Key: "vlan", Name: "VLAN tag"},
	{Key: "llc", Name: "LLC"},
	{Key: "sll", Name: "Linux cooked capture"},
	{Key: "sll2", Name: "Linux cooked capture 2"},
	{Key: "loopback", Name: "Loopback"},
	{Key: "ipv4", Name: "IPv4"},
	{Key: "ipv6", Name: "IPv6"},
	{Key: "ipv6.extension", Name: "IPv6 extension header"},
	{Key: "option", Name: "Option"},
	{Key: "udp", Name: "UDP"},
	{Key: "tcp", Name: "TCP"},
	{Key: "icmp", Name: "ICMP"},
}

// Bytes after the headers that are no payload of a query protocol.
const (
	DataPadding = iota
	dataOther
	dataFragment
	dataSurplus
	dataBadOption
	dataOptionPadding
)

// Data are the bytes of a frame that is not read further.
var Data = [...]wire.FieldDef{
	{Key: "ethernet.padding", Name: "Ethernet padding", Kind: wire.KindPadding, Source: "IEEE 802.3",
		Doc: "Fills a frame up to the shortest that Ethernet carries, 60 bytes without its check sequence. Some captures " +
			"keep that sequence too: four bytes at the end."},
	{Key: "payload", Name: "Payload of another protocol", Kind: wire.KindUnknown,
		Doc: "The header in front of it names the protocol; it is none that carries queries."},
	{Key: "fragment", Name: "Fragment data", Kind: wire.KindBytes,
		Doc: "The middle or end of a packet. Its beginning, with the ports, is in the fragment of offset 0."},
	{Key: "udp.surplus", Name: "Surplus bytes", Kind: wire.KindUnknown, Doc: "Bytes that IP counts and UDP does not."},
	{Key: "option.rest", Name: "Rest of the options", Kind: wire.KindUnknown,
		Doc: "Bytes after an option whose length is invalid."},
	{Key: "option.padding", Name: "Padding", Kind: wire.KindPadding,
		Doc: "Fills the options up to a multiple of four bytes."},
}

// EthernetLayout is an Ethernet II header.
var EthernetLayout = [...]wire.FieldDef{
	{Key: "destination", Name: "Destination", Kind: wire.KindMAC},
	{Key: "source", Name: "Source", Kind: wire.KindMAC},
	{Key: "type", Name: "Type", Kind: wire.KindU16BE, Symbols: &etherTypes,
		Doc: "What follows; numbers up to 1500 are the length of what follows instead."},
}

var etherTypes = wire.Symbols{Loose: true, List: []wire.Symbol{
	{Value: 0x0800, Name: "IPv4"}, {Value: 0x0806, Name: "ARP"}, {Value: 0x0842, Name: "wake-on-LAN"},
	{Value: 0x8035, Name: "RARP"}, {Value: 0x8100, Name: "VLAN tag", Doc: "802.1Q"},
	{Value: 0x86dd, Name: "IPv6"}, {Value: 0x8808, Name: "flow control"}, {Value: 0x8847, Name: "MPLS"},
	{Value: 0x8863, Name: "PPPoE discovery"}, {Value: 0x8864, Name: "PPPoE session"},
	{Value: 0x888e, Name: "802.1X"}, {Value: 0x88a8, Name: "VLAN tag", Doc: "802.1ad, the provider's"},
	{Value: 0x88cc, Name: "LLDP"}, {Value: 0x88e5, Name: "MACsec"},
	{Value: 0x9100, Name: "VLAN tag", Doc: "older double tagging"},
}}

// VlanLayout is a VLAN tag (IEEE 802.1Q).
var VlanLayout = [...]wire.FieldDef{
	{Key: "tag", Name: "Tag", Kind: wire.KindU16BE, Parts: []wire.BitPart{
		{Name: "priority", Mask: 0xe000},
		{Name: "drop eligible", Mask: 0x1000},
		{Name: "VLAN", Mask: 0x0fff},
	}},
	{Key: "type", Name: "Type", Kind: wire.KindU16BE, Symbols: &etherTypes},
}

var (
	llcLayout = [...]wire.FieldDef{
		{Key: "llc.dsap", Name: "Destination service", Kind: wire.KindU8, Symbols: &llcServices},
		{Key: "llc.ssap", Name: "Source service", Kind: wire.KindU8, Symbols: &llcServices},
		{Key: "llc.control", Name: "Control", Kind: wire.KindU8},
	}
	snapLayout = [...]wire.FieldDef{
		{Key: "snap.organisation", Name: "Organisation", Kind: wire.KindU24BE},
		{Key: "snap.type", Name: "Type", Kind: wire.KindU16BE, Symbols: &etherTypes},
	}
)

var llcServices = wire.Symbols{Loose: true, List: []wire.Symbol{
	{Value: 0x00, Name: "none"}, {Value: 0x42, Name: "spanning tree"}, {Value: 0xaa, Name: "SNAP"},
	{Value: 0xe0, Name: "IPX"}, {Value: 0xf0, Name: "NetBIOS"}, {Value: 0xfe, Name: "ISO network layer"},
	{Value: 0xff, Name: "global"},
}}

var sllLayout = [...]wire.FieldDef{
	{Key: "packet_type", Name: "Packet type", Kind: wire.KindU16BE, Symbols: &sllPacketTypes},
	{Key: "hardware", Name: "Hardware", Kind: wire.KindU16BE, Symbols: &sllHardware},
	{Key: "address_length", Name: "Address length", Kind: wire.KindU16BE,
		Doc: "Bytes of the sender's link address; 0 when it has none."},
}

// The 8 bytes of a link address, of which its length says how many count.
var (
	sllAddress = wire.FieldDef{Key: "address", Name: "Link address", Kind: wire.KindBytes}
	sllMAC     = wire.FieldDef{Key: "address", Name: "Link address", Kind: wire.KindMAC}
	sllUnused  = wire.FieldDef{Key: "unused", Name: "Unused", Kind: wire.KindPadding}
	sllType    = wire.FieldDef{Key: "type", Name: "Type", Kind: wire.KindU16BE, Symbols: &etherTypes}
)

var sllPacketTypes = wire.Symbols{Loose: true, List: []wire.Symbol{
	{Value: 0, Name: "to this machine"}, {Value: 1, Name: "broadcast"}, {Value: 2, Name: "multicast"},
	{Value: 3, Name: "to another machine"}, {Value: 4, Name: "sent by this machine"},
}}

var sllHardware = wire.Symbols{Loose: true, List: []wire.Symbol{
	{Value: 1, Name: "Ethernet"}, {Value: 512, Name: "PPP"}, {Value: 519, Name: "raw IP"}, {Value: 768, Name: "IP tunnel"},
	{Value: 772, Name: "loopback"}, {Value: 776, Name: "IPv6 in IPv4"},
	{Value: 778, Name: "GRE"}, {Value: 801, Name: "802.11"}, {Value: 803, Name: "802.11 with radiotap"},
	{Value: 65534, Name: "none", Doc: "a tunnel of IP packets"},
}}

var sll2Layout = [...]wire.FieldDef{
	{Key: "sll.type", Name: "Type", Kind: wire.KindU16BE, Symbols: &etherTypes},
	{Key: "sll2.reserved", Name: "Reserved", Kind: wire.KindU16BE},
	{Key: "sll2.interface", Name: "Interface number", Kind: wire.KindU32BE},
	{Key: "sll.hardware", Name: "Hardware", Kind: wire.KindU16BE, Symbols: &sllHardware},
	{Key: "sll.packet_type", Name: "Packet type", Kind: wire.KindU8, Symbols: &sllPacketTypes},
	{Key: "sll.address_length", Name: "Address length", Kind: wire.KindU8},
}

// The family is in the byte order of the machine that captured (NULL), or big
// endian (LOOP); it is a small number, so its bytes show which.
var (
	loopbackLE = wire.FieldDef{Key: "family", Name: "Family", Kind: wire.KindU32LE, Symbols: &LoopbackFamilies}
	loopbackBE = wire.FieldDef{Key: "family", Name: "Family", Kind: wire.KindU32BE, Symbols: &LoopbackFamilies}
)

// LoopbackFamilies are the address families that systems write before a loopback packet.
var LoopbackFamilies = wire.Symbols{Loose: true, List: []wire.Symbol{
	{Value: 2, Name: "IPv4"}, {Value: 7, Name: "OSI"}, {Value: 10, Name: "IPv6", Doc: "Linux"},
	{Value: 23, Name: "IPv6", Doc: "Windows"}, {Value: 24, Name: "IPv6", Doc: "NetBSD, OpenBSD"},
	{Value: 28, Name: "IPv6", Doc: "FreeBSD"}, {Value: 30, Name: "IPv6", Doc: "macOS"},
}}

// link reads the headers before IP, then what they name.
func link(r *wire.Reader, f *wire.Frame) (*wire.MessageInfo, wire.Confidence) {
	switch f.Link {
	case wire.LinkEthernet:
		return ethernet(r, f)
	case wire.LinkSLL:
		g := r.Begin(&groups[groupSLL], 0)
		r.Read(sllLayout[:])
		linkAddress(r, int(last(r)))
		f.EtherType = uint16(r.Field(&sllType))
		r.Done(g)
		return network(r, f)
	case wire.LinkSLL2:
		g := r.Begin(&groups[groupSLL2], 0)
		if r.Left() >= 2 {
			f.EtherType = wire.BE16(r.Rest())
		}
		r.Read(sll2Layout[:])
		linkAddress(r, int(last(r)))
		r.Done(g)
		return network(r, f)
	case wire.LinkLoopback:
		g := r.Begin(&groups[groupLoopback], 0)
		d := &loopbackLE
		if r.Peek(0)|r.Peek(1) == 0 {
			d = &loopbackBE
		}
		family := r.Field(d)
		r.Done(g)
		if s := LoopbackFamilies.Lookup(family); r.Stopped || s != nil && (s.Name == "IPv4" || s.Name == "IPv6") {
			return ip(r, f)
		}
		return other(r, f, &otherMessage)
	}
	return ip(r, f)
}

// last returns the value of the field that was read last.
func last(r *wire.Reader) uint64 {
	if r.Stopped || len(r.Fields) == 0 {
		return 0
	}
	return r.Fields[len(r.Fields)-1].Value
}

// linkAddress reads the 8 bytes that hold an address of n bytes.
func linkAddress(r *wire.Reader, n int) {
	switch {
	case n == 6:
		r.Field(&sllMAC)
	case n > 0:
		n = min(n, 8)
		r.Bytes(&sllAddress, n)
	}
	if n < 8 {
		r.Bytes(&sllUnused, 8-n)
	}
}

func ethernet(r *wire.Reader, f *wire.Frame) (*wire.MessageInfo, wire.Confidence) {
	g := r.Begin(&groups[groupEthernet], 0)
	r.Read(EthernetLayout[:])
	f.EtherType = uint16(last(r))
	r.Done(g)
	for n := 0; !r.Stopped && VlanType(f.EtherType); n++ {
		g := r.Begin(&groups[groupVLAN], n)
		tag := r.Field(&VlanLayout[0])
		f.EtherType = uint16(r.Field(&VlanLayout[1]))
		r.Done(g)
		if r.Stopped {
			break
		}
		if int(f.VLANCount) < len(f.VLAN) {
			f.VLAN[f.VLANCount] = uint16(tag & 0xfff)
		}
		if f.VLANCount < 255 {
			f.VLANCount++
		}
	}
	if !r.Stopped && f.EtherType <= 1500 {
		return ethernet8023(r, f)
	}
	return network(r, f)
}

// VlanType reports whether an EtherType is that of a VLAN tag.
func VlanType(t uint16) bool { return t == 0x8100 || t == 0x88a8 || t == 0x9100 }

// ethernet8023 reads a frame whose type is a length: LLC follows, and with
// SNAP a type after all.
func ethernet8023(r *wire.Reader, f *wire.Frame) (*wire.MessageInfo, wire.Confidence) {
	length := int(f.EtherType)
	at := r.Fields[len(r.Fields)-1]
	r.Problem(&problem8023, int(at.Offset), int(at.Length), uint64(length), 0)
	if length > r.Left() {
		r.Problem(&problemFrameCut, int(at.Offset), int(at.Length), uint64(length), uint64(r.Left()))
		f.Cut = true
	} else {
		r.End = r.Pos + length
	}
	g := r.Begin(&groups[groupLLC], 0)
	snap := r.Peek(0) == 0xaa && r.Peek(1) == 0xaa && r.Peek(2) == 3
	r.Read(llcLayout[:])
	if snap {
		organisation := r.Field(&snapLayout[0])
		f.EtherType = uint16(r.Field(&snapLayout[1]))
		snap = organisation == 0
	}
	r.Done(g)
	if snap && !r.Stopped {
		return network(r, f)
	}
	return rest8023(r, f)
}

func rest8023(r *wire.Reader, f *wire.Frame) (*wire.MessageInfo, wire.Confidence) {
	if r.Stopped {
		return &cutMessage, wire.Unlikely
	}
	return other(r, f, &frame8023Message)
}

// network reads what an EtherType names.
func network(r *wire.Reader, f *wire.Frame) (*wire.MessageInfo, wire.Confidence) {
	switch {
	case r.Stopped:
		return &cutMessage, wire.Unlikely
	case f.EtherType == 0x0800:
		return ipVersion(r, f, 4)
	case f.EtherType == 0x86dd:
		return ipVersion(r, f, 6)
	case f.EtherType == 0x0806:
		return other(r, f, &arpMessage)
	}
	return other(r, f, &otherMessage)
}
