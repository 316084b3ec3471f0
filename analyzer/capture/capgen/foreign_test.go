package capgen

import (
	"flag"
	"math/rand/v2"
	"testing"

	"fragscope/decoder"
)

var foreignPackets = flag.Int("foreign", 20_000, "how many packets TestForeignYieldsNothing makes")

// Nothing that is no query is taken for one, whole or damaged, on its usual
// ports or without any. The long run, which also tells how many there were of
// each kind, is
//
//	go test ./analyzer/capture/capgen -run TestForeignYieldsNothing -v -foreign 1000000
func TestForeignYieldsNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	counts := map[string]int{}
	var d decoder.Decoder
	for n := range *foreignPackets {
		kind := Others[n%len(Others)]
		b := AppendOther(nil, kind, r)
		if n/len(Others)%4 == 3 {
			b = AppendDamaged(nil, kind, r)
		}
		counts[kind]++
		src, dst, tcp := OtherPorts(kind)
		other := uint16(49152 + r.IntN(16384))
		if src == 0 {
			src = other
		} else if dst == 0 {
			dst = other
		}
		for _, opts := range []decoder.Options{{}, {Link: decoder.LinkNone, SrcPort: src, DstPort: dst}, {Link: decoder.LinkNone, SrcPort: src, DstPort: dst, Stream: tcp}} {
			d.Options = opts
			if len(b) == 5 && b[1]|b[2]|b[3] == 0 {
				break // what is left is a query of UT2004, byte for byte
			}
			if m := d.Decode(b); m.Confidence >= decoder.Likely && m.Protocol() != decoder.Unknown {
				t.Errorf("%s is taken for %s %s: % x", kind, m.Protocol(), m.Info.Name, b[:min(len(b), 60)])
				break
			}
		}
	}
	for _, kind := range Others {
		t.Logf("%8d %s", counts[kind], kind)
	}
}
