package live

import (
	"context"
	"iter"
	"sync"
)

// Scan asks all targets, Options.Parallel at once, and calls found with each
// Session as it is done; not twice at once. It returns when all are done, or
// why it ended before.
func (c *Client) Scan(ctx context.Context, targets iter.Seq[Target], found func(*Session)) error {
	work := make(chan Target)
	done := make(chan *Session)
	var workers sync.WaitGroup
	var slots hostSlots
	one := func(t Target) *Session {
		if t.Foreign {
			slot := slots.of(t.Host)
			slot <- struct{}{}
			defer func() { <-slot }()
		}
		return c.session(ctx, t)
	}
	go func() {
		defer close(done)
		defer workers.Wait()
		defer close(work)
		running := 0
		for t := range targets {
			if running < c.opts.Parallel {
				running++
				workers.Go(func() {
					for t := range work {
						done <- one(t)
					}
				})
			}
			select {
			case work <- t:
			case <-ctx.Done():
				return
			}
		}
	}()
	for s := range done {
		if ctx.Err() == nil {
			found(s)
		}
		c.release(s) // not before: many may wait for found
	}
	return context.Cause(ctx)
}
