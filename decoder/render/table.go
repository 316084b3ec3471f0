package render

import (
	"bytes"
	"strconv"

	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// ANSI colour codes.
const (
	colorOff    = "\x1b[0m"
	colorBold   = "\x1b[1m"
	colorDim    = "\x1b[2m"
	colorRed    = "\x1b[31m"
	colorGreen  = "\x1b[32m"
	colorYellow = "\x1b[33m"
	colorCyan   = "\x1b[36m"
)

// A page writes for a terminal.
type page struct{ *out }

// color begins a colour; "" is none.
func (p *page) color(c string) {
	if p.o.Color && c != "" {
		p.str(c)
	}
}

// end ends the colour that color(c) began.
func (p *page) end(c string) {
	if p.o.Color && c != "" {
		p.str(colorOff)
	}
}

// colored writes s in colour c.
func (p *page) colored(c, s string) {
	p.color(c)
	p.str(s)
	p.end(c)
}

// datagram writes one datagram and its problems.
func (p *page) datagram(m *decoder.Message, index, of int, tree bool) {
	if index > 0 {
		p.str("\n")
	}
	p.color(colorBold)
	p.dst = appendTitle(p.dst, m, index, of)
	p.end(colorBold)
	p.str("\n\n")
	if tree {
		p.tree(m)
	} else {
		p.table(m)
	}
	p.problems(m)
}

// Widths of the columns of the table.
const (
	offsetWidth = 6
	gap         = 2
	minName     = 12
	minText     = 24 // for values and meanings
)

// rawBytes returns how many bytes are on a line of a page of width columns.
func rawBytes(width int) int {
	if width >= 130 {
		return 16
	}
	return 8
}

func (p *page) table(m *decoder.Message) {
	per := rawBytes(p.o.width())
	rawWidth := 3 * per
	others := offsetWidth + rawWidth + 3*gap
	nameWidth := p.nameWidth(m, min(34, p.o.width()-others-minText))
	textWidth := p.o.width() - others - nameWidth
	if len(m.Fields) == 0 {
		return
	}
	p.color(colorDim)
	p.str("Offset  ")
	p.pad("Field", nameWidth+gap)
	p.pad("Raw bytes", rawWidth+gap)
	p.str("Decoded value / meaning")
	p.end(colorDim)
	p.str("\n")
	for i := range m.Fields {
		p.row(m, i, nameWidth, per, textWidth)
		p.endRow()
	}
}

func (p *page) pad(s string, width int) {
	p.str(s)
	p.dst = appendBlanks(p.dst, width-len(s))
}

// nameWidth returns the columns that the names of m take with their indent,
// at most widest.
func (p *page) nameWidth(m *decoder.Message, widest int) int {
	w := minName
	for i := range m.Fields {
		if w < widest {
			w = max(w, 2*int(m.Fields[i].Depth)+columns(p.nameOf(m, i)))
		}
	}
	return min(w, widest)
}

// column writes text in colour c, cut or filled to n columns, and the gap after it.
func (p *page) column(c string, text []byte, n int) {
	p.color(c)
	p.dst = appendColumns(p.dst, text, n)
	p.end(c)
	p.dst = appendBlanks(p.dst, n-min(columns(text), n)+gap)
}

// row writes the lines of field i.
func (p *page) row(m *decoder.Message, i, nameWidth, per, textWidth int) {
	f := &m.Fields[i]
	p.dst = appendBlanks(appendOffset(p.dst, f.Offset), gap)
	indent := min(2*int(f.Depth), nameWidth-8)
	p.dst = appendBlanks(p.dst, indent)
	p.column(problemColor(m, f), p.nameOf(m, i), nameWidth-indent)

	var raw []byte
	if f.Kind != wire.KindGroup {
		raw = m.Bytes(i)
	}
	text := p.meaningOf(m, i)
	for first := true; first || len(raw) > 0 || len(text) > 0; first = false {
		if !first {
			p.dst = appendBlanks(p.dst, offsetWidth+gap+nameWidth+gap)
		}
		start := len(p.dst)
		shown := raw
		if p.o.Full {
			shown = raw[:min(len(raw), per)]
		}
		raw = raw[len(shown):]
		p.dst = appendShortHex(p.dst, shown, per)
		var line []byte
		if line, text = nextLine(text, textWidth); len(line) > 0 {
			p.dst = appendBlanks(p.dst, 3*per+gap-(len(p.dst)-start))
		}
		p.line(line)
	}
}

// line writes the end of a line, without spaces there.
func (p *page) line(text []byte) {
	p.dst = append(bytes.TrimRight(append(p.dst, text...), " "), '\n')
}

// appendOffset appends a decimal number flush right.
func appendOffset(dst []byte, n uint32) []byte {
	var buf [10]byte
	digits := strconv.AppendUint(buf[:0], uint64(n), 10)
	return append(appendBlanks(dst, offsetWidth-len(digits)), digits...)
}

// problemColor returns the colour of the worst problem in the bytes of leaf f,
// "" without any.
func problemColor(m *decoder.Message, f *decoder.Field) string {
	worst := decoder.SeverityNote
	for i := range m.Problems {
		q := &m.Problems[i]
		overlap := int(q.Offset) < f.End() && q.End() > int(f.Offset) || q.Length == 0 && q.Offset == f.Offset
		if overlap && f.Kind != wire.KindGroup {
			worst = max(worst, q.Info.Severity)
		}
	}
	return severityColor(worst)
}

func severityColor(s decoder.Severity) string {
	return [...]string{decoder.SeverityNote: "", decoder.SeverityWarning: colorYellow, decoder.SeverityError: colorRed}[s]
}

// problems writes the problems of m.
func (p *page) problems(m *decoder.Message) {
	for i := range m.Problems {
		q := &m.Problems[i]
		p.str("\n")
		p.colored(severityColor(q.Info.Severity), q.Info.Severity.String())
		p.str("  ")
		p.colored(colorBold, q.Info.Code)
		p.str("  at ")
		p.dst = appendRange(p.dst, q)
		p.str("\n")
		p.sentence(m, q, q.Info.Message)
		p.sentence(m, q, q.Info.Advice)
		p.endRow()
	}
}

// appendRange appends where q is: "offset 10", "offset 10, 4 bytes".
func appendRange(dst []byte, q *decoder.Problem) []byte {
	dst = append(dst, "offset "...)
	dst = strconv.AppendUint(dst, uint64(q.Offset), 10)
	if q.Length > 0 {
		dst = append(dst, ", "...)
		dst = appendCount(dst, int(q.Length), "byte", "bytes")
	}
	return dst
}

func (p *page) sentence(m *decoder.Message, q *decoder.Problem, template string) {
	p.packet = m.AppendSentence(p.packet[:0], template, q)
	if text := shorten(p.packet, 0, p.o.Full); len(text) > 0 {
		p.dst = appendBlanks(p.dst, 2)
		p.paragraph("", text, 2)
	}
}

// paragraph writes text in lines that begin at column left, where the first has
// begun, and which is in colour c.
func (p *page) paragraph(c string, text []byte, left int) {
	line, rest := nextLine(text, p.o.width()-left)
	p.color(c)
	p.dst = append(p.dst, line...)
	p.end(c)
	p.line(nil)
	for len(rest) > 0 {
		p.dst = appendBlanks(p.dst, left)
		line, rest = nextLine(rest, p.o.width()-left)
		p.line(line)
	}
}
