package ui

import (
	"fragscope/desktop/state"

	"fyne.io/fyne/v2"
)

// FieldAt returns where a field of the datagram shown stands in the window:
// the first one with the given key. ok is false when it is not in sight.
func (i *Inspector) FieldAt(key string) (pos fyne.Position, ok bool) {
	tree := i.x.Tree()
	for place := range tree.Visible() {
		if r := tree.RowAt(place); tree.Key(r) == key {
			y := float32(i.tree.view.Y(place)) + float32(i.tree.view.RowHeight)/2
			if y < 0 || float64(y) > i.tree.view.Height {
				return pos, false
			}
			at := fyne.CurrentApp().Driver().AbsolutePositionForObject(i.tree)
			return at.AddXY(i.tree.width/2, i.tree.headHeight()+y), i.tree.Visible()
		}
	}
	return pos, false
}

// ByteAt returns where a byte of the datagram shown stands in the window. ok is
// false when it is not in sight.
func (i *Inspector) ByteAt(offset int) (pos fyne.Position, ok bool) {
	pos, ok = i.hex.Offset(offset)
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(i.hex)
	return at.Add(pos), ok
}

// A Part is a part of an inspector that scrolls.
type Part struct {
	fyne.Scrollable
	Name   string
	Height float32 // of the rows that are in sight
}

// Parts returns the parts that scroll and are in sight, for measurements.
func (i *Inspector) Parts() []Part {
	var parts []Part
	add := func(name string, s fyne.Scrollable, v *state.Viewport, shown bool) {
		if shown && v.Full() > v.Height {
			parts = append(parts, Part{s, name, float32(v.Height)})
		}
	}
	add("bytes", i.hex, &i.hex.view, true)
	add("fields", i.tree, &i.tree.view, i.tree.Visible())
	add("packets", i.list, &i.list.view, i.shape.list)
	return parts
}
