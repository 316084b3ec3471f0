package gamespy3_test

import (
	"testing"

	"fragscope/decoder/promise"
)

func FuzzGameSpy3(f *testing.F) {
	promise.Add(f, []byte("\xfe\xfd\x09\x10\x20\x30\x40"))
	promise.Add(f, []byte("\xfe\xfd\x09\x10\x20\x30\x40\xff\xff\xff\x01"))
	promise.Add(f, []byte("\x09\x10\x20\x30\x40-2147483648\x00"))
	promise.Add(f, []byte("\xfe\xfd\x00\x10\x20\x30\x40\x12\x34\x56\x78\xff\xff\xff\x01"))
	promise.Add(f, []byte("\xfe\xfd\x00\x10\x20\x30\x40\x06\x01\x06\x05\x08\x0a\x04\x00\x00"))
	promise.Add(f, []byte("\x00\x10\x20\x30\x40\x000")) // cut, these are values without keys
	promise.Add(f, []byte("\x00\x10\x20\x30\x400\x000"))
	promise.Add(f, []byte("\x00\x10\x20\x30\x40\x000\x000"))
	promise.Add(f, dataReply(0x80, 0, promise.NULs("hostname", "A", "p268435968", "p268435969", "0", "EngineVersion", "3815",
		"p268435717", "4128", "")+"\x01player_\x00\x00"+promise.NULs("A", "", "B", "", "")+"\x02team_t\x00\x00\x00\x00"))
	promise.Add(f, dataReply(0, 0, promise.NULs("hostname", "A", "")+"\x01player_\x00\x00"+promise.NULs("Ann", "Bo")))
	promise.Add(f, dataReply(0x81, 1, "player_\x00\x01"+promise.NULs("Bob", "", "")+"\x02\x00"))
	f.Fuzz(func(t *testing.T, p []byte) { promise.Anything(t, "gamespy3", p) })
}
