// Package hostile holds the most expensive datagrams of the protocol.
package hostile

import (
	"strings"

	"fragscope/decoder/hostile"
)

// Cases returns replies of GameSpy 1: the shortest pairs, keys of players
// with every number, and texts that problems quote.
func Cases(size int) []hostile.Case {
	numbered := func(key string) []byte {
		var p []byte
		for n := 0; len(p)+len(key)+10 < size; n++ {
			p = append(append(p, key...), hostile.Digits(n)...)
			p = append(p, `\1`...)
		}
		return p
	}
	long := strings.Repeat("\x01", max(size/210, 1))
	return []hostile.Case{
		{Name: "gamespy1/short-pairs", Data: hostile.Fill(size, `\hostname\a`, `\a\`)},
		{Name: "gamespy1/empty-keys", Data: hostile.Fill(size, `\hostname\a`, `\`)},
		{Name: "gamespy1/players", Data: numbered(`\player_`)},
		{Name: "gamespy1/pings", Data: numbered(`\ping_`)},
		{Name: "gamespy1/extras", Data: numbered(`\x_`)},
		{Name: "gamespy1/one-player", Data: hostile.Fill(size, `\player_0\a`, `\x_0\1`)},
		{Name: "gamespy1/team-names", Data: numbered(`\teamname_`)},
		{Name: "gamespy1/mutators", Data: hostile.Fill(size, `\hostname\a\mutators\`, "a,")},
		{Name: "gamespy1/misspelt", Data: hostile.Fill(size, `\hostname\a`, `\hostnam\a`)},
		{Name: "gamespy1/quoted", Data: hostile.Fill(size, `\hostname\a`, `\numplayers\`+long)},
		{Name: "gamespy1/quoted-ports", Data: hostile.Fill(size, `\hostname\a`, `\hostport\`+long)},
		{Name: "gamespy1/quoted-pings", Data: hostile.Fill(size, `\hostname\a`, `\ping_0\`+long)},
		{Name: "gamespy1/query-ids", Data: hostile.Fill(size, `\hostname\a`, `\queryid\a.b`)},
		{Name: "gamespy1/colours", Data: hostile.Fill(size, `\hostname\a`, `\a\`+"\x1b\x01\x01\x01")},
		{Name: "gamespy1/long-key", Data: append(hostile.Fill(size-3, `\hostname\a\`, "\x01"), `\a`...)},
		{Name: "gamespy1/long-value", Data: hostile.Fill(size, `\hostname\`, "\x80")},
		{Name: "gamespy1/request", Protocol: "gamespy1", Request: true, Data: hostile.Fill(size, `\status\`, `\a\`)},
	}
}
