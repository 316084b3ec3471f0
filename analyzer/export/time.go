package export

import (
	"encoding/json"
	"fmt"
	"strconv"
	"time"
)

// A Time is nanoseconds since 1970-01-01 UTC, 0 for not known: not every packet
// has a time. All texts have nine digits of fraction, so that they sort as the
// times do.
type Time int64

const second = int64(time.Second)

// append writes t in RFC 3339. It takes a fifth of the time of [time.Time]'s
// AppendFormat, which is seen in tables of millions of rows.
func (t Time) append(dst []byte) []byte {
	if t < 0 { // before 1970: seldom enough
		return moment(int64(t)).AppendFormat(dst, "2006-01-02T15:04:05.000000000Z")
	}
	s, ns := int64(t)/second, int64(t)%second
	day, s := s/86400, s%86400
	// The year begins in March here, so that its last day is the leap day, and
	// years come in eras of 400.
	day += 719468
	era, day := day/146097, day%146097
	year := (day - day/1460 + day/36524 - day/146096) / 365
	day -= 365*year + year/4 - year/100
	month := (5*day + 2) / 153
	day -= (153*month + 2) / 5
	year += 400 * era
	if month += 3; month > 12 {
		month, year = month-12, year+1
	}
	dst = append(dst, "0000-00-00T00:00:00.000000000Z"...)
	b := dst[len(dst)-30:]
	for _, x := range [...]struct{ end, v int64 }{{4, year}, {7, month}, {10, day + 1}, {13, s / 3600}, {16, s / 60 % 60},
		{19, s % 60}, {29, ns}} {
		for i, v := x.end-1, x.v; v > 0; i, v = i-1, v/10 {
			b[i] = byte('0' + v%10)
		}
	}
	return dst
}

// MarshalJSON writes RFC 3339, null for a time that is not known.
func (t Time) MarshalJSON() ([]byte, error) {
	if t == 0 {
		return []byte("null"), nil
	}
	return append(t.append([]byte{'"'}), '"'), nil
}

// UnmarshalJSON reads what MarshalJSON wrote, and any other RFC 3339.
func (t *Time) UnmarshalJSON(b []byte) error {
	var at *time.Time
	if err := json.Unmarshal(b, &at); err != nil {
		return err
	}
	if *t = 0; at == nil {
		return nil
	}
	if *t = Time(at.UnixNano()); !moment(int64(*t)).Equal(*at) {
		return fmt.Errorf("the time %s is outside the years 1678 to 2262", b)
	}
	return nil
}

// Nanoseconds are a [Time] as a number, exact where a table's times are not.
type Nanoseconds int64

// MarshalJSON writes the number, null for a time that is not known.
func (n Nanoseconds) MarshalJSON() ([]byte, error) {
	if n == 0 {
		return []byte("null"), nil
	}
	return strconv.AppendInt(nil, int64(n), 10), nil
}
