package state

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"sync"
	"time"

	"fragscope/analyzer/browse"
	"fragscope/analyzer/capture"
	"fragscope/analyzer/export"
)

// An Interface is a network interface that can be captured from.
type Interface struct {
	Name  string // as it is opened by
	About string // its addresses, and what else helps to tell it from others
}

// A Device is a network interface that is captured from.
type Device interface {
	Packets() *capture.Reader // until Close is called
	Counts() (received, dropped uint64)
	Close() // may be called again, and by any goroutine
}

// What a capture from an interface may take: it ends when there is no more room.
// Of each packet some 36 bytes are in memory, the rest is in a temporary file.
var (
	maxCaptured int64 = 1 << 30 // bytes of the file
	maxCounted  int64 = 5_000_000
)

// publishEvery is how often what was captured is read.
const publishEvery = 100 * time.Millisecond

// A recording writes what a device captures into a temporary file, which is read
// while it grows.
type recording struct {
	device Device
	spool  spool
	ended  chan struct{} // closed when nothing more is written
	seen   int           // exchanges of which the servers were counted
	found  map[netip.AddrPort]struct{}

	mu                sync.Mutex // of what follows
	grown             sync.Cond
	size              int64 // bytes that can be read
	packets           int64
	received, dropped uint64
	over, full        bool
	err               error
}

// CaptureFrom captures from a device, called name, into a temporary file, until
// the context of Load is done or there is no more room. Close removes the file,
// and closes the device.
func CaptureFrom(name string, d Device) (*Capture, error) {
	r := &recording{device: d, spool: spool{pattern: "fragscope-live-*"}, ended: make(chan struct{}),
		found: map[netip.AddrPort]struct{}{}}
	r.grown.L = &r.mu
	c := &Capture{name: name, total: maxCaptured + 1<<20, live: r}
	c.file = r
	err := r.begin()
	if err == nil {
		c.path = r.spool.file.Name()
		err = c.open(r, browse.Options{Interval: publishEvery})
	}
	if err != nil {
		r.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return c, nil
}

// begin writes the head of the file and has packets follow.
func (r *recording) begin() error {
	packets := r.device.Packets()
	w, err := capture.NewNgWriter(&r.spool, capture.Section{Application: "fragscope"})
	if err != nil {
		close(r.ended)
		return r.noRoom(err)
	}
	if _, err := w.AddInterface(packets.Interfaces()[0]); err != nil {
		close(r.ended)
		return err
	}
	r.publish()
	go func() {
		defer close(r.ended)
		stop := make(chan struct{})
		var publishing sync.WaitGroup
		publishing.Go(func() { r.publishUntil(stop) })
		err := r.write(w, packets)
		r.device.Close()
		close(stop)
		publishing.Wait()
		received, dropped := r.device.Counts()
		err = errors.Join(r.noRoom(err), packets.Err(), w.WriteStatistics(0, time.Now().UnixNano(), received, dropped))
		r.mu.Lock()
		r.received, r.dropped, r.err, r.over = received, dropped, err, true
		r.mu.Unlock()
		r.publish()
	}()
	return nil
}

// noRoom says what to do when the temporary file cannot be written.
func (r *recording) noRoom(err error) error {
	if err != nil && r.spool.failed() != nil {
		return fmt.Errorf("cannot write what is captured into the folder for temporary files: %w; make room there", err)
	}
	return err
}

// write writes packets until there are no more, or no room.
func (r *recording) write(w *capture.NgWriter, packets *capture.Reader) error {
	for packets.Next() {
		if err := w.WritePacket(packets.Packet()); err != nil {
			return err
		}
		r.mu.Lock()
		r.packets++
		r.full = r.packets >= maxCounted || r.spool.length() >= maxCaptured
		full := r.full
		r.mu.Unlock()
		if full {
			return nil
		}
	}
	return nil
}

func (r *recording) publishUntil(stop <-chan struct{}) {
	t := time.NewTicker(publishEvery)
	defer t.Stop()
	for {
		select {
		case <-stop:
			return
		case <-t.C:
			_, dropped := r.device.Counts()
			r.mu.Lock()
			r.dropped = dropped
			r.mu.Unlock()
			r.publish()
		}
	}
}

// publish lets what was written be read.
func (r *recording) publish() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.size = r.spool.length()
	r.grown.Broadcast()
}

// ReadAt implements io.ReaderAt, except that it waits while there is nothing, and
// that less than was asked for is no error.
func (r *recording) ReadAt(b []byte, at int64) (int, error) {
	r.mu.Lock()
	for at >= r.size && !r.over {
		r.grown.Wait()
	}
	if r.over {
		r.size = r.spool.length()
	}
	n := min(int64(len(b)), r.size-at)
	r.mu.Unlock()
	if n <= 0 {
		return 0, io.EOF
	}
	return r.spool.ReadAt(b[:n], at)
}

// follow calls tick periodically until the returned function is called, and ends
// capturing when ctx is done.
func (r *recording) follow(ctx context.Context, tick func()) (end func()) {
	stop := context.AfterFunc(ctx, r.device.Close)
	quit := make(chan struct{})
	var group sync.WaitGroup
	group.Go(func() {
		t := time.NewTicker(publishEvery)
		defer t.Stop()
		for {
			select {
			case <-quit:
				return
			case <-t.C:
				tick()
			}
		}
	})
	return func() {
		stop()
		close(quit)
		group.Wait()
	}
}

// end returns why capturing ended before it was stopped.
func (r *recording) end() error {
	<-r.ended
	if r.full {
		return fmt.Errorf("capturing ended, because a capture takes at most %s and %s packets; what was captured until "+
			"then is shown",
			export.Size(maxCaptured), export.Grouped(maxCounted))
	}
	return r.err
}

// Close ends capturing and removes the file.
func (r *recording) Close() error {
	r.device.Close()
	<-r.ended
	r.spool.close()
	return nil
}

// A LiveCount is what a capture from an interface has so far.
type LiveCount struct {
	Packets, Servers, Exchanges int
	Dropped                     uint64 // packets that the kernel dropped
}

// Live counts what was captured from an interface so far; ok is false for a file.
// Only one goroutine at a time may call it.
func (c *Capture) Live() (n LiveCount, ok bool) {
	r := c.live
	if r == nil {
		return n, false
	}
	n.Packets, n.Exchanges = c.Len(), c.found.ExchangeCount()
	for ; r.seen < n.Exchanges; r.seen++ {
		if x := c.found.Exchange(r.seen); x.Server.IsValid() && x.Count > 0 && len(r.found) < maxServers {
			r.found[x.Server] = struct{}{}
		}
	}
	n.Servers = len(r.found)
	r.mu.Lock()
	n.Dropped = r.dropped
	r.mu.Unlock()
	return n, true
}

// Save writes a capture from an interface to w, as pcapng. Call it once Load is done.
func (c *Capture) Save(w io.Writer) error {
	_, err := io.Copy(w, io.NewSectionReader(c.live, 0, c.live.size))
	return err
}
