package live

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"sync"
	"time"
)

// Listen takes what arrives at a UDP address until ctx is done, and sends
// nothing: heartbeats of servers, beacons, queries. opened, unless nil, is told
// the address once it is open, which has the port when addr has port 0. heard
// is called with each datagram, not twice at once.
func (c *Client) Listen(ctx context.Context, addr netip.AddrPort, opened func(netip.AddrPort),
	heard func(*Datagram)) error {
	conn, err := net.ListenUDP("udp", net.UDPAddrFromAddrPort(addr))
	if err != nil {
		return fmt.Errorf("cannot listen on %s: %w", addr, err)
	}
	end := sync.OnceFunc(func() {
		n, _ := drops(conn)
		c.dropped.Add(uint64(n))
		conn.Close()
	})
	defer end()
	stop := context.AfterFunc(ctx, end)
	defer stop()
	_ = conn.SetReadBuffer(receiveBuffer) // less is slower, not wrong
	local := conn.LocalAddr().(*net.UDPAddr).AddrPort()
	if opened != nil {
		opened(plainAddr(local))
	}
	buf := make([]byte, maxDatagram)
	for {
		n, from, err := conn.ReadFromUDPAddrPort(buf)
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case errors.Is(err, net.ErrClosed):
			return ErrClosed
		case err != nil:
			time.Sleep(readPause)
			continue // an ICMP message for an earlier datagram, on some systems
		}
		d := &Datagram{Time: time.Now(), Src: plainAddr(from), Data: slices.Clone(buf[:n]), Verdict: Heard, Protocols: c.own}
		d.Dst = plainAddr(local)
		if d.Dst.Addr().IsUnspecified() {
			d.Dst = netip.AddrPortFrom(c.local.towards(d.Src.Addr()), local.Port())
		}
		d.Message = d.Decode()
		d.Protocol = d.Message.Protocol()
		c.tap(d)
		heard(d)
	}
}

// plainAddr returns a without zone and without IPv4 in IPv6.
func plainAddr(a netip.AddrPort) netip.AddrPort {
	return netip.AddrPortFrom(a.Addr().Unmap().WithZone(""), a.Port())
}
