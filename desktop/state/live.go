package state

import (
	"errors"
	"fmt"
	"io"
	"net/netip"
	"time"

	"fragscope/analyzer/browse"
	"fragscope/analyzer/capture"
	"fragscope/analyzer/export"
)

type Interface struct {
	Name  string // as it is opened by
	About string // its addresses, and what else helps to tell it from others
}

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

// liveTick is how often what was captured is read and shown.
const liveTick = 100 * time.Millisecond

// A recording writes what a device captures into a temporary file, which is read while it grows.
type recording struct {
	device Device
	spool  spool
	waited func()        // called while the reader waits for more
	ended  chan struct{} // closed when nothing more is written
	full   bool          // once it has ended: there was no more room
	err    error         // once it has ended: why
	seen   int           // exchanges of which the servers were counted
	found  map[netip.AddrPort]struct{}
}

// CaptureFrom captures from a device into a temporary file, until the context of Load is done or it is full.
func CaptureFrom(name string, d Device) (*Capture, error) {
	r := &recording{device: d, spool: spool{pattern: "fragscope-live-*"}, ended: make(chan struct{})}
	r.waited, r.found = func() {}, map[netip.AddrPort]struct{}{}
	c := &Capture{name: name, total: maxCaptured + 1<<20, live: r}
	c.file = r
	err := r.begin()
	if err == nil {
		c.path = r.spool.file.Name()
		err = c.open(r, browse.Options{Interval: liveTick})
	}
	if err != nil {
		r.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return c, nil
}

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
	go func() {
		defer close(r.ended)
		err := r.write(w, packets)
		r.device.Close()
		received, dropped := r.device.Counts()
		r.err = errors.Join(r.noRoom(err), packets.Err(), w.WriteStatistics(0, time.Now().UnixNano(), received, dropped))
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

func (r *recording) write(w *capture.NgWriter, packets *capture.Reader) error {
	for n := int64(1); packets.Next(); n++ {
		if err := w.WritePacket(packets.Packet()); err != nil {
			return err
		}
		if r.full = n >= maxCounted || r.spool.length() >= maxCaptured; r.full {
			break
		}
	}
	return nil
}

// ReadAt implements io.ReaderAt, except that it waits while there is nothing, and
// that less than was asked for is no error.
func (r *recording) ReadAt(b []byte, at int64) (int, error) {
	for over := false; r.spool.length() <= at; {
		if over {
			return 0, io.EOF
		}
		select {
		case <-r.ended:
			over = true
		case <-time.After(liveTick):
			r.waited()
		}
	}
	return r.spool.ReadAt(b[:min(int64(len(b)), r.spool.length()-at)], at)
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
	_, n.Dropped = r.device.Counts()
	return n, true
}

// Save writes a capture from an interface to w, as pcapng. Call it once Load is done.
func (c *Capture) Save(w io.Writer) error {
	_, err := io.Copy(w, io.NewSectionReader(c.live, 0, c.live.spool.length()))
	return err
}
