package servers

import (
	"context"
	"sync"
)

// A Poller asks servers, many at a time, and hands the answers to the goroutine
// of the screen.
type Poller struct {
	querier Querier
	post    func(f func()) // has the goroutine of the screen call f
	answer  func(a *Answer)

	slots   chan struct{}
	working sync.WaitGroup

	// For the goroutine of the screen only.
	ctx    context.Context
	cancel context.CancelFunc
	asking map[string]bool
}

// NewPoller returns a Poller that asks at most parallel servers at the same
// time. post must have f called on the goroutine of the screen, soon and in
// order; there, answer is called with each answer.
func NewPoller(q Querier, parallel int, post func(f func()), answer func(a *Answer)) *Poller {
	p := &Poller{querier: q, post: post, answer: answer, slots: make(chan struct{}, max(1, parallel)), asking: map[string]bool{}}
	p.ctx, p.cancel = context.WithCancel(context.Background())
	return p
}

// Ask asks a server, unless it is being asked already, and says whether it did.
func (p *Poller) Ask(t Target) bool {
	if p.asking[t.Address] {
		return false
	}
	p.asking[t.Address] = true
	ctx := p.ctx
	p.Go(func() {
		var a Answer
		select {
		case p.slots <- struct{}{}:
			a = p.querier.Query(ctx, t)
			<-p.slots
		case <-ctx.Done():
		}
		p.post(func() {
			if ctx.Err() != nil { // cancelled: asking was emptied then
				return
			}
			delete(p.asking, t.Address)
			a.Target = t
			p.answer(&a)
		})
	})
	return true
}

// Asking returns how many servers are being asked.
func (p *Poller) Asking() int { return len(p.asking) }

// Context returns what is done when Cancel is called, for work beside.
func (p *Poller) Context() context.Context { return p.ctx }

// Go runs work that Close waits for.
func (p *Poller) Go(work func()) { p.working.Go(work) }

// Cancel ends what is being asked; nothing more is heard of it.
func (p *Poller) Cancel() {
	p.cancel()
	p.asking = map[string]bool{}
	p.ctx, p.cancel = context.WithCancel(context.Background())
}

// Close cancels everything and waits until it has ended. What was posted
// before may still be called.
func (p *Poller) Close() {
	p.cancel()
	p.working.Wait()
}
