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

// Two finds what Next finds, one text after the other.
func TestTwo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		chars := []byte(rapid.SampledFrom([]string{"a\\", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\\\xfc", "aaa\\\xfc\n", "abcdefgh"}).Draw(t, "characters"))
		b := rapid.SliceOfN(rapid.SampledFrom(chars), 1, 4000).Draw(t, "bytes")
		var e Ends
		e.Ready()
		for from := 0; from < len(b); {
			at, plain := ScanPlain(b, from, '\\')
			wantNext, plainToo := ScanPlain(b, min(at+1, len(b)), '\\')
			want := Quick && plain && plainToo && at < len(b)
			end, next, ok := e.Two(b, from, '\\')
			if ok != want || ok && (end != at || next != wantNext) {
				t.Fatalf("from %d of %d: %d %d %v, want %d %d %v", from, len(b), end, next, ok, at, wantNext, want)
			}
			switch from = at + 1; rapid.IntRange(0, 9).Draw(t, "step") {
			case 0:
				from = rapid.IntRange(0, at).Draw(t, "back")
				if rapid.Bool().Draw(t, "end") {
					return
				}
			case 1, 2, 3, 4, 5, 6:
				from = wantNext + 1
			}
		}
	})
}

// ScanPlain finds what a look at each byte finds.
func TestScanPlain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := rapid.SliceOfN(rapid.OneOf(rapid.ByteRange('a', 'z'), rapid.Byte(), rapid.SampledFrom([]byte{0, '\\', 0x1f, 0x20, 0x7e, 0x7f, 0x80, 0xff})), 0, 40).Draw(t, "bytes")
		from := rapid.IntRange(0, len(b)).Draw(t, "from")
		for _, stop := range []byte{0, '\\'} {
			at := from
			for at < len(b) && b[at] != stop {
				at++
			}
			got, plain := ScanPlain(b, from, stop)
			if want := PlainASCII(b[from:at]); got != at || plain != want {
				t.Fatalf("%q from %d to %q: %d %v, want %d %v", b, from, stop, got, plain, at, want)
			}
		}
	})
}
