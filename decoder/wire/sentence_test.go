package wire

import (
	"testing"
	"unicode"
)

// TestInvisible: whatever Unicode says shows nothing, or changes how others are
// shown, is escaped, and what is seen is not.
func TestInvisible(t *testing.T) {
	for text, want := range map[string]string{
		"a\u00adb": `a\u00adb`, "\u180e": `\u180e`, "\ufff9\ufffa\ufffb": `\ufff9\ufffa\ufffb`, "\u3164": `\u3164`,
		"\U000e0041\U000e007f": `\U000e0041\U000e007f`,
		"\u115f\u1160\uffa0":   `\u115f\u1160\uffa0`, "\u202e\u2066\u200b\ufeff\u2028": `\u202e\u2066\u200b\ufeff\u2028`,
		"\U000e0100\ufe0f": `\U000e0100\ufe0f`, "\u034f\U0001d173": `\u034f\U0001d173`,
		"Москва 東京 서울 ☠": "Москва 東京 서울 ☠",
	} {
		if got := string(AppendEscaped(nil, []byte(text))); got != want {
			t.Errorf("%+q is %s, want %s", text, got, want)
		}
	}
	for u := rune(0x80); u <= unicode.MaxRune; u++ {
		if unicode.Is(unicode.Cf, u) && !Invisible(u) || Invisible(u) && unicode.In(u, unicode.L, unicode.N, unicode.P,
			unicode.S) && !unicode.Is(unicode.Other_Default_Ignorable_Code_Point, u) {
			t.Errorf("%U: %v", u, Invisible(u))
		}
	}
}
