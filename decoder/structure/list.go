package structure

import "bytes"

// sight returns the first bytes of a list in a packet that has some.
func (s *search) sight(c *chain, at int) (b [16]byte) {
	for i := range s.ps {
		if p := s.left(c, at, i); len(p) >= len(b) {
			copy(b[:], p)
			break
		}
	}
	return b
}

// begins reports whether the first text of a list may be where t has it.
func (t *template) begins(b *[16]byte) bool {
	at := 0
	for k := range t.n {
		e := &t.elems[k]
		if e.shape == fixed {
			at += int(e.size)
			continue
		}
		if e.shape == prefixed {
			n := int(e.size)
			if at+n >= len(b) {
				return true
			}
			v := number(b[at:at+n], n, e.order)
			return v < maxText && e.blob || v < maxText && (v == 0 || textSave[b[at+n]] >= -1)
		}
		return b[at] == 0 || textSave[b[at]] >= -1
	}
	return true
}

// tails are how many bytes may follow a list that no count precedes.
var tails = [...]int{0, 1, 2, 4}

// A fit is a template that the shortest list fits, with some of the tails.
type fit struct {
	template int
	tails    uint8
}

// tails returns how many bytes, as a bit for each number up to 7, may be left of p
// after some records, and where the last of them ends. Of the texts it checks only
// whether they are there: that finds most templates that do not fit.
func (t *template) tails(p []byte) (set uint8, stop int) {
	pos := 0
	if len(p) < 8 {
		set = 1 << len(p)
	}
	for pos < len(p) {
		begin := pos
		for e := range t.n {
			el := &t.elems[e]
			n := int(el.size)
			switch el.shape {
			case fixed:
				pos += n
			case terminated:
				if n = bytes.IndexByte(p[pos:], 0); n < 0 {
					return set, pos
				}
				pos += n + 1
			case prefixed:
				v := el.length(p, begin, pos, len(p))
				if v < 0 {
					return set, pos
				}
				pos += n + v
			}
			if pos > len(p) {
				return set, len(p)
			}
		}
		if left := len(p) - pos; left < 8 {
			set |= 1 << left
		}
	}
	return set, pos
}

// lists tries lists of records.
func (s *search) lists(x, ch int32, at int) {
	c := s.chains[ch]
	s.countedFixed(x, c, at)
	if c.vars > 10 || at-c.first > 128 {
		return
	}
	for _, f := range prefixes[:5] {
		s.counted(x, ch, at, f.size, f.order)
	}
	s.toTheEnd(x, ch, at)
	s.toEmpty(x, ch, at)
	s.periodic(x, c, at)
}

// periodic tries records of a fixed size up to the end, or the last few bytes, of which nothing
// says how many there are: the lengths of the packets differ by whole records.
func (s *search) periodic(x int32, c *chain, at int) {
	if c.vars > 2 {
		return
	}
	first, step := len(s.left(c, at, 0)), 0
	for i := range s.ps {
		step = gcd(step, max(first-len(s.left(c, at, i)), len(s.left(c, at, i))-first))
	}
	for _, tail := range tails {
		if tail > first || tail > c.last-at {
			return
		}
		bestSave, bestSize := 0.0, 0
		for size := 3; size <= min(step, 32); size++ {
			if step%size != 0 || (first-tail)%size != 0 {
				continue
			}
			var r runner
			t := sized(size)
			if !s.runAll(&r, &t, c, at, func(int) int { return -1 }, tail) || r.records < 2*s.n {
				continue
			}
			if save := r.columns() - overhead - 16 - lg(uint64(size)); save > bestSave {
				bestSave, bestSize = save, size
			}
		}
		if bestSize == 0 {
			continue
		}
		for i := range s.ps {
			s.tmp[i] = int32(len(s.ps[i].data) - tail)
		}
		s.reach(x, s.tmp, part{typ: Records, shape: records, tail: tail, list: sized(bestSize), evidence: bestSave}, bestSave)
	}
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// sized returns the layout of records of so many bytes.
func sized(n int) template {
	return template{n: 1, size: n, elems: [4]elem{{shape: fixed, size: uint8(min(n, 255))}}}
}

// toEmpty tries texts, or pairs of them, up to an empty one.
func (s *search) toEmpty(x, ch int32, at int) {
	c := s.chains[ch]
	if b := s.sight(c, at); textSave[b[0]] < 1 {
		return
	}
	for n := 2; n > 0; n-- {
		t := template{n: n, until: true, elems: [4]elem{{shape: terminated}, {shape: terminated}}}
		var r runner
		r.reset()
		if !s.runAll(&r, &t, c, at, func(int) int { return maxRecords }, 0) {
			continue
		}
		if r.records < 2*s.n || r.least == r.most && n == 1 {
			continue
		}
		save := r.saved + 4*float64(s.n) - overhead - 14
		if r.chars < 2*r.texts || save <= 0 {
			continue
		}
		s.reach(x, s.tmp, part{typ: Records, shape: ended, list: t, evidence: save}, save)
	}
}

// counted tries a count and as many records with texts.
func (s *search) counted(x, ch int32, at, size int, o Order) {
	c := s.chains[ch]
	if size > c.last-at {
		return
	}
	most, same, sum := uint64(0), 0, uint64(0)
	for k := range size {
		if s.sameByte(c, at+k) >= 0 {
			same++
		}
	}
	lo := ^uint64(0)
	for i := range s.ps {
		b := s.left(c, at, i)
		v := number(b, size, o)
		if v > uint64(len(b)) {
			return
		}
		lo, most, sum = min(lo, v), max(most, v), sum+v
	}
	if most < 2 || sum < uint64(s.n) && sum < 6 {
		return
	}
	var r runner
	best, bestSave := -1, 0.0
	sight := s.sight(c, at+size)
	for k := range templates {
		t := &templates[k]
		if !t.begins(&sight) {
			continue
		}
		r.reset()
		if !s.runAll(&r, t, c, at+size, func(i int) int { return int(number(s.left(c, at, i), size, o)) }, 0) {
			continue
		}
		save := r.saved + r.columns() + float64(8*(size*s.n-same)) - float64(s.n)*lg(most-lo) - overhead - 10 - 4*float64(t.n)
		if r.saved <= 0 || r.chars < r.texts || save <= 0 {
			continue
		}
		if lands := s.lands(); lands {
			save += 4 * float64(s.n)
		}
		if save > bestSave {
			best, bestSave = k, save
			s.kept = append(s.kept[:0], part{})
		}
	}
	if best < 0 {
		return
	}
	t := &templates[best]
	r.reset()
	s.runAll(&r, t, c, at+size, func(i int) int { return int(number(s.left(c, at, i), size, o)) }, 0)
	s.reach(x, s.tmp, part{typ: Records, shape: listed, size: size, order: o, list: *t, evidence: bestSave}, bestSave)
}

// lands reports whether the places in tmp are as far from the end in all packets.
func (s *search) lands() bool {
	for i := range s.ps {
		if len(s.ps[i].data)-int(s.tmp[i]) != len(s.ps[0].data)-int(s.tmp[0]) {
			return false
		}
	}
	return true
}

// runAll reads the list of each packet and notes where they end.
func (s *search) runAll(r *runner, t *template, c *chain, at int, count func(int) int, tail int) bool {
	for i := range s.ps {
		pos := at + int(c.off[i])
		before := r.records
		if s.listWork <= 0 {
			return false
		}
		end := r.read(t, s.ps[i].data, pos, count(i), len(s.ps[i].data)-tail)
		s.listWork -= 16 + max(end, int(r.stop)) - pos
		if end < 0 {
			return false
		}
		r.least, r.most = min(r.least, r.records-before), max(r.most, r.records-before)
		s.tmp[i] = int32(end)
	}
	return true
}

// toTheEnd tries records with texts up to the end, or the last few bytes.
func (s *search) toTheEnd(x, ch int32, at int) {
	c := s.chains[ch]
	if ch == s.end || len(s.left(c, at, 0)) < 4 {
		return
	}
	sight := s.sight(c, at)
	shortest := s.left(c, at, 0) // that has some
	for i := range s.ps {
		if b := s.left(c, at, i); len(b) >= 8 && len(b) < len(shortest) || len(shortest) < 8 {
			shortest = b
		}
	}
	fits := s.fits[:0]
	for k := range templates {
		if t := &templates[k]; t.begins(&sight) {
			if s.listWork <= 0 {
				return
			}
			tails, stop := t.tails(shortest)
			if s.listWork -= 4 + stop/4; tails != 0 {
				fits = append(fits, fit{k, tails})
			}
		}
	}
	s.fits = fits
	for _, tail := range tails {
		if tail > c.last-at {
			return
		}
		var r runner
		best, bestSave, multiple := -1, 0.0, false
		for _, f := range fits {
			if f.tails>>tail&1 == 0 {
				continue
			}
			k := f.template
			t := &templates[k]
			r.reset()
			if !s.runAll(&r, t, c, at, func(int) int { return -1 }, tail) {
				continue
			}
			save := r.saved + r.columns() - overhead - 14 - 4*float64(t.n)
			least := 2 * s.n
			if t.elems[t.n-1].blob {
				least = s.n + s.n/3
			}
			if r.records < least || r.chars < r.texts || r.least == r.most && r.most < 4 {
				continue
			}
			if save > bestSave {
				best, bestSave, multiple = k, save, true
			}
		}
		if best < 0 || !multiple {
			continue
		}
		r.reset()
		s.runAll(&r, &templates[best], c, at, func(int) int { return -1 }, tail)
		s.reach(x, s.tmp, part{typ: Records, shape: records, tail: tail, list: templates[best], evidence: bestSave}, bestSave)
	}
}

// countedFixed tries records of a fixed size whose count is in a field before
// them: the lengths of the packets have shown it already.
func (s *search) countedFixed(x int32, c *chain, at int) {
	for _, ref := range s.refs {
		tail := ref.add - (at - ref.at - ref.size)
		if ref.c != c || ref.at+ref.size > at || tail < 0 || tail > 32 {
			continue
		}
		var r runner
		t := sized(ref.scale)
		if !s.runAll(&r, &t, c, at, func(i int) int {
			return int(number(s.left(c, ref.at, i), ref.size, ref.order))
		}, tail) {
			continue
		}
		save := r.columns() - overhead
		if at == ref.at+ref.size {
			save += 8
		}
		s.reach(x, s.tmp, part{typ: Records, shape: records, tail: tail, list: t, evidence: save + 20}, save)
	}
}
