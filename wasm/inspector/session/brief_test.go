package session

import (
	"bytes"
	"math"
	"testing"

	"fragscope/decoder"
	"fragscope/wasm/inspector/pack"
)

// TestBrief checks that of long values only what a line shows is written, unless
// the whole is wanted.
func TestBrief(t *testing.T) {
	const most = 512
	for name, data := range map[string][]byte{
		"bytes": bytes.Repeat([]byte{0x9a}, 500_000),
		"text":  append([]byte(`\hostname\`), bytes.Repeat([]byte("ä"), 250_000)...),
	} {
		s := New()
		var w pack.Writer
		s.Load(&w, [][]byte{data}, 0, decoder.Options{})
		w.Reset()
		s.Texts(&w, 0, 0, math.MaxInt32, most)
		if n := len(w.Finish()); n > 6000 {
			t.Errorf("%s: %d bytes are written for lines", name, n)
		}
		if !bytes.Contains(w.Finish(), []byte("…")) {
			t.Errorf("%s: no value is said to be cut", name)
		}
		w.Reset()
		s.Texts(&w, 0, 0, math.MaxInt32, math.MaxInt32)
		if n := len(w.Finish()); n < len(data) {
			t.Errorf("%s: %d bytes are the whole texts", name, n)
		}
		s.Close()
	}
}
