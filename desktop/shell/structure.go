package shell

import (
	"errors"
	"fmt"
	"io"

	"fragscope/decoder/ksy"
	"fragscope/decoder/structure/workbench"
	"fragscope/desktop/state"
	"fragscope/desktop/store"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// describe has packets that no protocol recognises read as the layout of the settings says.
func (s *Shell) describe() {
	d, err := workbench.Parse([]byte(s.settings.Layout))
	s.status.error(err)
	state.Describe(d)
}

// layoutAccepted takes another layout, and shows all packets as it says.
func (s *Shell) layoutAccepted(layout string) {
	s.settings.Layout = layout
	s.describe()
	s.saveSettings()
	s.setMenu()
	for _, view := range viewNames {
		s.inspectorOf(view).Redecode()
	}
	s.captures.Describe()
}

// openLayout takes a layout from a file or the clipboard.
func (s *Shell) openLayout(text string) error {
	if _, err := workbench.Parse([]byte(text)); err != nil {
		return fmt.Errorf("the layout cannot be read: %w", err)
	}
	s.layoutAccepted(text)
	s.status.success("What no protocol recognises is described by this layout now. File > Remove the layout takes it back.")
	return nil
}

func (s *Shell) askName(now string, then func(string)) {
	entry := widget.NewEntry()
	entry.SetText(now)
	d, accept := s.decision("Name of these bytes", "Name", "Cancel", entry, func(yes bool) {
		if yes {
			then(entry.Text)
		}
	})
	entry.OnSubmitted = func(string) { accept.OnTapped() }
	s.show(d, 360, 0)
	s.win.Canvas().Focus(entry)
}

// layoutMenu returns what can be done with the layout of unknown packets.
func (s *Shell) layoutMenu() group {
	formats := []*fyne.MenuItem{item("A Kaitai Struct description…", nil,
		s.try(func() error { return s.exportLayout("ksy", nil) }))}
	for i := range ksy.Exports {
		x := &ksy.Exports[i]
		ending := x.Name
		if ending == "imhex" {
			ending = "hexpat"
		}
		formats = append(formats,
			item(state.Sentence(x.Doc)+"…", nil, s.try(func() error { return s.exportLayout(ending, x) })))
	}
	some := s.settings.Layout != ""
	export := submenu("Export layout as", formats)
	return group{
		onlyIf(some, export),
		onlyIf(some, item("Remove the layout", nil, func() { s.layoutAccepted("") })),
	}
}

// exportLayout asks where to write the layout, in another language if x is not nil.
func (s *Shell) exportLayout(ending string, x *ksy.Export) error {
	text := []byte(s.settings.Layout)
	if len(text) == 0 {
		return errors.New("there is no layout yet: accept something of unknown packets first")
	}
	if x != nil {
		var err error
		if text, err = workbench.Export(text, *x); err != nil {
			return err
		}
	}
	s.askTarget("Export layout", "Export", s.folder()+"found."+ending, false, func(path string, write store.Writer) {
		s.beside("Exporting to "+path, "not exported", func() error {
			return write(path, func(w io.Writer) error {
				_, err := w.Write(text)
				return err
			})
		}, func() { s.status.success("Exported as %s.", path) })
	})
	return nil
}
