// Package hostile makes the most expensive datagrams: the longest names for the
// most cells, the shortest fields, the most problems, the deepest groups. Tests
// of whatever takes datagrams use it to check that memory and output stay
// within a constant times the input. No program imports it.
package hostile

import (
	"encoding/binary"
	"strings"
)

// MaxPayload is the most bytes of a UDP payload over IPv4.
const MaxPayload = 65507

// A Case is one datagram that is as bad as its protocol allows.
type Case struct {
	Name     string // of the test: "gamespy2/long-name"
	Protocol string // to decode as, "" to recognise it
	Request  bool   // who sends it, where Protocol is given
	Data     []byte
}

// Cases returns datagrams of at most size bytes for every protocol, the same
// ones each time.
func Cases(size int) []Case {
	var all []Case
	for _, list := range [][]Case{
		Unreal2(size), GameSpy1(size), GameSpy2(size), GameSpy3(size), UGP(size), LAN(size),
		Master(size), Heartbeat(size), ServerList(size), Quake3(size), A2S(size), Doom3(size), Tribes(size), Torque(size), SAMP(size), RakNet(size), Minecraft(size), ASE(size), Frames(size), Patterns(size),
	} {
		all = append(all, list...)
	}
	return all
}

// fill repeats what after head until the datagram has size bytes.
func fill(size int, head, what string) []byte {
	p := []byte(head)
	if n := size - len(p); n > 0 && what != "" {
		p = append(p, strings.Repeat(what, n/len(what))...)
	}
	return p[:min(len(p), size)]
}

// letters are the characters of names: plain ones, and those that the formats
// of output write with the most bytes.
var letters = []struct{ name, text string }{
	{"plain", "a"}, {"control", "\x01"}, {"euro", "\x80"}, {"markup", "#"}, {"quote", "\""}, {"backslash", "\\"}, {"c1", "\x81"},
}

// Tribes returns replies whose rows have the shortest values under the longest
// heads, and a list of the smallest entries.
func Tribes(size int) []Case {
	head := "\x06Tribes\x011\x01a\x00\x00\xff\xff\x00\x00\x00\x00\x00\x00"
	heads := "\x00\xf8" + strings.Repeat("\x01", 23) + strings.Repeat("\t\x01"+strings.Repeat("\x01", 23), 9)
	row := "\x00\x00\x00\x00\x09" + strings.Repeat("\t", 9)
	return []Case{
		{Name: "tribes/empty-rows", Data: fill(size, "c\x01\x00b"+head+"\x00\x00\x00", "\x00\x00\x00\x00\x00")},
		{Name: "tribes/long-heads", Data: fill(size, "c\x01\x00b"+head+"\x00"+heads, row)},
		{Name: "tribes/starsiege", Data: fill(size, "s\x01\x00r\x09Starsiege\x011\x01a"+strings.Repeat("\x00", 45), "\x00\x00")},
		{Name: "tribes/servers", Data: fill(size, "\x10\x06\x02\x02\x01\x02\x00\x66\x00\xff", "\x06\xc0\x00\x02\x07\x61\x6d")},
	}
}

// Torque returns replies with the shortest lines of content and the smallest
// entries of a list.
func Torque(size int) []Case {
	info := "\x14\x02\x01\x02\x03\x04\x01a\x01b\x01c\x00\x01\x02\x00\x00\x00\x00\xff\xff"
	return []Case{
		{Name: "torque/teams", Protocol: "torque", Data: fill(size, info+"99999\n", "\t\n")},
		{Name: "torque/players", Protocol: "torque", Data: fill(size, info+"0\n99999\n", "\t\t\n")},
		{Name: "torque/lines", Protocol: "torque", Data: fill(size, info, "0\n")},
		{Name: "torque/types", Protocol: "torque", Data: fill(size, "\x04\x02\x01\x02\x03\x04\xff", "\x00")},
		{Name: "torque/servers", Protocol: "torque", Data: fill(size, "\x08\x02\x01\x02\x03\x04\x00\x01\xff\xff", "\xc0\x00\x02\x07\x60\x6d")},
		{Name: "torque/friends", Protocol: "torque", Request: true, Data: fill(size, "\x06\x00\x01\x02\x03\x04\xff\x00\x00"+strings.Repeat("\x00", 14)+"\xff", "\x01\x02\x03\x04")},
	}
}

// Unreal2 returns replies of Unreal2: strings without a byte of text, long
// ones in both encodings, and records that are all flags.
func Unreal2(size int) []Case {
	const rules, players, info = "\x80\x00\x00\x00\x01", "\x80\x00\x00\x00\x02", "\x80\x00\x00\x00\x00"
	player := "\x01\x00\x00\x00\x00" + "\xff\xff\xff\x7f" + "\xff\xff\xff\xff" + "\x00\x00\x00\x60"
	esc := strings.Repeat("\x1b\x01\x01\x01", 15)
	return []Case{
		{Name: "unreal2/empty-rules", Data: fill(size, rules, "\x00\x00")},
		{Name: "unreal2/short-rules", Data: fill(size, rules, "\x02a\x00\x02b\x00")},
		{Name: "unreal2/mutators", Data: fill(size, rules, "\x08mutator\x00\x02a\x00")},
		{Name: "unreal2/colours", Data: fill(size, rules, "\x02a\x00\x3d"+esc+"\x00")},
		{Name: "unreal2/raw-strings", Data: fill(size, rules, "\x01a\x01b")},
		{Name: "unreal2/ucs2", Data: fill(size, rules, "\x82\x01\x00\x00\x00\x82\x01\x00\x00\x00")},
		{Name: "unreal2/long-lengths", Data: fill(size, rules, "\xff\xff\xff\xff\x0f")},
		{Name: "unreal2/players", Data: fill(size, players, player)},
		{Name: "unreal2/short-players", Protocol: "unreal2", Data: fill(size, "\x7e\x00\x00\x00\x02", player)},
		{Name: "unreal2/info-flags", Data: fill(size, info+strings.Repeat("\xff", 12), "\x00\x00\x00\x00\xff\xff\xff\xff")},
		{Name: "unreal2/other-version", Data: fill(size, "\x79\x00\x00\x00\x01", "\x00\x00")},
		{Name: "unreal2/request", Protocol: "unreal2", Request: true, Data: fill(size, "\x80\x00\x00\x00\x00", "\xff")},
	}
}

// GameSpy1 returns replies of GameSpy 1: the shortest pairs, keys of players
// with every number, and texts that problems quote.
func GameSpy1(size int) []Case {
	numbered := func(key string) []byte {
		var p []byte
		for n := 0; len(p)+len(key)+10 < size; n++ {
			p = append(append(p, key...), digits(n)...)
			p = append(p, `\1`...)
		}
		return p
	}
	long := strings.Repeat("\x01", max(size/210, 1))
	return []Case{
		{Name: "gamespy1/short-pairs", Data: fill(size, `\hostname\a`, `\a\`)},
		{Name: "gamespy1/empty-keys", Data: fill(size, `\hostname\a`, `\`)},
		{Name: "gamespy1/players", Data: numbered(`\player_`)},
		{Name: "gamespy1/pings", Data: numbered(`\ping_`)},
		{Name: "gamespy1/extras", Data: numbered(`\x_`)},
		{Name: "gamespy1/one-player", Data: fill(size, `\player_0\a`, `\x_0\1`)},
		{Name: "gamespy1/team-names", Data: numbered(`\teamname_`)},
		{Name: "gamespy1/mutators", Data: fill(size, `\hostname\a\mutators\`, "a,")},
		{Name: "gamespy1/misspelt", Data: fill(size, `\hostname\a`, `\hostnam\a`)},
		{Name: "gamespy1/quoted", Data: fill(size, `\hostname\a`, `\numplayers\`+long)},
		{Name: "gamespy1/quoted-ports", Data: fill(size, `\hostname\a`, `\hostport\`+long)},
		{Name: "gamespy1/quoted-pings", Data: fill(size, `\hostname\a`, `\ping_0\`+long)},
		{Name: "gamespy1/query-ids", Data: fill(size, `\hostname\a`, `\queryid\a.b`)},
		{Name: "gamespy1/colours", Data: fill(size, `\hostname\a`, `\a\`+"\x1b\x01\x01\x01")},
		{Name: "gamespy1/long-key", Data: append(fill(size-3, `\hostname\a\`, "\x01"), `\a`...)},
		{Name: "gamespy1/long-value", Data: fill(size, `\hostname\`, "\x80")},
		{Name: "gamespy1/request", Protocol: "gamespy1", Request: true, Data: fill(size, `\status\`, `\a\`)},
	}
}

func digits(n int) string {
	var b [20]byte
	i := len(b)
	for {
		i--
		b[i] = byte('0' + n%10)
		if n /= 10; n == 0 {
			return string(b[i:])
		}
	}
}

// GameSpy2 returns tables of GameSpy 2 whose columns have long names, many
// columns, and cells of one byte.
func GameSpy2(size int) []Case {
	const head = "\x00abcd\x00"
	all := []Case{
		{Name: "gamespy2/short-pairs", Protocol: "gamespy2", Data: fill(size, "\x00abcdhostname\x00a\x00", "a\x00\x00")},
		{Name: "gamespy2/empty-cells", Protocol: "gamespy2", Data: fill(size, head+"player_\x00\x00a\x00", "a\x00")},
		{Name: "gamespy2/heads", Protocol: "gamespy2", Data: fill(size, head+"\xff", "a_\x00")},
		{Name: "gamespy2/many-columns", Protocol: "gamespy2", Data: wide(size, "a", 30)},
		{Name: "gamespy2/padded", Protocol: "gamespy2", Data: fill(size, "\x00abcdhostname\x00a\x00", "a\x00\x01\x00")},
	}
	for _, l := range letters {
		name := strings.Repeat(l.text, size/2)
		all = append(all,
			Case{Name: "gamespy2/long-name-" + l.name, Protocol: "gamespy2", Data: fill(size, head+"player_\x00"+name+"_\x00\x00", "a\x00\x00")},
			Case{Name: "gamespy2/long-name-filled-" + l.name, Protocol: "gamespy2", Data: fill(size, head+"player_\x00"+name+"_\x00\x00", "a\x00b\x00")},
			Case{Name: "gamespy2/long-names-" + l.name, Protocol: "gamespy2", Data: wide(size, l.text, 64)},
			Case{Name: "gamespy2/names-" + l.name, Protocol: "gamespy2", Data: wide(size, l.text, 31)},
		)
	}
	return all
}

// wide makes a table with as many columns, each with a name of length
// characters, as leaves room for 255 rows of one byte a cell.
func wide(size int, letter string, length int) []byte {
	p := []byte("\x00abcd\x00\xff")
	columns := (size - 10) / (length + 2 + 255)
	for range max(columns, 1) {
		p = append(append(p, strings.Repeat(letter, length)...), '_', 0)
	}
	p = append(p, 0)
	return fill(size, string(p), "\x00")
}

// GameSpy3 returns data replies of GameSpy 3 and UT3: the shortest pairs and
// values, fields with long names, and numbers that are sets of many flags.
func GameSpy3(size int) []Case {
	const info, players, teams = "\x00abcdsplitnum\x00\x80\x00", "\x00abcdsplitnum\x00\x80\x01", "\x00abcdsplitnum\x00\x80\x02"
	all := []Case{
		{Name: "gamespy3/short-pairs", Data: fill(size, info+"hostname\x00a\x00", "a\x00\x00")},
		{Name: "gamespy3/values", Data: fill(size, players+"player_\x00\x00", "a\x00")},
		{Name: "gamespy3/empty-values", Data: fill(size, players+"player_\x00\x00", "\x00")},
		{Name: "gamespy3/fields", Data: fill(size, players, "a_\x00\x00a\x00\x00")},
		{Name: "gamespy3/empty-fields", Data: fill(size, players, "a_\x00\x00\x00")},
		{Name: "gamespy3/high-slots", Data: fill(size, players, "a_\x00\xffa\x00\x00")},
		{Name: "gamespy3/teams", Data: fill(size, teams+"team_t\x00\x00", "a\x00")},
		{Name: "gamespy3/odd-names", Data: fill(size, players, strings.Repeat("\x01", max(size/110, 1))+"\x00\x00a\x00\x00")},
		{Name: "gamespy3/ut3-mutators", Data: fill(size, info+"EngineVersion\x003815\x00", "p268435717\x0018446744073709551615\x00")},
		{Name: "gamespy3/ut3-flags", Data: fill(size, info+"EngineVersion\x003815\x00", "p268435717\x004294967295\x00")},
		{Name: "gamespy3/ut3-lists", Data: fill(size, info+"EngineVersion\x003815\x00p268435970\x00", "a\x1c")},
		{Name: "gamespy3/challenge", Data: fill(size, "\x09abcd", "1")},
		{Name: "gamespy3/challenge-text", Protocol: "gamespy3", Data: append(fill(size-1, "\x09abcd", "\x01"), 0)},
		{Name: "gamespy3/split-word", Data: fill(size, "\x00abcdsplitnun\x00\x80\x00", "a\x00\x00")},
		{Name: "gamespy3/plain", Protocol: "gamespy3", Data: fill(size, "\x00abcd\x00player_\x00"+strings.Repeat("a", size/2)+"_\x00\x00", "a\x00b\x00")},
		{Name: "gamespy3/request", Data: fill(size, "\xfe\xfd\x00abcd\x00\x00\x00\x00", "\x01")},
	}
	for _, l := range letters {
		name := strings.Repeat(l.text, size/2) + "_\x00\x00"
		all = append(all,
			Case{Name: "gamespy3/long-name-" + l.name, Data: fill(size, players+name, "a\x00")},
			Case{Name: "gamespy3/long-team-name-" + l.name, Data: fill(size, teams+strings.Repeat(l.text, size/2)+"_t\x00\x00", "a\x00")},
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
		parts = append(parts, fill(size, head, "a\x00"))
	}
	return parts
}

// UGP returns replies of UGP with every flag, and as many records as a byte
// can count.
func UGP(size int) []Case {
	const head = "\xff\xffUGP\x00\x01\x81"
	return []Case{
		{Name: "ugp/everything", Data: fill(size, head+"\x05\xff\xff", "\x00")},
		{Name: "ugp/all-ones", Data: fill(size, head+"\x05", "\xff")},
		{Name: "ugp/players", Data: fill(size, head+"\x05\x04\xff\xff\xff", "\x00")},
		{Name: "ugp/rules", Data: fill(size, head+"\x05\x08\xff", "\x00")},
		{Name: "ugp/rules-short", Data: fill(size, head+"\x05\x08\xff", "\x01a")},
		{Name: "ugp/teams", Data: fill(size, head+"\x05\x02\xff\xff", "\x00")},
		{Name: "ugp/request", Protocol: "ugp", Request: true, Data: fill(size, "\xff\xffUGP\x00\x01\x01", "\xff")},
	}
}

// LAN returns beacons of the older games and of UT3.
func LAN(size int) []Case {
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
		{Name: "lan/text", Protocol: "unreal-lan", Data: fill(size, "ut 7778 ", "\x01")},
		{Name: "lan/port", Protocol: "unreal-lan", Data: fill(size, "ut ", "\x01")},
		{Name: "lan/request", Protocol: "unreal-lan", Request: true, Data: fill(size, "REPORT", "Q")},
	}
}

// Master returns sessions with masters, in text and in binary.
func Master(size int) []Case {
	entry := "\x0d\x00\x00\x00" + "\x01\x02\x03\x04\x00\x00\x00\x00\x00\x00\x00\x00\x00"
	flags := "\x12\x00\x00\x00" + "\x01\x02\x03\x04\x00\x00\x00\x00\x00\x00\x00\x00\x00\xff\xff\xff\xff\x00"
	one := "\x0e\x00\x00\x00" + "\x01\x02\x03\x04\x00\x00\x00\x00\x00\x00\x00\x00\x00\xff"
	filters := "\x00\xff" + strings.Repeat("\x00\x00\x09", 255)
	quoted := `\ip\` + strings.Repeat("\x01", max(size/110, 1))
	return []Case{
		{Name: "master/text", Data: fill(size, "", `\ip\1.2.3.4:5`)},
		{Name: "master/pairs", Protocol: "unreal-master", Data: fill(size, `\basic\`, `\a\`)},
		{Name: "master/quoted", Protocol: "unreal-master", Data: fill(size, "", quoted)},
		{Name: "master/compact", Protocol: "unreal-master", Data: append(fill(size-len(`\final\`), "", "\x01\x02\x03\x04\x05\x06"), `\final\`...)},
		{Name: "master/entries", Protocol: "unreal-master", Data: fill(size, "\x05\x00\x00\x00\xff\xff\x00\x00\x01", entry)},
		{Name: "master/flags", Protocol: "unreal-master", Data: fill(size, "\x05\x00\x00\x00\xff\xff\x00\x00\x01", flags)},
		{Name: "master/flags-ut2003", Protocol: "unreal-master", Data: fill(size, "\x05\x00\x00\x00\xff\xff\x00\x00\x01", one)},
		{Name: "master/empty-messages", Protocol: "unreal-master", Data: fill(size, "", "\x00\x00\x00\x00")},
		{Name: "master/short-messages", Protocol: "unreal-master", Data: fill(size, "", "\x01\x00\x00\x00\x07")},
		{Name: "master/filters", Protocol: "unreal-master", Request: true, Data: fill(size, "\xff\x02\x00\x00"+filters, "\x00")},
		{Name: "master/commands", Protocol: "unreal-master", Request: true, Data: fill(size, "", "\x01\x00\x00\x00\x01")},
	}
}

// Heartbeat returns announcements with the shortest pairs and with texts that
// problems quote.
func Heartbeat(size int) []Case {
	return []Case{
		{Name: "heartbeat/pairs", Protocol: "unreal-heartbeat", Request: true, Data: fill(size, `\heartbeat\7778\gamename\ut`, `\a\`)},
		{Name: "heartbeat/repeated", Protocol: "unreal-heartbeat", Request: true, Data: fill(size, "", `\heartbeat\1`)},
		{Name: "heartbeat/quoted", Protocol: "unreal-heartbeat", Request: true, Data: fill(size, "", `\heartbeat\`+strings.Repeat("\x01", max(size/110, 1)))},
		{Name: "heartbeat/secure", Protocol: "unreal-heartbeat", Data: fill(size, "", `\secure\AAAAAA`)},
		{Name: "heartbeat/validate", Protocol: "unreal-heartbeat", Request: true, Data: fill(size, "", `\validate\`+strings.Repeat("\x01", max(size/110, 1)))},
	}
}

// ServerList returns lists whose lines are as short as can be.
func ServerList(size int) []Case {
	return []Case{
		{Name: "server-list/short", Protocol: "server-list", Data: fill(size, "", "1.2.3.4\t1\n")},
		{Name: "server-list/colon", Protocol: "server-list", Data: fill(size, "", "1.2.3.4:1\n")},
		{Name: "server-list/empty", Protocol: "server-list", Data: fill(size, "1.2.3.4\t1\t1\n", "\n")},
		{Name: "server-list/odd", Protocol: "server-list", Data: fill(size, "1.2.3.4\t1\t1\n", "a\n")},
		{Name: "server-list/columns", Protocol: "server-list", Data: fill(size, "1.2.3.4\t1\t1", "\t")},
		{Name: "server-list/quoted", Protocol: "server-list", Data: fill(size, "", "1.2.3.4\t"+strings.Repeat("\x01", max(size/110, 1))+"\n")},
	}
}

// Quake3 returns replies with the shortest pairs and lines of players.
func Quake3(size int) []Case {
	const info, status = "\xff\xff\xff\xffinfoResponse\n", "\xff\xff\xff\xffstatusResponse\n"
	return []Case{
		{Name: "quake3/pairs", Data: fill(size, info, `\a\b`)},
		{Name: "quake3/empty-pairs", Data: fill(size, info, `\`)},
		{Name: "quake3/players", Data: fill(size, status+"\n", "1 2 \"\"\n")},
		{Name: "quake3/numbers", Data: fill(size, status+"\n1", " 1")},
		{Name: "quake3/no-players", Data: fill(size, status+"\n", "1\n")},
		{Name: "quake3/no-lines", Data: fill(size, status+"\n", "a\n")},
		{Name: "quake3/colours", Data: fill(size, status+`\a\`, "^1")},
		{Name: "quake3/quotes", Data: fill(size, status+"\n", "1 1 \"\n")},
		{Name: "quake3/servers", Data: fill(size, "\xff\xff\xff\xffgetserversResponse", "\\\x01\x02\x03\x04\x05\x06")},
		{Name: "quake3/ends", Data: fill(size, "\xff\xff\xff\xffgetserversResponse", "\\EOT\x00\x00\x00")},
		{Name: "quake3/filters", Request: true, Data: fill(size, "\xff\xff\xff\xffgetservers 68", " a")},
		{Name: "quake2/players", Data: fill(size, "\xff\xff\xff\xffprint\n\\\n", "1 1 \"\" \"\"\n")},
		{Name: "quake2/servers", Data: fill(size, "\xff\xff\xff\xffservers ", "\x01\x02\x03\x04\x05\x06")},
		{Name: "quake2/info", Data: fill(size, "\xff\xff\xff\xffinfo\n", " 1/1")},
		{Name: "quakeworld/players", Data: fill(size, "\xff\xff\xff\xffn\\\n", "1 1 1 1 \"\" \"\" 1 1 \"\" \"\"\n")},
		{Name: "quakeworld/spectators", Data: fill(size, "\xff\xff\xff\xffn\\\n", "1 S 1 1 \"\\s\\\"\n")},
		{Name: "quake3/spaces", Request: true, Data: fill(size, "\xff\xff\xff\xffrcon", " ")},
	}
}

// Doom3 returns replies with the shortest settings, rows and entries.
func Doom3(size int) []Case {
	const info = "\xff\xffinfoResponse\x00abcd\x29\x00\x01\x00"
	const wars = "\xff\xffinfoExResponse\x00abcdabcd\x15\x00\x0a\x00\x00\x00\x00\x00\x00\x00"
	return []Case{
		{Name: "doom3/settings", Data: fill(size, info, "a\x00\x00")},
		{Name: "doom3/keyless", Data: fill(size, info, "\x00a\x00")},
		{Name: "doom3/colours", Data: fill(size, info+"a\x00", "^1")},
		{Name: "doom3/players", Data: fill(size, info+"\x00\x00", "\x01\x00\x00\x00\x00\x00\x00\x00")},
		{Name: "doom3/statistics", Data: fill(size, wars+"\x20"+strings.Repeat("\x00", 12), strings.Repeat("\x00", 14))},
		{Name: "doom3/servers", Data: fill(size, "\xff\xffservers\x00", "\x01\x02\x03\x04\x05\x06")},
	}
}

// A2S returns replies with the shortest keywords, players and rules, and counts
// that lie.
func A2S(size int) []Case {
	const mark = "\xff\xff\xff\xff"
	const info = mark + "I\x11\x00\x00\x00\x00\x00\x00\x00\x00\x00dl\x00\x00\x00\xff" + "\x00\x00" + "abcdefgh" + "\x00\x00\x00"
	return []Case{
		{Name: "a2s/commas", Data: fill(size, info, ",")},
		{Name: "a2s/keywords", Data: fill(size, info, "mp1,")},
		{Name: "a2s/colons", Data: fill(size, info, "a:,")},
		{Name: "a2s/players", Data: fill(size, mark+"D\xff", strings.Repeat("\x00", 10))},
		{Name: "a2s/odd-names", Data: fill(size, mark+"D\xff", "\x00\x01"+strings.Repeat("\x00", 9))},
		{Name: "a2s/ship", Data: fill(size, mark+"D\x00", strings.Repeat("\x00", 8))},
		{Name: "a2s/rules", Data: fill(size, mark+"E\xff\xff", "\x00")},
		{Name: "a2s/short-rules", Data: fill(size, mark+"E\x00\x00", "a\x00\x01\x00")},
		{Name: "a2s/utf8", Data: fill(size, mark+"E\xff\xff", "\xc3\xa9\x00")},
		{Name: "a2s/chunks", Data: fill(size, mark+"E\xff\xff\x01\xff\x00", "\x02\x00")},
		{Name: "a2s/lost-chunks", Data: fill(size, mark+"E\xff\xff", "\x01\x01\x00\x00")},
		{Name: "a2s/mods", Data: fill(size, mark+"E\xff\xff\x01\x01\x00\x02\x01\x02\x01\x02\x01\x02\xff", "\x03\x03\x03\x03\x10\x02ab")},
		{Name: "a2s/servers", Data: fill(size, mark+"f\n", "\x02\x02\x02\x02\x02\x02")},
		{Name: "a2s/filters", Data: fill(size, "1\x030.0.0.0:0\x00", "\\a\\")},
		{Name: "a2s/padding", Data: fill(size, mark+"TSource Engine Query\x00", "\x00")},
	}
}

// SAMP returns replies with the shortest rules and players, and lengths and
// counts that lie.
func SAMP(size int) []Case {
	const head = "SAMP\xc0\x00\x02\x07\x61\x1e"
	return []Case{
		{Name: "samp/rules", Data: fill(size, head+"r\xff\xff", "\x00")},
		{Name: "samp/pairs", Data: fill(size, head+"r\xff\xff", "\x01a\x00")},
		{Name: "samp/players", Data: fill(size, head+"c\xff\xff", "\x00\x00\x00\x00\x00")},
		{Name: "samp/details", Data: fill(size, head+"d\xff\xff", strings.Repeat("\x00", 10))},
		{Name: "samp/code-page", Data: fill(size, head+"r\xff\xff", "\x03\xe0\xe1\xe2")},
		{Name: "samp/length", Data: fill(size, head+"i\x00\x01\x00\x01\x00\xff\xff\xff\xff", "a")},
		{Name: "samp/line", Data: fill(size, head+"x\xff\xff", "\x01")},
	}
}

// RakNet returns ID strings of the shortest parts, and of numbers that are none.
func RakNet(size int) []Case {
	const head = "\x1c" + "12345678" + "87654321" + "\x00\xff\xff\x00\xfe\xfe\xfe\xfe\xfd\xfd\xfd\xfd\x12\x34\x56\x78"
	return []Case{
		{Name: "raknet/parts", Data: fill(size, head+"\xff\xffMCPE;", ";")},
		{Name: "raknet/colours", Data: fill(size, head+"\xff\xffMCPE;", "§a;")},
		{Name: "raknet/escapes", Data: fill(size, head+"\xff\xffMCPE;", "\\;")},
		{Name: "raknet/numbers", Data: fill(size, head+"\xff\xffMCPE;a;x;b;y;z;1;m;g;w;99999;70000;", "0;")},
		{Name: "raknet/data", Data: fill(size, head, "\x00\x01a")},
		{Name: "raknet/padding", Data: fill(size, head+"\x00\x05MCPE;", "\x00")},
	}
}

// Minecraft returns a status of the smallest values, deep ones and escapes.
func Minecraft(size int) []Case {
	const head = "\xff\xff\x03\x00\xff\xff\x03{"
	return []Case{
		{Name: "minecraft/members", Data: fill(size, head+`"":0`, `,"":0`)},
		{Name: "minecraft/items", Data: fill(size, head+`"a":[0`, `,0`)},
		{Name: "minecraft/objects", Data: fill(size, head+`"a":[{}`, `,{}`)},
		{Name: "minecraft/arrays", Data: fill(size, head+`"a":`, `[`)},
		{Name: "minecraft/deep", Data: fill(size, head+`"a":[[[[[[[[1]`, `,[]`)},
		{Name: "minecraft/players", Data: fill(size, head+`"players":{"sample":[{}`, `,{"name":"","id":""}`)},
		{Name: "minecraft/escapes", Data: fill(size, head+`"description":["a"`, `,"\u00a7a\ud83d"`)},
		{Name: "minecraft/texts", Data: fill(size, head+`"description":{"extra":["a"`, `,"\n"`)},
		{Name: "minecraft/space", Data: fill(size, head, " ")},
		{Name: "minecraft/quotes", Data: fill(size, head+`"a":["`, `\"`)},
	}
}

// ASE returns replies with the shortest rules and players, and lengths that lie.
func ASE(size int) []Case {
	info := "EYE1\x04mta" + strings.Repeat("\x01", 8)
	const lite = "EYE2\x04mta\x01\x01\x01"
	return []Case{
		{Name: "ase/rules", Data: fill(size, info, "\x02a\x01")},
		{Name: "ase/flags", Data: fill(size, info+"\x01", "\x00")},
		{Name: "ase/players", Data: fill(size, info+"\x01", "\x3f\x01\x01\x01\x01\x01\x01")},
		{Name: "ase/bad-players", Data: fill(size, info+"\x01", "\xff\x00\x00\x00\x00\x00\x00")},
		{Name: "ase/places", Data: fill(size, lite+"\xff", "\x00")},
		{Name: "ase/names", Data: fill(size, lite+"\x01\x01\x00\x00\x00\x00", "\x01")},
	}
}

// Patterns returns short patterns that fill a datagram after the head of every
// protocol, decoded as whatever they look like.
func Patterns(size int) []Case {
	patterns := []string{
		"\x00", "\xff", "\x01", "\\", `\a`, `\player_0\`, "a\x00", "\x01\x00", "\x41\x03", "\x40\x40", "\xc0\x01", "\x80\x00\x00\x00", "\x02a\x00",
		"1.2.3.4\t1\t2\n", "\n", "\x1b\x01\x01\x01",
	}
	heads := []struct{ name, text string }{
		{"none", ""}, {"unreal2-info", "\x80\x00\x00\x00\x00"}, {"unreal2-rules", "\x80\x00\x00\x00\x01"}, {"unreal2-players", "\x80\x00\x00\x00\x02"},
		{"request", "\xfe\xfd\x00abcd"}, {"gamespy3-info", "\x00abcdsplitnum\x00\x80\x00"}, {"gamespy3-players", "\x00abcdsplitnum\x00\x80\x01"},
		{"gamespy3-teams", "\x00abcdsplitnum\x00\x80\x02"}, {"gamespy2", "\x00abcd"}, {"ugp", "\xff\xffUGP\x00\x01\x81\x05\xff"}, {"backslash", "\\"},
		{"master", "\x05\x00\x00\x00"},
	}
	var all []Case
	for _, h := range heads {
		for i, p := range patterns {
			all = append(all, Case{Name: "pattern/" + h.name + "-" + digits(i), Data: fill(size, h.text, p)})
		}
	}
	return all
}
