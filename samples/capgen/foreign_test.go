package capgen

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/wire"
)

var foreignPackets = flag.Int("foreign", 20_000, "how many packets TestForeignYieldsNothing makes")

// Nothing that is no query is taken for one, whole or damaged, on its usual
// ports or without any. The long run, which also tells how many there were of
// each kind, is
//
//	go test ./samples/capgen -run TestForeignYieldsNothing -v -foreign 1000000
func TestForeignYieldsNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	counts := map[string]int{}
	var d decoder.Decoder
	for n := range *foreignPackets {
		kind := Others[n%len(Others)]
		b := AppendOther(nil, kind, r)
		if n/len(Others)%4 == 3 {
			b = appendDamaged(nil, kind, r)
		}
		counts[kind]++
		src, dst, tcp := otherPorts(kind)
		other := uint16(49152 + r.IntN(16384))
		if src == 0 {
			src = other
		} else if dst == 0 {
			dst = other
		}
		for _, opts := range []decoder.Options{{}, {Link: decoder.LinkNone, SrcPort: src, DstPort: dst},
			{Link: decoder.LinkNone, SrcPort: src, DstPort: dst, Stream: tcp}} {
			d.Options = opts
			if len(b) == 5 && b[1]|b[2]|b[3] == 0 || len(b) == 9 && string(b[:5]) == "\xff\xff\xff\xffA" {
				break // what is left is a query of UT2004 or a challenge of A2S, byte for byte
			}
			if m := d.Decode(b); m.Confidence >= wire.Likely && m.Protocol() != decoder.Unknown && (kind != "teamspeak" ||
				m.Protocol() != "teamspeak") {
				t.Errorf("%s is taken for %s %s: % x", kind, m.Protocol(), m.Info.Name, b[:min(len(b), 60)])
				break
			}
		}
	}
	for _, kind := range Others {
		t.Logf("%8d %s", counts[kind], kind)
	}
}

// otherPorts returns the ports that a payload of the given kind goes from and
// to, 0 for any, and whether TCP carries it.
func otherPorts(kind string) (src, dst uint16, tcp bool) {
	k := otherKind(kind)
	return k.src, k.dst, k.tcp
}

// appendDamaged appends a payload of the given kind with one of its bytes
// changed, deleted or inserted, or cut.
func appendDamaged(b []byte, kind string, r *rand.Rand) []byte {
	n := len(b)
	b = AppendOther(b, kind, r)
	at := n + r.IntN(len(b)-n)
	switch r.IntN(4) {
	case 0:
		b[at] = byte(r.Uint32())
	case 1:
		b = b[:at+1]
	case 2:
		b = slices.Delete(b, at, at+1)
	default:
		b = slices.Insert(b, at, byte(r.Uint32()))
	}
	return b
}
