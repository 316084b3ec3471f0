package wire

import "net/netip"

// Options tell a decoder what its caller knows of a datagram and the bytes do not
// say. The zero value detects everything.
type Options struct {
	Protocol ProtocolID // decode as this; Unknown detects it
	From     Direction  // request or reply; DirectionUnknown detects it
	Link     Link       // kind of frame around the payload; LinkAuto detects it, LinkNone says that there is none
	SrcPort  uint16     // UDP or TCP ports, 0 if unknown; only break ties
	DstPort  uint16
	Stream   bool // the bytes are of a TCP connection, not a datagram
	// Protocols are protocols of the caller's own. They are detected like those
	// that the decoder knows, before them where the bytes speak equally for both.
	Protocols []*Protocol
	// Layouts are asked about what no protocol recognises, and about what fits
	// them too well to be anything else. Nil for none.
	Layouts *Layouts
}

// Layouts are what was given at run time to describe what no protocol recognises.
type Layouts struct {
	// Describe reads what is left in r, and returns what it is. With certain set it does so only for what constants or
	// valid values tell from everything else; nil leaves r as it was.
	Describe  func(r *Reader, certain bool) *MessageInfo
	Protocols []*Protocol // one for each layout, with its fields
}

// Direction says who sends a message.
type Direction uint8

// The directions.
const (
	DirectionUnknown Direction = iota
	Request                    // from a client: a query, also a server's heartbeat to a master
	Reply                      // from a server or master
)

// Confidence says how strongly the bytes support that a datagram is what its
// Message says. Captures hold all kinds of traffic: there, accept nothing less
// than Likely.
type Confidence uint8

// The levels of confidence.
const (
	Unlikely Confidence = iota // only when named
	Possible                   // nothing speaks against it
	Likely                     // several bytes that are unlikely to be chance
	Certain                    // a signature
)

// Link is the kind of frame around a payload.
type Link uint8

// The links.
const (
	LinkAuto     Link = iota // detected from the bytes
	LinkNone                 // no frame: the bytes are the payload
	LinkEthernet             // Ethernet II or 802.3, with any number of VLAN tags
	LinkSLL                  // Linux cooked capture, version 1
	LinkSLL2                 // Linux cooked capture, version 2
	LinkLoopback             // BSD loopback: a family in either byte order, then IP
	LinkRawIP                // IPv4 or IPv6 without a link header
	LinkCount
)

// LinkNames are the names of the links.
var LinkNames = [LinkCount]string{"auto", "none", "ethernet", "sll", "sll2", "loopback", "ip"}

// Frame holds what the headers around a payload say. What a header says is
// valid when that header was there and whole; otherwise it is zero.
type Frame struct {
	Link    Link // LinkNone without a frame, and then only Payload and End mean something
	Payload int  // offset of the payload: the first byte after the last header that was understood
	End     int  // offset of the first byte after the payload; Ethernet padding may follow

	EtherType uint16    // of the innermost VLAN tag; with Ethernet, SLL and SLL2
	VLANCount uint8     // VLAN tags, outermost first; those beyond the length of VLAN are only counted
	VLAN      [4]uint16 // VLAN ids, 0 to 4095

	IPVersion uint8      // 4 or 6; 0 without an IP header
	IPProto   uint8      // what follows the IP headers, such as ProtoUDP; valid with IPVersion
	Src, Dst  netip.Addr // valid with IPVersion

	// Fragments: valid with IPVersion; a whole packet has offset 0 and no More.
	// Fragments of one packet share Src, Dst, IPProto and FragID.
	FragID     uint32
	FragOffset uint32 // bytes; above 0 the payload is a later fragment and is not decoded
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
	QuotedBy           netip.Addr // who sent the ICMP error
	ICMPType, ICMPCode uint8
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
