package hexdump

import "bytes"

// sniffDump looks for offsets that count up.
func (p *parser) sniffDump() guess {
	some, heads, nonblank := p.samples(64)
	var l *layout
	if len(some) > 0 {
		l = p.layoutOf(some)
	}
	if l == nil {
		return p.sniffBare()
	}
	// A dump that is one line: the offset must be 0 and not look like the groups after it.
	first, _ := number(some[0].line[some[0].head.from:some[0].head.to], 16)
	agree, pairs := p.agreement(l, some)
	score := 0
	switch {
	case l.prefix || l.gutter == gutterBar || l.colon && agree == pairs:
		score = 99
	case pairs > 0 && agree*2 >= pairs:
		score = 98
	case first == 0 && l.digits >= 4 && !p.sameLength(some[0]):
		score = 96
	}
	if score > 0 && heads*4 < nonblank && !l.prefix && pairs == 0 {
		score = 40
	}
	if score == 0 {
		return p.sniffBare()
	}
	return guess{score, l.format, l.why(), l}
}

// sameLength reports whether the offset of a line could just as well be the first group of plain hex.
func (p *parser) sameLength(s sample) bool {
	if s.head.colon || s.head.prefix {
		return false
	}
	t := nextToken(s.line, s.head.body)
	if t.end == t.start {
		return true
	}
	return t.end-t.start == s.head.to-s.head.from && t.start == s.head.body+1
}

// layoutOf works out how the lines are built; nil when what follows the offsets is not bytes.
func (p *parser) layoutOf(some []sample) *layout {
	var lead *sample
	for i := range some {
		if t := nextToken(some[i].line, some[i].head.body); t.end > t.start {
			lead = &some[i]
			break
		}
	}
	if lead == nil { // od -c of blanks
		for i := range some {
			if len(some[i].line) >= some[i].head.body+4 {
				lead = &some[i]
				break
			}
		}
		if lead == nil || len(some) < 2 || lead.head.to-lead.head.from > 7 || lead.head.prefix || lead.head.colon {
			return nil
		}
	}
	h := lead.head
	l := &layout{digits: h.to - h.from, base: 16, prefix: h.prefix, colon: h.colon, indent: h.indent}
	for _, s := range some {
		if s.head.indent < l.indent {
			l.indent = s.head.indent
		}
	}
	tok := nextToken(lead.line, h.body)
	l.group = tok.end - tok.start
	text := lead.line[tok.start:tok.end]
	if len(text) == 0 {
		l.format, l.cell = OdChars, unitChar
		p.chooseBase(l, some)
		return l
	}
	width := tok.end - h.body // of the first cell, blanks included
	switch {
	case l.prefix:
		l.format, l.cell = Tcpdump, unitHex
	case l.colon:
		l.format, l.cell = XXD, unitHex
		if allBits(some) {
			l.format, l.cell = XXDBits, unitBits
		}
	default:
		if !l.cellOf(some, lead, text, width) {
			return nil
		}
	}
	l.measure(some)
	if (l.cell == unitHex) && !l.prefix && l.preferLittle(some) {
		l.format, l.cell = XXDLittle, unitLittle
	}
	if l.cell == unitByte {
		p.nameByteDump(l, some)
	}
	if !l.colon && !l.prefix {
		p.chooseBase(l, some)
		if l.base != 16 {
			l.step, l.width = 0, 0
			l.measure(some)
		}
	}
	return l
}

// allBits reports whether every group is eight binary digits, and there are no more of them than characters beside them.
func allBits(some []sample) bool {
	seen := false
	for _, s := range some {
		i := s.head.body
		groups := 0
		for {
			t := nextToken(s.line, i)
			if t.end == t.start || groups > 0 && t.start-i >= 2 {
				rest := len(s.line) - t.start
				if t.end > t.start && rest > groups {
					return false
				}
				break
			}
			if t.end-t.start != 8 {
				return false
			}
			for _, c := range s.line[t.start:t.end] {
				if c != '0' && c != '1' {
					return false
				}
			}
			groups++
			seen = true
			i = t.end
		}
	}
	return seen
}

// cellOf recognises what follows an offset without colon, by the width of the first cell (numbers are at the right of their cells).
func (l *layout) cellOf(some []sample, lead *sample, text []byte, width int) bool {
	for _, s := range some {
		if l.gutter == gutterNone && (l.digits == 8 || l.digits == 4) && hasBars(s.line[s.head.body:]) {
			l.gutter = gutterBar
		}
		if n := len(s.line); n > s.head.body+2 && s.line[n-1] == '<' && (l.digits == 6 || l.digits == 7) && bytes.Contains(s.line, []byte("  >")) {
			l.gutter = gutterAngle
		}
	}
	n := len(text)
	if l.gutter != gutterBar && l.digits >= 6 && (width%4 == 0) && charCells(some) {
		l.format, l.cell, l.gutter = OdChars, unitChar, gutterNone
		return true
	}
	if text[0] == '>' && l.gutter == gutterAngle {
		return false
	}
	hex := true
	for _, c := range text {
		hex = hex && isHex(c)
	}
	if l.gutter == gutterBar {
		l.format, l.cell = HexdumpCanonical, unitByte
		if l.digits != 8 {
			l.format = Wireshark
		}
		return true
	}
	word := func(f Format) bool {
		l.format, l.cell = f, unitWord
		return true
	}
	if l.digits != 8 && l.digits >= 6 {
		numbers, octal := decimalCells(some)
		switch {
		case numbers && width == 4 && n == 3 && octal:
			return word(OdOctal1)
		case numbers && width == 4 && !(n == 2 && text[0] == '0'):
			return word(OdDecimal1)
		case numbers && width == 6 && n <= 5:
			return word(OdDecimal2)
		case numbers && width == 8 && n == 5:
			return word(HexdumpDecimal2)
		}
	}
	switch {
	case n == 4 && (width == 5 && l.digits == 7 || width == 5 && l.digits == 6):
		return word(OdHex2)
	case n == 4 && width == 8:
		return word(HexdumpHex2)
	case n == 6 && width == 8:
		return word(HexdumpOctal2)
	case n == 6 && width == 7:
		return word(OdOctal)
	case n == 8 && width == 9 && l.digits <= 7:
		return word(OdHex4)
	case n == 16 && width == 17 && l.digits <= 7:
		return word(OdHex8)
	case n == 2 || !hex && n <= 3:
		l.format, l.cell = Wireshark, unitByte
		return true
	case hex && n%2 == 0 && l.digits == 4:
		l.format, l.cell = Wireshark, unitHex
		return true
	}
	return false
}

// hasBars reports whether l is bytes and then as many characters between bars.
func hasBars(l []byte) bool {
	l = trim(l)
	if len(l) < 2 || l[len(l)-1] != '|' {
		return false
	}
	n := 0
	for i := 0; ; n++ {
		t := nextToken(l, i)
		if t.start == t.end {
			return false
		}
		if l[t.start] == '|' {
			inner := len(l) - t.start - 2
			return inner >= n-1 && inner <= n+1 && inner >= 0
		}
		if n := t.end - t.start; n > 3 || n > 1 && !looksHex(l[t.start:t.end]) {
			return false
		}
		i = t.end
	}
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
	// Follow stream: a second direction further right, or a short line after which the offsets go on.
	prev, count := -1, 0
	for i := range min(p.src.count(), 8) {
		t, _ := p.src.line(i)
		l.follow = l.follow || bytes.HasPrefix(t, []byte("Follow: "))
	}
	for _, s := range some {
		if r := (reading{l: l, line: s.line, limit: l.width}); l.digits == 8 && l.gutter == gutterGap {
			r.hex(s.head.body) // a blank between the halves of the ASCII column
			text, _, ok := r.ascii()
			l.follow = l.follow || ok && len(r.bytes) == 16 && len(text) == 17 && text[8] == ' '
		}
		v, _ := number(s.line[s.head.from:s.head.to], 16)
		if s.head.indent >= l.indent+4 || prev >= 0 && count < 16 && v == prev+count && l.count(s) > 0 && v%16 != 0 {
			l.follow = l.follow || l.digits == 8
		}
		prev, count = v, l.count(s)
	}
	if l.follow {
		l.format = WiresharkFollow
	}
}

// sniffBare recognises od -An of words: lines that begin with blanks and hold sixteen bytes as numbers.
func (p *parser) sniffBare() guess {
	format := FormatUnknown
	var some []sample
	for i := range min(p.src.count(), 64) {
		if l, _ := p.src.line(i); len(trim(l)) > 0 {
			some = append(some, sample{line: l, index: i})
		}
	}
	if len(some) > 0 && len(some[0].line) >= 8 && charCells(some) {
		return guess{88, OdChars, "columns of four, one character, escape or octal number a byte, without offsets",
			&layout{format: OdChars, none: true, base: 8, cell: unitChar}}
	}
	for i := range p.src.count() {
		l, _ := p.src.line(i)
		if len(trim(l)) == 0 {
			continue
		}
		t := nextToken(l, 0)
		if i > 64 {
			break
		}
		var f Format
		switch {
		case t.start == 1 && t.end == 7 && (l[1] == '0' || l[1] == '1'):
			f = OdOctal
		case t.start == 1 && t.end == 5:
			f = OdHex2
		case t.start == 1 && t.end == 9:
			f = OdHex4
		}
		if f == FormatUnknown || format != FormatUnknown && f != format {
			return guess{}
		}
		if format == FormatUnknown { // the first line must be whole and of nothing else
			k, n := wordKindOf(f), 0
			for at := 0; ; n++ {
				t := nextToken(l, at)
				if t.end == t.start {
					break
				}
				if _, ok := number(l[t.start:t.end], k.base); !ok || t.end-at != k.cell {
					return guess{}
				}
				at = t.end
			}
			if n*k.size != 16 && !(f == OdOctal && n >= 4) {
				return guess{}
			}
		}
		format = f
	}
	if format == FormatUnknown {
		return guess{}
	}
	lay := &layout{format: format, none: true, base: 8, cell: unitWord}
	return guess{88, format, lay.why(), lay}
}

// forcedLayout is the layout for a format that the caller names.
func (p *parser) forcedLayout(f Format) *layout {
	some, _, _ := p.samples(64)
	var l *layout
	if len(some) > 0 {
		l = p.layoutOf(some)
	}
	if l == nil {
		l = &layout{digits: 7, base: 16, none: len(some) == 0}
	}
	l.format = f
	l.follow = f == WiresharkFollow
	switch f {
	case XXD, Tcpdump:
		l.cell = unitHex
	case XXDLittle:
		l.cell = unitLittle
		l.field = 0
		for _, s := range some {
			t := nextToken(s.line, s.head.body)
			if n := (t.end - s.head.body - 1) / 2; n > l.field {
				l.field = n
			}
		}
	case XXDBits:
		l.cell = unitBits
	case HexdumpCanonical, Wireshark, WiresharkFollow:
		if l.cell != unitHex {
			l.cell = unitByte
		}
	case OdChars, HexdumpChars:
		l.cell, l.gutter = unitChar, gutterNone
	default:
		l.cell = unitWord
		if l.gutter != gutterAngle {
			l.gutter = gutterNone
		}
	}
	l.step, l.width, l.column = 0, 0, 0
	l.measure(some)
	if !l.colon && !l.prefix {
		p.chooseBase(l, some)
		l.format = f
	}
	return l
}
