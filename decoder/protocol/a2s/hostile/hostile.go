// Package hostile holds the most expensive datagrams of the protocol.
package hostile

import (
	"strings"

	"fragscope/decoder/hostile"
)

// Cases returns replies with the shortest keywords, players and rules, and counts
// that lie.
func Cases(size int) []hostile.Case {
	const mark = "\xff\xff\xff\xff"
	const info = mark + "I\x11\x00\x00\x00\x00\x00\x00\x00\x00\x00dl\x00\x00\x00\xff" + "\x00\x00" + "abcdefgh" + "\x00\x00\x00"
	return []hostile.Case{
		{Name: "a2s/commas", Data: hostile.Fill(size, info, ",")},
		{Name: "a2s/keywords", Data: hostile.Fill(size, info, "mp1,")},
		{Name: "a2s/colons", Data: hostile.Fill(size, info, "a:,")},
		{Name: "a2s/players", Data: hostile.Fill(size, mark+"D\xff", strings.Repeat("\x00", 10))},
		{Name: "a2s/odd-names", Data: hostile.Fill(size, mark+"D\xff", "\x00\x01"+strings.Repeat("\x00", 9))},
		{Name: "a2s/ship", Data: hostile.Fill(size, mark+"D\x00", strings.Repeat("\x00", 8))},
		{Name: "a2s/rules", Data: hostile.Fill(size, mark+"E\xff\xff", "\x00")},
		{Name: "a2s/short-rules", Data: hostile.Fill(size, mark+"E\x00\x00", "a\x00\x01\x00")},
		{Name: "a2s/utf8", Data: hostile.Fill(size, mark+"E\xff\xff", "\xc3\xa9\x00")},
		{Name: "a2s/chunks", Data: hostile.Fill(size, mark+"E\xff\xff\x01\xff\x00", "\x02\x00")},
		{Name: "a2s/lost-chunks", Data: hostile.Fill(size, mark+"E\xff\xff", "\x01\x01\x00\x00")},
		{Name: "a2s/mods", Data: hostile.Fill(size, mark+"E\xff\xff\x01\x01\x00\x02\x01\x02\x01\x02\x01\x02\xff", "\x03\x03\x03\x03\x10\x02ab")},
		{Name: "a2s/servers", Data: hostile.Fill(size, mark+"f\n", "\x02\x02\x02\x02\x02\x02")},
		{Name: "a2s/filters", Data: hostile.Fill(size, "1\x030.0.0.0:0\x00", "\\a\\")},
		{Name: "a2s/padding", Data: hostile.Fill(size, mark+"TSource Engine Query\x00", "\x00")},
	}
}
