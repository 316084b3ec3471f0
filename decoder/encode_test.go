package decoder_test

import (
	"bytes"
	"slices"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/edit"
	"fragscope/decoder/protocol"
	"fragscope/decoder/wire"
)

// checkEncode fails the test unless the fields of m say enough to rebuild its bytes.
func checkEncode(t testing.TB, m *wire.Message) {
	t.Helper()
	if got := edit.Encode(m); !bytes.Equal(got, m.Data) {
		for i := range m.Fields {
			if f := &m.Fields[i]; f.Leaf() {
				if b := edit.AppendLeaf(m, nil, i); !bytes.Equal(b, m.Bytes(i)) {
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
				checkEncode(t, decoder.Decode(p, wire.Options{}))
			}
		})
	}
	for _, datagrams := range captures(t) {
		for _, p := range datagrams {
			checkEncode(t, decoder.Decode(p, wire.Options{}))
		}
	}
}

// FuzzRoundTrip rebuilds any bytes from what the decoder makes of them, with
// and without being told what they are.
func FuzzRoundTrip(f *testing.F) {
	fuzzSeeds(f)
	f.Fuzz(func(t *testing.T, p []byte, proto, from uint8) {
		checkEncode(t, decoder.Decode(slices.Clip(p), wire.Options{Protocol: protocol.ID(proto % uint8(protocol.ProtocolCount)), From: wire.Direction(from % 3), Link: wire.Link(from / 3 % uint8(wire.LinkCount))}))
	})
}
