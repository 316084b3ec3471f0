package hexdump

import (
	"strconv"
)

// layout is how the lines of a dump with offsets are built, found out from its first lines.
type layout struct {
	head   // of the first line with bytes, indented least
	format Format
	none   bool // no offsets (od -An)
	base   int  // of the offset: 16, 8 or 10
	unit   unit
	gutter gutter
	field  int  // little-endian groups: bytes in a whole group
	tight  bool // only one blank before the ASCII column, as when a forum joined the blanks
	width  int  // bytes in a whole line; 0 when not known
	step   int  // from one offset to the next, most often; 0 when not known
	group  int  // digits of the first group
	unsure bool // little-endian groups would fit the ASCII column as well
	column int  // where the ASCII column begins, counted from the end of the offset; 0 when not known
	follow bool // a short line ends a packet, offsets go on
}

// unit is what stands between two blanks of a dump.
type unit uint8

const (
	unitHex    unit = iota // hex digits in byte order, any even number
	unitByte               // two hex digits
	unitLittle             // hex digits of a little-endian group, short groups at the right (xxd -e)
	unitBits               // eight binary digits
	unitWord               // a little-endian number of the format's base, digits and size
	unitChar               // od -c
)

type gutter uint8

const (
	gutterNone  gutter = iota
	gutterGap          // after blanks
	gutterBar          // between |
	gutterAngle        // between > and <
)

// set makes the layout one of f.
func (l *layout) set(f Format, u unit) bool {
	l.format, l.unit = f, u
	return true
}

// counted reports whether the offset has nothing around it that says its base.
func (l *layout) counted() bool { return !l.colon && !l.prefix }

// shapeOf is what a line of a dump looks like; nil for formats that are no dumps. Follow streams are not written.
func shapeOf(f Format) *shape {
	if f == WiresharkFollow {
		f = Wireshark
	}
	s, _ := formats[f].looks.(*shape)
	return s
}

// size is the bytes in one unit.
func (l *layout) size() int {
	switch {
	case l.unit == unitWord:
		return shapeOf(l.format).size
	case l.format == OdBig2:
		return max(1, l.group/2)
	}
	return 1
}

// numeral is the base of the digits of a unit, and how many there are: 0 when that differs.
func (l *layout) numeral() (base, digits int) {
	if l.unit == unitHex || l.unit == unitLittle {
		return 16, 0
	}
	s := shapeOf(l.format)
	return s.base, s.digits
}

func baseName(base int) string {
	return [17]string{2: "binary", 8: "octal", 10: "decimal", 16: "hex"}[base]
}

// units are what a layout is recognised by; # stands for the digits of a group.
var units = [...]string{
	unitHex:    "groups of # hex digits in byte order",
	unitByte:   "bytes of two hex digits",
	unitLittle: "groups of # hex digits that match the ASCII column when read as little-endian",
	unitBits:   "bytes of eight binary digits",
	unitWord:   "decimal numbers",
	unitChar:   "one character, escape or octal number a byte",
}

// gutters are what follows the units.
var gutters = [...]string{"", " and an ASCII column", " and an ASCII column between bars", " and an ASCII column between > and <"}

// why says what the layout was recognised by.
func (l *layout) why() string {
	base, digits := l.numeral()
	unit, size := units[l.unit], l.size()
	switch {
	case l.none && l.unit == unitWord:
		return "lines of sixteen " + strconv.Itoa(digits) + "-digit numbers after one space, without offsets"
	case l.none:
		return "columns of four, " + unit + ", without offsets"
	case l.unit == unitWord && digits > 0:
		unit = "numbers of " + strconv.Itoa(digits) + " " + baseName(base) + " digits"
	case l.unit == unitLittle:
		l.group = 2 * l.field
	}
	if size > 1 {
		unit += " (" + strconv.Itoa(size) + " bytes, little-endian)"
	}
	s := strconv.Itoa(l.digits) + "-digit " + baseName(l.base) + " offsets"
	if l.prefix {
		s += " after 0x"
	}
	if l.step > 0 {
		s += " that count up by " + strconv.Itoa(l.step)
	}
	s += ", " + withCount(unit, l.group) + gutters[l.gutter]
	if l.follow {
		s += "; short lines end a packet"
	}
	return s
}

// try reads a sample line as the layout says.
func (l *layout) try(s sample) *reading {
	r := &reading{l: l, line: s.line, limit: l.width}
	r.groups(s.body)
	return r
}

// count is the bytes in a sample line.
func (l *layout) count(s sample) int {
	switch l.unit {
	case unitChar:
		return (len(s.line) - s.body + 3) / 4
	case unitWord: // damaged numbers too
		n := 0
		for t := range tokens(s.line, s.body) {
			if s.line[t.start] == '>' {
				break
			}
			n += l.size()
		}
		return n
	}
	return len(l.try(s).bytes)
}

// measure finds the width of a whole line, whether there is an ASCII column, and where it begins.
func (l *layout) measure(some []sample) {
	var steps [257]uint8
	for i := 0; i+1 < len(some); i++ {
		a, ok1 := some[i].offset(l.base)
		b, ok2 := some[i+1].offset(l.base)
		if ok1 && ok2 && some[i+1].index == some[i].index+1 && b > a && b-a <= 256 {
			steps[b-a]++
		}
	}
	l.step, l.width, l.column, l.tight = 0, 0, 0, false
	for w := len(steps) - 1; w > 0; w-- { // the most frequent step, the largest of equals
		if steps[w] > steps[l.step] {
			l.step = w
		}
	}
	if l.unit == unitWord || l.unit == unitChar {
		return
	}
	if len(some) < 2 || !some[1].starred || len(l.try(some[0]).bytes) <= l.step { // else only the short last line has a neighbour
		l.width = l.step
	}
	gap, tight, wide := 0, 0, 0
	blankFirst := true
	for _, s := range some {
		r := l.try(s)
		rest, n := trim(s.line[r.end:]), len(r.bytes)
		if len(rest) == 0 || n == 0 || l.gutter == gutterBar || l.gutter == gutterAngle {
			continue
		}
		blanks := run(s.line, r.end, classBlank) - r.end
		switch {
		case blanks != 1:
			wide++
		case n == len(rest), n > 8 && n+1 == len(rest):
			tight++
		default: // a damaged group
			continue
		}
		l.gutter = gutterGap
		blankFirst = blankFirst && (n < l.width || r.bytes[0].value == ' ')
		if blanks >= 2 && n == l.width && (gap == 0 || blanks < gap) {
			gap = blanks
			l.column = r.end + blanks - s.body
		}
	}
	l.tight = tight > 0 && wide == 0
	most := 3
	if !l.counted() {
		most = 2
	}
	if l.gutter == gutterGap && gap > most && (blankFirst || gap > most+1 || !l.colon) {
		l.column -= gap - most // every whole line begins with a blank byte
	}
}

// preferLittle compares both readings of the groups with the ASCII column. Without a difference the groups are as written.
func (l *layout) preferLittle(some []sample) bool {
	l.field = widest(some)
	try := *l
	try.unit = unitLittle
	// A short group at the right of its field is what only xxd -e writes.
	t := some[0].first()
	if gap := t.start - some[0].body; len(some) == 1 && l.colon && t.len() >= 2 && gap > 1 && gap%2 == 1 {
		return true
	}
	if try.field < 2 || try.field > 8 {
		return false
	}
	big, little, same := 0, 0, true
	for _, s := range some {
		b, e := l.try(s), try.try(s)
		big += b.mismatches()
		little += e.mismatches()
		for i := range b.bytes {
			same = same && i < len(e.bytes) && b.bytes[i].value == e.bytes[i].value
		}
	}
	l.unsure = big == little && !same && try.field >= 4
	return little < big
}

// widest is how many bytes the widest first group has, with what is left free before it.
func widest(some []sample) (size int) {
	for _, s := range some {
		size = max(size, (s.first().end-s.body-1)/2)
	}
	return size
}

// chooseBase finds out what the offsets are counted in: the base in which most of them say how many bytes there were.
// With seven digits that is octal for od and hex for hexdump, which fills a short line with blanks.
func (p *parser) chooseBase(l *layout, some []sample) {
	bases := []int{16, 8, 10}
	if l.digits == 7 {
		octal := l.format != OdHex2 && !countsInHex(l.format)
		if filled := l.filled(some); filled != 0 {
			octal = filled < 0
		}
		if octal || formats[p.opts.Format].family == familyDump {
			bases[0], bases[1] = 8, 16
		}
	}
	if countsInHex(p.opts.Format) {
		bases = []int{16}
	}
	best := -1 << 30
	for _, b := range bases {
		try := *l
		try.base = b
		if agree, _ := try.agreement(some); agree > best {
			best, l.base = agree, b
		}
	}
	if named := [formatEnd]Format{OdHex2: Hexdump, OdOctal1: HexdumpOctal1, OdChars: HexdumpChars}[l.format]; named != FormatUnknown && l.digits == 7 && l.base == 16 {
		l.format = named
	}
}

// filled tells whether short lines end in blanks: 1 when they do, -1 when they do not, 0 when there are none.
func (l *layout) filled(some []sample) int {
	most := 0
	for _, s := range some {
		most = max(most, l.count(s))
	}
	for _, s := range some {
		n := len(s.line)
		switch {
		case n <= s.body:
		case isBlank(s.line[n-1]) && (l.unit != unitChar || n > 6 && isBlank(s.line[n-5]) && s.line[n-2] == ' '):
			return 1
		case l.count(s) < most:
			return -1
		}
	}
	return 0
}

// countsInHex reports whether f is a format of hexdump(1).
func countsInHex(f Format) bool { return f >= HexdumpCanonical && f <= HexdumpChars }

// agreement counts the lines whose offset is the one before plus the bytes between.
func (l *layout) agreement(some []sample) (agree, pairs int) {
	prev, count, least := -1, 0, 0
	for _, s := range some {
		v, ok := s.offset(l.base)
		if !ok {
			prev, pairs = -1, pairs+1
			agree--
			continue
		}
		if prev >= 0 && v > 0 {
			pairs++
			d := v - prev
			fits := d == count
			switch {
			case s.starred:
				fits = count > 0 && d > count && d%count == 0
			case l.unit == unitChar: // blanks at the end may be bytes or not
				fits = fits || d < count && d >= least
			case d < count:
				fits = d > 0 && d > count-l.size()
			}
			if fits {
				agree++
			}
		}
		prev, count = v, l.count(s)
		least = max(1, (len(trimRight(s.line))-s.body+3)/4)
	}
	return agree, pairs
}
