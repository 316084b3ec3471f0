package paste

import (
	"bytes"
	"strconv"
	"strings"
)

// byteColumns are what headers call the column of bytes; the rows of the first two are packets.
var byteColumns = [...]string{"hex packet", "header hex", "raw bytes", "raw hex", "hex bytes"}

// sniffTable claims tables of fields: a header row names a column of bytes.
func (p *parser) sniffTable() guess {
	if header, name := p.tableHeader(); header >= 0 {
		return guess{96, Table, "a table whose header names a column \"" + name + "\""}
	}
	return guess{}
}

// tableHeader finds the header row and the name of its column of bytes; -1 when there is none.
func (p *parser) tableHeader() (line int, name string) {
	for i := range p.src.beginning() {
		l, _ := p.src.line(i)
		if len(l) > 400 || bytes.IndexByte(l, ' ') < 0 || !bytes.ContainsAny(l, "hHrR") { // most lines
			continue
		}
		low := lower(string(l))
		for _, name := range byteColumns {
			at := strings.Index(low, name)
			if at > 0 && at+len(name) < len(l) && (has(low, "field") || has(low, "purpose") || has(low, "type") || has(low, "offset") || has(low, "name")) {
				return i, name
			}
		}
	}
	return -1, ""
}

// hexRun is the first run of two-digit hex numbers in l; an ellipsis in it belongs to it. A decimal number after the bytes
// that is their value begins the meaning, so "0A 00 00 00 10 player slots." has four bytes.
func hexRun(l []byte) (found span) {
	value, before, count, end := uint64(0), uint64(0), 0, 0
	for t := range tokens(l, 0) {
		tok := t.of(l)
		pair := len(tok) == 2 && all(tok, classHex)
		if count > 0 && !pair && !isEllipsis(tok) {
			break
		}
		if !pair && count == 0 {
			continue
		}
		if count == 0 {
			found.start = t.start
		}
		end, found.end, before = found.end, t.end, value
		if v, ok := number(tok, 16); ok && count < 8 {
			value |= uint64(v) << (8 * count)
		}
		count++
	}
	if last := l[max(end, found.end-2):found.end]; count > 1 && count < 10 && last[0] != '0' {
		if v, ok := number(last, 10); ok && uint64(v) == before {
			found.end = end
		}
	}
	return found
}

func isEllipsis(t []byte) bool {
	return len(t) == 1 && t[0] == ellipsis || len(t) >= 2 && len(strip(t, ".")) == 0
}

// readTable reads the column of bytes. What is below a table is not read.
func (p *parser) readTable() *Error {
	header, name := p.tableHeader()
	if header < 0 {
		return p.prose()
	}
	l, _ := p.src.line(header)
	apart := name == byteColumns[0] || name == byteColumns[1]
	column, offsets := columnOf(l, name), columnOf(l, "offset")
	for i, inside := header+1, true; i < p.src.count(); i++ {
		l, start := p.src.line(i)
		low := lower(string(l[:min(len(l), 200)]))
		switch {
		case len(trim(l)) == 0:
			inside = inside && len(p.data) == 0
		case len(strip(l, "-=|+: \t\r\v\f\x80")) == 0: // only lines are drawn
		case has(low, "field") && has(low, "raw bytes"): // the header of the next table
			p.finish()
			inside, column, offsets = true, columnOf(l, "raw bytes"), columnOf(l, "offset")
		case inside:
			if err := p.tableRow(l, start, column, offsets); err != nil {
				return err
			}
			if apart {
				p.finish()
			}
		}
	}
	return nil
}

// columnOf finds the column that is called name in the header of a table: its cells are behind as many bars or tabs, or
// below that of the header. A bar behind a backslash is in a cell. Nil: there is no such column.
func columnOf(l []byte, name string) (cell func(row []byte) span) {
	at := strings.Index(lower(string(l)), name)
	if at < 0 {
		return nil
	}
	for _, parting := range [...]byte{'|', '\t'} {
		before := bytes.Count(l[:at], []byte{parting})
		if bytes.IndexByte(l, parting) < 0 {
			continue
		}
		return func(row []byte) (c span) {
			for n := before; ; n-- {
				for c.end = c.start; c.end < len(row) && (row[c.end] != parting || c.end > 0 && row[c.end-1] == '\\'); c.end++ {
				}
				if n == 0 {
					return c
				} else if c.end == len(row) {
					return span{}
				}
				c.start = c.end + 1
			}
		}
	}
	end := max(at+len(name), run(l, at+len(name), classBlank))
	if end < len(l) && end < at+len(name)+2 || len(trim(l[:at])) > 0 && !bytes.HasSuffix(l[:at], []byte("  ")) {
		return nil
	}
	return func(row []byte) span { return span{min(at, len(row)), min(end, len(row))} }
}

// tableRow reads one row. The offset tells groups, whose bytes come again, from fields. Without columns the bytes are
// between words.
func (p *parser) tableRow(l []byte, start int, column, offsets func(row []byte) span) *Error {
	var c span
	if column != nil {
		c = column(l)
	} else if c = hexRun(l); p.comment == "" {
		remark(&p.comment, l[:c.start])
	}
	t := strip(c.of(l), " \t`\"*")
	if len(t) == 0 || string(t) == "-" {
		if column == nil {
			p.note(start, "no bytes in this row; left out")
			p.finish()
		}
		return nil
	}
	lead := start + c.start + bytes.Index(c.of(l), t)
	offset, before := -1, len(p.data)
	if offsets != nil {
		offset = cellOffset(strip(offsets(l).of(l), " \t`"), before)
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
