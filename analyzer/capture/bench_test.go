package capture

import (
	"bytes"
	"io"
	"testing"

	"github.com/google/gopacket"
	"github.com/google/gopacket/layers"
	"github.com/google/gopacket/pcapgo"
)

// BenchmarkRead reads a capture of a million small packets from memory, next
// to the bare loop of gopacket over the same bytes.
func BenchmarkRead(b *testing.B) {
	const packets = 1_000_000
	f := frames(b, 12)
	for i := range f {
		f[i] = append(f[i], make([]byte, 100)...) // about 160 bytes
	}
	for _, kind := range []string{"pcap", "pcapng"} {
		var buf bytes.Buffer
		write(b, &buf, kind, packets, f)
		data := buf.Bytes()
		report := func(b *testing.B, n int) {
			if n != packets*b.N {
				b.Fatalf("%d packets", n)
			}
			b.SetBytes(int64(len(data)))
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n), "ns/packet")
		}
		b.Run(kind+"/ours", func(b *testing.B) {
			b.ReportAllocs()
			n := 0
			for range b.N {
				r, err := NewReader(bytes.NewReader(data), Options{})
				if err != nil {
					b.Fatal(err)
				}
				for r.Next() {
					n++
				}
				if len(r.Problems()) > 0 {
					b.Fatal(r.Problems())
				}
			}
			report(b, n)
		})
		b.Run(kind+"/pcapgo", func(b *testing.B) {
			b.ReportAllocs()
			n := 0
			for range b.N {
				next := zeroCopy(b, kind, data)
				for {
					if _, _, err := next(); err != nil {
						break
					}
					n++
				}
			}
			report(b, n)
		})
		b.Run(kind+"/pcapgo+layers", func(b *testing.B) {
			b.ReportAllocs()
			n := 0
			for range b.N {
				next := zeroCopy(b, kind, data)
				var eth layers.Ethernet
				var ip4 layers.IPv4
				var ip6 layers.IPv6
				var udp layers.UDP
				var payload gopacket.Payload
				p := gopacket.NewDecodingLayerParser(layers.LayerTypeEthernet, &eth, &ip4, &ip6, &udp, &payload)
				var found []gopacket.LayerType
				for {
					packet, _, err := next()
					if err != nil {
						break
					}
					if err := p.DecodeLayers(packet, &found); err != nil {
						b.Fatal(err)
					}
					n++
				}
			}
			report(b, n)
		})
	}
}

func zeroCopy(b *testing.B, kind string, data []byte) func() ([]byte, gopacket.CaptureInfo, error) {
	var src io.Reader = bytes.NewReader(data)
	if kind == "pcap" {
		r, err := pcapgo.NewReader(src)
		if err != nil {
			b.Fatal(err)
		}
		return r.ZeroCopyReadPacketData
	}
	r, err := pcapgo.NewNgReader(src, pcapgo.DefaultNgReaderOptions)
	if err != nil {
		b.Fatal(err)
	}
	return r.ZeroCopyReadPacketData
}
