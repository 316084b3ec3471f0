package export

import (
	"fragscope/analyzer/report"
)

// An Activity counts exchanges over time for the plots. It holds a bounded
// number of bins, which grow wider as time goes on; the order in which
// exchanges are added does not change the outcome. Those of which the capture
// does not say when they were are left out. Times outside the years 1970 to
// 2262 cannot occur in it. The zero value is empty.
type Activity struct {
	width     int64 // nanoseconds of a bin
	low, high int64 // first and last bin that holds anything
	bins      map[int64]*activityBin
}

type activityBin [report.Outcomes]int64 // by outcome

const (
	narrowest = 10_000_000 // nanoseconds
	mostBins  = 240
)

// Add counts exchanges.
func (a *Activity) Add(list []*report.Exchange) {
	for _, x := range list {
		if x.Time == 0 {
			continue // nobody knows when
		}
		if a.bins == nil {
			a.bins = map[int64]*activityBin{}
			a.width = narrowest
			a.low = x.Time / a.width
			a.high = a.low
		}
		at := x.Time / a.width
		a.low, a.high = min(a.low, at), max(a.high, at)
		for a.high-a.low >= mostBins {
			a.widen()
			at = x.Time / a.width
		}
		b := a.bins[at]
		if b == nil {
			b = &activityBin{}
			a.bins[at] = b
		}
		b[x.Outcome]++
	}
}

// widen makes the bins twice as wide.
func (a *Activity) widen() {
	a.width *= 2
	a.low, a.high = a.low/2, a.high/2
	wide := make(map[int64]*activityBin, len(a.bins))
	for at, b := range a.bins {
		put(wide, at/2, b)
	}
	a.bins = wide
}

func put(bins map[int64]*activityBin, at int64, b *activityBin) {
	mine := bins[at]
	if mine == nil {
		bins[at] = b
		return
	}
	for i := range b {
		mine[i] += b[i]
	}
}

// All yields the bins from the first to the last, empty ones too: the time at
// which each begins, in nanoseconds since 1970-01-01 UTC, and its exchanges by
// outcome.
func (a *Activity) All(yield func(start int64, exchanges [report.Outcomes]int64) bool) {
	if a == nil || a.bins == nil {
		return
	}
	for at := a.low; at <= a.high; at++ {
		var n [report.Outcomes]int64
		if b := a.bins[at]; b != nil {
			n = *b
		}
		if !yield(at*a.width, n) {
			return
		}
	}
}

func (a *Activity) document() *DocActivity {
	if a == nil {
		return nil
	}
	d := &DocActivity{Width: float64(a.width) / 1e6, Bins: []DocMoments{}}
	for start, n := range a.All {
		d.Bins = append(d.Bins, DocMoments{Time(start), outcomes(n[:])})
	}
	return d
}
