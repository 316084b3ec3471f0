package paste

import (
	"bytes"
	"strings"
)

// A row is the bytes that follow each other in one line.
type row struct {
	line       int  // number of its line
	from, to   int  // of its cells
	lead       span // what stands before it, from the beginning of the line or the end of the row before
	start, end int
	size       int  // bytes
	digits     int  // of its first cell
	parting    byte // what is between its last two
}

// row reads the bytes that begin at i, up to the end of the line at most.
func (f *finder) row(i, end int) (r row, ok bool) {
	r = row{from: len(f.cells), start: i}
	l := f.s[:end]
	parting := byte(0)
	for i < end {
		c := spelled(l, i)
		if c.how == uint8(spelledNone) {
			stop := i
			if quote := l[i]; isQuote(quote) && len(f.cells) > r.from && parting != ':' && !f.document {
				for stop = i + 1; stop < end && l[stop] != quote && l[stop] != '\\' && stop-i < 255; stop++ {
				}
			}
			if charAt(l, stop) != l[i] || stop == i || stop-i > 16 && all(l[i+1:stop], classHex) {
				break
			}
			if parting != ',' && stop > i+2 && int(f.cells[len(f.cells)-1].how) >= len(spellings) {
				break
			}
			c = cellOf(i, i+1, stop, stop+1, spelledText)
		}
		if n := len(f.cells); n > r.from {
			last, before := &f.cells[n-1], f.cells[n-1].digits().len()
			if to := i + before; before > 3 && last.how == uint8(spelledBare) && run(l, i, classHex) == to {
				c = cellOf(i, i, to, to, spelledBare) // 0b000000 is such a group too
			}
			own := c.digits().len()
			long := max(before, own) > 8 || parting != ',' && max(before, own) > 3
			if c.how == uint8(spelledBare) && last.how == c.how && long && (before < own || before > own && n-r.from == 1) &&
				!(i < int(last.end)+2 && unpadded(last, l) && unpadded(&c, l)) {
				break // an offset, and what follows
			}
		}
		f.cells = append(f.cells, c)
		r.to = len(f.cells)
		i = int(c.end)
		r.end = i
		r.size += f.size(&c)
		if charAt(l, i) == ':' && parting == ',' {
			i = run(l, i+1, classDigit) // the bits of a number of Erlang
		}
		j := run(l, i, classBlank)
		if after := shownAs(l, j); j == i+1 && after > j && c.how == uint8(spelledBare) {
			j = run(l, after, classBlank)
		}
		gap := j - i
		beside := gap >= 1 && f.column(&r, j, end)
		if parting = charAt(l, j); !beside && f.parts(l, i, j) {
			j = run(l, j+1, classBlank)
			gap = 0
		}
		touching := c.how == uint8(spelledText) || int(c.how) < len(spellings) && spellings[c.how].touching
		if j == i && !touching && !isQuote(charAt(l, i)) || beside || gap >= 1 && f.column(&r, j, end) {
			break
		}
		i = j
	}
	if n := len(f.cells); n > r.from {
		r.digits = f.cells[r.from].digits().len()
		if n > r.from+1 {
			r.parting = charAt(l, int(f.cells[n-2].end))
		}
	}
	return r, r.to > r.from
}

// parts reports whether the mark at l[j] parts the byte that ends at i from the next.
func (f *finder) parts(l []byte, i, j int) bool {
	switch next := charAt(l, j+1); charAt(l, j) {
	case ',', ';', ':', '+':
		return true
	case '-':
		return j == i || !isDigit(next)
	case '&':
		return next == ' '
	case '|':
		return j == i && isWord(next) || j == i+1 && next == ' ' && isPair(l, i-2) && isPair(l, j+2)
	}
	return false
}

// isPair reports whether two hex digits are at l[i], and no more.
func isPair(l []byte, i int) bool {
	return i >= 0 && run(l, i, classHex) == i+2 && !isWord(charAt(l, i+2)) && (i == 0 || !isWord(l[i-1]))
}

// shownAs is where the character ends that debuggers print behind the number of each byte, as in 121 'y'; i if there is
// none.
func shownAs(l []byte, i int) int {
	if charAt(l, i) != '\'' {
		return i
	}
	k := i + 2
	if charAt(l, i+1) == '\\' {
		k = max(i+3, run(l[:min(len(l), i+5)], i+2, classDigit))
	}
	if charAt(l, k) != '\'' {
		return i
	}
	return k + 1
}

// size is how many bytes c stands for.
func (f *finder) size(c *cell) int {
	switch {
	case c.how == uint8(spelledText):
		return c.digits().len()
	case c.how == uint8(spelledBare) && c.digits().len() > 3 && c.digits().len()%2 == 0 && (c.before > 1 ||
		!isBits(c.digits().of(f.s))):
		return c.digits().len() / 2
	}
	return 1
}

// column reports whether the rest of a line, from i, shows the bytes of r as characters.
func (f *finder) column(r *row, i, end int) bool {
	if i >= end || end-i > 2*r.size+maxLead {
		return false
	}
	text := trim(f.s[i:end])
	if r.size == 1 && len(text) == 1 && i-r.end >= 2 && text[0] > ' ' {
		d := f.cells[r.from].digits()
		v, ok := number(d.of(f.s), 16)
		return ok && v == int(text[0])
	}
	text = strip(text, " \t\r|#<>\x80")
	if r.size < 2 || len(text) > r.size || len(text)+3 < r.size {
		return false
	}
	for lost := range r.size - len(text) + 1 { // spaces at its beginning that are bytes
		if lost > 0 && r.size < 8 && i-r.end < 3 {
			break // a few characters are like any bytes
		}
		skip := lost
		k, same := 0, 0
		for _, c := range f.cells[r.from:r.to] {
			for d := c.digits(); d.start+1 < d.end && k < len(text); d.start += 2 {
				if skip > 0 {
					skip--
					continue
				}
				hi, lo := hexValue[f.s[d.start]], hexValue[f.s[d.start+1]]
				if b := hi<<4 | lo; text[k] == b || (b <= ' ' || b >= 0x7f) && !isHex(text[k]) {
					same++
				}
				k++
			}
		}
		if k == len(text) && same*10 >= k*9 {
			return true
		}
	}
	return false
}

// indexedReader reads lists that debuggers and languages print with one byte a line, each behind its index or a dash:
// [0] => 121, (char) [0] = 'y', 0 => 121, - 121. The value may be in the line after the index.
type indexedReader struct {
	*parser
	s      []byte
	next   int // index of the next byte
	begin  int // of what is listed
	listed int
}

func (p *parser) sniffIndexed() guess {
	s := p.src.masked()
	r := indexedReader{parser: &parser{src: p.src, first: -1}, s: s[:min(len(s), 64<<10)]}
	if r.list(0); r.listed < 4 {
		return guess{}
	}
	return guess{sure, IndexedList, "bytes behind an index each that counts, or behind a dash"}
}

func (p *parser) readIndexed() *Error {
	r := indexedReader{parser: p, s: p.src.s}
	for at := 0; at < len(r.s); {
		from := at
		if at = r.list(at); r.listed == 0 {
			break
		} else if r.listed >= 4 || p.res.Count == 0 {
			p.declared(from, r.begin)
			p.finish()
		}
		p.drop(len(p.data))
		r.listed = 0
	}
	return nil
}

// maxAbove is how many lines may be above a list: what is there is its head.
const maxAbove = 16

// list reads the first list that is in the text from at on, and gives its end.
func (r *indexedReader) list(at int) int {
	for above := 0; at < len(r.s); {
		if r.s[at] == ',' || classes[r.s[at]]&(classBlank|classLine) != 0 {
			at++
			continue
		}
		value := r.index(at)
		end := value + max(0, bytes.IndexByte(r.s[value:], '\n'))
		if end == value {
			end = len(r.s)
		}
		switch {
		case value > 0 && r.element(value, end):
			at = run(r.s, r.to, classBlank)
			for at = shownAs(r.s, at); at < end && r.s[at] != ','; at++ {
			}
			if r.listed++; r.listed%1024 == 0 {
				r.opts.check()
			}
		case value > 0:
			r.note(value, "this is no byte: the list was read up to here")
			return value
		case r.listed > 0: // the list has ended
			return at
		default:
			next := bytes.IndexAny(r.s[at:], "\n{(")
			if next < 0 || above > maxAbove {
				return len(r.s)
			}
			if at += next + 1; r.s[at-1] == '\n' {
				above++
			}
			r.begin = at
		}
	}
	return len(r.s)
}

// index is where the value begins behind the index of the next byte, which may be in the next line; 0 where there is
// none.
func (r *indexedReader) index(at int) int {
	k := at
	if charAt(r.s, k) == '(' { // a type
		line := r.s[k:min(len(r.s), k+maxLead)]
		k = run(r.s, k+bytes.IndexByte(line, ')')+1, classBlank)
	}
	if charAt(r.s, k) == '-' && charAt(r.s, k+1) == ' ' && isDigit(charAt(r.s, k+2)) {
		return k + 2
	}
	if name := run(r.s[:min(len(r.s), k+maxLead)], k, classWord); charAt(r.s, name) == '[' { // buf[0] = 121
		k = name
	}
	mark := charAt(r.s, k)
	shut := map[byte]byte{'[': ']', '"': '"'}[mark]
	if shut != 0 {
		k++
	}
	end := run(r.s, k, classDigit)
	v, ok := number(r.s[k:min(end, k+8)], 10)
	if !ok || r.listed == 0 && v > 1 || r.listed > 0 && v != r.next || shut != 0 && charAt(r.s, end) != shut {
		return 0
	}
	if shut != 0 {
		end++
	}
	value := run(r.s, end, classBlank)
	sign := value
	for strings.IndexByte("=>:", charAt(r.s, value)) >= 0 && value < len(r.s) {
		value++
	}
	if sign == value && mark != '[' || value < len(r.s) && value == end {
		return 0
	}
	r.next = v + 1
	return run(r.s, value, classBlank|classLine)
}

// element reads the byte that begins at off.
func (r *indexedReader) element(off, end int) bool {
	s := r.src.s[:end]
	if bytes.HasPrefix(s[off:], []byte("int(")) {
		off += 4
	}
	switch charAt(s, off) {
	case 0:
		return false // the text ends there
	case '\'':
		n, stop := len(r.data), off+1+bytes.LastIndexByte(s[off+1:], '\'')
		return stop > off && r.escaped(off+1, stop) == nil && len(r.data) == n+1
	}
	c := spelled(s, off)
	if c.how == uint8(spelledNone) || c.how == uint8(spelledBare) && bare(s, &c, false)&bareDecimal == 0 {
		return false
	}
	r.putCell(&c, bareDecimal)
	return true
}

// mangled reports whether the word from i to end is bytes of which a character was lost: x00, 0x000x00, or some with a
// word before them.
func (f *finder) mangled(i, end int) bool {
	t := f.s[i:end]
	if len(t) > 16 && !all(t, classHex) && all(t[len(t)-16:], classHex) {
		return true
	}
	beside := strings.IndexByte(",;\t", charAt(f.s, end)) >= 0 || i > 0 && f.s[i-1] == '\t'
	return len(t) > 2 && beside && bytes.ContainsAny(t, "xXhH") && len(strip(t, hexDigits+"xXhH")) == 0 &&
		count(t, classDigit) > 0
}

// mistyped notes a byte like 0O or 0xO0 behind a row: written as the last one is but for one digit.
func (f *finder) mistyped(r *row, end int) {
	if r.size < 2 || charAt(f.s, r.end) != r.parting || f.column(r, run(f.s[:end], r.end, classBlank), end) {
		return // 10 of
	}
	last := &f.cells[len(f.cells)-1]
	before, digits := f.s[last.start:last.end], last.digits()
	at := run(f.s, r.end, classBlank|classMark)
	if at > r.end+2 && isBlank(f.s[r.end+1]) || at == r.end || at+len(before) > len(f.s) ||
		isWord(charAt(f.s, at+len(before))) {
		return
	}
	odd := 0
	for k, c := range before {
		own := f.s[at+k]
		switch inside := int(last.start)+k >= digits.start && int(last.start)+k < digits.end; {
		case inside && isHex(own), !inside && own == c:
		case inside && odd == 0 && lookalike(own) != lookalike(0):
			odd = at + k
		default:
			return
		}
	}
	if odd > 0 && digits.len() > 1 && (last.how != uint8(spelledBare) || bare(f.s, last, false)&barePairs != 0) {
		f.spoil(odd)
	}
}

// showsRow reports whether line i shows the bytes of the row before it as characters, each under its byte.
func (f *finder) showsRow(i int) bool {
	if len(f.rows) == 0 || f.below > 0 || f.rows[len(f.rows)-1].line != i-1 {
		return false
	}
	r := &f.rows[len(f.rows)-1]
	begin := f.src.span(r.line).start
	var row []cellByte
	for _, c := range f.cells[r.from:r.to] {
		d := c.digits()
		if d.len() != 2 || c.how == uint8(spelledText) {
			return false
		}
		row = append(row, cellByte{hexValue[f.s[d.start]]<<4 | hexValue[f.s[d.start+1]], uint8(c.end - c.start),
			int32(int(c.start) - begin)})
	}
	whole := len(row) > 1 || len(f.rows) > 1 && f.rows[len(f.rows)-2].size > 1
	return whole && belowRow(f.src.span(i).of(f.s), row)
}
