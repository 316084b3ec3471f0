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
		inside := (closes == ')' || closes == ']') && k > 0 && (strings.IndexByte("([", text[k-1]) >= 0 || k > 1 && text[k-2] == ';')
		if inside && charAt(text, end+1) != ':' || bytes.HasPrefix(rest, []byte("byte")) || bytes.HasPrefix(rest, []byte("element")) {
			size = span{k, end}
		}
		k = end
	}
	return size
}

// Records of Intel HEX and Motorola's S-records are hex digits with a length, an
// address and a checksum around the data. All of these are compared.

// recordAt reads the bytes of the record in t: where the data is in it, its address, whether it is data, and whether
// the length and the checksum agree.
func recordAt(t []byte) (bytes []byte, from, size, address int, data, ok bool) {
	digits := t[min(len(t), 1):]
	intel := charAt(t, 0) == ':'
	if !intel && charAt(t, 0) == 'S' && len(t) > 1 && isDigit(t[1]) {
		digits = t[2:]
	} else if !intel {
		return nil, 0, 0, 0, false, false
	}
	if len(digits) < 8 || len(digits)%2 != 0 || !all(digits, classHex) {
		return nil, 0, 0, 0, false, false
	}
	sum := byte(0)
	for i := 0; i < len(digits); i += 2 {
		b := hexValue[digits[i]]<<4 | hexValue[digits[i+1]]
		bytes = append(bytes, b)
		sum += b
	}
	n := int(bytes[0])
	if intel {
		return bytes, 4, n, int(bytes[1])<<8 | int(bytes[2]), bytes[3] == 0, n == len(bytes)-5 && sum == 0
	}
	width := [10]int{1: 2, 2: 3, 3: 4}[t[1]-'0'] // of the address
	for _, b := range bytes[1 : 1+width] {
		address = address<<8 | int(b)
	}
	return bytes, 1 + width, n - width - 1, address, width > 0 && n > width, n == len(bytes)-1 && sum == 0xff
}

// sniffRecords claims text whose lines all begin as records do, of which one is whole.
func (p *parser) sniffRecords() guess {
	whole, format := false, IntelHex
	for _, l := range p.src.texts(p.src.beginning()) {
		if l[0] != ':' && (l[0] != 'S' || len(l) < 2 || !isDigit(l[1])) || len(l) > 1 && !isHex(l[1]) {
			return guess{}
		}
		if l[0] == 'S' {
			format = SRecord
		}
		_, _, _, _, _, ok := recordAt(l)
		whole = whole || ok
	}
	if !whole {
		return guess{}
	}
	return guess{sure, format, "records with a length, an address and a checksum that agree"}
}

func (p *parser) readRecords() *Error {
	next := 0
	for i, l := range p.src.texts(p.src.count()) {
		_, start := p.src.text(i)
		bytes, from, size, address, data, ok := recordAt(l)
		if !ok {
			return p.fail(start, "a record whose digits, length or checksum is wrong", "what the program wrote", "paste it again")
		}
		if !data {
			continue
		}
		if len(p.data) > 0 && address != next {
			p.finish()
		}
		if len(p.data) == 0 && address != 0 {
			remark(&p.comment, []byte("at address 0x"+strconv.FormatInt(int64(address), 16)))
		}
		lead := len(l) - 2*len(bytes)
		for k := from; k < from+size; k++ {
			p.put(bytes[k], start+lead+2*k, 2)
		}
		next = address + size
	}
	return nil
}
