package wire

import (
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

// A number is canonical when its value writes the same digits.
func TestCanonical(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.StringMatching(`[-+]?0{0,3}[0-9]{1,18}`), rapid.SampledFrom([]string{"0", "-0", "+0", "00", "-01", "+1", "-1", "007"})).Draw(t, "text")
		v, ok := ParseSigned([]byte(text))
		if ok && Canonical([]byte(text)) != (strconv.FormatInt(v, 10) == text) {
			t.Errorf("%q: canonical %v", text, Canonical([]byte(text)))
		}
	})
}
