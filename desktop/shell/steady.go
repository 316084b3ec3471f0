package shell

import (
	"fyne.io/fyne/v2"
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
