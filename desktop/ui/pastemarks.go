package ui

import (
	"image/color"
	"sort"
	"strings"

	"fragscope/decoder/paste"
	"fragscope/decoder/view"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
)

// pasteMarks shade what of a paste was read, grey what was skipped, and underline the place of an error.
type pasteMarks struct {
	rects   *fyne.Container // behind the text
	veils   *fyne.Container // over what was skipped
	scroll  *container.Scroll
	lines   []string
	parts   []view.Passage
	current int          // datagram that is shaded stronger
	fault   *paste.Error // where the text cannot be read
}

// A whenLaid is a layout that places nothing itself: what it calls does, when sizes or colours have changed.
type whenLaid func()

func (f whenLaid) Layout([]fyne.CanvasObject, fyne.Size) { f() }
func (whenLaid) MinSize([]fyne.CanvasObject) fyne.Size   { return fyne.Size{} }

// slack is how many lines below those in sight are marked too, for a window that grows.
const slack = 60

// font is that of the text.
func (m *pasteMarks) font() *typeface {
	return fontOf(theme.TextSize(), fyne.TextStyle{Monospace: true})
}

// at returns where a character is, line and column from 1.
func (m *pasteMarks) at(line, column int32) fyne.Position {
	text := m.lines[line-1]
	end, n := len(text), int32(1)
	for i := range text {
		if n == column {
			end = i
			break
		}
		n++
	}
	f, before := m.font(), text[:end]
	width := f.width(before)
	if strings.Contains(before, "\t") {
		width = fyne.MeasureText(before, f.size, f.style).Width
	}
	pad := theme.InnerPadding()
	return fyne.NewPos(pad+width, pad+float32(line-1)*f.height)
}

func (m *pasteMarks) draw() {
	if len(m.lines) == 0 { // nothing was read yet
		return
	}
	p := CurrentPalette()
	height := m.font().height
	first := int32(max(0, m.scroll.Offset.Y/height-1)) + 1
	last := min(int32(len(m.lines)), first+int32(m.scroll.Size().Height/height)+slack)
	used := map[*fyne.Container]int{}
	put := func(on *fyne.Container, line, column, width int32, fill color.NRGBA, under bool) {
		if used[on] == len(on.Objects) {
			on.Objects = append(on.Objects, canvas.NewRectangle(color.Transparent))
		}
		r := on.Objects[used[on]].(*canvas.Rectangle)
		used[on]++
		from, to := m.at(line, column), m.at(line, column+width)
		size := fyne.NewSize(to.X-from.X, height)
		if under {
			from.Y += height - 2
			size = fyne.NewSize(max(size.Width, m.font().advance('0')), 3)
		}
		r.Move(from)
		r.Resize(size)
		setFill(r, fill)
		r.Show()
	}
	parts := m.parts[sort.Search(len(m.parts), func(i int) bool { return m.parts[i].Line >= first }):]
	for i := range parts {
		q := &parts[i]
		if q.Line > last {
			break
		}
		if q.Datagram == paste.Skipped {
			veil := p.Background
			veil.A = 0x60
			put(m.veils, q.Line, q.Column, q.Width, veil, false)
			continue
		}
		hue, share := p.hues[view.CategoryNumber], 0.2
		if q.Datagram%2 == 1 {
			hue = p.hues[view.CategoryName]
		}
		if int(q.Datagram) == m.current {
			share = 0.42
		}
		put(m.rects, q.Line, q.Column, q.Width, mixed(hue, p.Background, share), false)
	}
	if e := m.fault; e != nil && int32(e.Line) >= first && int32(e.Line) <= last {
		put(m.rects, int32(e.Line), int32(max(1, e.Column)), 1, p.Error, true)
	}
	for _, on := range []*fyne.Container{m.rects, m.veils} {
		for _, r := range on.Objects[used[on]:] {
			r.Hide()
		}
		canvas.Refresh(on)
	}
}

// reveal scrolls to a place that is not in sight.
func (m *pasteMarks) reveal(at fyne.Position) {
	size, height := m.scroll.Size(), m.font().height
	to := m.scroll.Offset
	if at.Y < to.Y || at.Y+height > to.Y+size.Height {
		to.Y = max(0, at.Y-size.Height/3)
	}
	if at.X < to.X || at.X+height > to.X+size.Width {
		to.X = max(0, at.X-size.Width/2)
	}
	if to != m.scroll.Offset {
		m.scroll.ScrollToOffset(to)
		m.draw()
	}
}
