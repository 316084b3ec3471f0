package wire

import (
	"testing"

	"pgregory.net/rapid"
)

// Next finds what ScanPlain finds, whatever was found ahead, and whether the
// reader goes forward, back, or on in a text that it has begun.
func TestNext(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		chars := []byte(rapid.SampledFrom([]string{"a\x00", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\x00\xfc", "a\x00\\\xfc\n", "abcdefgh"}).Draw(t, "characters"))
		b := rapid.SliceOfN(rapid.SampledFrom(chars), 1, 4000).Draw(t, "bytes")
		stop := rapid.SampledFrom([]byte{0, '\\'}).Draw(t, "stop")
		var e Ends
		e.Ready()
		e.Careful = rapid.Bool().Draw(t, "careful")
		for from := 0; from < len(b); {
			at, plain := e.Next(b, from, stop)
			if wantAt, wantPlain := ScanPlain(b, from, stop); at != wantAt || plain != wantPlain {
				t.Fatalf("from %d of %d: %d %v, want %d %v", from, len(b), at, plain, wantAt, wantPlain)
			}
			switch rapid.IntRange(0, 9).Draw(t, "step") {
			case 0:
				from = rapid.IntRange(0, from).Draw(t, "back")
				if rapid.Bool().Draw(t, "end") {
					return
				}
			case 1:
				from++
			default:
				from = at + 1
			}
		}
	})
}
