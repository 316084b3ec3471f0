package tribes_test

import (
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/promise"
	"fragscope/decoder/protocol/tribes"
	"fragscope/decoder/wire"
)

const (
	info    = "\x06Tribes\x041.11\x04Kelp\x01\x00\x01\x10"
	heads   = "\x10Team Name\t\xd6Score\x29Player Name\t\x6fTeam\t\xa6Score\t\xcfPing\t\xefPL\t\x01Kills"
	rest    = "\x20\x03\x04base\x03CTF\x04Ford\x00"
	oneTeam = "\x01" + heads + "\x03Red\x06%t\t  4"
	gull    = "\x0a\x02\x00\x04Gull\x15%n\t%t\t  -7\t%p\t%l\t 12 "
)

func TestSamples(t *testing.T) { promise.Samples(t, "tribes-", "tribes", wire.Likely) }

func TestMessages(t *testing.T) {
	const infoFields = "info.game=Tribes info.version=1.11 info.name=Kelp info.dedicated=1 info.password=0 " +
		"info.players=1 info.max_players=16"
	for _, c := range []struct{ packet, message, fields, problems string }{
		{"b\x01\x00", "details request", "head.type=98 head.key=01 00", ""},
		{"`**", "info request", "head.type=96 head.key=2a 2a", ""},
		{"r\x01\x00", "Starsiege request", "head.type=114 head.key=01 00", ""},
		{"a\x01\x00`" + info, "info reply", "head.type=97 head.key=01 00 head.repeats=96 " + infoFields, ""},
		{"a\x01\x00`" + info + "x", "info reply", "head.type=97 head.key=01 00 head.repeats=96 " + infoFields,
			"bytes-left-over"},
		{"a\x01\x00`" + info[:20], "info reply",
			"head.type=97 head.key=01 00 head.repeats=96 info.game=Tribes info.version=1.11 info.name=Kelp info.dedicated=1 " +
				"info.password=0 info.players=1", "cut"},
		{"\x10\x03\xff\x00\x01\x02", "server list request",
			"master.version=10 master.type=3 master.packet=255 master.total=0 master.key=01 02", ""},
		{"\x10\x03\xff\x00\x01\x02\x00\x00", "server list request",
			"master.version=10 master.type=3 master.packet=255 master.total=0 master.key=01 02 master.rest=00 00", ""},
		{"\x10\x06\x02\x02\x01\x02\x00\x66\x00\x01\x06\xc0\x00\x02\x07\x61\x6d", "server list reply",
			"master.version=10 master.type=6 master.packet=2 master.total=2 master.key=01 02 master.id=26112 " +
				"master.reserved=0 master.count=1 server.length=06 server.address=192.0.2.7 server.port=28001", ""},
	} {
		m := decoder.Decode([]byte(c.packet), wire.Options{})
		promise.Message(t, m)
		promise.Encode(t, m)
		promise.Truncation(t, m, wire.Options{})
		if got := strings.Join(promise.Leaves(m, "tribes."), " "); m.Protocol() != "tribes" || m.Info.Name != c.message ||
			got != c.fields || promise.Codes(m) != c.problems {
			t.Errorf("%q: fields %q\n%s", c.packet, got, promise.Dump(m))
		}
	}
}

func TestDetails(t *testing.T) {
	const head = "c\x01\x00b"
	for _, c := range []struct{ packet, problems string }{
		{head + info + rest + oneTeam + gull, ""},
		{head + info + rest + oneTeam, "tribes-players"},
		{head + info + rest + oneTeam + gull + gull, "tribes-players"},
		{head + info + rest + oneTeam + strings.Replace(gull, "\x15%n\t%t", "\x12%n", 1), "tribes-columns"},
		{head + info + rest + oneTeam + gull[:12], "length-past-end"},
		{head + info + rest + "\x02" + oneTeam[1:], "cut"},
	} {
		m := decoder.Decode([]byte(c.packet), wire.Options{})
		promise.Message(t, m)
		promise.Encode(t, m)
		promise.Truncation(t, m, wire.Options{})
		if m.Info.Name != "details reply" || promise.Codes(m) != c.problems {
			t.Errorf("%q: want %q\n%s", c.packet, c.problems, promise.Dump(m))
		}
	}
	m := decoder.Decode([]byte("c\x01\x00`"+info+rest+oneTeam+gull), wire.Options{Protocol: "tribes", From: wire.Reply})
	if promise.Codes(m) != "tribes-repeats" {
		t.Error(promise.Dump(m))
	}
	s := decoder.StatusOf(decoder.Decode([]byte(head+info+rest+oneTeam+gull), wire.Options{}))
	p, team := s.PlayerList[0], s.Teams[0]
	if s.Map.Value != "Ford" || s.GameType.Value != "CTF" || team.Name.Value != "Red" || team.Score.Value != 4 ||
		p.Ping.Value != 40 || p.Score.Value != -7 || p.Team.Value != 0 {
		t.Errorf("%+v", s)
	}
	if len(p.Extra) != 2 || p.Extra[0].Value != "2" || p.Extra[1] != (wire.Rule{Key: "Kills", Value: "12"}) {
		t.Errorf("%+v", p.Extra)
	}
}

// What has only the first byte, or texts that are none, is of something else.
func TestOthers(t *testing.T) {
	for _, p := range []string{"b\x01", "b\x01\x00\x00", "bad!", "bye", "run", "c\x01\x00b\x00\x00\x00",
		"c\x01\x00b\x02\x01\x02\x03", "c\x01\x00b\x60" + strings.Repeat("a", 200), "\x10\x03\x01\x00\x01\x02",
		"\x10\x06\x03\x02\x01\x02\x00\x66\x00\x00", "\x10\x06\x02\x02\x01\x02\x00\x66\x01\x00", "stop"} {
		if m := decoder.Decode([]byte(p), wire.Options{}); m.Protocol() == "tribes" {
			t.Errorf("%q is a %s", p, m.Info.Name)
		}
	}
	for port, want := range map[uint16]wire.Confidence{0: wire.Possible, 28001: wire.Likely} {
		if m := decoder.Decode([]byte("b\x90\x91"), wire.Options{DstPort: port}); m.Confidence != want {
			t.Errorf("port %d: %v", port, m.Confidence)
		}
	}
}

func TestRequests(t *testing.T) {
	for _, c := range []struct {
		query ask.Query
		want  string
	}{
		{ask.Query{ID: [8]byte{1, 2}}, "b\x01\x02"},
		{ask.Query{Message: "info request", ID: [8]byte{'*', '*'}}, "`**"},
		{ask.Query{Message: "Starsiege request"}, "r\x00\x00"},
		{ask.Query{Message: "server list request", ID: [8]byte{1, 2}}, "\x10\x03\xff\x00\x01\x02"},
		{ask.Query{Message: "server list request", Details: &tribes.Query{Packet: 2}}, "\x10\x03\x00\x02\x00\x00"},
	} {
		c.query.Protocol = "tribes"
		if p, err := decoder.AppendRequest(nil, &c.query); err != nil || string(p) != c.want {
			t.Errorf("%+v: %q, %v", c.query, p, err)
		}
	}
}

// What is served is read as it was, and only for the request with its key.
func TestServe(t *testing.T) {
	s := &wire.Status{
		Name: wire.Some("Kelp Ridge"), Map: wire.Some("Broadside"), GameType: wire.Some("Capture the Flag"),
		Version: wire.Some("1.11"), MaxPlayers: wire.Some(int64(16)), Password: wire.Some(true),
		Rules: []wire.Rule{{Key: "dedicated", Value: "no"}, {Key: "cpu", Value: "450"},
			{Key: "mods", Value: "base shifter"}, {Key: "frag_limit", Value: "20"}, {Key: "running", Value: "yes"}},
		Teams: []wire.Team{{Name: wire.Some("Red"), Score: wire.Some(int64(3))},
			{Name: wire.Some("Blue"), Score: wire.Some(int64(-1))}},
		PlayerList: []wire.Player{{Name: wire.Some("Gull"), Score: wire.Some(int64(-3)), Ping: wire.Some(int64(48)),
			Team: wire.Some(int64(1)), Extra: []wire.Rule{{Key: "Packet loss", Value: "7"}}}, {Name: wire.Some("Copper")}},
	}
	serve := func(request, game string) *wire.Message {
		replies, err := decoder.AppendReplies(nil, decoder.Decode([]byte(request), wire.Options{}),
			&answer.Answer{Status: s, Game: decoder.GameByName(game)})
		if err != nil {
			t.Fatal(request, err)
		}
		m := decoder.Decode(replies[0], wire.Options{})
		promise.Message(t, m)
		if len(replies) != 1 || promise.Codes(m) != "" {
			t.Error(promise.Dump(m))
		}
		return m
	}
	for _, c := range []struct {
		request, game, rule, value string
		list                       int
	}{{"b\x01\x02", "tribes", "mods", "base shifter", 2}, {"`\x01\x02", "tribes", "dedicated", "0", 0},
		{"r\x01\x02", "starsiege", "frag_limit", "20", 2}, {"b\x01\x02", "starsiege", "running", "1", 2}} {
		m := serve(c.request, c.game)
		got := decoder.StatusOf(m)
		if v, _ := answer.StatusRule(got, c.rule); v != c.value || got.Name.Value != "Kelp Ridge" || !got.Password.Value ||
			got.Players.Value != 2 || got.MaxPlayers.Value != 16 || len(got.PlayerList) != c.list {
			t.Errorf("%s: %q %+v", c.request, v, got)
		}
		if c.rule == "mods" {
			p := got.PlayerList[0]
			if got.Teams[1].Score.Value != -1 || p.Score.Value != -3 || p.Ping.Value != 48 || p.Team.Value != 1 ||
				p.Extra[0].Value != "7" || got.PlayerList[1].Team.Known {
				t.Errorf("%+v", got)
			}
		}
		asked := (decoder.Decode([]byte(c.request), wire.Options{})).MatchKey()
		other := (decoder.Decode([]byte(c.request[:2]+"\x09"), wire.Options{})).MatchKey()
		if a := m.MatchKey(); !a.Answers(asked) || a.Answers(other) {
			t.Error(a)
		}
	}
}

func FuzzTribes(f *testing.F) {
	promise.Fuzz(f, "tribes", "tribes-", "b++", "c\x01\x00b"+info+rest+oneTeam+gull, "s\x01\x00r\x09Starsiege\x01a\x01b")
}

func TestAllocates(t *testing.T) { promise.Allocates(t, "tribes-") }
