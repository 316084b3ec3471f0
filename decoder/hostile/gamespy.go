package hostile

import (
	"encoding/binary"
	"strings"
)

// The games of Unreal and GameSpy, and their masters.

// unreal2 returns replies of Unreal2: strings without a byte of text, long
// ones in both encodings, and records that are all flags.
func unreal2(size int) []Case {
	const rules, players, info = "\x80\x00\x00\x00\x01", "\x80\x00\x00\x00\x02", "\x80\x00\x00\x00\x00"
	player := "\x01\x00\x00\x00\x00" + "\xff\xff\xff\x7f" + "\xff\xff\xff\xff" + "\x00\x00\x00\x60"
	esc := strings.Repeat("\x1b\x01\x01\x01", 15)
	return []Case{
		{Name: "unreal2/empty-rules", Data: Fill(size, rules, "\x00\x00")},
		{Name: "unreal2/short-rules", Data: Fill(size, rules, "\x02a\x00\x02b\x00")},
		{Name: "unreal2/mutators", Data: Fill(size, rules, "\x08mutator\x00\x02a\x00")},
		{Name: "unreal2/colours", Data: Fill(size, rules, "\x02a\x00\x3d"+esc+"\x00")},
		{Name: "unreal2/raw-strings", Data: Fill(size, rules, "\x01a\x01b")},
		{Name: "unreal2/ucs2", Data: Fill(size, rules, "\x82\x01\x00\x00\x00\x82\x01\x00\x00\x00")},
		{Name: "unreal2/long-lengths", Data: Fill(size, rules, "\xff\xff\xff\xff\x0f")},
		{Name: "unreal2/players", Data: Fill(size, players, player)},
		{Name: "unreal2/short-players", Protocol: "unreal2", Data: Fill(size, "\x7e\x00\x00\x00\x02", player)},
		{Name: "unreal2/info-flags", Data: Fill(size, info+strings.Repeat("\xff", 12), "\x00\x00\x00\x00\xff\xff\xff\xff")},
		{Name: "unreal2/other-version", Data: Fill(size, "\x79\x00\x00\x00\x01", "\x00\x00")},
		{Name: "unreal2/request", Protocol: "unreal2", Request: true, Data: Fill(size, "\x80\x00\x00\x00\x00", "\xff")},
	}
}

// gamespy1 returns replies of GameSpy 1: the shortest pairs, keys of players
// with every number, and texts that problems quote.
func gamespy1(size int) []Case {
	numbered := func(key string) []byte {
		var p []byte
		for n := 0; len(p)+len(key)+10 < size; n++ {
			p = append(append(p, key...), Digits(n)...)
			p = append(p, `\1`...)
		}
		return p
	}
	long := strings.Repeat("\x01", max(size/210, 1))
	return []Case{
		{Name: "gamespy1/short-pairs", Data: Fill(size, `\hostname\a`, `\a\`)},
		{Name: "gamespy1/empty-keys", Data: Fill(size, `\hostname\a`, `\`)},
		{Name: "gamespy1/players", Data: numbered(`\player_`)},
		{Name: "gamespy1/pings", Data: numbered(`\ping_`)},
		{Name: "gamespy1/extras", Data: numbered(`\x_`)},
		{Name: "gamespy1/one-player", Data: Fill(size, `\player_0\a`, `\x_0\1`)},
		{Name: "gamespy1/team-names", Data: numbered(`\teamname_`)},
		{Name: "gamespy1/mutators", Data: Fill(size, `\hostname\a\mutators\`, "a,")},
		{Name: "gamespy1/misspelt", Data: Fill(size, `\hostname\a`, `\hostnam\a`)},
		{Name: "gamespy1/quoted", Data: Fill(size, `\hostname\a`, `\numplayers\`+long)},
		{Name: "gamespy1/quoted-ports", Data: Fill(size, `\hostname\a`, `\hostport\`+long)},
		{Name: "gamespy1/quoted-pings", Data: Fill(size, `\hostname\a`, `\ping_0\`+long)},
		{Name: "gamespy1/query-ids", Data: Fill(size, `\hostname\a`, `\queryid\a.b`)},
		{Name: "gamespy1/colours", Data: Fill(size, `\hostname\a`, `\a\`+"\x1b\x01\x01\x01")},
		{Name: "gamespy1/long-key", Data: append(Fill(size-3, `\hostname\a\`, "\x01"), `\a`...)},
		{Name: "gamespy1/long-value", Data: Fill(size, `\hostname\`, "\x80")},
		{Name: "gamespy1/request", Protocol: "gamespy1", Request: true, Data: Fill(size, `\status\`, `\a\`)},
	}
}

// gamespy2 returns tables of GameSpy 2 whose columns have long names, many
// columns, and cells of one byte.
func gamespy2(size int) []Case {
	const head = "\x00abcd\x00"
	all := []Case{
		{Name: "gamespy2/short-pairs", Protocol: "gamespy2", Data: Fill(size, "\x00abcdhostname\x00a\x00", "a\x00\x00")},
		{Name: "gamespy2/empty-cells", Protocol: "gamespy2", Data: Fill(size, head+"player_\x00\x00a\x00", "a\x00")},
		{Name: "gamespy2/heads", Protocol: "gamespy2", Data: Fill(size, head+"\xff", "a_\x00")},
		{Name: "gamespy2/many-columns", Protocol: "gamespy2", Data: Wide(size, "a", 30)},
		{Name: "gamespy2/padded", Protocol: "gamespy2", Data: Fill(size, "\x00abcdhostname\x00a\x00", "a\x00\x01\x00")},
	}
	for _, l := range Letters {
		name := strings.Repeat(l.Text, size/2)
		all = append(all,
			Case{Name: "gamespy2/long-name-" + l.Name, Protocol: "gamespy2",
				Data: Fill(size, head+"player_\x00"+name+"_\x00\x00", "a\x00\x00")},
			Case{Name: "gamespy2/long-name-filled-" + l.Name, Protocol: "gamespy2",
				Data: Fill(size, head+"player_\x00"+name+"_\x00\x00", "a\x00b\x00")},
			Case{Name: "gamespy2/long-names-" + l.Name, Protocol: "gamespy2", Data: Wide(size, l.Text, 64)},
			Case{Name: "gamespy2/names-" + l.Name, Protocol: "gamespy2", Data: Wide(size, l.Text, 31)},
		)
	}
	return all
}

// gamespy3 returns data replies of GameSpy 3 and UT3: the shortest pairs and
// values, fields with long names, and numbers that are sets of many flags.
func gamespy3(size int) []Case {
	const info, players, teams = "\x00abcdsplitnum\x00\x80\x00", "\x00abcdsplitnum\x00\x80\x01",
		"\x00abcdsplitnum\x00\x80\x02"
	all := []Case{
		{Name: "gamespy3/short-pairs", Data: Fill(size, info+"hostname\x00a\x00", "a\x00\x00")},
		{Name: "gamespy3/values", Data: Fill(size, players+"player_\x00\x00", "a\x00")},
		{Name: "gamespy3/empty-values", Data: Fill(size, players+"player_\x00\x00", "\x00")},
		{Name: "gamespy3/fields", Data: Fill(size, players, "a_\x00\x00a\x00\x00")},
		{Name: "gamespy3/empty-fields", Data: Fill(size, players, "a_\x00\x00\x00")},
		{Name: "gamespy3/high-slots", Data: Fill(size, players, "a_\x00\xffa\x00\x00")},
		{Name: "gamespy3/teams", Data: Fill(size, teams+"team_t\x00\x00", "a\x00")},
		{Name: "gamespy3/odd-names", Data: Fill(size, players, strings.Repeat("\x01", max(size/110, 1))+"\x00\x00a\x00\x00")},
		{Name: "gamespy3/ut3-mutators", Data: Fill(size, info+"EngineVersion\x003815\x00",
			"p268435717\x0018446744073709551615\x00")},
		{Name: "gamespy3/ut3-flags", Data: Fill(size, info+"EngineVersion\x003815\x00", "p268435717\x004294967295\x00")},
		{Name: "gamespy3/ut3-lists", Data: Fill(size, info+"EngineVersion\x003815\x00p268435970\x00", "a\x1c")},
		{Name: "gamespy3/challenge", Data: Fill(size, "\x09abcd", "1")},
		{Name: "gamespy3/challenge-text", Protocol: "gamespy3", Data: append(Fill(size-1, "\x09abcd", "\x01"), 0)},
		{Name: "gamespy3/split-word", Data: Fill(size, "\x00abcdsplitnun\x00\x80\x00", "a\x00\x00")},
		{Name: "gamespy3/plain", Protocol: "gamespy3", Data: Fill(size, "\x00abcd\x00player_\x00"+strings.Repeat("a", size/2)+
			"_\x00\x00", "a\x00b\x00")},
		{Name: "gamespy3/request", Data: Fill(size, "\xfe\xfd\x00abcd\x00\x00\x00\x00", "\x01")},
	}
	for _, l := range Letters {
		name := strings.Repeat(l.Text, size/2) + "_\x00\x00"
		all = append(all,
			Case{Name: "gamespy3/long-name-" + l.Name, Data: Fill(size, players+name, "a\x00")},
			Case{Name: "gamespy3/long-team-name-" + l.Name, Data: Fill(size, teams+strings.Repeat(l.Text, size/2)+"_t\x00\x00",
				"a\x00")},
		)
	}
	return all
}

// GameSpy3Parts returns a reply of GameSpy 3 in 128 numbered datagrams, each of which
// continues with one field of a long name.
func GameSpy3Parts(size int) [][]byte {
	var parts [][]byte
	for n := range 128 {
		number := byte(n)
		if n == 127 {
			number |= 0x80
		}
		head := "\x00abcdsplitnum\x00" + string([]byte{number}) + "\x01" + strings.Repeat("a", size/2) + "_\x00" +
			string([]byte{number})
		parts = append(parts, Fill(size, head, "a\x00"))
	}
	return parts
}

// ugp returns replies of UGP with every flag, and as many records as a byte
// can count.
func ugp(size int) []Case {
	const head = "\xff\xffUGP\x00\x01\x81"
	return []Case{
		{Name: "ugp/everything", Data: Fill(size, head+"\x05\xff\xff", "\x00")},
		{Name: "ugp/all-ones", Data: Fill(size, head+"\x05", "\xff")},
		{Name: "ugp/players", Data: Fill(size, head+"\x05\x04\xff\xff\xff", "\x00")},
		{Name: "ugp/rules", Data: Fill(size, head+"\x05\x08\xff", "\x00")},
		{Name: "ugp/rules-short", Data: Fill(size, head+"\x05\x08\xff", "\x01a")},
		{Name: "ugp/teams", Data: Fill(size, head+"\x05\x02\xff\xff", "\x00")},
		{Name: "ugp/request", Protocol: "ugp", Request: true, Data: Fill(size, "\xff\xffUGP\x00\x01\x01", "\xff")},
	}
}

// unreallan returns beacons of the older games and of UT3.
func unreallan(size int) []Case {
	reply := func(settings, properties int, setting, property string) []byte {
		p := []byte{1, 1, 1, 0x52}
		p = append(p, "abcdefgh"...)
		p = append(p, "\x0a\x00\x00\x01\x00\x00\x1e\x61\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x08\x00\x00\x00\x00"...)
		p = append(p, 1, 1, 1, 1, 1, 1, 1, 1)
		p = append(p, "abcdefgh\x00\x00\x00\x00"...)
		p = binary.BigEndian.AppendUint32(p, uint32(settings))
		p = append(p, strings.Repeat(setting, settings)...)
		p = binary.BigEndian.AppendUint32(p, uint32(properties))
		return append(p, strings.Repeat(property, properties)...)
	}
	setting := "\x10\x00\x00\x01\x00\x00\x00\x01\x01"
	none := "\x10\x00\x00\x01\x00\x01"
	text := "\x10\x00\x00\x01\x04\x00\x00\x00\x00\x01"
	left := max(size-70, 0)
	return []Case{
		{Name: "lan/settings", Protocol: "unreal-lan", Data: reply(left/len(setting), 0, setting, none)},
		{Name: "lan/properties", Protocol: "unreal-lan", Data: reply(0, left/len(none), setting, none)},
		{Name: "lan/texts", Protocol: "unreal-lan", Data: reply(0, left/len(text), setting, text)},
		{Name: "lan/text", Protocol: "unreal-lan", Data: Fill(size, "ut 7778 ", "\x01")},
		{Name: "lan/port", Protocol: "unreal-lan", Data: Fill(size, "ut ", "\x01")},
		{Name: "lan/request", Protocol: "unreal-lan", Request: true, Data: Fill(size, "REPORT", "Q")},
	}
}

// unrealmaster returns sessions with masters, in text and in binary.
func unrealmaster(size int) []Case {
	entry := "\x0d\x00\x00\x00" + "\x01\x02\x03\x04\x00\x00\x00\x00\x00\x00\x00\x00\x00"
	flags := "\x12\x00\x00\x00" + "\x01\x02\x03\x04\x00\x00\x00\x00\x00\x00\x00\x00\x00\xff\xff\xff\xff\x00"
	one := "\x0e\x00\x00\x00" + "\x01\x02\x03\x04\x00\x00\x00\x00\x00\x00\x00\x00\x00\xff"
	filters := "\x00\xff" + strings.Repeat("\x00\x00\x09", 255)
	quoted := `\ip\` + strings.Repeat("\x01", max(size/110, 1))
	return []Case{
		{Name: "master/text", Data: Fill(size, "", `\ip\1.2.3.4:5`)},
		{Name: "master/pairs", Protocol: "unreal-master", Data: Fill(size, `\basic\`, `\a\`)},
		{Name: "master/quoted", Protocol: "unreal-master", Data: Fill(size, "", quoted)},
		{Name: "master/compact", Protocol: "unreal-master",
			Data: append(Fill(size-len(`\final\`), "", "\x01\x02\x03\x04\x05\x06"), `\final\`...)},
		{Name: "master/entries", Protocol: "unreal-master", Data: Fill(size, "\x05\x00\x00\x00\xff\xff\x00\x00\x01", entry)},
		{Name: "master/flags", Protocol: "unreal-master", Data: Fill(size, "\x05\x00\x00\x00\xff\xff\x00\x00\x01", flags)},
		{Name: "master/flags-ut2003", Protocol: "unreal-master", Data: Fill(size, "\x05\x00\x00\x00\xff\xff\x00\x00\x01",
			one)},
		{Name: "master/empty-messages", Protocol: "unreal-master", Data: Fill(size, "", "\x00\x00\x00\x00")},
		{Name: "master/short-messages", Protocol: "unreal-master", Data: Fill(size, "", "\x01\x00\x00\x00\x07")},
		{Name: "master/filters", Protocol: "unreal-master", Request: true, Data: Fill(size, "\xff\x02\x00\x00"+filters,
			"\x00")},
		{Name: "master/commands", Protocol: "unreal-master", Request: true, Data: Fill(size, "", "\x01\x00\x00\x00\x01")},
	}
}

// heartbeat returns announcements with the shortest pairs and with texts that
// problems quote.
func heartbeat(size int) []Case {
	return []Case{
		{Name: "heartbeat/pairs", Protocol: "unreal-heartbeat", Request: true, Data: Fill(size, `\heartbeat\7778\gamename\ut`,
			`\a\`)},
		{Name: "heartbeat/repeated", Protocol: "unreal-heartbeat", Request: true, Data: Fill(size, "", `\heartbeat\1`)},
		{Name: "heartbeat/quoted", Protocol: "unreal-heartbeat", Request: true,
			Data: Fill(size, "", `\heartbeat\`+strings.Repeat("\x01", max(size/110, 1)))},
		{Name: "heartbeat/secure", Protocol: "unreal-heartbeat", Data: Fill(size, "", `\secure\AAAAAA`)},
		{Name: "heartbeat/validate", Protocol: "unreal-heartbeat", Request: true,
			Data: Fill(size, "", `\validate\`+strings.Repeat("\x01", max(size/110, 1)))},
	}
}

// serverlist returns lists whose lines are as short as can be.
func serverlist(size int) []Case {
	return []Case{
		{Name: "server-list/short", Protocol: "server-list", Data: Fill(size, "", "1.2.3.4\t1\n")},
		{Name: "server-list/colon", Protocol: "server-list", Data: Fill(size, "", "1.2.3.4:1\n")},
		{Name: "server-list/empty", Protocol: "server-list", Data: Fill(size, "1.2.3.4\t1\t1\n", "\n")},
		{Name: "server-list/odd", Protocol: "server-list", Data: Fill(size, "1.2.3.4\t1\t1\n", "a\n")},
		{Name: "server-list/columns", Protocol: "server-list", Data: Fill(size, "1.2.3.4\t1\t1", "\t")},
		{Name: "server-list/quoted", Protocol: "server-list",
			Data: Fill(size, "", "1.2.3.4\t"+strings.Repeat("\x01", max(size/110, 1))+"\n")},
	}
}
