package state

import (
	"testing"

	"fragscope/decoder"
	"fragscope/samples"
)

// messages returns all datagrams of all samples, decoded.
func messages(t testing.TB) map[string][]*decoder.Message {
	t.Helper()
	all := map[string][]*decoder.Message{}
	for _, s := range samples.List() {
		for _, d := range s.Datagrams() {
			all[s.Name] = append(all[s.Name], decoder.Decode(d, decoder.Options{}))
		}
	}
	return all
}

// TestTree holds the tree of every sample to its fields: each has a row, rows
// stand inside the row that they are members of, and closing hides exactly the
// members.
func TestTree(t *testing.T) {
	bits := 0
	for name, ms := range messages(t) {
		for _, m := range ms {
			tree := NewTree(m)
			tree.SetAllOpen(true)
			if tree.Visible() != tree.Len() || tree.Len() < len(m.Fields) {
				t.Fatalf("%s: %d of %d rows are visible", name, tree.Visible(), tree.Len())
			}
			seen := 0
			for r := range tree.Len() {
				f := tree.Field(r)
				if !tree.Bit(r) {
					if tree.RowOf(f) != r || f != seen {
						t.Fatalf("%s: row %d is field %d, expected %d", name, r, f, seen)
					}
					seen++
					if p := m.Parent(f); tree.Parent(r) != tree.RowOf(p) {
						t.Fatalf("%s: the parent of field %d is row %d, expected %d", name, f, tree.Parent(r), tree.RowOf(p))
					}
				} else {
					bits++
					if tree.Mask(r) == 0 || tree.Name(r) == "" || tree.Value(r) == "" || tree.Parent(r) != tree.RowOf(f) {
						t.Errorf("%s: bit %d: mask %x, name %q, value %q", name, r, tree.Mask(r), tree.Name(r), tree.Value(r))
					}
				}
				if tree.PlaceOf(r) != r || tree.RowAt(r) != r {
					t.Fatalf("%s: row %d stands at %d", name, r, tree.PlaceOf(r))
				}
			}
			if seen != len(m.Fields) {
				t.Errorf("%s: %d of %d fields have a row", name, seen, len(m.Fields))
			}
			closing(t, name, tree)
		}
	}
	if bits == 0 {
		t.Error("no sample has a bit")
	}
}

func closing(t *testing.T, name string, tree *Tree) {
	t.Helper()
	for r := range tree.Len() {
		if !tree.Holds(r) {
			if tree.SetOpen(r, false) {
				t.Fatalf("%s: row %d has no members and was closed", name, r)
			}
			continue
		}
		members := 0
		for k := r + 1; k < tree.Len(); k++ {
			inside := false
			for p := tree.Parent(k); p >= 0; p = tree.Parent(p) {
				inside = inside || p == r
			}
			if !inside {
				break
			}
			members++
		}
		tree.SetOpen(r, false)
		if tree.Visible() != tree.Len()-members || tree.PlaceOf(r+1) >= 0 {
			t.Fatalf("%s: closing row %d leaves %d of %d rows, expected %d fewer", name, r, tree.Visible(), tree.Len(), members)
		}
		if !tree.Reveal(r+members) || tree.PlaceOf(r+members) < 0 {
			t.Fatalf("%s: row %d is still hidden", name, r+members)
		}
		tree.SetOpen(r, true)
		if tree.Visible() != tree.Len() {
			t.Fatalf("%s: opening row %d leaves %d of %d rows", name, r, tree.Visible(), tree.Len())
		}
	}
	tree.SetAllOpen(false)
	for i := range tree.Visible() {
		if tree.Depth(tree.RowAt(i)) != 0 {
			t.Fatalf("%s: all is closed and row %d shows", name, tree.RowAt(i))
		}
	}
}

func TestSpans(t *testing.T) {
	m := decoder.Decode(samplesOf(t, "killingfloor-info-reply")[0], decoder.Options{})
	tree := NewTree(m)
	row := tree.RowOf(m.Find("unreal2.info.hostname", 0))
	for tree.Kind(row) == "compact" {
		row++
	}
	spans := tree.Spans(row)
	if len(spans) < 2 {
		t.Fatalf("the name has %d spans", len(spans))
	}
	coloured := 0
	for _, s := range spans {
		if !s.Plain {
			coloured++
		}
	}
	if got, want := plain(spans), string(m.AppendPlain(nil, tree.Field(row))); got != want && got != want+" " &&
		" "+got != want {
		t.Errorf("the spans say %q, the name is %q", got, want)
	}
	if coloured == 0 {
		t.Error("no span has a colour")
	}
	if tree.Spans(0) != nil {
		t.Error("a number has colours")
	}
}

func samplesOf(t testing.TB, name string) [][]byte {
	t.Helper()
	s, ok := samples.Get(name)
	if !ok {
		t.Fatalf("there is no sample %s", name)
	}
	return s.Datagrams()
}

// plain returns the text of spans.
func plain(spans []Span) (s string) {
	for _, x := range spans {
		s += x.Text
	}
	return s
}
