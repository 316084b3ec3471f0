package ui

import (
	"fmt"
	"image"
	"strings"
	"testing"
	"time"

	"fragscope/analyzer/export"
	"fragscope/analyzer/servers"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
)

// texts returns what a layer of text says.
func texts(l *textLayer) (list []string) {
	for _, q := range l.pieces {
		if q.text != "" {
			list = append(list, q.text)
		}
	}
	return list
}

// TestChartAxes: both axes have round numbers with units, a curve with a scale of
// its own has its own axis, and the names are above.
func TestChartAxes(t *testing.T) {
	began := time.Date(2024, 5, 1, 18, 0, 0, 0, time.UTC)
	var samples []servers.Sample
	for i := range 61 {
		samples = append(samples, servers.Sample{Time: began.Add(time.Duration(i) * time.Minute), Answers: true,
			Players: int64(i % 14), RTT: time.Duration(20+i) * time.Millisecond})
	}
	c := NewServerChart()
	shown(t, c, Dark, 700, 160).Canvas().Capture()
	c.SetSamples(samples)
	if got := fmt.Sprint(texts(c.left)); got != "[0 5 10 15]" {
		t.Errorf("the axis of players says %s", got)
	}
	if got := fmt.Sprint(texts(c.right)); got != "[50 ms 100 ms 150 ms]" {
		t.Errorf("the axis of round trips says %s", got)
	}
	if got := fmt.Sprint(texts(c.foot)); got != "[18:00 18:10 18:20 18:30 18:40 18:50 19:00]" {
		t.Errorf("the axis of time says %s", got)
	}
	if got := strings.Join(texts(c.head), "|"); got != "Players|max 13, UTC|■|players|■|RTT" {
		t.Errorf("above is %s", got)
	}
	at := c.raster.Position().AddXY(c.raster.Size().Width/2, 5)
	c.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at}})
	if got := strings.Join(texts(c.foot), "|"); !strings.HasPrefix(got, "18:30:00   players 2") && !strings.HasPrefix(got,
		"18:29:") {
		t.Errorf("the mouse reads %s", got)
	}
	// Curves of a capture, over less than a second; durations by powers of ten.
	c = newChart(chartTime, "Packets a second", "packets", "")
	shown(t, c, Light, 500, 120)
	x := float64(began.Unix())
	c.Set([]export.Curve{{Name: "all", X: []float64{x, x + 0.2, x + 0.4}, Y: []float64{1, 990, 3}}})
	if got := fmt.Sprint(texts(c.foot)); got != "[00.000 s 00.100 s 00.200 s 00.300 s 00.400 s]" &&
		got != "[00.000 s 00.200 s 00.400 s]" {
		t.Errorf("the axis of time says %s", got)
	}
	if got := texts(c.left); got[len(got)-1] != "1,000" {
		t.Errorf("the axis of packets says %v", got)
	}
	// Few of them, with one digit, are as well said.
	c.Set([]export.Curve{{Name: "all", X: []float64{x, x + 1}, Y: []float64{4, 7}}})
	if got := texts(c.left); len(got) < 2 || got[0] != "0" || got[1] == "" {
		t.Errorf("the axis of a few packets says %q", got)
	}
	c = newChart(chartLog, "Round trips", "exchanges", "")
	shown(t, c, Light, 500, 120)
	c.Set([]export.Curve{{Name: "unreal2", X: []float64{0.05, 3, 2500}, Y: []float64{1, 4, 2}}})
	if got := fmt.Sprint(texts(c.foot)); got != "[100 µs 1 ms 10 ms 100 ms 1 s]" {
		t.Errorf("the axis of durations says %s", got)
	}
	// All took about as long: no round number is between them.
	c.Set([]export.Curve{{Name: "unreal2", X: []float64{40.6, 41.7}, Y: []float64{1, 4}}})
	if got := fmt.Sprint(texts(c.foot)); got != "[40.6 ms 41.7 ms]" {
		t.Errorf("the axis of like durations says %s", got)
	}
}

// TestChartNames: names that have no room are counted.
func TestChartNames(t *testing.T) {
	c := newChart(chartTime, "Players", "players", "")
	shown(t, c, Dark, 500, 160).Canvas().Capture()
	var list []export.Curve
	for i := range 8 {
		list = append(list, export.Curve{Name: fmt.Sprintf("A server with a long name %d", i), X: []float64{1, 2},
			Y: []float64{3, 4}})
	}
	for n := range list {
		c.Set(list[:n+1])
		named, more := 0, 0
		for _, text := range texts(c.head) {
			if strings.HasPrefix(text, "A server") {
				named++
			}
			if _, err := fmt.Sscanf(text, moreNames, &more); err != nil {
				more = 0
			}
		}
		if named+more != n+1 || named < min(n+1, 3) {
			t.Errorf("of %d curves %d are named, %d more are said", n+1, named, more)
		}
	}
}

// TestSplitLine: the line between two parts is one unit thick and can be dragged,
// as far as neither part is smaller than it can be.
func TestSplitLine(t *testing.T) {
	a, b := NewGrid([]Column{{Title: "a", Min: 4}}, func() int { return 0 }),
		NewGrid([]Column{{Title: "b", Min: 4}}, func() int { return 0 })
	s := NewHSplit(a, b)
	w := shown(t, s, Dark, 600, 200)
	s.SetOffset(0.5)
	line := 0
	img, middle := w.Canvas().Capture(), int(s.line.Position().X+s.line.Size().Width/2)
	for x := middle - 2; x <= middle+2; x++ {
		if sameColour(img, x, 100) {
			line++
		}
	}
	if line != 1 {
		t.Errorf("the line is %d wide", line)
	}
	test.Drag(w.Canvas(), fyne.NewPos(float32(middle)+1, 100), -100, 0)
	if got := a.Size().Width; got < 190 || got > 205 {
		t.Errorf("dragged, the first part has %v", got)
	}
	test.Drag(w.Canvas(), fyne.NewPos(s.line.Position().X+4, 100), -500, 0)
	if got := a.Size().Width; got > a.MinSize().Width+1 {
		t.Errorf("dragged to the edge, the first part has %v of %v", got, a.MinSize().Width)
	}
}

// sameColour reports whether a pixel has the colour of lines.
func sameColour(img image.Image, x, y int) bool {
	r, g, b, _ := img.At(x, y).RGBA()
	p := CurrentPalette().Line
	return uint8(r>>8) == p.R && uint8(g>>8) == p.G && uint8(b>>8) == p.B
}

// TestChartTheme: the curves of a server follow the theme.
func TestChartTheme(t *testing.T) {
	c := NewServerChart()
	shown(t, c, Dark, 400, 200).Canvas().Capture()
	c.SetSamples([]servers.Sample{{Time: time.Unix(100, 0), Answers: true, Players: 3},
		{Time: time.Unix(200, 0), Answers: true, Players: 4}})
	before := c.curves[0].below
	fyne.CurrentApp().Settings().SetTheme(NewTheme(ThemeOptions{Variant: Light}))
	c.Refresh()
	if got := c.curves[0]; got.below == before || got.below != CurrentPalette().AccentSoft ||
		got.colour != CurrentPalette().Accent {
		t.Errorf("below the line it is %v, before %v", got.below, before)
	}
}
