package ui

import (
	"fmt"
	"image/color"

	"fragscope/decoder"
	"fragscope/decoder/view"
	"fragscope/desktop/state"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

// A FieldTree lists the fields of a datagram in wire order, groups with their
// members below them: where each stands, what it is called, its bytes, its value
// and what that means.
type FieldTree struct {
	rowPool
	x       *state.Inspector
	heads   []*canvas.Text
	ground  *canvas.Rectangle
	OnMenu  func(at fyne.Position)
	columns treeColumns
}

// treeColumns says where the columns begin.
type treeColumns struct {
	mark, offset, name, bytes, value, end float32
	narrow                                bool // without the bytes
}

// rawShown is how many bytes of a field its row shows at most.
const rawShown = 24

// NewFieldTree returns a tree of the fields of x.
func NewFieldTree(x *state.Inspector) *FieldTree {
	t := &FieldTree{x: x}
	t.setup(t)
	t.rowHeight = func() float32 { return textFont(false).height + 5 }
	t.head = func() float32 { return textFont(true).height + 6 }
	t.count = func() int { return x.Tree().Visible() }
	t.make = func() cells { return newFieldCells() }
	t.fill = func(c cells, i int) { t.row(c.(*fieldCells), x.Tree().RowAt(i)) }
	t.tapped = func(i int, at float32) { t.tap(x.Tree().RowAt(i), at) }
	t.hovered = func(i int) { x.Hover(x.Tree().RowAt(i)) }
	t.key = t.typedKey
	t.layHead = t.layoutHead
	t.shortcut = func(s fyne.Shortcut) {
		if s, ok := s.(*fyne.ShortcutCopy); ok {
			if line, ok := x.SelectedLine(); ok {
				s.Clipboard.SetContent(line)
				x.Say("copied " + x.Where())
			}
		}
	}
	t.rowPool.second = func(e *fyne.PointEvent) {
		if t.OnMenu != nil {
			t.OnMenu(e.AbsolutePosition)
		}
	}
	t.ground = canvas.NewRectangle(color.Transparent)
	t.top = []fyne.CanvasObject{t.ground}
	for range 4 {
		h := canvas.NewText("", color.Transparent)
		t.heads = append(t.heads, h)
		t.top = append(t.top, h)
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

// AccessibilityLabel implements fyne.Accessible.
func (t *FieldTree) AccessibilityLabel() string { return "Fields of the datagram. " + t.x.Where() }

// AccessibilityRole implements fyne.Accessible.
func (t *FieldTree) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleContainer }

// offsetHead heads the column of offsets, which is as wide as it needs.
const offsetHead = "Offset"

func (t *FieldTree) layoutHead(width float32) {
	p, f := CurrentPalette(), textFont(true)
	c := &t.columns
	mono := monoFont()
	c.mark = 4
	c.offset = c.mark + f.advance('×') + 6
	c.name = c.offset + max(mono.width("00000"), f.width(offsetHead)) + 6
	c.end = width - scrollBarWidth() - 4
	rest := c.end - c.name
	c.narrow = rest < 38*f.size
	if c.narrow {
		c.bytes = c.name + rest*0.42
		c.value = c.bytes
	} else {
		c.bytes = c.name + rest*0.34
		c.value = c.bytes + rest*0.24
	}
	height := t.head()
	setFill(t.ground, p.Header)
	t.ground.Resize(fyne.NewSize(width, height))
	put := func(i int, s string, from, to float32) {
		putText(t.heads[i], s, f, p.Text, from, 0, to-from-6, height, false)
	}
	put(0, offsetHead, c.offset, c.name)
	put(1, "Field", c.name, c.bytes)
	put(2, "Bytes", c.bytes, c.value)
	put(3, "Value and meaning", c.value, c.end)
	if c.narrow {
		t.heads[2].Hide()
	} else {
		t.heads[2].Show()
	}
}

// indent returns where the name of a row begins in its column.
func (t *FieldTree) indent(r int) float32 {
	return min(float32(t.x.Tree().Depth(r))*11, (t.columns.bytes-t.columns.name)/2)
}

const twisty, chipWidth = 12, 9

func (t *FieldTree) tap(r int, at float32) {
	if r < 0 {
		return
	}
	left := t.columns.name + t.indent(r)
	if t.x.Tree().Holds(r) && at >= left-4 && at < left+twisty+2 {
		t.x.SetOpen(r, !t.x.Tree().Open(r))
		return
	}
	t.x.SelectRow(r)
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

// fieldCells are the objects of a row.
type fieldCells struct {
	all                           *fyne.Container
	ground, line, chip, game      *canvas.Rectangle
	paper                         *paper
	mark, offset, open, name, raw *label
	value, note                   *label
	spans                         []*label // of a value in colours
	stripes                       [3]*canvas.Line
}

func (c *fieldCells) box() *fyne.Container { return c.all }

func (c *fieldCells) words() *paper { return c.paper }

func newFieldCells() *fieldCells {
	rect := func() *canvas.Rectangle { return canvas.NewRectangle(color.Transparent) }
	p := newPaper()
	c := &fieldCells{
		ground: rect(), line: rect(), chip: rect(), game: rect(), paper: p, mark: p.label(), offset: p.label(), open: p.label(),
		name: p.label(), raw: p.label(), value: p.label(), note: p.label(),
	}
	c.chip.StrokeWidth = 1
	c.chip.CornerRadius, c.game.CornerRadius = 2, 3
	c.all = &fyne.Container{Objects: []fyne.CanvasObject{c.ground, c.line, c.chip, c.game, p}}
	for i := range c.stripes {
		c.stripes[i] = canvas.NewLine(color.Transparent)
		c.all.Objects = append(c.all.Objects, c.stripes[i])
	}
	return c
}

func (t *FieldTree) row(c *fieldCells, r int) {
	x, tree, p := t.x, t.x.Tree(), CurrentPalette()
	col := &t.columns
	size := c.all.Size()
	text, mono := textFont(false), monoFont()
	ground, faint := p.Background, p.Faint
	switch {
	case r == x.Row():
		ground, faint = p.AccentSoft, p.Text
	case r == x.Hovered():
		ground = p.AccentFaint
	case x.HitRow(r):
		ground = mixed(p.Warning, p.Background, 0.16)
	}
	setGround(c.ground, ground)
	c.ground.Resize(size)
	setFill(c.line, p.Line)
	c.line.Move(fyne.NewPos(0, size.Height-1))
	c.line.Resize(fyne.NewSize(size.Width, 1))

	mark, colour := "", p.Faint
	if w := x.WorstOf(r); w != state.NoProblem {
		mark, colour = marks[w], p.Severity(decoder.Severity(w))
	}
	c.mark.put(mark, textFont(true), colour, col.mark, 0, col.offset-col.mark, size.Height, false)

	where := tree.Range(r)
	field := &x.Message().Fields[tree.Field(r)]
	group := field.Kind == decoder.KindGroup
	offset := ""
	if !tree.Bit(r) {
		offset = fmt.Sprintf("%04X", where.Start)
	}
	c.offset.put(offset, mono, faint, col.offset, 0, col.name-col.offset, size.Height, false)

	left := col.name + t.indent(r)
	open := ""
	if tree.Holds(r) {
		open = "▸"
		if tree.Open(r) {
			open = "▾"
		}
	}
	c.open.put(open, text, p.Faint, left, 0, twisty, size.Height, false)
	t.shade(c, r, left+twisty, size.Height)
	nameAt := left + twisty + chipWidth + 5
	c.name.put(tree.Name(r), textFont(group), p.Text, nameAt, 0, col.bytes-nameAt-6, size.Height, false)

	raw := ""
	if !group && !tree.Bit(r) && !col.narrow {
		n := min(where.Len(), rawShown)
		raw = fmt.Sprintf("% X", x.Message().Data[where.Start:where.Start+n])
		if n < where.Len() {
			raw += " …"
		}
	}
	c.raw.put(raw, mono, faint, col.bytes, 0, col.value-col.bytes-6, size.Height, false)
	t.value(c, r, group, faint, size.Height)
}

// shade paints the chip that shows the shade of a row in the bytes.
func (t *FieldTree) shade(c *fieldCells, r int, x, height float32) {
	p, tree := CurrentPalette(), t.x.Tree()
	hue := tree.Hue(r)
	setFill(c.chip, p.Shade(hue, tree.Depth(r)+1))
	setStroke(c.chip, mixed(p.Text, p.Background, 0.3))
	h := height - 7
	c.chip.Move(fyne.NewPos(x, 3))
	c.chip.Resize(fyne.NewSize(chipWidth, h))
	for i, s := range c.stripes {
		if hue != view.HueUnknown {
			s.Hide()
			continue
		}
		y := 3 + h*float32(i+1)/float32(len(c.stripes)+1)
		s.StrokeColor = mixed(p.Text, p.Background, 0.4)
		s.Position1 = fyne.NewPos(x+1, y+2)
		s.Position2 = fyne.NewPos(x+chipWidth-1, y-2)
		s.Show()
		s.Refresh()
	}
}

// value puts in the value and the note behind it.
func (t *FieldTree) value(c *fieldCells, r int, group bool, faint colour, height float32) {
	p, tree, col := CurrentPalette(), t.x.Tree(), &t.columns
	text, mono := textFont(false), monoFont()
	at := col.value
	spans := tree.Spans(r)
	t.coloured(c, spans, at, height)
	value := ""
	switch {
	case spans != nil:
	case group:
		value = plural(tree.Range(r).Len(), "byte")
	default:
		value = tree.Short(r)
	}
	f, colour := mono, p.Text
	if group {
		f, colour = text, faint
	}
	room := col.end - at
	c.value.put(value, f, colour, at, 0, room, height, false)
	note := tree.Note(r)
	if spans != nil {
		at += t.spansWidth(c, spans) + 8
	} else if value != "" {
		at += min(room, f.width(c.value.Text)) + 8
	}
	c.note.put(note, text, faint, at, 0, col.end-at, height, false)
}

// coloured puts in a value in its colours, on a dark ground as in the game.
func (t *FieldTree) coloured(c *fieldCells, spans []state.Span, at, height float32) {
	mono := monoFont()
	for len(c.spans) < len(spans) {
		c.spans = append(c.spans, c.paper.label())
	}
	end := t.columns.end
	x := at + 4
	for i, o := range c.spans {
		if i >= len(spans) {
			o.Hide()
			continue
		}
		s := spans[i]
		o.put(s.Text, mono, spanColour(s), x, 0, end-x-4, height, false)
		x += mono.width(o.Text)
		o.Show()
	}
	if len(spans) == 0 {
		c.game.Hide()
		return
	}
	setFill(c.game, gameGround)
	c.game.Move(fyne.NewPos(at, 1))
	c.game.Resize(fyne.NewSize(min(end, x+4)-at, height-3))
	c.game.Show()
}

func (t *FieldTree) spansWidth(c *fieldCells, spans []state.Span) float32 {
	w := float32(8)
	for i := range spans {
		w += monoFont().width(c.spans[i].Text)
	}
	return w
}

// spanColour returns the colour of a span on the game's ground.
func spanColour(s state.Span) colour {
	if s.Plain {
		return gameText
	}
	return readable(s.R, s.G, s.B)
}

// plural writes a count with its word.
func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}
