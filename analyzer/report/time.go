package report

import (
	"encoding/json"
	"fmt"
	"time"
)

// A Time is nanoseconds since 1970-01-01 UTC, 0 for not known: not every packet
// has a time. All texts have nine digits of fraction, so that they sort as the
// times do.
type Time int64

// Append appends t in RFC 3339, a layout that package time writes many times as fast as others.
func (t Time) Append(dst []byte) []byte {
	at := time.Unix(0, int64(t)).UTC()
	dst = at.AppendFormat(dst, time.RFC3339)
	dst = append(dst[:len(dst)-1], ".000000000Z"...)
	for i, ns := len(dst)-2, at.Nanosecond(); ns > 0; i, ns = i-1, ns/10 {
		dst[i] = byte('0' + ns%10)
	}
	return dst
}

// MarshalJSON writes RFC 3339, null for a time that is not known.
func (t Time) MarshalJSON() ([]byte, error) {
	if t == 0 {
		return []byte("null"), nil
	}
	return append(t.Append([]byte{'"'}), '"'), nil
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
	if *t = Time(at.UnixNano()); !time.Unix(0, int64(*t)).Equal(*at) {
		return fmt.Errorf("the time %s is outside the years 1678 to 2262", b)
	}
	return nil
}
