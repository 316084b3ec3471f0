package ui

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

// edges are the four sides of a rectangle. One rectangle with nothing but a
// stroke costs as much as all the pixels in it where no graphics hardware helps.
type edges struct {
	sides [4]*canvas.Rectangle
	thick float32
}

func newEdges(thick float32) *edges {
	e := &edges{thick: thick}
	for i := range e.sides {
		e.sides[i] = canvas.NewRectangle(color.Transparent)
	}
	return e
}

func (e *edges) objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{e.sides[0], e.sides[1], e.sides[2], e.sides[3]}
}

// lay puts the sides around what is so large and begins at the same place.
func (e *edges) lay(size fyne.Size) {
	t := e.thick
	for i, p := range [4][4]float32{
		{0, 0, size.Width, t}, {0, size.Height - t, size.Width, t}, {0, t, t, size.Height - 2*t},
		{size.Width - t, t, t, size.Height - 2*t},
	} {
		at, large := fyne.NewPos(p[0], p[1]), fyne.NewSize(max(0, p[2]), max(0, p[3]))
		if s := e.sides[i]; s.Position() != at || s.Size() != large {
			s.Move(at)
			s.Resize(large)
		}
	}
}

func (e *edges) paint(c colour) {
	for _, s := range e.sides {
		setFill(s, c)
	}
}

// An edged layout puts what it holds within edges.
type edged struct {
	*edges
	colour func() colour
}

// newEdged puts o within edges of a colour.
func newEdged(o fyne.CanvasObject, c func() colour) *fyne.Container {
	l := &edged{newEdges(1), c}
	return &fyne.Container{Layout: l, Objects: append([]fyne.CanvasObject{o}, l.objects()...)}
}

func (l *edged) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	objects[0].Move(fyne.NewPos(1, 1))
	objects[0].Resize(fyne.NewSize(max(0, size.Width-2), max(0, size.Height-2)))
	l.lay(size)
	l.paint(l.colour())
}

func (l *edged) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return objects[0].MinSize().AddWidthHeight(2, 2)
}
