// Package hostile holds the most expensive datagrams of the protocol.
package hostile

import (
	"strings"

	"fragscope/decoder/hostile"
)

// Cases returns tables of GameSpy 2 whose columns have long names, many
// columns, and cells of one byte.
func Cases(size int) []hostile.Case {
	const head = "\x00abcd\x00"
	all := []hostile.Case{
		{Name: "gamespy2/short-pairs", Protocol: "gamespy2", Data: hostile.Fill(size, "\x00abcdhostname\x00a\x00", "a\x00\x00")},
		{Name: "gamespy2/empty-cells", Protocol: "gamespy2", Data: hostile.Fill(size, head+"player_\x00\x00a\x00", "a\x00")},
		{Name: "gamespy2/heads", Protocol: "gamespy2", Data: hostile.Fill(size, head+"\xff", "a_\x00")},
		{Name: "gamespy2/many-columns", Protocol: "gamespy2", Data: hostile.Wide(size, "a", 30)},
		{Name: "gamespy2/padded", Protocol: "gamespy2", Data: hostile.Fill(size, "\x00abcdhostname\x00a\x00", "a\x00\x01\x00")},
	}
	for _, l := range hostile.Letters {
		name := strings.Repeat(l.Text, size/2)
		all = append(all,
			hostile.Case{Name: "gamespy2/long-name-" + l.Name, Protocol: "gamespy2", Data: hostile.Fill(size, head+"player_\x00"+name+"_\x00\x00", "a\x00\x00")},
			hostile.Case{Name: "gamespy2/long-name-filled-" + l.Name, Protocol: "gamespy2", Data: hostile.Fill(size, head+"player_\x00"+name+"_\x00\x00", "a\x00b\x00")},
			hostile.Case{Name: "gamespy2/long-names-" + l.Name, Protocol: "gamespy2", Data: hostile.Wide(size, l.Text, 64)},
			hostile.Case{Name: "gamespy2/names-" + l.Name, Protocol: "gamespy2", Data: hostile.Wide(size, l.Text, 31)},
		)
	}
	return all
}
