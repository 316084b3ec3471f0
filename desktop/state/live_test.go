package state

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fragscope/analyzer/capture"
	"fragscope/samples/capgen"

	"github.com/google/gopacket"
)

// A tap is a device of which a test says what it captures.
type tap struct {
	packets chan []byte
	closed  chan struct{}
	once    sync.Once
	dropped uint64
	number  int
}

func newTap() *tap { return &tap{packets: make(chan []byte, 100_000), closed: make(chan struct{})} }

func (d *tap) ZeroCopyReadPacketData() ([]byte, gopacket.CaptureInfo, error) {
	if b, ok := d.next(); ok {
		d.number++
		at := time.Unix(1_700_000_000, 0).Add(time.Duration(d.number) * 100 * time.Millisecond)
		return b, gopacket.CaptureInfo{Timestamp: at, CaptureLength: len(b), Length: len(b)}, nil
	}
	return nil, gopacket.CaptureInfo{}, io.EOF
}

// next returns what was captured before the device is closed.
func (d *tap) next() ([]byte, bool) {
	select {
	case b := <-d.packets:
		return b, true
	default:
	}
	select {
	case b := <-d.packets:
		return b, true
	case <-d.closed:
		return nil, false
	}
}

func (d *tap) Packets() *capture.Reader {
	return capture.FromSource(d, capture.LinkEthernet, capture.Options{})
}
func (d *tap) Counts() (uint64, uint64) { return 1000, d.dropped }
func (d *tap) Close()                   { d.once.Do(func() { close(d.closed) }) }

// traffic returns packets, as an interface gives them.
func traffic(t *testing.T, n int) (list [][]byte) {
	t.Helper()
	var b bytes.Buffer
	if _, err := capgen.Write(&b, capgen.Config{Datagrams: n, Seed: 3, Servers: 4}); err != nil {
		t.Fatal(err)
	}
	r, err := capture.NewReader(&b, capture.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for r.Next() {
		if p := r.Packet(); p.LinkType == capture.LinkEthernet {
			list = append(list, bytes.Clone(p.Data))
		}
	}
	return list
}

// TestCaptureFrom: what an interface brings is there while it is captured, and
// stays when that is stopped, as a capture like any other. Then it can be saved;
// otherwise nothing is left of it.
func TestCaptureFrom(t *testing.T) {
	d, packets := newTap(), traffic(t, 400)
	d.dropped = 7
	half := len(packets) / 2
	for _, p := range packets[:half] {
		d.packets <- p
	}
	c, err := CaptureFrom("eth7", d)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	loaded := make(chan error, 1)
	go func() { loaded <- c.Load(ctx, func(float64) {}) }()
	reach(t, func() bool { n, _ := c.Live(); return n.Packets == half && n.Servers > 0 })
	if n, ok := c.Live(); !ok || n.Packets != half || n.Exchanges == 0 || n.Servers == 0 || n.Dropped != 7 || c.Loaded() {
		t.Errorf("while it is captured: %+v, loaded %v", n, c.Loaded())
	}
	if d, err := c.Datagram(half - 1); err != nil || !bytes.Equal(d.Data, packets[half-1]) {
		t.Errorf("a packet that was captured: %v", err)
	}
	for _, p := range packets[half:] {
		d.packets <- p
	}
	stop()
	if err := <-loaded; err != nil {
		t.Fatal(err)
	}
	if c.Len() != len(packets) || !c.Loaded() || c.Analysis().Report() == nil {
		t.Errorf("%d of %d packets, loaded %v", c.Len(), len(packets), c.Loaded())
	}
	if r := c.Remarks(); !slices.ContainsFunc(r, func(s string) bool {
		return strings.Contains(s, "dropped 7 of 1,000")
	}) || len(r) != 1 {
		t.Errorf("remarks %q", r)
	}
	var saved bytes.Buffer
	if err := c.Save(&saved); err != nil {
		t.Fatal(err)
	}
	r, err := capture.NewReader(&saved, capture.Options{})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for ; r.Next(); n++ {
		if !bytes.Equal(r.Packet().Data, packets[n]) {
			t.Fatalf("packet %d is saved as another", n+1)
		}
	}
	if n != len(packets) || r.Err() != nil || len(r.Problems()) > 0 {
		t.Errorf("%d packets are saved, %v, %v", n, r.Err(), r.Problems())
	}
	c.Close()
	if _, err := os.Stat(c.Path()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the temporary file is still there: %v", err)
	}
}

// TestCaptureFromBounds: capturing ends when it has taken as much as it may, and
// says so.
func TestCaptureFromBounds(t *testing.T) {
	for name, set := range map[string]func() func(){
		"bytes":   func() func() { was := maxCaptured; maxCaptured = 5000; return func() { maxCaptured = was } },
		"packets": func() func() { was := maxCounted; maxCounted = 30; return func() { maxCounted = was } },
	} {
		d, packets := newTap(), traffic(t, 400)
		for _, p := range packets {
			d.packets <- p
		}
		back := set()
		c, err := CaptureFrom("eth7", d)
		if err != nil {
			t.Fatal(err)
		}
		err = c.Load(context.Background(), func(float64) {})
		if err == nil || !strings.Contains(err.Error(), "at most") || c.Len() == 0 || c.Len() > 100 {
			t.Errorf("%s: %d packets, %v", name, c.Len(), err)
		}
		c.Close()
		back()
	}
}

func reach(t *testing.T, so func() bool) {
	t.Helper()
	for range 3000 {
		if so() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("waited too long")
}
