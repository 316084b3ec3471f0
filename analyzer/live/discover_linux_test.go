package live

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"testing"
	"time"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/wire"
)

// Other systems have one loopback address.

// TestDiscoverOutside: an answer that comes from elsewhere than what was called
// is shown, and nothing is sent there.
func TestDiscoverOutside(t *testing.T) {
	told := crowd(3, 3)
	victim := listen(t, "127.9.9.2:0")
	told.QueryPort = wire.Some(int64(victim.LocalAddr().(*net.UDPAddr).Port))
	beacon := listen(t, "127.9.9.1:0")
	go func() {
		buf := make([]byte, 2048)
		for {
			n, from, err := beacon.ReadFromUDPAddrPort(buf)
			if err != nil {
				return
			}
			request := decoder.Decode(buf[:n], decoder.Options{From: decoder.Request})
			replies, _ := decoder.AppendReplies(nil, request, &answer.Answer{Status: told, Game: decoder.GameByName("ut99")})
			for _, p := range replies {
				victim.WriteToUDPAddrPort(p, from)
			}
		}
	}()
	c := New(quick(Options{}))
	defer c.Close()
	var found []*Session
	err := c.Discover(context.Background(), Discovery{
		Broadcasts: []netip.Addr{netip.MustParseAddr("127.9.9.1")},
		Ports:      []uint16{uint16(beacon.LocalAddr().(*net.UDPAddr).Port)}, Wait: 300 * time.Millisecond,
	}, func(s *Session) { found = append(found, s) })
	if err != nil {
		t.Fatal(err)
	}
	if len(found) != 1 || !errors.Is(found[0].Err, &Error{Kind: Outside}) || found[0].Status == nil {
		t.Fatalf("found %+v", found)
	}
	victim.SetReadDeadline(time.Now().Add(50 * time.Millisecond))
	if n, from, err := victim.ReadFromUDPAddrPort(make([]byte, 2048)); err == nil {
		t.Errorf("%d bytes from %s were sent to an address that nobody named", n, from)
	}
}

// listen opens a socket on an address of loopback until the test ends.
func listen(t *testing.T, addr string) *net.UDPConn {
	t.Helper()
	conn, err := net.ListenUDP("udp4", net.UDPAddrFromAddrPort(netip.MustParseAddrPort(addr)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}
