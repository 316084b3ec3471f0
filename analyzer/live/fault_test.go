package live

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fragscope/analyzer/emulator"
	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/query"
	"fragscope/decoder/wire"
)

// crowd is a server with so many players and rules that its replies need
// several datagrams.
func crowd(players, rules int) *decoder.Status {
	s := &decoder.Status{
		Name: wire.Some("Harbour Lights | all night"), Map: wire.Some("DM-Bellfounder"),
		GameType: wire.Some("xDeathMatch"), GamePort: wire.Some(int64(7777)),
		Players: wire.Some(int64(players)), MaxPlayers: wire.Some(int64(64)),
	}
	for i := range rules {
		s.Rules = append(s.Rules, wire.Rule{Key: fmt.Sprintf("Setting%02d", i), Value: strings.Repeat("v", i)})
	}
	for i := range players {
		s.PlayerList = append(s.PlayerList, wire.Player{
			ID: wire.Some(int64(i)), Name: wire.Some(fmt.Sprintf("Brass Lantern %02d", i)),
			Score: wire.Some(int64(i - 5)), Ping: wire.Some(int64(40 + i)), Team: wire.Some(int64(i % 2)),
		})
	}
	return s
}

// nothingLeft fails the test when goroutines or sockets are left over; call
// what it returns after everything is closed.
func nothingLeft(t *testing.T) func() {
	t.Helper()
	goroutines, open := runtime.NumGoroutine(), sockets(t)
	return func() {
		t.Helper()
		for end := time.Now().Add(30 * time.Second); runtime.NumGoroutine() > goroutines; time.Sleep(5 * time.Millisecond) {
			if time.Now().After(end) {
				buf := make([]byte, 1<<16)
				t.Fatalf("%d goroutines are left over:\n%s", runtime.NumGoroutine()-goroutines, buf[:runtime.Stack(buf, true)])
			}
		}
		if n := sockets(t); n > open {
			t.Fatalf("%d sockets are left over", n-open)
		}
	}
}

// sockets counts the open sockets of this process, 0 where the system does not
// tell.
func sockets(t *testing.T) int {
	t.Helper()
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return 0
	}
	n := 0
	for _, f := range list {
		if to, err := os.Readlink("/proc/self/fd/" + f.Name()); err == nil && strings.HasPrefix(to, "socket:") {
			n++
		}
	}
	return n
}

// serving is a server on loopback that a plan suits.
type serving struct {
	name string
	plan *ask.Plan
	game *answer.Game
	also int // a GameSpy port at this offset from the query port, 0 for none
}

func servings(t *testing.T) []serving {
	t.Helper()
	plan := func(name string) *ask.Plan {
		p, ok := query.PlanByName(name)
		if !ok {
			t.Fatalf("no plan %s", name)
		}
		return p
	}
	list := []serving{{name: "ut2003", plan: plan("ut2003"), game: decoder.GameByName("ut2003"), also: 9}}
	for _, g := range decoder.Games() {
		if decoder.Descriptor(g.Services[0].Protocol).Stream {
			continue
		}
		p, ok := query.PlanByName(g.Name)
		if !ok || g.Name == "ut2003" {
			continue
		}
		list = append(list, serving{name: g.Name, plan: p, game: g})
	}
	return list
}

// serve starts the emulator and returns the query address.
func (s serving) serve(t *testing.T, status *decoder.Status, faults []emulator.Fault, seed uint64) netip.AddrPort {
	t.Helper()
	protocol := s.plan.Protocol
	var told atomic.Pointer[decoder.Status]
	told.Store(status)
	options := func(p decoder.Protocol) emulator.Options {
		source := emulator.FromStatusFunc([]decoder.Protocol{p}, func(time.Time) *decoder.Status { return told.Load() })
		return emulator.Options{Source: source, Game: s.game, Faults: faults, Seed: seed}
	}
	for range 20 {
		main, err := emulator.Listen(context.Background(), "127.0.0.1:0", options(protocol))
		if err != nil {
			t.Fatal(err)
		}
		if s.also == 0 {
			t.Cleanup(func() { main.Close() })
			return main.Addr()
		}
		// The game port that the server tells has to fit the ports that it got.
		query := main.Addr()
		fitting := *status
		fitting.GamePort = wire.Some(int64(query.Port()) - 1)
		told.Store(&fitting)
		beside, err := emulator.Listen(context.Background(), fmt.Sprintf("127.0.0.1:%d", int(query.Port())+s.also),
			options("gamespy1"))
		if err != nil {
			main.Close()
			continue
		}
		t.Cleanup(func() { main.Close(); beside.Close() })
		return query
	}
	t.Fatal("no two ports at the right distance are free")
	return netip.AddrPort{}
}

// counted returns how many players got says there are.
func counted(got, all *decoder.Status) string {
	switch got.Protocol {
	case "quake2", "quake3", "quakeworld":
		// Replies list the players and do not count them: a cut between two lines shows nowhere.
		if got.Players.Value == int64(len(got.PlayerList)) && len(got.PlayerList) < len(all.PlayerList) {
			return all.Players.String()
		}
	}
	return got.Players.String()
}

// contained reports what of got the server never said.
func contained(got, all *decoder.Status) string {
	rules := map[wire.Rule]bool{}
	for _, r := range all.Rules {
		rules[r] = true
	}
	for _, r := range got.Rules {
		if !rules[r] {
			return fmt.Sprintf("rule %q = %q", r.Key, r.Value)
		}
	}
	players := map[string]bool{}
	for i := range all.PlayerList {
		players[row(&all.PlayerList[i])] = true
	}
	for i := range got.PlayerList {
		if r := row(&got.PlayerList[i]); !players[r] {
			return "player " + r
		}
	}
	for _, f := range []struct{ name, got, all string }{
		{"name", got.Name.Value, all.Name.Value}, {"map", got.Map.Value, all.Map.Value},
		{"game type", got.GameType.Value, all.GameType.Value},
		{"players", counted(got, all), all.Players.String()}, {"places", got.MaxPlayers.String(), all.MaxPlayers.String()},
	} {
		if f.got != "" && f.got != f.all {
			return f.name + " " + f.got
		}
	}
	return ""
}

func row(p *wire.Player) string {
	return p.Name.Value + " " + p.ID.String() + " " + p.Score.String() + " " + p.Ping.String() + " " + p.Team.String()
}

// faultCases are what goes wrong, and whether the right answer has to come all
// the same: a fault that hits every datagram leaves nothing that could be right.
var faultCases = []struct {
	faults string
	whole  bool // the whole right answer has to come
	fails  bool // an error has to come
}{
	{faults: "", whole: true},
	{faults: "loss=20%"},
	{faults: "loss=100%", fails: true},
	{faults: "delay=60ms~50ms", whole: true},
	{faults: "reorder=50%", whole: true},
	{faults: "wrong-order", whole: true},
	{faults: "duplicate", whole: true},
	{faults: "truncate=30%"},
	{faults: "truncate"}, // a cut may leave a smaller number of parts, all whole
	{faults: "garbage=30%"},
	{faults: "garbage", fails: true},
	{faults: "silence", fails: true},
	{faults: "silence=30%"},
	{faults: "wrong-port", fails: true},
	{faults: "wrong-address", fails: true},
	{faults: "endless-zeros", fails: true},
	{faults: "huge=30%"},
	{faults: "wrong-id=30%"},
	{faults: "late", whole: true},
}

// TestFaults asks every kind of server with everything that can go wrong: the
// right Status comes, or an error that says what did not.
func TestFaults(t *testing.T) {
	left := nothingLeft(t)
	t.Run("all", func(t *testing.T) {
		for i, serving := range servings(t) {
			for j, f := range faultCases {
				t.Run(serving.name+"/"+f.faults, func(t *testing.T) {
					t.Parallel()
					players, rules := 30, 40
					if serving.plan.Protocol == "gamespy2" {
						players, rules = 6, 10 // more would be cut: its answer is one datagram
					}
					status := crowd(players, rules)
					if !lists(serving.plan.Protocol) {
						players = 0
					}
					want := patiently(t, serving.plan, serving.serve(t, status, nil, 1), func(s *Session) bool {
						return s.Err == nil && len(s.Status.PlayerList) == players
					})
					if want.Err != nil || len(want.Status.PlayerList) != players {
						t.Fatalf("without faults: %+v, %v", want.Status, want.Err)
					}
					faults, err := emulator.ParseFaults(f.faults)
					if err != nil {
						t.Fatal(err)
					}
					told := *status
					addr := serving.serve(t, &told, faults, uint64(100*i+j))
					s := patiently(t, serving.plan, addr, func(s *Session) bool {
						return !f.whole || s.Err == nil && len(s.Status.PlayerList) == players
					})
					judge(t, s, want.Status, f.whole, f.fails)
				})
			}
		}
	})
	left()
}

// lists reports whether replies of a protocol list the players.
func lists(p decoder.Protocol) bool { return p != "raknet" && p != "mumble" && p != "satisfactory" }

// patiently asks up to three times until enough says yes: on a machine that is
// busy with other tests an answer without an end mark may seem to be over
// while its server only waits for its turn.
func patiently(t *testing.T, plan *ask.Plan, addr netip.AddrPort, enough func(*Session) bool) *Session {
	t.Helper()
	c := New(Options{Timeout: slow * 250 * time.Millisecond, Quiet: slow * 180 * time.Millisecond, Retries: 4,
		Backoff: 1.2, Limit: slow * 20 * time.Second})
	defer c.Close()
	s := c.Query(context.Background(), TargetAt(addr, plan))
	for range 2 {
		if enough(s) {
			break
		}
		s = c.Query(context.Background(), TargetAt(addr, plan))
	}
	return s
}

func judge(t *testing.T, s *Session, want *decoder.Status, whole, fails bool) {
	t.Helper()
	if s.Err != nil {
		if _, ok := KindOf(s.Err); !ok {
			t.Errorf("the error says nothing about the server: %v", s.Err)
		}
	}
	switch {
	case whole && s.Err != nil:
		t.Errorf("error: %v", s.Err)
	case whole:
		got, all := *s.Status, *want
		got.GamePort, all.GamePort = wire.Opt[int64]{}, wire.Opt[int64]{}
		if s.Plan.Protocol == "unreal2" { // nothing in its datagrams tells their order
			got, all = sorted(got), sorted(all)
		}
		if d := cmp.Diff(all, got); d != "" {
			t.Errorf("the status is not what the server says (-want +got):\n%s", d)
		}
	case fails && s.Err == nil:
		t.Errorf("no error; the status is %+v", s.Status)
	}
	if s.Status == nil {
		if s.Err == nil {
			t.Error("neither a status nor an error")
		}
		return
	}
	if damagedOnly(s) {
		return // it is said to be damaged: then values may be cut
	}
	if odd := contained(s.Status, want); odd != "" {
		t.Errorf("the status has what the server never said: %s (error %v)", odd, s.Err)
	}
}

// sorted returns a copy of s with rules and players in order.
func sorted(s decoder.Status) decoder.Status {
	s.Rules, s.PlayerList = slices.Clone(s.Rules), slices.Clone(s.PlayerList)
	slices.SortFunc(s.Rules, func(a, b wire.Rule) int { return strings.Compare(a.Key+"="+a.Value, b.Key+"="+b.Value) })
	slices.SortFunc(s.PlayerList, func(a, b wire.Player) int { return strings.Compare(row(&a), row(&b)) })
	return s
}

// damagedOnly reports whether the error says that nothing better came.
func damagedOnly(s *Session) bool {
	k, ok := KindOf(s.Err)
	return ok && (k == Cut || k == Incomplete || k == TooMuch)
}

// TestNothingLeft checks the check: a socket that is open is seen.
func TestNothingLeft(t *testing.T) {
	before := sockets(t)
	c, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := os.Stat("/proc/self/fd"); err == nil && sockets(t) != before+1 {
		t.Errorf("%d sockets before, %d with one more", before, sockets(t))
	}
}

// TestBusy: parts that wait while the program is busy with the first one came
// in time, and are not asked for again.
func TestBusy(t *testing.T) {
	s, err := emulator.Listen(t.Context(), "127.0.0.1:0",
		emulator.Options{Source: emulator.FromStatus("gamespy1", crowd(40, 10)), Game: decoder.GameByName("ut99")})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	o := quick(Options{})
	busy := false
	o.Tap = func(d *Datagram) {
		if !d.Sent && !busy {
			busy = true
			time.Sleep(2 * o.Quiet)
		}
	}
	c := New(o)
	defer c.Close()
	plan, _ := query.PlanByName("gamespy1")
	got := c.Query(t.Context(), TargetAt(s.Addr(), plan))
	if got.Err != nil || len(got.Status.PlayerList) != 40 {
		t.Fatalf("%v", got.Err)
	}
	if x := got.Exchanges[0]; len(x.Sent) != 1 || len(x.Replies) < 3 {
		t.Errorf("%d requests, %d replies", len(x.Sent), len(x.Replies))
	}
}
