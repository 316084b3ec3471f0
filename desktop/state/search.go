package state

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"fragscope/decoder"
)

// A Hit is a place that a search found: a row of the tree by its name, value or
// note, or bytes.
type Hit struct {
	Datagram int
	Row      int // -1 for bytes
	Range    Range
}

// search is what an Inspector last looked for.
type search struct {
	query string
	hits  []Hit
	at    int
	more  bool           // there are more than are listed
	rows  map[int64]bool // datagram<<32 | row
}

func (s *search) clear() { *s = search{query: s.query, at: -1} }

const (
	maxHits     = 5000
	searchBytes = 4 << 20 // of datagrams that are looked through at once
)

// Search looks for query, whatever the case, in the names, values and notes of
// the fields of the current datagram and those related to it, and, when it is
// hexadecimal digits, in their bytes. "" ends a search.
func (x *Inspector) Search(query string) {
	query = strings.TrimSpace(query)
	x.search = search{query: query, at: -1, rows: map[int64]bool{}}
	if query != "" {
		s := searcher{out: &x.search, query: strings.ToLower(query), digits: asBytes(query)}
		left := searchBytes
		for _, i := range x.searched() {
			m := x.messageAt(i)
			if m == nil {
				continue
			}
			tree := x.tree
			if i != x.current {
				tree = NewTree(m)
			}
			s.message(i, m, tree)
			if left -= len(m.Data); left < 0 || x.search.more {
				x.search.more = true
				break
			}
		}
	}
	x.announce(TopicSearch)
}

// searched returns the datagrams to look through, the current one and what
// follows first.
func (x *Inspector) searched() []int {
	list := x.source.Related(x.current)
	at, _ := slices.BinarySearch(list, x.current)
	return slices.Concat(list[at:], list[:at])
}

// Query returns what was searched for.
func (x *Inspector) Query() string { return x.search.query }

// Hits returns how many places were found, and which of them is shown, from 0;
// -1 for none yet.
func (x *Inspector) Hits() (count, at int) { return len(x.search.hits), x.search.at }

// Found describes what the search found.
func (x *Inspector) Found() string {
	s := &x.search
	switch {
	case s.query == "":
		return ""
	case len(s.hits) == 0:
		return "nothing found"
	case s.at < 0 && s.more:
		return fmt.Sprintf("%d places and more", len(s.hits))
	case s.at < 0 && len(s.hits) == 1:
		return "one place"
	case s.at < 0:
		return fmt.Sprintf("%d places", len(s.hits))
	}
	return fmt.Sprintf("%d of %d", s.at+1, len(s.hits))
}

// HitRow reports whether the search found a row of the current datagram.
func (x *Inspector) HitRow(r int) bool {
	return len(x.search.rows) > 0 && x.search.rows[int64(x.current)<<32|int64(r)]
}

// HitBytes appends the byte ranges of the current datagram that the search
// found as bytes.
func (x *Inspector) HitBytes(dst []Range) []Range {
	for _, h := range x.search.hits {
		if h.Row < 0 && h.Datagram == x.current {
			dst = append(dst, h.Range)
		}
	}
	return dst
}

// NextHit goes to the next place that was found, or to the one before.
func (x *Inspector) NextHit(by int) {
	s := &x.search
	n := len(s.hits)
	if n == 0 {
		if s.query != "" {
			x.Say("nothing found for " + s.query)
		}
		return
	}
	switch {
	case s.at < 0 && by > 0:
		s.at = 0
	case s.at < 0:
		s.at = n - 1
	default:
		s.at = ((s.at+by)%n + n) % n
	}
	h := s.hits[s.at]
	if h.Datagram != x.current {
		x.Go(h.Datagram)
	}
	if h.Row >= 0 {
		x.SelectRow(h.Row)
	} else {
		x.SelectBytes(h.Range.Start, h.Range.End-1)
	}
	x.Say(fmt.Sprintf("%d of %d: %s", s.at+1, n, x.Where()))
	x.announce(TopicSearch)
}

// asBytes returns what hexadecimal digits stand for, nil when q is no such.
func asBytes(q string) []byte {
	clean := strings.NewReplacer("0x", "", "0X", "", `\x`, "", " ", "", ":", "", ",", "", "-", "").Replace(q)
	if len(clean) < 2 {
		return nil
	}
	b, err := hex.DecodeString(clean)
	if err != nil {
		return nil
	}
	return b
}

type searcher struct {
	out    *search
	query  string
	digits []byte
}

func (s *searcher) full() bool {
	if len(s.out.hits) >= maxHits {
		s.out.more = true
	}
	return s.out.more
}

func (s *searcher) message(i int, m *decoder.Message, t *Tree) {
	has := func(text string) bool { return strings.Contains(strings.ToLower(text), s.query) }
	for r := range t.Len() {
		if s.full() {
			return
		}
		found := has(t.Name(r))
		if !found && !t.Bit(r) {
			found = has(t.Value(r)) || has(t.Note(r)) || has(plain(t.Spans(r)))
		}
		if found {
			s.out.hits = append(s.out.hits, Hit{i, r, t.Range(r)})
			s.out.rows[int64(i)<<32|int64(r)] = true
		}
	}
	if s.digits == nil {
		return
	}
	for at := 0; !s.full(); {
		n := bytes.Index(m.Data[at:], s.digits)
		if n < 0 {
			return
		}
		s.out.hits = append(s.out.hits, Hit{i, -1, Range{at + n, at + n + len(s.digits)}})
		at += n + 1
	}
}
