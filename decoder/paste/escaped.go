package paste

import (
	"bytes"
	"iter"
	"strings"
	"unicode/utf8"

	"fragscope/decoder/wire"
)

// sniffEscaped claims text without quotes in which bytes are written as \x80, \0 or \200.
func (p *parser) sniffEscaped() guess {
	if p.systemCalls() {
		return guess{}
	}
	hex, doubled, escapes, digits, blobs, other, outside := 0, 0, 0, 0, 0, 0, 0
	for i := range p.src.beginning() {
		l, _ := p.src.line(i)
		if c := charAt(trimLeft(l), 0); c == '"' || c == '\'' { // most strings
			return guess{}
		}
		quote := byte(0)
		for k := 0; k < len(l); k++ {
			switch c := l[k]; {
			case c == '\\':
				next := charAt(l, k+1)
				if next == 0 && p.src.after(i) < len(p.src.s) {
					return guess{}
				}
				if escapes++; quote == 0 {
					outside++
				}
				if next == '\\' {
					doubled++
				} else if next|0x20 == 'x' {
					hex++
				}
				d := escapeDigits(l, k)
				if d.len() > 0 {
					digits++
				}
				if isHex(charAt(l, d.end)) {
					if _, many := blob(l, k); many {
						blobs++
					}
				}
				k = max(d.end, k+2) - 1
				continue
			case c == quote:
				quote = 0
			case quote == 0 && (isQuote(c) || c == '|' && k > 0 && l[k-1] == 'q') && stringEnd(l, k) >= 0: // q|...| of Nmap
				quote = c
			}
			if !isBlank(l[k]) && l[k] != ',' {
				other++
			}
		}
	}
	t, _ := p.src.text(p.src.firstLine())
	switch {
	case digits > 0 && outside == 0, blobs == escapes: // strings inside other text
	case digits == 0 && escapes == doubled && len(t) > 2 && t[0] == '\\' && isLetter(t[2]):
		return guess{sure, EscapedText, "every backslash is doubled, as in source code"}
	case digits == 0 || digits*40 < other:
	case other > 0:
		return guess{perhaps, EscapedText, "printable text with escapes such as \\x80 or \\0"}
	case hex < escapes:
		return guess{perhaps, EscapedText, "escapes such as \\200 or \\0"}
	default:
		return guess{perhaps, PlainHex, "hex numbers with \\x before each"}
	}
	return guess{}
}

// escapeDigits is where the digits are of the escape that begins at l[k]: up to two of hex behind x, four behind u,
// three of any base behind nothing.
func escapeDigits(l []byte, k int) span {
	from, most, of := k+2, 2, classHex
	switch charAt(l, k+1) | 0x20 {
	case 'x':
	case 'u':
		most = 4
	default:
		from, most, of = k+1, 3, classDigit
	}
	from = min(from, len(l))
	return span{from, run(l[:min(len(l), from+most)], from, of)}
}

// escapesIn are the escapes of t: where each begins, and its digits.
func escapesIn(t []byte) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		for i := bytes.IndexByte(t, '\\'); i >= 0 && i+1 < len(t); {
			d := escapeDigits(t, i)
			if !yield(i, d.of(t)) {
				return
			}
			end := min(max(d.end, i+2), len(t))
			next := bytes.IndexByte(t[end:], '\\')
			if next < 0 {
				return
			}
			i = end + next
		}
	}
}

// digitEscapes counts the escapes in t that are numbers, or names of control characters.
func digitEscapes(t []byte) (n int) {
	for i, digits := range escapesIn(t) {
		if _, name := controlName(t[i+1:]); len(digits) > 0 || name > 1 {
			n++
		}
	}
	return n
}

// stringEnd is where the string ends whose quote is at l[k]; -1 where it does not.
func stringEnd(l []byte, k int) int {
	for i := k + 1; i < len(l); i++ {
		switch l[i] {
		case '\\':
			i++
		case l[k]:
			return i
		}
	}
	return -1
}

// readEscaped reads text with escapes; a blank line ends a datagram and line ends are not part of it.
func (p *parser) readEscaped() *Error {
	for i := range p.src.count() {
		l := p.src.span(i)
		if p.src.blank(i) {
			p.finish()
		} else if err := p.escaped(l.start, l.end); err != nil {
			return err
		}
	}
	return nil
}

// escaped reads text with escapes from start to stop in s.
func (p *parser) escaped(start, stop int) *Error {
	l := p.src.s[:stop]
	p.surveyed = surveyed{from: start}
	for k := start; k < stop; {
		switch c := charAt(l, k+1); {
		case l[k] >= 0x80 && p.survey(l).utf8:
			for _, b := range p.src.original(k, k+1) {
				p.put(b, k, 1)
			}
			p.note(k, p.char(k)+" is read as its UTF-8 bytes, as programs write that have escapes for other bytes")
			k++
		case l[k] != '\\':
			if l[k] == 'x' && k > start+3 && isHex(l[k-2]) && strings.IndexByte(hexDigits+"}", l[k-1]) >= 0 &&
				bytes.LastIndexByte(l[start:k], '\\') >= k-start-6 &&
				(c == '{' || isHex(c) && isHex(charAt(l, k+2)) && (k+3 == stop || charAt(l, k+3) == '\\')) {
				p.note(k, "a backslash may be missing here")
			}
			p.characters(k, k+1)
			k++
		case c == '\n', c == '\r': // continued on the next line
			if p.opts.otherBase { // Lua: a line end
				p.put('\n', k, 1)
			}
			for k++; k < stop && (l[k] == '\n' || l[k] == '\r'); k++ {
			}
		default:
			twice := p.twice && c == '\\' && charAt(l, k+2) == 'x' && isHex(charAt(l, k+3)) && isHex(charAt(l, k+4))
			if twice {
				k++
			}
			end, err := p.escape(l, k)
			if err != nil {
				return err
			}
			if twice && isWord(p.data[len(p.data)-1]) {
				p.note(k-1, "this escape stands for a character that needs none: it may be text")
			}
			k = end
		}
	}
	return nil
}

// surveyed is what the escapes of a string say of each other.
type surveyed struct {
	from    int  // where the string begins
	known   bool // they were looked at
	utf8    bool // characters beyond ASCII are UTF-8: some are such as \xc3 or \303, and who writes them has no others
	decimal bool // those of digits only are decimal, as in Lua and Haskell: one of them cannot be octal
	shell   bool // octal ones are a 0 and three digits, as printf %b and echo -e have them
	pairs   bool // those of digits are two hex digits
	nul     bool // all others are of hex digits, so that \07 is a NUL and a 7
}

// survey looks at the escapes of the string that is read, which ends with l, where something depends on it.
func (p *parser) survey(l []byte) *surveyed {
	e := &p.surveyed
	if e.known {
		return e
	}
	e.known, e.decimal = true, p.opts.otherBase
	hex, zeros, four, other, onlyZeros, octal := 0, 0, 0, 0, true, false
	two, below, above, odd := 0, 0, 0, 0
	for i, digits := range escapesIn(l[e.from:]) {
		rest := l[e.from+i+1:]
		base, mark := 8, rest[0]
		switch {
		case mark|0x20 == 'x':
			hex, base = hex+1, 16
		case mark == 'U':
			hex++
		case mark == '0' && len(digits) <= 3:
			zeros++
		case len(digits) > 0:
			onlyZeros = false
		}
		if isHex(mark) && strings.IndexByte("abf", mark) < 0 || isDigit(mark) {
			switch {
			case !isHex(charAt(rest, 1)):
				odd++
			case mark == '0':
				two, below = two+1, below+1
			case mark >= '8':
				two, above = two+1, above+1
			default:
				two++
			}
		}
		v, ok := number(digits, base)
		if ok && mark == '0' && classes[charAt(rest, 3)]&classOctal != 0 {
			four++
		} else if ok || base == 16 {
			other++
		}
		e.utf8 = e.utf8 || ok && v > 0xa0 && v != 0xad // JavaScript has escapes for those only that are no characters
		if isDigit(mark) {
			e.decimal = e.decimal || (len(digits) == 3 || mark >= '8') && (!ok || v > 255)
			octal = octal || ok && v < 256 && len(digits) == 3 && string(digits) > "255" // no decimal byte
		} else if _, name := controlName(rest); name > 0 { // of Haskell
			e.decimal = true
		}
	}
	if e.pairs = odd == 0 && below > 1 && above > 0 && two > 3 && hex == 0; e.pairs {
		e.decimal = false
	}
	e.decimal = e.decimal && !octal
	e.shell, e.nul = four > 1 && other == 0, onlyZeros && hex > 0 && zeros > 0
	if four > 1 && other == 1 {
		p.note(e.from, "all escapes but one are a 0 and three digits: a digit of that may be missing")
	}
	return e
}

// controlNames are the names that Haskell has for control characters in strings, from 0; & is none, between a number
// and a digit.
const controlNames = "NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM " +
	"SUB ESC FS GS RS US SP DEL"

// controlName reads the name that t begins with, the longest that fits: its byte, -1 for none, and its length.
func controlName(t []byte) (value, length int) {
	if charAt(t, 0) == '&' {
		return -1, 1
	}
	if c := charAt(t, 0); c < 'A' || c > 'V' {
		return 0, 0
	}
	i := 0
	for name := range strings.SplitSeq(controlNames, " ") {
		if n := len(name); n > length && n <= len(t) && string(t[:n]) == name {
			value, length = i, n
		}
		i++
	}
	if value == 33 {
		value = 0x7f
	}
	return value, length
}

// The bytes that source code writes as a backslash and a character, and the characters.
const (
	escapeChars = "\a\b\t\n\v\f\r\x1b\\\"'?/`$@#"
	escapeNames = "abtnvfre\\\"'?/`$@#"
)

// escape reads the escape that begins at l[k] (a backslash), adds its bytes and says where it ends.
func (p *parser) escape(l []byte, k int) (int, *Error) {
	if k+1 >= len(l) {
		return 0, p.fail(k, "a backslash at the end", "an escape such as \\x80 or \\\\", "write \\\\ for a backslash")
	}
	if !isDigit(l[k+1]) {
		if b, n := controlName(l[k+1:]); n > 0 {
			if b >= 0 {
				p.put(byte(b), k, n+1)
			}
			return k + 1 + n, nil
		}
		if c := l[k+1] | 0x20; c == 'x' || c == 'u' {
			return p.hexEscape(l, k)
		}
		if i := strings.IndexByte(escapeNames, l[k+1]); i >= 0 {
			p.put(escapeChars[i], k, 2)
			return k + 2, nil
		}
	}
	of, base, e := classOctal, 8, p.survey(l)
	if e.decimal {
		of, base = classDigit, 10
	}
	most := k + 4 // up to three digits are one byte
	if e.shell {
		most++
	}
	if e.nul {
		most = k + 2
		if isDigit(charAt(l, most)) {
			p.note(k, "\\0 is read as a zero without the digits after it, since other bytes are escaped as \\x80")
		}
	}
	if e.pairs {
		of, base, most = classHex, 16, k+3
	}
	end := run(l[:min(len(l), most)], k+1, of)
	if end == k+1 {
		return 0, p.fail(k+1, p.char(k+1)+" after a backslash",
			"x and two hex digits, an octal number, n, r, t or another backslash", "write \\\\ when a backslash is meant")
	}
	v, _ := number(l[k+1:end], base)
	if v > 255 {
		return 0, p.fail(k, string(l[k:end]), "an octal number up to \\377", "write \\x and two hex digits")
	}
	p.put(byte(v), k, end-k)
	return end, nil
}

// hexEscape reads an escape of hex digits, perhaps in braces as in \u{e9}, that begins at l[k].
// \x is a byte; a character is the byte that cp1252 has for it, else its UTF-8.
func (p *parser) hexEscape(l []byte, k int) (int, *Error) {
	c, j := l[k+1], k+2
	n, want := 2, "two hex digits after \\x"
	if c|0x20 == 'u' {
		n, want = 4, "hex digits after \\"+string(rune(c))
		if c == 'U' {
			n = 8
		}
	}
	braces := charAt(l, j) == '{'
	if braces {
		j, n, want = j+1, 6, "one to six hex digits and }"
	}
	end := run(l[:min(len(l), j+n)], j, classHex)
	if braces && (end == j || charAt(l, end) != '}') || !braces && end < j+n {
		return 0, p.fail(end, p.char(end), want, lookalike(charAt(l, end)))
	}
	v, _ := number(l[j:end], 16)
	if braces {
		end++
	}
	if character := c|0x20 == 'u' && p.survey(l).utf8; c|0x20 == 'x' && v < 256 || v < 0x80 {
		p.put(byte(v), k, end-k)
	} else if b, ok := wire.Cp1252Byte(rune(v)); ok && !character {
		p.put(b, k, end-k)
	} else if v < 256 && !character { // a control character that no text has
		p.put(byte(v), k, end-k)
	} else {
		for _, b := range utf8.AppendRune(nil, rune(v)) {
			p.put(b, k, end-k)
		}
	}
	return end, nil
}
