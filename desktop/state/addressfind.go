package state

import (
	"bytes"
	"net/netip"
)

// eachAddress calls f with each IP address that is written in b. It takes time in proportion to b.
func eachAddress(b []byte, f func(start, end int, a netip.Addr)) {
	const longest = len("ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255") + len(":65535")
	for i := 0; i < len(b); i++ {
		if !addressByte(b[i]) {
			continue
		}
		end := i
		for end < len(b) && addressByte(b[end]) {
			end++
		}
		if end-i <= longest && bytes.Count(b[i:end], []byte(":")) > 1 && !wordAt(b, i-1) && !wordAt(b, end) {
			run := b[i:end]
			a, err := netip.ParseAddr(string(run))
			for err != nil && len(run) > 2 && (run[len(run)-1] == '.' || run[len(run)-1] == ':') { // the end of a sentence
				run = run[:len(run)-1]
				a, err = netip.ParseAddr(string(run))
			}
			if err == nil && tells(a) {
				f(i, i+len(run), a)
				i = end
				continue
			}
		}
		for i < end {
			if n, a := quad(b, i); n > 0 {
				if tells(a) {
					f(i, i+n, a)
				}
				i += n
			} else {
				i++
			}
		}
	}
}

func addressByte(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F' || c == ':' || c == '.'
}

// wordAt reports whether b[i], if there is one, is part of a word.
func wordAt(b []byte, i int) bool {
	return i >= 0 && i < len(b) && (b[i] >= '0' && b[i] <= '9' || b[i]|0x20 >= 'a' && b[i]|0x20 <= 'z' || b[i] == '_')
}

func digitAt(b []byte, i int) bool { return i >= 0 && i < len(b) && b[i] >= '0' && b[i] <= '9' }

// quad returns the IPv4 address that is written at b[i] and its length, 0 when
// there is none. Zeros in front of a number do not matter.
func quad(b []byte, i int) (length int, a netip.Addr) {
	if !digitAt(b, i) || digitAt(b, i-1) || i > 0 && b[i-1] == '.' && digitAt(b, i-2) {
		return 0, a
	}
	var v [4]byte
	at := i
	for k := range v {
		if k > 0 {
			if at >= len(b) || b[at] != '.' {
				return 0, a
			}
			at++
		}
		n, digits := 0, 0
		for ; digits < 3 && digitAt(b, at); at++ {
			n, digits = 10*n+int(b[at]-'0'), digits+1
		}
		if digits == 0 || n > 255 {
			return 0, a
		}
		v[k] = byte(n)
	}
	if digitAt(b, at) || at < len(b) && b[at] == '.' && digitAt(b, at+1) {
		return 0, a
	}
	return at - i, netip.AddrFrom4(v)
}

// eachHost calls f with each host name to be hidden that is written in b.
func eachHost(b []byte, f func(start, end int)) {
	hosts.RLock()
	defer hosts.RUnlock()
	if len(hosts.list) == 0 {
		return
	}
	lower := bytes.Clone(b)
	for i, c := range lower {
		if c >= 'A' && c <= 'Z' {
			lower[i] = c | 0x20
		}
	}
	for _, name := range hosts.list {
		for at := 0; ; {
			i := bytes.Index(lower[at:], []byte(name))
			if i < 0 {
				break
			}
			start, end := at+i, at+i+len(name)
			if !wordAt(b, start-1) && !wordAt(b, end) {
				f(start, end)
			}
			at = end
		}
	}
}
