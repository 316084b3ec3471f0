package ui

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// A choiceList is the list that a Select opens: it begins at what is chosen and goes to what is typed.
type choiceList struct {
	rowPool
	options []string
	chosen  string
	at      int
	typed   string
	when    time.Time // the last character was typed
	pick    func(name string)
	leave   func()
}

// typedAhead is how long characters belong to one word.
const typedAhead = time.Second

const mostRows = 16

func newChoiceList(options []string, chosen string) *choiceList {
	l := &choiceList{options: options, chosen: chosen}
	l.setup(l, "Choices")
	for i, o := range options {
		if o == chosen {
			l.at = i
		}
	}
	l.rowHeight = func() float32 { return spaced(textFont(false).height, 10) }
	l.least = func() float32 { return float32(min(mostRows, max(1, len(options)))) * l.rowHeight() }
	l.count = func() int { return len(l.options) }
	l.fill = l.row
	l.tapped = func(i int, _ float32) { l.pick(l.options[i]) }
	l.hovered = func(i int) {
		if i >= 0 {
			l.move(i)
		}
	}
	return l
}

const tickRoom = 22

func (l *choiceList) row(to *line, i int) {
	p, f := CurrentPalette(), textFont(false)
	to.ground = p.Raised
	if i == l.at {
		to.ground = p.AccentSoft
	}
	if l.options[i] == l.chosen {
		to.add(piece{x: 6, width: tickRoom, text: "✓", face: textFont(true), colour: p.Accent})
	}
	to.add(piece{x: tickRoom, width: l.width - tickRoom, text: l.options[i], face: f, colour: p.Text})
}

// wide returns how wide the list has to be for its names.
func (l *choiceList) wide() float32 {
	width := float32(0)
	for _, o := range l.options {
		width = max(width, textFont(false).width(o))
	}
	return width + tickRoom + scrollBarWidth() + 12
}

func (l *choiceList) move(to int) {
	if to != l.at && to >= 0 && to < len(l.options) {
		l.at = to
		l.view.Count = len(l.options)
		l.view.Reveal(to)
		l.reset()
	}
}

func (l *choiceList) TypedKey(k *fyne.KeyEvent) {
	switch k.Name {
	case fyne.KeyReturn, fyne.KeyEnter:
		l.pick(l.options[l.at])
	case fyne.KeySpace:
		if l.typed == "" || time.Since(l.when) > typedAhead { // else it is a character
			l.pick(l.options[l.at])
		}
	case fyne.KeyEscape, fyne.KeyTab:
		l.leave()
	default:
		if to, ok := l.stepped(k, l.at, len(l.options)); ok {
			l.typed = ""
			l.move(to)
		}
	}
}

func (l *choiceList) TypedRune(r rune) {
	if time.Since(l.when) > typedAhead {
		l.typed = ""
	}
	if l.typed == "" && r == ' ' {
		return
	}
	l.typed, l.when = l.typed+strings.ToLower(string(r)), time.Now()
	for i, o := range l.options {
		if strings.HasPrefix(strings.ToLower(o), l.typed) {
			l.move(i)
			return
		}
	}
}

// open shows the list of s below it, or where the window has room.
func (s *Select) open() {
	c := fyne.CurrentApp().Driver().CanvasForObject(s)
	if c == nil || s.Disabled() || len(s.Options) == 0 {
		return
	}
	l := newChoiceList(s.Options, s.Selected)
	pop := widget.NewPopUp(l, c)
	l.leave = pop.Hide
	l.pick = func(name string) {
		pop.Hide()
		s.SetSelected(name)
	}
	at, room := fyne.CurrentApp().Driver().AbsolutePositionForObject(s), c.Size()
	least := pop.MinSize()
	width := max(s.Size().Width, l.wide()+least.Width-l.MinSize().Width)
	size := fyne.NewSize(min(room.Width, width), min(room.Height, least.Height))
	at.Y += s.Size().Height
	pop.Resize(size)
	pop.ShowAtPosition(fyne.NewPos(max(0, min(at.X, room.Width-size.Width)), max(0, min(at.Y, room.Height-size.Height))))
	l.view.Count = len(l.options)
	l.view.Height = float64(l.Size().Height)
	l.view.Reveal(l.at)
	l.reset()
	c.Focus(l)
}
