package unreal2_test

import (
	"slices"
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/edit"
	"fragscope/decoder/promise"
	"fragscope/decoder/wire"
)

// FuzzUnreal2 decodes any bytes as Unreal2, in both directions and behind each
// kind of reply header.
func FuzzUnreal2(f *testing.F) {
	for name, datagrams := range promise.Packets(f) {
		for _, p := range datagrams {
			if strings.HasPrefix(name, "ut2003") || strings.HasPrefix(name, "ut2004") || strings.HasPrefix(name, "xmp") ||
				strings.HasPrefix(name, "pariah") || strings.HasPrefix(name, "kf") {
				promise.Add(f, p, uint8(0))
			}
		}
	}
	heads := []string{"", "\x80\x00\x00\x00\x00", "\x80\x00\x00\x00\x01", "\x80\x00\x00\x00\x02", "\x7e\x00\x00\x00\x02",
		"\x79\x00\x00\x00\x00", "\x77\x00\x00\x00\x10", "\x77\x00\x00\x00\x11", "\x77\x00\x00\x00\x12"}
	f.Fuzz(func(t *testing.T, p []byte, head uint8) {
		p = slices.Clip(slices.Concat([]byte(heads[int(head)%len(heads)]), p))
		for _, from := range []wire.Direction{wire.DirectionUnknown, wire.Request, wire.Reply} {
			m := decoder.Decode(p, wire.Options{Protocol: "unreal2", From: from})
			promise.Message(t, m)
			if len(p) <= 256 {
				promise.Truncation(t, m, wire.Options{})
			}
			if got := edit.Encode(m); string(got) != string(p) {
				t.Fatalf("encoded again it is % x, not % x", got, p)
			}
		}
	})
}
