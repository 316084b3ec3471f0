package paste

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
)

// layout is how the lines of a dump with offsets are built: the row of formats that its first lines fit best, and what
// is measured on them.
type layout struct {
	head   // of the first line with bytes, indented least
	format Format
	shape  *shape // of format
	unit   unit   // as in shape, but in groups of several bytes where they are
	none   bool   // no offsets (od -An)
	base   int    // of the offset: 16, 8 or 10
	gutter gutter
	field  int  // little-endian groups: bytes in a whole group
	tight  bool // only one blank before the ASCII column, as when a forum joined the blanks
	width  int  // bytes in a whole line; 0 when not known
	step   int  // from one offset to the next, most often; 0 when not known
	group  int  // digits of the first group
	follow bool // a short line ends a packet, offsets go on
	unsure bool // little-endian groups would fit the ASCII column as well

	agree, pairs int // offsets that say how many bytes precede them, and all that have one before them
	// blanks at the end of a line were taken for no bytes, so that an offset less than the cells before it agrees
	spare  bool
	points int // for all that fits
}

// unit is what stands between two blanks of a dump.
type unit uint8

const (
	unitHex    unit = iota // hex digits in byte order, any even number
	unitByte               // the digits of one byte
	unitLittle             // hex digits of a little-endian group, short groups at the right (xxd -e)
	unitWord               // a little-endian number
	unitChar               // od -c
)

// gutter is what the ASCII column stands in.
type gutter uint8

const (
	gutterNone  gutter = iota
	gutterGap          // after blanks
	gutterBar          // between |
	gutterAngle        // between > and <
)

var gutters = [...]struct{ open, shut string }{gutterGap: {}, gutterBar: {"|", "|"}, gutterAngle: {">", "<"}}

// closes reports whether a line ends in an ASCII column between the marks of a gutter.
func (g gutter) closes(line []byte) bool {
	line = trimRight(line)
	k := bytes.Index(line, []byte(gutters[g].open))
	return k > 0 && isBlank(line[k-1]) && k < len(line)-1 && bytes.HasSuffix(line, []byte(gutters[g].shut))
}

// sniffDump looks for offsets that count up.
func (p *parser) sniffDump() guess {
	top := p.samples()
	some := top.some
	l := layoutOf(some, FormatUnknown)
	if l == nil {
		return p.sniffBare()
	}
	// A dump that is one line: the offset must be 0 and not look like the groups after it.
	first, _ := some[0].offset(16)
	claim := none
	switch {
	case l.prefix || l.gutter == gutterBar || l.colon && l.agree == l.pairs:
		claim = sure
	case l.pairs > 0 && l.agree*2 >= l.pairs:
		claim = sure
	case first == 0 && !some[0].sameLength():
		claim = sure
	}
	if claim == none || top.heads*4 < top.nonblank && !l.prefix && l.pairs == 0 {
		return p.sniffBare()
	}
	if l.format == Wireshark && l.gutter != gutterBar {
		l.follow = l.follows(some)
	}
	unread := l.unread(some)
	if (unread || l.agree < l.pairs) && p.sniffRows().claim > none && !p.rows.words &&
		(unread || p.rows.nth >= 0 && p.rows.base != 8) {
		return guess{} // its offsets are right in another base, or marks are around bytes that no known program writes
	}
	p.layout = l
	return guess{claim, l.name(), l.why()}
}

// unread reports whether some of the lines hold more than the layout has a place for.
func (l *layout) unread(some []sample) bool {
	return slices.ContainsFunc(some, func(s sample) bool {
		r := l.try(s)
		return r.bad >= 0 || r.mismatches() > 0 || l.gutter == gutterNone && len(trim(s.line[min(r.end, len(s.line)):])) > 0
	})
}

// name is the format of what is read with the layout.
func (l *layout) name() Format {
	if l.follow {
		return WiresharkFollow
	}
	return l.format
}

// why says what the layout was recognised by.
func (l *layout) why() string {
	offsets := strconv.Itoa(l.digits) + "-digit " + baseName(l.base) + " offsets"
	if l.none {
		offsets = "no offsets"
	} else if l.step > 0 {
		offsets += " that count up by " + strconv.Itoa(l.step)
	}
	return offsets + ", as in " + strings.TrimSuffix(l.name().Describe(), ".")
}

func baseName(base int) string {
	return [17]string{2: "binary", 8: "octal", 10: "decimal", 16: "hex"}[base]
}

// counted reports whether the offset has nothing around it that says its base.
func (l *layout) counted() bool { return !l.colon && !l.prefix }

// digitsEach is how many digits a unit has: 0 when that differs.
func (l *layout) digitsEach() int {
	if l.unit == unitHex || l.unit == unitLittle {
		return 0
	}
	return l.shape.digits
}

// size is the bytes in one unit, of which a closing offset may cut some off.
func (l *layout) size() int {
	switch {
	case l.unit == unitWord:
		return l.shape.size
	case l.format == OdBig2:
		return max(1, l.group/2)
	}
	return 1
}

// dumps are the formats in the order in which they are tried: of those that fit as well, the first is meant.
var dumps = [...]Format{
	Tcpdump, XXDBits, XXD, XXDLittle, HexdumpCanonical, OdOctal1, OdSigned4, OdChars, OdDecimal1, OdSigned1, OdDecimal2,
	OdSigned2,
	OdDecimal4, HexdumpDecimal2, OdHex2, HexdumpHex2, HexdumpOctal2, OdOctal, OdHex4, OdHex8, OdHex1, Wireshark,
}

// hexdumps are the dumps of hexdump: those that differ from od's only in offsets of seven hex digits, and their own.
var hexdumps = [formatEnd]Format{OdHex2: Hexdump, OdOctal1: HexdumpOctal1, OdChars: HexdumpChars,
	HexdumpDecimal2: HexdumpDecimal2, HexdumpHex2: HexdumpHex2, HexdumpOctal2: HexdumpOctal2}

// begins reports whether lines of the shape may begin as s does, before a gutter g.
func (s *shape) begins(of *sample, g gutter) bool {
	first := of.first()
	n, width := first.len(), first.end-of.body
	switch {
	case s.lead != "":
		return of.prefix
	case s.tail == ":":
		return of.colon && !of.prefix
	case of.prefix || of.colon, s.bare() && s.open == "" && of.digits != 7 && of.digits != 6:
		return false
	case s.unit == unitChar:
		return width%4 == 0
	case s.unit == unitWord:
		return width == s.cell && (n == s.digits || s.digits == 0)
	case s.shut != "":
		return of.digits == 8 && g == gutterBar
	}
	hex := all(first.of(of.line), classHex)
	return n == 2 || !hex && n <= 3 || hex && n%2 == 0 && of.digits == 4
}

// layoutOf finds the layout that fits best, of all dumps or of the one that the caller names; nil when what follows the
// offsets is not bytes.
func layoutOf(some []sample, forced Format) *layout {
	at := slices.IndexFunc(some, func(s sample) bool { return s.first().len() > 0 })
	if at < 0 {
		return nil
	}
	lead, seen, formats := some[at], gutterNone, dumps[:]
	for _, s := range some {
		lead.indent = min(lead.indent, s.indent)
	}
	some = some[:min(len(some), 16)] // more tell no more, and each is tried in every layout
	for _, s := range some {
		if g := [17]gutter{4: gutterBar, 6: gutterAngle, 7: gutterAngle, 8: gutterBar}[lead.digits]; g != 0 &&
			g.closes(s.line[s.body:]) {
			seen = g
		}
	}
	if forced != FormatUnknown {
		formats = []Format{forced}
	}
	var best *layout
	for _, f := range formats {
		s := shapeOf(f)
		if forced == FormatUnknown && !s.begins(&lead, seen) {
			continue
		}
		l := layout{head: lead.head, format: f, shape: s, unit: s.unit, gutter: seen, group: lead.first().len()}
		if l.unit == unitByte && s.radix == 16 && seen != gutterBar && l.group > 2 && all(lead.first().of(lead.line),
			classHex) {
			l.unit = unitHex
		}
		if best = l.better(best, some, forced); l.gutter != gutterNone { // the marks may be characters
			l.gutter = gutterNone
			best = l.better(best, some, forced)
		}
	}
	if best != nil && forced == FormatUnknown && best.digits == 7 && best.base == 16 &&
		hexdumps[best.format] != FormatUnknown {
		best.format = hexdumps[best.format]
	}
	return best
}

// better is what fits better: best or l, with its offsets in one of the bases.
func (l layout) better(best *layout, some []sample, forced Format) *layout {
	bases := [...]int{16, 8, 10}
	// hexdump's are seen more than od -tx2
	if l.digits == 7 && l.shape.offsetBase == 8 && (l.format != OdHex2 || forced == OdHex2) {
		bases = [...]int{8, 16, 10}
	}
	for _, l.base = range bases {
		if l.base == 8 && !l.counted() {
			continue
		}
		try := l
		try.measure(some)
		if try.fit(some, forced); best == nil || try.points > best.points {
			best = &try
		} else if l.format == XXDLittle && best.format == XXD && try.points == best.points && try.field >= 4 {
			best.unsure = slices.ContainsFunc(some, func(s sample) bool { return !try.try(s).same(best.try(s)) })
		}
		if !l.counted() && (l.prefix || try.agree*2 >= try.pairs) || try.agree == try.pairs && try.pairs > 0 && !try.spare &&
			(l.digits != 7 || try.step >= 8) || forced != FormatUnknown && l.shape.offsetBase == 16 {
			break
		}
	}
	return best
}

// try reads a sample line as the layout says.
func (l *layout) try(s sample) *reading {
	r := &reading{l: l, line: s.line, limit: l.width, bytes: make([]cellByte, 0, 32)}
	r.read(s.body)
	return r
}

// measure finds the width of a whole line, whether there is an ASCII column, and where it begins.
func (l *layout) measure(some []sample) {
	for _, s := range some {
		l.field = max(l.field, (s.first().end-s.body-1)/2)
	}
	var steps [257]uint8
	for i := 0; i+1 < len(some); i++ {
		a, ok1 := some[i].offset(l.base)
		b, ok2 := some[i+1].offset(l.base)
		if ok1 && ok2 && some[i+1].index == some[i].index+1 && b > a && b-a <= 256 {
			steps[b-a]++
		}
	}
	for w := len(steps) - 1; w > 0; w-- { // the most frequent step, the largest of equals
		if steps[w] > steps[l.step] {
			l.step = w
		}
	}
	if l.unit == unitWord || l.unit == unitChar {
		return
	}
	// else only the short last line has a neighbour
	if len(some) < 2 || !some[1].starred || len(l.try(some[0]).bytes) <= l.step {
		l.width = l.step
	}
	tight, wide := 0, 0
	for _, s := range some {
		r := l.try(s)
		rest, n := trim(s.line[r.end:]), len(r.bytes)
		if len(rest) == 0 && n > 0 && l.gutter == gutterNone && l.shape.open == "  " && len(s.line) == r.end+2+n {
			l.gutter, wide = gutterGap, wide+1 // a column of spaces
		}
		if len(rest) == 0 || n == 0 || l.gutter > gutterGap {
			continue
		}
		switch {
		case run(s.line, r.end, classBlank)-r.end != 1:
			wide++
		case n == len(rest), n > 8 && n+1 == len(rest):
			tight++
		default: // a damaged group
			continue
		}
		l.gutter = gutterGap
	}
	l.tight = tight > 0 && wide == 0
}

// fit counts what speaks for the layout: offsets that say how many bytes precede them, lines that are written as its
// program does and shown by the characters beside them, and least, lines that begin like that.
func (l *layout) fit(some []sample, forced Format) {
	blanks := strings.Repeat(" ", l.shape.cell)
	prev, count, least, whole := -1, 0, 0, 0
	for _, s := range some {
		r := l.try(s)
		for t := nextToken(s.line, r.end); r.bad >= 0 && l.unit == unitWord && t.len() > 0; t = nextToken(s.line, t.end) {
			r.bytes = append(r.bytes, make([]cellByte, l.shape.size)...) // damaged numbers are numbers
		}
		if r.bad < 0 && !r.loose {
			l.points += 256 - min(r.mismatches(), 128)
		} else if r.bad >= 0 && len(r.bytes) > 0 {
			l.points += 64
		}
		v, ok := s.offset(l.base)
		d := v - prev
		switch {
		case !ok:
			l.pairs++
			l.agree--
			v = -1
		case prev < 0 || v == 0:
		case s.starred && count > 0 && d > count && d%count == 0, !s.starred && d == count,
			!s.starred && l.unit == unitChar && d < count && d >= least, // blanks at the end may be bytes or not
			!s.starred && l.unit != unitChar && d < count && d > 0 && d > count-l.size():
			l.spare = l.spare || l.unit == unitChar && d < count
			l.agree++
			fallthrough
		default:
			l.pairs++
		}
		prev, count, least = v, len(r.bytes), max(1, (len(trimRight(s.line))-s.body+3)/4)
		whole = max(whole, count)
		filled := bytes.HasSuffix(s.line, []byte(blanks)) && (l.unit != unitChar || count == whole)
		if forced == FormatUnknown && l.digits == 7 && (l.base == 16 && filled && hexdumps[l.format] != FormatUnknown ||
			l.base == 8 && !filled && count > 0 && count < whole) {
			l.points++ // hexdump fills short lines with blanks, od does not
		}
	}
	l.points += 512 * l.agree
}

// forcedLayout is the layout for a format that the caller names.
func (p *parser) forcedLayout(f Format) *layout {
	some := p.samples().some
	row := f
	if f == WiresharkFollow {
		row = Wireshark
	}
	l := layoutOf(some, row)
	if l == nil {
		shape := shapeOf(row)
		l = &layout{head: head{digits: 7}, base: shape.offsetBase, none: len(some) == 0, format: row, shape: shape,
			unit: shape.unit}
	}
	l.follow = f == WiresharkFollow
	return l
}
