// Package address reads the addresses of servers as people write them: alone, in
// links, in the console command of a game, and in lists. The command and the
// desktop application read them with it, so both understand the same.
package address

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// An Address is where a server is.
type Address struct {
	Host string // a name in lower case, or an IP address
	Port uint16 // 0 when none is named
}

// String returns HOST, HOST:PORT, [IPv6] or [IPv6]:PORT. Parse reads it back.
func (a Address) String() string {
	host := a.Host
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if a.Port == 0 {
		return host
	}
	return host + ":" + strconv.Itoa(int(a.Port))
}

var errEmpty = errors.New("expected the address of a server, such as 192.0.2.7:7778 or play.example.org")

// Parse reads HOST, HOST:PORT, an IPv6 address with or without brackets, and
// [IPv6]:PORT. What people write around an address does not matter: spaces, quotes, a comma, a
// link to a game (ut2004://HOST:PORT/MAP?NAME, steam://connect/HOST:PORT), the
// console command connect HOST:PORT, or the type of server that qstat has before it (q3s
// HOST:PORT).
func Parse(text string) (Address, error) {
	words := strings.Fields(text)
	switch {
	case len(words) == 0:
		return Address{}, errEmpty
	case len(words) == 1:
		return one(words[0])
	case isType(words[0]):
		connect := strings.EqualFold(words[0], "connect")
		if a, err := one(words[1]); err == nil && (connect || len(words) == 2 && distinct(a.Host)) {
			return a, nil
		}
	}
	return Address{}, fmt.Errorf("%q is not an address: expected HOST or HOST:PORT", text)
}

// isType reports whether word is a console command or a type of qstat's.
func isType(word string) bool {
	word = strings.TrimPrefix(word, "-")
	return len(word) <= 8 && word != "" && strings.Trim(strings.ToLower(word), "abcdefghijklmnopqrstuvwxyz0123456789") ==
		"" && strings.Trim(word, "0123456789") != ""
}

const around = `"'<>(),;` + "`"

func one(text string) (Address, error) {
	s := strings.Trim(text, around)
	link := false
	if _, rest, ok := strings.Cut(s, "://"); ok {
		link = true
		if verb, target, ok := strings.Cut(rest, "/"); ok && strings.EqualFold(verb, "connect") {
			rest = target
		}
		s = rest
		if i := strings.IndexAny(s, "/?#"); i >= 0 {
			s = s[:i]
		}
		s = s[strings.LastIndexByte(s, '@')+1:]
	} else if i := strings.IndexAny(s, "/?"); i >= 0 {
		s = s[:i]
	}
	s = strings.ToLower(s)
	if s == "" {
		return Address{}, errEmpty
	}
	if ip, err := netip.ParseAddr(strings.Trim(s, "[]")); err == nil && validZone(ip.Zone()) {
		return Address{Host: ip.Unmap().String()}, nil
	}
	a := Address{Host: s}
	if strings.Contains(s, ":") {
		host, port, err := net.SplitHostPort(s)
		if err != nil {
			return Address{},
				fmt.Errorf("%q is not an address: expected HOST or HOST:PORT, an IPv6 address with a port in brackets", text)
		}
		a.Host = host
		if port != "" || !link {
			n, err := strconv.ParseUint(port, 10, 16)
			if err != nil || n == 0 {
				return Address{}, fmt.Errorf("%q is not a port: expected a number from 1 to 65535", port)
			}
			a.Port = uint16(n)
		}
	}
	if !validHost(a.Host) {
		return Address{}, fmt.Errorf("%q is not a host: expected a name or an IP address", a.Host)
	}
	if ip, err := netip.ParseAddr(a.Host); err == nil {
		a.Host = ip.Unmap().String()
	}
	return a, nil
}

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
		if !unicode.In(c, unicode.L, unicode.M, unicode.Nd) && c != '.' && c != '-' && c != '_' {
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

func validZone(zone string) bool {
	for _, c := range zone {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && !strings.ContainsRune(".-_", c) {
			return false
		}
	}
	return len(zone) <= 64
}

// A Line is a line of a list that names no server.
type Line struct {
	Number int // from 1
	Text   string
}

// Each calls do with the lines of a list, without the spaces around them. Empty
// lines and comments, which begin with #, // or ;, are left out.
func Each(text string, do func(Line)) {
	number := 0
	for line := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
		number++
		if rest := strings.TrimSpace(withoutComment(line)); rest != "" {
			do(Line{number, rest})
		}
	}
}

// A comment begins the line or follows a space.
func withoutComment(line string) string {
	for _, mark := range []string{"#", "//", ";"} {
		for from := 0; ; {
			i := strings.Index(line[from:], mark)
			if i < 0 {
				break
			}
			if i += from; strings.TrimSpace(line[:i]) == "" || line[i-1] == ' ' || line[i-1] == '\t' {
				line = line[:i]
				break
			}
			from = i + len(mark)
		}
	}
	return line
}

// Of returns the addresses that a line of a list names. A line has an address,
// and may have a word before it (a type of qstat's, a command) and a name before
// or after it, or several addresses. A host without a port counts at the start
// of a line when it is an IP address, a name with a domain, or localhost.
func Of(line string) []Address {
	words := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" \t\r\n,;|", r) })
	words = slices.DeleteFunc(words, func(w string) bool { return strings.Trim(w, around) == "" })
	var list []Address
	first := -1
	for i, w := range words {
		a, err := one(w)
		switch {
		case err != nil:
			continue
		case i == 0 && (a.Port != 0 || strings.Contains(w, "://")):
		case a.Port != 0 && (distinct(a.Host) || i == 1 && isType(words[0])):
		case a.Port == 0 && i+1 < len(words) && (i == 0 || strings.Contains(a.Host, ".")) && distinct(a.Host):
			if n, err := strconv.ParseUint(words[i+1], 10, 16); err == nil && n > 0 { // its port is the next column
				a.Port = uint16(n)
			} else if i > 0 && !isIP(a.Host) {
				continue
			}
		case a.Port == 0 && distinct(a.Host) && (i == 0 || isIP(a.Host) || i == 1 && isType(words[0])):
		default:
			continue
		}
		if first < 0 {
			first = i
		}
		list = append(list, a)
	}
	if first == 0 && len(list) < len(words) { // what follows an address is the name of the server
		list = list[:1]
	}
	return list
}

// distinct reports whether host cannot be a word of a text.
func distinct(host string) bool {
	i := strings.LastIndexByte(host, '.')
	return host == "localhost" || isIP(host) || i > 0 && len(host)-i > 2 && strings.Trim(host[i+1:], "0123456789") != ""
}

func isIP(host string) bool {
	_, err := netip.ParseAddr(host)
	return err == nil
}
