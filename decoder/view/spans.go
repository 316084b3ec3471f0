package view

import "fragscope/decoder/wire"

// An Escaper writes a text of a packet as a screen shows it. Nil is
// [wire.AppendEscaped], which a screen that hides addresses does more than.
type Escaper func(dst, text []byte) []byte

func (escape Escaper) append(dst, text []byte) []byte {
	if escape == nil {
		return wire.AppendEscaped(dst, text)
	}
	return escape(dst, text)
}

func (escape Escaper) text(text string) string { return string(escape.append(nil, []byte(text))) }

// A Span is a stretch of text in one colour.
type Span struct {
	Text    string
	R, G, B uint8
	Plain   bool // in no colour of its own
}

// SpansOf returns the value of a text field, or of a pair, in its colours, nil
// when it has none.
func SpansOf(m *wire.Message, field int, escape Escaper) []Span {
	field = Shown(m, field)
	f := &m.Fields[field]
	if f.Kind != wire.KindText && f.Kind != wire.KindUCS2 || f.Length == 0 || f.Flags&wire.FlagLength != 0 {
		return nil
	}
	runs := m.AppendColours(nil, field)
	if len(runs) == 1 && runs[0].Code < 0 {
		return nil
	}
	spans := make([]Span, 0, len(runs))
	for i := range runs {
		r := &runs[i]
		if text := string(escape.append(nil, AppendRun(nil, m, field, r.Begin, r.End))); text != "" {
			spans = append(spans, Span{text, r.R, r.G, r.B, r.Code < 0 || r.Default})
		}
	}
	return spans
}

// AppendRun appends the text in the bytes [begin, end) of a text field: that of
// a field with these bytes alone.
func AppendRun(dst []byte, m *wire.Message, field, begin, end int) []byte {
	f := m.Fields[field]
	f.Offset, f.Length, f.Lead, f.Trail = uint32(begin), uint32(end-begin), 0, 0
	return wire.AppendText(dst, m.Data, &f)
}
