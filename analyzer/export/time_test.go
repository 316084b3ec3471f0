package export

import (
	"encoding/json"
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// A time is written as package time does, with nine digits, and read back.
func TestTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := rapid.OneOf(rapid.Int64(), rapid.Int64Range(0, math.MaxInt64), rapid.Int64Range(1_767_225_600_000_000_000,
			1_900_000_000_000_000_000)).Draw(t, "time")
		if at == 0 {
			return
		}
		want := time.Unix(0, at).UTC().Format("2006-01-02T15:04:05.000000000Z")
		if got := string(Time(at).Append(nil)); got != want {
			t.Fatalf("%q, want %q", got, want)
		}
		b, err := json.Marshal(Time(at))
		var back Time
		if err == nil {
			err = json.Unmarshal(b, &back)
		}
		if err != nil || back != Time(at) {
			t.Fatalf("%s came back as %d: %v", b, back, err)
		}
	})
	for day := range int64(366 * 280) { // every day there is
		at := day * 86400e9
		if got, want := string(Time(at + 1).Append(nil)[:10]), time.Unix(0, at).UTC().Format(time.DateOnly); got != want {
			t.Fatalf("%q, want %q", got, want)
		}
	}
	var none Time = 5
	if b, err := json.Marshal(Time(0)); string(b) != "null" || err != nil || json.Unmarshal(b, &none) != nil || none != 0 {
		t.Errorf("a time that is not known: %s, %v, %d", b, err, none)
	}
}
