package bzflag_test

import (
	"encoding/binary"
	"errors"
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/promise"
	"fragscope/decoder/protocol/bzflag"
	"fragscope/decoder/wire"
)

func TestSamples(t *testing.T) { promise.Samples(t, "bzflag-", bzflag.ID, wire.Likely) }

func message(code, body string) string {
	return string(binary.BigEndian.AppendUint16(nil, uint16(len(body)))) + code + body
}

func words(values ...uint16) (s string) {
	for _, v := range values {
		s += string(binary.BigEndian.AppendUint16(nil, v))
	}
	return s
}

func padded(s string, n int) string { return s + strings.Repeat("\x00", n-len(s)) }

func player(id byte, team, wins, losses uint16, name string) string {
	return message("ap", string(id)+words(0, team, wins, losses, 0)+padded(name, 32)+padded("", 128))
}

const (
	header = "BZFLAG\r\n\r\n"
	hello  = "BZFS0221\x01"
)

var (
	game  = message("qg", words(1, 0x0a, 20, 3, 0, 1, 1, 0, 0, 1, 20, 10, 10, 0, 0, 5, 2, 150, 40, 30, 1800, 5))
	teams = message("tu", "\x02"+words(1, 1, 3, 1, 2, 1, 0, 4))
	list  = message("qp", words(8, 2)) + teams + player(0, 1, 9, 4, "Heron") + player(1, 5, 0, 0, "Bittern")
)

func TestMessages(t *testing.T) {
	const heron = " player.id=0 player.type=0 player.team=1 player.wins=9 player.losses=4 player.team_kills=0" +
		" player.callsign=Heron player.motto="
	const bittern = " player.id=1 player.type=0 player.team=5 player.wins=0 player.losses=0 player.team_kills=0" +
		" player.callsign=Bittern player.motto="
	const red, green = " team.id=1 team.size=1 team.wins=3 team.losses=1", " team.id=2 team.size=1 team.wins=0 team.losses=4"
	const played = "game.style=1 game.options=10 game.max_players=20 game.max_shots=3 game.rogue=0 game.red=1 game.green=1 " +
		"game.blue=0 game.purple=0 game.observers=1 game.max_rogue=20 game.max_red=10 game.max_green=10 game.max_blue=0 " +
		"game.max_purple=0 game.max_observers=5 game.shake_wins=2 game.shake_timeout=150 game.max_player_score=40 " +
		"game.max_team_score=30 game.max_time=1800 game.elapsed=5"
	const listed = "players.teams=8 players.count=2 team.count=2" + red + green + heron + bittern
	for _, c := range []struct{ packet, message, fields, problems string }{
		{header, "connect request", "hello.header=42 5a 46 4c 41 47 0d 0a 0d 0a", ""},
		{hello, "connect reply", "hello.magic=42 5a 46 53 hello.version=0221 hello.id=1", ""},
		{"BZFS0221\r\n\r\n", "version notice", "hello.magic=42 5a 46 53 hello.version=0221 hello.end=0d 0a 0d 0a", ""},
		{message("qg", ""), "game request", "", ""},
		{message("qp", ""), "player list request", "", ""},
		{header + message("qg", "") + message("qp", ""), "player list request", "hello.header=42 5a 46 4c 41 47 0d 0a 0d 0a", ""},
		{game, "game reply", played, ""},
		{list, "player list reply", listed, ""},
		{hello + game + list, "player list reply", "hello.magic=42 5a 46 53 hello.version=0221 hello.id=1 " + played + " " + listed, ""},
		{hello + message("ac", "\x01") + teams, "messages to a player",
			"hello.magic=42 5a 46 53 hello.version=0221 hello.id=1 message.data=01 team.count=2" + red + green, ""},
		{header + message("en", "a"), "messages of a player", "hello.header=42 5a 46 4c 41 47 0d 0a 0d 0a message.data=61", ""},
		{message("rj", words(6)+padded("no\x00\x02", 128)) + message("sk", ""), "reject reply",
			"reject.reason=6 reject.text=no", ""},
		{"\x00\x02\x04\x04\x00\x00", "ping request", "ping.reserved=0", ""},
		{game[:20], "game reply", "", "cut"},
		{list[:200], "player list reply", "", "cut"},
		{hello + "\x00\x05", "connect reply", "", "cut"},
	} {
		m := decoder.Decode([]byte(c.packet), wire.Options{Protocol: bzflag.ID})
		promise.Message(t, m)
		promise.Encode(t, m)
		promise.Truncation(t, m, wire.Options{})
		var fields []string
		for _, f := range promise.Leaves(m, "bzflag.") {
			if !strings.HasPrefix(f, "message.length=") && !strings.HasPrefix(f, "message.code=") {
				fields = append(fields, f)
			}
		}
		if got := strings.Join(fields, " "); m.Info.Name != c.message || c.problems == "" && got != c.fields ||
			promise.Codes(m) != c.problems {
			t.Errorf("%q: %s\nfields %q\n%s", c.packet, c.message, got, promise.Dump(m))
		}
		if m := decoder.Decode([]byte(c.packet), wire.Options{}); c.problems == "" && m.Protocol() != bzflag.ID {
			t.Errorf("%q is not recognised: %s", c.packet, m.Protocol())
		}
	}
}

// What only begins like a packet is none.
func TestOthers(t *testing.T) {
	for _, p := range []string{message("qg", "ab"), message("zz", ""), "\x00\x38\x03\x03BZFX",
		"BZFS02", "BZF", "BZFSabcd1", "a BZFS0221 00 192.0.2.1 b\n", "a.example BZFS0221 ", message("ap", "short"),
		"\x00\x02\x04\x04"} {
		if m := decoder.Decode([]byte(p), wire.Options{}); m.Protocol() == bzflag.ID && m.Confidence > wire.Possible {
			t.Errorf("%q is a %s", p, m.Info.Name)
		}
	}
}

func TestStatus(t *testing.T) {
	s := decoder.StatusOf(decoder.Decode([]byte(hello+game+list), wire.Options{}))
	rules := map[string]string{}
	for _, r := range s.Rules {
		rules[r.Key] = r.Value
	}
	if s.Version.Value != "0221" || s.GameType.Value != "capture the flag" || s.MaxPlayers.Value != 20 ||
		s.Players.Value != 1 || len(s.PlayerList) != 2 || s.PlayerList[0].Score.Value != 5 ||
		s.PlayerList[1].Team.Value != 5 || len(s.Teams) != 2 || s.Teams[1].Name.Value != "green" || s.Teams[1].Score.Value != -4 ||
		rules["jumping"] != "1" ||
		rules["ricochet"] != "0" || rules["max_time"] != "1800" || rules["red"] != "" {
		t.Errorf("%+v", s)
	}
	rabbit := message("qg", words(3, 0, 20)+strings.Repeat("\x00", 38))
	if s := decoder.StatusOf(decoder.Decode([]byte(rabbit), wire.Options{})); s.Players.Known || s.MaxPlayers.Value != 20 {
		t.Errorf("a rabbit chase counts its players: %+v", s)
	}
}

// What is served is read as it was.
func TestServe(t *testing.T) {
	p, err := decoder.AppendRequest(nil, &ask.Query{Protocol: bzflag.ID})
	if err != nil || string(p) != header+"\x00\x00qg\x00\x00qp" {
		t.Fatalf("%q, %v", p, err)
	}
	s := &wire.Status{Version: wire.Some("0221"), GameType: wire.Some("rabbit chase"), MaxPlayers: wire.Some(int64(70000)),
		Players: wire.Some(int64(3)), Rules: []wire.Rule{{Key: "jumping", Value: "1"}, {Key: "max_red", Value: "99999"}},
		Teams: []wire.Team{{ID: wire.Some(int64(1)), Score: wire.Some(int64(-7))}},
		PlayerList: []wire.Player{{Name: wire.Some(strings.Repeat("n", 99)), Score: wire.Some(int64(-3)),
			Team: wire.Some(int64(1)), Extra: []wire.Rule{{Key: "Losses", Value: "5"}, {Key: "Motto", Value: "no"}}},
			{Name: wire.Some("Bittern"), Team: wire.Some(int64(99))}, {Team: wire.Some(int64(5))}}}
	replies, err := decoder.AppendReplies(nil, decoder.Decode(p, wire.Options{}), &answer.Answer{Status: s})
	if err != nil || len(replies) != 3 {
		t.Fatal(len(replies), err)
	}
	var ms []*wire.Message
	for _, p := range replies {
		if n := bzflag.Client.Size(p); n != len(p) || bzflag.Client.Size(p[:3]) > len(p) {
			t.Errorf("size %d of %d bytes", n, len(p))
		}
		m := decoder.Decode(p, wire.Options{})
		promise.Message(t, m)
		ms = append(ms, m)
	}
	got := decoder.StatusOf(ms...)
	rules := map[string]string{}
	for _, r := range got.Rules {
		rules[r.Key] = r.Value
	}
	if got.Version != s.Version || got.GameType != s.GameType || got.MaxPlayers.Value != 65535 || got.Players.Value != 2 ||
		len(got.PlayerList) != 3 || len(got.PlayerList[0].Name.Value) != 31 || got.PlayerList[0].Score.Value != -3 ||
		got.PlayerList[0].Extra[0].Value != "2" || got.PlayerList[0].Extra[3].Value != "no" ||
		got.PlayerList[1].Team.Value != 0 || got.Teams[1].Score.Value != -7 || rules["jumping"] != "1" ||
		rules["max_red"] != "65535" || rules["observers"] != "1" {
		t.Errorf("%+v", got)
	}
	other := decoder.Decode([]byte(header+message("en", "")), wire.Options{Protocol: bzflag.ID})
	if replies, err := decoder.AppendReplies(nil, other, &answer.Answer{Status: s}); err != nil || len(replies) != 1 {
		t.Errorf("a player's header: %d, %v", len(replies), err)
	}
	ping := decoder.Decode([]byte("\x00\x02\x04\x04\x00\x00"), wire.Options{})
	if _, err := decoder.AppendReplies(nil, ping, &answer.Answer{Status: s}); !errors.Is(err, answer.ErrNoRequest) {
		t.Errorf("ping request: %v", err)
	}
}

// A message of unknown length is waited for, and what no server sends is noticed.
func TestSize(t *testing.T) {
	for p, want := range map[string]int{"B": 9, "BZFS0221\r\n\r\n": 12, hello + game: 9, game: 48, game + list: 48,
		list: len(list), list + game: len(list), "\x00\x04qp": 0, "\x00\x04qp\x00\x08\x00\x01": 0, "HTTP": -1, "\x00": 0,
		"\x09\x00qg": -1, "\x00\x00\x00\x00": -1, message("gt", "12345678") + list: 12} {
		if got := bzflag.Client.Size([]byte(p)); got != want {
			t.Errorf("%q: %d, not %d", p, got, want)
		}
	}
}

func FuzzBZFlag(f *testing.F) {
	promise.Fuzz(f, bzflag.ID, "bzflag-", hello+game+list, "BZFS0221\r\n\r\nx", message("tu", "\xff"+strings.Repeat("\x01", 1016)))
}

func TestAllocates(t *testing.T) { promise.Allocates(t, "bzflag-") }
