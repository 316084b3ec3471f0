package wireshark

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"fmt"
	"html"
	"io"
	"math"
	"math/rand/v2"
	"net/netip"
	"os"
	"os/exec"
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
	for got := range tshark(t, file, "-o", "fragscope.confidence:any") {
		p := &all[n]
		n++
		m := p.decode(&d)
		want := expected(m, p)
		if len(want) > 0 {
			claimed++
		}
		if diff := compare(got, want); diff != "" {
			if wrong++; wrong <= 10 {
				t.Errorf("%s, %d bytes, stream %v, packet %d, %x: %s", p.from, len(p.data), p.stream, n, p.data, diff)
			}
		}
	}
	if n != len(all) || claimed < mutants/2 {
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
		h := capture.Header{Link: capture.LinkEthernet, Src: netip.AddrPortFrom(netip.MustParseAddr("192.0.2.1"), p.src), Dst: netip.AddrPortFrom(netip.MustParseAddr("198.51.100.1"), p.dst)}
		h.ID, h.Seq, h.Ack, h.Flags = uint32(i), 1, 1, capture.ACK|capture.PSH
		appendTo := h.AppendUDP
		if p.stream {
			appendTo = h.AppendTCP
		}
		frame, err := appendTo(nil, p.data)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.WritePacket(&capture.Packet{Data: frame, OrigLen: len(frame), Time: int64(i) * 1e6, HasTime: true}); err != nil {
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

// expected is what tshark should show of m, nothing where it is of no protocol.
func expected(m *wire.Message, p *payload) (list []shown) {
	if m.Protocol() == decoder.Unknown {
		return nil
	}
	at := payloadAt(p.stream)
	for i := range m.Fields {
		f := &m.Fields[i]
		name := m.Key(i) + suffix(f)
		list = append(list, shown{int(f.Depth), name, at + int(f.Offset), int(f.Length), valueOf(m, i)})
		if parts := bitsOf(f); f.Marks&wire.MarkLength == 0 && f.Kind.Number() {
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
	if f.Marks&wire.MarkLength != 0 {
		defined = "number"
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
			if y, err := strconv.ParseFloat(w.value, 64); err == nil && (math.Abs(x-y) <= max(1e-5*math.Abs(y), 1e-44) || math.IsNaN(x) && math.IsNaN(y)) {
				g.value = w.value
			}
		}
		if g != w {
			return fmt.Sprintf("field %d is %v, expected %v", i, g, w)
		}
	}
	return ""
}

// tshark yields what tshark with the dissector shows of our protocols, packet by packet.
func tshark(t *testing.T, file string, args ...string) func(yield func([]shown) bool) {
	t.Helper()
	path, err := exec.LookPath("tshark")
	if err != nil {
		t.Skip("tshark is not installed")
	}
	script, err := Script()
	if err != nil {
		t.Fatal(err)
	}
	lua := filepath.Join(t.TempDir(), FileName)
	if err := os.WriteFile(lua, script, 0o644); err != nil {
		t.Fatal(err)
	}
	args = append([]string{"-n", "-r", file, "-X", "lua_script:" + lua, "-T", "pdml", "-o", "udp.try_heuristic_first:TRUE", "-o", "tcp.try_heuristic_first:TRUE"}, args...)
	cmd := exec.Command(path, args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	cmd.Env = append(os.Environ(), "WIRESHARK_CONFIG_DIR="+t.TempDir(), "HOME="+t.TempDir())
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return func(yield func([]shown) bool) {
		readPDML(t, out, yield)
		_, _ = io.Copy(io.Discard, out)
		if err := cmd.Wait(); err != nil {
			t.Errorf("tshark: %v", err)
		}
		for line := range strings.Lines(stderr.String()) {
			if !strings.HasPrefix(line, "Running as user") {
				t.Errorf("tshark: %s", line)
			}
		}
	}
}

// readPDML reads the fields of our protocols.
func readPDML(t *testing.T, r io.Reader, yield func([]shown) bool) {
	own := map[string]bool{"fragscope": true}
	for _, p := range decoder.Protocols() {
		switch name := p.String(); name {
		case "quake2", "quake3", "quakeworld", "raknet": // Wireshark has its own
			own[name+"-query"] = true
		default:
			own[name] = true
		}
	}
	var list []shown
	inside, depth := false, 0
	s := bufio.NewScanner(r)
	s.Buffer(make([]byte, 1<<20), 1<<26)
	s.Split(func(data []byte, end bool) (int, []byte, error) { // unlike ScanLines this keeps carriage returns
		if i := bytes.IndexByte(data, '\n'); i >= 0 {
			return i + 1, data[:i], nil
		}
		return 0, nil, nil
	})
	for s.Scan() {
		line := strings.TrimLeft(s.Text(), " ")
		for strings.HasPrefix(line, "<field ") && !strings.HasSuffix(line, ">") && s.Scan() { // a text of several lines
			line += "\n" + s.Text()
		}
		switch {
		case line == "</packet>":
			if !yield(list) {
				return
			}
			list = nil
		case strings.Contains(line, "Lua Error"):
			list = append(list, shown{name: attribute(line, "showname") + attribute(line, "show")})
		case strings.HasPrefix(line, "<proto ") && !strings.HasSuffix(line, "/>"): // else the mark of a malformed packet
			inside, depth = own[attribute(line, "name")], 0
		case line == "</proto>":
			inside = false
		case line == "</field>":
			depth--
		case inside && strings.HasPrefix(line, "<field "):
			if f, ok := shownField(line, depth); ok {
				list = append(list, f)
			}
			if !strings.HasSuffix(line, "/>") {
				depth++
			}
		}
	}
	if err := s.Err(); err != nil {
		t.Error(err)
	}
}

// shownField reads a field; ok is false for those that the decoder does not have.
func shownField(line string, depth int) (f shown, ok bool) {
	f = shown{depth: depth, name: attribute(line, "name"), value: html.UnescapeString(attribute(line, "show"))}
	f.pos, _ = strconv.Atoi(attribute(line, "pos"))
	f.size, _ = strconv.Atoi(attribute(line, "size"))
	switch {
	case f.name == "_ws.expert.message":
		return shown{depth: depth - 1, name: "expert", value: f.value}, true
	case strings.HasPrefix(f.name, "_ws.") || strings.HasPrefix(f.name, "fragscope.problem."):
		return f, false
	case f.name == "fragscope.problem":
		return f, true
	case strings.HasPrefix(f.name, "fragscope."):
		return f, false
	}
	if strings.Count(f.value, ":") == f.size-1 && len(f.value) == 3*f.size-1 && !strings.Contains(line, "eth") {
		f.value = strings.ReplaceAll(f.value, ":", "")
	}
	return f, true
}

func attribute(line, name string) string {
	_, rest, ok := strings.Cut(line, " "+name+`="`)
	if !ok {
		return ""
	}
	value, _, _ := strings.Cut(rest, `"`)
	return value
}
