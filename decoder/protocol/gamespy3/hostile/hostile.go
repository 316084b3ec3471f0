// Package hostile holds the most expensive datagrams of the protocol.
package hostile

import (
	"strings"

	"fragscope/decoder/hostile"
)

// Cases returns data replies of GameSpy 3 and UT3: the shortest pairs and
// values, fields with long names, and numbers that are sets of many flags.
func Cases(size int) []hostile.Case {
	const info, players, teams = "\x00abcdsplitnum\x00\x80\x00", "\x00abcdsplitnum\x00\x80\x01", "\x00abcdsplitnum\x00\x80\x02"
	all := []hostile.Case{
		{Name: "gamespy3/short-pairs", Data: hostile.Fill(size, info+"hostname\x00a\x00", "a\x00\x00")},
		{Name: "gamespy3/values", Data: hostile.Fill(size, players+"player_\x00\x00", "a\x00")},
		{Name: "gamespy3/empty-values", Data: hostile.Fill(size, players+"player_\x00\x00", "\x00")},
		{Name: "gamespy3/fields", Data: hostile.Fill(size, players, "a_\x00\x00a\x00\x00")},
		{Name: "gamespy3/empty-fields", Data: hostile.Fill(size, players, "a_\x00\x00\x00")},
		{Name: "gamespy3/high-slots", Data: hostile.Fill(size, players, "a_\x00\xffa\x00\x00")},
		{Name: "gamespy3/teams", Data: hostile.Fill(size, teams+"team_t\x00\x00", "a\x00")},
		{Name: "gamespy3/odd-names", Data: hostile.Fill(size, players, strings.Repeat("\x01", max(size/110, 1))+"\x00\x00a\x00\x00")},
		{Name: "gamespy3/ut3-mutators", Data: hostile.Fill(size, info+"EngineVersion\x003815\x00", "p268435717\x0018446744073709551615\x00")},
		{Name: "gamespy3/ut3-flags", Data: hostile.Fill(size, info+"EngineVersion\x003815\x00", "p268435717\x004294967295\x00")},
		{Name: "gamespy3/ut3-lists", Data: hostile.Fill(size, info+"EngineVersion\x003815\x00p268435970\x00", "a\x1c")},
		{Name: "gamespy3/challenge", Data: hostile.Fill(size, "\x09abcd", "1")},
		{Name: "gamespy3/challenge-text", Protocol: "gamespy3", Data: append(hostile.Fill(size-1, "\x09abcd", "\x01"), 0)},
		{Name: "gamespy3/split-word", Data: hostile.Fill(size, "\x00abcdsplitnun\x00\x80\x00", "a\x00\x00")},
		{Name: "gamespy3/plain", Protocol: "gamespy3", Data: hostile.Fill(size, "\x00abcd\x00player_\x00"+strings.Repeat("a", size/2)+"_\x00\x00", "a\x00b\x00")},
		{Name: "gamespy3/request", Data: hostile.Fill(size, "\xfe\xfd\x00abcd\x00\x00\x00\x00", "\x01")},
	}
	for _, l := range hostile.Letters {
		name := strings.Repeat(l.Text, size/2) + "_\x00\x00"
		all = append(all,
			hostile.Case{Name: "gamespy3/long-name-" + l.Name, Data: hostile.Fill(size, players+name, "a\x00")},
			hostile.Case{Name: "gamespy3/long-team-name-" + l.Name, Data: hostile.Fill(size, teams+strings.Repeat(l.Text, size/2)+"_t\x00\x00", "a\x00")},
		)
	}
	return all
}

// Parts returns a reply of GameSpy 3 in 128 numbered datagrams, each of which
// continues with one field of a long name.
func Parts(size int) [][]byte {
	var parts [][]byte
	for n := range 128 {
		number := byte(n)
		if n == 127 {
			number |= 0x80
		}
		head := "\x00abcdsplitnum\x00" + string([]byte{number}) + "\x01" + strings.Repeat("a", size/2) + "_\x00" + string([]byte{number})
		parts = append(parts, hostile.Fill(size, head, "a\x00"))
	}
	return parts
}
