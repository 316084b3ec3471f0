package state

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"fragscope/analyzer"
	"fragscope/analyzer/capture"
	"fragscope/decoder"
)

// A Capture is a Source of the packets of a file. It keeps a few words of each
// packet and reads the bytes again when they are looked at, so a million packets
// take tens of megabytes. A compressed file is unpacked into a temporary one,
// because its bytes cannot be found again otherwise.
//
// Load reads the file on one goroutine while another one asks for the rows that
// are there already.
type Capture struct {
	path  string
	file  *os.File
	spool atomic.Pointer[spool] // nil as long as the file is not compressed

	mu     sync.RWMutex // of what follows
	chunks []*[chunkSize]entry
	kinds  []kind
	kindOf map[kind]uint16
	format string
	remark []string // what is wrong with the file

	found *Analysis

	ready atomic.Int64 // packets whose entries are whole
	bytes atomic.Int64 // of the file, read so far
	total int64        // bytes of the file
	done  atomic.Bool

	// Only for the goroutine that draws.
	recent recentRows
	latest *gathered // the exchange that was looked at last
}

const chunkSize = 4096

// An entry is what is kept of a packet, in 24 bytes.
type entry struct {
	time     int64  // nanoseconds since 1970-01-01 UTC, noTime for none
	at       uint32 // of its bytes, in the file or the spool: the lower 32 bits
	captured uint32 // bytes
	length   uint32 // bytes on the wire
	kind     uint16 // in kinds
	high     uint8  // of at: the bits above
	also     uint8  // link, and above it 1 + the severity of the worst problem
}

// place returns where the bytes of a packet stand.
func (e *entry) place() int64 { return int64(e.high)<<32 | int64(e.at) }

func (e *entry) link() decoder.Link { return decoder.Link(e.also & 0x1f) }

func (e *entry) worst() int { return int(e.also>>5) - 1 }

const noTime = -1 << 63

// A kind is what a packet is: a message, or what it seems to be.
type kind struct {
	info  *decoder.MessageInfo
	seems string
}

// title names k.
func (k kind) title() string {
	if k.seems != "" && (k.info == nil || k.info.Protocol == decoder.Unknown) {
		return k.seems
	}
	return k.info.Name
}

// OpenCapture opens a file and makes sure that it is a capture. The error says
// what is wrong and what to do. Call Close when it is not needed any more.
func OpenCapture(path string) (*Capture, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, opening(path, err)
	}
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		err = errors.New("this is a folder: open one of the captures in it")
	}
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("this is no file: save what it gives to a file first")
	}
	c := &Capture{path: path, file: f, kindOf: map[kind]uint16{}}
	c.found = &Analysis{capture: c}
	if err == nil {
		c.total = info.Size()
		var r *capture.Reader
		if r, err = capture.NewReader(f, capture.Options{}); err == nil {
			c.format = r.Format()
			r.Close()
			_, err = f.Seek(0, 0)
		}
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	c.recent.reset()
	return c, nil
}

func opening(path string, err error) error {
	if e, ok := errors.AsType[*os.PathError](err); ok {
		err = e.Err
	}
	name := filepath.Base(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("%s: file not found; was it moved or renamed?", name)
	case errors.Is(err, os.ErrPermission):
		return fmt.Errorf("%s: you may not read this file; copy it, or change its permissions", name)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// Close lets the file go. Datagrams cannot be had any more.
func (c *Capture) Close() {
	c.file.Close()
	if s := c.spool.Load(); s != nil {
		s.close()
	}
}

// Path returns the name of the file.
func (c *Capture) Path() string { return c.path }

// Load reads the packets until the end, or until ctx is done; what was read
// until then stays. The error says that reading failed; what is odd about the
// file is no error, see Remarks.
func (c *Capture) Load(ctx context.Context) error {
	defer c.done.Store(true)
	// Reading makes much garbage and keeps little: collect it early.
	defer debug.SetGCPercent(debug.SetGCPercent(40))
	in := &meteredReader{ctx: ctx, src: c.file, bytes: &c.bytes}
	r, err := capture.NewReader(in, capture.Options{Unpacked: unpackTo{c}})
	if ctx.Err() != nil {
		c.note(stoppedReading)
		return nil
	}
	if err != nil {
		return fmt.Errorf("%s: %w", filepath.Base(c.path), err)
	}
	defer r.Close()
	o := c.options(c.found)
	o.Look = func() analyzer.Look { return c.look }
	a := analyzer.New(o)
	for r.Next() {
		p := r.Packet()
		e := entry{
			at: uint32(p.DataAt), high: uint8(p.DataAt >> 32), time: noTime, also: uint8(p.Link),
			captured: uint32(len(p.Data)), length: uint32(max(0, p.OrigLen)),
		}
		if p.HasTime {
			e.time = p.Time
		}
		*c.entry(p.Number - 1) = e
		if p.Number%(1<<16) == 0 {
			makeRoom(p.Number)
		}
		a.Add(analyzer.FromCapture(p))
	}
	c.found.finish(a.Finish())
	// What reading needed is many times what is kept, and is not needed again.
	defer debug.FreeOSMemory()
	for _, p := range r.Problems() {
		c.note(p.Message)
	}
	if ctx.Err() != nil {
		c.note(stoppedReading)
	}
	err = r.Err()
	switch {
	case c.spool.Load() != nil && c.spool.Load().failed() != nil:
		return fmt.Errorf("%s: cannot unpack it into the folder for temporary files: %w; make room there, or unpack the capture and open that",
			filepath.Base(c.path), c.spool.Load().failed())
	case ctx.Err() != nil || err == nil:
		return nil
	}
	return fmt.Errorf("%s: %w; the packets until then are shown", filepath.Base(c.path), err)
}

// makeRoom raises the limit of memory, where there is one, to what so many
// packets take with their exchanges, and half of that again for garbage: below
// what is kept, collecting would never end.
func makeRoom(packets int64) {
	const besides, kept = 48 << 20, 36
	if need := besides + packets*kept*3/2; debug.SetMemoryLimit(-1) < need {
		debug.SetMemoryLimit(need)
	}
}

const stoppedReading = "reading was stopped; the packets until then are shown"

// options returns how packets are analyzed, and that a keeps what is found.
func (c *Capture) options(a *Analysis) analyzer.Options {
	return analyzer.Options{
		Name: filepath.Base(c.path), Workers: 1, MaxFlows: 50_000, MaxServers: 20_000, MaxClients: 20_000, Exchanges: a.take,
	}
}

// note adds a remark.
func (c *Capture) note(remark string) {
	c.mu.Lock()
	c.remark = append(c.remark, remark)
	c.mu.Unlock()
}

// entry returns the entry of packet i, from 0, and makes room for it.
func (c *Capture) entry(i int64) *entry {
	c.mu.RLock()
	n := int64(len(c.chunks))
	var chunk *[chunkSize]entry
	if i/chunkSize < n {
		chunk = c.chunks[i/chunkSize]
	}
	c.mu.RUnlock()
	if chunk == nil {
		chunk = new([chunkSize]entry)
		c.mu.Lock()
		c.chunks = append(c.chunks, chunk)
		c.mu.Unlock()
	}
	return &chunk[i%chunkSize]
}

// look notes what a packet was decoded as. It sees the packets in order.
func (c *Capture) look(m *decoder.Message, p *analyzer.Packet, seems string) {
	k, bad := kind{seems: seems}, NoProblem
	if m != nil {
		k.info = m.Info
		if m.Info.Protocol != decoder.Unknown {
			bad = worst(m)
		}
	}
	c.mu.RLock()
	n, known := c.kindOf[k]
	c.mu.RUnlock()
	if !known {
		c.mu.Lock()
		if len(c.kinds) < 1<<16-1 {
			n = uint16(len(c.kinds))
			c.kinds = append(c.kinds, k)
			c.kindOf[k] = n
		}
		c.mu.Unlock()
	}
	e := c.entry(p.Number - 1)
	e.kind, e.also = n, e.also|uint8(bad+1)<<5
	c.ready.Store(p.Number)
}

// Len implements Source: the packets that are known so far.
func (c *Capture) Len() int { return int(c.ready.Load()) }

// Loaded reports whether there is nothing more to come.
func (c *Capture) Loaded() bool { return c.done.Load() }

// Progress returns how many bytes of the file were read, and how many it has.
func (c *Capture) Progress() (bytes, total int64) { return min(c.bytes.Load(), c.total), c.total }

// Format returns what kind of file it is, such as "pcapng".
func (c *Capture) Format() string { return c.format }

// Remarks returns what is wrong with the file: where it is cut or damaged.
func (c *Capture) Remarks() []string {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.remark
}

// Analysis returns what was found between the packets, so far.
func (c *Capture) Analysis() *Analysis { return c.found }

func (c *Capture) known(i int) (e entry, k kind, ok bool) {
	if i < 0 || i >= c.Len() {
		return entry{}, kind{}, false
	}
	c.mu.RLock()
	defer c.mu.RUnlock()
	e = c.chunks[i/chunkSize][i%chunkSize]
	return e, c.kinds[e.kind], true
}

// Datagram implements Source.
func (c *Capture) Datagram(i int) (Datagram, error) {
	e, _, ok := c.known(i)
	if !ok {
		return Datagram{}, fmt.Errorf("there is no packet %d", i+1)
	}
	d := Datagram{Number: int64(i) + 1, Link: e.link(), Length: int(e.length), Data: make([]byte, e.captured)}
	if e.time != noTime {
		d.Time = time.Unix(0, e.time)
	}
	if err := c.bytesOf(i, d.Data, &e); err != nil {
		return Datagram{}, err
	}
	return d, nil
}

// bytesOf reads the bytes of packet i, whose entry is e, into b.
func (c *Capture) bytesOf(i int, b []byte, e *entry) error {
	err := c.read(b, e.place())
	if err == nil {
		return nil
	}
	if p, ok := errors.AsType[*os.PathError](err); ok {
		err = p.Err
	}
	return fmt.Errorf("the bytes of packet %d cannot be read again (%w): was %s changed? Open it once more", i+1, err, filepath.Base(c.path))
}

func (c *Capture) read(b []byte, at int64) error {
	if len(b) == 0 {
		return nil
	}
	if s := c.spool.Load(); s != nil {
		return s.read(b, at)
	}
	_, err := c.file.ReadAt(b, at)
	return err
}

// Message implements Source.
func (c *Capture) Message(i int) (*decoder.Message, error) {
	if g := c.gather(i); g != nil {
		if m := g.message(i); m != nil {
			return m, nil
		}
	}
	d, err := c.Datagram(i)
	if err != nil {
		return nil, err
	}
	return d.Decode(), nil
}

// Status implements Source: what the whole exchange says.
func (c *Capture) Status(i int) *decoder.Status {
	if g := c.gather(i); g != nil {
		return g.status
	}
	m, err := c.Message(i)
	if err != nil || m.Info.Direction == decoder.Request {
		return nil
	}
	return decoder.StatusOf(m)
}

// Related implements Source: the packets of the same exchange.
func (c *Capture) Related(i int) []int {
	if i < 0 || i >= c.Len() {
		return nil
	}
	if g := c.gather(i); g != nil && slices.Contains(g.packets, i) {
		return g.packets
	}
	return []int{i}
}
