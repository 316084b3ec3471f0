package keys_test

import (
	"testing"

	"fragscope/decoder/internal/backslash"
	"fragscope/decoder/keys"
)

// The answers were computed by two programs independently (protocol/gamespy1/SPEC.md#secure-and-validate).
func TestValidate(t *testing.T) {
	for _, c := range []struct{ challenge, game, answer string }{
		{"wookie", "ut", "2/TYFMRc"},
		{"wookie", "unreal", "OIOqJdfv"},
		{"wookie", "ut2004", "4tDmrgfa"},
		{"wookie", "UT2", "ho4Ek2Hg"},
		{"wookie", "unreal2", "XejqygA5"}, // a key of 7 bytes
	} {
		if got, ok := keys.Validate(c.challenge, c.game); !ok || got != c.answer {
			t.Errorf("Validate(%q, %q) = %q, %v, want %q", c.challenge, c.game, got, ok, c.answer)
		}
	}
	for _, c := range []struct{ challenge, game string }{{"wookie", "chess"}, {"", "ut"},
		{string(make([]byte, keys.MaxChallenge+1)), "ut"}} {
		if got, ok := keys.Validate(c.challenge, c.game); ok {
			t.Errorf("Validate(%.10q, %q) = %q", c.challenge, c.game, got)
		}
	}
}

// Answers are as long as base-64 of the challenge padded with zero bytes.
func TestValidateKeyLengths(t *testing.T) {
	for n := range 20 {
		got := keys.AppendValidate(nil, make([]byte, n), "Z5Nfb0")
		if want := (n + 2) / 3 * 4; len(got) != want {
			t.Errorf("%d bytes give %d characters, want %d", n, len(got), want)
		}
		for _, c := range got {
			if c == '\\' || c == '=' {
				t.Errorf("%q holds %q", got, c)
			}
		}
	}
	if got := keys.AppendValidate(nil, []byte("wookie"), ""); got != nil {
		t.Errorf("without a key: %q", got)
	}
}

// Every game answers the challenge that Epic always sent in its own way, so
// an answer tells the game.
func TestEpicAnswers(t *testing.T) {
	for i, g := range keys.List {
		answer, _ := keys.Validate(keys.EpicChallenge, g.Game)
		first := backslash.WhoseAnswer([]byte(answer))
		if first == 0 || keys.List[first-1].Key != g.Key {
			t.Errorf("the answer %q of %s is said to be of %d", answer, g.Game, first)
		}
		if i > 0 && keys.List[i-1].Game >= g.Game {
			t.Errorf("%s stands behind %s", g.Game, keys.List[i-1].Game)
		}
	}
}
