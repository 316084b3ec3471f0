package capture

import (
	"bytes"
	"fmt"
	"net/netip"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// fields are what tshark and a Reader must agree on, one line a packet.
func ourFields(all []copied) []string {
	var lines []string
	for i, p := range all {
		t := ""
		if p.HasTime {
			t = fmt.Sprintf("%d.%09d", p.Time/1e9, p.Time%1e9)
		}
		lines = append(lines, fmt.Sprint(i+1, " ", t, " ", len(p.Data), " ", p.OrigLen, " ", strings.Join(p.Comments, "|")))
	}
	return lines
}

func tsharkFields(t *testing.T, capture []byte) ([]string, bool) {
	t.Helper()
	out, ok := tool(t, "tshark", capture, "-n", "-r", "FILE", "-T", "fields", "-E", "separator=/t", "-E", "aggregator=|",
		"-e", "frame.number", "-e", "frame.time_epoch", "-e", "frame.cap_len", "-e", "frame.len", "-e", "frame.comment")
	if !ok {
		return nil, false
	}
	var lines []string
	for l := range strings.Lines(out) {
		lines = append(lines, strings.ReplaceAll(strings.TrimSuffix(l, "\n"), "\t", " "))
	}
	return lines, true
}

func TestTsharkAgrees(t *testing.T) {
	t.Parallel()
	for name, c := range compositions(t) {
		if name == "pcapng-little" || name == "pcapng-big" || name == "pcap-micro-little" {
			continue // the others have all that these have
		}
		want, ok := tsharkFields(t, c.data)
		if !ok {
			return
		}
		if diff := cmp.Diff(want, ourFields(readAll(t, open(t, c.data)))); diff != "" {
			t.Errorf("%s: tshark -, ours +:\n%s", name, diff)
		}
	}
}

// What the writers write, every one of Wireshark's programs accepts, and
// checksums are right.
func TestWrittenIsAccepted(t *testing.T) {
	t.Parallel()
	var ng, nano, micro bytes.Buffer
	w, err := NewNgWriter(&ng, Section{Comment: "written by a test", Application: "fragscope", OS: "any",
		Hardware: "none"})
	if err != nil {
		t.Fatal(err)
	}
	links := []int{LinkEthernet, LinkNull, LinkLoop, LinkRaw, LinkSLL, LinkSLL2}
	for i, l := range links {
		f := Interface{LinkType: l, Name: fmt.Sprint("if", i), Description: "the interface", Comment: "noted", SnapLen: 65535}
		if _, err := w.AddInterface(f); err != nil {
			t.Fatal(err)
		}
	}
	pw, err := NewPcapWriter(&nano, LinkEthernet, true)
	if err != nil {
		t.Fatal(err)
	}
	mw, err := NewPcapWriter(&micro, LinkEthernet, false)
	if err != nil {
		t.Fatal(err)
	}
	payload := []byte(`\status\` + strings.Repeat("x", 1201)) // an odd length
	ends := [][2]string{{"192.0.2.1:4000", "198.51.100.2:7778"}, {"[2001:db8::1]:4000", "[2001:db8::2]:7778"}}
	n := int64(0)
	put := func(i int, frame []byte, comments ...string) {
		n++
		p := &Packet{Time: first*1e9 + n*1_000_001, HasTime: true, Data: frame, Interface: i}
		if i == 0 {
			if err := pw.WritePacket(p); err != nil {
				t.Fatal(err)
			}
			if err := mw.WritePacket(p); err != nil {
				t.Fatal(err)
			}
		}
		for _, c := range comments {
			p.Comments = append(p.Comments, []byte(c))
		}
		if err := w.WritePacket(p); err != nil {
			t.Fatal(err)
		}
	}
	for i, link := range links {
		for _, e := range ends {
			h := Header{Link: link, Src: netip.MustParseAddrPort(e[0]), Dst: netip.MustParseAddrPort(e[1]), ID: 77,
				Flags: PSH | ACK, Seq: 1000, Ack: 2000}
			if link == LinkEthernet {
				h.VLANs = []uint16{100, 42}
			}
			u, err := h.AppendUDP(nil, payload)
			if err != nil {
				t.Fatal(err)
			}
			put(i, u, "a status request, "+strconv.Itoa(i), "ünïcödé")
			h.VLANs = nil
			s, err := h.AppendTCP(nil, payload[:100+i])
			if err != nil {
				t.Fatal(err)
			}
			put(i, s)
			fs, err := h.Fragments(payload, 576)
			if err != nil {
				t.Fatal(err)
			}
			if len(fs) != 3 {
				t.Fatalf("%d fragments", len(fs))
			}
			for _, f := range fs {
				put(i, f)
			}
		}
	}
	if err := w.WriteNames([]Name{{netip.MustParseAddr("192.0.2.1"), "client.example"},
		{netip.MustParseAddr("2001:db8::2"), "server.example"}}); err != nil {
		t.Fatal(err)
	}
	for name, b := range map[string][]byte{"pcapng": ng.Bytes(), "pcap, ns": nano.Bytes(), "pcap, µs": micro.Bytes()} {
		r := open(t, b)
		got := readAll(t, r)
		if len(r.Problems()) != 0 {
			t.Errorf("%s: %v", name, r.Problems())
		}
		want, ok := tsharkFields(t, b)
		if !ok {
			return
		}
		if diff := cmp.Diff(want, ourFields(got)); diff != "" {
			t.Errorf("%s: tshark -, ours +:\n%s", name, diff)
		}
		out, _ := tool(t, "tshark", b, "-n", "-r", "FILE", "-o", "ip.check_checksum:TRUE", "-o", "udp.check_checksum:TRUE",
			"-o", "tcp.check_checksum:TRUE",
			"-T", "fields", "-E", "occurrence=a", "-e", "ip.checksum.status", "-e", "udp.checksum.status", "-e",
			"tcp.checksum.status", "-e", "_ws.malformed")
		good := 0
		for l := range strings.Lines(out) {
			for f := range strings.FieldsSeq(l) {
				if f != "1" && f != "1,1" {
					t.Errorf("%s: a checksum is not good: %q", name, l)
				}
				good++
			}
		}
		if good == 0 {
			t.Errorf("%s: tshark checked no checksum", name)
		}
		infos, _ := tool(t, "capinfos", b, "FILE")
		if !strings.Contains(infos, fmt.Sprintf("Number of packets:   %d", len(got))) {
			t.Errorf("%s: capinfos says\n%s", name, infos)
		}
		tool(t, "editcap", b, "-F", "pcapng", "FILE", "FILE.copy")
		tool(t, "mergecap", b, "-w", "FILE.merged", "FILE", "FILE")
	}
}

func TestAnnotate(t *testing.T) {
	t.Parallel()
	for name, c := range compositions(t) {
		src := open(t, c.data)
		var b, alone bytes.Buffer
		comments := func() Comment {
			return func(dst []byte, p *Packet) []byte {
				if p.Number%2 == 0 {
					return dst
				}
				return fmt.Appendf(dst, "unreal2 server info request, packet %d", p.Number)
			}
		}
		n, err := Annotate(&b, src, 3, comments)
		if _, err := Annotate(&alone, open(t, c.data), 1, comments); err != nil || !bytes.Equal(alone.Bytes(), b.Bytes()) {
			t.Errorf("%s: three workers write other bytes than one, %v", name, err)
		}
		if err != nil || n != int64(c.packets) {
			t.Fatalf("%s: %d packets, %v", name, n, err)
		}
		want := readAll(t, open(t, c.data))
		again := open(t, b.Bytes())
		got := readAll(t, again)
		if len(got) != len(want) || len(again.Problems()) != 0 {
			t.Fatalf("%s: %d packets of %d, %v", name, len(got), len(want), again.Problems())
		}
		if len(src.Interfaces()) != len(again.Interfaces()) || len(src.Names()) != len(again.Names()) {
			t.Errorf("%s: interfaces or names are missing", name)
		}
		for i := range want {
			w, g := &want[i], &got[i]
			if !bytes.Equal(w.Data, g.Data) || w.OrigLen != g.OrigLen || w.LinkType != g.LinkType ||
				w.HasTime && w.Time != g.Time || w.Interface != g.Interface || w.Flags != g.Flags {
				t.Errorf("%s: packet %d is %+v, was %+v", name, i+1, g, w)
			}
			if i%2 == 0 {
				w.Comments = append(w.Comments, fmt.Sprintf("unreal2 server info request, packet %d", i+1))
			}
			if len(g.Comments) == 0 && len(w.Comments) == 0 {
				continue
			}
			if diff := cmp.Diff(w.Comments, g.Comments[:len(w.Comments)]); diff != "" {
				t.Errorf("%s: packet %d: %s", name, i+1, diff)
			}
		}
		if name != "pcapng-two-sections" && name != "pcap-nano-big" {
			continue // tshark takes its time
		}
		if lines, ok := tsharkFields(t, b.Bytes()); ok {
			if diff := cmp.Diff(lines, ourFields(got)); diff != "" {
				t.Errorf("%s: tshark -, ours +:\n%s", name, diff)
			}
		}
	}
}

func TestWritersRefuse(t *testing.T) {
	var b bytes.Buffer
	if _, err := NewPcapWriter(&b, -1, false); err == nil {
		t.Error("a link type of -1 was taken")
	}
	p, err := NewPcapWriter(&b, 1, false)
	if err != nil {
		t.Fatal(err)
	}
	w, err := NewNgWriter(&b, Section{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.AddInterface(Interface{LinkType: 70000}); err == nil {
		t.Error("a link type of 70000 was taken")
	}
	if err := w.WritePacket(&Packet{HasTime: true}); err == nil {
		t.Error("a packet of no interface was taken")
	}
	if _, err := w.AddInterface(Interface{LinkType: 1}); err != nil {
		t.Fatal(err)
	}
	for _, q := range []Packet{{Time: -1, HasTime: true}, {HasTime: true, Data: make([]byte, MaxPacket+1)}} {
		if p.WritePacket(&q) == nil || w.WritePacket(&q) == nil {
			t.Errorf("time %d, %d bytes: was taken", q.Time, len(q.Data))
		}
	}
	h := Header{Link: LinkRaw, Src: netip.MustParseAddrPort("192.0.2.1:1"), Dst: netip.MustParseAddrPort("[::1]:1")}
	if _, err := h.AppendUDP(nil, nil); err == nil {
		t.Error("IPv4 to IPv6 was taken")
	}
	h.Dst = netip.MustParseAddrPort("192.0.2.2:1")
	if _, err := h.AppendUDP(nil, make([]byte, 66000)); err == nil {
		t.Error("66000 bytes were taken")
	}
	if _, err := h.Fragments(make([]byte, 100), 21); err == nil {
		t.Error("an MTU of 21 was taken")
	}
	h.VLANs = []uint16{1}
	if _, err := h.AppendTCP(nil, nil); err == nil {
		t.Error("a tag without Ethernet was taken")
	}
	h.VLANs, h.Link = nil, 99
	if _, err := h.AppendTCP(nil, nil); err == nil {
		t.Error("link type 99 was taken")
	}
}
