package query

import (
	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// The answers to several attempts at a step: which is the best, and which parts
// of one can replace those that another lacks.

// bestAttempt returns what arrived after one of the attempts: nothing else
// distinguishes the answers to a request that was sent twice. Undamaged
// datagrams count more than damaged ones, then the number of entries.
func (s *Step) bestAttempt() []*wire.Message {
	var best []*wire.Message
	bestScore := int64(-1)
	for n := 1; n <= s.Attempts; n++ {
		var got []*wire.Message
		score := int64(0)
		for k, m := range s.Got {
			if s.attempts[k] != n {
				continue
			}
			got = append(got, m)
			if !damaged(m) {
				score += 1<<20 + m.Rows(wire.RoleRule) + m.Rows(wire.RolePlayer)
			}
		}
		if got != nil && score >= bestScore {
			best, bestScore = got, score
		}
	}
	if s.plan.InOrder != nil {
		best = s.plan.InOrder(best)
	}
	return best
}

// bestSet returns the most complete numbered answer, or a single datagram that
// has no number and so is an answer of its own. Parts that one answer lacks are
// taken from another that says the same in all the parts that both have: then
// nothing has changed between the two.
func (s *Step) bestSet() (chosen []*wire.Message, missing int, last bool) {
	missing = wire.MaxParts + 1
	sound, counts := false, false
	for _, set := range s.sets {
		counts = counts || set < wire.UnnumberedSet
	}
	for _, set := range s.sets {
		if set >= wire.UnnumberedSet && counts && !s.topic.HasID {
			continue // the number was cut off: this server sends one
		}
		got, n, end := s.set(set)
		if n > 0 || !end {
			got, n, end = s.fill(got, set)
		}
		whole := !anyDamaged(got)
		if n < missing || n == missing && (end && !last || end == last && whole && !sound) {
			chosen, missing, last, sound = got, n, end, whole
		}
	}
	if missing == 0 && last {
		return chosen, missing, last
	}
	for k := len(s.Got) - 1; k >= 0; k-- {
		if m := s.Got[k]; !decoder.PartOf(m).Numbered && !damaged(m) {
			return []*wire.Message{m}, 0, true
		}
	}
	if chosen == nil {
		return s.Got, 0, false
	}
	return chosen, missing, last
}

// set returns the parts of one answer, how many are known to be missing, and
// whether the last one is there.
func (s *Step) set(set uint64) (got []*wire.Message, missing int, last bool) {
	for _, m := range s.Got {
		p := decoder.PartOf(m)
		if !p.Numbered || p.Set != set {
			continue
		}
		k := 0
		for k < len(got) && decoder.PartOf(got[k]).Index < p.Index {
			k++
		}
		if k < len(got) && decoder.PartOf(got[k]).Index == p.Index {
			if damaged(got[k]) {
				got[k] = m
			}
			continue
		}
		got = append(got, nil)
		copy(got[k+1:], got[k:])
		got[k] = m
	}
	missing, last = gaps(got)
	return got, missing, last
}

// gaps counts the parts that are missing among got.
func gaps(got []*wire.Message) (missing int, last bool) {
	var seen [wire.MaxParts]bool
	top, n := 0, 0
	for _, m := range got {
		p := decoder.PartOf(m)
		last = last || p.Last
		if p.Index >= 0 && p.Index < wire.MaxParts && !seen[p.Index] {
			seen[p.Index] = true
			n++
		}
		top = max(top, min(p.Index+1, wire.MaxParts))
	}
	return top - n, last
}

// fill adds parts of other answers to got.
func (s *Step) fill(got []*wire.Message, set uint64) (_ []*wire.Message, missing int, last bool) {
	got = got[:len(got):len(got)]
	for _, other := range s.sets {
		if other == set {
			continue
		}
		more, _, _ := s.set(other)
		if !agree(got, more) {
			continue
		}
		for _, m := range more {
			if at(got, decoder.PartOf(m).Index) == nil {
				got = append(got, m)
			}
		}
	}
	for i := range got { // in order: few and nearly so already
		for k := i; k > 0 && decoder.PartOf(got[k-1]).Index > decoder.PartOf(got[k]).Index; k-- {
			got[k-1], got[k] = got[k], got[k-1]
		}
	}
	missing, last = gaps(got)
	return got, missing, last
}

// agree reports whether two answers have parts in common, and say the same in
// all of them.
func agree(a, b []*wire.Message) bool {
	common := false
	for _, m := range b {
		n := at(a, decoder.PartOf(m).Index)
		if n == nil {
			continue
		}
		common = true
		if n.Content() != m.Content() || decoder.PartOf(n).Last != decoder.PartOf(m).Last {
			return false
		}
	}
	return common
}

// at returns the part with the given index, nil for none.
func at(ms []*wire.Message, index int) *wire.Message {
	for _, m := range ms {
		if decoder.PartOf(m).Index == index {
			return m
		}
	}
	return nil
}
