package unreal2_test

import (
	"strconv"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/promise"
	"fragscope/decoder/wire"
)

// benchmarkDecode measures the decoding of p in a Decoder that is used again.
func benchmarkDecode(b *testing.B, p []byte) {
	b.Helper()
	var d decoder.Decoder
	m := d.Decode(p)
	if len(m.Problems) > 0 {
		b.Fatal(promise.Dump(m))
	}
	fields := len(m.Fields)
	b.ReportAllocs()
	b.SetBytes(int64(len(p)))
	for b.Loop() {
		d.Decode(p)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(fields), "ns/field")
	b.ReportMetric(float64(fields), "fields")
}

// A rules reply as long as servers make them, about 480 bytes.
func BenchmarkRules(b *testing.B) {
	p := []byte{0x80, 0, 0, 0, 1}
	for i := 0; len(p) < 450; i++ {
		p = unrealString(p, "RuleNumber"+strconv.Itoa(i))
		p = unrealString(p, "value "+strconv.Itoa(i*7))
	}
	benchmarkDecode(b, p)
}

// A player list of 32.
func BenchmarkPlayers(b *testing.B) {
	p := []byte{0x80, 0, 0, 0, 2}
	for i := range 32 {
		p = wire.AppendNumber(p, wire.KindU32LE, uint64(i))
		p = unrealString(p, "PlayerNumber"+strconv.Itoa(i))
		p = wire.AppendNumber(p, wire.KindU32LE, uint64(40+i))
		p = wire.AppendNumber(p, wire.KindI32LE, uint64(i*3))
		p = wire.AppendNumber(p, wire.KindU32LE, 0x20000000)
	}
	benchmarkDecode(b, p)
}

func unrealString(p []byte, s string) []byte {
	p = wire.AppendCompact(p, int64(len(s)+1))
	return append(append(p, s...), 0)
}
