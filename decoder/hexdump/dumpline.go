package hexdump

import (
	"bytes"
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
	if h.digits = h.body - i; h.digits == 8 && charAt(l, h.body) == '`' { // as WinDbg writes an address
		i = h.body + 1
		h.from, h.body = i, run(l[:min(len(l), i+9)], i, classHex)
		h.digits, h.colon = h.body-i, true
	}
	if h.digits < 4 || h.digits > 16 {
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

// unitLike reports whether what follows an offset without a colon could be bytes, so that "2004 was a good year" and the
// "0100 .... = Version: 4" of tshark -V are no dump lines.
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

// directions are the marks that say which way a packet went.
var directions = [...]string{
	DirectionSent:     " > >> >>> -> --> => c->s o send sent sending tx out outgoing client request c: ",
	DirectionReceived: " < << <<< <- <-- <= s->c i recv received receiving rx in incoming server reply response s: ",
}

// directionMark reads a mark such as > < -> <- I O C: S: send recv at the start of l, perhaps with a colon after it, and gives its length.
func directionMark(l []byte) (Direction, int) {
	if len(l) == 0 || isDigit(l[0]) || isHex(l[0]) && isHex(charAt(l, 1)) { // most lines
		return DirectionUnknown, 0
	}
	if dir, n := arrow(l); n > 0 {
		return dir, n
	}
	if t := nextToken(l, 0); t.start == 0 && t.len() <= 10 {
		mark := t.of(l)
		for dir, marks := range directions {
			if oneOf(marks, mark) || oneOf(marks, bytes.TrimSuffix(mark, []byte(":"))) {
				if next := nextToken(l, t.end); t.len() == 1 && isLetter(l[0]) && charAt(l, next.start) == '(' {
					break // I (954) of a log
				}
				return Direction(dir), t.end
			}
		}
	}
	return DirectionUnknown, 0
}

// arrow reads "C -> S" and "server > client", and gives its length.
func arrow(l []byte) (Direction, int) {
	if strings.IndexByte("csmp", l[0]|0x20) < 0 { // most lines
		return DirectionUnknown, 0
	}
	var words [3]span
	for i, end := 0, 0; i < len(words); i++ {
		words[i] = nextToken(l[:min(len(l), 40)], end)
		end = words[i].end
	}
	who := func(t span) Direction {
		for dir, marks := range parties {
			if oneOf(marks, bytes.TrimSuffix(t.of(l), []byte(":"))) {
				return Direction(dir)
			}
		}
		return DirectionUnknown
	}
	a, b := who(words[0]), who(words[2])
	switch mark := string(words[1].of(l)); {
	case a == b || a == DirectionUnknown || b == DirectionUnknown:
	case mark == "->" || mark == "-->" || mark == "=>" || mark == ">" || mark == ">>" || mark == "to":
		return a, words[2].end
	case mark == "<-" || mark == "<--" || mark == "<=" || mark == "<" || mark == "<<" || mark == "from":
		return b, words[2].end
	}
	return DirectionUnknown, 0
}

// parties are who sends, in each direction.
var parties = [...]string{DirectionSent: " c client me player ", DirectionReceived: " s server srv "}

// cellByte is a byte read from a dump line: where it is written, counted from the line's start.
type cellByte struct {
	value byte
	width uint8
	off   int32
}

// reading is the reading of one dump line. It stops at the first thing that is not a byte: end says where.
type reading struct {
	l     *layout
	line  []byte
	limit int  // bytes that the line has at most; 0 when not known
	sure  bool // limit comes from the next offset
	bytes []cellByte
	body  int    // where they begin
	end   int    // where they end
	bad   int    // where something stands that is neither a byte nor the ASCII column; -1 when nothing
	found string // what stands there; "": the character itself
	want  string
}

func (r *reading) add(v byte, off, width int) {
	r.bytes = append(r.bytes, cellByte{v, uint8(width), int32(off)})
}

func (r *reading) fault(off int, found, want string) {
	r.bad, r.found, r.want = off, found, want
}

// groups reads groups of digits and stops before the ASCII column.
func (r *reading) groups(i int) {
	l, line := r.l, r.line
	base, digits := l.numeral()
	of, size := [17]class{2: classOctal, 8: classOctal, 10: classDigit, 16: classHex}[base], l.size()
	little := l.unit == unitLittle || l.unit == unitWord
	r.bad, r.body, r.end = -1, i, i
	for r.limit <= 0 || len(r.bytes) < r.limit {
		if len(r.bytes) == 8 && charAt(line, i) == '-' {
			i++
		}
		j := run(line, i, classBlank)
		if j == len(line) || l.gutter == gutterBar && line[j] == '|' || l.gutter == gutterAngle && line[j] == '>' {
			return
		}
		k := run(line, j, of)
		well := base > 2 && k > j && (k == len(line) || isBlank(line[k])) && (k-j == digits || digits == 0 && (base == 10 || (k-j)%2 == 0))
		for k < len(line) && !isBlank(line[k]) && (line[k] != '|' || l.gutter != gutterBar) && (line[k] != '-' || k-j != 2 || len(r.bytes) != 7) {
			k++
		}
		gap, count := j-i, len(r.bytes)
		if count > 0 && gap >= 2 && !r.wideGap(gap, count, j, k) {
			return
		}
		sign := 0
		if base == 10 && k-j > 1 && line[j] == '-' && shapeOf(l.format).signed {
			sign = 1
		}
		off := -1
		if !well {
			off = wrong(line[j+sign:k], base, digits)
		}
		if off >= 0 {
			off += sign
			if count == 0 || !(l.tight && gap == 1 || l.gutter == gutterGap && gap >= 2) { // else it is the ASCII column
				r.badGroup(j, k, off)
			}
			return
		}
		if size := (k - j) / 2; base == 16 && r.limit > 0 && count+size > r.limit && count > 0 && (l.tight || gap >= 2) {
			return
		}
		if base == 16 {
			for q := j; q < k; q += 2 {
				at := q
				if little {
					at = j + k - 2 - q
				}
				r.add(hexValue[line[at]]<<4|hexValue[line[at+1]], at, 2)
			}
		} else {
			v, ok := number(line[j+sign:k], base)
			if sign > 0 {
				v = 1<<(8*size) - v
				ok = ok && v >= 1<<(8*size-1)
			}
			if !ok || v >= 1<<(8*size) {
				r.fault(j, clip(line[j:k]), "a number of "+strconv.Itoa(size)+" "+plural(size, "byte"))
				return
			}
			for b := range size {
				r.add(byte(v>>(8*b)), j, k-j)
			}
		}
		i, r.end = k, k
	}
}

// wideGap reports whether bytes go on after more than one blank.
func (r *reading) wideGap(gap, count, j, k int) bool {
	l := r.l
	switch {
	case l.gutter == gutterBar, l.gutter == gutterAngle, l.unit == unitWord:
		return true
	case l.unit == unitLittle:
		return l.field > 0 && k-j < 2*l.field && gap-1+k-j == 2*l.field
	case !l.counted() || l.unit != unitByte || k-j != 2:
		return false
	case gap <= 3 && count == 8 && r.limit != 8:
		return true
	}
	return r.sure && gap <= 3 && count < r.limit && wrong(r.line[j:k], 16, 2) < 0
}

// wrong gives the offset of the first character of a group that cannot be, -1 when the group is well-formed. Without a
// number of digits there must be two a byte, except in decimal numbers.
func wrong(group []byte, base, digits int) int {
	for i, c := range group {
		if int(hexValue[c]) >= base {
			return i
		}
	}
	if n := len(group); n == digits || digits == 0 && (n%2 == 0 || base == 10) {
		return -1
	}
	return len(group) - 1
}

// badGroup says what is wrong with the group from j to k.
func (r *reading) badGroup(j, k, off int) {
	base, digits := r.l.numeral()
	found := " " + plural(k-j, "digit") + " (" + clip(r.line[j:k]) + ")"
	switch {
	case int(hexValue[r.line[j+off]]) >= base:
		r.fault(j+off, "", digitName(base))
	case r.l.unit == unitBits:
		r.fault(j, strconv.Itoa(k-j)+" binary digits", "eight")
	case r.l.unit == unitWord:
		r.fault(k-1, strconv.Itoa(k-j)+found, strconv.Itoa(digits)+" digits a number")
	case r.l.unit == unitByte:
		r.fault(k-1, strconv.Itoa(k-j)+" hex"+found, "two hex digits")
	default:
		r.fault(k-1, strconv.Itoa(k-j)+" hex"+found, "an even number of digits, two a byte")
	}
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

// clip shortens text for a message and leaves out what is not printable.
func clip(t []byte) string {
	out := make([]byte, 0, 24)
	for i, c := range t {
		if i == 20 {
			return string(out) + "..."
		}
		if c < 0x20 || c > 0x7e {
			c = '?'
		}
		out = append(out, c)
	}
	return string(out)
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
	r.bad = -1
	line := r.line
	for ; i < len(line) && (r.limit <= 0 || len(r.bytes) < r.limit); i += 4 {
		cell := charCell(line, i)
		v, ok := charValue(cell)
		if !ok || cell[0] != ' ' {
			at := min(run(line, i, classBlank), len(line)-1)
			r.fault(at, "", "a cell of four: spaces and one character, an escape or three octal digits")
			return
		}
		width := max(1, len(trimLeft(cell[1:])))
		r.add(v, min(i+4-width, len(line)-1), width)
	}
	for len(r.bytes) < r.limit && r.sure {
		r.add(' ', len(line), 0)
	}
	r.end = min(i, len(line))
}

// wholeNumbers reports whether all cells are those of od -i, twelve wide, and the closing offset does not speak against it.
func wholeNumbers(some []sample) bool {
	n, last := 0, some[len(some)-1]
	for _, s := range some {
		cells := trimRight(s.line[s.body:])
		if len(cells)%12 != 0 {
			return false
		}
		for t := range tokens(cells, 0) {
			if t.end%12 != 0 || !all(t.of(cells), classDigit) {
				return false
			}
		}
		n += len(cells) / 12
	}
	to, ok := last.offset(8)
	return ok && (len(some) > 2 || last.starred || (to+3)/4 == n)
}

// charCells reports whether the sample is od -c: cells of four, each one character, an escape or three octal digits.
func charCells(some []sample) bool {
	telling := false // something that a dump of numbers cannot have
	for _, s := range some {
		for i := s.body; i < len(s.line); i += 4 {
			cell := charCell(s.line, i)
			v, ok := charValue(cell)
			if !ok || cell[0] != ' ' || cell[1] != ' ' && (v >= 0x20 && v < 0x7f || strings.IndexByte(charEscapes, v) >= 0) {
				return false // od writes these as characters and escapes
			}
			telling = telling || cell[1] == ' ' && cell[3] != ' ' || cell == [4]byte{' ', ' ', ' ', ' '} && len(trim(s.line[i:])) > 0
		}
	}
	if closing := some[len(some)-1]; len(some) > 1 && len(closing.line) == closing.body && wholeNumbers(some) {
		return false
	}
	for i := 0; i+1 < len(some) && !telling; i++ { // blanks that the next offset counts as bytes
		a, b := some[i], some[i+1]
		shown, cells := (len(trimRight(a.line))-a.body)/4, (len(a.line)-a.body)/4
		for _, base := range [...]int{16, 8} {
			from, ok1 := a.offset(base)
			to, ok2 := b.offset(base)
			d := to - from
			if ok1 && ok2 && d == shown { // what is shown is counted
				telling = false
				break
			}
			telling = telling || ok1 && ok2 && d > shown && d <= cells && b.index == a.index+1
		}
	}
	return telling
}
