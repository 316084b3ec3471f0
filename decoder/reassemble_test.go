package decoder_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"fragscope/decoder"
	"fragscope/decoder/wire"
	"fragscope/samples"
)

func segmentOf(src uint16, seq uint32, b []byte) *wire.Message {
	data := append([]byte("headers"), b...)
	return &wire.Message{Data: append(data, "padding"...), Payload: 7, Frame: wire.Frame{
		Link: wire.LinkEthernet, End: len(data), IPVersion: 4, IPProto: wire.ProtoTCP, SrcPort: src, DstPort: 7 - src,
		Seq: seq,
	}}
}

// TestReassemble: cut in any pieces, out of order, repeated and overlapping,
// the bytes of both sides come back; what is lost is said where it is missing.
func TestReassemble(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sent := [2][]byte{rapid.SliceOfN(rapid.Byte(), 1, 300).Draw(t, "client"), rapid.SliceOfN(rapid.Byte(), 1, 300).Draw(t,
			"server")}
		base := [2]uint32{rapid.Uint32().Draw(t, "client's number"), rapid.Uint32().Draw(t, "server's number")}
		var ms []*wire.Message
		covered := [2][]bool{make([]bool, len(sent[0])), make([]bool, len(sent[1]))}
		for range rapid.IntRange(1, 30).Draw(t, "segments") {
			side := rapid.IntRange(0, 1).Draw(t, "side")
			from := rapid.IntRange(0, len(sent[side])-1).Draw(t, "from")
			to := rapid.IntRange(from, len(sent[side])).Draw(t, "to")
			ms = append(ms, segmentOf(uint16(side), base[side]+uint32(from), sent[side][from:to]))
			for i := from; i < to; i++ {
				covered[side][i] = true
			}
		}
		at, begun := [2]int{}, [2]bool{}
		for _, s := range decoder.Reassemble(ms) {
			side := int(s.SrcPort)
			if !begun[side] {
				begun[side], at[side] = true, slices.Index(covered[side], true)
			} else {
				for range s.Missing {
					if covered[side][at[side]] {
						t.Fatalf("byte %d of side %d is said to be missing", at[side], side)
					}
					at[side]++
				}
				if s.Missing == 0 {
					t.Fatal("two streams without a gap between them")
				}
			}
			if string(s.Data) != string(sent[side][at[side]:at[side]+len(s.Data)]) {
				t.Fatalf("side %d from %d is %x, want %x", side, at[side], s.Data, sent[side])
			}
			at[side] += len(s.Data)
		}
		for side, c := range covered {
			if begun[side] && slices.Contains(c[at[side]:], true) || !begun[side] && slices.Contains(c, true) {
				t.Fatalf("side %d ends at %d", side, at[side])
			}
		}
	})
}

// TestReassembleDecodes: a master's list that is divided among segments has no
// problem once they are together.
func TestReassembleDecodes(t *testing.T) {
	s, _ := samples.Get("unreal-master-binary-list-reply")
	b := s.Datagrams()[0]
	var pieces []*wire.Message
	problems := 0
	for part := range slices.Chunk(b, len(b)/3+1) {
		m := decoder.Decode(part, wire.Options{Link: wire.LinkNone, Stream: true})
		problems += len(m.Problems)
		pieces = append(pieces, m)
	}
	whole := decoder.Reassemble(pieces)
	if problems == 0 || len(whole) != 1 || string(whole[0].Data) != string(b) ||
		!slices.Equal(whole[0].Segments, []int{0, 1, 2}) {
		t.Fatalf("%d problems; %+v", problems, whole)
	}
	if m := decoder.Decode(whole[0].Data, wire.Options{Link: wire.LinkNone, Stream: true}); len(m.Problems) > 0 ||
		m.Entries() == 0 {
		t.Errorf("%s with %d problems", m.Info.Name, len(m.Problems))
	}
	udp := segmentOf(1, 0, b)
	udp.Frame.IPProto = wire.ProtoUDP
	if got := decoder.Reassemble([]*wire.Message{udp, segmentOf(1, 5, nil)}); got != nil {
		t.Errorf("no TCP, and %+v", got)
	}
}

// A SYN with another number, or after an end, begins another stream between the
// same ports.
func TestReassembleSamePorts(t *testing.T) {
	flags := func(m *wire.Message, flags uint16) *wire.Message {
		m.Frame.TCPFlags = flags
		return m
	}
	const client, server = 0, 7
	open := func(at uint32) []*wire.Message {
		return []*wire.Message{
			flags(segmentOf(client, at, nil), wire.TCPSyn), flags(segmentOf(server, at+500, nil), wire.TCPSyn|wire.TCPAck),
			segmentOf(client, at+1, []byte("one")), segmentOf(server, at+501, []byte("two")),
		}
	}
	fin, reset := flags(segmentOf(client, 1004, nil), wire.TCPFin|wire.TCPAck),
		flags(segmentOf(server, 1504, nil), wire.TCPRst)
	for name, test := range map[string]struct {
		between []*wire.Message
		second  uint32
		want    int
	}{
		"another number":               {nil, 3000, 4},
		"a number that seems to go on": {nil, 1003, 4},
		"the same number after a FIN":  {[]*wire.Message{fin}, 1000, 4},
		"the same number after a RST":  {[]*wire.Message{reset}, 1000, 4},
		"sent again":                   {nil, 1000, 2},
	} {
		streams := decoder.Reassemble(slices.Concat(open(1000), test.between, open(test.second)))
		if len(streams) != test.want {
			t.Errorf("%s: %d streams, want %d: %+v", name, len(streams), test.want, streams)
			continue
		}
		for _, s := range streams {
			if want := map[uint16]string{client: "one", server: "two"}[s.SrcPort]; string(s.Data) != want || s.Missing != 0 {
				t.Errorf("%s: port %d sent %q after %d missing bytes, want %q", name, s.SrcPort, s.Data, s.Missing, want)
			}
		}
	}
}
