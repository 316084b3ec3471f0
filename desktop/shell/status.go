package shell

import (
	"fmt"
	"strings"
	"time"

	"fragscope/desktop/state"
	"fragscope/desktop/ui"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// A statusLine says what happened last, at the bottom of the window. What went
// wrong stays until it is dismissed or something else goes wrong.
type statusLine struct {
	label   *widget.Label
	dismiss *ui.Button
	action  *ui.Button // what can be done about what was said
	content *fyne.Container
	text    string
	failed  bool
	changed func() // something else is said, nil for nothing
	turn    int    // counts what was said
	later   func(time.Duration, func())
	of      string // what failed, where that can be mended without being asked for; "" otherwise
}

func newStatusLine(later func(time.Duration, func())) *statusLine {
	l := &statusLine{label: widget.NewLabel(""), later: later}
	l.label.Truncation = fyne.TextTruncateEllipsis
	l.label.Selectable = true
	l.dismiss = ui.NewSign("Dismiss", theme.CancelIcon(), l.clear)
	l.dismiss.Importance = widget.LowImportance
	l.dismiss.Hide()
	l.action = ui.NewSign("Action", nil, nil)
	l.action.Hide()
	l.content = ui.NewBorder(nil, nil, nil, container.NewHBox(l.action, l.dismiss), l.label)
	return l
}

// info shows something that went well, unless an error is shown.
func (l *statusLine) info(format string, args ...any) {
	if !l.failed {
		l.success(format, args...)
	}
}

// success shows that what was asked for is done, in place of any error.
func (l *statusLine) success(format string, args ...any) {
	l.set(fmt.Sprintf(format, args...), false)
}

// withAction shows that something is done, and a button for what can be done about it.
func (l *statusLine) withAction(text, action string, do func()) {
	l.success("%s", text)
	l.action.Text, l.action.OnTapped = action, do
	l.action.Refresh()
	l.action.Show()
	l.content.Refresh()
}

// undoable is how long what was done can be undone by the button beside it.
const undoable = 10 * time.Second

// undo says that something is done and offers to undo it for a while.
func (l *statusLine) undo(text string, do func()) {
	l.withAction(text, "Undo", do)
	turn := l.turn
	l.later(undoable, func() {
		if l.turn == turn {
			l.clear()
		}
	})
}

func (l *statusLine) error(err error) {
	if err != nil {
		l.set(err.Error(), true)
	}
}

// errorFor shows what went wrong with something that may mend itself.
func (l *statusLine) errorFor(what string, err error) {
	if err != nil {
		l.error(err)
		l.of = what
	}
}

// clearFor removes the error about it, and nothing else.
func (l *statusLine) clearFor(what string) {
	if l.failed && l.of == what {
		l.clear()
	}
}

func (l *statusLine) clear() { l.set("", false) }

// maxSaid bounds what the line says, in bytes: an error may quote a packet.
const maxSaid = 1000

func (l *statusLine) set(text string, failed bool) {
	l.turn++
	text = state.HideText(state.Escape(cutAt(strings.ReplaceAll(text, "\n", " "), maxSaid)))
	if failed {
		text = state.Sentence(text)
	}
	l.text, l.failed, l.of = text, failed, ""
	l.label.Importance = widget.MediumImportance
	// What went wrong is said in full, in as many lines as that takes.
	l.label.Wrapping, l.label.Truncation = fyne.TextWrapOff, fyne.TextTruncateEllipsis
	l.dismiss.Hide()
	l.action.Hide()
	if failed {
		l.label.Importance = widget.DangerImportance
		l.label.Wrapping, l.label.Truncation = fyne.TextWrapWord, fyne.TextTruncateOff
		l.dismiss.Show()
	}
	l.label.SetText(text)
	l.content.Refresh()
	if l.changed != nil {
		l.changed()
	}
}
