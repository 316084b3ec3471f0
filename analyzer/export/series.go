package export

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"fragscope/analyzer"
)

// What the plots show, in HTML and as files.

// A curve is a named line of points.
type curve struct {
	name string
	x, y []float64
}

func (c *curve) add(x, y float64) { c.x, c.y = append(c.x, x), append(c.y, y) }

// plottedServers is the number of servers in the plot of players: more lines
// cannot be told apart.
const plottedServers = 8

// maxPoints bounds the points of a curve: no screen shows more.
const maxPoints = 1000

// playerCurves returns the players over time of the servers that had most, as
// steps: x is seconds since 1970-01-01 UTC. Servers that were counted only
// once have no curve.
func playerCurves(r *analyzer.Report, n int) []curve {
	all := slices.DeleteFunc(servers(r), func(s *analyzer.Server) bool {
		l := s.Players.Runs
		return len(l) == 0 || l[len(l)-1].To <= l[0].From || *most(&s.Players) == 0
	})
	slices.SortStableFunc(all, func(a, b *analyzer.Server) int { return cmp.Compare(*most(&b.Players), *most(&a.Players)) })
	var curves []curve
	for _, s := range all[:min(n, len(all))] {
		c := curve{name: label(s)}
		step := len(s.Players.Runs)/(maxPoints/2) + 1
		l := s.Players.Runs
		for i := 0; i < len(l); i += step {
			run := l[i]
			for _, x := range l[i:min(i+step, len(l))] { // of several that a point stands for, the highest
				run.Value, run.To = max(run.Value, x.Value), x.To
			}
			if n := len(c.y); n > 0 {
				c.add(seconds(run.From), c.y[n-1])
			}
			c.add(seconds(run.From), float64(run.Value))
			c.add(seconds(run.To), float64(run.Value))
		}
		curves = append(curves, c)
	}
	return curves
}

func seconds(t int64) float64 { return float64(t) / 1e9 }

// label names a server in a plot.
func label(s *analyzer.Server) string {
	return strings.TrimLeft(cut(str(lastText(&s.Name)), 24)+" "+endpoint(s.Addr), " ")
}

// rttCurves returns how many exchanges of each protocol had which round-trip
// time to the first reply: x is milliseconds, for a logarithmic axis, in
// eight steps a doubling; y is exchanges.
func rttCurves(r *analyzer.Report) []curve {
	const steps = 8
	var curves []curve
	for _, p := range slices.Sorted(maps.Keys(r.Protocols)) {
		h := &r.Protocols[p].FirstRTT
		if h.Count == 0 {
			continue
		}
		counts := map[int]int64{}
		low, high := math.MaxInt, math.MinInt
		for middle, n := range h.Buckets {
			at := int(math.Floor(math.Log2(math.Max(float64(middle)/1e6, 0.001)) * steps))
			counts[at] += n
			low, high = min(low, at), max(high, at)
		}
		c := curve{name: p.String()}
		for at := low; at <= high; at++ {
			y := float64(counts[at])
			c.add(math.Exp2(float64(at)/steps), y)
			c.add(math.Exp2(float64(at+1)/steps), y)
		}
		c.x = append([]float64{c.x[0]}, append(c.x, c.x[len(c.x)-1])...)
		c.y = append([]float64{0}, append(c.y, 0)...)
		curves = append(curves, c)
	}
	return curves
}

// activityCurves returns the exchanges over time by outcome, each with those
// of the outcomes before it added, so that they lie on one another: x is
// seconds since 1970-01-01 UTC, y is exchanges in a bin.
func activityCurves(a *Activity) []curve {
	if a == nil {
		return nil
	}
	curves := make([]curve, analyzer.Outcomes)
	seen := [analyzer.Outcomes]bool{}
	for i := range curves {
		curves[i].name = analyzer.Outcome(i).String()
	}
	for start, n := range a.All {
		sum := 0.0
		for i := range curves {
			sum += float64(n[i])
			seen[i] = seen[i] || n[i] > 0
			curves[i].add(seconds(start), sum)
			curves[i].add(seconds(start+a.width), sum)
		}
	}
	kept := curves[:0]
	for i := range curves {
		if seen[i] {
			kept = append(kept, curves[i])
		}
	}
	return kept
}

// decadeMarks returns 1, 2 and 5 times every power of ten from low to high.
func decadeMarks(low, high float64) []float64 {
	var marks []float64
	if low <= 0 || high < low {
		return nil
	}
	for e := math.Floor(math.Log10(low)); e <= math.Log10(high); e++ {
		for _, m := range []float64{1, 2, 5} {
			if v := m * math.Pow(10, e); v >= low && v <= high {
				marks = append(marks, v)
			}
		}
	}
	return marks
}
