// Package hostile holds the most expensive datagrams of the protocol.
package hostile

import (
	"fragscope/decoder/hostile"
)

// Cases returns replies with the shortest pairs and lines of players.
func Cases(size int) []hostile.Case {
	const info, status = "\xff\xff\xff\xffinfoResponse\n", "\xff\xff\xff\xffstatusResponse\n"
	return []hostile.Case{
		{Name: "quake3/pairs", Data: hostile.Fill(size, info, `\a\b`)},
		{Name: "quake3/empty-pairs", Data: hostile.Fill(size, info, `\`)},
		{Name: "quake3/players", Data: hostile.Fill(size, status+"\n", "1 2 \"\"\n")},
		{Name: "quake3/numbers", Data: hostile.Fill(size, status+"\n1", " 1")},
		{Name: "quake3/no-players", Data: hostile.Fill(size, status+"\n", "1\n")},
		{Name: "quake3/no-lines", Data: hostile.Fill(size, status+"\n", "a\n")},
		{Name: "quake3/colours", Data: hostile.Fill(size, status+`\a\`, "^1")},
		{Name: "quake3/quotes", Data: hostile.Fill(size, status+"\n", "1 1 \"\n")},
		{Name: "quake3/servers", Data: hostile.Fill(size, "\xff\xff\xff\xffgetserversResponse", "\\\x01\x02\x03\x04\x05\x06")},
		{Name: "quake3/ends", Data: hostile.Fill(size, "\xff\xff\xff\xffgetserversResponse", "\\EOT\x00\x00\x00")},
		{Name: "quake3/filters", Request: true, Data: hostile.Fill(size, "\xff\xff\xff\xffgetservers 68", " a")},
		{Name: "quake3/spaces", Request: true, Data: hostile.Fill(size, "\xff\xff\xff\xffrcon", " ")},
	}
}
