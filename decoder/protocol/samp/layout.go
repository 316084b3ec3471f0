package samp

import (
	"fragscope/decoder/wire"
)

const ID = "samp"

// opcodeSymbols are in the order of the characters.
var opcodeSymbols = wire.Symbols{Loose: true, List: []wire.Symbol{
	{Value: 'c', Name: "player list"}, {Value: 'd', Name: "player details"}, {Value: 'i', Name: "info"},
	{Value: 'o', Name: "extra info"},
	{Value: 'p', Name: "ping"}, {Value: 'r', Name: "rules"}, {Value: 'x', Name: "remote console"},
}}

var (
	head = [...]wire.FieldDef{
		{Key: "mark", Name: "Mark", Kind: wire.KindConst,
			Doc: "The characters SAMP; of Vice City Multiplayer VCMP, and MP04 in replies."},
		{Key: "address", Name: "Server address", Kind: wire.KindIPv4,
			Doc: "As the client knows it; servers do not check it."},
		{Key: "port", Name: "Server port", Kind: wire.KindU16LE},
		{Key: "opcode", Name: "Opcode", Kind: wire.KindU8, Symbols: &opcodeSymbols, Doc: "A character."},
	}
	info = [...]wire.FieldDef{
		{Key: "password", Name: "Password needed", Kind: wire.KindU8, Role: wire.RolePassword, Symbols: &wire.YesNo},
		{Key: "players", Name: "Players", Kind: wire.KindU16LE, Role: wire.RolePlayers},
		{Key: "max_players", Name: "Max players", Kind: wire.KindU16LE, Role: wire.RoleMaxPlayers},
		{Key: "name", Name: "Server name", Kind: wire.KindText, Role: wire.RoleServerName, Counts: wire.LengthOfText,
			CodePages: true},
		{Key: "mode", Name: "Game mode", Kind: wire.KindText, Role: wire.RoleGameType, Counts: wire.LengthOfText,
			CodePages: true},
		{Key: "language", Name: "Language", Kind: wire.KindText, Counts: wire.LengthOfText, CodePages: true,
			Doc: "Before 0.3.7 the name of the map."},
	}
	vice = [...]wire.FieldDef{
		{Key: "version", Name: "Version", Kind: wire.KindText, Role: wire.RoleVersion,
			Doc: "Twelve bytes, with NULs after a shorter text."},
	}
	rules = [...]wire.FieldDef{
		{Key: "count", Name: "Rules", Kind: wire.KindU16LE, Role: wire.RoleCount},
		{Key: "rule", Name: "Rule", Kind: wire.KindGroup, Role: wire.RoleRule},
		{Key: "rule.key", Name: "Key", Kind: wire.KindText, Role: wire.RoleKey, Keys: &known, Counts: wire.LengthOfText,
			CodePages: true},
		{Key: "rule.value", Name: "Value", Kind: wire.KindText, Role: wire.RoleValue, Counts: wire.LengthOfText,
			CodePages: true},
	}
	players = [...]wire.FieldDef{
		{Key: "count", Name: "Players", Kind: wire.KindU16LE, Role: wire.RoleCount},
		{Key: "player", Name: "Player", Kind: wire.KindGroup, Role: wire.RolePlayer},
		{Key: "player.id", Name: "ID", Kind: wire.KindU8, Role: wire.RolePlayerID, Doc: "In player details; modulo 256."},
		{Key: "player.name", Name: "Name", Kind: wire.KindText, Role: wire.RolePlayerName, Counts: wire.LengthOfText,
			CodePages: true},
		{Key: "player.score", Name: "Score", Kind: wire.KindI32LE, Role: wire.RolePlayerScore},
		{Key: "player.ping", Name: "Ping", Kind: wire.KindU32LE, Role: wire.RolePlayerPing,
			Doc: "In player details; milliseconds."},
	}
	extra = [...]wire.FieldDef{
		{Key: "discord", Name: "Discord link", Kind: wire.KindText, Counts: wire.LengthOfText, CodePages: true},
		{Key: "light_banner", Name: "Light banner", Kind: wire.KindText, Counts: wire.LengthOfText, CodePages: true},
		{Key: "dark_banner", Name: "Dark banner", Kind: wire.KindText, Counts: wire.LengthOfText, CodePages: true},
		{Key: "logo", Name: "Logo", Kind: wire.KindText, Counts: wire.LengthOfText, CodePages: true,
			Doc: "Not from older servers."},
	}
	ping = [...]wire.FieldDef{
		{Key: "number", Name: "Number", Kind: wire.KindBytes, Doc: "Repeated in the reply."},
	}
	rcon = [...]wire.FieldDef{
		{Key: "password", Name: "Console password", Kind: wire.KindText, Counts: wire.LengthOfText, CodePages: true,
			Doc: "In clear text."},
		{Key: "command", Name: "Command", Kind: wire.KindText, Counts: wire.LengthOfText, CodePages: true},
		{Key: "line", Name: "Line", Kind: wire.KindText, Counts: wire.LengthOfText, CodePages: true,
			Doc: "What the console prints."},
	}
)

// Places in the layouts.
const (
	infoPlayers  = 1
	infoName     = 3
	infoLanguage = 5

	count      = 0
	group      = 1
	ruleKey    = 2
	ruleValue  = 3
	playerID   = 2
	playerName = 3
	playerPing = 5

	logo     = 3
	rconLine = 2
)

// known holds the keys of rules that describe a server; scripts add their own.
var known wire.KeySet

func init() {
	known.Hold([]wire.KeyInfo{
		{Key: "lagcomp", Name: "Lag compensation"},
		{Key: "mapname", Name: "Map name", Role: wire.RoleMap},
		{Key: "version", Name: "Server version", Role: wire.RoleVersion, Doc: "On open.mp it begins with omp."},
		{Key: "weburl", Name: "Website"},
		{Key: "worldtime", Name: "Time in the game"},
	})
}

// ops are the opcodes, in the order of requests and replies.
const ops = "ircdpox"

// viceOps are those that Vice City Multiplayer is known to have, in the order of
// its requests and replies.
const viceOps = "ic"

const (
	aboutInfo = iota
	aboutRules
	aboutPlayers
	aboutDetails
	aboutPing
	aboutExtra
	aboutRcon
)

// Requests of the plan.
const (
	viceInfo       = "Vice City info request"
	viceList       = "Vice City player list request"
	infoRequest    = "info request"
	rulesRequest   = "rules request"
	listRequest    = "player list request"
	detailsRequest = "player details request"
)

var (
	requests = [...]wire.MessageInfo{
		{Name: infoRequest, Direction: wire.Request, Doc: "Queries name, game mode and player counts."},
		{Name: rulesRequest, Direction: wire.Request, Doc: "Queries the settings."},
		{Name: listRequest, Direction: wire.Request, Doc: "Queries the players."},
		{Name: detailsRequest, Direction: wire.Request, Doc: "The same with ID and ping; not on open.mp."},
		{Name: "ping request", Direction: wire.Request, Doc: "Queries whether the server is there."},
		{Name: "extra info request", Direction: wire.Request, Doc: "Queries links and pictures of open.mp."},
		{Name: "remote console request", Direction: wire.Request, Doc: "A command to the console, with its password."},
		{Name: "request", Direction: wire.Request, Doc: "An opcode that is unknown or cut off."},
	}
	viceRequests = [...]wire.MessageInfo{
		{Name: viceInfo, Direction: wire.Request, Doc: "Queries a server of Vice City Multiplayer."},
		{Name: viceList, Direction: wire.Request, Doc: "Queries its players."},
	}
	viceReplies = [...]wire.MessageInfo{
		{Name: "Vice City info reply", Direction: wire.Reply, Doc: "Version, name, game mode, player counts."},
		{Name: "Vice City player list reply", Direction: wire.Reply, Doc: "Names."},
	}
	replies = [...]wire.MessageInfo{
		{Name: "info reply", Direction: wire.Reply, Doc: "Name, game mode, player counts."},
		{Name: "rules reply", Direction: wire.Reply, Doc: "The settings, in pairs."},
		{Name: "player list reply", Direction: wire.Reply, Doc: "Names and scores."},
		{Name: "player details reply", Direction: wire.Reply, Doc: "Names, scores, IDs and pings."},
		{Name: "ping reply", Direction: wire.Reply, Doc: "The request, unchanged."},
		{Name: "extra info reply", Direction: wire.Reply, Doc: "Links and pictures of an open.mp server."},
		{Name: "remote console reply", Direction: wire.Reply, Doc: "A line of the console."},
		{Name: "reply", Direction: wire.Reply, Doc: "An unknown opcode."},
	}
)

var (
	problemFewer = wire.ProblemInfo{Code: "samp-fewer", Severity: wire.SeverityWarning, Damage: true,
		Message: "The reply counts {a} and lists {b}.",
		Advice:  "The datagram is cut, or the count wrong; what is listed counts.", Source: "#rules-reply"}
	problemSilent = wire.ProblemInfo{Code: "samp-players-silent", Severity: wire.SeverityNote,
		Message: "With {a} players the server sends no list of them.",
		Advice:  "Above {b} players only their number can be queried.", Source: "#more-than-100-players"}
	problemCodePage = wire.ProblemInfo{Code: "samp-code-page", Severity: wire.SeverityNote,
		Message: "{field} looks like code page 1251 (Cyrillic), and is shown as 1252.",
		Advice:  "No field says which code page it is: the note of the field has it in windows-1251.", Source: "#texts"}
)

var docs = wire.Define(wire.Docs{
	Keys: &known,
	Spec: "protocol/samp/SPEC.md",
	Messages: []*wire.MessageInfo{
		&requests[0], &requests[1], &requests[2], &requests[3], &requests[4], &requests[5], &requests[6], &requests[7],
		&replies[0], &replies[1], &replies[2], &replies[3], &replies[4], &replies[5], &replies[6], &replies[7],
		&viceRequests[0], &viceRequests[1], &viceReplies[0], &viceReplies[1],
	},
	Problems: []*wire.ProblemInfo{&problemFewer, &problemSilent, &problemCodePage},
	Sections: []wire.Section{
		{Prefix: "samp.head", Source: "#head", Layouts: []wire.Layout{head[:]}},
		{Prefix: "samp.info", Source: "#info-reply", Layouts: []wire.Layout{info[:]}},
		{Prefix: "samp.vice", Source: "#vice-city-multiplayer", Layouts: []wire.Layout{vice[:]}},
		{Prefix: "samp.rules", Source: "#rules-reply", Layouts: []wire.Layout{rules[:]}},
		{Prefix: "samp.players", Source: "#player-lists", Layouts: []wire.Layout{players[:]}},
		{Prefix: "samp.extra", Source: "#extra-info-reply", Layouts: []wire.Layout{extra[:]}},
		{Prefix: "samp.ping", Source: "#ping", Layouts: []wire.Layout{ping[:]}},
		{Prefix: "samp.rcon", Source: "#remote-console", Layouts: []wire.Layout{rcon[:]}},
	},
})

var matching = wire.Matching{Echoes: []*wire.FieldDef{&head[1], &head[2], &ping[0]}, Topics: []wire.Topic{
	{Messages: []*wire.MessageInfo{&requests[aboutInfo], &replies[aboutInfo]}},
	{Messages: []*wire.MessageInfo{&requests[aboutRules], &replies[aboutRules]}},
	{Messages: []*wire.MessageInfo{&requests[aboutPlayers], &replies[aboutPlayers]}},
	{Messages: []*wire.MessageInfo{&requests[aboutDetails], &replies[aboutDetails]}},
	{Messages: []*wire.MessageInfo{&requests[aboutPing], &replies[aboutPing]}},
	{Messages: []*wire.MessageInfo{&requests[aboutExtra], &replies[aboutExtra]}},
	{Messages: []*wire.MessageInfo{&requests[aboutRcon], &replies[aboutRcon]}, Several: true},
	{Messages: []*wire.MessageInfo{&viceRequests[0], &viceReplies[0]}},
	{Messages: []*wire.MessageInfo{&viceRequests[1], &viceReplies[1]}},
}}

var Protocol = wire.NewProtocol(wire.Protocol{
	ID: ID, Datagrams: true, Docs: docs, Title: "SA-MP query", Recognise: recognise, Begins: func(c byte) bool {
		return c == magic[0] || c == viceAsks[0] || c == viceTells[0]
	}, Decode: decode,
	Status:   Status,
	Matching: &matching,
	Doc:      "San Andreas Multiplayer, open.mp and Vice City Multiplayer: the reply repeats the head of the request.",
	Ports:    []wire.Port{{Number: 7777, Name: "SA-MP, open.mp"}, {Number: 8192, Name: "Vice City Multiplayer"}},
})
