package hexdump

import "strconv"

// layout is how the lines of a dump with offsets are built.
type layout struct {
	format Format
	none   bool // no offsets (od -An)
	digits int  // of the offset, 0x not counted
	base   int  // of the offset: 16, 8 or 10
	prefix bool // the offset begins with 0x
	colon  bool // the offset ends with a colon
	cell   unit
	gutter gutter
	field  int  // little-endian groups: bytes in a whole group
	tight  bool // only one blank before the ASCII column, as when a forum joined the blanks
	width  int  // bytes in a whole line; 0 when not known
	step   int  // from one offset to the next, most often; 0 when not known
	group  int  // digits of the first group
	unsure bool // little-endian groups would fit the ASCII column as well
	column int  // where the ASCII column begins, counted from the end of the offset; 0 when not known
	indent int  // blanks before the offsets of the first direction
	follow bool // a short line ends a packet, offsets go on
}

// unit is what stands between two blanks of a dump.
type unit uint8

const (
	unitHex    unit = iota // hex digits in byte order, any even number
	unitByte               // two hex digits
	unitLittle             // hex digits of a little-endian group, short groups at the right (xxd -e)
	unitBits               // eight binary digits
	unitWord               // a number, see wordKind
	unitChar               // od -c
)

type gutter uint8

const (
	gutterNone  gutter = iota
	gutterGap          // after blanks
	gutterBar          // between |
	gutterAngle        // between > and <
)

// why says what the layout was recognised by.
func (l *layout) why() string {
	if l.none {
		return "lines of sixteen " + strconv.Itoa(wordKindOf(l.format).digits) + "-digit numbers after one blank, without offsets"
	}
	base := "hex"
	switch l.base {
	case 8:
		base = "octal"
	case 10:
		base = "decimal"
	}
	s := strconv.Itoa(l.digits) + "-digit " + base + " offsets"
	if l.prefix {
		s += " after 0x"
	}
	if l.step > 0 {
		s += " that count up by " + strconv.Itoa(l.step)
	}
	switch l.cell {
	case unitHex:
		s += ", groups of " + strconv.Itoa(l.group) + " hex digits in byte order"
	case unitByte:
		s += ", bytes of two hex digits"
	case unitLittle:
		s += ", groups of " + strconv.Itoa(2*l.field) + " hex digits that match the ASCII column when read as little-endian"
	case unitBits:
		s += ", bytes of eight binary digits"
	case unitChar:
		s += ", one character, escape or octal number a byte"
	case unitWord:
		k := wordKindOf(l.format)
		switch {
		case k.digits == 0:
			s += ", decimal numbers"
		case k.base == 16:
			s += ", numbers of " + strconv.Itoa(k.digits) + " hex digits"
		case k.base == 8:
			s += ", numbers of " + strconv.Itoa(k.digits) + " octal digits"
		default:
			s += ", numbers of " + strconv.Itoa(k.digits) + " decimal digits"
		}
		if k.size > 1 {
			s += " (" + strconv.Itoa(k.size) + " bytes, little-endian)"
		}
	}
	switch l.gutter {
	case gutterGap:
		s += " and an ASCII column"
	case gutterBar:
		s += " and an ASCII column between bars"
	case gutterAngle:
		s += " and an ASCII column between > and <"
	}
	if l.follow {
		s += "; short lines end a packet"
	}
	return s
}
