package pack

import (
	"encoding/binary"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	_ "fragscope/samples/seeded" // the same inputs in each run

	"pgregory.net/rapid"
)

// TestTexts checks that texts come back as JavaScript reads them: all of them
// decoded at once, then cut by their lengths in UTF-16 units.
func TestTexts(t *testing.T) {
	var w Writer // what stood there before must not show
	rapid.Check(t, func(t *rapid.T) {
		if rapid.Bool().Draw(t, "again") {
			w.Reset()
		} else {
			w = Writer{}
		}
		list := rapid.SliceOf(rapid.SliceOf(rapid.Byte())).Draw(t, "texts")
		words := rapid.SliceOf(rapid.Uint32()).Draw(t, "words")
		for _, v := range words {
			w.U32(v)
		}
		for i, s := range list {
			if i%2 == 0 {
				w.Text(string(s))
			} else {
				w.Append(func(dst []byte) []byte { return append(dst, s...) })
			}
		}
		b := w.Finish()
		u32 := func(i int) uint32 { return binary.LittleEndian.Uint32(b[4*i:]) }
		end := len(b)/4 - 3
		if int(u32(end)) != len(words) || int(u32(end+1)) != len(list) {
			t.Fatalf("head says %d words, %d texts", u32(end), u32(end+1))
		}
		for i, v := range words {
			if u32(i) != v {
				t.Fatalf("word %d is %d, want %d", i, u32(i), v)
			}
		}
		texts := b[4*(len(words)+len(list)) : 4*end]
		size := int(u32(end + 2))
		if (size+3)/4*4 != len(texts) || strings.Trim(string(texts[size:]), "\x00") != "" {
			t.Fatalf("%d bytes of text %q, head says %d", len(texts), texts, size)
		}
		if texts = texts[:size]; !utf8.Valid(texts) {
			t.Fatalf("text %q", texts)
		}
		units := utf16.Encode([]rune(string(texts)))
		for i, s := range list {
			n := int(u32(len(words) + i))
			if got, want := string(utf16.Decode(units[:n])), string([]rune(string(s))); got != want {
				t.Fatalf("text %d is %q, want %q", i, got, want)
			}
			units = units[n:]
		}
		if len(units) != 0 {
			t.Fatalf("%d units are left", len(units))
		}
	})
}
