package idtech

import (
	"fragscope/decoder/wire"
)

// Definitions that the engines share. The folder of Quake III lists them.
var (
	Head = [...]wire.FieldDef{
		{Key: "mark", Name: "Out-of-band mark", Kind: wire.KindConst,
			Doc: "FF FF FF FF, where a packet of a game in progress has its sequence number."},
		{Key: "command", Name: "Command", Kind: wire.KindText, Doc: "The word that says which message it is."},
		{Key: "line_break", Name: "Line break", Kind: wire.KindConst},
		{Key: "end", Name: "End", Kind: wire.KindPadding,
			Doc: "A line break, NULs or a space: what separates, or follows the end."},
		{Key: "challenge", Name: "Challenge", Kind: wire.KindText,
			Doc: "Any text; the reply repeats it as the value of the key challenge. The space before it is a separator."},
		{Key: "arguments", Name: "Arguments", Kind: wire.KindText, Doc: "Words with spaces between."},
		{Key: "text", Name: "Text", Kind: wire.KindText, Doc: "For the player's console."},
	}
	Pair = [...]wire.FieldDef{
		{Key: "", Name: "Pair", Kind: wire.KindGroup, Role: wire.RoleRule,
			Doc: "One pair of key and value, each after a backslash. The order is the server's."},
		{Key: "key", Name: "Key", Kind: wire.KindText, Role: wire.RoleKey, Keys: &Known},
		{Key: "value", Name: "Value", Kind: wire.KindText, Role: wire.RoleValue},
	}
	// Echo is the pair that repeats the challenge: not a setting of the server,
	// and different in every reply.
	Echo = [...]wire.FieldDef{
		{Key: "", Name: "Challenge", Kind: wire.KindGroup,
			Doc: "The pair that repeats the challenge of the request. It is no setting of the server."},
		{Key: "key", Name: "Key", Kind: wire.KindText},
		{Key: "value", Name: "Value", Kind: wire.KindText},
	}
	Player = [...]wire.FieldDef{
		{Key: "", Name: "Player", Kind: wire.KindGroup, Role: wire.RolePlayer,
			Doc: "One line: numbers, then a name in quotes."},
		{Key: "score", Name: "Score", Kind: wire.KindDecimal, Role: wire.RolePlayerScore},
		{Key: "ping", Name: "Ping", Kind: wire.KindDecimal, Role: wire.RolePlayerPing, Doc: "Milliseconds; 0 for a bot."},
		{Key: "extra", Name: "Number", Kind: wire.KindDecimal, Role: wire.RolePlayerExtra,
			Doc: "Further numbers, before or after the name, as some games send: deaths."},
		{Key: "name", Name: "Name", Kind: wire.KindText, Role: wire.RolePlayerName,
			Doc: "With colour codes; the quotes are separators."},
		{Key: "end", Name: "Line break", Kind: wire.KindConst},
		{Key: "rest", Name: "Rest of the line", Kind: wire.KindUnknown},
		{Key: "text", Name: "Text", Kind: wire.KindText, Role: wire.RolePlayerExtra,
			Doc: "A further text in quotes: the address, from some servers of Quake II."},
		{Key: "team", Name: "Team", Kind: wire.KindDecimal, Role: wire.RolePlayerTeam,
			Doc: "In games that send it, before the name or after it."},
	}
	Server = [...]wire.FieldDef{
		{Key: "", Name: "Server", Kind: wire.KindGroup, Role: wire.RoleServerEntry},
		{Key: "address", Name: "Address", Kind: wire.KindIPv4, Role: wire.RoleServerHost},
		{Key: "port", Name: "Port", Kind: wire.KindU16BE, Role: wire.RoleQueryPort, Doc: "Most significant byte first."},
		{Key: "address6", Name: "Address", Kind: wire.KindIPv6, Role: wire.RoleServerHost},
		{Key: "separator", Name: "Separator", Kind: wire.KindConst,
			Doc: "A backslash before an IPv4 address and before the end, a slash before an IPv6 address."},
		{Key: "last", Name: "End of the list", Kind: wire.KindConst, Doc: "EOT, or EOF, and NULs."},
	}
)

// Places in the layouts.
const (
	HeadMark = iota
	HeadCommand
	HeadBreak
	HeadEnd
	HeadChallenge
	HeadArguments
	HeadText

	PlayerScore = 1
	PlayerPing  = 2
	PlayerExtra = 3
	PlayerName  = 4
	PlayerEnd   = 5
	PlayerRest  = 6
	PlayerText  = 7
	PlayerTeam  = 8

	ServerAddress   = 1
	ServerPort      = 2
	ServerAddress6  = 3
	ServerSeparator = 4
	ServerEnd       = 5
)

// Scores are lines of a score, a ping and a name.
var Scores = Grammar{
	Before: []*wire.FieldDef{&Player[PlayerScore], &Player[PlayerPing], &Player[PlayerExtra]}, Least: 2,
	Quoted: []*wire.FieldDef{&Player[PlayerName], &Player[PlayerText]}, After: []*wire.FieldDef{&Player[PlayerExtra]},
}

// TeamScores are the same with the team as the number after them.
var TeamScores = Grammar{
	Before: []*wire.FieldDef{&Player[PlayerScore], &Player[PlayerPing], &Player[PlayerTeam], &Player[PlayerExtra]},
	Least:  2,
	Quoted: Scores.Quoted, After: []*wire.FieldDef{&Player[PlayerTeam], &Player[PlayerExtra]},
}

// Pings are lines of a ping and a name.
var Pings = Grammar{
	Before: []*wire.FieldDef{&Player[PlayerPing], &Player[PlayerExtra]}, Least: 1,
	Quoted: Scores.Quoted, After: Scores.After,
}

// Docs is what the folder of Quake III explains.
var Docs = wire.Define(wire.Docs{Spec: "protocol/quake3/SPEC.md", Sections: []wire.Section{
	{Prefix: "quake.message", Source: "#messages", Layouts: []wire.Layout{Head[:]}},
	{Prefix: "quake.pair", Source: "#replies", Layouts: []wire.Layout{Pair[:]}, Problems: []*wire.ProblemInfo{
		&ProblemNoBreak, &ProblemNoPair, &ProblemNoValue, &ProblemOpen, &ProblemPlayer, &ProblemNoPlayer, &ProblemPlayerCut}},
	{Prefix: "quake.challenge", Source: "#exchange", Layouts: []wire.Layout{Echo[:]}},
	{Prefix: "quake.player", Source: "#replies", Layouts: []wire.Layout{Player[:]}},
	{Prefix: "quake.server", Source: "#server-list-reply", Layouts: []wire.Layout{Server[:]}},
}})
