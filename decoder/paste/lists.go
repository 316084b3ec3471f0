package paste

import (
	"bytes"
	"strconv"
	"strings"
)

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

// declared compares the size that is said of the growing datagram between from and to, as in char[5], with its bytes.
func (p *parser) declared(from, to int) {
	from = max(from, to-maxLead)
	size := sizeIn(p.src.s[from:max(from, to)])
	if n, ok := number(size.of(p.src.s[from:]), 10); ok && n > 1 && n != len(p.data) {
		p.note(from+size.start, strconv.Itoa(n)+" bytes are declared, "+strconv.Itoa(len(p.data))+" are shown")
	}
}

// sizeIn is where the last number is in text that says how many bytes there are: array(5), [5], [u8; 5], 5 bytes, 5
// elements.
func sizeIn(text []byte) (size span) {
	for k := 0; k < len(text); k++ {
		end := run(text, k, classDigit)
		if end == k {
			continue
		}
		rest := trimLeft(text[end:])
		closes := charAt(text, end)
		before := strip(text[max(0, k-10):k], " :=")
		word := string(before[bytes.LastIndexAny(before, blanks+"_.(\"'")+1:])
		named := strings.HasSuffix(word, "len") || strings.HasSuffix(word, "length") || strings.HasSuffix(word, "size")
		inside := (closes == ')' || closes == ']') && k > 0 && (text[k-1] == ' ' && k > 1 && text[k-2] == ';' ||
			strings.IndexByte("([", text[k-1]) >= 0 && (k > 1 && isWord(text[k-2]) || isLetter(charAt(text, end+1))))
		counts := bytes.HasPrefix(rest, []byte("byte")) || bytes.HasPrefix(rest, []byte("element"))
		if inside && charAt(text, end+1) != ':' || named || counts {
			size = span{k, end}
		}
		k = end
	}
	return size
}
