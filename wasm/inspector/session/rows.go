package session

import (
	"unsafe"

	"fragscope/decoder"
	"fragscope/decoder/view"
	"fragscope/decoder/wire"
	"fragscope/wasm/inspector/pack"
)

// A row is what JSON calls a field: a field, or one bit or part of it. It takes
// rowWords words in an answer:
//
//	0   definition, as Definitions numbers them
//	1   offset     2  length
//	3   kind, depth, lead, trail, a byte each from the lowest
//	4   marks, which sort of row, its hue (80 added: it is folded at first), and
//	    the name of its kind, a byte each
//	5   the first row that is not a member of this one
//	6 7 value      8 9  mask of a bit or part, low word first
//	10  place in Message.Fields, the same for a field and its bits
//	11  the row that it is a member of, FFFFFFFF for none
const rowWords = 12

// folded is added to the hue of a row whose members are hidden at first.
const folded = 0x80

// definitions numbers the definitions in the order in which messages needed
// them, for all sessions, so that each is sent once.
type definitions struct {
	number map[*wire.FieldDef]uint32
	list   []*wire.FieldDef
	latest [64]uint32 // numbers found lately, by the place of the definition in memory
}

var known = definitions{number: map[*wire.FieldDef]uint32{}}

func (d *definitions) of(def *wire.FieldDef) uint32 {
	place := &d.latest[uintptr(unsafe.Pointer(def))/unsafe.Sizeof(*def)%uintptr(len(d.latest))]
	if n := *place; int(n) < len(d.list) && d.list[n] == def {
		return n
	}
	n, ok := d.number[def]
	if !ok {
		n = uint32(len(d.list))
		d.number[def] = n
		d.list = append(d.list, def)
	}
	*place = n
	return n
}

// Definitions writes the definitions from number from on.
func Definitions(w *pack.Writer, from int) {
	list := known.list[min(max(from, 0), len(known.list)):]
	w.Int(len(list))
	for _, d := range list {
		w.U32(uint32(d.Kind))
		w.U32(uint32(d.Role))
		w.Text(d.Key)
		w.Text(d.Name)
		w.Text(d.Note)
		w.Text(d.Doc)
		w.Text(d.Source)
		symbols(w, d.Symbols)
		w.Int(len(d.Parts))
		for i := range d.Parts {
			p := &d.Parts[i]
			w.U64(p.Mask)
			w.Text(p.Name)
			w.Text(p.Unit)
			symbols(w, p.Symbols)
		}
	}
}

func symbols(w *pack.Writer, s *wire.Symbols) {
	if s == nil {
		w.Int(-1)
		return
	}
	w.Int(len(s.List))
	w.Bool(s.Flags)
	for i := range s.List {
		w.U64(s.List[i].Value)
		w.Text(s.List[i].Name)
		w.Text(s.List[i].Doc)
	}
}

// tree returns the rows of message i: none without it. They hold until another
// message is asked for.
func (s *Session) tree(i int) *view.Tree {
	if m := s.Message(i); m != s.shown.Message || m == nil {
		s.shown.Reset(m)
	}
	return &s.shown
}

// Rows writes the rows of message i, its problems, and what is at each byte, as
// [view.Byte] has it.
func (s *Session) Rows(w *pack.Writer, i int) {
	t := s.tree(i)
	w.Int(len(t.Rows))
	out := w.Words(len(t.Rows) * rowWords)
	for i := range t.Rows {
		n := &t.Rows[i]
		f := &t.Message.Fields[n.Field]
		length, value, mask, hue, kind := uint32(0), uint64(0), uint64(0), view.CategoryName, uint32(0)
		if n.Type == view.RowField {
			length, value, hue, kind = f.Length, f.Value, view.CategoryOf(f), kindOf(f, view.Row{})
		} else {
			r := t.Row(i)
			value, mask, kind = r.Number(t.Message), r.Mask, kindOf(f, r)
		}
		if t.Folded(i) {
			hue |= folded
		}
		row := (*[rowWords]uint32)(out[i*rowWords:])
		row[0], row[1], row[2] = known.of(f.Def), f.Offset, length
		row[3] = uint32(f.Kind) | uint32(n.Depth)<<8 | uint32(f.Lead)<<16 | uint32(f.Trail)<<24
		row[4] = uint32(f.Flags) | uint32(n.Type)<<8 | uint32(hue)<<16 | kind<<24
		row[5], row[6], row[7] = uint32(n.Next), uint32(value), uint32(value>>32)
		row[8], row[9] = uint32(mask), uint32(mask>>32)
		row[10], row[11] = uint32(n.Field), uint32(n.Parent)
	}
	problems(w, t)
	list := t.Bytes()
	for i, out := 0, w.Words(len(list)); i < len(out); i++ {
		out[i] = uint32(list[i])
	}
}

// moreKinds are what the kind of a row may be called beside the names of layouts,
// which their numbers follow.
var moreKinds = [...]string{"enum", "flags", "bits", "bit", "part"}

// kindOf numbers what the kind of a row is called.
func kindOf(f *decoder.Field, r view.Row) uint32 {
	if f.Def.Symbols != nil || f.Def.Parts != nil {
		name := r.KindOf(f)
		for i := range moreKinds {
			if moreKinds[i] == name {
				return uint32(wire.KindCount) + uint32(i)
			}
		}
	}
	return uint32(f.Kind)
}

func problems(w *pack.Writer, t *view.Tree) {
	m := t.Message
	if m == nil {
		w.Int(0)
		return
	}
	w.Int(len(m.Problems))
	for i := range m.Problems {
		p := &m.Problems[i]
		w.Int(t.RowOf(view.FieldOf(m, p)))
		w.U32(uint32(p.Info.Severity))
		w.U32(p.Offset)
		w.U32(p.Length)
		w.Text(p.Info.Code)
		w.Append(func(dst []byte) []byte { return m.AppendSentence(dst, p.Info.Message, p) })
		w.Append(func(dst []byte) []byte { return m.AppendSentence(dst, p.Info.Advice, p) })
	}
}

// A How is a way to select.
type How uint8

// The ways to select.
const (
	HowRow   How = iota // row a
	HowBytes            // the bytes from a to b, both included
	HowPlace            // what is at the bytes [a, b)
)

// Select writes what somebody selects of message i: its bytes, the row that
// they are or are in, and whether they are all of its bytes.
func (s *Session) Select(w *pack.Writer, i int, how How, a, b int) {
	t := s.tree(i)
	x := view.Selection{Row: -1}
	switch {
	case t.Message == nil || how == HowRow && (a < 0 || a >= len(t.Rows)):
	case how == HowRow:
		x = t.SelectRow(a)
	case how == HowBytes:
		x = t.SelectBytes(a, b)
	default:
		x = t.SelectPlace(view.Range{Start: a, End: b})
	}
	w.Int(x.Start)
	w.Int(x.End)
	w.Int(x.Row)
	w.Bool(x.Whole)
}

// A texter makes the texts of rows.
type texter struct{ scratch []byte }

func (t *texter) escaped(w *pack.Writer, add func(dst []byte) []byte) {
	t.scratch = add(t.scratch[:0])
	w.Append(func(dst []byte) []byte { return wire.AppendEscaped(dst, t.scratch) })
}

// Texts writes how many of the rows [from, to) message i has, and name, value and
// note of each. Of values of more than most bytes only what begins them is
// written, and an ellipsis. They are escaped: control characters and characters
// that change how others are shown are written as escapes.
func (s *Session) Texts(w *pack.Writer, i, from, to, most int) {
	var t texter
	shown := s.tree(i)
	from, to = max(from, 0), min(to, len(shown.Rows))
	w.Int(max(to-from, 0))
	for n := from; n < to; n++ {
		r, m := shown.Row(n), shown.Message
		t.escaped(w, func(dst []byte) []byte { return r.AppendName(dst, m) })
		t.escaped(w, func(dst []byte) []byte {
			dst, whole := r.AppendBrief(dst, m, most)
			if !whole {
				dst = append(dst, wire.Ellipsis...)
			}
			return dst
		})
		t.escaped(w, func(dst []byte) []byte { return r.AppendNote(dst, m) })
	}
}

// Key appends the stable name of a row.
func (s *Session) Key(dst []byte, i, row int) []byte {
	if t := s.tree(i); row >= 0 && row < len(t.Rows) {
		return t.Row(row).AppendKey(dst, t.Message)
	}
	return dst
}

// Line appends a row as one line.
func (s *Session) Line(dst []byte, i, row int) []byte {
	if t := s.tree(i); row >= 0 && row < len(t.Rows) {
		return t.Row(row).AppendLine(dst, t.Message, t.Message.Data, nil)
	}
	return dst
}

// Value appends the text of a field as the packet has it, nothing escaped.
func (s *Session) Value(dst []byte, i, field int) []byte {
	m := s.Message(i)
	if m == nil || field < 0 || field >= len(m.Fields) {
		return dst
	}
	return m.AppendValue(dst, field)
}

// Colours writes the runs of colour of a text: for each its range in the
// datagram, where its colour code begins (-1 for none), whether it is in
// the default colour, red, green and blue in a word, and its text, escaped.
func (s *Session) Colours(w *pack.Writer, i, field int) {
	m := s.Message(i)
	if m == nil || field < 0 || field >= len(m.Fields) {
		w.Int(0)
		return
	}
	field = view.Shown(m, field)
	runs := m.AppendColours(nil, field)
	w.Int(len(runs))
	var t texter
	for _, r := range runs {
		w.Int(r.Begin)
		w.Int(r.End)
		w.Int(r.Code)
		w.Bool(r.Default || r.Code < 0)
		w.U32(uint32(r.R)<<16 | uint32(r.G)<<8 | uint32(r.B))
		t.escaped(w, func(dst []byte) []byte { return view.AppendRun(dst, m, field, r.Begin, r.End) })
	}
}
