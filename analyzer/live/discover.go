package live

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"net"
	"net/netip"
	"slices"
	"sync"
	"time"

	"fragscope/analyzer/report"
	"fragscope/decoder"
	"fragscope/decoder/ask"
	"fragscope/decoder/query"
)

// A Discovery says how to look for servers on the local network.
type Discovery struct {
	// where to call; nil for the broadcast addresses of all networks of this machine, see [Broadcasts]
	Broadcasts []netip.Addr
	Ports      []uint16      // call on these ports instead of the usual ones
	Wait       time.Duration // how long to listen for answers; 0 for 2 s
	Ask        ask.Ask       // what to ask those who answer
	BeaconOnly bool          // ask nobody: what the answers say is enough
}

const calledTwice = 2

const maxFound = 4096

// Broadcasts returns the broadcast addresses of the IPv4 networks of this
// machine, without loopback. IPv6 has none, and the games do not use its groups.
func Broadcasts() ([]netip.Addr, error) {
	networks, err := networks()
	if err != nil {
		return nil, err
	}
	var list []netip.Addr
	for _, p := range networks {
		list = append(list, broadcastOf(p))
	}
	return list, nil
}

// networks returns the IPv4 networks of this machine that have broadcasts, without loopback.
func networks() ([]netip.Prefix, error) {
	interfaces, err := net.Interfaces()
	if err != nil {
		return nil, err
	}
	var list []netip.Prefix
	for _, i := range interfaces {
		if i.Flags&net.FlagUp == 0 || i.Flags&net.FlagBroadcast == 0 || i.Flags&net.FlagLoopback != 0 {
			continue
		}
		addrs, err := i.Addrs()
		if err != nil {
			continue // it is gone by now
		}
		for _, a := range addrs {
			if p, err := netip.ParsePrefix(a.String()); err == nil && p.Addr().Is4() && p.Bits() < 31 {
				list = append(list, p.Masked())
			}
		}
	}
	return list, nil
}

// within returns the networks that are called at these addresses, of which
// those of this machine are known: only who answers from one of them is asked
// for more. Another address in an answer is one that nobody named, put there
// to have something sent to it.
func within(broadcasts []netip.Addr, known []netip.Prefix) []netip.Prefix {
	var list []netip.Prefix
	for _, to := range broadcasts {
		if to == netip.AddrFrom4([4]byte{255, 255, 255, 255}) {
			list = append(list, known...)
			continue
		}
		own := slices.IndexFunc(known, func(p netip.Prefix) bool { return broadcastOf(p) == to })
		if own >= 0 {
			list = append(list, known[own])
			continue
		}
		// Another network: as large as one with this broadcast address can be,
		// or nothing but the address.
		b := to.As4()
		ones := bits.TrailingZeros32(^binary.BigEndian.Uint32(b[:]))
		list = append(list, netip.PrefixFrom(to, 32-ones).Masked())
	}
	return list
}

func broadcastOf(p netip.Prefix) netip.Addr {
	b := p.Masked().Addr().As4()
	for i := p.Bits(); i < 32; i++ {
		b[i/8] |= 1 << (7 - i%8)
	}
	return netip.AddrFrom4(b)
}

// Discover calls on the local network and gives found a Session for each
// server that answers, as soon as it has been asked for more; not twice at
// once. It returns when the wait is over and all of them are asked.
func (c *Client) Discover(ctx context.Context, o Discovery, found func(*Session)) error {
	if o.Broadcasts == nil {
		list, err := Broadcasts()
		if err != nil {
			return fmt.Errorf("cannot list the networks of this machine: %w", err)
		}
		if len(list) == 0 {
			return errors.New("this machine is on no network with broadcasts")
		}
		o.Broadcasts = list
	}
	if o.Wait <= 0 {
		o.Wait = 2 * time.Second
	}
	ctx, end := c.context(ctx, o.Wait+c.opts.Limit)
	defer end()
	conn, err := net.ListenUDP("udp4", nil)
	if err != nil {
		return fmt.Errorf("cannot open a socket: %w", err)
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	d := &discovery{Discovery: o, client: c, ctx: ctx, conn: conn, found: found, seen: map[netip.AddrPort]bool{}}
	d.port = conn.LocalAddr().(*net.UDPAddr).AddrPort().Port()
	random(d.nonce[:])
	known, err := networks()
	if err != nil { // then those that were named count alone
		known = nil
	}
	d.called = within(o.Broadcasts, known)
	return d.run()
}

type discovery struct {
	Discovery
	client *Client
	ctx    context.Context
	conn   *net.UDPConn
	port   uint16
	nonce  [8]byte
	called []netip.Prefix // the networks that are called
	sent   []*Datagram
	seen   map[netip.AddrPort]bool // query addresses of those who answered
	left   int                     // answers that were left out, since there were too many
	asking sync.WaitGroup
	slots  chan struct{}
	mu     sync.Mutex // one call of found at a time
	found  func(*Session)
}

func (d *discovery) run() error {
	d.slots = make(chan struct{}, d.client.opts.Parallel)
	defer d.asking.Wait()
	until := time.Now().Add(d.Wait)
	for round := range calledTwice {
		if err := d.call(); err != nil {
			return err
		}
		// To call takes time too, on many networks.
		turn := time.Now().Add(d.Wait / (2 * calledTwice))
		if round == calledTwice-1 && turn.Before(until) {
			turn = until
		}
		if err := d.hear(turn); err != nil {
			return err
		}
	}
	if d.left > 0 {
		return &Error{Kind: TooMuch,
			Problem: fmt.Sprintf("%s left out: more came than one search takes up (%d servers, and a bounded number of bytes)",
				plural(d.left, "answer was", "answers were"), maxFound)}
	}
	return nil
}

func (d *discovery) call() error {
	reached := false
	var failed error
	calls := query.Broadcasts(d.client.opts.Clients...)
	for i := range calls {
		call := &calls[i]
		p, err := query.BroadcastRequest(call, d.nonce, d.client.opts.Clients...)
		if err != nil {
			return err
		}
		ports := call.Ports
		if d.Ports != nil {
			ports = d.Ports
		}
		for _, to := range d.Broadcasts {
			for _, port := range ports {
				if err := d.client.pace.wait(d.ctx); err != nil {
					return err
				}
				dst := netip.AddrPortFrom(to, port)
				g := &Datagram{
					Time: time.Now(), Src: netip.AddrPortFrom(d.client.local.towards(to), d.port), Dst: dst, Sent: true, Data: p,
					Protocol: call.Protocol, Verdict: Sent, Protocols: d.client.own,
				}
				g.Message = g.Decode()
				if _, err := d.conn.WriteToUDPAddrPort(p, dst); err != nil {
					failed = &Error{Kind: CannotSend, Addr: dst, cause: err}
					continue // another network may be up
				}
				reached = true
				d.sent = append(d.sent, g)
				d.client.tap(g)
			}
		}
	}
	if !reached {
		return failed
	}
	return nil
}

func (d *discovery) hear(until time.Time) error {
	if err := d.conn.SetReadDeadline(until); err != nil {
		return context.Cause(d.ctx)
	}
	buf := make([]byte, maxDatagram)
	for {
		n, from, err := d.conn.ReadFromUDPAddrPort(buf)
		switch {
		case d.ctx.Err() != nil:
			return context.Cause(d.ctx)
		case err != nil && !time.Now().Before(until):
			return nil
		case err != nil:
			time.Sleep(readPause)
			continue // an ICMP message for an earlier datagram, on some systems
		}
		from = plainAddr(from)
		g := &Datagram{Time: time.Now(), Src: from, Dst: netip.AddrPortFrom(d.client.local.towards(from.Addr()), d.port),
			Data: append([]byte(nil), buf[:n]...), Protocols: d.client.own}
		d.take(g)
	}
}

func (d *discovery) take(g *Datagram) {
	g.Verdict = Unrelated
	if !d.client.memory.take(0, estimate(g)) {
		d.leaveOut(g)
		return
	}
	held := estimate(g)
	defer func() { d.client.memory.give(held) }()
	calls := query.Broadcasts(d.client.opts.Clients...)
	// Replies of some protocols are alike: it is likelier what was asked at the port that answers.
	there := func(b ask.Broadcast) bool { return slices.Contains(b.Ports, g.Src.Port()) }
	calls = slices.Concat(slices.DeleteFunc(slices.Clone(calls), func(b ask.Broadcast) bool { return !there(b) }),
		slices.DeleteFunc(calls, there))
	for i := range calls {
		m, plan, port, ok := query.BroadcastReply(&calls[i], g.Data, g.Src.Port(), d.nonce, d.client.opts.Clients...)
		if m != nil && g.Message == nil || ok {
			g.Message = m
		}
		if !ok {
			continue
		}
		g.Verdict, g.Protocol = Accepted, m.Protocol()
		at := netip.AddrPortFrom(g.Src.Addr(), port)
		if plan == nil {
			at = g.Src
		}
		if d.seen[at] {
			g.Verdict = Duplicate
			break
		}
		if len(d.seen) >= maxFound {
			d.leaveOut(g)
			return
		}
		d.seen[at] = true
		d.server(g, plan, at, min(cost(g), held))
		held -= min(cost(g), held)
		break
	}
	if g.Message == nil {
		g.Message = g.Decode()
	}
	d.client.tap(g)
}

func (d *discovery) leaveOut(g *Datagram) {
	g.Verdict = OverLimit
	d.left++
	d.client.tap(g)
}

// server queries one that answered for more; its answer holds so many bytes of the budget.
func (d *discovery) server(g *Datagram, plan *ask.Plan, at netip.AddrPort, held int) {
	s := &Session{Target: Target{Host: at.Addr().String(), Port: at.Port(), Plan: plan, Exact: true, Ask: d.Ask}, Addr: at,
		Plan: plan, Start: g.Time, End: g.Time}
	x := &Exchange{Protocol: g.Protocol, Outcome: report.Answered, Replies: []*Datagram{g}, Chosen: []*Datagram{g},
		FirstRTT: -1, LastRTT: -1}
	for _, sent := range d.sent {
		if sent.Protocol == g.Protocol && sent.Dst.Port() == g.Src.Port() {
			x.Message, x.Sent = sent.Message.Info.Name, append(x.Sent, sent)
			x.FirstRTT = g.Time.Sub(sent.Time)
			x.LastRTT = x.FirstRTT
		}
	}
	s.Exchanges = []*Exchange{x}
	s.Datagrams = append(append(s.Datagrams, x.Sent...), g)
	s.Status = decoder.StatusOf(g.Message)
	outside := !slices.ContainsFunc(d.called, func(p netip.Prefix) bool { return p.Contains(at.Addr()) })
	if outside {
		s.Err = &Error{Kind: Outside, Addr: at}
	}
	if outside || plan == nil || d.BeaconOnly {
		d.report(s)
		d.client.memory.give(held)
		return
	}
	d.asking.Go(func() {
		d.slots <- struct{}{}
		defer func() { <-d.slots }()
		defer d.client.memory.give(held)
		more := d.client.session(d.ctx, s.Target)
		defer d.client.release(more)
		s.Exchanges = append(s.Exchanges, more.Exchanges...)
		s.Datagrams = append(s.Datagrams, more.Datagrams...)
		s.Dropped, s.Err, s.End = more.Dropped, more.Err, more.End
		if more.Status != nil {
			s.Status = more.Status
		}
		d.report(s)
	})
}

func (d *discovery) report(s *Session) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.found(s)
}
