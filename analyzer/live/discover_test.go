package live

import (
	"context"
	"net"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/analyzer/emulator"
	"fragscope/decoder"
	"fragscope/decoder/protocol/gamespymaster"
	"fragscope/decoder/protocol/unrealmaster"
	"fragscope/decoder/query"
	"fragscope/decoder/wire"
)

// TestDiscover calls on the broadcast address of loopback; the servers that
// answer are asked at the port that they name.
func TestDiscover(t *testing.T) {
	left := nothingLeft(t)
	status := crowd(3, 3)
	server, err := emulator.Listen(context.Background(), "127.0.0.1:0",
		emulator.Options{Source: emulator.FromStatus("gamespy1", status), Game: decoder.GameByName("ut99")})
	if err != nil {
		t.Fatal(err)
	}
	told := *status
	told.QueryPort = wire.Some(int64(server.Addr().Port()))
	beacon, err := emulator.Listen(context.Background(), "127.255.255.255:0",
		emulator.Options{Source: emulator.FromStatus("unreal-lan", &told), Game: decoder.GameByName("ut99")})
	if err != nil {
		t.Fatal(err)
	}
	var tap seen
	c := New(quick(Options{Tap: tap.tap}))
	var found []*Session
	err = c.Discover(context.Background(), Discovery{
		Broadcasts: []netip.Addr{netip.MustParseAddr("127.255.255.255")}, Ports: []uint16{beacon.Addr().Port()},
		Wait: 2 * time.Second,
	}, func(s *Session) { found = append(found, s) })
	if err != nil {
		t.Fatal(err)
	}
	if len(found) != 1 {
		t.Fatalf("%d servers found", len(found))
	}
	s := found[0]
	if s.Err != nil || s.Addr != server.Addr() || s.Status.Name.Value != status.Name.Value ||
		len(s.Status.PlayerList) != 3 {
		t.Errorf("found %s: %+v, %v", s.Addr, s.Status, s.Err)
	}
	if s.Exchanges[0].Protocol != "unreal-lan" || s.Exchanges[0].FirstRTT < 0 {
		t.Errorf("the first exchange is %+v", s.Exchanges[0])
	}
	for _, d := range tap.list {
		if d.Sent && !d.Dst.Addr().IsLoopback() {
			t.Errorf("something was sent to %s", d.Dst)
		}
	}
	c.Close()
	server.Close()
	beacon.Close()
	left()
}

// TestDiscoverEvery finds a server of every protocol that is queried over UDP, by what probes it at its usual port.
func TestDiscoverEvery(t *testing.T) {
	done := map[decoder.Protocol]bool{"unreal-lan": true, "unreal2": true} // their replies name the port to query
	for _, b := range query.Broadcasts() {
		if done[b.Protocol] {
			continue
		}
		done[b.Protocol] = true
		t.Run(string(b.Protocol), func(t *testing.T) {
			t.Parallel()
			status := crowd(2, 2)
			server, err := emulator.Listen(t.Context(), "0.0.0.0:0", emulator.Options{Public: true,
				Source: emulator.FromStatus(b.Protocol, status)})
			if err != nil {
				t.Fatal(err)
			}
			defer server.Close()
			c := New(quick(Options{}))
			defer c.Close()
			var found []*Session
			ctx, end := context.WithCancel(t.Context())
			defer end()
			err = c.Discover(ctx, Discovery{Broadcasts: []netip.Addr{netip.MustParseAddr("127.255.255.255")},
				Ports: []uint16{server.Addr().Port()}, Wait: 30 * time.Second},
				func(s *Session) {
					found = append(found, s)
					end()
				})
			if len(found) != 1 {
				t.Fatalf("%d servers found, %v", len(found), err)
			}
			s := found[0]
			if s.Err != nil || s.Addr.Port() != server.Addr().Port() || s.Status == nil || s.Status.Protocol != b.Protocol {
				t.Errorf("found %s: %+v, %v", s.Addr, s.Status, s.Err)
			}
		})
	}
	if len(done) < 20 {
		t.Errorf("only %d protocols", len(done))
	}
}

func TestWithin(t *testing.T) {
	known := []netip.Prefix{netip.MustParsePrefix("192.168.1.0/24"), netip.MustParsePrefix("172.16.0.0/12")}
	for _, c := range []struct{ called, from, outside string }{
		{"192.168.1.255", "192.168.1.7", "192.168.0.7"},
		{"172.31.255.255", "172.20.0.1", "172.32.0.1"},
		{"255.255.255.255", "172.20.0.1", "198.51.100.1"},
		{"10.1.255.255", "10.1.2.3", "10.2.0.1"}, // a network that is not this machine's
		{"127.255.255.255", "127.0.0.1", "128.0.0.1"},
		{"203.0.113.8", "203.0.113.8", "203.0.113.9"},
	} {
		list := within([]netip.Addr{netip.MustParseAddr(c.called)}, known)
		in := func(addr string) bool {
			return slices.ContainsFunc(list, func(p netip.Prefix) bool { return p.Contains(netip.MustParseAddr(addr)) })
		}
		if !in(c.from) || in(c.outside) {
			t.Errorf("called at %s: %v", c.called, list)
		}
	}
}

// TestDiscoverNobody: silence is no error.
func TestDiscoverNobody(t *testing.T) {
	c := New(quick(Options{}))
	defer c.Close()
	err := c.Discover(context.Background(), Discovery{Broadcasts: []netip.Addr{netip.MustParseAddr("127.255.255.255")},
		Ports: []uint16{9}, Wait: 100 * time.Millisecond},
		func(s *Session) { t.Errorf("found %s", s.Addr) })
	if err != nil {
		t.Error(err)
	}
}

func TestBroadcastOf(t *testing.T) {
	for in, want := range map[string]string{"192.168.1.7/24": "192.168.1.255", "10.20.30.40/8": "10.255.255.255",
		"172.16.5.130/25": "172.16.5.255", "192.0.2.65/30": "192.0.2.67"} {
		if got := broadcastOf(netip.MustParsePrefix(in)); got.String() != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

// listedServers are what the emulated masters list.
func listedServers(n int) func() []unrealmaster.ListedServer {
	return func() []unrealmaster.ListedServer {
		var list []unrealmaster.ListedServer
		for i := range n {
			list = append(list, unrealmaster.ListedServer{Address: [4]byte{127, 0, byte(i>>8) + 1, byte(i)}, GamePort: 7777,
				QueryPort: 7778, Status: crowd(2, 2)})
		}
		return list
	}
}

// TestMasters gets the lists of both kinds of masters, whose bytes TCP cuts
// anywhere, and computes what they ask.
func TestMasters(t *testing.T) {
	left := nothingLeft(t)
	for _, test := range []struct {
		name   string
		master unrealmaster.MasterServer
		ask    unrealmaster.MasterAsk
		game   bool // the list has game ports and names
		error  string
	}{
		{"text", unrealmaster.MasterServer{Servers: listedServers(300), Strict: true}, unrealmaster.MasterAsk{}, false, ""},
		{"text, unreal", unrealmaster.MasterServer{Servers: listedServers(3), Strict: true, Challenge: "abcdef"},
			unrealmaster.MasterAsk{Game: "unreal"}, false, ""},
		{"short challenge", unrealmaster.MasterServer{Servers: listedServers(3), Strict: true, Challenge: "abc"},
			unrealmaster.MasterAsk{}, false, ""},
		{"compact", unrealmaster.MasterServer{Servers: listedServers(300)}, unrealmaster.MasterAsk{Compact: true}, false, ""},
		{"empty", unrealmaster.MasterServer{Servers: listedServers(0)}, unrealmaster.MasterAsk{}, false, ""},
		{"ut2004", unrealmaster.MasterServer{Binary: true, Servers: listedServers(300)},
			unrealmaster.MasterAsk{CDKey: "AAAA-BBBB-CCCC-DDDD"}, true, ""},
		{"ut2003", unrealmaster.MasterServer{Binary: true, Servers: listedServers(3)}, unrealmaster.MasterAsk{Game: "ut2003"},
			true, ""},
		{"ut2004, empty", unrealmaster.MasterServer{Binary: true, Servers: listedServers(0)}, unrealmaster.MasterAsk{}, true,
			""},
		{"ut2004, filtered", unrealmaster.MasterServer{Binary: true, Servers: listedServers(5)},
			unrealmaster.MasterAsk{Filters: []string{"currentplayers>5"}}, true, "none"},
		{"unknown game", unrealmaster.MasterServer{Servers: listedServers(3)}, unrealmaster.MasterAsk{Game: "nosuchgame"},
			false, "key of nosuchgame is not known"},
	} {
		for _, faults := range []string{"", "truncate=0%"} {
			t.Run(test.name+faults, func(t *testing.T) {
				f, err := emulator.ParseFaults(faults)
				if err != nil {
					t.Fatal(err)
				}
				m, err := emulator.Listen(context.Background(), "127.0.0.1:0",
					emulator.Options{Source: emulator.FromMaster(&test.master), Faults: f})
				if err != nil {
					t.Fatal(err)
				}
				defer m.Close()
				c := New(Options{Timeout: 200 * time.Millisecond})
				defer c.Close()
				s := c.Master(context.Background(), Target{Host: "127.0.0.1", Port: m.Addr().Port()}, test.ask)
				want := len(test.master.Servers())
				if test.error != "" {
					want = 0
				}
				if test.error != "" && test.error != "none" {
					if s.Err == nil || !strings.Contains(s.Err.Error(), test.error) {
						t.Errorf("the error is %v", s.Err)
					}
				} else if s.Err != nil {
					t.Error(s.Err)
				}
				if len(s.Servers) != want {
					t.Fatalf("%d servers, want %d", len(s.Servers), want)
				}
				for i := range s.Servers {
					l := &s.Servers[i]
					if plan, port, exact := decoder.PlaceOf(l); plan == nil || port != 7778 || !exact {
						t.Fatalf("%+v is asked at %d by %v", l, port, plan)
					}
					if test.game && (l.Name != crowd(0, 0).Name.Value || l.Players != 2 || l.GamePort != 7777) {
						t.Fatalf("%+v", l)
					}
				}
			})
		}
	}
	left()
}

// TestMasterFaults: masters that say nothing, something else, half a list, or
// close at once give an error that says so, in time.
func TestMasterFaults(t *testing.T) {
	left := nothingLeft(t)
	challenge := `\basic\\secure\wookie`
	for _, test := range []struct {
		name, says, then, error string
		hang                    bool
	}{
		{"silent", "", "", "sends nothing", true},
		{"closes at once", "", "", "without a word that is understood", false},
		{"something else", "HTTP/1.1 400 Bad Request\r\n\r\n", "", "this is no master that is known", false},
		{"no challenge", `\hello\world\` + strings.Repeat("x", 2000), "", "no challenge", true},
		{"closes after the login", challenge, "", "before the end of its list", false},
		{"half a list", challenge, `\ip\127.0.0.1:7778\ip\127.0.0.2:77`, "before the end of its list", false},
		{"hangs in the list", challenge, `\ip\127.0.0.1:7778`, "stopped after", true},
		{"long message", "\xff\xff\xff\xff", "", "no master that is known", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			l, err := net.Listen("tcp4", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			done := make(chan struct{})
			quit := make(chan struct{})
			go func() {
				defer close(done)
				conn, err := l.Accept()
				if err != nil {
					return
				}
				defer conn.Close()
				conn.Write([]byte(test.says))
				if test.then != "" || strings.HasSuffix(test.says, "wookie") {
					conn.SetReadDeadline(time.Now().Add(2 * time.Second))
					conn.Read(make([]byte, 1000))
				}
				conn.Write([]byte(test.then))
				if test.hang {
					<-quit
				}
			}()
			c := New(Options{Timeout: 60 * time.Millisecond})
			s := c.Master(context.Background(), Target{Host: "127.0.0.1", Port: uint16(l.Addr().(*net.TCPAddr).Port)},
				unrealmaster.MasterAsk{})
			if s.Err == nil || !strings.Contains(s.Err.Error(), test.error) {
				t.Errorf("the error is %v", s.Err)
			}
			close(quit)
			l.Close()
			c.Close()
			<-done
		})
	}
	left()
}

// TestEndlessMaster: a master that never stops is left.
func TestEndlessMaster(t *testing.T) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	done := make(chan struct{})
	go func() {
		defer close(done)
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		conn.Write([]byte(`\basic\\secure\wookie`))
		for range 10000 {
			if _, err := conn.Write(make([]byte, 4096)); err != nil {
				return
			}
		}
	}()
	c := New(Options{MaxBytes: 1 << 20})
	defer c.Close()
	s := c.Master(context.Background(), Target{Host: "127.0.0.1", Port: uint16(l.Addr().(*net.TCPAddr).Port)},
		unrealmaster.MasterAsk{})
	if k, ok := KindOf(s.Err); !ok || k != TooMuch {
		t.Errorf("the error is %v", s.Err)
	}
	<-done
}

// TestBrowse gets encrypted lists of later GameSpy games, and what hinders it is
// said.
func TestBrowse(t *testing.T) {
	left := nothingLeft(t)
	listed := func(n int) func() []gamespymaster.ListedServer {
		return func() []gamespymaster.ListedServer {
			var list []gamespymaster.ListedServer
			for i := range n {
				list = append(list, gamespymaster.ListedServer{Address: [4]byte{127, 0, byte(i>>8) + 1, byte(i)},
					Port: uint16(6500 + 100*(i%2)), Game: "ut3pc", Status: crowd(2, 2)})
			}
			return list
		}
	}
	for _, test := range []struct {
		name   string
		n      int
		query  gamespymaster.Query
		faults string
		error  string
	}{
		{"usual", 300, gamespymaster.Query{}, "", ""},
		{"one", 1, gamespymaster.Query{Game: "ut3pc", Fields: []string{"hostname", "numplayers"}}, "", ""},
		{"empty", 0, gamespymaster.Query{}, "", ""},
		{"another game", 0, gamespymaster.Query{Game: "swrcommando"}, "", ""},
		{"unknown to us", 0, gamespymaster.Query{Game: "nosuchgame"}, "", "the key of nosuchgame is not known"},
		{"unknown to the master", 0, gamespymaster.Query{Game: "nosuchgame", Asker: "ut3pc"}, "", "does not know the game"},
		{"garbage", 0, gamespymaster.Query{}, "garbage=100%:200", ""},
		{"silence", 0, gamespymaster.Query{}, "silence=100%", "sends nothing"},
	} {
		t.Run(test.name, func(t *testing.T) {
			f, err := emulator.ParseFaults(test.faults)
			if err != nil {
				t.Fatal(err)
			}
			_, lists := emulator.FromGameSpyMaster(listed(test.n))
			m, err := emulator.Listen(context.Background(), "127.0.0.1:0", emulator.Options{Source: lists, Faults: f})
			if err != nil {
				t.Fatal(err)
			}
			defer m.Close()
			c := New(Options{Timeout: 200 * time.Millisecond})
			defer c.Close()
			s := c.Browse(context.Background(), Target{Host: "127.0.0.1", Port: m.Addr().Port()}, test.query)
			if test.faults == "" && test.error == "" && s.Err != nil || test.faults != "" && s.Err == nil ||
				test.error != "" && (s.Err == nil || !strings.Contains(s.Err.Error(), test.error)) {
				t.Errorf("the error is %v", s.Err)
			}
			if len(s.Servers) != test.n {
				t.Fatalf("%d servers, want %d", len(s.Servers), test.n)
			}
			for i := range s.Servers {
				l := &s.Servers[i]
				if plan, port, exact := decoder.PlaceOf(l); plan == nil || port != uint16(6500+100*(i%2)) || !exact ||
					l.Name != crowd(0, 0).Name.Value || l.Players != 2 {
					t.Fatalf("%+v is asked at %d by %v", l, port, plan)
				}
			}
		})
	}
	left()
}
