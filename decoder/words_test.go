package decoder_test

import (
	"testing"

	"pgregory.net/rapid"

	"fragscope/decoder/internal/backslash"
)

// Every word is found, wherever it lies, and nothing that is but like one.
func TestFindWord(t *testing.T) {
	known := map[string]int{}
	for i := range backslash.Words {
		known[backslash.Words[i].Text] = i
	}
	if len(known) != len(backslash.Words) {
		t.Fatalf("%d words, %d different ones", len(backslash.Words), len(known))
	}
	look := func(t interface{ Fatalf(string, ...any) }, s, after string) {
		b := []byte(s + after)
		for _, text := range [][]byte{b[:len(s)], b[:len(s):len(s)]} {
			if got := backslash.FindWord(text); got != &backslash.Words[known[s]] {
				t.Fatalf("%q before %q is taken for %q", s, after, got.Text)
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
