package decoder_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/frame"
	"fragscope/decoder/promise"
	"fragscope/decoder/protocol/unreal2"
	"fragscope/decoder/wire"
)

// Each frame carries the info reply of the UT2004 query document; found is what must be
// known about it without being told.
func TestFrame(t *testing.T) {
	info := unhex(t, cleanInfo)
	ipOptions := []byte{0x94, 4, 0, 0, 7, 11, 8, 192, 0, 2, 1, 0, 0, 0, 0, 0} // router alert, record route, end
	hop := []byte{60, 0, 5, 2, 0, 0, 1, 0}
	dest := []byte{43, 1, 0x1e, 12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}
	route := []byte{17, 2, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
	udp := buildUDP(server6, client6, 7778, 50123, info)
	atomic := []byte{17, 0, 0, 0, 0, 0, 0, 9}
	for _, c := range []struct {
		name    string
		p       []byte
		link    wire.Link
		payload int // offset
		codes   []string
	}{
		{"ethernet", buildEthernet(0x0800, udp4(info)), wire.LinkEthernet, 42, nil},
		{"ethernet, ipv6", buildEthernet(0x86dd, udp6(info)), wire.LinkEthernet, 62, nil},
		{"ethernet, vlan", buildEthernet(0x8100, buildVLAN(0x6064, 0x0800, udp4(info))), wire.LinkEthernet, 46, nil},
		{"ethernet, stacked vlan", buildEthernet(0x88a8, buildVLAN(0x0064, 0x8100, buildVLAN(0x3007, 0x0800, udp4(info)))),
			wire.LinkEthernet, 50, nil},
		{"ethernet, snap", buildEthernet(8+len(udp4(info)), join([]byte{0xaa, 0xaa, 3, 0, 0, 0, 8, 0}, udp4(info))),
			wire.LinkNone, 0, nil},
		{"sll", buildSLL(0x0800, udp4(info)), wire.LinkSLL, 44, nil},
		{"sll, ipv6", buildSLL(0x86dd, udp6(info)), wire.LinkSLL, 64, nil},
		{"sll2", buildSLL2(0x0800, udp4(info)), wire.LinkSLL2, 48, nil},
		{"loopback, little endian", join([]byte{2, 0, 0, 0}, udp4(info)), wire.LinkLoopback, 32, nil},
		{"loopback, big endian", join([]byte{0, 0, 0, 2}, udp4(info)), wire.LinkLoopback, 32, nil},
		{"loopback, macOS, ipv6", join([]byte{30, 0, 0, 0}, udp6(info)), wire.LinkLoopback, 52, nil},
		{"raw ipv4", udp4(info), wire.LinkRawIP, 28, nil},
		{"raw ipv4, options", buildIPv4(17, 0, ipOptions, buildUDP(server4, client4, 7778, 50123, info)), wire.LinkRawIP, 44,
			nil},
		{"raw ipv6", udp6(info), wire.LinkRawIP, 48, nil},
		{"raw ipv6, extension headers", buildIPv6(0, join(hop, dest, route, udp)), wire.LinkRawIP, 96, nil},
		{"raw ipv6, atomic fragment", buildIPv6(44, join(atomic, udp)), wire.LinkRawIP, 56, nil},
		{"raw ipv4, cut", udp4(info)[:60], wire.LinkRawIP, 28, []string{"frame-cut", "checksum-unchecked",
			"length-past-end"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			opts := wire.Options{}
			if c.link == wire.LinkNone { // only when told
				if l := frame.DetectLink(c.p); l != wire.LinkNone {
					t.Fatalf("taken for %s", l)
				}
				opts.Link, c.link, c.payload = wire.LinkEthernet, wire.LinkEthernet, 50
				c.codes = []string{"frame-802.3"}
			}
			m := decoder.Decode(c.p, opts)
			checkMessage(t, m)
			checkTruncation(t, m, wire.Options{})
			if m.Info != &unreal2.InfoReply || m.Frame.Link != c.link || m.Payload != c.payload || m.Frame.Payload != c.payload {
				t.Fatalf("link %s, payload at %d\n%s", m.Frame.Link, m.Payload, dump(m))
			}
			var codes []string
			for i := range m.Problems {
				codes = append(codes, m.Problems[i].Info.Code)
			}
			if !equalStrings(codes, c.codes) {
				t.Errorf("problems %q, want %q\n%s", codes, c.codes, dump(m))
			}
			f := &m.Frame
			if f.SrcPort != 7778 || f.DstPort != 50123 || f.IPProto != wire.ProtoUDP {
				t.Errorf("frame %+v", f)
			}
			if s := decoder.StatusOf(m); len(c.codes) == 0 && (s == nil || s.GamePort.Value != 7788) {
				t.Errorf("status %+v", s)
			}
		})
	}
}

func equalStrings(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func TestFrameVLAN(t *testing.T) {
	m := decoder.Decode(
		buildEthernet(0x88a8, buildVLAN(0xb064, 0x8100, buildVLAN(0x0007, 0x0800, udp4([]byte("\\info\\"))))), wire.Options{})
	if f := m.Frame; f.VLANCount != 2 || f.VLAN[0] != 100 || f.VLAN[1] != 7 {
		t.Errorf("VLANs %d %d", f.VLANCount, f.VLAN)
	}
	i := m.Find("frame.vlan.tag", 0)
	if note := m.Note(i); note != "priority 5; drop eligible; VLAN 100" {
		t.Errorf("note %q", note)
	}
	if f := &m.Fields[i]; f.KindName() != "bits" {
		t.Errorf("kind %s", f.KindName())
	}
}

// A frame's notes spell out what is packed into its bits, and that the
// checksums were checked.
func TestFrameNotes(t *testing.T) {
	m := decoder.Decode(buildEthernet(0x0800, udp4([]byte{0x80, 0, 0, 0, 0})), wire.Options{})
	for key, note := range map[string]string{
		"frame.ipv4.version":  "version 4; header length 20 bytes",
		"frame.ipv4.fragment": "don't fragment",
		"frame.ipv4.protocol": "UDP",
		"frame.ipv4.checksum": "correct",
		"frame.udp.checksum":  "correct",
	} {
		if got := m.Note(m.Find(key, 0)); got != note {
			t.Errorf("%s: note %q, want %q", key, got, note)
		}
	}
	if m.Frame.Src.String() != "192.0.2.10" || m.Frame.Dst.String() != "198.51.100.7" {
		t.Errorf("from %s to %s", m.Frame.Src, m.Frame.Dst)
	}
	if m.Frame.End != 47 || m.Fields[len(m.Fields)-1].Kind != wire.KindPadding {
		t.Errorf("payload ends at %d\n%s", m.Frame.End, dump(m))
	}
}

func TestFrameChecksums(t *testing.T) {
	payload := []byte{0x79, 0, 0, 0, 1, 9} // odd and even lengths
	for n := 5; n <= 6; n++ {
		good := udp4(payload[:n])
		for _, c := range []struct {
			name   string
			change func(p []byte)
			code   string
		}{
			{"good", func([]byte) {}, ""},
			{"ipv4", func(p []byte) { p[10] ^= 1 }, "checksum-wrong"},
			{"ipv4 zero", func(p []byte) { p[10], p[11] = 0, 0 }, "checksum-zero"},
			{"udp", func(p []byte) { p[27] ^= 1 }, "checksum-wrong"},
			{"udp payload", func(p []byte) { p[len(p)-1] ^= 1 }, "checksum-wrong"},
			{"udp unused", func(p []byte) { p[26], p[27] = 0, 0 }, "checksum-unused"},
			{"udp offloaded", func(p []byte) {
				s := ^promise.Checksum(promise.Pseudo(server4, client4, 17, len(p)-20))
				p[26], p[27] = byte(s>>8), byte(s)
			}, "checksum-offloaded"},
		} {
			p := bytes.Clone(good)
			c.change(p)
			m := decoder.Decode(p, wire.Options{Link: wire.LinkRawIP, Protocol: "unreal2"})
			checkMessage(t, m)
			code := ""
			for _, q := range m.Problems {
				if strings.HasPrefix(q.Info.Code, "checksum") {
					code += q.Info.Code
				}
			}
			if code != c.code {
				t.Errorf("%s, %d bytes: %q, want %q\n%s", c.name, n, code, c.code, dump(m))
			}
		}
	}
}

// The value that a wrong checksum should have is the right one.
func TestFrameChecksumWanted(t *testing.T) {
	good := udp4([]byte{0x79, 0, 0, 0, 1})
	for _, at := range []int{10, 26} {
		p := bytes.Clone(good)
		p[at] ^= 0x55
		m := decoder.Decode(p, wire.Options{Link: wire.LinkRawIP})
		if len(m.Problems) != 1 || m.Problems[0].B != uint64(wire.BE16(good[at:])) {
			t.Errorf("at %d: want %x\n%s", at, wire.BE16(good[at:]), dump(m))
		}
	}
}

func TestFrameOthers(t *testing.T) {
	arp := []byte{0, 1, 8, 0, 6, 4, 0, 1, 2, 0, 0, 0, 0, 10, 192, 0, 2, 10, 0, 0, 0, 0, 0, 0, 198, 51, 100, 7}
	ping := []byte{8, 0, 0, 0, 0, 1, 0, 2, 'a', 'b'}
	quoted := buildIPv4(17, 0, nil, buildUDP(server4, client4, 50123, 7778, []byte{0x79, 0, 0, 0, 0}))
	unreachable := join([]byte{3, 3, 0, 0, 0, 0, 0, 0}, quoted)
	for _, b := range [][]byte{ping, unreachable} {
		s := promise.Checksum(b)
		b[2], b[3] = byte(s>>8), byte(s)
	}
	text := []byte(`\basic\\secure\wookie`)
	syn := []byte{2, 4, 5, 0xb4, 1, 3, 3, 7, 4, 2, 8, 10, 0, 0, 0, 1, 0, 0, 0, 0}
	for _, c := range []struct {
		name string
		p    []byte
		link wire.Link
		want string
	}{
		{"ARP", buildEthernet(0x0806, arp), wire.LinkAuto, "ARP packet"},
		{"spanning tree", buildEthernet(38, append([]byte{0x42, 0x42, 3}, make([]byte, 35)...)), wire.LinkEthernet,
			"802.3 frame"},
		{"ping", buildIPv4(1, 0, nil, ping), wire.LinkAuto, "ICMP message"},
		{"port unreachable", buildIPv4(1, 0, nil, unreachable), wire.LinkAuto, "server info request"},
		{"later fragment", buildIPv4(17, 0x2003, nil, []byte("later bytes of it")), wire.LinkAuto, "IP fragment"},
		{"first fragment", buildIPv4(17, 0x2000, nil, buildUDP(server4, client4, 7778, 50123, unhex(t, cleanInfo))[:64]),
			wire.LinkAuto, "server info reply"},
		{"syn", buildIPv4(6, 0x4000, nil, buildTCP(server4, client4, 28900, 50123, wire.TCPSyn|wire.TCPAck, syn, nil)),
			wire.LinkAuto, "TCP segment without data"},
		{"segment", buildIPv4(6, 0x4000, nil, buildTCP(server4, client4, 28900, 50123, wire.TCPPsh|wire.TCPAck, nil, text)),
			wire.LinkAuto, ""},
		{"empty datagram", udp4(nil), wire.LinkAuto, "empty UDP datagram"},
		{"GRE", buildIPv4(47, 0, nil, []byte{0, 0, 8, 0}), wire.LinkAuto, "frame of another protocol"},
		{"no next header", buildIPv6(59, nil), wire.LinkAuto, "frame of another protocol"},
		{"cut in the header", udp4(text)[:10], wire.LinkRawIP, "cut frame"},
	} {
		m := decoder.Decode(c.p, wire.Options{Link: c.link})
		checkMessage(t, m)
		if c.want != "" && m.Info.Name != c.want || m.Frame.Link == wire.LinkNone {
			t.Errorf("%s: %s\n%s", c.name, m.Info.Name, dump(m))
		}
		if m.Info.Direction != wire.DirectionUnknown {
			checkTruncation(t, m, wire.Options{})
		}
	}
	m := decoder.Decode(buildIPv4(1, 0, nil, unreachable), wire.Options{})
	if f := m.Frame; !f.Quoted || f.QuotedBy.String() != "192.0.2.10" || f.ICMPType != 3 || f.ICMPCode != 3 ||
		f.DstPort != 7778 {
		t.Errorf("quoted %+v", f)
	}
}

// What is no frame must not be taken for one: random bytes, and any bytes
// behind the first letters of every protocol.
func TestFrameNever(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	heads := []string{"", "\\", "\x80\x00\x00\x00\x00", "\x79\x00\x00\x00\x01", "\xff\xffUGP\x00\x01\x81", "\xfe\xfd\x00",
		"\x00\x01\x02\x03\x04splitnum\x00",
		"E", "EX 7777 ", "ut 7778 ", "gta ", "\x45\x00\x00\x00", "\x02\x00\x00\x00", "\x00\x00\x00\x01", "\x08\x00\x00\x00",
		"hello world "}
	for range 200000 {
		p := make([]byte, random.IntN(200))
		for i := range p {
			p[i] = byte(random.Uint32())
		}
		copy(p, heads[random.IntN(len(heads))])
		if l := frame.DetectLink(p); l != wire.LinkNone {
			t.Fatalf("%x is taken for %s", p, l)
		}
	}
	for _, all := range []map[string][][]byte{captures(t), samplePackets(t)} {
		for name, datagrams := range all {
			for i, p := range datagrams {
				// Samples of other kinds with a frame around them all have local Ethernet addresses.
				framed := strings.HasPrefix(name, "frame-") || strings.HasPrefix(string(p), "\x02\x00\x00\x00\x00")
				if l := frame.DetectLink(p); (l != wire.LinkNone) != framed {
					t.Errorf("%s, datagram %d is taken for %s", name, i+1, l)
				}
				for k := range p { // nor any part of it
					if framed {
						break
					}
					if l := frame.DetectLink(p[k:]); l != wire.LinkNone {
						t.Errorf("%s, datagram %d from %d is taken for %s", name, i+1, k, l)
					}
					if l := frame.DetectLink(p[:k]); l != wire.LinkNone {
						t.Errorf("%s, datagram %d up to %d is taken for %s", name, i+1, k, l)
					}
				}
			}
		}
	}
}

func TestLinkFromPcap(t *testing.T) {
	for number, want := range map[int]wire.Link{0: wire.LinkLoopback, 1: wire.LinkEthernet, 12: wire.LinkRawIP,
		101: wire.LinkRawIP, 108: wire.LinkLoopback, 113: wire.LinkSLL, 228: wire.LinkRawIP, 229: wire.LinkRawIP,
		276: wire.LinkSLL2, 105: wire.LinkNone} {
		if l, ok := frame.LinkFromPcap(number); l != want || ok != (want != wire.LinkNone) {
			t.Errorf("%d is %s, %t", number, l, ok)
		}
	}
}

func TestFrameAllocatesNothing(t *testing.T) {
	p := buildEthernet(0x0800, udp4(unhex(t, cleanInfo)))
	var d decoder.Decoder
	d.Decode(p)
	if n := testing.AllocsPerRun(100, func() { d.Decode(p) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// What a frame costs is the difference between the two.
func BenchmarkFrame(b *testing.B) {
	payload := []byte{0x79, 0, 0, 0, 1}
	for name, p := range map[string][]byte{"frame": buildEthernet(0x0800, udp4(payload)), "payload": payload} {
		b.Run(name, func(b *testing.B) {
			var d decoder.Decoder
			b.ReportAllocs()
			for b.Loop() {
				d.Decode(p)
			}
		})
	}
}

func FuzzFrame(f *testing.F) {
	info := unhex(f, cleanInfo)
	for _, p := range [][]byte{
		buildEthernet(0x0800, udp4(info)), buildEthernet(0x88a8, buildVLAN(100, 0x8100, buildVLAN(7, 0x86dd, udp6(info)))),
		buildSLL(0x0800, udp4(info)), buildSLL2(0x86dd, udp6(info)), join([]byte{2, 0, 0, 0}, udp4(info)), udp4(info),
		buildIPv4(6, 0, []byte{7, 3, 4, 0}, buildTCP(server4, client4, 28900, 50123, wire.TCPAck,
			[]byte{8, 10, 0, 0, 0, 1, 0, 0, 0, 2, 1, 0}, []byte(`\basic\\secure\wookie`))),
		buildIPv6(0, join([]byte{44, 0, 5, 2, 0, 0, 1, 0}, []byte{17, 0, 0, 1, 0, 0, 0, 9}, info)),
		buildIPv4(1, 0, nil, join([]byte{3, 3, 0, 0, 0, 0, 0, 0}, udp4(info))),
	} {
		for l := wire.LinkAuto; l < wire.LinkCount; l++ {
			promise.Add(f, p, uint8(l))
		}
	}
	f.Fuzz(func(t *testing.T, p []byte, link uint8) {
		p = slices.Clip(p) // reading past the end must not go unnoticed
		opts := wire.Options{Link: wire.Link(link) % wire.LinkCount}
		m := decoder.Decode(p, opts)
		checkMessage(t, m)
		if m.Frame.Payload > m.Frame.End || m.Frame.End > len(p) || m.Payload != m.Frame.Payload {
			t.Fatalf("payload [%d,%d) of %d", m.Frame.Payload, m.Frame.End, len(p))
		}
		// The payload's own fields are its protocol's affair.
		head := *m
		for len(head.Fields) > 0 && head.Fields[len(head.Fields)-1].End() > m.Payload {
			head.Fields = head.Fields[:len(head.Fields)-1]
		}
		if head.Data = p[:m.Payload]; len(head.Data) < 512 {
			checkTruncation(t, &head, opts)
		}
	})
}
