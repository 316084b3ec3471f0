package live

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strings"

	"fragscope/decoder"
	"fragscope/decoder/ask"
	"fragscope/decoder/protocol/a2s"
	"fragscope/decoder/protocol/gamespymaster"
	"fragscope/decoder/protocol/unrealmaster"
	"fragscope/decoder/query"
)

// A ListQuery says what a master is queried for. What its protocol has no place for does not count.
type ListQuery struct {
	Game    string   // gamename; "" for the one in the source, or else the usual one
	CDKey   string   // for the masters of UT2003 and UT2004; only its digests are sent
	Compact bool     // six bytes a server, of UT99's masters
	Filters []string // that the master applies: name=value, or as the protocol of the master writes them
}

const (
	steamMaster = "steam"
	steamPort   = 27011
	gamespyKind = "gamespy-master"
)

// MasterKinds returns what may precede the address of a master in a source: how it is spoken with.
func MasterKinds() []string {
	kinds := []string{steamMaster, gamespyKind}
	for _, p := range query.Plans() {
		if kind := p.Protocol.String(); ListRequest(p.Protocol) != "" && !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

// ListRequest returns the request that a master which speaks the protocol of its
// servers answers with a list, "" where no master does.
func ListRequest(p decoder.Protocol) string {
	d := decoder.Descriptor(p)
	for _, name := range d.Requests() {
		if !d.Stream && (name == "server list request" || name == "filtered list request") {
			return name
		}
	}
	return ""
}

// ServersOf lists the servers of a master as people write it: by its name, see
// [unrealmaster.Masters], as [GAME@]HOST[:PORT] or as KIND:HOST:PORT, see
// [MasterKinds]. With an error come the servers that were listed before it.
func (c *Client) ServersOf(ctx context.Context, master string, q ListQuery) ([]ask.Listed, error) {
	for _, m := range unrealmaster.Masters() {
		if m.Name == master {
			return c.fromMaster(ctx, "", Target{Host: m.Host, Port: m.Port}, m.Game, q)
		}
	}
	kind, address, _ := strings.Cut(master, ":")
	if !slices.Contains(MasterKinds(), kind) {
		kind, address = "", master
	}
	game := ""
	if before, after, named := strings.Cut(address, "@"); named {
		game, address = before, after
	}
	t, err := ParseTarget(address)
	if err != nil {
		return nil, fmt.Errorf("%q is no master server: %w", master, err)
	}
	return c.fromMaster(ctx, kind, t, game, q)
}

func (c *Client) fromMaster(ctx context.Context, kind string, t Target, game string,
	q ListQuery) ([]ask.Listed, error) {
	game = cmp.Or(q.Game, game)
	var s *Session
	switch {
	case kind == steamMaster:
		t.Port = cmp.Or(t.Port, steamPort)
		s = c.SteamMaster(ctx, t, a2s.Query{Filter: strings.Join(q.Filters, "")})
	case kind == gamespyKind || kind == "" && t.Port == gamespymaster.ListPort: // there the client speaks first
		t.Port = cmp.Or(t.Port, gamespymaster.ListPort)
		s = c.Browse(ctx, t, gamespymaster.Query{Game: game, Filter: strings.Join(q.Filters, " and ")})
	case kind == "":
		t.Port = cmp.Or(t.Port, decoder.Descriptor("unreal-master").Ports[0].Number)
		s = c.Master(ctx, t, unrealmaster.MasterAsk{Game: game, Compact: q.Compact, Filters: q.Filters, CDKey: q.CDKey})
	case t.Port == 0:
		return nil, fmt.Errorf("name the port of the master, such as %s:127.0.0.1:27950", kind)
	default:
		of := decoder.Query{Protocol: decoder.Protocol(kind)}
		for _, f := range q.Filters {
			if err := set(&of, f); err != nil {
				return nil, err
			}
		}
		s = c.listAnswered(ctx, t, of)
	}
	return s.Servers, s.Err
}

// set sets a detail of a request that is written as name=value.
func set(q *decoder.Query, text string) error {
	name, value, _ := strings.Cut(text, "=")
	for _, s := range decoder.Settings(q.Protocol) {
		if s.Name == name {
			return s.Set(q, value)
		}
	}
	return fmt.Errorf("requests of %s have no %q; fragscope request --help lists what they have", q.Protocol, name)
}

// listAnswered gets the list of a master that answers one datagram with as many as it
// takes, as those of Quake III, QuakeWorld, Doom 3, Tribes and Teeworlds do. q has
// the protocol and the details.
func (c *Client) listAnswered(ctx context.Context, t Target, q decoder.Query) *Session {
	return c.list(ctx, t, func(ctx context.Context, s *Session) error {
		q.Message = ListRequest(q.Protocol)
		payload, err := decoder.AppendRequest(nil, &q)
		if err != nil {
			return err
		}
		addrs, err := c.addresses(ctx, s)
		if err != nil {
			return err
		}
		s.Addr = netip.AddrPortFrom(addrs[0], s.Target.Port)
		for range c.opts.Retries + 1 {
			if err = c.sendOnce(ctx, s, payload, c.opts.Quiet); !errors.Is(err, &Error{Kind: NoAnswer}) {
				break
			}
		}
		seen := map[ask.Listed]bool{}
		for _, reply := range decoder.Assemble(s.Messages()) {
			if reply.Whole != nil {
				reply.Messages = []*decoder.Message{reply.Whole}
			}
			for _, m := range reply.Messages {
				for _, l := range ask.ListServers(m) {
					if l.Protocol == q.Protocol && !seen[l] {
						seen[l] = true
						s.Servers = append(s.Servers, l)
					}
				}
			}
		}
		s.Status = nil
		return err
	})
}
