package structure

// counter tries whether the value changes by the same step, or rises by small steps.
func (s *search) counter(col *column) {
	w := 8 * col.size
	mask := ^uint64(0) >> (64 - w)
	rest := 8 * (col.zeros + col.high)
	start := min(float64(w-rest), uintCost(col.vals[0]<<rest&mask>>rest)) + 1
	once := 8 * float64(col.consts)
	penalty := s.absorbed(col)
	moving := float64(8 * (col.size - col.consts))
	still := float64(8 * col.consts * (s.n - 1))
	for q := range sequences {
		if q > 0 && s.ps[0].group[q] < 0 {
			continue
		}
		var last [8]struct {
			seen bool
			i    int
		}
		step, pairs, groups := int64(0), 0, 0
		exact, gentle := true, true
		var small float64
		least, most := ^uint64(0), uint64(0)
		for i := range s.ps {
			g := s.ps[i].group[q]
			if g < 0 || int(g) >= len(last) {
				exact, gentle = false, false
				break
			}
			l := &last[g]
			if l.seen {
				dr := int64(s.ps[i].rank[q] - s.ps[l.i].rank[q])
				dv := signed((col.vals[i]-col.vals[l.i])&mask, w)
				pairs++
				if dr <= 0 || dv%dr != 0 || step != 0 && dv/dr != step || dv == 0 {
					exact = false
				} else if step == 0 {
					step = dv / dr
				}
				if u := (col.vals[i] - col.vals[l.i]) & mask; u > mask>>2 {
					gentle = false
				} else {
					small += uintCost(u)
					least, most = min(least, u), max(most, u)
				}
			} else {
				groups++
			}
			l.seen, l.i = true, i
			if !exact && !gentle {
				break
			}
		}
		if pairs < 2 {
			continue
		}
		cost := 3 + penalty + start*float64(groups)
		saved := still + moving*float64(pairs+groups) + float64(8*col.consts) - once
		if exact && step != 0 {
			p := part{typ: Counter, rel: relation{kind: steps, seq: q, step: step}}
			p.evidence = float64(min(w, 8*(col.size-col.consts)+8)*(pairs-1)) - uintCost(uint64(max(step, -step))) - 3
			if p.evidence >= 8 {
				col.offer(p, cost+uintCost(uint64(max(step, -step)))+float64(q)/2, saved)
			}
			continue
		}
		if gentle && pairs >= 4 && q < 3 {
			small = min(small, float64(pairs)*lg(most-least)+16)
			p := part{typ: Counter, rel: relation{kind: rises, seq: q}}
			mean := float64((col.vals[s.n-1]-col.vals[0])&mask) / float64(pairs)
			if col.size >= 4 && mean > 48 {
				p.typ = Timestamp
			}
			p.evidence = float64(w*pairs) - small - 6
			if small > 0 && most < 1<<(w/2+4) && p.evidence >= 16 && col.distinct*2 > s.n {
				col.offer(p, cost+small+6+float64(q), saved)
			}
		}
	}
}

// absorbed is how much less likely a number is because its high bytes never
// change and may be a constant before or after it.
func (s *search) absorbed(col *column) float64 {
	if col.high == 0 {
		return 12 * float64(col.low)
	}
	penalty := 12 * float64(col.low)
	if col.at == 0 {
		penalty += 6
	}
	if col.at%min(col.size, 4) != 0 {
		penalty += 2
	}
	if s.e == nil || col.c != s.chains[0] {
		return penalty
	}
	for k := range col.high + col.zeros {
		at := col.at + col.size - 1 - k
		if col.order == BigEndian {
			at = col.at + k
		}
		if s.e.splits(at) {
			penalty += 10
		}
	}
	if col.order == LittleEndian && col.size == 2 {
		penalty -= 3
	}
	if col.order == BigEndian {
		for at := range col.at {
			if s.sameByte(col.c, at) < 0 || s.e.everywhere(at) < 0 {
				return penalty
			}
		}
		for at := col.at; at < col.at+col.high; at++ {
			if b := s.sameByte(col.c, at); b >= 0x21 && b < 0x7f {
				penalty += 2
			}
			switch s.e.everywhere(at) {
			case 1:
				penalty += 5
			case -1:
				penalty -= 2
			}
		}
	}
	return penalty
}
