package live

import (
	"bytes"
	"context"
	"errors"
	"net"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/query"
	"fragscope/decoder/wire"
)

// fakeStream is a server over TCP that serves each connection as a function does, at
// addr, or on any port of the address of other tests.
func fakeStream(t *testing.T, addr netip.AddrPort, serve func(net.Conn)) netip.AddrPort {
	t.Helper()
	if !addr.IsValid() {
		addr = netip.MustParseAddrPort("127.79.9.1:0")
	}
	l, err := net.ListenTCP("tcp", net.TCPAddrFromAddrPort(addr))
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			wg.Go(func() {
				defer c.Close()
				defer context.AfterFunc(ctx, func() { c.Close() })()
				serve(c)
			})
		}
	})
	t.Cleanup(func() {
		end()
		l.Close()
		wg.Wait()
	})
	return l.Addr().(*net.TCPAddr).AddrPort()
}

// harbour is what the servers of these tests say of themselves.
func harbour() *decoder.Status {
	return &decoder.Status{Name: wire.Some("Lantern Harbour"), Version: wire.Some("1.21"),
		Players: wire.Some(int64(1)), MaxPlayers: wire.Some(int64(20)),
		PlayerList: []wire.Player{{Name: wire.Some("Gull"), Score: wire.Some(int64(7))}}}
}

// answering serves a connection as a server of a protocol does; it closes it where
// change returns false.
func answering(p decoder.Protocol, change func([]byte) bool) func(net.Conn) {
	return func(c net.Conn) {
		var in []byte
		buf := make([]byte, 1024)
		for {
			n, err := c.Read(buf)
			if err != nil {
				return
			}
			in = append(in, buf[:n]...)
			m := decoder.Decode(in, decoder.Options{Protocol: p, From: decoder.Request, Stream: true, Link: decoder.LinkNone})
			replies, _ := decoder.AppendReplies(nil, m, &answer.Answer{Status: harbour()})
			for _, r := range replies {
				if change != nil && !change(r) {
					return
				}
				c.Write(r)
			}
			if len(replies) > 0 {
				in = nil
			}
		}
	}
}

func streamPlans() (list []*ask.Plan) {
	for _, p := range query.Plans() {
		if decoder.Descriptor(p.Protocol).Stream {
			list = append(list, p)
		}
	}
	return list
}

// TestStream asks servers of every protocol that is spoken over TCP: by its plan, and
// where it is to be found out.
func TestStream(t *testing.T) {
	for _, plan := range streamPlans() {
		addr := fakeStream(t, netip.AddrPort{}, answering(plan.Protocol, nil))
		for _, target := range []Target{TargetAt(addr, plan), {Host: addr.Addr().String(), Port: addr.Port(), Exact: true}} {
			var tap seen
			c := New(quick(Options{Tap: tap.tap}))
			s := c.Query(t.Context(), target)
			c.Close()
			if s.Err != nil || s.Status == nil || s.Status.Players.Value != 1 || s.Plan != plan ||
				s.Status.Name.Value != "Lantern Harbour" && plan.Protocol != "bzflag" { // which tells no name
				t.Fatalf("%s: %v, %+v", plan.Name, s.Err, s.Status)
			}
			if s.RTT() < 0 || s.RTT() > time.Minute {
				t.Errorf("%s: it took %v", plan.Name, s.RTT())
			}
			open := 0
			for _, d := range tap.list {
				if d.TCP && len(d.Data) == 0 {
					open ^= 1
				} else if d.TCP && open == 0 && target.Plan != nil {
					t.Errorf("%s: bytes before the connection or after it", plan.Name)
				}
			}
			if c.memory.used != 0 {
				t.Errorf("%s: %d bytes are still held", plan.Name, c.memory.used)
			}
			if s.Exchanges[0].Sent[0].Message == nil || len(s.Messages()) == 0 {
				t.Errorf("%s: %d messages", plan.Name, len(s.Messages()))
			}
		}
	}
}

// TestStreamHostile: whatever a server does over TCP, a query of it ends in time with
// an error that says what was wrong.
func TestStreamHostile(t *testing.T) {
	hello := func(c net.Conn) { c.Read(make([]byte, 1024)) }
	status := `{"description":"Harbour","players":{"online":2,"max":9}}`
	whole := append(wire.AppendVarInt([]byte{0}, int64(len(status))), status...)
	whole = append(wire.AppendVarInt(nil, int64(len(whole))), whole...)
	flood := func(p []byte) func(net.Conn) {
		return func(c net.Conn) {
			hello(c)
			for _, err := c.Write(p); err == nil; _, err = c.Write(p) {
			}
		}
	}
	for _, c := range []struct {
		name, protocol string
		serve          func(net.Conn)
		kind           Kind
		says           string
	}{
		{"silent", "minecraft", func(c net.Conn) { hello(c); hello(c) }, NoAnswer, "no answer to the status request"},
		{"closes at once", "minecraft", func(net.Conn) {}, Refused, "without an answer"},
		{"closes early", "minecraft", func(c net.Conn) { hello(c); c.Write(whole[:30]) }, Cut, "is damaged"},
		{"never ends", "minecraft", func(c net.Conn) { hello(c); c.Write(whole[:30]); hello(c) }, Cut, "is damaged"},
		{"drips", "minecraft", func(c net.Conn) {
			hello(c)
			for i := 0; ; i = (i + 1) % 20 {
				if _, err := c.Write(whole[i : i+1]); err != nil {
					return
				}
				time.Sleep(20 * time.Millisecond)
			}
		}, Cut, "is damaged"},
		{"too long a length", "minecraft", func(c net.Conn) {
			hello(c)
			c.Write([]byte("\xff\xff\x7f\x00\xff\xff\x7f{\"a\":1,\"b"))
			hello(c)
		}, TooMuch, "more than is kept"},
		{"no length", "minecraft", func(c net.Conn) {
			hello(c)
			c.Write([]byte("HTTP/1.1 400 Bad Request\r\n\r\n"))
			hello(c)
		}, NoAnswer, "no answer"},
		{"a wrong length", "minecraft", func(c net.Conn) { hello(c); c.Write([]byte("\x80\x80\x80\x80\x80\x80")); hello(c) },
			WrongProtocol, "no minecraft server"},
		{"endless zeros", "minecraft", flood(make([]byte, 4096)), WrongProtocol, "no minecraft server"},
		{"endless answers", "minecraft", flood(bytes.Repeat([]byte("\x09\x0112345678"), 400)), TooMuch, "more than is kept"},
		{"endless text", "frostbite", flood([]byte(strings.Repeat("welcome ", 500))), WrongProtocol, "no frostbite server"},
		{"endless answers", "frostbite",
			flood(bytes.Repeat([]byte("\x00\x00\x00\xc0\x13\x00\x00\x00\x01\x00\x00\x00\x02\x00\x00\x00OK\x00"), 200)), TooMuch,
			"more than is kept"},
	} {
		t.Run(c.protocol+" "+c.name, func(t *testing.T) {
			t.Parallel()
			client := New(quick(Options{MaxBytes: 1 << 16, Retries: 1}))
			defer client.Close()
			start := time.Now()
			s := client.Query(t.Context(), TargetAt(fakeStream(t, netip.AddrPort{}, c.serve),
				query.PlanOf(decoder.Protocol(c.protocol))))
			if k, ok := KindOf(s.Err); !ok || k != c.kind || !strings.Contains(s.Err.Error(), c.says) {
				t.Errorf("the error is %v", s.Err)
			}
			if took := time.Since(start); took > slow*3*time.Second {
				t.Errorf("it took %v", took)
			}
			if client.memory.used != 0 {
				t.Errorf("%d bytes are still held", client.memory.used)
			}
		})
	}
	client := New(quick(Options{}))
	defer client.Close()
	s := client.Query(t.Context(), TargetAt(netip.MustParseAddrPort("127.79.9.1:1"), query.PlanOf("minecraft")))
	if k, _ := KindOf(s.Err); k != Refused || !strings.Contains(s.Err.Error(), "no connection") {
		t.Errorf("a closed port: %v", s.Err)
	}
}

// TestStreamLegacy: a server from before 1.7 answers the second question, on another
// connection.
func TestStreamLegacy(t *testing.T) {
	kick := "\x00\xa7\x001\x00\x00\x004\x007\x00\x00\x001\x00.\x004\x00.\x002\x00\x00\x00H\x00\x00\x002\x00\x00\x009"
	addr := fakeStream(t, netip.AddrPort{}, func(c net.Conn) {
		buf := make([]byte, 1024)
		if n, _ := c.Read(buf); n > 0 && buf[0] == 0xfe {
			c.Write(append([]byte{0xff, 0, byte(len(kick) / 2)}, kick...))
		}
	})
	c := New(quick(Options{}))
	defer c.Close()
	s := c.Query(t.Context(), TargetAt(addr, query.PlanOf("minecraft")))
	if s.Err != nil || s.Status == nil || s.Status.Name.Value != "H" || s.Status.Players.Value != 2 ||
		s.Status.Version.Value != "1.4.2" {
		t.Fatalf("%v, %+v", s.Err, s.Status)
	}
}

// TestService: SRV records are looked up for names that a user typed without a port,
// and for no others; the handshake with the server holds the name that the user typed.
func TestService(t *testing.T) {
	var hello []byte
	addr := fakeStream(t, netip.AddrPort{}, func(c net.Conn) {
		serve := answering("minecraft", nil)
		r, w := net.Pipe()
		go serve(r)
		buf := make([]byte, 1024)
		n, _ := c.Read(buf)
		hello = append(hello, buf[:n]...)
		go w.Write(buf[:n])
		n, _ = w.Read(buf)
		c.Write(buf[:n])
		w.Close()
	})
	var asked []string
	c := New(quick(Options{
		Resolve: func(_ context.Context, host string) ([]netip.Addr, error) {
			if host != "mc.harbour.example" {
				return nil, errors.New("no such host")
			}
			return []netip.Addr{addr.Addr()}, nil
		},
		Service: func(_ context.Context, name string) (string, uint16, error) {
			if asked = append(asked, name); name != "_minecraft._tcp.play.example" {
				return "", 0, errors.New("no such record")
			}
			return "mc.harbour.example.", addr.Port(), nil
		},
	}))
	defer c.Close()
	for _, target := range []Target{{Host: "play.example"}, {Host: "play.example", Plan: query.PlanOf("minecraft")}} {
		s := c.Query(t.Context(), target)
		if s.Err != nil || s.Status == nil || s.Addr != addr || !bytes.Contains(hello, []byte("\x0cplay.example")) {
			t.Fatalf("%v, %+v", s.Err, s.Status)
		}
	}
	asked = nil
	for _, target := range []Target{
		{Host: "play.example", Port: 25565}, {Host: "play.example", Foreign: true},
		{Host: "play.example", Plan: query.PlanOf("mumble")},
		{Host: "127.79.9.1", Plan: query.PlanOf("minecraft")}, {Host: "harbour", Plan: query.PlanOf("minecraft")},
	} {
		c.Query(t.Context(), target)
	}
	if asked != nil {
		t.Errorf("asked for %q", asked)
	}
}

// TestStreamSend sends any bytes of a protocol over TCP.
func TestStreamSend(t *testing.T) {
	addr := fakeStream(t, netip.AddrPort{}, answering("minecraft", nil))
	c := New(quick(Options{}))
	defer c.Close()
	p, err := decoder.AppendRequest(nil, &decoder.Query{Protocol: "minecraft"})
	if err != nil {
		t.Fatal(err)
	}
	s := c.Send(t.Context(), addr, p, 0)
	if s.Err != nil || s.Status == nil || s.Status.Name.Value != "Lantern Harbour" {
		t.Fatalf("%v, %+v", s.Err, s.Status)
	}
}

// TestStreamGreeting: what a server of something else says at once is no reply to
// any probe, and nothing is said of those that went elsewhere.
func TestStreamGreeting(t *testing.T) {
	addr := fakeStream(t, netip.AddrPort{}, func(c net.Conn) {
		c.Write([]byte("BZFS0221\r\n\r\n"))
		c.Read(make([]byte, 100))
	})
	c := New(quick(Options{Retries: -1}))
	defer c.Close()
	s := c.Query(t.Context(), Target{Host: addr.Addr().String(), Port: addr.Port(), Exact: true})
	if k, _ := KindOf(s.Err); k != NotFound {
		t.Errorf("the error is %v", s.Err)
	}
	for _, trial := range s.Tried {
		if trial.Fits || trial.Answer != "" && !decoder.Descriptor(trial.Plan.Protocol).Stream {
			t.Errorf("%s: %q", trial.Plan.Name, trial.Answer)
		}
	}
}
