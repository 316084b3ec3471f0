package live

import (
	"context"
	"crypto/md5"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"strconv"
	"time"

	"fragscope/analyzer/internal/lingering"
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
	return c.talked(ctx, t, "unreal-master", unrealmaster.NewMasterTalk(ask))
}

// Browse gets the server list of a master that speaks version 2 of GameSpy's
// server browsing: Session.Servers. t.Port has to be set; t.Plan and t.Ask do not
// count.
func (c *Client) Browse(ctx context.Context, t Target, q gamespymaster.Query) *Session {
	talk := &gamespymaster.Talk{Query: q}
	rand.Read(talk.Challenge[:])
	return c.talked(ctx, t, "gamespy-master", talk)
}

// talked has a session with a master over TCP.
func (c *Client) talked(ctx context.Context, t Target, p decoder.Protocol, talk ask.Talk) *Session {
	return c.list(ctx, t, func(ctx context.Context, s *Session) error { return c.master(ctx, s, p, talk) })
}

// list has a session with a master: get gets its list.
func (c *Client) list(ctx context.Context, t Target, get func(context.Context, *Session) error) *Session {
	s := &Session{Target: t, Start: time.Now()}
	ctx, end := c.context(ctx, c.opts.Limit)
	defer end()
	s.Err = get(ctx, s)
	if s.Err != nil && ctx.Err() != nil {
		s.Err = fmt.Errorf("%s: %w", t, context.Cause(ctx))
	}
	s.End = time.Now()
	return s
}

// masterWait is how long a master may be silent, in units of Options.Timeout.
const masterWait = 5

func (c *Client) master(ctx context.Context, s *Session, p decoder.Protocol, talk ask.Talk) error {
	send, err := talk.Begin()
	if err != nil {
		return err
	}
	addrs, err := c.addresses(ctx, s)
	if err != nil {
		return err
	}
	dialer := net.Dialer{Timeout: masterWait * c.opts.Timeout}
	var conn net.Conn
	for i, a := range addrs {
		s.Addr = netip.AddrPortFrom(a, s.Target.Port)
		if conn, err = dialer.DialContext(ctx, "tcp", s.Addr.String()); err == nil || i == maxMasterAddrs-1 {
			break
		}
	}
	if err != nil {
		return &Error{Kind: Refused, Addr: s.Addr, Problem: "no connection: " + plainDial(err), cause: err}
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	m := &mastering{Session: s, client: c, conn: conn, talk: talk, protocol: p}
	m.local = plainAddr(conn.LocalAddr().(*net.TCPAddr).AddrPort())
	m.exchange = &Exchange{Protocol: p, Message: "server list request", Outcome: report.Unanswered, FirstRTT: -1, LastRTT: -1}
	s.Exchanges = []*Exchange{m.exchange}
	m.note(nil, true)
	if len(send) > 0 {
		err = m.send(send)
	}
	if err == nil {
		err = m.run()
	}
	m.note(nil, true)
	s.Servers = m.talk.List()
	switch {
	case err == nil:
		lingering.Close(conn)
		m.exchange.Outcome = report.Answered
	case len(s.Servers) > 0:
		m.exchange.Outcome = report.Incomplete
	}
	return err
}

// maxMasterAddrs bounds the addresses of one name that are tried.
const maxMasterAddrs = 3

// plainDial returns what went wrong without the addresses, which are said already.
func plainDial(err error) string {
	if e, ok := errors.AsType[*net.OpError](err); ok && e.Err != nil {
		if e.Timeout() {
			return "it took too long"
		}
		return e.Err.Error()
	}
	return err.Error()
}

// mastering is a conversation with a master that is going on.
type mastering struct {
	*Session
	client   *Client
	conn     net.Conn
	local    netip.AddrPort
	talk     ask.Talk
	protocol decoder.Protocol
	exchange *Exchange
	total    int
}

func (m *mastering) run() error {
	buf := make([]byte, 1<<15)
	patience := m.client.opts.Timeout // the first time; a short challenge only shows by the pause behind it
	for !m.talk.Done() {
		if err := m.conn.SetReadDeadline(time.Now().Add(patience)); err != nil {
			return err
		}
		n, err := m.conn.Read(buf)
		var send []byte
		var said error
		if n > 0 {
			m.note(buf[:n], false)
			if m.total += n; m.total > m.client.opts.MaxBytes {
				return m.tooMuch()
			}
			send, said = m.talk.Take(buf[:n])
		}
		timeout := err != nil && errors.Is(err, context.DeadlineExceeded) || isTimeout(err)
		if n == 0 && timeout {
			if send, said = m.talk.Pause(); send == nil && said == nil {
				if patience > m.client.opts.Timeout {
					return m.silent()
				}
				patience = (masterWait - 1) * m.client.opts.Timeout
				continue
			}
		}
		if said != nil {
			return &Error{Kind: Refused, Addr: m.Addr, Problem: said.Error(), cause: said}
		}
		if len(send) > 0 {
			if err := m.send(send); err != nil {
				return err
			}
		}
		if m.talk.Done() {
			break
		}
		if err != nil && !timeout {
			return m.ended(err)
		}
	}
	return nil
}

func isTimeout(err error) bool {
	var e net.Error
	return errors.As(err, &e) && e.Timeout()
}

// silent says that the master says nothing more.
func (m *mastering) silent() error {
	what := "the master sends nothing"
	if m.total > 0 {
		what = "the master stopped after " + strconv.Itoa(len(m.talk.List())) + " servers, in the middle of its list"
	}
	return &Error{Kind: Incomplete, Addr: m.Addr, Protocol: m.protocol, Message: "server list request", Attempts: 1, Problem: what}
}

// ended says what it means that the connection is closed now.
func (m *mastering) ended(err error) error {
	said := m.talk.Ended()
	if said == nil {
		return nil
	}
	if !errors.Is(err, io.EOF) {
		return &Error{Kind: Refused, Addr: m.Addr, Problem: said.Error() + ": " + plainDial(err), cause: err}
	}
	return &Error{Kind: Refused, Addr: m.Addr, Problem: said.Error(), cause: said}
}

func (m *mastering) send(p []byte) error {
	m.note(p, true)
	if err := m.conn.SetWriteDeadline(time.Now().Add(masterWait * m.client.opts.Timeout)); err != nil {
		return err
	}
	if _, err := m.conn.Write(p); err != nil {
		return &Error{Kind: CannotSend, Addr: m.Addr, cause: err}
	}
	return nil
}

// note keeps and shows bytes of the connection; none are its beginning and its end.
func (m *mastering) note(p []byte, sent bool) {
	d := &Datagram{Time: time.Now(), Src: m.local, Dst: m.Addr, TCP: true, Sent: sent, Data: append([]byte(nil), p...), Protocol: m.protocol, Verdict: Sent}
	if !sent {
		d.Src, d.Dst, d.Verdict = m.Addr, m.local, Accepted
	}
	switch {
	case len(p) == 0:
	case sent:
		m.exchange.Sent = append(m.exchange.Sent, d)
	default:
		m.exchange.Replies = append(m.exchange.Replies, d)
		if n := len(m.exchange.Sent); n > 0 {
			m.exchange.took(d.Time.Sub(m.exchange.Sent[n-1].Time))
		}
	}
	m.keep(m.client, d)
	m.client.tap(d)
}
