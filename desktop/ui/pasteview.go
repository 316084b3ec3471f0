package ui

import (
	"context"
	"fmt"
	"image/color"
	"slices"
	"strings"
	"sync"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"fragscope/decoder"
	"fragscope/decoder/paste"
	"fragscope/decoder/view"
	"fragscope/desktop/state"
)

// A PasteView takes a dump in any form, says what it was recognised as or where
// it cannot be read, and shows what is in it.
type PasteView struct {
	entry     *Entry
	said      *widget.Label
	jump      *Button
	notes     *widget.Label
	top       *fyne.Container // the text, and what is said below it
	format    *Select
	protocol  *Select
	from      *Select
	readings  *fyne.Container   // in which other ways the text can be read, or that one was chosen
	offered   *container.Scroll // around it
	marks     *pasteMarks
	veil      *canvas.Rectangle // over what was read before an error came into the text
	inspector *Inspector
	Content   fyne.CanvasObject

	// OnSample is called by the button that opens a sample. May be nil.
	OnSample func()
	// OnPaste takes what is pasted into the box before the box does. May be nil.
	OnPaste func(text string) bool

	worker  *worker    // reads long texts
	reading sync.Mutex // held while a long text is read

	before []string // texts before fields were changed in them, the latest last
	edited string   // the text that the last of these changes made
	paste  *state.Paste
	bytes  []byte                 // what was read, when the box does not show it
	stale  bool                   // the inspector shows what was read before
	then   func(*state.Inspector) // called when the text of Open has been read
}

const autoDetect = "Auto-detect"

// How a paste can be decoded.
var (
	formats   = Named(autoDetect, paste.Formats()...)
	protocols = Named(autoDetect, decoder.Protocols()...)
	senders   = Named(autoDetect, decoder.Request, decoder.Reply)
)

// shownText bounds what the box shows of a large paste: Fyne lays out all of it.
const shownText = 20_000

func NewPasteView() *PasteView {
	v := &PasteView{inspector: NewInspector(), worker: newWorker(), said: widget.NewLabel(""), notes: widget.NewLabel(""),
		paste: state.ReadPaste(nil, state.PasteOptions{})}
	v.entry = NewLines("Paste a packet: hex digits, or a dump of any tool")
	v.entry.OnPaste = func(text string) bool {
		if v.OnPaste != nil && v.OnPaste(text) {
			return true
		}
		large := len(text) > shownText // which goes past the box
		if large {
			v.SetText(text)
		}
		return large
	}
	v.entry.OnUndo = v.Undo
	v.entry.TextStyle = fyne.TextStyle{Monospace: true}
	v.entry.Scroll = container.ScrollNone // so that what is behind the text scrolls with it
	v.entry.OnChanged = func(string) {
		v.bytes = nil
		v.read(true)
	}
	v.veil = canvas.NewRectangle(color.Transparent)
	v.veil.Hide()
	v.marks = &pasteMarks{veils: container.NewWithoutLayout()}
	v.marks.rects = container.New(whenLaid(v.dim))
	v.marks.scroll = container.NewScroll(container.NewStack(v.marks.rects, container.NewThemeOverride(v.entry, plain),
		v.marks.veils))
	v.marks.scroll.OnScrolled = func(fyne.Position) { v.marks.draw() }
	row, column := 0, 0
	v.entry.OnCursorChanged = func() { // also called when the entry is redrawn
		if row != v.entry.CursorRow || column != v.entry.CursorColumn {
			row, column = v.entry.CursorRow, v.entry.CursorColumn
			v.marks.reveal(v.entry.CursorPosition())
		}
	}
	v.readings = container.NewHBox()
	v.offered = container.NewHScroll(v.readings)
	v.said.Wrapping, v.notes.Wrapping = fyne.TextWrapWord, fyne.TextWrapWord
	v.jump = NewButton("Go to error", v.showError)
	again := func(string) { v.read(false) }
	v.format = NewSelect(formats.Names(), autoDetect, again)
	v.protocol = NewSelect(protocols.Names(), autoDetect, again)
	v.from = NewSelect(senders.Names(), autoDetect, again)
	options := container.NewHScroll(container.NewHBox(
		widget.NewLabel("Format"), v.format, widget.NewLabel("Protocol"), v.protocol, widget.NewLabel("Sent as"), v.from))
	options.Hide()
	how := NewButton("Decode as…", func() {
		ShowIf(!options.Visible(), options)
		v.top.Refresh()
	})
	sample := NewButton("Samples…", calling(&v.OnSample))
	low := container.NewVBox(NewBorder(nil, nil, nil, container.NewVBox(container.NewHBox(v.jump, sample, how)), v.said),
		v.offered, v.notes, options)
	v.top = NewBorder(nil, low, nil, nil, newEdged(v.marks.scroll, func() colour { return CurrentPalette().Edge }))
	split := NewVSplit(v.top, container.NewStack(v.inspector, v.veil))
	v.inspector.x.Listen(state.TopicCurrent, func(state.Topic) { v.showDatagram() })
	split.Offset = 0.28
	editor := newFieldEditor(v)
	v.Content = container.NewStack(split, container.NewWithoutLayout(editor.entry))
	v.tell()
	return v
}

func (v *PasteView) Inspector() *Inspector { return v.inspector }
func (v *PasteView) Focus()                { focusIn(v.entry, v.Content) }
func (v *PasteView) Text() string          { return v.entry.Text }

// SetText puts a text into the box and reads it.
func (v *PasteView) SetText(text string) { v.SetBytes([]byte(text)) }

// Open is SetText of a text that is decoded as the names say; then is called once it has been read.
func (v *PasteView) Open(text, format, protocol, from string, then func(*state.Inspector)) {
	for i, s := range []*Select{v.format, v.protocol, v.from} {
		s.Choose(autoDetect)
		if name := [...]string{format, protocol, from}[i]; slices.Contains(s.Options, name) {
			s.Choose(name)
		}
	}
	v.then = then
	v.SetText(text)
}

// SetBytes reads a text or a file; what is no text, or too long to be laid out, is not shown in the box.
func (v *PasteView) SetBytes(b []byte) {
	text := string(b)
	shown := len(b) <= shownText && printable(text)
	if !shown {
		text = ""
	}
	v.entry.Write(text)
	v.bytes = nil
	if !shown {
		v.bytes = b
	}
	v.read(false)
}

func printable(s string) bool {
	for _, r := range s {
		if r == '�' || r < ' ' && !strings.ContainsRune("\t\r\n", r) {
			return false
		}
	}
	return true
}

const (
	readAtOnce = 64 << 10               // bytes of a text that is read while it is typed
	typingEnds = 250 * time.Millisecond // how long a longer text is waited for
)

// read reads the text, a long one elsewhere; keep says that it is nearly the one before: the selection stays.
func (v *PasteView) read(keep bool) {
	v.worker.drop()
	o, text := v.options(), v.bytes
	if text == nil {
		text = []byte(v.entry.Text)
	}
	if len(text) <= readAtOnce {
		v.show(state.ReadPaste(text, o), keep)
		return
	}
	v.said.SetText("Reading…")
	wait := time.Duration(0)
	if keep {
		wait = typingEnds
	}
	v.worker.begin("", 0, func(ctx context.Context, _ func(func())) func() {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(wait):
		}
		// One at a time: each may take many times the memory of its text.
		v.reading.Lock()
		defer v.reading.Unlock()
		if ctx.Err() != nil {
			return nil
		}
		p := state.ReadPaste(text, o)
		return func() { v.show(p, keep) }
	})
}

func (v *PasteView) options() state.PasteOptions {
	return state.PasteOptions{Format: formats.Of(v.format.Selected), Protocol: protocols.Of(v.protocol.Selected),
		From: senders.Of(v.from.Selected)}
}

func (v *PasteView) show(p *state.Paste, keep bool) {
	v.paste = p
	v.stale = keep && p.Err != nil && v.inspector.x.Source().Len() > 0
	switch {
	case v.stale: // something is half typed
	case keep:
		v.inspector.x.Reopen(p.List)
	default:
		v.inspector.x.Open(p.List)
		if then := v.then; then != nil {
			v.then = nil
			then(v.inspector.x)
		}
	}
	v.tell()
}

// tell says what was read, or why it could not be.
func (v *PasteView) tell() {
	p := v.paste
	v.said.Importance = widget.MediumImportance
	text := p.Said()
	if p.Err != nil {
		v.said.Importance = widget.DangerImportance
		text = "Cannot read this: " + text
		if v.stale {
			text += ". The last readable result is shown dimmed."
		}
	} else if v.bytes != nil {
		text = fmt.Sprintf("%s, not shown here: not text, or too long. ", state.Plural(len(v.bytes), "byte")) + text
	}
	v.said.SetText(text)
	ShowIf(p.Err != nil && v.bytes == nil, v.jump)
	v.offer()
	v.mark()
	var notes []string
	for i, n := range p.Notes {
		if i == 5 {
			notes = append(notes, fmt.Sprintf("and %d more problems", len(p.Notes)-i))
			break
		}
		if n.Line > 0 {
			notes = append(notes, fmt.Sprintf("line %d: %s", n.Line, n.Text))
		} else {
			notes = append(notes, n.Text)
		}
	}
	v.notes.SetText(state.Escape(strings.Join(notes, "; ")))
	ShowIf(len(notes) > 0, v.notes)
	v.top.Refresh()
	v.Content.Refresh()
}

// mark marks what of the text was read, or where it cannot be read, and dims what was read before that.
func (v *PasteView) mark() {
	m := v.marks
	m.lines, m.parts, m.fault = strings.Split(v.entry.Text, "\n"), v.paste.Passages, v.paste.Err
	if v.bytes != nil {
		m.parts, m.fault = nil, nil
	}
	m.current = v.inspector.x.Current()
	m.scroll.Refresh()
	v.dim()
	ShowIf(v.stale, v.veil)
}

// dim draws the marks, and what is over what was read before an error, in the colours of the theme.
func (v *PasteView) dim() {
	v.marks.draw()
	veil := CurrentPalette().Background
	veil.A = 0x70
	setFill(v.veil, veil)
}

// showDatagram marks the current datagram in the text, and brings it into sight when nobody is typing there.
func (v *PasteView) showDatagram() {
	m := v.marks
	if v.stale || m.current == v.inspector.x.Current() {
		return
	}
	m.current = v.inspector.x.Current()
	m.draw()
	if c := fyne.CurrentApp().Driver().CanvasForObject(v.entry); c != nil && c.Focused() == v.entry {
		return
	}
	i := slices.IndexFunc(m.parts, func(q view.Passage) bool { return int(q.Datagram) == m.current })
	if i >= 0 {
		m.reveal(m.at(m.parts[i].Line, m.parts[i].Column))
	}
}

// offer shows in which other ways the text can be read, and what was chosen.
func (v *PasteView) offer() {
	v.readings.RemoveAll()
	var chosen []string
	for _, s := range []*Select{v.format, v.protocol, v.from} {
		if s.Selected != autoDetect {
			chosen = append(chosen, s.Selected)
		}
	}
	if len(chosen) > 0 {
		v.readings.Add(widget.NewLabel("Decoded as " + strings.Join(chosen, ", ") + ", as chosen."))
		v.readings.Add(NewButton(autoDetect, func() { v.choose(autoDetect, autoDetect, autoDetect) }))
	}
	if others := v.paste.Others; len(others) > 0 {
		v.readings.Add(widget.NewLabel("Other interpretations:"))
		for _, r := range others {
			v.readings.Add(NewButton(r.String(), func() { v.choose(r.Format.String(), v.protocol.Selected, v.from.Selected) }))
		}
	}
	ShowIf(len(v.readings.Objects) > 0, v.offered)
}

// choose has the text decoded as a format, a protocol and who sent it.
func (v *PasteView) choose(format, protocol, from string) {
	for i, s := range []*Select{v.format, v.protocol, v.from} {
		s.Choose([...]string{format, protocol, from}[i])
	}
	v.read(false)
}

// showError puts the keyboard where the text cannot be read.
func (v *PasteView) showError() {
	if e := v.paste.Err; e != nil {
		v.entry.CursorRow, v.entry.CursorColumn = max(0, e.Line-1), max(0, e.Column-1)
		focusIn(v.entry, v.Content)
		v.entry.Refresh()
		v.marks.reveal(v.entry.CursorPosition())
	}
}
