package render

import (
	"strconv"

	"fragscope/decoder"
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
type page struct {
	dst  []byte
	cell cell
	o    Options
}

func (p *page) str(s string) { p.dst = append(p.dst, s...) }

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
	p.title(m, index, of)
	if tree {
		p.tree(m)
	} else {
		p.table(m)
	}
	p.problems(m)
}

func (p *page) title(m *decoder.Message, index, of int) {
	p.color(colorBold)
	if of != 1 {
		p.str("Datagram ")
		p.dst = strconv.AppendInt(p.dst, int64(index+1), 10)
		p.str(": ")
	}
	p.dst = appendTitle(p.dst, m)
	p.end(colorBold)
	p.str("\n\n")
}

// Widths of the columns of the table.
const (
	offsetWidth = 6
	gap         = 2
	minName     = 12
	minText     = 24 // for values and meanings
)

// rawBytes returns how many bytes stand on a line of a page of width columns.
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
			w = max(w, 2*int(m.Fields[i].Depth)+columns(p.cell.nameOf(m, i)))
		}
	}
	return min(w, widest)
}

// row writes the lines of field i.
func (p *page) row(m *decoder.Message, i, nameWidth, per, textWidth int) {
	f := &m.Fields[i]
	c := severityColor(worstAt(m, f))
	p.dst = appendOffset(p.dst, f.Offset, offsetWidth)
	p.str("  ")
	indent := min(2*int(f.Depth), nameWidth-8)
	p.dst = appendBlanks(p.dst, indent)
	name := p.cell.nameOf(m, i)
	p.color(c)
	p.dst = appendColumns(p.dst, name, nameWidth-indent)
	p.end(c)
	p.dst = appendBlanks(p.dst, nameWidth-indent-min(columns(name), nameWidth-indent)+gap)

	var raw []byte
	if f.Kind != decoder.KindGroup {
		raw = m.Bytes(i)
	}
	text := p.cell.meaningOf(m, i, p.o.Full)
	for first := true; first || len(raw) > 0 || len(text) > 0; first = false {
		if !first {
			p.dst = appendBlanks(p.dst, offsetWidth+gap+nameWidth+gap)
		}
		start := len(p.dst)
		if n := min(len(raw), per); len(raw) > per && !p.o.Full {
			p.dst = appendShortHex(p.dst, raw)
			raw = nil
		} else {
			p.dst = appendHex(p.dst, raw[:n])
			raw = raw[n:]
		}
		if len(text) > 0 {
			p.dst = appendBlanks(p.dst, 3*per+gap-(len(p.dst)-start))
			var line []byte
			line, text = nextLine(text, textWidth)
			p.dst = append(p.dst, line...)
		}
		p.dst = trimEnd(p.dst)
		p.str("\n")
	}
}

// trimEnd takes blanks off the end of a line.
func trimEnd(dst []byte) []byte {
	for len(dst) > 0 && dst[len(dst)-1] == ' ' {
		dst = dst[:len(dst)-1]
	}
	return dst
}

// appendOffset appends a decimal number flush right in width columns.
func appendOffset(dst []byte, n uint32, width int) []byte {
	digits := 1
	for v := n; v > 9; v /= 10 {
		digits++
	}
	dst = appendBlanks(dst, width-digits)
	return strconv.AppendUint(dst, uint64(n), 10)
}

// noProblem is what worstAt returns for a field without one.
const noProblem = decoder.Severity(0xff)

// worstAt returns the severity of the worst problem in the bytes of leaf f.
func worstAt(m *decoder.Message, f *decoder.Field) decoder.Severity {
	worst := noProblem
	if f.Kind == decoder.KindGroup {
		return worst
	}
	for i := range m.Problems {
		q := &m.Problems[i]
		overlap := int(q.Offset) < f.End() && q.End() > int(f.Offset) || q.Length == 0 && q.Offset == f.Offset
		if overlap && (worst == noProblem || q.Info.Severity > worst) {
			worst = q.Info.Severity
		}
	}
	return worst
}

func severityColor(s decoder.Severity) string {
	switch s {
	case decoder.SeverityError:
		return colorRed
	case decoder.SeverityWarning:
		return colorYellow
	}
	return ""
}

// problems writes what is odd about m.
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
	p.cell.packet = m.AppendSentence(p.cell.packet[:0], template, q)
	p.paragraph(shorten(p.cell.packet, 0, p.o.Full), 2)
}

// paragraph writes text in lines that begin with indent blanks.
func (p *page) paragraph(text []byte, indent int) {
	for len(text) > 0 {
		p.dst = appendBlanks(p.dst, indent)
		var line []byte
		line, text = nextLine(text, p.o.width()-indent)
		p.dst = append(p.dst, line...)
		p.dst = trimEnd(p.dst)
		p.str("\n")
	}
}
