package view

import (
	"fmt"
	"strings"
	"testing"

	"fragscope/decoder/paste"
	_ "fragscope/samples/seeded" // the same inputs in each run

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func passages(t interface{ Fatalf(string, ...any) }, text string) ([]Passage, []paste.Datagram) {
	res, err := paste.Parse([]byte(text), paste.Options{Positions: true})
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return Passages([]byte(text), res.Datagrams), res.Datagrams
}

func TestPassages(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"two datagrams", "my server:\n80 00 00 00 01\n41 42\n\n80 00 00 00 02\n", "" +
			`1:1 -1 1+10 "my server:"` + "\n" +
			`2:1 0 1+14 "80 00 00 00 01"` + "\n" +
			`3:1 0 1+5 "41 42"` + "\n" +
			`5:1 1 1+14 "80 00 00 00 02"` + "\n" +
			"lines 2–3 2:1-3:5\nline 5 5:1-5:14\n"},
		{"a mark of the byte order, and characters of two units", "\ufeff# \U0001f3ae né\n80 00 00 00 01 # \U0001f3ae\n", "" +
			`1:1 -1 1+7 "# 🎮 né"` + "\n" +
			`2:1 0 1+14 "80 00 00 00 01"` + "\n" +
			`2:16 -1 16+4 "# 🎮"` + "\n" +
			"line 2 2:1-2:14\n"},
		{"UTF-16", "\xff\xfe#\x00 \x00x\x00\n\x008\x000\x00 \x000\x000\x00 \x000\x000\x00", "" +
			`1:1 -1 1+3 "# x"` + "\n" +
			`2:1 0 1+8 "80 00 00"` + "\n" +
			"line 2 2:1-2:8\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			list, datagrams := passages(t, c.text)
			var b strings.Builder
			for _, p := range list {
				fmt.Fprintf(&b, "%d:%d %d %d+%d %q\n", p.Line, p.Column, p.Datagram, p.Unit, p.Units, p.Text)
			}
			for _, e := range Extents(list, len(datagrams)) {
				fmt.Fprintln(&b, e, e.Place())
			}
			if d := cmp.Diff(c.want, b.String()); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
	if e := (Extent{}); e.String() != "" {
		t.Errorf("nowhere is %q", e)
	}
}

// TestPassagesAreOfTheText puts words of any script around bytes: what is marked as bytes is their digits, and what is
// skipped is the words.
func TestPassagesAreOfTheText(t *testing.T) {
	words := rapid.SampledFrom([]string{"server", "сервер", "服务器", "🎮🎮", "né", "what?"})
	rapid.Check(t, func(t *rapid.T) {
		before, after := words.Draw(t, "before"), words.Draw(t, "after")
		text := before + " says\n80 00 00 00 01 41 42 43 44 45 46 47 # " + after + "\n"
		list, _ := passages(t, text)
		var got []string
		for _, p := range list {
			got = append(got, p.Text)
		}
		if d := cmp.Diff([]string{before + " says", "80 00 00 00 01 41 42 43 44 45 46 47", "# " + after}, got); d != "" {
			t.Errorf("%q (-want +got):\n%s", text, d)
		}
	})
}
