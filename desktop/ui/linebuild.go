package ui

import (
	"fragscope/decoder/view"
	"fragscope/desktop/state"
)

// A lineBuilder breaks paragraphs, facts and tables into lines of a width.
type lineBuilder struct {
	p     *Palette
	width float32
	lines []line
}

func newLineBuilder(width float32) *lineBuilder {
	return &lineBuilder{p: CurrentPalette(), width: width}
}

// wrapMost bounds the lines of one text: a field may hold 64 KiB.
const wrapMost = 400

func (b *lineBuilder) add(l line) { b.lines = append(b.lines, l) }

func (b *lineBuilder) gap() {
	if len(b.lines) > 0 {
		b.add(line{})
	}
}

func (b *lineBuilder) heading(text string) {
	b.gap()
	b.add(line{pieces: []piece{{x: lineMargin, text: text, face: textFont(true), colour: b.p.Text}}, rule: b.p.Line})
}

// paragraph adds a text in as many lines as it takes.
func (b *lineBuilder) paragraph(text string, f *typeface, c colour, indent float32, each func(*line)) {
	x := lineMargin + indent
	for _, s := range f.wrap(text, max(40, b.width-x-lineMargin), wrapMost) {
		l := line{pieces: []piece{{x: x, text: s, face: f, colour: c}}}
		if each != nil {
			each(&l)
		}
		b.add(l)
	}
}

// spans adds a text in colours behind x, in as many lines as it takes; what precedes it on the first line goes along.
func (b *lineBuilder) spans(front []piece, spans []state.Span, f *typeface, x float32) {
	end := b.width - lineMargin
	l := line{pieces: front}
	at := x
	game := coloured(spans)
	for _, s := range spans {
		for rest := s.Text; rest != ""; {
			part := f.wrap(rest, max(40, end-at), 2)[0]
			if f.width(rest) > end-at && at > x {
				// Begin it on a line of its own when that saves a break.
				b.add(l)
				l, at = line{}, x
				continue
			}
			q := piece{x: at, text: part, face: f, colour: b.p.Text}
			if game {
				q.colour, q.ground = spanColour(s), gameGround
			}
			l.pieces = append(l.pieces, q)
			at += f.width(part)
			rest = rest[len(part):]
			if rest != "" {
				if rest[0] == ' ' {
					rest = rest[1:]
				}
				b.add(l)
				l, at = line{}, x
				if len(b.lines) > 4*wrapMost {
					return
				}
			}
		}
	}
	if len(l.pieces) > 0 {
		b.add(l)
	}
}

func coloured(spans []state.Span) bool {
	for _, s := range spans {
		if !s.Plain {
			return true
		}
	}
	return false
}

// facts adds names with their values in a column beside them.
func (b *lineBuilder) facts(list []view.Fact) {
	column := float32(0)
	for _, f := range list {
		column = max(column, textFont(false).width(f.Name))
	}
	column = min(column+lineMargin+14, b.width*0.5)
	for _, f := range list {
		b.fact(f.Name, f.Value, column)
	}
}

func (b *lineBuilder) fact(name string, value []state.Span, column float32) {
	front := []piece{{x: lineMargin, width: column - lineMargin - 6, text: name, face: textFont(false), colour: b.p.Faint}}
	b.spans(front, value, textFont(false), column)
}

// table adds a table whose columns are as wide as what is in them, as far as there is room.
func (b *lineBuilder) table(t state.Table) {
	b.heading(t.Name)
	f, small := textFont(false), smallFont()
	left := b.width - 2*lineMargin
	widths, least := make([]float32, len(t.Columns)), make([]float32, len(t.Columns))
	for i, c := range t.Columns {
		least[i] = 24
		for _, row := range t.Rows {
			w := float32(0)
			for _, s := range row[i] {
				w += f.width(s.Text)
			}
			least[i] = max(least[i], min(w+6, b.width*0.6))
		}
		widths[i] = max(least[i], small.width(c.Name)+2)
		left -= widths[i]
	}
	gap := max(8, min(14, left/float32(max(1, len(widths)-1)))) // what is between columns is narrower before they are
	b.shrink(widths, least, gap)
	head := line{rule: b.p.Line}
	x := float32(lineMargin)
	for i, c := range t.Columns {
		head.pieces = append(head.pieces, piece{x: x, width: widths[i], text: c.Name, face: small, colour: b.p.Faint,
			right: c.Number})
		x += widths[i] + gap
	}
	b.add(head)
	for _, row := range t.Rows {
		l := line{rule: b.p.Line}
		x := float32(lineMargin)
		for i, cell := range row {
			l.pieces = append(l.pieces, b.cell(cell, x, widths[i], t.Columns[i].Number)...)
			x += widths[i] + gap
		}
		b.add(l)
	}
}

// shrink takes room from the widest columns until all fit: first from those that only their heads make so wide.
func (b *lineBuilder) shrink(widths, least []float32, gap float32) {
	room := b.width - 2*lineMargin - gap*float32(len(widths)-1)
	for range 128 {
		sum, widest, heads := float32(0), 0, -1
		for i, w := range widths {
			sum += w
			if w > widths[widest] {
				widest = i
			}
			if w > least[i] && (heads < 0 || w > widths[heads]) {
				heads = i
			}
		}
		switch by := max(4, (sum-room)/2); {
		case sum <= room:
			return
		case heads >= 0:
			widths[heads] = max(least[heads], widths[heads]-by)
		default:
			widths[widest] = max(24, widths[widest]-by)
			least[widest] = widths[widest]
		}
	}
}

func (b *lineBuilder) cell(spans []state.Span, x, width float32, right bool) []piece {
	f := textFont(false)
	if !coloured(spans) {
		text := ""
		for _, s := range spans {
			text += s.Text
		}
		return []piece{{x: x, width: width, text: text, face: f, colour: b.p.Text, right: right}}
	}
	list, _ := b.run(nil, spans, f, x+2, x+width)
	return list
}

// run adds a text in its colours to a line, from x on and no further than to end; it returns where the text ends.
func (b *lineBuilder) run(list []piece, spans []state.Span, f *typeface, x, end float32) ([]piece, float32) {
	game := coloured(spans)
	for _, s := range spans {
		if end-x < f.size {
			break
		}
		q := piece{x: x, width: end - x, text: f.fit(s.Text, end-x), face: f, colour: b.p.Text}
		if game {
			q.colour, q.ground = spanColour(s), gameGround
		}
		list = append(list, q)
		x += f.width(q.text)
	}
	return list, x
}

// widthOf returns how wide a text is as a whole.
func widthOf(spans []state.Span, f *typeface) (width float32) {
	for _, s := range spans {
		width += f.width(s.Text)
	}
	return width
}
