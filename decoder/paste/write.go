package paste

import (
	"bytes"
	"strconv"
	"strings"
)

// Dump appends b to dst, written in format f; formats that cannot be written (see Format.Writable) come out as plain
// hex. What it writes, Parse reads as the same bytes. The dumps are those of the real programs, byte for byte; xxd -i
// calls the array "packet".
func Dump(dst []byte, f Format, b []byte) []byte {
	if !f.Writable() {
		f = PlainHex
	}
	return formats[f].looks.write(dst, b)
}

// shape is what a line of a dump looks like.
type shape struct {
	lead       string // what precedes the offset
	offset     int    // digits of the offset
	offsetBase int
	tail       string // what follows the offset
	unit       unit   // what stands between two blanks
	cell       int    // characters that it takes, with the blanks before it
	digits     int    // digits of it; 0: as many as needed
	radix      int    // of its digits
	size       int    // bytes in it
	row        int    // bytes in a line
	open       string // before the ASCII column; "": there is none
	shut       string // after it
	signed     bool   // numbers may begin with a minus
}

// words are the numbers of hexdump(1), which counts in hex, and od(1), which counts in octal.
func words(offsetBase, cell, digits, base, size int) *shape {
	return &shape{offset: 7, offsetBase: offsetBase, unit: unitWord, cell: cell, digits: digits, radix: base, size: size,
		row: 16}
}

// signed are the signed numbers of od(1).
func signed(cell, size int) *shape {
	s := words(8, cell, 0, 10, size)
	s.signed = true
	return s
}

// bare reports whether nothing is around the offset, as in hexdump and od: there equal lines are a *, and the last line
// says how many bytes there were.
func (s *shape) bare() bool { return s.lead+s.tail == "" }

// shapeOf is what a line of a dump looks like.
func shapeOf(f Format) *shape {
	s, _ := formats[f].looks.(*shape)
	return s
}

func (s *shape) write(dst, b []byte) []byte {
	bare := s.bare()
	var prev []byte
	starred := false
	for at := 0; at < len(b); at += s.row {
		part := b[at:min(at+s.row, len(b))]
		if bare && bytes.Equal(prev, part) {
			if !starred {
				dst = append(dst, '*', '\n')
			}
			starred = true
			continue
		}
		starred, prev = false, part
		dst = s.writeOffset(dst, at)
		for i := 0; i < s.row && (i < len(part) || s.offsetBase == 16); i += s.size { // od does not fill a short line
			if s.shut != "" && i%8 == 0 {
				dst = append(dst, ' ') // hexdump -C writes two halves
			}
			dst = s.writeCell(dst, part, i)
		}
		if s.open != "" {
			dst = append(dst, s.open...)
			for _, c := range part {
				if c < 0x20 || c > 0x7e || c == ' ' && s.lead != "" { // tcpdump shows a blank as a dot
					c = '.'
				}
				dst = append(dst, c)
			}
			dst = append(dst, s.shut...)
		}
		dst = append(dst, '\n')
	}
	if bare {
		dst = append(s.writeOffset(dst, len(b)), '\n')
	}
	return dst
}

func (s *shape) writeOffset(dst []byte, at int) []byte {
	return append(padded(append(dst, s.lead...), uint64(at), s.offsetBase, s.offset, '0'), s.tail...)
}

// writeCell writes the bytes of part from i on that are one cell, or as many blanks when there is none.
func (s *shape) writeCell(dst, part []byte, i int) []byte {
	if i >= len(part) {
		return pad(dst, s.cell, ' ')
	}
	switch s.unit {
	case unitWord:
		v := uint64(0)
		for n := min(s.size, len(part)-i) - 1; n >= 0; n-- {
			v = v<<8 | uint64(part[i+n])
		}
		if shift := 64 - 8*s.size; s.signed && int64(v<<shift) < 0 {
			number := strconv.FormatInt(int64(v<<shift)>>shift, 10)
			return append(pad(dst, s.cell-len(number), ' '), number...)
		}
		if s.digits == 0 {
			return padded(dst, v, s.radix, s.cell, ' ')
		}
		return padded(pad(dst, s.cell-s.digits, ' '), v, s.radix, s.digits, '0')
	case unitChar:
		if k := strings.IndexByte(charEscapes, part[i]); k >= 0 {
			return append(dst, ' ', ' ', '\\', charNames[k])
		}
		if c := part[i]; c >= 0x20 && c < 0x7f {
			return append(dst, ' ', ' ', ' ', c)
		}
		return padded(append(dst, ' '), uint64(part[i]), 8, 3, '0')
	}
	dst = append(dst, ' ')
	for n := range s.size {
		at := i + n
		if s.unit == unitLittle {
			at = i + s.size - 1 - n
		}
		switch width := s.digits / s.size; {
		case at >= len(part) && s.bare(): // od
			dst = pad(dst, width, '0')
		case at >= len(part):
			dst = pad(dst, width, ' ')
		case s.radix == 16:
			dst = hex2(dst, part[at])
		default:
			dst = padded(dst, uint64(part[at]), s.radix, width, '0')
		}
	}
	return dst
}

// pad appends n times fill.
func pad(dst []byte, n int, fill byte) []byte {
	for range n {
		dst = append(dst, fill)
	}
	return dst
}

// padded appends v in base with at least width digits, filled with fill.
func padded(dst []byte, v uint64, base, width int, fill byte) []byte {
	var buf [64]byte
	s := strconv.AppendUint(buf[:0], v, base)
	return append(pad(dst, width-len(s), fill), s...)
}

// listing is what bytes look like that are not a dump: something before and after them, lines, bytes and what parts
// them.
type listing struct {
	head, tail string                     // # stands for the number of bytes
	row        int                        // bytes in a line; 0: all are in one
	begin      string                     // of a line
	each       func([]byte, byte) []byte  // writes a byte
	between    string                     // the bytes of a line
	wrap, last string                     // ends a line, ends the last one
	whole      func(dst, b []byte) []byte // writes all of them; instead of row to last
}

// numbers are the bytes of an array, twelve a line.
func numbers(head, begin, last, tail string) *listing {
	return &listing{head: head, tail: tail, row: 12, begin: begin, each: number0x, between: ", ", wrap: ",\n", last: last}
}

func (l *listing) write(dst, b []byte) []byte {
	size := strconv.Itoa(len(b))
	dst = append(dst, strings.ReplaceAll(l.head, "#", size)...)
	if l.whole != nil {
		dst, b = l.whole(dst, b), nil
	}
	row := l.row
	if row == 0 {
		row = len(b)
	}
	for i, c := range b {
		if i%row == 0 {
			dst = append(dst, l.begin...)
		}
		after := l.between
		if i == len(b)-1 {
			after = l.last
		} else if i%row == row-1 {
			after = l.wrap
		}
		dst = append(l.each(dst, c), after...)
	}
	return append(dst, strings.ReplaceAll(l.tail, "#", size)...)
}

const lowerDigits = "0123456789abcdef"

func hex2(dst []byte, c byte) []byte { return append(dst, lowerDigits[c>>4], lowerDigits[c&15]) }

func number0x(dst []byte, c byte) []byte { return hex2(append(dst, '0', 'x'), c) }

func decimal(dst []byte, c byte) []byte { return strconv.AppendUint(dst, uint64(c), 10) }

// escapeX escapes every byte: in C a digit after \x80 would belong to it.
func escapeX(dst []byte, c byte) []byte { return hex2(append(dst, '\\', 'x'), c) }

// The two ways to write bytes with escapes: between double quotes, and as text without quotes. The second escapes
// blanks at the ends of the text, which a reader would not see.
var escapeQuoted, escapeText = escaping(`"\`, "$"), escaping(`\`, " ")

// escaping writes printable text as it is, but marks with a backslash, and \x80 for all else and for hidden, which
// blanks inside are not.
func escaping(marks, hidden string) func(dst, b []byte) []byte {
	return func(dst, b []byte) []byte {
		for i, c := range b {
			switch {
			case strings.IndexByte(marks, c) >= 0:
				dst = append(dst, '\\', c)
			case c < 0x20 || c > 0x7e || strings.IndexByte(hidden, c) >= 0 && (c != ' ' || i == 0 || i == len(b)-1) ||
				isMarkup(b[i:]):
				dst = escapeX(dst, c)
			default:
				dst = append(dst, c)
			}
		}
		return dst
	}
}

// isMarkup reports whether b begins with an entity or a tag of HTML, which whoever
// reads a paste takes for what a page has around text.
func isMarkup(b []byte) bool {
	if b[0] == '<' {
		return tag(b) > 0
	}
	for _, e := range entities {
		if bytes.HasPrefix(b, []byte(e.name)) {
			return true
		}
	}
	return false
}
