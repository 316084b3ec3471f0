package ui

import (
	"fragscope/desktop/state"
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
