package live

import (
	"net/netip"
	"slices"
	"sync"
)

// A hostile master can list any address, as often as it likes: what it lists
// must not become a flood there.
const (
	maxUnanswered = 64 // datagrams to a host that a master listed and that has answered none
	maxTogether   = 8  // queries of one such host at the same time, so that its first answers come before the bound
)

// A guard counts the datagrams to hosts that the user did not name.
type guard struct {
	mu    sync.Mutex
	hosts map[netip.Addr]int // datagrams without an answer; -1 once there was one
}

func (g *guard) allows(host netip.Addr) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	n := g.hosts[host]
	if n < 0 {
		return true
	}
	if n >= maxUnanswered {
		return false
	}
	if g.hosts == nil {
		g.hosts = map[netip.Addr]int{}
	}
	g.hosts[host] = n + 1
	return true
}

func (g *guard) answered(host netip.Addr) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if _, ok := g.hosts[host]; ok {
		g.hosts[host] = -1
	}
}

// unicast reports whether a can be the address of one host.
func unicast(a netip.Addr) bool {
	if a.IsUnspecified() || a.IsMulticast() || a.Is4() && (a.As4()[0] == 0 || a.As4()[0] >= 240) {
		return false
	}
	broadcasts, err := Broadcasts()
	return err != nil || !slices.Contains(broadcasts, a) && a != netip.AddrFrom4([4]byte{127, 255, 255, 255})
}

// hostSlots let no more than maxTogether queries of one host run at once.
type hostSlots struct {
	mu    sync.Mutex
	hosts map[string]chan struct{}
}

func (s *hostSlots) of(host string) chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.hosts == nil {
		s.hosts = map[string]chan struct{}{}
	}
	if s.hosts[host] == nil {
		s.hosts[host] = make(chan struct{}, maxTogether)
	}
	return s.hosts[host]
}
