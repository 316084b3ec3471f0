package peer

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fragscope/analyzer/emulator"
	"fragscope/analyzer/live"
	"fragscope/decoder"
	"fragscope/decoder/query"
	"fragscope/decoder/wire"
)

// An emulated is a server that gamedig and our client query.
type emulated struct {
	game  string // of the decoder
	kind  string // gamedig's name
	class string // gamedig's protocol
	plan  string // ours
	// rules and more that only this game has
	rules    []wire.Rule
	mutators []string
	extra    []wire.Rule
}

// The servers. Values are those that gamedig is able to read: strings of
// fewer than 64 characters, no player with the id or the ping 0, no password
// rule in unreal2 (it takes GamePassword True for an open server), and in Killing
// Floor the rule by which it knows the game. See the disagreements below.
var emulatedServers = []emulated{
	{game: "ut99", kind: "unrealtournament", class: "gamespy1", plan: "gamespy1",
		rules: []wire.Rule{{Key: "gamever", Value: "451"}, {Key: "minnetver", Value: "432"}, {Key: "location", Value: "0"},
			{Key: "gamemode", Value: "openplaying"},
			{Key: "mutators", Value: "No Redeemer, Harbour Sounds"}, {Key: "password", Value: "False"},
			{Key: "timelimit", Value: "20"}, {Key: "tournament", Value: "False"}, {Key: "AdminName", Value: "Lamplighter"}},
		mutators: []string{"No Redeemer", "Harbour Sounds"},
		extra: []wire.Rule{{Key: "mesh", Value: "Male Commando"}, {Key: "skin", Value: "CommandoSkins.cmdo"},
			{Key: "face", Value: "CommandoSkins.Blake"}}},
	{game: "ut2004", kind: "unrealtournament2004", class: "unreal2", plan: "unreal2",
		rules: []wire.Rule{{Key: "ServerMode", Value: "dedicated"}, {Key: "ServerVersion", Value: "3369"},
			{Key: "GoalScore", Value: "25"}, {Key: "Mutator", Value: "MutInstaGib"}, {Key: "mutator", Value: "DMMutator"}},
		mutators: []string{"MutInstaGib", "DMMutator"}},
	{game: "ut2003", kind: "unrealtournament2003", class: "unreal2", plan: "unreal2",
		rules: []wire.Rule{{Key: "servermode", Value: "dedicated"}, {Key: "serverversion", Value: "2225"}}},
	{game: "killingfloor", kind: "killingfloor", class: "unreal2", plan: "unreal2",
		rules: []wire.Rule{{Key: "ServerMode", Value: "dedicated"}, {Key: "ServerVersion", Value: "1064"},
			{Key: "Num trader weapons", Value: "71"}, {Key: "CurrentWave", Value: "4"}, {Key: "FinalWave", Value: "10"}}},
	{game: "ut3", kind: "unrealtournament3", class: "ut3", plan: "gamespy3",
		rules: []wire.Rule{{Key: "gamemode", Value: "openplaying"}, {Key: "EngineVersion", Value: "3809"},
			{Key: "MinNetVersion", Value: "3467"}, {Key: "OwningPlayerName", Value: "Skipper"},
			{Key: "s32779", Value: "2"}, {Key: "s0", Value: "3"}, {Key: "s6", Value: "1"}, {Key: "s7", Value: "0"},
			{Key: "s8", Value: "0"}, {Key: "s10", Value: "0"},
			{Key: "p268435703", Value: "0"}, {Key: "p268435704", Value: "20"}, {Key: "p268435705", Value: "15"},
			{Key: "p268435717", Value: "8"}, {Key: "p1073741828", Value: "Harbour Sounds"}},
		mutators: []string{"FriendlyFire", "Harbour Sounds"}, extra: []wire.Rule{{Key: "deaths", Value: "4"}}},
}

// status is what the server has to say, with so many players that a list takes
// several datagrams.
func (e *emulated) status(players int) *decoder.Status {
	s := &decoder.Status{
		Name: wire.Some("Harbour Lights " + e.game), Map: wire.Some("DM-Bellfounder"),
		GameType: wire.Some("DeathMatchPlus"), GamePort: wire.Some(int64(7777)),
		Players: wire.Some(int64(players)), MaxPlayers: wire.Some(int64(64)), Rules: e.rules, Mutators: e.mutators,
	}
	for i := range players {
		n := int64(i)
		p := wire.Player{ID: wire.Some(n), Name: wire.Some(fmt.Sprintf("Lamplighter %c%d", 'A'+i%26, i)),
			Score: wire.Some(n*7 - 20), Ping: wire.Some(n*4 + 12), Team: wire.Some(n % 2), Extra: e.extra}
		if e.class == "unreal2" {
			p.ID = wire.Some(n + 1)
		}
		s.PlayerList = append(s.PlayerList, p)
	}
	return s
}

// TestEmulated lets gamedig and our client query emulated servers over real
// sockets: both return what the server's Status holds, whether its answers
// fit one datagram or take several.
func TestEmulated(t *testing.T) {
	var places []Place
	var statuses []*decoder.Status
	var of []*emulated
	for i := range emulatedServers {
		e := &emulatedServers[i]
		for _, players := range []int{3, 26} {
			game := decoder.GameByName(e.game)
			s, err := emulator.Listen(t.Context(), "127.0.0.1:0", emulator.Options{
				Source: emulator.FromStatus(game.Services[0].Protocol, e.status(players)), Game: game,
			})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			places = append(places, Place{e.kind, s.Addr()})
			statuses, of = append(statuses, e.status(players)), append(of, e)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	theirs, err := Query(ctx, ".", places)
	if err != nil {
		t.Fatal(err)
	}
	c := live.New(live.Options{Timeout: time.Second, Quiet: 200 * time.Millisecond})
	defer c.Close()
	for i, place := range places {
		e := of[i]
		t.Run(fmt.Sprintf("%s, %d players", e.game, len(statuses[i].PlayerList)), func(t *testing.T) {
			p := Packet{Class: e.class}
			want := ourView(p, statuses[i])
			if diff := cmp.Diff(want, e.gamedigView(theirs[i])); diff != "" {
				t.Errorf("-status +gamedig:\n%s", diff)
			}
			if e.game == "killingfloor" && (theirs[i].Raw["wavecurrent"] != 4.0 || theirs[i].Raw["wavetotal"] != 10.0) {
				t.Errorf("gamedig reads wave %v of %v", theirs[i].Raw["wavecurrent"], theirs[i].Raw["wavetotal"])
			}
			plan, ok := query.PlanByName(e.plan)
			if !ok {
				t.Fatalf("there is no plan %q", e.plan)
			}
			s := c.Query(ctx, live.TargetAt(place.Addr, plan))
			if s.Err != nil || s.Status == nil {
				t.Fatalf("our client: %v", s.Err)
			}
			if diff := cmp.Diff(want, ourView(p, s.Status)); diff != "" {
				t.Errorf("-status +our client:\n%s", diff)
			}
		})
	}
}

// gamedigView is gamedig's result in the common form, without what it adds.
func (e *emulated) gamedigView(s State) view {
	if e.class == "gamespy1" {
		delete(s.Raw, "validate")
	}
	return gamedigView(Packet{Class: e.class}, s)
}

// TestGamedigDisagrees holds what gamedig reads otherwise than the packets say,
// so that nobody takes it for a fault of the emulator; a gamedig that reads
// them right will fail it.
func TestGamedigDisagrees(t *testing.T) {
	e := &emulatedServers[1]
	start := func(change func(*decoder.Status)) Place {
		s := e.status(3)
		change(s)
		server, err := emulator.Listen(t.Context(), "127.0.0.1:0",
			emulator.Options{Source: emulator.FromStatus("unreal2", s)})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { server.Close() })
		return Place{e.kind, server.Addr()}
	}
	places := []Place{
		start(func(s *decoder.Status) { s.Password = wire.Some(true) }),
		start(func(s *decoder.Status) { s.PlayerList[0].ID = wire.Some(int64(0)) }),
		start(func(s *decoder.Status) { s.PlayerList[1].Ping = wire.Some(int64(0)) }),
	}
	got, err := Query(t.Context(), ".", places)
	if err != nil {
		t.Fatal(err)
	}
	// 0D GamePassword 00 05 True 00: it compares for not equal.
	if got[0].Password {
		t.Error("gamedig reads GamePassword True as a password now")
	}
	// 00 00 00 00 | 0F "Lamplighter A0" 00 ...: id 0 is an ordinary id.
	if len(got[1].Players) != 2 {
		t.Errorf("gamedig lists the player with id 0 now: %d players", len(got[1].Players))
	}
	// ... 00 00 00 00 for the ping: a player who has just come, for gamedig a bot.
	if len(got[2].Players) != 2 || len(got[2].Bots) != 1 {
		t.Errorf("gamedig lists the player with ping 0 now: %d players, %d bots", len(got[2].Players), len(got[2].Bots))
	}
}
