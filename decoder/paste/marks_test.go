package paste

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestMarks shows the parts of a paste: the letter of a datagram where its bytes are, - where text was skipped.
func TestMarks(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"dump", "00000000: 8000 0001 41  ....A\n00000005: 4243  BC\n", "          aaaaaaaaaaaa\n          aaaa\n"},
		{"words that are swapped", "0000000 0180 0302\n0000004\n", "        aaaaaaaaa\n-------\n"},
		{"prose around", "my server says this:\n80 00 01 02 41 42 43 44 45 46 47 48\n\nand then\n\n79 00 00 00 01 41 42 43 " +
			"44 45 46 47\nwhat is it?\n",
			"--------------------\naaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n\n--------\n\nbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\n-----------\n"},
		{"a call", `x = bytes.fromhex("80 00 01")  # what?`, "-------------------aaaaaaaa-----------"},
		{"colours", "\x1b[1m80\x1b[0m 01", " ---aa --- aa"},
	} {
		t.Run(c.name, func(t *testing.T) {
			res, err := Parse([]byte(c.text), Options{Positions: true})
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(c.text, "\n")
			got := make([]string, len(lines))
			for _, m := range Marks([]byte(c.text), res.Datagrams) {
				row := &got[m.Line-1]
				*row += strings.Repeat(" ", int(m.Column)-1-len(*row))
				letter := "-"
				if m.Datagram != Skipped {
					letter = string(rune('a' + m.Datagram))
				}
				*row += strings.Repeat(letter, int(m.Width))
			}
			if d := cmp.Diff(c.want, strings.Join(got, "\n")); d != "" {
				t.Errorf("read as %s (-want +got):\n%s", res.Format, d)
			}
		})
	}
}
