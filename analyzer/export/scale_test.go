package export

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func texts(ticks []Tick) string {
	var all []string
	for _, t := range ticks {
		all = append(all, t.Text)
	}
	return strings.Join(all, ", ")
}

func TestTimeTicks(t *testing.T) {
	plusTwo := time.FixedZone("", 2*3600)
	const start = 1_700_000_000 // 2023-11-14 22:13:20 UTC
	for _, c := range []struct {
		long float64
		zone *time.Location
		want string
	}{
		{0.02, time.UTC, "20.000 s, 20.005 s, 20.010 s, 20.015 s, 20.020 s"},
		{40, time.UTC, "22:13:20, 22:13:30, 22:13:40, 22:13:50, 22:14:00"},
		{5 * 3600, time.UTC, "23:00, 00:00, 01:00, 02:00, 03:00"},
		{5 * 3600, plusTwo, "01:00, 02:00, 03:00, 04:00, 05:00"},
		{2 * day, time.UTC, "Nov 15 00:00, Nov 15 12:00, Nov 16 00:00, Nov 16 12:00"},
		{2 * day, plusTwo, "Nov 15 12:00, Nov 16 00:00, Nov 16 12:00, Nov 17 00:00"},
		{5 * day, time.UTC, "Nov 15, Nov 16, Nov 17, Nov 18, Nov 19"},
		{900 * day, time.UTC, "2024-03-18, 2024-10-04, 2025-04-22, 2025-11-08"},
	} {
		if got := texts(TimeTicks(start, start+c.long, 5, c.zone)); got != c.want {
			t.Errorf("%v s: %s; want %s", c.long, got, c.want)
		}
	}
}

func TestLogTicks(t *testing.T) {
	for _, c := range []struct {
		from, to float64
		want     string
	}{
		{0.1, 500, "100 µs, 1 ms, 10 ms, 100 ms"},
		{4, 120, "5 ms, 10 ms, 20 ms, 50 ms, 100 ms"},
		{20.7, 83, "30 ms, 40 ms, 50 ms, 60 ms, 70 ms, 80 ms"},
		{41, 42, "41 ms, 42 ms"},
		{0, 1, ""},
	} {
		if got := texts(LogTicks(c.from, c.to)); got != c.want {
			t.Errorf("%v to %v ms: %s; want %s", c.from, c.to, got, c.want)
		}
	}
}

// Ticks of any two times are few, rise, and lie between them.
func TestTicksBetween(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from := rapid.Float64Range(-9.2e9, 9.2e9).Draw(t, "from")
		to := from + rapid.Float64Range(0.001, 1.8e10).Draw(t, "long")
		most := rapid.IntRange(0, 12).Draw(t, "most")
		last := from - 1e-3
		ticks := TimeTicks(from, to, most, time.UTC)
		for _, x := range ticks {
			if x.At <= last || x.At > to {
				t.Fatalf("%v after %v, between %v and %v", x.At, last, from, to)
			}
			last = x.At
		}
		if len(ticks) > most+1 {
			t.Fatalf("%d ticks of %d", len(ticks), most)
		}
	})
}
