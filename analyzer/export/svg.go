package export

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The colours of an svg are classes, so that the page has them light and dark.
type svg struct {
	Title, Unit string
	frame
	XTicks []svgTick
	YTicks []svgTick
	Lines  []svgLine
}

type frame struct{ Width, Height, Left, Right, Top, Bottom int }

var pageFrame = frame{Width: 900, Height: 280, Left: 60, Right: 860, Top: 12, Bottom: 250}

type svgTick struct {
	At   float64
	Text string
}

type svgLine struct {
	Name   string
	Class  string
	Filled bool
	Points []point // of a polyline, or of a polygon when Filled
}

type point struct{ x, y float64 }

func svgPoints(points []point) string {
	var b strings.Builder
	for i, p := range points {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(number(p.x) + "," + number(p.y))
	}
	return b.String()
}

type svgKind int

const (
	svgTime  svgKind = iota // lines over time
	svgLog                  // lines over a logarithmic axis
	svgStack                // areas over time, each with those before it added
)

func newSVG(title, unit string, curves []Curve, kind svgKind, f frame) *svg {
	s := &svg{Title: title, Unit: unit, frame: f}
	x0, x1, y1 := math.Inf(1), math.Inf(-1), 1.0
	for _, c := range curves {
		for i := range c.X {
			x0, x1, y1 = min(x0, c.X[i]), max(x1, c.X[i]), max(y1, c.Y[i])
		}
	}
	y1 *= 1.08 // the highest line is not the frame
	along := func(x float64) float64 { return x }
	if kind == svgLog {
		along = math.Log
	}
	scale := max(along(x1)-along(x0), 1e-9)
	px := func(x float64) float64 {
		return float64(s.Left) + (along(x)-along(x0))/scale*float64(s.Right-s.Left)
	}
	py := func(y float64) float64 { return float64(s.Bottom) - y/y1*float64(s.Bottom-s.Top) }
	for i, c := range curves {
		line := svgLine{Name: c.Name, Class: "c" + strconv.Itoa(i%len(palette))}
		for k := range c.X {
			line.Points = append(line.Points, point{px(c.X[k]), py(c.Y[k])})
		}
		if n := len(line.Points); kind == svgStack {
			line.Filled, line.Class = true, c.Name
			line.Points = append(line.Points, point{line.Points[n-1].x, py(0)}, point{line.Points[0].x, py(0)})
		}
		s.Lines = append(s.Lines, line)
	}
	if kind == svgStack { // the highest is drawn first, the others over it
		slices.Reverse(s.Lines)
	}
	for _, y := range roundMarks(y1, 5) {
		s.YTicks = append(s.YTicks, svgTick{py(y), Grouped(int64(y))})
	}
	if kind == svgLog {
		for _, x := range decadeMarks(x0, x1) {
			s.XTicks = append(s.XTicks, svgTick{px(x), strconv.FormatFloat(x, 'g', -1, 64)})
		}
		return s
	}
	s.timeTicks(x0, x1, px)
	return s
}

// timeSteps are the distances between marks on an axis of time, in seconds.
var timeSteps = []float64{0.001, 0.01, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 600, 1800, 3600, 2 * 3600, 6 * 3600, 12 * 3600,
	86400, 2 * 86400, 7 * 86400, 30 * 86400, 365 * 86400}

func (s *svg) timeTicks(x0, x1 float64, px func(float64) float64) {
	step := timeSteps[len(timeSteps)-1]
	for _, t := range timeSteps {
		if (x1-x0)/t <= 8 {
			step = t
			break
		}
	}
	form := "15:04:05"
	switch {
	case step < 1:
		form = "15:04:05.000"
	case step >= 86400:
		form = "2006-01-02"
	case x1-x0 > 86400:
		form = "01-02 15:04"
	}
	for i := 0; i < 20; i++ {
		x := (math.Ceil(x0/step) + float64(i)) * step
		if x > x1 {
			return
		}
		at := time.UnixMilli(int64(math.Round(x * 1000))).UTC()
		s.XTicks = append(s.XTicks, svgTick{px(x), at.Format(form)})
	}
}

func roundMarks(high float64, n int) []float64 {
	step := math.Pow(10, math.Floor(math.Log10(high/float64(n))))
	for _, m := range []float64{1, 2, 5, 10} {
		if high/(step*m) <= float64(n) {
			step *= m
			break
		}
	}
	step = max(1, math.Round(step))
	var marks []float64
	for v := 0.0; v <= high; v += step {
		marks = append(marks, v)
	}
	return marks
}
