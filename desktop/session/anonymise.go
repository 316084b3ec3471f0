package session

import (
	"net/netip"

	"fragscope/desktop/state"
)

// Anonymise returns the datagrams with other addresses: each address becomes
// one of those that are reserved for documentation (RFC 5737, RFC 3849), the
// same one everywhere. Ports and payloads stay; a payload may name addresses
// of its own.
func Anonymise(list []state.Datagram) []state.Datagram {
	names := map[netip.Addr]netip.Addr{}
	out := make([]state.Datagram, len(list))
	for i, d := range list {
		d.Src, d.Dst = rename(names, d.Src), rename(names, d.Dst)
		out[i] = d
	}
	return out
}

// documentation4 are the IPv4 networks for documentation.
var documentation4 = [...][4]byte{{192, 0, 2}, {198, 51, 100}, {203, 0, 113}}

func rename(names map[netip.Addr]netip.Addr, a netip.AddrPort) netip.AddrPort {
	if !a.IsValid() {
		return a
	}
	addr := a.Addr().Unmap().WithZone("")
	to, ok := names[addr]
	if !ok {
		n := len(names)
		if addr.Is4() {
			b := documentation4[n/250%len(documentation4)]
			b[3] = byte(1 + n%250)
			to = netip.AddrFrom4(b)
		} else {
			to = netip.AddrFrom16([16]byte{0x20, 0x01, 0x0d, 0xb8, 14: byte((n + 1) >> 8), 15: byte(n + 1)})
		}
		names[addr] = to
	}
	return netip.AddrPortFrom(to, a.Port())
}
