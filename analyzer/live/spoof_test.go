package live

import (
	"bytes"
	"context"
	"net"
	"net/netip"
	"sync"
	"testing"
	"time"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/query"
	"fragscope/decoder/wire"
)

// replies builds what a server with this status sends back for a request.
func replies(t *testing.T, request []byte, p decoder.Protocol, status *decoder.Status, number uint32) [][]byte {
	t.Helper()
	m := decoder.Decode(request, decoder.Options{Protocol: p, From: decoder.Request, Link: decoder.LinkNone})
	out, err := decoder.AppendReplies(nil, m, &answer.Answer{Status: status, Number: number, Challenge: 0})
	if err != nil {
		t.Logf("no reply to %q: %v", request, err)
	}
	return out
}

// liar is the status that only spoofed replies carry.
func liar() *decoder.Status {
	s := crowd(3, 3)
	s.Name = wire.Some("Not the server")
	return s
}

// seen gathers what a tap sees.
type seen struct {
	mu   sync.Mutex
	list []*Datagram
}

func (s *seen) tap(d *Datagram) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = append(s.list, d)
}

func (s *seen) count(v Verdict) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, d := range s.list {
		if d.Verdict == v {
			n++
		}
	}
	return n
}

// TestIntruders: what comes from another port or another address is shown as
// an intruder and never believed, even when it comes first.
func TestIntruders(t *testing.T) {
	for _, from := range []string{"127.0.0.1:0", "127.0.0.2:0"} {
		for _, plan := range query.Plans() {
			if plan.Name == "pariah" || plan.Name == "ut2003" || decoder.Descriptor(plan.Protocol).Stream {
				continue
			}
			t.Run(plan.Name+" from "+from, func(t *testing.T) {
				other, err := net.ListenUDP("udp4", net.UDPAddrFromAddrPort(netip.MustParseAddrPort(from)))
				if err != nil {
					t.Fatal(err)
				}
				defer other.Close()
				conn, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
				if err != nil {
					t.Fatal(err)
				}
				done := make(chan struct{})
				go func() {
					defer close(done)
					buf := make([]byte, 2048)
					for {
						n, asker, err := conn.ReadFromUDPAddrPort(buf)
						if err != nil {
							return
						}
						for _, p := range replies(t, buf[:n], plan.Protocol, liar(), 1) {
							other.WriteToUDPAddrPort(p, asker)
						}
						time.Sleep(2 * time.Millisecond)
						for _, p := range replies(t, buf[:n], plan.Protocol, crowd(2, 2), 2) {
							conn.WriteToUDPAddrPort(p, asker)
						}
					}
				}()
				defer func() { conn.Close(); <-done }()
				var tap seen
				c := New(quick(Options{Tap: tap.tap}))
				defer c.Close()
				s := c.Query(context.Background(), TargetAt(conn.LocalAddr().(*net.UDPAddr).AddrPort(), plan))
				if s.Err != nil {
					t.Fatal(s.Err)
				}
				name := crowd(0, 0).Name.Value
				if plan.Protocol == "torque" { // which has 24 characters at most
					name = name[:24]
				}
				if s.Status.Name.Known && s.Status.Name.Value != name ||
					s.Status.Players.Known && s.Status.Players.Value != 2 ||
					lists(plan.Protocol) && len(s.Status.PlayerList) != 2 {
					t.Errorf("the status is of %q with %d players and %d listed", s.Status.Name.Value, s.Status.Players.Value,
						len(s.Status.PlayerList))
				}
				if tap.count(Intruder) == 0 {
					t.Error("no intruder was shown")
				}
				shown := 0
				for _, d := range s.Datagrams {
					if d.Verdict == Intruder {
						shown++
					}
				}
				if shown == 0 {
					t.Error("the session shows no intruder")
				}
			})
		}
	}
}

// TestWrongID: a reply that repeats another id than was sent never counts.
func TestWrongID(t *testing.T) {
	for _, p := range []decoder.Protocol{"gamespy2", "gamespy3"} {
		t.Run(p.String(), func(t *testing.T) {
			addr := fake(t, func(request []byte, reply func([]byte)) {
				for _, d := range replies(t, request, p, liar(), 1) {
					wrong := bytes.Clone(d)
					wrong[2] ^= 0x55
					reply(wrong)
				}
				for _, d := range replies(t, request, p, crowd(2, 2), 2) {
					reply(d)
				}
			})
			var tap seen
			c := New(quick(Options{Tap: tap.tap}))
			defer c.Close()
			s := c.Query(context.Background(), TargetAt(addr, query.PlanOf(p)))
			if s.Err != nil {
				t.Fatal(s.Err)
			}
			if s.Status.Name.Value != crowd(0, 0).Name.Value {
				t.Errorf("the status is of %q", s.Status.Name.Value)
			}
			if tap.count(WrongID) == 0 {
				t.Errorf("nothing was shown with a wrong id")
			}
		})
	}
}

// TestSecondNumber: a GameSpy 1 server numbers its answers; an answer with
// another number than the one that came, which nobody asked for, never counts.
func TestSecondNumber(t *testing.T) {
	addr := fake(t, func(request []byte, reply func([]byte)) {
		real := replies(t, request, "gamespy1", crowd(30, 40), 7)
		lie := replies(t, request, "gamespy1", liar(), 8)
		reply(real[0])
		for _, d := range lie {
			reply(d)
		}
		for _, d := range real[1:] {
			reply(d)
		}
	})
	var tap seen
	c := New(quick(Options{Tap: tap.tap}))
	defer c.Close()
	s := c.Query(context.Background(), TargetAt(addr, query.PlanOf("gamespy1")))
	if s.Err != nil {
		t.Fatal(s.Err)
	}
	if s.Status.Name.Value != crowd(0, 0).Name.Value || len(s.Status.PlayerList) != 30 {
		t.Errorf("the status is of %q with %d players", s.Status.Name.Value, len(s.Status.PlayerList))
	}
	if tap.count(WrongID) == 0 {
		t.Error("the foreign answer was not shown")
	}
}

// TestLate: an answer to the query before, which comes while the next one is
// going on, is shown as late and never enters its Status.
func TestLate(t *testing.T) {
	for _, p := range []decoder.Protocol{"unreal2", "gamespy1", "gamespy2", "gamespy3", "ugp"} {
		t.Run(p.String(), func(t *testing.T) {
			conn, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
			if err != nil {
				t.Fatal(err)
			}
			type ask struct {
				from    netip.AddrPort
				request []byte
			}
			done := make(chan struct{})
			go func() {
				defer close(done)
				var first []ask
				var firstPort uint16
				buf := make([]byte, 2048)
				for {
					n, from, err := conn.ReadFromUDPAddrPort(buf)
					if err != nil {
						return
					}
					if firstPort == 0 {
						firstPort = from.Port()
					}
					if from.Port() == firstPort {
						first = append(first, ask{from, bytes.Clone(buf[:n])})
						continue // no answer until the next query
					}
					for _, a := range first {
						for _, d := range replies(t, a.request, p, liar(), 1) {
							conn.WriteToUDPAddrPort(d, a.from)
						}
					}
					for _, d := range replies(t, buf[:n], p, crowd(2, 2), 2) {
						conn.WriteToUDPAddrPort(d, from)
					}
				}
			}()
			defer func() { conn.Close(); <-done }()
			addr := conn.LocalAddr().(*net.UDPAddr).AddrPort()
			var tap seen
			c := New(quick(Options{Tap: tap.tap, Retries: -1}))
			defer c.Close()
			target := TargetAt(addr, query.PlanOf(p))
			if s := c.Query(context.Background(), target); s.Status != nil || s.Err == nil {
				t.Fatalf("the first query has the status %v", s.Status)
			}
			s := c.Query(context.Background(), target)
			if s.Err != nil {
				t.Fatal(s.Err)
			}
			if s.Status.Name.Value != crowd(0, 0).Name.Value || len(s.Status.PlayerList) != 2 {
				t.Errorf("the status is of %q with %d players", s.Status.Name.Value, len(s.Status.PlayerList))
			}
			for end := time.Now().Add(2 * time.Second); tap.count(Late) == 0 && time.Now().Before(end); {
				time.Sleep(time.Millisecond) // it comes on another socket
			}
			if tap.count(Late) == 0 {
				t.Error("the late answer was not shown")
			}
		})
	}
}
