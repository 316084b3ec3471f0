package view

import (
	"math/bits"

	"fragscope/decoder/wire"
)

// A Node is a row with its place in a tree. There can be hundreds of thousands.
type Node struct {
	Field  int32
	Parent int32 // row of the group, flag set or packed number that it is in, -1 for none
	Next   int32 // first row that is no member of it
	entry  int16 // as Row has it; of a bit without a name -1 and less, by its place
	Type   RowType
	Depth  uint8
}

// Row returns what a row of the tree shows.
func (t *Tree) Row(row int) Row {
	n := &t.Rows[row]
	r := Row{Field: int(n.Field), Type: n.Type, Entry: max(int(n.entry), -1)}
	switch d := t.Message.Fields[n.Field].Def; {
	case n.Type == RowPart:
		r.Mask = d.Parts[n.entry].Mask
	case n.entry < 0:
		r.Mask = 1 << (-1 - n.entry)
	case n.Type == RowBit:
		r.Mask = d.Symbols.List[n.entry].Value
	}
	return r
}

// A Tree is the rows of a message, each in its group. The zero value has none.
type Tree struct {
	Message *wire.Message
	Rows    []Node
	bytes   []Byte
	open    [1<<8 + 1]int32 // by depth: the row whose members come, the first depth of them
	depth   int
}

// NewTree returns the tree of m, which may be nil.
func NewTree(m *wire.Message) *Tree {
	t := &Tree{}
	t.Reset(m)
	return t
}

// Reset makes t the tree of m, in the memory that it has.
func (t *Tree) Reset(m *wire.Message) {
	t.Message, t.Rows, t.bytes, t.depth = m, t.Rows[:0], t.bytes[:0], 0
	if m == nil {
		return
	}
	total := len(m.Fields)
	for i := range m.Fields {
		if f := &m.Fields[i]; Divided(f.Def) {
			if total += len(f.Def.Parts); f.Def.Symbols != nil {
				total += len(f.Def.Symbols.List) + bits.OnesCount64(f.Value&^f.Def.Symbols.Known())
			}
		}
	}
	if cap(t.Rows) < total {
		t.Rows = make([]Node, 0, total)
	}
	for i := range m.Fields {
		f := &m.Fields[i]
		t.add(int(f.Depth)).Field = int32(i)
		if Divided(f.Def) {
			at := t.depth
			for r := range Division(m, i) {
				n := t.add(at)
				n.Field, n.Type, n.entry = int32(i), r.Type, int16(r.Entry)
				if r.Entry < 0 {
					n.entry = int16(-1 - bits.TrailingZeros64(r.Mask))
				}
			}
		}
	}
	t.close(0)
}

// close ends the groups that are open below depth.
func (t *Tree) close(depth int) {
	for ; t.depth > depth; t.depth-- {
		t.Rows[t.open[t.depth-1]].Next = int32(len(t.Rows))
	}
}

// add adds a row, to be filled.
func (t *Tree) add(depth int) *Node {
	if t.depth > depth {
		t.close(depth)
	}
	at := len(t.Rows)
	t.Rows = append(t.Rows, Node{}) // one with values would be made elsewhere and copied
	n := &t.Rows[at]
	n.Parent, n.Depth = -1, uint8(t.depth)
	if t.depth > 0 {
		n.Parent = t.open[t.depth-1]
	}
	t.open[t.depth] = int32(at)
	t.depth++
	return n
}

// RowOf returns the row of a field, -1 for none.
func (t *Tree) RowOf(field int) int {
	if field < 0 || t.Message == nil || field >= len(t.Message.Fields) {
		return -1
	}
	from, to := field, len(t.Rows) // a row for each field before it, and some for bits
	for from < to {
		if middle := (from + to) / 2; int(t.Rows[middle].Field) < field {
			from = middle + 1
		} else {
			to = middle
		}
	}
	return from
}

// Range returns the bytes of a row: those of its field.
func (t *Tree) Range(row int) Range { return Row{Field: int(t.Rows[row].Field)}.Range(t.Message) }

// A Byte says what is at a byte of a message: the row of the leaf that it is in,
// from 1, and in the two lowest bits how bad a problem there is.
type Byte uint32

// Row returns the row of the leaf that the byte is in, -1 for none.
func (b Byte) Row() int { return int(b>>2) - 1 }

// Problem returns 1 plus the severity of the worst problem there, 0 for none.
func (b Byte) Problem() int { return int(b & 3) }

// Bytes returns what is at each byte.
func (t *Tree) Bytes() []Byte {
	m := t.Message
	if m == nil || len(t.bytes) == len(m.Data) {
		return t.bytes
	}
	t.bytes = append(t.bytes[:0], make([]Byte, len(m.Data))...)
	for i := range t.Rows {
		if n := &t.Rows[i]; n.Type == RowField && m.Fields[n.Field].Leaf() {
			r := t.Range(i)
			its := t.bytes[r.Start:min(r.End, len(t.bytes))]
			for o := range its {
				its[o] = Byte(i+1) << 2
			}
		}
	}
	for i := range m.Problems {
		p := &m.Problems[i]
		worst := 1 + int(p.Info.Severity)
		for o := int(p.Offset); o < min(max(p.End(), int(p.Offset)+1), len(t.bytes)); o++ {
			if b := t.bytes[o]; b.Problem() < worst {
				t.bytes[o] = b&^3 | Byte(worst)
			}
		}
	}
	return t.bytes
}

// Leaf returns the row of the leaf that a byte is in, -1 for none.
func (t *Tree) Leaf(offset int) int {
	if b := t.Bytes(); offset >= 0 && offset < len(b) {
		return b[offset].Row()
	}
	return -1
}

// A Selection is what is selected of a message.
type Selection struct {
	Range
	Row   int  // what is selected, or the innermost row that holds all of the bytes; -1 for none
	Whole bool // the bytes are those of the row
}

// SelectRow selects a row and its bytes.
func (t *Tree) SelectRow(row int) Selection { return Selection{t.Range(row), row, true} }

// SelectBytes selects the bytes from a to b, both included, whichever is first,
// as far as there are any.
func (t *Tree) SelectBytes(a, b int) Selection {
	last := len(t.Message.Data) - 1
	a, b = max(0, min(a, last)), max(0, min(b, last))
	s := Selection{Range: Range{min(a, b), min(max(a, b), last) + 1}}
	s.Row = t.Leaf(s.Start)
	for s.Row >= 0 && t.Range(s.Row).End < s.End {
		s.Row = int(t.Rows[s.Row].Parent)
	}
	s.Whole = s.Row >= 0 && t.Range(s.Row) == s.Range
	return s
}

// SelectPlace selects what is at r: the field with just these bytes, a leaf
// before a group, or else the bytes; where r is empty, the field that it is in,
// or the last.
func (t *Tree) SelectPlace(r Range) Selection {
	m := t.Message
	f := m.FieldAt(r.Start, r.Len())
	if f < 0 && r.Len() == 0 {
		f = len(m.Fields) - 1
	}
	if row := t.RowOf(f); row >= 0 && (r.Len() == 0 || t.Range(row) == r) {
		return t.SelectRow(row)
	}
	return t.SelectBytes(r.Start, r.End-1)
}

// AppendLeaves appends the row of each leaf that has bytes of r, at most as many
// as there is room for.
func (t *Tree) AppendLeaves(dst []int, r Range) []int {
	for at := t.Leaf(r.Start); at >= 0 && r.Len() > 0 && len(dst) < cap(dst); at = t.Leaf(r.Start) {
		dst = append(dst, at)
		r.Start = t.Range(at).End
	}
	return dst
}
