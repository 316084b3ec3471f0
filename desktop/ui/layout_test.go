package ui

import (
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
)

// A textPlace is where a text stands in the window.
type textPlace struct {
	text       string
	x, y, w, h float32
}

// layoutFaults returns what is wrong with how texts stand in o: those that go
// beyond what they stand in, or lie on each other. A list may cut its rows at
// its edges.
func layoutFaults(o fyne.CanvasObject) []string {
	f := finder{}
	f.walk(o, fyne.Position{}, fyne.Position{}, o.Size(), false)
	for i, a := range f.texts {
		for _, b := range f.texts[i+1:] {
			const slack = 2 // fonts are higher than their letters
			if min(a.x+a.w, b.x+b.w)-max(a.x, b.x) > slack && min(a.y+a.h, b.y+b.h)-max(a.y, b.y) > slack+3 {
				f.faults = append(f.faults, fmt.Sprintf("%q at %.0f,%.0f and %q at %.0f,%.0f lie on each other", a.text, a.x, a.y,
					b.text, b.x, b.y))
			}
		}
	}
	return f.faults
}

type finder struct {
	texts  []textPlace
	faults []string
}

// walk goes through what is visible in o. clip and size are the part of the
// window that it may draw in; scrolls says that this is the window of something
// that scrolls.
func (f *finder) walk(o fyne.CanvasObject, at, clip fyne.Position, size fyne.Size, scrolls bool) {
	if !o.Visible() {
		return
	}
	at = at.Add(o.Position())
	switch o := o.(type) {
	case *canvas.Text:
		f.text(o, at, clip, size, scrolls)
	case *fyne.Container:
		for _, c := range o.Objects {
			f.walk(c, at, clip, size, scrolls)
		}
	case *container.Scroll:
		f.inside(o, at, clip, size)
	case *textLayer:
		for _, q := range o.pieces {
			if q.text != "" {
				f.place(textPlace{q.text, at.X + q.x, at.Y + q.y, q.width, q.height}, clip, size, scrolls)
			}
		}
	case fyne.Widget:
		if _, ok := o.(fyne.Scrollable); ok {
			f.inside(o, at, clip, size)
			return
		}
		for _, c := range test.WidgetRenderer(o).Objects() {
			f.walk(c, at, clip, size, scrolls)
		}
	}
}

// inside goes through what scrolls.
func (f *finder) inside(o fyne.Widget, at, clip fyne.Position, size fyne.Size) {
	end := clip.AddXY(size.Width, size.Height)
	from := fyne.NewPos(max(clip.X, at.X), max(clip.Y, at.Y))
	to := fyne.NewPos(min(end.X, at.X+o.Size().Width), min(end.Y, at.Y+o.Size().Height))
	if to.X <= from.X || to.Y <= from.Y {
		return
	}
	for _, c := range test.WidgetRenderer(o).Objects() {
		top := from
		if _, row := c.(*fyne.Container); row {
			// Rows pass below the head of a list, which covers them.
			if l, ok := o.(interface{ headHeight() float32 }); ok {
				top.Y = max(top.Y, at.Y+l.headHeight())
			}
		}
		f.walk(c, at, top, fyne.NewSize(to.X-top.X, to.Y-top.Y), true)
	}
}

func (f *finder) text(o *canvas.Text, at, clip fyne.Position, size fyne.Size, scrolls bool) {
	if o.Text == "" {
		return
	}
	need := o.MinSize()
	p := textPlace{o.Text, at.X, at.Y, need.Width, need.Height}
	switch o.Alignment {
	case fyne.TextAlignCenter:
		p.x += (o.Size().Width - need.Width) / 2
	case fyne.TextAlignTrailing:
		p.x += o.Size().Width - need.Width
	}
	f.place(p, clip, size, scrolls)
}

// place notes where a text stands, and whether it is cut there.
func (f *finder) place(p textPlace, clip fyne.Position, size fyne.Size, scrolls bool) {
	right, bottom := clip.X+size.Width, clip.Y+size.Height
	if p.y+p.h <= clip.Y+1 || p.y >= bottom-1 || p.x >= right || p.x+p.w <= clip.X {
		if !scrolls {
			f.faults = append(f.faults, fmt.Sprintf("%q is out of sight, at %.0f,%.0f", p.text, p.x, p.y))
		}
		return
	}
	if !scrolls && (p.x < clip.X-1 || p.x+p.w > right+1 || p.y < clip.Y-1 || p.y+p.h > bottom+1) {
		f.faults = append(f.faults, fmt.Sprintf("%q is cut: %.0f,%.0f to %.0f,%.0f in %.0f,%.0f to %.0f,%.0f", p.text, p.x,
			p.y, p.x+p.w, p.y+p.h, clip.X, clip.Y, right, bottom))
	}
	// What a list scrolls out at its top or bottom is no fault.
	if p.y < clip.Y {
		p.h -= clip.Y - p.y
		p.y = clip.Y
	}
	p.h = min(p.h, bottom-p.y)
	p.w = min(p.w, right-p.x)
	f.texts = append(f.texts, p)
}
