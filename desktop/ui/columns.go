package ui

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

// A columnList is a list of rows of several columns with a head that stands
// still. Each column has a share of the width.
type columnList struct {
	rowPool
	name   string
	parts  []listColumn
	heads  []*canvas.Text
	ground *canvas.Rectangle
	row    func(i int) []string
	chosen int
	choose func(i int)
}

// A listColumn is the head of a column.
type listColumn struct {
	name  string
	share float32
	right bool
	mono  bool
	least float32 // width of the list, in sizes of text, from which the column is shown
}

// attachColumns makes l ready as a part of self, the widget that embeds it.
func (l *columnList) attachColumns(self fyne.Widget, name string, parts []listColumn, count func() int, row func(i int) []string, choose func(i int)) {
	l.name, l.parts, l.row, l.choose, l.chosen = name, parts, row, choose, -1
	l.setup(self)
	l.rowHeight = func() float32 { return textFont(false).height + 7 }
	l.head = func() float32 { return textFont(true).height + 8 }
	l.count = count
	l.make = func() cells { return newColumnCells(len(parts)) }
	l.fill = func(c cells, i int) { l.fillRow(c.(*columnCells), i) }
	l.tapped = func(i int, _ float32) { l.take(i, true) }
	l.key = func(k *fyne.KeyEvent) {
		if to, ok := l.stepped(k, l.chosen, l.count()); ok {
			l.take(to, false)
			l.reveal(to)
		} else if k.Name == fyne.KeyReturn || k.Name == fyne.KeyEnter {
			l.take(l.chosen, true)
		}
	}
	l.layHead = l.layoutHead
	l.ground = canvas.NewRectangle(color.Transparent)
	l.top = []fyne.CanvasObject{l.ground}
	for range parts {
		t := canvas.NewText("", color.Transparent)
		l.heads = append(l.heads, t)
		l.top = append(l.top, t)
	}
}

// take marks row i, and shows what it stands for.
func (l *columnList) take(i int, show bool) {
	if i < 0 || i >= l.count() {
		return
	}
	l.chosen = i
	l.reset()
	if show && l.choose != nil {
		l.choose(i)
	}
}

// places calls yield with where each column begins and how wide it is, 0 for one
// that there is no room for.
func (l *columnList) places(yield func(i int, x, width float32)) {
	const gap = 10
	sum, size := float32(0), textFont(false).size
	for _, c := range l.parts {
		if l.width >= c.least*size {
			sum += c.share
		}
	}
	x, room := float32(lineMargin), l.width-2*lineMargin
	for i, c := range l.parts {
		if l.width < c.least*size {
			yield(i, x, 0)
			continue
		}
		w := room * c.share / sum
		yield(i, x, max(0, w-gap))
		x += w
	}
}

func (l *columnList) layoutHead(width float32) {
	p := CurrentPalette()
	setFill(l.ground, p.Header)
	l.ground.Resize(fyne.NewSize(width, l.head()))
	l.places(func(i int, x, w float32) {
		putText(l.heads[i], l.parts[i].name, textFont(true), p.Text, x, 0, w, l.head(), l.parts[i].right)
	})
}

// AccessibilityLabel implements fyne.Accessible.
func (l *columnList) AccessibilityLabel() string { return l.name }

// AccessibilityRole implements fyne.Accessible.
func (l *columnList) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleContainer }

type columnCells struct {
	all          *fyne.Container
	ground, rule *canvas.Rectangle
	paper        *paper
	texts        []*label
}

func (c *columnCells) box() *fyne.Container { return c.all }

func (c *columnCells) words() *paper { return c.paper }

func newColumnCells(n int) *columnCells {
	c := &columnCells{ground: canvas.NewRectangle(color.Transparent), rule: canvas.NewRectangle(color.Transparent), paper: newPaper()}
	c.all = &fyne.Container{Objects: []fyne.CanvasObject{c.ground, c.rule, c.paper}}
	for range n {
		c.texts = append(c.texts, c.paper.label())
	}
	return c
}

func (l *columnList) fillRow(c *columnCells, i int) {
	p := CurrentPalette()
	size := c.all.Size()
	ground := p.Background
	if i == l.chosen {
		ground = p.AccentSoft
	}
	setGround(c.ground, ground)
	c.ground.Resize(size)
	setFill(c.rule, p.Line)
	c.rule.Move(fyne.NewPos(0, size.Height-1))
	c.rule.Resize(fyne.NewSize(size.Width, 1))
	values := l.row(i)
	l.places(func(k int, x, w float32) {
		f := textFont(false)
		if l.parts[k].mono {
			f = monoFont()
		}
		c.texts[k].put(values[k], f, p.Text, x, 0, w, size.Height, l.parts[k].right)
	})
}
