// Package hostile holds the most expensive datagrams of the protocol.
package hostile

import (
	"fragscope/decoder/hostile"
)

// Cases returns replies with the shortest lines of players and entries.
func Cases(size int) []hostile.Case {
	return []hostile.Case{
		{Name: "quake2/players", Data: hostile.Fill(size, "\xff\xff\xff\xffprint\n\\\n", "1 1 \"\" \"\"\n")},
		{Name: "quake2/servers", Data: hostile.Fill(size, "\xff\xff\xff\xffservers ", "\x01\x02\x03\x04\x05\x06")},
		{Name: "quake2/info", Data: hostile.Fill(size, "\xff\xff\xff\xffinfo\n", " 1/1")},
	}
}
