package view

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"unicode/utf16"

	"fragscope/decoder/wire"
)

// A Search has one of three forms. A text is searched for in names, values and
// notes, and in the bytes as UTF-8 and as UTF-16 of either byte order; ASCII letters
// match in either case, and a text of hexadecimal digits matches those bytes too.
// After @ it is a place, in hexadecimal: an offset, first and last byte (@10-1f), or
// first byte and length (@10+4). After # it is the number of a datagram.
type Search struct {
	Escape Escaper // texts are looked through as they are shown

	Text   string // in lower case
	Bytes  []byte // nil for what is no hexadecimal digits
	Place  Range  // after @; empty for none
	Number int    // after #, 0 for none

	texts      [][]byte // Text as it may be in bytes, in lower case
	raw, shown []byte
	lower      []byte  // a datagram in lower case
	seen       []Range // fields of a datagram that are hits
	found      []Range // and its bytes
}

// SearchFor returns a search for what somebody typed.
func SearchFor(query string) *Search {
	s := &Search{Text: strings.ToLower(strings.TrimSpace(query))}
	if rest, ok := strings.CutPrefix(s.Text, "@"); ok && s.place(rest) {
		s.Text = ""
	} else if rest, ok := strings.CutPrefix(s.Text, "#"); ok {
		if n, rest := number(rest, 10); n > 0 && rest == "" {
			s.Text, s.Number = "", n
		}
	}
	s.Bytes, _ = wire.ParseHex(s.Text)
	s.texts = textBytes(s.Text)
	return s
}

// minInBytes is how many characters a text has that is looked for in bytes: one
// is in most packets.
const minInBytes = 2

// textBytes returns the bytes that a text may be written in.
func textBytes(text string) [][]byte {
	units := utf16.Encode([]rune(text))
	if len(units) < minInBytes {
		return nil
	}
	var little, big []byte
	for _, u := range units {
		little = append(little, byte(u), byte(u>>8))
		big = append(big, byte(u>>8), byte(u))
	}
	return [][]byte{[]byte(text), little, big}
}

// Empty reports whether nothing is looked for in a datagram.
func (s *Search) Empty() bool { return s.Text == "" && s.Place.Len() == 0 }

// number reads the digits that s begins with, at most nine, and returns what
// follows them; -1 without any.
func number(s string, base int) (int, string) {
	n, i := 0, 0
	for ; i < len(s) && i < 9; i++ {
		d := wire.HexDigit(int(s[i]))
		if d < 0 || d >= base {
			break
		}
		n = n*base + d
	}
	if i == 0 {
		return -1, s
	}
	return n, s[i:]
}

func (s *Search) place(text string) bool {
	from, rest := number(strings.TrimPrefix(text, "0x"), 16)
	rest = strings.TrimSpace(rest)
	to, sign := from+1, byte(0)
	if rest != "" {
		sign = rest[0]
		to, rest = number(strings.TrimPrefix(strings.TrimSpace(rest[1:]), "0x"), 16)
	}
	switch sign {
	case '-':
		to++
	case '+':
		to += from
	case 0:
	default:
		return false
	}
	if from < 0 || to <= from || rest != "" {
		return false
	}
	s.Place = Range{from, to}
	return true
}

// A Hit is a place that a search found.
type Hit struct {
	Datagram int
	Row      int // in the order of Rows, -1 for bytes
	Range
}

// MaxHits is how many hits are listed; all are counted.
const MaxHits = 1 << 16

// Hits are the places that a search found, datagram by datagram: rows, then
// bytes.
type Hits struct {
	List  []Hit
	Total int
}

func (h *Hits) add(hit Hit) {
	if h.Total++; h.Total <= MaxHits {
		h.List = append(h.List, hit)
	}
}

// Add looks through datagram number i. A place is in whichever it is given.
func (h *Hits) Add(s *Search, i int, m *wire.Message) {
	if s.Place.Len() > 0 {
		if r := (Range{s.Place.Start, min(s.Place.End, len(m.Data))}); r.Len() > 0 {
			h.add(Hit{i, -1, r})
		}
		return
	}
	if s.Text == "" {
		return
	}
	row := 0
	s.seen = s.seen[:0]
	for r := range Rows(m) {
		if s.in(r, m) {
			h.add(Hit{i, row, r.Range(m)})
			if r.Type == RowField && m.Fields[r.Field].Kind != wire.KindGroup {
				s.seen = append(s.seen, r.Range(m))
			}
		}
		row++
	}
	s.found = s.found[:0]
	s.inBytes(m.Data, s.Bytes, nil)
	s.lower = append(s.lower[:0], m.Data...)
	for j, c := range s.lower {
		if 'A' <= c && c <= 'Z' {
			s.lower[j] = c + 'a' - 'A'
		}
	}
	if s.has([]byte(s.Text)) { // a screen may hide it
		for _, text := range s.texts {
			s.inBytes(s.lower, text, s.seen)
		}
	}
	slices.SortStableFunc(s.found, func(a, b Range) int { return cmp.Or(a.Start-b.Start, a.End-b.End) })
	for _, r := range slices.Compact(s.found) {
		h.add(Hit{i, -1, r})
	}
}

// inBytes finds where data has what is looked for, outside of fields that are
// hits themselves, which are in order.
func (s *Search) inBytes(data, what []byte, fields []Range) {
	for at := 0; len(what) > 0; at++ {
		n := bytes.Index(data[at:], what)
		if n < 0 {
			return
		}
		at += n
		r := Range{at, at + len(what)}
		for len(fields) > 0 && fields[0].End < r.End {
			fields = fields[1:]
		}
		if len(fields) == 0 || fields[0].Start > r.Start {
			s.found = append(s.found, r)
		}
	}
}

// in reports whether a row has the text. Of a bit that is in its name only:
// half of all would be true.
func (s *Search) in(r Row, m *wire.Message) bool {
	if s.has(r.AppendName(s.raw[:0], m)) {
		return true
	}
	if r.Bit() {
		return false
	}
	group := r.Type == RowField && m.Fields[r.Field].Kind == wire.KindGroup // what its line says is a hit in its members
	if !group && s.has(r.AppendValue(s.raw[:0], m)) || s.has(r.AppendNote(s.raw[:0], m)) {
		return true
	}
	k := m.Fields[r.Field].Kind // colour codes may be between the characters of a text
	return r.Type == RowField && (k == wire.KindText || k == wire.KindUCS2) && s.has(m.AppendPlain(s.raw[:0], r.Field))
}

// has looks for the text in one that was appended to raw.
func (s *Search) has(text []byte) bool {
	s.raw = text
	s.shown = s.Escape.append(s.shown[:0], text)
	return strings.Contains(strings.ToLower(string(s.shown)), s.Text)
}

// Of returns the hits of one datagram: rows, and bytes, each in their order.
func (h *Hits) Of(datagram int) (rows, bytes []Hit) {
	from := slices.IndexFunc(h.List, func(x Hit) bool { return x.Datagram == datagram })
	if from < 0 {
		return nil, nil
	}
	to, middle := from, from
	for ; to < len(h.List) && h.List[to].Datagram == datagram; to++ {
		if h.List[to].Row >= 0 {
			middle = to + 1
		}
	}
	return h.List[from:middle], h.List[middle:to]
}

// HasRow reports whether a row is among the rows that Of returned.
func HasRow(rows []Hit, row int) bool {
	_, found := slices.BinarySearchFunc(rows, row, func(h Hit, row int) int { return h.Row - row })
	return found
}

// Next returns the hit after at, or the one before when by is negative; after
// the last comes the first, as after -1. -1 without any.
func (h *Hits) Next(at, by int) int {
	n := len(h.List)
	switch {
	case n == 0:
		return -1
	case at < 0 && by < 0:
		return n - 1
	}
	return ((at+by)%n + n) % n
}

// Merge appends the ranges of hits in order, those that overlap or touch as one.
func Merge(dst []Range, hits []Hit) []Range {
	first := len(dst)
	for _, h := range hits {
		if n := len(dst); n > first && h.Start <= dst[n-1].End {
			dst[n-1].End = max(dst[n-1].End, h.End)
		} else {
			dst = append(dst, h.Range)
		}
	}
	return dst
}
