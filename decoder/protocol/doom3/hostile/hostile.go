// Package hostile holds the most expensive datagrams of the protocol.
package hostile

import (
	"strings"

	"fragscope/decoder/hostile"
)

// Cases returns replies with the shortest settings, rows and entries.
func Cases(size int) []hostile.Case {
	const info = "\xff\xffinfoResponse\x00abcd\x29\x00\x01\x00"
	const wars = "\xff\xffinfoExResponse\x00abcdabcd\x15\x00\x0a\x00\x00\x00\x00\x00\x00\x00"
	return []hostile.Case{
		{Name: "doom3/settings", Data: hostile.Fill(size, info, "a\x00\x00")},
		{Name: "doom3/keyless", Data: hostile.Fill(size, info, "\x00a\x00")},
		{Name: "doom3/colours", Data: hostile.Fill(size, info+"a\x00", "^1")},
		{Name: "doom3/players", Data: hostile.Fill(size, info+"\x00\x00", "\x01\x00\x00\x00\x00\x00\x00\x00")},
		{Name: "doom3/statistics", Data: hostile.Fill(size, wars+"\x20"+strings.Repeat("\x00", 12), strings.Repeat("\x00", 14))},
		{Name: "doom3/servers", Data: hostile.Fill(size, "\xff\xffservers\x00", "\x01\x02\x03\x04\x05\x06")},
	}
}
