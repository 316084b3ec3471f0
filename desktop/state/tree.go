package state

import (
	"fmt"
	"slices"
	"strings"

	"fragscope/decoder"
	"fragscope/decoder/view"
	"fragscope/decoder/wire"
)

// A Tree is the fields of a message as rows, of which groups can be closed.
type Tree struct {
	*view.Tree
	closed  []bool
	visible []int32 // rows that no closed group hides
}

// NewTree returns the tree of m; rows that say what is in them are closed.
func NewTree(m *decoder.Message) *Tree {
	t := &Tree{Tree: view.NewTree(m)}
	t.closed = make([]bool, len(t.Rows))
	for r := range t.closed {
		t.closed[r] = t.Folded(r)
	}
	t.show()
	return t
}

func (t *Tree) show() {
	t.visible = t.visible[:0]
	for i := int32(0); i < int32(len(t.Rows)); {
		t.visible = append(t.visible, i)
		if t.closed[i] {
			i = t.Rows[i].Next
		} else {
			i++
		}
	}
}

func (t *Tree) Len() int     { return len(t.Rows) }
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
	if at, found := slices.BinarySearch(t.visible, int32(r)); found {
		return at
	}
	return -1
}

// Field returns the field that a row is, or is a bit of; -1 for no row.
func (t *Tree) Field(r int) int {
	if r < 0 || r >= len(t.Rows) {
		return -1
	}
	return int(t.Rows[r].Field)
}

// Bit reports whether a row is a bit or a part of a field, not a field itself.
func (t *Tree) Bit(r int) bool { return t.Rows[r].Type != view.RowField }

// Depth returns how deep a row stands, 0 for the outermost.
func (t *Tree) Depth(r int) int { return int(t.Rows[r].Depth) }

// Parent returns the row that a row stands in, -1 for none.
func (t *Tree) Parent(r int) int {
	if r < 0 || r >= len(t.Rows) {
		return -1
	}
	return int(t.Rows[r].Parent)
}

func (t *Tree) Holds(r int) bool { return int(t.Rows[r].Next) > r+1 }
func (t *Tree) Open(r int) bool  { return !t.closed[r] }

// SetOpen opens or closes a row. It reports whether that changed anything.
func (t *Tree) SetOpen(r int, open bool) bool {
	if r < 0 || r >= len(t.Rows) || !t.Holds(r) || t.closed[r] == !open {
		return false
	}
	t.closed[r] = !open
	t.show()
	return true
}

func (t *Tree) SetAllOpen(open bool) {
	for r := range t.closed {
		t.closed[r] = !open && t.Holds(r)
	}
	t.show()
}

// Reveal opens whatever hides a row.
func (t *Tree) Reveal(r int) bool {
	changed := false
	for p := t.Parent(r); p >= 0; p = t.Parent(p) {
		changed = changed || t.closed[p]
		t.closed[p] = false
	}
	if changed {
		t.show()
	}
	return changed
}

func (t *Tree) Category(r int) view.Category { return t.Row(r).Category(t.Message) }
func (t *Tree) Key(r int) string             { return string(t.Row(r).AppendKey(nil, t.Message)) }

// Kind returns how a row is laid out, in a word.
func (t *Tree) Kind(r int) string { return t.Row(r).Kind(t.Message) }

// Mask returns which bits of its field a row is, 0 for a field.
func (t *Tree) Mask(r int) uint64  { return t.Row(r).Mask }
func (t *Tree) Name(r int) string  { return escaped(t.Row(r).AppendName(nil, t.Message)) }
func (t *Tree) Value(r int) string { return escaped(t.Row(r).AppendValue(nil, t.Message)) }

// shortBytes is how many bytes of a text Short looks at.
const shortBytes = 400

// Short returns the beginning of the value of a row: as much as fits into a line.
func (t *Tree) Short(r int) string {
	value, whole := t.Row(r).AppendBrief(nil, t.Message, shortBytes)
	if whole {
		return escaped(value)
	}
	return escaped(value) + wire.Ellipsis
}

// Note returns a remark on a row, escaped, "" for none.
func (t *Tree) Note(r int) string { return escaped(t.Row(r).AppendNote(nil, t.Message)) }

// Spans returns the value of a row in its colours, nil when it has none.
func (t *Tree) Spans(r int) []Span {
	if t.Bit(r) {
		return nil
	}
	return view.SpansOf(t.Message, int(t.Rows[r].Field), shown)
}

// Escape returns text from a packet as it can be shown: control characters and
// characters that change how others are shown are escaped.
func Escape(s string) string { return pictures(string(wire.AppendEscaped(nil, []byte(s)))) }

// escaped returns text that can be shown without doing anything, and without the
// addresses in it when they are hidden.
func escaped(text []byte) string { return HideText(pictures(string(wire.AppendEscaped(nil, text)))) }

// pictures replaces emoji, which no font of the program has, by their code points: "\u{1f680}".
func pictures(s string) string {
	if !strings.ContainsFunc(s, picture) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if picture(r) {
			fmt.Fprintf(&b, `\u{%x}`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// picture reports whether r is an emoji, or belongs to one.
func picture(r rune) bool {
	return r >= 0x1f000 && r <= 0x1fbff || r == 0xfe0f || r >= 0xe0000 && r <= 0xe007f
}
