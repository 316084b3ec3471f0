package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"image/color"
)

// A lineView shows text that was broken into lines for its width: a summary, the
// problems, what is known about a field. However long it is, only what is in
// sight is drawn.
type lineView struct {
	rowPool
	build func(width float32) []line
	lines []line
	built float32
	name  string
	at    int // line that the keyboard is at, -1 for none
}

// A line is one row of text in pieces.
type line struct {
	pieces []piece
	edge   *colour // a stripe at the left
	ground *colour
	rule   bool   // a thin line below
	action func() // what a click does, nil for nothing
}

// A piece is text at a place of a line.
type piece struct {
	x, width float32 // 0 for all that is left
	text     string
	face     *typeface
	colour   colour
	right    bool
	ground   *colour
}

// attach makes v ready as a part of self, the widget that embeds it.
func (v *lineView) attach(self fyne.Widget, name string, build func(width float32) []line) {
	v.build, v.name, v.built, v.at = build, name, -1, -1
	v.setup(self)
	v.rowHeight = func() float32 { return textFont(false).height + 4 }
	v.count = func() int {
		v.ensure()
		return len(v.lines)
	}
	v.make = func() cells { return newLineCells() }
	v.fill = func(c cells, i int) { v.row(c.(*lineCells), i) }
	v.tapped = func(i int, _ float32) {
		v.at = i
		v.act()
	}
	v.key = func(k *fyne.KeyEvent) {
		switch k.Name {
		case fyne.KeyReturn, fyne.KeyEnter:
			v.act()
			return
		case fyne.KeyDown:
			if v.step(1) {
				return
			}
		case fyne.KeyUp:
			if v.step(-1) {
				return
			}
		}
		page := v.view.Height - v.view.RowHeight
		by := map[fyne.KeyName]float64{
			fyne.KeyDown: v.view.RowHeight, fyne.KeyUp: -v.view.RowHeight, fyne.KeyPageDown: page, fyne.KeyPageUp: -page,
			fyne.KeyHome: -v.view.Full(), fyne.KeyEnd: v.view.Full(),
		}[k.Name]
		if by != 0 && v.view.ScrollBy(by) {
			v.draw()
		}
	}
}

// act does what the line that the keyboard is at stands for.
func (v *lineView) act() {
	if v.at >= 0 && v.at < len(v.lines) && v.lines[v.at].action != nil {
		v.lines[v.at].action()
	}
}

// step goes to the next line that does something, when one is near: what lies
// between is to be read, too.
func (v *lineView) step(by int) bool {
	first, last := v.view.Rows()
	from := v.at
	if from < first || from >= last {
		from = first - 1
		if by < 0 {
			from = last
		}
	}
	for i := from + by; i >= 0 && i < len(v.lines) && i >= first-v.view.Page() && i < last+v.view.Page(); i += by {
		if v.lines[i].action == nil {
			continue
		}
		v.at = i
		v.view.Reveal(i)
		v.reset()
		return true
	}
	return false
}

// ensure breaks the text into lines when the width is another.
func (v *lineView) ensure() {
	width := max(0, v.Size().Width-scrollBarWidth())
	if width == v.built {
		return
	}
	v.built, v.at = width, -1
	v.lines = v.build(width)
}

// renew shows another text, from its beginning.
func (v *lineView) renew() {
	v.built = -1
	v.view.SetTop(0)
	if v.Visible() { // else it is made once it is shown
		v.reset()
	}
}

// Refresh implements fyne.CanvasObject: the theme may have changed.
func (v *lineView) Refresh() {
	v.built = -1
	v.rowPool.Refresh()
}

// AccessibilityLabel implements fyne.Accessible.
func (v *lineView) AccessibilityLabel() string { return v.name }

// AccessibilityRole implements fyne.Accessible.
func (v *lineView) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

type lineCells struct {
	all                *fyne.Container
	ground, edge, rule *canvas.Rectangle
	paper              *paper
	texts              []*label
	grounds            []*canvas.Rectangle
}

func (c *lineCells) box() *fyne.Container { return c.all }

func (c *lineCells) words() *paper { return c.paper }

func newLineCells() *lineCells {
	c := &lineCells{ground: canvas.NewRectangle(color.Transparent), edge: canvas.NewRectangle(color.Transparent), rule: canvas.NewRectangle(color.Transparent), paper: newPaper()}
	c.all = &fyne.Container{Objects: []fyne.CanvasObject{c.ground, c.edge, c.rule, c.paper}}
	return c
}

// lineMargin is the room at the left and right of a line.
const lineMargin = 8

func (v *lineView) row(c *lineCells, i int) {
	p := CurrentPalette()
	size := c.all.Size()
	l := &v.lines[i]
	ground := p.Background
	if l.ground != nil {
		ground = *l.ground
	}
	if i == v.at && l.action != nil && v.focused {
		ground = p.AccentSoft
	}
	setGround(c.ground, ground)
	c.ground.Resize(size)
	edge := ground
	if l.edge != nil {
		edge = *l.edge
	}
	setGround(c.edge, edge)
	c.edge.Move(fyne.NewPos(lineMargin, 0))
	c.edge.Resize(fyne.NewSize(3, size.Height))
	rule := ground
	if l.rule {
		rule = p.Line
	}
	setGround(c.rule, rule)
	c.rule.Move(fyne.NewPos(lineMargin, size.Height-1))
	c.rule.Resize(fyne.NewSize(max(0, size.Width-2*lineMargin), 1))
	for len(c.texts) < len(l.pieces) {
		g := canvas.NewRectangle(color.Transparent)
		g.CornerRadius = 2
		c.grounds, c.texts = append(c.grounds, g), append(c.texts, c.paper.label())
		// The words stay in front.
		last := len(c.all.Objects) - 1
		c.all.Objects = append(c.all.Objects[:last], g, c.paper)
	}
	for k, t := range c.texts {
		g := c.grounds[k]
		g.Hide()
		if k >= len(l.pieces) {
			t.Hide()
			continue
		}
		q := &l.pieces[k]
		width := size.Width - lineMargin - q.x
		if q.width > 0 {
			width = min(width, q.width)
		}
		t.put(q.text, q.face, q.colour, q.x, 0, width, size.Height, q.right)
		t.Show()
		if q.ground != nil {
			setFill(g, *q.ground)
			g.Move(fyne.NewPos(q.x-2, 1))
			g.Resize(fyne.NewSize(min(q.face.width(t.Text), width)+4, size.Height-2))
			g.Show()
		}
	}
}
