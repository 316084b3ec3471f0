package ui

import (
	"fragscope/decoder/view"
	"fragscope/desktop/state"

	"fyne.io/fyne/v2"
)

// The keyboard of the hex view.

func (h *HexView) FocusGained() {
	h.focused = true
	h.repaint()
}

func (h *HexView) FocusLost() {
	h.focused = false
	h.repaint()
}

func (h *HexView) TypedRune(rune) {}

func (h *HexView) TypedKey(k *fyne.KeyEvent) {
	if HandleKey(h, k) && k.Name != fyne.KeyEscape { // which leaves a selection as well
		return
	}
	n := len(h.x.Data())
	if n == 0 || h.grid.per == 0 {
		return
	}
	c, per := h.x.Cursor(), h.grid.per
	rows, ok := rowsDown(k.Name, h.view.Page())
	to := c + per*rows
	switch k.Name {
	case fyne.KeyRight:
		to = c + 1
	case fyne.KeyLeft:
		to = c - 1
	case fyne.KeyHome:
		to = c - c%per
	case fyne.KeyEnd:
		to = c - c%per + per - 1
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		h.x.SelectByte(c)
		return
	case fyne.KeyEscape:
		h.x.ClearSelection()
		return
	default:
		if !ok {
			return
		}
	}
	// Above the first row and below the last there is nothing to go to.
	if (k.Name == fyne.KeyUp || k.Name == fyne.KeyDown) && (to < 0 || to >= n) {
		return
	}
	to = max(0, min(n-1, to))
	if r, ok := h.x.Selection(); ok && shiftHeld() {
		anchor := r.Start
		if c == r.Start && r.Len() > 1 {
			anchor = r.End - 1
		}
		h.x.SelectBytes(anchor, to)
	} else {
		h.x.SelectBytes(to, to)
	}
	h.x.Say("byte " + state.Offset(to) + ": " + h.x.Where())
}

func (h *HexView) TypedShortcut(s fyne.Shortcut) {
	switch s := s.(type) {
	case *fyne.ShortcutCopy:
		s.Clipboard.SetContent(string(view.Forms()[0].Append(nil, h.x.SelectedBytes())))
		h.x.Say("copied " + h.x.Where())
	case *fyne.ShortcutSelectAll:
		h.x.SelectBytes(0, len(h.x.Data())-1)
	}
}
