package state

import (
	"time"

	"fragscope/analyzer/export"
)

// A Curve is a named line of points.
type Curve = export.Curve

// Curves returns what the charts of an analysis show: the players of the
// servers that had most (x in seconds since 1970-01-01 UTC, steps); how many
// exchanges of each protocol took how many milliseconds to the first reply; the
// exchanges over time by outcome, each with those of the outcomes before it
// added.
func (a *Analysis) Curves() (players, rtt, exchanges []Curve) {
	r := a.Report()
	if r == nil {
		return nil, nil, nil
	}
	a.mu.RLock()
	defer a.mu.RUnlock()
	return export.Curves(r, &a.activity)
}

// rateBins is how many points the curve of a rate has.
const rateBins = 240

// Rate returns how many packets a second there were over time: all of c, and
// those that a view of it lets through, unless v is nil. x is in seconds since
// 1970-01-01 UTC.
func (c *Capture) Rate(v *View) []Curve {
	n := c.Len()
	first, last := int64(0), int64(0)
	for i := range n {
		if t, ok := c.timeOf(i); ok {
			if first == 0 || t < first {
				first = t
			}
			last = max(last, t)
		}
	}
	if last <= first {
		return nil
	}
	bin := max(int64(time.Millisecond), (last-first)/rateBins+1)
	curve := func(name string, n int, at func(i int) int) Curve {
		counts := make([]int, (last-first)/bin+1)
		for i := range n {
			if t, ok := c.timeOf(at(i)); ok {
				counts[(t-first)/bin]++
			}
		}
		out := Curve{Name: name}
		for k, n := range counts {
			from, to := float64(first+int64(k)*bin)/1e9, float64(first+int64(k+1)*bin)/1e9
			y := float64(n) / (float64(bin) / 1e9)
			out.X, out.Y = append(out.X, from, to), append(out.Y, y, y)
		}
		return out
	}
	list := []Curve{curve("all packets", n, func(i int) int { return i })}
	if v != nil {
		list = append(list, curve("pass the filter", v.Len(), v.packet))
	}
	return list
}

// timeOf returns the time of packet i in nanoseconds since 1970-01-01 UTC.
func (c *Capture) timeOf(i int) (t int64, ok bool) {
	e, _, ok := c.known(i)
	return e.time, ok && e.time != noTime
}

// At returns the place of the first packet at a time or after it, -1 for none. Times
// nearly go up: it is the first of those that a search by halves finds.
func At(s Source, t time.Time) int {
	low, high := 0, s.Len()
	for low < high {
		mid := (low + high) / 2
		r, ok := s.Row(mid)
		if ok && r.Time.Before(t) {
			low = mid + 1
		} else {
			high = mid
		}
	}
	if low == s.Len() {
		return low - 1
	}
	return low
}
