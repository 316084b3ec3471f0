package ui

import (
	"cmp"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// The edges of heads are dragged, to make columns wider or narrower; Shift with
// the arrows does that to the column by which the rows are sorted.

// edgeGrip is how far from an edge the mouse takes it.
const edgeGrip = 5

// least returns the width that a column has at least: its head is whole, also
// with the sign of the order, unless the column takes what is left.
func (c *Column) least(letter float32) float32 {
	switch w := float32(c.Min) * letter; {
	case c.width > 0:
		return c.width
	case c.Share > 0:
		return w
	default:
		return max(w, smallFont().width(c.Title+ascends)+2)
	}
}

// edgeAt returns the column whose right edge is at a place of the head, -1 for none.
func (g *Grid) edgeAt(pos fyne.Position) int {
	if pos.Y < 0 || pos.Y >= g.headHeight() {
		return -1
	}
	last := -1
	for _, i := range g.sequence {
		p := g.places[i]
		if p.width == 0 {
			continue
		}
		if last >= 0 { // what is behind the last one has no other side
			if edge := (g.places[last].x + g.places[last].width + p.x) / 2; pos.X > edge-edgeGrip && pos.X < edge+edgeGrip {
				return last
			}
		}
		last = i
	}
	return -1
}

// widen makes a column wider by so much.
func (g *Grid) widen(column int, by float32) {
	const least = 18
	g.columns[column].width = max(least, min(g.places[column].width+by, g.width))
	g.reset()
}

// Widths returns the widths of the columns that the user resized.
func (g *Grid) Widths() map[string]float32 {
	all := map[string]float32{}
	for i := range g.columns {
		if c := &g.columns[i]; c.width > 0 {
			all[cmp.Or(c.By, c.Title)] = c.width
		}
	}
	return all
}

// SetWidths makes columns as wide as [Grid.Widths] said; the others are as wide as they are by themselves.
func (g *Grid) SetWidths(widths map[string]float32) {
	for i := range g.columns {
		c := &g.columns[i]
		c.width = widths[cmp.Or(c.By, c.Title)]
	}
	g.reset()
}

func (g *Grid) Dragged(e *fyne.DragEvent) {
	if g.resized == -1 {
		g.resized = -2 // something else is dragged
		if c := g.edgeAt(e.Position.SubtractXY(e.Dragged.DX, e.Dragged.DY)); c >= 0 {
			g.resized = c
		}
	}
	if g.resized >= 0 {
		g.widen(g.resized, e.Dragged.DX)
	}
}

func (g *Grid) DragEnd() { g.resized = -1 }

func (g *Grid) MouseMoved(e *desktop.MouseEvent) {
	g.atEdge = g.edgeAt(e.Position) >= 0
	g.rowPool.MouseMoved(e)
}

func (g *Grid) Cursor() desktop.Cursor {
	if g.atEdge {
		return desktop.HResizeCursor
	}
	return desktop.DefaultCursor
}
