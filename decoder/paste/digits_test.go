package paste_test

import (
	"strings"
	"testing"

	"fragscope/decoder/paste"
)

// TestManyBadDigits: a text is read again for a few digits that cannot be read, not for
// each, and no reading is offered that refuses the text as it is.
func TestManyBadDigits(t *testing.T) {
	bad := "80 00 00 00 0X 6C 1X 00"
	for _, c := range []struct {
		text string
		read bool
	}{
		{"80 00 00 00 0G", true},
		{strings.Repeat("80 00 00 00 0G\n\n", 5000), false},
		{strings.Repeat(bad+"\n", 5000), false},
	} {
		res, err := paste.Parse([]byte(c.text), judged())
		if (err == nil) != c.read || res != nil && len(res.Others) > 0 {
			t.Errorf("%.30q: %+v, %v", c.text, res, err)
		}
	}
}
