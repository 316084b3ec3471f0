package view

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"fragscope/decoder/paste"
)

// A Passage is a part of a line of a pasted text: bytes of a datagram, or text that was skipped.
type Passage struct {
	paste.Mark
	Text        string // what is there, nothing escaped
	Unit, Units int32  // Column and Width in UTF-16 units, as browsers count
}

// Passages returns the parts of a pasted text in its order. The datagrams need their Positions.
func Passages(text []byte, datagrams []paste.Datagram) []Passage {
	marks := paste.Marks(text, datagrams)
	list := make([]Passage, 0, len(marks))
	rest := paste.Text(text) // from the line on
	at := cursor{column: 1, unit: 1}
	line := int32(1)
	for _, m := range marks {
		for ; line < m.Line; line++ {
			rest = rest[bytes.IndexByte(rest, '\n')+1:]
			at = cursor{column: 1, unit: 1}
		}
		if at.column > m.Column { // two datagrams are written in the same place
			at = cursor{column: 1, unit: 1}
		}
		at = at.to(rest, m.Column)
		end := at.to(rest, m.Column+m.Width)
		list = append(list, Passage{m, string(rest[at.offset:end.offset]), at.unit, end.unit - at.unit})
	}
	return list
}

// A cursor is a place in a line: its bytes before it, and columns from 1 as this program and as browsers count.
type cursor struct {
	offset       int
	column, unit int32
}

// to goes forward to a column, or to the end of the text.
func (c cursor) to(line []byte, column int32) cursor {
	for c.column < column && c.offset < len(line) {
		r, n := utf8.DecodeRune(line[c.offset:])
		c.offset += n
		c.column++
		c.unit++
		if r > 0xffff {
			c.unit++
		}
	}
	return c
}

// An Extent is where a datagram is written in a text: lines and columns from 1, its last
// character included.
// The zero Extent is nowhere.
type Extent struct{ Line, Column, EndLine, EndColumn int32 }

// Extents returns the extents of n datagrams.
func Extents(list []Passage, n int) []Extent {
	out := make([]Extent, n)
	for _, p := range list {
		if p.Datagram < 0 || int(p.Datagram) >= n {
			continue
		}
		e := &out[p.Datagram]
		if e.Line == 0 {
			e.Line, e.Column = p.Line, p.Column
		}
		end := p.Column + p.Width - 1
		if p.Line == e.EndLine {
			end = max(end, e.EndColumn)
		}
		e.EndLine, e.EndColumn = p.Line, end
	}
	return out
}

// String describes an extent for people: "line 3", "lines 3–5", "" for nowhere.
func (e Extent) String() string {
	switch {
	case e.Line == 0:
		return ""
	case e.Line == e.EndLine:
		return "line " + strconv.Itoa(int(e.Line))
	}
	return "lines " + strconv.Itoa(int(e.Line)) + "–" + strconv.Itoa(int(e.EndLine))
}

// Place describes an extent for programs: "3:1-5:12", line and column of the first and the last character.
func (e Extent) Place() string {
	n := func(v int32) string { return strconv.Itoa(int(v)) }
	return n(e.Line) + ":" + n(e.Column) + "-" + n(e.EndLine) + ":" + n(e.EndColumn)
}
