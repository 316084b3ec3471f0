package state

import (
	"fragscope/decoder"
	"fragscope/decoder/view"
	"fragscope/decoder/wire"
)

// A row is a view.Row with its place in the tree.
type row struct {
	mask   uint64
	field  int32
	parent int32 // row of the group, flag set or packed number that it stands in, -1 for none
	next   int32 // first row that is no member of it
	entry  int16
	sort   view.Sort
	depth  uint8
	closed bool
}

// A Tree is the fields of a message as rows, of which groups can be closed.
type Tree struct {
	m       *decoder.Message
	rows    []row
	ofField []int32 // row of each field
	visible []int32 // rows that no closed group hides
}

// NewTree returns the tree of m, all open.
func NewTree(m *decoder.Message) *Tree {
	t := &Tree{m: m}
	if m == nil {
		return t
	}
	t.rows = make([]row, 0, len(m.Fields))
	t.ofField = make([]int32, len(m.Fields))
	var open []int32
	shut := func(depth int) {
		for len(open) > depth {
			t.rows[open[len(open)-1]].next = int32(len(t.rows))
			open = open[:len(open)-1]
		}
	}
	for v := range view.Rows(m) {
		depth := int(m.Fields[v.Field].Depth)
		if v.Sort == view.SortField {
			t.ofField[v.Field] = int32(len(t.rows))
			// A field may be deeper than one below the field before it only by a
			// fault of the decoder; it is then shown where it can be.
			depth = min(depth, len(open))
		} else {
			depth = int(t.rows[t.ofField[v.Field]].depth) + 1
		}
		shut(depth)
		r := row{field: int32(v.Field), parent: -1, entry: int16(v.Entry), sort: v.Sort, depth: uint8(depth), mask: v.Mask}
		if len(open) > 0 {
			r.parent = open[len(open)-1]
		}
		open = append(open, int32(len(t.rows)))
		t.rows = append(t.rows, r)
	}
	shut(0)
	t.show()
	return t
}

// show makes the list of visible rows.
func (t *Tree) show() {
	t.visible = t.visible[:0]
	for i := int32(0); i < int32(len(t.rows)); {
		t.visible = append(t.visible, i)
		if t.rows[i].closed {
			i = t.rows[i].next
		} else {
			i++
		}
	}
}

// Len returns the number of rows, whether they are visible or not.
func (t *Tree) Len() int { return len(t.rows) }

// Visible returns the number of visible rows.
func (t *Tree) Visible() int { return len(t.visible) }

// RowAt returns the row that stands at a place among the visible ones, -1 for none.
func (t *Tree) RowAt(place int) int {
	if place < 0 || place >= len(t.visible) {
		return -1
	}
	return int(t.visible[place])
}

// PlaceOf returns where a row stands among the visible ones, -1 when it is hidden.
func (t *Tree) PlaceOf(r int) int {
	lo, hi := 0, len(t.visible)
	for lo < hi {
		mid := (lo + hi) / 2
		if int(t.visible[mid]) < r {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(t.visible) && int(t.visible[lo]) == r {
		return lo
	}
	return -1
}

// RowOf returns the row of a field of the message, -1 for none.
func (t *Tree) RowOf(field int) int {
	if field < 0 || field >= len(t.ofField) {
		return -1
	}
	return int(t.ofField[field])
}

// Field returns the field that a row is, or is a bit of; -1 for no row.
func (t *Tree) Field(r int) int {
	if r < 0 || r >= len(t.rows) {
		return -1
	}
	return int(t.rows[r].field)
}

// Bit reports whether a row is a bit or a part of a field, not a field itself.
func (t *Tree) Bit(r int) bool { return t.rows[r].sort != view.SortField }

// Depth returns how deep a row stands, 0 for the outermost.
func (t *Tree) Depth(r int) int { return int(t.rows[r].depth) }

// Parent returns the row that a row stands in, -1 for none.
func (t *Tree) Parent(r int) int {
	if r < 0 || r >= len(t.rows) {
		return -1
	}
	return int(t.rows[r].parent)
}

// Holds reports whether a row has members.
func (t *Tree) Holds(r int) bool { return int(t.rows[r].next) > r+1 }

// Open reports whether the members of a row are shown.
func (t *Tree) Open(r int) bool { return !t.rows[r].closed }

// SetOpen opens or closes a row. It reports whether that changed anything.
func (t *Tree) SetOpen(r int, open bool) bool {
	if r < 0 || r >= len(t.rows) || !t.Holds(r) || t.rows[r].closed == !open {
		return false
	}
	t.rows[r].closed = !open
	t.show()
	return true
}

// SetAllOpen opens or closes all rows.
func (t *Tree) SetAllOpen(open bool) {
	for r := range t.rows {
		t.rows[r].closed = !open && t.Holds(r)
	}
	t.show()
}

// Reveal opens whatever hides a row.
func (t *Tree) Reveal(r int) bool {
	changed := false
	for p := t.Parent(r); p >= 0; p = t.Parent(p) {
		changed = changed || t.rows[p].closed
		t.rows[p].closed = false
	}
	if changed {
		t.show()
	}
	return changed
}

// Range returns the bytes of a row: those of its field.
func (t *Tree) Range(r int) Range { return t.view(r).Range(t.m) }

// view returns what a row shows.
func (t *Tree) view(r int) view.Row {
	w := &t.rows[r]
	return view.Row{Field: int(w.field), Sort: w.sort, Entry: int(w.entry), Mask: w.mask}
}

// Hue returns the hue of a row.
func (t *Tree) Hue(r int) view.Hue { return t.view(r).Hue(t.m) }

// Key returns the stable name of a row.
func (t *Tree) Key(r int) string { return string(t.view(r).AppendKey(nil, t.m)) }

// Kind returns how a row is laid out, in a word.
func (t *Tree) Kind(r int) string { return t.view(r).Kind(t.m) }

// Mask returns which bits of its field a row is, 0 for a field.
func (t *Tree) Mask(r int) uint64 { return t.rows[r].mask }

// Name returns the name of a row, escaped.
func (t *Tree) Name(r int) string { return escaped(t.view(r).AppendName(nil, t.m)) }

// Value returns the value of a row, escaped.
func (t *Tree) Value(r int) string { return escaped(t.view(r).AppendValue(nil, t.m)) }

// shortBytes is how many bytes of a field Short looks at.
const shortBytes = 400

// Short returns the beginning of the value of a row: as much as fits into a line.
func (t *Tree) Short(r int) string {
	f := t.m.Fields[t.rows[r].field]
	if t.Bit(r) || f.Length <= shortBytes || f.Kind.Number() || f.Kind == decoder.KindGroup {
		return t.Value(r)
	}
	f.Length, f.Trail = shortBytes+uint32(f.Lead), 0
	return escaped(valueOf(t.m, f)) + "…"
}

// Note returns a remark on a row, escaped, "" for none.
func (t *Tree) Note(r int) string { return escaped(t.view(r).AppendNote(nil, t.m)) }

// Spans returns the value of a row in its colours, nil when it has none.
func (t *Tree) Spans(r int) []Span {
	if t.Bit(r) {
		return nil
	}
	return view.SpansOf(t.m, int(t.rows[r].field), shown)
}

// valueOf returns the value of a field that may be part of one of m.
func valueOf(m *decoder.Message, f decoder.Field) []byte {
	one := decoder.Message{Info: m.Info, Data: m.Data, Fields: []decoder.Field{f}}
	return one.AppendValue(nil, 0)
}

// Escape returns text from a packet as it can be shown: control characters and
// characters that change how others are shown are escaped.
func Escape(s string) string { return string(wire.AppendEscaped(nil, []byte(s))) }

// escaped returns text that can be shown without doing anything, and without the
// addresses in it when they are hidden.
func escaped(text []byte) string { return HideText(string(wire.AppendEscaped(nil, text))) }
