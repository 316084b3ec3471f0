package structure

import "bytes"

// covered returns what r covers in p, whose field begins at at, nil where it
// does not fit.
func (r *relation) covered(p []byte, at, size int) (a, b, c []byte) {
	switch {
	case r.around:
		if r.begin > at {
			return nil, nil, nil
		}
		if r.end < 0 { // without the field
			return p[r.begin:at], nil, p[at+size:]
		}
		return p[r.begin:at], zeros[:size], p[at+size:]
	case r.after:
		if at+size+r.begin > len(p)-r.end {
			return nil, nil, nil
		}
		return p[at+size+r.begin : len(p)-r.end], nil, nil
	}
	if r.begin > at-r.end {
		return nil, nil, nil
	}
	return p[r.begin : at-r.end], nil, nil
}

var zeros [8]byte

// value returns the checksum of p for the field at at.
func (r *relation) value(p []byte, at, size int) uint64 {
	a, b, c := r.covered(p, at, size)
	if b == nil && c == nil {
		return r.sum.of(a)
	}
	return r.sum.of(a, b, c)
}

// checks reports whether the field of p at at is the checksum.
func (r *relation) checks(p []byte, at, size int, o Order) bool {
	a, _, c := r.covered(p, at, size)
	return len(a)+len(c) > 0 && r.value(p, at, size) == number(p[at:at+size], size, o)
}

// checksumWork bounds the bytes that are summed for one search.
const checksumWork = 5 << 20

// A sumKey is a place where a checksum was looked for.
type sumKey struct {
	c        *chain
	at, size int
}

// A foundSum is what was found there.
type foundSum struct {
	rel   relation
	order Order
	ok    bool
}

// coverings are the ranges that are tried, the usual ones first.
var coverings = func() (l []relation) {
	for _, begin := range [...]int{0, 4, 2, 1, 3, 5, 6, 8, 10, 12, 16, 7} {
		l = append(l, relation{begin: begin})
	}
	l = append(l, relation{end: 1}, relation{end: 2})
	for _, r := range [...][2]int{{0, 0}, {1, 0}, {2, 0}, {4, 0}, {0, 1}, {0, 2}, {0, 4}} {
		l = append(l, relation{begin: r[0], end: r[1], after: true})
	}
	for _, begin := range [...]int{0, 4, 2, 1} {
		l = append(l, relation{begin: begin, around: true}, relation{begin: begin, end: -1, around: true})
	}
	return l
}()

// checksum tries whether the values are computed from other bytes.
func (s *search) checksum(col *column) {
	if col.size > 4 || col.consts > 0 && s.n > 8 || col.best.save > 0.6*col.credit {
		return
	}
	if 4*col.distinct < 3*s.n || col.size > 1 && 10*col.distinct < 9*s.n {
		return
	}
	front, back := col.c == s.chains[0], col.c == s.chains[s.end]
	if !front && !back && (col.size == 1 || s.chains[s.nodes[s.at].chain].vars > 3) || front && !back && col.at > 32 {
		return
	}
	f, known := s.sums[sumKey{col.c, col.at, col.size}]
	if !known {
		f = s.findSum(col, false)
		if !f.ok {
			f = s.findSum(col, true)
		}
		s.sums[sumKey{col.c, col.at, col.size}] = f
	}
	if !f.ok || f.order != col.order && col.size > 1 {
		return
	}
	// Where all other bytes are covered, every number completes a sum that is stored elsewhere.
	if f.rel.sum.sum != nil && s.sumAt != nil && *s.sumAt != (sumKey{col.c, col.at, col.size}) {
		return
	}
	s.exact(col, part{typ: Checksum, rel: f.rel}, 10+lg(uint64(f.rel.begin)))
}

// findSum looks for what the bytes of col are the checksum of.
func (s *search) findSum(col *column, around bool) (f foundSum) {
	if s.budget <= 0 {
		return f
	}
	field := func(i int) (p []byte, at int) { return s.ps[i].data, col.at + int(col.off[i]) }
	for _, r := range coverings {
		if r.around != around {
			continue
		}
		fits := true
		for i := 0; i < s.n && fits; i++ {
			p, at := field(i)
			a, _, c := r.covered(p, at, col.size)
			fits = len(a)+len(c) > 1 && !(r.around && (len(a) == 0 || len(c) == 0))
		}
		if !fits {
			continue
		}
		gs := algorithms[col.size]
		for k := range gs {
			r.sum = &gs[k]
			if r.around && r.sum.sum != nil && (s.sumAt != nil || col.c != s.chains[0]) {
				continue
			}
			p, at := field(s.least)
			s.budget -= len(p)
			v := r.value(p, at, col.size)
			for _, o := range [...]Order{LittleEndian, BigEndian} {
				if v != number(p[at:at+col.size], col.size, o) {
					continue
				}
				ok := true
				for i := 0; i < s.n && ok; i++ {
					q, at := field(i)
					ok = r.checks(q, at, col.size, o)
				}
				if ok {
					r.kind = checks
					return foundSum{r, o, true}
				}
			}
		}
	}
	return f
}

// tails looks for checksums at the ends first: a sum at the end makes every
// other number look like the sum of the rest.
func (s *search) tails() {
	s.sumAt, s.sums = nil, map[sumKey]foundSum{}
	best := 0.0
	look := func(c *chain, at, size int, around bool) {
		if at < c.first || at+size > c.last {
			return
		}
		col := column{at: at, size: size, c: c, off: c.off, order: LittleEndian, vals: s.vals[0]}
		col.credit = float64(8 * s.n * size)
		for i := range col.vals {
			p := at + int(c.off[i])
			col.vals[i] = number(s.ps[i].data[p:p+size], size, LittleEndian)
		}
		for k := range size {
			if s.sameByte(c, at+k) >= 0 {
				col.consts++
			}
		}
		s.shape(&col)
		if col.consts > 0 || 4*col.distinct < 3*s.n {
			return
		}
		key := sumKey{c, at, size}
		f := s.findSum(&col, around)
		if !f.ok {
			return
		}
		s.sums[key] = f
		if f.rel.sum.sum != nil && (s.sumAt == nil || col.null > 1.15*best) {
			s.sumAt, best = &key, col.null
		}
	}
	end := s.chains[s.end]
	for _, size := range [...]int{1, 2, 4} {
		look(end, end.last-size, size, false)
		for at := range 17 {
			look(s.chains[0], at, size, false)
		}
	}
	for at := 0; at < 17 && s.sumAt == nil; at++ {
		for _, size := range [...]int{4, 2, 1} {
			if s.sumAt == nil && !s.answered(at, size) {
				look(s.chains[0], at, size, true)
			}
		}
	}
}

// answered reports whether the packets after or before most of them have the same size bytes at offset at: a
// sum is no such.
func (s *search) answered(at, size int) bool {
	same := 0
	for i := range s.ps {
		p := &s.ps[i]
		for _, q := range [...][]byte{p.after, p.before} {
			if at+size <= min(len(q), len(p.data)) && bytes.Equal(q[at:at+size], p.data[at:at+size]) {
				same++
				break
			}
		}
	}
	return 2*same > s.n
}
