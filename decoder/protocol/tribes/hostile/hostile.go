// Package hostile holds the most expensive datagrams of the protocol.
package hostile

import (
	"strings"

	"fragscope/decoder/hostile"
)

// Cases returns replies whose rows have the shortest values under the longest
// heads, and a list of the smallest entries.
func Cases(size int) []hostile.Case {
	head := "\x06Tribes\x011\x01a\x00\x00\xff\xff\x00\x00\x00\x00\x00\x00"
	heads := "\x00\xf8" + strings.Repeat("\x01", 23) + strings.Repeat("\t\x01"+strings.Repeat("\x01", 23), 9)
	row := "\x00\x00\x00\x00\x09" + strings.Repeat("\t", 9)
	return []hostile.Case{
		{Name: "tribes/empty-rows", Data: hostile.Fill(size, "c\x01\x00b"+head+"\x00\x00\x00", "\x00\x00\x00\x00\x00")},
		{Name: "tribes/long-heads", Data: hostile.Fill(size, "c\x01\x00b"+head+"\x00"+heads, row)},
		{Name: "tribes/starsiege", Data: hostile.Fill(size, "s\x01\x00r\x09Starsiege\x011\x01a"+strings.Repeat("\x00", 45), "\x00\x00")},
		{Name: "tribes/servers", Data: hostile.Fill(size, "\x10\x06\x02\x02\x01\x02\x00\x66\x00\xff", "\x06\xc0\x00\x02\x07\x61\x6d")},
	}
}
