package shell

import (
	"fmt"

	"fragscope/desktop/ui"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// An entry is a line to type in that lets the window have the keys that mean
// nothing to it, such as F5.
type entry struct {
	widget.Entry
	escape func() // what Escape does; nil leaves it to the window
	left   func() // the keys went elsewhere
}

func newEntry(placeholder string) *entry {
	e := &entry{}
	e.PlaceHolder = placeholder
	e.ExtendBaseWidget(e)
	return e
}

// newLines returns an entry of several lines.
func newLines(placeholder string) *entry {
	e := newEntry(placeholder)
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
	if !ui.Pass(e, k) {
		e.Entry.TypedKey(k)
	}
}

// A slider lets the window have the keys that mean nothing to it.
type slider struct{ widget.Slider }

// TypedKey implements fyne.Focusable.
func (s *slider) TypedKey(k *fyne.KeyEvent) {
	if !ui.Pass(s, k) {
		s.Slider.TypedKey(k)
	}
}

// AccessibilityLabel implements fyne.Accessible.
func (e *entry) AccessibilityLabel() string { return e.PlaceHolder + ", text: " + e.Text }

// AccessibilityRole implements fyne.Accessible.
func (e *entry) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// AccessibilityLabel implements fyne.Accessible.
func (s *slider) AccessibilityLabel() string { return fmt.Sprintf("Size, %.0f %%", 100*s.Value) }

// AccessibilityRole implements fyne.Accessible.
func (s *slider) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// control returns the shortcut of a key with Ctrl, or Command on a Mac.
func control(k fyne.KeyName) fyne.Shortcut {
	return &desktop.CustomShortcut{KeyName: k, Modifier: fyne.KeyModifierShortcutDefault}
}

// controlShift returns the shortcut of a key with Ctrl and Shift.
func controlShift(k fyne.KeyName) fyne.Shortcut {
	return &desktop.CustomShortcut{KeyName: k, Modifier: fyne.KeyModifierShortcutDefault | fyne.KeyModifierShift}
}
