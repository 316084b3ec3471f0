package view_test

import (
	"slices"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/view"
	"fragscope/samples"
)

// TestTree holds what a tree says of every sample to what its fields say, one
// after the other: the leaf and the worst problem of each byte, the leaves of
// some bytes, the innermost row around them, and what is at a place.
func TestTree(t *testing.T) {
	var used view.Tree // its memory is used again
	for _, s := range samples.List() {
		for _, d := range s.Datagrams() {
			m := decoder.Decode(d, decoder.Options{})
			tree := view.NewTree(m)
			used.Reset(m)
			if !slices.Equal(used.Rows, tree.Rows) || !slices.Equal(used.Bytes(), tree.Bytes()) {
				t.Fatalf("%s: a tree in used memory has other rows or bytes", s.Name)
			}
			for o, b := range tree.Bytes() {
				leaf := slices.IndexFunc(m.Fields, func(f decoder.Field) bool {
					return f.Leaf() && int(f.Offset) <= o && o < f.End()
				})
				worst := 0
				for i := range m.Problems {
					if p := &m.Problems[i]; int(p.Offset) == o || int(p.Offset) <= o && o < p.End() {
						worst = max(worst, 1+int(p.Info.Severity))
					}
				}
				if b.Row() != tree.RowOf(leaf) || b.Problem() != worst {
					t.Fatalf("%s: byte %d is of row %d with problem %d, want field %d, %d", s.Name, o, b.Row(), b.Problem(), leaf,
						worst)
				}
				sameRows(t, s.Name, tree, view.Range{Start: o, End: min(len(d), o+1+o%9)})
			}
		}
	}
}

func sameRows(t *testing.T, name string, tree *view.Tree, r view.Range) {
	t.Helper()
	m := tree.Message
	var leaves []int
	inner, exact := -1, -1
	for i := range m.Fields {
		f := &m.Fields[i]
		if f.Leaf() && int(f.Offset) < r.End && f.End() > r.Start {
			leaves = append(leaves, tree.RowOf(i))
		}
		if f.Length > 0 && int(f.Offset) <= r.Start && f.End() >= r.End {
			inner = tree.RowOf(i) // those inside others come later
		}
		if int(f.Offset) == r.Start && f.End() == r.End && (exact < 0 || f.Leaf()) {
			exact = tree.RowOf(i)
		}
	}
	if got := tree.AppendLeaves(make([]int, 0, 30), r); !slices.Equal(got, leaves[:min(30, len(leaves))]) {
		t.Fatalf("%s: %v has the leaves %v, want %v", name, r, got, leaves)
	}
	if got := tree.SelectBytes(r.End-1, r.Start); got.Range != r || got.Row != inner ||
		got.Whole != (inner >= 0 && tree.Range(inner) == r) {
		t.Fatalf("%s: the bytes %v are selected as %+v, want row %d", name, r, got, inner)
	}
	if got := tree.SelectPlace(r); exact >= 0 && got != (view.Selection{Range: r, Row: exact, Whole: true}) ||
		exact < 0 && got.Range != r {
		t.Fatalf("%s: the place %v is selected as %+v, want row %d", name, r, got, exact)
	}
}

// TestSteps goes through all places of several datagrams, forward and back.
func TestSteps(t *testing.T) {
	var ms []*decoder.Message
	for _, name := range []string{"ut2004-info-reply", "frame-cut", "ut2004-info-reply-cut"} {
		s, ok := samples.Get(name)
		if !ok {
			t.Fatal(name)
		}
		for _, d := range s.Datagrams() {
			ms = append(ms, decoder.Decode(d, decoder.Options{}))
		}
	}
	type place struct{ datagram, start int }
	var want []place
	for i, m := range ms {
		for j := range m.Problems {
			want = append(want, place{i, int(m.Problems[j].Offset)})
		}
	}
	slices.SortFunc(want, func(a, b place) int { return (a.datagram-b.datagram)<<20 + a.start - b.start })
	want = slices.Compact(want)
	if len(want) < 3 {
		t.Fatalf("%d places", len(want))
	}
	at := func(i int) *decoder.Message { return ms[i] }
	for _, by := range []int{1, -1} {
		steps, current := view.Steps{By: by, From: -1}, 0
		if by < 0 {
			slices.Reverse(want)
			current = len(ms) - 1
		}
		for round := range 2 { // around the end
			for _, w := range want {
				p, ok := steps.Next(current, len(ms), len(ms), at)
				if !ok || p.Datagram != w.datagram || p.Start != w.start ||
					int(ms[p.Datagram].Problems[p.Problem].Offset) != p.Start {
					t.Fatalf("round %d, by %d from %d: %+v, %v; want %+v", round, by, steps.From, p, ok, w)
				}
				current, steps.From = p.Datagram, p.Start
			}
		}
	}
	if p, ok := (view.Steps{By: 1, From: -1}).Next(0, 0, len(ms), at); ok {
		t.Errorf("the first datagram has no problem, and %+v was found", p)
	}
}
