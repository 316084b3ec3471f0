package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

type renderer struct {
	min     func() fyne.Size
	layout  func(size fyne.Size)
	refresh func()
	objects func() []fyne.CanvasObject
}

func (r *renderer) Destroy()                     {}
func (r *renderer) MinSize() fyne.Size           { return r.min() }
func (r *renderer) Layout(size fyne.Size)        { r.layout(size) }
func (r *renderer) Refresh()                     { r.refresh() }
func (r *renderer) Objects() []fyne.CanvasObject { return r.objects() }

// always returns the same objects.
func always(list ...fyne.CanvasObject) func() []fyne.CanvasObject {
	return func() []fyne.CanvasObject { return list }
}

// A painted renderer is one of Fyne's of which one rectangle has other colours.
type painted struct {
	fyne.WidgetRenderer
	rectangle int // its place among the rectangles
	paint     func(*canvas.Rectangle)
}

func newPainted(r fyne.WidgetRenderer, rectangle int, paint func(*canvas.Rectangle)) *painted {
	p := &painted{r, rectangle, paint}
	p.repaint()
	return p
}

func (p *painted) Refresh() {
	p.WidgetRenderer.Refresh()
	p.repaint()
}

func (p *painted) repaint() {
	n := 0
	for _, o := range p.Objects() {
		if r, ok := o.(*canvas.Rectangle); ok {
			if n == p.rectangle {
				p.paint(r)
				r.Refresh()
			}
			n++
		}
	}
}
