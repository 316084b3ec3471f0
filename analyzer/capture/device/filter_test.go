package device

import (
	"bytes"
	"encoding/binary"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/bpf"

	"fragscope/analyzer/capture"
)

// A packet is a frame with what a filter can say of it.
type packet struct {
	name     string
	frame    []byte
	other    bool // neither UDP nor TCP, nor a fragment or about one
	any      bool // passes whatever the ports are
	src, dst string
	ports    [2]uint16
}

func udp(t testing.TB, src, dst, payload string) []byte {
	t.Helper()
	h := capture.Header{Link: capture.LinkEthernet, Src: netip.MustParseAddrPort(src), Dst: netip.MustParseAddrPort(dst)}
	f, err := h.AppendUDP(nil, []byte(payload))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func packets(t testing.TB) []packet {
	t.Helper()
	h := capture.Header{Link: capture.LinkEthernet, Src: netip.MustParseAddrPort("192.0.2.1:4000"),
		Dst: netip.MustParseAddrPort("192.0.2.2:80"), Seq: 1}
	tcp, err := h.AppendTCP(nil, []byte("GET"))
	if err != nil {
		t.Fatal(err)
	}
	query := udp(t, "192.0.2.1:4000", "192.0.2.2:7778", "query")
	six := udp(t, "[2001:db8::1]:4000", "[2001:db8::2]:7778", "query")
	change := func(frame []byte, at int, b ...byte) []byte {
		frame = bytes.Clone(frame)
		copy(frame[at:], b)
		return frame
	}
	options := slices.Concat(query[:34], []byte{1, 1, 1, 0}, query[34:]) // three no-operations, end
	options[14] = 0x46
	four := func(name string, frame []byte) packet {
		return packet{name: name, frame: frame, src: "192.0.2.1", dst: "192.0.2.2", ports: [2]uint16{4000, 7778}}
	}
	all := []packet{
		four("UDP", query),
		{name: "reply", frame: udp(t, "192.0.2.2:7778", "192.0.2.1:4000", "reply"), src: "192.0.2.2", dst: "192.0.2.1",
			ports: [2]uint16{7778, 4000}},
		{name: "other hosts", frame: udp(t, "198.51.100.7:5000", "203.0.113.9:5001", "reply"), src: "198.51.100.7",
			dst: "203.0.113.9", ports: [2]uint16{5000, 5001}},
		{name: "TCP", frame: tcp, src: "192.0.2.1", dst: "192.0.2.2", ports: [2]uint16{4000, 80}},
		{name: "IPv6", frame: six, src: "2001:db8::1", dst: "2001:db8::2", ports: [2]uint16{4000, 7778}},
		four("IP options", options),
	}
	icmp, later, gre := four("ICMP", change(query, 23, 1)), four("later fragment", change(query, 20, 0x20, 0x10)),
		four("GRE", change(query, 23, 47))
	icmp.any, later.any, gre.other = true, true, true
	arp := packet{name: "ARP", frame: change(query, 12, 8, 6), other: true}
	fragment := packet{name: "IPv6 fragment", frame: change(six, 20, 44), any: true, src: "2001:db8::1",
		dst: "2001:db8::2"}
	return append(all, icmp, later, gre, arp, fragment)
}

type filterCase struct {
	name   string
	filter Filter
}

func filterCases(t testing.TB) []filterCase {
	prefix := netip.MustParsePrefix
	many := Filter{}
	for i := range 49 {
		many.Ports = append(many.Ports, uint16(20000+i))
		many.Hosts = append(many.Hosts, netip.PrefixFrom(netip.AddrFrom16([16]byte{0x20, 1, 0xd, 0xb9, 15: byte(i)}), 128))
	}
	many.Ports = append(many.Ports, 7778)
	many.Hosts = append(many.Hosts, prefix("192.0.2.2/32"))
	return []filterCase{
		{"all", Filter{}},
		{"port", Filter{Ports: []uint16{7778}}},
		{"ports", Filter{Ports: []uint16{80, 5001}}},
		{"host", Filter{Hosts: []netip.Prefix{prefix("192.0.2.2/32")}}},
		{"network", Filter{Hosts: []netip.Prefix{prefix("192.0.2.0/29")}}},
		{"host of IPv6", Filter{Hosts: []netip.Prefix{prefix("2001:db8::2/128")}}},
		{"network of IPv6", Filter{Hosts: []netip.Prefix{prefix("2001:db8::/33")}}},
		{"every host", Filter{Hosts: []netip.Prefix{prefix("0.0.0.0/0")}}},
		{"host and port", Filter{Hosts: []netip.Prefix{prefix("192.0.2.1/32"), prefix("2001:db8::1/128")},
			Ports: []uint16{7778}}},
		{"as many as there may be", many},
	}
}

// passes says by the filter's words what compile says in BPF.
func (c *filterCase) passes(p packet) bool {
	if p.other {
		return false
	}
	host := len(c.filter.Hosts) == 0
	for _, h := range c.filter.Hosts {
		host = host || h.Contains(netip.MustParseAddr(p.src)) || h.Contains(netip.MustParseAddr(p.dst))
	}
	port := len(c.filter.Ports) == 0 || p.any || slices.Contains(c.filter.Ports, p.ports[0]) ||
		slices.Contains(c.filter.Ports, p.ports[1])
	return host && port
}

func machine(t testing.TB, f Filter, linkType int) *bpf.VM {
	t.Helper()
	raw, err := f.compile(linkType)
	if err != nil {
		t.Fatal(err)
	}
	ins, ok := bpf.Disassemble(raw)
	if !ok || len(ins) > 4096 {
		t.Fatalf("%d instructions", len(ins))
	}
	vm, err := bpf.NewVM(ins)
	if err != nil {
		t.Fatal(err)
	}
	return vm
}

// TestFilter: on every link and behind tags the program passes what the filter
// says.
func TestFilter(t *testing.T) {
	links := map[string]struct {
		linkType int
		frame    func([]byte) []byte
	}{
		"Ethernet": {capture.LinkEthernet, func(f []byte) []byte { return f }},
		"one tag":  {capture.LinkEthernet, func(f []byte) []byte { return tag(f, 0x8100, 5) }},
		"two tags": {capture.LinkEthernet, func(f []byte) []byte { return tag(f, 0x88a8, 5, 0x9100, 7) }},
		"null":     {capture.LinkNull, func(f []byte) []byte { return append([]byte{2, 0, 0, 0}, f[14:]...) }},
		"IP":       {capture.LinkRaw, func(f []byte) []byte { return f[14:] }},
	}
	for _, c := range filterCases(t) {
		for name, link := range links {
			vm := machine(t, c.filter, link.linkType)
			for _, p := range packets(t) {
				if p.name == "ARP" && link.linkType != capture.LinkEthernet {
					continue
				}
				n, err := vm.Run(link.frame(p.frame))
				if err != nil || (n > 0) != c.passes(p) {
					t.Errorf("%s, %s, %s: passes %d bytes, %v; want %v", c.name, name, p.name, n, err, c.passes(p))
				}
			}
			if n, err := vm.Run(link.frame(tag(packets(t)[0].frame, 0x8100, 1, 0x8100, 2, 0x8100, 3))); err != nil ||
				n > 0 && link.linkType == capture.LinkEthernet {
				t.Errorf("%s, %s: three tags more: %d, %v", c.name, name, n, err)
			}
		}
	}
	if _, err := (&Filter{}).compile(127); err == nil {
		t.Error("packets of radiotap are filtered")
	}
}

func tag(frame []byte, tags ...uint16) []byte {
	b := bytes.Clone(frame[:12])
	for _, v := range tags {
		b = binary.BigEndian.AppendUint16(b, v)
	}
	return append(b, frame[12:]...)
}

// TestFilterCheck: what cannot be compiled is refused.
func TestFilterCheck(t *testing.T) {
	for want, f := range map[string]Filter{
		"port 0":     {Ports: []uint16{0}},
		"no address": {Hosts: make([]netip.Prefix, 1)},
		"101":        {Ports: make([]uint16, 101)},
	} {
		if _, err := f.compile(capture.LinkEthernet); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// FuzzFilter: a program runs on any bytes.
func FuzzFilter(f *testing.F) {
	for _, p := range packets(f) {
		f.Add(p.frame)
	}
	var machines []*bpf.VM
	for _, c := range filterCases(f) {
		for _, l := range []int{capture.LinkEthernet, capture.LinkNull, capture.LinkRaw} {
			machines = append(machines, machine(f, c.filter, l))
		}
	}
	f.Fuzz(func(t *testing.T, p []byte) {
		for _, vm := range machines {
			if _, err := vm.Run(p); err != nil {
				t.Error(err)
			}
		}
	})
}

// TestBPFBuffer: what BSD puts before each packet is read as each of its systems
// lays it out, and a buffer that lies ends.
func TestBPFBuffer(t *testing.T) {
	for name, l := range map[string]bpfLayout{
		"macOS, OpenBSD": {0, 4, 4, 4, 8, 12, 16, 4},
		"FreeBSD":        {0, 8, 8, 8, 16, 20, 24, 8},
	} {
		var buf []byte
		put := func(header, captured, length int, data []byte) {
			h := make([]byte, header)
			number := func(at, size int, v uint64) {
				if size == 8 {
					binary.NativeEndian.PutUint64(h[at:], v)
				} else {
					binary.NativeEndian.PutUint32(h[at:], uint32(v))
				}
			}
			number(l.second, l.secondSize, 1_700_000_000)
			number(l.micro, l.microSize, 5)
			binary.NativeEndian.PutUint32(h[l.captured:], uint32(captured))
			binary.NativeEndian.PutUint32(h[l.length:], uint32(length))
			binary.NativeEndian.PutUint16(h[l.header:], uint16(header))
			buf = append(append(buf, h...), data...)
		}
		var want [][]byte
		for n := range 9 { // every alignment
			data := bytes.Repeat([]byte{byte(n + 1)}, 60+n)
			put(l.size()+n%3, len(data), 100, data)
			for len(buf)%l.align != 0 {
				buf = append(buf, 0xee)
			}
			want = append(want, data)
		}
		put(l.size(), 1000, 1000, []byte("lies"))
		rest := buf
		for i := 0; ; i++ {
			data, info, after, ok := l.next(rest)
			if !ok {
				if i != len(want) {
					t.Errorf("%s: %d packets", name, i)
				}
				break
			}
			if rest = after; i == len(want) || !bytes.Equal(data, want[i]) || info.Length != 100 ||
				info.CaptureLength != len(data) || !info.Timestamp.Equal(time.Unix(1_700_000_000, 5000)) {
				t.Fatalf("%s: packet %d: % x, %+v", name, i, data, info)
			}
		}
	}
	for _, c := range []struct {
		dlt     int
		openBSD bool
		want    int
	}{{0, false, 0}, {1, true, 1}, {12, false, 101}, {12, true, 108}, {14, true, 101}, {108, false, 108}} {
		if got := linkTypeOfDLT(c.dlt, c.openBSD); got != c.want {
			t.Errorf("DLT %d: %d, want %d", c.dlt, got, c.want)
		}
	}
}
