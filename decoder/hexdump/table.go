package hexdump

import (
	"bytes"
	"strconv"
	"strings"
)

// byteColumns are what headers call the column of bytes; the rows of the first two are packets.
var byteColumns = [...]string{"hex packet", "header hex", "raw bytes", "raw hex", "hex bytes"}

// sniffTable claims tables of fields: a header row names a column of bytes.
func (p *parser) sniffTable() guess {
	if header, name, at := p.tableHeader(); header >= 0 {
		l, _ := p.src.text(header)
		return guess{96, Table, "a table whose header names a column \"" + string(p.src.s[at:at+len(name)]) + "\" (" + clip(l) + ")"}
	}
	return guess{}
}

// tableHeader finds the header row, the name of its column of bytes and where that is in s; -1 when there is none.
func (p *parser) tableHeader() (line int, name string, at int) {
	for i := range p.src.beginning() {
		l, start := p.src.line(i)
		if len(l) > 400 {
			continue
		}
		low := lower(string(l))
		for _, name := range byteColumns {
			at := strings.Index(low, name)
			if at > 0 && at+len(name) < len(l) && (has(low, "field") || has(low, "purpose") || has(low, "type") || has(low, "offset") || has(low, "name")) {
				return i, name, start + at
			}
		}
	}
	return -1, "", 0
}

// hexRun is the first run of two-digit hex numbers in l; an ellipsis in it belongs to it.
func hexRun(l []byte) (found span) {
	for t := range tokens(l, 0) {
		tok := t.of(l)
		pair := len(tok) == 2 && all(tok, classHex)
		if found.end > 0 && !pair && !isEllipsis(tok) {
			break
		}
		if pair && found.end == 0 {
			found.start = t.start
		}
		if pair || found.end > 0 {
			found.end = t.end
		}
	}
	return found
}

func isEllipsis(t []byte) bool {
	return len(t) == 1 && t[0] == ellipsis || len(t) >= 2 && len(strip(t, ".")) == 0
}

// readTable reads the column of bytes.
func (p *parser) readTable() *Error {
	header, name, _ := p.tableHeader()
	apart := name == byteColumns[0] || name == byteColumns[1]
	if header < 0 {
		return p.prose()
	}
	l, _ := p.src.line(header)
	bytes, offsets := columnOf(l, name), columnOf(l, "offset")
	inside := true
	for i := header + 1; i < p.src.count(); i++ {
		l, start := p.src.line(i)
		low := lower(string(l[:min(len(l), 200)]))
		var err *Error
		switch {
		case len(trim(l)) == 0:
			inside = inside && len(p.data) == 0
			continue
		case len(strip(l, "-=|+: \t\r\v\f\x80")) == 0: // only lines are drawn
			continue
		case has(low, "field") && has(low, "raw bytes"): // the header of the next table
			p.finish()
			inside = true
			bytes, offsets = columnOf(l, "raw bytes"), columnOf(l, "offset")
			continue
		case !inside: // what is said below the table
			continue
		case bytes.there:
			err = p.tableCells(l, start, bytes, offsets)
		default:
			err = p.tableRow(l, start)
		}
		if err != nil {
			return err
		}
		if apart {
			p.finish()
		}
	}
	return nil
}

// tableColumn is where the cells of a column are: behind so many bars or tabs, or below the cell of the header.
type tableColumn struct {
	there   bool
	first   bool // of the table
	parting byte // a bar or a tab; 0: the cells of a row are where those of the header are
	before  int  // how many of them are before the cell
	span
}

// columnOf finds the column that is called name in the header of a table.
func columnOf(l []byte, name string) tableColumn {
	at := strings.Index(lower(string(l)), name)
	if at < 0 {
		return tableColumn{}
	}
	first := len(strip(l[:at], "| \t")) == 0
	for _, parting := range [...]byte{'|', '\t'} {
		if bytes.IndexByte(l, parting) >= 0 {
			return tableColumn{true, first, parting, bytes.Count(l[:at], []byte{parting}), span{}}
		}
	}
	apart, end := []byte("  "), at+len(name)
	next := len(l)
	if bytes.HasPrefix(l[end:], apart) {
		next = run(l, end, classBlank)
	}
	return tableColumn{(first || bytes.HasSuffix(l[:at], apart)) && (end == len(l) || next > end+1), first, 0, 0, span{at, next}}
}

// cell is where the cell of a row is; a bar behind a backslash is in a cell.
func (c *tableColumn) cell(l []byte) span {
	if c.parting == 0 {
		return span{min(c.start, len(l)), min(c.end, len(l))}
	}
	from, n := 0, 0
	for i := 0; i <= len(l); i++ {
		if i == len(l) || l[i] == c.parting && (i == 0 || l[i-1] != '\\') {
			if n == c.before {
				return span{from, i}
			}
			from = i + 1
			n++
		}
	}
	return span{}
}

// tableCells reads one row of a table with columns. The offset tells groups, whose bytes come again, from fields.
func (p *parser) tableCells(l []byte, start int, column, offsets tableColumn) *Error {
	c := column.cell(l)
	t := strip(c.of(l), " \t`\"*")
	if len(t) == 0 || string(t) == "-" {
		return nil
	}
	lead := start + c.start + bytes.Index(c.of(l), t)
	offset, before := -1, len(p.data)
	if offsets.there {
		offset = cellOffset(strip(offsets.cell(l).of(l), " \t`"), before)
		if offset == 0 && offsets.first && before > 0 {
			p.finish()
			before = 0
		}
	}
	if err := p.plainBytes(t, lead); err != nil {
		return err
	}
	read := p.data[before:]
	switch {
	case offset < 0 || offset == before:
	case offset > before:
		return p.fail(lead, "a row at offset "+strconv.Itoa(offset), "offset "+strconv.Itoa(before), "rows of the table are missing; paste all of them")
	case offset+len(read) <= before && bytes.Equal(p.data[offset:offset+len(read)], read):
		p.drop(len(read)) // a member of a group that was read already
	default:
		p.note(lead, "this row is at offset "+strconv.Itoa(offset)+", which other rows hold with other bytes")
	}
	return nil
}

// cellOffset is the number in the column of offsets; -1 when there is none. It is hex after 0x, and where only that fits.
func cellOffset(text []byte, expected int) int {
	hex, ok := number(bytes.TrimPrefix(text, []byte("0x")), 16)
	if v, decimal := number(text, 10); decimal && hex != expected {
		return v
	} else if !ok {
		return -1
	}
	return hex
}

// tableRow reads a row whose columns are parted by one blank: words, bytes, words. A decimal number after the bytes that is
// their value begins the meaning, so "0A 00 00 00 10 player slots." has four bytes.
func (p *parser) tableRow(l []byte, start int) *Error {
	bytes := hexRun(l)
	if bytes.len() == 0 {
		lead := start + run(l, 0, classBlank)
		if p.src.count() > 1 && len(p.data)+p.res.Count > 0 {
			p.note(lead, "no bytes in this row; left out")
			p.finish()
			return nil
		}
		return p.fail(lead, "a row without bytes", "a name, bytes in hex, and their meaning", "paste only the rows of the table")
	}
	value, count := uint64(0), 0
	for t := range tokens(l[:bytes.end], bytes.start) {
		tok := t.of(l)
		if isEllipsis(tok) {
			return p.missing(start + t.start)
		}
		if v, ok := number(tok, 10); ok && uint64(v) == value && count > 0 && count <= 8 && t.end == bytes.end && tok[0] != '0' {
			break
		}
		b := hexValue[tok[0]]<<4 | hexValue[tok[1]]
		if count < 8 {
			value |= uint64(b) << (8 * count)
		}
		count++
		p.put(b, start+t.start, 2)
	}
	if p.comment == "" {
		remark(&p.comment, l[:bytes.start])
	}
	return nil
}
