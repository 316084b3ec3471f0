package live

import (
	"context"
	"crypto/md5"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"strconv"
	"time"

	"fragscope/analyzer/report"
	"fragscope/decoder"
	"fragscope/decoder/ask"
	"fragscope/decoder/protocol/gamespymaster"
	"fragscope/decoder/protocol/unrealmaster"
)

// Master gets the server list of a master: Session.Servers. The text of UT99's
// masters and the binary messages of those of UT2003 and UT2004 are told apart
// by what the master says first. t.Port has to be set; t.Plan and t.Ask do not
// count.
func (c *Client) Master(ctx context.Context, t Target, ask unrealmaster.MasterAsk) *Session {
	ask.Digest = md5.Sum // what the protocol wants; nothing is kept secret by it
	return c.talked(ctx, t, "unreal-master", unrealmaster.NewMasterClient(ask))
}

// Browse gets the server list of a master that speaks version 2 of GameSpy's
// server browsing: Session.Servers. t.Port has to be set; t.Plan and t.Ask do not
// count.
func (c *Client) Browse(ctx context.Context, t Target, q gamespymaster.Query) *Session {
	talk := &gamespymaster.MasterClient{Query: q}
	rand.Read(talk.Challenge[:])
	return c.talked(ctx, t, "gamespy-master", talk)
}

func (c *Client) talked(ctx context.Context, t Target, p decoder.Protocol, talk ask.MasterClient) *Session {
	return c.list(ctx, t, func(ctx context.Context, s *Session) error { return c.master(ctx, s, p, talk) })
}

func (c *Client) list(ctx context.Context, t Target, get func(context.Context, *Session) error) *Session {
	s := &Session{Target: t, Start: time.Now()}
	ctx, end := c.context(ctx, c.opts.Limit)
	defer end()
	s.Err = get(ctx, s)
	c.release(s)
	if s.Err != nil && ctx.Err() != nil {
		s.Err = fmt.Errorf("%s: %w", t, context.Cause(ctx))
	}
	s.End = time.Now()
	return s
}

const masterWait = 5

func (c *Client) master(ctx context.Context, s *Session, p decoder.Protocol, talk ask.MasterClient) error {
	send, err := talk.Begin()
	if err != nil {
		return err
	}
	addrs, err := c.addresses(ctx, s)
	if err != nil {
		return err
	}
	m := &mastering{asking: c.begin(ctx, s), talk: talk, protocol: p}
	defer m.end()
	m.exchange = &Exchange{
		Protocol: p, Message: "server list request", Outcome: report.Unanswered, FirstRTT: -1, LastRTT: -1,
	}
	s.Exchanges = []*Exchange{m.exchange}
	for _, a := range addrs[:min(len(addrs), maxMasterAddrs)] {
		s.Addr = netip.AddrPortFrom(a, s.Target.Port)
		if err = m.connected(m.connect(s.Addr, p, nil)); err == nil {
			break
		}
	}
	if err == nil && len(send) > 0 {
		err = m.send(send)
	}
	if err == nil {
		err = m.run()
	}
	s.Servers = m.talk.List()
	switch {
	case err == nil:
		m.latest(s.Addr, p).linger.Store(true)
		m.exchange.Outcome = report.Answered
	case len(s.Servers) > 0:
		m.exchange.Outcome = report.Incomplete
	}
	return err
}

const maxMasterAddrs = 3

type mastering struct {
	*asking
	talk     ask.MasterClient
	protocol decoder.Protocol
	exchange *Exchange
	total    int // bytes that came
}

func (m *mastering) connected(c *stream) error {
	for !c.open {
		d, err := m.receive(time.Now().Add(dialWait * m.client.opts.Timeout))
		if err != nil {
			return err
		}
		if d != nil && d.turn != nil && d.turn.err != nil {
			return d.turn.err
		}
	}
	return nil
}

func (m *mastering) run() error {
	patience := m.client.opts.Timeout // the first time; a short challenge only shows by the pause behind it
	for !m.talk.Done() {
		d, err := m.receive(time.Now().Add(patience))
		if err != nil {
			return err
		}
		var send []byte
		var said error
		switch {
		case d == nil:
			if send, said = m.talk.Pause(); send == nil && said == nil {
				if patience > m.client.opts.Timeout {
					return m.silent()
				}
				patience = (masterWait - 1) * m.client.opts.Timeout
			}
		case d.turn != nil:
			if d.turn.stream.addr == m.Addr && d.turn.err != nil {
				return m.ended(d.turn.err)
			}
		default:
			m.took(d)
			send, said = m.talk.Receive(d.Data)
		}
		if said != nil {
			return &Error{Kind: Refused, Addr: m.Addr, Problem: said.Error(), cause: said}
		}
		if len(send) > 0 {
			if err := m.send(send); err != nil {
				return err
			}
		}
	}
	return nil
}

func (m *mastering) silent() error {
	what := "the master sends nothing"
	if m.total > 0 {
		what = "the master stopped after " + strconv.Itoa(len(m.talk.List())) + " servers, in the middle of its list"
	}
	return &Error{Kind: Incomplete, Addr: m.Addr, Protocol: m.protocol, Message: "server list request", Attempts: 1,
		Problem: what}
}

// ended says what it means that the connection is closed now.
func (m *mastering) ended(end *Error) error {
	said := m.talk.Ended()
	switch {
	case said == nil:
		return nil
	case end.Kind != Refused:
		return end
	case !errors.Is(end, io.EOF):
		return &Error{Kind: Refused, Addr: m.Addr, Problem: said.Error() + ": " + plainDial(end.cause), cause: end.cause}
	}
	return &Error{Kind: Refused, Addr: m.Addr, Problem: said.Error(), cause: said}
}

func (m *mastering) send(p []byte) error {
	if err := m.mayAsk(m.Addr); err != nil {
		return err
	}
	d, err := m.writeOn(m.latest(m.Addr, m.protocol), p) // another connection would be another conversation
	if err == nil {
		m.exchange.Sent = append(m.exchange.Sent, d)
	}
	return err
}

func (m *mastering) took(d *Datagram) {
	m.total += len(d.Data)
	m.exchange.Replies = append(m.exchange.Replies, d)
	if n := len(m.exchange.Sent); n > 0 && !m.exchange.Sent[n-1].Time.IsZero() {
		m.exchange.took(d.Time.Sub(m.exchange.Sent[n-1].Time))
	}
	m.keep(m.client, d)
	m.client.tap(d)
}
