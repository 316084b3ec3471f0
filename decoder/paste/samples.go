package paste

import (
	"bytes"
	"slices"
	"strings"
)

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
	for i, t := range p.src.texts(1000) {
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

// rulers are the digits above the columns of a dump: 0 1 2 …, 00 01 02 … or 0011 2233 ….
var rulers = [...]string{"0123456789abcdef", "000102030405060708090a0b0c0d0e0f", "00112233445566778899aabbccddeeff"}

// numbersColumns reports whether digits, in groups of each, number four columns of a dump or more.
func numbersColumns(digits []byte, each int) bool {
	text := strings.ToLower(string(digits))
	return slices.ContainsFunc(rulers[:], func(r string) bool {
		width := len(r) / 16
		return strings.HasPrefix(r, text) && len(text) >= 4*width && (width == 2) == (each == 2 || each == 4)
	})
}

// ruler reports whether l numbers the columns of a dump, perhaps with words before and behind.
func ruler(l []byte) bool {
	var digits []byte
	each := 0
	for t := range tokens(l[:min(len(l), maxLead)], 0) {
		d := t.of(l)
		if word := !all(d, classHex|classMark) || count(d, classHex) == 0; len(digits) == 0 && d[len(d)-1] != ':' && (word || string(d) == "87654321") {
			continue // Offset(h)
		}
		if !all(d, classHex) || len(d) > 4 || len(digits) >= 32 || each == 1 && len(digits) == 16 {
			break
		}
		digits, each = append(digits, d...), len(d)
	}
	return numbersColumns(digits, each)
}

// sameLength reports whether the offset of a line could just as well be the first group of plain hex.
func (s *sample) sameLength() bool {
	t := s.first()
	return !s.colon && !s.prefix && (t.len() == 0 || t.len() == s.digits && t.start == s.body+1)
}

// follows reports whether the lines are a stream that Wireshark follows: a second direction further right, a short line
// after which the offsets go on, or a blank between the halves of the ASCII column.
func (l *layout) follows(some []sample) bool {
	prev, count := -1, 0
	for _, s := range some {
		r := l.try(s)
		text, _, ok := r.ascii()
		v, _ := s.offset(16)
		half := len(r.bytes) == 16 && r.bytes[8].off-r.bytes[7].off == 4 // Wireshark has two blanks there
		if l.digits == 8 && (l.gutter == gutterGap && ok && half && len(text) == 17 && text[8] == ' ' ||
			s.indent >= l.indent+4 || prev >= 0 && count < 16 && v == prev+count && len(r.bytes) > 0 && v%16 != 0) {
			return true
		}
		prev, count = v, len(r.bytes)
	}
	return false
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
	for _, f := range [...]Format{OdChars, OdOctal, OdHex2, OdHex4} {
		l := &layout{head: head{digits: 7}, none: true, base: 8, format: f, shape: shapeOf(f), unit: shapeOf(f).unit}
		good, telling := len(some) > 0, f != OdChars
		for i, s := range some {
			r := l.try(s)
			telling = telling || r.telling
			good = good && r.bad < 0 && !r.loose && (i > 0 || len(r.bytes) == 16 || f == OdOctal && len(r.bytes) >= 8 || f == OdChars && len(r.bytes) >= 4)
		}
		if good && telling {
			p.layout = l
			return guess{likely, f, l.why()}
		}
	}
	return guess{}
}
