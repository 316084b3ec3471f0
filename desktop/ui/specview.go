package ui

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	specs "fragscope/decoder/protocol"
)

// A SpecView shows a specification, the text that the Source of a field or a
// problem links into. Its file and its section can be chosen.
type SpecView struct {
	file, section *Select
	text          *specText
	content       *fyne.Container

	links []string // of the files
}

func NewSpecView() *SpecView {
	v := &SpecView{links: specs.Files(), text: newSpecText()}
	v.file = NewSelect(nil, "", func(string) { v.Open(v.links[v.file.SelectedIndex()]) })
	v.section = NewSelect(nil, "", func(string) { v.text.jump(v.section.SelectedIndex()) })
	for _, link := range v.links {
		title, _, _ := specs.Section(link)
		v.file.Options = append(v.file.Options, title)
	}
	v.content = NewBorder(container.NewGridWithColumns(2, v.file, v.section), nil, nil, nil, v.text)
	return v
}

// Open shows the file that a link leads to, from the section on that it names. A
// link that leads nowhere shows what all protocols share.
func (v *SpecView) Open(link string) {
	if _, _, ok := specs.Section(link); !ok {
		link = v.links[0]
	}
	file, anchor, _ := strings.Cut(link, "#")
	_, text, _ := specs.Section(file)
	headings := specs.Headings(text)
	v.section.Options = nil
	for _, h := range headings {
		v.section.Options = append(v.section.Options, strings.Repeat("    ", max(0, h.Level-2))+h.Title)
	}
	at := max(0, slices.IndexFunc(headings, func(h specs.Heading) bool { return h.Anchor == anchor }))
	v.text.show(text)
	v.file.Choose(v.file.Options[slices.Index(v.links, file)])
	v.section.Choose(v.section.Options[at])
	v.text.jump(at)
}

// specText is the text of a file.
type specText struct {
	lineView
	text     string
	headings []int // their lines
	to       int   // heading to be scrolled to, -1 for none
}

func newSpecText() *specText {
	t := &specText{to: -1}
	t.attach(t, "Specification", t.write)
	count := t.count
	t.count = func() int {
		n := count()
		if t.to >= 0 && t.to < len(t.headings) && t.view.Height > 0 {
			t.view.Count = n
			t.view.SetTop(float64(t.headings[t.to]) * t.view.RowHeight)
			t.to = -1
		}
		return n
	}
	return t
}

func (t *specText) show(text string) {
	t.text = text
	t.renew()
}

func (t *specText) jump(heading int) {
	t.to = heading
	t.draw()
}

// write breaks the text into lines. What stood at the top for another width stays there, as far as its heading tells.
func (t *specText) write(width float32) []line {
	if width <= 0 {
		return nil
	}
	if top := int(t.view.Top() / max(1, t.view.RowHeight)); t.to < 0 && top > 0 {
		n, _ := slices.BinarySearch(t.headings, top+1)
		t.to = n - 1
	}
	b := newLineBuilder(width)
	t.headings = b.markdown(t.text)
	return b.lines
}

// specWindow is the window of the specifications: one for all inspectors, nil while it is closed.
var specWindow struct {
	fyne.Window
	app  fyne.App
	view *SpecView
}

// OpenSpec shows what a link into a specification leads to, in a window of its own.
func OpenSpec(link string) {
	w := &specWindow
	if app := fyne.CurrentApp(); w.Window == nil || w.app != app {
		w.app, w.Window, w.view = app, app.NewWindow("fragscope: specifications"), NewSpecView()
		w.SetContent(w.view.content)
		w.SetOnClosed(func() { w.Window = nil })
		w.Canvas().SetOnTypedKey(func(k *fyne.KeyEvent) {
			if k.Name == fyne.KeyEscape {
				w.Window.Close()
			}
		})
		w.Resize(fyne.NewSize(900, 700))
	}
	w.view.Open(link)
	w.Show()
	w.RequestFocus()
	w.Canvas().Focus(w.view.text)
}
