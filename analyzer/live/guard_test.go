package live

import (
	"net"
	"net/netip"
	"slices"
	"sync"
	"testing"
	"time"

	"fragscope/analyzer/emulator"
	"fragscope/decoder/ask"
)

// TestHostileList: a master that lists thousands of ports of one host makes at
// most 64 datagrams go there, and none to what is no host. A host that answers
// is queried at all its ports.
func TestHostileList(t *testing.T) {
	victim := netip.MustParseAddr("127.79.9.66")
	var targets []Target
	add := func(host string, port uint16) {
		targets = append(targets, ListTarget(&ask.Listed{Host: host, QueryPort: port, Protocol: "unreal-master"}, nil,
			ask.Ask{}))
	}
	for port := range uint16(1000) {
		add(victim.String(), 20000+port)
	}
	for _, host := range []string{"0.0.0.0", "0.1.2.3", "255.255.255.255", "127.255.255.255", "224.0.0.1", "ff02::1",
		"::"} {
		add(host, 7778)
	}
	honest := 0
	for range 100 {
		s, err := emulator.Listen(t.Context(), "127.79.9.67:0",
			emulator.Options{Source: emulator.FromStatus("gamespy1", crowd(1, 1))})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		add("127.79.9.67", s.Addr().Port())
	}
	var mu sync.Mutex
	sent := map[netip.Addr]int{}
	o := Options{Timeout: slow * 300 * time.Millisecond, Quiet: 10 * time.Millisecond, Retries: 3, Backoff: 1,
		Tap: func(d *Datagram) {
			mu.Lock()
			defer mu.Unlock()
			if d.Sent {
				sent[d.Dst.Addr()]++
			}
		}}
	c := New(o)
	defer c.Close()
	unasked := 0
	if err := c.Scan(t.Context(), slices.Values(targets), func(s *Session) {
		switch k, _ := KindOf(s.Err); {
		case s.Status != nil:
			honest++
		case s.Err != nil && k == Unasked:
			unasked++
		}
	}); err != nil {
		t.Fatal(err)
	}
	if n := sent[victim]; n == 0 || n > maxUnanswered {
		t.Errorf("%d datagrams went to one host", n)
	}
	for a := range sent {
		if !unicast(a) {
			t.Errorf("a datagram went to %s", a)
		}
	}
	if honest != 100 {
		t.Errorf("%d of 100 servers of a host that answers were heard", honest)
	}
	if unasked < 900 {
		t.Errorf("%d servers were left out", unasked)
	}
}

// TestDropped: what a listener has no room for is counted.
func TestDropped(t *testing.T) {
	c := New(Options{})
	defer c.Close()
	conn, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, known := drops(conn); !known {
		t.Log("this system does not count what it drops")
		return
	}
	if err := conn.SetReadBuffer(4096); err != nil {
		t.Fatal(err)
	}
	from, err := net.Dial("udp4", conn.LocalAddr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	for range 100 {
		from.Write(make([]byte, 1000))
	}
	if n, _ := drops(conn); n < 50 {
		t.Errorf("%d of 100 datagrams are counted as dropped", n)
	}
}
