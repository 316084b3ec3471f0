package hexdump

import (
	"bytes"
	"strconv"
)

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
	column int  // where the ASCII column begins in the line; 0 when not known
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

// wordKind describes a dump of numbers: for reading and writing alike.
type wordKind struct {
	format    Format
	offDigits int // digits of the offset
	offBase   int
	cell      int // characters a number takes with the blanks before it
	digits    int // digits written, 0: as many as needed
	base      int
	size      int // bytes in a number, little-endian
}

// wordKinds are the dumps of numbers, all written by hexdump(1) and od(1).
var wordKinds = [...]wordKind{
	{Hexdump, 7, 16, 5, 4, 16, 2},
	{HexdumpHex2, 7, 16, 8, 4, 16, 2},
	{HexdumpOctal1, 7, 16, 4, 3, 8, 1},
	{HexdumpOctal2, 7, 16, 8, 6, 8, 2},
	{HexdumpDecimal2, 7, 16, 8, 5, 10, 2},
	{OdOctal, 7, 8, 7, 6, 8, 2},
	{OdHex1, 7, 8, 3, 2, 16, 1},
	{OdHex2, 7, 8, 5, 4, 16, 2},
	{OdHex4, 7, 8, 9, 8, 16, 4},
	{OdHex8, 7, 8, 17, 16, 16, 8},
	{OdOctal1, 7, 8, 4, 3, 8, 1},
	{OdDecimal1, 7, 8, 4, 0, 10, 1},
	{OdDecimal2, 7, 8, 6, 0, 10, 2},
}

func wordKindOf(f Format) *wordKind {
	for i := range wordKinds {
		if wordKinds[i].format == f {
			return &wordKinds[i]
		}
	}
	return nil
}

// head is the beginning of a dump line.
type head struct {
	indent int
	dir    Direction
	from   int // first digit of the offset
	to     int // after its last digit
	body   int // after the colon
	prefix bool
	colon  bool
}

// headOf reads the offset that a line of a dump begins with, perhaps after a direction mark.
func headOf(l []byte) (h head, ok bool) {
	i := 0
	for i < len(l) && isBlank(l[i]) {
		i++
	}
	h.indent = i
	if d, n := directionMark(l[i:]); n > 0 && n+i < len(l) {
		h.dir = d
		i += n
		for i < len(l) && isBlank(l[i]) {
			i++
		}
	}
	if i+2 < len(l) && l[i] == '0' && l[i+1]|0x20 == 'x' {
		h.prefix = true
		i += 2
	}
	h.from = i
	for i < len(l) && isHex(l[i]) {
		i++
	}
	h.to = i
	n := h.to - h.from
	if n < 4 || n > 16 {
		return h, false
	}
	if i < len(l) && l[i] == ':' {
		h.colon = true
		i++
	}
	h.body = i
	if i < len(l) && !isBlank(l[i]) {
		return h, false
	}
	return h, h.colon || h.prefix || unitLike(l, i)
}

// unitLike reports whether what follows an offset without a colon could be bytes, so that "2004 was a good year" and the
// "0100 .... = Version: 4" of tshark -V are no dump lines.
func unitLike(l []byte, i int) bool {
	t := nextToken(l, i)
	n, hex := t.end-t.start, 0
	if n < 2 || l[t.start] == '\\' || l[t.start] == '|' || l[t.start] == '>' {
		return true
	}
	for _, c := range l[t.start:t.end] {
		if isHex(c) {
			hex++
		}
	}
	if n < 4 {
		return hex > 0
	}
	return hex*4 >= n*3
}

// directionMark reads a mark such as > < -> <- I O C: S: send recv at the start of l, and gives its length.
func directionMark(l []byte) (Direction, int) {
	if len(l) == 0 {
		return DirectionUnknown, 0
	}
	n := 0
	for n < len(l) && (isLetter(l[n]) || l[n] == '>' || l[n] == '<' || l[n] == '-' || l[n] == '=') {
		n++
	}
	if n == 0 || n > 9 {
		return DirectionUnknown, 0
	}
	end := n
	colon := end < len(l) && l[end] == ':'
	if colon {
		end++
	}
	if end < len(l) && !isBlank(l[end]) {
		return DirectionUnknown, 0
	}
	var buf [9]byte
	for i := 0; i < n; i++ {
		buf[i] = l[i]
		if isLetter(l[i]) {
			buf[i] |= 0x20
		}
	}
	switch string(buf[:n]) {
	case ">", ">>", ">>>", "->", "-->", "=>", "o", "send", "sent", "tx", "out", "outgoing", "client", "request":
		return DirectionSent, end
	case "<", "<<", "<<<", "<-", "<--", "<=", "i", "recv", "received", "rx", "in", "incoming", "server", "reply", "response":
		return DirectionReceived, end
	case "c":
		if colon {
			return DirectionSent, end
		}
	case "s":
		if colon {
			return DirectionReceived, end
		}
	}
	return DirectionUnknown, 0
}

// number reads digits in base; false when one is not of that base or it is too large.
func number(digits []byte, base int) (int, bool) {
	v := 0
	for _, c := range digits {
		d := int(hexValue[c])
		if d >= base || v > 1<<46 {
			return 0, false
		}
		v = v*base + d
	}
	return v, len(digits) > 0
}

// sample is the first lines of a dump that have an offset.
type sample struct {
	line    []byte
	head    head
	index   int  // of the line
	starred bool // a * stands before it
}

func (p *parser) samples(max int) (some []sample, heads, nonblank int) {
	star := false
	lines := len(p.src.lines)
	if lines > 4000 {
		lines = 4000
	}
	for i := 0; i < lines; i++ {
		l, _ := p.src.line(i)
		t := trimLeft(l)
		if len(t) == 0 {
			continue
		}
		nonblank++
		if t[0] == '*' && len(trim(t)) == 1 {
			heads++
			star = true
			continue
		}
		h, ok := headOf(l)
		if !ok {
			continue
		}
		heads++
		if len(some) < max {
			some = append(some, sample{l, h, i, star})
		}
		star = false
	}
	return some, heads, nonblank
}

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

// token is a range of a line.
type token struct{ start, end int }

// nextToken is the next run of characters that are not blank.
func nextToken(l []byte, i int) token {
	for i < len(l) && isBlank(l[i]) {
		i++
	}
	j := i
	for j < len(l) && !isBlank(l[j]) {
		j++
	}
	return token{i, j}
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
			l.width = 0
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

// decimalCells reports whether all numbers in the sample are decimal, and whether they are all three octal digits.
func decimalCells(some []sample) (decimal, octal bool) {
	decimal, octal = true, true
	for _, s := range some {
		i := s.head.body
		for {
			t := nextToken(s.line, i)
			if t.end == t.start || s.line[t.start] == '>' {
				break
			}
			if t.end-t.start != 3 {
				octal = false
			}
			for _, c := range s.line[t.start:t.end] {
				if !isDigit(c) {
					return false, false
				}
				if c > '7' {
					octal = false
				}
			}
			if octal && s.line[t.start] > '3' {
				octal = false
			}
			i = t.end
		}
	}
	return decimal, octal
}

// charCells reports whether the sample is od -c: cells of four, each one character, an escape or three octal digits.
func charCells(some []sample) bool {
	telling := false // something that a dump of numbers cannot have
	any := false
	for _, s := range some {
		l := s.line
		if len(l) == s.head.body {
			continue
		}
		for i := s.head.body; i < len(l); i += 4 {
			any = true
			var cell [4]byte
			for k := range cell {
				cell[k] = ' '
				if i+k < len(l) {
					cell[k] = l[i+k]
				}
			}
			if cell[0] != ' ' {
				return false
			}
			v, ok := charValue(cell)
			if !ok || cell[1] != ' ' && (v >= 0x20 && v < 0x7f || v == 0 || v >= 7 && v <= 13) {
				return false // od writes these as characters and escapes
			}
			if cell == [4]byte{' ', ' ', ' ', ' '} && len(trim(l[i:])) > 0 {
				telling = true
			}
			telling = telling || cell[1] == ' ' && cell[3] != ' ' && (cell[2] == '\\' || !isDigit(cell[3]))
		}
	}
	for i := 0; i+1 < len(some) && any && !telling; i++ { // blanks that the next offset counts as bytes
		a, b := some[i], some[i+1]
		if b.index != a.index+1 || len(a.line) == a.head.body {
			continue
		}
		tokens := (len(bytes.TrimRight(a.line, " ")) - a.head.body) / 4
		from8, ok8 := number(a.line[a.head.from:a.head.to], 8)
		to8, ok := number(b.line[b.head.from:b.head.to], 8)
		from16, _ := number(a.line[a.head.from:a.head.to], 16)
		to16, _ := number(b.line[b.head.from:b.head.to], 16)
		cells := (len(a.line) - a.head.body) / 4
		fits := func(d int) bool { return d > tokens && d <= cells }
		telling = tokens < cells && to16-from16 != tokens && (!ok8 || !ok || to8-from8 != tokens) && (fits(to16-from16) || ok && ok8 && fits(to8-from8))
	}
	if telling || !any {
		return telling
	}
	// Only digits: numbers of one digit and of three octal digits are od -c too.
	single := false
	for _, s := range some {
		for i := s.head.body; i+4 <= len(s.line); i += 4 {
			if s.line[i+2] != ' ' && s.line[i+1] == ' ' {
				return false
			}
			single = single || s.line[i+2] == ' ' && s.line[i+3] != ' '
			if s.line[i+1] > '3' {
				return false
			}
		}
	}
	return single
}

// charValue is the byte that a cell of od -c stands for.
func charValue(cell [4]byte) (byte, bool) {
	if cell[1] != ' ' {
		v, ok := number(cell[1:], 8)
		return byte(v), ok && v < 256
	}
	if cell[2] == ' ' {
		return cell[3], true // the character itself; a blank for a blank
	}
	if cell[2] != '\\' {
		return 0, false
	}
	switch cell[3] {
	case '0':
		return 0, true
	case 'a':
		return 7, true
	case 'b':
		return 8, true
	case 't':
		return 9, true
	case 'n':
		return 10, true
	case 'v':
		return 11, true
	case 'f':
		return 12, true
	case 'r':
		return 13, true
	case '\\':
		return '\\', true
	}
	return 0, false
}

// chooseBase finds out what the offsets are counted in: the base in which most of them say how many bytes there were.
func (p *parser) chooseBase(l *layout, some []sample) {
	order := [3]int{16, 8, 10}
	if l.digits == 7 && !countsInHex(l.format) && l.format != OdHex2 {
		order = [3]int{8, 16, 10}
	}
	if l.digits == 7 && formats[p.opts.Format].family == familyDump {
		order = [3]int{8, 16, 10}
	} else if l.digits == 7 {
		switch l.filled(some) { // hexdump fills a short line with blanks, od does not
		case 1:
			order = [3]int{16, 8, 10}
		case -1:
			order = [3]int{8, 16, 10}
		}
	}
	if countsInHex(p.opts.Format) {
		order = [3]int{16, 16, 16}
	}
	best := -1 << 30
	for _, b := range order {
		try := *l
		try.base = b
		if agree, _ := p.agreement(&try, some); agree > best {
			best, l.base = agree, b
		}
	}
	if l.digits != 7 || l.base != 16 {
		return
	}
	switch l.format { // hexdump counts in hex with seven digits, od in octal
	case OdHex2:
		l.format = Hexdump
	case OdOctal1:
		l.format = HexdumpOctal1
	case OdChars:
		l.format = HexdumpChars
	}
}

// filled tells whether short lines end in blanks: 1 when they do, -1 when they do not, 0 when there are none.
func (l *layout) filled(some []sample) int {
	most := 0
	for _, s := range some {
		if n := l.count(s); n > most {
			most = n
		}
	}
	for _, s := range some {
		if n := len(s.line); n > s.head.body && isBlank(s.line[n-1]) && (l.cell != unitChar || n > 6 && isBlank(s.line[n-5]) && s.line[n-2] == ' ') {
			return 1
		} else if n > s.head.body && l.count(s) < most {
			return -1
		}
	}
	return 0
}

// countsInHex reports whether f is a format of hexdump(1).
func countsInHex(f Format) bool { return f >= HexdumpCanonical && f <= HexdumpChars }

// agreement counts the lines whose offset is the one before plus the bytes between.
func (p *parser) agreement(l *layout, some []sample) (agree, pairs int) {
	prev, count, least := -1, 0, 0
	for _, s := range some {
		v, ok := number(s.line[s.head.from:s.head.to], l.base)
		if !ok {
			prev, pairs = -1, pairs+1
			agree--
			continue
		}
		if prev >= 0 && v > 0 {
			pairs++
			d, size := v-prev, l.size()
			switch {
			case s.starred:
				if count > 0 && d > count && d%count == 0 {
					agree++
				}
			case d == count || d < count && d > 0 && d > count-size && l.cell != unitChar, l.cell == unitChar && d < count && d >= least:
				agree++
			}
		}
		prev = v
		count = l.count(s)
		if l.cell == unitChar { // blanks at the end may be bytes or not
			least = max(1, (len(bytes.TrimRight(s.line, " "))-s.head.body+3)/4)
		}
	}
	return agree, pairs
}

// size is the bytes in one unit.
func (l *layout) size() int {
	if k := wordKindOf(l.format); k != nil && l.cell == unitWord {
		return k.size
	}
	return 1
}

// count is the bytes in a sample line.
func (l *layout) count(s sample) int {
	switch l.cell {
	case unitChar:
		return (len(s.line) - s.head.body + 3) / 4
	case unitWord:
		n := 0
		for i := s.head.body; ; {
			t := nextToken(s.line, i)
			if t.end == t.start || s.line[t.start] == '>' {
				return n * l.size()
			}
			n++
			i = t.end
		}
	}
	r := reading{l: l, line: s.line, limit: l.width}
	r.hex(s.head.body)
	return len(r.bytes)
}

// measure finds the width of a whole line, whether there is an ASCII column, and where it begins.
func (l *layout) measure(some []sample) {
	if l.cell == unitWord || l.cell == unitChar {
		return
	}
	var steps [257]uint8
	for i := 0; i+1 < len(some); i++ {
		a, ok1 := number(some[i].line[some[i].head.from:some[i].head.to], l.base)
		b, ok2 := number(some[i+1].line[some[i+1].head.from:some[i+1].head.to], l.base)
		if ok1 && ok2 && some[i+1].index == some[i].index+1 && b > a && b-a <= 256 {
			steps[b-a]++
		}
	}
	for w := len(steps) - 1; w > 0; w-- { // the most frequent step, the largest of equals
		if steps[w] > steps[l.width] {
			l.width = w
		}
	}
	if len(some) > 1 && some[1].starred && l.width > 0 {
		r := reading{l: l, line: some[0].line}
		if r.hex(some[0].head.body); len(r.bytes) > l.width {
			l.width = 0 // only the short last line has a neighbour
		}
	}
	gap, tight, wide := 0, 0, 0
	for _, s := range some {
		limit := l.width
		r := reading{l: l, line: s.line, limit: limit}
		r.hex(s.head.body)
		rest := trim(s.line[r.end:])
		if len(rest) == 0 || len(r.bytes) == 0 {
			continue
		}
		blanks := 0
		for r.end+blanks < len(s.line) && isBlank(s.line[r.end+blanks]) {
			blanks++
		}
		if l.gutter == gutterBar || l.gutter == gutterAngle {
			continue
		}
		if n := len(r.bytes); blanks != 1 {
			wide++
		} else if n == len(rest) || n > 8 && n+1 == len(rest) {
			tight++
		} else {
			continue // a damaged group
		}
		l.gutter = gutterGap
		full := l.width > 0 && len(r.bytes) == l.width
		if blanks >= 2 && full && (gap == 0 || blanks < gap) {
			gap = blanks
			l.column = r.end + blanks
		}
	}
	l.tight = tight > 0 && wide == 0
	if l.gutter != gutterGap {
		return
	}
	most := 3
	if l.colon || l.prefix {
		most = 2
	}
	if gap > most && l.width > 0 {
		l.column -= gap - most // every whole line begins with a blank byte
	}
}

// preferLittle compares both readings of the groups with the ASCII column. Without a difference the groups are as written.
func (l *layout) preferLittle(some []sample) bool {
	try := *l
	try.cell = unitLittle
	for _, s := range some { // the width of a whole group
		t := nextToken(s.line, s.head.body)
		gap := t.start - s.head.body
		if n := (t.end - t.start + gap - 1) / 2; n > try.field {
			try.field = n
		}
		if gap > 1 && t.end-t.start >= 2 && l.colon {
			// A short group at the right of its field is what only xxd -e writes.
			first := nextToken(some[0].line, some[0].head.body)
			if first.start == t.start && len(some) == 1 && gap%2 == 1 {
				l.field = try.field
				return true
			}
		}
	}
	if try.field < 2 || try.field > 8 {
		return false
	}
	big, little := 0, 0
	for _, s := range some {
		b := reading{l: l, line: s.line, limit: l.width}
		b.hex(s.head.body)
		big += b.mismatches()
		e := reading{l: &try, line: s.line, limit: l.width}
		e.hex(s.head.body)
		little += e.mismatches()
	}
	if little < big {
		l.field = try.field
		return true
	}
	return false
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
	for i := range p.src.lines[:min(len(p.src.lines), 8)] {
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
	if l.width > 0 {
		s += " that count up by " + strconv.Itoa(l.width)
	}
	switch l.cell {
	case unitHex:
		s += ", groups of hex digits in byte order"
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

// sniffBare recognises od -An of words: lines that begin with blanks and hold sixteen bytes as numbers.
func (p *parser) sniffBare() guess {
	format := FormatUnknown
	var some []sample
	for i := range p.src.lines[:min(len(p.src.lines), 64)] {
		if l, _ := p.src.line(i); len(trim(l)) > 0 {
			some = append(some, sample{line: l, index: i})
		}
	}
	if len(some) > 0 && len(some[0].line) >= 8 && charCells(some) {
		return guess{88, OdChars, "columns of four, one character, escape or octal number a byte, without offsets",
			&layout{format: OdChars, none: true, base: 8, cell: unitChar}}
	}
	for i := range p.src.lines {
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
	l.width, l.column = 0, 0
	l.measure(some)
	if !l.colon && !l.prefix {
		p.chooseBase(l, some)
		l.format = f
	}
	return l
}
