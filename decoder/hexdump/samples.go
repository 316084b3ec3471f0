package hexdump

import "bytes"

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
