package structure

import (
	"math"
	"math/bits"
	"slices"
)

// float tries whether the values are floating-point numbers of usual size.
func (s *search) float(col *column) {
	if col.size < 4 || col.distinct*2 < s.n {
		return
	}
	exp, frac, bias := uint(8), uint(23), 127
	if col.size == 8 {
		exp, frac, bias = 11, 52, 1023
	}
	lo, hi, zeros, tz, negative := 1<<30, 0, 0, frac, false
	s.tally.reset()
	for _, v := range col.vals {
		s.tally.add(v >> frac)
		if v == 0 {
			zeros++
			continue
		}
		e := int(v >> frac & (1<<exp - 1))
		if e-bias < -20 || e-bias > 34 {
			return
		}
		lo, hi = min(lo, e), max(hi, e)
		tz = min(tz, uint(bits.TrailingZeros64(v|1<<frac)))
		negative = negative || v>>(exp+frac) != 0
	}
	if lo > hi || zeros*2 > s.n {
		return
	}
	cost := lg(uint64(hi - lo))
	if negative {
		cost++
	}
	if zeros > 0 {
		cost++
	}
	cost = min(cost*float64(s.n), s.tally.entropy()+2.5*float64(len(s.tally.values)))/float64(s.n) + float64(frac-tz)
	total := cost*float64(s.n) + float64(exp) + s.likeText(col)
	// Constant bytes would be constants otherwise; here they are part of the exponent or of rounded fractions.
	p := part{typ: Float, rel: relation{kind: floating}}
	p.evidence = float64(8*col.size*s.n) - cost*float64(s.n) - 14
	col.offer(p, total, float64(8*col.size*s.n))
}

// small tries whether the values are in a narrow range, few, or of few bits.
func (s *search) small(col *column) {
	w := 8 * col.size
	n := float64(s.n)
	var or, all uint64 = 0, ^uint64(0)
	lo, hi := ^uint64(0), uint64(0)
	slo, shi := int64(math.MaxInt64), int64(math.MinInt64)
	for _, v := range col.vals {
		or, all = or|v, all&v
		lo, hi = min(lo, v), max(hi, v)
		x := signed(v, w)
		slo, shi = min(slo, x), max(shi, x)
	}
	params := 10.0
	penalty := 12*float64(col.high+col.low) + s.likeText(col)
	saved := col.credit
	distinct := col.distinct
	p := part{typ: Count, rel: relation{kind: inRange, lo: lo, hi: hi}}
	rangeCost := n*lg(hi-lo) + params
	bound := lg(hi-lo) * n
	if slo < 0 && shi >= 0 && uint64(shi-slo) < hi-lo && (col.size > 1 || slo >= -20 && shi <= 20) {
		p.neg, p.rel.lo, p.rel.hi = true, uint64(slo), uint64(shi)
		rangeCost, bound = n*lg(uint64(shi-slo))+params+1, lg(uint64(shi-slo))*n
		saved = float64(w * s.n)
	}
	most := [...]uint64{1: 1 << 8, 2: 0x3000, 4: 1 << 24, 8: 1 << 32}[col.size]
	if p.neg && (shi >= int64(most)/2 || slo < -int64(most)/2) || !p.neg && hi >= most {
		rangeCost = math.Inf(1)
	}
	if col.size > 2 && width(hi) > 16 {
		rangeCost += 12
	}
	if col.size == 2 && hi > 0xff && hi>>8 != lo>>8 {
		l, h := uint64(255), uint64(0)
		for _, v := range col.vals {
			l, h = min(l, v&0xff), max(h, v&0xff)
		}
		if h-l < 100 {
			rangeCost += 30 // two numbers
		}
	}
	varies := or &^ all
	ones := bits.OnesCount64(varies)
	flagCost := n*float64(ones) + params + 10*float64(col.size-1)
	if varies > 0xff && varies&0xff != 0 {
		flagCost += 12 // in more than one byte
	}
	var h float64
	s.tally.reset()
	for _, v := range col.vals {
		s.tally.add(v)
	}
	h = s.tally.entropy()
	enumCost := h + 3
	for _, v := range s.tally.values {
		enumCost += min(float64(w), uintCost(v)+1)
		if v >= 1<<16 {
			enumCost += 12 // no number that people choose
		}
	}
	few := col.size <= 4 && (distinct <= max(2, s.n/3) || distinct*2 <= s.n && hi <= 32)
	if math.IsInf(rangeCost, 1) && !few {
		return
	}
	// The cheapest of the three counts; which one it is called depends on how it looks.
	cost := rangeCost
	if few && enumCost < cost {
		cost, bound = enumCost, h
	}
	if flagCost < cost && independent(varies) {
		cost, bound = flagCost, n*float64(ones)
	}
	many := distinct > 2 && distinct >= min(1<<min(ones, 5)/2, (s.n+1)/3) // of the combinations of so many bits
	holes := varies&(varies+1) != 0 || all != 0
	switch {
	case p.neg && !few:
	case holes && ones >= 2 && ones <= 8 && flagCost <= min(rangeCost, enumCost)+4 && many && independent(varies):
		p.typ = Flags
		p.rel = relation{kind: bitsOf, lo: all, hi: or}
	case few:
		p.typ = Enum
		p.rel = relation{kind: oneOf, values: slices.Sorted(slices.Values(s.tally.values))}
	}
	p.evidence = float64(8*(col.size-col.consts))*n - bound - params
	col.offer(p, cost+penalty, saved)
}

// independent reports whether no byte of several varies in its low bits alone, as numbers do.
func independent(varies uint64) bool {
	if varies < 0x100 {
		return true
	}
	for ; varies != 0; varies >>= 8 {
		if b := varies & 0xff; b >= 7 && b&(b+1) == 0 {
			return false
		}
	}
	return true
}

// likeText is how much less likely a number is because most of its bytes are
// characters.
func (s *search) likeText(col *column) float64 {
	chars, all := 0, 0
	for k := range col.size {
		if col.at+k < col.c.last && s.sameByte(col.c, col.at+k) >= 0 {
			continue
		}
		for i := range s.ps {
			at := col.at + k + int(col.off[i])
			if all++; at < len(s.ps[i].data) && textSave[s.ps[i].data[at]] >= 1 {
				chars++
			}
		}
	}
	if 5*chars < 4*all {
		return 0
	}
	return 3 * float64(chars)
}
