package browse

import (
	"bytes"
	"encoding/binary"
	"slices"
	"testing"

	"fragscope/analyzer/capture"
	"fragscope/decoder"
	"fragscope/samples"
)

// sampleCapture returns a capture of the two datagrams of a sample, a request and its
// reply, between packets that are of no exchange.
func sampleCapture(t *testing.T, name string) []byte {
	t.Helper()
	s, _ := samples.Get(name)
	payloads := s.Datagrams()
	if len(payloads) != 2 {
		t.Fatalf("%s has %d datagrams", name, len(payloads))
	}
	var b bytes.Buffer
	w, err := capture.NewPcapWriter(&b, capture.LinkRaw, true)
	if err != nil {
		t.Fatal(err)
	}
	for i, payload := range [][]byte{{1}, payloads[0], {2}, payloads[1]} {
		ends := []byte{192, 0, 2, 1, 198, 51, 100, 1}
		ports := []uint16{40000, 29900}
		if i == 3 {
			ends, ports = slices.Concat(ends[4:], ends[:4]), []uint16{ports[1], ports[0]}
		}
		be := binary.BigEndian
		p := be.AppendUint16([]byte{0x45, 0}, uint16(28+len(payload)))
		p = append(append(p, 0, 0, 0, 0, 64, 17, 0, 0), ends...)
		p = be.AppendUint16(be.AppendUint16(p, ports[0]), ports[1])
		p = append(be.AppendUint16(p, uint16(8+len(payload))), 0, 0)
		p = append(p, payload...)
		err := w.WritePacket(&capture.Packet{Time: int64(i) * 1e6, HasTime: true, Data: p, OrigLen: len(p)})
		if err != nil {
			t.Fatal(err)
		}
	}
	return b.Bytes()
}

// TestExchangeOfPacket gives a packet with the others of its exchange, without which the values of
// a GameSpy 3 reply have no keys, and never more of those than is asked for.
func TestExchangeOfPacket(t *testing.T) {
	c := opened(t, "a.pcap", sampleCapture(t, "gamespy3-values-reply"))
	for n, all := range [][]int{{0}, {1, 3}, {2}, {1, 3}} {
		for most, want := range map[int][]int{0: {n}, 1 << 20: all} {
			list, at, err := c.Together(n, most)
			if err != nil {
				t.Fatal(err)
			}
			if len(list) != len(want) || want[at] != n {
				t.Fatalf("packet %d, at most %d bytes: %d packets, it is %d", n, most, len(list), at)
			}
			for i, k := range want {
				if p, _ := c.Packet(k); !bytes.Equal(list[i].Data, p.Data) {
					t.Errorf("packet %d, at most %d bytes: packet %d is not %d", n, most, i, k)
				}
			}
		}
	}
	if _, _, err := c.Together(4, 1<<20); err == nil {
		t.Error("there is a packet 4")
	}
	list, at, _ := c.Together(3, 1<<20)
	var ms []*decoder.Message
	for i := range list {
		ms = append(ms, decoder.Decode(list[i].Data, decoder.Options{Link: list[i].Link}))
	}
	if m := decoder.ReadTogether(ms).Messages[at]; m.Find("gamespy3.value.mapname", 0) < 0 {
		t.Error("the values have no keys")
	}
}
