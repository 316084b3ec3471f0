package live

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"sync"

	"fragscope/decoder"
)

// A Target is a server to be asked.
type Target struct {
	Host  string        // name or address
	Port  uint16        // game port or query port, 0 when neither is known
	Plan  *decoder.Plan // how to ask; nil finds out
	Exact bool          // Port is the query port: no other is tried
	Ask   decoder.Ask
}

// String returns host and port.
func (t Target) String() string {
	if t.Port == 0 {
		return t.Host
	}
	return net.JoinHostPort(t.Host, strconv.Itoa(int(t.Port)))
}

// TargetAt returns the Target at a known query port.
func TargetAt(addr netip.AddrPort, plan *decoder.Plan) Target {
	return Target{Host: addr.Addr().String(), Port: addr.Port(), Plan: plan, Exact: true}
}

// ParseTarget reads HOST, HOST:PORT, an IPv6 address, or [IPv6]:PORT.
func ParseTarget(s string) (Target, error) {
	s = strings.TrimSpace(s)
	if a, err := netip.ParseAddr(strings.Trim(s, "[]")); err == nil {
		return Target{Host: a.Unmap().String()}, nil
	}
	host, port := s, ""
	if i := strings.LastIndexByte(s, ':'); i >= 0 {
		var err error
		if host, port, err = net.SplitHostPort(s); err != nil {
			return Target{}, fmt.Errorf("%q is not a server: expected HOST, HOST:PORT, or [IPv6]:PORT", s)
		}
	}
	t := Target{Host: strings.Trim(host, "[]")}
	if port != "" {
		n, err := strconv.ParseUint(port, 10, 16)
		if err != nil || n == 0 {
			return Target{}, fmt.Errorf("%q is not a port: expected a number from 1 to 65535", port)
		}
		t.Port = uint16(n)
	}
	if t.Host == "" || len(t.Host) > 253 || strings.ContainsAny(t.Host, " /\\@%\x00") && !strings.Contains(t.Host, ":") {
		return Target{}, fmt.Errorf("%q is not a host: expected a name or an address", t.Host)
	}
	return t, nil
}

// ListTarget returns the Target of a listed server. plan, unless nil, says how
// it is asked whatever the list says.
func ListTarget(l *decoder.Listed, plan *decoder.Plan, ask decoder.Ask) Target {
	own, port, exact := decoder.PlaceOf(l)
	if plan == nil {
		return Target{Host: l.Host, Port: port, Plan: own, Exact: exact, Ask: ask}
	}
	return Target{Host: l.Host, Port: port, Plan: plan, Exact: exact && own != nil && own.Protocol == plan.Protocol, Ask: ask}
}

// names remembers the addresses of hosts.
type names struct {
	resolve func(context.Context, string) ([]netip.Addr, error)
	mu      sync.Mutex
	known   map[string]*name
}

type name struct {
	done  chan struct{}
	addrs []netip.Addr
	err   error
}

// lookup returns the addresses of a host, IPv4 first: that is what these
// games speak. A name is resolved once; a failure is not remembered.
func (n *names) lookup(ctx context.Context, host string) ([]netip.Addr, error) {
	if a, err := netip.ParseAddr(host); err == nil {
		return []netip.Addr{a.Unmap()}, nil
	}
	n.mu.Lock()
	if n.known == nil {
		n.known = map[string]*name{}
	}
	if k, ok := n.known[host]; ok {
		n.mu.Unlock()
		select {
		case <-k.done:
			return k.addrs, k.err
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
	k := &name{done: make(chan struct{})}
	n.known[host] = k
	n.mu.Unlock()
	k.addrs, k.err = n.resolve(ctx, host)
	for i := range k.addrs {
		k.addrs[i] = k.addrs[i].Unmap()
	}
	slices.SortStableFunc(k.addrs, func(a, b netip.Addr) int { return a.BitLen() - b.BitLen() })
	if k.err == nil && len(k.addrs) == 0 {
		k.err = fmt.Errorf("%s has no address", host)
	}
	if k.err != nil {
		n.mu.Lock()
		delete(n.known, host)
		n.mu.Unlock()
	}
	close(k.done)
	return k.addrs, k.err
}

// Resolve returns where a target is, at its port: IPv4 where there is a choice.
func (c *Client) Resolve(ctx context.Context, t Target) (netip.AddrPort, error) {
	addrs, err := c.names.lookup(ctx, t.Host)
	if err != nil {
		return netip.AddrPort{}, err
	}
	return netip.AddrPortFrom(addrs[0], t.Port), nil
}

// addresses finds the addresses of the server of s.
func (c *Client) addresses(ctx context.Context, s *Session) ([]netip.Addr, error) {
	addrs, err := c.names.lookup(ctx, s.Target.Host)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot find its address: %w", s.Target.Host, err)
	}
	return addrs, nil
}

// systemResolve asks the system's resolver.
func systemResolve(ctx context.Context, host string) ([]netip.Addr, error) {
	return net.DefaultResolver.LookupNetIP(ctx, "ip", host)
}
