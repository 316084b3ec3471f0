package record

import (
	"encoding/binary"
	"net/netip"

	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// toAll reports whether r was sent to all hosts of a network: to a multicast
// group, the limited broadcast, the link's broadcast, or the last address of a
// network whose mask is known. Any other address is a host, also one that ends
// in .255: most networks are not /24.
func (r *Record) toAll() bool {
	dst := netip.AddrFrom16(r.Dst.IP).Unmap()
	return dst.IsMulticast() || dst.Is4() && (dst == limitedBroadcast || linkBroadcast(r.Link, r.Frame) ||
		endsNetwork(dst, loopback) || inNetworks(dst, r.Networks))
}

var (
	limitedBroadcast = netip.AddrFrom4([4]byte{255, 255, 255, 255})
	loopback         = netip.PrefixFrom(netip.AddrFrom4([4]byte{127, 0, 0, 0}), 8) // RFC 1122 3.2.1.3
)

func inNetworks(a netip.Addr, networks []netip.Prefix) bool {
	for _, n := range networks {
		if endsNetwork(a, n) {
			return true
		}
	}
	return false
}

// endsNetwork reports whether a is the directed broadcast of n; networks of one or two addresses have none.
func endsNetwork(a netip.Addr, n netip.Prefix) bool {
	if !n.IsValid() || !n.Addr().Is4() || n.Bits() > 30 || !n.Contains(a) {
		return false
	}
	b := a.As4()
	host := uint32(1)<<(32-n.Bits()) - 1
	return binary.BigEndian.Uint32(b[:])&host == host
}

// linkBroadcast goes by the link's header.
func linkBroadcast(l decoder.Link, frame []byte) bool {
	switch l {
	case wire.LinkEthernet:
		return len(frame) >= 6 && [6]byte(frame) == [6]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff}
	case wire.LinkSLL: // the packet type comes first
		return len(frame) >= 2 && binary.BigEndian.Uint16(frame) == sllBroadcast
	case wire.LinkSLL2:
		return len(frame) > 10 && frame[10] == sllBroadcast
	}
	return false
}

const sllBroadcast = 1 // LINKTYPE_LINUX_SLL: packet type
