package ui

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"fragscope/desktop/state"
)

// A pasteEntry is the box. A large paste goes past it.
type pasteEntry struct {
	widget.Entry
	large func(text string)
	undo  func() bool // takes Ctrl+Z before the box does
}

// TypedKey implements fyne.Focusable.
func (e *pasteEntry) TypedKey(k *fyne.KeyEvent) {
	if !HandleKey(e, k) {
		e.Entry.TypedKey(k)
	}
}

// AcceptsTab implements fyne.Tabbable: Tab leads on.
func (e *pasteEntry) AcceptsTab() bool { return false }

// TypedShortcut implements fyne.Shortcutable.
func (e *pasteEntry) TypedShortcut(s fyne.Shortcut) {
	if p, ok := s.(*fyne.ShortcutPaste); ok {
		if text := p.Clipboard.Content(); len(text) > shownText {
			e.large(text)
			return
		}
	}
	if _, ok := s.(*fyne.ShortcutUndo); ok && e.undo() {
		return
	}
	e.Entry.TypedShortcut(s)
}

// plainEntry is the theme with a large entry that has no ground of its own and
// no round corners, which cost more than all other parts of the window where no
// graphics hardware helps.
type plainEntry struct{}

func (plainEntry) Font(s fyne.TextStyle) fyne.Resource {
	return fyne.CurrentApp().Settings().Theme().Font(s)
}

func (plainEntry) Icon(n fyne.ThemeIconName) fyne.Resource {
	return fyne.CurrentApp().Settings().Theme().Icon(n)
}

func (plainEntry) Color(n fyne.ThemeColorName, v fyne.ThemeVariant) color.Color {
	if n == theme.ColorNameInputBackground || n == theme.ColorNameInputBorder {
		return color.Transparent
	}
	return fyne.CurrentApp().Settings().Theme().Color(n, v)
}

func (plainEntry) Size(n fyne.ThemeSizeName) float32 {
	if n == theme.SizeNameInputRadius {
		return 0
	}
	return fyne.CurrentApp().Settings().Theme().Size(n)
}

// AccessibilityLabel implements fyne.Accessible.
func (e *pasteEntry) AccessibilityLabel() string {
	return "Pasted text, " + state.Plural(len(e.Text), "character")
}

// AccessibilityRole implements fyne.Accessible.
func (e *pasteEntry) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }
