package servers

import (
	"context"
	"sync"
)

// Parallel is how many servers are queried at the same time; package live bounds the datagrams a second.
const Parallel = 1500

// A Poller queries servers, many at a time, and hands the answers to the goroutine of the screen.
type Poller struct {
	querier Querier
	post    func(f func()) // has the goroutine of the screen call f
	answer  func(a *Answer)

	parallel int
	working  sync.WaitGroup

	mu      sync.Mutex // of what follows
	waiting []pending  // in the order in which they are queried
	workers int

	// For the goroutine of the screen only.
	ctx    context.Context
	cancel context.CancelFunc
	asking map[string]bool
}

type pending struct {
	ctx context.Context
	t   Target
}

// NewPoller returns a Poller that queries at most parallel servers at the same
// time. post must have f called on the goroutine of the screen, soon and in
// order; there, answer is called with each answer.
func NewPoller(q Querier, parallel int, post func(f func()), answer func(a *Answer)) *Poller {
	p := &Poller{querier: q, post: post, answer: answer, parallel: max(1, parallel), asking: map[string]bool{}}
	p.ctx, p.cancel = context.WithCancel(context.Background())
	return p
}

// Query queries a server, unless it is being queried already, and says whether it did.
func (p *Poller) Query(t Target) bool {
	if p.asking[t.Address] {
		return false
	}
	p.asking[t.Address] = true
	p.mu.Lock()
	defer p.mu.Unlock()
	p.waiting = append(p.waiting, pending{p.ctx, t})
	if p.workers < p.parallel {
		p.workers++
		p.Go(p.work)
	}
	return true
}

// work queries one server after the other: one that waits takes no goroutine.
func (p *Poller) work() {
	for {
		p.mu.Lock()
		if len(p.waiting) == 0 {
			p.waiting = nil
			p.workers--
			p.mu.Unlock()
			return
		}
		next := p.waiting[0]
		p.waiting[0] = pending{}
		p.waiting = p.waiting[1:]
		p.mu.Unlock()
		if next.ctx.Err() != nil { // cancelled: asking was emptied then
			continue
		}
		a := p.querier.Query(next.ctx, next.t)
		p.post(func() {
			if next.ctx.Err() != nil {
				return
			}
			delete(p.asking, next.t.Address)
			a.Target = next.t
			p.answer(&a)
		})
	}
}

func (p *Poller) Querying() int              { return len(p.asking) }
func (p *Poller) Asking(address string) bool { return p.asking[address] }

// Context returns what is done when Cancel is called, for work beside.
func (p *Poller) Context() context.Context { return p.ctx }

// Go runs work that Close waits for.
func (p *Poller) Go(work func()) { p.working.Go(work) }

// Cancel ends what is being queried; nothing more is heard of it.
func (p *Poller) Cancel() {
	p.cancel()
	p.asking = map[string]bool{}
	p.ctx, p.cancel = context.WithCancel(context.Background())
}

// Close cancels everything and waits until it has ended. What was posted before may still be called.
func (p *Poller) Close() {
	p.cancel()
	p.working.Wait()
}
