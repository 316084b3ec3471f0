package shell

import (
	"errors"
	"strings"

	"fragscope/desktop/state"
	"fragscope/desktop/store"
	"fragscope/desktop/ui"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"
)

// askInterface asks what to capture from. The dialog stays until capturing has begun, and says why it cannot.
func (s *Shell) askInterface() error {
	if s.opts.Capture == nil {
		return errors.New("capturing is not available in this program")
	}
	list, err := s.opts.Interfaces()
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return errors.New("there is no network interface to capture from")
	}
	var choices ui.Choices[string]
	for _, i := range list {
		name := i.Name
		if i.About != "" {
			name += " — " + i.About
		}
		choices = append(choices, ui.Choice[string]{Name: visible(name), Value: i.Name})
	}
	from := ui.NewSelect(choices.Names(), choices[0].Name, nil)
	host, port := ui.NewEntry("Any; or an address, such as 192.0.2.1"), ui.NewEntry("Any")
	failed := widget.NewLabel("")
	failed.Wrapping, failed.Importance = fyne.TextWrapWord, widget.DangerImportance
	failed.Hide()
	about := widget.NewLabel("UDP and TCP are captured until you stop it. Nothing is sent, and nothing is kept unless " +
		"you save it.")
	about.Wrapping = fyne.TextWrapWord

	content := container.NewVBox(about)
	var d *dialog.CustomDialog
	var begin *ui.Button
	capture := func() {
		begin.Disable()
		name, from, to := choices.Of(from.Selected), strings.TrimSpace(host.Text), strings.TrimSpace(port.Text)
		s.working.Go(func() {
			device, err := s.opts.Capture(name, from, to)
			s.post(func() {
				begin.Enable()
				if err != nil {
					failed.SetText(state.Sentence(visible(err.Error())))
					failed.Show()
					s.fit(d, 600)
					return
				}
				d.Hide()
				s.Show(viewCaptures)
				s.status.clear()
				s.captures.CaptureFrom(name, device)
			})
		})
	}
	host.OnSubmitted = func(string) { capture() }
	port.OnSubmitted = host.OnSubmitted
	form := widget.NewForm(widget.NewFormItem("Interface", from), widget.NewFormItem("Host", host),
		widget.NewFormItem("Port", port))
	content.Add(form)
	content.Add(failed)
	d, begin = s.form("Capture from interface", "Capture", "Cancel", content, capture)
	s.show(d, 600, 0)
	s.win.Canvas().Focus(host)
	return nil
}

func (s *Shell) askSaveCapture(c *state.Capture) error {
	switch {
	case !c.Loaded():
		return errors.New("stop capturing first, then save")
	case s.settings.HideAddresses:
		return errors.New("a capture holds the addresses of servers and clients, which are hidden now: show them first " +
			"(View, Hide addresses)")
	}
	s.askTarget("Save capture as pcapng", "Save", s.folder()+"capture-"+c.Name()+".pcapng", false,
		func(path string, write store.Writer) {
			s.beside("Saving "+path, "not saved", func() error { return write(path, c.Save) }, func() {
				s.opened(path)
				s.status.success("Saved %s as %s.", state.Plural(c.Len(), "packet"), path)
			})
		})
	return nil
}
