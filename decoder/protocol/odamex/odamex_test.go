package odamex_test

import (
	"errors"
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/promise"
	"fragscope/decoder/protocol/odamex"
	"fragscope/decoder/wire"
)

func TestSamples(t *testing.T) { promise.Samples(t, "odamex-", odamex.ID, wire.Likely) }

const (
	request = "\x02\x10\x01\xad" + "\x00\xff\x00\x00" + "\x07\x00\x00\x00" + "time"
	head    = "\x03\x20\x03\xad" + "\x28\x0a\x00\x00" + "\x07\x00\x00\x00" + "time" + "\x09\x00\x00\x00" + "r\x00"
)

func TestMessages(t *testing.T) {
	const info = "tag=2902663171 info.version=2600 info.protocol=7 info.time=1701669236 info.server_protocol=9 info.revision=r "
	for _, c := range []struct {
		packet, message, fields, problems string
		confidence                        wire.Confidence
	}{
		{request, "info request", "tag=2902528002 request.version=65280 request.protocol=7 request.time=1701669236", "",
			wire.Certain},
		{request[:6], "info request", "tag=2902528002 request.version=00 ff", "cut", wire.Possible},
		{head + "\x00\x00m\x00\x00\x00\x00", "info reply", info + "info.cvars=0 info.password_size=0 info.map=m " +
			"info.patches=0 info.wads=0 info.players=0", "", wire.Certain},
		// A limit below 1 is none.
		{head + "\x01sv_timelimit\x00\x050.5\x00\x00m\x00\x00\x00\x00", "info reply", info + "info.cvars=1 " +
			"cvar.name=sv_timelimit cvar.type=5 cvar.text=0.5 info.password_size=0 info.map=m info.patches=0 info.wads=0 " +
			"info.players=0", "", wire.Certain},
		{head + "\x01sv_timelimit\x00\x01\x00m\x00\x05\x00\x00\x00\x00", "info reply", info + "info.cvars=1 " +
			"cvar.name=sv_timelimit cvar.set=1 info.password_size=0 info.map=m info.time_left=5 info.patches=0 info.wads=0 " +
			"info.players=0", "", wire.Certain},
		{head + "\x01x\x00\x09\x00m\x00\x00\x00\x00", "info reply", info + "info.cvars=1 cvar.name=x cvar.type=9 " +
			"info.password_size=0 info.map=m info.patches=0 info.wads=0 info.players=0", "value-unknown", wire.Certain},
		{"\xa3\xdb\x0b\x00\x01\x00\x01\x02\x03\x04\xaa\x29", "server list reply",
			"tag=777123 list.count=1 list.server.address=1.2.3.4 list.server.port=10666", "", wire.Likely},
	} {
		m := decoder.Decode([]byte(c.packet), wire.Options{})
		promise.Message(t, m)
		promise.Encode(t, m)
		promise.Truncation(t, m, wire.Options{})
		got := strings.Join(promise.Leaves(m, "odamex."), " ")
		if m.Protocol() != odamex.ID || m.Info.Name != c.message || got != c.fields || promise.Codes(m) != c.problems ||
			m.Confidence != c.confidence {
			t.Errorf("%q: %s\nfields %q\n%s", c.packet, c.message, got, promise.Dump(m))
		}
	}
}

// What only begins like a message is none.
func TestOthers(t *testing.T) {
	for _, p := range []string{"\x02\x10\x01", "\x04\x10\x01\xad" + request[4:], "\xa3\xdb\x0b\x00\x01", "\x14\xd7\x54\x00",
		"\x01\x00\x00\x00"} {
		if m := decoder.Decode([]byte(p), wire.Options{DstPort: 10666}); m.Protocol() == odamex.ID {
			t.Errorf("%q is a %s", p, m.Info.Name)
		}
	}
}

// A reply is for the request whose time it repeats, and what is served is read as it was.
func TestServe(t *testing.T) {
	s := &wire.Status{Name: wire.Some("Weir"), Map: wire.Some("MAP01"), GameType: wire.Some("Deathmatch"),
		Version: wire.Some("10.4.0"), MaxPlayers: wire.Some(int64(9)), Password: wire.Some(true),
		Rules: []wire.Rule{{Key: "sv_skill", Value: "4"}, {Key: "sv_timelimit", Value: "15"}, {Key: "time_left", Value: "3"},
			{Key: "sv_allowjump", Value: "1"}, {Key: "wad", Value: "a.wad"}, {Key: "wad", Value: "b.wad"}},
		PlayerList: []wire.Player{{Name: wire.Some("Gull"), Score: wire.Some(int64(-7)), Ping: wire.Some(int64(30)),
			Extra: []wire.Rule{{Key: "Deaths", Value: "5"}}}}}
	for _, mode := range []string{"Deathmatch", "Capture the Flag"} {
		if s.GameType.Value = mode; mode == "Capture the Flag" {
			s.Teams = []wire.Team{{Name: wire.Some("BLUE"), Score: wire.Some(int64(3))}, {Name: wire.Some("RED")}}
			s.PlayerList[0].Team = wire.Some(int64(1))
		}
		q := ask.Query{Protocol: odamex.ID}
		copy(q.ID[:], "time")
		p, err := decoder.AppendRequest(nil, &q)
		if err != nil || string(p) != request {
			t.Fatalf("%q, %v", p, err)
		}
		question := decoder.Decode(p, wire.Options{})
		out, err := decoder.AppendReplies(nil, question, &answer.Answer{Status: s})
		if err != nil || len(out) != 1 {
			t.Fatal(len(out), err)
		}
		m := decoder.Decode(out[0], wire.Options{})
		promise.Message(t, m)
		got := decoder.StatusOf(m)
		if promise.Codes(m) != "" || got.Name != s.Name || got.Map != s.Map || got.GameType != s.GameType ||
			got.Version != s.Version || got.MaxPlayers != s.MaxPlayers || got.Password != s.Password ||
			len(got.Teams) != len(s.Teams) || got.PlayerList[0].Team != s.PlayerList[0].Team ||
			got.PlayerList[0].Score.Value != -7 {
			t.Errorf("%+v\n%s", got, promise.Dump(m))
		}
		for _, r := range s.Rules {
			if v, ok := answer.StatusRule(got, r.Key); !ok || v != r.Value && r.Key != "wad" {
				t.Errorf("%v is %q", r, v)
			}
		}
		other := decoder.Decode([]byte(strings.Replace(request, "time", "tame", 1)), wire.Options{})
		if a := m.MatchKey(); !a.Answers(question.MatchKey()) || a.Answers(other.MatchKey()) {
			t.Error(a)
		}
	}
	m := decoder.Decode([]byte("\xa3\xdb\x0b\x00"), wire.Options{})
	if _, err := decoder.AppendReplies(nil, m, &answer.Answer{Status: s}); !errors.Is(err, answer.ErrNoRequest) {
		t.Error(err)
	}
}

func FuzzOdamex(f *testing.F) {
	promise.Fuzz(f, odamex.ID, "odamex-", request, head+"\xffa\x00\x01", head+"\x00\xff", "\x14\xd7\x54\x00tokn")
}

func TestAllocates(t *testing.T) { promise.Allocates(t, "odamex-") }
