package ui

import (
	"fmt"
	"strings"

	"fragscope/decoder/structure"
	"fragscope/decoder/structure/workbench"
	"fragscope/desktop/state"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// A structureView shows what unknown packets are made of: of each kind a grid of its packets, a row
// each, in columns that are shaded by what they are; below it what was found, to accept. Bytes are
// selected with the mouse or the arrows, and a key says what they are.
type structureView struct {
	rowPool
	x     *state.Inspector
	bench *workbench.Bench
	which []int // place of each compared datagram in the source
	rows  []structureRow
	at    int // row that the keyboard is at
	from  int // bytes that are selected in it, both included
	to    int
	left  float32 // how far the grids are scrolled to the right
	big   bool    // byte order of what keys make
	shift bool
	drag  bool
	said  string
	grids []structureGrid // of each kind

	OnLayout func(layout string)                 // called when another layout follows from what is accepted
	OnName   func(now string, then func(string)) // asks for a name
}

// A structureRow is a line: the title of a kind, a packet, a finding, or what accepts all.
type structureRow struct {
	kind, packet, finding int // -1 for none; of the last two, one at most
	all                   bool
}

// A structureGrid says where the parts of a kind are shown.
type structureGrid struct {
	columns []structureColumn
	no      int // digits of the numbers in front
}

type structureColumn struct {
	finding, digits int
	begin           int // digits before it
}

// mostOfPart bounds the bytes of a part that the grid shows.
const mostOfPart = 24

func newStructureView(x *state.Inspector) *structureView {
	v := &structureView{x: x}
	v.setup(v, "Structure of unknown packets. Arrow keys select bytes; 1, 2, 4, 8, F, S, C, G and X name them, A accepts, N names, Z undoes.")
	v.rowHeight = func() float32 { return spaced(monoFont().height, 3) }
	v.count = func() int { return len(v.rows) }
	v.fill = v.row
	v.tapped = v.tap
	v.key = v.pressed
	v.Empty = "Two or more unknown packets are compared here; twelve that differ say most."
	x.Listen(state.TopicRows, func(state.Topic) {
		if v.Visible() {
			v.look()
		}
	})
	return v
}

// look compares the packets that are selected, or all unknown ones, unless that was done.
func (v *structureView) look() {
	places := v.x.Picked()
	if len(places) < 2 {
		places = state.Unknown(v.x.Source(), workbench.MaxDatagrams)
	}
	which, in := state.Compared(v.x.Source(), places)
	v.which = which
	if v.bench == nil || len(in) < 2 || !v.bench.Same(in) {
		v.bench, v.at, v.from, v.to, v.left = nil, 0, 0, 0, 0
		if len(in) > 1 {
			v.bench = workbench.New(in)
		}
	}
	v.list()
}

// follow takes what a layout that was kept says was decided, as far as it is about these packets.
func (v *structureView) follow(layout string) {
	if v.bench != nil && v.bench.Layout() == "" && layout != "" {
		_ = v.bench.Set(workbench.Decided(layout))
		v.list()
	}
}

// list makes the rows.
func (v *structureView) list() {
	v.rows, v.grids = v.rows[:0], v.grids[:0]
	if v.bench != nil {
		for k := range v.bench.Kinds() {
			kind := &v.bench.Kinds()[k]
			v.rows = append(v.rows, structureRow{k, -1, -1, false})
			for _, i := range v.bench.Rows(k) {
				v.rows = append(v.rows, structureRow{k, i, -1, false})
			}
			v.rows = append(v.rows, structureRow{k, -1, -1, true})
			for _, f := range kind.InOrder() {
				v.rows = append(v.rows, structureRow{k, -1, f, false})
			}
			v.grids = append(v.grids, v.columns(k))
		}
	}
	v.at = max(0, min(v.at, len(v.rows)-1))
	v.reset()
}

// columns says where the parts of a kind are shown: below each other, as wide as the longest.
func (v *structureView) columns(kind int) (g structureGrid) {
	k := &v.bench.Kinds()[kind]
	for _, i := range v.bench.Rows(kind) {
		g.no = max(g.no, len(fmt.Sprint(v.which[i]+1)))
		at := 0
		for _, s := range k.Spans(v.bench.Data(i)) {
			n := at
			for n < len(g.columns) && g.columns[n].finding != s.Finding {
				n++
			}
			if n == len(g.columns) { // not seen in the rows before
				n = at
				g.columns = append(g.columns[:n], append([]structureColumn{{finding: s.Finding}}, g.columns[n:]...)...)
			}
			g.columns[n].digits = max(g.columns[n].digits, 2*min(s.Length, mostOfPart))
			at = n + 1
		}
	}
	begin := 0
	for n := range g.columns {
		g.columns[n].begin = begin
		begin += g.columns[n].digits + 1
	}
	return g
}

// A shownPart is a part of a packet in the grid.
type shownPart struct {
	structure.Span
	column int
}

func (v *structureView) parts(kind, packet int) (list []shownPart) {
	g := &v.grids[kind]
	at := 0
	for _, s := range v.bench.Kinds()[kind].Spans(v.bench.Data(packet)) {
		for at < len(g.columns)-1 && g.columns[at].finding != s.Finding {
			at++
		}
		list = append(list, shownPart{s, at})
		at++
	}
	return list
}

// xOf returns where a byte of a part is, and how wide the two digits are.
func (v *structureView) xOf(kind int, p shownPart, offset int) (x, wide float32) {
	digit := monoFont().advance('0')
	g := &v.grids[kind]
	columns := g.columns[p.column]
	return lineMargin + (float32(g.no)+2+float32(columns.begin)+2*float32(offset-p.Offset))*digit - v.left, 2 * digit
}

func (v *structureView) row(l *line, i int) {
	p, r := CurrentPalette(), v.rows[i]
	kind := &v.bench.Kinds()[r.kind]
	face := textFont(false)
	here := i == v.at
	switch {
	case r.packet >= 0:
		v.packet(l, r, here)
	case r.finding >= 0:
		v.finding(l, kind, r.finding, here)
	case r.all:
		text := fmt.Sprintf("Accept all of kind %d", r.kind+1)
		l.add(piece{x: lineMargin, text: text, face: face, colour: p.Accent})
		if here {
			l.ground = p.AccentSoft
		}
	default:
		text := fmt.Sprintf("Kind %d", r.kind+1)
		bold := textFont(true)
		l.add(piece{x: lineMargin, text: text, face: bold, colour: p.Text})
		about := state.Plural(len(kind.Packets), "packet")
		if a := workbench.About(kind); a != "" {
			about += ", " + a
		}
		l.add(piece{x: lineMargin + bold.width(text) + 10, text: about, face: face, colour: p.Faint})
		l.rule = p.Line
		if here {
			l.ground = p.AccentSoft
		}
	}
}

func (v *structureView) packet(l *line, r structureRow, here bool) {
	p, mono := CurrentPalette(), monoFont()
	data := v.bench.Data(r.packet)
	kind := &v.bench.Kinds()[r.kind]
	digit := mono.advance('0')
	first := lineMargin + (float32(v.grids[r.kind].no)+1)*digit
	for _, s := range v.parts(r.kind, r.packet) {
		x, wide := v.xOf(r.kind, s, s.Offset)
		column := v.grids[r.kind].columns[s.column]
		ground := p.Background
		if s.Finding >= 0 {
			f := &kind.Findings[s.Finding]
			if ground = p.Shade(workbench.Category(f.Type), 1); f.Accepted {
				ground = mixed(p.Accent, ground, 0.3)
			}
		}
		if end := x + float32(column.digits)*digit; end > first {
			begin := max(x, first)
			l.add(piece{x: begin - 2, y: -2, width: end - begin + 4, height: float32(v.view.RowHeight) + 5, ground: ground})
		}
		for o := s.Offset; o < s.Offset+min(s.Length, mostOfPart); o++ {
			x, _ := v.xOf(r.kind, s, o)
			if x < first || x > v.width {
				continue
			}
			q := piece{x: x, width: wide + 1, text: fmt.Sprintf("%02x", data[o]), face: mono, colour: p.Text}
			if here && o >= min(v.from, v.to) && o <= max(v.from, v.to) {
				q.colour, q.ground = p.OnAccent, p.Accent
			}
			l.add(q)
		}
	}
	no := piece{x: lineMargin, width: float32(v.grids[r.kind].no)*digit + 1, text: fmt.Sprint(v.which[r.packet] + 1), face: mono, colour: p.Faint, right: true}
	if here {
		l.edge = p.Accent
	}
	l.add(no)
}

// acceptWidth is the room of the word in front of a finding.
func acceptWidth() float32 { return textFont(true).width("Accepted") + 12 }

func (v *structureView) finding(l *line, kind *structure.Kind, i int, here bool) {
	p, face, mono := CurrentPalette(), textFont(false), monoFont()
	f := &kind.Findings[i]
	if here {
		l.ground = p.AccentSoft
	}
	word := piece{x: lineMargin, text: "Accept", face: face, colour: p.Accent}
	if f.Accepted {
		word.text, word.face = "Accepted", textFont(true)
	}
	l.add(word)
	x := lineMargin + acceptWidth()
	at := fmt.Sprint(f.Offset)
	if f.Length > 0 {
		at += fmt.Sprintf(" +%d", f.Length)
	} else {
		at += "…"
	}
	l.add(piece{x: x, width: mono.width("-0000 +000"), text: at, face: mono, colour: p.Faint, right: true})
	x += mono.width("-0000 +000") + 10
	l.add(piece{x: x, width: 9, height: float32(v.view.RowHeight), ground: p.Shade(workbench.Category(f.Type), 3)})
	x += 15
	if f.Name != "" {
		bold := textFont(true)
		l.add(piece{x: x, text: f.Name, face: bold, colour: p.Text})
		x += bold.width(f.Name) + 8
	}
	text := f.Type.String() + ": " + f.Text
	l.add(piece{x: x, text: text, face: face, colour: p.Text})
	x += face.width(text) + 10
	about := fmt.Sprintf("true in %d of %d", f.Holds, f.Seen)
	if len(f.Excludes) > 0 {
		about += "; less likely " + strings.Join(f.Excludes, ", ")
	}
	if x < v.width-40 {
		l.add(piece{x: x, text: about, face: face, colour: p.Faint})
	}
}

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
	case o >= 0 && v.shift && i == v.at:
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

// DragEnd implements fyne.Draggable.
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
	if v.OnLayout != nil {
		v.OnLayout(v.bench.Layout())
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
	if f < 0 || v.OnName == nil {
		return
	}
	kind := v.rows[v.at].kind
	now := v.bench.Kinds()[kind].Findings[f].Name
	v.OnName(now, func(name string) {
		if name != now {
			v.changed(v.bench.Accept(kind, f, name), "named "+name)
		}
	})
}

// Undo takes back the last step; false where there is none.
func (v *structureView) Undo() bool {
	if v.bench == nil || !v.bench.Undo() {
		return false
	}
	v.changed(nil, "undone")
	return true
}

// TypedRune implements fyne.Focusable.
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
		v.changed(v.bench.Mark(r.kind, r.packet, from, size, form), fmt.Sprintf("%s at %s: %s", state.Plural(size, "byte"), state.Offset(from), form))
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
	if !v.shift {
		from = to
	}
	v.choose(v.at, from, to)
}

// KeyDown implements desktop.Keyable, for Shift.
func (v *structureView) KeyDown(k *fyne.KeyEvent) { v.hold(k, true) }

// KeyUp implements desktop.Keyable.
func (v *structureView) KeyUp(k *fyne.KeyEvent) { v.hold(k, false) }

func (v *structureView) hold(k *fyne.KeyEvent, down bool) {
	if k.Name == desktop.KeyShiftLeft || k.Name == desktop.KeyShiftRight {
		v.shift = down
	}
}

// MouseDown implements desktop.Mouseable.
func (v *structureView) MouseDown(e *desktop.MouseEvent) {
	v.shift = e.Modifier&fyne.KeyModifierShift != 0
}

// MouseUp implements desktop.Mouseable.
func (v *structureView) MouseUp(*desktop.MouseEvent) { v.shift = false }

// FocusLost implements fyne.Focusable.
func (v *structureView) FocusLost() {
	v.shift = false
	v.rowPool.FocusLost()
}

// Show implements fyne.CanvasObject.
func (v *structureView) Show() {
	was := v.Visible() && v.bench != nil
	v.rowPool.Show()
	if !was {
		v.look()
	}
}
