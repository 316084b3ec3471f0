package export

import (
	"math"
	"strconv"
	"time"

	"fragscope/decoder/wire"
)

// Text returns a text of a packet or a file name such that it does nothing
// anywhere: control characters and letters that change how others are shown
// are escapes, and so are bytes that are no UTF-8.
func Text(s string) string {
	for i := range len(s) {
		if s[i] < 0x20 || s[i] >= 0x7f {
			return string(wire.AppendEscaped(nil, []byte(s)))
		}
	}
	return s
}

func moment(t int64) time.Time { return time.Unix(t/1e9, t%1e9).UTC() }

// Milliseconds returns nil for -1 ns.
func Milliseconds(ns int64) *float64 {
	if ns < 0 {
		return nil
	}
	ms := float64(ns) / 1e6
	return &ms
}

func percentile(h interface{ Percentile(float64) int64 }, count int64, p float64) *float64 {
	if count == 0 {
		return nil
	}
	return Milliseconds(h.Percentile(p))
}

// address writes an address, with a port or without; "" for none.
func address[A interface {
	IsValid() bool
	String() string
}](a A) string {
	if !a.IsValid() {
		return ""
	}
	return Text(a.String())
}

// Grouped writes n with commas between thousands.
func Grouped[T int | int64](n T) string {
	s := strconv.FormatInt(int64(n), 10)
	start := 0
	if n < 0 {
		start = 1
	}
	for i := len(s) - 3; i > start; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Many writes a count with the word that goes with it.
func Many[T int | int64](n T, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return Grouped(n) + " " + more
}

// Size writes a number of bytes for people.
func Size(n int64) string {
	if n < 1000 {
		return Many(n, "byte", "bytes")
	}
	v := float64(n)
	for _, unit := range []string{"kB", "MB", "GB", "TB"} {
		v /= 1000
		if v < 999.5 || unit == "TB" {
			return significant(v) + " " + unit
		}
	}
	return ""
}

// significant writes v with three digits that matter, without zeros at the end.
func significant(v float64) string {
	digits := 2
	switch {
	case v >= 99.95:
		digits = 0
	case v >= 9.995:
		digits = 1
	}
	scale := math.Pow10(digits)
	return strconv.FormatFloat(math.Round(v*scale)/scale, 'f', -1, 64)
}

// Duration writes nanoseconds for people.
func Duration(ns int64) string {
	switch {
	case ns < 0:
		return "-" + Duration(-ns)
	case ns < 1_000:
		return strconv.FormatInt(ns, 10) + " ns"
	case ns < 999_500:
		return significant(float64(ns)/1e3) + " µs"
	case ns < 999_500_000:
		return significant(float64(ns)/1e6) + " ms"
	case ns < 60_000_000_000:
		return significant(float64(ns)/1e9) + " s"
	}
	s := ns / 1_000_000_000
	switch {
	case s < 3600:
		return two(s/60, "m", s%60, "s")
	case s < 86400:
		return two(s/3600, "h", s/60%60, "m")
	}
	return two(s/86400, "d", s/3600%24, "h")
}

func two(a int64, unitA string, b int64, unitB string) string {
	s := strconv.FormatInt(a, 10) + " " + unitA
	if b > 0 {
		s += " " + strconv.FormatInt(b, 10) + " " + unitB
	}
	return s
}

// clock writes the day too when the report spans more than one.
func clock(t int64, days bool) string {
	if t == 0 {
		return ""
	}
	if days {
		return moment(t).Format("2006-01-02 15:04:05")
	}
	return moment(t).Format("15:04:05.000")
}
