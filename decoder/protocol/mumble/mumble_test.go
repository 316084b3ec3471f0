package mumble_test

import (
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/promise"
	"fragscope/decoder/wire"
)

const (
	request = "\x00\x00\x00\x00" + "12345678"
	reply   = "\x00\x01\x03\x04" + "12345678" + "\x00\x00\x00\x07" + "\x00\x00\x00\x64" + "\x00\x01\x19\x40"
)

func TestSamples(t *testing.T) { promise.Samples(t, "mumble-", "mumble", wire.Likely) }

func TestMessages(t *testing.T) {
	for _, c := range []struct{ packet, message, fields, problems string }{
		{request, "ping request", "request.type=0 request.id=31 32 33 34 35 36 37 38", ""},
		{reply, "ping reply", "reply.version=66308 reply.id=31 32 33 34 35 36 37 38 reply.users=7 reply.max_users=100 " +
			"reply.bandwidth=72000", ""},
		{strings.Replace(reply, "\x07", "\x77", 1), "ping reply",
			"reply.version=66308 reply.id=31 32 33 34 35 36 37 38 reply.users=119 reply.max_users=100 reply.bandwidth=72000",
			"mumble-users-over-max"},
	} {
		m := decoder.Decode([]byte(c.packet), wire.Options{})
		promise.Message(t, m)
		promise.Encode(t, m)
		promise.Truncation(t, m, wire.Options{})
		if got := strings.Join(promise.Leaves(m, "mumble."), " "); m.Protocol() != "mumble" || m.Info.Name != c.message ||
			got != c.fields || promise.Codes(m) != c.problems {
			t.Errorf("%q: fields %q\n%s", c.packet, got, promise.Dump(m))
		}
	}
	for _, c := range []struct{ packet, problems string }{{request[:7], "cut"}, {request + "1", "bytes-left-over"},
		{"\x00\x00\x00\x01" + "12345678", "value-unknown"}} {
		m := decoder.Decode([]byte(c.packet), wire.Options{Protocol: "mumble", From: wire.Request})
		if promise.Message(t, m); promise.Codes(m) != c.problems {
			t.Errorf("%q\n%s", c.packet, promise.Dump(m))
		}
	}
}

// What only has the length is not taken for a ping.
func TestOthers(t *testing.T) {
	for _, p := range []string{strings.Repeat("\x00", 12), strings.Repeat("\x00", 24), request[:11], request + "1",
		"\x00\x00\x00\x01" + "12345678", reply[:23], "\x00\x04" + reply[2:], reply[:16] + "\x00\x00\x00\x00" + reply[20:],
		reply[:20] + "\x7f\x00\x00\x00"} {
		if m := decoder.Decode([]byte(p), wire.Options{}); m.Protocol() == "mumble" {
			t.Errorf("%q is a %s", p, m.Info.Name)
		}
	}
}

func TestRequests(t *testing.T) {
	for want, id := range map[string]string{request: "12345678", "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01": ""} {
		q := ask.Query{Protocol: "mumble"}
		copy(q.ID[:], id)
		if p, err := decoder.AppendRequest(nil, &q); err != nil || string(p) != want {
			t.Errorf("%q: %q, %v", id, p, err)
		}
	}
}

// A reply is for the request whose identifier it repeats, and what is served is
// read as it was.
func TestServe(t *testing.T) {
	for version, want := range map[string]string{"1.4.287": "1.4.255", "1.3": "1.3.0", "": "1.5.0", "9.99.1": "2.19.1",
		"x": "1.5.0"} {
		s := &wire.Status{Players: wire.Some(int64(3)), MaxPlayers: wire.Some(int64(40)),
			Rules: []wire.Rule{{Key: "bandwidth", Value: "96000"}}}
		if version != "" {
			s.Version = wire.Some(version)
		}
		q := decoder.Decode([]byte(request), wire.Options{})
		replies, err := decoder.AppendReplies(nil, q, &answer.Answer{Status: s})
		if err != nil || len(replies) != 1 {
			t.Fatal(len(replies), err)
		}
		m := decoder.Decode(replies[0], wire.Options{})
		got := decoder.StatusOf(m)
		if promise.Codes(m) != "" || got.Version.Value != want || got.Players.Value != 3 || got.MaxPlayers.Value != 40 ||
			got.Rules[0].Value != "96000" {
			t.Errorf("%s: %+v", version, got)
		}
		other := decoder.Decode([]byte(request[:11]+"9"), wire.Options{})
		if a := m.MatchKey(); !a.Answers(q.MatchKey()) || a.Answers(other.MatchKey()) {
			t.Error(a)
		}
	}
	if _, err := decoder.AppendReplies(nil, decoder.Decode([]byte(reply), wire.Options{}),
		&answer.Answer{Status: &wire.Status{}}); err == nil {
		t.Error("a reply is answered")
	}
}

func FuzzMumble(f *testing.F) { promise.Fuzz(f, "mumble", "mumble-", reply[:13]) }

func TestAllocates(t *testing.T) { promise.Allocates(t, "mumble-") }
