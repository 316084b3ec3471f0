package main

import (
	"bytes"
	"encoding/json"
	"testing"
)

// TestCaptureLines: each datagram of a capture is a line that says where it is from, and
// there are no other lines.
func TestCaptureLines(t *testing.T) {
	c := rootCommand()
	var out bytes.Buffer
	c.SetOut(&out)
	c.SetErr(&bytes.Buffer{})
	c.SetArgs([]string{"decode", "--format", "ndjson", "../../../samples/captures/ut3-challenge.pcapng"})
	if err := c.Execute(); err != nil {
		t.Fatal(err)
	}
	type origin struct{ Packet, Time, Src, Dst, Direction, Message any }
	var got []origin
	lines := json.NewDecoder(&out)
	for lines.More() {
		var o origin
		if err := lines.Decode(&o); err != nil {
			t.Fatal(err)
		}
		got = append(got, o)
	}
	want := origin{2.0,
		"2026-01-01T00:00:00.088200000Z", "198.51.100.22:6500", "192.0.2.10:52011", "reply", "challenge reply"}
	if len(got) != 6 || got[1] != want {
		t.Errorf("%d lines, the second has %v, want %v", len(got), got[min(1, len(got)-1)], want)
	}
	for i, o := range got {
		if o.Packet != float64(i+1) || o.Direction == nil {
			t.Errorf("line %d: %v", i+1, o)
		}
	}
}
