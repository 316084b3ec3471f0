package render

import (
	"strconv"

	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// longBytes is how many bytes the documents print before they shorten.
const longBytes = 16

type markdownWriter struct{ *out }

func (w *markdownWriter) datagram(m *decoder.Message, index, of int) {
	if index > 0 {
		w.str("\n")
	}
	w.str("### ")
	w.dst = appendTitle(w.dst, m, index, of)
	w.str("\n\n| Field | Raw bytes | Decoded value / meaning |\n| --- | --- | --- |\n")
	for i := range m.Fields {
		w.field(m, i)
		w.endRow()
	}
	for i := range m.Problems {
		if i == 0 {
			w.str("\n")
		}
		w.problem(m, &m.Problems[i])
		w.endRow()
	}
}

func (w *markdownWriter) field(m *decoder.Message, i int) {
	f := &m.Fields[i]
	w.str("| ")
	for range f.Depth {
		w.str("&emsp;")
	}
	w.text(w.nameOf(m, i))
	w.str(" | ")
	if b := m.Bytes(i); f.Kind != wire.KindGroup && w.o.Full {
		w.dst = appendHex(w.dst, b)
	} else if f.Kind != wire.KindGroup {
		w.dst = appendShortHex(w.dst, b, longBytes)
	}
	w.str(" | ")
	w.text(w.meaningOf(m, i))
	w.str(" |\n")
}

func (w *markdownWriter) problem(m *decoder.Message, p *decoder.Problem) {
	w.str("- **")
	w.str(p.Info.Severity.String())
	w.str("** `")
	w.str(p.Info.Code)
	w.str("` at ")
	w.dst = appendRange(w.dst, p)
	w.str(": ")
	w.packet = m.AppendSentence(w.packet[:0], p.Info.Message, p)
	w.text(w.packet)
	if p.Info.Advice != "" {
		w.str(" ")
		w.packet = m.AppendSentence(w.packet[:0], p.Info.Advice, p)
		w.text(w.packet)
	}
	w.str("\n")
}

func (w *markdownWriter) status(s *decoder.Status) {
	if s == nil {
		return
	}
	w.str("\n### What the server says\n\n| | |\n| --- | --- |\n")
	particulars(s, func(name string, value []byte) {
		w.str("| ")
		w.str(name)
		w.str(" | ")
		w.text(value)
		w.str(" |\n")
	})
	if len(s.Rules) > 0 {
		w.str("\n| Rule | Value | |\n| --- | --- | --- |\n")
		for i := range s.Rules {
			key, value, name := ruleCells(s.Protocol, &s.Rules[i])
			w.row(key, value, []byte(name))
			w.endRow()
		}
	}
	w.rows(gridOf(s.Protocol, playerColumns, s.PlayerList))
	w.rows(gridOf(s.Protocol, teamColumns, s.Teams))
}

// rows writes a table whose first row is its heading.
func (w *markdownWriter) rows(g grid) {
	for i, cells := range g {
		if i == 0 {
			w.str("\n")
		}
		w.row(cells...)
		if i == 0 {
			for range cells {
				w.str("| --- ")
			}
			w.str("|\n")
		}
	}
}

func (w *markdownWriter) row(cells ...[]byte) {
	for _, c := range cells {
		w.str("| ")
		w.text(c)
		w.str(" ")
	}
	w.str("|\n")
}

// text writes text that is already free of control characters so that it shows
// as it is, wherever it is in a line.
func (w *markdownWriter) text(text []byte) {
	dst := w.dst
	for i, c := range text {
		switch c {
		case '&':
			dst = append(dst, "&amp;"...)
		case '<':
			dst = append(dst, "&lt;"...)
		case '>':
			dst = append(dst, "&gt;"...)
		case '|', '\\', '`', '*', '_', '[', ']', '~', '$':
			dst = append(dst, '\\', c)
		case ':': // http://… would become a link
			if i+1 < len(text) && text[i+1] == '/' {
				dst = append(dst, "&#58;"...)
				continue
			}
			dst = append(dst, c)
		case '#', '@': // of issues and people
			dst = append(strconv.AppendUint(append(dst, "&#"...), uint64(c), 10), ';')
		default:
			dst = append(dst, c)
		}
	}
	w.dst = dst
}
