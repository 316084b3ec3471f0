package state

import "fragscope/decoder"

// A Span is a stretch of text in one colour.
type Span struct {
	Text    string
	R, G, B uint8
	Plain   bool // in no colour of its own
}

// spansOf returns the value of a text field in its colours, nil when it has
// none.
func spansOf(m *decoder.Message, field int) []Span {
	f := &m.Fields[field]
	if f.Kind != decoder.KindText && f.Kind != decoder.KindUCS2 || f.Length == 0 || f.Marks&decoder.MarkLength != 0 {
		return nil
	}
	runs := m.AppendColours(nil, field)
	coloured := false
	for _, r := range runs {
		coloured = coloured || r.Code >= 0
	}
	if !coloured {
		return nil
	}
	spans := make([]Span, 0, len(runs))
	for _, r := range runs {
		// The text of a run is that of a field with its bytes alone.
		part := *f
		part.Offset, part.Length, part.Lead, part.Trail = uint32(r.Begin), uint32(r.End-r.Begin), 0, 0
		s := Span{Text: escaped(valueOf(m, part)), R: r.R, G: r.G, B: r.B, Plain: r.Code < 0 || r.Default}
		if s.Text != "" {
			spans = append(spans, s)
		}
	}
	return spans
}

// plain returns the text of spans.
func plain(spans []Span) string {
	n := ""
	for _, s := range spans {
		n += s.Text
	}
	return n
}
