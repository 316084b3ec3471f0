package hostile

import (
	"strings"
)

// Quake, Valve, RakNet and the others.

// quake3 returns replies with the shortest pairs and lines of players.
func quake3(size int) []Case {
	const info, status = "\xff\xff\xff\xffinfoResponse\n", "\xff\xff\xff\xffstatusResponse\n"
	return []Case{
		{Name: "quake3/pairs", Data: Fill(size, info, `\a\b`)},
		{Name: "quake3/empty-pairs", Data: Fill(size, info, `\`)},
		{Name: "quake3/players", Data: Fill(size, status+"\n", "1 2 \"\"\n")},
		{Name: "quake3/numbers", Data: Fill(size, status+"\n1", " 1")},
		{Name: "quake3/no-players", Data: Fill(size, status+"\n", "1\n")},
		{Name: "quake3/no-lines", Data: Fill(size, status+"\n", "a\n")},
		{Name: "quake3/colours", Data: Fill(size, status+`\a\`, "^1")},
		{Name: "quake3/quotes", Data: Fill(size, status+"\n", "1 1 \"\n")},
		{Name: "quake3/servers", Data: Fill(size, "\xff\xff\xff\xffgetserversResponse", "\\\x01\x02\x03\x04\x05\x06")},
		{Name: "quake3/ends", Data: Fill(size, "\xff\xff\xff\xffgetserversResponse", "\\EOT\x00\x00\x00")},
		{Name: "quake3/filters", Request: true, Data: Fill(size, "\xff\xff\xff\xffgetservers 68", " a")},
		{Name: "quake3/spaces", Request: true, Data: Fill(size, "\xff\xff\xff\xffrcon", " ")},
	}
}

// quake2 returns replies with the shortest lines of players and entries.
func quake2(size int) []Case {
	return []Case{
		{Name: "quake2/players", Data: Fill(size, "\xff\xff\xff\xffprint\n\\\n", "1 1 \"\" \"\"\n")},
		{Name: "quake2/servers", Data: Fill(size, "\xff\xff\xff\xffservers ", "\x01\x02\x03\x04\x05\x06")},
		{Name: "quake2/info", Data: Fill(size, "\xff\xff\xff\xffinfo\n", " 1/1")},
	}
}

// quakeworld returns replies with the shortest lines of players.
func quakeworld(size int) []Case {
	return []Case{
		{Name: "quakeworld/players", Data: Fill(size, "\xff\xff\xff\xffn\\\n", "1 1 1 1 \"\" \"\" 1 1 \"\" \"\"\n")},
		{Name: "quakeworld/spectators", Data: Fill(size, "\xff\xff\xff\xffn\\\n", "1 S 1 1 \"\\s\\\"\n")},
	}
}

// a2s returns replies with the shortest keywords, players and rules, and counts
// that lie.
func a2s(size int) []Case {
	const mark = "\xff\xff\xff\xff"
	const info = mark + "I\x11\x00\x00\x00\x00\x00\x00\x00\x00\x00dl\x00\x00\x00\xff" + "\x00\x00" + "abcdefgh" +
		"\x00\x00\x00"
	return []Case{
		{Name: "a2s/commas", Data: Fill(size, info, ",")},
		{Name: "a2s/keywords", Data: Fill(size, info, "mp1,")},
		{Name: "a2s/colons", Data: Fill(size, info, "a:,")},
		{Name: "a2s/players", Data: Fill(size, mark+"D\xff", strings.Repeat("\x00", 10))},
		{Name: "a2s/odd-names", Data: Fill(size, mark+"D\xff", "\x00\x01"+strings.Repeat("\x00", 9))},
		{Name: "a2s/ship", Data: Fill(size, mark+"D\x00", strings.Repeat("\x00", 8))},
		{Name: "a2s/rules", Data: Fill(size, mark+"E\xff\xff", "\x00")},
		{Name: "a2s/short-rules", Data: Fill(size, mark+"E\x00\x00", "a\x00\x01\x00")},
		{Name: "a2s/utf8", Data: Fill(size, mark+"E\xff\xff", "\xc3\xa9\x00")},
		{Name: "a2s/chunks", Data: Fill(size, mark+"E\xff\xff\x01\xff\x00", "\x02\x00")},
		{Name: "a2s/lost-chunks", Data: Fill(size, mark+"E\xff\xff", "\x01\x01\x00\x00")},
		{Name: "a2s/mods", Data: Fill(size, mark+"E\xff\xff\x01\x01\x00\x02\x01\x02\x01\x02\x01\x02\xff",
			"\x03\x03\x03\x03\x10\x02ab")},
		{Name: "a2s/servers", Data: Fill(size, mark+"f\n", "\x02\x02\x02\x02\x02\x02")},
		{Name: "a2s/filters", Data: Fill(size, "1\x030.0.0.0:0\x00", "\\a\\")},
		{Name: "a2s/padding", Data: Fill(size, mark+"TSource Engine Query\x00", "\x00")},
	}
}

// doom3 returns replies with the shortest settings, rows and entries.
func doom3(size int) []Case {
	const info = "\xff\xffinfoResponse\x00abcd\x29\x00\x01\x00"
	const wars = "\xff\xffinfoExResponse\x00abcdabcd\x15\x00\x0a\x00\x00\x00\x00\x00\x00\x00"
	return []Case{
		{Name: "doom3/settings", Data: Fill(size, info, "a\x00\x00")},
		{Name: "doom3/keyless", Data: Fill(size, info, "\x00a\x00")},
		{Name: "doom3/colours", Data: Fill(size, info+"a\x00", "^1")},
		{Name: "doom3/players", Data: Fill(size, info+"\x00\x00", "\x01\x00\x00\x00\x00\x00\x00\x00")},
		{Name: "doom3/statistics", Data: Fill(size, wars+"\x20"+strings.Repeat("\x00", 12), strings.Repeat("\x00", 14))},
		{Name: "doom3/servers", Data: Fill(size, "\xff\xffservers\x00", "\x01\x02\x03\x04\x05\x06")},
	}
}

// tribes returns replies whose rows have the shortest values under the longest
// heads, and a list of the smallest entries.
func tribes(size int) []Case {
	head := "\x06Tribes\x011\x01a\x00\x00\xff\xff\x00\x00\x00\x00\x00\x00"
	heads := "\x00\xf8" + strings.Repeat("\x01", 23) + strings.Repeat("\t\x01"+strings.Repeat("\x01", 23), 9)
	row := "\x00\x00\x00\x00\x09" + strings.Repeat("\t", 9)
	return []Case{
		{Name: "tribes/empty-rows", Data: Fill(size, "c\x01\x00b"+head+"\x00\x00\x00", "\x00\x00\x00\x00\x00")},
		{Name: "tribes/long-heads", Data: Fill(size, "c\x01\x00b"+head+"\x00"+heads, row)},
		{Name: "tribes/starsiege", Data: Fill(size, "s\x01\x00r\x09Starsiege\x011\x01a"+strings.Repeat("\x00", 45),
			"\x00\x00")},
		{Name: "tribes/servers", Data: Fill(size, "\x10\x06\x02\x02\x01\x02\x00\x66\x00\xff",
			"\x06\xc0\x00\x02\x07\x61\x6d")},
	}
}

// torque returns replies with the shortest lines of content and the smallest
// entries of a list.
func torque(size int) []Case {
	info := "\x14\x02\x01\x02\x03\x04\x01a\x01b\x01c\x00\x01\x02\x00\x00\x00\x00\xff\xff"
	return []Case{
		{Name: "torque/teams", Protocol: "torque", Data: Fill(size, info+"99999\n", "\t\n")},
		{Name: "torque/players", Protocol: "torque", Data: Fill(size, info+"0\n99999\n", "\t\t\n")},
		{Name: "torque/lines", Protocol: "torque", Data: Fill(size, info, "0\n")},
		{Name: "torque/types", Protocol: "torque", Data: Fill(size, "\x04\x02\x01\x02\x03\x04\xff", "\x00")},
		{Name: "torque/servers", Protocol: "torque", Data: Fill(size, "\x08\x02\x01\x02\x03\x04\x00\x01\xff\xff",
			"\xc0\x00\x02\x07\x60\x6d")},
		{Name: "torque/friends", Protocol: "torque", Request: true,
			Data: Fill(size, "\x06\x00\x01\x02\x03\x04\xff\x00\x00"+strings.Repeat("\x00", 14)+"\xff", "\x01\x02\x03\x04")},
	}
}

// samp returns replies with the shortest rules and players, and lengths and
// counts that lie.
func samp(size int) []Case {
	const head = "SAMP\xc0\x00\x02\x07\x61\x1e"
	return []Case{
		{Name: "samp/rules", Data: Fill(size, head+"r\xff\xff", "\x00")},
		{Name: "samp/pairs", Data: Fill(size, head+"r\xff\xff", "\x01a\x00")},
		{Name: "samp/players", Data: Fill(size, head+"c\xff\xff", "\x00\x00\x00\x00\x00")},
		{Name: "samp/details", Data: Fill(size, head+"d\xff\xff", strings.Repeat("\x00", 10))},
		{Name: "samp/code-page", Data: Fill(size, head+"r\xff\xff", "\x03\xe0\xe1\xe2")},
		{Name: "samp/length", Data: Fill(size, head+"i\x00\x01\x00\x01\x00\xff\xff\xff\xff", "a")},
		{Name: "samp/line", Data: Fill(size, head+"x\xff\xff", "\x01")},
	}
}

// teeworlds returns replies with the shortest players, numbers that are none or too
// long, and lists.
func teeworlds(size int) []Case {
	six := strings.Repeat("\xff", 10)
	const info = "1\x00\x00\x00\x00\x000\x000\x000\x009\x009\x00"
	const seven = "\x21" + "abcdABCD\xff\xff\xff\xff" + "inf3"
	return []Case{
		{Name: "teeworlds/players", Data: Fill(size, six+"inf3"+info, "\x00\x000\x000\x000\x00")},
		{Name: "teeworlds/bad-players", Data: Fill(size, six+"inf3"+info, "\x00")},
		{Name: "teeworlds/extended", Data: Fill(size, six+"iex+1\x001\x00\x00", "\x00\x00-1\x0007\x009\x00\x00")},
		{Name: "teeworlds/packed", Data: Fill(size, seven+"\x00\x00\x00\x00\x00\x00\xff\xff\xff\xff\xff\x00\x00\x00\x00\x00",
			"\x00\x00\x00\x00\x00")},
		{Name: "teeworlds/long", Data: Fill(size, seven, "\x80")},
		{Name: "teeworlds/list", Data: Fill(size, six+"lis2", strings.Repeat("\x00", 18))},
	}
}

// frostbite returns packets of the shortest words, and lists of players without any.
func frostbite(size int) []Case {
	const many = "\x00\x00\x00\x40\xff\x3f\x00\x00\xff\x0f\x00\x00\x02\x00\x00\x00OK\x00"
	word := func(w string) string { return string(rune(len(w))) + "\x00\x00\x00" + w + "\x00" }
	return []Case{
		{Name: "frostbite/words", Data: Fill(size, many, word(""))},
		{Name: "frostbite/players", Data: Fill(size, many+word("1")+word("name")+word("1"), word(""))},
		{Name: "frostbite/teams", Data: Fill(size, many+word("N")+word("1")+word("1")+word("")+word("")+word("1")+word("1")+
			word("9999"), word("1"))},
		{Name: "frostbite/packets",
			Data: Fill(size, "", "\x00\x00\x00\x00\x14\x00\x00\x00\x01\x00\x00\x00\x03\x00\x00\x00abc\x00")},
	}
}

// openttd returns NewGRFs without names, and lists of servers.
func openttd(size int) []Case {
	head := string([]byte{byte(size), byte(size >> 8)})
	return []Case{
		{Name: "openttd/newgrfs", Data: Fill(size, head+"\x06\x06\x01\xff\xff\xff\xff\x00\xff", strings.Repeat("\x00", 21))},
		{Name: "openttd/list", Data: Fill(size, head+"\x07\x01\xff\xff", "\x7f\x00\x00\x01\x8b\x0f")},
	}
}

// cube2 returns the shortest IDs, and teams without names or with many bases.
func cube2(size int) []Case {
	const teams = "\x00\x02\xff\x69\x00\x00\x00"
	return []Case{
		{Name: "cube2/ids", Data: Fill(size, "\x00\x01\xff\xff\x69\x00\xf6", "\x01")},
		{Name: "cube2/wide-ids", Data: Fill(size, "\x00\x01\xff\xff\x69\x00\xf6", "\x81\x01\x00\x00\x00")},
		{Name: "cube2/teams", Data: Fill(size, teams, "\x00\x00\xff")},
		{Name: "cube2/bases", Data: Fill(size, teams+"\x00\x00\x81\xff\xff\xff\x7f", "\x01")},
	}
}

// m2mp returns players with the shortest names and without pings.
func m2mp(size int) []Case {
	return []Case{
		{Name: "m2mp/players", Data: Fill(size, "M2MP\x02a\x021\x029\x02m\x00", "\x02p")},
		{Name: "m2mp/online", Data: Fill(size, "M2Online\x02a\x021\x029\x02m\x00", "\x02p\x01")},
	}
}

// netquake returns the longest texts, and what follows a message.
func netquake(size int) []Case {
	head := func(code string) string { return "\x80\x00" + string([]byte{byte(size >> 8), byte(size)}) + code }
	return []Case{
		{Name: "netquake/rule", Data: Fill(size, head("\x85"), "a")},
		{Name: "netquake/extension", Data: Fill(size, head("\x83\x00\x00\x00\x00\x00\x03"), "a")},
	}
}

// satisfactory returns sub-states, and what follows a reply.
func satisfactory(size int) []Case {
	const head = "\xd5\xf6\x01\x01" + "12345678" + "\x03\x7a\x96\x05\x00" + "\x00\x00\x00\x00\x00\x00\x00\x00"
	return []Case{
		{Name: "satisfactory/substates", Data: Fill(size, head+"\xff", "\x00\x01\x00")},
		{Name: "satisfactory/name", Data: Fill(size, head+"\x00\xff\xff", "a")},
	}
}

// sqp returns empty rules, and rows of one byte under the longest names.
func sqp(size int) []Case {
	head := func() string {
		n, m := size-11, size-15
		return "\x01\x12\x34\x56\x78\x00\x01\x00\x00" + string([]byte{byte(n >> 8), byte(n), 0, 0, byte(m >> 8), byte(m)})
	}
	column := func(key string) string { return string([]byte{byte(len(key))}) + key + "\x00" }
	return []Case{
		{Name: "sqp/rules", Data: Fill(size, head(), "\x00\x00\x00")},
		{Name: "sqp/players", Data: Fill(size, head()+"\xff\xff\x01"+column(strings.Repeat("k", 255)), "a")},
		{Name: "sqp/columns", Data: Fill(size, head()+"\xff\xff\xff"+strings.Repeat(column("name"), 255), "a")},
		{Name: "sqp/metrics", Data: Fill(size, head()+"\xff", "\x3f\x80\x00\x00")},
	}
}

// zandronum returns the shortest codes, lists of names without characters, and servers.
func zandronum(size int) []Case {
	const info = "\xff\x77\x5d\x56\x00time\x00"
	return []Case{
		{Name: "zandronum/compressed", Data: Fill(size, "\x00\xb8\x49\x1a", "\x92\x24\x49")},
		{Name: "zandronum/players", Data: Fill(size, info+"\x00\x00\x18\x00\xff", "\x00")},
		{Name: "zandronum/pwads", Data: Fill(size, info+"\x40\x00\x00\x00\xff", "\x00")},
		{Name: "zandronum/servers", Data: Fill(size, "\xff\x06\x00\x00\x00\x00\x08", "\xff\x7f\x00\x00\x01\x01\x01")},
	}
}

// odamex returns settings without names, and servers.
func odamex(size int) []Case {
	const info = "\x03\x20\x03\xad\x28\x0a\x00\x00\x07\x00\x00\x00time\x09\x00\x00\x00\x00"
	return []Case{
		{Name: "odamex/cvars", Data: Fill(size, info+"\xff", "\x00\x01")},
		{Name: "odamex/players", Data: Fill(size, info+"\x00\x00\x00\x00\x00\xff", "\x00")},
		{Name: "odamex/servers", Data: Fill(size, "\xa3\xdb\x0b\x00\xff\xff", "\x7f\x00\x00\x01\xaa\x29")},
	}
}

// bzflag returns the shortest messages, the most teams, players without names, and queries.
func bzflag(size int) []Case {
	const hello = "BZFS0221\x00"
	return []Case{
		{Name: "bzflag/messages", Data: Fill(size, hello, "\x00\x00zz")},
		{Name: "bzflag/teams", Data: Fill(size, hello, "\x03\xf9tu\x7f"+strings.Repeat("\x00", 127*8))},
		{Name: "bzflag/players", Data: Fill(size, hello, "\x00\xabap"+strings.Repeat("\x00", 171))},
		{Name: "bzflag/queries", Data: Fill(size, "BZFLAG\r\n\r\n", "\x00\x00qp")},
	}
}

// raknet returns ID strings of the shortest parts, and of numbers that are none.
func raknet(size int) []Case {
	const head = "\x1c" + "12345678" + "87654321" + "\x00\xff\xff\x00\xfe\xfe\xfe\xfe\xfd\xfd\xfd\xfd\x12\x34\x56\x78"
	return []Case{
		{Name: "raknet/parts", Data: Fill(size, head+"\xff\xffMCPE;", ";")},
		{Name: "raknet/colours", Data: Fill(size, head+"\xff\xffMCPE;", "§a;")},
		{Name: "raknet/escapes", Data: Fill(size, head+"\xff\xffMCPE;", "\\;")},
		{Name: "raknet/numbers", Data: Fill(size, head+"\xff\xffMCPE;a;x;b;y;z;1;m;g;w;99999;70000;", "0;")},
		{Name: "raknet/data", Data: Fill(size, head, "\x00\x01a")},
		{Name: "raknet/padding", Data: Fill(size, head+"\x00\x05MCPE;", "\x00")},
	}
}

// minecraft returns a status of the smallest values, deep ones and escapes.
func minecraft(size int) []Case {
	const head = "\xff\xff\x03\x00\xff\xff\x03{"
	return []Case{
		{Name: "minecraft/members", Data: Fill(size, head+`"":0`, `,"":0`)},
		{Name: "minecraft/items", Data: Fill(size, head+`"a":[0`, `,0`)},
		{Name: "minecraft/objects", Data: Fill(size, head+`"a":[{}`, `,{}`)},
		{Name: "minecraft/arrays", Data: Fill(size, head+`"a":`, `[`)},
		{Name: "minecraft/deep", Data: Fill(size, head+`"a":[[[[[[[[1]`, `,[]`)},
		{Name: "minecraft/players", Data: Fill(size, head+`"players":{"sample":[{}`, `,{"name":"","id":""}`)},
		{Name: "minecraft/escapes", Data: Fill(size, head+`"description":["a"`, `,"\u00a7a\ud83d"`)},
		{Name: "minecraft/texts", Data: Fill(size, head+`"description":{"extra":["a"`, `,"\n"`)},
		{Name: "minecraft/space", Data: Fill(size, head, " ")},
		{Name: "minecraft/quotes", Data: Fill(size, head+`"a":["`, `\"`)},
	}
}

// ase returns replies with the shortest rules and players, and lengths that lie.
func ase(size int) []Case {
	info := "EYE1\x04mta" + strings.Repeat("\x01", 8)
	const lite = "EYE2\x04mta\x01\x01\x01"
	return []Case{
		{Name: "ase/rules", Data: Fill(size, info, "\x02a\x01")},
		{Name: "ase/flags", Data: Fill(size, info+"\x01", "\x00")},
		{Name: "ase/players", Data: Fill(size, info+"\x01", "\x3f\x01\x01\x01\x01\x01\x01")},
		{Name: "ase/bad-players", Data: Fill(size, info+"\x01", "\xff\x00\x00\x00\x00\x00\x00")},
		{Name: "ase/places", Data: Fill(size, lite+"\xff", "\x00")},
		{Name: "ase/names", Data: Fill(size, lite+"\x01\x01\x00\x00\x00\x00", "\x01")},
	}
}
