package paste

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
)

// head is the beginning of a dump line.
type head struct {
	indent int
	dir    Direction
	from   int // first digit of the offset
	digits int // of it
	body   int // after the colon
	prefix bool
	colon  bool
}

// text is the digits of the offset.
func (h *head) text(line []byte) []byte { return line[h.from : h.from+h.digits] }

// headOf reads the offset that a line of a dump begins with, perhaps after a direction mark.
func headOf(l []byte) (h head, ok bool) {
	i := run(l, 0, classBlank)
	h.indent = i
	if i > 0 && l[0] == '\t' {
		h.indent += 7
	}
	if d, n := directionMark(l[i:]); n > 0 && n+i < len(l) {
		h.dir = d
		i = run(l, i+n, classBlank)
	}
	if i+2 < len(l) && l[i] == '0' && l[i+1]|0x20 == 'x' {
		h.prefix = true
		i += 2
	}
	h.from, h.body = i, run(l[:min(len(l), i+17)], i, classHex)
	if h.digits = h.body - i; h.digits == 8 && charAt(l, h.body) == '`' || h.digits == 4 && charAt(l, h.body) == ':' {
		// an address in two parts, as WinDbg and DEBUG write it
		i = h.body + 1
		if end := run(l[:min(len(l), i+9)], i, classHex); end == i+h.digits && isBlank(charAt(l, end)) {
			h.from, h.body, h.colon = i, end, true
		}
	}
	// at the right, without zeros before it, or before a tab
	aligned := h.digits > 0 && (h.indent+h.digits >= 5 && charAt(l, h.body) == ':' ||
		charAt(l, h.body) == '\t' && l[h.body-1] == '0')
	if h.digits < 4 && !aligned || h.digits > 16 {
		return h, false
	}
	if charAt(l, h.body)|0x20 == 'h' && charAt(l, h.body+1) == ':' {
		h.body++
	}
	if charAt(l, h.body) == ':' {
		h.colon = true
		h.body++
	}
	if h.body < len(l) && !isBlank(l[h.body]) {
		return h, false
	}
	return h, h.colon || h.prefix || unitLike(l, h.body)
}

// unitLike reports whether what follows an offset without a colon could be bytes, so that "2004 was a good year" and
// the "0100 .... = Version: 4" of tshark -V are no dump lines.
func unitLike(l []byte, i int) bool {
	t := nextToken(l, i)
	n, hex := t.len(), count(t.of(l), classHex)
	switch {
	case n < 2 || l[t.start] == '\\' || l[t.start] == '|' || l[t.start] == '>':
		return true
	case n < 4:
		return hex > 0
	}
	return hex*4 >= n*3
}

// cellByte is a byte of a row and where it is written, counted from the line's start.
type cellByte struct {
	value byte
	width uint8
	off   int32
}

// reading is the reading of one dump line. It stops at the first thing that is not a byte: end says where.
type reading struct {
	l       *layout
	line    []byte
	limit   int  // bytes that the line has at most; 0 when not known
	sure    bool // limit comes from the next offset
	bytes   []cellByte
	body    int    // where they begin
	end     int    // where they end
	bad     int    // where something stands that is neither a byte nor the ASCII column; -1 when nothing
	found   string // what stands there; "": the character itself
	want    string
	loose   bool // it can be read, but its program would write it in another way
	telling bool // there is a character of od -c in it, which no number is
}

func (r *reading) add(v byte, off, width int) {
	r.bytes = append(r.bytes, cellByte{v, uint8(width), int32(off)})
}

func (r *reading) fault(off int, found, want string) {
	r.bad, r.found, r.want = off, found, want
}

// read reads the bytes of the line from i on, and stops before the ASCII column.
func (r *reading) read(i int) {
	r.bad, r.body, r.end = -1, i, i
	if r.l.unit == unitChar {
		r.chars(i)
		return
	}
	l, line := r.l, r.line
	if open := gutters[l.gutter].open; open != "" {
		if k := bytes.IndexByte(line[i:], open[0]); k >= 0 {
			line = line[:i+k]
		}
	}
	for r.limit <= 0 || len(r.bytes) < r.limit {
		n := len(r.bytes)
		if n == 8 && charAt(line, i) == '-' { // between the halves
			i++
		}
		t := nextToken(line, i)
		if n == 7 && t.len() > 2 && line[t.start+2] == '-' {
			t.end = t.start + 2
		}
		gap := t.start - i
		if t.len() == 0 || n > 0 && gap >= 2 && !r.wideGap(gap, t) {
			break
		}
		if off := l.wrong(t.of(line)); off >= 0 {
			if n == 0 || !(l.tight && gap == 1 || l.gutter == gutterGap && gap >= 2) { // else it is the ASCII column
				r.badGroup(t, off)
			}
			break
		}
		if l.shape.radix != 16 && !r.number(t) {
			break
		}
		for q := t.start; q < t.end && l.shape.radix == 16; q += 2 {
			at := q
			if l.unit == unitLittle || l.unit == unitWord {
				at = t.start + t.end - 2 - q
			}
			r.add(hexValue[line[at]]<<4|hexValue[line[at+1]], at, 2)
		}
		// A number is at the right of its cell; a little-endian group too, and so is the first of one in byte order.
		r.loose = r.loose || l.unit == unitWord && (t.end-r.body)%l.shape.cell != 0 ||
			l.unit == unitLittle && (t.end-r.body)%(2*l.field+1) != 0 || l.unit == unitHex && n == 0 && gap > 1 && gap%2 == 1
		i, r.end = t.end, t.end
	}
}

// wideGap reports whether bytes go on after more than one blank.
func (r *reading) wideGap(gap int, t span) bool {
	l, n := r.l, len(r.bytes)
	switch {
	case l.gutter > gutterGap, l.unit == unitWord:
		return true
	case l.digits >= 6 && gap == r.gap(0) && (n == 1 || gap == r.gap(1)): // the columns of od -tx1 -tc
		return true
	case l.unit == unitLittle:
		return t.len() < 2*l.field && gap-1+t.len() == 2*l.field
	case l.unit == unitHex && l.group == 2 && n == 8 && gap == 2 && t.len() == 2:
		return r.limit != 8
	case !l.counted() || l.unit != unitByte || t.len() != 2 || gap > 3:
		return false
	}
	return n == 8 && r.limit != 8 || r.sure && n < r.limit && l.wrong(t.of(r.line)) < 0
}

// gap is how many blanks are before byte i.
func (r *reading) gap(i int) int {
	end := r.body
	if i > 0 {
		end = int(r.bytes[i-1].off) + int(r.bytes[i-1].width)
	}
	return int(r.bytes[i].off) - end
}

// wrong gives the offset of the first character of a group that cannot be, -1 when the group is well-formed. Without a
// number of digits there must be two a byte, except in decimal numbers.
func (l *layout) wrong(group []byte) int {
	sign := 0
	if l.shape.signed && len(group) > 1 && group[0] == '-' {
		sign = 1
	}
	radix, digits := l.shape.radix, l.digitsEach()
	for i, c := range group[sign:] {
		if int(hexValue[c]) >= radix {
			return i + sign
		}
	}
	if n := len(group); n == digits || digits == 0 && (n%2 == 0 || radix == 10) {
		return -1
	}
	return len(group) - 1
}

// same reports whether two readings give the same bytes.
func (r *reading) same(other *reading) bool {
	return slices.EqualFunc(r.bytes, other.bytes, func(a, b cellByte) bool { return a.value == b.value })
}

// number adds the bytes of a number, the lowest first, and says whether it is small enough.
func (r *reading) number(t span) bool {
	s, group := r.l.shape, r.line[t.start:t.end]
	minus := group[0] == '-'
	if minus {
		group = group[1:]
	}
	v, ok := number(group, s.radix)
	most := 1 << (8 * s.size) // and one more
	if s.signed {
		r.loose = r.loose || v > most/2 || v == most/2 && !minus
	}
	if minus {
		ok = ok && v <= most/2
		v = most - v
	}
	if !ok || v >= most {
		r.fault(t.start, clip(t.of(r.line)), "a number of "+strconv.Itoa(s.size)+" "+plural(s.size, "byte"))
		return false
	}
	r.loose = r.loose || s.digits == 0 && len(group) > 1 && group[0] == '0'
	for b := range s.size {
		r.add(byte(v>>(8*b)), t.start, t.len())
	}
	return true
}

// badGroup says what is wrong with a group.
func (r *reading) badGroup(t span, off int) {
	radix, want := r.l.shape.radix, "an even number of digits, two a byte"
	if int(hexValue[r.line[t.start+off]]) >= radix {
		r.fault(t.start+off, "", digitName(radix))
		return
	}
	if n := r.l.digitsEach(); n > 0 {
		want = strconv.Itoa(n) + " digits"
	}
	r.fault(t.end-1, strconv.Itoa(t.len())+" "+baseName(radix)+" "+plural(t.len(), "digit")+" ("+clip(t.of(r.line))+")",
		want)
}

// digitName is the digit that is expected in a base.
func digitName(base int) string {
	if base == 8 {
		return "an octal digit (0 to 7)"
	}
	return "a " + baseName(base) + " digit"
}

func plural(n int, word string) string {
	if n == 1 {
		return word
	}
	return word + "s"
}

// clip shortens a number for a message.
func clip(t []byte) string {
	if len(t) > 20 {
		return string(t[:20]) + "..."
	}
	return string(t)
}

// The bytes that od -c and most languages write as a backslash and a letter, and the letters.
const (
	charEscapes = "\x00\a\b\t\n\v\f\r"
	charNames   = "0abtnvfr"
)

// charCell is the cell of od -c at l[i]: four characters, blanks where the line has ended.
func charCell(l []byte, i int) (cell [4]byte) {
	for k := copy(cell[:], l[i:]); k < len(cell); k++ {
		cell[k] = ' '
	}
	return cell
}

// charValue is the byte that a cell of od -c stands for.
func charValue(cell [4]byte) (byte, bool) {
	switch {
	case cell[1] != ' ':
		v, ok := number(cell[1:], 8)
		return byte(v), ok && v < 256
	case cell[2] == ' ' || cell[2] == '\\' && cell[3] == '\\':
		return cell[3], true // the character itself; a blank for a blank
	case cell[2] == '\\':
		if k := strings.IndexByte(charNames, cell[3]); k >= 0 {
			return charEscapes[k], true
		}
	}
	return 0, false
}

// chars reads cells of od -c. Blanks at the end of the line may have been lost: the limit brings them back.
func (r *reading) chars(i int) {
	line := r.line
	for ; i < len(line) && (r.limit <= 0 || len(r.bytes) < r.limit); i += 4 {
		cell := charCell(line, i)
		v, ok := charValue(cell)
		if !ok || cell[0] != ' ' {
			r.fault(min(run(line, i, classBlank), len(line)-1), "",
				"a cell of four: spaces and one character, an escape or three octal digits")
			return
		}
		if cell[1] != ' ' && (v >= 0x20 && v < 0x7f || strings.IndexByte(charEscapes, v) >= 0) {
			r.loose = true // od writes these as characters and escapes
		}
		r.telling = r.telling || cell[1] == ' ' && (cell[3] != ' ' || len(trim(line[i:])) > 0)
		width := max(1, len(trimLeft(cell[1:])))
		r.add(v, min(i+4-width, len(line)-1), width)
	}
	for len(r.bytes) < r.limit && r.sure {
		r.add(' ', len(line), 0)
	}
	r.end = min(i, len(line))
}
