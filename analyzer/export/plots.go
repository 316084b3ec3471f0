//go:build !js

package export

import (
	"fmt"
	"image/color"
	"io"

	"fragscope/analyzer"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// A Plot is a picture that can be written as SVG or PNG.
type Plot struct {
	Name string // for a file: "players", "rtt" or "exchanges"
	plot *plot.Plot
}

// Write writes the plot; format is "svg" or "png".
func (p *Plot) Write(w io.Writer, format string) error {
	c, err := p.plot.WriterTo(24*vg.Centimeter, 13*vg.Centimeter, format)
	if err != nil {
		return fmt.Errorf("plot of %s: %w", p.Name, err)
	}
	_, err = c.WriteTo(w)
	return err
}

// outcomeColors are those of the outcomes by label.
var outcomeColors = map[string]color.RGBA{
	"answered": palette[2], "incomplete": palette[4], "unanswered": palette[1], "unsolicited": palette[3], "announced": palette[6],
}

// Plots draws the players over time, the round-trip times, and the exchanges
// over time, a plot of each even when there is nothing to show in it. r must
// be settled.
func Plots(r *analyzer.Report, a *Activity) ([]*Plot, error) {
	players, err := draw("Players over time", "players", playerCurves(r, plottedServers), false)
	if err != nil {
		return nil, err
	}
	players.X.Label.Text, players.X.Tick.Marker = "time (UTC)", timeTicks(r)
	rtt, err := draw("Round-trip times to the first reply", "exchanges", rttCurves(r), false)
	if err != nil {
		return nil, err
	}
	rtt.X.Label.Text = "milliseconds"
	if rtt.X.Min > 0 && rtt.X.Max > rtt.X.Min {
		rtt.X.Scale, rtt.X.Tick.Marker = plot.LogScale{}, decades{}
	}
	activity, err := draw("Exchanges over time", "exchanges", activityCurves(a), true)
	if err != nil {
		return nil, err
	}
	activity.X.Label.Text, activity.X.Tick.Marker = "time (UTC)", timeTicks(r)
	if a != nil && a.width > 0 {
		activity.Y.Label.Text = "exchanges in " + Duration(a.width)
	}
	return []*Plot{{plotNames[0], players}, {plotNames[1], rtt}, {plotNames[2], activity}}, nil
}

// plotNames are the names of what [Plots] draws, in order.
var plotNames = [...]string{"players", "rtt", "exchanges"}

// timeTicks returns ticks with the time, and the day when there is more than one.
func timeTicks(r *analyzer.Report) plot.Ticker {
	form := "15:04:05"
	if r.Last/86_400e9 != r.First/86_400e9 {
		form = "2006-01-02\n15:04"
	}
	return plot.TimeTicks{Format: form, Time: plot.UTCUnixTime}
}

// decades marks 1, 2 and 5 of every power of ten, so that an axis of one decade
// has numbers too.
type decades struct{}

func (decades) Ticks(low, high float64) []plot.Tick {
	var ticks []plot.Tick
	for _, v := range decadeMarks(low, high) {
		ticks = append(ticks, plot.Tick{Value: v, Label: fmt.Sprintf("%g", v)})
	}
	return ticks
}

// wholes marks whole numbers.
type wholes struct{}

func (wholes) Ticks(_, high float64) []plot.Tick {
	var ticks []plot.Tick
	for _, v := range roundMarks(high, 6) {
		ticks = append(ticks, plot.Tick{Value: v, Label: Grouped(int64(v))})
	}
	return ticks
}

// draw draws curves; filled ones lie one behind the other, the last at the back.
func draw(title, unit string, curves []Curve, filled bool) (*plot.Plot, error) {
	p := plot.New()
	p.Title.Text, p.Y.Label.Text = title, unit
	p.BackgroundColor = color.White
	p.Legend.Top = true
	p.Y.Min = 0
	if len(curves) == 0 {
		p.Title.Text = title + ": nothing was seen"
		p.X.Min, p.X.Max, p.Y.Max = 0, 1, 1
		p.HideAxes()
		return p, nil
	}
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = color.Gray{0xe0}, color.Gray{0xe0}
	p.Add(grid)
	for i := range curves {
		i := i
		if filled {
			i = len(curves) - 1 - i
		}
		c := &curves[i]
		xy := make(plotter.XYs, len(c.X))
		for k := range c.X {
			xy[k].X, xy[k].Y = c.X[k], c.Y[k]
		}
		line, err := plotter.NewLine(xy)
		if err != nil {
			return nil, fmt.Errorf("%s, %s: %w", title, c.Name, err)
		}
		line.Width = vg.Points(1.5)
		line.Color = palette[i%len(palette)]
		if filled {
			line.Color = outcomeColors[c.Name]
			line.FillColor = line.Color
			line.Width = 0
		}
		p.Add(line)
		if filled {
			patch, _ := plotter.NewLine(plotter.XYs{{X: xy[0].X, Y: 0}})
			patch.Color, patch.Width = line.Color, vg.Points(6)
			p.Legend.Add(c.Name, patch)
		} else {
			p.Legend.Add(c.Name, line)
		}
	}
	p.Y.Min = 0
	p.Y.Max = max(p.Y.Max*1.15, 1) // room for the legend
	p.Y.Tick.Marker = wholes{}
	return p, nil
}
