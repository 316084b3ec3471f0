package state

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"
)

// TestLargePacketsOpenInParts opens an exchange of 60 packets of 200 kB each: what
// can be shown together is shown, and the rest is counted.
func TestLargePacketsOpenInParts(t *testing.T) {
	if testing.Short() {
		t.Skip("measures memory, which the run without -short does")
	}
	reply := append([]byte{0x80, 0, 0, 0, 1}, bytes.Repeat([]byte("\x05rule\x00\x05word\x00"), 16_700)...)
	var b bytes.Buffer
	put := func(list ...any) {
		for _, v := range list {
			if err := binary.Write(&b, binary.LittleEndian, v); err != nil {
				t.Fatal(err)
			}
		}
	}
	put(uint32(0xa1b2c3d4), uint16(2), uint16(4), uint32(0), uint32(0), uint32(256<<10), uint32(228)) // raw IPv4
	packet := func(n int, from, to byte, sport, dport uint16, payload []byte) {
		ip := []byte{0x45, 0, 0, 0, 0, byte(n), 0, 0, 64, 17, 0, 0, 192, 0, 2, from, 192, 0, 2, to}
		udp := binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint16(nil, sport), dport)
		udp = append(udp, 0, 0, 0, 0)
		size := uint32(len(ip) + len(udp) + len(payload))
		put(uint32(n), uint32(0), size, size, ip, udp, payload)
	}
	packet(1, 1, 2, 5000, 7778, []byte{0x79, 0, 0, 0, 1})
	for n := range 60 {
		// none like another
		packet(1, 2, 1, 7778, 5000, append(bytes.Clone(reply), 2, 'a'+byte(n%26), 0, 2, 'a'+byte(n/26), 0))
	}
	path := filepath.Join(t.TempDir(), "large.pcap")
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := OpenCapture(path)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.Load(t.Context(), func(float64) {}); err != nil {
		t.Fatal(err)
	}
	if c.Len() != 61 || c.Analysis().ExchangeCount() == 0 {
		t.Fatalf("%d packets, %d exchanges, %q", c.Len(), c.Analysis().ExchangeCount(), c.Remarks())
	}
	l, left := c.Exchange(0)
	if l.Len() == 0 || l.Len() > 21 || l.Len()+left != 61 {
		t.Errorf("%d packets of 61 are shown, %d left out", l.Len(), left)
	}
	if _, err := c.Message(60); err != nil {
		t.Error(err)
	}
	if g := c.gather(0); g == nil || len(g.datagrams) > 21 {
		t.Errorf("gathered %+v", g)
	}
}
