package unreal2_test

import (
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/promise"
	"fragscope/decoder/wire"
)

func TestUnreal2Documents(t *testing.T) {
	for _, p := range [][]byte{promise.Unhex(t, printedInfo), promise.Hex(t, "ut2004-info-reply")[0]} {
		m := decoder.Decode(p, wire.Options{})
		promise.Message(t, m)
		promise.Truncation(t, m, wire.Options{})
		s := decoder.StatusOf(m)
		if s == nil || s.GamePort.Value != 7788 || s.Name.Value != "Grimms-Insta-Deathmatch" || s.MaxPlayers.Value != 10 {
			t.Errorf("status %+v of\n%s", s, promise.Dump(m))
		}
	}
}

const printedInfo = `80 00 00 00 00
00 00 00 00 00 00
6C 1E 00 00 00 00 00 00
18 47 72 69 6D 6D 73 2D 49 6E 73 74 61 2D 44 65 61 74 68 6D 61 74 63 68 00
10 44 4D 2D 31 6F 6E 31 2D 53 71 75 61 64 65 72 00
0C 78 44 65 61 74 68 4D 61 74 63 68 00
04 00 00 00
0A 00 00 00
00 00 00 00 00 00 00 00 00 00 00 02 30 00 00 00`

func BenchmarkInfo(b *testing.B) { promise.Benchmark(b, promise.Hex(b, "ut2004-info-reply")[0]) }

// A text with a NUL in it, cut behind the NUL, looks like one whose length is
// wrong; so does a length that takes more bytes than it needs.
func TestCutAfterNUL(t *testing.T) {
	for _, packet := range []string{"8000000001 05 4100424300 023100", "8000000001 4500 4142434400 023100"} {
		m := decoder.Decode(promise.Unhex(t, packet), wire.Options{})
		promise.Message(t, m)
		promise.Truncation(t, m, wire.Options{})
	}
}
