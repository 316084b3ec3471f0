package backslash

import (
	"math/rand/v2"
	"strings"
	"testing"

	_ "fragscope/samples/seeded" // the same inputs in each run

	"pgregory.net/rapid"
)

// Every word is found, wherever it lies, and nothing that is but like one.
func TestFindWord(t *testing.T) {
	known := map[string]int{}
	for i := range words {
		known[words[i].Text] = i
	}
	if len(known) != len(words) {
		t.Fatalf("%d words, %d different ones", len(words), len(known))
	}
	look := func(t interface{ Fatalf(string, ...any) }, s, after string) {
		b := []byte(s + after)
		for _, text := range [][]byte{b[:len(s)], b[:len(s):len(s)]} {
			if got := findWord(text); got != &words[known[s]] {
				t.Fatalf("%q before %q is taken for %q", s, after, got.Text)
			}
		}
	}
	for s := range known {
		look(t, s, "")
		look(t, s, "\\and more")
	}
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(rapid.SampledFrom([]string{"queryi", "gamenam", "players", "playersbalance", "mutator", "frag"}),
			rapid.StringMatching("[a-z_]{0,20}")).Draw(t, "text")
		look(t, s+rapid.StringMatching("[a-z\\x00]{0,3}").Draw(t, "end"), rapid.StringMatching("[a-z]{0,9}").Draw(t, "after"))
	})
}

// Every word has a place of its own. Where a new one does not, the test tells
// a factor with which all have.
func TestWordPlaces(t *testing.T) {
	apart := func(factor uint64) bool {
		var taken [256]bool
		for i := 1; i < len(words); i++ {
			h := wordHash(words[i].start, len(words[i].Text), factor)
			if taken[h] {
				return false
			}
			taken[h] = true
		}
		return true
	}
	if apart(wordFactor) {
		return
	}
	for range 200_000_000 {
		if factor := rand.Uint64() | 1; apart(factor) {
			t.Fatalf("two words share a place: make wordFactor %#x", factor)
		}
	}
	t.Fatal("two words share a place, and no factor was found: there are too many for the table")
}

// Classify says of a key what the list of words says, looked through word by word.
func TestClassify(t *testing.T) {
	slowly := func(key string) (KeyClass, int64) {
		base := strings.TrimRight(key, "0123456789")
		if digits := key[len(base):]; digits != "" && len(digits) <= 18 {
			n := int64(0)
			for _, c := range digits {
				n = 10*n + int64(c-'0')
			}
			if strings.HasSuffix(base, "_t") && len(base) > 2 {
				return ClassTeamPart, n
			}
			if word, cut := strings.CutSuffix(base, "_"); cut && word != "" {
				for i := range words {
					if words[i].Text == word && words[i].Indexed != ClassOther {
						return words[i].Indexed, n
					}
				}
				if WordLike([]byte(word)) {
					return ClassIndexed, n
				}
			}
		}
		for i := range words {
			if words[i].Text == key {
				return words[i].Key, -1
			}
		}
		return ClassOther, -1
	}
	check := func(t interface{ Errorf(string, ...any) }, key, before string) {
		data := []byte(before + key)
		class, n := Classify(data[len(before):])
		if want, m := slowly(key); class != want || n != m {
			t.Errorf("%q behind %q: %d %d, want %d %d", key, before, class, n, want, m)
		}
	}
	ends := []string{"", "_3", "_47", "_t1", "x", "_123", "5", "_", "_t", "_1234567890123456789", "__1"}
	for i := range words {
		for _, end := range ends {
			check(t, words[i].Text+end, "")
			check(t, words[i].Text+end, `\aaaaaaaa\`)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		key := rapid.StringMatching("[a-z_ ]{0,4}").Draw(t, "before") +
			words[rapid.IntRange(0, len(words)-1).Draw(t, "word")].Text
		check(t, key+rapid.SampledFrom(ends).Draw(t, "end"), "")
	})
}
