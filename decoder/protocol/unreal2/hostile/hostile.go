// Package hostile holds the most expensive datagrams of the protocol.
package hostile

import (
	"strings"

	"fragscope/decoder/hostile"
)

// Cases returns replies of Unreal2: strings without a byte of text, long
// ones in both encodings, and records that are all flags.
func Cases(size int) []hostile.Case {
	const rules, players, info = "\x80\x00\x00\x00\x01", "\x80\x00\x00\x00\x02", "\x80\x00\x00\x00\x00"
	player := "\x01\x00\x00\x00\x00" + "\xff\xff\xff\x7f" + "\xff\xff\xff\xff" + "\x00\x00\x00\x60"
	esc := strings.Repeat("\x1b\x01\x01\x01", 15)
	return []hostile.Case{
		{Name: "unreal2/empty-rules", Data: hostile.Fill(size, rules, "\x00\x00")},
		{Name: "unreal2/short-rules", Data: hostile.Fill(size, rules, "\x02a\x00\x02b\x00")},
		{Name: "unreal2/mutators", Data: hostile.Fill(size, rules, "\x08mutator\x00\x02a\x00")},
		{Name: "unreal2/colours", Data: hostile.Fill(size, rules, "\x02a\x00\x3d"+esc+"\x00")},
		{Name: "unreal2/raw-strings", Data: hostile.Fill(size, rules, "\x01a\x01b")},
		{Name: "unreal2/ucs2", Data: hostile.Fill(size, rules, "\x82\x01\x00\x00\x00\x82\x01\x00\x00\x00")},
		{Name: "unreal2/long-lengths", Data: hostile.Fill(size, rules, "\xff\xff\xff\xff\x0f")},
		{Name: "unreal2/players", Data: hostile.Fill(size, players, player)},
		{Name: "unreal2/short-players", Protocol: "unreal2", Data: hostile.Fill(size, "\x7e\x00\x00\x00\x02", player)},
		{Name: "unreal2/info-flags", Data: hostile.Fill(size, info+strings.Repeat("\xff", 12), "\x00\x00\x00\x00\xff\xff\xff\xff")},
		{Name: "unreal2/other-version", Data: hostile.Fill(size, "\x79\x00\x00\x00\x01", "\x00\x00")},
		{Name: "unreal2/request", Protocol: "unreal2", Request: true, Data: hostile.Fill(size, "\x80\x00\x00\x00\x00", "\xff")},
	}
}
