package ui

import (
	"fmt"
	"strings"

	"fragscope/analyzer/unpack"
	"fragscope/decoder/structure"
	"fragscope/decoder/structure/workbench"
	"fragscope/desktop/state"
)

// A structureView shows each kind of unknown packets as a grid, and below it what was found, to accept.
type structureView struct {
	rowPool
	of    *Inspector
	x     *state.Inspector
	bench *workbench.Bench
	which []int // place of each compared datagram in the source
	rows  []structureRow
	at    int // row that the keyboard is at
	from  int // bytes that are selected in it, both included
	to    int
	left  float32 // how far the grids are scrolled to the right
	big   bool    // byte order of what keys make
	drag  bool
	said  string
	grids []structureGrid // of each kind
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

const mostOfPart = 24

func newStructureView(of *Inspector) *structureView {
	x := of.x
	v := &structureView{of: of, x: x}
	v.setup(v, "Structure of unknown packets. Arrow keys select bytes; 1, 2, 4, 8, F, S, C, G and X name them, A "+
		"accepts, N names, Z undoes.")
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
			v.bench = workbench.New(in, structure.Options{Unpack: unpack.Stream})
		}
	}
	v.list()
}

// follow takes what a layout that was kept says was decided, as far as it is about these packets.
func (v *structureView) follow(layout string) {
	if v.bench != nil && v.bench.Layout() == "" && layout != "" {
		v.bench.Follow(layout)
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
	no := piece{x: lineMargin, width: float32(v.grids[r.kind].no)*digit + 1, text: fmt.Sprint(v.which[r.packet] + 1),
		face: mono, colour: p.Faint, right: true}
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
