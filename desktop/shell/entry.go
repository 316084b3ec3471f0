package shell

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// An entry is a line to type in that lets the window have the keys that mean
// nothing to it, such as F5.
type entry struct {
	widget.Entry
	pass   func(fyne.KeyName) bool // whether the window took the key
	escape func()
	left   func() // the keys went elsewhere
}

func newEntry(placeholder string, pass func(fyne.KeyName) bool) *entry {
	e := &entry{pass: pass}
	e.PlaceHolder = placeholder
	e.ExtendBaseWidget(e)
	return e
}

// newLines returns an entry of several lines.
func newLines(placeholder string, pass func(fyne.KeyName) bool) *entry {
	e := newEntry(placeholder, pass)
	e.MultiLine = true
	e.Wrapping = fyne.TextWrapOff
	return e
}

// FocusLost implements fyne.Focusable.
func (e *entry) FocusLost() {
	e.Entry.FocusLost()
	if e.left != nil {
		e.left()
	}
}

// TypedKey implements fyne.Focusable.
func (e *entry) TypedKey(k *fyne.KeyEvent) {
	if k.Name == fyne.KeyEscape && e.escape != nil {
		e.escape()
		return
	}
	if e.pass != nil && functionKey(k.Name) && e.pass(k.Name) {
		return
	}
	e.Entry.TypedKey(k)
}

func functionKey(k fyne.KeyName) bool {
	return len(k) >= 2 && len(k) <= 3 && k[0] == 'F' && k[1] >= '1' && k[1] <= '9'
}

// control returns the shortcut of a key with Ctrl, or Command on a Mac.
func control(k fyne.KeyName) fyne.Shortcut {
	return &desktop.CustomShortcut{KeyName: k, Modifier: fyne.KeyModifierShortcutDefault}
}

// controlShift returns the shortcut of a key with Ctrl and Shift.
func controlShift(k fyne.KeyName) fyne.Shortcut {
	return &desktop.CustomShortcut{KeyName: k, Modifier: fyne.KeyModifierShortcutDefault | fyne.KeyModifierShift}
}
