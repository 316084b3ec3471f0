package ui

import (
	"fragscope/decoder/view"
	"fragscope/desktop/state"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// summaryLines describe the server that a datagram is about: its name in its
// colours, what it plays, who plays on it and by which rules.
func summaryLines(x *state.Inspector, width float32) []line {
	b := newLineBuilder(width)
	s := x.Summary()
	if s == nil {
		text := "Nothing is shown yet: paste a packet, open a capture or query a server."
		if m := x.Message(); m != nil {
			text = "No server information in this message: " + m.Info.Name + "."
		}
		b.paragraph(text, textFont(false), b.p.Faint, 0, nil)
		return b.lines
	}
	if s.Title == nil {
		b.paragraph("A server without a name", titleFont(), b.p.Faint, 0, nil)
	} else {
		b.spans(nil, s.Title, titleFont(), lineMargin)
	}
	b.gap()
	b.facts(s.Facts)
	for _, t := range s.Tables {
		b.table(t)
	}
	return b.lines
}

// A resultLine says in one line what the summary begins with; it is not there where no server is known.
type resultLine struct {
	asText
	widget.BaseWidget
	said *state.Summary
	text *textLayer
}

func newResultLine() *resultLine {
	r := &resultLine{text: newTextLayer()}
	r.ExtendBaseWidget(r)
	r.Hide()
	return r
}

// show shows what is known of a server, nil for nothing, and reports whether the line came or went by it.
func (r *resultLine) show(s *state.Summary) bool {
	r.said = s
	r.draw(r.Size())
	was := r.Visible()
	ShowIf(s != nil, r)
	return was != r.Visible()
}

// draw leaves half of the room to the facts; from the first that does not fit, they are left out.
func (r *resultLine) draw(size fyne.Size) {
	if r.said == nil {
		return
	}
	b := newLineBuilder(size.Width)
	plain, x := textFont(false), float32(lineMargin)
	pieces, x := b.run(nil, r.said.Title, textFont(true), x, size.Width/2)
	if len(pieces) > 0 {
		x += 14
	}
	for _, f := range r.said.Facts {
		value := x + plain.width(f.Name) + 5
		if value+widthOf(f.Value, plain) > size.Width-lineMargin {
			break
		}
		pieces = append(pieces, piece{x: x, text: f.Name, face: plain, colour: b.p.Faint})
		pieces, x = b.run(pieces, f.Value, plain, value, size.Width-lineMargin)
		x += 14
	}
	r.text.set(size, pieces...)
}

func (r *resultLine) AccessibilityLabel() string {
	text := "Server"
	if r.said != nil {
		for _, f := range append([]view.Fact{{Name: "name", Value: r.said.Title}}, r.said.Facts...) {
			text += ", " + f.Name + " "
			for _, s := range f.Value {
				text += s.Text
			}
		}
	}
	return text
}

func (r *resultLine) CreateRenderer() fyne.WidgetRenderer {
	return &renderer{
		min:     func() fyne.Size { return fyne.NewSize(0, textFont(true).height+6) },
		layout:  r.draw,
		refresh: func() { r.draw(r.Size()) },
		objects: always(r.text),
	}
}
