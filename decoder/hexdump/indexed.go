//go:build !first

package hexdump

import (
	"bytes"
	"strconv"
)

// indexedReader reads lists that debuggers and languages print with one byte a line, each behind its index or a dash:
// [0] => 121, (char) [0] = 'y', 0 => 121, - 121. The value may be in the line after the index.
type indexedReader struct {
	*parser
	next   int // index of the next byte
	sizes  []int
	sizeAt int
}

func (p *parser) sniffIndexed() guess {
	r := indexedReader{parser: &parser{src: p.src, first: -1}}
	if n := r.lines(p.src.beginning()); n < 4 {
		return guess{}
	}
	return guess{96, IndexedList, "bytes a line each, behind an index that counts or a dash"}
}

func (p *parser) readIndexed() *Error {
	r := indexedReader{parser: p}
	n := r.lines(p.src.count())
	for i, size := range r.sizes {
		if size == n {
			break
		} else if i == len(r.sizes)-1 {
			p.note(r.sizeAt, strconv.Itoa(size)+" bytes are announced, "+strconv.Itoa(n)+" follow")
		}
	}
	return nil
}

// maxAbove is how many lines may be above a list: what is there is its head.
const maxAbove = 16

// lines reads the list that is in the first lines, and says how many bytes it has.
func (r *indexedReader) lines(lines int) (n int) {
	waits := false // an index that has its value in the next line
	above := 0
	for i := range lines {
		t, start := r.src.text(i)
		if len(t) == 0 {
			continue
		}
		k := 0
		if !waits {
			if k = r.index(t, n); k == 0 {
				if n > 0 { // the list has ended
					return n
				}
				if above++; above > maxAbove {
					return 0
				}
				r.announces(t[:min(len(t), maxLead)], start)
				continue
			}
		}
		if waits = !waits && k == len(t); waits {
			continue
		}
		value := run(t, k, classBlank)
		if bytes.HasPrefix(t[value:], []byte("int(")) {
			value += 4
		}
		if !r.element(t, value, start) {
			if r.opts.Format == FormatUnknown && r.each == nil && r.res.Format == FormatUnknown {
				return 0
			}
			r.note(start, "this is no byte: the list was read up to here")
			return n
		}
		n++
	}
	return n
}

// index is where the value begins behind the index of byte n; 0 where there is none.
func (r *indexedReader) index(t []byte, n int) int {
	k := 0
	if t[0] == '(' { // a type
		k = run(t, bytes.IndexByte(t, ')')+1, classBlank)
	}
	if t[0] == '-' && charAt(t, 1) == ' ' && isDigit(charAt(t, 2)) {
		return 2
	}
	bracket := charAt(t, k) == '['
	if bracket {
		k++
	}
	end := run(t, k, classDigit)
	v, ok := number(t[k:end], 10)
	if !ok || n == 0 && v > 1 || n > 0 && v != r.next {
		return 0
	}
	if bracket && charAt(t, end) == ']' {
		end++
	} else if bracket {
		return 0
	}
	value := run(t, end, classBlank)
	mark := value
	for value < len(t) && (t[value] == '=' || t[value] == '>' || t[value] == ':') {
		value++
	}
	if !bracket && mark == value || value < len(t) && value == end {
		return 0
	}
	r.next = v + 1
	return value
}

// element reads the byte that begins at t[k].
func (r *indexedReader) element(t []byte, k, start int) bool {
	if charAt(t, k) == '\'' {
		end := k + 1
		for end < len(t) && t[end] != '\'' {
			if t[end] == '\\' {
				end++
			}
			end++
		}
		n := len(r.data)
		return end < len(t) && r.escaped(start+k+1, start+end) == nil && len(r.data) == n+1
	}
	c := spelled(t, k)
	d := c.digits().of(t)
	base := 10
	if int(c.how) < len(spellings) {
		base = spellings[c.how].base
	} else if int(c.how) != spelledBare {
		return false
	}
	v, ok := number(d, base)
	if c.negative(t) {
		v = -v & 0xff
	}
	if !ok || v > 255 || len(d) > 3 {
		return false
	}
	r.put(byte(v), start+k, int(c.end-c.start))
	return true
}

// announces remembers how many bytes the lines above the list say that there are: array(5), [5], 5 bytes, 5 elements.
func (r *indexedReader) announces(t []byte, start int) {
	for k := 0; k < len(t) && len(r.sizes) < 16; k++ {
		end := run(t, k, classDigit)
		if end == k {
			continue
		}
		rest := trimLeft(t[end:])
		before := charAt(t, max(k-1, 0))
		closed := charAt(t, end) == ')' || charAt(t, end) == ']'
		if (k > 0 && (before == '(' || before == '[') && closed) || bytes.HasPrefix(rest, []byte("byte")) || bytes.HasPrefix(rest, []byte("element")) {
			if v, ok := number(t[k:end], 10); ok {
				r.sizes, r.sizeAt = append(r.sizes, v), start+k
			}
		}
		k = end
	}
}
