package live

import (
	"context"
	"net/netip"
	"time"

	"fragscope/analyzer/report"
	"fragscope/decoder"
)

// Send sends payload, whatever it is, once to one address and gathers what
// comes back until nothing more came for quiet, or nothing at all within
// Options.Timeout. Every reply from that address is accepted, and decoded as
// what it seems to be. Quiet 0 is Options.Quiet. What is sent to one address goes
// out of one port, as long as no more than 30 s pass between: a challenge that
// came counts for what is sent next.
func (c *Client) Send(ctx context.Context, addr netip.AddrPort, payload []byte, quiet time.Duration) *Session {
	addr = netip.AddrPortFrom(addr.Addr().Unmap(), addr.Port())
	s := &Session{Target: TargetAt(addr, nil), Addr: addr, Start: time.Now()}
	ctx, end := c.context(ctx, c.opts.Limit)
	defer end()
	if quiet <= 0 {
		quiet = c.opts.Quiet
	}
	s.Err = c.sendOnce(ctx, s, payload, quiet)
	c.release(s)
	s.End = time.Now()
	return s
}

func (c *Client) sendOnce(ctx context.Context, s *Session, payload []byte, quiet time.Duration) error {
	q := c.resume(ctx, s)
	defer q.end()
	request := decoder.Decode(payload, decoder.Options{From: decoder.Request, Link: decoder.LinkNone,
		DstPort: s.Addr.Port(), Protocols: c.own})
	x := &Exchange{Protocol: request.Protocol(), Message: request.Info.Name, Outcome: report.Unanswered, FirstRTT: -1,
		LastRTT: -1}
	s.Exchanges = []*Exchange{x}
	sent, err := q.send(append([]byte(nil), payload...), s.Addr, request.Protocol())
	if err != nil {
		return err
	}
	x.Sent = []*Datagram{sent}
	until := time.Now().Add(c.opts.Timeout)
	for {
		d, err := q.reply(until, request.Protocol())
		if err != nil {
			return err
		}
		if d == nil {
			break
		}
		x.Replies, x.Chosen = append(x.Replies, d), append(x.Chosen, d)
		x.took(d.Time.Sub(sent.Time))
		if until = d.Time.Add(quiet); q.full() {
			return q.tooMuch()
		}
	}
	if len(x.Replies) == 0 {
		e := &Error{Kind: NoAnswer, Addr: s.Addr, Protocol: x.Protocol, Message: x.Message, Attempts: 1}
		e.count(s.Datagrams)
		return e
	}
	x.Outcome = report.Answered
	s.Status = decoder.StatusOf(append([]*decoder.Message{request}, s.Messages()...)...)
	return nil
}

// reading falls back to the protocol of the request.
func reading(d *Datagram, asked decoder.Protocol) *decoder.Message {
	o := decoder.Options{From: decoder.Reply, Link: decoder.LinkNone, SrcPort: d.Src.Port(), Layouts: d.Layouts,
		Protocols: d.Protocols}
	m := decoder.Decode(d.Data, o)
	if (m.Protocol() == decoder.Unknown || m.Info.Described) && asked != decoder.Unknown {
		o.Protocol = asked
		if as := decoder.Decode(d.Data, o); !m.Info.Described || as.Protocol() != decoder.Unknown {
			m = as
		}
	}
	return m
}
