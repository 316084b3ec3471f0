package shell

import (
	"fragscope/desktop/ui"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
)

// A steady layout keeps the width of the widest text of a label; what else it holds is as large.
type steady struct{ widest float32 } // in sizes of text

func (s *steady) MinSize(objects []fyne.CanvasObject) fyne.Size {
	size := objects[0].MinSize()
	s.widest = max(s.widest, size.Width/theme.TextSize())
	return fyne.NewSize(s.widest*theme.TextSize(), size.Height)
}

func (*steady) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	for _, o := range objects {
		o.Resize(size)
	}
}

// A framed layout has the status line below the views, or beside their tabs in a low window, unless it is long.
type framed struct{ said *statusLine }

// tabsWidth is how much of the width the tabs of the views have, in sizes of text.
const tabsWidth = 25

func (f *framed) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	views, said := objects[0], objects[1]
	height := said.MinSize().Height
	if left := tabsWidth * theme.TextSize(); size.Height < denseBelow && !f.said.failed && left < size.Width/2 {
		views.Move(fyne.Position{})
		views.Resize(size)
		said.Move(fyne.NewPos(left, 0))
		said.Resize(fyne.NewSize(size.Width-left, height))
		return
	}
	said.Resize(fyne.NewSize(size.Width, height))
	height = said.MinSize().Height // of a text that wraps, in this width
	views.Move(fyne.Position{})
	views.Resize(size.SubtractWidthHeight(0, height))
	said.Move(fyne.NewPos(0, size.Height-height))
	said.Resize(fyne.NewSize(size.Width, height))
}

func (f *framed) MinSize(objects []fyne.CanvasObject) fyne.Size {
	views, said := objects[0].MinSize(), objects[1].MinSize()
	return fyne.NewSize(max(views.Width, said.Width), views.Height+said.Height)
}

// A densing layout has rows close together in a window that is low.
type densing struct{}

// denseBelow is the height of what is in the window below which that is.
const denseBelow = 640

func (densing) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	ui.SetDense(size.Height < denseBelow)
	layout.NewStackLayout().Layout(objects, size)
}

func (densing) MinSize(objects []fyne.CanvasObject) fyne.Size { return objects[0].MinSize() }
