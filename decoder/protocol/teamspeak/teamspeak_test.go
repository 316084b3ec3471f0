package teamspeak_test

import (
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/promise"
	"fragscope/decoder/wire"
)

const (
	client = "TS3INIT1\x00\x65\x00\x00\x88\x09\xcf\x77\x0e"
	server = "TS3INIT1\x00\x65\x88"
	start  = client + "\x00\x65\x53\xf1\x00abcd\x00\x00\x00\x00\x00\x00\x00\x00"
	sixty4 = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
)

func TestSamples(t *testing.T) { promise.Samples(t, "teamspeak-", "teamspeak", wire.Likely) }

func TestMessages(t *testing.T) {
	puzzle := sixty4 + sixty4 + "\x00\x00\x27\x10" + strings.Repeat("z", 100)
	for _, c := range []struct{ packet, message, problems string }{
		{start, "connection start", ""},
		{start[:20], "connection start", "cut"},
		{start + "x", "connection start", "bytes-left-over"},
		{server + "\x01" + "0123456789abcdef" + "dcba", "cookie reply", ""},
		{client + "\x02" + "0123456789abcdef" + "dcba", "cookie returned", ""},
		{server + "\x03" + puzzle, "puzzle reply", ""},
		{client + "\x04" + puzzle + sixty4 + "clientinitiv ot=1", "puzzle solution", ""},
		{client + "\x04" + puzzle + sixty4[:10], "puzzle solution", "cut"},
		{server + "\x7f", "start again reply", ""},
		{client + "\x09", "connection start", "value-unknown"},
		{"TS3\n\rWelcome", "console greeting", ""},
	} {
		m := decoder.Decode([]byte(c.packet), wire.Options{})
		promise.Message(t, m)
		promise.Encode(t, m)
		promise.Truncation(t, m, wire.Options{})
		if m.Protocol() != "teamspeak" || m.Info.Name != c.message || promise.Codes(m) != c.problems {
			t.Errorf("%q:\n%s", c.packet, promise.Dump(m))
		}
	}
	for _, p := range []string{"TS3", "TS3INIT", "TS3INIT2" + start[8:], "TS3 is down"} {
		if m := decoder.Decode([]byte(p), wire.Options{}); m.Protocol() == "teamspeak" {
			t.Errorf("%q is a %s", p, m.Info.Name)
		}
	}
}

// A cookie is for the client whose random bytes it has, the other way round.
func TestTopic(t *testing.T) {
	topic := func(p string) wire.MatchKey { return (decoder.Decode([]byte(p), wire.Options{})).MatchKey() }
	cookie := server + "\x01" + "0123456789abcdef"
	if a := topic(cookie + "dcba"); !a.Answers(topic(start)) {
		t.Error(a)
	}
	if a := topic(cookie + "abcd"); a.Answers(topic(start)) {
		t.Error(a)
	}
	if a := topic(cookie + "dcba"); a.Answers(topic(client + "\x02" + "0123456789abcdef" + "dcba")) {
		t.Error(a)
	}
}

func FuzzTeamSpeak(f *testing.F) {
	promise.Fuzz(f, "teamspeak", "teamspeak-", start[:17], server+"\x7f", "TS3\n\r")
}

func TestAllocates(t *testing.T) { promise.Allocates(t, "teamspeak-") }
