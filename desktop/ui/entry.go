package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"fragscope/desktop/state"
)

// An Entry is a line to type in that lets the window have the keys that mean nothing to it, such as F5.
type Entry struct {
	asText
	widget.Entry
	OnEscape func()                      // what Escape does; nil leaves it to the window
	OnLeft   func()                      // the keys went elsewhere
	OnKey    func(k *fyne.KeyEvent) bool // takes a key before the entry does; nil for none
	OnPaste  func(text string) bool      // takes what is pasted before the entry does; nil for none
	OnUndo   func() bool                 // takes Ctrl+Z before the entry does; nil for none
	KeepsTab bool                        // Tab is a key like others, and does not lead on
	wrong    error                       // why its text is no value
}

func NewEntry(placeholder string) *Entry {
	e := &Entry{}
	e.PlaceHolder = placeholder
	e.ExtendBaseWidget(e)
	return e
}

func NewLines(placeholder string) *Entry {
	e := NewEntry(placeholder)
	e.MultiLine = true
	e.Wrapping = fyne.TextWrapOff
	return e
}

// Write shows another text, and calls nothing.
func (e *Entry) Write(text string) {
	changed := e.OnChanged
	e.OnChanged = nil
	e.SetText(text)
	e.OnChanged = changed
}

// SetWrong makes the entry red while it is typed in and afterwards, until it is
// called with nil. Fyne's own entries are red only once they are left.
func (e *Entry) SetWrong(err error) {
	e.wrong = err
	e.Refresh()
}

// Wrong returns why the text is no value, nil when it is one.
func (e *Entry) Wrong() error {
	if e.wrong == nil && e.Validator != nil {
		return e.Validator(e.Text)
	}
	return e.wrong
}

func (e *Entry) CreateRenderer() fyne.WidgetRenderer {
	return newPainted(e.Entry.CreateRenderer(), 1, func(edge *canvas.Rectangle) {
		if e.Wrong() != nil {
			edge.StrokeColor = CurrentPalette().Error
		}
	})
}

func (e *Entry) TypedShortcut(s fyne.Shortcut) {
	if p, ok := s.(*fyne.ShortcutPaste); ok && e.OnPaste != nil && e.OnPaste(p.Clipboard.Content()) {
		return
	}
	if _, ok := s.(*fyne.ShortcutUndo); ok && e.OnUndo != nil && e.OnUndo() {
		return
	}
	e.Entry.TypedShortcut(s)
}

// Primary returns the text that is selected anywhere on the screen, where the middle
// button pastes that; nil where it does not.
var Primary func() string

type primary struct{ fyne.Clipboard }

func (primary) Content() string { return Primary() }

func (e *Entry) MouseDown(m *desktop.MouseEvent) {
	if m.Button != desktop.MouseButtonTertiary || Primary == nil {
		e.Entry.MouseDown(m)
		return
	}
	left := *m
	left.Button = desktop.MouseButtonPrimary // it is pasted where the mouse is
	e.Entry.MouseDown(&left)
	e.Entry.MouseUp(&left)
	e.TypedShortcut(&fyne.ShortcutPaste{Clipboard: primary{}})
}

func (e *Entry) FocusLost() {
	e.Entry.FocusLost()
	if e.OnLeft != nil {
		e.OnLeft()
	}
}

func (e *Entry) TypedKey(k *fyne.KeyEvent) {
	if e.OnKey != nil && e.OnKey(k) {
		return
	}
	if k.Name == fyne.KeyEscape && e.OnEscape != nil {
		e.OnEscape()
		return
	}
	if !HandleKey(e, k) {
		e.Entry.TypedKey(k)
	}
}

// AcceptsTab implements fyne.Tabbable: Tab leads on, also out of several lines.
func (e *Entry) AcceptsTab() bool { return e.KeepsTab }

// longestRead is how long a text is read out, in bytes.
const longestRead = 1000

func (e *Entry) AccessibilityLabel() string {
	if len(e.Text) > longestRead {
		return e.PlaceHolder + ", " + state.Plural(len(e.Text), "character")
	}
	return e.PlaceHolder + ", text: " + e.Text
}
