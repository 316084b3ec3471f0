package ui

import (
	"image/color"

	"fragscope/desktop/state"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// A rowPool draws the rows of a list that are in sight, with objects that are used again.
type rowPool struct {
	asContainer
	widget.BaseWidget
	view   state.Viewport
	bar    *scrollBar
	edge   *edges
	focus  *edges
	header *rowCells // of the columns, above the rows
	notice *textLayer
	slots  []*slot

	OnPoint func(on bool) // the mouse came over the rows, or left them
	pointed bool

	// What the widget that embeds the pool says.
	self      fyne.Widget
	name      string // for screen readers
	rowHeight func() float32
	least     func() float32           // how high it is at least
	head      func() float32           // height of the header, nil for none
	fillHead  func(l *line)            // writes the header, for the width
	count     func() int               // rows
	fill      func(l *line, i int)     // writes row i, for the width
	tapped    func(i int, x float32)   // row i was tapped
	hovered   func(i int)              // the mouse is over row i, -1 for none
	key       func(k *fyne.KeyEvent)   // a key was pressed
	second    func(e *fyne.PointEvent) // tapped with the other button
	copied    func() string            // what copying puts on the clipboard, "" for nothing
	Empty     string                   // shown when there are no rows
	focused   bool
	width     float32 // of a row
	filledFor float32
	scratch   line
}

type line struct {
	pieces []piece
	ground colour  // none when it is transparent, and so on
	edge   colour  // a stripe at the left
	rule   colour  // a thin line below
	inset  float32 // of stripe and thin line, from the sides
	action func()  // what a click does, nil for nothing
}

func (l *line) add(q piece) { l.pieces = append(l.pieces, q) }

type rowCells struct {
	box                *fyne.Container
	ground, edge, rule *canvas.Rectangle
	text               *textLayer
}

func newRowCells() *rowCells {
	rect := func() *canvas.Rectangle { return canvas.NewRectangle(color.Transparent) }
	c := &rowCells{ground: rect(), edge: rect(), rule: rect(), text: newTextLayer()}
	c.box = &fyne.Container{Objects: c.objects()}
	return c
}

func (c *rowCells) objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{c.ground, c.edge, c.rule, c.text}
}

func (c *rowCells) show(l *line, size fyne.Size) {
	put := func(r *canvas.Rectangle, k colour, x, y, w, h float32) {
		if k == CurrentPalette().Background { // each layer that is painted costs as much as the texts
			k = colour{}
		}
		if r.Hidden != (k.A == 0) {
			r.Hidden = k.A == 0
			r.Refresh()
		}
		setFill(r, k)
		r.Move(fyne.NewPos(x, y))
		r.Resize(fyne.NewSize(max(0, w), h))
	}
	put(c.ground, l.ground, 0, 0, size.Width, size.Height)
	put(c.edge, l.edge, l.inset, 0, 3, size.Height)
	put(c.rule, l.rule, l.inset, size.Height-1, size.Width-2*l.inset, 1)
	c.text.set(size, l.pieces...)
}

type slot struct {
	*rowCells
	row int // -1 for none
}

func (p *rowPool) setup(self fyne.Widget, name string) {
	p.self, p.name = self, name
	p.least = func() float32 { return 3 * p.rowHeight() }
	p.ExtendBaseWidget(self)
	p.bar = newScrollBar(&p.view, p.draw)
	p.edge, p.focus = newEdges(1), newEdges(1.5)
	p.header, p.notice = newRowCells(), newTextLayer()
	ShowIf(false, p.focus.objects()...)
}

func (p *rowPool) AccessibilityLabel() string { return p.name }

func (p *rowPool) CreateRenderer() fyne.WidgetRenderer {
	p.draw()
	var objects []fyne.CanvasObject
	slots := -1
	return &renderer{
		min: func() fyne.Size { return fyne.NewSize(120, p.least()) }, layout: func(fyne.Size) { p.draw() },
		refresh: func() {
			p.filledFor = -1 // the theme may have changed
			p.draw()
			canvas.Refresh(p.self)
		},
		objects: func() []fyne.CanvasObject {
			if slots != len(p.slots) {
				slots, objects = len(p.slots), p.edge.objects()
				for _, s := range p.slots {
					objects = append(objects, s.box)
				}
				objects = append(append(objects, p.header.objects()...), p.notice, p.bar)
				objects = append(objects, p.focus.objects()...)
			}
			return objects
		},
	}
}

func (p *rowPool) headHeight() float32 {
	if p.head == nil {
		return 0
	}
	return p.head()
}

// reset refills all rows: what they show may have changed.
func (p *rowPool) reset() {
	for _, s := range p.slots {
		s.row = -1
	}
	p.draw()
}

// draw brings the rows that are in sight to their places.
func (p *rowPool) draw() {
	size := p.Size()
	pal := CurrentPalette()
	p.edge.paint(pal.Line)
	p.focus.paint(pal.Accent)
	head := p.headHeight()
	if height := float64(p.rowHeight()); p.view.RowHeight != height {
		p.view.RowHeight, p.filledFor = height, -1
	}
	p.view.Height = float64(max(0, size.Height-head))
	p.view.Count = p.count()
	p.view.Clamp()
	p.width = max(0, size.Width-scrollBarWidth())
	p.edge.lay(size)
	p.focus.lay(size)
	p.bar.Move(fyne.NewPos(p.width, head))
	p.bar.Resize(fyne.NewSize(scrollBarWidth(), size.Height-head))
	p.bar.place()
	if p.head != nil {
		p.fillHead(p.blank(pal.Header))
		p.header.show(&p.scratch, fyne.NewSize(size.Width, head))
	}
	p.notice.Hide()
	if p.view.Count == 0 && p.Empty != "" {
		p.notice.Show()
		p.notice.Move(fyne.NewPos(10, head+max(4, (size.Height-head)/3)))
		face := textFont(false)
		p.notice.set(fyne.NewSize(max(0, size.Width-20), face.height), piece{text: p.Empty, face: face, colour: pal.Faint,
			centred: true})
	}
	first, last := p.view.Rows()
	fresh := p.width != p.filledFor
	p.filledFor = p.width
	grown := false
	for need := last - first; len(p.slots) < need; {
		// A slot that is added changes which slot a row has.
		p.slots = append(p.slots, &slot{newRowCells(), -1})
		grown = true
	}
	if grown {
		for _, s := range p.slots {
			s.row = -1
		}
	}
	height := float32(p.view.RowHeight)
	n := len(p.slots)
	for k, s := range p.slots {
		// The row in sight whose number is k, or k plus a multiple of n.
		i := -1
		if n > 0 {
			i = first + ((k-first)%n+n)%n
		}
		if i < first || i >= last {
			s.row = -1
			s.box.Hide()
			continue
		}
		s.box.Move(fyne.NewPos(0, head+float32(p.view.Y(i))))
		if s.row != i || fresh {
			s.box.Resize(fyne.NewSize(p.width, height))
			s.row = i
			p.fill(p.blank(pal.Background), i)
			s.show(&p.scratch, fyne.NewSize(p.width, height))
		}
		s.box.Show()
	}
	if grown {
		canvas.Refresh(p.self)
	}
}

func (p *rowPool) blank(ground colour) *line {
	p.scratch = line{pieces: p.scratch.pieces[:0], ground: ground}
	return &p.scratch
}

func (p *rowPool) Scrolled(e *fyne.ScrollEvent) {
	if p.view.ScrollBy(-float64(e.Scrolled.DY)) {
		p.draw()
	}
}

func (p *rowPool) reveal(i int) {
	p.view.Count = p.count()
	if p.view.Reveal(i) {
		p.draw()
	}
}

func (p *rowPool) at(pos fyne.Position) int {
	if pos.X >= p.width {
		return -1
	}
	return p.view.At(float64(pos.Y - p.headHeight()))
}

func (p *rowPool) Tapped(e *fyne.PointEvent) {
	focusIn(p.self.(fyne.Focusable), p.self)
	if i := p.at(e.Position); i >= 0 && p.tapped != nil {
		p.tapped(i, e.Position.X)
	}
}

func (p *rowPool) TappedSecondary(e *fyne.PointEvent) {
	p.Tapped(e)
	if p.second != nil {
		p.second(e)
	}
}

func (p *rowPool) MouseIn(e *desktop.MouseEvent) { p.MouseMoved(e) }

func (p *rowPool) MouseMoved(e *desktop.MouseEvent) {
	p.point(true)
	if p.hovered != nil {
		p.hovered(p.at(e.Position))
	}
}

func (p *rowPool) MouseOut() {
	p.point(false)
	if p.hovered != nil {
		p.hovered(-1)
	}
}

// point notes whether the mouse is on the rows.
func (p *rowPool) point(on bool) {
	if p.pointed != on {
		p.pointed = on
		if p.OnPoint != nil {
			p.OnPoint(on)
		}
	}
}

func (p *rowPool) FocusGained() {
	p.focused = true
	ShowIf(true, p.focus.objects()...)
}

func (p *rowPool) FocusLost() {
	p.focused = false
	ShowIf(false, p.focus.objects()...)
}

func (p *rowPool) TypedRune(rune) {}

func (p *rowPool) TypedKey(k *fyne.KeyEvent) {
	passed := HandleKey(p.self, k)
	if p.key != nil && (!passed || k.Name == fyne.KeyEscape) { // Escape leaves a selection as well
		p.key(k)
	}
}

func (p *rowPool) TypedShortcut(s fyne.Shortcut) {
	if c, ok := s.(*fyne.ShortcutCopy); ok && p.copied != nil {
		if text := p.copied(); text != "" {
			c.Clipboard.SetContent(text)
		}
	}
}

// stepped returns where a key goes in a list of n rows from row at; ok is false for keys that go nowhere.
func (p *rowPool) stepped(k *fyne.KeyEvent, at, n int) (to int, ok bool) {
	to, ok = rowsDown(k.Name, p.view.Page())
	switch to += at; {
	case k.Name == fyne.KeyHome:
		to = 0
	case k.Name == fyne.KeyEnd:
		to = n - 1
	case !ok:
		return 0, false
	}
	return max(0, min(n-1, to)), n > 0
}

// rowsDown returns how many rows a key goes down, of which a page has some.
func rowsDown(k fyne.KeyName, page int) (rows int, ok bool) {
	rows, ok = map[fyne.KeyName]int{fyne.KeyDown: 1, fyne.KeyUp: -1, fyne.KeyPageDown: page, fyne.KeyPageUp: -page}[k]
	return rows, ok
}

// setFill changes a colour only when it is another: what is refreshed is drawn again.
func setFill(r *canvas.Rectangle, c color.NRGBA) {
	if r.FillColor != color.Color(c) {
		r.FillColor = c
		r.Refresh()
	}
}

// dense has rows close together, for windows that are low.
var dense bool

// SetDense has rows close together, or apart as usual. What is shown follows when it is given its size.
func SetDense(on bool) { dense = on }

// spaced returns the height of a row for a text of a height, with space around it.
func spaced(text, space float32) float32 {
	if dense {
		space = min(space, 0.5)
	}
	return text + space
}
