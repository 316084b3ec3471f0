package peer_test

import (
	"fmt"
	"testing"

	"fragscope/analyzer/peer"
	"fragscope/decoder"
)

// BenchmarkDecode times the decoder alone on the replies that are compared.
func BenchmarkDecode(b *testing.B) {
	for i, p := range peer.Packets() {
		b.Run(fmt.Sprintf("%d-%s-%d", i, p.Class, len(p.Datagrams)), func(b *testing.B) {
			var d decoder.Decoder
			fields := 0
			for _, datagram := range p.Datagrams {
				fields += len(d.Decode(datagram).Fields)
			}
			b.ReportAllocs()
			for b.Loop() {
				for _, datagram := range p.Datagrams {
					d.Decode(datagram)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(fields), "ns/field")
		})
	}
}
