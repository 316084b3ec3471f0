package structure

// varints tries numbers with seven bits in each byte: lengths of what follows, counters, and
// numbers in a narrow range.
func (s *search) varints(x, ch int32, at int) {
	c := s.chains[ch]
	if at >= c.last {
		return
	}
	bits, shortest, longest := 0, 8, 0
	vals := s.vals[0]
	for i := range s.ps {
		v, n := varint(s.left(c, at, i))
		if n == 0 {
			return
		}
		bits += 8 * n
		shortest, longest = min(shortest, n), max(longest, n)
		vals[i], s.tmp[i] = v, int32(at)+c.off[i]+int32(n)
	}
	if longest == 1 {
		return
	}
	s.tally.reset()
	lo, hi := vals[0], vals[0]
	for _, v := range vals {
		s.tally.add(v)
		lo, hi = min(lo, v), max(hi, v)
	}
	if lo == hi {
		return
	}
	// As a number of fixed size whose bits are those that were read.
	col := column{at: at, size: 2, c: c, off: c.off, vals: vals, distinct: len(s.tally.values)}
	if longest > 2 {
		col.size = 4
	}
	all := 8 * s.n * col.size
	col.credit = float64(all)
	col.null = min(s.tally.entropy()+float64(8*longest*col.distinct), float64(bits))
	s.varintLength(&col)
	s.counter(&col)
	if shortest < longest {
		p := part{typ: Count, rel: relation{kind: inRange, lo: lo, hi: hi}}
		cost := float64(s.n) * lg(hi-lo)
		p.evidence = float64(bits) - cost - 10
		col.offer(p, cost+10+s.likeText(&col), col.credit)
	}
	p := col.best
	if p.save -= float64(all - bits); p.save <= 0 {
		return
	}
	p.shape, p.size, p.order = compact, 0, NoOrder
	s.reach(x, s.tmp, p, p.save)
}

// varintLength tries whether the values are the lengths of what follows.
func (s *search) varintLength(col *column) {
	add, ok := 0, true
	for i := range s.ps {
		d := len(s.ps[i].data) - int(s.tmp[i]) - int(col.vals[i])
		if i == 0 {
			add = d
		}
		ok = ok && d == add
	}
	if ok && add >= -64 && add <= 64 {
		p := part{typ: Length, rel: relation{kind: ofLength, scale: 1, add: add}}
		s.exact(col, p, 3+uintCost(uint64(max(add, -add))))
	}
}
