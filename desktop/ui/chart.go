package ui

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"
	"strconv"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"fragscope/analyzer/export"
	"fragscope/analyzer/servers"
	"fragscope/desktop/state"
)

type chartKind uint8

const (
	chartTime  chartKind = iota // x is seconds since 1970-01-01 UTC
	chartStack                  // the same; each curve lies on the one before
	chartLog                    // x is milliseconds, on a logarithmic axis
)

// A curve is a line of steps in a chart. A Y that is no number is a gap.
type curve struct {
	export.Curve
	colour colour
	below  colour                                // of what is below the line
	tint   func(p *Palette) (line, below colour) // has them follow the theme, nil for no
	thin   bool
	own    bool                   // scaled by its own greatest value
	bar    bool                   // a bar at the bottom in place of a line
	text   func(y float64) string // nil for name and number
}

// A mark is a time at which something started.
type mark struct {
	x    float64
	text string
}

// A Chart draws curves with names and axes; the mouse reads it, and a click goes to the packets of the time.
type Chart struct {
	asText
	widget.BaseWidget
	kind   chartKind
	title  string
	unit   string // of y
	curves []curve
	marks  []mark
	zone   *time.Location
	empty  string
	fit    bool   // y begins where the values do, not with 0
	beside *Chart // whose curves begin at the same height, nil for none

	raster *canvas.Raster
	cursor *canvas.Rectangle
	head   *textLayer // title and names
	foot   *textLayer // the axis of x, or what the mouse reads
	left   *textLayer // the axis of y
	right  *textLayer // that of a curve that is scaled by its own greatest value

	// OnTime is called with a time that was clicked. May be nil.
	OnTime func(time.Time)
}

func newChart(kind chartKind, title, unit, empty string) *Chart {
	c := &Chart{kind: kind, title: title, unit: unit, zone: time.UTC, empty: empty}
	c.head, c.foot, c.left, c.right = newTextLayer(), newTextLayer(), newTextLayer(), newTextLayer()
	c.raster = canvas.NewRaster(c.paint)
	c.raster.ScaleMode = canvas.ImageScalePixels
	c.cursor = canvas.NewRectangle(color.Transparent)
	c.cursor.Hide()
	c.ExtendBaseWidget(c)
	return c
}

// Set gives it other curves.
func (c *Chart) Set(curves []export.Curve) {
	c.curves = nil
	for i, v := range curves {
		k := export.PlotColors[i%len(export.PlotColors)]
		if o, ok := export.OutcomeColors[v.Name]; ok && c.kind == chartStack {
			k = o
		}
		one := curve{Curve: v, colour: k}
		if c.kind == chartStack {
			one.below = k
		}
		c.curves = append(c.curves, one)
	}
	c.Refresh()
	if c.beside != nil {
		c.beside.Refresh()
	}
}

// NewServerChart returns a chart of what is known about one server over time.
func NewServerChart() *Chart {
	return newChart(chartTime, "Players", "players", "no data yet")
}

// SetSamples shows players and round trips, the oldest first, when another map
// began, and when the server did not answer.
func (c *Chart) SetSamples(samples []servers.Sample) {
	players := curve{Curve: export.Curve{Name: "players"}, tint: func(p *Palette) (line, below colour) {
		return p.Accent, p.AccentSoft
	}}
	rtt := curve{Curve: export.Curve{Name: "RTT"}, tint: func(p *Palette) (line, below colour) {
		return p.Warning, colour{}
	}, thin: true, own: true, text: func(y float64) string { return "RTT " + export.Duration(int64(y)) }}
	silent := curve{Curve: export.Curve{Name: "no answer"}, tint: func(p *Palette) (line, below colour) {
		return p.Error, colour{}
	}, bar: true, text: func(float64) string { return "no answer" }}
	put := func(c *curve, x, y float64, known bool) {
		if !known {
			y = math.NaN()
		}
		c.X, c.Y = append(c.X, x), append(c.Y, y)
	}
	c.curves, c.marks = nil, nil
	last := ""
	for i := range samples {
		v := &samples[i]
		x := float64(v.Time.UnixNano()) / 1e9
		put(&players, x, float64(v.Players), v.Answers && v.Players >= 0)
		put(&rtt, x, float64(v.RTT), v.RTT > 0)
		put(&silent, x, 0, !v.Answers)
		if v.Map != "" && v.Map != last {
			last = v.Map
			c.marks = append(c.marks, mark{x, state.HideText(state.Escape(v.Map))})
		}
	}
	if len(samples) > 0 {
		c.zone = samples[0].Time.Location()
		for _, v := range []curve{players, rtt, silent} {
			if slices.ContainsFunc(v.Y, func(y float64) bool { return !math.IsNaN(y) }) {
				c.curves = append(c.curves, v)
			}
		}
	}
	c.Refresh()
}

// least returns the least y where the axis begins with it, else 0.
func (c *Chart) least() float64 {
	least := math.Inf(1)
	for i := range c.curves {
		for _, y := range c.curves[i].Y {
			if y < least {
				least = y
			}
		}
	}
	if !c.fit || math.IsInf(least, 1) {
		return 0
	}
	return least
}

func (c *Chart) bounds() (from, to, most float64) {
	from, to = math.Inf(1), math.Inf(-1)
	if most = math.Inf(-1); !c.fit {
		most = 1
	}
	for i := range c.curves {
		for k, x := range c.curves[i].X {
			from, to = min(from, x), max(to, x)
			if y := c.curves[i].Y[k]; y > most && !c.curves[i].own {
				most = y
			}
		}
	}
	if to <= from {
		to = from + 1
	}
	if math.IsInf(most, -1) {
		most = 1
	}
	return from, to, most
}

// share returns where x is between two others, from 0 to 1.
func (c *Chart) share(x, from, to float64) float64 {
	if c.kind == chartLog && from > 0 {
		x, from, to = math.Log(x), math.Log(from), math.Log(to)
	}
	return (x - from) / (to - from)
}

// valueAt is the reverse of share.
func (c *Chart) valueAt(share, from, to float64) float64 {
	if c.kind == chartLog && from > 0 {
		return math.Exp(math.Log(from) + share*(math.Log(to)-math.Log(from)))
	}
	return from + share*(to-from)
}

func (c *Chart) has() bool {
	for i := range c.curves {
		if len(c.curves[i].X) > 0 {
			return true
		}
	}
	return false
}

// paint draws the curves into w times h pixels.
func (c *Chart) paint(w, h int) image.Image {
	img := newBitmap(nil, w, h)
	p := CurrentPalette()
	img.fill(0, 0, w, h, p.Raised)
	if !c.has() || w < 8 || h < 8 {
		return img
	}
	from, to, _ := c.bounds()
	a := c.axes()
	px := func(x float64) int { return 1 + int(math.Round(c.share(x, from, to)*float64(w-3))) }
	py := func(share float64) int { return h - 2 - int(math.Round(share*float64(h-6))) }
	for i := range a.steps {
		img.fill(0, py(float64(1+i)/float64(a.steps)), w, 1, p.Line)
	}
	for _, x := range a.x {
		img.fill(px(x.At), 0, 1, h, p.Line)
	}
	unit := max(1, int(math.Round(float64(w)/float64(max(1, c.raster.Size().Width)))))
	for i := range c.curves {
		v := &c.curves[i]
		if c.kind == chartStack { // the highest first: what lies before it covers it
			v = &c.curves[len(c.curves)-1-i]
		}
		base, span, thick := a.bottom, a.top-a.bottom, 2*unit
		if v.own {
			base, span = 0, a.ownTop
		}
		if v.thin {
			thick = unit
		}
		for k, x := range v.X {
			if math.IsNaN(v.Y[k]) || k+1 == len(v.X) && k > 0 && px(x) < w-3 {
				continue
			}
			x0, x1, y0 := px(x), w-2, py((v.Y[k]-base)/span)
			if k+1 < len(v.X) {
				x1 = max(x0+1, px(v.X[k+1]))
			}
			switch {
			case v.bar:
				img.fill(x0, h-4*unit, x1-x0, 4*unit, v.colour)
				continue
			case v.below.A > 0:
				img.fill(x0, y0, x1-x0, h-1-y0, v.below)
			}
			if c.kind == chartStack {
				continue
			}
			img.fill(x0, y0, x1-x0, thick, v.colour)
			if k+1 < len(v.X) && !math.IsNaN(v.Y[k+1]) {
				y1 := py((v.Y[k+1] - base) / span)
				img.fill(x1, min(y0, y1), thick, max(y0, y1)+thick-min(y0, y1), v.colour)
			}
		}
	}
	for _, m := range c.marks {
		img.fill(px(m.x), 0, unit, h, p.Faint)
	}
	return img
}

func (c *Chart) name(i int) string {
	return state.Escape(c.curves[i].Name)
}

func moment(seconds float64) time.Time { return time.Unix(0, int64(seconds*1e9)).UTC() }

// figure writes a number of at most a few digits.
func figure(v float64) string {
	switch {
	case math.Abs(v) >= 1e15:
		return strconv.FormatFloat(v, 'g', 4, 64)
	case v == math.Trunc(v) && math.Abs(v) < 1000:
		return strconv.FormatFloat(v, 'f', 0, 64)
	case math.Abs(v) < 100:
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return export.Grouped(int64(math.Round(v)))
}

// exactly writes a number in full.
func exactly(v float64) string {
	if v == math.Trunc(v) && math.Abs(v) < 1<<53 {
		return export.Grouped(int64(v))
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// read says what the curves are at a place.
func (c *Chart) read(x float64) string {
	s := c.x(x)
	below := 0.0
	for i := range c.curves {
		v := &c.curves[i]
		for k := len(v.X) - 1; k >= 0; k-- {
			if v.X[k] > x {
				continue
			}
			y := v.Y[k]
			if c.kind == chartStack {
				y, below = y-below, y
			}
			switch {
			case v.text != nil && !math.IsNaN(y):
				s += "   " + v.text(y)
			case y > 0:
				s += fmt.Sprintf("   %s %s", c.name(i), figure(y))
			}
			break
		}
	}
	for i := len(c.marks) - 1; i >= 0; i-- {
		if c.marks[i].x <= x {
			return s + "   " + c.marks[i].text
		}
	}
	return s
}

func (c *Chart) Tapped(e *fyne.PointEvent) {
	if x, ok := c.under(e.Position); ok && c.OnTime != nil && c.kind != chartLog {
		c.OnTime(moment(x))
	}
}

// under returns which x is at a place of the widget.
func (c *Chart) under(pos fyne.Position) (x float64, ok bool) {
	width := c.raster.Size().Width
	if !c.has() || width < 8 {
		return 0, false
	}
	from, to, _ := c.bounds()
	return c.valueAt(float64(max(0, min(1, (pos.X-c.raster.Position().X)/width))), from, to), true
}

func (c *Chart) MouseIn(e *desktop.MouseEvent) { c.MouseMoved(e) }

// MouseMoved implements desktop.Hoverable: it reads the curves under the mouse.
func (c *Chart) MouseMoved(e *desktop.MouseEvent) {
	x, ok := c.under(e.Position)
	if !ok {
		return
	}
	setFill(c.cursor, CurrentPalette().Faint)
	at, size := c.raster.Position(), c.raster.Size()
	c.cursor.Move(fyne.NewPos(max(at.X, min(at.X+size.Width, e.Position.X)), at.Y))
	c.cursor.Resize(fyne.NewSize(1, size.Height))
	c.cursor.Show()
	c.below(c.read(x))
}

func (c *Chart) MouseOut() {
	c.cursor.Hide()
	c.below("")
}

func (c *Chart) AccessibilityLabel() string { return c.label() }

func (c *Chart) CreateRenderer() fyne.WidgetRenderer {
	return &renderer{
		min:    func() fyne.Size { return fyne.NewSize(160, 2*textFont(true).height+smallFont().height+36) },
		layout: c.lay,
		refresh: func() {
			c.lay(c.Size())
			canvas.Refresh(c)
		},
		objects: always(c.raster, c.cursor, c.head, c.foot, c.left, c.right),
	}
}
