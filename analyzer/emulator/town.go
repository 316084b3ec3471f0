package emulator

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"time"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/protocol/a2s"
	"fragscope/decoder/protocol/gamespymaster"
	"fragscope/decoder/protocol/unrealmaster"
)

// A Town is a number of servers that run together.
type Town struct {
	Servers []TownServer
}

// A TownServer is one socket of a Town.
type TownServer struct {
	*Server
	Game     string           // name of the game, "" for masters of none
	Title    string           // for people
	Protocol decoder.Protocol // the primary one
	TCP      bool
	Query    bool // the primary query socket of the server; others answer a second protocol, or are masters
}

// Close ends all servers.
func (t *Town) Close() error {
	var errs []error
	for _, s := range t.Servers {
		errs = append(errs, s.Close())
	}
	return errors.Join(errs...)
}

// townAddr returns a loopback address for each server, so that all can use the ports that their games use.
func townAddr(master bool, n int) netip.AddrPort {
	a := [4]byte{127, 77, 0, byte(n + 1)}
	if master {
		a[2] = 1
	}
	return netip.AddrPortFrom(netip.AddrFrom4(a), 0)
}

// Demo starts simulated servers of many games, and three masters that list them,
// on loopback: for trying things without a server. Each has an address of its
// own (127.77.0.1 and so on, masters 127.77.1.1) and the usual ports of its game;
// where that is not possible, 127.0.0.1 and a free port. They end when ctx is done or the town is
// closed.
func Demo(ctx context.Context) (*Town, error) { return DemoWith(ctx, Options{}) }

// DemoWith is Demo with options; Source and Game are not used.
func DemoWith(ctx context.Context, opts Options) (*Town, error) {
	t := &Town{}
	if err := t.demo(ctx, opts); err != nil {
		t.Close()
		return nil, err
	}
	return t, nil
}

func (t *Town) demo(ctx context.Context, opts Options) error {
	n := 0
	for _, e := range decoder.Examples() {
		if e.Alone {
			continue
		}
		one := opts
		one.Seed = opts.Seed + uint64(n)
		if err := t.Game(ctx, decoder.GameByName(e.Game), Choice{At: townAddr(false, n)}, one); err != nil {
			return err
		}
		n++
	}
	for i, master := range []func(context.Context, netip.AddrPort, Options) error{t.textMaster, t.binaryMaster, t.steam,
		t.gameSpyMaster} {
		opts.Seed++
		if err := master(ctx, townAddr(true, i), opts); err != nil {
			return err
		}
	}
	return nil
}

// A Choice says where servers listen.
type Choice struct {
	At   netip.AddrPort   // zero for loopback; port 0 for the usual ports
	Free bool             // a port of 0 stands for free ports instead
	Only decoder.Protocol // of the protocols only this one, Unknown for all
}

// Game starts a living server of a game with all its services. Where a port is
// named it is that of the primary service, or of the only one that is wanted,
// and the others keep their distance from it.
func (t *Town) Game(ctx context.Context, g *answer.Game, c Choice, opts Options) error {
	first := -1
	for i := range g.Services {
		if first < 0 && (c.Only == decoder.Unknown || g.Services[i].Protocol == c.Only) {
			first = i
		}
	}
	if first < 0 {
		return fmt.Errorf("servers of %s do not answer %s", g.Title, c.Only)
	}
	gamePort := g.GamePort
	if offset := g.Services[first].Offset; offset != 0 && int(c.At.Port()) > offset {
		gamePort = uint16(int(c.At.Port()) - offset)
	}
	life := NewLife(g, gamePort, opts.Seed)
	opts.Game = g
	for i := range g.Services {
		service := &g.Services[i]
		if c.Only != decoder.Unknown && service.Protocol != c.Only {
			continue
		}
		port := service.PortFor(g, gamePort)
		if i == first && c.At.Port() != 0 {
			port = c.At.Port()
		}
		opts.Source = FromStatusFunc([]decoder.Protocol{service.Protocol}, life.Status)
		err := t.add(ctx, TownServer{Game: g.Name, Title: g.Title, Protocol: service.Protocol, Query: i == first}, port, c,
			opts)
		if err != nil {
			return fmt.Errorf("%s: %w", g.Title, err)
		}
	}
	return nil
}

// Source starts a server that answers from a source, on the usual port of its
// protocol unless the choice names one.
func (t *Town) Source(ctx context.Context, source Source, c Choice, opts Options) error {
	opts.Source = source
	p := source.Protocols()[0]
	if c.Only != decoder.Unknown {
		p = c.Only
		if opts.Source = narrow(source, p); opts.Source == nil {
			return fmt.Errorf("no data to answer %s with", p)
		}
	}
	port := uint16(0)
	if g := cmp.Or(opts.Game, decoder.GameOf(p, nil)); g != nil {
		for i := range g.Services {
			if g.Services[i].Protocol == p && port == 0 {
				port = g.Services[i].PortFor(g, g.GamePort)
			}
		}
	}
	if ports := decoder.Descriptor(p).Ports; port == 0 && len(ports) > 0 {
		port = ports[0].Number
	}
	if c.At.Port() != 0 {
		port = c.At.Port()
	}
	return t.add(ctx, TownServer{Title: decoder.Descriptor(p).Title, Protocol: p, Query: true}, port, c, opts)
}

func (t *Town) add(ctx context.Context, one TownServer, port uint16, c Choice, opts Options) error {
	addr := c.At.Addr()
	if !addr.IsValid() {
		addr = netip.AddrFrom4([4]byte{127, 0, 0, 1})
	}
	if c.Free {
		port = 0
	}
	if !one.Query { // a server is announced once
		opts.Heartbeat = netip.AddrPort{}
	}
	s, err := listenNear(ctx, netip.AddrPortFrom(addr, port), c.At.Port() == 0, opts)
	if err != nil {
		return err
	}
	_, one.TCP = s.opts.Source.(StreamSource)
	one.Server = s
	t.Servers = append(t.Servers, one)
	return nil
}

type narrowed struct {
	Source
	only []decoder.Protocol
}

func (n narrowed) Protocols() []decoder.Protocol { return n.only }

// narrow returns a source that answers only p, nil when source does not.
func narrow(source Source, p decoder.Protocol) Source {
	if !slices.Contains(source.Protocols(), p) {
		return nil
	}
	if stream, ok := source.(StreamSource); ok {
		return stream // it has one protocol
	}
	return narrowed{source, []decoder.Protocol{p}}
}

// Town replays the servers of a capture, or only the one at server when that is
// valid. Without another choice each has the port that it had, and servers
// beyond the first have loopback addresses of their own when they had the same.
func (c *Capture) Town(ctx context.Context, server netip.AddrPort, timing bool, choice Choice, opts Options) (*Town,
	error) {
	t := &Town{}
	for _, r := range c.Servers {
		if server.IsValid() && r.Addr != server || choice.Only != decoder.Unknown && !slices.Contains(r.Protocols,
			choice.Only) {
			continue
		}
		opts.Source = r.Source(timing)
		one := TownServer{Title: fmt.Sprintf("%s in the capture", r.Addr), Protocol: r.Protocols[0], Query: true}
		at := choice
		port := r.Addr.Port()
		if at.At.Port() != 0 {
			if port = at.At.Port(); len(t.Servers) > 0 {
				port, at.Free = 0, true // there is only one of it
			}
			at.At = netip.AddrPortFrom(at.At.Addr(), 0)
		}
		if !at.At.Addr().IsValid() {
			at.At = netip.AddrPortFrom(c.loopback(r.Addr.Addr()), 0)
		}
		if err := t.add(ctx, one, port, at, opts); err != nil {
			t.Close()
			return nil, fmt.Errorf("%s: %w", r.Addr, err)
		}
	}
	if len(t.Servers) == 0 {
		return nil, fmt.Errorf("found no such server in the capture, which has %d, the first at %s", len(c.Servers),
			c.Servers[0].Addr)
	}
	return t, nil
}

// loopback returns 127.78 and a number in the order of the servers.
func (c *Capture) loopback(a netip.Addr) netip.Addr {
	n := 1
	seen := map[netip.Addr]bool{}
	for _, s := range c.Servers {
		if s.Addr.Addr() == a {
			break
		}
		if !seen[s.Addr.Addr()] {
			seen[s.Addr.Addr()] = true
			n++
		}
	}
	block := cmp.Or(c.block, 127<<24|78<<16)
	return netip.AddrFrom4([4]byte(binary.BigEndian.AppendUint32(nil, block+uint32(n))))
}

// listenNear may take a free port at the address, or at 127.0.0.1, where another may be taken.
func listenNear(ctx context.Context, at netip.AddrPort, another bool, opts Options) (*Server, error) {
	s, err := Listen(ctx, at.String(), opts)
	if err == nil || !another || errors.Is(err, errNotLoopback) {
		return s, err
	}
	if s, err := Listen(ctx, netip.AddrPortFrom(at.Addr(), 0).String(), opts); err == nil {
		return s, nil
	}
	return Listen(ctx, "127.0.0.1:0", opts)
}

const steamPort = 27011

// rowsOf lists the wanted servers that are started by now and have IPv4 addresses.
func rowsOf[T any](t *Town, wanted func(*TownServer) bool,
	row func(*TownServer, [4]byte, *decoder.Status) T) func() []T {
	town := t.Servers
	return func() []T {
		var all []T
		for i := range town {
			s := &town[i]
			source, ok := s.opts.Source.(*statusSource)
			if ip := s.Addr().Addr().Unmap(); ok && s.Query && ip.Is4() && wanted(s) {
				all = append(all, row(s, ip.As4(), source.status(time.Now())))
			}
		}
		return all
	}
}

func (t *Town) master(ctx context.Context, title string, p decoder.Protocol, port uint16, at netip.AddrPort,
	opts Options) error {
	if err := t.add(ctx, TownServer{Title: title, Protocol: p}, port, Choice{At: at}, opts); err != nil {
		return fmt.Errorf("%s: %w", title, err)
	}
	return nil
}

func (t *Town) steam(ctx context.Context, at netip.AddrPort, opts Options) error {
	opts.Source = FromSteamMaster(
		&a2s.MasterServer{Servers: rowsOf(t, func(s *TownServer) bool { return s.Protocol == "a2s" },
			func(s *TownServer, ip [4]byte, status *decoder.Status) a2s.ListedServer {
				style := answer.StyleOf[a2s.Style](s.opts.Game, "a2s")
				return a2s.ListedServer{Address: ip, Port: s.Addr().Port(), App: style.App, Folder: style.Folder, Status: status}
			})})
	return t.master(ctx, "Master of Steam", "a2s", steamPort, at, opts)
}

func (t *Town) textMaster(ctx context.Context, at netip.AddrPort, opts Options) error {
	return t.unrealMaster(ctx, "Master of UT99 and other GameSpy games", false, at, opts)
}

func (t *Town) binaryMaster(ctx context.Context, at netip.AddrPort, opts Options) error {
	return t.unrealMaster(ctx, "Master of UT2003 and UT2004", true, at, opts)
}

func (t *Town) unrealMaster(ctx context.Context, title string, binary bool, at netip.AddrPort, opts Options) error {
	servers := rowsOf(t, func(s *TownServer) bool { return decoder.ListedBy(s.opts.Game, binary) },
		func(s *TownServer, _ [4]byte, status *decoder.Status) unrealmaster.ListedServer {
			l, _ := Listed(s.Addr(), status)
			return l
		})
	opts.Source = FromMaster(&unrealmaster.MasterServer{Binary: binary, News: "Fog over the harbour: mind the steps.",
		Servers: servers})
	return t.master(ctx, title, "unreal-master", unrealmaster.MasterPort(binary), at, opts)
}

// gameSpyMaster lists the town's servers, and those that announce themselves.
func (t *Town) gameSpyMaster(ctx context.Context, at netip.AddrPort, opts Options) error {
	services, lists := FromGameSpyMaster(rowsOf(t,
		func(s *TownServer) bool { return s.Protocol == "gamespy3" && s.opts.Game.GameName() != "" },
		func(s *TownServer, ip [4]byte, status *decoder.Status) gamespymaster.ListedServer {
			return gamespymaster.ListedServer{Address: ip, Port: s.Addr().Port(), Game: s.opts.Game.GameName(), Status: status}
		}))
	for _, half := range []struct {
		source Source
		port   uint16
	}{{services, gamespymaster.Port}, {lists, gamespymaster.ListPort}} {
		opts.Source = half.source
		if err := t.master(ctx, "Master of UT3 and other later GameSpy games", "gamespy-master", half.port, at,
			opts); err != nil {
			return err
		}
	}
	return nil
}
