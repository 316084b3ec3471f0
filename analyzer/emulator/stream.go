package emulator

import (
	"context"
	"errors"
	"io"
	"net"
	"net/netip"
	"time"

	"fragscope/analyzer/internal/lingering"
)

// A StreamSource is a Source that is served over TCP.
type StreamSource interface {
	Source
	// Conversation begins a session with the client at from.
	Conversation(from netip.AddrPort, at time.Time) Conversation
}

// A Conversation is the server's side of a TCP connection. It is used by one
// goroutine.
type Conversation interface {
	// Begin returns what the server sends first, nil when it waits for the
	// client.
	Begin() []byte
	// Next is given the received bytes that are not used yet. It returns what
	// to send and how many bytes it used; 0 means that more are needed. done
	// ends the connection when that has been sent.
	Next(in []byte) (out []byte, used int, done bool)
}

// A pauser is a Conversation that delays what it sends.
type pauser interface{ pause() time.Duration }

func (s *Server) wait(d time.Duration) bool {
	if d <= 0 {
		return s.ctx.Err() == nil
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-s.ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

func (s *Server) serveStream(l net.Listener) error {
	stop := context.AfterFunc(s.ctx, func() { l.Close() })
	defer stop()
	defer l.Close()
	source := s.opts.Source.(StreamSource)
	for {
		c, err := l.Accept()
		if s.ctx.Err() != nil || errors.Is(err, net.ErrClosed) {
			if err == nil {
				c.Close()
			}
			return nil
		}
		if err != nil {
			// Too many files, or a client that is gone already.
			s.wait(10 * time.Millisecond)
			continue
		}
		from := addrPort(c.RemoteAddr())
		if !s.opts.Public && !s.confirmed(from.Addr()) || s.conns.Add(1) > maxConns {
			s.stats.dropped.Add(1)
			c.Close()
			continue
		}
		s.stats.streams.Add(1)
		s.wg.Go(func() {
			defer s.conns.Add(-1)
			s.talk(c, from, source.Conversation(from, time.Now()))
		})
	}
}

func (s *Server) talk(c net.Conn, from netip.AddrPort, v Conversation) {
	stop := context.AfterFunc(s.ctx, func() { c.Close() })
	defer stop()
	defer lingering.Close(c)
	if _, ok := s.drawn(Silence); ok {
		s.drain(c)
		return
	}
	if !s.say(c, from, v.Begin()) {
		return
	}
	var in []byte
	buf := make([]byte, 4096)
	for {
		c.SetReadDeadline(time.Now().Add(idleStream))
		n, err := c.Read(buf)
		if n > 0 {
			s.stats.requests.Add(1)
			s.log(Event{Time: time.Now(), Client: from, TCP: true, Data: buf[:n]})
			in = append(in, buf[:n]...)
			for {
				out, used, done := v.Next(in)
				in = in[used:]
				if p, ok := v.(pauser); ok && !s.wait(p.pause()) {
					return
				}
				if !s.say(c, from, out) || done {
					return
				}
				if used == 0 || len(in) == 0 {
					break
				}
			}
		}
		if err != nil || len(in) > maxTalk {
			return
		}
	}
}

func (s *Server) drain(c net.Conn) {
	c.SetReadDeadline(time.Now().Add(idleStream))
	io.Copy(io.Discard, io.LimitReader(c, maxTalk))
}

// say reports whether the connection stays open.
func (s *Server) say(c net.Conn, from netip.AddrPort, p []byte) bool {
	if len(p) == 0 {
		return true
	}
	if f, ok := s.drawn(EndlessZeros); ok {
		s.zeros(f, func(p []byte) bool { return s.put(c, from, p, f) })
		return false
	}
	parcels := []parcel{{data: p}}
	for _, f := range s.opts.Faults {
		switch f.Kind {
		case Delay, Duplicate, Truncate, Garbage, Huge, Loss:
			parcels = s.spoil(parcels, f, true)
		}
	}
	cut := len(parcels) == 0 // TCP loses nothing: the connection breaks
	for _, p := range parcels {
		if !s.wait(p.after) || !s.put(c, from, p.data, p.fault) {
			return false
		}
		cut = cut || p.fault.Kind == Truncate
	}
	return !cut
}

func (s *Server) put(c net.Conn, from netip.AddrPort, p []byte, f Fault) bool {
	c.SetWriteDeadline(time.Now().Add(idleStream))
	if _, err := c.Write(p); err != nil {
		return false
	}
	s.stats.sent.Add(1)
	s.stats.bytes.Add(int64(len(p)))
	s.log(Event{Time: time.Now(), Client: from, TCP: true, Sent: true, Data: p, Fault: f})
	return true
}
