package scan

import (
	"context"
	"fragscope/samples/capgen"
	"testing"
)

func BenchmarkScan(b *testing.B) {
	path, truth := generate(b, b.TempDir(), "b.pcapng", capgen.Config{Datagrams: 300_000, Seed: 1})
	b.ResetTimer()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Files(context.Background(), []string{path}, Options{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(b.Elapsed().Seconds()*1e9/float64(b.N)/float64(truth.Packets), "ns/packet")
}
