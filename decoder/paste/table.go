package paste

import (
	"bytes"
	"slices"
	"strings"
)

// Tables around bytes: of databases, pages, listings of assemblers, and of od that writes several types.

// untop takes away the heading of a column that psql prints, the dashes below it, and the number of rows.
func (src *source) untop() bool {
	row, rows := 0, false
	return src.contains(" row") && src.cut(func(l []byte) (span, bool) {
		t := trim(l)
		rows = rows || row > 2 && bytes.HasPrefix(t, []byte("(")) && (bytes.HasSuffix(t, []byte(" row)")) ||
			bytes.HasSuffix(t, []byte(" rows)")))
		if row++; row < 3 || rows || len(t) == 0 {
			return span{}, row != 2 || len(t) > 2 && len(strip(t, "-")) == 0
		}
		return span{1, len(l)}, true
	}, func() bool { return rows })
}

// single leaves the first of the types that od writes below each other, as od -tx1 -tc does: the others have blanks
// where the offset is.
func (src *source) single() bool {
	width, rows, below := 0, 0, 0
	return src.cut(func(l []byte) (span, bool) {
		t := nextToken(l[:min(len(l), maxLead)], 0)
		switch {
		case t.len() == 0 || string(t.of(l)) == "*":
		case t.start == 0 && (t.len() == 6 || t.len() == 7) && all(t.of(l), classHex):
			if width = t.len(); nextToken(l, width).len() > 0 {
				rows++
			}
		case t.start >= width && rows > 0:
			below++
			return span{}, true
		default:
			return span{}, false
		}
		return span{0, len(l)}, true
	}, func() bool { return below > 0 && below%rows == 0 })
}

// unframe takes away the frame that hexyl draws: offsets, bytes in panels, and as many panels of characters. The bars
// around the characters stay, those between panels become blanks.
func (src *source) unframe() bool {
	if !src.contains("+--") {
		return false
	}
	var bars []int // columns of the frame
	rows, framed := 0, src.s
	src.s = bytes.Clone(src.s)
	ok := src.cut(func(l []byte) (span, bool) {
		t := trim(l)
		if len(t) > 0 && len(strip(t, "+-")) == 0 {
			bars = bars[:0]
			for k, c := range l {
				if c == '+' {
					bars = append(bars, k)
				}
			}
		}
		if len(strip(t, "+-")) == 0 || len(bars) < 4 || len(bars)%2 != 0 {
			return span{}, true
		}
		for k, at := range bars {
			if charAt(l, at) != '|' {
				return span{}, false
			} else if k != len(bars)/2 && k != len(bars)-1 {
				l[at] = ' '
			}
		}
		cell := nextToken(l, 0)
		if string(cell.of(l)) == "*" {
			return cell, true
		}
		rows++
		return span{0, len(l)}, true
	}, func() bool { return rows > 0 })
	if !ok {
		src.s = framed
	}
	return ok
}

// uncolumn leaves only the cells of a table below a heading that names bytes. A row whose offset says that its bytes
// are in the rows before it is left out, and one that leaves bytes out is no row. The heading of another table begins a
// datagram.
func (src *source) uncolumn() bool {
	heading := func(l []byte) (title span) {
		low := lower(string(l[:min(len(l), 400)]))
		for _, name := range [...]string{"raw bytes", "raw hex", "hex bytes"} {
			if at := strings.Index(low, name); at > 0 && (has(low, "field") || has(low, "offset") || has(low, "name")) {
				return span{at, at + len(name)}
			}
		}
		from, n := 0, 0
		for _, cell := range strings.FieldsFunc(low, func(c rune) bool { return c == '|' || c == '\t' || c == ',' }) {
			from += strings.Index(low[from:], cell)
			at := from + run([]byte(cell), 0, classBlank)
			from += len(cell)
			switch cell = strings.TrimSpace(cell); {
			case cell == "":
				continue
			case n == 0 && cell != "#" && cell != "offset" && cell != "index" && cell != "byte":
				return span{}
			case cell == "hex" || cell == "bytes" || cell == "value":
				return span{at, at + len(cell)}
			}
			n++
		}
		return span{}
	}
	named := false
	for _, l := range src.texts(400) {
		named = named || heading(l).len() > 0
	}
	if !named {
		return false
	}
	var bytesOf, offsetOf func(row []byte) span
	inside, have := false, 0
	ok := src.cut(func(l []byte) (span, bool) {
		if title := heading(l); title.len() > 0 {
			first := bytesOf == nil
			bytesOf, offsetOf, inside, have = columnOf(l, lower(string(title.of(l)))), columnOf(l, "offset"), true, 0
			if first {
				title.end = title.start
			}
			return title, bytesOf != nil
		}
		if len(trim(l)) == 0 {
			inside = inside && have == 0
		}
		if !inside || len(strip(l, "-=|+: \t\x80")) == 0 {
			return span{}, true
		}
		c := bytesOf(l)
		if offsetOf != nil {
			text := strip(offsetOf(l).of(l), " \t`")
			offset, decimal := number(text, 10)
			if hex, ok := number(bytes.TrimPrefix(text, []byte("0x")), 16); ok && (!decimal || hex == have) {
				offset = hex
			}
			if len(text) > 0 && offset < have {
				return span{}, true
			} else if len(text) > 0 && offset > have {
				return span{}, false
			}
		}
		have += count(c.of(l), classHex) / 2
		return c, true
	}, func() bool { return have > 0 })
	src.seamless = src.seamless || ok
	return ok
}

// columnOf finds the column that is called name in the heading of a table: its cells are behind as many bars or tabs,
// or below that of the heading. A bar behind a backslash is in a cell. Nil: there is no such column.
func columnOf(l []byte, name string) (cell func(row []byte) span) {
	at := strings.Index(lower(string(l)), name)
	if at < 0 {
		return nil
	}
	for _, parting := range [...]byte{'|', '\t', ','} {
		before := bytes.Count(l[:at], []byte{parting})
		if bytes.IndexByte(l, parting) < 0 {
			continue
		}
		return func(row []byte) (c span) {
			for n := before; ; n-- {
				for c.end = c.start; c.end < len(row) && (row[c.end] != parting || c.end > 0 && row[c.end-1] == '\\'); c.end++ {
				}
				if n == 0 || c.end == len(row) {
					return c
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

// directive leaves only what is behind directives of an assembler, where listings have an offset, a label or the bytes
// once more before them: in all lines but those that have nothing but digits.
func (src *source) directive() bool {
	found, before, other := 0, 0, 0
	return !src.one() && src.words() && slices.ContainsFunc([]string{"db ", "db\t", "byte ", "byte\t"}, src.contains) &&
		src.cut(func(l []byte) (span, bool) {
			for t := range tokens(l, 0) {
				if first := l[t.start] | 0x20; first != 'd' && first != 'b' && first != 'f' && first != '.' ||
					!oneOf(directives, t.of(l)) {
					continue
				}
				c := spelled(l, run(l, t.end, classBlank))
				// db may be a byte itself: between a label and one number alone it is none.
				alone := !all(l[:t.start], classHex|classBlank) && strings.IndexByte(",;\x00",
					charAt(trimLeft(l[min(len(l), int(c.end)):]), 0)) >= 0
				if int(c.how) < len(spellings) || int(c.how) == spelledBare && alone {
					if found++; len(trim(l[:t.start])) > 0 {
						before++
					}
					end := bytes.Index(l[t.end:], []byte(" ;")) + t.end
					if end < t.end || bytes.ContainsAny(l[t.end:end], "'\"") {
						end = len(l)
					}
					return span{t.start, end}, before == found
				}
			}
			if len(trim(l)) > 0 {
				other++ // a label, the digits of a listing that go on; lines of bytes with a db among them are more
			}
			return span{}, true
		}, func() bool {
			src.directives = found >= 2 && found*4 >= other
			src.seamless = src.directives
			return src.seamless
		})
}

// directives are the words that assemblers have before bytes.
const directives = " db .db .byte byte dc.b defb fcb "

// afterDirective is where the bytes begin behind a directive of an assembler; 0 where
// there is none. db and defb may be bytes themselves.
func afterDirective(l []byte) int {
	t := nextToken(l[:min(len(l), 8)], 0)
	word := t.of(l)
	if !oneOf(directives, word) {
		return 0
	}
	rest := l[t.end:min(len(l), t.end+maxComment)]
	if all(word, classHex) && all(rest, classHex|classBlank) {
		return 0
	}
	return t.end
}
