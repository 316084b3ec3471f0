package browse

import (
	"bytes"
	"testing"
	"time"

	"fragscope/samples/captures"
)

// What is practised is what reading takes: it finds what is in the capture, and
// can be left at any time.
func TestPractice(t *testing.T) {
	one, err := captures.Files.ReadFile("scan-with-other-traffic.pcapng")
	if err != nil {
		t.Fatal(err)
	}
	single, err := Open("one", bytes.NewReader(one), int64(len(one)), Options{})
	if err != nil {
		t.Fatal(err)
	}
	single.Read()
	for !single.Step(time.Second) {
	}
	c, err := Practice()
	if err != nil {
		t.Fatal(err)
	}
	for c.Progress().All < 20_000 {
		if c.Step(10 * time.Millisecond) {
			t.Fatalf("it is over after %d packets: %v", c.Progress().All, c.Err())
		}
		if c.Waiting() {
			t.Fatal("it waits for somebody")
		}
	}
	for i, k := range single.index.kinds {
		other := c.index.kinds[i]
		if other.name != k.name || other.count.Packets < 20*k.count.Packets {
			t.Errorf("%d times %s %s, of which one has %d", other.count.Packets, other.protocol, other.name, k.count.Packets)
		}
	}
	c.Close()
	single.Close()
}
