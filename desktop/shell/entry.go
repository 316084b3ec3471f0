package shell

import (
	"fmt"

	"fragscope/desktop/ui"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// A slider lets the window have the keys that mean nothing to it.
type slider struct{ widget.Slider }

// TypedKey implements fyne.Focusable.
func (s *slider) TypedKey(k *fyne.KeyEvent) {
	if !ui.Pass(s, k) {
		s.Slider.TypedKey(k)
	}
}

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
