package export

import (
	"strconv"

	"fragscope/analyzer/report"
)

type Time = report.Time

// Nanoseconds are a [Time] as a number, exact where a table's times are not.
type Nanoseconds int64

// MarshalJSON writes the number, null for a time that is not known.
func (n Nanoseconds) MarshalJSON() ([]byte, error) {
	if n == 0 {
		return []byte("null"), nil
	}
	return strconv.AppendInt(nil, int64(n), 10), nil
}
