package ui

import (
	"slices"
	"strings"
	"time"

	"fragscope/decoder/view"
	"fragscope/desktop/state"

	"fyne.io/fyne/v2"
)

// twice is within which time two clicks on a row are one that edits it.
const twice = 400 * time.Millisecond

// A fieldEditor changes a field of a paste where it is.
type fieldEditor struct {
	entry *Entry
	paste *PasteView
	field int // -1 for none
}

func newFieldEditor(v *PasteView) *fieldEditor {
	e := &fieldEditor{entry: NewEntry("Value"), paste: v, field: -1}
	e.entry.TextStyle.Monospace = true
	e.entry.OnSubmitted = func(text string) { e.accept(text) }
	e.entry.OnChanged = func(string) { e.entry.SetWrong(nil) }
	e.entry.OnEscape, e.entry.OnLeft = e.end, e.close
	e.entry.Hide()
	v.inspector.tree.OnEdit = e.begin
	v.inspector.x.Listen(state.TopicCurrent|state.TopicSelect|state.TopicTree, func(state.Topic) { e.close() })
	return e
}

func (e *fieldEditor) begin(row int) {
	x, tree := e.paste.inspector.x, e.paste.inspector.tree
	if row >= 0 && x.Tree().Bit(row) {
		row = x.Tree().Parent(row)
		x.SelectRow(row)
	}
	m := x.Message()
	if row < 0 || m == nil || e.paste.stale {
		return
	}
	e.field = view.Shown(m, x.Tree().Field(row))
	text := state.FieldText(m, e.field)
	if len(text) > longestEdited {
		x.Say("the value is too long to be edited here: change its bytes in the text above")
		return
	}
	e.entry.SetText(text)
	e.entry.SetWrong(nil)
	d := fyne.CurrentApp().Driver()
	at := d.AbsolutePositionForObject(tree).Subtract(d.AbsolutePositionForObject(e.paste.Content))
	at = at.Add(tree.valueAt(row))
	height := e.entry.MinSize().Height
	put(e.entry, at.X, at.Y-(height-tree.rowHeight())/2, tree.width-tree.columns.value, height)
	e.entry.Show()
	focusIn(e.entry, e.paste.Content)
	e.entry.TypedShortcut(&fyne.ShortcutSelectAll{})
}

// longestEdited is how many characters of a value an entry takes.
const longestEdited = 4096

func (e *fieldEditor) accept(text string) {
	x := e.paste.inspector.x
	if err := e.paste.Change(e.field, text); err != nil {
		e.entry.SetWrong(err)
		x.Say(strings.TrimPrefix(err.Error(), x.Message().Key(e.field)+": "))
		return
	}
	e.end()
}

// end closes the entry and gives the keyboard back.
func (e *fieldEditor) end() {
	e.close()
	focusIn(e.paste.inspector.tree, e.paste.Content)
}

func (e *fieldEditor) close() { e.entry.Hide() }

// valueAt returns where the value of a row is.
func (t *FieldTree) valueAt(row int) fyne.Position {
	return fyne.NewPos(t.columns.value, t.headHeight()+float32(t.view.Y(t.x.Tree().PlaceOf(row))))
}

// TypedKey implements fyne.Focusable: F2 edits the value of the row.
func (t *FieldTree) TypedKey(k *fyne.KeyEvent) {
	if k.Name == fyne.KeyF2 && t.OnEdit != nil {
		t.OnEdit(t.x.Row())
		return
	}
	t.rowPool.TypedKey(k)
}

// Change gives a field of the datagram that is shown another value.
func (v *PasteView) Change(field int, value string) error {
	x := v.inspector.x
	b, err := state.EditField(x.Message(), field, value)
	if err == nil {
		v.replace(b, x.Row())
	}
	return err
}

// replace puts other bytes in the place of the datagram that is shown; what was there before can be restored.
func (v *PasteView) replace(b []byte, row int) {
	current := v.inspector.x.Current()
	text := v.paste.Rewrite(v.whole(), v.options(), current, b)
	v.before = append(v.before, v.whole())
	for size := 0; ; size = 0 {
		for _, t := range v.before {
			size += len(t)
		}
		if len(v.before) == 1 || size <= mostBefore {
			break
		}
		v.before = slices.Clone(v.before[1:])
	}
	v.edited = text
	v.rewrite(v.edited, current, row)
	v.inspector.x.Say("changed; lengths and checksums updated. Ctrl+Z restores what was there before")
}

// rewrite reads a text in which one datagram is another, and shows that.
func (v *PasteView) rewrite(text string, current, row int) {
	v.Open(text, v.format.Selected, v.protocol.Selected, v.from.Selected, func(x *state.Inspector) {
		x.Go(current)
		x.SelectRow(min(row, x.Tree().Len()-1))
	})
}

// Undo restores the text before the last change of a field, and reports whether there is one.
func (v *PasteView) Undo() bool {
	n := len(v.before)
	if n == 0 || v.whole() != v.edited {
		return false
	}
	v.edited = v.before[n-1]
	v.before = v.before[:n-1]
	v.rewrite(v.edited, v.inspector.x.Current(), v.inspector.x.Row())
	return true
}

// whole returns the text that is read, also where the box does not show it.
func (v *PasteView) whole() string {
	if v.bytes != nil {
		return string(v.bytes)
	}
	return v.entry.Text
}

// mostBefore bounds the texts that are kept to be restored, in bytes.
const mostBefore = 4 << 20
