package wire

import (
	"strconv"
	"testing"

	_ "fragscope/samples/seeded" // the same inputs in each run

	"pgregory.net/rapid"
)

// A number is canonical when its value writes the same digits.
func TestCanonical(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.StringMatching(`[-+]?0{0,3}[0-9]{1,18}`),
			rapid.SampledFrom([]string{"0", "-0", "+0", "00", "-01", "+1", "-1", "007"})).Draw(t, "text")
		v, ok := ParseSigned([]byte(text))
		if ok && Canonical([]byte(text)) != (strconv.FormatInt(v, 10) == text) {
			t.Errorf("%q: canonical %v", text, Canonical([]byte(text)))
		}
	})
}

// What is no number has no value: a Status with one would not come back from its
// JSON, which leaves out what is not known.
func TestNoNumber(t *testing.T) {
	for _, text := range []string{"", "-", "5x", "5 ", "12.5", "1.00.0", "9999999999999999999"} {
		if v, ok := ParseWhole(text); v != 0 || ok {
			t.Errorf("%q: %d, %v", text, v, ok)
		}
	}
}
