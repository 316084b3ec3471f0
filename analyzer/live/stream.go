package live

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"fragscope/analyzer/internal/lingering"
	"fragscope/decoder"
)

// What comes on a stream is cut into messages, which the query takes one at a time, no faster than it reads.
type stream struct {
	addr     netip.AddrPort
	protocol decoder.Protocol
	size     func([]byte) int // of the message that bytes begin with, see exchange.Client; nil for all of them
	client   *Client
	arrivals chan *Datagram // of the query
	requests chan *Datagram
	ctx      context.Context
	cancel   context.CancelFunc
	local    netip.AddrPort
	total    int // bytes that came

	// Of the query alone.
	open  bool   // it is connected
	over  bool   // nothing more comes
	first []byte // what was sent first
	back  int    // bytes of it that came back; -1 when something else came

	linger atomic.Bool // it is closed when the other side has read all
}

const maxRequests = 16

// A turn is the beginning of a connection, its end with err, or that a request was sent.
type turn struct {
	stream *stream
	err    *Error
	sent   *Datagram
}

// write opens a connection where there is none, and does not wait for it.
func (q *asking) write(p []byte, addr netip.AddrPort, protocol decoder.Protocol, size func([]byte) int) (*Datagram,
	error) {
	if err := q.mayAsk(addr); err != nil {
		return nil, err
	}
	c := q.connection(addr, protocol)
	if c == nil {
		c = q.connect(addr, protocol, size)
	}
	return q.writeOn(c, p)
}

// writeOn writes on a connection as it is, also when that has just ended: what reads it says so.
func (q *asking) writeOn(c *stream, p []byte) (*Datagram, error) {
	if c.first == nil {
		c.first = p
	}
	d := &Datagram{Dst: c.addr, TCP: true, Sent: true, Data: p, Protocol: c.protocol, Verdict: Sent,
		Protocols: q.client.own}
	if c.size != nil {
		d.Message = d.Decode()
	}
	select {
	case c.requests <- d:
		q.sent = append(q.sent, d)
		return d, nil
	default:
		return nil, &Error{Kind: Busy, Addr: c.addr}
	}
}

// connection returns nil where the protocol is spoken over none.
func (q *asking) connection(addr netip.AddrPort, protocol decoder.Protocol) *stream {
	if c := q.latest(addr, protocol); c != nil && !c.over && c.ctx.Err() == nil {
		return c
	}
	return nil
}

func (q *asking) latest(addr netip.AddrPort, protocol decoder.Protocol) *stream {
	for _, c := range slices.Backward(q.streams) {
		if c.addr == addr && c.protocol == protocol {
			return c
		}
	}
	return nil
}

func (q *asking) connect(addr netip.AddrPort, protocol decoder.Protocol, size func([]byte) int) *stream {
	if q.arrivals == nil {
		q.arrivals = make(chan *Datagram)
	}
	c := &stream{addr: addr, protocol: protocol, size: size, client: q.client, arrivals: q.arrivals,
		requests: make(chan *Datagram, maxRequests)}
	c.ctx, c.cancel = context.WithCancel(q.ctx)
	q.streams = append(q.streams, c)
	q.talking.Go(c.run)
	return c
}

// hangUp ends the connections, and takes what they still had.
func (q *asking) hangUp() {
	for _, c := range q.streams {
		c.cancel()
	}
	for _, c := range q.streams {
		for !c.over {
			if d := q.arrived(<-q.arrivals); d != nil && d.turn == nil {
				if d.Verdict = Late; q.echoes(d) {
					d.Verdict = Echo
				}
				q.show(d)
			}
		}
	}
	q.talking.Wait()
	q.streams = nil
}

// echoes reports whether p, the next that came, is what was sent first, coming back.
func (c *stream) echoes(p []byte) bool {
	if c.back < 0 || c.first == nil {
		return false
	}
	rest := c.first[min(c.back, len(c.first)):]
	if n := min(len(rest), len(p)); !bytes.Equal(rest[:n], p[:n]) {
		c.back = -1
		return false
	}
	c.back += len(p)
	return true
}

// arrived returns what the caller has to deal with: a message, or the beginning or end of the connection.
func (q *asking) arrived(d *Datagram) *Datagram {
	switch {
	case d.turn != nil && d.turn.sent != nil:
		sent := d.turn.sent
		sent.Time, sent.Src = d.Time, d.Src
		q.show(sent)
		return nil
	case d.turn != nil:
		c := d.turn.stream
		if c.over = d.turn.err != nil; c.open || !c.over {
			q.keep(q.client, d)
			q.client.tap(d)
		}
		c.open = true
	default:
		q.client.memory.give(len(d.Data))
	}
	return d
}

// The query takes all until every connection has ended, so hand never waits for ever.
func (c *stream) hand(d *Datagram) { c.arrivals <- d }

func (c *stream) datagram(p []byte, sent bool) *Datagram {
	d := &Datagram{Time: time.Now(), Src: c.addr, Dst: c.local, TCP: true, Sent: sent, Data: p, Protocol: c.protocol,
		Layouts: c.client.opts.Layouts, Protocols: c.client.own}
	if sent {
		d.Src, d.Dst, d.Verdict = c.local, c.addr, Sent
	}
	return d
}

func (c *stream) run() {
	c.turn(c.talk(), nil)
	c.cancel()
}

func (c *stream) turn(err *Error, sent *Datagram) {
	d := c.datagram(nil, true)
	d.turn = &turn{c, err, sent}
	c.hand(d)
}

const dialWait = 5

func (c *stream) talk() *Error {
	dialer := net.Dialer{Timeout: dialWait * c.client.opts.Timeout}
	conn, err := dialer.DialContext(c.ctx, "tcp", c.addr.String())
	if err != nil {
		return c.ended("no connection: ", err)
	}
	c.local = plainAddr(conn.LocalAddr().(*net.TCPAddr).AddrPort())
	c.turn(nil, nil)
	// Its end wakes what reads and what writes, and what came by then is handed over.
	stop := context.AfterFunc(c.ctx, func() { conn.SetDeadline(time.Unix(1, 0)) })
	defer stop()
	defer func() {
		if c.linger.Load() {
			lingering.Close(conn)
		}
		conn.Close()
	}()
	var writing sync.WaitGroup
	defer writing.Wait()
	defer c.cancel()
	writing.Go(func() { c.send(conn) })
	return c.read(conn)
}

// send writes the requests; the one who reads sees when that fails.
func (c *stream) send(conn net.Conn) {
	for {
		select {
		case d := <-c.requests:
			c.turn(nil, d)
			conn.SetWriteDeadline(time.Now().Add(dialWait * c.client.opts.Timeout))
			if c.ctx.Err() != nil {
				return
			}
			if _, err := conn.Write(d.Data); err != nil {
				return
			}
		case <-c.ctx.Done():
			return
		}
	}
}

// read hands over the rest as it is when the connection ends.
func (c *stream) read(conn net.Conn) *Error {
	var buf []byte
	memory := c.client.memory
	defer func() { memory.give(len(buf)) }()
	chunk := make([]byte, 1<<14)
	for {
		n, err := conn.Read(chunk)
		if n > 0 && !memory.take(len(buf), n) {
			return &Error{Kind: TooMuch, Addr: c.addr, Problem: "there is no memory for its answer beside those of others"}
		}
		c.total += n
		buf = append(buf, chunk[:n]...)
		for len(buf) > 0 {
			size := len(buf)
			if c.size != nil {
				size = c.size(buf)
			}
			tooMuch := c.total > c.client.opts.MaxBytes || size > c.client.opts.MaxBytes
			if size < 0 || tooMuch || err != nil && (size == 0 || size > len(buf)) {
				c.message(&buf, min(len(buf), maxDatagram))
				switch {
				case tooMuch:
					what := "the server sends more than is kept of one answer; given up after "
					return &Error{Kind: TooMuch, Addr: c.addr, Problem: what + plural(c.total, "byte", "bytes")}
				case size < 0:
					return &Error{Kind: WrongProtocol, Addr: c.addr, Protocol: c.protocol,
						Problem: "its answer begins like nothing that such a server sends"}
				}
				break
			}
			if size == 0 || size > len(buf) {
				break
			}
			c.message(&buf, size)
		}
		if err != nil {
			return c.ended("the connection broke without an answer: ", err)
		}
	}
}

func (c *stream) message(buf *[]byte, n int) {
	c.hand(c.datagram(append([]byte(nil), (*buf)[:n]...), false))
	*buf = (*buf)[n:]
}

// It is no fault of the server's when the query itself gave up.
func (c *stream) ended(what string, err error) *Error {
	e := &Error{Kind: Refused, Addr: c.addr, Protocol: c.protocol, Problem: what + plainDial(err), cause: err}
	switch {
	case c.ctx.Err() != nil:
		e.Kind = NoAnswer
	case c.total > 0:
		e.Problem = "the server closed the connection after " + plural(c.total, "byte", "bytes")
	case errors.Is(err, io.EOF):
		e.Problem = "the server closed the connection without an answer"
	}
	return e
}

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
