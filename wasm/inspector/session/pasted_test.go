package session

import (
	"bytes"
	"encoding/binary"
	"testing"

	"fragscope/wasm/inspector/pack"

	"github.com/google/go-cmp/cmp"
)

// TestPasted reads what a page is told of a paste: columns count as JavaScript's do, and without positions there are
// none.
func TestPasted(t *testing.T) {
	ask := func(text string, positions bool) []uint32 {
		s := New()
		defer s.Close()
		var w pack.Writer
		s.Parse(&w, s.Copy([]byte(text)), Options{Positions: positions})
		w.Reset()
		s.Pasted(&w)
		answer := bytes.Clone(w.Finish())
		words := make([]uint32, len(answer)/4)
		for i := range words {
			words[i] = binary.LittleEndian.Uint32(answer[4*i:])
		}
		return words[:words[len(words)-3]] // those before the texts
	}
	const skipped = 0xffffffff
	text := "# \U0001f3ae\n80 00 00 00 01\n\n91 98 97 92 # \U0001f3ae x\n"
	for _, c := range []struct {
		text      string
		positions bool
		want      []uint32
	}{
		{text, true, []uint32{1, 4, 1, 1, 4, skipped, 2, 1, 14, 0, 4, 1, 11, 1, 4, 13, 6, skipped}},
		{text, false, []uint32{1, 0}},
		{"80 00 00 00 01", true, []uint32{0, 1, 1, 1, 14, 0}},
		{"80 00 00 0O 01", true, []uint32{0, 0}},
	} {
		if d := cmp.Diff(c.want, ask(c.text, c.positions)); d != "" {
			t.Errorf("%q (-want +got):\n%s", c.text, d)
		}
	}
}
