package emulator_test

import (
	"context"
	"net/netip"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"fragscope/analyzer/emulator"
	"fragscope/analyzer/live"
	"fragscope/decoder"
	"fragscope/decoder/query"
)

// quick asks without much patience: everything is on this machine.
func quick(t *testing.T) *live.Client {
	t.Helper()
	c := live.New(live.Options{Timeout: 500 * time.Millisecond, Quiet: 80 * time.Millisecond, Limit: 8 * time.Second})
	t.Cleanup(c.Close)
	return c
}

// TestTown asks every server of the demo, by what it speaks, and each says
// something of itself. Nothing is left when it is closed.
func TestTown(t *testing.T) {
	before := runtime.NumGoroutine()
	town, err := emulator.Demo(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	c := live.New(live.Options{Timeout: 500 * time.Millisecond, Quiet: 80 * time.Millisecond, Limit: 8 * time.Second})
	asked := 0
	for _, s := range town.Servers {
		if s.TCP || s.Game == "" && s.Protocol == "a2s" || s.Protocol == "unreal-lan" {
			continue
		}
		asked++
		if s.Protocol == "gamespy-master" { // a master answers for games, and says nothing of itself
			p, err := decoder.AppendRequest(nil, &decoder.Query{Protocol: s.Protocol})
			if err != nil {
				t.Fatal(err)
			}
			if got := c.Send(t.Context(), s.Addr(), p, 0); got.Err != nil || got.Status == nil ||
				got.Status.Rules[0].Value != "available" {
				t.Errorf("%s at %s: %v, %+v", s.Title, s.Addr(), got.Err, got.Status)
			}
			continue
		}
		plan := query.PlanOf(s.Protocol)
		if p, ok := query.PlanByName(s.Game); ok && p.Protocol == s.Protocol {
			plan = p
		}
		got := c.Query(t.Context(), live.TargetAt(s.Addr(), plan))
		if got.Err != nil || got.Status == nil {
			t.Errorf("%s %s at %s: %v", s.Game, s.Protocol, s.Addr(), got.Err)
			continue
		}
		st := got.Status
		// Bedrock lists no players, Mumble says nothing but how many there are, BZFlag neither name nor map, Vice City
		// Multiplayer has no map, Mafia 2's neither map nor rules.
		if s.Game == "satisfactory" { // neither players nor map
			if st.Name.Value == "" || st.Version.Value == "" || st.Players.Known || len(st.Rules) != 2 {
				t.Errorf("%s says %+v", s.Game, st)
			}
			continue
		}
		named, lists := s.Protocol != "mumble" && s.Protocol != "bzflag", s.Protocol != "mumble" && s.Protocol != "raknet"
		if named && (st.Name.Value == "" || st.Map.Value == "" && s.Game != "vcmp" && s.Game != "m2mp") ||
			lists && len(st.PlayerList) == 0 ||
			len(st.Rules) == 0 && s.Game != "m2mp" || st.Players.Value == 0 {
			t.Errorf("%s %s says %+v", s.Game, s.Protocol, st)
		}
		if !st.Players.Known || lists && st.Players.Value != int64(len(st.PlayerList)) {
			t.Errorf("%s %s counts %v players and lists %d", s.Game, s.Protocol, st.Players, len(st.PlayerList))
		}
	}
	if asked < 22 {
		t.Errorf("only %d servers were asked", asked)
	}
	for _, s := range town.Servers {
		kind := ""
		switch {
		case s.TCP && s.Protocol == "gamespy-master":
			kind = "gamespy-master:"
		case s.TCP && s.Protocol == "unreal-master":
		case s.Game == "" && s.Protocol == "a2s":
			kind = "steam:"
		default:
			continue
		}
		got, err := c.ServersOf(t.Context(), kind+s.Addr().String(), live.ListQuery{CDKey: "none"})
		if err != nil || len(got) == 0 {
			t.Errorf("%s at %s lists %d servers: %v", s.Title, s.Addr(), len(got), err)
		}
		for _, l := range got {
			if !slices.ContainsFunc(town.Servers, func(q emulator.TownServer) bool {
				return q.Query && q.Addr().Addr().String() == l.Host && q.Addr().Port() == l.QueryPort
			}) {
				t.Errorf("%s lists %+v, which is none of the town", s.Title, l)
			}
		}
	}
	c.Close()
	if err := town.Close(); err != nil {
		t.Error(err)
	}
	for end := time.Now().Add(30 * time.Second); runtime.NumGoroutine() > before; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%d goroutines are left over", runtime.NumGoroutine()-before)
		}
	}
}

// TestLives: players come and go, scores move, maps change, and every moment is
// a status that its protocol can say.
func TestLives(t *testing.T) {
	for _, g := range decoder.Games() {
		t.Run(g.Name, func(t *testing.T) {
			l := emulator.NewLife(g, 0, 7)
			start := time.Now()
			first := l.Status(start)
			maps, players, scores := map[string]bool{}, map[int]bool{}, map[int64]bool{}
			for i := range 400 {
				s := l.Status(start.Add(time.Duration(i) * 2 * time.Second))
				maps[s.Map.Value], players[len(s.PlayerList)] = true, true
				for _, p := range s.PlayerList {
					scores[p.Score.Value] = true
				}
				if s.Players.Value != int64(len(s.PlayerList)) || s.Players.Value > s.MaxPlayers.Value {
					t.Fatalf("%d players are listed, %d counted, %d at most", len(s.PlayerList), s.Players.Value, s.MaxPlayers.Value)
				}
			}
			if len(maps) < 2 || len(players) < 3 || len(scores) < 5 {
				t.Errorf("%d maps, %d numbers of players, %d scores: hardly alive", len(maps), len(players), len(scores))
			}
			if again := emulator.NewLife(g, 0, 7).Status(start); !cmp.Equal(first, again, cmpopts.EquateEmpty()) {
				t.Errorf("the same seed gives another life: %s", cmp.Diff(first, again))
			}
		})
	}
}

// TestBroadcast: a server at the broadcast address of loopback is found by
// calling on it.
func TestBroadcast(t *testing.T) {
	s, err := emulator.Listen(t.Context(), "127.255.255.255:0", emulator.Options{
		Source: emulator.FromStatusFunc([]decoder.Protocol{"unreal-lan", "gamespy1"},
			emulator.NewLife(decoder.GameByName("ut99"), 0, 1).Status),
	})
	if err != nil {
		if runtime.GOOS != "linux" {
			t.Logf("this system has no such address: %v", err)
			return
		}
		t.Fatal(err)
	}
	defer s.Close()
	var heard []string
	err = quick(t).Discover(t.Context(), live.Discovery{Broadcasts: []netip.Addr{s.Addr().Addr()},
		Ports: []uint16{s.Addr().Port()}, Wait: 300 * time.Millisecond, BeaconOnly: true},
		func(found *live.Session) { heard = append(heard, found.Addr.String()) })
	if err != nil || len(heard) == 0 {
		t.Errorf("found %v, %v", heard, err)
	}
}
