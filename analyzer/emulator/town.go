package emulator

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"time"

	"fragscope/decoder"
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
	Protocol decoder.Protocol // the chief one
	TCP      bool
	Query    bool // the socket by which one gets to know the server; others answer a second protocol, or are masters
}

// Close ends all servers.
func (t *Town) Close() error {
	var errs []error
	for _, s := range t.Servers {
		errs = append(errs, s.Close())
	}
	return errors.Join(errs...)
}

// townGames are the games of Demo, in the order of their addresses.
var townGames = []string{"ut2004", "killingfloor", "ut2003", "ut99", "ut3", "bf1942", "bf2", "swat4", "gtaconnected", "xmp"}

// townAddr returns the n-th address of Demo. Each server has a loopback address
// of its own, so that all can use the ports that their games use.
func townAddr(n int) netip.Addr { return netip.AddrFrom4([4]byte{127, 77, 0, byte(n + 1)}) }

// Demo starts living servers of many games, and two masters that list them, on
// loopback: something to look at where there is no server. Each has an address of its
// own (127.77.0.1 and so on) and the usual ports of its game; where that cannot
// be had, 127.0.0.1 and a free port. They end when ctx is done or the town is
// closed.
func Demo(ctx context.Context) (*Town, error) { return DemoWith(ctx, Options{}) }

// DemoWith is Demo with options; Source and Game are not used.
func DemoWith(ctx context.Context, opts Options) (*Town, error) {
	t := &Town{}
	for i, name := range townGames {
		one := opts
		one.Seed = opts.Seed + uint64(i)
		if err := t.Game(ctx, decoder.GameByName(name), netip.AddrPortFrom(townAddr(i), 0), one); err != nil {
			t.Close()
			return nil, err
		}
	}
	for i, binary := range []bool{false, true} {
		opts.Seed++
		if err := t.master(ctx, netip.AddrPortFrom(townAddr(len(townGames)+i), 0), binary, opts); err != nil {
			t.Close()
			return nil, err
		}
	}
	return t, nil
}

// Game starts a living server of a game with all its services. A port of 0
// stands for the game's usual ports; another is that of the chief service, and
// the others keep their distance from it.
func (t *Town) Game(ctx context.Context, g *decoder.Game, at netip.AddrPort, opts Options) error {
	first := &g.Services[0]
	gamePort := g.GamePort
	if at.Port() != 0 && first.Offset != 0 {
		gamePort = uint16(int(at.Port()) - first.Offset)
	}
	life := NewLife(g, gamePort, opts.Seed)
	opts.Game = g
	for i := range g.Services {
		service := &g.Services[i]
		port := service.PortFor(g, gamePort)
		if i == 0 && at.Port() != 0 {
			port = at.Port()
		}
		opts.Source = FromStatusFunc([]decoder.Protocol{service.Protocol}, life.Status)
		s, err := listenNear(ctx, netip.AddrPortFrom(at.Addr(), port), at.Port() == 0, opts)
		if err != nil {
			return fmt.Errorf("%s: %w", g.Title, err)
		}
		t.Servers = append(t.Servers, TownServer{Server: s, Game: g.Name, Title: g.Title, Protocol: service.Protocol, Query: i == 0})
	}
	return nil
}

// listenNear listens at an address, or, when another may be taken, at a free port there
// or at 127.0.0.1.
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

// master starts a master that lists the town's servers.
func (t *Town) master(ctx context.Context, at netip.AddrPort, binary bool, opts Options) error {
	title := "Master of UT99 and other GameSpy games"
	if binary {
		title = "Master of UT2003 and UT2004"
	}
	port := decoder.MasterPort(binary)
	town := t.Servers
	opts.Source = FromMaster(&decoder.MasterServer{Binary: binary, News: "Fog over the harbour: mind the steps.", Servers: func() []decoder.ListedServer {
		var all []decoder.ListedServer
		for _, s := range town {
			source, ok := s.opts.Source.(*statusSource)
			if !s.Query || !ok || !s.opts.Game.ListedBy(binary) {
				continue
			}
			if l, ok := Listed(s.Addr(), source.status(time.Now())); ok {
				all = append(all, l)
			}
		}
		return all
	}})
	s, err := listenNear(ctx, netip.AddrPortFrom(at.Addr(), port), true, opts)
	if err != nil {
		return fmt.Errorf("%s: %w", title, err)
	}
	t.Servers = append(t.Servers, TownServer{Server: s, Title: title, Protocol: decoder.UnrealMaster, TCP: true})
	return nil
}
