package decoder_test

import (
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/protocol"
	"fragscope/decoder/wire"
)

// fuzzGameSpy decodes anything as one protocol and by recognition, and checks the
// promises that hold for every message.
func fuzzGameSpy(t *testing.T, as protocol.ID, p []byte) {
	for _, o := range []wire.Options{{}, {Protocol: as, From: wire.Reply}, {Protocol: as, From: wire.Request}} {
		m := decoder.Decode(p, o)
		checkMessage(t, m)
		if len(p) <= 512 && (m.Protocol() == protocol.GameSpy2 || m.Protocol() == protocol.GameSpy3) {
			checkTruncation(t, m, o)
		}
		decoder.StatusOf(m)
		n := decoder.Decode(p[:len(p)/2], o)
		decoder.StatusOf(m, n, m)
		checkMessage(t, m)
		checkMessage(t, n)
	}
}

func FuzzGameSpy3(f *testing.F) {
	f.Add([]byte("\xfe\xfd\x09\x10\x20\x30\x40"))
	f.Add([]byte("\xfe\xfd\x09\x10\x20\x30\x40\xff\xff\xff\x01"))
	f.Add([]byte("\x09\x10\x20\x30\x40-2147483648\x00"))
	f.Add([]byte("\xfe\xfd\x00\x10\x20\x30\x40\x12\x34\x56\x78\xff\xff\xff\x01"))
	f.Add([]byte("\xfe\xfd\x00\x10\x20\x30\x40\x06\x01\x06\x05\x08\x0a\x04\x00\x00"))
	f.Add(dataReply(0x80, 0, z("hostname", "A", "p268435968", "p268435969", "0", "EngineVersion", "3815", "p268435717", "4128", "")+"\x01player_\x00\x00"+z("A", "", "B", "", "")+"\x02team_t\x00\x00\x00\x00"))
	f.Add(dataReply(0, 0, z("hostname", "A", "")+"\x01player_\x00\x00"+z("Ann", "Bo")))
	f.Add(dataReply(0x81, 1, "player_\x00\x01"+z("Bob", "", "")+"\x02\x00"))
	f.Fuzz(func(t *testing.T, p []byte) { fuzzGameSpy(t, protocol.GameSpy3, p) })
}

func FuzzGameSpy2(f *testing.F) {
	f.Add([]byte("\xfe\xfd\x00\x10\x20\x30\x40\xff\xff\xff"))
	f.Add([]byte("\x00\x10\x20\x30\x40" + z("hostname", "A", "hostport", "", "") + "\x00\x02" + z("player_", "score_", "", "Ann", "1", "", "") + "\x00\x00\x00"))
	f.Add([]byte("\x00\x10\x20\x30\x40\x00" + z("player_", "score_", "", "Ann", "1", "Bob", "2", "")))
	f.Add([]byte("\x00\x10\x20\x30\x40\x00\x02" + z("team_t", "score_t", "", "Red", "1", "Blue", "")))
	f.Fuzz(func(t *testing.T, p []byte) { fuzzGameSpy(t, protocol.GameSpy2, p) })
}
