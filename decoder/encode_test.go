package decoder_test

import (
	"slices"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/wire"
)

func TestEncode(t *testing.T) {
	for name, datagrams := range samplePackets(t) {
		t.Run(name, func(t *testing.T) {
			for _, p := range datagrams {
				checkEncode(t, decoder.Decode(p, wire.Options{}))
			}
		})
	}
	for _, datagrams := range captures(t) {
		for _, p := range datagrams {
			checkEncode(t, decoder.Decode(p, wire.Options{}))
		}
	}
}

// FuzzRoundTrip rebuilds any bytes from what the decoder makes of them, with
// and without being told what they are.
func FuzzRoundTrip(f *testing.F) {
	fuzzSeeds(f)
	f.Fuzz(func(t *testing.T, p []byte, proto, from uint8) {
		checkEncode(t, decoder.Decode(slices.Clip(p), wire.Options{Protocol: numbered(proto), From: wire.Direction(from % 3),
			Link: wire.Link(from / 3 % uint8(wire.LinkCount))}))
	})
}
