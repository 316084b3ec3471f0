package ui

import (
	"fmt"
	"strings"

	"fragscope/decoder/structure/workbench"
	"fragscope/desktop/state"

	"fyne.io/fyne/v2"
)

// say says where the keyboard is, or what was done.
func (v *structureView) say(text string) {
	v.said = text
	v.x.Say(text)
}

// choose brings the keyboard to a row, and to bytes of it.
func (v *structureView) choose(row, from, to int) {
	if len(v.rows) == 0 {
		return
	}
	v.at = max(0, min(row, len(v.rows)-1))
	r := v.rows[v.at]
	if r.packet >= 0 {
		last := len(v.bench.Data(r.packet)) - 1
		v.from, v.to = max(0, min(from, last)), max(0, min(to, last))
		v.uncover(r)
	}
	v.view.Count = v.count()
	v.view.Reveal(v.at)
	v.reset()
	f := v.current()
	text := ""
	if r.packet >= 0 {
		text = fmt.Sprintf("packet %d, byte %s", v.which[r.packet]+1, state.Offset(v.to))
		if v.from != v.to {
			text = fmt.Sprintf("packet %d, %s", v.which[r.packet]+1, state.Plural(max(v.from, v.to)-min(v.from, v.to)+1, "byte"))
		}
	}
	if f >= 0 {
		x := &v.bench.Kinds()[r.kind].Findings[f]
		if text != "" {
			text += ": "
		}
		text += x.Type.String() + ": " + x.Text
	}
	if text != "" {
		v.say(text)
	}
}

// uncover scrolls the grids to the byte that the keyboard is at.
func (v *structureView) uncover(r structureRow) {
	for _, s := range v.parts(r.kind, r.packet) {
		if v.to < s.Offset || v.to >= s.Offset+s.Length {
			continue
		}
		x, wide := v.xOf(r.kind, s, min(v.to, s.Offset+mostOfPart-1))
		first := lineMargin + (float32(v.grids[r.kind].no)+2)*monoFont().advance('0')
		if x < first {
			v.left = max(0, v.left-(first-x))
		} else if x+wide > v.width {
			v.left += x + wide - v.width
		}
	}
}

// current returns the finding that the keyboard is at, -1 for none.
func (v *structureView) current() int {
	if v.bench == nil || v.at >= len(v.rows) {
		return -1
	}
	r := v.rows[v.at]
	if r.packet < 0 {
		return r.finding
	}
	for _, s := range v.bench.Kinds()[r.kind].Spans(v.bench.Data(r.packet)) {
		if v.to >= s.Offset && v.to < s.Offset+s.Length {
			return s.Finding
		}
	}
	return -1
}

// byteAt returns the byte of row i at x, -1 for none.
func (v *structureView) byteAt(i int, x float32) int {
	r := v.rows[i]
	if r.packet < 0 {
		return -1
	}
	for _, s := range v.parts(r.kind, r.packet) {
		begin, wide := v.xOf(r.kind, s, s.Offset)
		if n := int((x - begin) / wide); x >= begin && n < min(s.Length, mostOfPart) {
			return s.Offset + n
		}
	}
	return -1
}

func (v *structureView) tap(i int, x float32) {
	r := v.rows[i]
	switch o := v.byteAt(i, x); {
	case o >= 0 && shiftHeld() && i == v.at:
		v.choose(i, v.from, o)
	case o >= 0:
		v.choose(i, o, o)
	case r.all, r.finding >= 0 && x < lineMargin+acceptWidth():
		v.choose(i, v.from, v.to)
		v.accept()
	default:
		v.choose(i, v.from, v.to)
	}
}

// Dragged implements fyne.Draggable: bytes of a row are selected.
func (v *structureView) Dragged(e *fyne.DragEvent) {
	if v.bench == nil || v.at >= len(v.rows) {
		return
	}
	start := e.Position.Subtract(fyne.NewPos(e.Dragged.DX, e.Dragged.DY))
	if i := v.rowPool.at(start); !v.drag && i >= 0 {
		if o := v.byteAt(i, start.X); o >= 0 {
			v.choose(i, o, o)
			v.drag = true
		}
	}
	if o := v.byteAt(v.at, e.Position.X); v.drag && o >= 0 && o != v.to {
		v.choose(v.at, v.from, o)
	}
}

func (v *structureView) DragEnd() { v.drag = false }

// changed shows what follows from another decision, or says why it cannot be taken.
func (v *structureView) changed(err error, said string) {
	if err != nil {
		_, text, ok := strings.Cut(err.Error(), ": ")
		if !ok {
			text = err.Error()
		}
		v.say(text)
		return
	}
	v.list()
	v.say(said)
	if v.of.OnLayout != nil {
		v.of.OnLayout(v.bench.Layout())
	}
}

// accept accepts what the keyboard is at, or no longer.
func (v *structureView) accept() {
	if v.bench == nil || v.at >= len(v.rows) {
		return
	}
	r := v.rows[v.at]
	if r.all {
		v.changed(v.bench.AcceptAll(r.kind), "accepted")
		return
	}
	f := v.current()
	if f < 0 {
		v.say("nothing was found here; a key such as 2 makes the selected bytes a number")
		return
	}
	x := v.bench.Kinds()[r.kind].Findings[f]
	said := "accepted"
	if x.Accepted {
		said = "no longer accepted"
	}
	v.changed(v.bench.Accept(r.kind, f, x.Name), said)
}

// rename asks for the name of what the keyboard is at.
func (v *structureView) rename() {
	f := v.current()
	if f < 0 || v.of.OnName == nil {
		return
	}
	kind := v.rows[v.at].kind
	now := v.bench.Kinds()[kind].Findings[f].Name
	v.of.OnName(now, func(name string) {
		if name != now {
			v.changed(v.bench.Accept(kind, f, name), "named "+name)
		}
	})
}

func (v *structureView) Undo() bool {
	if v.bench == nil || !v.bench.Undo() {
		return false
	}
	v.changed(nil, "undone")
	return true
}

func (v *structureView) TypedRune(key rune) {
	if v.bench == nil || v.at >= len(v.rows) {
		return
	}
	switch key {
	case 'a', ' ':
		v.accept()
	case 'b':
		v.big = !v.big
		v.say(map[bool]string{false: "numbers are little endian", true: "numbers are big endian"}[v.big])
	case 'n':
		v.rename()
	case 'z':
		if !v.Undo() {
			v.say("nothing to undo")
		}
	case 'y':
		if v.bench.Redo() {
			v.changed(nil, "redone")
		}
	default:
		r := v.rows[v.at]
		form, size := workbench.Form(key, v.big)
		if form == "" || r.packet < 0 {
			return
		}
		from := min(v.from, v.to)
		if size == 0 {
			size = max(v.from, v.to) - from + 1
		}
		v.changed(v.bench.Mark(r.kind, r.packet, from, size, form), fmt.Sprintf("%s at %s: %s", state.Plural(size, "byte"),
			state.Offset(from), form))
	}
}

func (v *structureView) pressed(k *fyne.KeyEvent) {
	if v.bench == nil || v.at >= len(v.rows) {
		return
	}
	from, to := v.from, v.to
	packet := v.rows[v.at].packet
	switch {
	case packet >= 0 && k.Name == fyne.KeyLeft:
		to--
	case packet >= 0 && k.Name == fyne.KeyRight:
		to++
	case packet >= 0 && k.Name == fyne.KeyHome:
		to = 0
	case packet >= 0 && k.Name == fyne.KeyEnd:
		to = len(v.bench.Data(packet)) - 1
	case k.Name == fyne.KeyReturn, k.Name == fyne.KeyEnter:
		v.accept()
		return
	case k.Name == fyne.KeyDelete, k.Name == fyne.KeyBackspace:
		if f := v.current(); f >= 0 && v.bench.Kinds()[v.rows[v.at].kind].Findings[f].Accepted {
			v.accept()
		}
		return
	default:
		if row, ok := v.stepped(k, v.at, len(v.rows)); ok {
			v.choose(row, v.from, v.to)
		}
		return
	}
	if !shiftHeld() {
		from = to
	}
	v.choose(v.at, from, to)
}

func (v *structureView) Show() {
	was := v.Visible() && v.bench != nil
	v.rowPool.Show()
	if !was {
		v.look()
	}
}
