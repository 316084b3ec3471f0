// Package hostile makes the most expensive datagrams: the longest names for the
// most cells, the shortest fields, the most problems, the deepest groups. Tests
// of whatever takes datagrams use it to check that memory and output stay
// within a constant times the input. No program imports it.
package hostile

import "strings"

// MaxPayload is the most bytes of a UDP payload over IPv4.
const MaxPayload = 65507

// A Case is one datagram that is as bad as its protocol allows.
type Case struct {
	Name     string // of the test: "gamespy2/long-name"
	Protocol string // to decode as, "" to recognise it
	Request  bool   // who sends it, where Protocol is given
	Data     []byte
}

// Fill repeats what after head until the datagram has size bytes.
func Fill(size int, head, what string) []byte {
	p := []byte(head)
	if n := size - len(p); n > 0 && what != "" {
		p = append(p, strings.Repeat(what, n/len(what))...)
	}
	return p[:min(len(p), size)]
}

// Letters are the characters of names: plain ones, and those that the formats
// of output write with the most bytes.
var Letters = []struct{ Name, Text string }{
	{"plain", "a"}, {"control", "\x01"}, {"euro", "\x80"}, {"markup", "#"}, {"quote", "\""}, {"backslash", "\\"},
	{"c1", "\x81"},
}

// Digits writes n in decimal.
func Digits(n int) string {
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

// Patterns returns short patterns that fill a datagram after the head of every
// protocol, decoded as whatever they look like.
func Patterns(size int) []Case {
	patterns := []string{
		"\x00", "\xff", "\x01", "\\", `\a`, `\player_0\`, "a\x00", "\x01\x00", "\x41\x03", "\x40\x40", "\xc0\x01",
		"\x80\x00\x00\x00", "\x02a\x00",
		"1.2.3.4\t1\t2\n", "\n", "\x1b\x01\x01\x01",
	}
	heads := []struct{ name, text string }{
		{"none", ""}, {"unreal2-info", "\x80\x00\x00\x00\x00"}, {"unreal2-rules", "\x80\x00\x00\x00\x01"},
		{"unreal2-players", "\x80\x00\x00\x00\x02"},
		{"request", "\xfe\xfd\x00abcd"}, {"gamespy3-info", "\x00abcdsplitnum\x00\x80\x00"},
		{"gamespy3-players", "\x00abcdsplitnum\x00\x80\x01"},
		{"gamespy3-teams", "\x00abcdsplitnum\x00\x80\x02"}, {"gamespy2", "\x00abcd"},
		{"ugp", "\xff\xffUGP\x00\x01\x81\x05\xff"}, {"backslash", "\\"},
		{"master", "\x05\x00\x00\x00"},
	}
	var all []Case
	for _, h := range heads {
		for i, p := range patterns {
			all = append(all, Case{Name: "pattern/" + h.name + "-" + Digits(i), Data: Fill(size, h.text, p)})
		}
	}
	return all
}

// Wide makes a table of GameSpy 2 with as many columns, each with a name of length
// characters, as leaves room for 255 rows of one byte a cell.
func Wide(size int, letter string, length int) []byte {
	p := []byte("\x00abcd\x00\xff")
	columns := (size - 10) / (length + 2 + 255)
	for range max(columns, 1) {
		p = append(append(p, strings.Repeat(letter, length)...), '_', 0)
	}
	p = append(p, 0)
	return Fill(size, string(p), "\x00")
}

// cases holds what makes the worst datagrams of each protocol.
var cases = [...]struct {
	protocol string
	of       func(size int) []Case
}{
	{"unreal2", unreal2},
	{"gamespy1", gamespy1},
	{"gamespy2", gamespy2},
	{"gamespy3", gamespy3},
	{"ugp", ugp},
	{"unreal-lan", unreallan},
	{"unreal-master", unrealmaster},
	{"unreal-heartbeat", heartbeat},
	{"server-list", serverlist},
	{"quake3", quake3},
	{"quake2", quake2},
	{"quakeworld", quakeworld},
	{"a2s", a2s},
	{"doom3", doom3},
	{"tribes", tribes},
	{"torque", torque},
	{"teeworlds", teeworlds},
	{"frostbite", frostbite},
	{"openttd", openttd},
	{"cube2", cube2},
	{"m2mp", m2mp},
	{"netquake", netquake},
	{"satisfactory", satisfactory},
	{"sqp", sqp},
	{"zandronum", zandronum},
	{"odamex", odamex},
	{"bzflag", bzflag},
	{"samp", samp},
	{"raknet", raknet},
	{"minecraft", minecraft},
	{"ase", ase},
}

// Of returns the datagrams of at most size bytes for a protocol, the same ones
// each time.
func Of(protocol string, size int) []Case {
	for i := range cases {
		if cases[i].protocol == protocol {
			return cases[i].of(size)
		}
	}
	return nil
}

// All returns the datagrams of at most size bytes for every protocol, for the
// headers around them, and for what looks like any of them.
func All(size int) []Case {
	var all []Case
	for i := range cases {
		all = append(all, cases[i].of(size)...)
	}
	return append(append(all, Frames(size)...), Patterns(size)...)
}
