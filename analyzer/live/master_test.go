package live

import (
	"fmt"
	"net"
	"testing"

	"fragscope/decoder/protocol/unrealmaster"
)

// A master that closes the connection behind its challenge is connected to once, and what it sent is no list. The
// end of the connection and the answer to the challenge meet in any order, so it is tried often.
func TestMasterHangsUp(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	connections := make(chan int, 1)
	go func() {
		n := 0
		for {
			conn, err := l.Accept()
			if err != nil {
				connections <- n
				return
			}
			n++
			fmt.Fprint(conn, `\basic\\secure\ABCDEF\final\`)
			conn.Close()
		}
	}()
	c := New(Options{})
	defer c.Close()
	addr := l.Addr().(*net.TCPAddr).AddrPort()
	const tries = 300
	for range tries {
		s := c.Master(t.Context(), Target{Host: "127.0.0.1", Port: addr.Port()}, unrealmaster.MasterAsk{})
		if s.Err == nil || len(s.Servers) > 0 {
			t.Fatalf("%d servers, error %v", len(s.Servers), s.Err)
		}
	}
	l.Close()
	if n := <-connections; n != tries {
		t.Errorf("%d connections for %d conversations", n, tries)
	}
}
