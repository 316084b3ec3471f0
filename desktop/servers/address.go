package servers

import (
	"net"
	"net/netip"
	"strconv"
	"strings"

	"fragscope/analyzer/live/address"
	"fragscope/desktop/state"
)

// ParseAddress returns an address as it is kept: HOST, HOST:PORT, an IPv6
// address in brackets with a port or without. It reads what the command reads:
// package address says what that is.
func ParseAddress(text string) (string, error) {
	a, err := address.Parse(text)
	if err != nil {
		return "", err
	}
	return a.String(), nil
}

// splitAddress returns the IP address or the name of an address, and its port, 0 without one.
func splitAddress(address string) (ip netip.Addr, name string, port int) {
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

// Canonical returns the address and port that answered, for an address that
// names the same host by its IP address; else the address as it is. The same
// server is named without a port, by the port of its game and by that of its
// queries.
func Canonical(address string, from netip.AddrPort) string {
	if ip, _, _ := splitAddress(address); from.IsValid() && ip == from.Addr().Unmap() {
		return netip.AddrPortFrom(ip, from.Port()).String()
	}
	return address
}

// HideHost has the host of an address hidden wherever addresses are.
func HideHost(address string) {
	if host, _, err := net.SplitHostPort(address); err == nil {
		address = host
	}
	state.HideHost(strings.Trim(address, "[]"))
}

// Masked returns an address for screens that others can see: the second half of
// an IPv4 address, all but the first group of an IPv6 address, and the first
// part of a name stay out; the port stays.
func Masked(address string) string {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		host, port = strings.Trim(address, "[]"), ""
	}
	switch a, err := netip.ParseAddr(host); {
	case err == nil && a.Is4():
		host = state.Masked(a)
	case err == nil:
		host = "[" + state.Masked(a) + "]"
	default:
		if _, rest, ok := strings.Cut(host, "."); ok && strings.Contains(rest, ".") {
			host = "…." + rest
		} else {
			host = "…"
		}
	}
	if port != "" {
		host += ":" + port
	}
	return host
}

// Listed reports whether a text is a list of addresses, as no dump is: each line, but
// those that begin with #, is an address with a dot or brackets, and a port.
func Listed(text string) bool {
	found := false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		host, port, err := net.SplitHostPort(line)
		n, wrong := strconv.ParseUint(port, 10, 16)
		if err != nil || wrong != nil || n == 0 || !strings.ContainsAny(host, ".:") || strings.ContainsAny(line, " \t/") {
			return false
		}
		found = true
	}
	return found
}
