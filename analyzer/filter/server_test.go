package filter

import (
	"net/netip"
	"strings"
	"testing"
	"time"

	"fragscope/analyzer/report"
	"fragscope/decoder"
	"fragscope/decoder/wire"
)

func TestServerFilter(t *testing.T) {
	name, mapName, players, places, locked, who := "Harbour Lights", "CTF-Face", int64(3), int64(16), false,
		"Brass Lantern"
	s := &Server{
		Addr: netip.MustParseAddrPort("192.0.2.7:7778"), Protocol: "unreal2", RTT: 44 * time.Millisecond,
		Status: &decoder.Status{
			Name: wire.Some(name), Map: wire.Some(mapName), Players: wire.Some(players),
			MaxPlayers: wire.Some(places), Password: wire.Some(locked),
			Rules: []wire.Rule{{Key: "GoalScore", Value: "25"}}, PlayerList: []wire.Player{{Name: wire.Some(who)}},
		},
	}
	for source, want := range map[string]bool{
		`players > 0 and not password`: true, `map matches "^DM-"`: false, `free == 13`: true, `ping < 50`: true,
		`ping < 40`:                 false,
		`rule("goalscore") == "25"`: true, `rule("none") == ""`: false, `player("brass")`: true, `player("tin")`: false,
		`text("harbour")`: true,
		`address == 192.0.2.7:7778 and server in 192.0.2.0/24`: true, `rtt_ms < 50 and max == 16 and type != "x"`: false,
		`map contains "Face"`:                true,
		`net("192.0.2.0/24") and port(7778)`: true, `host("192.0.2.8")`: false, `protocol == "unreal2"`: true,
		`answered`: true,
	} {
		f, err := CompileFor(source, Servers)
		if err != nil {
			t.Errorf("%s: %v", source, err)
			continue
		}
		if got := f.Matcher(t.Context()).Server(s); got != want {
			t.Errorf("%s: %v", source, got)
		}
		if f.Matcher(t.Context()).Server(&Server{RTT: -1}) && strings.Contains(source, "players > 0") {
			t.Errorf("%s: a silent server has players", source)
		}
	}
	for _, bad := range []string{"", "players", "playrs > 0", "size > 3", "outcome == answered", `net("192.0.2")`,
		`players >`} {
		if _, err := CompileFor(bad, Servers); err == nil {
			t.Errorf("%q compiles", bad)
		}
	}
}

// TestExchange: columns of exchanges are names, alone or with those of packets.
func TestExchange(t *testing.T) {
	x := &report.Exchange{Protocol: "a2s", Message: "info request", Outcome: report.Unanswered, Request: 4,
		Retries: []int64{7, 9}, FirstRTT: -1,
		LastRTT: -1, Time: 5e18, RequestBytes: 75, Problems: []string{"cut"},
		Client: netip.MustParseAddrPort("192.0.2.1:5000"), Server: netip.MustParseAddrPort("198.51.100.7:27015")}
	for source, want := range map[string]bool{
		"outcome == unanswered": true, "outcome in [answered, incomplete]": false, "rttMs > 0": false,
		"retries == 2 and retryPackets == 9":     true,
		"requestBytes > 70 and reply_bytes == 0": true, "server == 198.51.100.7 and client in 192.0.2.0/24": true,
		"packet == 4":                   true,
		"a2s and message contains info": true, "problems == cut": true, `problem("cu*") and port 27015`: true,
		"time > 2030-01-01": true,
	} {
		f, err := CompileFor(strings.TrimPrefix(source, "a2s and "), Packets|Exchanges)
		if err != nil || f.About()&Exchanges == 0 {
			t.Errorf("%s: %v", source, err)
			continue
		}
		if got := f.Matcher(t.Context()).Exchange(x); got != want {
			t.Errorf("%s: %v", source, got)
		}
	}
	if _, err := CompileFor("outcome == unanswered and size > 3", Packets|Exchanges); err == nil ||
		!strings.Contains(err.Error(), "filter by one of them") {
		t.Errorf("what nothing has is compiled: %v", err)
	}
	f, err := CompileJoint("outcome == unanswered and size > 3")
	if err != nil {
		t.Fatal(err)
	}
	h := &Header{Size: 4}
	if find := func() *report.Exchange { return x }; !f.Matcher(t.Context()).Row(h, nil, find) {
		t.Error("a packet of an exchange is not found by its outcome")
	}
}
