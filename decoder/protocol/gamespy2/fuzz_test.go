package gamespy2_test

import (
	"testing"

	"fragscope/decoder/promise"
)

func FuzzGameSpy2(f *testing.F) {
	promise.Add(f, []byte("\xfe\xfd\x00\x10\x20\x30\x40\xff\xff\xff"))
	promise.Add(f, []byte("\x00\x10\x20\x30\x40"+promise.NULs("hostname", "A", "hostport", "", "")+"\x00\x02"+
		promise.NULs("player_", "score_", "", "Ann", "1", "", "")+"\x00\x00\x00"))
	promise.Add(f, []byte("\x00\x10\x20\x30\x40\x00"+promise.NULs("player_", "score_", "", "Ann", "1", "Bob", "2", "")))
	promise.Add(f, []byte("\x00\x10\x20\x30\x40\x00\x02"+promise.NULs("team_t", "score_t", "", "Red", "1", "Blue", "")))
	f.Fuzz(func(t *testing.T, p []byte) { promise.Anything(t, "gamespy2", p) })
}
