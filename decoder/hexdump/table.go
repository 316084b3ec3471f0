package hexdump

import (
	"bytes"
	"strconv"
)

// sniffTable claims tables of fields: a header row that names a column of bytes, or rows of words, bytes and words.
func (p *parser) sniffTable() guess {
	header, row := p.tableHeader()
	if header >= 0 {
		l, _ := p.src.line(header)
		return guess{score: 96, format: Table, why: "a table whose header names a column \"" + string(row) + "\" (" + clip(trim(l)) + ")"}
	}
	rows, strong, lines := 0, 0, 0
	for i := range p.src.beginning() {
		l, _ := p.src.line(i)
		if len(trim(l)) == 0 {
			continue
		}
		lines++
		from, to := hexRun(l)
		if from == to || from == len(l)-len(trimLeft(l)) {
			continue
		}
		first := nextToken(l, 0)
		if !heading(l[first.start:]) {
			continue
		}
		rows++
		if to-from >= 11 && to < len(trim(l)) {
			strong++
		}
	}
	if rows >= 2 && rows == lines && strong*2 >= rows {
		return guess{score: 82, format: Table, why: strconv.Itoa(rows) + " rows of words, bytes in hex, and words"}
	}
	return guess{}
}

// tableHeader finds the header row and the name of its column of bytes; -1 when there is none.
func (p *parser) tableHeader() (int, []byte) {
	for i := range p.src.beginning() {
		l, _ := p.src.line(i)
		if len(l) > 400 {
			continue
		}
		low := []byte(lower(string(l)))
		for _, name := range [...]string{"raw bytes", "hex packet", "header hex", "raw hex", "hex bytes"} {
			at := bytes.Index(low, []byte(name))
			if at > 0 && (bytes.Contains(low, []byte("field")) || bytes.Contains(low, []byte("purpose")) || bytes.Contains(low, []byte("type")) || bytes.Contains(low, []byte("offset")) || bytes.Contains(low, []byte("name"))) && at+len(name) < len(l) {
				return i, l[at : at+len(name)]
			}
		}
	}
	return -1, nil
}

// hexRun is the first run of two-digit hex numbers in l; an ellipsis in it belongs to it.
func hexRun(l []byte) (from, to int) {
	for i := 0; i < len(l); {
		t := nextToken(l, i)
		if t.start == t.end {
			break
		}
		if isPair(l[t.start:t.end]) {
			from, to = t.start, t.end
			for {
				t = nextToken(l, to)
				if tok := l[t.start:t.end]; !isPair(tok) && !isEllipsis(tok) {
					return from, to
				}
				to = t.end
			}
		}
		i = t.end
	}
	return 0, 0
}

func isPair(t []byte) bool { return len(t) == 2 && isHex(t[0]) && isHex(t[1]) }

func isEllipsis(t []byte) bool {
	return len(t) == 1 && t[0] == ellipsis || len(t) >= 2 && len(bytes.Trim(t, ".")) == 0
}

// readTable reads the column of bytes.
func (p *parser) readTable() *Error {
	header, name := p.tableHeader()
	apart := lower(string(name)) == "hex packet" || lower(string(name)) == "header hex"
	var top tableTop
	if header >= 0 {
		l, _ := p.src.line(header)
		top = readTop(l, lower(string(name)))
	}
	inside := true
	for i := header + 1; i < p.src.count(); i++ {
		l, start := p.src.line(i)
		t := trim(l)
		if len(t) == 0 {
			inside = inside && len(p.data) == 0
			if header < 0 {
				inside = true
				p.finish()
			}
			continue
		}
		if ruler(t) {
			continue
		}
		if tableHeaderLine(l) {
			p.finish()
			inside, top = true, readTop(l, "raw bytes")
			continue
		}
		if !inside { // what is said below the table
			continue
		}
		var err *Error
		if top.bytes > 0 {
			err = p.tableCells(l, start, alignedCells(top.line, top.columns, l), top.offset-1, top.bytes-1)
		} else {
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

// tableTop is what the header of a table says about its columns.
type tableTop struct {
	line          []byte
	columns       []span
	offset, bytes int // number of the column, from 1; 0 when there is none
}

// readTop finds the columns of a header in which the column of bytes is called name.
func readTop(l []byte, name string) tableTop {
	top := tableTop{line: l, columns: splitCells(l)}
	for k, c := range top.columns {
		switch lower(string(trim(l[c.start:c.end]))) {
		case name:
			top.bytes = k + 1
		case "offset":
			top.offset = k + 1
		}
	}
	return top
}

// tableHeaderLine reports whether a row is the header of the next table.
func tableHeaderLine(l []byte) bool {
	low := lower(string(l[:min(len(l), 200)]))
	return has(low, "field") && has(low, "raw bytes")
}

// ruler reports whether a row only draws a line.
func ruler(t []byte) bool {
	for _, c := range t {
		switch c {
		case '-', '=', '|', '+', ':', ' ', '\t', otherRune:
		default:
			return false
		}
	}
	return true
}

// splitCells finds the cells of a header: between bars, tabs, or two and more blanks.
func splitCells(l []byte) []span {
	var cells []span
	if bytes.IndexByte(l, '|') >= 0 {
		from := 0
		for i := 0; i <= len(l); i++ {
			if i == len(l) || l[i] == '|' && (i == 0 || l[i-1] != '\\') {
				if i > 0 && !(from == 0 && len(trim(l[:i])) == 0) && !(i == len(l) && len(trim(l[from:])) == 0) {
					cells = append(cells, span{from, i})
				}
				from = i + 1
			}
		}
		return cells
	}
	for i := 0; i < len(l); {
		for i < len(l) && isBlank(l[i]) {
			i++
		}
		from := i
		for i < len(l) && l[i] != '\t' && !(isBlank(l[i]) && i+1 < len(l) && isBlank(l[i+1])) {
			i++
		}
		if i > from {
			cells = append(cells, span{from, i})
		}
	}
	return cells
}

// alignedCells finds the cells of a row: with bars and tabs one after the other, else under the header's.
func alignedCells(header []byte, columns []span, l []byte) []span {
	if bytes.IndexByte(l, '|') >= 0 && bytes.IndexByte(header, '|') >= 0 {
		return splitCells(l)
	}
	if bytes.IndexByte(header, '\t') >= 0 {
		var cells []span
		from := 0
		for i := 0; i <= len(l); i++ {
			if i == len(l) || l[i] == '\t' {
				cells = append(cells, span{from, i})
				from = i + 1
			}
		}
		return cells
	}
	cells := make([]span, len(columns))
	for k, c := range columns {
		from, to := c.start, len(l)
		if k == 0 {
			from = 0
		}
		if k+1 < len(columns) {
			to = columns[k+1].start
		}
		cells[k] = span{min(from, len(l)), min(to, len(l))}
	}
	return cells
}

// tableCells reads one row of a table with columns. The offset tells groups, whose bytes come again, from fields.
func (p *parser) tableCells(l []byte, start int, cells []span, offsetColumn, bytesColumn int) *Error {
	if bytesColumn >= len(cells) {
		return nil
	}
	c := cells[bytesColumn]
	cell := l[c.start:c.end]
	t := bytes.Trim(cell, " \t`\"*")
	if len(t) == 0 || len(t) == 1 && t[0] == '-' {
		return nil
	}
	lead := start + c.start + bytes.Index(cell, t)
	offset := -1
	if offsetColumn >= 0 && offsetColumn < len(cells) {
		o := cells[offsetColumn]
		text := bytes.Trim(l[o.start:o.end], " \t`")
		n := 0
		if len(text) > 2 && text[0] == '0' && text[1]|0x20 == 'x' {
			for n = 2; n < len(text) && isHex(text[n]); n++ {
			}
			offset, _ = number(text[2:n], 16)
		} else {
			for n < len(text) && isDigit(text[n]) {
				n++
			}
			if v, ok := number(text[:n], 10); ok {
				offset = v
			}
			if v, ok := number(text, 16); ok && offset != len(p.data) && v == len(p.data) {
				offset = v
			}
		}
	}
	if offset == 0 && len(p.data) > 0 && offsetColumn == 0 {
		p.finish()
	}
	before := len(p.data)
	if err := p.plainBytes(t, lead); err != nil {
		return err
	}
	if offset >= 0 && offset != before {
		read := p.data[before:]
		if offset < before {
			if offset+len(read) <= before && bytes.Equal(p.data[offset:offset+len(read)], read) {
				p.drop(len(read)) // a member of a group that was read already
				return nil
			}
			p.noteAt(lead, "this row is at offset "+strconv.Itoa(offset)+", which other rows hold with other bytes")
			return nil
		}
		return p.fail(lead, "a row at offset "+strconv.Itoa(offset), "offset "+strconv.Itoa(before), "rows of the table are missing; paste all of them")
	}
	return nil
}

// tableRow reads a row whose columns are parted by one blank: words, bytes, words. A decimal number after the bytes that is
// their value begins the meaning, so "0A 00 00 00 10 player slots." has four bytes.
func (p *parser) tableRow(l []byte, start int) *Error {
	from, to := hexRun(l)
	if from == to {
		lead := start + len(l) - len(trimLeft(l))
		if n := p.src.count(); n > 1 && len(p.data)+p.res.Count > 0 {
			p.noteAt(lead, "no bytes in this row; left out")
			p.finish()
			return nil
		}
		return p.fail(lead, "a row without bytes", "a name, bytes in hex, and their meaning", "paste only the rows of the table")
	}
	var value, count uint64
	for i := from; i < to; {
		t := nextToken(l, i)
		tok := l[t.start:t.end]
		if isEllipsis(tok) {
			return p.missing(start + t.start)
		}
		last := t.end == to
		if count > 0 && last && tok[0] != '0' && isDigit(tok[0]) && isDigit(tok[1]) && count <= 8 {
			if v, _ := number(tok, 10); uint64(v) == value {
				break
			}
		}
		b := hexValue[tok[0]]<<4 | hexValue[tok[1]]
		if count < 8 {
			value |= uint64(b) << (8 * count)
		}
		count++
		p.put(b, start+t.start, 2)
		i = t.end
	}
	if p.comment == "" {
		remark(&p.comment, l[:from])
	}
	return nil
}
