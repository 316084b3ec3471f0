package export

import (
	"image/color"
	"math"
	"time"
)

// The scales and colours of all plots: of files, of the page in HTML, and of the desktop.

// A Tick is a place on an axis.
type Tick struct {
	At   float64
	Text string
}

// PlotColors are told apart by people who do not see all colours.
var PlotColors = []color.NRGBA{
	rgb(0x2f8fd0), rgb(0xd55e00), rgb(0x009e73), rgb(0xcc79a7), rgb(0xe69f00), rgb(0x56b4e9), rgb(0x808080), rgb(0x8c6d31),
}

// OutcomeColors are the colours of outcomes, by [report.Outcome.Label].
var OutcomeColors = map[string]color.NRGBA{
	"answered": PlotColors[2], "incomplete": PlotColors[4], "unanswered": PlotColors[1], "unsolicited": PlotColors[3],
	"announced": PlotColors[6],
}

func rgb(v uint32) color.NRGBA { return color.NRGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255} }

// RoundUp returns the first number that is not less than v and is one of some
// times a power of ten. They begin with 1; it takes 1, 2 and 5 for none.
func RoundUp(v float64, some ...float64) float64 {
	if len(some) == 0 {
		some = []float64{1, 2, 5}
	}
	power := math.Pow(10, math.Floor(math.Log10(v)))
	for _, n := range some {
		if n*power >= v*(1-1e-9) {
			return n * power
		}
	}
	return 10 * power
}

const day = 86400

// timeSteps are the round distances between times of a day, in seconds.
var timeSteps = []float64{
	0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30,
	60, 2 * 60, 5 * 60, 10 * 60, 15 * 60, 30 * 60, 3600, 2 * 3600, 3 * 3600, 6 * 3600, 12 * 3600, day,
}

// TimeTicks returns about as many round times of a zone between two, which are
// in seconds since 1970-01-01 UTC. There is at most one more than most.
func TimeTicks(from, to float64, most int, zone *time.Location) (ticks []Tick) {
	long := to - from
	step := day * RoundUp(max(1, long/day/float64(max(1, most))))
	for _, s := range timeSteps {
		if long/s <= float64(most) {
			step = s
			break
		}
	}
	moment := func(at float64) time.Time { return time.UnixMicro(int64(math.Round(at * 1e6))).In(zone) }
	_, shift := moment(from).Zone()
	format := "15:04"
	switch {
	case long >= 365*day:
		format = "2006-01-02"
	case step >= day:
		format = "Jan 2"
	case long > day:
		format = "Jan 2 15:04"
	case step < 1:
		format = "05.000 s"
	case step < 60:
		format = "15:04:05"
	}
	first := math.Ceil((from+float64(shift))/step)*step - float64(shift)
	for i := 0; i <= most; i++ {
		if at := first + float64(i)*step; at <= to {
			ticks = append(ticks, Tick{at, moment(at).Format(format)})
		}
	}
	return ticks
}

// LogTicks returns powers of ten between two durations in ms, numbers between
// them where they are few, and the two themselves where there is nothing else.
func LogTicks(from, to float64) (ticks []Tick) {
	if from <= 0 {
		return nil
	}
	tick := func(ms float64) { ticks = append(ticks, Tick{ms, Duration(int64(math.Round(ms * 1e6)))}) }
	between := []float64{1}
	switch {
	case to/from < 10:
		between = []float64{1, 2, 3, 4, 5, 6, 7, 8, 9}
	case to/from < 100:
		between = []float64{1, 2, 5}
	}
	for power := math.Pow(10, math.Floor(math.Log10(from))); power <= to; power *= 10 {
		for _, n := range between {
			if at := n * power; at >= from && at <= to {
				tick(at)
			}
		}
	}
	if len(ticks) < 2 {
		ticks = nil
		tick(from)
		tick(to)
	}
	return ticks
}
