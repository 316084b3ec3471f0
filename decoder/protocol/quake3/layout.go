package quake3

import (
	"fragscope/decoder/wire"
	"fragscope/decoder/wire/protocol"
)

var (
	request = [...]wire.FieldDef{
		{Key: "mark", Name: "Out-of-band mark", Kind: wire.KindConst, Doc: "FF FF FF FF, where a packet of a game in progress has its sequence number."},
		{Key: "command", Name: "Command", Kind: wire.KindText, Doc: "getinfo or getstatus."},
		{Key: "challenge", Name: "Challenge", Kind: wire.KindText, Doc: "Any text; the reply repeats it as the value of the key challenge. The space before it is a separator."},
		{Key: "end", Name: "End", Kind: wire.KindPadding, Doc: "Line breaks and NULs, which some clients send."},
	}
	reply = [...]wire.FieldDef{
		{Key: "mark", Name: "Out-of-band mark", Kind: wire.KindConst, Doc: "FF FF FF FF, as in the request."},
		{Key: "command", Name: "Command", Kind: wire.KindText, Doc: "infoResponse or statusResponse."},
		{Key: "line_break", Name: "Line break", Kind: wire.KindConst},
		{Key: "end", Name: "End", Kind: wire.KindPadding, Doc: "Line breaks and NULs at the end."},
	}
	pair = [...]wire.FieldDef{
		{Key: "", Name: "Pair", Kind: wire.KindGroup, Role: wire.RoleRule, Doc: "One pair of key and value, each after a backslash. The order is the server's."},
		{Key: "key", Name: "Key", Kind: wire.KindText, Role: wire.RoleKey, Keys: &known},
		{Key: "value", Name: "Value", Kind: wire.KindText, Role: wire.RoleValue},
	}
	// echo is the pair that repeats the challenge: not a setting of the server,
	// and different in every reply.
	echo = [...]wire.FieldDef{
		{Key: "", Name: "Challenge", Kind: wire.KindGroup, Doc: "The pair that repeats the challenge of the request. It is no setting of the server."},
		{Key: "key", Name: "Key", Kind: wire.KindText},
		{Key: "value", Name: "Value", Kind: wire.KindText},
	}
	player = [...]wire.FieldDef{
		{Key: "", Name: "Player", Kind: wire.KindGroup, Role: wire.RolePlayer, Doc: "One line: score, ping, name in quotes."},
		{Key: "score", Name: "Score", Kind: wire.KindDecimal, Role: wire.RolePlayerScore},
		{Key: "ping", Name: "Ping", Kind: wire.KindDecimal, Role: wire.RolePlayerPing, Doc: "Milliseconds; 0 for a bot."},
		{Key: "extra", Name: "Number", Kind: wire.KindDecimal, Role: wire.RolePlayerExtra, Doc: "Further numbers, before or after the name, as some games send: a team, deaths."},
		{Key: "name", Name: "Name", Kind: wire.KindText, Role: wire.RolePlayerName, Doc: "With colour codes; the quotes are separators."},
		{Key: "end", Name: "Line break", Kind: wire.KindConst},
		{Key: "rest", Name: "Rest of the line", Kind: wire.KindUnknown},
	}
)

// Places in the layouts.
const (
	mark = iota
	command
	challenge // in a reply the line break
	end
)

const (
	group = iota
	playerScore
	playerPing
	playerExtra
	playerName
	playerEnd
	playerRest

	pairKey   = 1
	pairValue = 2
)

// known holds the keys that describe a server; mods add many of their own.
var known wire.KeySet

func init() {
	known.Hold([]wire.KeyInfo{
		{Key: "bots", Name: "Bots"},
		{Key: "capturelimit", Name: "Capture limit"},
		{Key: "clients", Name: "Current players", Role: wire.RolePlayers},
		{Key: "com_protocol", Name: "Network protocol", Doc: "The newest version that the server speaks."},
		{Key: "dmflags", Name: "Deathmatch flags", Doc: "Bits: 8 no falling damage, 16 fixed field of view, 32 no footsteps."},
		{Key: "fraglimit", Name: "Frag limit"},
		{Key: "g_gametype", Name: "Game type", Role: wire.RoleGameType, Doc: "A number. Quake III Arena: 0 free for all, 1 tournament, 3 team deathmatch, 4 capture the flag; other games have lists of their own."},
		{Key: "g_humanplayers", Name: "Players without bots"},
		{Key: "g_maxgameclients", Name: "Max players in the match", Doc: "0 for no limit but sv_maxclients."},
		{Key: "g_needpass", Name: "Password needed", Role: wire.RolePassword},
		{Key: "game", Name: "Mod", Doc: "Directory of the mod."},
		{Key: "gamename", Name: "Game", Role: wire.RoleGame, Doc: "In a status reply the directory of the game or mod, such as baseq3."},
		{Key: "gametype", Name: "Game type", Role: wire.RoleGameType, Doc: "The same number as g_gametype."},
		{Key: "hostname", Name: "Hostname", Role: wire.RoleServerName},
		{Key: "mapname", Name: "Map name", Role: wire.RoleMap},
		{Key: "protocol", Name: "Network protocol", Doc: "68 is Quake III Arena 1.32."},
		{Key: "pure", Name: "Pure server"},
		{Key: "sv_hostname", Name: "Hostname", Role: wire.RoleServerName},
		{Key: "sv_maxclients", Name: "Max players", Role: wire.RoleMaxPlayers},
		{Key: "sv_privateclients", Name: "Reserved slots"},
		{Key: "timelimit", Name: "Time limit"},
		{Key: "version", Name: "Server version", Role: wire.RoleVersion},
	})
}

// Messages.
var (
	infoRequest   = wire.MessageInfo{Name: "info request", Direction: wire.Request, Doc: "Queries what a server browser shows: name, map, player counts."}
	statusRequest = wire.MessageInfo{Name: "status request", Direction: wire.Request, Doc: "Queries the settings and the players."}
	infoReply     = wire.MessageInfo{Name: "info reply", Direction: wire.Reply, Doc: "Name, map and player counts, in pairs."}
	statusReply   = wire.MessageInfo{Name: "status reply", Direction: wire.Reply, Doc: "Settings in pairs, then a line for each player."}
)

// Problems.
var (
	problemNoBreak = wire.ProblemInfo{
		Code: "quake3-line-break-missing", Severity: wire.SeverityWarning, Damage: true,
		Message: "{text} should be followed by a line break.", Advice: "The datagram is cut, or not copied byte for byte.", Source: "#replies",
	}
	problemNoPair = wire.ProblemInfo{
		Code: "quake3-pair-expected", Severity: wire.SeverityWarning,
		Message: "{a} {a|byte is|bytes are} in the line of pairs where a backslash should begin a key.", Advice: "The bytes are skipped up to the next backslash.", Source: "#replies",
	}
	problemNoValue = wire.ProblemInfo{
		Code: "quake3-key-without-value", Severity: wire.SeverityWarning, Damage: true,
		Message: "The pairs end after the key {text}; its value is missing.", Advice: "The datagram is cut: later settings, and the players, are unknown.", Source: "#replies",
	}
	problemOpen = wire.ProblemInfo{
		Code: "quake3-pairs-open", Severity: wire.SeverityWarning, Damage: true,
		Message: "The datagram ends before the line break that ends the pairs.", Advice: "It is cut: the last value may be longer, and the players are unknown.", Source: "#replies",
	}
	problemPlayer = wire.ProblemInfo{
		Code: "quake3-player-line", Severity: wire.SeverityWarning,
		Message: "The line is not a score, a ping and a name in quotes.", Advice: "What was not understood is shown as unknown; the player is counted anyway.", Source: "#replies",
	}
	problemNoPlayer = wire.ProblemInfo{
		Code: "quake3-line-unknown", Severity: wire.SeverityWarning,
		Message: "The line does not begin with a score, so it is no player's.", Advice: "It is shown as unknown: a mod's addition, or bytes of something else.", Source: "#replies",
	}
	problemPlayerCut = wire.ProblemInfo{
		Code: "quake3-player-cut", Severity: wire.SeverityWarning, Damage: true,
		Message: "The datagram ends within the line of a player.", Advice: "It is cut: this player and those that follow are unknown.", Source: "#replies",
	}
)

var docs = wire.Docs{
	Keys:     &known,
	Spec:     "protocol/quake3/SPEC.md",
	Messages: []*wire.MessageInfo{&infoRequest, &statusRequest, &infoReply, &statusReply},
	Problems: []*wire.ProblemInfo{&problemNoBreak, &problemNoPair, &problemNoValue, &problemOpen, &problemPlayer, &problemNoPlayer, &problemPlayerCut},
	Sections: []wire.Section{
		{Prefix: "quake3.request", Source: "#requests", Layouts: []wire.Layout{request[:]}},
		{Prefix: "quake3.reply", Source: "#replies", Layouts: []wire.Layout{reply[:]}},
		{Prefix: "quake3.pair", Source: "#replies", Layouts: []wire.Layout{pair[:]}},
		{Prefix: "quake3.challenge", Source: "#exchange", Layouts: []wire.Layout{echo[:]}},
		{Prefix: "quake3.player", Source: "#replies", Layouts: []wire.Layout{player[:]}},
	},
}

// Protocol is the row of this protocol in the table of the front door.
var Protocol = wire.Protocol{
	ID: protocol.Quake3, Docs: &docs, Title: "Quake III query", Recognise: recognise, Begins: func(c byte) bool { return c == 0xff }, Decode: decode,
	Doc: "Quake III Arena and the games on its engine: getinfo and getstatus after four bytes FF, answered with pairs and lines of players.",
	Ports: []wire.Port{
		{Number: 27960, Name: "Quake III Arena, OpenArena, Urban Terror, Wolfenstein: Enemy Territory"}, {Number: 28960, Name: "Call of Duty"},
		{Number: 29070, Name: "Jedi Academy"}, {Number: 20100, Name: "Soldier of Fortune II"}, {Number: 26000, Name: "Xonotic"},
	},
}
