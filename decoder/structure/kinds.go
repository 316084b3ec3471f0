package structure

import (
	"slices"

	"fragscope/decoder/wire"
)

// Bounds of the search for kinds.
const (
	splitSample = 192 // packets that columns are compared in
	splitSearch = 24  // packets that are searched in to decide
	splitHead   = 24  // offsets that may tell kinds apart
	splitCols   = 64
	maxKinds    = 64
	maxSplits   = 3 // offsets that tell kinds apart, one after the other
)

// A group is a kind that is being made.
type group struct {
	packets []int // indices into engine.ps
	by      []Mark
	from    wire.Direction
	shape   []part
}

// split returns the kinds of the packets.
func (e *engine) split() []group {
	var groups []group
	all := make([]int, 0, len(e.ps))
	var empty []int
	for i := range e.ps {
		if len(e.ps[i].data) == 0 {
			empty = append(empty, i)
		} else {
			all = append(all, i)
		}
	}
	for _, d := range [...]wire.Direction{wire.Request, wire.Reply, wire.DirectionUnknown} {
		var side []int
		for _, i := range all {
			if e.dir[i] == d {
				side = append(side, i)
			}
		}
		if len(side) > 0 {
			groups = e.divide(groups, group{packets: side, from: d}, maxSplits, nil)
		}
	}
	if len(empty) > 0 {
		groups = append(groups, group{packets: empty})
	}
	slices.SortStableFunc(groups, func(a, b group) int { return a.packets[0] - b.packets[0] })
	return groups
}

// divide divides g as long as that explains more, and appends what it becomes.
func (e *engine) divide(groups []group, g group, depth int, save *float64) []group {
	if depth == 0 || len(g.packets) < 4 || len(groups) >= maxKinds {
		return append(groups, g)
	}
	sample := thin(g.packets, splitSample)
	at, saves := e.bestSplit(sample, save)
	if at < 0 {
		return append(groups, g)
	}
	parts := map[int][]int{}
	var order []int
	for _, i := range g.packets {
		v := -1
		if d := e.ps[i].data; at < len(d) {
			v = int(d[at])
		}
		if parts[v] == nil {
			order = append(order, v)
		}
		parts[v] = append(parts[v], i)
	}
	var other []int
	for _, v := range order {
		if len(groups) >= maxKinds-1 && len(order) > 1 || v < 0 {
			other = append(other, parts[v]...)
			continue
		}
		h := group{packets: parts[v], from: g.from, by: append(slices.Clone(g.by), Mark{at, byte(v)})}
		var known *float64
		if s, ok := saves[v]; ok {
			known = &s
		}
		groups = e.divide(groups, h, depth-1, known)
	}
	if len(other) > 0 {
		slices.Sort(other)
		groups = append(groups, group{packets: other, from: g.from, by: g.by})
	}
	return groups
}

// thin returns at most n of list: the first half of them as they come, the others spread.
func thin(list []int, n int) []int {
	if len(list) <= n {
		return list
	}
	out := slices.Clone(list[:n/2])
	more, have := list[n/2:], n-n/2
	for k := range have {
		out = append(out, more[k*len(more)/have])
	}
	return out
}

// bestSplit returns the offset whose byte tells kinds apart, -1 for none, and
// what the layouts of the kinds save.
func (e *engine) bestSplit(sample []int, known *float64) (int, map[int]float64) {
	shortest := 1 << 30
	for _, i := range sample {
		shortest = min(shortest, len(e.ps[i].data))
	}
	type candidate struct {
		at   int
		gain float64
	}
	var list []candidate
	all := e.columnCosts(sample, sample)
	for at := range min(shortest, splitHead) {
		groups := e.byByte(sample, at)
		if len(groups) < 2 || len(groups) > min(24, len(sample)/2) {
			continue
		}
		single := 0
		for _, g := range groups {
			if len(g.packets) == 1 {
				single++
			}
		}
		if single*4 > len(groups) {
			continue
		}
		gain := all.total - all.cols[at]
		for _, g := range groups {
			c := e.columnCosts(g.packets, sample)
			gain -= c.total - c.cols[at]
		}
		if gain > 16 {
			list = append(list, candidate{at, gain})
		}
	}
	if len(list) == 0 {
		return -1, nil
	}
	slices.SortStableFunc(list, func(a, b candidate) int {
		switch {
		case a.gain > b.gain:
			return -1
		case a.gain < b.gain:
			return 1
		}
		return 0
	})
	few := thin(sample, splitSearch)
	var whole float64
	if known != nil && len(few) == len(sample) {
		whole = *known
	} else {
		whole = e.worth(few)
	}
	best, bestGain := -1, 12.0
	var bestSaves map[int]float64
	for _, c := range list[:min(len(list), 3)] {
		groups := e.byByte(few, c.at)
		gain, saves := -whole, map[int]float64{}
		s := tally{}
		for _, g := range groups {
			for range g.packets {
				s.add(uint64(g.value))
			}
			if len(g.packets) > 1 {
				w := e.worth(g.packets)
				saves[g.value] = w
				gain += w
			}
		}
		gain -= s.entropy()
		if gain > bestGain {
			best, bestGain, bestSaves = c.at, gain, saves
		}
	}
	return best, bestSaves
}

type byteGroup struct {
	value   int
	packets []int
}

func (e *engine) byByte(sample []int, at int) (groups []byteGroup) {
	var place [256]int
	for _, i := range sample {
		v := e.ps[i].data[at]
		if place[v] == 0 {
			groups = append(groups, byteGroup{value: int(v)})
			place[v] = len(groups)
		}
		g := &groups[place[v]-1]
		g.packets = append(g.packets, i)
	}
	return groups
}

// worth returns what the best layout of the packets saves.
func (e *engine) worth(packets []int) float64 {
	_, save := e.lay(packets, false)
	return save
}

// columnCosts are the bits of the columns in the front, each by itself.
type columnCosts struct {
	cols  [splitCols]float64
	total float64
}

func (e *engine) columnCosts(packets, all []int) (c columnCosts) {
	shortest := splitCols
	for _, i := range packets {
		shortest = min(shortest, len(e.ps[i].data))
	}
	n := float64(len(packets))
	member := map[int]bool{}
	for _, i := range packets {
		member[i] = true
	}
	var t tally
	for at := range splitCols {
		if at >= shortest {
			c.cols[at] = 8 * n
			c.total += c.cols[at]
			continue
		}
		t.reset()
		var lo, hi byte = 255, 0
		echo, pairs := true, 0
		for _, i := range packets {
			v := e.ps[i].data[at]
			t.add(uint64(v))
			lo, hi = min(lo, v), max(hi, v)
			if echo {
				b := e.ps[i].before
				if b == nil && i > 0 && !member[i-1] && e.dir[i] == wire.DirectionUnknown {
					b = e.ps[i-1].data
				}
				if b == nil {
					if i > 0 {
						echo = false
					}
				} else {
					pairs++
					echo = at < len(b) && b[at] == v
				}
			}
		}
		cost := min(8*n, n*lg(uint64(hi-lo))+12, t.entropy()+8*float64(len(t.values)))
		if echo && pairs > 1 {
			cost = min(cost, 8)
		}
		c.cols[at] = cost
		c.total += cost
	}
	return c
}
