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
	XTicks []Tick
	YTicks []Tick
	Lines  []svgLine
}

type frame struct{ Width, Height, Left, Right, Top, Bottom int }

var pageFrame = frame{Width: 900, Height: 280, Left: 60, Right: 860, Top: 12, Bottom: 250}

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
		line := svgLine{Name: c.Name, Class: "c" + strconv.Itoa(i%len(PlotColors))}
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
	step := max(1, RoundUp(y1/5)) // what is counted is whole
	for y := 0.0; y <= y1; y += step {
		s.YTicks = append(s.YTicks, Tick{py(y), Grouped(int64(y))})
	}
	s.XTicks = LogTicks(x0, x1)
	if kind != svgLog {
		s.XTicks = TimeTicks(x0, x1, 8, time.UTC)
	}
	for i := range s.XTicks {
		s.XTicks[i].At = px(s.XTicks[i].At)
	}
	return s
}

func number(v float64) string { return strconv.FormatFloat(v, 'f', 1, 64) }
