package netquake_test

import (
	"errors"
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/promise"
	"fragscope/decoder/protocol/netquake"
	"fragscope/decoder/wire"
)

func TestSamples(t *testing.T) { promise.Samples(t, "netquake-", netquake.ID, wire.Certain) }

// packet returns a packet with its length.
func packet(body string) []byte {
	return append([]byte{0x80, 0, byte((len(body) + 4) >> 8), byte(len(body) + 4)}, body...)
}

func TestMessages(t *testing.T) {
	const long = "\x00\x00\x00"
	for _, c := range []struct{ body, message, fields string }{
		{"\x01QUAKE\x00\x03", "connect request", "client.game=QUAKE client.version=3"},
		{"\x01QUAKE\x00\x03\x01\x22", "connect request", "client.game=QUAKE client.version=3 extension=01 22"},
		{"\x02HEXENII\x00\x04", "server info request", "client.game=HEXENII client.version=4"},
		{"\x03\x05", "player info request", "request.number=5"},
		{"\x04\x00", "rule info request", "request.previous="},
		{"\x04noexit\x00", "rule info request", "request.previous=noexit"},
		{"\x81\x91\x65\x00\x00", "accept reply", "accept.port=26001"},
		{"\x82Server is full.\n\x00", "reject reply", "reason=Server is full.\n"},
		{"\x83\x00Weir\x00dm6\x00\x02\x08\x03", "server info reply", "info.address= info.name=Weir info.map=dm6" +
			" info.players=2 info.max_players=8 info.version=3"},
		{"\x84\x01Wren\x00\x44" + long + "\xff\xff\xff\xff\x3c" + long + "LOCAL\x00", "player info reply",
			"player.id=1 player.name=Wren player.colours=68 player.frags=-1 player.time=60 player.address=LOCAL"},
		{"\x85", "end of rules reply", ""},
		{"\x85teamplay\x000\x00", "rule info reply", "rule.key=teamplay rule.value=0"},
	} {
		m := decoder.Decode(packet(c.body), wire.Options{})
		promise.Message(t, m)
		promise.Encode(t, m)
		promise.Truncation(t, m, wire.Options{})
		got := strings.Join(promise.Leaves(m, "netquake.")[3:], " ")
		if m.Protocol() != netquake.ID || m.Confidence != wire.Certain || m.Info.Name != c.message || got != c.fields ||
			promise.Codes(m) != "" {
			t.Errorf("%q: %s\nfields %q\n%s", c.body, c.message, got, promise.Dump(m))
		}
	}
}

// Another length, code or game, and what does not fit the code, is no control packet; one that
// is cut is possible.
func TestOthers(t *testing.T) {
	for _, p := range []string{"\x80\x00\x00\x0d\x02QUAKE\x00\x03\x00\x00", "\x80\x00\x00\x0b\x02QUAKE\x00",
		string(packet("\x02quake\x00\x03")), string(packet("\x03\x05\x06")), string(packet("\x06\x05")),
		string(packet("\x85a\x00")),
		"\x80\x01\x00\x0c\x02QUAKE\x00\x03", "\x80\x00\x00\x00\x02", "\x80\x00\x60\x00\x02QUAKE\x00\x03"} {
		if m := decoder.Decode([]byte(p), wire.Options{}); m.Protocol() == netquake.ID {
			t.Errorf("%q is a %s", p, m.Info.Name)
		}
	}
	m := decoder.Decode([]byte("\x80\x00\x00\x0c\x02QUAKE"), wire.Options{})
	if m.Protocol() != netquake.ID || m.Confidence != wire.Possible ||
		!strings.Contains(promise.Codes(m), "length-past-end") {
		t.Error(promise.Dump(m))
	}
}

func TestRequests(t *testing.T) {
	for _, c := range []struct {
		q    ask.Query
		body string
	}{
		{ask.Query{}, "\x02QUAKE\x00\x03"},
		{ask.Query{Details: &netquake.Query{Game: "HEXENII"}}, "\x02HEXENII\x00\x04"},
		{ask.Query{Message: "player info request", Details: &netquake.Query{Player: 7}}, "\x03\x07"},
		{ask.Query{Message: "rule info request", Details: &netquake.Query{Rule: "noexit"}}, "\x04noexit\x00"},
	} {
		c.q.Protocol = netquake.ID
		if p, err := decoder.AppendRequest(nil, &c.q); err != nil || string(p) != string(packet(c.body)) {
			t.Errorf("%+v: %q, %v", c.q, p, err)
		}
	}
	q := ask.Query{Protocol: netquake.ID, Message: "rule info request",
		Details: &netquake.Query{Rule: strings.Repeat("x", 1400)}}
	if _, err := decoder.AppendRequest(nil, &q); err == nil {
		t.Error("a rule of 1,400 bytes is requested")
	}
}

// A server is queried as far as its plan goes: what is served is read as it was, and a rule
// that is there twice ends nothing.
func TestServe(t *testing.T) {
	long := strings.Repeat("x", 600)
	s := &wire.Status{Name: wire.Some("Weir"), Map: wire.Some("dm6"), MaxPlayers: wire.Some(int64(8)),
		PlayerList: []wire.Player{
			{Name: wire.Some("Heron"), Score: wire.Some(int64(-3)), Extra: []wire.Rule{{Key: "Colours", Value: "68"},
				{Key: "Seconds", Value: "60"}}}, {Name: wire.Some("Wren")}},
		Rules: []wire.Rule{{Key: "a", Value: "1"}, {Key: "b", Value: "2"}, {Key: "a", Value: "3"}, {Key: "c", Value: long}}}
	reply := func(body string) *wire.Message {
		q := decoder.Decode(packet(body), wire.Options{})
		out, err := decoder.AppendReplies(nil, q, &answer.Answer{Status: s})
		if err != nil || len(out) != 1 {
			t.Fatalf("%q: %v", body, err)
		}
		m := decoder.Decode(out[0], wire.Options{})
		promise.Message(t, m)
		if m.Protocol() != netquake.ID || promise.Codes(m) != "" || !m.MatchKey().Answers(q.MatchKey()) {
			t.Errorf("%q: %s", body, promise.Dump(m))
		}
		return m
	}
	all := []*wire.Message{reply("\x02QUAKE\x00\x03"), reply("\x03\x00"), reply("\x03\x01"), reply("\x04\x00"),
		reply("\x04a\x00"), reply("\x04b\x00")}
	got := decoder.StatusOf(all...)
	if got.Name != s.Name || got.Map != s.Map || got.MaxPlayers != s.MaxPlayers || got.Players.Value != 2 ||
		len(got.PlayerList) != 2 || got.PlayerList[0].Score.Value != -3 ||
		got.PlayerList[0].Extra[0] != s.PlayerList[0].Extra[0] ||
		len(got.Rules) != 3 || got.Rules[1] != s.Rules[1] || got.Rules[2].Key != "c" || got.Rules[2].Value != long[:250] {
		t.Errorf("%+v", got)
	}
	for body, message := range map[string]string{"\x04c\x00": "end of rules reply", "\x04other\x00": "end of rules reply",
		"\x01QUAKE\x00\x03": "reject reply"} {
		if m := reply(body); m.Info.Name != message || len(m.Data) > 21 {
			t.Errorf("%q: %s", body, promise.Dump(m))
		}
	}
	for body, want := range map[string]error{"\x03\x02": answer.ErrNotApplicable, "\x85": answer.ErrNoRequest} {
		if _, err := decoder.AppendReplies(nil, decoder.Decode(packet(body), wire.Options{}),
			&answer.Answer{Status: s}); !errors.Is(err, want) {
			t.Errorf("%q: %v", body, err)
		}
	}
}

func FuzzNetQuake(f *testing.F) {
	promise.Fuzz(f, netquake.ID, "netquake-", "\x80\x00\x00\x0c\x02QUAKE", "\x80\x00\x00\x09\x84\x01a\x00\x00")
}

func TestAllocates(t *testing.T) { promise.Allocates(t, "netquake-") }
