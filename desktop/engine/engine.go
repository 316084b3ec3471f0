package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"sync"
	"time"

	"fragscope/analyzer/live"
	"fragscope/decoder"
	"fragscope/decoder/query"
	"fragscope/desktop/servers"
	"fragscope/desktop/state"
)

// Options tell how to ask.
type Options struct {
	Timeout time.Duration // wait for the first reply before a request is sent again
	Quiet   time.Duration // silence that ends a reply
	Retries int           // requests sent again
}

// rate bounds the datagrams that are sent a second: where nobody answers and the
// protocol is unknown, some 40 are.
const rate = 8000

func (o Options) live() live.Options {
	return live.Options{Timeout: o.Timeout, Quiet: o.Quiet, Retries: cmp.Or(o.Retries, -1), Parallel: servers.Parallel, Rate: rate}
}

// An Engine asks servers. It may be used by several goroutines.
type Engine struct {
	Broadcasts []netip.Addr // where to search for servers instead of this machine's networks; set before use

	mu     sync.Mutex
	opts   Options
	client *live.Client
	users  *sync.WaitGroup // of client
	old    sync.WaitGroup  // clients that are being closed
	line   *line           // to the address that was sent to last, nil for none
}

// New returns an Engine. Close closes it.
func New(o Options) *Engine {
	return &Engine{opts: o, client: live.New(o.live()), users: new(sync.WaitGroup)}
}

// Configure has everything from now on asked in another way.
func (e *Engine) Configure(o Options) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if o == e.opts {
		return
	}
	e.hangUp()
	client, users := e.client, e.users
	e.opts, e.client, e.users = o, live.New(o.live()), new(sync.WaitGroup)
	e.old.Go(func() { // what is being asked is asked to the end
		users.Wait()
		client.Close()
	})
}

// use returns the client of now, and what to call afterwards.
func (e *Engine) use() (*live.Client, func()) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.users.Add(1)
	return e.client, e.users.Done
}

// Close ends everything.
func (e *Engine) Close() {
	e.mu.Lock()
	client := e.client
	if e.line != nil {
		e.line.client.Close() // what is being sent ends
	}
	e.hangUp()
	e.mu.Unlock()
	client.Close()
	e.old.Wait()
}

// Query implements servers.Querier.
func (e *Engine) Query(ctx context.Context, t servers.Target) servers.Answer {
	target, err := live.ParseTarget(t.Address)
	if err != nil {
		return servers.Answer{Target: t, Time: time.Now(), Err: err}
	}
	target.Plan, target.Foreign = query.PlanOf(t.Protocol), t.Foreign
	client, done := e.use()
	defer done()
	return answer(t, client.Query(ctx, target))
}

// answer turns a session into an answer.
func answer(t servers.Target, s *live.Session) servers.Answer {
	a := servers.Answer{
		Target: t, Time: s.End, From: s.Addr, Protocol: s.Protocol(), Status: s.Status, RTT: max(0, s.RTT()),
		Session: Datagrams(s.Datagrams), Tried: tried(s),
	}
	if s.Status == nil {
		a.Err = explain(s.Err)
	} else if s.Err != nil {
		a.Warning = s.Err.Error()
	}
	return a
}

// tried lists the places that were tried, when there were several, each with the
// protocols that nothing answered to, and with what did answer.
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

// Datagrams turns what live saw into what the inspector shows.
func Datagrams(list []*live.Datagram) []state.Datagram {
	out := make([]state.Datagram, len(list))
	for i, d := range list {
		out[i] = datagram(d)
	}
	return out
}

func datagram(d *live.Datagram) state.Datagram {
	v := state.Datagram{
		Time: d.Time, Src: d.Src, Dst: d.Dst, Sent: d.Sent, TCP: d.TCP, Data: d.Data, Link: decoder.LinkNone, Protocol: d.Protocol, From: d.From(),
	}
	if !d.Sent && !d.Verdict.Counts() {
		v.Note = d.Verdict.String()
	}
	return v
}
