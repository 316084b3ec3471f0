package unreal2_test

import (
	"strconv"
	"testing"

	"fragscope/decoder/promise"
	"fragscope/decoder/wire"
)

// A rules reply as long as servers make them, about 480 bytes.
func BenchmarkRules(b *testing.B) {
	p := []byte{0x80, 0, 0, 0, 1}
	for i := 0; len(p) < 450; i++ {
		p = unrealString(p, "RuleNumber"+strconv.Itoa(i))
		p = unrealString(p, "value "+strconv.Itoa(i*7))
	}
	promise.Benchmark(b, p)
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
	promise.Benchmark(b, p)
}

func unrealString(p []byte, s string) []byte {
	p = wire.AppendCompact(p, int64(len(s)+1))
	return append(append(p, s...), 0)
}
