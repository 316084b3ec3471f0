package paste

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"
)

// uuLine reports whether l is a line of uuencode, and how many bytes it has: its first character says so. Blanks at
// its end, which are zeros, may be lost.
func uuLine(l []byte) (size int, ok bool) {
	if len(l) == 0 || slices.ContainsFunc(l, func(c byte) bool { return c < ' ' || c > '`' }) {
		return 0, false
	}
	size = int(l[0]-' ') & 63
	return size, size <= 45 && len(l)-1 <= (size+2)/3*4
}

// uuLines are the lines of uuencode, between begin and end where these are there; nil where the text is something else.
func (p *parser) uuLines() (lines []span) {
	begun := false
	for i := range p.src.count() {
		l, t := p.src.span(i), p.src.s
		size, ok := uuLine(l.of(t))
		switch {
		case len(lines) == 0 && bytes.HasPrefix(l.of(t), []byte("begin ")):
			begun = true
		case len(trim(l.of(t))) == 0 || string(l.of(t)) == "end" && begun || ok && size == 0:
		case !ok, len(lines) > 0 && t[lines[len(lines)-1].start] != 'M', len(lines) == 0 && !begun && (size != 45 || l.len() != 61):
			return nil // only the last line may be shorter
		case size > 0:
			lines = append(lines, l)
		}
	}
	return lines
}

func (p *parser) sniffUU() guess {
	if len(p.uuLines()) == 0 {
		return guess{}
	}
	return guess{sure, UUEncode, "lines whose first character says how many bytes they hold"}
}

func (p *parser) readUU() *Error {
	for _, l := range p.uuLines() {
		size, _ := uuLine(l.of(p.src.s))
		before := len(p.data)
		if err := p.base64(l.start+1, l.end); err != nil {
			return err
		}
		for len(p.data)-before < size { // blanks at the end, which are zeros
			p.put(0, l.end-1, 1)
		}
		p.drop(len(p.data) - before - size)
		if missing := (size+2)/3*4 + 1 - l.len(); missing > 3 {
			p.note(l.start, strconv.Itoa(missing)+" characters are missing at the end of this line: they are read as blanks, which are zeros")
		}
	}
	return nil
}

func (p *parser) sniffASCII85() guess {
	t := trim(p.src.s)
	if bytes.HasPrefix(t, []byte("<~")) && bytes.Contains(t, []byte("~>")) {
		return guess{sure, ASCII85, "characters between <~ and ~>"}
	}
	return guess{}
}

// readASCII85 reads groups of five digits of base 85; z is a group of zeros, and a shorter group the last bytes.
func (p *parser) readASCII85() *Error {
	s, at := p.src.s, 0
	if open := bytes.Index(s, []byte("<~")); open >= 0 {
		at = open + 2
	}
	var group [5]int // where its digits are
	v, n := uint64(0), 0
	end := func(bytes int) *Error {
		if v > math.MaxUint32 {
			return p.fail(group[0], "a group of ASCII85 that is too large", "digits that make four bytes at most", "paste the text again")
		}
		for k := range bytes {
			p.put(byte(v>>(24-8*k)), group[k], 1)
		}
		v, n = 0, 0
		return nil
	}
	for ; at < len(s) && s[at] != '~'; at++ {
		switch c := s[at]; {
		case isBlank(c) || c == '\n':
			continue
		case c == 'z' && n == 0:
			group, n = [5]int{at, at, at, at}, 5
		case c < '!' || c > 'u':
			return p.fail(at, p.char(at), "a digit of ASCII85 (! to u)", "paste the text again")
		default:
			group[n] = at
			v = v*85 + uint64(c-'!')
			n++
		}
		if n == 5 {
			if err := end(4); err != nil {
				return err
			}
		}
	}
	if n == 1 {
		return p.fail(group[0], "a digit of ASCII85 alone", "two to five in the last group", "a part of the text is missing")
	}
	for k := n; n > 0 && k < 5; k++ {
		v = v*85 + 84
	}
	return end(max(0, n-1))
}

// sniffPercent claims text in which bytes are written as %80 or =80.
func (p *parser) sniffPercent() guess {
	for _, mark := range [...]byte{'%', '='} {
		if marked, other := p.marked(mark); other > 0 && marked >= 3 && marked*20 >= other {
			return guess{perhaps, PercentText, "printable text with escapes such as " + string(rune(mark)) + "80"}
		}
	}
	return guess{}
}

// marked counts the bytes that are written as mark and two hex digits, and the other
// characters; no byte where there is something that such text does not have.
func (p *parser) marked(mark byte) (marked, other int) {
	if !p.src.present[mark] {
		return 0, 0
	}
	for _, l := range p.src.texts(p.src.beginning()) {
		for k := 0; k < len(l); k++ {
			switch {
			case l[k] == mark && isHex(charAt(l, k+1)) && isHex(charAt(l, k+2)):
				marked++
				k += 2
			case l[k] == mark && k+1 == len(l) && mark == '=', l[k] == ' ' && mark == '=': // the line goes on
			case l[k] == mark, l[k] <= ' ', l[k] >= 0x7f, isQuote(l[k]):
				return 0, 0
			default:
				other++
			}
		}
	}
	return marked, other
}

// form reports whether the text is written as the forms of pages are sent, in which a + is a space.
func (p *parser) form() bool {
	plus := bytes.IndexByte(p.src.s, '+')
	other := func(c byte) bool { return !isWord(c) && strings.IndexByte("%+-.*~\r\n", c) < 0 }
	if plus < 0 || slices.ContainsFunc(p.src.s, other) {
		return false
	}
	p.note(plus, "+ is read as a space, as the forms of pages are sent")
	return true
}

// percent reads text with escapes such as %80 or =80.
func (p *parser) percent(start, stop int, form bool) {
	for l := p.src.s[:stop]; start < stop; {
		c := l[start]
		switch {
		case (c == '%' || c == '=') && isHex(charAt(l, start+1)) && isHex(charAt(l, start+2)):
			p.put(hexValue[l[start+1]]<<4|hexValue[l[start+2]], start, 3)
			start += 2
		case c == '=' && start+1 == stop: // the line goes on
		case c == '+' && form:
			p.put(' ', start, 1)
		default:
			p.characters(start, start+1)
		}
		start++
	}
}
