package ui

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"strconv"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"fragscope/decoder/wire"
	"fragscope/desktop/state"
)

// A chartKind says what a [Chart] shows.
type chartKind uint8

const (
	chartTime  chartKind = iota // x is seconds since 1970-01-01 UTC
	chartStack                  // the same; each curve lies on the one before
	chartLog                    // x is milliseconds, on a logarithmic axis
)

// A Chart draws curves over time or over durations, with what they are called
// above and where they begin and end below. The mouse reads it, and a click goes
// to the packets of the time.
type Chart struct {
	widget.BaseWidget
	kind   chartKind
	title  string
	unit   string // of y
	curves []state.Curve
	empty  string

	raster *canvas.Raster
	cursor *canvas.Rectangle
	head   *paper // title and names
	foot   *paper
	texts  []*label
	feet   [3]*label

	// OnTime is called with a time that was clicked. May be nil.
	OnTime func(time.Time)
}

var (
	_ desktop.Hoverable = (*Chart)(nil)
	_ fyne.Tappable     = (*Chart)(nil)
	_ fyne.Accessible   = (*Chart)(nil)
)

func newChart(kind chartKind, title, unit, empty string) *Chart {
	c := &Chart{kind: kind, title: title, unit: unit, empty: empty, head: newPaper(), foot: newPaper()}
	c.raster = canvas.NewRaster(c.paint)
	c.raster.ScaleMode = canvas.ImageScalePixels
	c.cursor = canvas.NewRectangle(color.Transparent)
	c.cursor.Hide()
	for i := range c.feet {
		c.feet[i] = c.foot.label()
	}
	c.ExtendBaseWidget(c)
	return c
}

// Set gives it other curves.
func (c *Chart) Set(curves []state.Curve) {
	c.curves = curves
	c.Refresh()
}

// chartColours are told apart by people who do not see all colours. They are
// those of the exported plots.
var chartColours = []colour{
	rgb(0x2f8fd0), rgb(0xd55e00), rgb(0x009e73), rgb(0xcc79a7), rgb(0xe69f00), rgb(0x56b4e9), rgb(0x808080), rgb(0x8c6d31),
}

// outcomeColours are those of the outcomes by label.
var outcomeColours = map[string]colour{
	"answered": chartColours[2], "incomplete": chartColours[4], "unanswered": chartColours[1], "unsolicited": chartColours[3], "announced": chartColours[6],
}

func (c *Chart) colour(i int) colour {
	if k, ok := outcomeColours[c.curves[i].Name]; ok && c.kind == chartStack {
		return k
	}
	return chartColours[i%len(chartColours)]
}

// bounds returns the least and greatest x, and the greatest y.
func (c *Chart) bounds() (from, to, most float64) {
	from, to = math.Inf(1), math.Inf(-1)
	for i := range c.curves {
		for k, x := range c.curves[i].X {
			from, to, most = min(from, x), max(to, x), max(most, c.curves[i].Y[k])
		}
	}
	if to <= from {
		to = from + 1
	}
	return from, to, max(most, 1)
}

// share returns where x stands between two others, from 0 to 1.
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

// has reports whether there is anything to draw.
func (c *Chart) has() bool {
	for i := range c.curves {
		if len(c.curves[i].X) > 1 {
			return true
		}
	}
	return false
}

// paint draws the curves into w times h pixels.
func (c *Chart) paint(w, h int) image.Image {
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	p := CurrentPalette()
	fillRect(img, 0, 0, w, h, p.Raised)
	if !c.has() || w < 8 || h < 8 {
		return img
	}
	from, to, most := c.bounds()
	px := func(x float64) int { return 1 + int(math.Round(c.share(x, from, to)*float64(w-3))) }
	py := func(y float64) int { return h - 2 - int(math.Round(y/most*float64(h-6))) }
	for _, part := range []float64{0.25, 0.5, 0.75} {
		fillRect(img, 0, py(most*part), w, py(most*part)+1, p.Line)
	}
	thick := 2 * max(1, int(math.Round(float64(w)/float64(max(1, c.raster.Size().Width)))))
	if c.kind == chartStack { // the highest first: what lies before it covers it
		for i := len(c.curves) - 1; i >= 0; i-- {
			v := &c.curves[i]
			for k := 0; k+1 < len(v.X); k++ {
				fillRect(img, px(v.X[k]), py(v.Y[k]), max(px(v.X[k])+1, px(v.X[k+1])), h-1, c.colour(i))
			}
		}
		return img
	}
	for i := range c.curves {
		v := &c.curves[i]
		k := c.colour(i)
		for n := 0; n+1 < len(v.X); n++ {
			x0, y0, x1, y1 := px(v.X[n]), py(v.Y[n]), px(v.X[n+1]), py(v.Y[n+1])
			fillRect(img, x0, y0, max(x0+1, x1), y0+thick, k)
			fillRect(img, x1, min(y0, y1), x1+thick, max(y0, y1)+thick, k)
		}
	}
	return img
}

// name returns the name of a curve, harmless.
func (c *Chart) name(i int) string {
	return string(wire.AppendEscaped(nil, []byte(c.curves[i].Name)))
}

// write writes the title, the names in their colours, and the ends of x.
func (c *Chart) write(size fyne.Size) {
	p, small, bold := CurrentPalette(), smallFont(), textFont(true)
	for len(c.texts) < 2+2*len(c.curves) {
		c.texts = append(c.texts, c.head.label())
	}
	for _, t := range c.texts {
		t.Hide()
	}
	height, y := bold.height, float32(0)
	c.texts[0].put(c.title, bold, p.Text, 0, 0, size.Width, height, false)
	x := bold.width(c.texts[0].Text) + 12
	if !c.has() {
		c.texts[1].put(c.empty, small, p.Faint, x, 0, size.Width-x, height, false)
	}
	for i := range c.curves {
		name := small.fit(c.name(i), 230)
		need := small.width(name) + small.advance('■') + 14
		if x+need > size.Width {
			if y > 0 {
				break // two lines of names are enough
			}
			x, y = 0, height-2
		}
		c.texts[2+2*i].put("■", small, c.colour(i), x, y, need, height, false)
		c.texts[3+2*i].put(name, small, p.Text, x+small.advance('■')+4, y, need, height, false)
		x += need
	}
	c.head.Resize(fyne.NewSize(size.Width, height+y))
	c.head.settle()
	c.ends(size, "")
}

// ends writes below the curves where they begin and end, and between what the
// mouse reads.
func (c *Chart) ends(size fyne.Size, read string) {
	p, small := CurrentPalette(), smallFont()
	left, right, tone := "", "", p.Text
	if c.has() {
		from, to, most := c.bounds()
		left, right = c.x(from), c.x(to)
		if read == "" {
			read, tone = "up to "+figure(most)+" "+c.unit, p.Faint
		}
	}
	side := small.width(left) + 10
	c.feet[0].put(left, small, p.Faint, 0, 0, size.Width/2, small.height, false)
	c.feet[1].put(right, small, p.Faint, size.Width/2, 0, size.Width/2, small.height, true)
	c.feet[2].put(read, small, tone, side, 0, size.Width-2*side, small.height, false)
	c.foot.Resize(fyne.NewSize(size.Width, small.height))
	c.foot.settle()
}

// x writes a place on the axis.
func (c *Chart) x(v float64) string {
	if c.kind == chartLog {
		return state.Elapsed(time.Duration(v * 1e6))
	}
	if from, to, _ := c.bounds(); to-from < 60 {
		return moment(v).Format("15:04:05.000")
	}
	return moment(v).Format("15:04:05")
}

func moment(seconds float64) time.Time { return time.Unix(0, int64(seconds*1e9)).UTC() }

// figure writes a number of at most a few digits.
func figure(v float64) string {
	switch {
	case v == math.Trunc(v) && v < 10_000:
		return strconv.FormatFloat(v, 'f', 0, 64)
	case v < 100:
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return thousands(int(v + 0.5))
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
			if y > 0 {
				s += fmt.Sprintf("   %s %s", c.name(i), figure(y))
			}
			break
		}
	}
	return s
}

// Tapped implements fyne.Tappable.
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
	return c.valueAt(float64(max(0, min(1, pos.X/width))), from, to), true
}

// MouseIn implements desktop.Hoverable.
func (c *Chart) MouseIn(e *desktop.MouseEvent) { c.MouseMoved(e) }

// MouseMoved implements desktop.Hoverable: it reads the curves under the mouse.
func (c *Chart) MouseMoved(e *desktop.MouseEvent) {
	x, ok := c.under(e.Position)
	if !ok {
		return
	}
	setFill(c.cursor, CurrentPalette().Faint)
	c.cursor.Move(fyne.NewPos(e.Position.X, c.raster.Position().Y))
	c.cursor.Resize(fyne.NewSize(1, c.raster.Size().Height))
	c.cursor.Show()
	c.ends(c.Size(), c.read(x))
}

// MouseOut implements desktop.Hoverable.
func (c *Chart) MouseOut() {
	c.cursor.Hide()
	c.ends(c.Size(), "")
}

// AccessibilityLabel implements fyne.Accessible.
func (c *Chart) AccessibilityLabel() string { return c.title }

// AccessibilityRole implements fyne.Accessible.
func (c *Chart) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// CreateRenderer implements fyne.Widget.
func (c *Chart) CreateRenderer() fyne.WidgetRenderer { return &chartRenderer{c} }

type chartRenderer struct{ c *Chart }

func (r *chartRenderer) Destroy() {}

func (r *chartRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.c.raster, r.c.cursor, r.c.head, r.c.foot}
}

func (r *chartRenderer) MinSize() fyne.Size {
	return fyne.NewSize(160, 2*textFont(true).height+smallFont().height+36)
}

func (r *chartRenderer) Layout(size fyne.Size) {
	r.c.write(size)
	top, foot := r.c.head.Size().Height+2, smallFont().height+2
	r.c.raster.Move(fyne.NewPos(0, top))
	r.c.raster.Resize(fyne.NewSize(size.Width, max(0, size.Height-top-foot)))
	r.c.foot.Move(fyne.NewPos(0, size.Height-smallFont().height))
	r.c.raster.Refresh()
}

func (r *chartRenderer) Refresh() {
	r.Layout(r.c.Size())
	canvas.Refresh(r.c)
}
