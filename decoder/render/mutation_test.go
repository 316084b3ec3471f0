package render

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fragscope/decoder"
	"fragscope/decoder/hexdump"
)

// A toll is the worst that a mutation of a packet costs.
type toll struct {
	name   string
	packet int // bytes
	took   time.Duration
	memory int
}

// Every change of one byte, every byte left out or put in, and every cut of a
// sample is decoded, assembled, shown in every format and read back from a
// dump. FRAGSCOPE_MUTATIONS=1 makes all of them, which takes hours (set -timeout
// too), =20 those at every 20th byte; without it a few are made, the same ones
// every time.
func TestMutations(t *testing.T) {
	stride, _ := strconv.Atoi(os.Getenv("FRAGSCOPE_MUTATIONS"))
	few := stride <= 0
	packets := everyPacket(t)
	names := []string{}
	for name := range packets {
		if strings.Contains(name, ".hex") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	count := 0
	var slowest, largest toll
	var got []byte
	for k, name := range names {
		p := packets[name]
		step := stride
		if few { // two places, and some of the kinds
			step = max(len(p)/2, 1)
		}
		for at := k % step; at < len(p); at += step {
			for kind := range mutationKinds {
				if few && (kind+at+k)%9 != 0 {
					continue
				}
				q := mutate(got[:0], p, at, kind)
				got = q
				start := time.Now()
				memory := allocated(func() { checkMutation(t, q) })
				if took := time.Since(start); took > slowest.took {
					slowest = toll{fmt.Sprintf("%s, kind %d at %d", name, kind, at), len(q), took, memory}
				}
				if memory > largest.memory {
					largest = toll{fmt.Sprintf("%s, kind %d at %d", name, kind, at), len(q), 0, memory}
				}
				if count++; t.Failed() {
					t.Fatalf("%s, mutation %d at %d:\n% x", name, kind, at, q)
				}
			}
		}
	}
	t.Logf("%d mutations of %d packets; slowest: %s, %d bytes, %v; most memory: %s, %d bytes, %d KB", count, len(names),
		slowest.name, slowest.packet, slowest.took, largest.name, largest.packet, largest.memory>>10)
}

// mutationKinds is how many ways there are to change a packet at one place:
// each bit, all bits clear or set, one more, a byte out, a byte in (two ways), a cut.
const mutationKinds = 8 + 3 + 1 + 2 + 1

func mutate(dst, p []byte, at, kind int) []byte {
	dst = append(dst, p[:at]...)
	switch {
	case kind < 8:
		dst = append(dst, p[at]^1<<kind)
	case kind == 8:
		dst = append(dst, 0)
	case kind == 9:
		dst = append(dst, 0xff)
	case kind == 10:
		dst = append(dst, p[at]+1)
	case kind == 11: // left out
	case kind == 12:
		dst = append(dst, 0, p[at])
	case kind == 13:
		dst = append(dst, 'A', p[at])
	default:
		return dst // cut
	}
	return append(dst, p[at+1:]...)
}

// checkMutation fails the test unless everything that is made of p keeps its promises.
func checkMutation(t testing.TB, p []byte) {
	m := decoder.Decode(p, decoder.Options{})
	at := 0
	for i := range m.Fields {
		if f := &m.Fields[i]; f.Leaf() {
			if int(f.Offset) != at {
				t.Errorf("field %d begins at %d, the one before ends at %d", i, f.Offset, at)
			}
			at = f.End()
		}
	}
	if at != len(p) {
		t.Errorf("the fields end at %d of %d", at, len(p))
	}
	if string(decoder.Encode(m)) != string(p) {
		t.Error("encoded again it is another packet")
	}
	checkAmplification(t, "mutation", p, decoder.Options{})
	sets := decoder.Assemble([]*decoder.Message{m, m.Clone()})
	if m.Info.Direction != decoder.Request && len(sets) != 1 {
		t.Errorf("a datagram and its copy are %d replies", len(sets))
	}
	r := NewReport([]*decoder.Message{m})
	checkAll(t, r)
	if len(p) == 0 {
		return
	}
	for _, f := range []hexdump.Format{hexdump.XXD, hexdump.PlainHex} {
		text := hexdump.Dump(nil, f, p)
		back, err := hexdump.Parse(text, hexdump.Options{Format: f})
		if err != nil || len(back.Datagrams) != 1 || string(back.Datagrams[0].Data) != string(p) {
			t.Errorf("%v is read back in another way: %v", f, err)
		}
	}
}
