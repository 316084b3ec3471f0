package engine

import (
	"context"
	"net"
	"testing"
	"time"

	"fragscope/desktop/state"
)

// TestSendFromOnePort sends several times from one port, to one address and after others.
func TestSendFromOnePort(t *testing.T) {
	from := func() (string, chan string) {
		c, err := net.ListenPacket("udp4", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		ports := make(chan string, 16)
		go func() {
			b := make([]byte, 64)
			for {
				_, a, err := c.ReadFrom(b)
				if err != nil {
					return
				}
				ports <- a.String()
				c.WriteTo([]byte("pong"), a)
			}
		}()
		return c.LocalAddr().String(), ports
	}
	e := New(Options{Timeout: 5 * time.Second, Quiet: 10 * time.Millisecond})
	defer e.Close()
	address, ports := from()
	send := func(to string) (replies int) {
		t.Helper()
		err := e.Send(t.Context(), to, []byte("ping"), func(d state.Datagram) {
			if !d.Sent {
				replies++
			}
		})
		if err != nil || replies != 1 {
			t.Fatalf("%d replies, %v", replies, err)
		}
		return replies
	}
	send(address)
	first := <-ports
	for range 3 {
		send(address)
		if port := <-ports; port != first {
			t.Errorf("sent from %s, and before from %s", port, first)
		}
	}
	// What is stopped lets the next one through, from the same port.
	ctx, stop := context.WithCancel(t.Context())
	if err := e.Send(ctx, address, []byte("ping"), func(d state.Datagram) {
		if !d.Sent {
			stop()
		}
	}); err != nil {
		t.Error(err)
	}
	if port := <-ports; port != first {
		t.Errorf("after a stop sent from %s, and before from %s", port, first)
	}
	other, otherPorts := from()
	send(other)
	<-otherPorts
	send(address)
	if port := <-ports; port != first {
		t.Errorf("after another address sent from %s, and before from %s", port, first)
	}
	e.Configure(Options{Timeout: 4 * time.Second, Quiet: 10 * time.Millisecond})
	send(address)
	<-ports
	if n := len(ports) + len(otherPorts); n != 0 {
		t.Errorf("%d datagrams more than were sent", n)
	}
}
