package decoder

import (
	"testing"

	"pgregory.net/rapid"
)

// Every word is found, wherever it lies, and nothing that is but like one.
func TestFindWord(t *testing.T) {
	known := map[string]int{}
	for i := range words {
		known[words[i].text] = i
	}
	if len(known) != len(words) {
		t.Fatalf("%d words, %d different ones", len(words), len(known))
	}
	look := func(t interface{ Fatalf(string, ...any) }, s, after string) {
		b := []byte(s + after)
		for _, text := range [][]byte{b[:len(s)], b[:len(s):len(s)]} {
			if got := findWord(text); got != &words[known[s]] {
				t.Fatalf("%q before %q is taken for %q", s, after, got.text)
			}
		}
	}
	for s := range known {
		look(t, s, "")
		look(t, s, "\\and more")
	}
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(rapid.SampledFrom([]string{"queryi", "gamenam", "players", "playersbalance", "mutator", "frag"}), rapid.StringMatching("[a-z_]{0,20}")).Draw(t, "text")
		look(t, s+rapid.StringMatching("[a-z\\x00]{0,3}").Draw(t, "end"), rapid.StringMatching("[a-z]{0,9}").Draw(t, "after"))
	})
}
