package paste_test

import (
	"strings"
	"testing"

	"fragscope/decoder/paste"
)

// TestStop: a paste that is stopped is read no further, whatever it looks like, and the next one is read as ever.
func TestStop(t *testing.T) {
	for name, unit := range map[string]string{
		"dump":            "00000000: 7900 0000 0261 6263 6465 6667 6869 6a6b  y....abcdefghijk\n",
		"plain hex":       "79 00 00 00 02 61 62 63 64 65 66 67 68 69 6a 6b\n\n",
		"bytes in text":   "got 0x79, 0x00, 0x00, 0x00, 0x02, 0x61 from 192.0.2.1\n",
		"escapes":         "b'\\x79\\x00\\x00\\x00\\x02abc'\n",
		"JSON":            "{\"payload\":\"7900000002616263\"}\n",
		"prose":           "Nothing in this line is a packet, and nothing in the next.\n",
		"text of packets": "\\hostname\\A\\queryid\\29.1\\final\\\n\n",
	} {
		for _, size := range []int{20 << 10, 200 << 10} { // judged, and too large for that
			text := []byte(strings.Repeat(unit, size/len(unit)))
			calls := 0
			o := judged()
			o.Stop = func() bool { calls++; return false }
			if _, err := paste.Parse(text, o); err == paste.ErrStopped || calls == 0 {
				t.Errorf("%s: %d calls, %v", name, calls, err)
			}
			for _, at := range []int{1, 2, (calls + 1) / 2, calls} {
				n, o := 0, judged()
				o.Stop = func() bool { n++; return n >= at }
				if _, err := paste.Parse(text, o); err != paste.ErrStopped || n != at {
					t.Errorf("%s, stopped at %d of %d: %d calls, %v", name, at, calls, n, err)
				}
			}
		}
	}
}
