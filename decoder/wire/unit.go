package wire

import "strconv"

// A Unit says what a number counts, where people read it better in another form.
type Unit uint8

// The units.
const (
	UnitNone     Unit = iota
	UnitSeconds       // 104490.086 is 29:01:30
	UnitMinutes       // 90 is 1:30:00
	UnitMillis        // 467565 is 0:07:47
	UnitUnixTime      // seconds since 1970
	UnitHash          // read in hexadecimal
)

const (
	minute = 60
	hour   = 60 * minute
	day    = 24 * hour
	// maxClock bounds durations: three years.
	maxClock = 1000 * day
	maxTime  = 1 << 32
)

// Reading returns the form in which people read a number; "" where it is none.
func (u Unit) Reading(value string) string { return string(u.append(nil, TrimBlanks(value))) }

func (u Unit) append(dst []byte, value string) []byte {
	if u == UnitNone || len(value) > 32 {
		return dst
	}
	v, err := strconv.ParseFloat(value, 64)
	if err != nil || v != v || v < 0 {
		return dst
	}
	switch u {
	case UnitMinutes, UnitMillis, UnitSeconds:
		if u == UnitMinutes {
			v *= minute
		} else if u == UnitMillis {
			v /= 1000
		}
		if v >= minute && v <= maxClock { // fewer seconds are read as they are
			return appendClock(dst, uint64(v))
		}
	case UnitUnixTime:
		if v > 0 && v < maxTime {
			return append(appendTime(dst, uint64(v)), " UTC"...)
		}
	case UnitHash:
		if n, err := strconv.ParseUint(value, 10, 64); err == nil {
			return strconv.AppendUint(append(dst, "0x"...), n, 16)
		}
	}
	return dst
}

func appendTwo(dst []byte, v uint64) []byte { return append(dst, byte('0'+v/10%10), byte('0'+v%10)) }

// appendClock appends seconds as hours, minutes and seconds.
func appendClock(dst []byte, v uint64) []byte {
	dst = strconv.AppendUint(dst, v/hour, 10)
	dst = appendTwo(append(dst, ':'), v/minute%60)
	return appendTwo(append(dst, ':'), v%60)
}

// appendTime appends seconds since 1970 as date and time of day.
func appendTime(dst []byte, v uint64) []byte {
	days := v / day
	year := uint64(1970)
	length := func() uint64 {
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 366
		}
		return 365
	}
	for ; days >= length(); year++ {
		days -= length()
	}
	month := uint64(0)
	for _, n := range [...]uint64{31, length() - 337, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31} {
		if days < n {
			break
		}
		days -= n
		month++
	}
	dst = appendTwo(append(strconv.AppendUint(dst, year, 10), '-'), month+1)
	dst = append(appendTwo(append(dst, '-'), days+1), ' ')
	return appendClockTwo(dst, v%day)
}

func appendClockTwo(dst []byte, v uint64) []byte {
	if v < 10*hour {
		dst = append(dst, '0')
	}
	return appendClock(dst, v)
}
