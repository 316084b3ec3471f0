package shell

import (
	"fragscope/desktop/ui"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
)

// A steady layout keeps the room that the widest text of a label took, so that
// what is beside it stays where it is while the text changes. What else it holds is as
// large as the label.
type steady struct{ widest float32 } // in sizes of text

// MinSize implements fyne.Layout.
func (s *steady) MinSize(objects []fyne.CanvasObject) fyne.Size {
	size := objects[0].MinSize()
	s.widest = max(s.widest, size.Width/theme.TextSize())
	return fyne.NewSize(s.widest*theme.TextSize(), size.Height)
}

// Layout implements fyne.Layout.
func (*steady) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	for _, o := range objects {
		o.Resize(size)
	}
}

// A densing layout has rows close together in a window that is low.
type densing struct{}

// denseBelow is the height of what is in the window below which that is.
const denseBelow = 640

// Layout implements fyne.Layout.
func (densing) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	ui.SetDense(size.Height < denseBelow)
	layout.NewStackLayout().Layout(objects, size)
}

// MinSize implements fyne.Layout.
func (densing) MinSize(objects []fyne.CanvasObject) fyne.Size { return objects[0].MinSize() }
