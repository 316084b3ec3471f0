//go:build !js

package decoder_test

import (
	"math/rand/v2"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// BenchmarkRandom measures what payloads cost that are no query: nearly all
// that pass where a capture is made.
func BenchmarkRandom(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	payloads := make([][]byte, 256)
	for i := range payloads {
		payloads[i] = noise(r, 1+r.IntN(1500))
	}
	d := decoder.Decoder{Options: wire.Options{Link: wire.LinkNone, SrcPort: 40000, DstPort: 50000}}
	b.Run("recognise", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			d.Recognises(payloads[i%256])
		}
	})
	b.Run("decode", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			d.Decode(payloads[i%256])
		}
	})
}
