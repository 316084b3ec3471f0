package browse

import (
	"bytes"
	"testing"
	"time"

	"fragscope/analyzer/capture/capgen"
)

// BenchmarkRead reads a capture as the page does.
func BenchmarkRead(b *testing.B) {
	data := generated(b, capgen.Config{Datagrams: 200_000, Seed: 1})
	packets := 0
	for b.Loop() {
		c, err := Open("a.pcapng", bytes.NewReader(data), int64(len(data)), &memory{})
		if err != nil {
			b.Fatal(err)
		}
		c.Read()
		for !c.Step(16 * time.Millisecond) {
		}
		packets = c.Progress().All
		c.Close()
	}
	b.ReportMetric(b.Elapsed().Seconds()*1e9/float64(b.N)/float64(packets), "ns/packet")
}
