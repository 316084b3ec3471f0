package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"fragscope/analyzer/live"
	"fragscope/analyzer/servers"
	"fragscope/decoder/query"
)

// Options tell how to ask.
type Options struct {
	Timeout time.Duration // wait for the first reply before a request is sent again
	Quiet   time.Duration // silence that ends a reply
	Retries int           // requests sent again
}

// rate bounds the datagrams that are sent a second: without an answer and when the protocol is unknown, some 40 are.
const rate = 8000

func (o Options) live() live.Options {
	return live.Options{Timeout: o.Timeout, Quiet: o.Quiet, Retries: cmp.Or(o.Retries, -1), Parallel: servers.Parallel,
		Rate: rate}
}

// An Engine asks servers. It may be used by several goroutines.
type Engine struct {
	Broadcasts []netip.Addr // where to search for servers instead of this machine's networks; set before use

	mu   sync.Mutex
	opts Options
	now  *clients
	old  sync.WaitGroup // clients that are being closed
}

// clients ask with the same options.
type clients struct {
	query *live.Client
	send  *live.Client  // see Engine.Send
	turn  chan struct{} // holds a token while nothing is being sent
	got   atomic.Pointer[func(*live.Datagram)]
	users sync.WaitGroup
}

func newClients(o Options) *clients {
	c := &clients{query: live.New(o.live()), turn: make(chan struct{}, 1)}
	c.turn <- struct{}{}
	one := o.live()
	one.Sockets = 1
	one.Tap = func(d *live.Datagram) {
		if got := c.got.Load(); got != nil {
			(*got)(d)
		}
	}
	c.send = live.New(one)
	return c
}

func (c *clients) close() {
	c.query.Close()
	c.send.Close()
}

// New returns an Engine. Close closes it.
func New(o Options) *Engine { return &Engine{opts: o, now: newClients(o)} }

// Configure has everything from now on asked in another way.
func (e *Engine) Configure(o Options) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if o == e.opts {
		return
	}
	before := e.now
	e.opts, e.now = o, newClients(o)
	e.old.Go(func() { // what is being asked is asked to the end
		before.users.Wait()
		before.close()
	})
}

// use returns the current clients; call users.Done when they are no longer used.
func (e *Engine) use() *clients {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.now.users.Add(1)
	return e.now
}

func (e *Engine) Close() {
	e.mu.Lock()
	now := e.now
	e.mu.Unlock()
	now.close()
	e.old.Wait()
}

func (e *Engine) Query(ctx context.Context, t servers.Target) servers.Answer {
	target, err := live.ParseTarget(t.Address)
	if err != nil {
		return servers.Answer{Target: t, Time: time.Now(), Err: err}
	}
	target.Plan, _ = query.PlanByName(t.Plan)
	target.Foreign = t.Foreign
	c := e.use()
	defer c.users.Done()
	return answer(t, c.query.Query(ctx, target))
}

func answer(t servers.Target, s *live.Session) servers.Answer {
	a := servers.AnswerOf(t, s)
	a.Session, a.Tried = kept(s.Datagrams), tried(s)
	if s.Status == nil {
		a.Err = explain(s.Err)
	}
	return a
}

// tried lists the places that were tried, when there were several, each with its protocols and what answered.
func tried(s *live.Session) (list []string) {
	if len(s.Tried) < 2 {
		return nil
	}
	places := map[netip.AddrPort]int{}
	for i := range s.Tried {
		t := &s.Tried[i]
		what := t.Plan.Name
		if t.Answer != "" {
			what += " (" + t.Answer + ")"
		}
		if at, known := places[t.Addr]; known {
			list[at] += ", " + what
			continue
		}
		places[t.Addr] = len(list)
		list = append(list, fmt.Sprintf("%s, %s: %s", t.Addr, t.Why, what))
	}
	return list
}

// explain says what to do about an error.
func explain(err error) error {
	var dns *net.DNSError
	switch kind, ok := live.KindOf(err); {
	case err == nil:
		return errors.New("the server answered, but reported nothing about itself")
	case errors.As(err, &dns):
		return fmt.Errorf("cannot find the host %q: check the spelling and your connection", dns.Name)
	case ok && kind == live.CannotSend:
		return fmt.Errorf("%w. The network may be gone: check the connection, then query again", err)
	case ok && kind == live.NotFound: // what was tried is in Tried
		return errors.New("no reply on any of the usual ports. The server may be down, behind a firewall, or on another port")
	case ok && kind == live.NoAnswer:
		return fmt.Errorf("%w. The server may be down, behind a firewall, or on another port", err)
	}
	return err
}

// kept returns what is kept of the datagrams of a session: their bytes, not what these mean.
func kept(list []*live.Datagram) []*live.Datagram {
	out := make([]*live.Datagram, len(list))
	for i, d := range list {
		out[i] = &live.Datagram{Time: d.Time, Src: d.Src, Dst: d.Dst, TCP: d.TCP, Sent: d.Sent, Data: d.Data,
			Protocol: d.Protocol, Verdict: d.Verdict}
	}
	return out
}
