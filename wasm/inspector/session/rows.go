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
//	4   marks, which sort of row, its hue, and the name of its kind, a byte each
//	5   the first row that is not a member of this one
//	6 7 value      8 9  mask of a bit or part, low word first
//	10  place in Message.Fields, the same for a field and its bits
//	11  the row that it is a member of, FFFFFFFF for none
const rowWords = 12

// definitions numbers the definitions in the order in which messages needed
// them, for all sessions, so that each is sent once.
type definitions struct {
	number map[*decoder.FieldDef]uint32
	list   []*decoder.FieldDef
	latest [64]uint32 // numbers found lately, by the place of the definition in memory
}

var known = definitions{number: map[*decoder.FieldDef]uint32{}}

func (d *definitions) of(def *decoder.FieldDef) uint32 {
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

func symbols(w *pack.Writer, s *decoder.Symbols) {
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

// Rows writes the rows of message i and its problems.
func (s *Session) Rows(w *pack.Writer, i int) {
	m := s.Message(i)
	if m == nil {
		w.Int(0)
		w.Int(0)
		return
	}
	Rows(w, m)
}

// Rows writes the rows of m and its problems.
func Rows(w *pack.Writer, m *decoder.Message) {
	total := len(m.Fields)
	for i := range m.Fields {
		if view.Divided(m.Fields[i].Def) {
			total = 0
			for range view.Rows(m) {
				total++
			}
			break
		}
	}
	w.Int(total)
	t := table{out: w.Words(total * rowWords)}
	for i := range m.Fields {
		f := &m.Fields[i]
		t.add(f, int(f.Depth), f.Length, f.Value, view.Row{Field: i}, view.HueOf(f))
		if view.Divided(f.Def) {
			for r := range view.Division(m, i) {
				t.add(f, int(f.Depth)+1, 0, r.Number(m), r, view.HueName)
			}
		}
	}
	t.close(0)
	problems(w, m)
}

// A table is filled with rows.
type table struct {
	out   []uint32
	n     int         // rows so far
	open  [256]uint32 // by depth: the row of the group that is open
	depth int         // how many are open
}

// close ends the groups that are open below depth to.
func (t *table) close(to int) {
	for ; t.depth > to; t.depth-- {
		t.out[t.open[t.depth-1]*rowWords+5] = uint32(t.n)
	}
}

func (t *table) add(f *decoder.Field, depth int, length uint32, value uint64, r view.Row, hue view.Hue) {
	n := t.n
	if depth < t.depth {
		if at := t.depth - 1; at == depth { // as most are: behind a field of the same depth
			t.out[t.open[at&0xff]*rowWords+5] = uint32(n)
			t.depth = at
		} else {
			t.close(depth)
		}
	}
	parent := ^uint32(0)
	if t.depth > 0 {
		parent = t.open[(t.depth-1)&0xff]
	}
	row := (*[rowWords]uint32)(t.out[n*rowWords:])
	row[0], row[5] = known.of(f.Def), 0
	row[1], row[2] = f.Offset, length
	row[3] = uint32(f.Kind) | uint32(depth)<<8 | uint32(f.Lead)<<16 | uint32(f.Trail)<<24
	row[4] = uint32(f.Marks) | uint32(r.Sort)<<8 | uint32(hue)<<16 | kindOf(f, r)<<24
	row[6], row[7] = uint32(value), uint32(value>>32)
	row[8], row[9] = uint32(r.Mask), uint32(r.Mask>>32)
	row[10], row[11] = uint32(r.Field), parent
	if t.depth < len(t.open) {
		t.open[t.depth&0xff] = uint32(n)
		t.depth++
	}
	t.n = n + 1
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

func problems(w *pack.Writer, m *decoder.Message) {
	w.Int(len(m.Problems))
	if len(m.Problems) == 0 {
		return
	}
	rowOf := make([]int, 0, len(m.Fields))
	n := 0
	for r := range view.Rows(m) {
		if r.Sort == view.SortField {
			rowOf = append(rowOf, n)
		}
		n++
	}
	for i := range m.Problems {
		p := &m.Problems[i]
		row := -1
		if f := view.FieldOf(m, p); f >= 0 {
			row = rowOf[f]
		}
		w.Int(row)
		w.U32(uint32(p.Info.Severity))
		w.U32(p.Offset)
		w.U32(p.Length)
		w.Text(p.Info.Code)
		w.Append(func(dst []byte) []byte { return m.AppendSentence(dst, p.Info.Message, p) })
		w.Append(func(dst []byte) []byte { return m.AppendSentence(dst, p.Info.Advice, p) })
	}
}

// A texter makes the texts of rows.
type texter struct{ scratch []byte }

// Texts writes name, value and note of the rows [from, to) of message i, in
// this order, three texts a row. They are escaped: control characters and
// letters that change how others are shown stand as escapes.
func (s *Session) Texts(w *pack.Writer, i, from, to int) {
	m := s.Message(i)
	if m == nil {
		return
	}
	Texts(w, m, from, to)
}

// Texts does so for m.
func Texts(w *pack.Writer, m *decoder.Message, from, to int) {
	var t texter
	n := 0
	for r := range view.Rows(m) {
		if n >= to {
			return
		}
		if n >= from {
			for _, add := range [...]func([]byte, *decoder.Message) []byte{r.AppendName, r.AppendValue, r.AppendNote} {
				t.escaped(w, func(dst []byte) []byte { return add(dst, m) })
			}
		}
		n++
	}
}

func (t *texter) escaped(w *pack.Writer, add func(dst []byte) []byte) {
	t.scratch = add(t.scratch[:0])
	w.Append(func(dst []byte) []byte { return wire.AppendEscaped(dst, t.scratch) })
}

// row returns row number row of message i, nil without it.
func (s *Session) row(i, row int) (r view.Row, m *decoder.Message) {
	if m = s.Message(i); m != nil {
		for r = range view.Rows(m) {
			if row == 0 {
				return r, m
			}
			row--
		}
	}
	return r, nil
}

// Key appends the stable name of a row.
func (s *Session) Key(dst []byte, i, row int) []byte {
	if r, m := s.row(i, row); m != nil {
		return r.AppendKey(dst, m)
	}
	return dst
}

// Line appends a row as one line.
func (s *Session) Line(dst []byte, i, row int) []byte {
	if r, m := s.row(i, row); m != nil {
		return r.AppendLine(dst, m, m.Data, nil)
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
// datagram, where its colour code begins (-1 for none), whether it goes back
// to the default colour, red, green and blue in a word, and its text, escaped.
func (s *Session) Colours(w *pack.Writer, i, field int) {
	m := s.Message(i)
	if m == nil || field < 0 || field >= len(m.Fields) {
		w.Int(0)
		return
	}
	runs := m.AppendColours(nil, field)
	w.Int(len(runs))
	var t texter
	for _, r := range runs {
		w.Int(r.Begin)
		w.Int(r.End)
		w.Int(r.Code)
		w.Bool(r.Default)
		w.U32(uint32(r.R)<<16 | uint32(r.G)<<8 | uint32(r.B))
		t.escaped(w, func(dst []byte) []byte { return view.AppendRun(dst, m, field, r.Begin, r.End) })
	}
}
