package export

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"time"
)

// A Time is nanoseconds since 1970-01-01 UTC, 0 for not known: not every packet
// has a time. All texts have nine digits of fraction, so that they sort as the
// times do.
type Time int64

const (
	timeLayout = "2006-01-02T15:04:05.000000000Z"
	second     = int64(time.Second)
)

// Time returns t as a time, which is zero when t is not known.
func (t Time) Time() time.Time {
	if t == 0 {
		return time.Time{}
	}
	return moment(int64(t))
}

func (t Time) append(dst []byte) []byte { return moment(int64(t)).AppendFormat(dst, timeLayout) }

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
	if s := at.Unix(); s <= math.MinInt64/second || s >= math.MaxInt64/second {
		return fmt.Errorf("the time %s is outside the years 1678 to 2262", b)
	}
	*t = Time(at.UnixNano())
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
