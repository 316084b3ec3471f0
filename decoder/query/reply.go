package query

import (
	"cmp"
	"slices"

	"fragscope/decoder/ask"
	"fragscope/decoder/wire"
)

// A reply is the datagrams of one answer to a step: those with one number of the
// server or one echoed id; of a step that ends when nothing more arrives, those
// after one attempt; else each datagram for itself.
type reply struct {
	id       uint64
	numbered bool
	parts    []*wire.Message // numbered ones in the order of their numbers, each once
}

// replyOf returns the reply that m is part of, a new one if there is none yet. It
// returns nil when a server that numbers its answers itself would have more of
// them than requests.
func (s *Step) replyOf(m *wire.Message) *reply {
	part := m.Part()
	r := &reply{id: uint64(len(s.Received))}
	switch {
	case s.plan.Ends == ask.EndsQuiet:
		r.id = uint64(s.Attempts)
	case s.plan.Ends == ask.EndsNumbered && part.Numbered:
		r.id, r.numbered = part.Set, true
	}
	numbered := 0
	for _, other := range s.replies {
		if other.id == r.id && other.numbered == r.numbered {
			return other
		}
		if other.numbered {
			numbered++
		}
	}
	if r.numbered && numbered >= s.Attempts && !s.topic.HasID {
		return nil
	}
	s.replies = append(s.replies, r)
	return r
}

// add adds a datagram. A damaged part is replaced by an undamaged one.
func (r *reply) add(m *wire.Message) {
	k := len(r.parts)
	if r.numbered {
		index := m.Part().Index
		same := false
		k, same = slices.BinarySearchFunc(r.parts, index, func(p *wire.Message, index int) int {
			return cmp.Compare(p.Part().Index, index)
		})
		if same {
			r.parts[k] = m
			return
		}
	}
	r.parts = slices.Insert(r.parts, k, m)
}

// gaps returns how many numbered parts are missing, and whether the last one is
// there.
func (r *reply) gaps() (missing int, last bool) {
	if !r.numbered {
		return 0, true
	}
	top, n := 0, 0
	for _, m := range r.parts {
		p := m.Part()
		last = last || p.Last
		if p.Index >= 0 && p.Index < wire.MaxParts {
			n++
		}
		top = max(top, min(p.Index+1, wire.MaxParts))
	}
	return top - n, last
}

// best returns the reply that is whole, or else says most; the latest of equals.
func (s *Step) best() *reply {
	var best *reply
	var most [5]int64
	for _, r := range s.replies {
		missing, last := r.gaps()
		rank := [5]int64{2: int64(-missing)}
		if s.counts(r) {
			rank[0] = 1
		}
		for _, m := range r.parts {
			if !damaged(m) {
				rank[1]++
				rank[4] += m.Rows(wire.RoleRule) + m.Rows(wire.RolePlayer)
			}
		}
		if last {
			rank[3] = 1
		}
		if missing == 0 && last && int(rank[1]) == len(r.parts) {
			rank[1] = maxGot // nothing is better than all of it
		}
		if best == nil || slices.Compare(rank[:], most[:]) >= 0 {
			best, most = r, rank
		}
	}
	return best
}

// counts reports whether r may be the answer. One without the server's number may
// not where others have it: there it was cut off.
func (s *Step) counts(r *reply) bool {
	return !r.numbered || r.id < wire.UnnumberedSet || s.topic.HasID ||
		!slices.ContainsFunc(s.replies, func(o *reply) bool { return o.numbered && o.id < wire.UnnumberedSet })
}

// repeated reports whether another reply says the same as r: then that is how the
// server answers, and not damage on the way.
func (s *Step) repeated(r *reply) bool {
	return slices.ContainsFunc(s.replies, func(o *reply) bool {
		return o != r && slices.EqualFunc(o.parts, r.parts, func(a, b *wire.Message) bool {
			return len(a.Data) == len(b.Data) && a.Content() == b.Content()
		})
	})
}
