package ui

import (
	"image/color"

	"fragscope/desktop/state"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// A rowPool draws the rows of a list that are in sight, with objects that are
// used again: a row keeps its objects as long as it is in sight, and what leaves
// the window at one end comes in again at the other.
type rowPool struct {
	widget.BaseWidget
	view  state.Viewport
	bar   *scrollBar
	edge  *edges
	focus *edges
	top   []fyne.CanvasObject // stands still above the rows
	slots []*slot

	// What the widget that embeds the pool says.
	self      fyne.Widget
	rowHeight func() float32
	head      func() float32           // height of what stands still above the rows
	count     func() int               // rows
	make      func() cells             // makes the objects of a row
	fill      func(c cells, i int)     // puts row i into them, laid out for the width
	layHead   func(width float32)      // lays out what stands still
	tapped    func(i int, x float32)   // row i was tapped
	hovered   func(i int)              // the mouse is over row i, -1 for none
	key       func(k *fyne.KeyEvent)   // a key was pressed
	second    func(e *fyne.PointEvent) // tapped with the other button
	typed     func(r rune)             // a letter was typed
	shortcut  func(s fyne.Shortcut)    // such as copying
	focused   bool
	width     float32 // of a row
	filledFor float32
}

// cells are the objects of a row.
type cells interface{ box() *fyne.Container }

// written is a row whose texts stand on a paper.
type written interface{ words() *paper }

type slot struct {
	cells cells
	row   int // -1 for none
}

func (p *rowPool) setup(self fyne.Widget) {
	p.self = self
	p.ExtendBaseWidget(self)
	p.bar = newScrollBar(&p.view, p.draw)
	p.edge, p.focus = newEdges(1), newEdges(1.5)
	p.focus.show(false)
}

func (p *rowPool) CreateRenderer() fyne.WidgetRenderer {
	p.draw()
	return &rowRenderer{p: p}
}

// headHeight returns the height of what stands still.
func (p *rowPool) headHeight() float32 {
	if p.head == nil {
		return 0
	}
	return p.head()
}

// reset has all rows filled anew: what they show may have changed.
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
	p.view.RowHeight = float64(p.rowHeight())
	p.view.Height = float64(max(0, size.Height-head))
	p.view.Count = p.count()
	p.view.Clamp()
	p.width = max(0, size.Width-scrollBarWidth())
	p.edge.lay(size)
	p.focus.lay(size)
	p.bar.Move(fyne.NewPos(p.width, head))
	p.bar.Resize(fyne.NewSize(scrollBarWidth(), size.Height-head))
	p.bar.place()
	if p.layHead != nil {
		p.layHead(size.Width)
	}
	first, last := p.view.Rows()
	fresh := p.width != p.filledFor
	p.filledFor = p.width
	grown := false
	for need := last - first; len(p.slots) < need; {
		// A slot that is added changes which slot a row has.
		p.slots = append(p.slots, &slot{cells: p.make(), row: -1})
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
		box := s.cells.box()
		if i < first || i >= last {
			s.row = -1
			box.Hide()
			continue
		}
		box.Move(fyne.NewPos(0, head+float32(p.view.Y(i))))
		if s.row != i || fresh {
			box.Resize(fyne.NewSize(p.width, height))
			s.row = i
			p.fill(s.cells, i)
			if c, ok := s.cells.(written); ok {
				w := c.words()
				w.Resize(fyne.NewSize(p.width, height))
				w.settle()
			}
		}
		box.Show()
	}
	if grown {
		canvas.Refresh(p.self)
	}
}

// Scrolled implements fyne.Scrollable.
func (p *rowPool) Scrolled(e *fyne.ScrollEvent) {
	if p.view.ScrollBy(-float64(e.Scrolled.DY)) {
		p.draw()
	}
}

// reveal scrolls to row i.
func (p *rowPool) reveal(i int) {
	p.view.Count = p.count()
	if p.view.Reveal(i) {
		p.draw()
	}
}

// at returns the row at a place of the widget, -1 for none.
func (p *rowPool) at(pos fyne.Position) int {
	if pos.X >= p.width {
		return -1
	}
	return p.view.At(float64(pos.Y - p.headHeight()))
}

// Tapped implements fyne.Tappable.
func (p *rowPool) Tapped(e *fyne.PointEvent) {
	p.takeFocus()
	if i := p.at(e.Position); i >= 0 && p.tapped != nil {
		p.tapped(i, e.Position.X)
	}
}

// TappedSecondary implements fyne.SecondaryTappable.
func (p *rowPool) TappedSecondary(e *fyne.PointEvent) {
	p.Tapped(e)
	if p.second != nil {
		p.second(e)
	}
}

func (p *rowPool) takeFocus() {
	f, ok := p.self.(fyne.Focusable)
	if c := fyne.CurrentApp().Driver().CanvasForObject(p.self); c != nil && ok {
		c.Focus(f)
	}
}

// MouseIn implements desktop.Hoverable.
func (p *rowPool) MouseIn(e *desktop.MouseEvent) { p.MouseMoved(e) }

// MouseMoved implements desktop.Hoverable.
func (p *rowPool) MouseMoved(e *desktop.MouseEvent) {
	if p.hovered != nil {
		p.hovered(p.at(e.Position))
	}
}

// MouseOut implements desktop.Hoverable.
func (p *rowPool) MouseOut() {
	if p.hovered != nil {
		p.hovered(-1)
	}
}

// FocusGained implements fyne.Focusable.
func (p *rowPool) FocusGained() {
	p.focused = true
	p.focus.show(true)
}

// FocusLost implements fyne.Focusable.
func (p *rowPool) FocusLost() {
	p.focused = false
	p.focus.show(false)
}

// TypedRune implements fyne.Focusable.
func (p *rowPool) TypedRune(r rune) {
	if p.typed != nil {
		p.typed(r)
	}
}

// TypedKey implements fyne.Focusable.
func (p *rowPool) TypedKey(k *fyne.KeyEvent) {
	if p.key != nil {
		p.key(k)
	}
}

// TypedShortcut implements fyne.Shortcutable.
func (p *rowPool) TypedShortcut(s fyne.Shortcut) {
	if p.shortcut != nil {
		p.shortcut(s)
	}
}

// stepped returns where a key goes in a list of n rows from row at; ok is false
// for keys that go nowhere.
func (p *rowPool) stepped(k *fyne.KeyEvent, at, n int) (to int, ok bool) {
	page := p.view.Page()
	switch k.Name {
	case fyne.KeyDown:
		to = at + 1
	case fyne.KeyUp:
		to = at - 1
	case fyne.KeyPageDown:
		to = at + page
	case fyne.KeyPageUp:
		to = at - page
	case fyne.KeyHome:
		to = 0
	case fyne.KeyEnd:
		to = n - 1
	default:
		return 0, false
	}
	return max(0, min(n-1, to)), n > 0
}

type rowRenderer struct {
	p       *rowPool
	objects []fyne.CanvasObject
	slots   int
}

func (r *rowRenderer) Destroy()           {}
func (r *rowRenderer) Layout(fyne.Size)   { r.p.draw() }
func (r *rowRenderer) MinSize() fyne.Size { return fyne.NewSize(120, 3*r.p.rowHeight()) }

func (r *rowRenderer) Refresh() {
	r.p.filledFor = -1 // the theme may have changed
	r.p.draw()
	canvas.Refresh(r.p.self)
}

func (r *rowRenderer) Objects() []fyne.CanvasObject {
	if r.objects == nil || r.slots != len(r.p.slots) {
		r.slots = len(r.p.slots)
		r.objects = r.p.edge.objects()
		for _, s := range r.p.slots {
			r.objects = append(r.objects, s.cells.box())
		}
		r.objects = append(r.objects, r.p.top...)
		r.objects = append(append(r.objects, r.p.bar), r.p.focus.objects()...)
	}
	return r.objects
}

// setFill changes a colour only when it is another: what is refreshed is drawn
// again.
func setFill(r *canvas.Rectangle, c color.NRGBA) {
	if r.FillColor != color.Color(c) {
		r.FillColor = c
		r.Refresh()
	}
}

// setGround gives what lies behind a row its colour. What has the colour of the
// window is left out: each layer that is painted costs as much as the texts.
func setGround(r *canvas.Rectangle, c color.NRGBA) {
	if c.A > 0 && c != CurrentPalette().Background {
		setFill(r, c)
	} else if r.FillColor != color.Transparent {
		r.FillColor = color.Transparent
		r.Refresh()
	}
}

func setStroke(r *canvas.Rectangle, c color.NRGBA) {
	if r.StrokeColor != color.Color(c) {
		r.StrokeColor = c
		r.Refresh()
	}
}

// setText puts a text into an object, in a font and colour.
func setText(t *canvas.Text, s string, f *typeface, c color.NRGBA) {
	if t.Text == s && t.Color == color.Color(c) && t.TextSize == f.size && t.TextStyle == f.style {
		return
	}
	t.Text, t.Color, t.TextSize, t.TextStyle = s, c, f.size, f.style
	t.Refresh()
}

// putText puts a text at a place in a row, cut to a width, in the middle of the
// height. Numbers stand at the right.
func putText(t *canvas.Text, s string, f *typeface, c color.NRGBA, x, y, width, height float32, right bool) {
	if width < f.advance('m') {
		s = ""
	}
	s = f.fit(s, width)
	setText(t, s, f, c)
	if right {
		x += max(0, width-f.width(s))
	}
	t.Move(fyne.NewPos(x, y+(height-f.height)/2))
}
