package emulator

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"runtime"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fragscope/decoder"
	"fragscope/decoder/wire"
)

func status() *decoder.Status {
	return &decoder.Status{
		Name: wire.Some("Harbour Lights"), Map: wire.Some("DM-Bellfounder"), GameType: wire.Some("xDeathMatch"),
		GamePort: wire.Some(int64(7777)),
		Players:  wire.Some(int64(2)), MaxPlayers: wire.Some(int64(16)),
		Rules: []wire.Rule{{Key: "ServerMode", Value: "dedicated"}, {Key: "GoalScore", Value: "25"}},
		PlayerList: []wire.Player{
			{ID: wire.Some(int64(0)), Name: wire.Some("Brass Lantern"), Score: wire.Some(int64(-3)),
				Ping: wire.Some(int64(44)), Team: wire.Some(int64(1))},
			{ID: wire.Some(int64(1)), Name: wire.Some("Grün"), Score: wire.Some(int64(17)),
				Ping: wire.Some(int64(120)), Team: wire.Some(int64(0))},
		},
	}
}

// left fails the test when goroutines are left over that were not there
// before; call what it returns after everything is closed.
func left(t *testing.T) func() {
	t.Helper()
	before := runtime.NumGoroutine()
	return func() {
		t.Helper()
		for end := time.Now().Add(30 * time.Second); runtime.NumGoroutine() > before; time.Sleep(5 * time.Millisecond) {
			if time.Now().After(end) {
				buf := make([]byte, 1<<16)
				t.Fatalf("%d goroutines are left over:\n%s", runtime.NumGoroutine()-before, buf[:runtime.Stack(buf, true)])
			}
		}
	}
}

// listen starts a server that ends with the test.
func listen(t *testing.T, opts Options) *Server {
	t.Helper()
	s, err := Listen(context.Background(), "127.0.0.1:0", opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// A client sends requests to one server.
type client struct {
	t    *testing.T
	conn *net.UDPConn
	to   netip.AddrPort
}

func dial(t *testing.T, s *Server) *client {
	t.Helper()
	c, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return &client{t, c, s.Addr()}
}

// A heard is a datagram that a client got.
type heard struct {
	from netip.AddrPort
	data []byte
}

// patience is how long a client waits for the first datagram at least.
const patience = 500 * time.Millisecond

// ask sends a request and returns what comes within quiet of the last datagram.
func (c *client) ask(p []byte, quiet time.Duration) []heard {
	c.t.Helper()
	if _, err := c.conn.WriteToUDPAddrPort(p, c.to); err != nil {
		c.t.Fatal(err)
	}
	var all []heard
	buf := make([]byte, 1<<16)
	wait := max(quiet, patience)
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end) && len(all) < 1000; {
		c.conn.SetReadDeadline(time.Now().Add(wait))
		n, from, err := c.conn.ReadFromUDPAddrPort(buf)
		if err != nil {
			return all
		}
		all = append(all, heard{from, append([]byte(nil), buf[:n]...)})
		wait = quiet
	}
	return all
}

// query builds a request.
func query(t testing.TB, q decoder.Query) []byte {
	t.Helper()
	p, err := decoder.AppendRequest(nil, &q)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// quiet is how long tests wait for more.
const quiet = 100 * time.Millisecond

func TestUnreal2(t *testing.T) {
	done := left(t)
	t.Run("asked", func(t *testing.T) {
		s := listen(t, Options{Source: FromStatus("unreal2", status())})
		c := dial(t, s)
		var ms []*decoder.Message
		for _, name := range []string{"server info request", "rules and player list request"} {
			for _, h := range c.ask(query(t, decoder.Query{Protocol: "unreal2", Message: name}), quiet) {
				if h.from != s.Addr() {
					t.Errorf("a reply from %s", h.from)
				}
				ms = append(ms, decoder.Decode(h.data, decoder.Options{}))
			}
		}
		want := status()
		want.Protocol, want.QueryPort = "unreal2", wire.Some(int64(0))
		if diff := cmp.Diff(want, decoder.StatusOf(ms...)); diff != "" {
			t.Errorf("-said +read:\n%s", diff)
		}
		if st := s.Stats(); st.Requests != 2 || st.Answered != 2 || st.Sent != 3 || st.Silent != 0 {
			t.Errorf("%+v", st)
		}
		for _, nonsense := range []string{"", "hello", "\x79\x00\x00\x00\x00\x00", "\x80\x00\x00\x00\x09", "\\status\\"} {
			if h := c.ask([]byte(nonsense), quiet); len(h) > 0 {
				t.Errorf("%q was answered with % x", nonsense, h[0].data)
			}
		}
	})
	done()
}

// TestIPv6: the same over IPv6.
func TestIPv6(t *testing.T) {
	s, err := Listen(t.Context(), "[::1]:0", Options{Source: FromStatus("ugp", status())})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	conn, err := net.Dial("udp", s.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(30 * time.Second))
	if _, err := conn.Write(query(t, decoder.Query{Protocol: "ugp"})); err != nil {
		t.Fatal(err)
	}
	buf := make([]byte, 2048)
	n, err := conn.Read(buf)
	if err != nil {
		t.Fatal(err)
	}
	if st := decoder.StatusOf(decoder.Decode(buf[:n], decoder.Options{})); st == nil || st.Name.Value != "Harbour Lights" {
		t.Errorf("it says %+v", st)
	}
}

// TestServe: a socket of the caller's, and both ways of ending.
func TestServe(t *testing.T) {
	done := left(t)
	for _, end := range []string{"context", "close"} {
		conn, err := net.ListenPacket("udp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		s := New(Options{Source: FromStatus("unreal2", status()), Faults: []Fault{{Kind: Delay, Share: 1, Time: time.Hour},
			{Kind: WrongPort, Share: 1}}})
		ended := make(chan error, 1)
		go func() { ended <- s.Serve(ctx, conn) }()
		c, err := net.Dial("udp", conn.LocalAddr().String())
		if err != nil {
			t.Fatal(err)
		}
		for range 5 { // answers that wait when the server ends
			if _, err := c.Write([]byte{0x79, 0, 0, 0, 0}); err != nil {
				t.Fatal(err)
			}
		}
		for limit := time.Now().Add(30 * time.Second); s.Stats().Answered < 5 && time.Now().Before(limit); {
			time.Sleep(time.Millisecond)
		}
		c.Close()
		if end == "close" {
			s.Close()
		}
		cancel()
		select {
		case err := <-ended:
			if err != nil {
				t.Errorf("by %s: %v", end, err)
			}
		case <-time.After(30 * time.Second):
			t.Fatalf("it does not end by %s", end)
		}
		// Its port says nothing: another program may have it by now.
		if err := conn.SetDeadline(time.Now()); !errors.Is(err, net.ErrClosed) {
			t.Fatalf("by %s the socket is not given back: %v", end, err)
		}
	}
	done()
}

// TestForgotten: a server that is closed is held by nothing, though the context
// that it was started with goes on.
func TestForgotten(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	freed := make(chan struct{})
	func() {
		s, err := Listen(ctx, "127.0.0.1:0", Options{Source: FromStatus("unreal2", status())})
		if err != nil {
			t.Fatal(err)
		}
		runtime.AddCleanup(s, func(freed chan struct{}) { close(freed) }, freed)
		s.Close()
	}()
	for range 100 {
		runtime.GC()
		select {
		case <-freed:
			return
		case <-time.After(10 * time.Millisecond): // cleanups run on their own goroutine
		}
	}
	t.Error("the context holds the closed server")
}

// TestThousands: a server costs little, so that thousands fit on one machine.
func TestThousands(t *testing.T) {
	done := left(t)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	source := FromStatus("unreal2", status())
	var servers []*Server
	for range 2000 {
		s, err := Listen(t.Context(), "127.0.0.1:0", Options{Source: source})
		if err != nil {
			t.Fatal(err)
		}
		servers = append(servers, s)
	}
	c := dial(t, servers[0])
	p := query(t, askInfo)
	for _, s := range servers {
		if _, err := c.conn.WriteToUDPAddrPort(p, s.Addr()); err != nil {
			t.Fatal(err)
		}
		buf := make([]byte, 2048)
		c.conn.SetReadDeadline(time.Now().Add(30 * time.Second))
		if _, from, err := c.conn.ReadFromUDPAddrPort(buf); err != nil || from != s.Addr() {
			t.Fatalf("from %s: %v", from, err)
		}
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	each := float64(after.HeapInuse+after.StackInuse-before.HeapInuse-before.StackInuse) / 2000
	t.Logf("%.1f kB a server", each/1000)
	if each > 30_000 {
		t.Errorf("a server takes %.0f bytes", each)
	}
	for _, s := range servers {
		s.Close()
	}
	c.conn.Close()
	done()
}

// TestLongRequest: what is longer than any request is passed over.
func TestLongRequest(t *testing.T) {
	s := listen(t, Options{Source: FromStatus("gamespy1", status())})
	c := dial(t, s)
	if h := c.ask(append([]byte("\\status\\"), make([]byte, maxRequest)...), quiet); len(h) > 0 {
		t.Errorf("it is answered with %q", h[0].data)
	}
	if h := c.ask([]byte("\\status\\"), quiet); len(h) != 1 {
		t.Errorf("then %d datagrams come", len(h))
	}
}
