package emulator

import (
	"bytes"
	"context"
	cryptorand "crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"fragscope/decoder"
	"fragscope/decoder/serve"
	"fragscope/decoder/wire"
)

// A Server answers on one socket. Its methods may be called by several
// goroutines at once.
type Server struct {
	opts   Options
	secret [32]byte // of the challenges; random, never from the seed, which anybody may know
	addr   netip.AddrPort
	// confirmed says which addresses need no challenge.
	confirmed func(netip.Addr) bool

	ctx    context.Context
	cancel context.CancelFunc
	stop   func() bool // ends the hold of Listen's context on the server
	wg     sync.WaitGroup
	err    error // of serving, when all is done

	number  atomic.Uint32
	conns   atomic.Int64
	waiting atomic.Int64
	flood   atomic.Bool // an endless stream is running
	stats   struct {
		requests, answered, silent, capped, sent, bytes, dropped, streams atomic.Int64
	}

	mu     sync.Mutex
	rnd    *rand.Rand
	timers map[*time.Timer]struct{}
	others map[FaultKind]net.PacketConn // sockets for replies from elsewhere
	kept   [][]byte                     // repeated with the next answer
	echoes echoes
}

// New returns a server that Serve sets to work.
func New(opts Options) *Server {
	s := &Server{opts: opts, confirmed: netip.Addr.IsLoopback, timers: map[*time.Timer]struct{}{},
		others: map[FaultKind]net.PacketConn{}}
	cryptorand.Read(s.secret[:]) // never fails: the program ends first
	s.rnd = rand.New(rand.NewPCG(opts.Seed, 0x656d75))
	s.ctx, s.cancel = context.WithCancel(context.Background())
	s.stop = func() bool { return false }
	return s
}

var errNotLoopback = errors.New("only loopback addresses, such as 127.0.0.1, are served unless all are allowed " +
	"(Options.Public, --public)")

// Listen listens on addr, such as "127.0.0.1:7778" or "[::1]:0" (a free port),
// and answers until ctx is done or the server is closed. A StreamSource is
// served over TCP, others over UDP.
func Listen(ctx context.Context, addr string, opts Options) (*Server, error) {
	ap, err := netip.ParseAddrPort(addr)
	if err != nil {
		return nil, fmt.Errorf("listen on %q: expected an address and a port, such as 127.0.0.1:7778", addr)
	}
	if !opts.Public && !ap.Addr().IsLoopback() {
		return nil, fmt.Errorf("listen on %s: %w", addr, errNotLoopback)
	}
	if opts.Source == nil {
		return nil, errNoSource
	}
	if opts.Source, err = served(opts.Source); err != nil {
		return nil, fmt.Errorf("listen on %s: %w", addr, err)
	}
	if opts.Heartbeat.IsValid() && !opts.Public && !opts.Heartbeat.Addr().IsLoopback() {
		return nil, fmt.Errorf("heartbeats to %s: %w", opts.Heartbeat, errNotLoopback)
	}
	s := New(opts)
	s.stop = context.AfterFunc(ctx, s.cancel)
	if _, ok := opts.Source.(StreamSource); ok {
		l, err := net.ListenTCP("tcp", net.TCPAddrFromAddrPort(ap))
		if err != nil {
			s.Close()
			return nil, err
		}
		s.addr = l.Addr().(*net.TCPAddr).AddrPort()
		s.wg.Go(func() { s.ended(s.serveStream(l)) })
		return s, nil
	}
	c, err := net.ListenUDP("udp", net.UDPAddrFromAddrPort(ap))
	if err != nil {
		s.Close()
		return nil, err
	}
	s.addr = c.LocalAddr().(*net.UDPAddr).AddrPort()
	s.wg.Go(func() { s.ended(s.serve(c)) })
	return s, nil
}

// Serve answers on conn until ctx is done, the server is closed, or reading
// fails. It closes conn.
func (s *Server) Serve(ctx context.Context, conn net.PacketConn) error {
	stop := context.AfterFunc(ctx, s.cancel)
	defer stop()
	s.addr = addrPort(conn.LocalAddr())
	if source, err := served(s.opts.Source); err != nil {
		conn.Close()
		return fmt.Errorf("serve on %s: %w", s.addr, err)
	} else if _, ok := source.(StreamSource); ok {
		conn.Close()
		return fmt.Errorf("serve on %s: %s is spoken over TCP", s.addr, source.Protocols()[0])
	}
	if !s.opts.Public && !s.addr.Addr().IsLoopback() {
		conn.Close()
		return fmt.Errorf("serve on %s: %w", s.addr, errNotLoopback)
	}
	s.wg.Add(1)
	err := s.serve(conn)
	s.wg.Done()
	s.Close()
	return err
}

// Addr returns the address that the server answers at.
func (s *Server) Addr() netip.AddrPort { return s.addr }

// Close ends the server and waits until its goroutines, timers and sockets are
// gone.
func (s *Server) Close() error {
	s.stop()
	s.cancel()
	s.mu.Lock()
	for t := range s.timers {
		if t.Stop() {
			delete(s.timers, t)
			s.wg.Done()
		}
	}
	for _, c := range s.others {
		c.Close()
	}
	clear(s.others)
	s.mu.Unlock()
	s.wg.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// Stats returns what the server did so far.
func (s *Server) Stats() Stats {
	c := &s.stats
	return Stats{c.requests.Load(), c.answered.Load(), c.silent.Load(), c.capped.Load(), c.sent.Load(), c.bytes.Load(),
		c.dropped.Load(), c.streams.Load()}
}

func (s *Server) ended(err error) {
	s.mu.Lock()
	s.err = err
	s.mu.Unlock()
}

func addrPort(a net.Addr) netip.AddrPort {
	switch a := a.(type) {
	case *net.UDPAddr:
		return unmap(a.AddrPort())
	case *net.TCPAddr:
		return unmap(a.AddrPort())
	}
	return netip.AddrPort{}
}

func unmap(a netip.AddrPort) netip.AddrPort { return netip.AddrPortFrom(a.Addr().Unmap(), a.Port()) }

// windowsTooLong (WSAEMSGSIZE) is for a datagram longer than the buffer, which other systems cut.
const windowsTooLong = syscall.Errno(10040)

func (s *Server) serve(conn net.PacketConn) error {
	stop := context.AfterFunc(s.ctx, func() { conn.Close() })
	defer stop()
	defer conn.Close()
	if s.opts.Heartbeat.IsValid() {
		s.wg.Go(func() { s.announce(conn) })
	}
	buf := make([]byte, maxRequest+1)
	failures := 0
	d := decoder.Decoder{Options: decoder.Options{Link: decoder.LinkNone}}
	for {
		n, addr, err := conn.ReadFrom(buf)
		if s.ctx.Err() != nil {
			return nil
		}
		switch {
		case errors.Is(err, windowsTooLong):
			n = len(buf) // the rest is lost, and the address with it
		case errors.Is(err, net.ErrClosed):
			return nil
		case err != nil:
			// One read may fail, of an ICMP message for an earlier answer on some
			// systems. Only a socket that never works again ends the server.
			if failures++; failures > maxFailures {
				return fmt.Errorf("read on %s: %w", s.addr, err)
			}
			s.wait(failurePause)
			continue
		}
		failures = 0
		if n > maxRequest {
			s.stats.requests.Add(1)
			s.silent(addrPort(addr), buf[:n], time.Now(), "longer than any request")
			continue
		}
		s.datagram(conn, &d, buf[:n], addrPort(addr))
	}
}

func (s *Server) datagram(conn net.PacketConn, d *decoder.Decoder, p []byte, from netip.AddrPort) {
	now := time.Now()
	s.stats.requests.Add(1)
	if !s.opts.Public && !s.confirmed(from.Addr()) {
		s.silent(from, p, now, "not from a loopback address")
		return
	}
	if s.draw(Loss) {
		s.silent(from, p, now, "lost on the way here")
		return
	}
	if f, ok := s.drawn(Silence); ok {
		s.log(Event{Time: now, Client: from, Data: p, What: "met with silence", Fault: f})
		s.stats.silent.Add(1)
		return
	}
	m := s.read(d, p)
	if m == nil {
		s.silent(from, p, now, "no request that this server knows")
		return
	}
	q := Question{Request: m, From: from, To: s.addr, At: now, Number: s.number.Add(1), Game: s.opts.Game}
	if !s.opts.NoChallenge {
		q.Challenge = s.challenge(from)
	}
	replies, err := s.opts.Source.Replies(&q)
	if len(replies) == 0 {
		why := "nothing to say"
		if err != nil {
			why = err.Error()
		}
		s.silent(from, p, now, m.Info.Name+": "+why)
		return
	}
	s.log(Event{Time: now, Client: from, Data: p, What: m.Info.Name})
	if slices.ContainsFunc(replies, func(r Reply) bool { return bytes.Equal(r.Data, p) }) && !s.echoes.first(from, p,
		now) {
		s.silent(from, p, now, "an echo that was sent already")
		return
	}
	known := s.confirmed(from.Addr()) || serve.Confirms(m, q.Challenge)
	if !known && !s.allows(len(p), replies) {
		s.stats.capped.Add(1)
		s.silent(from, p, now, "the answer is too long for an address that is not confirmed")
		return
	}
	s.stats.answered.Add(1)
	s.answer(conn, from, replies, known)
}

// d must not assume a direction: what reads best as a reply is a reply.
func (s *Server) read(d *decoder.Decoder, p []byte) *decoder.Message {
	protocols := s.opts.Source.Protocols()
	for _, protocol := range protocols {
		d.Options.Protocol = protocol
		m := d.Decode(p)
		if m.Info.Direction == decoder.Request && m.Confidence > wire.Unlikely && (len(protocols) == 1 ||
			m.Confidence > wire.Possible) {
			return m
		}
	}
	return nil
}

// challenge depends only on the address and the server's secret, so none has to be stored.
func (s *Server) challenge(from netip.AddrPort) int32 {
	b, _ := from.MarshalBinary()
	h := sha256.Sum256(append(s.secret[:], b...))
	n := int32(binary.LittleEndian.Uint32(h[:]) & 0x7fffffff)
	return max(n, 1)
}

// allows reports whether an unconfirmed address that sent n bytes may be sent these replies.
func (s *Server) allows(n int, replies []Reply) bool {
	factor := s.opts.Amplification
	if factor < 0 {
		return true
	}
	if factor == 0 {
		factor = 3
	}
	total := 0
	for i := range replies {
		total += len(replies[i].Data) + headers
	}
	return float64(total) <= factor*float64(n+headers) && float64(len(replies)) <= factor
}

func (s *Server) silent(from netip.AddrPort, p []byte, at time.Time, why string) {
	s.stats.silent.Add(1)
	s.log(Event{Time: at, Client: from, Data: p, What: why})
}

func (s *Server) log(e Event) {
	if s.opts.Log != nil {
		e.Server = s.addr
		s.opts.Log(e)
	}
}

func (s *Server) later(after time.Duration, do func()) {
	if after <= 0 {
		do()
		return
	}
	if s.waiting.Add(1) > maxWaiting {
		s.waiting.Add(-1)
		s.stats.dropped.Add(1)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ctx.Err() != nil {
		s.waiting.Add(-1)
		return
	}
	s.wg.Add(1)
	var t *time.Timer
	t = time.AfterFunc(after, func() {
		defer s.wg.Done()
		s.mu.Lock()
		delete(s.timers, t)
		s.mu.Unlock()
		s.waiting.Add(-1)
		if s.ctx.Err() == nil {
			do()
		}
	})
	s.timers[t] = struct{}{}
}

func (s *Server) write(conn net.PacketConn, to netip.AddrPort, p []byte, f Fault) {
	if _, err := conn.WriteTo(p, net.UDPAddrFromAddrPort(to)); err != nil {
		return // a client that is gone, or a datagram longer than the system sends
	}
	s.stats.sent.Add(1)
	s.stats.bytes.Add(int64(len(p)))
	s.log(Event{Time: time.Now(), Client: to, Sent: true, Data: p, Fault: f})
}
