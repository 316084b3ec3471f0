package doom3_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/promise"
	"fragscope/decoder/protocol/doom3"
	"fragscope/decoder/wire"
)

const (
	head  = "\xff\xffinfoResponse\x00abcd\x29\x00\x01\x00"
	wars  = "\xff\xffinfoResponse\x00abcdPoNg\x15\x00\x0a\x00\x40\x00\x00\x00"
	named = "si_name\x00A\x00\x00\x00"
	text  = "setting.key=si_name setting.value=A setting.end=00 00"
)

func TestSamples(t *testing.T) { promise.Samples(t, "doom3-", "doom3", wire.Likely) }

func TestMessages(t *testing.T) {
	for _, c := range []struct{ packet, message, fields, problems string }{
		{"\xff\xffgetInfo\x00abcd", "info request", "challenge=61 62 63 64", ""},
		{"\xff\xffgetInfo\x00abcdefgh\x00", "info request", "task=61 62 63 64 challenge=65 66 67 68 padding=00", ""},
		{"\xff\xffgetInfo\x00\x00\x00\x00\x00\x00", "info request", "challenge=00 00 00 00 padding=00", ""},
		{"\xff\xffgetInfo\x00abc", "info request", "challenge=61 62 63", "cut"},
		{"\xff\xffgetInfoEx\x00abcdefgh", "extended info request", "task=61 62 63 64 challenge=65 66 67 68", ""},
		{"\xff\xffgetI", "info request", "", "cut"},
		{"\xff\xffgetInfoE", "extended info request", "", "cut"},
		{head + named + "\x20\x07\x00\x00\x00", "info reply", "challenge=61 62 63 64 info.version=65577 " + text +
			" player.end=32 tail.os_mask=7", ""},
		{head + named + "\x10\x07\x00\x00\x00", "info reply", "challenge=61 62 63 64 info.version=65577 " + text +
			" player.end=16 tail.os_mask=7", ""},
		{head + named + "\x01\x20\x00\x00\x10\x00\x00B\x00\x20\x07\x00\x00\x00", "info reply",
			"challenge=61 62 63 64 info.version=65577 " + text + " player.id=1 player.ping=32 player.rate=4096 player.name=B " +
				"player.end=32 tail.os_mask=7", ""},
		{head + named + "\x01\x20\x00\x00\x10\x00\x00B\x00C\x00\x20\x07\x00\x00\x00", "info reply",
			"challenge=61 62 63 64 info.version=65577 " + text + " player.id=1 player.ping=32 player.rate=4096 player.name=B " +
				"player.clan=C player.end=32 tail.os_mask=7", ""},
		{head + named + "\x01\x20\x00\x00\x10\x00\x00B\x00", "info reply",
			"challenge=61 62 63 64 info.version=65577 " + text + " player.id=1 player.ping=32 player.rate=4096 player.name=B",
			"doom3-players-open"},
		{head + named, "info reply", "challenge=61 62 63 64 info.version=65577 " + text, "doom3-players-open"},
		{head + named[:10], "info reply", "challenge=61 62 63 64 info.version=65577 setting.key=si_name setting.value=A",
			"doom3-settings-open"},
		{head + named[:9], "info reply", "challenge=61 62 63 64 info.version=65577 setting.key=si_name setting.value=A",
			"cut"},
		{wars + named + "\x20\x07\x00\x00\x00\x01\x10\x00\x00\x00\x02\x00\x05", "info reply",
			"task=61 62 63 64 challenge=50 6f 4e 67 info.version=655381 info.size=64 " + text +
				" player.end=32 tail.os_mask=7 tail.ranked=1 tail.time_left=16 tail.game_state=2 tail.server_type=0 " +
				"tail.interested=5", ""},
		{"\xff\xffservers\x00\x01\x02\x03\x04\x05\x06\x07", "server list reply",
			"server.address=1.2.3.4 server.port=1541 server.address=07", "cut"},
		{"\xff\xffservers\x00", "server list reply", "", ""},
		{"\xff\xffconnect\x00abc", "player request", "arguments=61 62 63", ""},
	} {
		m := decoder.Decode([]byte(c.packet), wire.Options{})
		promise.Message(t, m)
		promise.Encode(t, m)
		promise.Truncation(t, m, wire.Options{})
		var fields []string
		for i := range m.Fields {
			if key := strings.TrimPrefix(strings.TrimPrefix(m.Key(i), "doom3."), "message."); m.Fields[i].Leaf() &&
				key != "mark" && key != "command" {
				fields = append(fields, key+"="+m.Text(i))
			}
		}
		if got := strings.Join(fields, " "); m.Protocol() != "doom3" || m.Info.Name != c.message || got != c.fields ||
			promise.Codes(m) != c.problems {
			t.Errorf("%q: fields %q\n%s", c.packet, got, promise.Dump(m))
		}
	}
}

// What only begins like a message is none.
func TestOthers(t *testing.T) {
	for _, p := range []string{"\xff\xffge", "\xff\xffgetinfo\x00abcd", "\xff\xffgetInfo abcd", "\xff\xffgetInfos\x00",
		"\xff\xff\xff\xffgetInfo\x00", "\xff\xffUGP\x00\x01\x00", "\xfe\xffgetInfo\x00abcd"} {
		if m := decoder.Decode([]byte(p), wire.Options{}); m.Protocol() == "doom3" {
			t.Errorf("%q is a %s", p, m.Info.Name)
		}
	}
}

func TestRequests(t *testing.T) {
	for _, c := range []struct {
		query ask.Query
		want  string
	}{
		{ask.Query{}, "\xff\xffgetInfo\x001234"},
		{ask.Query{Message: "extended info request"}, "\xff\xffgetInfoEx\x0012345678"},
		{ask.Query{Message: "server list request"}, "\xff\xffgetServers\x00\x29\x00\x01\x00\x00\x00"},
		{ask.Query{Message: "server list request", Details: &doom3.Query{Version: 2<<16 | 85, Game: "q4max", Filter: 0x24}},
			"\xff\xffgetServers\x00\x55\x00\x02\x00q4max\x00\x24"},
	} {
		c.query.Protocol, c.query.ID = "doom3", [8]byte([]byte("12345678"))
		p, err := decoder.AppendRequest(nil, &c.query)
		if err != nil || string(p) != c.want {
			t.Errorf("%+v: %q, %v", c.query, p, err)
		}
		if m := promise.Decode(t, p); m.Protocol() != "doom3" || promise.Codes(m) != "" {
			t.Errorf("%q: %s", p, promise.Dump(m))
		}
	}
}

// What is served is read as it was, whichever game it is, and answers its
// request only.
func TestServe(t *testing.T) {
	for game, request := range map[string]string{"doom3": "info request", "quake4": "info request",
		"etqw": "extended info request"} {
		s := &wire.Status{
			Name: wire.Some("^1Slag é"), Map: wire.Some("game/mp/d3dm3"), GameType: wire.Some("Tourney"),
			Game: wire.Some("base"), Version: wire.Some("1.3"),
			MaxPlayers: wire.Some(int64(40)), Password: wire.Some(true), Rules: []wire.Rule{{Key: "si_fragLimit", Value: "10"},
				{Key: "", Value: "x"}, {Key: "os_mask", Value: "5"}, {Key: "time_left", Value: "9"}},
		}
		for i := range 40 {
			s.PlayerList = append(s.PlayerList, wire.Player{ID: wire.Some(int64(i)), Name: wire.Some("p" + strconv.Itoa(i)),
				Ping: wire.Some(int64(i * 3000)), Extra: []wire.Rule{
					{Key: "Rate", Value: "16000"}, {Key: "Clan tag", Value: "c"}, {Key: "Bot", Value: "1"}, {Key: "XP", Value: "2.5"},
					{Key: "Team", Value: "gdf"}, {Key: "Kills", Value: "3"}, {Key: "Deaths", Value: "4"}}})
		}
		q := ask.Query{Protocol: "doom3", Message: request, ID: [8]byte([]byte("12345678"))}
		p, _ := decoder.AppendRequest(nil, &q)
		question := decoder.Decode(p, wire.Options{})
		replies, err := decoder.AppendReplies(nil, question, &answer.Answer{Status: s, Game: decoder.GameByName(game)})
		if err != nil || len(replies) != 1 {
			t.Fatal(game, len(replies), err)
		}
		m := promise.Decode(t, replies[0])
		got := decoder.StatusOf(m)
		if promise.Codes(m) != "" || got.Name.Value != "Slag é" || got.Map != s.Map || got.GameType != s.GameType ||
			got.Game != s.Game || got.Version != s.Version || got.MaxPlayers != s.MaxPlayers || got.Password != s.Password ||
			got.Players.Value != 32 {
			t.Errorf("%s: %s %+v", game, promise.Codes(m), got)
		}
		extra := map[string]int{"doom3": 1, "quake4": 2, "etqw": 6}[game]
		for i, p := range got.PlayerList {
			if p.ID.Value != int64(i) || p.Name != s.PlayerList[i].Name || p.Ping.Value != min(int64(i*3000), 65535) ||
				len(p.Extra) != extra {
				t.Errorf("%s: player %d is %+v", game, i, p)
			}
		}
		ours, other := m.MatchKey(),
			(decoder.Decode([]byte(strings.Replace(string(p), "1234", "1235", 1)), wire.Options{})).MatchKey()
		if !ours.Answers(question.MatchKey()) || ours.Answers(other) {
			t.Error(game, ours, other)
		}
	}
	for _, p := range []string{head + named, "\xff\xffgetInfo\x00abc", "\xff\xffheartbeat\x00"} {
		if _, err := decoder.AppendReplies(nil, decoder.Decode([]byte(p), wire.Options{}),
			&answer.Answer{Status: &wire.Status{}}); !errors.Is(err, answer.ErrNoRequest) {
			t.Errorf("%q: %v", p, err)
		}
	}
}

func TestStatus(t *testing.T) {
	p := promise.Hex(t, "doom3-etqw-extended-reply")[0]
	got := decoder.StatusOf(decoder.Decode(p, wire.Options{}))
	want := &wire.Status{
		Protocol: "doom3", Name: wire.Some("Dam Watch XP saver"), Map: wire.Some("island"),
		GameType: wire.Some("sdGameRulesCampaign"), Game: wire.Some("baseETQW-1"),
		Version: wire.Some("ETQW 1.5.12642.33243  win-x86 Apr 30 2008 14:18:50"), Players: wire.Some(int64(3)),
		MaxPlayers: wire.Some(int64(24)), Password: wire.Some(false),
		PlayerList: []wire.Player{
			{ID: wire.Some(int64(0)), Name: wire.Some("Sapper"), Ping: wire.Some(int64(76)),
				Extra: []wire.Rule{{Key: "Clan tag"}, {Key: "Bot", Value: "0"}, {Key: "XP", Value: "24795.14"},
					{Key: "Team", Value: "strogg"}, {Key: "Kills", Value: "15"}, {Key: "Deaths", Value: "11"}}},
			{ID: wire.Some(int64(7)), Name: wire.Some("Pylon"), Ping: wire.Some(int64(43)),
				Extra: []wire.Rule{{Key: "Clan tag", Value: "[WD]"}, {Key: "Bot", Value: "0"}, {Key: "XP", Value: "97.35"},
					{Key: "Team", Value: "gdf"}, {Key: "Kills", Value: "7"}, {Key: "Deaths", Value: "4"}}},
			{ID: wire.Some(int64(9)), Name: wire.Some("Automaton"), Ping: wire.Some(int64(0)),
				Extra: []wire.Rule{{Key: "Clan tag"}, {Key: "Bot", Value: "1"}, {Key: "XP", Value: "0"}, {Key: "Team"},
					{Key: "Kills", Value: "0"}, {Key: "Deaths", Value: "0"}}},
		},
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(wire.Status{}, "Rules", "Complete")); diff != "" {
		t.Error(diff)
	}
	rules := map[string]string{}
	for _, r := range got.Rules {
		rules[r.Key] = r.Value
	}
	for key, value := range map[string]string{"protocol": "10.21", "os_mask": "7", "ranked": "0", "time_left": "338436",
		"game_state": "2", "server_type": "0", "interested": "1"} {
		if rules[key] != value {
			t.Errorf("%s is %q", key, rules[key])
		}
	}
}

func FuzzDoom3(f *testing.F) {
	promise.Fuzz(f, "doom3", "doom3-", head+named+"\x20", wars+named+"\x01\x00\x00a\x00\x00\x00\x00\x20")
}

func TestAllocates(t *testing.T) { promise.Allocates(t, "doom3-") }
