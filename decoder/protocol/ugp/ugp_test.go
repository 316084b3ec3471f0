package ugp_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fragscope/decoder"
	"fragscope/decoder/ask"
	"fragscope/decoder/promise"
	"fragscope/decoder/protocol/ugp"
	"fragscope/decoder/wire"
)

func TestUGPSamples(t *testing.T) { promise.Samples(t, "ugp-", "ugp", wire.Certain) }

func TestUGPRequests(t *testing.T) {
	for _, c := range []struct {
		sample, message, fields, problems string
	}{
		{"ugp-ping-request", "ping request", "", ""},
		{"ugp-query-request", "query request", "flags=15 server=125 players=127 players_extra=63 teams=15 rules=7", ""},
		{"ugp-query-request-luquery", "query request", "flags=3 server=108 players=127 players_extra=61", ""},
		{"ugp-query-request-lgsl", "query request", "flags=9 server=108 rules=7", ""},
		{"ugp-query-request-teams-first", "query request", "flags=7 server=108 teams=15 players=127 players_extra=61",
			"ugp-teams-first"},
		{"ugp-query-request-either-order", "query request", "flags=6 players=3 teams=15", "ugp-flag-order"},
		{"ugp-query-request-extra-server", "query request", "flags=1 server=127 server_extra=7", ""},
	} {
		m := decoder.Decode(promise.Hex(t, c.sample)[0], wire.Options{})
		if got := strings.Join(promise.Leaves(m, "ugp.request."), " "); m.Info.Name != c.message || got != c.fields ||
			promise.Codes(m) != c.problems {
			t.Errorf("%s: %s, problems %q\n%s", c.sample, got, promise.Codes(m), promise.Dump(m))
		}
	}
}

// Requests that no known program sends.
func TestUGPOddRequests(t *testing.T) {
	for _, c := range []struct {
		name, packet, message, problems string
	}{
		{"another version", "FFFF55475000 02 00", "ping request", "ugp-version"},
		{"another type", "FFFF55475000 01 07", "request", "value-unknown"},
		{"unknown sections", "FFFF55475000 01 01 31 6C", "query request", "value-unknown"},
		{"unknown server flag", "FFFF55475000 01 01 01 EC", "query request", "value-unknown"},
		{"extra server flags left out", "FFFF55475000 01 01 03 6E 3F", "query request", "ugp-extra-missing"},
		{"a byte too many", "FFFF55475000 01 01 01 6C 00", "query request", "bytes-left-over"},
		{"flags cut", "FFFF55475000 01 01 03 6C 7F", "query request", "cut"},
		{"no flags at all", "FFFF55475000 01 01", "query request", "cut"},
		{"another identifier, by name", "FEFF55475000 01 00", "ping request", "constant-differs"},
		{"identifier alone", "FFFF55475000", "request", "cut"},
		{"a ping with a tail", "FFFF55475000 01 80 00", "ping reply", "bytes-left-over"},
	} {
		m := decoder.Decode(promise.Unhex(t, c.packet), wire.Options{Protocol: "ugp"})
		promise.Message(t, m)
		promise.Truncation(t, m, wire.Options{})
		if m.Info.Name != c.message || promise.Codes(m) != c.problems {
			t.Errorf("%s: problems %q\n%s", c.name, promise.Codes(m), promise.Dump(m))
		}
	}
}

func TestUGPExampleReply(t *testing.T) {
	p := promise.Hex(t, "ugp-query-reply")[0]
	if len(p) != 50 {
		t.Fatalf("%d bytes", len(p))
	}
	m := decoder.Decode(p, wire.Options{})
	want := []string{
		"header.identifier=ff ff 55 47 50 00", "header.version=1", "header.type=129", "reply.game=5", "reply.flags=3",
		"server.flags=108", "server.name=My server", "server.mode=freeroam", "server.players=2", "server.max_players=32",
		"players.count=2", "players.flags=3", "players.id=0", "players.name=Alice", "players.id=1", "players.name=Bob",
	}
	if d := cmp.Diff(want, promise.Leaves(m, "ugp.")); d != "" || promise.Codes(m) != "" {
		t.Errorf("%s\n%s", d, promise.Dump(m))
	}
	for i := range m.Fields {
		if m.Fields[i].Flags&wire.FlagAmbiguous != 0 {
			t.Errorf("%s is marked as one of several readings", m.Key(i))
		}
	}
}

func TestUGPStatus(t *testing.T) {
	text := func(s string) wire.Opt[string] { return wire.Some(s) }
	num := func(n int64) wire.Opt[int64] { return wire.Some(n) }
	yes := true
	for _, c := range []struct {
		sample, problems string
		want             wire.Status
	}{
		{"ugp-query-reply", "", wire.Status{
			Name: text("My server"), GameType: text("freeroam"), Game: text("GTA IV"), Players: num(2), MaxPlayers: num(32),
			PlayerList: []wire.Player{{ID: num(0), Name: text("Alice")}, {ID: num(1), Name: text("Bob")}},
		}},
		{"ugp-query-reply-players-extra", "", wire.Status{
			Name: text("Ocean Drive"), GameType: text("Deathmatch"), Map: text("Vice City"), Game: text("Liberty Unleashed"),
			Players: num(2), MaxPlayers: num(64),
			PlayerList: []wire.Player{
				{ID: num(0), Name: text("Tommy"), Score: num(-5), Ping: num(42), Team: num(1), Extra: []wire.Rule{
					{Key: "Kills", Value: "3"}, {Key: "Deaths", Value: "8"}, {Key: "Time joined", Value: "00 a0 12 5f 00 00 00 00"},
					{Key: "Position X", Value: "-1038.5"}, {Key: "Position Y", Value: "12.25"}, {Key: "Position Z", Value: "3"},
					{Key: "Health", Value: "100"}, {Key: "Armour", Value: "50"}, {Key: "Skin", Value: "7"},
				}},
				{ID: num(4), Name: text("Lance"), Score: num(120), Ping: num(118), Extra: []wire.Rule{
					{Key: "Kills", Value: "17"}, {Key: "Deaths", Value: "2"}, {Key: "Time joined", Value: "40 b1 12 5f 00 00 00 00"},
					{Key: "Position X", Value: "540"}, {Key: "Position Y", Value: "-90.5"}, {Key: "Position Z", Value: "10.75"},
					{Key: "Health", Value: "63"}, {Key: "Armour", Value: "0"}, {Key: "Skin", Value: "21"},
				}},
			},
		}},
		{"ugp-query-reply-rules", "", wire.Status{
			Name: text("Grove Street"), GameType: text("rpg"), Game: text("GTA San Andreas"), Players: num(0),
			MaxPlayers: num(100),
			Rules:      []wire.Rule{{Key: "weather", Value: "sunny"}, {Key: "gravity", Value: "0.008"}, {Key: "motd"}},
		}},
		{"ugp-query-reply-rule-flags", "ugp-rule-flags", wire.Status{
			Name: text("Grove Street"), GameType: text("rpg"), Game: text("GTA San Andreas"), Players: num(0),
			MaxPlayers: num(100),
			Rules:      []wire.Rule{{Key: "weather", Value: "sunny"}, {Key: "gravity", Value: "0.008"}, {Key: "motd"}},
		}},
		{"ugp-query-reply-extra-server", "ugp-extra-guessed", wire.Status{
			Name: text("Lost Heaven"), GameType: text("Free ride"), Map: text("freeride"), Game: text("Mafia Connected"),
			Version:  text("1.2.8"),
			Password: wire.Some(yes), Players: num(0), MaxPlayers: num(32),
		}},
		{"ugp-query-reply-teams", "ugp-teams-guessed", wire.Status{
			Name: text("Portland"), GameType: text("tdm"), Game: text("GTA III"), Players: num(2), MaxPlayers: num(16),
			PlayerList: []wire.Player{{ID: num(0), Name: text("Alice"), Team: num(0)},
				{ID: num(1), Name: text("Bob"), Team: num(1)}},
			Teams: []wire.Team{
				{Name: text("Red"), Score: num(30), Size: num(1), Extra: []wire.Rule{{Key: "Colour", Value: "4278190335"}}},
				{Name: text("Blue"), Score: num(-2), Size: num(1), Extra: []wire.Rule{{Key: "Colour", Value: "4294901760"}}},
			},
		}},
		{"ugp-query-reply-teams-last", "ugp-teams-guessed", wire.Status{
			Name: text("Portland"), GameType: text("tdm"), Game: text("GTA III"), Players: num(2), MaxPlayers: num(16),
			PlayerList: []wire.Player{{ID: num(0), Name: text("Alice"), Team: num(0)},
				{ID: num(1), Name: text("Bob"), Team: num(1)}},
			Teams: []wire.Team{
				{Name: text("Red"), Score: num(30), Size: num(1), Extra: []wire.Rule{{Key: "Colour", Value: "4278190335"}}},
				{Name: text("Blue"), Score: num(-2), Size: num(1), Extra: []wire.Rule{{Key: "Colour", Value: "4294901760"}}},
			},
			Rules: []wire.Rule{{Key: "weather", Value: "sunny"}, {Key: "gravity", Value: "0.008"}, {Key: "motd"}},
		}},
		{"ugp-query-reply-teams-unclear", "ugp-sections-unclear", wire.Status{Complete: wire.Some(false),
			Name: text("Portland"), Game: text("GTA III"), Players: num(2),
		}},
		{"ugp-query-reply-empty", "", wire.Status{
			Name: text("EFLC"), GameType: text(""), Game: text("GTA Episodes from Liberty City"), Players: num(0),
			MaxPlayers: num(16),
		}},
		{"ugp-query-reply-cut", "length-past-end", wire.Status{Complete: wire.Some(false),
			Name: text("My server"), GameType: text("freeroam"), Game: text("GTA IV"), Players: num(2), MaxPlayers: num(32),
			PlayerList: []wire.Player{{ID: num(0), Name: text("Alice")}, {ID: num(1), Name: text("Bo")}},
		}},
	} {
		m := decoder.Decode(promise.Hex(t, c.sample)[0], wire.Options{})
		c.want.Protocol = "ugp"
		if d := cmp.Diff(&c.want, decoder.StatusOf(m)); d != "" || promise.Codes(m) != c.problems {
			t.Errorf("%s: problems %q\n%s\n%s", c.sample, promise.Codes(m), d, promise.Dump(m))
		}
	}
	if s := decoder.StatusOf(decoder.Decode(promise.Hex(t, "ugp-ping-reply")[0], wire.Options{})); s != nil {
		t.Errorf("a ping tells %+v", s)
	}
}

// Replies that announce what they do not hold, or hold it in another place.
func TestUGPOddReplies(t *testing.T) {
	head := "FFFF55475000 01 81 "
	for _, c := range []struct {
		name, packet, problems, unknown string
	}{
		{"teams announced, none there", head + "01 07 24 03 41 42 00 01 | 01 03 07 02 43 00", "ugp-teams-missing", ""},
		{"extra announced, none there", head + "01 01 26 0B 30 31 32 33 34 35 36 37 38 39 00 05", "ugp-extra-missing", ""},
		{"no rules behind rule flags", head + "01 08 07 00", "ugp-rule-flags", ""},
		{"no rules", head + "01 08 00", "", ""},
		{"rules cut", head + "01 08 02 04 61 62 63 00", "cut", ""},
		{"unknown game", head + "63 00", "value-unknown", ""},
		{"ping of a minute", head + "01 02 01 40 01 60 EA", "number-implausible", ""},
		{"a name without its NUL", head + "01 02 01 02 02 41 42", "string-without-nul", ""},
		{"players without any flag", head + "01 02 05 00", "", ""},
		{"surplus", head + "01 02 00 00", "bytes-left-over", "00"},
		{"sections that nobody knows", head + "01 30 AA BB", "value-unknown bytes-left-over", "aa bb"},
		{"reply of a type that nobody knows", "FFFF55475000 01 90 01", "value-unknown bytes-left-over", "01"},
	} {
		m := decoder.Decode(promise.Unhex(t, strings.ReplaceAll(c.packet, "|", "")), wire.Options{})
		promise.Message(t, m)
		promise.Truncation(t, m, wire.Options{})
		unknown := ""
		for i := range m.Fields {
			if m.Fields[i].Kind == wire.KindUnknown {
				unknown += m.Text(i)
			}
		}
		if promise.Codes(m) != c.problems || unknown != c.unknown {
			t.Errorf("%s: problems %q, unknown %q\n%s", c.name, promise.Codes(m), unknown, promise.Dump(m))
		}
	}
}

// What others send is none of it: Valve and id Software begin with four FF.
func TestUGPRecognise(t *testing.T) {
	for packet, want := range map[string]wire.Confidence{
		"FFFF55475000 01 01 03 6C 7F 3D":       wire.Certain,
		"FFFF55475000 05 01":                   wire.Likely,
		"FFFF55475000":                         wire.Possible,
		"FFFFFFFF54536F7572636520456E67696E65": wire.Unlikely,
		"FFFFFFFF676574737461747573":           wire.Unlikely,
		"FFFF554750":                           wire.Possible,
		"80 00 00 00 00":                       wire.Unlikely,
	} {
		if _, c := ugp.Recognise(promise.Unhex(t, packet), &wire.Options{}); c != want {
			t.Errorf("%s: confidence %d, want %d", packet, c, want)
		}
	}
}

func TestUGPRequestsBuilt(t *testing.T) {
	for _, c := range []struct {
		query ask.Query
		want  string
	}{
		{ask.Query{Message: "ping request"}, "FFFF55475000 01 00"},
		{ask.Query{}, "FFFF55475000 01 01 0B 7D 7F 3F 07"},
		{ask.Query{Message: "query request", Details: &ugp.Query{Flags: 3, ServerFlags: 0x6c, PlayerFlags: 0x7f,
			ExtraPlayerFlags: 0x3d}}, "FFFF55475000 01 01 03 6C 7F 3D"},
		{ask.Query{Details: &ugp.Query{Flags: 9, ServerFlags: 0x6c}}, "FFFF55475000 01 01 09 6C 07"},
		{ask.Query{Details: &ugp.Query{Flags: 7, ServerFlags: 0x6c, ExtraPlayerFlags: 0x3d}},
			"FFFF55475000 01 01 07 6C 7F 3D 0F"},
		{ask.Query{Details: &ugp.Query{Flags: 7, ServerFlags: 0x6c, ExtraPlayerFlags: 0x3d, TeamsBeforePlayer: true}},
			"FFFF55475000 01 01 07 6C 0F 7F 3D"},
		{ask.Query{Details: &ugp.Query{Flags: 1, ServerFlags: 0x7f}}, "FFFF55475000 01 01 01 7F 07"},
		{ask.Query{Details: &ugp.Query{Flags: 15, PlayerFlags: 3, TeamFlags: 1, RuleFlags: 8}},
			"FFFF55475000 01 01 0F 7D 03 01 08"},
	} {
		c.query.Protocol = "ugp"
		p, err := decoder.AppendRequest(nil, &c.query)
		if err != nil || !bytes.Equal(p, promise.Unhex(t, c.want)) {
			t.Errorf("%+v: % x, %v", c.query, p, err)
		}
		m := decoder.Decode(p, wire.Options{})
		if want := c.query.Message; want != "" && m.Info.Name != want || m.Info.Direction != wire.Request {
			t.Errorf("%+v makes a %s", c.query, m.Info.Name)
		}
		if worst, odd := m.Worst(); odd && worst > wire.SeverityNote {
			t.Errorf("%+v is odd:\n%s", c.query, promise.Dump(m))
		}
	}
	if _, err := decoder.AppendRequest(nil, &ask.Query{Protocol: "ugp", Message: "dance"}); err == nil ||
		!strings.Contains(err.Error(), "ping request, query request") {
		t.Errorf("asked for what there is not: %v", err)
	}
}

func TestUGPTopics(t *testing.T) {
	ping, query := decoder.Decode(promise.Hex(t, "ugp-ping-request")[0], wire.Options{}),
		decoder.Decode(promise.Hex(t, "ugp-query-request")[0], wire.Options{})
	pong, reply := decoder.Decode(promise.Hex(t, "ugp-ping-reply")[0], wire.Options{}),
		decoder.Decode(promise.Hex(t, "ugp-query-reply")[0], wire.Options{})
	if !pong.MatchKey().Answers(ping.MatchKey()) ||
		pong.MatchKey().Answers(query.MatchKey()) ||
		!reply.MatchKey().Answers(query.MatchKey()) ||
		reply.MatchKey().Answers(ping.MatchKey()) {
		t.Error("a reply does not find its request")
	}
}

func TestUGPAllocates(t *testing.T) { promise.Allocates(t, "ugp-") }

func FuzzUGP(f *testing.F) { promise.Fuzz(f, "ugp", "ugp-") }
