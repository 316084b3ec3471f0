package sections

import (
	"fragscope/decoder/ask"
	"fragscope/decoder/keys"
	"fragscope/decoder/wire"
)

// Of returns the sections that hold parts: 1 info, 2 players, 4 teams.
func Of(parts ask.Parts) (sections uint8) {
	for i, p := range [...]ask.Parts{ask.PartInfo | ask.PartRules, ask.PartPlayers, ask.PartTeams} {
		if parts&p != 0 {
			sections |= 1 << i
		}
	}
	return sections
}

// FieldWord returns the length of the word at the start of b, -1 if it is too
// long or holds what no field name does.
func FieldWord(b []byte) int {
	for i, c := range b {
		switch {
		case c == 0:
			return i
		case i == keys.MaxFieldName, c != '_' && !wire.Alphanumeric(c):
			return -1
		}
	}
	return len(b)
}

// FieldName reports whether name ends as those of player and team fields do.
func FieldName(name []byte) bool {
	n := len(name)
	return n >= 2 && name[n-1] == '_' || n >= 3 && name[n-1] == 't' && name[n-2] == '_'
}

// FieldFollows reports whether b begins with the name of a field: a known one,
// or a word that ends as they do with the slot 0 after it, where every field
// begins that is not continued. A word that the datagram cuts counts as well.
func FieldFollows(b []byte) bool {
	n := FieldWord(b)
	if n < 0 {
		return false
	}
	if n == len(b) {
		return true
	}
	if !FieldName(b[:n]) {
		return false
	}
	return n+1 == len(b) || b[n+1] == 0 || keys.Lookup(b[:n]) != nil
}

// LooksLikeField reports whether b begins with a whole word that ends as field names do.
func LooksLikeField(b []byte) bool {
	n := FieldWord(b)
	return n >= 0 && n < len(b) && FieldName(b[:n])
}

// SectionFollows reports whether b is the end of the datagram or begins with
// the byte of a section.
func SectionFollows(b []byte) bool {
	if len(b) == 0 {
		return true
	}
	return (b[0] == 1 || b[0] == 2) && (len(b) == 1 || b[1] == 0 || FieldFollows(b[1:]))
}

// Splitnum is at byte 5 of every data reply.
const Splitnum = "splitnum\x00"

// OddSplitnum reports whether p begins with another word in place of splitnum:
// eight characters and a NUL, followed by the datagram's number and section. A
// GameSpy 2 reply may begin with a key of eight characters too, but a value of
// text comes after that.
func OddSplitnum(p []byte) bool {
	if len(p) < 11 || p[8] != 0 || p[9]&0x7f >= 0x20 || p[10] > 2 || keys.Lookup(p[:8]) != nil {
		return false
	}
	for _, c := range p[:8] {
		if c|0x20 < 'a' || c|0x20 > 'z' {
			return false
		}
	}
	return true
}

// FieldNumbers are the numbers of datagrams.
var FieldNumbers = wire.Symbols{Loose: true,
	Names: ";hostname;gamename;gamever;hostport;mapname;gametype;gamevariant;numplayers;numteams;maxplayers;" +
		"gamemode;teamplay;fraglimit;teamfraglimit;timeelapsed;timelimit;roundtime;roundelapsed;password;groupid;" +
		"player_;score_;skill_;ping_;team_;deaths_;pid_;team_t;score_t"}

// ZeroBytes reports whether b is nothing but zeros.
func ZeroBytes(b []byte) bool {
	for _, c := range b {
		if c != 0 {
			return false
		}
	}
	return true
}

// ThreeFlags reports whether b are the flags of a request: each 00 or FF.
func ThreeFlags(b []byte) bool {
	for _, c := range b {
		if c != 0 && c != 0xff {
			return false
		}
	}
	return len(b) == 3
}

// Places in the layouts of the player and team sections.
const (
	ArraySection = iota
	ArrayField
	ArrayName
	ArrayStart
	ArrayValue
	ArrayFieldEnd
	ArrayEnd
)

// Places in the layouts of the player and team sections.
const (
	tableSection = iota
	tableRow
	tableValue
	tableName
)
