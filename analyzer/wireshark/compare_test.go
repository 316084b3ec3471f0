package wireshark

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fragscope/analyzer/capture"
	"fragscope/decoder"
	"fragscope/decoder/wire"
	"fragscope/samples"
)

// mutants is how many mutated packets are compared.
const mutants = 10_000

// A shown field is what tshark prints of one, or what it should.
type shown struct {
	depth     int
	name      string
	pos, size int
	value     string
}

// A payload is what is in a packet.
type payload struct {
	data     []byte
	src, dst uint16
	stream   bool
	from     string // where it is from
}

func (p *payload) decode(d *decoder.Decoder) *wire.Message {
	d.Options = wire.Options{Link: wire.LinkNone, SrcPort: p.src, DstPort: p.dst, Stream: p.stream}
	return d.Decode(p.data)
}

// TestFields compares tshark with the decoder: every sample in UDP and in TCP,
// and mutated ones.
func TestFields(t *testing.T) {
	t.Parallel()
	var all []payload
	add := func(p payload) {
		p.src, p.dst = uint16(20000+len(all)%20000), uint16(45000+len(all)%7)
		if len(p.data) > 0 && len(p.data) <= 65000 {
			all = append(all, p)
		}
	}
	for _, s := range samples.List() {
		for _, b := range s.Datagrams() {
			add(payload{data: b, from: s.Name})
			add(payload{data: b, from: s.Name, stream: true})
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for n := len(all); len(all) < n+mutants; {
		p := all[r.IntN(n)]
		p.data = mutate(r, p.data)
		add(p)
	}
	file := filepath.Join(t.TempDir(), "all.pcap")
	writeCapture(t, file, all)
	var d decoder.Decoder
	n, claimed, wrong := 0, 0, 0
	// A mutant may be a packet of QUIC or of DCE/RPC to Wireshark, which asks its own dissectors first.
	for got := range tshark(t, file, "-o", "fragscope.confidence:any", "--disable-heuristic", "quic",
		"--disable-heuristic", "dcerpc_tcp") {
		p := &all[n]
		n++
		m := p.decode(&d)
		want := expected(m, payloadAt(p.stream))
		if len(want) > 0 {
			claimed++
		}
		if diff := compare(got, want); diff != "" {
			if wrong++; wrong <= 10 {
				t.Errorf("%s, %d bytes, stream %v, packet %d, %x: %s", p.from, len(p.data), p.stream, n, p.data, diff)
			}
		}
	}
	if n != len(all) || claimed < mutants/3 { // half of them are in TCP, where little is claimed
		t.Errorf("%d of %d packets, %d claimed", n, len(all), claimed)
	}
}

// mutate changes a few bytes.
func mutate(r *rand.Rand, p []byte) []byte {
	p = slices.Clone(p)
	for range 1 + r.IntN(3) {
		if len(p) == 0 {
			break
		}
		i, c := r.IntN(len(p)), byte(r.IntN(256))
		switch r.IntN(4) {
		case 0:
			p = p[:i]
		case 1:
			p[i] = c
		case 2:
			p = slices.Delete(p, i, i+1)
		case 3:
			p = slices.Insert(p, i, c)
		}
	}
	return p
}

func writeCapture(t *testing.T, file string, all []payload) {
	t.Helper()
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	b := bufio.NewWriter(f)
	w, err := capture.NewPcapWriter(b, capture.LinkEthernet, false)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range all {
		h := capture.Header{Link: capture.LinkEthernet}
		h.Src = netip.AddrPortFrom(netip.MustParseAddr("192.0.2.1"), p.src)
		h.Dst = netip.AddrPortFrom(netip.MustParseAddr("198.51.100.1"), p.dst)
		h.ID, h.Seq, h.Ack, h.Flags = uint32(i), 1, 1, capture.ACK|capture.PSH
		appendTo := h.AppendUDP
		if p.stream {
			appendTo = h.AppendTCP
		}
		frame, err := appendTo(nil, p.data)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.WritePacket(&capture.Packet{Data: frame, OrigLen: len(frame), Time: int64(i) * 1e6,
			HasTime: true}); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Flush(); err != nil {
		t.Fatal(err)
	}
}

// payloadAt is where the payload begins in a frame of writeCapture.
func payloadAt(stream bool) int {
	if stream {
		return 14 + 20 + 20
	}
	return 14 + 20 + 8
}

// expected is what tshark should show of m, whose payload begins at offset at of
// its frame: nothing where it is of no protocol.
func expected(m *wire.Message, at int) (list []shown) {
	if m.Protocol() == decoder.Unknown {
		return nil
	}
	for i := range m.Fields {
		f := &m.Fields[i]
		name := m.Key(i) + suffix(f)
		list = append(list, shown{int(f.Depth), name, at + int(f.Offset), int(f.Length), valueOf(m, i)})
		if parts := bitsOf(f); f.Flags&wire.FlagLength == 0 && f.Kind.Number() {
			for range parts {
				list = append(list, shown{int(f.Depth) + 1, "bit", at + int(f.Offset), int(f.Length), ""})
			}
		}
	}
	for i := range m.Problems {
		q := &m.Problems[i]
		list = append(list, shown{0, "fragscope.problem", at + int(q.Offset), int(q.Length), q.Info.Code},
			shown{1, "expert", 0, 0, printed(m.Message(q))})
	}
	return list
}

func bitsOf(f *wire.Field) int {
	n := len(f.Def.Parts)
	if s := f.Def.Symbols; s != nil && s.Flags {
		n += len(s.List)
	}
	return n
}

func class(k wire.Kind) string {
	switch {
	case k == wire.KindGroup:
		return "group"
	case k.Number():
		return "number"
	case k.Float() || k == wire.KindIPv4 || k == wire.KindIPv6 || k == wire.KindMAC:
		return k.String()
	case k == wire.KindText || k == wire.KindUCS2:
		return "text"
	}
	return "bytes"
}

// suffix is what follows the key of a field that was read otherwise than it is defined.
func suffix(f *wire.Field) string {
	is, defined := class(f.Kind), class(f.Def.Kind)
	if f.Flags&wire.FlagLength != 0 {
		defined = "number"
	}
	if is == "number" && defined == "number" && f.Kind.Size() == 8 && f.Def.Kind.Size() == 4 {
		return ".text"
	}
	if is == defined || f.Kind.Float() && f.Def.Kind.Float() {
		return ""
	}
	return "." + is
}

func valueOf(m *wire.Message, i int) string {
	switch f := &m.Fields[i]; class(f.Kind) {
	case "group":
		return ""
	case "bytes":
		return hex.EncodeToString(m.Bytes(i))
	}
	if f := &m.Fields[i]; f.Kind.Number() && f.Kind.Size() == 8 && f.Length != 8 { // a number of Lua has 53 bits
		return strconv.FormatUint(uint64(float64(f.Value)), 10)
	}
	return printed(m.Text(i))
}

// printed is s as the dissector and tshark write it: no NUL, no control characters.
func printed(s string) string {
	var b strings.Builder
	for i := range len(s) {
		switch c := s[i]; {
		case c == 0:
			b.WriteString("␀")
		case c < 0x20 && c != '\t' && c != '\n' && c != '\r' || c == 0x7f:
			fmt.Fprintf(&b, "\\x%x", c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

func compare(got, want []shown) string {
	for i := range max(len(got), len(want)) {
		var g, w shown
		if i < len(got) {
			g = got[i]
		}
		if i < len(want) {
			w = want[i]
		}
		switch {
		case g.value == "-nan":
			g.value = "NaN"
		case w.name == "bit":
			g.name, g.value = "bit", ""
		case w.name == "expert":
			g.pos, g.size = 0, 0
		}
		if x, err := strconv.ParseFloat(g.value, 64); err == nil && strings.ContainsAny(g.value+w.value, ".eN") {
			if y, err := strconv.ParseFloat(w.value, 64); err == nil && (math.Abs(x-y) <= max(1e-5*math.Abs(y), 1e-44) ||
				math.IsNaN(x) && math.IsNaN(y)) {
				g.value = w.value
			}
		}
		if g != w {
			return fmt.Sprintf("field %d is %v, expected %v", i, g, w)
		}
	}
	return ""
}
