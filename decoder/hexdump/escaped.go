package hexdump

import "unicode/utf8"

// sniffEscaped claims text without quotes in which bytes are written as \x80, \0 or \200.
func (p *parser) sniffEscaped() guess {
	s := p.src.s
	escapes, doubled, digits, other := 0, 0, 0, 0
	for i := range p.src.beginning() {
		l, _ := p.src.line(i)
		t := trim(l)
		if len(t) > 0 && (t[0] == '"' || t[0] == '\'') {
			return guess{}
		}
		for k := 0; k < len(l); k++ {
			c := l[k]
			if c != '\\' {
				if !isBlank(c) && c != ',' {
					other++
				}
				continue
			}
			if k+1 == len(l) {
				return guess{}
			}
			c = l[k+1]
			escapes++
			switch {
			case c == 'x' && k+3 < len(l) && isHex(l[k+2]) && isHex(l[k+3]):
				digits++
				k += 3
			case c >= '0' && c <= '7':
				digits++
				for k+1 < len(l) && l[k+1] >= '0' && l[k+1] <= '7' {
					k++
				}
			case c == 'u' && k+5 < len(l):
				digits++
				k += 5
			default:
				if c == '\\' {
					doubled++
				}
				k++
			}
		}
	}
	if t := s[min(len(s), int(p.src.span(p.firstLine()).start)):]; digits == 0 && escapes == doubled && len(t) > 3 && t[0] == '\\' && t[1] == '\\' && isLetter(t[2]) {
		return guess{score: 96, format: EscapedText, why: "every backslash is doubled, as in source code"}
	}
	if digits == 0 || digits*40 < other {
		return guess{}
	}
	if has(string(s[:min(len(s), 400)]), "[]byte") || has(string(s[:min(len(s), 400)]), "= \"") || has(string(s[:min(len(s), 400)]), "b\"") || has(string(s[:min(len(s), 400)]), "(\"") {
		return guess{}
	}
	if other == 0 {
		return guess{score: 70, format: PlainHex, why: "hex numbers with \\x before each"}.orEscaped(s)
	}
	return guess{score: 78, format: EscapedText, why: "printable text with escapes such as \\x80 or \\0"}
}

// orEscaped keeps \x80 \x00 for plain hex and gives \0\0\200 to the escapes.
func (g guess) orEscaped(s []byte) guess {
	for i, c := range s {
		if c == '\\' && i+1 < len(s) && s[i+1]|0x20 != 'x' {
			return guess{score: 78, format: EscapedText, why: "escapes such as \\200 or \\0"}
		}
	}
	return g
}

// readEscaped reads text with escapes; a blank line ends a datagram and line ends are not part of it.
func (p *parser) readEscaped() *Error {
	for i := range p.src.count() {
		l, start := p.src.line(i)
		if len(trim(l)) == 0 {
			p.finish()
			continue
		}
		for k := 0; k < len(l); {
			if l[k] != '\\' {
				p.characters(start+k, start+k+1)
				k++
				continue
			}
			n, err := p.escape(l, k, start)
			if err != nil {
				return err
			}
			k += n
		}
	}
	return nil
}

// escape reads the escape that begins at l[k] (a backslash), adds its bytes and gives its length.
// Up to three octal digits are one byte.
func (p *parser) escape(l []byte, k, start int) (int, *Error) {
	off := start + k
	if k+1 >= len(l) {
		return 0, p.fail(off, "a backslash at the end", "an escape such as \\x80 or \\\\", "write \\\\ for a backslash")
	}
	simple := func(b byte) (int, *Error) {
		p.put(b, off, 2)
		return 2, nil
	}
	c := l[k+1]
	switch c {
	case 'n':
		return simple('\n')
	case 'r':
		return simple('\r')
	case 't':
		return simple('\t')
	case 'a':
		return simple(7)
	case 'b':
		return simple(8)
	case 'f':
		return simple(12)
	case 'v':
		return simple(11)
	case 'e':
		return simple(27)
	case '\\', '"', '\'', '?', '/', '`', '$':
		return simple(c)
	case 'x', 'X':
		j := k + 2
		if j < len(l) && l[j] == '{' {
			return p.braced(l, k, j, start)
		}
		for j < len(l) && j < k+4 && isHex(l[j]) {
			j++
		}
		if j < k+4 {
			at := start + j
			return 0, p.fail(at, p.charIn(l, j, at), "two hex digits after \\x", lookalike(charAt(l, j)))
		}
		p.put(hexValue[l[k+2]]<<4|hexValue[l[k+3]], off, 4)
		return 4, nil
	case 'u', 'U':
		n := 4
		if c == 'U' {
			n = 8
		}
		j := k + 2
		if j < len(l) && l[j] == '{' {
			return p.braced(l, k, j, start)
		}
		v := rune(0)
		for j < len(l) && j < k+2+n && isHex(l[j]) {
			v = v<<4 | rune(hexValue[l[j]])
			j++
		}
		if j < k+2+n {
			at := start + j
			return 0, p.fail(at, p.charIn(l, j, at), "hex digits after \\"+string(rune(c)), lookalike(charAt(l, j)))
		}
		p.putRune(v, off, n+2)
		return n + 2, nil
	}
	if c >= '0' && c <= '7' {
		j, v := k+1, 0
		for j < len(l) && j < k+4 && l[j] >= '0' && l[j] <= '7' {
			v = v*8 + int(l[j]-'0')
			j++
		}
		if v > 255 {
			return 0, p.fail(off, "\\"+string(l[k+1:j]), "an octal number up to \\377", "write \\x and two hex digits")
		}
		p.put(byte(v), off, j-k)
		return j - k, nil
	}
	return 0, p.fail(off+1, p.charIn(l, k+1, off+1)+" after a backslash", "x and two hex digits, an octal number, n, r, t or another backslash", "write \\\\ when a backslash is meant")
}

// braced reads \u{e9} and \x{80}.
func (p *parser) braced(l []byte, k, j, start int) (int, *Error) {
	v, n := rune(0), 0
	for j++; j < len(l) && isHex(l[j]) && n < 6; j++ {
		v = v<<4 | rune(hexValue[l[j]])
		n++
	}
	if n == 0 || j >= len(l) || l[j] != '}' {
		at := start + j
		return 0, p.fail(at, p.charIn(l, j, at), "one to six hex digits and }", lookalike(charAt(l, j)))
	}
	if l[k+1]|0x20 == 'x' && v < 256 {
		p.put(byte(v), start+k, j+1-k)
	} else {
		p.putRune(v, start+k, j+1-k)
	}
	return j + 1 - k, nil
}

// putRune adds a \u character: as one byte where cp1252 has it, else as UTF-8.
func (p *parser) putRune(r rune, off, width int) {
	if b, ok := cp1252(r); ok {
		p.put(b, off, width)
		return
	}
	for _, b := range utf8.AppendRune(nil, r) {
		p.put(b, off, width)
	}
}

func (p *parser) charIn(l []byte, i, off int) string {
	if i >= len(l) {
		return "the end of the line"
	}
	return p.char(off)
}
