package ui

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// A Point is what was known about a server at one time.
type Point struct {
	Time    time.Time
	Answers bool
	Players int64 // less than 0 when unknown
	RTT     time.Duration
	Mark    string // what began then, such as a map; "" for nothing
}

// A Timeline draws how the players of a server came and went, over time: steps
// for players, a line for the round trips, ticks where something began, red
// where it did not answer. The mouse reads it.
type Timeline struct {
	widget.BaseWidget
	points []Point
	raster *canvas.Raster
	left   *canvas.Text
	right  *canvas.Text
	read   *canvas.Text
	cursor *canvas.Rectangle
}

var _ desktop.Hoverable = (*Timeline)(nil)

// NewTimeline returns a Timeline without points.
func NewTimeline() *Timeline {
	t := &Timeline{left: canvas.NewText("", color.Transparent), right: canvas.NewText("", color.Transparent), read: canvas.NewText("", color.Transparent)}
	t.raster = canvas.NewRaster(t.paint)
	t.cursor = canvas.NewRectangle(color.Transparent)
	t.cursor.Hide()
	t.ExtendBaseWidget(t)
	return t
}

// Set gives it other points, the oldest first.
func (t *Timeline) Set(points []Point) {
	t.points = points
	t.Refresh()
}

// MinSize implements fyne.Widget.
func (t *Timeline) MinSize() fyne.Size { return fyne.NewSize(120, 48+smallFont().height) }

// CreateRenderer implements fyne.Widget.
func (t *Timeline) CreateRenderer() fyne.WidgetRenderer { return &timelineRenderer{t} }

type timelineRenderer struct{ t *Timeline }

func (r *timelineRenderer) Destroy()           {}
func (r *timelineRenderer) MinSize() fyne.Size { return r.t.MinSize() }

func (r *timelineRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.t.raster, r.t.cursor, r.t.left, r.t.right, r.t.read}
}

func (r *timelineRenderer) Layout(size fyne.Size) {
	foot := smallFont().height + 2
	r.t.raster.Resize(fyne.NewSize(size.Width, max(0, size.Height-foot)))
	r.t.label(size)
}

func (r *timelineRenderer) Refresh() {
	r.t.label(r.t.Size())
	r.t.raster.Refresh()
	canvas.Refresh(r.t)
}

// label writes when it begins and ends.
func (t *Timeline) label(size fyne.Size) {
	p, f := CurrentPalette(), smallFont()
	y := size.Height - f.height - 1
	from, to := "", ""
	if n := len(t.points); n > 0 {
		from, to = t.points[0].Time.Format("15:04:05"), t.points[n-1].Time.Format("15:04:05")
	}
	putText(t.left, from, f, p.Faint, 4, y, size.Width/3, f.height, false)
	putText(t.right, to, f, p.Faint, 2*size.Width/3-4, y, size.Width/3, f.height, true)
	t.cursor.FillColor = p.Faint
}

// span returns the time of the first point and the time between it and the last.
func (t *Timeline) span() (first time.Time, all time.Duration) {
	if len(t.points) == 0 {
		return time.Time{}, 0
	}
	first = t.points[0].Time
	return first, max(time.Second, t.points[len(t.points)-1].Time.Sub(first))
}

// scale returns the greatest number of players and round trip.
func (t *Timeline) scale() (players int64, rtt time.Duration) {
	players, rtt = 1, time.Millisecond
	for i := range t.points {
		players, rtt = max(players, t.points[i].Players), max(rtt, t.points[i].RTT)
	}
	return players, rtt
}

// paint draws it into w × h pixels.
func (t *Timeline) paint(w, h int) image.Image {
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	p := CurrentPalette()
	fillRect(img, 0, 0, w, h, p.Raised)
	if len(t.points) == 0 || w < 8 || h < 8 {
		return img
	}
	first, all := t.span()
	most, slowest := t.scale()
	x := func(at time.Time) int { return 1 + int(float64(w-3)*float64(at.Sub(first))/float64(all)) }
	y := func(share float64) int { return h - 2 - int(math.Round(share*float64(h-6))) }
	lineY := -1
	for i := range t.points {
		v := &t.points[i]
		from, to := x(v.Time), w-1
		if i+1 < len(t.points) {
			to = max(from+1, x(t.points[i+1].Time))
		}
		switch {
		case !v.Answers:
			fillRect(img, from, h-4, to, h, p.Error)
		case v.Players >= 0:
			top := y(float64(v.Players) / float64(most))
			fillRect(img, from, top, to, h, p.AccentSoft)
			fillRect(img, from, top, to, top+2, p.Accent)
		}
		if v.RTT > 0 {
			at := y(float64(v.RTT) / float64(slowest))
			fillRect(img, from, at, to, at+1, p.Warning)
			if lineY >= 0 {
				fillRect(img, from, min(at, lineY), from+1, max(at, lineY)+1, p.Warning)
			}
			lineY = at
		} else {
			lineY = -1
		}
		if v.Mark != "" {
			fillRect(img, from, 0, from+1, h, p.Faint)
		}
	}
	return img
}

// MouseIn implements desktop.Hoverable.
func (t *Timeline) MouseIn(e *desktop.MouseEvent) { t.MouseMoved(e) }

// MouseMoved implements desktop.Hoverable: it reads the point under the mouse.
func (t *Timeline) MouseMoved(e *desktop.MouseEvent) {
	size := t.Size()
	if len(t.points) == 0 || size.Width < 8 {
		return
	}
	first, all := t.span()
	at := first.Add(time.Duration(float64(all) * float64(e.Position.X) / float64(size.Width)))
	i := 0
	for i+1 < len(t.points) && !t.points[i+1].Time.After(at) {
		i++
	}
	f := smallFont()
	t.cursor.Resize(fyne.NewSize(1, size.Height-f.height-2))
	t.cursor.Move(fyne.NewPos(e.Position.X, 0))
	t.cursor.Show()
	putText(t.read, t.Reading(i), f, CurrentPalette().Text, size.Width/3, size.Height-f.height-1, size.Width/3, f.height, false)
	canvas.Refresh(t)
}

// MouseOut implements desktop.Hoverable.
func (t *Timeline) MouseOut() {
	t.cursor.Hide()
	t.read.Text = ""
	canvas.Refresh(t)
}

// Reading says what was known at point i.
func (t *Timeline) Reading(i int) string {
	v := &t.points[i]
	s := v.Time.Format("15:04:05") + "  "
	if !v.Answers {
		return s + "no answer"
	}
	if v.Players >= 0 {
		s += fmt.Sprintf("%d players  ", v.Players)
	}
	if v.RTT > 0 {
		s += fmt.Sprintf("%.1f ms  ", float64(v.RTT.Microseconds())/1000)
	}
	for ; i >= 0; i-- {
		if t.points[i].Mark != "" {
			return s + t.points[i].Mark
		}
	}
	return s
}
