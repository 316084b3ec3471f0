package ksy

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fragscope/decoder/wire"
)

// udpCapture writes payloads as a pcap file of IPv4 and UDP, each to its port.
func udpCapture(payloads [][]byte, ports []uint16) []byte {
	b := []byte{0xd4, 0xc3, 0xb2, 0xa1, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 101, 0, 0, 0}
	for i, p := range payloads {
		n := uint32(28 + len(p))
		b = binary.LittleEndian.AppendUint32(b, uint32(i))
		b = binary.LittleEndian.AppendUint32(b, 0)
		b = binary.LittleEndian.AppendUint32(b, n)
		b = binary.LittleEndian.AppendUint32(b, n)
		b = append(b, 0x45, 0, byte(n>>8), byte(n), 0, 0, 0, 0, 64, 17, 0, 0, 127, 0, 0, 1, 127, 0, 0, 2)
		b = binary.BigEndian.AppendUint16(b, 40000)
		b = binary.BigEndian.AppendUint16(b, ports[i])
		b = append(b, byte((8+len(p))>>8), byte(8+len(p)), 0, 0)
		b = append(b, p...)
	}
	return b
}

// shownFields are the fields that tshark shows of a packet, by their offset in the payload.
type shownFields map[int][]string // "size name show"

// runLua returns what tshark shows with dissectors.
func runLua(t *testing.T, scripts map[string]string, payloads [][]byte, ports []uint16,
	args ...string) (out []shownFields) {
	t.Helper()
	if _, err := exec.LookPath("tshark"); err != nil {
		t.Skip("no tshark")
	}
	dir := t.TempDir()
	capture := filepath.Join(dir, "in.pcap")
	if err := os.WriteFile(capture, udpCapture(payloads, ports), 0o644); err != nil {
		t.Fatal(err)
	}
	args = append([]string{"-n", "-r", capture, "-T", "pdml"}, args...)
	for name, text := range scripts {
		file := filepath.Join(dir, name+".lua")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		args = append(args, "-X", "lua_script:"+file)
	}
	c := exec.Command("tshark", args...)
	c.Env = append(os.Environ(), "HOME="+dir)
	var stderr bytes.Buffer
	c.Stderr = &stderr
	text, err := c.Output()
	if err != nil || strings.Contains(stderr.String(), "Lua") {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	dec := xml.NewDecoder(bytes.NewReader(text))
	known := false
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		a := map[string]string{}
		for _, x := range e.Attr {
			a[x.Name.Local] = x.Value
		}
		switch e.Name.Local {
		case "packet":
			out = append(out, shownFields{})
		case "proto":
			known = scripts[strings.TrimSuffix(a["name"], "_layout")] != ""
		case "field":
			if known && a["name"] != "" && !strings.HasPrefix(a["name"], "_ws") && !strings.Contains(a["name"], "expert") {
				at, _ := strconv.Atoi(a["pos"])
				f := out[len(out)-1]
				f[at-28] = append(f[at-28], a["size"]+" "+a["show"])
			}
		}
	}
	if len(out) != len(payloads) {
		t.Fatalf("%d packets of %d", len(out), len(payloads))
	}
	return out
}

// TestExportedLua: tshark with the dissectors that are written shows the fields that Decode has, with their numbers.
func TestExportedLua(t *testing.T) {
	scripts := map[string]string{}
	var payloads [][]byte
	var ports []uint16
	var args []string
	var layouts []*Layout
	for i, d := range describedSamples(t) {
		l := d.layout
		text, err := export(t, l, "lua")
		if err != nil {
			t.Errorf("%s: %v", d.name, err)
			continue
		}
		scripts[l.ID] = text
		port := uint16(41000 + i)
		name := l.ID
		if name == "tftp" || name == "pcap" { // of which Wireshark has protocols
			name += "_layout"
		}
		if l.ID != "my_game" { // its constants decide
			args = append(args, "-d", "udp.port=="+strconv.Itoa(int(port))+","+name)
		}
		for _, p := range d.samples {
			if l.ID == "my_game" && !l.Fits(p) {
				continue
			}
			payloads, ports, layouts = append(payloads, p), append(ports, port), append(layouts, l)
		}
	}
	fields := 0
	for i, f := range runLua(t, scripts, payloads, ports, args...) {
		m := layouts[i].Decode(payloads[i])
		for k := range m.Fields {
			x := &m.Fields[k]
			if !x.Leaf() || x.Length == 0 || x.Kind == wire.KindPadding || x.Kind == wire.KindUnknown {
				continue
			}
			size := int(x.Length)
			for q := k + 1; q < len(m.Fields) && m.Fields[q].Kind == wire.KindPadding && m.Fields[q].Leaf(); q++ {
				size += int(m.Fields[q].Length)
			}
			want := strconv.Itoa(size) + " "
			if x.Kind.Number() && !x.Kind.Float() && len(x.Def.Parts) == 0 {
				want += m.Text(k)
			}
			if !slices.ContainsFunc(f[int(x.Offset)], func(s string) bool { return strings.HasPrefix(s, want) }) {
				t.Errorf("%s, packet %d: %s at %d: tshark has %q, not %q",
					layouts[i].ID, i+1, m.Key(k), x.Offset, f[int(x.Offset)], want)
			}
			fields++
		}
	}
	if fields < 250 {
		t.Errorf("%d fields compared", fields)
	}
}
