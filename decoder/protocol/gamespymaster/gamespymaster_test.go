package gamespymaster_test

import (
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/ask"
	"fragscope/decoder/promise"
	"fragscope/decoder/protocol/gamespymaster"
	"fragscope/decoder/wire"
	"fragscope/decoder/wire/protocol"
)

const nat = "\xfd\xfc\x1e\x66\x6a\xb2\x03"

func TestSamples(t *testing.T) {
	promise.Samples(t, "gamespy-master-", protocol.GameSpyMaster, wire.Likely)
}

func TestMessages(t *testing.T) {
	for _, c := range []struct {
		packet, message, fields, problems string
		opts                              wire.Options
	}{
		{"\x09\x00\x00\x00\x00ut3pc\x00", "availability request", "packet.type=9 packet.key=00 00 00 00 packet.game=ut3pc", "", wire.Options{}},
		{"\xfe\xfd\x09\x00\x00\x00\x01", "service reply", "packet.signature=fe fd packet.type=9 packet.status=1", "", wire.Options{SrcPort: 27900}},
		{"\xfe\xfd\x01abcd0123456789\x00", "challenge", "packet.signature=fe fd packet.type=1 packet.key=61 62 63 64 packet.challenge=0123456789", "", wire.Options{}},
		{"\xfe\xfd\x0aabcd", "service reply", "packet.signature=fe fd packet.type=10 packet.key=61 62 63 64", "", wire.Options{}},
		{"\xfe\xfd\x02abcdxyz", "service reply", "packet.signature=fe fd packet.type=2 packet.key=61 62 63 64 packet.echo=78 79 7a", "", wire.Options{SrcPort: 27900}},
		{"\x05abcdxyz", "service request", "packet.type=5 packet.key=61 62 63 64 packet.echo=78 79 7a", "", wire.Options{DstPort: 27900}},
		{"\x07abcd\x00\x00\x00\x07", "service request", "packet.type=7 packet.key=61 62 63 64 packet.message_key=7", "", wire.Options{DstPort: 27900}},
		{nat + "\x00\x00\x00\x00\x07\x01\x01\x00\x01\x02\x03\x04\x00\x07", "NAT negotiation request",
			"natneg.signature=fd fc 1e 66 6a b2 natneg.version=3 natneg.type=0 natneg.cookie=7 natneg.port_type=1 natneg.client=1 natneg.game_port=0 natneg.local_address=1.2.3.4 natneg.local_port=7", "", wire.Options{}},
		{nat + "\x05\x00\x00\x00\x07\x01", "NAT negotiation reply", "natneg.signature=fd fc 1e 66 6a b2 natneg.version=3 natneg.type=5 natneg.cookie=7 natneg.address=01", "cut", wire.Options{}},
	} {
		m := decoder.Decode([]byte(c.packet), c.opts)
		promise.Message(t, m)
		promise.Encode(t, m)
		promise.Truncation(t, m, c.opts)
		if got := strings.Join(promise.Leaves(m, "gamespy-master."), " "); m.Protocol() != protocol.GameSpyMaster || m.Info.Name != c.message || got != c.fields || promise.Codes(m) != c.problems {
			t.Errorf("%q: fields %q\n%s", c.packet, got, promise.Dump(m))
		}
	}
}

// What queries look like is no service, and without its port what is too short.
func TestOthers(t *testing.T) {
	for _, p := range []string{"\xfe\xfd\x09\x00\x00\x00\x00", "\xfe\xfd\x00abcd\xff\xff\xff\x01", "\x09abcd12345\x00", "\x08abcd", "\x78\x00\x00\x00\x00", "\x03abcdhostname\x00A\x00\x00", "\xfd\xfc\x1e\x66\x6a\xb3\x03\x00"} {
		if m := decoder.Decode([]byte(p), wire.Options{}); m.Protocol() == protocol.GameSpyMaster {
			t.Errorf("%q is a %s", p, m.Info.Name)
		}
	}
}

func TestRequests(t *testing.T) {
	for game, want := range map[string]string{"": "\x09\x00\x00\x00\x00ut3pc\x00", "crysis": "\x09\x00\x00\x00\x00crysis\x00"} {
		p, err := decoder.AppendRequest(nil, &ask.Query{Protocol: protocol.GameSpyMaster, Details: &gamespymaster.Query{Game: game}})
		if err != nil || string(p) != want {
			t.Errorf("%q, %v", p, err)
		}
	}
	ours := decoder.TopicOf(decoder.Decode([]byte("\xfe\xfd\x09\x00\x00\x00\x00"), wire.Options{SrcPort: 27900}))
	if !ours.Answers(decoder.TopicOf(decoder.Decode([]byte("\x09\x00\x00\x00\x00ut3pc\x00"), wire.Options{}))) {
		t.Error("the reply answers no request")
	}
}

func FuzzGameSpyMaster(f *testing.F) {
	promise.Fuzz(f, protocol.GameSpyMaster, "gamespy-master-", nat, "\x03abcda\x00b\x00\x00\x00\x01x_\x00\x00")
}

func TestAllocates(t *testing.T) { promise.Allocates(t, "gamespy-master-") }
