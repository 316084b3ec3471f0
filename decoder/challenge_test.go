package decoder_test

import (
	"fmt"
	"net/netip"
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/internal/backslash"
	"fragscope/decoder/keys"
	"fragscope/decoder/wire"
)

// TestChallenges: an answer is checked against the challenge that was sent the
// other way before it, in other datagrams too.
func TestChallenges(t *testing.T) {
	answer := func(challenge, game string) string {
		a, ok := keys.Validate(challenge, game)
		if !ok {
			t.Fatalf("no answer of %s to %q", game, challenge)
		}
		return a
	}
	const epic, wrong = `\basic\\secure\QWERTY`, "validate-wrong"
	long := strings.Repeat("Q", backslash.MaxJudged+1)
	for _, c := range []struct {
		about string
		texts []string
		notes string // of the last answer
		codes string // of the last text
	}{
		{"wrong, no game named", []string{epic, `\validate\AAAAAAAA`}, "", wrong},
		{"wrong, of a query", []string{`\secure\QWERTY`, `\validate\AAAAAAAA\final\\queryid\1.1`}, "", wrong},
		{"right, no game named", []string{epic, `\validate\` + answer("QWERTY", "deusex")}, "the answer of deusex; Deus Ex",
			""},
		{"right, game named with it", []string{epic, `\gamename\ut\location\0\validate\` + answer("QWERTY", "ut") +
			`\final\`}, "the answer of ut; Unreal Tournament", ""},
		{"of another game", []string{epic, `\gamename\ut\location\0\validate\` + answer("QWERTY", "deusex") + `\final\`},
			"the answer of deusex; Deus Ex", wrong},
		{"of a game without a known key", []string{epic, `\gamename\bf1942\location\0\validate\AAAAAAAA\final\`}, "", ""},
		{"game named with the challenge", []string{`\secure\QWERTY\gamename\ut`, `\validate\` + answer("QWERTY", "deusex")},
			"the answer of deusex; Deus Ex", wrong},
		{"answer to Epic's challenge, to another", []string{epic, `\validate\2/TYFMRc`}, "", wrong},
		{"answer to the first of two", []string{epic, `\secure\ABCDEF`, `\validate\` + answer("QWERTY", "ut")}, "", wrong},
		{"answer to the second of two", []string{epic, `\secure\ABCDEF`, `\validate\` + answer("ABCDEF", "ut")},
			"the answer of ut; Unreal Tournament", ""},
		{"the answer again", []string{epic, `\validate\` + answer("QWERTY", "ut"), `\validate\AAAAAAAA`}, "", wrong},
		{"the answer first", []string{`\validate\AAAAAAAA`}, "", ""},
		{"a slash printed as a backslash", []string{`\basic\\secure\wookie`, `\validate\2\TYFMRc\final\`},
			"the answer of ut; Unreal Tournament; ambiguous", "validate-backslash"},
		{"others between", []string{epic, `\basic\`, `\gamename\ut\gamever\451`, `\validate\AAAAAAAA`}, "", wrong},
		{"too long an answer", []string{epic, `\validate\` + strings.Repeat("A", 5000)}, "", wrong},
		{"an empty answer", []string{epic, `\validate\`}, "", wrong},
		{"an empty challenge", []string{`\secure\`, `\validate\AAAAAAAA`}, "", ""},
		{"as long as is checked", []string{`\secure\` + long[1:], `\validate\` + answer(long[1:], "ut")},
			"the answer of ut; Unreal Tournament", ""},
		{"as long as is checked, wrong", []string{`\secure\` + long[1:], `\validate\AAAAAAAA`}, "", wrong},
		{"longer than is checked", []string{epic, `\secure\` + long, `\validate\AAAAAAAA`}, "", ""},
		{"in the same text", []string{`\basic\\secure\QWERTY\location\0\validate\AAAAAAAA\final\`}, "", wrong},
	} {
		var ms []*wire.Message
		for _, text := range c.texts {
			ms = append(ms, decoder.Decode([]byte(text), wire.Options{Link: wire.LinkNone}))
		}
		for range 2 { // a second time it stays as it is
			ms, _ = decoder.OfOneServer(ms)
			m := ms[len(ms)-1]
			if i := m.Find(backslash.Validate.Key, 0); i < 0 || m.Note(i) != c.notes {
				t.Errorf("%s: note %q, want %q", c.about, m.Note(max(i, 0)), c.notes)
			}
			var codes []string
			for i := range m.Problems {
				if code := m.Problems[i].Info.Code; code != "gamespy1-secure-reading" {
					codes = append(codes, code)
				}
			}
			if got := strings.Join(codes, " "); got != c.codes {
				t.Errorf("%s: problems %q, want %q", c.about, got, c.codes)
			}
		}
	}
}

// TestChallengesOfAddresses: between other addresses there are other
// challenges, and the last ones are known.
func TestChallengesOfAddresses(t *testing.T) {
	var c backslash.Challenges
	say := func(from, to int, text string) (wrong bool) {
		m := decoder.Decode([]byte(text), wire.Options{Link: wire.LinkNone})
		m.Frame.Src, m.Frame.SrcPort = netip.AddrFrom4([4]byte{192, 0, 2, byte(from)}), uint16(from>>8)
		m.Frame.Dst, m.Frame.DstPort = netip.AddrFrom4([4]byte{192, 0, 2, byte(to)}), uint16(to>>8)
		_, wrong = c.Check(m)
		return wrong
	}
	challenge := func(i int) string { return fmt.Sprintf("%06d", i) }
	for i := 1; i <= backslash.MaxChallenges; i++ {
		say(0, i, `\secure\`+challenge(i))
	}
	for i := 1; i <= backslash.MaxChallenges; i++ {
		right, _ := keys.Validate(challenge(i), "ut")
		if say(i, 0, `\validate\`+right) || !say(i, 0, `\validate\AAAAAAAA`) || say(0, i, `\validate\AAAAAAAA`) {
			t.Fatalf("answer %d is judged by another challenge", i)
		}
	}
	for i := range 10 * backslash.MaxChallenges {
		say(0, i, `\secure\ABCDEF`)
	}
	if len(c.List) > backslash.MaxChallenges {
		t.Errorf("%d challenges are kept, more than %d", len(c.List), backslash.MaxChallenges)
	}
}
