package engine

import (
	"context"
	"fmt"
	"net"

	"fragscope/analyzer/live"
	"fragscope/desktop/session"
	"fragscope/desktop/state"
)

// Send implements send.Sender, from one socket: servers tie a challenge to the address and port it was sent to.
func (e *Engine) Send(ctx context.Context, address string, payload []byte, got func(state.Datagram)) error {
	t, err := live.ParseTarget(address)
	if err != nil {
		return err
	}
	if t.Port == 0 {
		return fmt.Errorf("%s: add a port, as in %s", address, net.JoinHostPort(t.Host, "7778"))
	}
	c := e.use()
	defer c.users.Done()
	select {
	case <-c.turn:
		defer func() { c.turn <- struct{}{} }()
	case <-ctx.Done():
		return nil
	}
	addr, err := c.send.Resolve(ctx, t)
	if err != nil {
		return explain(err)
	}
	tap := func(d *live.Datagram) {
		if d.Sent || d.Src.Addr().Unmap() == addr.Addr().Unmap() { // else it answers what was sent before
			got(session.Datagram(d))
		}
	}
	c.got.Store(&tap)
	defer c.got.Store(nil)
	if s := c.send.Send(ctx, addr, payload, 0); ctx.Err() == nil && s.Err != nil {
		return explain(s.Err)
	}
	return nil
}
