package state

import (
	"bytes"
	"net/netip"
	"slices"
	"strings"
	"sync"

	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// maxHosts bounds the host names that are hidden. Names are typed, or listed by
// a master that names its servers; a capture has fewer.
const maxHosts = 10_000

// hosts are the names of servers: where addresses are hidden, so are they.
var hosts struct {
	sync.RWMutex
	list []string // lower case, sorted
}

// HideHost has a host name hidden with the addresses; one without a dot may be any word.
func HideHost(name string) {
	name = strings.ToLower(name)
	if _, err := netip.ParseAddr(name); err == nil || !strings.Contains(strings.Trim(name, "."), ".") {
		return
	}
	hosts.Lock()
	defer hosts.Unlock()
	if i, known := slices.BinarySearch(hosts.list, name); !known && len(hosts.list) < maxHosts {
		hosts.list = slices.Insert(hosts.list, i, name)
	}
}

// HideText returns text without the addresses and host names in it when
// addresses are hidden: each written as the lists show it.
func HideText(text string) string {
	if !hidden.Load() {
		return text
	}
	var out []byte
	at := 0
	eachAddress([]byte(text), func(start, end int, a netip.Addr) {
		out = append(append(out, text[at:start]...), ShownAddr(a)...)
		at = end
	})
	out = append(out, text[at:]...)
	eachHost(out, func(start, end int) { cross(out[start:end]) })
	return string(out)
}

// An Anonymizer takes addresses out of datagrams. Each address becomes another one,
// the same wherever it stands and no two the same: one that is reserved for
// documentation (RFC 5737, RFC 3849), and where there are more than 750 IPv4
// addresses one for benchmarks (RFC 2544) or of the reserved class E. In texts,
// whose lengths may be counted elsewhere, the digits of an address are crossed
// out. The bytes keep their number and their places; checksums follow.
//
// What a protocol encrypts or compresses cannot be seen, and stays.
type Anonymizer struct {
	addrs map[netip.Addr]netip.Addr
	macs  map[[6]byte][6]byte
	n4    uint32 // IPv4 addresses
	n6    uint32 // IPv6 addresses
}

func NewAnonymizer() *Anonymizer {
	return &Anonymizer{addrs: map[netip.Addr]netip.Addr{}, macs: map[[6]byte][6]byte{}}
}

// Datagrams returns the datagrams without addresses; list stays as it is.
func (h *Anonymizer) Datagrams(list []Datagram) []Datagram {
	out := make([]Datagram, len(list))
	// All are known first: undocumented bytes may hold the address that a later datagram comes from.
	for i := range list {
		d := list[i]
		d.Src, d.Dst = h.end(d.Src), h.end(d.Dst)
		out[i] = d
		h.learn(list[i].Decode())
	}
	for i := range out {
		m := list[i].Decode()
		out[i].Data = h.bytes(&list[i], m)
		if m.Frame.Link > decoder.LinkNone { // other addresses may look like another frame
			out[i].Link = m.Frame.Link
		}
	}
	return out
}

// one returns the bytes of one datagram, decoded as m, without addresses.
func (h *Anonymizer) one(d *Datagram, m *decoder.Message) []byte {
	h.end(d.Src)
	h.end(d.Dst)
	h.learn(m)
	return h.bytes(d, m)
}

func (h *Anonymizer) end(a netip.AddrPort) netip.AddrPort {
	if !a.IsValid() {
		return a
	}
	return netip.AddrPortFrom(h.addr(a.Addr()), a.Port())
}

// tells reports whether an address says whose it is.
func tells(a netip.Addr) bool {
	return a.IsValid() && !a.IsUnspecified() && !a.IsMulticast() && a != netip.AddrFrom4([4]byte{255, 255, 255, 255})
}

func (h *Anonymizer) addr(a netip.Addr) netip.Addr {
	a = a.Unmap().WithZone("")
	if !tells(a) {
		return a
	}
	to, ok := h.addrs[a]
	if !ok {
		if a.Is4() {
			to = pseudonym4(h.n4)
			h.n4++
		} else {
			h.n6++
			to = pseudonym6(h.n6)
		}
		h.addrs[a] = to
	}
	return to
}

// documentation4 are the IPv4 networks for documentation, of which 250 addresses each are used.
var documentation4 = [...]uint32{192<<24 | 0<<16 | 2<<8, 198<<24 | 51<<16 | 100<<8, 203<<24 | 0<<16 | 113<<8}

const (
	perDocumentation4 = 250
	benchmark4        = 198<<24 | 18<<16 // 198.18.0.0/15
	benchmarks4       = 1 << 17
	classE4           = 240 << 24 // 268 million, more than fit into memory here
)

// pseudonym4 returns the address that the IPv4 address n, from 0, becomes.
func pseudonym4(n uint32) netip.Addr {
	v := uint32(0)
	switch k := n / perDocumentation4; {
	case int(k) < len(documentation4):
		v = documentation4[k] + 1 + n%perDocumentation4
	case n-uint32(len(documentation4))*perDocumentation4 < benchmarks4:
		v = benchmark4 + n - uint32(len(documentation4))*perDocumentation4
	default:
		v = classE4 + n - uint32(len(documentation4))*perDocumentation4 - benchmarks4
	}
	return netip.AddrFrom4([4]byte{byte(v >> 24), byte(v >> 16), byte(v >> 8), byte(v)})
}

func pseudonym6(n uint32) netip.Addr {
	return netip.AddrFrom16([16]byte{0x20, 0x01, 0x0d, 0xb8, 12: byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)})
}

// mac returns what an Ethernet address becomes: a locally administered one. Those of groups stay.
func (h *Anonymizer) mac(a [6]byte) [6]byte {
	if a[0]&1 != 0 || a == [6]byte{} {
		return a
	}
	to, ok := h.macs[a]
	if !ok {
		n := len(h.macs) + 1
		to = [6]byte{2, 0, byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)}
		h.macs[a] = to
	}
	return to
}

func (h *Anonymizer) learn(m *decoder.Message) {
	for i := range m.Fields {
		if a, ok := addressIn(m, i); ok {
			h.addr(a)
		}
	}
}

// addressIn returns the address in field i.
func addressIn(m *decoder.Message, i int) (netip.Addr, bool) {
	switch f := &m.Fields[i]; {
	case f.Kind == wire.KindIPv4 && f.Length == 4, f.Kind == wire.KindIPv6 && f.Length == 16:
		return netip.AddrFromSlice(m.Bytes(i))
	}
	return netip.Addr{}, false
}

func (h *Anonymizer) bytes(d *Datagram, m *decoder.Message) []byte {
	b := bytes.Clone(m.Data)
	framed := m.Frame.Link > decoder.LinkNone
	for i := range m.Fields {
		f := &m.Fields[i]
		if !f.Leaf() || f.End() > len(b) {
			continue
		}
		part := b[f.Offset:f.End()]
		if a, ok := addressIn(m, i); ok {
			put(part, a, h.addr(a))
			continue
		}
		switch {
		case f.Kind == wire.KindMAC && len(part) == 6:
			to := h.mac([6]byte(part))
			copy(part, to[:])
		case framed && !m.Frame.Src.IsValid() && !f.Kind.Number():
			clear(part) // such as ARP: what is in it is addresses
		case f.Kind == wire.KindBytes, f.Kind == wire.KindUnknown, f.Kind == wire.KindPadding,
			f.Kind == wire.KindU32BE, f.Kind == wire.KindU32LE:
			h.scan(part, false)
		case f.Kind == wire.KindText, f.Kind == wire.KindUCS2:
			h.scan(part, true) // bytes that were taken for text
		}
	}
	text := b[min(max(0, m.Payload), len(b)):]
	crossAddresses(text)
	for start := range 2 { // texts in 16-bit units
		wide(text[min(start, len(text)):])
	}
	if framed {
		checksums(d, m, b)
	}
	return b
}

// put writes an address in the form that the one there has.
func put(b []byte, was, to netip.Addr) {
	if len(b) == 16 && to.Is4() { // an IPv4 address that is mapped
		v := to.As16()
		copy(b, v[:])
		return
	}
	if was.Is4() || was.Is6() {
		copy(b, to.AsSlice())
	}
}

// scan replaces known addresses in bytes that are understood no further, in
// either order of their bytes. In text, four letters are no address.
func (h *Anonymizer) scan(b []byte, text bool) {
	for i := 0; i+4 <= len(b); i++ {
		if h.n6 > 0 && i+16 <= len(b) {
			if to, ok := h.addrs[netip.AddrFrom16([16]byte(b[i:]))]; ok {
				copy(b[i:], to.AsSlice())
				i += 15
				continue
			}
		}
		v := [4]byte(b[i:])
		for _, swap := range [...]bool{false, true} {
			if swap {
				slices.Reverse(v[:])
			}
			// What has zeros at its end is more likely a small number.
			to, ok := h.addrs[netip.AddrFrom4(v)]
			if !ok || v[1] == 0 && v[2] == 0 && v[3] == 0 || text && letters(v) {
				continue
			}
			v = to.As4()
			if swap {
				slices.Reverse(v[:])
			}
			copy(b[i:], v[:])
			i += 3
			break
		}
	}
}

func letters(v [4]byte) bool {
	for _, c := range v {
		if c < ' ' || c > '~' {
			return false
		}
	}
	return true
}

// checksumWrong is the code of the problem of a checksum that is.
const checksumWrong = "checksum-wrong"

// checksums puts right the checksums in the frame headers of b that were right in m, from which b was made.
func checksums(d *Datagram, m *decoder.Message, b []byte) {
	wrong := func(m *decoder.Message, at uint32) bool {
		return slices.ContainsFunc(m.Problems, func(p decoder.Problem) bool {
			return p.Info.Code == checksumWrong && p.Offset == at
		})
	}
	now := *d
	now.Data, now.Link = b, m.Frame.Link
	n := now.Decode()
	for i := range n.Problems {
		p := &n.Problems[i]
		if p.Info.Code == checksumWrong && int(p.Offset) < n.Payload && p.End()-int(p.Offset) == 2 && !wrong(m, p.Offset) {
			b[p.Offset], b[p.Offset+1] = byte(p.B>>8), byte(p.B)
		}
	}
}

// crossAddresses crosses out the addresses and host names in text.
func crossAddresses(text []byte) {
	eachAddress(text, func(start, end int, _ netip.Addr) { cross(text[start:end]) })
	eachHost(text, func(start, end int) { cross(text[start:end]) })
}

func cross(b []byte) {
	for i, c := range b {
		if c != '.' && c != ':' && c != '-' {
			b[i] = 'x'
		}
	}
}

// wide crosses out addresses in text of 16-bit units that begins at b[0].
func wide(b []byte) {
	narrow := make([]byte, len(b)/2)
	for i := range narrow {
		if narrow[i] = b[2*i]; b[2*i+1] != 0 {
			narrow[i] = 0xff
		}
	}
	crossAddresses(narrow)
	for i, c := range narrow {
		if c == 'x' && b[2*i+1] == 0 {
			b[2*i] = c
		}
	}
}
