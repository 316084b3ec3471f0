package live

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"strings"
	"testing"

	"fragscope/decoder/query"
)

// TestEcho: what sends the request back, alone or with more after it, has not
// answered, whichever way it is queried.
func TestEcho(t *testing.T) {
	for _, more := range []string{"", "\x01\x02 and more\x00"} {
		addr := fake(t, func(request []byte, reply func([]byte)) { reply(append(request, more...)) })
		fakeStream(t, addr, func(conn net.Conn) {
			buf := make([]byte, 2048)
			for n, err := conn.Read(buf); err == nil; n, err = conn.Read(buf) {
				conn.Write(append(buf[:n:n], more...))
			}
		})
		c := New(quick(Options{Retries: -1, Sockets: 256})) // one for each query of the address
		t.Cleanup(c.Close)
		targets := []Target{{Host: addr.Addr().String(), Port: addr.Port(), Exact: true}}
		for _, plan := range query.Plans() {
			targets = append(targets, TargetAt(addr, plan))
		}
		for _, target := range targets {
			name := "auto-detection"
			if target.Plan != nil {
				name = target.Plan.Name
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				s := c.Query(context.Background(), target)
				if s.Err == nil || s.Status != nil || s.RTT() >= 0 {
					t.Errorf("it answered: %v, %+v", s.Err, s.Status)
				}
				e, ok := errors.AsType[*Error](s.Err)
				if !ok || e.Echoes == 0 || !strings.Contains(e.Error(), "echo") {
					t.Errorf("nothing is said of an echo: %v", s.Err)
				}
				for _, d := range s.Datagrams { // other programs of this machine may send to this port
					if d.Src == addr && d.Verdict != Echo && d.Verdict != Unrelated {
						t.Errorf("% x is %s", d.Data, d.Verdict)
					}
				}
			})
		}
	}
}

// TestSendPort: what is sent to one address goes out of one port, so that a
// challenge counts for the next request; a query has another.
func TestSendPort(t *testing.T) {
	addr := fake(t, func(_ []byte, reply func([]byte)) { reply([]byte("hello")) })
	c := New(quick(Options{}))
	defer c.Close()
	port := func(s *Session) uint16 { return s.Datagrams[0].Src.Port() }
	first := port(c.Send(t.Context(), addr, []byte("one"), 1))
	for range 5 {
		if again := port(c.Send(t.Context(), addr, []byte("two"), 1)); again != first {
			t.Fatalf("sent from port %d, then from %d", first, again)
		}
	}
	if other := port(c.Query(t.Context(), TargetAt(addr, query.PlanOf("unreal2")))); other == first {
		t.Error("a query uses the port on which late answers may come")
	}
}

// TestRecipient: an unsolicited datagram is given to the query that
// asked its host, or to the only one, without a look at the other peers.
func TestRecipient(t *testing.T) {
	c := New(Options{Sockets: 1})
	defer c.Close()
	host := func(n int) netip.AddrPort {
		return netip.AddrPortFrom(netip.AddrFrom4([4]byte{192, 0, byte(n >> 8), byte(n)}), 7777)
	}
	var boxes []*mailbox
	for n := range 10000 {
		b, err := c.pools[0].open(host(n))
		if err != nil {
			t.Fatal(err)
		}
		boxes = append(boxes, b)
	}
	s := boxes[0].socket
	for n, b := range boxes {
		if got, v := s.recipient(netip.AddrPortFrom(host(n).Addr(), 1)); got != b || v != Intruder {
			t.Fatalf("peer %d: %v", n, v)
		}
	}
	if got, v := s.recipient(netip.MustParseAddrPort("198.51.100.1:1")); got != nil || v != Intruder {
		t.Errorf("from a stranger: %v", v)
	}
	for _, b := range boxes[1:] {
		b.close()
	}
	if got, _ := s.recipient(netip.MustParseAddrPort("198.51.100.1:1")); got != boxes[0] {
		t.Error("the only query does not see a stranger")
	}
	if len(s.hosts) != 1 || len(s.boxes) != 1 {
		t.Errorf("%d hosts and %d queries are left", len(s.hosts), len(s.boxes))
	}
	boxes[0].close()
}

// BenchmarkRecipient shows what an unsolicited datagram costs with ten thousand
// peers.
func BenchmarkRecipient(b *testing.B) {
	c := New(Options{Sockets: 1})
	defer c.Close()
	var s *socket
	for n := range 10000 {
		box, err := c.pools[0].open(netip.AddrPortFrom(netip.AddrFrom4([4]byte{192, 0, byte(n >> 8), byte(n)}), 7777))
		if err != nil {
			b.Fatal(err)
		}
		s = box.socket
	}
	from := netip.AddrPortFrom(netip.AddrFrom4([4]byte(net.IPv4(198, 51, 100, 1).To4())), 1)
	for b.Loop() {
		s.recipient(from)
	}
}
