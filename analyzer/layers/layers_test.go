package layers_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/gopacket"
	"github.com/google/gopacket/layers"

	"fragscope/analyzer/capture"
	queries "fragscope/analyzer/layers"
	"fragscope/decoder"
	"fragscope/decoder/promise"
	"fragscope/decoder/wire"
	"fragscope/samples"
)

func sample(t testing.TB, name string) []byte {
	t.Helper()
	s, ok := samples.Get(name)
	if !ok {
		t.Fatalf("no sample %s", name)
	}
	return s.Datagrams()[0]
}

// decode decodes a frame or a payload as a program with gopacket does.
func decode(p []byte, first gopacket.Decoder) gopacket.Packet {
	return gopacket.NewPacket(p, first, gopacket.DecodeOptions{NoCopy: true})
}

// untouched is what gopacket makes of a query before Register was called.
var untouched = func() gopacket.LayerType {
	s, _ := samples.Get("frame-ethernet-vlan")
	return decode(s.Datagrams()[0], layers.LayerTypeEthernet).ApplicationLayer().LayerType()
}()

func TestRegister(t *testing.T) {
	if untouched != gopacket.LayerTypePayload {
		t.Errorf("before Register a query is a layer %v", untouched)
	}
	dns := layers.UDPPort(53).LayerType()
	queries.Register()
	queries.Register()
	if layers.UDPPort(53).LayerType() != dns {
		t.Error("Register takes the port of DNS")
	}
	frame := sample(t, "frame-ethernet-vlan")
	for name, lazy := range map[string]bool{"eager": false, "lazy": true} {
		packet := gopacket.NewPacket(frame, layers.LayerTypeEthernet, gopacket.DecodeOptions{Lazy: lazy})
		l, ok := packet.ApplicationLayer().(*queries.Layer)
		if !ok {
			t.Fatalf("%s: %v", name, packet)
		}
		if packet.Layer(queries.TypeOf(l.Message.Protocol())) != gopacket.Layer(l) {
			t.Errorf("%s: not found by its type", name)
		}
	}
	// Every usual port is of queries, or of a layer that had it before.
	for _, p := range decoder.Protocols() {
		for _, q := range decoder.Descriptor(p).Ports {
			n := q.Number
			if n == 0 && q.Game != 0 {
				n = uint16(int(q.Game) + q.Offset)
			}
			if n != 0 && layers.UDPPort(n).LayerType() == gopacket.LayerTypePayload {
				t.Errorf("port %d of %v is nobody's", n, p)
			}
		}
	}
	// What is no query stays a payload, on a usual port as on any other.
	for _, port := range []layers.UDPPort{7778, 40000} {
		packet := decode(datagram(t, port, []byte("no query of any protocol\x00\x01\x02")), layers.LayerTypeEthernet)
		if l := packet.ApplicationLayer(); l == nil || l.LayerType() != gopacket.LayerTypePayload ||
			packet.ErrorLayer() != nil {
			t.Errorf("port %d: %v", port, packet)
		}
	}
}

// datagram returns a frame that carries a payload to a port.
func datagram(t testing.TB, port layers.UDPPort, payload []byte) []byte {
	t.Helper()
	eth := layers.Ethernet{SrcMAC: make([]byte, 6), DstMAC: make([]byte, 6), EthernetType: layers.EthernetTypeIPv4}
	ip := layers.IPv4{Version: 4, TTL: 64, Protocol: layers.IPProtocolUDP, SrcIP: []byte{192, 0, 2, 1},
		DstIP: []byte{192, 0, 2, 2}}
	udp := layers.UDP{SrcPort: 50000, DstPort: port}
	udp.SetNetworkLayerForChecksum(&ip)
	b := gopacket.NewSerializeBuffer()
	if err := gopacket.SerializeLayers(b, gopacket.SerializeOptions{FixLengths: true, ComputeChecksums: true}, &eth, &ip,
		&udp, gopacket.Payload(payload)); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestTypes: every protocol has a layer type of its name, which decodes as it.
func TestTypes(t *testing.T) {
	seen := map[gopacket.LayerType]bool{queries.LayerTypeQuery: true}
	for _, p := range decoder.Protocols() {
		typ := queries.TypeOf(p)
		if seen[typ] || typ.String() != p.String() {
			t.Errorf("%v has the layer type %d, %v", p, typ, typ)
		}
		seen[typ] = true
	}
	if queries.TypeOf(decoder.Unknown) != gopacket.LayerTypePayload {
		t.Error("an unknown protocol is no payload")
	}
	for _, s := range samples.List() {
		for _, p := range s.Datagrams() {
			m := decoder.Decode(p, decoder.Options{Link: decoder.LinkNone})
			if m.Protocol() == decoder.Unknown || m.Confidence < wire.Likely {
				continue
			}
			for _, first := range []gopacket.LayerType{queries.LayerTypeQuery, queries.TypeOf(m.Protocol())} {
				l := decode(p, first).ApplicationLayer()
				if l.LayerType() != queries.TypeOf(m.Protocol()) || !bytes.Equal(l.LayerContents(), p) || l.LayerPayload() != nil {
					t.Errorf("%s: %v with %v", s.Name, l.LayerType(), first)
				}
			}
		}
	}
}

// fields lists what a message says, with offsets from its payload.
func fields(m *decoder.Message) []string {
	var list []string
	for i := range m.Fields {
		if f := &m.Fields[i]; int(f.Offset) >= m.Payload && (m.Frame.Link == decoder.LinkNone || f.End() <= m.Frame.End) {
			list = append(list, fmt.Sprintf("%d+%d %s %q %q %q %v", int(f.Offset)-m.Payload, f.Length, m.Key(i), m.Name(i),
				m.Text(i), m.Note(i), f.Flags))
		}
	}
	for i := range m.Problems {
		if p := &m.Problems[i]; int(p.Offset) >= m.Payload && int(p.Offset+p.Length) <= m.Frame.End {
			list = append(list, fmt.Sprintf("%s at %d+%d", p.Info.Code, int(p.Offset)-m.Payload, p.Length))
		}
	}
	return list
}

// first holds gopacket's layer for each kind of frame that it reads.
var first = map[decoder.Link]gopacket.Decoder{
	wire.LinkEthernet: layers.LinkTypeEthernet, wire.LinkSLL: layers.LinkTypeLinuxSLL,
	wire.LinkRawIP: layers.LinkTypeRaw, wire.LinkLoopback: layers.LinkTypeNull,
}

// same compares the layer that gopacket makes of a frame or a payload with what
// the decoder makes of it. It reports whether there was a query to compare.
func same(t *testing.T, name string, p []byte, link decoder.Link) bool {
	t.Helper()
	m := decoder.Decode(p, decoder.Options{Link: link})
	begin := gopacket.Decoder(queries.LayerTypeQuery)
	if m.Frame.Link != decoder.LinkNone {
		if begin = first[m.Frame.Link]; begin == nil {
			return false // gopacket cannot read it
		}
	}
	packet := decode(p, begin)
	l, ok := packet.ApplicationLayer().(*queries.Layer)
	if known := m.Protocol() != decoder.Unknown && m.Confidence >= wire.Likely; !known || !ok {
		if known && packet.ErrorLayer() == nil && len(m.Problems) == 0 {
			t.Errorf("%s: %s, but gopacket has %v", name, m.Info.Name, packet)
		}
		return false
	}
	if l.Message.Info != m.Info || l.Message.Confidence != m.Confidence {
		t.Errorf("%s: %s, the decoder says %s", name, l.Message.Info.Name, m.Info.Name)
	}
	if got, want := fields(l.Message), fields(m); !slices.Equal(got, want) {
		t.Errorf("%s: the layer has\n%s\nthe decoder\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	return true
}

// TestSamples: the fields of the layer are the decoder's, in every sample and
// every sample capture.
func TestSamples(t *testing.T) {
	queries.Register()
	compared := 0
	for _, s := range samples.List() {
		for i, p := range s.Datagrams() {
			if same(t, fmt.Sprintf("%s, datagram %d", s.Name, i+1), p, decoder.LinkAuto) {
				compared++
			}
		}
	}
	if compared < 100 {
		t.Errorf("only %d datagrams of the samples were compared", compared)
	}
	captures := os.DirFS("../../samples/captures")
	files, err := fs.Glob(captures, "*.pcapng")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	packets := 0
	for _, name := range files {
		f, err := captures.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		r, err := capture.NewReader(f, capture.Options{Name: name})
		if err != nil {
			t.Fatal(err)
		}
		for r.Next() {
			if p := r.Packet(); p.Link != decoder.LinkNone && same(t, fmt.Sprintf("%s, packet %d", name, p.Number), p.Data,
				p.Link) {
				packets++
			}
		}
		f.Close()
	}
	if packets < 100 {
		t.Errorf("only %d packets of the captures were compared", packets)
	}
	t.Logf("%d datagrams, %d packets", compared, packets)
}

// TestNothingAllocated: a parser decodes without allocating, whatever comes.
func TestNothingAllocated(t *testing.T) {
	var frames [][]byte
	for _, s := range samples.List() {
		for _, p := range s.Datagrams() {
			if decoder.Decode(p, decoder.Options{}).Frame.Link == decoder.LinkNone && len(p) > 0 && len(p) < 60000 {
				frames = append(frames, datagram(t, 40000, p))
			}
		}
	}
	var eth layers.Ethernet
	var ip layers.IPv4
	var udp layers.UDP
	var query queries.Layer
	parser := gopacket.NewDecodingLayerParser(layers.LayerTypeEthernet, &eth, &ip, &udp, &query)
	found := make([]gopacket.LayerType, 0, 8)
	known := 0
	all := func() {
		known = 0
		for _, f := range frames {
			if err := parser.DecodeLayers(f, &found); err != nil {
				t.Fatal(err)
			}
			if query.LayerType() != gopacket.LayerTypePayload {
				known++
			}
		}
	}
	all() // the first time memory grows
	if n := testing.AllocsPerRun(10, all); n != 0 {
		t.Errorf("%v allocations for %d frames", n, len(frames))
	}
	if known < 100 || found[len(found)-1] == layers.LayerTypeUDP {
		t.Errorf("%d queries in %d frames, the last is %v", known, len(frames), found)
	}
}

// TestOneProtocol: a layer of one protocol takes nothing but its type.
func TestOneProtocol(t *testing.T) {
	for _, p := range decoder.Protocols() {
		l := queries.Layer{Options: decoder.Options{Protocol: p}}
		if c := l.CanDecode(); !slices.Equal(c.LayerTypes(), []gopacket.LayerType{queries.TypeOf(p)}) {
			t.Errorf("%v decodes %v", p, c.LayerTypes())
		}
		if l.LayerType() != gopacket.LayerTypePayload || l.String() != "" {
			t.Errorf("%v: before anything is decoded it is a layer %v, %q", p, l.LayerType(), l.String())
		}
	}
}

// TestPorts: what is only possibly a query counts as one on a usual port, and
// nowhere else.
func TestPorts(t *testing.T) {
	tried := 0
	for _, s := range samples.List() {
		for _, p := range s.Datagrams() {
			for n := range len(p) {
				m := decoder.Decode(p[:n], decoder.Options{Link: decoder.LinkNone})
				ports := decoder.Descriptor(m.Protocol()).Ports
				if m.Confidence != wire.Possible || len(ports) == 0 || ports[0].Number == 0 {
					continue
				}
				tried++
				for port, want := range map[uint16]gopacket.LayerType{0: gopacket.LayerTypePayload,
					ports[0].Number: queries.TypeOf(m.Protocol())} {
					l := queries.Layer{Options: decoder.Options{DstPort: port}}
					l.DecodeFromBytes(p[:n], gopacket.NilDecodeFeedback)
					if l.LayerType() != want {
						t.Errorf("%s, %d bytes, to port %d: %v, want %v", s.Name, n, port, l.LayerType(), want)
					}
				}
			}
		}
	}
	if tried == 0 {
		t.Error("no message is only possible")
	}
}

func FuzzLayer(f *testing.F) {
	queries.Register()
	for _, s := range samples.List() {
		for _, p := range s.Datagrams() {
			promise.Add(f, p)
		}
	}
	f.Fuzz(func(t *testing.T, p []byte) {
		packet := decode(datagram(t, 7778, p[:min(len(p), 60000)]), layers.LayerTypeEthernet)
		if packet.ErrorLayer() != nil {
			t.Error(packet.ErrorLayer().Error())
		}
		if l := packet.ApplicationLayer(); len(p) > 0 && l == nil {
			t.Error("no layer")
		} else if l != nil && strings.ContainsAny(gopacket.LayerString(l), "\x1b\x07\x00") {
			t.Error("a control character in the table")
		}
	})
}

// dnsReply is an answer with one question and eight addresses.
func dnsReply(b *testing.B) []byte {
	d := layers.DNS{ID: 1, QR: true, RD: true, RA: true, QDCount: 1, ANCount: 8,
		Questions: []layers.DNSQuestion{{Name: []byte("server.example"), Type: layers.DNSTypeA, Class: layers.DNSClassIN}}}
	for i := range 8 {
		d.Answers = append(d.Answers, layers.DNSResourceRecord{Name: []byte("server.example"), Type: layers.DNSTypeA,
			Class: layers.DNSClassIN, TTL: 60, IP: []byte{192, 0, 2, byte(i)}})
	}
	buf := gopacket.NewSerializeBuffer()
	if err := d.SerializeTo(buf, gopacket.SerializeOptions{FixLengths: true}); err != nil {
		b.Fatal(err)
	}
	return buf.Bytes()
}

// BenchmarkLayer measures the layer beside that of DNS.
func BenchmarkLayer(b *testing.B) {
	for _, test := range []struct {
		name  string
		layer gopacket.DecodingLayer
		data  []byte
	}{
		{"dns", &layers.DNS{}, dnsReply(b)},
		{"info-request", &queries.Layer{}, sample(b, "ut2004-info-request")},
		{"info-reply", &queries.Layer{}, sample(b, "ut2004-info-reply")},
		{"players-reply", &queries.Layer{}, sample(b, "ut2004-players-reply")},
		{"status-reply", &queries.Layer{}, sample(b, "ut99-status-reply")},
	} {
		b.Run(test.name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(test.data)))
			for range b.N {
				if err := test.layer.DecodeFromBytes(test.data, gopacket.NilDecodeFeedback); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
