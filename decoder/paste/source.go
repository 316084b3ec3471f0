package paste

import (
	"bytes"
	"iter"
	"math/bits"
	"slices"
	"sort"
	"unicode/utf16"
	"unicode/utf8"
)

// Characters outside ASCII become one of these single bytes in source.s, so that a column is an index.
const (
	otherRune = 0x80 // any character that no dump is made of
	ellipsis  = 0x85 // U+2026
)

// source is the pasted text made easy to read: one byte a character, split into lines.
// Offsets into s are how every reader speaks of places; they become lines and columns at the end.
type source struct {
	orig  []byte
	s     []byte  // orig with every character as one byte; the same slice when all is ASCII
	index []int32 // offset in s -> offset in orig; nil when they are equal
	shown []int32 // offset in s -> column in the paste, from 1; nil when it is that in s
	begin []int32 // where each line begins in s
	// the part of each line that is read, without quote marks and text outside code fences; nil while that is all
	lines []span

	seamless   bool // lines of which nothing is read part nothing
	directives bool // each line begins with one of an assembler

	present  [256]bool // bytes that occur in orig or s
	valid    bool      // orig is UTF-8
	controls int       // control bytes other than blanks and line ends
	nuls     int
	hard     bool // all spaces are such as do not break, as pages write them
	high     int  // bytes from 80 hex that are not part of a UTF-8 character
}

// newSource reads the encoding of text: UTF-8 with or without a mark, UTF-16 with a mark, or single bytes.
func newSource(text []byte) *source {
	if t, ok := fromUTF16(text); ok {
		text = t
	}
	if bytes.HasPrefix(text, []byte("\xef\xbb\xbf")) {
		text = text[3:]
	}
	src := &source{orig: text, s: text, valid: true}
	for _, c := range text {
		src.present[c] = true
	}
	for c := range byte(' ') {
		if src.present[c] && (c < '\t' || c > '\r') {
			src.controls += bytes.Count(text, []byte{c})
		}
	}
	src.nuls = bytes.Count(text, []byte{0})
	if slices.Contains(src.present[0x80:], true) {
		src.simplify()
	}
	src.split()
	return src
}

// fromUTF16 turns UTF-16 with a byte order mark into UTF-8. A packet can begin with FE FF too, so what
// comes out must be text.
func fromUTF16(text []byte) ([]byte, bool) {
	little := bytes.HasPrefix(text, []byte("\xff\xfe"))
	if len(text) < 4 || len(text)%2 != 0 || !little && !bytes.HasPrefix(text, []byte("\xfe\xff")) {
		return nil, false
	}
	units := make([]uint16, len(text)/2-1)
	for i := range units {
		units[i] = uint16(text[2+2*i])<<8 | uint16(text[3+2*i])
		if little {
			units[i] = bits.ReverseBytes16(units[i])
		}
	}
	out := []byte(string(utf16.Decode(units)))
	none := func(c rune) bool { return c < 0x20 && c != '\t' && c != '\n' && c != '\r' || c == utf8.RuneError }
	return out, !bytes.ContainsFunc(out, none) && utf8.RuneCount(out)*2 >= len(out) // most of it is ASCII
}

// simplify fills s and index for text that is not all ASCII.
func (src *source) simplify() {
	text := src.orig
	src.hard = !src.present[' ']
	src.s = make([]byte, 0, len(text))
	src.index = make([]int32, 0, len(text)+1)
	for i := 0; i < len(text); {
		src.index = append(src.index, int32(i))
		c := text[i]
		if c < 0x80 {
			src.s = append(src.s, c)
			i++
			continue
		}
		r, n := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && n == 1 {
			src.valid = false
			src.high++
			r = rune(c) // cp1252 and latin-1 agree on the blank, A0
		}
		c = plainByte(r)
		src.s, src.present[c] = append(src.s, c), true
		i += n
	}
	src.index = append(src.index, int32(len(text)))
}

// contains reports whether the text has mark in it.
func (src *source) contains(mark string) bool {
	for i := range len(mark) {
		if !src.present[mark[i]] {
			return false
		}
	}
	return bytes.Contains(src.s, []byte(mark))
}

// split finds the lines.
func (src *source) split() {
	src.begin = make([]int32, 0, bytes.Count(src.s, []byte{'\n'})+1)
	for at := 0; at <= len(src.s); {
		src.begin = append(src.begin, int32(at))
		end := bytes.IndexByte(src.s[at:], '\n')
		if end < 0 {
			break
		}
		at += end + 1
	}
}

// count returns the number of lines.
func (src *source) count() int { return len(src.begin) }

// span returns what is read of line i (from 0). A carriage return before the
// line end is not part of the line.
func (src *source) span(i int) span {
	if src.lines != nil {
		return src.lines[i]
	}
	at, stop := int(src.begin[i]), src.after(i)
	if stop > at && src.s[stop-1] == '\n' {
		stop--
	}
	for stop > at && src.s[stop-1] == '\r' {
		stop--
	}
	return span{at, stop}
}

// after is where the line after line i begins in s.
func (src *source) after(i int) int {
	if i+1 < len(src.begin) {
		return int(src.begin[i+1])
	}
	return len(src.s)
}

// spans returns span for every line, in a slice that may be changed.
func (src *source) spans() []span {
	all := make([]span, src.count())
	for i := range all {
		all[i] = src.span(i)
	}
	return all
}

// words reports whether a letter occurs that is no hex digit and no x.
func (src *source) words() bool {
	for c := range src.present {
		if src.present[c] && (isLetter(byte(c)) && !isHex(byte(c)) && c|0x20 != 'x' || c >= 0x80) {
			return true
		}
	}
	return false
}

// beginning is the number of lines that a family looks at before it claims a paste: those of the first 64 KB.
func (src *source) beginning() int {
	return sort.Search(len(src.begin), func(i int) bool { return src.begin[i] > 64<<10 })
}

// line gives what is read of line i (from 0), and where that begins in s.
func (src *source) line(i int) ([]byte, int) {
	l := src.span(i)
	return l.of(src.s), l.start
}

// masked is the text with blanks in place of what is not read of each line, for readers that read over the ends of
// lines.
func (src *source) masked() []byte {
	if src.lines == nil {
		return src.s
	}
	s := bytes.Clone(src.s)
	for i, l := range src.lines {
		for _, part := range [...]span{{int(src.begin[i]), l.start}, {max(l.start, l.end), src.after(i)}} {
			for k := part.start; k < part.end; k++ {
				if s[k] != '\n' && s[k] != '\r' {
					s[k] = ' '
				}
			}
		}
	}
	return s
}

// text is line without the blanks around it.
func (src *source) text(i int) ([]byte, int) {
	l, start := src.line(i)
	return trim(l), start + run(l, 0, classBlank)
}

// firstLine is the first line that is not blank.
func (src *source) firstLine() int {
	for i := range src.texts(src.count()) {
		return i
	}
	return 0
}

// one reports whether there is one line.
func (src *source) one() bool { return src.after(src.firstLine()) == len(src.s) }

// texts are those of the first n lines that are not blank.
func (src *source) texts(n int) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		for i := range min(n, src.count()) {
			if t, _ := src.text(i); len(t) > 0 && !yield(i, t) {
				return
			}
		}
	}
}

// place turns an offset in s into line and column, both from 1, the column in characters.
func (src *source) place(off int) (line, column int) {
	off = max(0, min(off, len(src.s)))
	i := sort.Search(len(src.begin), func(i int) bool { return int(src.begin[i]) > off }) - 1
	return i + 1, src.column(i, off)
}

// column is that of offset off in s, which is in line i (from 0).
func (src *source) column(i, off int) int {
	if src.shown != nil {
		return int(src.shown[off])
	}
	return off - int(src.begin[i]) + 1
}

// original gives the bytes of orig behind a range of s.
func (src *source) original(start, end int) []byte {
	if src.index == nil {
		return src.orig[start:end]
	}
	return src.orig[src.index[start]:src.index[end]]
}

// blank reports whether line i holds nothing but blanks.
func (src *source) blank(i int) bool {
	l, _ := src.text(i)
	return len(l) == 0
}

// block is the next run of lines from line i on that are not blank: the first, and the one after its last.
func (src *source) block(i int) (first, end int) {
	for i < src.count() && src.blank(i) {
		i++
	}
	first = i
	for i < src.count() && !src.blank(i) {
		i++
	}
	return first, i
}

// entities are what HTML writes for characters that it uses itself.
var entities = [...]struct {
	name string
	char byte
}{{"&quot;", '"'}, {"&#34;", '"'}, {"&#39;", '\''}, {"&#x27;", '\''}, {"&apos;", '\''}, {"&nbsp;", ' '}, {"&lt;", '<'},
	{"&gt;", '>'}, {"&amp;", '&'}}

// unmark takes the colours of a console out of a paste, and reads the entities of
// HTML, where quotes or blanks are written as such: a packet may hold an ampersand.
func (p *parser) unmark() {
	s := p.src.s
	colours := p.src.contains("\x1b[")
	html := false
	for _, e := range entities[:6] {
		html = html || p.src.contains(e.name)
	}
	tags := p.src.contains("<pre") || p.src.contains("<td>") || p.src.contains("<code")
	html = html || tags
	family := formats[p.opts.Format%formatEnd].family
	chars := p.opts.Format != FormatUnknown && (family == familyEscaped || family == familyText || family == familyLiteral)
	signs := !chars && p.src.signExtended()
	if !colours && !html && !signs {
		return
	}
	out, index, shown := make([]byte, 0, len(s)), make([]int32, 0, len(s)+1), make([]int32, 0, len(s)+1)
	column := int32(1)
	for i := 0; i < len(s); {
		n, c, keep := 1, s[i], true
		switch {
		case colours && c == 0x1b && charAt(s, i+1) == '[':
			keep = false
			for n = 2; i+n < len(s) && s[i+n] < '@' && s[i+n] >= ' '; n++ {
			}
			if i+n < len(s) && s[i+n] >= '@' { // of one that is cut the line's end is none of it
				n++
			}
		case signs && c|0x20 == 'f' && (i == 0 || !isWord(s[i-1]) || s[i-1]|0x20 == 'x') && signOf(s[i:run(s, i, classWord)]):
			n, keep = 6, false
		case tags && c == '<' && tag(s[i:]) > 0:
			n, c, keep = tag(s[i:]), ' ', has(string(s[i:min(len(s), i+4)]), "td")
		case html && c == '&':
			for _, e := range entities {
				if bytes.HasPrefix(s[i:], []byte(e.name)) {
					n, c = len(e.name), e.char
				}
			}
		}
		if keep {
			at := int32(i)
			if p.src.index != nil {
				at = p.src.index[i]
			}
			out, index, shown = append(out, c), append(index, at), append(shown, column)
		}
		if column += int32(n); c == '\n' && keep {
			column = 1
		}
		i = min(len(s), i+n)
	}
	if colours {
		p.src.controls -= bytes.Count(s, []byte{0x1b})
		p.note(-1, "the colours of a console were left out")
	}
	if html {
		p.note(-1, "entities of HTML such as &quot; are read as the characters that they stand for")
	}
	if signs {
		p.note(-1, "the FFFFFF before bytes from 80 on were left out: a program has printed them as numbers with a sign")
	}
	p.src.s, p.src.index, p.src.shown = out, append(index, int32(len(p.src.orig))), append(shown, column)
	for _, c := range out {
		p.src.present[c] = true
	}
	p.src.split()
}

// signOf reports whether a word is a byte from 80 on that was printed as a number of 32 bits with a sign.
func signOf(word []byte) bool {
	return len(word) == 8 && all(word, classHex) && len(strip(word[:6], "fF")) == 0 && hexValue[word[6]] >= 8
}

// signExtended reports whether such words are among numbers of one or two digits, and no other numbers as long. One
// ffffffff alone may be four bytes.
func (src *source) signExtended() bool {
	if !src.contains("ffffff") && !src.contains("FFFFFF") {
		return false
	}
	signs, marks, short := 0, 0, 0
	for i, end := 0, 0; i < len(src.s); i = end + 1 {
		end = run(src.s, i, classWord)
		word := bytes.TrimPrefix(src.s[i:end], []byte("0x"))
		switch {
		case !all(word, classHex):
		case signOf(word) && i > 1 && isBlank(src.s[i-1]) && isBlank(src.s[i-2]): // in a column of characters
		case signOf(word) && len(strip(word, "fF")) == 0 && short == 0:
			marks++
		case signOf(word):
			signs++
		case len(word) >= 8:
			return false
		case len(word) == 1 || len(word) == 2:
			short++
		}
	}
	return (signs > 0 || marks > 3) && short > 0
}
