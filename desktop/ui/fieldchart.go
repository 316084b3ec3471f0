package ui

import (
	"math"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"fragscope/analyzer/export"
	"fragscope/desktop/state"
)

// A FieldChart shows one value of packets over time, as long as one is watched.
type FieldChart struct {
	chart   *Chart
	Content *fyne.Container
	changed func() // it was shown or hidden, nil for nothing

	// OnStop is called when the value is to be watched no longer. May be nil.
	OnStop func()
}

// NewFieldChart returns a chart of no value, which is hidden.
func NewFieldChart() *FieldChart {
	f := &FieldChart{chart: newChart(chartTime, "", "", "no packet with the value yet")}
	f.chart.fit = true
	stop := NewSign("Stop watching this field", theme.CancelIcon(), func() {
		f.Show(nil, nil)
		calling(&f.OnStop)()
	})
	f.Content = NewBorder(nil, nil, nil, container.NewVBox(stop), f.chart)
	f.Content.Hide()
	return f
}

// Show shows a value over time, with times of a zone; nil hides the chart.
func (f *FieldChart) Show(s *state.Series, zone *time.Location) {
	if s != nil {
		f.chart.setSeries(s, zone)
	}
	if on := s != nil; on != f.Content.Visible() {
		ShowIf(on, f.Content)
		calling(&f.changed)()
	}
}

// setSeries shows a value over time: numbers as a curve, other values by when they changed.
func (c *Chart) setSeries(s *state.Series, zone *time.Location) {
	c.title, c.unit, c.zone = s.Name, s.Key, zone
	v := curve{Curve: export.Curve{Name: "value"}, text: exactly}
	v.tint = func(p *Palette) (line, below colour) { return p.Accent, colour{} }
	c.curves, c.marks = nil, nil
	put := func(at time.Time, y float64) {
		v.X, v.Y = append(v.X, float64(at.UnixNano())/1e9), append(v.Y, y)
	}
	for i := range s.Points {
		p := &s.Points[i]
		if put(p.Time, p.Number); math.IsNaN(p.Number) {
			c.marks = append(c.marks, mark{v.X[len(v.X)-1], state.HideText(state.Escape(p.Text))})
		}
	}
	if n := len(s.Points); n > 0 {
		if put(s.Last, s.Points[n-1].Number); s.Points[0].Time.Equal(s.Last) {
			v.X[n] += 1 // one value is a line too
		}
		c.curves = append(c.curves, v)
	}
	c.Refresh()
}
