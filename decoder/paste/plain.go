package paste

import (
	"bytes"
	"net/netip"
	"strconv"
)

// sniffPlain claims text that is mostly hex digits.
func (p *parser) sniffPlain() guess {
	lines, hexLines, digits, other, prefixes := 0, 0, 0, 0, 0
	var rows [][]byte // the first lines with bytes
	beside := 0       // bytes with their character
	for _, l := range p.src.texts(p.src.beginning()) {
		if n := len(l); n > 4 && n < 40 && isBlank(l[n-2]) && isBlank(l[n-3]) {
			digits := bytes.TrimPrefix(trim(l[:n-1]), []byte("0x"))
			if v, ok := number(digits, 16); ok && len(digits) == 2 && v == int(l[n-1]) {
				if beside++; beside > 1 {
					return guess{}
				}
			}
		}
		if l[0] == '#' || followHeader(l) {
			continue
		}
		words := heading(l)
		if n := address(l); n > 0 {
			l = trimLeft(l[n:])
		} else if _, n := directionMark(l); n > 0 || words {
			if n == 0 {
				n = afterLabel(l)
			}
			l = trimLeft(l[n:])
			words = heading(l)
		}
		lines++
		if words {
			continue
		}
		if len(l) > 0 && len(rows) <= 50 {
			rows = append(rows, l)
		}
		if len(rows) <= 50 && (afterDirective(l) > 0 || allBits(l) && len(rows[0]) != plainWidth) {
			return guess{} // 80h and 0x80 behind db, 10000000: bytes in text
		}
		d, o := 0, 0
	bytes:
		for k := 0; k < len(l); k++ {
			switch n := 0; {
			case isHex(l[k]):
				d++
			case between(l[k]):
			case comment(l, k):
				break bytes
			default:
				if n = prefixLength(l, k); n > 0 {
					prefixes++
					k += n - 1
				} else {
					o++
				}
			}
		}
		digits += d
		other += o
		if d >= 2 && o <= d/2 || d >= 1 && o <= d {
			hexLines++
		}
	}
	claim := hardly
	switch {
	case hexLines == 0 || hexLines*2 < lines || prefixes == 0 && other > digits:
		return guess{}
	case other == 0:
		claim = perhaps
	}
	format, why := plainWhy(rows)
	return guess{claim, format, why}
}

// plainWidth is how long the lines of xxd -p are.
const plainWidth = 60

// allBits reports whether l is 32 and more binary digits in groups of eight. Hex digits of
// which all are 0 or 1 are rare; in bytes they have the ones in both places.
func allBits(l []byte) bool {
	ones := [2]int{}
	if len(l) < 32 || len(l) == plainWidth || len(strip(l[:1], "01")) > 0 {
		return false
	}
	for t := range tokens(l, 0) {
		if len(strip(t.of(l), "01")) > 0 {
			return false
		}
		for i, c := range t.of(l) {
			ones[i%2] += int(c - '0')
		}
	}
	return ones[0] > 0 && ones[1] > 0 && (ones[0]+ones[1])*10 >= len(l)
}

// plainWhy describes the first line with bytes.
func plainWhy(rows [][]byte) (Format, string) {
	whole := len(rows) > 1
	for i, l := range rows {
		whole = whole && all(l, classHex) && (len(l) == plainWidth || i > 0 && i == len(rows)-1 && len(l) < plainWidth)
	}
	switch {
	case whole:
		return XXDPlain, "lines of 60 hex digits without spaces"
	case len(rows) == 0:
		return PlainHex, "hex digits"
	}
	if n := prefixLength(rows[0], 0); n > 0 {
		return PlainHex, "hex numbers with " + string(rows[0][:n]) + " before each"
	}
	return PlainHex, "groups of " + strconv.Itoa(run(rows[0], 0, classHex)) + " hex digits"
}

// heading reports whether a line is words, not bytes: it stands between the packets.
func heading(l []byte) bool {
	l = bytes.TrimPrefix(l[:min(len(l), maxLead)], []byte("[")) // [Length: 71] of Wireshark
	t := nextToken(l, 0)
	if n := t.len(); n == 1 && isLetter(l[t.start]) || n == 2 && all(t.of(l), classLetter) && !all(t.of(l), classHex) {
		// "I got this": the second word tells
		if next := nextToken(l, t.end); next.len() >= 3 {
			t = next
		}
	}
	foreign := false
	for _, c := range t.of(l) {
		if isDigit(c) || c == '\\' || c == '$' || c == '%' {
			return false
		}
		foreign = foreign || isLetter(c) && !isHex(c) && c|0x20 != 'x' && c|0x20 != 'o' && c|0x20 != 'l'
	}
	return foreign && count(t.of(l), classLetter) >= 3
}

// prefixLength is the length of a byte's prefix (0x \x $ %) that begins at l[i]; 0 when there is none.
func prefixLength(l []byte, i int) int {
	n := 0
	switch c := l[i]; {
	case c == '$', c == '%', c|0x20 == 'x' && i > 0 && (l[i-1] == '0' || l[i-1] == '\\'):
		n = 1
	case (c == '0' || c == '\\') && charAt(l, i+1)|0x20 == 'x':
		n = 2
	}
	if n > 0 && isHex(charAt(l, i+n)) {
		return n
	}
	return 0
}

// readPlain reads hex digits; a blank line, a direction mark or a heading begins a new datagram.
func (p *parser) readPlain() *Error {
	half := -1             // offset of a digit that waits for its other half on the next line
	follow := p.lineEach() // every line is a packet
	header := false        // tshark says so, and whose it is
	for i := range p.src.count() {
		p.opts.check()
		t, lead := p.src.text(i)
		if follow && half < 0 && len(p.data) > 0 {
			p.finish()
		}
		if charAt(t, 0) >= '=' && followHeader(t) {
			header = header || bytes.HasPrefix(t, []byte("Follow: "))
			follow = follow || header
			continue
		}
		if len(t) > 0 && header {
			p.dir = DirectionSent
			if l, _ := p.src.line(i); l[0] == '\t' {
				p.dir = DirectionReceived
			}
		}
		if !startsWithBytes(t) { // few lines are so
			if _, n := directionMark(t); half >= 0 && (len(t) == 0 || n > 0 || !isHex(t[0]) || heading(t)) {
				return p.odd(half)
			}
			n := p.lead(t, lead)
			if t, lead = t[n:], lead+n; len(t) == 0 {
				continue
			}
		}
		var err *Error
		if half, err = p.plainLine(t, lead, half); err != nil {
			return err
		}
	}
	if half >= 0 {
		return p.odd(half)
	}
	return nil
}

// lineEach reports whether every line is a datagram: digits without spaces, of which a line is shorter than the next
// one. What was wrapped has only its last line shorter.
func (p *parser) lineEach() bool {
	before, shorter := 0, false
	for i := range p.src.beginning() {
		t, _ := p.src.text(i)
		if len(t) == 0 {
			before = 0
			continue
		}
		if len(t)%2 != 0 || len(t) < 8 || !all(t, classHex) {
			return false
		}
		shorter = shorter || before > 0 && before < len(t)
		before = len(t)
	}
	return shorter
}

// lead reads what precedes the bytes of a line: a direction mark, a label, or a comment or heading that is the whole
// line.
func (p *parser) lead(t []byte, lead int) int {
	end := func() {
		if p.first >= 0 {
			p.finish()
		}
	}
	dir, n := directionMark(t)
	switch {
	case len(t) == 0 && p.src.seamless:
	case len(t) == 0:
		p.finish()
	case t[0] == '#':
		if separates(t) {
			end()
		}
		if p.first < 0 {
			remark(&p.comment, trim(p.src.original(lead+1, lead+len(t))))
		}
		return len(t)
	case heading(t) && (n == 0 || n == len(t) || heading(trimLeft(t[n:]))):
		end()
		if n = afterLabel(t); n > 0 && !bytes.HasSuffix(t, []byte("]")) {
			remark(&p.comment, p.src.original(lead, lead+n-1))
			return n
		}
		if bytes.Count(t, []byte{'\\'}) > 3 {
			p.note(lead, "this line has escapes, and was left out")
		}
		remark(&p.comment, p.src.original(lead, lead+len(t)))
		return len(t)
	case n > 0:
		end()
		p.dir = dir
	case address(t) > 0:
		end()
		n = address(t)
		remark(&p.comment, bytes.TrimSuffix(t[:n], []byte(":")))
	}
	return n
}

// startsWithBytes reports whether the first thing in a line is two and more hex digits and nothing else.
func startsWithBytes(t []byte) bool {
	n := run(t, 0, classHex)
	return n >= 2 && (n == len(t) || between(t[n]) && (t[n] != '.' || address(t) == 0))
}

// address is how long the IPv4 address is, perhaps with a port, that is before the bytes of a line; 0 where none is.
func address(t []byte) int {
	word := nextToken(t[:min(len(t), 22)], 0)
	next := nextToken(t, word.end)
	host, port, colon := bytes.Cut(bytes.TrimSuffix(word.of(t), []byte(":")), []byte(":"))
	if word.start > 0 || bytes.Count(host, []byte(".")) != 3 || next.len() != 2 && (next.len() < 8 || next.len()%2 != 0) ||
		!all(next.of(t), classHex) || colon && !all(port, classDigit) {
		return 0
	}
	if _, err := netip.ParseAddr(string(host)); err != nil {
		return 0
	}
	return word.end
}

// afterLabel is where the bytes begin in a line such as "Request: 79 00 00 00 00"; 0 when it is not one.
func afterLabel(t []byte) int {
	for i, c := range t {
		if c == ':' && i+1 < len(t) && isBlank(t[i+1]) {
			rest := trimLeft(t[i+1:])
			if size := sizeIn(t); len(rest) > 1 && size.end < len(strip(t, ")]. ")) && !heading(rest) &&
				(all(rest[:2], classHex) || prefixLength(rest, 0) > 0) {
				return i + 1
			}
			return 0
		}
	}
	return 0
}

// separates reports whether a # comment announces a datagram.
func separates(t []byte) bool {
	return oneOf(" datagram packet frame message ", nextToken(t, 1).of(t))
}

// plainBytes reads digits that must be whole bytes, such as a cell of a table.
func (p *parser) plainBytes(t []byte, base int) *Error {
	half, err := p.plainLine(t, base, -1)
	if err == nil && half >= 0 {
		err = p.odd(half)
	}
	return err
}

// plainLine reads the digits of t, which begins at offset base in s. half is a digit left over from the line before.
func (p *parser) plainLine(t []byte, base, half int) (int, *Error) {
	i := 0
	if half >= 0 {
		if !isHex(t[0]) || len(t) > 1 && !isHex(t[1]) {
			return -1, p.odd(half)
		}
		p.put(hexValue[p.src.s[half]]<<4|hexValue[t[0]], half, 1)
		i = 1
	}
	prefixed := prefixLength(t, 0) > 1
	for i < len(t) {
		c, last := t[i], i+1 == len(t)
		if hi, lo := hexValue[c], hexValue[charAt(t, i+1)]; hi|lo < 16 {
			p.put(hi<<4|lo, base+i, 2)
			i += 2
			continue
		}
		n := prefixLength(t, i)
		switch {
		case c == ellipsis, c == '.' && charAt(t, i+1) == '.':
			return -1, p.missing(base + i)
		case between(c):
			i++
		case n > 0:
			var err *Error
			if i, err = p.prefixedByte(t, i, n, base); err != nil {
				return -1, err
			}
		case comment(t, i):
			return -1, nil
		case prefixed && (i == 0 || !isHex(t[i-1])) && (last || isBlank(t[i+1]) || t[i+1] == ',') && c > ' ' && c < 0x7f:
			p.put(c, base+i, 1) // 0xFF 0xFF U G P 0x00
			i++
		case !isHex(c):
			return -1, p.noDigit(base+i, aHexDigit)
		case !last && !between(t[i+1]) && t[i+1] != '#' && t[i+1] != '/':
			return -1, p.noDigit(base+i+1, aHexDigit)
		case last && all(t, classHex) && (half >= 0 || len(t) > 2):
			return base + i, nil // a stream wrapped between the two digits of a byte
		default:
			return -1, p.odd(base + i)
		}
	}
	return -1, nil
}

// prefixedByte reads 0x80, \x80, $80 or %80; one digit is enough.
func (p *parser) prefixedByte(t []byte, i, n, base int) (int, *Error) {
	j := run(t, i+n, classHex)
	if j > i+n+1 && n == 2 && charAt(t, j) == t[i+1] && t[j-1] == '0' { // 0x790x00
		j--
	}
	digits := t[i+n : j]
	if j < len(t) && isLetter(t[j]) {
		return 0, p.noDigit(base+j, aHexDigit)
	}
	if len(digits)%2 != 0 && len(digits) > 1 || t[i] == '\\' && len(digits) > 2 {
		return 0, p.odd(base + j - 1)
	}
	if len(digits) == 1 {
		p.put(hexValue[digits[0]], base+i, n+1)
	}
	for k := 0; k+1 < len(digits); k += 2 {
		p.put(hexValue[digits[k]]<<4|hexValue[digits[k+1]], base+i, n+2)
		i, n = i+n+2, 0
	}
	return j, nil
}
