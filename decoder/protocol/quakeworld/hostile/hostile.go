// Package hostile holds the most expensive datagrams of the protocol.
package hostile

import (
	"fragscope/decoder/hostile"
)

// Cases returns replies with the shortest lines of players.
func Cases(size int) []hostile.Case {
	return []hostile.Case{
		{Name: "quakeworld/players", Data: hostile.Fill(size, "\xff\xff\xff\xffn\\\n", "1 1 1 1 \"\" \"\" 1 1 \"\" \"\"\n")},
		{Name: "quakeworld/spectators", Data: hostile.Fill(size, "\xff\xff\xff\xffn\\\n", "1 S 1 1 \"\\s\\\"\n")},
	}
}
