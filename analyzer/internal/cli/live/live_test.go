package live

import "testing"

// TestRedraw: lines are drawn over the old ones, what is left below is wiped,
// and nothing scrolls.
func TestRedraw(t *testing.T) {
	for _, test := range []struct {
		text   string
		height int
		want   string
	}{
		{"one\ntwo\n", 24, "\x1b[Hone\x1b[K\ntwo\x1b[K\n\x1b[J"},
		{"1\n2\n3\n4\n5\n", 4, "\x1b[H1\x1b[K\n2\x1b[K\n…\x1b[K\n\x1b[J"},
		{"1\n2\n3", 0, "\x1b[H1\x1b[K\n2\x1b[K\n3\x1b[K\n\x1b[J"},
	} {
		if got := redraw(test.text, test.height); got != test.want {
			t.Errorf("%q on %d lines: %q", test.text, test.height, got)
		}
	}
}
