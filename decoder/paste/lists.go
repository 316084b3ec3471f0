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
	next   int // index of the next byte
	begin  int // of the first line that is listed
	listed int
}

func (p *parser) sniffIndexed() guess {
	r := indexedReader{parser: &parser{src: p.src, first: -1}}
	if r.lines(p.src.beginning()); r.listed < 4 {
		return guess{}
	}
	return guess{sure, IndexedList, "bytes a line each, behind an index that counts or a dash"}
}

func (p *parser) readIndexed() *Error {
	r := indexedReader{parser: p}
	r.lines(p.src.count())
	p.declared(0, r.begin)
	return nil
}

// maxAbove is how many lines may be above a list: what is there is its head.
const maxAbove = 16

// lines reads the list that is in the first lines.
func (r *indexedReader) lines(lines int) {
	waits := false // an index that has its value in the next line
	above := 0
	for i := range lines {
		t, start := r.src.text(i)
		k := 0
		if !waits {
			k = r.index(t)
		}
		switch listed := waits || k > 0; {
		case len(t) == 0:
		case !listed && (r.listed > 0 || above > maxAbove): // the list has ended
			return
		case !listed:
			above++
			r.begin = r.src.after(i)
		case k == len(t):
			waits = true
		case r.element(start+k, start+len(t)):
			waits = false
			r.listed++
		default:
			r.note(start, "this is no byte: the list was read up to here")
			return
		}
	}
}

// index is where the value begins behind the index of the next byte; 0 where there is none.
func (r *indexedReader) index(t []byte) int {
	k := 0
	if charAt(t, 0) == '(' { // a type
		k = run(t, bytes.IndexByte(t, ')')+1, classBlank)
	}
	if charAt(t, 0) == '-' && charAt(t, 1) == ' ' && isDigit(charAt(t, 2)) {
		return 2
	}
	bracket := charAt(t, k) == '['
	if bracket {
		k++
	}
	end := run(t, k, classDigit)
	v, ok := number(t[k:end], 10)
	if !ok || r.listed == 0 && v > 1 || r.listed > 0 && v != r.next || bracket && charAt(t, end) != ']' {
		return 0
	}
	if bracket {
		end++
	}
	mark := run(t, end, classBlank)
	value := mark
	for value < len(t) && strings.IndexByte("=>:", t[value]) >= 0 {
		value++
	}
	if !bracket && mark == value || value < len(t) && value == end {
		return 0
	}
	r.next = v + 1
	return run(t, value, classBlank)
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

// sizeIn is where the last number is in text that says how many bytes there are: array(5), [5], [u8; 5], 5 bytes, 5 elements.
func sizeIn(text []byte) (size span) {
	for k := 0; k < len(text); k++ {
		end := run(text, k, classDigit)
		if end == k {
			continue
		}
		rest := trimLeft(text[end:])
		closes := charAt(text, end)
		before := strip(text[max(0, k-10):k], " :=")
		named := bytes.HasSuffix(before, []byte("len")) || bytes.HasSuffix(before, []byte("length")) || bytes.HasSuffix(before, []byte("size"))
		inside := (closes == ')' || closes == ']') && k > 0 && (strings.IndexByte("([", text[k-1]) >= 0 || k > 1 && text[k-2] == ';')
		if inside && charAt(text, end+1) != ':' || named || bytes.HasPrefix(rest, []byte("byte")) || bytes.HasPrefix(rest, []byte("element")) {
			size = span{k, end}
		}
		k = end
	}
	return size
}
