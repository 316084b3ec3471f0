package ui

import (
	"cmp"
	"image/color"

	"fragscope/desktop/state"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// A searchBar looks for names, values and bytes, and goes from one place to the next.
type searchBar struct {
	entry    *Entry
	found    *widget.Label
	previous *Button
	next     *Button
	box      *fyne.Container
}

func newSearchBar(x *state.Inspector) *searchBar {
	b := &searchBar{
		entry: NewEntry("Find names, values, bytes"), found: widget.NewLabel(""),
		previous: NewSign("Previous match", theme.MoveUpIcon(), func() { nextHit(x, -1) }),
		next:     NewSign("Next match", theme.MoveDownIcon(), func() { nextHit(x, 1) }),
	}
	b.entry.OnChanged = func(query string) { x.Seek(searching, func(x *state.Inspector) { x.Search(query) }) }
	b.entry.OnSubmitted = func(string) { nextHit(x, 1) }
	b.entry.OnEscape = func() { b.entry.SetText("") }
	b.entry.OnKey = func(k *fyne.KeyEvent) bool {
		switch {
		case k.Name == fyne.KeyDown:
			nextHit(x, 1)
		case k.Name == fyne.KeyUp, shiftHeld() && (k.Name == fyne.KeyReturn || k.Name == fyne.KeyEnter):
			nextHit(x, -1)
		default:
			return false
		}
		return true
	}
	width := canvas.NewRectangle(color.Transparent)
	width.SetMinSize(fyne.NewSize(210, 0))
	b.box = container.NewHBox(b.found, container.NewStack(width, b.entry), b.previous, b.next)
	EnableIf(false, b.previous, b.next)
	x.Listen(state.TopicSearch, func(state.Topic) {
		b.found.SetText(x.Found())
		n, _ := x.Hits()
		EnableIf(n > 0, b.previous, b.next)
	})
	return b
}

// newStatusLine returns a line with what is selected, or what was done last.
func newStatusLine(x *state.Inspector) fyne.CanvasObject {
	l := widget.NewLabel("")
	l.Truncation, l.Importance = fyne.TextTruncateEllipsis, widget.LowImportance
	x.Listen(state.TopicSay, func(state.Topic) { l.SetText(cmp.Or(state.Sentence(x.Said()), x.Where())) })
	x.Listen(state.TopicCurrent|state.TopicSelect, func(state.Topic) { l.SetText(x.Where()) })
	return l
}
