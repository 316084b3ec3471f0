package scan

import (
	"runtime"
	"sync"

	"fragscope/analyzer/capture"
	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
)

// turns hands out what is found in several files that are read at once, in the
// order of the files: what comes of one whose turn it is not is held, and then
// its reading waits. nil is for readers who want nothing.
type turns struct {
	opts  *Options
	mu    sync.Mutex
	next  sync.Cond // the turn is another's
	turn  int
	files []turn
}

type turn struct {
	ended bool // nothing will come
	name  string
	held  []*report.Exchange
}

// maxHeld bounds the exchanges of small files that are held.
const maxHeld = 8192

// largeFile is the bytes of a file that keeps all processors busy alone.
const largeFile = 16 << 20

func newTurns(opts *Options, files int) *turns {
	if opts.Exchanges == nil && opts.Record == nil && opts.Noted == nil {
		return nil
	}
	t := &turns{opts: opts, files: make([]turn, files)}
	t.next.L = &t.mu
	return t
}

func (t *turns) into(o *record.Options, f File, place int) {
	if t == nil {
		return
	}
	if len(t.files) > 1 && f.Size >= largeFile { // the others wait for it
		o.Workers = runtime.GOMAXPROCS(0)
	}
	at := &t.files[place]
	at.name = f.Path
	if t.opts.Exchanges != nil {
		o.Exchanges = func(x []*report.Exchange) {
			t.mu.Lock()
			defer t.mu.Unlock()
			if place != t.turn && len(at.held)+len(x) <= maxHeld {
				at.held = append(at.held, x...)
				return
			}
			t.wait(place)
			t.opts.Exchanges(f.Path, x)
		}
	}
	if t.opts.Record != nil {
		o.Record = func(r *record.Record) {
			t.mu.Lock()
			defer t.mu.Unlock()
			t.wait(place)
			t.opts.Record(f.Path, r)
		}
	}
	if t.opts.Noted != nil {
		o.Noted = func(p *capture.Packet, note []byte) {
			t.mu.Lock()
			defer t.mu.Unlock()
			t.wait(place)
			t.opts.Noted(f.Path, p, note)
		}
	}
}

func (t *turns) wait(place int) {
	for place != t.turn {
		t.next.Wait()
	}
}

// end gives the turn to the next file that is not read.
func (t *turns) end(place int) {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.files[place].ended = true
	for t.turn < len(t.files) && t.files[t.turn].ended {
		if t.turn++; t.turn < len(t.files) {
			if at := &t.files[t.turn]; len(at.held) > 0 {
				t.opts.Exchanges(at.name, at.held)
				at.held = nil
			}
		}
	}
	t.next.Broadcast()
}
