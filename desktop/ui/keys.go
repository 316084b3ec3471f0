package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// Held returns the modifier keys that are held. Tests replace it.
var Held = func() (held fyne.KeyModifier) {
	if d, ok := fyne.CurrentApp().Driver().(desktop.Driver); ok {
		held = d.CurrentKeyModifiers()
	}
	return held
}

func shiftHeld() bool { return Held()&fyne.KeyModifierShift != 0 }

// HandleKey has the window take a key that the widget with the focus has no use for:
// Escape and the function keys. It reports whether the key is one of these.
func HandleKey(o fyne.CanvasObject, k *fyne.KeyEvent) bool {
	if k.Name != fyne.KeyEscape && !functionKey(k.Name) {
		return false
	}
	if c := fyne.CurrentApp().Driver().CanvasForObject(o); c != nil && c.OnTypedKey() != nil {
		c.OnTypedKey()(k)
	}
	return true
}

func functionKey(k fyne.KeyName) bool {
	return len(k) >= 2 && len(k) <= 3 && k[0] == 'F' && k[1] >= '1' && k[1] <= '9'
}

// What widgets are for screen readers.
type (
	asText      struct{}
	asButton    struct{}
	asContainer struct{}
)

func (asText) AccessibilityRole() fyne.AccessibleRole      { return fyne.AccessibleRoleText }
func (asButton) AccessibilityRole() fyne.AccessibleRole    { return fyne.AccessibleRoleButton }
func (asContainer) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleContainer }
