package gamespymaster_test

import (
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/ask"
	"fragscope/decoder/promise"
	"fragscope/decoder/protocol/gamespymaster"
	"fragscope/decoder/wire"
)

const nat = "\xfd\xfc\x1e\x66\x6a\xb2\x03"

func TestSamples(t *testing.T) {
	promise.Samples(t, "gamespy-master-", "gamespy-master", wire.Likely)
}

func TestMessages(t *testing.T) {
	for _, c := range []struct {
		packet, message, fields, problems string
		opts                              wire.Options
	}{
		{"\x09\x00\x00\x00\x00ut3pc\x00", "availability request", "packet.type=9 packet.key=00 00 00 00 packet.game=ut3pc",
			"", wire.Options{}},
		{"\xfe\xfd\x09\x00\x00\x00\x01", "service reply", "packet.signature=fe fd packet.type=9 packet.status=1",
			"gamespy-master-unavailable", wire.Options{SrcPort: 27900}},
		{"\xfe\xfd\x01abcd0123456789\x00", "challenge",
			"packet.signature=fe fd packet.type=1 packet.key=61 62 63 64 packet.challenge=0123456789", "", wire.Options{}},
		{"\xfe\xfd\x0aabcd", "service reply", "packet.signature=fe fd packet.type=10 packet.key=61 62 63 64", "",
			wire.Options{}},
		{"\xfe\xfd\x02abcdxyz", "service reply",
			"packet.signature=fe fd packet.type=2 packet.key=61 62 63 64 packet.echo=78 79 7a", "",
			wire.Options{SrcPort: 27900}},
		{"\x05abcdxyz", "service request", "packet.type=5 packet.key=61 62 63 64 packet.echo=78 79 7a", "",
			wire.Options{DstPort: 27900}},
		{"\x07abcd\x00\x00\x00\x07", "service request", "packet.type=7 packet.key=61 62 63 64 packet.message_key=7", "",
			wire.Options{DstPort: 27900}},
		{nat + "\x00\x00\x00\x00\x07\x01\x01\x00\x01\x02\x03\x04\x00\x07", "NAT negotiation request",
			"natneg.signature=fd fc 1e 66 6a b2 natneg.version=3 natneg.type=0 natneg.cookie=7 natneg.port_type=1 " +
				"natneg.client=1 natneg.game_port=0 natneg.local_address=1.2.3.4 natneg.local_port=7", "", wire.Options{}},
		{nat + "\x05\x00\x00\x00\x07\x01", "NAT negotiation reply",
			"natneg.signature=fd fc 1e 66 6a b2 natneg.version=3 natneg.type=5 natneg.cookie=7 natneg.address=01", "cut",
			wire.Options{}},
		{nat + "\x05\x00\x00\x00\x07\x01\x02\x03\x04\x19\x64\x01\x00", "NAT negotiation reply",
			"natneg.signature=fd fc 1e 66 6a b2 natneg.version=3 natneg.type=5 natneg.cookie=7 natneg.address=1.2.3.4 " +
				"natneg.port=6500 natneg.got_data=1 natneg.finished=0", "", wire.Options{}},
		{nat + "\x05\x00\x00\x00\x07\x01\x02\x03\x04\x19\x64\x01\x02", "NAT negotiation reply",
			"natneg.signature=fd fc 1e 66 6a b2 natneg.version=3 natneg.type=5 natneg.cookie=7 natneg.address=1.2.3.4 " +
				"natneg.port=6500 natneg.got_data=1 natneg.finished=2", "gamespy-master-natneg-failed", wire.Options{}},
		{nat + "\x05\x00\x00\x00\x07\x00\x00\x00\x00\x00\x00\x00\x00", "NAT negotiation reply",
			"natneg.signature=fd fc 1e 66 6a b2 natneg.version=3 natneg.type=5 natneg.cookie=7 natneg.address=0.0.0.0 " +
				"natneg.port=0 natneg.got_data=0 natneg.finished=0", "gamespy-master-natneg-address", wire.Options{}},
		{"\xfe\xfd\x04abcd\x01Your key is wrong\x00", "service reply",
			"packet.signature=fe fd packet.type=4 packet.key=61 62 63 64 packet.error=\x01Your key is wrong",
			"gamespy-master-refused", wire.Options{}},
		{"\x00\x09\x01\x01\x02\x03\x04\x19\x64", "browsing request",
			"list.length=9 list.type=1 list.address=1.2.3.4 list.port=6500", "", wire.Options{DstPort: 28910}},
		{"\x00\x03\x03", "browsing request", "list.length=3 list.type=3", "", wire.Options{DstPort: 28910}},
		{"\x00\x0b\x02\x01\x02\x03\x04\x19\x64ab", "browsing request",
			"list.length=11 list.type=2 list.address=1.2.3.4 list.port=6500 list.rest=61 62", "", wire.Options{DstPort: 28910}},
		{"\xe4\x00\x80abcdef\xe2saltsalt", "encrypted server list",
			"reply.random_size=228 reply.flags=128 reply.random=61 62 63 64 65 66 reply.salt_size=226 reply.salt=73 61 6c 74 " +
				"73 61 6c 74", "", wire.Options{SrcPort: 28910}},
		{"\xed\x01\xe2saltsalt12", "encrypted server list",
			"reply.random_size=237 reply.random=01 reply.salt_size=226 reply.salt=73 61 6c 74 73 61 6c 74 reply.ciphertext=31 32", "", wire.Options{SrcPort: 28910}},
		{"\xe4\x00\x80abcdef\xf3salt", "encrypted server list",
			"reply.random_size=228 reply.flags=128 reply.random=61 62 63 64 65 66 reply.salt_size=243 reply.salt=73 61 6c 74",
			"cut", wire.Options{SrcPort: 28910}},
	} {
		m := decoder.Decode([]byte(c.packet), c.opts)
		promise.Message(t, m)
		promise.Encode(t, m)
		promise.Truncation(t, m, c.opts)
		if got := strings.Join(promise.Leaves(m, "gamespy-master."), " "); m.Protocol() != "gamespy-master" ||
			m.Info.Name != c.message || got != c.fields || promise.Codes(m) != c.problems {
			t.Errorf("%q: fields %q\n%s", c.packet, got, promise.Dump(m))
		}
	}
}

// What queries look like is no service, and without its port what is too short.
func TestOthers(t *testing.T) {
	for _, p := range []string{"\xfe\xfd\x09\x00\x00\x00\x00", "\xfe\xfd\x00abcd\xff\xff\xff\x01", "\x09abcd12345\x00",
		"\x08abcd", "\x78\x00\x00\x00\x00", "\x03abcdhostname\x00A\x00\x00", "\xfd\xfc\x1e\x66\x6a\xb3\x03\x00"} {
		if m := decoder.Decode([]byte(p), wire.Options{}); m.Protocol() == "gamespy-master" {
			t.Errorf("%q is a %s", p, m.Info.Name)
		}
	}
}

// Heartbeats that a master ignores, or that end a server, are told.
func TestHeartbeats(t *testing.T) {
	for _, c := range []struct{ packet, problems string }{
		{"gamename\x00ut3pc\x00statechanged\x003\x00\x00\x00\x00\x00\x00\x00\x00", ""},
		{"gamename\x00ut3pc\x00statechanged\x002\x00\x00\x00\x00\x00\x00\x00\x00", "gamespy-master-heartbeat-ends"},
		{"hostname\x00A\x00statechanged\x003\x00\x00\x00\x00\x00\x00\x00\x00", "gamespy-master-heartbeat-game"},
	} {
		m := decoder.Decode([]byte("\x03abcd"+c.packet), wire.Options{Protocol: "gamespy-master", From: wire.Request})
		promise.Message(t, m)
		promise.Encode(t, m)
		if m.Info.Name != "heartbeat" || promise.Codes(m) != c.problems {
			t.Errorf("%q:\n%s", c.packet, promise.Dump(m))
		}
	}
}

// What is built is read as what was asked for.
func TestRequests(t *testing.T) {
	id := [8]byte{'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'}
	for _, c := range []struct {
		message string
		details gamespymaster.Query
		want    string
	}{
		{"", gamespymaster.Query{}, "\x09\x00\x00\x00\x00ut3pc\x00"},
		{"availability request", gamespymaster.Query{Game: "crysis"}, "\x09\x00\x00\x00\x00crysis\x00"},
		{"challenge answer", gamespymaster.Query{Challenge: "abcdefghijklmnop"}, "\x01abcdXEM3NPsTvTjXEuToSw+ByAAA\x00"},
		{"service request", gamespymaster.Query{}, "\x08abcd"},
		{"heartbeat", gamespymaster.Query{Port: 6500},
			"\x03abcdgamename\x00ut3pc\x00localport\x006500\x00hostport\x006500\x00natneg\x000\x00statechanged\x003\x00\x00\x00\x00\x00\x00\x00\x00"},
		{"server list request", gamespymaster.Query{Fields: []string{"hostname"}},
			"\x00\x2c\x00\x01\x03\x00\x00\x00\x00ut3pc\x00ut3pc\x00abcdefgh\x00\\hostname\x00\x00\x00\x00\x01"},
	} {
		q := &ask.Query{Protocol: "gamespy-master", Message: c.message, ID: id, Details: &c.details}
		p, err := decoder.AppendRequest(nil, q)
		if err != nil || string(p) != c.want {
			t.Errorf("%s: %q, %v", c.message, p, err)
		}
		m := decoder.Decode(p, wire.Options{DstPort: 27900})
		if m.Protocol() != "gamespy-master" || c.message != "" && m.Info.Name != c.message || promise.Codes(m) != "" {
			t.Errorf("%s:\n%s", c.message, promise.Dump(m))
		}
	}
	for _, q := range []ask.Query{
		{Message: "challenge answer", Details: &gamespymaster.Query{Game: "nosuchgame", Challenge: "abcdefghijklmnop"}},
		{Message: "challenge answer", Details: &gamespymaster.Query{Challenge: "abc"}},
		{Message: "server list request", Details: &gamespymaster.Query{Fields: []string{`a\b`}}},
		{Message: "server list request", Details: &gamespymaster.Query{Fields: make([]string, 256)}},
		{Message: "server list request", Details: &gamespymaster.Query{Game: strings.Repeat("x", 65)}},
		{Message: "dance"},
	} {
		q.Protocol = "gamespy-master"
		if p, err := decoder.AppendRequest([]byte("x"), &q); err == nil || len(p) > 1 && q.Message != "challenge answer" {
			t.Errorf("%+v: %q, %v", q, p, err)
		}
	}
	ours := (decoder.Decode([]byte("\xfe\xfd\x09\x00\x00\x00\x00"), wire.Options{SrcPort: 27900})).MatchKey()
	if !ours.Answers((decoder.Decode([]byte("\x09\x00\x00\x00\x00ut3pc\x00"), wire.Options{})).MatchKey()) {
		t.Error("the reply answers no request")
	}
}

// What a master says of availability is all that its status has.
func TestStatus(t *testing.T) {
	for code, want := range map[string]string{"\x00": "available", "\x01": "unavailable",
		"\x02": "temporarily unavailable"} {
		s := decoder.StatusOf(decoder.Decode([]byte("\xfe\xfd\x09\x00\x00\x00"+code), wire.Options{SrcPort: 27900}))
		if s == nil || len(s.Rules) != 1 || s.Rules[0] != (wire.Rule{Key: "availability", Value: want}) {
			t.Errorf("%q: %+v", code, s)
		}
	}
}

func FuzzGameSpyMaster(f *testing.F) {
	promise.Fuzz(f, "gamespy-master", "gamespy-master-", nat, "\x03abcda\x00b\x00\x00\x00\x01x_\x00\x00")
}

func TestAllocates(t *testing.T) { promise.Allocates(t, "gamespy-master-") }
