package browse

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"fragscope/analyzer/capture"
	"fragscope/analyzer/export"
	"fragscope/analyzer/filter"
	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
	"fragscope/analyzer/scan"
	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// A Store keeps the bytes that a compressed capture unpacks to.
type Store interface {
	io.Writer
	io.ReaderAt
}

// Options tell [Open] what to do.
type Options struct {
	Store    Store          // needed for a compressed capture only
	Unpacked int64          // bytes that a compressed capture may unpack to, 0 for any number
	Analyzer record.Options // bounds of what is kept; the rest is set for each task
	// for a file that grows while it is read: what has come is known after so long, 0 for a whole file
	Interval time.Duration
}

// A Capture is a capture that is shown. One goroutine at a time begins tasks and
// works on them. What is there can be asked by others meanwhile.
type Capture struct {
	name    string
	file    io.ReaderAt
	size    int64
	options Options
	bytes   io.ReaderAt // where packets are read again: the file, or what was unpacked
	reader  *capture.Reader
	format  string
	ahead   atomic.Int64 // bytes of the file that were read

	helpers   Helpers // nil for none
	helping   int     // how many there are
	pieceSize int
	gang      *gang // of the task, nil when it works alone

	read atomic.Int64 // bytes of the file of which everything is known to the task

	mu    sync.Mutex // of what follows, and of the views
	index index
	whole *View // of all packets
	shown *View

	task *task
}

// A View is the packets of a capture that count, and what the analyzer made of
// them. Several goroutines may use it, also while the capture is read.
type View struct {
	c         *Capture
	filter    *filter.Filter // nil for all packets
	list      []uint32       // places of the packets that match, nil for all
	picked    []uint32       // exchanges of the whole that have one of them, in order
	servers   map[netip.AddrPort]bool
	exchanges exchanges       // with a filter these three count only what matches, and
	activity  export.Activity // are made when something is exported
	report    *report.Report  // nil while the file is read
	order     orders
}

// blockSize is large, since each read costs a browser some tenths of a millisecond.
const blockSize = 2 << 20

// Open looks at the first bytes of a file of size bytes. The error says what
// the file seems to be when it is no capture. What a compressed capture unpacks
// to is written to the Store of the options.
func Open(name string, file io.ReaderAt, size int64, o Options) (*Capture, error) {
	c := &Capture{name: name, file: file, size: size, options: o, bytes: file, pieceSize: pieceSize}
	unpacked := &tee{store: o.Store}
	r, err := c.open(unpacked)
	if err != nil {
		return nil, err
	}
	if unpacked.used {
		c.bytes = o.Store
	}
	c.reader, c.format = r, r.Format()
	c.whole = &View{c: c}
	c.shown = c.whole
	return c, nil
}

type tee struct {
	store Store
	used  bool
}

func (t *tee) Write(p []byte) (int, error) {
	t.used = true
	return t.store.Write(p)
}

func (c *Capture) open(unpacked io.Writer) (*capture.Reader, error) {
	c.ahead.Store(0)
	section := &counted{io.NewSectionReader(c.file, 0, c.size), &c.ahead}
	return capture.NewReader(bufio.NewReaderSize(section, blockSize), capture.Options{Name: c.name, Unpacked: unpacked,
		Limit: c.options.Unpacked})
}

type counted struct {
	r io.Reader
	n *atomic.Int64 // a decompressor reads on a goroutine of its own
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n.Add(int64(n))
	return n, err
}

// Read begins to read the packets, all of them.
func (c *Capture) Read() {
	r := c.reader
	c.reader = nil // with its megabytes of buffer, once it was read
	c.start(func(t *task) error {
		defer r.Close()
		v := c.whole
		if c.helpers != nil {
			return c.together(t, r)
		}
		return c.pass(t, r, v, func(m *decoder.Message, _ *record.Packet, seems string) {
			c.mu.Lock()
			c.index.take(c.index.sight(m, seems))
			c.mu.Unlock()
		})
	})
}

// Filter begins to choose the packets that meet an expression, in which the names
// of packets and of exchanges can be used; all of them for "", which needs no task.
// What was shown before stays when the task is stopped.
func (c *Capture) Filter(expression string) error {
	if expression == "" {
		c.stop()
		c.show(c.whole)
		return nil
	}
	f, err := filter.CompileJoint(expression, c.Layouts())
	if err != nil {
		return err
	}
	c.start(func(t *task) error {
		v := &View{c: c, filter: f, list: []uint32{}}
		if v.choose(t); !t.stop {
			v.hide()
			c.show(v)
		}
		return nil
	})
	return nil
}

// Layouts returns what the packets are described by that no protocol recognises, nil for nothing.
func (c *Capture) Layouts() *wire.Layouts {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.options.Analyzer.Layouts
}

// Format returns what kind of file it is, such as "pcapng".
func (c *Capture) Format() string { return c.format }

// Whole returns the view of all packets.
func (c *Capture) Whole() *View { return c.whole }

// Shown returns the view that the last filter made; that of all packets without.
func (c *Capture) Shown() *View {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.shown
}

func (c *Capture) show(v *View) {
	c.mu.Lock()
	c.shown = v
	c.mu.Unlock()
}

func (c *Capture) pass(t *task, r *capture.Reader, v *View, look record.Look) error {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	exchanges := c.exchanges(v)
	options := scan.Options{
		Analyzer:  c.options.Analyzer,
		Interval:  c.options.Interval,
		Exchanges: func(_ string, x []*report.Exchange) { exchanges(x) },
		Packet: func(_ string, p *capture.Packet) {
			if v == c.whole {
				c.mu.Lock()
				c.index.add(p)
				c.mu.Unlock()
			}
			if p.Number%128 == 0 && !c.rest(t) || v != c.whole && p.Number > int64(c.index.ready) {
				stop()
			}
		},
	}
	options.Analyzer.Workers, options.Analyzer.Look = 1, func() record.Look { return look }
	if v.filter != nil {
		options.Analyzer.Keep = func() func(*decoder.Message, *record.Packet) bool { return v.keep(ctx) }
	}
	report, err := scan.Read(ctx, c.name, r, options)
	c.read.Store(c.ahead.Load())
	c.mu.Lock()
	v.report = report
	c.mu.Unlock()
	return err
}

func (c *Capture) rest(t *task) bool {
	c.read.Store(c.ahead.Load())
	return t.rest()
}

func (c *Capture) exchanges(v *View) func([]*report.Exchange) {
	return func(x []*report.Exchange) {
		c.mu.Lock()
		v.exchanges.add(x)
		v.activity.Add(x)
		c.mu.Unlock()
	}
}

func (c *Capture) start(work func(*task) error) {
	c.stop()
	c.read.Store(0)
	c.task = begin(work)
}

// Step works on the task for about d and reports whether it is over.
func (c *Capture) Step(d time.Duration) bool { return c.task == nil || c.task.step(d) }

// Run works on the task until it is over, and returns why it failed. step is
// called now and then. When ctx is done, the task is stopped.
func (c *Capture) Run(ctx context.Context, step func(Progress)) error {
	for !c.Step(20 * time.Millisecond) {
		step(c.Progress())
		if ctx.Err() != nil {
			c.stop()
		}
	}
	return c.Err()
}

// Err returns why the task failed; nil for one that was stopped.
func (c *Capture) Err() error {
	if c.task == nil || errors.Is(c.task.err, errStopped) {
		return nil
	}
	return c.task.err
}

// Stop stops the task. What was read until then stays.
func (c *Capture) Stop() { c.stop() }

func (c *Capture) stop() {
	if c.task != nil && !c.task.done {
		c.task.end()
	}
}

// Close stops the task. What is known can still be asked.
func (c *Capture) Close() {
	c.stop()
	if c.reader != nil {
		c.reader.Close()
	}
}

// A Progress says how far the task is.
type Progress struct {
	Bytes     int64 // of the file, read by the task
	Packets   int   // in the list
	All       int   // in the file, as far as it was read
	Exchanges int
}

// Progress says how far the task is.
func (c *Capture) Progress() Progress {
	c.mu.Lock()
	defer c.mu.Unlock()
	return Progress{Bytes: min(c.read.Load(), c.size), Packets: c.shown.len(), All: c.index.ready,
		Exchanges: c.shown.exchangeCount()}
}
