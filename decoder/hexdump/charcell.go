package hexdump

import (
	"bytes"
	"strings"
)

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
			r.fault(at, "", "a cell of four: blanks and one character, an escape or three octal digits")
			return
		}
		width := max(1, len(bytes.TrimLeft(cell[1:], " ")))
		r.add(v, min(i+4-width, len(line)-1), width)
	}
	for len(r.bytes) < r.limit && r.sure {
		r.add(' ', len(line), 0)
	}
	r.end = min(i, len(line))
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
	for i := 0; i+1 < len(some) && !telling; i++ { // blanks that the next offset counts as bytes
		a, b := some[i], some[i+1]
		shown, cells := (len(bytes.TrimRight(a.line, " "))-a.body)/4, (len(a.line)-a.body)/4
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
