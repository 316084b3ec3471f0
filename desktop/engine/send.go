package engine

import (
	"context"
	"fmt"
	"net"
	"sync/atomic"

	"fragscope/analyzer/live"
	"fragscope/desktop/state"
)

// A line is the socket from which datagrams are sent to one address, as long as
// that stays the same: servers tie a challenge to the address and port that it was
// sent to.
type line struct {
	address string
	client  *live.Client
	turn    chan struct{} // holds a token while nothing is being sent
	got     atomic.Pointer[func(state.Datagram)]
}

// lineTo returns the line to an address, a new one when the last was to another.
func (e *Engine) lineTo(address string) *line {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.line != nil && e.line.address == address {
		return e.line
	}
	e.hangUp()
	l := &line{address: address, turn: make(chan struct{}, 1)}
	l.turn <- struct{}{}
	o := e.opts.live()
	// A client of its own, with one socket: it hears nothing but what answers this.
	o.Sockets = 1
	o.Tap = func(d *live.Datagram) {
		if got := l.got.Load(); got != nil {
			(*got)(datagram(d))
		}
	}
	l.client = live.New(o)
	e.line = l
	return l
}

// hangUp closes the line that there is, once what is being sent is done. The caller
// holds the lock.
func (e *Engine) hangUp() {
	if l := e.line; l != nil {
		e.line = nil
		e.old.Go(func() {
			<-l.turn
			l.client.Close()
			l.turn <- struct{}{}
		})
	}
}

// Send implements send.Sender.
func (e *Engine) Send(ctx context.Context, address string, payload []byte, got func(state.Datagram)) error {
	t, err := live.ParseTarget(address)
	if err != nil {
		return err
	}
	if t.Port == 0 {
		return fmt.Errorf("%s: add a port, as in %s", address, net.JoinHostPort(t.Host, "7778"))
	}
	l := e.lineTo(address)
	select {
	case <-l.turn:
		defer func() { l.turn <- struct{}{} }()
	case <-ctx.Done():
		return nil
	}
	l.got.Store(&got)
	defer l.got.Store(nil)
	addr, err := l.client.Resolve(ctx, t)
	if err != nil {
		return explain(err)
	}
	s := l.client.Send(ctx, addr, payload, 0)
	if ctx.Err() != nil || s.Err == nil {
		return nil
	}
	return explain(s.Err)
}
