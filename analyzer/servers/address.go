package servers

import (
	"net"
	"net/netip"
	"strconv"
	"strings"

	"fragscope/analyzer/live/address"
)

// ParseAddress returns an address as it is kept; package address says what it reads.
func ParseAddress(text string) (string, error) {
	a, err := address.Parse(text)
	if err != nil {
		return "", err
	}
	return a.String(), nil
}

// splitAddress returns the IP address or the name of an address, and its port, 0 without one.
func splitAddress(address string) (ip netip.Addr, name string, port int) {
	if at, err := netip.ParseAddrPort(address); err == nil { // as nearly all are, in a list that is sorted
		return at.Addr(), "", int(at.Port())
	}
	name = address
	if host, text, err := net.SplitHostPort(address); err == nil {
		name = host
		port, _ = strconv.Atoi(text)
	}
	name = strings.Trim(name, "[]")
	if ip, err := netip.ParseAddr(name); err == nil {
		return ip, "", port
	}
	return netip.Addr{}, name, port
}

// Canonical returns the address that answered, for one that names the same host by its IP address.
func Canonical(address string, from netip.AddrPort) string {
	if ip, _, _ := splitAddress(address); from.IsValid() && ip == from.Addr().Unmap() {
		return netip.AddrPortFrom(ip, from.Port()).String()
	}
	return address
}

// Listed reports whether a text is a list of addresses, as no dump is: each line, but
// comments, is an address with a dot or brackets, and a port.
func Listed(text string) bool {
	lines, all := 0, true
	address.Each(text, func(line address.Line) {
		if lines++; all {
			a, err := address.Parse(line.Text)
			all = err == nil && a.Port != 0 && strings.ContainsAny(a.Host, ".:") && !strings.ContainsAny(line.Text, " \t/")
		}
	})
	return lines > 0 && all
}
