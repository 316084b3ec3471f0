package decoder_test

import (
	"testing"

	"fragscope/decoder/wire"
)

// wire.PlainASCII looks at several bytes at a time; every byte at every place must
// still count.
func TestPlainASCII(t *testing.T) {
	for n := range 40 {
		b := make([]byte, n)
		for i := range b {
			b[i] = ' ' + byte(i%95)
		}
		if !wire.PlainASCII(b) {
			t.Errorf("%d plain bytes are said not to be", n)
		}
		for i := range b {
			was := b[i]
			for c := range 256 {
				b[i] = byte(c)
				if want := c >= 0x20 && c <= 0x7e; wire.PlainASCII(b) != want {
					t.Fatalf("%#x at %d of %d: not %v", c, i, n, want)
				}
			}
			b[i] = was
		}
	}
}
