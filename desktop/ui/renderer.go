package ui

import "fyne.io/fyne/v2"

// A renderer lays out and draws a widget as its functions say.
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
