package state

import (
	"fmt"
	"slices"
	"strings"

	"fragscope/decoder/view"
)

type search struct {
	query string
	hits  view.Hits
	at    int
	more  bool // datagrams were left out

	datagram    int // whose hits these are
	rows, bytes []view.Hit
}

func (s *search) clear() { *s = search{query: s.query, at: -1, datagram: -1} }

const searchBytes = 4 << 20 // of datagrams that are looked through at once

// Search looks through all of a list, or the packet of a capture and those related to it; "" ends a search.
func (x *Inspector) Search(query string) {
	x.search.query = strings.TrimSpace(query)
	x.search.clear()
	s := view.SearchFor(query)
	s.Escape = shown
	list, left := searched(x.source, x.current), searchBytes
	switch at, _ := slices.BinarySearch(list, x.current); {
	case s.Empty():
		list = nil
	case s.Place.Len() > 0:
		list = []int{x.current}
	default: // the current one and what follows first
		list = slices.Concat(list[at:], list[:at])
	}
	for _, i := range list {
		m := x.messageAt(i)
		if m == nil {
			continue
		}
		x.search.hits.Add(s, i, m)
		if left -= len(m.Data); left < 0 {
			x.search.more = true
			break
		}
	}
	x.announce(TopicSearch)
}

// searched returns the datagrams to look through, in their order.
func searched(s Source, current int) []int {
	if w, ok := s.(*watchedSource); ok {
		s = w.Source
	}
	l, ok := s.(*List)
	if !ok {
		return s.Related(current)
	}
	all := make([]int, l.Len())
	for i := range all {
		all[i] = i
	}
	return all
}

// hitsHere returns what was found in the current datagram.
func (x *Inspector) hitsHere() (rows, bytes []view.Hit) {
	if s := &x.search; s.datagram != x.current {
		s.datagram = x.current
		s.rows, s.bytes = s.hits.Of(x.current)
	}
	return x.search.rows, x.search.bytes
}

func (x *Inspector) Query() string { return x.search.query }

// Hits returns how many places can be gone to, and which of them is shown, from 0; -1 for none yet.
func (x *Inspector) Hits() (count, at int) { return len(x.search.hits.List), x.search.at }

func (x *Inspector) Found() string {
	s := &x.search
	n := s.hits.Total
	switch {
	case s.query == "" || strings.HasPrefix(s.query, "#"):
		return ""
	case n == 0:
		return "no matches"
	case s.at < 0 && s.more:
		return fmt.Sprintf("more than %d matches", n)
	case s.at < 0 && n == 1:
		return "1 match"
	case s.at < 0:
		return fmt.Sprintf("%d matches", n)
	}
	return fmt.Sprintf("%d of %d", s.at+1, n)
}

// HitRow reports whether the search found a row of the current datagram.
func (x *Inspector) HitRow(r int) bool {
	rows, _ := x.hitsHere()
	return view.HasRow(rows, r)
}

// HitBytes appends the byte ranges of the current datagram that the search
// found as bytes; those that overlap are one.
func (x *Inspector) HitBytes(dst []Range) []Range {
	_, bytes := x.hitsHere()
	return view.Merge(dst, bytes)
}

// NextHit goes to the next place that was found, or to the one before; after #12, to the twelfth datagram.
func (x *Inspector) NextHit(by int) {
	s := &x.search
	if n := view.SearchFor(s.query).Number; n > 0 {
		if n > x.source.Len() {
			x.Say(fmt.Sprintf("there is no datagram %d", n))
		}
		x.Go(n - 1)
		return
	}
	if s.at = s.hits.Next(s.at, by); s.at < 0 {
		if s.query != "" {
			x.Say("no matches for " + s.query)
		}
		return
	}
	h := s.hits.List[s.at]
	if h.Datagram != x.current {
		x.Go(h.Datagram)
	}
	if h.Row >= 0 {
		x.SelectRow(h.Row)
	} else {
		x.SelectBytes(h.Start, h.End-1)
	}
	x.Say(fmt.Sprintf("%d of %d: %s", s.at+1, s.hits.Total, x.Where()))
	x.announce(TopicSearch)
}
