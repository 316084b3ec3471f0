package shell

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"fragscope/analyzer/capture"
	"fragscope/desktop/ui"
	"fragscope/samples"
	"fragscope/samples/captures"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"
)

type sample struct {
	name, about string
	open        func() error
}

func (s *Shell) samplePackets() (list []sample) {
	for _, p := range samples.List() {
		list = append(list, sample{p.Name, p.Description, func() error {
			s.Show(viewPaste)
			s.paste.SetText(p.Text)
			return nil
		}})
	}
	return list
}

// described says what is in captures whose own comments do not.
var described = map[string]string{"scan-with-other-traffic.pcapng": "Queries of many servers among other traffic: " +
	"160 packets."}

func (s *Shell) sampleCaptures() (list []sample) {
	for _, name := range captures.Names() {
		b, _ := captures.Files.ReadFile(name) // it is part of the program
		about := described[name]
		if r, err := capture.NewReader(bytes.NewReader(b), capture.Options{}); err == nil {
			r.Next()
			if sections := r.Sections(); about == "" && len(sections) > 0 {
				about = sections[0].Comment
			}
			r.Close()
		}
		list = append(list, sample{name, about, func() error { return s.openSample(name, b) }})
	}
	return list
}

// openSample opens a sample capture from a temporary file, which is removed when the window closes.
func (s *Shell) openSample(name string, content []byte) (err error) {
	if s.temporary == "" {
		if s.temporary, err = os.MkdirTemp("", "fragscope-samples-"); err != nil {
			return err
		}
	}
	path := filepath.Join(s.temporary, name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		return err
	}
	s.Show(viewCaptures)
	s.captures.Open(path)
	return nil
}

// askSample asks which sample to open: a capture where captures are in front, else packets.
func (s *Shell) askSample() {
	title, all := "Open sample packets", s.samplePackets
	if s.view() == viewCaptures {
		title, all = "Open a sample capture", s.sampleCaptures
	}
	list := all()
	shown := list
	field := func(c ui.Column, of func(p sample) string) ui.Field[sample] {
		return ui.Field[sample]{Column: c, Of: func(p sample) ui.Cell { return ui.Cell{Text: of(p)} }}
	}
	table := ui.NewTable(func() []sample { return shown },
		field(ui.Column{Title: "Name", Min: 26, Share: 1}, func(p sample) string { return p.name }),
		field(ui.Column{Title: "Description", Min: 24, Share: 3}, func(p sample) string { return p.about }))
	table.Empty = "No sample has all of these words."
	words := ui.NewEntry("Words in name or description")
	about := widget.NewLabel("")
	about.Wrapping = fyne.TextWrapWord
	var d *dialog.CustomDialog
	open := func(row int) {
		if row < 0 || row >= len(shown) {
			s.status.error(errors.New("select a sample to open"))
			return
		}
		d.Hide()
		s.status.clear()
		s.status.error(shown[row].open())
	}
	table.OnOpen = open
	choose := func(row int) {
		table.Select(row)
		about.SetText("")
		if row >= 0 {
			about.SetText(shown[row].about)
		}
	}
	words.OnChanged = func(text string) {
		named, others := []sample(nil), []sample(nil)
		for _, p := range list {
			switch {
			case hasWords(p.name, text):
				named = append(named, p)
			case hasWords(p.name+" "+p.about, text):
				others = append(others, p)
			}
		}
		shown = append(named, others...)
		choose(min(0, len(shown)-1))
		table.Update()
	}
	words.OnSubmitted = func(string) { open(table.Selected()) }
	table.OnSelect = choose
	choose(0)
	d, _ = s.form(title, "Open", "Cancel", ui.NewBorder(words, about, nil, nil, table), func() { open(table.Selected()) })
	s.show(d, 760, 520)
	s.win.Canvas().Focus(words)
}

// hasWords reports whether a text has all of some words, in letters of either case.
func hasWords(text, words string) bool {
	text = strings.ToLower(text)
	for w := range strings.FieldsSeq(strings.ToLower(words)) {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}
