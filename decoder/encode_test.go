package decoder

import (
	"bytes"
	"slices"
	"testing"
)

// checkEncode fails the test unless the fields of m say enough to rebuild its bytes.
func checkEncode(t testing.TB, m *Message) {
	t.Helper()
	if got := Encode(m); !bytes.Equal(got, m.Data) {
		for i := range m.Fields {
			if f := &m.Fields[i]; f.Leaf() {
				if b := m.appendLeaf(nil, i); !bytes.Equal(b, m.Bytes(i)) {
					t.Fatalf("%s (%s) is %x, encoded %x\n%s", m.Key(i), f.Kind, m.Bytes(i), b, dump(m))
				}
			}
		}
		t.Fatalf("%x\nis encoded as\n%x", m.Data, got)
	}
}

func TestEncode(t *testing.T) {
	for name, datagrams := range samplePackets(t) {
		t.Run(name, func(t *testing.T) {
			for _, p := range datagrams {
				checkEncode(t, Decode(p, Options{}))
			}
		})
	}
	for _, datagrams := range captures(t) {
		for _, p := range datagrams {
			checkEncode(t, Decode(p, Options{}))
		}
	}
}

// FuzzRoundTrip rebuilds any bytes from what the decoder makes of them, with
// and without being told what they are.
func FuzzRoundTrip(f *testing.F) {
	fuzzSeeds(f)
	f.Fuzz(func(t *testing.T, p []byte, proto, from uint8) {
		checkEncode(t, Decode(slices.Clip(p), Options{Protocol: Protocol(proto % uint8(protocolCount)), From: Direction(from % 3), Link: Link(from / 3 % uint8(linkCount))}))
	})
}
