package hexdump

import (
	"bytes"
	"slices"
)

// sniffDump looks for offsets that count up.
func (p *parser) sniffDump() guess {
	top := p.samples()
	some := top.some
	l := p.layoutOf(some)
	if l == nil {
		return p.sniffBare()
	}
	// A dump that is one line: the offset must be 0 and not look like the groups after it.
	first, _ := some[0].offset(16)
	agree, pairs := l.agreement(some)
	score := 0
	switch {
	case l.prefix || l.gutter == gutterBar || l.colon && agree == pairs:
		score = 99
	case pairs > 0 && agree*2 >= pairs:
		score = 98
	case first == 0 && l.digits >= 4 && !some[0].sameLength():
		score = 96
	}
	if score == 0 {
		return p.sniffBare()
	}
	if top.heads*4 < top.nonblank && !l.prefix && pairs == 0 {
		score = 40
	}
	p.layout = l
	return guess{score, l.format, l.why()}
}

// sample is one of the first lines of a dump.
type sample struct {
	head
	line    []byte
	index   int  // of the line
	starred bool // a * stands before it
}

// first is the first group.
func (s *sample) first() span { return nextToken(s.line, s.body) }

// offset is the number before the bytes.
func (s *sample) offset(base int) (int, bool) { return number(s.text(s.line), base) }

// samples are the first lines that have an offset, how many lines have one, and how many there are.
type samples struct {
	some            []sample
	ruler           []byte // the line above them that numbers their columns
	heads, nonblank int
}

// samples looks at the first lines.
func (p *parser) samples() samples {
	if p.top.nonblank > 0 && p.src.lines == nil { // which have not changed
		return p.top
	}
	s, star := samples{}, false
	for i, t := range p.src.texts(4000) {
		if len(s.some) == 0 && s.nonblank < 8 && s.ruler == nil && ruler(t) {
			s.ruler = t
		}
		if s.ruler != nil && bytes.Equal(t, s.ruler) {
			continue
		}
		s.nonblank++
		if string(t) == "*" {
			s.heads++
			star = true
			continue
		}
		l, _ := p.src.line(i)
		if h, ok := headOf(l); ok {
			s.heads++
			if len(s.some) < 64 {
				s.some = append(s.some, sample{h, l, i, star})
			}
			star = false
		}
	}
	p.top = s
	return s
}

// columnNumbers are what is above the columns of a dump: 0 1 2 …, 00 01 02 … or 0011 2233 ….
type columnNumbers struct {
	n             byte
	other, others bool // not one more each, not 11 more each
}

func (c *columnNumbers) add(digits []byte) {
	if len(digits) == 1 {
		c.other, c.others = c.other || hexValue[digits[0]] != c.n, true
		c.n++
	}
	for ; len(digits) > 1; digits = digits[2:] {
		v := hexValue[digits[0]]<<4 | hexValue[digits[1]]
		c.other, c.others = c.other || v != c.n, c.others || v != c.n*0x11
		c.n++
	}
}

func (c *columnNumbers) are() bool { return c.n > 3 && !(c.other && c.others) }

// ruler reports whether l numbers the columns of a dump, perhaps with words before and behind.
func ruler(l []byte) bool {
	var c columnNumbers
	for t := range tokens(l, 0) {
		d := t.of(l)
		if word := !all(d, classHex|classMark); c.n == 0 && d[len(d)-1] != ':' && (word || string(d) == "87654321") {
			continue // Offset(h)
		}
		if !all(d, classHex) || len(d) > 4 || c.n >= 16 {
			break
		}
		if c.add(d); c.other && c.others {
			return false
		}
	}
	return c.are()
}

// sameLength reports whether the offset of a line could just as well be the first group of plain hex.
func (s *sample) sameLength() bool {
	t := s.first()
	return !s.colon && !s.prefix && (t.len() == 0 || t.len() == s.digits && t.start == s.body+1)
}

// layoutOf works out how the lines are built; nil when what follows the offsets is not bytes.
func (p *parser) layoutOf(some []sample) *layout {
	at := slices.IndexFunc(some, func(s sample) bool { return s.first().len() > 0 })
	blank := at < 0
	if blank { // od -c of blanks
		at = slices.IndexFunc(some, func(s sample) bool { return len(s.line) >= s.body+4 })
	}
	if at < 0 {
		return nil
	}
	lead := some[at]
	l := &layout{head: lead.head, base: 16, group: lead.first().len()}
	for _, s := range some {
		l.indent = min(l.indent, s.indent)
	}
	switch {
	case blank:
		if len(some) < 2 || l.digits > 7 || !l.counted() {
			return nil
		}
		l.set(OdChars, unitChar)
	case l.prefix:
		l.set(Tcpdump, unitHex)
	case l.colon && l.set(XXDBits, unitBits) && l.allBits(some):
	case l.colon:
		l.set(XXD, unitHex)
	case !l.unitOf(some, lead):
		return nil
	}
	l.measure(some)
	if l.unit == unitHex && !l.prefix && l.preferLittle(some) {
		l.set(XXDLittle, unitLittle)
	}
	if l.unit == unitByte {
		p.nameByteDump(l, some)
	}
	if l.counted() {
		p.chooseBase(l, some)
		if l.base != 16 {
			l.measure(some)
		}
	}
	return l
}

// allBits reports whether every group is eight binary digits, and there are no more of them than characters beside them.
func (l *layout) allBits(some []sample) bool {
	seen := false
	for _, s := range some {
		r := l.try(s)
		if r.bad >= 0 || len(trimLeft(s.line[r.end:])) > len(r.bytes) {
			return false
		}
		seen = seen || len(r.bytes) > 0
	}
	return seen
}

// wordFormats are the dumps of numbers in the order in which unitOf tries them: where cells are as wide, what has to be
// digits of fewer kinds comes first. Those of hexdump that look like od's are told apart by their offsets (chooseBase).
var wordFormats = [...]Format{OdOctal1, OdDecimal1, OdSigned1, OdDecimal2, OdSigned2, OdDecimal4, OdSigned4, HexdumpDecimal2, OdHex2, HexdumpHex2, HexdumpOctal2, OdOctal, OdHex4, OdHex8}

// unitOf recognises what follows an offset without colon, by the width of the first cell (numbers are at the right of their cells).
func (l *layout) unitOf(some []sample, lead sample) bool {
	for _, s := range some {
		if l.gutter == gutterNone && (l.digits == 8 || l.digits == 4) && hasBars(s.line[s.body:]) {
			l.gutter = gutterBar
		}
		if n := len(s.line); n > s.body+2 && s.line[n-1] == '<' && (l.digits == 6 || l.digits == 7) && bytes.Contains(s.line, []byte("  >")) {
			l.gutter = gutterAngle
		}
	}
	tok := lead.first()
	text, width, n := tok.of(lead.line), tok.end-lead.body, tok.len()
	if l.gutter != gutterBar && l.digits >= 6 && width%4 == 0 && charCells(some) {
		l.gutter = gutterNone
		return l.set(OdChars, unitChar)
	}
	switch {
	case text[0] == '>' && l.gutter == gutterAngle:
		return false
	case l.gutter == gutterBar && l.digits == 8:
		return l.set(HexdumpCanonical, unitByte)
	case l.gutter == gutterBar:
		return l.set(Wireshark, unitByte)
	}
	longest, minus, padded := 0, false, false
	decimal, octal := true, true // every group, up to the ASCII column
	for _, s := range some {
		for t := range tokens(s.line, s.body) {
			group := t.of(s.line)
			if group[0] == '>' {
				break
			}
			number := group
			if len(group) > 1 && group[0] == '-' {
				number, minus = group[1:], true
			}
			decimal = decimal && all(number, classDigit)
			padded = padded || len(number) > 1 && number[0] == '0'
			longest = max(longest, len(number))
			octal = octal && wrong(group, 8, 3) < 0 && group[0] <= '3'
		}
	}
	for _, f := range wordFormats {
		s := shapeOf(f)
		fits := width == s.cell && (n == s.digits || s.digits == 0)
		switch {
		case f == OdOctal1:
			fits = fits && octal && l.digits >= 6 && l.digits != 8
		case s.base == 10:
			fits = fits && decimal && (s.signed && !padded && longest <= s.cell-2 || !s.signed && !minus) && l.digits >= 6 && l.digits != 8 && (f != OdDecimal1 || n != 2 || text[0] != '0')
		case f == OdHex2:
			fits = fits && (l.digits == 6 || l.digits == 7)
		case f == OdHex4 || f == OdHex8:
			fits = fits && l.digits <= 7 && allOf(some, s.digits)
		}
		if fits {
			return l.set(f, unitWord)
		}
	}
	hex := all(text, classHex)
	switch {
	case n == 2 || !hex && n <= 3:
		return l.set(Wireshark, unitByte)
	case hex && n%2 == 0 && l.digits == 4:
		return l.set(Wireshark, unitHex)
	}
	return false
}

// allOf reports whether all lines are numbers of so many digits and nothing else.
func allOf(some []sample, digits int) bool {
	for _, s := range some {
		for t := range tokens(s.line, s.body) {
			if t.len() != digits && s.line[t.start] != '>' {
				return false
			}
			if s.line[t.start] == '>' {
				break
			}
		}
	}
	return true
}

// hasBars reports whether l is bytes and then as many characters between bars.
func hasBars(l []byte) bool {
	bar, n := max(0, bytes.IndexByte(l, '|')), 0
	for t := range tokens(l[:bar], 0) {
		if t.len() > 3 || t.len() > 1 && !looksHex(t.of(l)) {
			return false
		}
		n++
	}
	inner := len(trimRight(l[bar:])) - 2
	return inner >= 0 && isBlank(l[max(bar, 1)-1]) && l[bar+inner+1] == '|' && inner >= n-1 && inner <= n+1
}

// nameByteDump tells the dumps of two-digit bytes apart.
func (p *parser) nameByteDump(l *layout, some []sample) {
	if l.gutter == gutterBar {
		return
	}
	if (l.digits == 7 || l.digits == 6) && l.gutter != gutterGap {
		l.format = OdHex1
		return
	}
	for _, t := range p.src.texts(8) {
		l.follow = l.follow || bytes.HasPrefix(t, []byte("Follow: "))
	}
	if l.digits == 8 {
		// Follow stream: a second direction further right, a short line after which the offsets go on, or a blank between
		// the halves of the ASCII column.
		prev, count := -1, 0
		for _, s := range some {
			r := l.try(s)
			text, _, ok := r.ascii()
			v, _ := s.offset(16)
			half := len(r.bytes) == 16 && r.bytes[8].off-r.bytes[7].off == 4 // Wireshark has two blanks there
			l.follow = l.follow || l.gutter == gutterGap && ok && half && len(text) == 17 && text[8] == ' ' ||
				s.indent >= l.indent+4 || prev >= 0 && count < 16 && v == prev+count && len(r.bytes) > 0 && v%16 != 0
			prev, count = v, len(r.bytes)
		}
	}
	if l.follow {
		l.format = WiresharkFollow
	}
}

// sniffBare recognises od -An of words and characters: lines that begin with blanks and hold sixteen bytes.
func (p *parser) sniffBare() guess {
	var some []sample
	for i := range p.src.texts(64) {
		l, _ := p.src.line(i)
		if !isBlank(l[0]) {
			return guess{}
		}
		some = append(some, sample{line: l, index: i})
	}
	l := &layout{head: head{digits: 7}, none: true, base: 8}
	switch {
	case len(some) == 0 || !l.unitOf(some, some[0]):
	case l.unit == unitChar && len(some[0].line) >= 16, l.unit == unitWord && l.bareWords(some):
		p.layout = l
		return guess{88, l.format, l.why()}
	}
	return guess{}
}

// bareWords reports whether the lines are numbers that od -An writes: all begin with one, and the first line is whole and
// of nothing else.
func (l *layout) bareWords(some []sample) bool {
	s := shapeOf(l.format)
	if l.format != OdOctal && l.format != OdHex2 && l.format != OdHex4 {
		return false
	}
	for _, line := range some {
		if t := line.first(); t != (span{1, s.cell}) || l.format == OdOctal && line.line[1]|1 != '1' {
			return false
		}
	}
	n, end := 0, 0
	for t := range tokens(some[0].line, 0) {
		if wrong(t.of(some[0].line), s.base, s.digits) >= 0 || t.end-end != s.cell {
			return false
		}
		n, end = n+1, t.end
	}
	return n*s.size == 16 || l.format == OdOctal && n >= 4
}

// forcedLayout is the layout for a format that the caller names.
func (p *parser) forcedLayout(f Format) *layout {
	some := p.samples().some
	l := p.layoutOf(some)
	if l == nil {
		l = &layout{head: head{digits: 7}, base: 16, none: len(some) == 0}
	}
	unit := shapeOf(f).unit
	switch unit {
	case unitLittle:
		l.field = widest(some)
	case unitByte: // groups of several bytes are as good
		if l.unit == unitHex {
			unit = unitHex
		}
	case unitChar:
		l.gutter = gutterNone
	case unitWord:
		if l.gutter != gutterAngle {
			l.gutter = gutterNone
		}
	}
	l.set(f, unit)
	l.follow = f == WiresharkFollow
	l.measure(some)
	if l.counted() {
		p.chooseBase(l, some)
		l.format = f
	}
	return l
}
