package wire

import (
	"testing"

	"pgregory.net/rapid"
)

func TestScanPlain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := rapid.SliceOfN(rapid.OneOf(rapid.ByteRange('a', 'z'), rapid.Byte(),
			rapid.SampledFrom([]byte{0, '\\', 0x1f, 0x20, 0x7e, 0x7f, 0x80, 0xff})), 0, 40).Draw(t, "bytes")
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
