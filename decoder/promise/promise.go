// Package promise checks what holds for every message, in tests. A protocol's
// folder uses it for tests of its own. No program imports it.
package promise

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/edit"
	"fragscope/decoder/wire"
	"fragscope/samples"
)

// assembled is how many problems assembling a reply may add.
const assembled = 40

// Message fails the test unless m keeps the promises that hold for any
// message on its own: the leaves tile the datagram, groups hold their members,
// problems lie inside, and everything can be named and shown.
func Message(t testing.TB, m *wire.Message) {
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
	// Reassembling replies may add a few to those that decoding found.
	if len(m.Problems) > wire.MaxProblems+1+assembled {
		t.Fatalf("%d problems", len(m.Problems))
	}
	// A bounded number of fields for each byte, whatever the bytes say.
	if len(m.Fields) > 8*len(m.Data)+64 {
		t.Fatalf("%d fields for %d bytes", len(m.Fields), len(m.Data))
	}
}

// Truncation fails the test unless every field of m that ends by k is also in
// the decoding of the first k bytes, except those that are marked as one of
// several readings.
func Truncation(t testing.TB, m *wire.Message, opts wire.Options) {
	t.Helper()
	if m.Info.Protocol() != wire.UnknownProtocol {
		opts.Protocol = m.Info.Protocol()
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
			if f.Flags&(wire.FlagAmbiguous|wire.FlagSuperseded) != 0 || f.Kind == wire.KindGroup {
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

// Encode fails the test unless the fields of m say enough to rebuild its bytes.
func Encode(t testing.TB, m *wire.Message) {
	t.Helper()
	if got := edit.Encode(m); !bytes.Equal(got, m.Data) {
		for i := range m.Fields {
			if f := &m.Fields[i]; f.Leaf() {
				if b := edit.AppendLeaf(m, nil, i); !bytes.Equal(b, m.Bytes(i)) {
					t.Fatalf("%s (%s) is %x, encoded %x\n%s", m.Key(i), f.Kind, m.Bytes(i), b, Dump(m))
				}
			}
		}
		t.Fatalf("%x\nis encoded as\n%x", m.Data, got)
	}
}

// Dump shows m for the output of a failed test.
func Dump(m *wire.Message) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", m.Protocol(), m.Info.Name)
	for i := range m.Fields {
		f := &m.Fields[i]
		fmt.Fprintf(&b, "%4d %4d %*s%s = %q  (%s) %s\n", f.Offset, f.Length, 2*f.Depth, "",
			m.Name(i), m.Text(i), f.KindName(), m.Note(i))
	}
	for i := range m.Problems {
		p := &m.Problems[i]
		fmt.Fprintf(&b, "%s %s [%d+%d] %s %s\n", p.Info.Severity, p.Info.Code, p.Offset, p.Length, m.Message(p), m.Advice(p))
	}
	return b.String()
}

// Codes lists the problems of m.
func Codes(m *wire.Message) string {
	var all []string
	for i := range m.Problems {
		all = append(all, m.Problems[i].Info.Code)
	}
	return strings.Join(all, " ")
}

// Leaves shows the leaves of m as "key=value" from the given key on.
func Leaves(m *wire.Message, prefix string) []string {
	var all []string
	for i := range m.Fields {
		if f := &m.Fields[i]; f.Leaf() && f.Flags&wire.FlagLength == 0 && strings.HasPrefix(m.Key(i), prefix) {
			all = append(all, strings.TrimPrefix(m.Key(i), prefix)+"="+m.Text(i))
		}
	}
	return all
}

// Samples decodes the samples whose names begin with prefix without naming
// their protocol, checks what must hold for every message, and returns the
// datagrams.
func Samples(t testing.TB, prefix string, want wire.ProtocolID, least wire.Confidence) (all [][]byte) {
	t.Helper()
	for _, s := range samples.List() {
		if !strings.HasPrefix(s.Name, prefix) {
			continue
		}
		for i, p := range s.Datagrams() {
			all = append(all, p)
			m := decoder.Decode(p, wire.Options{})
			Message(t, m)
			Truncation(t, m, wire.Options{})
			Encode(t, m)
			if m.Protocol() != want || m.Confidence < least {
				t.Errorf("%s, datagram %d: confidence %d:\n%s", s.Name, i+1, m.Confidence, Dump(m))
			}
		}
	}
	if len(all) == 0 {
		t.Fatalf("no samples %s*", prefix)
	}
	return all
}

// Hex returns the datagrams of the sample with a name.
func Hex(t testing.TB, name string) [][]byte {
	t.Helper()
	s, ok := samples.Get(name)
	if !ok {
		t.Fatalf("there is no sample %s", name)
	}
	return s.Datagrams()
}

// Names returns the names of the samples that begin with prefix.
func Names(t testing.TB, prefix string) (names []string) {
	t.Helper()
	for _, s := range samples.List() {
		if strings.HasPrefix(s.Name, prefix) {
			names = append(names, s.Name)
		}
	}
	if len(names) == 0 {
		t.Fatalf("no samples %s*", prefix)
	}
	return names
}
