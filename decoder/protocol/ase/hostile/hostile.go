// Package hostile holds the most expensive datagrams of the protocol.
package hostile

import (
	"strings"

	"fragscope/decoder/hostile"
)

// Cases returns replies with the shortest rules and players, and lengths that lie.
func Cases(size int) []hostile.Case {
	info := "EYE1\x04mta" + strings.Repeat("\x01", 8)
	const lite = "EYE2\x04mta\x01\x01\x01"
	return []hostile.Case{
		{Name: "ase/rules", Data: hostile.Fill(size, info, "\x02a\x01")},
		{Name: "ase/flags", Data: hostile.Fill(size, info+"\x01", "\x00")},
		{Name: "ase/players", Data: hostile.Fill(size, info+"\x01", "\x3f\x01\x01\x01\x01\x01\x01")},
		{Name: "ase/bad-players", Data: hostile.Fill(size, info+"\x01", "\xff\x00\x00\x00\x00\x00\x00")},
		{Name: "ase/places", Data: hostile.Fill(size, lite+"\xff", "\x00")},
		{Name: "ase/names", Data: hostile.Fill(size, lite+"\x01\x01\x00\x00\x00\x00", "\x01")},
	}
}
