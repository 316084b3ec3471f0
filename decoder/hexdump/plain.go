package hexdump

import (
	"bytes"
	"strconv"
)

// What a character is in plain hex.
const (
	charOther = iota
	charHex
	charBlank // between bytes
	charMark  // between bytes too: , : ; - _ | and quotes
)

var plainClass = func() (t [256]uint8) {
	for i := range t {
		if hexValue[i] < 16 {
			t[i] = charHex
		}
	}
	for _, c := range []byte(" \t\r\v\f") {
		t[c] = charBlank
	}
	for _, c := range []byte(",:;-_|.\"'`") {
		t[c] = charMark
	}
	return t
}()

// sniffPlain claims text that is mostly hex digits.
func (p *parser) sniffPlain() guess {
	lines, hexLines, digits, other := 0, 0, 0, 0
	prefixes := 0
	for i := range p.src.beginning() {
		l, _ := p.src.line(i)
		l = trim(l)
		if len(l) == 0 || l[0] == '#' || followHeader(l) {
			continue
		}
		l = unmarked(l)
		lines++
		if heading(l) {
			continue
		}
		d, o := 0, 0
		for k := 0; k < len(l); k++ {
			c := l[k]
			if plainClass[c] == charHex {
				d++
			} else if plainClass[c] == charOther {
				if n := prefixLength(l, k); n > 0 {
					prefixes++
					if c == '0' {
						d--
					}
					k += n - 1
					continue
				}
				if c == '#' || c == '/' && k+1 < len(l) && l[k+1] == '/' {
					break
				}
				o++
			}
		}
		digits += d
		other += o
		if d >= 2 && o <= d/2 || d >= 1 && o <= d {
			hexLines++
		}
	}
	if hexLines == 0 || hexLines*2 < lines {
		return guess{}
	}
	score := 60
	switch {
	case other > digits/3 && prefixes == 0:
		if other > digits {
			return guess{}
		}
		score = 20
	case other == 0:
		score = 75
	}
	format, why := p.plainWhy()
	return guess{score: score, format: format, why: why}
}

// unmarked takes a direction mark or a label from the beginning of a line.
func unmarked(l []byte) []byte {
	if _, n := directionMark(l); n > 0 {
		return trimLeft(l[n:])
	}
	if heading(l) {
		return trimLeft(l[afterLabel(l):])
	}
	return l
}

// heading reports whether a line is words, not bytes: it stands between the packets.
func heading(l []byte) bool {
	if len(l) > 1 && (l[0] == '=' && l[1] == '=' || l[0] == '/' && l[1] == '/') {
		return true
	}
	t := nextToken(l, 0)
	if t.start == t.end {
		return false
	}
	if n := t.end - t.start; n <= 2 && isLetter(l[t.start]) && isLetter(l[t.end-1]) && !(n == 2 && isHex(l[t.start]) && isHex(l[t.start+1])) {
		// "I got this": the second word tells
		if next := nextToken(l, t.end); next.end-next.start >= 3 {
			t = next
		}
	}
	letters, foreign := 0, 0
	for _, c := range l[t.start:t.end] {
		if isLetter(c) {
			letters++
			if !isHex(c) && c|0x20 != 'x' && c|0x20 != 'o' && c|0x20 != 'l' {
				foreign++
			}
		} else if isDigit(c) || c == '\\' || c == '$' || c == '%' {
			return false
		}
	}
	return letters >= 3 && foreign >= 1
}

// prefixLength is the length of a byte's prefix (0x \x $ %) that begins at l[i]; 0 when there is none.
func prefixLength(l []byte, i int) int {
	switch l[i] {
	case '$', '%':
		if i+1 < len(l) && isHex(l[i+1]) {
			return 1
		}
	case '0', '\\':
		if i+2 < len(l) && l[i+1]|0x20 == 'x' && isHex(l[i+2]) {
			return 2
		}
	case 'x', 'X':
		if i > 0 && (l[i-1] == '0' || l[i-1] == '\\') && i+1 < len(l) && isHex(l[i+1]) {
			return 1
		}
	}
	return 0
}

// plainWhy looks at the first line with bytes.
func (p *parser) plainWhy() (Format, string) {
	rows, whole, last := 0, true, 0
	var first []byte
	for i := range p.src.count() {
		l, _ := p.src.line(i)
		l = trim(l)
		if len(l) == 0 || l[0] == '#' || followHeader(l) {
			continue
		}
		if l = unmarked(l); len(l) == 0 || heading(l) {
			continue
		}
		if first == nil {
			first = l
		}
		rows++
		if last != 0 && last != 60 {
			whole = false
		}
		last = len(l)
		if rows > 50 {
			break
		}
	}
	if first == nil {
		return PlainHex, "hex digits"
	}
	stream := len(first) > 2
	for _, c := range first {
		stream = stream && isHex(c)
	}
	if stream {
		if rows > 1 && whole && last <= 60 && len(first) == 60 {
			return XXDPlain, "lines of 60 hex digits without blanks"
		}
		return PlainHex, "hex digits without blanks"
	}
	if n := prefixLength(first, 0); n > 0 {
		return PlainHex, "hex numbers with " + string(first[:n]) + " before each"
	}
	n := 0
	for n < len(first) && isHex(first[n]) {
		n++
	}
	sep := "blanks"
	if n < len(first) && plainClass[first[n]] == charMark {
		sep = "'" + string(first[n:n+1]) + "'"
	}
	return PlainHex, "groups of " + strconv.Itoa(n) + " hex digits with " + sep + " between them"
}

// readPlain reads hex digits; a blank line, a direction mark or a heading begins a new datagram.
func (p *parser) readPlain() *Error {
	half := -1 // offset of a digit that waits for its other half on the next line
	follow := false
	for i := range p.src.count() {
		line, start := p.src.line(i)
		t := trim(line)
		if follow && half < 0 && len(p.data) > 0 {
			p.finish() // every line is a packet
		}
		if len(t) > 0 && (t[0] == '=' || t[0] == 'F' || t[0] == 'N') && followHeader(t) {
			follow = follow || bytes.HasPrefix(t, []byte("Follow: "))
			continue
		}
		if follow && len(t) > 0 {
			p.dir = DirectionSent
			if line[0] == '\t' {
				p.dir = DirectionReceived
			}
		}
		if len(t) == 0 {
			if half >= 0 {
				return p.odd(half)
			}
			p.finish()
			continue
		}
		lead := start + len(line) - len(trimLeft(line))
		if startsWithBytes(t) {
			// the most frequent line: nothing stands before its bytes
		} else if t[0] == '#' || heading(t) {
			if half >= 0 {
				return p.odd(half)
			}
			if p.first >= 0 && (t[0] != '#' || separates(t)) {
				p.finish()
			}
			if t[0] == '#' {
				if p.first < 0 {
					remark(&p.comment, trim(p.src.original(lead+1, lead+len(t))))
				}
				continue
			}
			if d, n := directionMark(t); n > 0 && n < len(t) && !heading(trimLeft(t[n:])) {
				p.dir = d
				t = t[n:]
				lead += n
			} else if at := afterLabel(t); at > 0 {
				remark(&p.comment, p.src.original(lead, lead+at-1))
				t = t[at:]
				lead += at
			} else {
				remark(&p.comment, p.src.original(lead, lead+len(t)))
				continue
			}
		} else if d, n := directionMark(t); n > 0 {
			if half >= 0 {
				return p.odd(half)
			}
			p.finish()
			p.dir = d
			t = t[n:]
			lead += n
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

// startsWithBytes reports whether the first thing in a line is two and more hex digits and nothing else.
func startsWithBytes(t []byte) bool {
	n := 0
	for n < len(t) && isHex(t[n]) {
		n++
	}
	return n >= 2 && (n == len(t) || plainClass[t[n]] == charBlank || plainClass[t[n]] == charMark)
}

// afterLabel is where the bytes begin in a line such as "Request: 79 00 00 00 00"; 0 when it is not one.
func afterLabel(t []byte) int {
	for i, c := range t {
		if c == ':' && i+1 < len(t) && isBlank(t[i+1]) {
			rest := trimLeft(t[i+1:])
			if len(rest) > 1 && !heading(rest) && (isHex(rest[0]) && isHex(rest[1]) || prefixLength(rest, 0) > 0) {
				return i + 1
			}
			return 0
		}
	}
	return 0
}

// separates reports whether a # comment announces a datagram.
func separates(t []byte) bool {
	w := nextToken(trimLeft(t[1:]), 0)
	word := trimLeft(t[1:])[w.start:w.end]
	switch string(word) {
	case "datagram", "Datagram", "packet", "Packet", "frame", "Frame", "message", "Message":
		return true
	}
	return false
}

// plainLine reads the digits of t, which begins at offset base in s. half is a digit left over from the line before.
func (p *parser) plainLine(t []byte, base, half int) (int, *Error) {
	if len(t) == 0 { // a direction mark alone
		return half, nil
	}
	quick := !p.opts.Positions
	i := 0
	if half >= 0 {
		if !isHex(t[0]) || len(t) > 1 && !isHex(t[1]) {
			return -1, p.odd(half)
		}
		p.put(hexValue[p.src.s[half]]<<4|hexValue[t[0]], half, 1)
		i = 1
	}
	prefixed := prefixLength(t, 0) > 0
	data := p.data
	if quick && p.first < 0 && i < len(t) {
		p.first = base
	}
	for i < len(t) {
		if quick { // two digits at a time, as long as nothing else comes
			for i+1 < len(t) {
				hi, lo := hexValue[t[i]], hexValue[t[i+1]]
				if hi|lo >= 16 {
					break
				}
				data = append(data, hi<<4|lo)
				i += 2
				for i < len(t) && t[i] == ' ' {
					i++
				}
			}
			p.data = data
			if i >= len(t) {
				break
			}
		}
		c := t[i]
		switch plainClass[c] {
		case charBlank:
			i++
			continue
		case charMark:
			if c == '.' && i+1 < len(t) && t[i+1] == '.' {
				return -1, p.missing(base + i)
			}
			i++
			continue
		case charOther:
			if n := prefixLength(t, i); n > 0 {
				var err *Error
				if i, err = p.prefixedByte(t, i, n, base); err != nil {
					return -1, err
				}
				data = p.data
				continue
			}
			if c == '#' || c == '/' && i+1 < len(t) && t[i+1] == '/' {
				return -1, nil
			}
			if c == ellipsis {
				return -1, p.missing(base + i)
			}
		}
		if prefixed {
			if n := prefixLength(t, i); n > 0 { // 0x: its 0 is a digit too
				var err *Error
				if i, err = p.prefixedByte(t, i, n, base); err != nil {
					return -1, err
				}
				data = p.data
				continue
			}
			if (i == 0 || plainClass[t[i-1]] != charHex) && (i+1 == len(t) || isBlank(t[i+1]) || t[i+1] == ',') && c > ' ' && c < 0x7f {
				p.put(c, base+i, 1) // 0xFF 0xFF U G P 0x00
				data = p.data
				i++
				continue
			}
		}
		if n := prefixLength(t, i); n > 0 {
			var err *Error
			if i, err = p.prefixedByte(t, i, n, base); err != nil {
				return -1, err
			}
			data = p.data
			continue
		}
		if plainClass[c] == charHex {
			if i+1 < len(t) && plainClass[t[i+1]] == charHex {
				p.put(hexValue[c]<<4|hexValue[t[i+1]], base+i, 2)
				data = p.data
				i += 2
				continue
			}
			if i+1 < len(t) && plainClass[t[i+1]] == charOther && t[i+1] != '#' && t[i+1] != '/' {
				c = t[i+1]
				i++
				return -1, p.fail(base+i, p.char(base+i), "a hex digit", lookalike(c))
			}
			run := 1
			for i-run >= 0 && plainClass[t[i-run]] == charHex {
				run++
			}
			if i+1 == len(t) && run == len(t) && half < 0 && run > 2 || i+1 == len(t) && half >= 0 && run == len(t) {
				return base + i, nil // a stream wrapped between the two digits of a byte
			}
			return -1, p.odd(base + i)
		}
		return -1, p.fail(base+i, p.char(base+i), "a hex digit", lookalike(c))
	}
	return -1, nil
}

// prefixedByte reads 0x80, \x80, $80 or %80; one digit is enough.
func (p *parser) prefixedByte(t []byte, i, n, base int) (int, *Error) {
	j := i + n
	for j < len(t) && isHex(t[j]) {
		j++
	}
	digits := t[i+n : j]
	if j < len(t) && isLetter(t[j]) {
		return 0, p.fail(base+j, p.char(base+j), "a hex digit", lookalike(t[j]))
	}
	if len(digits)%2 != 0 && len(digits) > 1 || t[i] == '\\' && len(digits) > 2 {
		return 0, p.odd(base + j - 1)
	}
	if len(digits) == 1 {
		p.put(hexValue[digits[0]], base+i, n+1)
		return j, nil
	}
	for k := 0; k < len(digits); k += 2 {
		off, width := base+i+n+k, 2
		if k == 0 {
			off, width = base+i, n+2
		}
		p.put(hexValue[digits[k]]<<4|hexValue[digits[k+1]], off, width)
	}
	return j, nil
}

func (p *parser) odd(off int) *Error {
	return p.fail(off, "a hex digit alone ("+p.char(off)+")", "two digits a byte", "a digit is missing or one too many")
}

func (p *parser) missing(off int) *Error {
	return p.fail(off, "an ellipsis", "the bytes themselves", "the bytes between are not printed, so the packet cannot be read from this; paste a whole dump")
}
