package live

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"fragscope/analyzer/live/address"
	"fragscope/decoder"
	"fragscope/decoder/ask"
	"fragscope/decoder/query"
)

// A Target is a server to be asked.
type Target struct {
	Host  string    // name or address
	Port  uint16    // game port or query port, 0 when neither is known
	Plan  *ask.Plan // how to ask; nil finds out
	Exact bool      // Port is the query port: no other is tried
	// Foreign says that a master named it and not the user: it is only queried at
	// an address of one host, which gets no more than 64 datagrams that it does
	// not answer, all such queries of a Client together.
	Foreign bool
	Ask     ask.Ask
}

// String returns host and port.
func (t Target) String() string {
	if t.Port == 0 {
		return t.Host
	}
	return net.JoinHostPort(t.Host, strconv.Itoa(int(t.Port)))
}

// TargetAt returns the Target at a known query port.
func TargetAt(addr netip.AddrPort, plan *ask.Plan) Target {
	return Target{Host: addr.Addr().String(), Port: addr.Port(), Plan: plan, Exact: true}
}

// ParseTarget reads an address as package address does: HOST, HOST:PORT, an IPv6
// address, [IPv6]:PORT, or a link to a server.
func ParseTarget(s string) (Target, error) {
	a, err := address.Parse(s)
	return Target{Host: a.Host, Port: a.Port}, err
}

// ListTarget returns the Target of a listed server, which is Foreign unless it is
// of a list that the user named. plan, unless nil, says how
// it is asked whatever the list says.
func ListTarget(l *ask.Listed, plan *ask.Plan, ask ask.Ask) Target {
	own, port, exact := decoder.PlaceOf(l)
	foreign := l.Protocol != "server-list"
	if plan == nil {
		return Target{Host: l.Host, Port: port, Plan: own, Exact: exact, Foreign: foreign, Ask: ask}
	}
	return Target{Host: l.Host, Port: port, Plan: plan, Foreign: foreign, Exact: exact && own != nil &&
		own.Protocol == plan.Protocol, Ask: ask}
}

const nameTime = time.Minute

const maxNames = 10000

type names struct {
	resolve func(context.Context, string) ([]netip.Addr, error)
	ctx     context.Context // of the Client
	flight  singleflight.Group
	mu      sync.Mutex
	known   map[string]name
}

type name struct {
	addrs []netip.Addr
	until time.Time
}

// lookup resolves a name once for all who ask at the same time, IPv4 first; a failure is not remembered.
func (n *names) lookup(ctx context.Context, host string) ([]netip.Addr, error) {
	if a, err := netip.ParseAddr(host); err == nil {
		return []netip.Addr{a.Unmap()}, nil
	}
	n.mu.Lock()
	k, ok := n.known[host]
	n.mu.Unlock()
	if ok && time.Now().Before(k.until) {
		return k.addrs, nil
	}
	answer := n.flight.DoChan(host, func() (any, error) { return n.find(host) })
	select {
	case r := <-answer:
		addrs, _ := r.Val.([]netip.Addr)
		return addrs, r.Err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

func (n *names) find(host string) ([]netip.Addr, error) {
	addrs, err := n.resolve(n.ctx, host)
	if err != nil {
		return nil, err
	}
	addrs = slices.Clone(addrs)
	for i := range addrs {
		addrs[i] = addrs[i].Unmap()
	}
	slices.SortStableFunc(addrs, func(a, b netip.Addr) int { return a.BitLen() - b.BitLen() })
	if len(addrs) == 0 {
		return nil, fmt.Errorf("%s has no address", host)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.known == nil || len(n.known) >= maxNames {
		n.known = map[string]name{}
	}
	n.known[host] = name{addrs, time.Now().Add(nameTime)}
	return addrs, nil
}

// Resolve returns where a target is, at its port: IPv4 where there is a choice.
func (c *Client) Resolve(ctx context.Context, t Target) (netip.AddrPort, error) {
	addrs, err := c.names.lookup(ctx, t.Host)
	if err != nil {
		return netip.AddrPort{}, err
	}
	return netip.AddrPortFrom(addrs[0], t.Port), nil
}

func (c *Client) addresses(ctx context.Context, s *Session) ([]netip.Addr, error) {
	addrs, err := c.names.lookup(ctx, s.Target.Host)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot find its address: %w", s.Target.Host, err)
	}
	return addrs, nil
}

const serviceWait = 2 * time.Second

// service returns a nil plan where SRV records say nothing.
func (c *Client) service(ctx context.Context, t Target) (host string, place ask.Place) {
	_, err := netip.ParseAddr(t.Host)
	if t.Foreign || t.Port != 0 || c.opts.Service == nil || err == nil || !strings.Contains(t.Host, ".") {
		return "", ask.Place{}
	}
	ctx, cancel := context.WithTimeout(ctx, serviceWait)
	defer cancel()
	for _, plan := range query.Plans() {
		record := decoder.ClientOf(plan.Protocol).SRV
		if record == "" || plan != cmp.Or(t.Plan, query.PlanOf(plan.Protocol)) {
			continue
		}
		host, port, err := c.opts.Service(ctx, record+"."+strings.TrimSuffix(t.Host, "."))
		if host = strings.TrimSuffix(host, "."); err == nil && host != "" && port != 0 {
			return host, ask.Place{Plan: plan, Port: port, Why: "its SRV record"}
		}
	}
	return "", ask.Place{}
}

func systemService(ctx context.Context, name string) (string, uint16, error) {
	_, records, err := net.DefaultResolver.LookupSRV(ctx, "", "", name)
	if err != nil || len(records) == 0 {
		return "", 0, err
	}
	return records[0].Target, records[0].Port, nil
}
