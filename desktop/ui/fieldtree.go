package ui

import (
	"fmt"
	"time"

	"fragscope/decoder"
	"fragscope/decoder/view"
	"fragscope/decoder/wire"
	"fragscope/desktop/state"

	"fyne.io/fyne/v2"
)

// A FieldTree lists the fields of a datagram in wire order: place, name, bytes, value and meaning.
type FieldTree struct {
	rowPool
	x       *state.Inspector
	OnMenu  func(at fyne.Position)
	OnEdit  func(row int) // F2 or a second click on a row; nil where nothing can be changed
	clicked time.Time     // the row that is selected
	columns treeColumns
}

// treeColumns says where the columns begin.
type treeColumns struct {
	mark, offset, name, bytes, value, end float32
	narrow                                bool // without the bytes
}

// rawShown is how many bytes of a field its row shows at most.
const rawShown = 24

func NewFieldTree(x *state.Inspector) *FieldTree {
	t := &FieldTree{x: x}
	t.setup(t, "")
	t.rowHeight = func() float32 { return spaced(textFont(false).height, 5) }
	t.head = func() float32 { return spaced(smallFont().height, 8) }
	t.least = func() float32 { return t.head() + 2*t.rowHeight() }
	t.count = func() int { return x.Tree().Visible() }
	t.fill = func(l *line, i int) { t.row(l, x.Tree().RowAt(i)) }
	t.tapped = func(i int, at float32) { t.tap(x.Tree().RowAt(i), at) }
	t.hovered = func(i int) { x.Hover(x.Tree().RowAt(i)) }
	t.key = t.typedKey
	t.fillHead = t.writeHead
	t.copied = func() string {
		line, ok := x.SelectedLine()
		if ok {
			x.Say("copied " + x.Where())
		}
		return line
	}
	t.rowPool.second = func(e *fyne.PointEvent) {
		if t.OnMenu != nil {
			t.OnMenu(e.AbsolutePosition)
		}
	}
	x.Listen(state.TopicCurrent|state.TopicSelect|state.TopicHover|state.TopicTree|state.TopicSearch, t.changed)
	return t
}

func (t *FieldTree) changed(topic state.Topic) {
	if topic&state.TopicCurrent != 0 {
		t.view.SetTop(0)
	}
	if topic&(state.TopicSelect|state.TopicTree) != 0 {
		t.view.Count = t.x.Tree().Visible()
		t.view.Reveal(t.x.Tree().PlaceOf(t.x.Row()))
	}
	t.reset()
}

func (t *FieldTree) AccessibilityLabel() string { return "Fields of the datagram. " + t.x.Where() }

// offsetHead heads the column of offsets, which is as wide as it needs.
const offsetHead = "Offset"

func (t *FieldTree) writeHead(l *line) {
	p, f := CurrentPalette(), smallFont()
	c := &t.columns
	c.mark = 4
	c.offset = c.mark + textFont(true).advance('×') + 6
	c.name = c.offset + max(monoFont().width(state.Offset(max(0xFFF, len(t.x.Data())))), f.width(offsetHead)) + 6
	c.end = t.width - 4
	rest := c.end - c.name
	c.narrow = rest < 38*textFont(false).size
	if c.narrow {
		c.bytes = c.name + rest*0.42
		c.value = c.bytes
	} else {
		c.bytes = c.name + rest*0.34
		c.value = c.bytes + rest*0.24
	}
	put := func(s string, from, to float32) {
		l.add(piece{x: from, width: to - from - 6, text: s, face: f, colour: p.Faint})
	}
	put(offsetHead, c.offset, c.name)
	put("Field", c.name, c.bytes)
	if !c.narrow {
		put("Bytes", c.bytes, c.value)
	}
	put("Value and meaning", c.value, c.end)
}

// indent returns where the name of a row begins in its column.
func (t *FieldTree) indent(r int) float32 {
	return min(float32(t.x.Tree().Depth(r))*11, (t.columns.bytes-t.columns.name)/2)
}

const arrowWidth, chipWidth = 12, 9

func (t *FieldTree) tap(r int, at float32) {
	if r < 0 {
		return
	}
	left := t.columns.name + t.indent(r)
	if t.x.Tree().Holds(r) && at >= left-4 && at < left+arrowWidth+2 {
		t.x.SetOpen(r, !t.x.Tree().Open(r))
		return
	}
	again := r == t.x.Row() && time.Since(t.clicked) < twice
	t.clicked = time.Now()
	t.x.SelectRow(r)
	if again && t.OnEdit != nil {
		t.OnEdit(r)
	}
}

func (t *FieldTree) typedKey(k *fyne.KeyEvent) {
	tree := t.x.Tree()
	r := t.x.Row()
	at := tree.PlaceOf(r)
	if to, ok := t.stepped(k, at, tree.Visible()); ok {
		t.x.SelectRow(tree.RowAt(to))
		return
	}
	switch k.Name {
	case fyne.KeyRight:
		if r >= 0 && tree.Holds(r) {
			if tree.Open(r) {
				t.x.SelectRow(r + 1)
			} else {
				t.x.SetOpen(r, true)
			}
		}
	case fyne.KeyLeft:
		if r >= 0 && tree.Holds(r) && tree.Open(r) {
			t.x.SetOpen(r, false)
		} else if p := tree.Parent(r); p >= 0 {
			t.x.SelectRow(p)
		}
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		if r >= 0 {
			t.x.SetOpen(r, !tree.Open(r))
		}
	case fyne.KeyEscape:
		t.x.ClearSelection()
	}
}

func (t *FieldTree) row(l *line, r int) {
	x, tree, p := t.x, t.x.Tree(), CurrentPalette()
	col := &t.columns
	text, mono, faint := textFont(false), monoFont(), p.Faint
	l.rule = p.Line
	switch {
	case r == x.Row():
		l.ground, faint = p.AccentSoft, p.Text
	case r == x.Hovered():
		l.ground = p.AccentFaint
	case x.HitRow(r):
		l.ground = mixed(p.Warning, p.Background, 0.16)
	}
	put := func(from, to float32, s string, f *typeface, c colour) {
		if s != "" {
			l.add(piece{x: from, width: max(1, to-from), text: s, face: f, colour: c})
		}
	}
	var problem *decoder.Problem
	var wrong string
	if i := x.ProblemOf(r); i >= 0 {
		problem = &x.Message().Problems[i]
		wrong = state.Escape(x.Message().Message(problem))
		put(col.mark, col.offset, marks[problem.Info.Severity], textFont(true), p.Severity(problem.Info.Severity))
	}
	where := tree.Range(r)
	group := x.Message().Fields[tree.Field(r)].Kind == wire.KindGroup
	if !tree.Bit(r) {
		put(col.offset, col.name, state.Offset(where.Start), mono, faint)
	}
	at := col.name + t.indent(r)
	if tree.Holds(r) {
		put(at, at+arrowWidth, map[bool]string{true: "▾", false: "▸"}[tree.Open(r)], text, p.Faint)
	}
	at += arrowWidth
	hue := tree.Category(r)
	l.add(piece{x: at, width: chipWidth, ground: p.Shade(hue, tree.Depth(r)+1), striped: hue == view.CategoryUnknown})
	at += chipWidth + 5
	said := p.Text
	if hue == view.CategoryLength || tree.Bit(r) {
		said = faint // quiet
	}
	put(at, col.bytes-6, tree.Name(r), textFont(group), said)
	if !group && !tree.Bit(r) && !col.narrow {
		n := min(where.Len(), rawShown)
		raw := fmt.Sprintf("% X", x.Message().Data[where.Start:where.Start+n])
		if n < where.Len() {
			raw += " …"
		}
		put(col.bytes, col.value-6, raw, mono, faint)
	}
	at = col.value
	switch spans, value := tree.Spans(r), tree.Short(r); {
	case spans != nil: // in its colours, on a dark ground as in the game
		at += 4
		for _, s := range spans {
			if room := col.end - at - 4; room >= mono.advance('m') {
				s.Text = mono.fit(s.Text, room)
				l.add(piece{x: at, width: room, text: s.Text, face: mono, colour: spanColour(s), ground: gameGround})
				at += mono.width(s.Text)
			}
		}
		at += 12
	case value != "":
		room := col.end - at
		value = mono.fit(value, max(room/3, room-text.width(wrong)))
		put(at, col.end, value, mono, said)
		at += mono.width(value) + 8
	case group && !tree.Folded(r):
		value = state.Plural(where.Len(), "byte")
		put(at, col.end, value, text, faint)
		at += text.width(value) + 8
	}
	if wrong != "" && at < col.end {
		put(at, col.end, wrong, text, p.Severity(problem.Info.Severity))
		at += text.width(wrong) + 8
	}
	if at < col.end {
		put(at, col.end, tree.Note(r), text, faint)
	}
}

// spanColour returns the colour of a span on the game's ground.
func spanColour(s state.Span) colour {
	if s.Plain {
		return gameText
	}
	return readable(s.R, s.G, s.B)
}
