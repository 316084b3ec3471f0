package ase

import (
	"fragscope/decoder/wire"
)

const ID = "ase"

var playerFlags = wire.Symbols{Flags: true, Names: "name;team;skin;score;ping;time"}

var (
	request = [...]wire.FieldDef{
		{Key: "letter", Name: "Letter", Kind: wire.KindText, Doc: "s; b, r and x are Multi Theft Auto's."},
	}
	header = [...]wire.FieldDef{
		{Key: "mark", Name: "Mark", Kind: wire.KindText, Doc: "EYE1; EYE2 and EYE3 are Multi Theft Auto's."},
	}
	info = [...]wire.FieldDef{
		{Key: "game", Name: "Game", Kind: wire.KindText, Role: wire.RoleGame, Counts: wire.LengthIncludesPrefix},
		{Key: "port", Name: "Game port", Kind: wire.KindText, Role: wire.RoleGamePort, Counts: wire.LengthIncludesPrefix},
		{Key: "name", Name: "Server name", Kind: wire.KindText, Role: wire.RoleServerName, Counts: wire.LengthIncludesPrefix},
		{Key: "type", Name: "Game type", Kind: wire.KindText, Role: wire.RoleGameType, Counts: wire.LengthIncludesPrefix},
		{Key: "map", Name: "Map", Kind: wire.KindText, Role: wire.RoleMap, Counts: wire.LengthIncludesPrefix},
		{Key: "version", Name: "Version", Kind: wire.KindText, Role: wire.RoleVersion, Counts: wire.LengthIncludesPrefix},
		{Key: "password", Name: "Password needed", Kind: wire.KindText, Role: wire.RolePassword,
			Counts: wire.LengthIncludesPrefix},
		{Key: "players", Name: "Players", Kind: wire.KindText, Role: wire.RolePlayers, Counts: wire.LengthIncludesPrefix},
		{Key: "max_players", Name: "Max players", Kind: wire.KindText, Role: wire.RoleMaxPlayers,
			Counts: wire.LengthIncludesPrefix},
	}
	rules = [...]wire.FieldDef{
		{Key: "", Name: "Rule", Kind: wire.KindGroup, Role: wire.RoleRule},
		{Key: "key", Name: "Key", Kind: wire.KindText, Role: wire.RoleKey, Counts: wire.LengthIncludesPrefix},
		{Key: "value", Name: "Value", Kind: wire.KindText, Role: wire.RoleValue, Counts: wire.LengthIncludesPrefix},
		{Key: "end", Name: "End of the rules", Kind: wire.KindConst, Doc: "An empty text."},
	}
	player = [...]wire.FieldDef{
		{Key: "", Name: "Player", Kind: wire.KindGroup, Role: wire.RolePlayer},
		{Key: "flags", Name: "Flags", Kind: wire.KindU8, Symbols: &playerFlags, Doc: "Which texts follow."},
		{Key: "name", Name: "Name", Kind: wire.KindText, Role: wire.RolePlayerName, Counts: wire.LengthIncludesPrefix},
		{Key: "team", Name: "Team", Kind: wire.KindText, Role: wire.RolePlayerExtra, Counts: wire.LengthIncludesPrefix},
		{Key: "skin", Name: "Skin", Kind: wire.KindText, Role: wire.RolePlayerExtra, Counts: wire.LengthIncludesPrefix},
		{Key: "score", Name: "Score", Kind: wire.KindText, Role: wire.RolePlayerScore, Counts: wire.LengthIncludesPrefix},
		{Key: "ping", Name: "Ping", Kind: wire.KindText, Role: wire.RolePlayerPing, Counts: wire.LengthIncludesPrefix},
		{Key: "time", Name: "Time", Kind: wire.KindText, Role: wire.RolePlayerExtra, Counts: wire.LengthIncludesPrefix},
	}
	// lite are the numbers of EYE2 and EYE3.
	lite = [...]wire.FieldDef{
		{Key: "password", Name: "Password needed", Kind: wire.KindU8, Role: wire.RolePassword, Symbols: &wire.YesNo},
		{Key: "serials", Name: "Serials verified", Kind: wire.KindU8, Symbols: &wire.YesNo, Doc: "Not in EYE3."},
		{Key: "players", Name: "Players", Kind: wire.KindU8, Role: wire.RolePlayers, Doc: "At most 255."},
		{Key: "max_players", Name: "Max players", Kind: wire.KindU8, Role: wire.RoleMaxPlayers, Doc: "At most 255."},
		{Key: "left_out", Name: "Name left out", Kind: wire.KindText, Counts: wire.LengthIncludesPrefix,
			Doc: "Of a player, for lack of room. Not in EYE3."},
	}
	// places are the texts that follow the map within its length.
	places = [...]wire.FieldDef{
		{Key: "", Name: "Map and more", Kind: wire.KindGroup},
		{Key: "length", Name: "Length", Kind: wire.KindU8, Role: wire.RoleLength,
			Doc: "Counts itself, the map and the texts after it, each with a NUL before it."},
		{Key: "map", Name: "Map", Kind: wire.KindText, Role: wire.RoleMap},
		{Key: "count", Name: "Players of max players", Kind: wire.KindText, Doc: "Where the bytes that follow end at 255."},
		{Key: "build_type", Name: "Build type", Kind: wire.KindText},
		{Key: "build", Name: "Build", Kind: wire.KindText},
		{Key: "ping_status", Name: "Ping status", Kind: wire.KindText},
		{Key: "route", Name: "Network route", Kind: wire.KindText},
		{Key: "uptime", Name: "Uptime", Kind: wire.KindText, Doc: "Seconds."},
		{Key: "http_port", Name: "HTTP port", Kind: wire.KindText},
		{Key: "more", Name: "More", Kind: wire.KindText},
	}
)

// Places in the layouts.
const (
	infoMap     = 4
	infoVersion = 5
	infoPlayers = 7

	ruleKey = 1
	ruleEnd = 3

	playerFlag = 1
	playerName = 2

	leftOut = 4

	placeMap   = 2
	placeCount = 3
	placeMore  = 10
)

// letters are the requests, in the order of requests and replies.
const letters = "sbrx"

var (
	requests = [...]wire.MessageInfo{
		{Name: queryRequest, Direction: wire.Request, Doc: "Queries everything."},
		{Name: "browser request", Direction: wire.Request, Doc: "Queries what the browser of Multi Theft Auto shows."},
		{Name: "release browser request", Direction: wire.Request, Doc: "The same, from released versions."},
		{Name: "Xfire request", Direction: wire.Request, Doc: "Queries what Xfire shows."},
	}
	replies = [...]wire.MessageInfo{
		{Name: "query reply", Direction: wire.Reply, Doc: "Server, rules and players, in texts."},
		{Name: "browser reply", Direction: wire.Reply, Doc: "Server and names of players."},
		{Name: "Xfire reply", Direction: wire.Reply, Doc: "Server."},
	}
)

const queryRequest = "query request"

var (
	problemOpen = wire.ProblemInfo{Code: "ase-rules-open", Severity: wire.SeverityWarning, Damage: true,
		Message: "The empty text after the rules is missing.",
		Advice:  "The datagram is cut: later rules, and the players, are unknown.", Source: "#query-reply"}
	problemFewer = wire.ProblemInfo{Code: "ase-players-fewer", Severity: wire.SeverityNote,
		Message: "The reply counts {a} players and lists {b}.",
		Advice: "Servers leave out players that still connect, or that do not fit; a cut between two players looks " +
			"the same.", Source: "#players"}
)

var docs = wire.Define(wire.Docs{
	Spec: "protocol/ase/SPEC.md",
	Messages: []*wire.MessageInfo{
		&requests[0], &requests[1], &requests[2], &requests[3], &replies[0], &replies[1], &replies[2],
	},
	Problems: []*wire.ProblemInfo{&problemOpen, &problemFewer},
	Sections: []wire.Section{
		{Prefix: "ase.request", Source: "#requests", Layouts: []wire.Layout{request[:]}},
		{Prefix: "ase.reply", Source: "#query-reply", Layouts: []wire.Layout{header[:]}},
		{Prefix: "ase.info", Source: "#query-reply", Layouts: []wire.Layout{info[:]}},
		{Prefix: "ase.rule", Source: "#query-reply", Layouts: []wire.Layout{rules[:]}},
		{Prefix: "ase.player", Source: "#players", Layouts: []wire.Layout{player[:]}},
		{Prefix: "ase.place", Source: "#short-replies", Layouts: []wire.Layout{places[:]}},
		{Prefix: "ase.lite", Source: "#short-replies", Layouts: []wire.Layout{lite[:]}},
	},
})

var matching = wire.Matching{Topics: []wire.Topic{
	{Messages: []*wire.MessageInfo{&requests[0], &replies[0]}},
	{Messages: []*wire.MessageInfo{&requests[1], &requests[2], &replies[1]}},
	{Messages: []*wire.MessageInfo{&requests[3], &replies[2]}},
}}

var Protocol = wire.NewProtocol(wire.Protocol{
	Check: wire.Check{Damage: Flaw, ListsAll: true, Long: true},
	ID:    ID, Datagrams: true, Docs: docs, Title: "All-Seeing Eye query", Recognise: recognise, Begins: begins,
	Decode:   decode,
	Status:   Status,
	Matching: &matching,
	Doc:      "Multi Theft Auto, Far Cry and others: one letter, answered with texts after lengths that count themselves.",
	Ports:    usual.Ports,
})

// usual has the ports alone, for recognise.
var usual = wire.Protocol{Ports: []wire.Port{
	{Game: 22003, Offset: 123, Name: "Multi Theft Auto"}, {Game: 49001, Offset: 123, Name: "Far Cry"},
	{Game: 3455, Offset: 123, Name: "Painkiller"},
	{Game: 3000, Offset: 123, Name: "Chaser"}, {Number: 14001, Name: "Far Cry 2"}, {Number: 26000, Name: "Call of Juarez"},
}}
