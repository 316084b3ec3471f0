package satisfactory_test

import (
	"errors"
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/promise"
	"fragscope/decoder/protocol/satisfactory"
	"fragscope/decoder/wire"
)

func TestSamples(t *testing.T) { promise.Samples(t, "satisfactory-", satisfactory.ID, wire.Certain) }

const (
	poll  = "\xd5\xf6\x00\x01" + "12345678" + "\x01"
	start = "\xd5\xf6\x01\x01" + "12345678" + "\x03" + "\x7a\x96\x05\x00" + "\x01\x00\x00\x00\x00\x00\x00\x80"
	whole = start + "\x02" + "\x00\x11\x00" + "\x63\x02\x01" + "\x04\x00" + "Weir" + "\x01"
)

func TestMessages(t *testing.T) {
	const info = " state=3 netcl=366202 flags=9223372036854775809 substates=2 substate.id=0 substate.version=17" +
		" substate.id=99 substate.version=258 name=Weir"
	const cookie = "head.cookie=31 32 33 34 35 36 37 38"
	for _, c := range []struct {
		packet, message, fields, problems string
		confidence                        wire.Confidence
	}{
		{poll, "poll request", cookie, "", wire.Certain},
		{poll[:9], "poll request", cookie[:len(cookie)-9], "cut", wire.Possible},
		{poll[:12] + "\x02", "poll request", cookie + " head.end=02", "constant-differs", wire.Possible},
		{poll + "?", "poll request", cookie, "bytes-left-over", wire.Likely},
		{whole, "state reply", cookie + info, "", wire.Certain},
		{whole[:len(whole)-1], "state reply", cookie + info, "cut", wire.Possible},
		{strings.Replace(whole, "8\x03", "8\x09", 1), "state reply", strings.Replace(cookie+info, "=3 ", "=9 ", 1),
			"value-unknown", wire.Certain},
		{start + "\x00\x00\x00\x01", "state reply", cookie + " state=3 netcl=366202 flags=9223372036854775809 substates=0",
			"", wire.Certain},
	} {
		m := decoder.Decode([]byte(c.packet), wire.Options{})
		promise.Message(t, m)
		promise.Encode(t, m)
		promise.Truncation(t, m, wire.Options{})
		leaves := promise.Leaves(m, "satisfactory.")
		got := strings.Join(leaves[min(3, len(leaves)):], " ")
		got = strings.TrimSuffix(got, " head.end=01")
		if m.Protocol() != satisfactory.ID || m.Info.Name != c.message || got != c.fields || promise.Codes(m) != c.problems ||
			m.Confidence != c.confidence {
			t.Errorf("%q: %s\nfields %q\n%s", c.packet, c.message, got, promise.Dump(m))
		}
	}
}

// What only begins like a message is none.
func TestOthers(t *testing.T) {
	for _, p := range []string{poll[:3], "\xd5\xf6\x02\x01" + poll[4:], "\xd5\xf6\x00\x02" + poll[4:],
		"\xf6\xd5" + poll[2:], "\x00\x00" + "12345678"} {
		if m := decoder.Decode([]byte(p), wire.Options{DstPort: 7777}); m.Protocol() == satisfactory.ID {
			t.Errorf("%q is a %s", p, m.Info.Name)
		}
	}
}

// A reply is for the request whose cookie it repeats, and what is served is read as it
// was.
func TestServe(t *testing.T) {
	q := ask.Query{Protocol: satisfactory.ID}
	copy(q.ID[:], "12345678")
	if p, err := decoder.AppendRequest(nil, &q); err != nil || string(p) != poll {
		t.Fatalf("%q, %v", p, err)
	}
	question := decoder.Decode([]byte(poll), wire.Options{})
	for _, state := range []string{"", "idle", "loading", "playing", "offline", "9"} {
		s := &wire.Status{Name: wire.Some("é" + strings.Repeat("日", 100)), Version: wire.Some("385279"),
			Rules: []wire.Rule{{Key: "state", Value: state}, {Key: "modded", Value: "yes"}}}
		out, err := decoder.AppendReplies(nil, question, &answer.Answer{Status: s})
		if err != nil || len(out) != 1 || len(out[0]) > 256 {
			t.Fatalf("%q, %v", out, err)
		}
		m := decoder.Decode(out[0], wire.Options{})
		promise.Message(t, m)
		got := decoder.StatusOf(m)
		if state == "" {
			state = "playing"
		}
		if m.Confidence != wire.Certain || got.Name.Value != "é"+strings.Repeat("日", 71) || got.Version != s.Version ||
			got.Players.Known || got.Rules[0].Value != state || got.Rules[1].Value != "yes" {
			t.Errorf("%+v\n%s", got, promise.Dump(m))
		}
		other := decoder.Decode([]byte(poll[:11]+"9\x01"), wire.Options{})
		if a := m.MatchKey(); !a.Answers(question.MatchKey()) || a.Answers(other.MatchKey()) {
			t.Error(a)
		}
	}
	m := decoder.Decode([]byte(whole), wire.Options{})
	if _, err := decoder.AppendReplies(nil, m, &answer.Answer{Status: &wire.Status{}}); !errors.Is(err,
		answer.ErrNoRequest) {
		t.Error(err)
	}
}

func FuzzSatisfactory(f *testing.F) {
	promise.Fuzz(f, satisfactory.ID, "satisfactory-", whole, start+"\xff\x00", poll[:4])
}

func TestAllocates(t *testing.T) { promise.Allocates(t, "satisfactory-") }
