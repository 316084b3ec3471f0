package frame_test

import (
	"testing"

	"pgregory.net/rapid"

	"fragscope/decoder/frame"
	_ "fragscope/samples/seeded" // the same inputs in each run
)

// The checksum's sum is that of words one by one.
func TestSum16(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := rapid.SliceOfN(rapid.Byte(), 0, 100).Draw(t, "bytes")
		start := rapid.Uint64Range(0, 1<<20).Draw(t, "start")
		want := start
		for i, c := range b {
			want += uint64(c) << (8 * (1 - i%2))
		}
		if got := frame.Fold(frame.Sum16(b, start)); got != frame.Fold(want) {
			t.Fatalf("%x, want %x", got, frame.Fold(want))
		}
	})
}
