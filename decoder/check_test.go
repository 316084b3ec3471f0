package decoder_test

import (
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/protocol"
	"fragscope/decoder/protocol/gamespy3"
	"fragscope/decoder/wire"
)

// checkMessage fails the test unless m keeps the promises that hold for any
// message on its own: the leaves tile the datagram, groups hold their members,
// problems lie inside, and everything can be named and shown.
func checkMessage(t testing.TB, m *wire.Message) {
	t.Helper()
	if m.Info == nil {
		t.Fatal("no message info")
	}
	at := 0
	var open []int // ends of the groups that are open
	for i := range m.Fields {
		f := &m.Fields[i]
		if f.End() > len(m.Data) {
			t.Fatalf("field %d %s ends at %d of %d", i, m.Key(i), f.End(), len(m.Data))
		}
		if int(f.Depth) > len(open) {
			t.Fatalf("field %d %s has depth %d inside %d groups", i, m.Key(i), f.Depth, len(open))
		}
		open = open[:f.Depth]
		if len(open) > 0 && f.End() > open[len(open)-1] {
			t.Fatalf("field %d %s ends at %d, its group at %d", i, m.Key(i), f.End(), open[len(open)-1])
		}
		if int(f.Offset) != at {
			t.Fatalf("field %d %s begins at %d, want %d", i, m.Key(i), f.Offset, at)
		}
		if f.Kind == wire.KindGroup {
			open = append(open, f.End())
		} else {
			at = f.End()
		}
		if int(f.Lead)+int(f.Trail) > int(f.Length) {
			t.Fatalf("field %d %s: lead %d and trail %d of %d bytes", i, m.Key(i), f.Lead, f.Trail, f.Length)
		}
		if f.Def.Key == "" || f.Def.Name == "" {
			t.Fatalf("field %d has no key or name: %+v", i, f.Def)
		}
		m.Name(i)
		m.Text(i)
		m.Note(i)
	}
	if at != len(m.Data) {
		t.Fatalf("the leaves end at %d of %d", at, len(m.Data))
	}
	for i := range m.Problems {
		p := &m.Problems[i]
		if p.End() > len(m.Data) {
			t.Fatalf("problem %s ends at %d of %d", p.Info.Code, p.End(), len(m.Data))
		}
		if m.Message(p) == "" || p.Info.Code == "" {
			t.Fatalf("problem %d says nothing", i)
		}
	}
	// Putting replies together may add a few to those that reading found.
	if len(m.Problems) > wire.MaxProblems+1+2*gamespy3.MaxUnequal+len(decoder.AssembleProblems) {
		t.Fatalf("%d problems", len(m.Problems))
	}
	// A bounded number of fields a byte, whatever the bytes say.
	if len(m.Fields) > 8*len(m.Data)+64 {
		t.Fatalf("%d fields for %d bytes", len(m.Fields), len(m.Data))
	}
}

// checkTruncation fails the test unless every field of m that ends by k is
// also in the decoding of the first k bytes, save those that are marked as one
// of several readings.
func checkTruncation(t testing.TB, m *wire.Message, opts wire.Options) {
	t.Helper()
	if m.Info.Protocol != protocol.Unknown {
		opts.Protocol = m.Info.Protocol
	}
	if m.Info.Direction != wire.DirectionUnknown {
		opts.From = m.Info.Direction
	}
	if m.Frame.Link > wire.LinkNone {
		opts.Link = m.Frame.Link
	}
	d := decoder.Decoder{Options: opts}
	for k := range m.Data {
		c := d.Decode(m.Data[:k])
		j := 0
		for i := range m.Fields {
			f := m.Fields[i]
			if f.End() > k || k == 0 {
				continue
			}
			if f.Marks&(wire.MarkAmbiguous|wire.MarkSuperseded) != 0 || f.Kind == wire.KindGroup {
				continue
			}
			for j < len(c.Fields) && (c.Fields[j].Offset < f.Offset || c.Fields[j] != f && c.Fields[j].Offset == f.Offset) {
				j++
			}
			if j == len(c.Fields) || c.Fields[j] != f {
				t.Fatalf("cut at %d of %d, field %d %s [%d,%d) is not the same", k, len(m.Data), i, m.Key(i), f.Offset, f.End())
			}
		}
	}
}

// dump shows m for a person who looks at a failed test.
func dump(m *wire.Message) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", m.Protocol(), m.Info.Name)
	for i := range m.Fields {
		f := &m.Fields[i]
		fmt.Fprintf(&b, "%4d %4d %*s%s = %q  (%s) %s\n", f.Offset, f.Length, 2*f.Depth, "", m.Name(i), m.Text(i), f.KindName(), m.Note(i))
	}
	for i := range m.Problems {
		p := &m.Problems[i]
		fmt.Fprintf(&b, "%s %s [%d+%d] %s %s\n", p.Info.Severity, p.Info.Code, p.Offset, p.Length, m.Message(p), m.Advice(p))
	}
	return b.String()
}

// captures returns the datagrams of the real captures, by file name, where
// they are at hand.
func captures(t testing.TB) map[string][][]byte {
	files, err := filepath.Glob("../../shared/captures/*.hex")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Log("no captures at hand")
	}
	all := map[string][][]byte{}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(f), ".hex")
		for _, block := range strings.Split(string(text), "\n\n") {
			var digits strings.Builder
			for _, l := range strings.Split(block, "\n") {
				if !strings.HasPrefix(l, "#") {
					digits.WriteString(strings.ReplaceAll(l, " ", ""))
				}
			}
			p, err := hex.DecodeString(digits.String())
			if err != nil {
				t.Fatal(err)
			}
			if len(p) > 0 {
				all[name] = append(all[name], p)
			}
		}
	}
	return all
}

func TestCaptures(t *testing.T) {
	for name, datagrams := range captures(t) {
		for i, p := range datagrams {
			m := decoder.Decode(p, wire.Options{})
			checkMessage(t, m)
			checkTruncation(t, m, wire.Options{})
			if worst, _ := m.Worst(); worst == wire.SeverityError {
				t.Errorf("%s, datagram %d:\n%s", name, i+1, dump(m))
			}
		}
	}
}
