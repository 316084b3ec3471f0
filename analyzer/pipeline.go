package analyzer

import (
	"runtime"
	"slices"
	"sync"

	"fragscope/analyzer/record"
)

// A pipeline takes batches through their stages. Its goroutines have no fixed
// stage: each does what can be done next, the latest stage first. A batch is
// then processed while it is in a processor's cache, and no goroutine waits for
// another while there is work. Waking one takes longer than decoding a hundred
// packets.
type pipeline struct {
	*steps

	mu      sync.Mutex
	work    sync.Cond // there is work, or never will be
	room    sync.Cond // there are batches to fill
	idle    int       // goroutines that wait for work
	waiting bool      // the reader waits for room
	ended   bool      // no batch will come
	dropped bool      // what has come is not wanted

	free []*record.Batch // the one used last is at the end
	line []*record.Batch // those on their way: batch i at i modulo the length
	// Numbers of the batches that are next in a stage.
	filled, decoded, collected, emitted int
	matched                             []int // by shard
	// Whether a goroutine works on it.
	collecting, emitting bool
	matching             []bool // by shard
}

// The reader fills half of the batches while there is something to do.
const inFlight = 4

func newPipeline(n int, steps *steps) *pipeline {
	shards := len(steps.shards)
	p := &pipeline{steps: steps, line: make([]*record.Batch, inFlight*n), matched: make([]int, shards),
		matching: make([]bool, shards)}
	p.work.L, p.room.L = &p.mu, &p.mu
	for range p.line {
		p.free = append(p.free, record.NewBatch(shards, steps.opts))
	}
	return p
}

// batch waits for several when there is none: then the reader is woken once for all of them.
func (p *pipeline) batch() *record.Batch {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.free) == 0 {
		for p.waiting = true; len(p.free) < len(p.line)/2; {
			p.room.Wait()
		}
		p.waiting = false
	}
	b := p.free[len(p.free)-1]
	p.free = p.free[:len(p.free)-1]
	return b
}

func (p *pipeline) add(b *record.Batch) {
	p.mu.Lock()
	b.Decoded = false
	*p.at(p.filled) = b
	p.filled++
	p.mu.Unlock()
	p.work.Signal()
}

// end says that no batch will come; drop leaves out those that have.
func (p *pipeline) end(drop bool) {
	p.mu.Lock()
	p.ended, p.dropped = true, drop
	p.mu.Unlock()
	p.work.Broadcast()
}

func (p *pipeline) at(i int) **record.Batch { return &p.line[i%len(p.line)] }

// run is the work of one goroutine.
func (p *pipeline) run(w *record.Worker) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for !p.ended || p.emitted < p.filled && !p.dropped {
		s, i := p.next()
		if s == nothing {
			p.idle++
			p.work.Wait()
			p.idle--
			continue
		}
		b := p.begin(s, i)
		if p.idle > 0 {
			if s, _ := p.next(); s != nothing {
				p.work.Signal()
			}
		}
		p.mu.Unlock()
		p.do(s, i, b, w)
		p.mu.Lock()
		p.done(s, i, b)
		if p.waiting && len(p.free) >= len(p.line)/2 {
			p.room.Signal()
			p.mu.Unlock()
			runtime.Gosched() // let the reader have this processor, before there is nothing to do
			p.mu.Lock()
		}
	}
	p.work.Broadcast()
}

func (p *pipeline) next() (s stage, shard int) {
	if !p.emitting && p.emitted < slices.Min(p.matched) {
		return emitting, 0
	}
	for i, n := range p.matched {
		if !p.matching[i] && n < p.collected {
			return matching, i
		}
	}
	if !p.collecting && p.collected < p.decoded && (*p.at(p.collected)).Decoded {
		return collecting, 0
	}
	if p.decoded < p.filled {
		return decoding, 0
	}
	return nothing, 0
}

func (p *pipeline) begin(s stage, shard int) *record.Batch {
	switch s {
	case decoding:
		p.decoded++
		return *p.at(p.decoded - 1)
	case collecting:
		p.collecting = true
		return *p.at(p.collected)
	case matching:
		p.matching[shard] = true
		return *p.at(p.matched[shard])
	default:
		p.emitting = true
		return *p.at(p.emitted)
	}
}

func (p *pipeline) done(s stage, shard int, b *record.Batch) {
	switch s {
	case decoding:
		b.Decoded = true
	case collecting:
		p.collecting = false
		p.collected++
	case matching:
		p.matching[shard] = false
		p.matched[shard]++
	case emitting:
		p.emitting = false
		p.emitted++
		p.free = append(p.free, b)
	}
}
