package ui

import (
	"fmt"
	"strconv"
	"strings"

	"fragscope/decoder/explain"
	specs "fragscope/decoder/protocol"
	"fragscope/decoder/view"
	"fragscope/desktop/state"
)

// detailLines explain what is selected: its value in full, what it means, its problems, and where that is known from.
func detailLines(x *state.Inspector, width float32) []line {
	b := newLineBuilder(width)
	text, faint := textFont(false), b.p.Faint
	m := x.Message()
	if err := x.Err(); err != nil {
		b.paragraph(err.Error(), text, b.p.Error, 0, nil)
		return b.lines
	}
	if m == nil {
		b.paragraph("Select a field or byte to see its full value, meaning and source.", text, faint, 0, nil)
		return b.lines
	}
	r, ok := x.Selection()
	if !ok {
		b.paragraph(m.Info.Name, textFont(true), b.p.Text, 0, nil)
		b.paragraph(m.Info.Doc, text, b.p.Text, 0, nil)
		b.paragraph(state.Plural(len(m.Data), "byte")+". Select a field or a byte: it is highlighted in all parts, and "+
			"explained here.", text, faint, 0, nil)
		b.legend()
		return b.lines
	}
	row := x.Row()
	if row >= 0 && x.Tree().Range(row) == r {
		b.field(x, row)
	} else {
		b.bytes(x, r)
	}
	for _, f := range x.ProblemsAt(r) {
		b.gap()
		b.problem(f, "byte "+state.Offset(f.Range.Start), func() { showFinding(x, f) })
		b.paragraph(f.Story, text, faint, 12, nil)
		b.source(f.Source, 12)
	}
	if row >= 0 && x.Tree().Range(row) == r {
		b.explain(x.Tree().Key(row))
	}
	return b.lines
}

// legend says what the grounds of bytes and fields represent.
func (b *lineBuilder) legend() {
	f := textFont(false)
	b.gap()
	x := float32(lineMargin) + 2
	var pieces []piece
	for h := range view.CategoryGroup {
		name := h.String()
		if w := f.width(name) + 14; x+w > b.width-lineMargin && pieces != nil {
			b.add(line{pieces: pieces})
			pieces, x = nil, lineMargin+2
		}
		if h == view.CategoryUnknown {
			name += " (striped)"
		}
		pieces = append(pieces, piece{x: x, text: name, face: f, colour: b.p.Text, ground: b.p.Shade(h, 1)})
		x += f.width(name) + 14
	}
	b.add(line{pieces: pieces})
}

func (b *lineBuilder) field(x *state.Inspector, row int) {
	t := x.Tree()
	text, mono := textFont(false), monoFont()
	b.paragraph(t.Name(row), textFont(true), b.p.Text, 0, nil)
	if spans := t.Spans(row); spans != nil {
		b.spans(nil, spans, mono, lineMargin+2)
	} else {
		b.paragraph(t.Value(row), mono, b.p.Text, 0, nil)
	}
	b.paragraph(t.Note(row), text, b.p.Text, 0, nil)
	r := t.Range(row)
	where := fmt.Sprintf("%s, %s at %s, %s", t.Kind(row), state.Plural(r.Len(), "byte"), state.Offset(r.Start), t.Key(row))
	if mask := t.Mask(row); mask != 0 {
		where += fmt.Sprintf(", bits 0x%X", mask)
	}
	b.paragraph(where, smallFont(), b.p.Faint, 0, nil)
}

func (b *lineBuilder) bytes(x *state.Inspector, r state.Range) {
	text, mono := textFont(false), monoFont()
	m, t := x.Message(), x.Tree()
	b.paragraph(fmt.Sprintf("%s selected, at %s", state.Plural(r.Len(), "byte"), state.Offset(r.Start)), textFont(true),
		b.p.Text, 0, nil)
	for n, row := range t.AppendLeaves(make([]int, 0, 31), r) {
		if n == 30 {
			b.paragraph("…", text, b.p.Faint, 0, nil)
			break
		}
		name := t.Name(row) + "  "
		at := lineMargin + text.width(name)
		b.add(line{action: func() { x.SelectRow(row) }, pieces: []piece{
			{x: lineMargin, text: name, face: text, colour: b.p.Accent},
			{x: at, text: t.Short(row), face: mono, colour: b.p.Text},
		}})
	}
	b.facts(view.Interpretations(m.Data[r.Start:r.End]))
}

func (b *lineBuilder) explain(key string) {
	text := textFont(false)
	for _, e := range explain.Explain(key) {
		if e.Field == nil {
			continue
		}
		if e.Field.Doc == "" && e.Field.Symbols == nil && e.Field.Source == "" {
			continue
		}
		b.gap()
		b.paragraph(e.Field.Doc, text, b.p.Text, 0, nil)
		if s := e.Field.Symbols; s != nil {
			for i := range s.List {
				y := &s.List[i]
				name := strconv.FormatUint(y.Value, 10)
				if s.Flags {
					name = fmt.Sprintf("0x%X", y.Value)
				}
				meaning := y.Name
				if y.Doc != "" {
					meaning += ": " + y.Doc
				}
				b.fact(name, []state.Span{{Text: meaning, Plain: true}}, lineMargin+text.width("0x20000000")+10)
			}
		}
		b.source(e.Field.Source, 0)
	}
}

// source says where something is known from; each link into a specification opens it.
func (b *lineBuilder) source(s string, indent float32) {
	before := "Source: "
	for _, link := range specs.Links(s) {
		i := strings.Index(s, link) + len(link)
		text, open := before+s[:i], func(l *line) { l.action = func() { OpenSpec(link) } }
		s = strings.TrimPrefix(strings.TrimPrefix(s[i:], ", "), " and ")
		if len(specs.Links(s)) == 0 && s != "" {
			text, s = text+", "+s, ""
		}
		b.paragraph(text, smallFont(), b.p.Accent, indent, open)
		before = "and "
	}
	if s != "" {
		b.paragraph(before+s, smallFont(), b.p.Faint, indent, nil)
	}
}
