package live

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"fragscope/analyzer/emulator"
	"fragscope/decoder"
	"fragscope/decoder/ask"
	"fragscope/decoder/protocol/gamespy1"
	"fragscope/decoder/protocol/heartbeat"
	"fragscope/decoder/query"
)

// TestFind gives nothing but the game port: the query port is found beside it,
// and what was tried is said.
func TestFind(t *testing.T) {
	for _, test := range []struct {
		game   string
		offset int
	}{{"ut2004", 1}, {"ut99", 1}, {"killingfloor", 1}, {"swat4", 2}, {"ut3", 0}, {"gtaconnected", 0}, {"pariah", 1}} {
		t.Run(test.game, func(t *testing.T) {
			g := decoder.GameByName(test.game)
			p := g.Services[0].Protocol
			s, err := emulator.Listen(context.Background(), "127.0.0.1:0",
				emulator.Options{Source: emulator.FromStatus(p, crowd(2, 2)), Game: g})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			c := New(quick(Options{}))
			defer c.Close()
			target := Target{Host: "127.0.0.1", Port: uint16(int(s.Addr().Port()) - test.offset)}
			got := c.Query(context.Background(), target)
			if got.Err != nil {
				t.Fatal(got.Err)
			}
			if got.Addr != s.Addr() || got.Protocol() != p || got.Status.Name.Value != crowd(0, 0).Name.Value {
				t.Errorf("found %s as %s", got.Addr, got.Protocol())
			}
			fits := 0
			for _, tried := range got.Tried {
				if tried.Fits && tried.Addr == s.Addr() && tried.Answer != "" && tried.RTT >= 0 {
					fits++
				}
			}
			if fits == 0 {
				t.Errorf("what was tried does not say that %s answered: %+v", s.Addr(), got.Tried)
			}
		})
	}
}

// TestFindOnce: the answer to the probe by which a server is found is the query's. The relay before each
// server answers a request once, and like DarkPlaces one request of either kind of quake3.
func TestFindOnce(t *testing.T) {
	for _, one := range servings(t) {
		if !slices.Contains([]string{"quake3", "ut99", "ut2004", "samp", "bf2", "mumble"}, one.name) {
			continue
		}
		t.Run(one.name, func(t *testing.T) {
			server, err := net.Dial("udp4", one.serve(t, crowd(2, 2), nil, 1).String())
			if err != nil {
				t.Fatal(err)
			}
			defer server.Close()
			var mu sync.Mutex
			var kind string         // of the latest request
			var answer func([]byte) // to it
			var answered []string
			go func() {
				buf := make([]byte, 65536)
				for {
					n, err := server.Read(buf)
					if err != nil {
						return
					}
					mu.Lock()
					answered = append(answered, kind)
					answer(buf[:n])
					mu.Unlock()
				}
			}()
			addr := fake(t, func(request []byte, reply func([]byte)) {
				m := decoder.Decode(request, decoder.Options{Protocol: one.plan.Protocol, From: decoder.Request})
				name := m.Info.Name
				if one.name == "quake3" {
					name = "getinfo or getstatus"
				}
				mu.Lock()
				defer mu.Unlock()
				if m.Info.Direction == decoder.Request && !slices.Contains(answered, name) {
					kind, answer = name, reply
					server.Write(request)
				}
			})
			c := New(quick(Options{Retries: -1}))
			defer c.Close()
			got := c.Query(context.Background(), Target{Host: addr.Addr().String(), Port: addr.Port(), Exact: true})
			if got.Err != nil {
				t.Fatal(got.Err)
			}
			if got.Protocol() != one.plan.Protocol || got.Status == nil {
				t.Errorf("found as %s, status %v", got.Protocol(), got.Status)
			}
		})
	}
}

// TestFindVariant: a server that is silent when it is asked in the usual way of its protocol is asked in the others.
func TestFindVariant(t *testing.T) {
	g := decoder.GameByName("teeworlds7")
	s, err := emulator.Listen(t.Context(), "127.0.0.1:0",
		emulator.Options{Source: emulator.FromStatus("teeworlds", crowd(2, 2)), Game: g})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	c := New(quick(Options{}))
	defer c.Close()
	for _, exact := range []bool{false, true} {
		target := TargetAt(s.Addr(), query.PlanOf("teeworlds"))
		target.Exact = exact
		got := c.Query(t.Context(), target)
		if got.Err != nil || got.Plan.Name != "teeworlds7" || got.Status.Name.Value != crowd(0, 0).Name.Value {
			t.Errorf("exact %v: %v by %v, %+v", exact, got.Err, got.Plan, got.Status)
		}
	}
}

// TestFindMixed: a server that says that it is UT2003 is asked on both of its
// ports.
func TestFindMixed(t *testing.T) {
	for _, s := range servings(t) {
		if s.name != "ut2003" {
			continue
		}
		addr := s.serve(t, crowd(5, 3), nil, 1)
		c := New(quick(Options{}))
		defer c.Close()
		got := c.Query(context.Background(), Target{Host: "127.0.0.1", Port: addr.Port() - 1})
		if got.Err != nil {
			t.Fatal(got.Err)
		}
		protocols := map[decoder.Protocol]bool{}
		for _, x := range got.Exchanges {
			protocols[x.Protocol] = true
		}
		if got.Plan.Name != "ut2003" || !protocols["unreal2"] || !protocols["gamespy1"] {
			t.Errorf("asked by plan %s, %v", got.Plan.Name, protocols)
		}
		if len(got.Status.PlayerList) != 5 || len(got.Status.Rules) < 3 {
			t.Errorf("%d players and %d rules", len(got.Status.PlayerList), len(got.Status.Rules))
		}
	}
}

// TestQueryAll asks everything that answers at a host, which has no servers of
// other tests.
func TestQueryAll(t *testing.T) {
	var addr netip.AddrPort
	both, err := emulator.Listen(context.Background(), "127.79.9.2:0", emulator.Options{
		Source: emulator.FromStatusFunc([]decoder.Protocol{"unreal2", "gamespy1"}, func(time.Time) *decoder.Status {
			return crowd(2, 2)
		}),
	})
	if err != nil {
		t.Fatal(err)
	}
	defer both.Close()
	addr = both.Addr()
	c := New(quick(Options{}))
	defer c.Close()
	list := c.QueryAll(context.Background(), Target{Host: "127.79.9.2", Port: addr.Port()})
	found := map[decoder.Protocol]bool{}
	for _, s := range list {
		if s.Err != nil {
			t.Errorf("%s: %v", s.Addr, s.Err)
		}
		found[s.Protocol()] = true
	}
	if !found["unreal2"] || !found["gamespy1"] || len(list) != 2 {
		t.Errorf("%d places answered: %v", len(list), found)
	}
	nobody := c.QueryAll(context.Background(), Target{Host: "127.79.9.2", Port: addr.Port(), Plan: query.PlanOf("ugp")})
	if len(nobody) != 1 || !errors.Is(nobody[0].Err, &Error{Kind: NotFound}) {
		t.Errorf("as UGP: %v", nobody[0].Err)
	}
}

// TestIPv6 asks a server at ::1.
func TestIPv6(t *testing.T) {
	s, err := emulator.Listen(context.Background(), "[::1]:0",
		emulator.Options{Source: emulator.FromStatus("gamespy3", crowd(3, 3))})
	if err != nil {
		t.Logf("this machine has no ::1: %v", err)
		return
	}
	defer s.Close()
	c := New(quick(Options{}))
	defer c.Close()
	got := c.Query(context.Background(), TargetAt(s.Addr(), query.PlanOf("gamespy3")))
	if got.Err != nil || len(got.Status.PlayerList) != 3 {
		t.Errorf("%v: %+v", got.Err, got.Status)
	}
}

// TestNames: a name is resolved once, IPv4 comes first, and a failure is not kept.
func TestNames(t *testing.T) {
	s, err := emulator.Listen(context.Background(), "127.0.0.1:0",
		emulator.Options{Source: emulator.FromStatus("unreal2", crowd(1, 1))})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var asked atomic.Int32
	c := New(quick(Options{Resolve: func(_ context.Context, host string) ([]netip.Addr, error) {
		if asked.Add(1) == 1 {
			return nil, errors.New("no resolver is reachable")
		}
		return []netip.Addr{netip.MustParseAddr("::1"), netip.MustParseAddr("127.0.0.1")}, nil
	}}))
	defer c.Close()
	target := Target{Host: "harbour.invalid", Port: s.Addr().Port(), Plan: query.PlanOf("unreal2"), Exact: true}
	if got := c.Query(context.Background(), target); got.Err == nil ||
		!strings.Contains(got.Err.Error(), "cannot find its address") {
		t.Errorf("the first query: %v", got.Err)
	}
	for range 3 {
		if got := c.Query(context.Background(), target); got.Err != nil || got.Addr != s.Addr() {
			t.Errorf("%s: %v", got.Addr, got.Err)
		}
	}
	if n := asked.Load(); n != 2 {
		t.Errorf("the name was resolved %d times", n)
	}
}

// TestCancel ends queries that nobody answers: by their context, and by Close.
func TestCancel(t *testing.T) {
	t.Cleanup(nothingLeft(t)) // behind the end of the fake
	asked := make(chan bool, 100)
	deaf := fake(t, func([]byte, func([]byte)) { asked <- true })
	c := New(Options{Timeout: time.Hour})
	ctx, cancel := context.WithCancel(context.Background())
	onceAsked := func(end func()) {
		<-asked
		end()
	}
	go onceAsked(cancel)
	if s := c.Query(ctx, TargetAt(deaf, query.PlanOf("unreal2"))); !errors.Is(s.Err, context.Canceled) ||
		len(s.Datagrams) == 0 {
		t.Errorf("%v, %d datagrams", s.Err, len(s.Datagrams))
	}
	go onceAsked(c.Close)
	if s := c.Query(context.Background(), Target{Host: deaf.Addr().String(), Port: deaf.Port()}); !errors.Is(s.Err,
		ErrClosed) {
		t.Errorf("%v", s.Err)
	}
	if s := c.Query(context.Background(), TargetAt(deaf, query.PlanOf("unreal2"))); s.Err == nil {
		t.Error("a closed client asks")
	}
	c.Close()
}

// TestRate: no more is sent than the rate allows.
func TestRate(t *testing.T) {
	var got atomic.Int32
	addr := fake(t, func([]byte, func([]byte)) { got.Add(1) })
	c := New(Options{Rate: 100, Timeout: time.Millisecond, Retries: 1000, Backoff: 1, Limit: 300 * time.Millisecond})
	defer c.Close()
	s := c.Query(context.Background(), TargetAt(addr, query.PlanOf("unreal2")))
	if s.Err == nil {
		t.Error("no error")
	}
	if n := got.Load(); n < 2 || n > 45 {
		t.Errorf("%d datagrams came in 0.3 s, 100 a second are allowed", n)
	}
}

// TestSend sends any bytes and shows what comes back.
func TestSend(t *testing.T) {
	addr := fake(t, func(request []byte, reply func([]byte)) {
		for _, d := range replies(t, request, "unreal2", crowd(30, 40), 1) {
			reply(d)
		}
	})
	c := New(quick(Options{}))
	defer c.Close()
	s := c.Send(context.Background(), addr, []byte{0x79, 0, 0, 0, 3}, 0)
	if s.Err != nil {
		t.Fatal(s.Err)
	}
	x := s.Exchanges[0]
	if x.Message != "rules and player list request" || len(x.Replies) < 4 || len(s.Status.PlayerList) != 30 ||
		x.FirstRTT <= 0 || x.LastRTT < x.FirstRTT {
		t.Errorf("%s: %d replies, %d players, %v to %v", x.Message, len(x.Replies), len(s.Status.PlayerList), x.FirstRTT,
			x.LastRTT)
	}
	if s := c.Send(context.Background(), addr, []byte("what is this"), 0); !errors.Is(s.Err, &Error{Kind: NoAnswer}) {
		t.Errorf("bytes that nobody understands: %v", s.Err)
	}
}

// TestFlood: a server that does not stop is left alone.
func TestFlood(t *testing.T) {
	zeros := make([]byte, 1200)
	addr := fake(t, func(_ []byte, reply func([]byte)) {
		for range 2000 {
			reply(zeros)
		}
	})
	c := New(quick(Options{MaxDatagrams: 50}))
	defer c.Close()
	s := c.Query(context.Background(), TargetAt(addr, query.PlanOf("unreal2")))
	if !errors.Is(s.Err, &Error{Kind: TooMuch}) || len(s.Datagrams) > 50 || s.Dropped == 0 {
		t.Errorf("%v; %d datagrams kept, %d dropped", s.Err, len(s.Datagrams), s.Dropped)
	}
}

// TestSelections: what is asked for is what is sent.
func TestSelections(t *testing.T) {
	for _, test := range []struct {
		protocol decoder.Protocol
		ask      ask.Ask
		want     string
	}{
		{"unreal2", ask.Ask{}, "server info request, rules request, player list request"},
		{"unreal2", ask.Ask{Combined: true}, "server info request, rules and player list request"},
		{"unreal2", ask.Ask{Parts: ask.PartPlayers}, "server info request, player list request"},
		{"gamespy1", ask.Ask{}, "status request"},
		{"gamespy1", ask.Ask{Parts: ask.PartInfo | ask.PartPlayers},
			"basic request, server info request, player list request"},
		{"gamespy1", ask.Ask{Parts: ask.PartInfo | ask.PartPlayers, Combined: true}, "combined request"},
		{"gamespy1", ask.Ask{Details: []any{&gamespy1.Query{Items: []string{"rules", "info"}}}}, "combined request"},
		{"gamespy2", ask.Ask{Parts: ask.PartPlayers}, "status request"},
		{"gamespy3", ask.Ask{}, "challenge request, data request"},
		{"ugp", ask.Ask{Parts: ask.PartInfo}, "ping request, query request"},
	} {
		s, err := emulator.Listen(context.Background(), "127.0.0.1:0",
			emulator.Options{Source: emulator.FromStatus(test.protocol, crowd(3, 3))})
		if err != nil {
			t.Fatal(err)
		}
		c := New(quick(Options{}))
		target := TargetAt(s.Addr(), query.PlanOf(test.protocol))
		target.Ask = test.ask
		got := c.Query(context.Background(), target)
		var sent []string
		for _, d := range got.Datagrams {
			if d.Sent {
				sent = append(sent, d.Message.Info.Name)
			}
		}
		if text := strings.Join(sent, ", "); got.Err != nil || text != test.want {
			t.Errorf("%s %+v: sent %s (%v)", test.protocol, test.ask, text, got.Err)
		}
		c.Close()
		s.Close()
	}
}

func TestParseTarget(t *testing.T) {
	for in, want := range map[string]string{
		"127.0.0.1": "127.0.0.1", "127.0.0.1:7777": "127.0.0.1:7777", "::1": "::1", "[::1]:7777": "[::1]:7777",
		"[::1]":           "::1",
		"host.example:80": "host.example:80", " host ": "host", "::ffff:127.0.0.1": "127.0.0.1",
		"steam://connect/127.0.0.1:27015": "127.0.0.1:27015",
	} {
		got, err := ParseTarget(in)
		if err != nil || got.String() != want {
			t.Errorf("%q: %s, %v", in, got, err)
		}
	}
	if got, err := ParseTarget("a b"); err == nil {
		t.Errorf("two words are %s", got)
	}
}

// TestListen hears what comes and says nothing.
func TestListen(t *testing.T) {
	left := nothingLeft(t)
	c := New(Options{})
	ctx, cancel := context.WithCancel(context.Background())
	p, err := decoder.AppendRequest(nil, &decoder.Query{Protocol: "unreal-heartbeat",
		Details: &heartbeat.Query{Port: 7781}})
	if err != nil {
		t.Fatal(err)
	}
	var got *Datagram
	err = c.Listen(ctx, netip.MustParseAddrPort("127.0.0.1:0"), func(at netip.AddrPort) {
		conn, err := net.Dial("udp4", at.String())
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close()
		conn.Write(p)
	}, func(d *Datagram) {
		got = d
		cancel()
	})
	if !errors.Is(err, context.Canceled) || got == nil || got.Verdict != Heard || got.Message.Info.Name != "heartbeat" {
		t.Errorf("%v, %+v", err, got)
	}
	c.Close()
	left()
}
