package filter

import (
	"net/netip"
	"strings"
	"testing"
	"time"

	"fragscope/decoder"
)

func TestServerFilter(t *testing.T) {
	name, mapName, players, places, locked, who := "Harbour Lights", "CTF-Face", int64(3), int64(16), false, "Brass Lantern"
	s := &Server{
		Addr: netip.MustParseAddrPort("192.0.2.7:7778"), Protocol: decoder.Unreal2, RTT: 44 * time.Millisecond,
		Status: &decoder.Status{
			Name: decoder.Some(name), Map: decoder.Some(mapName), Players: decoder.Some(players), MaxPlayers: decoder.Some(places), Password: decoder.Some(locked),
			Rules: []decoder.Rule{{Key: "GoalScore", Value: "25"}}, PlayerList: []decoder.Player{{Name: decoder.Some(who)}},
		},
	}
	for source, want := range map[string]bool{
		`players > 0 and not password`: true, `map matches "^DM-"`: false, `free == 13`: true, `ping < 50`: true, `ping < 40`: false,
		`rule("goalscore") == "25"`: true, `rule("none") == ""`: true, `player("brass")`: true, `player("tin")`: false, `text("harbour")`: true,
		`net("192.0.2.0/24") and port(7778)`: true, `host("192.0.2.8")`: false, `protocol == "unreal2"`: true, `answered`: true,
	} {
		f, err := CompileServer(source)
		if err != nil {
			t.Errorf("%s: %v", source, err)
			continue
		}
		if got := f.Match(s); got != want {
			t.Errorf("%s: %v", source, got)
		}
		if f.Match(&Server{RTT: -1}) && strings.Contains(source, "players > 0") {
			t.Errorf("%s: a silent server has players", source)
		}
	}
	for _, bad := range []string{"", "players", "playrs > 0", `net("192.0.2")`, `players >`} {
		if _, err := CompileServer(bad); err == nil {
			t.Errorf("%q compiles", bad)
		}
	}
}
