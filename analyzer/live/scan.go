package live

import (
	"context"
	"iter"

	"golang.org/x/sync/errgroup"
)

// Scan asks all targets, Options.Parallel at once, and calls found with each
// Session as it is done; not twice at once. It returns when all are done, or
// why it ended before.
func (c *Client) Scan(ctx context.Context, targets iter.Seq[Target], found func(*Session)) error {
	done := make(chan *Session)
	go func() {
		defer close(done)
		var running errgroup.Group
		running.SetLimit(c.opts.Parallel)
		for t := range targets {
			if ctx.Err() != nil {
				break
			}
			running.Go(func() error {
				done <- c.session(ctx, t)
				return nil
			})
		}
		_ = running.Wait() // what went wrong is in the sessions
	}()
	for s := range done {
		if ctx.Err() == nil {
			found(s)
		}
		c.release(s) // not before: many may wait for found
	}
	return context.Cause(ctx)
}
