package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// A Pick says how a row was chosen in a [Grid] of which several can be selected.
type Pick uint8

const (
	PickOne    Pick = iota // the row alone
	PickToggle             // the row, or no longer, beside others: with Ctrl, Command on a Mac
	PickRange              // all from the one that was picked last: with Shift
	PickAll                // all rows
)

func how() Pick {
	switch {
	case shiftHeld():
		return PickRange
	case Held()&fyne.KeyModifierShortcutDefault != 0:
		return PickToggle
	}
	return PickOne
}

// TappedSecondary implements fyne.SecondaryTappable: what is selected already stays selected, for the menu.
func (g *Grid) TappedSecondary(e *fyne.PointEvent) {
	if g.OnColumns != nil && e.Position.Y < g.headHeight() {
		if c := fyne.CurrentApp().Driver().CanvasForObject(g); c != nil {
			widget.ShowPopUpMenuAtPosition(g.columnMenu(g.ColumnAt(e.Position.X)), c, e.AbsolutePosition)
		}
		return
	}
	if i := g.row(g.at(e.Position)); i >= 0 && g.Picked != nil && g.Picked(i) {
		focusIn(g, g)
		g.menu(e)
		return
	}
	g.rowPool.TappedSecondary(e)
}

func (g *Grid) TypedShortcut(s fyne.Shortcut) {
	switch s.(type) {
	case *fyne.ShortcutSelectAll:
		if g.OnPick != nil && g.count() > 0 {
			g.OnPick(max(0, g.selected), PickAll)
		}
	default:
		g.rowPool.TypedShortcut(s)
	}
}
