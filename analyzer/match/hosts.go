package match

import (
	"cmp"
	"slices"

	"fragscope/analyzer/record"
)

// A hostTable finds what is known about an endpoint. Every exchange uses it, so
// it takes a known hash, and reads one slot of the table where a Go map reads
// several.
type hostTable[V any] struct {
	places []place[V] // a power of two, at most half of them taken
	n      int
}

type place[V any] struct {
	key record.Endpoint
	v   *V // nil for a place that is free
}

// find returns what is known of key, whose hash is h; nil for nothing.
func (t *hostTable[V]) find(h uint64, key *record.Endpoint) *V {
	if t.n == 0 {
		return nil
	}
	p := t.at(h, key)
	return p.v
}

// at returns the place of key, a free one when it is not in the table.
func (t *hostTable[V]) at(h uint64, key *record.Endpoint) *place[V] {
	for i := h; ; i++ {
		if p := &t.places[i&uint64(len(t.places)-1)]; p.v == nil || p.key == *key {
			return p
		}
	}
}

func (t *hostTable[V]) add(h uint64, key *record.Endpoint, v *V) {
	if 2*t.n >= len(t.places) {
		old := t.places
		t.places = make([]place[V], max(16, 2*len(old)))
		for i := range old {
			if p := &old[i]; p.v != nil {
				*t.at(p.key.Hash(), &p.key) = *p
			}
		}
	}
	t.n++
	*t.at(h, key) = place[V]{*key, v}
}

// evict removes an eighth of all, those whose last packet is oldest.
func (t *hostTable[V]) evict(last func(*V) int64, removed func(*V)) {
	all := t.all()
	slices.SortFunc(all, func(a, b *place[V]) int {
		return cmp.Or(cmp.Compare(last(a.v), last(b.v)), a.key.Compare(b.key))
	})
	*t = hostTable[V]{}
	for i, p := range all {
		if i < max(1, len(all)/8) {
			removed(p.v)
		} else {
			t.add(p.key.Hash(), &p.key, p.v)
		}
	}
}

func (t *hostTable[V]) all() []*place[V] {
	all := make([]*place[V], 0, t.n)
	for i := range t.places {
		if p := &t.places[i]; p.v != nil {
			all = append(all, p)
		}
	}
	return all
}
