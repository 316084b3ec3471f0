package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
)

// NewBorder is container.NewBorder with what it holds in the order in which one reads
// it, which is that of the Tab key; nil for what there is not.
func NewBorder(top, bottom, left, right, middle fyne.CanvasObject) *fyne.Container {
	c := container.New(layout.NewBorderLayout(top, bottom, left, right))
	for _, o := range []fyne.CanvasObject{top, left, middle, right, bottom} {
		if o != nil {
			c.Objects = append(c.Objects, o)
		}
	}
	return c
}
