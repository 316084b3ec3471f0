package torque_test

import (
	"errors"
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/promise"
	"fragscope/decoder/protocol/torque"
	"fragscope/decoder/wire"
)

const (
	key  = "\x01\x02\x03\x04"
	ping = "\x10\x02" + key + "\x04VER5\x33\x00\x00\x00\x30\x00\x00\x00\xca\x61\x00\x00\x04Kelp"
	info = "\x14\x02" + key + "\x04base\x03CTF\x04Ford\x03\x01\x10\x00\x20\x03\x00"
)

func TestSamples(t *testing.T) { promise.Samples(t, "torque-", "torque", wire.Possible) }

func TestMessages(t *testing.T) {
	for _, c := range []struct{ packet, message, fields, problems string }{
		{"\x0e\x02" + key, "ping request", "", ""},
		{"\x12\x00" + key, "info request", "", ""},
		{"\x16\x00" + key, "heartbeat", "", ""},
		{ping, "ping reply", "ping.query_version=VER5 ping.protocol=51 ping.min_protocol=48 ping.build=25034 ping.name=Kelp",
			""},
		{ping + "x", "ping reply",
			"ping.query_version=VER5 ping.protocol=51 ping.min_protocol=48 ping.build=25034 ping.name=Kelp", "bytes-left-over"},
		{strings.Replace(ping, "5\x33\x00\x00\x00", "3", 1), "ping reply",
			"ping.query_version=VER3 ping.min_protocol=48 ping.build=25034 ping.name=Kelp", ""},
		{info + "\x00\x00", "info reply", "info.length=0", ""},
		{info + "\x04\x000\n0\n", "info reply", "info.length=4 content.teams=0 content.players=0", ""},
		{info + "\x0a\x000\n1\na\tb\t7\n", "info reply",
			"info.length=10 content.teams=0 content.players=1 content.player.name=a content.player.team=b " +
				"content.player.score=7", ""},
		{info + "\x0c\x000\n1\na\tb\t7\nxx", "info reply",
			"info.length=12 content.teams=0 content.players=1 content.player.name=a content.player.team=b " +
				"content.player.score=7 content.rest=xx", "torque-content"},
		{info + "\x08\x001\na\nb\tc\n", "info reply", "info.length=8 content.teams=1 content.rest=a\nb\tc\n",
			"torque-content"},
		{info + "\x20\x000\n1\na\tb", "info reply",
			"info.length=32 content.teams=0 content.players=1 content.player.name=a content.rest=b", "length-past-end"},
		{"\x08\x00" + key + "\x00\x02\x01\x00\xc0\x00\x02\x07\x60\x6d", "filtered list reply",
			"list.packet=0 list.total=2 list.count=1 list.server.address=192.0.2.7 list.server.port=28000", ""},
		{"\x04\x00" + key + "\x01\x04base\x01\x03CTF", "game types reply",
			"types.games=1 types.game=base types.missions=1 types.mission=CTF", ""},
	} {
		m := decoder.Decode([]byte(c.packet), wire.Options{})
		promise.Message(t, m)
		promise.Encode(t, m)
		promise.Truncation(t, m, wire.Options{})
		var fields []string
		for _, f := range promise.Leaves(m, "torque.") {
			if !strings.HasPrefix(f, "head.") && (!strings.HasPrefix(f, "info.") || strings.HasPrefix(f, "info.length")) {
				fields = append(fields, f)
			}
		}
		if got := strings.Join(fields, " "); m.Protocol() != "torque" || m.Info.Name != c.message || got != c.fields ||
			promise.Codes(m) != c.problems {
			t.Errorf("%q: fields %q\n%s", c.packet, got, promise.Dump(m))
		}
	}
	for port, want := range map[uint16]wire.ProtocolID{0: wire.UnknownProtocol, 28000: "torque"} {
		m := decoder.Decode([]byte("\x10\x00"+key+"\x82\x33\x91\x07"), wire.Options{SrcPort: port})
		if m.Protocol() != want || want != "" && promise.Codes(m) != "torque-compressed" {
			t.Errorf("port %d:\n%s", port, promise.Dump(m))
		}
	}
}

// What has only the first bytes, or does not end where it says, is of something
// else.
func TestOthers(t *testing.T) {
	for _, p := range []string{
		"\x0e\x02\x01\x02\x03", "\x0e\x02" + key + "\x00", "\x0e\x04" + key, "\x10\x02" + key + "\x04VIR5",
		"\x14\x02" + key + "\x02\x01\x02",
		"\x08\x00" + key + "\x00\x02\x02\x00\xc0\x00\x02\x07\x60\x6d",
		"\x08\x00" + key + "\x02\x02\x01\x00\xc0\x00\x02\x07\x60\x6d",
		"\x04\x00" + key + "\x01\x04base\x01\x03CTFx", "\x04\x00" + key + "\x00\x00", "\x06\x00" + key + "\xff\x00\x00",
		"\x18\x00" + key,
		"\x12\x00\x00\x00\x04P", "\x02\x00\x00\x00\x00\x00", "\x06\x00\x00\x00\x01\x0aSettings",
	} {
		if m := decoder.Decode([]byte(p), wire.Options{}); m.Protocol() == "torque" {
			t.Errorf("%q is a %s", p, m.Info.Name)
		}
	}
}

func TestRequests(t *testing.T) {
	id := [8]byte{1, 2, 3, 4}
	for _, c := range []struct {
		query ask.Query
		want  string
	}{
		{ask.Query{ID: id}, "\x12\x02" + key},
		{ask.Query{Message: "ping request", ID: id}, "\x0e\x02" + key},
		{ask.Query{Message: "ping request", ID: id, Details: &torque.Query{Compressed: true}}, "\x0e\x00" + key},
		{ask.Query{Message: "heartbeat", ID: id}, "\x16\x00" + key},
		{ask.Query{Message: "filtered list request", ID: id},
			"\x06\x80" + key + "\xff\x03any\x03any\x00\xff\xff\xff\xff\xff\x00\x00\x00\x00\x00\xff\x00\x00\x00"},
		{ask.Query{Message: "filtered list request", ID: id, Details: &torque.Query{Game: "base", Mission: "CTF", Packet: 2,
			Regions: 5}}, "\x06\x80" + key + "\x02\x04base\x03CTF\x00\xff\x05\x00\x00\x00\x00\x00\x00\x00\x00\xff\x00\x00\x00"},
	} {
		c.query.Protocol = "torque"
		if p, err := decoder.AppendRequest(nil, &c.query); err != nil || string(p) != c.want {
			t.Errorf("%+v: %q, %v", c.query, p, err)
		}
	}
	if p, err := decoder.AppendRequest(nil, &ask.Query{Protocol: "torque", Message: "filtered list request",
		Details: &torque.Query{Game: strings.Repeat("a", 65)}}); err == nil {
		t.Errorf("%q", p)
	}
}

// What is served is read as it was, and only for the request with its key.
func TestServe(t *testing.T) {
	s := &wire.Status{
		Name: wire.Some("Kelp Ridge, where nobody sleeps"), Map: wire.Some("Katabatic"),
		GameType: wire.Some("Capture the Flag"), Version: wire.Some("22075"), MaxPlayers: wire.Some(int64(16)),
		Password: wire.Some(true),
		Rules: []wire.Rule{{Key: "dedicated", Value: "1"}, {Key: "tournament", Value: "1"}, {Key: "cpu", Value: "450"},
			{Key: "info", Value: "Hello"}, {Key: "bots", Value: "2"}},
		Teams: []wire.Team{{Name: wire.Some("Storm"), Score: wire.Some(int64(3))},
			{Name: wire.Some("Inferno"), Score: wire.Some(int64(-1))}},
		PlayerList: []wire.Player{{Name: wire.Some("Gu\tll"), Score: wire.Some(int64(-3)), Team: wire.Some(int64(1))},
			{Name: wire.Some("Copper")}},
	}
	var ms []*wire.Message
	for _, request := range []string{"\x0e\x02" + key, "\x12\x02" + key} {
		q := decoder.Decode([]byte(request), wire.Options{})
		replies, err := decoder.AppendReplies(nil, q, &answer.Answer{Status: s})
		if err != nil || len(replies) != 1 {
			t.Fatal(len(replies), err)
		}
		m := decoder.Decode(replies[0], wire.Options{})
		promise.Message(t, m)
		if promise.Codes(m) != "" {
			t.Error(promise.Dump(m))
		}
		other := decoder.Decode([]byte(request[:5]+"\x09"), wire.Options{})
		if a := m.MatchKey(); !a.Answers(q.MatchKey()) || a.Answers(other.MatchKey()) {
			t.Error(a)
		}
		ms = append(ms, m)
	}
	got := decoder.StatusOf(ms...)
	if got.Name.Value != s.Name.Value[:24] || got.Version.Value != "22075" || !got.Password.Value ||
		got.Map.Value != "Katabatic" || got.Players.Value != 2 || len(got.PlayerList) != 2 || len(got.Teams) != 2 {
		t.Errorf("%+v", got)
	}
	for _, r := range s.Rules {
		if v, _ := answer.StatusRule(got, r.Key); v != r.Value {
			t.Errorf("%s is %q", r.Key, v)
		}
	}
	if p := got.PlayerList; p[0].Name.Value != "Gull" || p[0].Score.Value != -3 || p[0].Team.Value != 1 ||
		p[1].Team.Known || got.Teams[1].Score.Value != -1 {
		t.Errorf("%+v", got)
	}
	for _, request := range []string{"\x0e\x00" + key, "\x12\x03" + key} { // compressed, offline
		if _, err := decoder.AppendReplies(nil, decoder.Decode([]byte(request), wire.Options{}),
			&answer.Answer{Status: s}); !errors.Is(err, answer.ErrNotApplicable) {
			t.Errorf("%q: %v", request, err)
		}
	}
}

func FuzzTorque(f *testing.F) {
	promise.Fuzz(f, "torque", "torque-", ping[:12], info+"\x0a\x000\n1\na\tb\t7\n", info+"\xff\xff9999999999\n\t\n")
}

func TestAllocates(t *testing.T) { promise.Allocates(t, "torque-") }
