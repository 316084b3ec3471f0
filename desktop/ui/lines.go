package ui

import (
	"cmp"

	"fragscope/desktop/state"

	"fyne.io/fyne/v2"
)

// A lineView shows text that was broken into lines for its width; only what is in sight is drawn.
type lineView struct {
	asText
	rowPool
	build func(width float32) []line
	lines []line
	built float32
	at    int // line that the keyboard is at, -1 for none
}

// newLineView returns what is written about x, rewritten after any of topics.
func newLineView(x *state.Inspector, name string, topics state.Topic,
	write func(x *state.Inspector, width float32) []line) *lineView {
	v := &lineView{}
	v.attach(v, name, func(width float32) []line { return write(x, width) })
	x.Listen(topics, func(state.Topic) { v.renew() })
	return v
}

// attach makes v ready as a part of self, the widget that embeds it.
func (v *lineView) attach(self fyne.Widget, name string, build func(width float32) []line) {
	v.build, v.built, v.at = build, -1, -1
	v.setup(self, name)
	v.rowHeight = func() float32 { return spaced(textFont(false).height, 4) }
	v.least = func() float32 { return 2 * v.rowHeight() }
	v.count = func() int {
		v.ensure()
		return len(v.lines)
	}
	v.fill = v.row
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

// act does what the line that the keyboard is at represents.
func (v *lineView) act() {
	if v.at >= 0 && v.at < len(v.lines) && v.lines[v.at].action != nil {
		v.lines[v.at].action()
	}
}

// step goes to the next line that does something, when one is near: what lies between is to be read, too.
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

const lineMargin = 8

func (v *lineView) row(l *line, i int) {
	from := &v.lines[i]
	l.pieces = append(l.pieces, from.pieces...)
	for k := range l.pieces { // nothing of a line is beyond its margin
		q := &l.pieces[k]
		room := v.width - lineMargin - q.x
		q.width = max(0, min(cmp.Or(q.width, room), room))
	}
	l.edge, l.rule, l.inset = from.edge, from.rule, lineMargin
	if i == v.at && from.action != nil && v.focused {
		l.ground = CurrentPalette().AccentSoft
	}
}
