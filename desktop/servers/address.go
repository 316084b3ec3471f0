package servers

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"strings"

	"fragscope/desktop/state"
)

// ParseAddress returns an address as it is kept: HOST, HOST:PORT, an IPv6
// address in brackets with a port or bare, with or without what links to game
// servers begin and end with (ut2004://HOST:PORT/MAP?NAME).
func ParseAddress(text string) (string, error) {
	s := strings.TrimSpace(text)
	if _, rest, ok := strings.Cut(s, "://"); ok {
		s = rest
	}
	if i := strings.IndexAny(s, "/?"); i >= 0 {
		s = s[:i]
	}
	s = strings.ToLower(s)
	if s == "" {
		return "", errors.New("expected the address of a server, such as 192.0.2.7:7778 or play.example.org")
	}
	if a, err := netip.ParseAddr(strings.Trim(s, "[]")); err == nil && validZone(a.Zone()) {
		if a.Is6() {
			return "[" + a.String() + "]", nil
		}
		return a.String(), nil
	}
	host, port := s, ""
	if strings.Contains(s, ":") {
		var err error
		if host, port, err = net.SplitHostPort(s); err != nil {
			return "", fmt.Errorf("%q is not an address: expected HOST or HOST:PORT, an IPv6 address with a port in brackets", text)
		}
		n, err := strconv.ParseUint(port, 10, 16)
		if err != nil || n == 0 {
			return "", fmt.Errorf("%q is not a port: expected a number from 1 to 65535", port)
		}
		port = strconv.FormatUint(n, 10)
	}
	if !validHost(host) {
		return "", fmt.Errorf("%q is not a host: expected a name or an IP address", host)
	}
	if port == "" {
		return host, nil
	}
	return net.JoinHostPort(host, port), nil
}

// splitAddress returns the IP address or the name of an address, and its port, 0
// without one.
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

// validHost reports whether host can be the name or address of a machine.
func validHost(host string) bool {
	if host == "" || len(host) > 253 {
		return false
	}
	if strings.Contains(host, ":") {
		a, err := netip.ParseAddr(host)
		return err == nil && validZone(a.Zone())
	}
	if strings.Trim(host, ".-_") == "" {
		return false
	}
	for _, c := range host {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '.' && c != '-' && c != '_' && c < 0x80 {
			return false
		}
	}
	// A name that looks like an IPv4 address must be one.
	if strings.Trim(host, "0123456789.") == "" {
		_, err := netip.ParseAddr(host)
		return err == nil
	}
	return true
}

// validZone reports whether zone can be the name of a network interface.
func validZone(zone string) bool {
	for _, c := range zone {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && !strings.ContainsRune(".-_", c) {
			return false
		}
	}
	return len(zone) <= 64
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
