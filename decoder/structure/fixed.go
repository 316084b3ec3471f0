package structure

import "bytes"

// A column is the same range of all packets, with what its hypotheses share.
type column struct {
	at, size int
	c        *chain
	off      []int32
	order    Order
	vals     []uint64
	consts   int // bytes that never change
	high     int // bytes at the high end that never change and are not 0
	zeros    int // bytes at the high end that are always 0
	low      int // bytes at the low end that never change
	distinct int
	credit   float64 // bits that a hypothesis saves that gives every value
	null     float64 // bits of the values if they are written as they come
	best     part
}

// number tries what size bytes at offset at can be.
func (s *search) number(x, ch int32, at, size int) {
	c := s.chains[ch]
	consts := 0
	for k := range size {
		if s.sameByte(c, at+k) >= 0 {
			consts++
		}
	}
	orders := [...]Order{LittleEndian, BigEndian}
	for k, o := range orders {
		if size == 1 {
			if o = NoOrder; k > 0 {
				break
			}
		}
		if size == 16 && k > 0 {
			break
		}
		col := column{at: at, size: size, c: c, off: c.off, order: o, vals: s.vals[k], consts: consts}
		col.credit = float64(8 * (s.n*size - consts))
		if size <= 8 {
			for i := range col.vals {
				p := at + int(c.off[i])
				col.vals[i] = number(s.ps[i].data[p:p+size], size, o)
			}
			s.shape(&col)
		}
		if consts == size {
			s.fixedLength(&col)
			s.endpoints(&col)
		} else {
			s.varying(&col)
		}
		if col.best.save > 0 {
			b := col.best
			switch {
			case b.typ == Port || b.typ == Address || b.order == NoOrder:
			case s.prefer != NoOrder && b.order != s.prefer:
				b.save -= 14
			case s.prefer == NoOrder && b.order == BigEndian:
				b.save--
			}
			s.step(x, size, b, b.save)
		}
	}
}

// shape finds what the hypotheses share.
func (s *search) shape(col *column) {
	for k := range col.size {
		at := col.at + col.size - 1 - k
		if col.order == BigEndian {
			at = col.at + k
		}
		b := s.sameByte(col.c, at)
		if b < 0 {
			break
		}
		if b == 0 && col.high == 0 {
			col.zeros++
		} else if b != 0 || col.high > 0 {
			col.high++
		}
	}
	for k := range col.size {
		at := col.at + k
		if col.order == BigEndian {
			at = col.at + col.size - 1 - k
		}
		if s.sameByte(col.c, at) < 0 {
			break
		}
		col.low++
	}
	s.tally.reset()
	for _, v := range col.vals {
		s.tally.add(v)
	}
	col.distinct = len(s.tally.values)
	col.null = min(s.tally.entropy()+float64(8*(col.size-col.consts)*col.distinct), col.credit)
}

// offer keeps the best hypothesis of a column, and the second best that is of
// another type.
func (col *column) offer(p part, cost float64, saved float64) {
	p.size, p.order, p.shape = col.size, col.order, fixed
	p.save = saved - cost - overhead
	if p.save <= 0 {
		return
	}
	b := &col.best
	switch {
	case b.save == 0:
		*b = p
	case p.save > b.save:
		if b.typ != p.typ {
			p.rival, p.second, p.hasRival = b.typ, b.save, true
		} else {
			p.rival, p.second, p.hasRival = b.rival, b.second, b.hasRival
		}
		*b = p
	case p.typ != b.typ && p.save > b.second:
		b.rival, b.second, b.hasRival = p.typ, p.save, true
	}
}

func (s *search) varying(col *column) {
	if col.size <= 8 {
		s.length(col)
		s.counter(col)
		s.clock(col)
		s.float(col)
		s.small(col)
	}
	s.echo(col)
	s.endpoints(col)
	if s.deep {
		s.checksum(col)
	}
}

// exact offers a hypothesis that gives every value, if chance would hardly do so.
func (s *search) exact(col *column, p part, cost float64) {
	p.evidence = col.null - cost
	if p.evidence < 8 {
		return
	}
	col.offer(p, cost+4*float64(col.high)+12*float64(col.low), col.credit+float64(col.zeros))
}

// length tries whether the value counts bytes of the packet, or records of
// more than one byte.
func (s *search) length(col *column) {
	n := s.n
	i, j := 0, -1
	for k := 1; k < n; k++ { // two packets of different lengths
		if len(s.ps[k].data) != len(s.ps[0].data) {
			j = k
			break
		}
	}
	for _, front := range [...]bool{true, false} {
		// front: what follows the field; else the whole packet
		if !front && col.c == s.chains[0] {
			break // the same up to a number
		}
		size := func(i int) int {
			if front {
				return len(s.ps[i].data) - col.at - int(col.off[i]) - col.size
			}
			return len(s.ps[i].data)
		}
		k := j
		if front && k < 0 {
			for q := 1; q < n; q++ {
				if size(q) != size(0) {
					k = q
					break
				}
			}
		}
		if k < 0 {
			continue
		}
		dv, dl := int64(col.vals[k])-int64(col.vals[i]), size(k)-size(i)
		if dv == 0 || dl == 0 || int64(dl)%dv != 0 {
			continue
		}
		scale := int(int64(dl) / dv)
		if scale < 1 || scale > 256 {
			continue
		}
		add := int64(size(0)) - int64(col.vals[0])*int64(scale)
		ok := add >= -256 && add <= 1<<12
		for q := 0; q < n && ok; q++ {
			ok = col.vals[q] < 1<<32 && int64(col.vals[q])*int64(scale)+add == int64(size(q))
		}
		if !ok {
			continue
		}
		p := part{typ: Length, rel: relation{kind: ofLength, scale: scale, add: int(add), whole: !front}}
		cost := 3.0
		if front && add != 0 && col.c == s.chains[0] && int(add) == -col.at-col.size {
			p.rel.whole, p.rel.add = true, 0
		}
		if p.rel.add != 0 {
			cost = 3 + uintCost(uint64(max(p.rel.add, -p.rel.add)))
		}
		if scale > 1 {
			cost += 4 + lg(uint64(scale))
			if p.rel.add >= 0 || !p.rel.whole {
				p.typ = Count
			}
			if front {
				s.refs = append(s.refs, reference{col.c, col.at, col.size, col.order, scale, int(add)})
			}
		}
		s.exact(col, p, cost)
	}
}

// fixedLength tries whether a constant is the length of packets that have all the same.
func (s *search) fixedLength(col *column) {
	if col.size > 4 {
		return
	}
	v := col.vals[0]
	for k, whole := range [...]bool{true, false} {
		if whole && col.c != s.chains[0] {
			continue
		}
		add, ok := 0, false
		h := s.hinted(col, Length)
		if h != nil {
			if h.rel.whole != whole {
				continue
			}
			add = h.rel.add
		}
		ok = h != nil || v >= 6 && (col.size > 1 || v >= 12)
		for i := range s.ps {
			l := len(s.ps[i].data)
			if !whole {
				l -= col.at + int(col.off[i]) + col.size
			}
			ok = ok && int(v)+add == l
		}
		if !ok {
			continue
		}
		cost := 11.0 + float64(k)
		if h != nil {
			cost = -24 // other kinds have it there
		}
		p := part{typ: Length, rel: relation{kind: ofLength, scale: 1, add: add, whole: whole}}
		p.evidence = float64(8*col.size) - min(cost, 11)
		col.offer(p, cost, float64(8*s.n*col.size))
	}
}

// echo tries whether the bytes repeat some of the packet before.
func (s *search) echo(col *column) {
	if col.size > 8 && col.consts > 0 || col.order == BigEndian && col.zeros == 0 {
		return
	}
	first := -1
	have := 0
	for i := range s.ps {
		if s.ps[i].before != nil {
			have++
			if first < 0 {
				first = i
			}
		}
	}
	if have < 3 || have < s.n-1-s.n/8 {
		return
	}
	value := func(i int) []byte {
		at := col.at + int(col.off[i])
		return s.ps[i].data[at : at+col.size]
	}
	v, b := value(first), s.ps[first].before
	for from := 0; from < min(len(b), headLimit); {
		k := bytes.Index(b[from:min(len(b), headLimit)], v)
		if k < 0 {
			return
		}
		from += k + 1
		for _, at := range [...]int{from - 1, from - 1 - len(b)} {
			ok := true
			for i := first + 1; i < s.n && ok; i++ {
				b := s.ps[i].before
				q := at
				if at < 0 {
					q += len(b)
				}
				ok = b == nil || q >= 0 && q+col.size <= len(b) && bytes.Equal(b[q:q+col.size], value(i))
			}
			if !ok {
				continue
			}
			p := part{typ: Echo, rel: relation{kind: repeats, at: at}}
			cost := 7.0
			if at < 0 {
				cost = 10
			}
			if q := s.ps[first].prev - 1; s.deep && q >= 0 && s.e.fields[[3]int{s.e.kinds[q], at, col.size}] {
				// The whole number is repeated, also what never changes of it.
				p.evidence = col.null - cost
				col.offer(p, cost, float64(8*s.n*col.size))
				return
			}
			if col.size == 16 {
				col.distinct = s.n
				col.null = float64(128 * s.n)
			}
			if col.zeros == 0 {
				o := col.order
				col.order = NoOrder
				s.exact(col, p, cost+8*float64(col.high))
				col.order = o
			} else {
				s.exact(col, p, cost)
			}
			return
		}
	}
}

// endpoints tries the addresses and ports of the packets themselves.
func (s *search) endpoints(col *column) {
	for _, dst := range [...]bool{false, true} {
		ok := true
		for i := 0; i < s.n && ok; i++ {
			e := &s.ps[i].src
			if dst {
				e = &s.ps[i].dst
			}
			at := col.at + int(col.off[i])
			ok = e.is(s.ps[i].data[at:at+col.size], col.order)
		}
		if !ok {
			continue
		}
		p := part{typ: Address, rel: relation{kind: endpoint, dst: dst}}
		if col.size == 2 {
			p.typ = Port
		}
		p.evidence = float64(8*col.size) - 8
		col.offer(p, 4, float64(8*s.n*col.size))
	}
}

// is reports whether b is the address or the port of e.
func (e *Endpoint) is(b []byte, o Order) bool {
	switch len(b) {
	case 2:
		return e.Port != 0 && number(b, 2, o) == uint64(e.Port)
	case 4:
		if len(e.Addr) != 4 {
			return false
		}
		for k := range b {
			if a := e.Addr[k]; b[k] != a && o == BigEndian || b[3-k] != a && o == LittleEndian {
				return false
			}
		}
		return true
	case 16:
		return len(e.Addr) == 16 && bytes.Equal(e.Addr, b)
	}
	return false
}
