package state

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"fragscope/analyzer/browse"
	"fragscope/analyzer/export"
	"fragscope/analyzer/filter"
	"fragscope/analyzer/record"
	"fragscope/desktop/store"
)

// A Capture is a Source of the packets of a file. What is kept of them is in a
// [browse.Capture], and their bytes are read again when they are looked at, so
// a million packets take tens of megabytes. A compressed file is unpacked into a
// temporary one, because its bytes cannot be found again otherwise.
//
// Load reads the file on one goroutine while another one asks for the rows that
// are there already.
type Capture struct {
	View   // all packets
	path   string
	name   string
	file   io.Closer
	total  int64 // bytes of the file
	spool  spool
	live   *recording // of an interface, nil for a file
	browse *browse.Capture

	work   sync.Mutex // held while reading or filtering
	done   atomic.Bool
	latest atomic.Pointer[gathered] // the exchange that was looked at last
}

// OpenCapture opens a file and makes sure that it is a capture. The error says
// what is wrong and what to do. Call Close when it is not needed any more.
func OpenCapture(path string) (*Capture, error) {
	name := filepath.Base(path)
	if err := store.Regular(path); err != nil { // opening a pipe would wait until somebody writes to it
		return nil, store.ReadError(name, err)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, store.ReadError(name, err)
	}
	info, err := f.Stat()
	c := &Capture{path: path, name: name, file: f}
	if err == nil {
		c.total = info.Size()
		err = c.open(f, browse.Options{Store: &c.spool})
	}
	if err != nil {
		f.Close()
		c.spool.close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return c, nil
}

// maxServers bounds the servers of a capture, and its clients.
const maxServers = 20_000

func (c *Capture) open(bytes io.ReaderAt, o browse.Options) (err error) {
	o.Analyzer = record.Options{MaxFlows: 50_000, MaxServers: maxServers, MaxClients: maxServers,
		Layouts: Layouts()}
	if c.browse, err = browse.Open(c.name, bytes, c.total, o); err == nil {
		c.View = View{capture: c, found: c.browse.Whole()}
	}
	return err
}

// Close closes the file. Datagrams cannot be had any more.
func (c *Capture) Close() {
	c.browse.Close()
	c.file.Close()
	c.spool.close()
}

// Path returns the path of the file; that of a capture from an interface is a temporary one.
func (c *Capture) Path() string { return c.path }

// Name returns what to call the capture: the file without its folder, or the interface.
func (c *Capture) Name() string { return c.name }

// Load reads the packets until the end, or until ctx is done; what was read
// until then stays. The error says that reading failed; what is odd about the
// file is no error, see Remarks. progress is called periodically with the fraction done,
// of the file that was read.
func (c *Capture) Load(ctx context.Context, progress func(share float64)) error {
	c.work.Lock()
	defer c.work.Unlock()
	defer c.done.Store(true)
	debug.SetGCPercent(garbage)
	defer debug.FreeOSMemory() // reading makes much and keeps little
	if c.live != nil {
		c.live.waited = func() { progress(0) }
		defer context.AfterFunc(ctx, c.live.device.Close)()
		ctx = context.WithoutCancel(ctx) // what was captured until then is read to its end
	}
	c.browse.Read()
	err := c.browse.Run(ctx, func(p browse.Progress) {
		makeRoom(int64(p.All))
		progress(c.share(p))
	})
	switch failed := c.spool.failed(); {
	case c.live != nil:
		return errors.Join(err, c.live.end())
	case failed != nil:
		return fmt.Errorf("%s: cannot unpack it into the folder for temporary files: %w; make room there, or unpack the "+
			"capture and open that",
			filepath.Base(c.path), failed)
	case err != nil:
		return fmt.Errorf("%w; the packets until then are shown", err)
	}
	return nil
}

// garbage is how much of it there may be, in percent of what is in use, before
// it is collected in a program that has read a capture: that keeps much.
const garbage = 25

// makeRoom raises the limit of memory to what so many packets take: below that, collecting would never end.
func makeRoom(packets int64) {
	const besides, kept = 48 << 20, 36
	if need := besides + packets*kept*3/2; debug.SetMemoryLimit(-1) < need {
		debug.SetMemoryLimit(need)
	}
}

// CompileFilter compiles an expression for [Capture.Filter].
func (c *Capture) CompileFilter(expression string) (*filter.Filter, error) {
	return filter.CompileJoint(expression, c.browse.Layouts())
}

// Filter returns the packets that f lets through, nil when ctx is done; the capture has to be loaded.
func (c *Capture) Filter(ctx context.Context, f *filter.Filter, progress func(done float64)) (*View, error) {
	c.work.Lock()
	defer c.work.Unlock()
	if ctx.Err() != nil {
		return nil, nil
	}
	defer debug.FreeOSMemory() // reading makes much and keeps little
	if err := c.browse.Filter(f.String()); err != nil {
		return nil, err
	}
	err := c.browse.Run(ctx, func(p browse.Progress) { progress(c.share(p)) })
	if err != nil || ctx.Err() != nil {
		return nil, err
	}
	return &View{capture: c, found: c.browse.Shown()}, nil
}

// Describe looks again at the packets that no protocol recognises, which [Layouts] describe now; the capture has to be
// loaded.
func (c *Capture) Describe(ctx context.Context) error {
	c.work.Lock()
	defer c.work.Unlock()
	c.browse.Describe(Layouts())
	return c.browse.Run(ctx, func(browse.Progress) {})
}

func (c *Capture) ShowAll() {
	c.work.Lock()
	defer c.work.Unlock()
	_ = c.browse.Filter("") // no expression is wrong in nothing
}

func (c *Capture) share(p browse.Progress) float64 {
	return float64(p.Bytes) / float64(max(1, c.total))
}

// Format returns what kind of file it is, such as "pcapng".
func (c *Capture) Format() string { return c.browse.Format() }

// Remarks returns what is wrong with the file: where it is cut or damaged.
func (c *Capture) Remarks() (list []string) {
	r := c.found.Report()
	if r == nil {
		return nil
	}
	for _, p := range r.Files[0].Problems {
		list = append(list, p.Message)
	}
	if r.Files[0].Stopped {
		list = append(list, "reading was stopped; the packets until then are shown")
	}
	if c.live != nil {
		if received, dropped := c.live.device.Counts(); dropped > 0 {
			list = append(list, fmt.Sprintf("the kernel dropped %s of %s packets, because they came faster than they "+
				"were read; a host or a port captures less", export.Grouped(int64(dropped)), export.Grouped(int64(received))))
		}
	}
	return list
}
