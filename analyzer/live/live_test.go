package live

import (
	"context"
	"net"
	"net/netip"
	"testing"
	"time"

	"fragscope/decoder/query"
	"fragscope/samples"
)

// fake is a server on loopback that answers as a function says, at an address
// where no other test has servers: queries try the ports beside it, too.
func fake(t *testing.T, answer func(request []byte, reply func([]byte))) netip.AddrPort {
	t.Helper()
	conn, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 79, 9, 1)})
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		buf := make([]byte, 2048)
		for {
			n, from, err := conn.ReadFromUDPAddrPort(buf)
			if err != nil {
				return
			}
			answer(buf[:n], func(p []byte) { conn.WriteToUDPAddrPort(p, from) })
		}
	}()
	t.Cleanup(func() {
		conn.Close()
		<-done
	})
	return conn.LocalAddr().(*net.UDPAddr).AddrPort()
}

// sample returns the datagrams of an embedded sample.
func sample(t *testing.T, name string) [][]byte {
	t.Helper()
	s, ok := samples.Get(name)
	if !ok {
		t.Fatalf("no sample %s", name)
	}
	return s.Datagrams()
}

// quick waits less than usual, and still long enough for a busy machine.
func quick(o Options) Options {
	o.Timeout, o.Quiet = slow*300*time.Millisecond, slow*150*time.Millisecond
	return o
}

func TestQueryUnreal2(t *testing.T) {
	info := sample(t, "ut2004-info-reply")[0]
	addr := fake(t, func(request []byte, reply func([]byte)) {
		if len(request) == 5 && request[4] == 0 {
			reply(info)
		}
	})
	c := New(quick(Options{}))
	defer c.Close()
	s := c.Query(context.Background(), TargetAt(addr, query.PlanOf("unreal2")))
	if s.Status == nil || s.Status.Name.Value != "Grimms-Insta-Deathmatch" {
		t.Fatalf("the status is %+v, the error %v", s.Status, s.Err)
	}
	if k, ok := KindOf(s.Err); !ok || k != NoAnswer {
		t.Errorf("the error is %v, want that rules were not answered", s.Err)
	}
	if s.RTT() <= 0 {
		t.Errorf("the round trip took %v", s.RTT())
	}
}
