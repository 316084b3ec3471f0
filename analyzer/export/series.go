package export

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"fragscope/analyzer/report"
)

// What the plots show, in HTML and as files.

// A Curve is a named line of points.
type Curve struct {
	Name string    `json:"name"`
	X    []float64 `json:"x"`
	Y    []float64 `json:"y"`
}

// Curves returns what the plots of r, which must be settled, show: the players
// of the servers that had most (x in seconds since 1970-01-01 UTC, steps); how
// many exchanges of each protocol took how long to the first reply (x in
// milliseconds, for a logarithmic axis); and the exchanges over time by their
// outcome, each with those of the outcomes before it added (x in seconds since
// 1970-01-01 UTC). a may be nil.
func Curves(r *report.Report, a *Activity) (players, rtt, exchanges []Curve) {
	some := func(c []Curve) []Curve { return append([]Curve{}, c...) } // JSON of none is []
	return some(playerCurves(r, plottedServers)), some(rttCurves(r)), some(activityCurves(a))
}

func (c *Curve) add(x, y float64) { c.X, c.Y = append(c.X, x), append(c.Y, y) }

// More lines cannot be told apart.
const plottedServers = 8

// maxPoints bounds the points of a curve: no screen shows more.
const maxPoints = 1000

// Servers that were counted only once have no curve.
func playerCurves(r *report.Report, n int) []Curve {
	all := slices.DeleteFunc(servers(r), func(s *report.Server) bool {
		l := s.Players.Runs
		return len(l) == 0 || l[0].From == 0 || l[len(l)-1].To <= l[0].From || *most(&s.Players) == 0 // 0: nobody knows when
	})
	slices.SortStableFunc(all, func(a, b *report.Server) int { return cmp.Compare(*most(&b.Players), *most(&a.Players)) })
	var curves []Curve
	for _, s := range all[:min(n, len(all))] {
		c := Curve{Name: strings.TrimLeft(Cut(str(lastText(&s.Name)), 24)+" "+address(s.Addr), " ")}
		step := len(s.Players.Runs)/(maxPoints/2) + 1
		l := s.Players.Runs
		for i := 0; i < len(l); i += step {
			run := l[i]
			for _, x := range l[i:min(i+step, len(l))] { // of several that a point stands for, the highest
				run.Value, run.To = max(run.Value, x.Value), x.To
			}
			if n := len(c.Y); n > 0 {
				c.add(seconds(run.From), c.Y[n-1])
			}
			c.add(seconds(run.From), float64(run.Value))
			c.add(seconds(run.To), float64(run.Value))
		}
		curves = append(curves, c)
	}
	return curves
}

func seconds(t int64) float64 { return float64(t) / 1e9 }

// rttCurves has eight steps a doubling, for a logarithmic axis in milliseconds.
func rttCurves(r *report.Report) []Curve {
	const steps = 8
	var curves []Curve
	for _, p := range r.ProtocolList() {
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
		c := Curve{Name: p.String()}
		for at := low; at <= high; at++ {
			y := float64(counts[at])
			c.add(math.Exp2(float64(at)/steps), y)
			c.add(math.Exp2(float64(at+1)/steps), y)
		}
		c.X = append([]float64{c.X[0]}, append(c.X, c.X[len(c.X)-1])...)
		c.Y = append([]float64{0}, append(c.Y, 0)...)
		curves = append(curves, c)
	}
	return curves
}

// Each outcome has those of the outcomes before it added, so that they lie on one another.
func activityCurves(a *Activity) []Curve {
	if a == nil {
		return nil
	}
	curves := make([]Curve, report.Outcomes)
	seen := [report.Outcomes]bool{}
	for i := range curves {
		curves[i].Name = report.Outcome(i).Label()
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
