package state

import (
	"fmt"
	"net/netip"
	"strconv"
	"strings"
	"sync/atomic"
)

// hidden says whether addresses are shown in part only.
var hidden atomic.Bool

// HideAddresses has every text on the screen show addresses in part only, or in
// full again, and takes them out of what is copied, saved, exported and linked
// to, see [Anonymizer]. On the screen, the bytes of a packet stay as they are.
func HideAddresses(on bool) { hidden.Store(on) }

// Shown writes an address with its port as the lists show it, "?" for none.
func Shown(a netip.AddrPort) string {
	switch {
	case !a.IsValid():
		return "?"
	case a.Port() == 0:
		return ShownAddr(a.Addr())
	case !hidden.Load():
		return netip.AddrPortFrom(a.Addr().Unmap(), a.Port()).String()
	}
	host := ShownAddr(a.Addr())
	if !a.Addr().Unmap().Is4() {
		host = "[" + host + "]"
	}
	return host + ":" + strconv.Itoa(int(a.Port()))
}

// ShownAddr writes an address as the lists show it.
func ShownAddr(a netip.Addr) string {
	if !hidden.Load() {
		return a.Unmap().String()
	}
	return Masked(a)
}

// Masked writes the first half of an IPv4 address, and the first group of an IPv6 address.
func Masked(a netip.Addr) string {
	if a = a.Unmap(); a.Is4() {
		b := a.As4()
		return fmt.Sprintf("%d.%d.x.x", b[0], b[1])
	}
	first, _, _ := strings.Cut(a.String(), ":")
	return first + ":…"
}
