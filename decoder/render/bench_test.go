package render

import (
	"testing"

	"fragscope/decoder"
	sampled "fragscope/samples"
)

// BenchmarkAppend writes a rules reply and a status reply in every format; the
// speed is that of the output.
func BenchmarkAppend(b *testing.B) {
	var ms []*decoder.Message
	for _, name := range []string{"ut2004-rules-reply", "ut99-status-reply"} {
		s, ok := sampled.Get(name)
		if !ok {
			b.Fatalf("no sample %s", name)
		}
		for _, p := range s.Datagrams() {
			ms = append(ms, decoder.Decode(p, decoder.Options{}))
		}
	}
	r := NewReport(ms)
	for _, f := range []Format{JSON, NDJSON, CSV, Table, Tree, Markdown} {
		b.Run(f.String(), func(b *testing.B) {
			var dst []byte
			b.ReportAllocs()
			for b.Loop() {
				dst = Append(dst[:0], f, r, Options{Width: 100})
			}
			b.SetBytes(int64(len(dst)))
		})
	}
}
