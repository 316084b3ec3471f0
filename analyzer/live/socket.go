package live

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"sync"
	"time"
)

// linger is how long a socket remembers whom it asked: an answer within it is late.
const linger = 30 * time.Second

type pool struct {
	client  *Client
	network string // "udp4" or "udp6"
	size    int

	mu      sync.Mutex
	sockets []*socket
	next    int
	closed  bool
}

// A socket is shared by many queries; what comes in goes to the one that asked its sender.
type socket struct {
	client *Client
	conn   *net.UDPConn
	port   uint16

	mu    sync.Mutex
	peers map[netip.AddrPort]peer
	hosts map[netip.Addr]map[*mailbox]struct{} // queries that are going on, by the hosts that they asked
	boxes map[*mailbox]struct{}                // all queries that are going on
}

type peer struct {
	box  *mailbox  // nil when the query is over
	over time.Time // when it was
}

type mailbox struct {
	socket *socket
	in     chan *Datagram
	addrs  []netip.AddrPort

	mu      sync.Mutex
	dropped int // datagrams for which there was no room
	waiting int // bytes of those in in
	over    bool
}

// A query works datagrams off as they come: only a flood is more than mailboxSize.
const mailboxSize = 256

// reopen takes the socket that asked addr last, so that the other side knows its client by its port.
func (p *pool) reopen(addr netip.AddrPort) (*mailbox, error) {
	p.mu.Lock()
	var latest *socket
	age, now := linger, time.Now()
	for _, s := range p.sockets {
		if state, since := s.knows(addr, now); state == past && since <= age {
			latest, age = s, since
		}
	}
	p.mu.Unlock()
	if latest == nil {
		return p.open(addr)
	}
	b := &mailbox{socket: latest, in: make(chan *Datagram, mailboxSize)}
	if !b.ask(addr) { // another query has taken it meanwhile
		return p.open(addr)
	}
	return b, nil
}

// open returns a mailbox on a socket that has not asked addr lately.
func (p *pool) open(addr netip.AddrPort) (*mailbox, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, ErrClosed
	}
	now := time.Now()
	var oldest *socket
	var age time.Duration = -1
	// A new socket is opened while there may be more, so that bursts spread.
	if len(p.sockets) < p.size {
		s, err := p.client.listen(p.network)
		if err != nil && len(p.sockets) == 0 {
			return nil, err
		}
		if err == nil {
			p.sockets = append(p.sockets, s)
			p.next = len(p.sockets) - 1
		}
	}
	for range p.sockets {
		s := p.sockets[p.next%len(p.sockets)]
		p.next++
		switch state, since := s.knows(addr, now); {
		case state == stranger:
			return s.register(addr), nil
		case state == past && since > age:
			oldest, age = s, since
		}
	}
	if oldest == nil {
		return nil, fmt.Errorf("%s is being queried on all %d sockets already", addr, len(p.sockets))
	}
	return oldest.register(addr), nil
}

func (p *pool) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for _, s := range p.sockets {
		s.conn.Close()
	}
	p.sockets = nil
}

// receiveBuffer is what is asked of the system; it may give less.
const receiveBuffer = 1 << 20

func (c *Client) listen(network string) (*socket, error) {
	conn, err := net.ListenUDP(network, nil)
	if err != nil {
		return nil, fmt.Errorf("cannot open a %s socket: %w", network, err)
	}
	_ = conn.SetReadBuffer(receiveBuffer) // less is slower, not wrong
	s := &socket{client: c, conn: conn, peers: map[netip.AddrPort]peer{}, hosts: map[netip.Addr]map[*mailbox]struct{}{},
		boxes: map[*mailbox]struct{}{}}
	s.port = conn.LocalAddr().(*net.UDPAddr).AddrPort().Port()
	c.readers.Go(s.read)
	return s, nil
}

type acquaintance uint8

const (
	stranger acquaintance = iota
	past                  // asked, and that is over
	present               // being asked
)

// knows tells whether addr was asked on s, and how long ago that ended.
func (s *socket) knows(addr netip.AddrPort, now time.Time) (acquaintance, time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, ok := s.peers[addr]
	switch {
	case !ok:
		return stranger, 0
	case p.box != nil:
		return present, 0
	case now.Sub(p.over) > linger:
		return stranger, 0
	}
	return past, now.Sub(p.over)
}

func (s *socket) register(addr netip.AddrPort) *mailbox {
	b := &mailbox{socket: s, in: make(chan *Datagram, mailboxSize)}
	b.ask(addr)
	return b
}

// ask reports false when another query of the same socket asks that address.
func (b *mailbox) ask(addr netip.AddrPort) bool {
	if slices.Contains(b.addrs, addr) {
		return true
	}
	s := b.socket
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.peers[addr].box != nil {
		return false
	}
	s.peers[addr] = peer{box: b}
	s.boxes[b] = struct{}{}
	if s.hosts[addr.Addr()] == nil {
		s.hosts[addr.Addr()] = map[*mailbox]struct{}{}
	}
	s.hosts[addr.Addr()][b] = struct{}{}
	b.addrs = append(b.addrs, addr)
	return true
}

// close ends the query's interest; its socket remembers whom it asked.
func (b *mailbox) close() {
	b.mu.Lock()
	b.over = true // nobody takes out what would come in now
	b.mu.Unlock()
	s := b.socket
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	for _, a := range b.addrs {
		s.peers[a] = peer{over: now}
		if delete(s.hosts[a.Addr()], b); len(s.hosts[a.Addr()]) == 0 {
			delete(s.hosts, a.Addr())
		}
	}
	delete(s.boxes, b)
	if len(s.peers) > maxPeers {
		for a, p := range s.peers {
			if p.box == nil && now.Sub(p.over) > linger {
				delete(s.peers, a)
			}
		}
	}
}

// maxPeers is when a socket looks for addresses to forget.
const maxPeers = 4096

// The verdict of d says why deliver did not hand it over.
func (b *mailbox) deliver(d *Datagram) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := fixedCost + len(d.Data)
	memory := b.socket.client.memory
	if b.over {
		d.Verdict = Late
		return false
	}
	if memory.take(b.waiting, n) {
		select {
		case b.in <- d:
			b.waiting += n
			return true
		default:
		}
		memory.give(n)
	}
	b.dropped++
	d.Verdict = OverLimit
	return false
}

func (b *mailbox) taken(d *Datagram) {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := fixedCost + len(d.Data)
	b.waiting -= n
	b.socket.client.memory.give(n)
}

func (b *mailbox) lost() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.dropped
}

// readPause keeps a socket that never works again from costing much until it is closed.
const readPause = time.Millisecond

// maxDatagram is more than UDP can carry.
const maxDatagram = 1 << 16

func (s *socket) read() {
	buf := make([]byte, maxDatagram)
	for {
		n, from, err := s.conn.ReadFromUDPAddrPort(buf)
		now := time.Now()
		if err != nil {
			if errors.Is(err, net.ErrClosed) {
				return
			}
			time.Sleep(readPause) // an ICMP message for an earlier datagram, on some systems
			continue
		}
		from = netip.AddrPortFrom(from.Addr().Unmap(), from.Port())
		d := &Datagram{Time: now, Src: from, Data: slices.Clone(buf[:n]), Layouts: s.client.opts.Layouts,
			Protocols: s.client.own}
		box, verdict := s.recipient(from)
		d.Verdict = verdict
		d.Dst = netip.AddrPortFrom(s.client.local.towards(from.Addr()), s.port)
		if box != nil && box.deliver(d) {
			continue // the query decides, and shows it
		}
		s.client.tap(d)
	}
}

// A datagram from another port of a host, or while only one query runs, is shown there as an intruder.
func (s *socket) recipient(from netip.AddrPort) (*mailbox, Verdict) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, ok := s.peers[from]
	switch {
	case p.box != nil:
		return p.box, Accepted
	case ok:
		return nil, Late
	}
	for box := range s.hosts[from.Addr()] {
		return box, Intruder
	}
	if len(s.boxes) == 1 {
		for box := range s.boxes {
			return box, Intruder
		}
	}
	return nil, Intruder
}

type locals struct {
	mu   sync.Mutex
	list map[netip.Prefix]netip.Addr
}

// towards sends nothing to find the local address.
func (l *locals) towards(a netip.Addr) netip.Addr {
	loopback := netip.AddrFrom4([4]byte{127, 0, 0, 1})
	bits := 24
	if a.Is6() {
		loopback, bits = netip.IPv6Loopback(), 64
	}
	if a.IsLoopback() {
		return loopback
	}
	network, err := a.WithZone("").Prefix(bits)
	if err != nil {
		return loopback
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if local, ok := l.list[network]; ok {
		return local
	}
	local := netip.IPv4Unspecified()
	if a.Is6() {
		local = netip.IPv6Unspecified()
	}
	if c, err := net.DialUDP("udp", nil, net.UDPAddrFromAddrPort(netip.AddrPortFrom(a, 9))); err == nil {
		local = c.LocalAddr().(*net.UDPAddr).AddrPort().Addr().Unmap().WithZone("")
		c.Close()
	}
	if l.list == nil || len(l.list) > maxPeers {
		l.list = map[netip.Prefix]netip.Addr{}
	}
	l.list[network] = local
	return local
}
