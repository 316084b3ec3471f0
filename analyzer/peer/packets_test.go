package peer

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
)

// Packet is one reply of a server, in as many datagrams as it takes.
type Packet struct {
	Name      string
	Class     string   // gamedig's protocol class: unreal2, gamespy1 or ut3
	Part      int      // which of unreal2's replies it is: 0 info, 1 rules, 2 players
	Datagrams [][]byte // UDP payloads in the order they were sent
}

// Packets makes the replies that are compared, the same ones every time.
func Packets() []Packet {
	return []Packet{
		{"UT2004 info", "unreal2", 0, [][]byte{unreal2Info()}},
		{"UT2004 rules", "unreal2", 1, unreal2Rules()},
		{"UT2004 players, 32", "unreal2", 2, unreal2Players(32)},
		{"UT99 status, 14 players", "gamespy1", 0, gamespy1Status(14)},
		{"UT3 data, 12 players", "ut3", 0, gamespy3Data(12)},
	}
}

var le = binary.LittleEndian

// Unreal2 (decoder/protocol/unreal2/SPEC.md#reply-header and decoder/protocol/unreal2/SPEC.md#player-list-reply).
func unreal2Header(part byte) []byte { return []byte{0x80, 0, 0, 0, part} }

// fstring appends a string of at most 62 characters: such a length, which
// counts the closing NUL, is one byte.
func fstring(b []byte, s string) []byte {
	if s == "" {
		return append(b, 0)
	}
	if len(s) > 62 {
		panic("peer: gamedig misreads a string this long: " + s)
	}
	b = append(b, byte(len(s)+1))
	return append(append(b, s...), 0)
}

func unreal2Info() []byte {
	b := unreal2Header(0)
	b = le.AppendUint32(b, 0)    // server id
	b = fstring(b, "")           // address
	b = le.AppendUint32(b, 7777) // game port
	b = le.AppendUint32(b, 0)    // query port
	b = fstring(b, "Harbour Lights | Onslaught all night")
	b = fstring(b, "ONS-Torlan")
	b = fstring(b, "ONSOnslaughtGame")
	b = le.AppendUint32(b, 21) // players
	b = le.AppendUint32(b, 32) // at most
	b = le.AppendUint32(b, 0)  // ping
	b = le.AppendUint32(b, 0)  // flags
	b = fstring(b, "3")        // skill
	return append(b, 0, 0)     // no rules, no players in this record
}

func unreal2Rules() [][]byte {
	pairs := [][2]string{
		{"ServerMode", "dedicated"}, {"AdminName", "Lamplighter"}, {"AdminEmail", "keeper@harbour.example"},
		{"ServerVersion", "3369"}, {"GameStats", "False"}, {"MaxSpectators", "4"}, {"MapVoting", "true"},
		{"KickVoting", "true"}, {"Mutator", "MutUTComp"}, {"Mutator", "MutFastWeapSwitch"}, {"mutator", "DMMutator"},
		{"MinPlayers", "4"}, {"EndTimeDelay", "4.00"}, {"GoalScore", "3"}, {"TimeLimit", "20"}, {"WeaponStay", "True"},
		{"ForceRespawn", "False"}, {"Translocator", "False"}, {"BalanceTeams", "True"}, {"PlayersBalanceTeams", "True"},
		{"FriendlyFireScale", "0%"}, {"LinkSetup", "Default"},
	}
	for i := range 26 {
		pairs = append(pairs, [2]string{fmt.Sprintf("Harbour setting %d", i+1), strconv.Itoa(i * i)})
	}
	var all [][]byte
	b := unreal2Header(1)
	for _, p := range pairs {
		// The server sends what it has before it adds a pair to more than 450 bytes.
		if len(b) > 450 {
			all = append(all, b)
			b = unreal2Header(1)
		}
		b = fstring(fstring(b, p[0]), p[1])
	}
	return append(all, b)
}

func unreal2Players(n int) [][]byte {
	var all [][]byte
	b := unreal2Header(2)
	for i := range n {
		if len(b) > 450 {
			all = append(all, b)
			b = unreal2Header(2)
		}
		b = le.AppendUint32(b, uint32(400-7*i))        // id
		b = fstring(b, playerName(i))                  //
		b = le.AppendUint32(b, uint32(24+4*(i*11%40))) // ping, ms
		b = le.AppendUint32(b, uint32(int32(60-5*i)))  // score, below 0 at the end
		b = le.AppendUint32(b, uint32(1+i%2)<<29)      // team red or blue
	}
	return append(all, b)
}

func playerName(i int) string {
	first := []string{"Brass", "Copper", "Old", "Salty", "Quiet", "Storm", "North", "Tallow"}
	last := []string{"Lantern", "Anchor", "Gull", "Pilot", "Kelp"}
	return first[i%len(first)] + last[i%len(last)]
}

// GameSpy 1 (decoder/protocol/gamespy1/SPEC.md#query-ids and decoder/protocol/gamespy1/SPEC.md#keys-of-ut99).
func gamespy1Status(n int) [][]byte {
	parts := []string{
		`\gamename\ut\gamever\451\minnetver\432\location\0`,
		`\hostname\Harbour Lights CTF\hostport\7777\maptitle\Facing Worlds\mapname\CTF-Face\gametype\CTFGame` +
			`\numplayers\` + strconv.Itoa(n) + `\maxplayers\20\gamemode\openplaying\gamever\451\minnetver\432` +
			`\worldlog\false\wantworldlog\false`,
		`\mutators\Harbour Sounds, No Redeemer\listenserver\False\password\False\timelimit\20\goalteamscore\5` +
			`\minplayers\0\changelevels\True\maxteams\2\balanceteams\True\playersbalanceteams\True\friendlyfire\0%` +
			`\tournament\False\gamestyle\Hardcore\AdminName\Lamplighter\AdminEMail\keeper@harbour.example`,
	}
	for i := range n {
		parts = append(parts, fmt.Sprintf(
			`\player_%d\%s\frags_%[1]d\%[3]d\ping_%[1]d\ %[4]d\team_%[1]d\%[5]d\mesh_%[1]d\Male Commando`+
				`\skin_%[1]d\CommandoSkins.cmdo\face_%[1]d\CommandoSkins.Blake\ngsecret_%[1]d\true`,
			i, playerName(i), 41-4*i, 30+i*7%90, i%2))
	}
	var all [][]byte
	var b strings.Builder
	send := func(end string) {
		fmt.Fprintf(&b, `\queryid\37.%d%s`, len(all)+1, end)
		all = append(all, []byte(b.String()))
		b.Reset()
	}
	for _, p := range parts {
		// A part is never cut: the buffer goes out before it grows over 1000.
		if b.Len()+len(p) > 980 {
			send("")
		}
		b.WriteString(p)
	}
	send(`\final\`)
	return all
}

// GameSpy 3 as UT3 sends it: information and players in the first datagram,
// the teams in the second (decoder/protocol/gamespy3/SPEC.md).
func gamespy3Data(n int) [][]byte {
	head := func(index, section byte) []byte {
		// gamedig's request has the id 1, and a reply repeats it.
		return append([]byte{0, 0, 0, 0, 1}, "splitnum\x00"+string([]byte{index, section})...)
	}
	text := func(b []byte, words ...string) []byte {
		for _, w := range words {
			b = append(append(b, w...), 0)
		}
		return b
	}
	settings := [][2]string{
		{"s32779", "2"}, {"s0", "3"}, {"s1", "4"}, {"s6", "1"}, {"s7", "0"}, {"s8", "0"}, {"s9", "0"}, {"s10", "0"},
		{"s11", "0"}, {"s12", "0"}, {"s13", "0"}, {"s14", "1"}, {"p268435704", "3"}, {"p268435705", "20"},
		{"p268435703", "0"}, {"p268435717", "8"}, {"p1073741825", "WAR-TankCrossing"},
		{"p1073741826", "UTGameContent.UTOnslaughtGame_Content"}, {"p1073741827", "Warfare at the harbour"},
		{"p1073741828", "Harbour Sounds\x1cNo Redeemer"}, {"OwningPlayerId", "0"},
		{"OwningPlayerName", "Harbour Lights UT3"}, {"NumPublicConnections", "16"}, {"NumPrivateConnections", "0"},
		{"bUsesStats", "True"}, {"bIsDedicated", "True"}, {"EngineVersion", "3809"}, {"MinNetVersion", "3601"},
	}
	var dump []string
	for _, s := range settings {
		if s[0] != "p1073741828" { // its own separator would need quoting
			dump = append(dump, s[0]+"="+s[1])
		}
	}
	b := head(0, 0)
	b = text(b, "hostname", "Harbour Lights UT3", "hostport", "7777", "numplayers", strconv.Itoa(n),
		"maxplayers", "16", "gamemode", "openplaying", "mapname", strings.Join(dump, ","))
	for _, s := range settings {
		b = text(b, s[0], s[1])
	}
	b = append(b, 0, 1) // the information ends; section 1, players
	column := func(name string, value func(i int) string) {
		b = append(text(b, name), 0) // rows from 0
		for i := range n {
			b = text(b, value(i))
		}
		b = append(b, 0)
	}
	column("player_", playerName)
	column("score_", func(i int) string { return strconv.Itoa(33 - 2*i) })
	column("ping_", func(i int) string { return strconv.Itoa(20 + i*13%80) })
	column("team_", func(i int) string { return strconv.Itoa(i % 2) })
	column("deaths_", func(i int) string { return strconv.Itoa(i * 3 % 17) })
	column("pid_", func(i int) string { return strconv.Itoa(300 + i) })
	b = append(b, 0)

	t := head(0x81, 2) // the last datagram, of two
	t = append(text(t, "team_t"), 0)
	t = append(text(t, "Red", "Blue"), 0)
	t = append(text(t, "score_t"), 0)
	t = append(text(t, "2", "1"), 0, 0)
	return [][]byte{b, t}
}
