package shell

import (
	"slices"

	"fragscope/desktop/ui"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"
)

// form returns a dialog with a button that does something, and one that closes it.
func (s *Shell) form(title, yes, no string, content fyne.CanvasObject, do func()) (d *dialog.CustomDialog,
	accept *ui.Button) {
	d = dialog.NewCustomWithoutButtons(title, content, s.win)
	accept = ui.NewButton(yes, do)
	accept.Importance = widget.HighImportance
	d.SetButtons([]fyne.CanvasObject{ui.NewButton(no, d.Hide), accept})
	return d, accept
}

// window returns a dialog that shows something, with a button that closes it.
func (s *Shell) window(title, close string, content fyne.CanvasObject) *dialog.CustomDialog {
	d := dialog.NewCustomWithoutButtons(title, content, s.win)
	d.SetButtons([]fyne.CanvasObject{ui.NewButton(close, d.Hide)})
	return d
}

// decision returns a dialog that is answered by one of two buttons, and the one that says
// yes. Closing it otherwise is no.
func (s *Shell) decision(title, yes, no string, content fyne.CanvasObject, then func(yes bool),
) (d *dialog.CustomDialog, accept *ui.Button) {
	answer := false
	d, accept = s.form(title, yes, no, content, func() {
		answer = true
		d.Hide()
	})
	d.SetOnClosed(func() { then(answer) })
	return d, accept
}

// show shows a dialog of a size, as far as the window has room for it; height 0 is that
// of its content. Escape closes it.
func (s *Shell) show(d dialog.Dialog, width, height float32) {
	s.dialogs = append(s.dialogs, d)
	d.SetOnClosed(func() {
		s.dialogs = slices.DeleteFunc(s.dialogs, func(o dialog.Dialog) bool { return o == d })
	})
	d.Show()
	if height == 0 {
		s.fit(d, width)
		return
	}
	size := s.win.Canvas().Size()
	d.Resize(fyne.NewSize(min(width, size.Width-40), min(height, size.Height-40))) // a window for files has no size before
	d.Refresh()                                                                    // and is in the middle again
}

// fit makes a dialog as high as its content is at a width.
func (s *Shell) fit(d dialog.Dialog, width float32) {
	size := s.win.Canvas().Size()
	for range 2 { // texts that wrap know their height once they have a width
		d.Resize(fyne.NewSize(min(width, size.Width-40), min(d.MinSize().Height, size.Height-40)))
	}
	d.Refresh() // and is in the middle again
}

// covered reports whether something is open above the views: what is behind it takes no keys then.
func (s *Shell) covered() bool { return s.win.Canvas().Overlays().Top() != nil }

// dismiss closes what is open above the views, the topmost thing of it.
func (s *Shell) dismiss() {
	n := len(s.dialogs)
	if n == 0 {
		s.win.Canvas().Overlays().Remove(s.win.Canvas().Overlays().Top())
		return
	}
	s.dialogs[n-1].Hide()
}
