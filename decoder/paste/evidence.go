package paste

import (
	"bytes"
	"slices"
	"strings"
)

// ascii is the ASCII column of the line and where it begins; ok is false when it cannot be told which character belongs
// to which byte.
func (r *reading) ascii() (text []byte, start int, ok bool) {
	l, line, n := r.l, r.line, len(r.bytes)
	switch {
	case l.gutter == gutterNone:
		return nil, 0, false
	case l.gutter > gutterGap:
		g := gutters[l.gutter]
		start = r.end + bytes.IndexByte(line[r.end:], g.open[0]) + 1
		return bytes.TrimSuffix(trimRight(line[start:]), []byte(g.shut)), start, start > r.end
	default:
		// A dump of one line that is not whole: the column begins at the first character, or as many from the end as there
		// are bytes.
		start = run(line, r.end, classBlank)
		if n == 0 {
			return nil, 0, false
		}
		for k := len(line) - n; n > 0 && k >= len(line)-n-1; k-- { // perhaps with a blank between the halves
			if k > r.end && k < start && start < len(line) && r.differences(line[k:]) < r.differences(line[start:]) {
				start = k
			}
			if n <= 8 {
				break
			}
		}
	}
	// nc -o
	if bytes.HasPrefix(line[min(start, len(line)):], []byte("# ")) && len(line)-start-2 <= n && r.bytes[0].value != 0x23 {
		start += 2
	}
	if start >= len(line) {
		return nil, 0, false
	}
	return line[start:], start, true
}

// differences counts what differs from text.
func (r *reading) differences(text []byte) int {
	bad := 0
	r.compare(text, func(int, int) { bad++ })
	return bad
}

// mismatches counts the characters of the ASCII column that say something else than the bytes.
func (r *reading) mismatches() int {
	if text, _, ok := r.ascii(); ok {
		return r.differences(text)
	}
	return 0
}

// compare calls differ for every byte i whose character (at offset k in text) is a different one.
func (r *reading) compare(text []byte, differ func(i, k int)) {
	n := len(r.bytes)
	skip := -1
	if n > 8 && len(text) > 8 && text[8] == ' ' && (r.l.follow || len(text) > n) {
		skip = 8 // a blank between the halves
	} else if n > 8 && len(text) == n && text[8] == ' ' && r.bytes[8].value != ' ' && r.bytes[n-1].value == ' ' {
		skip = 8 // and the last byte, a blank, was cut off
	}
	k := 0
	for i, b := range r.bytes {
		if i == skip {
			k++
		}
		printable := b.value > 0x20 && b.value < 0x7f
		switch { // what is not printable is shown as a dot or whatever the program likes
		case k >= len(text):
			if printable {
				differ(i, len(text))
			}
		case text[k] == b.value, text[k] == '.' && !printable:
		case b.value == 0 && text[k] == '0': // hexyl
		case printable || isWord(text[k]) && text[k] != '_':
			differ(i, k)
		}
		k++
	}
	if k < len(text) && n > 0 && len(trim(text[k:])) > 0 {
		differ(n, k)
	}
}

// untie finds where the bytes end and the ASCII column begins when one blank is between them and the number of bytes is
// not known: there must be as many characters as bytes.
func (r *reading) untie() {
	for n := len(r.bytes); n > 0; n-- {
		last := r.bytes[n-1]
		end := int(last.off) + int(last.width)
		if n < len(r.bytes) && int(r.bytes[n].off) == end {
			continue // inside a group
		}
		if rest := len(r.line) - end - 1; rest == n {
			keep := r.bytes
			r.bytes, r.end = r.bytes[:n], end
			if r.mismatches() == 0 {
				r.bad = -1
				return
			}
			r.bytes = keep
		}
	}
}

// belowRow reports whether all that is in a line is under the bytes of row and shows them.
func belowRow(l []byte, row []cellByte) bool {
	same, end := 0, 0
	for _, b := range row {
		from, to := int(b.off)-2, int(b.off)+int(b.width)
		from = max(from, end)
		part := trim(l[min(from, len(l)):min(to, len(l))])
		end = to
		switch {
		case len(part) == 0:
		case len(part) == 1 && part[0] == b.value:
			same++
		case b.value > ' ' && b.value < 0x7f:
			return false
		case len(part) == 1 && part[0] == '.':
			same++
		default:
			return false
		}
	}
	return same > 0 && len(trim(l[min(end, len(l)):])) == 0
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
		if word := !all(d, classHex|classMark) || count(d, classHex) == 0; len(digits) == 0 && d[len(d)-1] != ':' &&
			(word || string(d) == "87654321") {
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
	if l.step > 0 && l.step < 8 && l.agree > 0 && l.agree == l.pairs {
		return false // each line has as few
	}
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
			good = good && r.bad < 0 && !r.loose && (i > 0 || len(r.bytes) == 16 || f == OdOctal && len(r.bytes) >= 8 ||
				f == OdChars && len(r.bytes) >= 4)
		}
		if good && telling {
			p.layout = l
			return guess{likely, f, l.why()}
		}
	}
	return guess{}
}

// groupings are how programs part the characters beside a row: after so many, by so many blanks or marks.
var groupings = [...]struct{ each, by int }{{256, 0}, {8, 1}, {8, 2}, {4, 1}, {4, 2}, {8, 3}, {2, 1}, {1, 1}}

// shownBehind counts the bytes of data that the text from i to the end of s does not show as characters, behind blanks
// or a mark, in groups or not, and those that it shows; all are bad where it shows something else.
func shownBehind(s []byte, i int, data []byte) (least, most int) {
	begin := run(s, i, classBlank)
	text, n := trimRight(s[i:]), len(data)
	least = n
	if begin == i || begin-i >= len(text) {
		return n, 0
	}
	for at := max(1, begin-i-3); at < min(len(text), begin-i+4); at++ { // what seems to be blanks may be bytes
		if c := text[at-1]; at > begin-i && (isWord(c) || c == '.' || !isBlank(c) && at > begin-i+2) {
			break
		}
		for _, g := range groupings {
			long := n + g.by*((n-1)/g.each)
			if len(text)-at > long+3 && strings.IndexByte("|\"'\x80", text[at-1]) < 0 || len(text)-at < long-n {
				continue
			}
			if bad, same, ok := differ(text[at:], data, g.each, g.by); ok && (bad < least || bad == least && same > most) {
				least, most = bad, same
			}
		}
	}
	return least, most
}

// differ counts the bytes that text does not show, and those that are printable and shown; ok where it shows as many as
// there are.
func differ(text, data []byte, each, by int) (bad, same int, ok bool) {
	k := 0
	for i, b := range data {
		if i > 0 && i%each == 0 {
			for range by {
				if k < len(text) && (isWord(text[k]) || text[k] == '.') {
					return 0, 0, false
				}
				k++
			}
		}
		c := byte(' ') // at the end of a line
		if k < len(text) {
			c = text[k]
		}
		k++
		switch {
		case b > ' ' && b < 0x7f && c == b:
			same++
		case b > ' ' && b < 0x7f, isWord(c) && c != '_':
			if bad++; bad*8 > len(data) {
				return 0, 0, false
			}
		}
	}
	rest := text[min(k, len(text)):]
	return bad, same, len(rest) == 0 || strings.IndexByte("|\"'])>}\x80", rest[0]) >= 0 && !holdsBytes(rest)
}
