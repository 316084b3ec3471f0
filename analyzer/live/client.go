package live

import (
	"cmp"
	"context"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"fragscope/decoder/exchange"
	"fragscope/decoder/wire"
)

// Options tell a [Client] how to ask. The zero value is ready to use.
type Options struct {
	Timeout  time.Duration // wait for the first answer to a request before it is sent again; 0 for 1 s
	Quiet    time.Duration // after so long without another datagram an answer is over; 0 for 350 ms
	Retries  int           // how often an unanswered request is sent again; 0 for 3, less than 0 for never
	Backoff  float64       // each wait is so many times as long as the one before; 0 for 1.5
	Limit    time.Duration // a query ends after so long in any case; 0 for 20 s
	Rate     int           // datagrams sent a second, over all queries; 0 for 2000, less than 0 for no limit
	Sockets  int           // UDP sockets for each of IPv4 and IPv6; 0 for 16
	Parallel int           // queries that a Scan keeps going at once; 0 for 512
	// Clients are those of protocols of the caller's own, whose plans a Target may have.
	Clients []*exchange.Client
	// Layouts describe what comes and no protocol recognises, nil for nothing.
	Layouts *wire.Layouts
	Tap     func(*Datagram) // sees every datagram, sent and received, as it happens; not called twice at once

	MaxDatagrams int // datagrams of one query that are kept; more are counted. 0 for 256
	MaxBytes     int // bytes of one query, or of a master's answer; 0 for 1 MiB
	// bytes that the answers of all queries take while they are going on; 0 for 384 MiB. See the package's bounds
	MaxMemory int

	// Resolve finds the addresses of a host; nil asks the system. An answer counts
	// for a minute.
	Resolve func(ctx context.Context, host string) ([]netip.Addr, error)
	// Service looks up the SRV record of a name, and returns the host and the port in
	// it. When Service is nil, the system looks SRV records up; when Resolve is set too, they
	// are not looked up. Only the name of a target that has no port and is not
	// Foreign is looked up.
	Service func(ctx context.Context, name string) (host string, port uint16, err error)
}

func (o *Options) settle() {
	o.Timeout = cmp.Or(o.Timeout, time.Second)
	o.Quiet = cmp.Or(o.Quiet, 350*time.Millisecond)
	o.Retries = max(0, cmp.Or(o.Retries, 3))
	o.Backoff = max(1, cmp.Or(o.Backoff, 1.5))
	o.Limit = cmp.Or(o.Limit, 20*time.Second)
	o.Rate = cmp.Or(o.Rate, 2000)
	o.Sockets = max(1, cmp.Or(o.Sockets, 16))
	o.Parallel = max(1, cmp.Or(o.Parallel, 512))
	o.MaxDatagrams = max(1, cmp.Or(o.MaxDatagrams, 256))
	o.MaxBytes = max(1, cmp.Or(o.MaxBytes, 1<<20))
	o.MaxMemory = max(1, cmp.Or(o.MaxMemory, 384<<20))
	if o.Resolve == nil {
		o.Resolve = func(ctx context.Context, host string) ([]netip.Addr, error) {
			return net.DefaultResolver.LookupNetIP(ctx, "ip", host)
		}
		if o.Service == nil {
			o.Service = systemService
		}
	}
}

// A Client asks servers. It may be used by several goroutines at once.
type Client struct {
	opts   Options
	own    []*wire.Protocol // of Options.Clients
	memory *budget
	pools  [2]pool // IPv4, IPv6
	names  names
	pace   pacer
	tapMu  sync.Mutex
	local  locals
	guard  guard
	// dropped counts the datagrams that listeners had no room for.
	dropped atomic.Uint64

	endNames  context.CancelCauseFunc
	closeOnce sync.Once
	closed    chan struct{}
	readers   sync.WaitGroup
}

// New returns a Client. Sockets are opened as they are needed; Close closes them.
func New(opts Options) *Client {
	opts.settle()
	c := &Client{opts: opts, closed: make(chan struct{}), memory: newBudget(opts.MaxMemory, opts.Parallel)}
	for _, own := range opts.Clients {
		c.own = append(c.own, own.Protocol)
	}
	c.names.resolve = opts.Resolve
	c.names.ctx, c.endNames = context.WithCancelCause(context.Background())
	c.pace.rate = opts.Rate
	c.pools[0] = pool{client: c, network: "udp4", size: opts.Sockets}
	c.pools[1] = pool{client: c, network: "udp6", size: opts.Sockets}
	return c
}

// Close ends what is going on, closes the sockets, and returns when their
// goroutines are done.
func (c *Client) Close() {
	c.closeOnce.Do(func() {
		close(c.closed)
		c.endNames(ErrClosed)
		for i := range c.pools {
			c.pools[i].close()
		}
	})
	c.readers.Wait()
}

// Dropped returns how many datagrams came to listeners that have ended, and were
// dropped by the system since they came faster than they were heard. Linux alone
// counts them.
func (c *Client) Dropped() uint64 { return c.dropped.Load() }

// context returns ctx with an end at the Client's Close and after limit.
func (c *Client) context(ctx context.Context, limit time.Duration) (context.Context, func()) {
	ctx, cancel := context.WithTimeoutCause(ctx, limit, errLimit)
	ctx, cancelCause := context.WithCancelCause(ctx)
	done := make(chan struct{})
	var ended sync.WaitGroup
	ended.Go(func() {
		select {
		case <-c.closed:
			cancelCause(ErrClosed)
		case <-done:
		case <-ctx.Done():
		}
	})
	return ctx, func() {
		close(done)
		cancelCause(nil)
		cancel()
		ended.Wait()
	}
}

func (c *Client) tap(d *Datagram) {
	if c.opts.Tap == nil {
		return
	}
	c.tapMu.Lock()
	defer c.tapMu.Unlock()
	c.opts.Tap(d)
}

// A pacer spaces out what is sent.
type pacer struct {
	rate int // a second, less than 1 for no limit
	mu   sync.Mutex
	next time.Time
}

// burst is how far behind its pace a pacer may catch up at once: sleeping is not exact.
const burst = 5 * time.Millisecond

func (p *pacer) wait(ctx context.Context) error {
	if p.rate < 1 {
		return context.Cause(ctx)
	}
	p.mu.Lock()
	now := time.Now()
	if floor := now.Add(-burst); p.next.Before(floor) {
		p.next = floor
	}
	at := p.next
	p.next = p.next.Add(time.Second / time.Duration(p.rate))
	p.mu.Unlock()
	return sleep(ctx, at.Sub(now))
}

func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return context.Cause(ctx)
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
