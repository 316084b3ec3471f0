package peer

import (
	"testing"
	"time"

	"fragscope/decoder"
)

// BenchmarkDecode times what doc.go tells, packet for packet: ours as ns/op,
// gamedig's reading and its whole call beside it. Each packet is read by one
// program right after the other, so that a temporarily busy machine slows both
// down or neither; -count 3 or more shows whether one was.
func BenchmarkDecode(b *testing.B) {
	each(b, func(b *testing.B, p Packet) {
		var d decoder.Decoder
		fields := 0
		for _, datagram := range p.Datagrams {
			fields += len(d.Decode(datagram).Fields)
		}
		for b.Loop() {
			for _, datagram := range p.Datagrams {
				d.Decode(datagram)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(fields), "ns/field")
	})
}

// BenchmarkStatus does on our side what gamedig does too: it joins the datagrams
// and makes the values that a Status holds.
func BenchmarkStatus(b *testing.B) {
	each(b, func(b *testing.B, p Packet) {
		// A Message lives until its Decoder's next call, and joining wants all.
		many := make([]decoder.Decoder, len(p.Datagrams))
		messages := make([]*decoder.Message, len(p.Datagrams))
		for b.Loop() {
			for i, datagram := range p.Datagrams {
				messages[i] = many[i].Decode(datagram)
			}
			decoder.StatusOf(messages...)
		}
	})
}

func each(b *testing.B, ours func(*testing.B, Packet)) {
	for _, p := range Packets() {
		b.Run(p.Name, func(b *testing.B) {
			b.ReportAllocs()
			ours(b, p)
			theirs, err := Gamedig(b.Context(), ".", []Packet{p}, 500*time.Millisecond)
			if err != nil {
				b.Fatal(err)
			}
			gamedig := theirs[0].NS - theirs[0].Floor
			b.ReportMetric(gamedig, "gamedig-ns")
			b.ReportMetric(theirs[0].NS, "gamedig-call-ns")
			b.ReportMetric(gamedig/(float64(b.Elapsed().Nanoseconds())/float64(b.N)), "times-faster")
		})
	}
}
