package state

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"

	"fragscope/samples"
)

// TestMessageKnowsItsExchange reads a reply of a capture whose values have their keys from the
// request before it, and shows those keys with the reply, whichever of the two is asked for first.
func TestMessageKnowsItsExchange(t *testing.T) {
	s, _ := samples.Get("gamespy3-values-reply")
	le, be := binary.LittleEndian, binary.BigEndian
	var b bytes.Buffer
	b.Write([]byte("\xd4\xc3\xb2\xa1\x02\x00\x04\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x04\x00\xe4\x00\x00\x00"))
	ends := [][]byte{{192, 0, 2, 1}, {192, 0, 2, 2}}
	for i, payload := range s.Datagrams() {
		size := uint32(28 + len(payload))
		head := le.AppendUint32(le.AppendUint32(le.AppendUint32(le.AppendUint32(nil, 1), uint32(i)), size), size)
		ip := append(be.AppendUint16([]byte{0x45, 0}, uint16(size)), 0, 0, 0, 0, 64, 17, 0, 0)
		ip = append(append(ip, ends[i]...), ends[1-i]...)
		udp := be.AppendUint16(be.AppendUint16(nil, uint16(29900+i)), uint16(29901-i))
		udp = append(be.AppendUint16(udp, uint16(8+len(payload))), 0, 0)
		for _, part := range [][]byte{head, ip, udp, payload} {
			b.Write(part)
		}
	}
	path := filepath.Join(t.TempDir(), "values.pcap")
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, order := range [][]int{{0, 1}, {1, 0}} {
		c, err := OpenCapture(path)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if err := c.Load(t.Context(), func(float64) {}); err != nil {
			t.Fatal(err)
		}
		for _, i := range order {
			m, err := c.Message(i)
			if err != nil {
				t.Fatal(err)
			}
			if i == 1 && m.Find("gamespy3.value.mapname", 0) < 0 {
				t.Errorf("packets asked for in the order %v: the values have no keys: %+v", order, m.Fields)
			}
		}
		if status := c.Status(1); status == nil || status.Map.Or("") != "saltmarsh" {
			t.Errorf("packets asked for in the order %v: the status is %+v", order, status)
		}
	}
}
