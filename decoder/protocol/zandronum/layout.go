package zandronum

import "fragscope/decoder/wire"

const ID = "zandronum"

var (
	packet = [...]wire.FieldDef{
		{Key: "unused", Name: "Unused bits", Kind: wire.KindU8, Symbols: &encodings,
			Doc: "How many bits of the last byte stand for nothing, 0 to 7."},
		{Key: "compressed", Name: "Compressed message", Kind: wire.KindBytes, Note: "Huffman code",
			Doc: "The message of a reply is shown by itself; the numbers that it begins with are before."},
		{Key: "code", Name: "Code", Kind: wire.KindU32LE, Symbols: &codeNames},
	}
	request = [...]wire.FieldDef{
		{Key: "flags", Name: "Requested parts", Kind: wire.KindU32LE, Symbols: &partFlags},
		{Key: "time", Name: "Time", Kind: wire.KindU32LE, Doc: "Of the client; the reply repeats it."},
		{Key: "flags2", Name: "Requested further parts", Kind: wire.KindU32LE, Symbols: &furtherFlags,
			Doc: "With the flag for them; since 3.1."},
		{Key: "segmented", Name: "Segments", Kind: wire.KindU8, Symbols: &segmentations, Doc: "Since 3.2."},
	}
	reply = [...]wire.FieldDef{
		{Key: "time", Name: "Time", Kind: wire.KindU32LE, Doc: "That of the request."},
		{Key: "version", Name: "Version", Kind: wire.KindText, Role: wire.RoleVersion,
			Doc: "Perhaps with the operating system."},
		{Key: "flags", Name: "Parts", Kind: wire.KindU32LE, Symbols: &partFlags},
	}
	part = [...]wire.FieldDef{
		{Key: "number", Name: "Segment", Kind: wire.KindU8, Doc: "Counts from 0."},
		{Key: "count", Name: "Segments", Kind: wire.KindU8},
		{Key: "offset", Name: "Offset", Kind: wire.KindU16LE, Doc: "In the whole reply."},
		{Key: "size", Name: "Size", Kind: wire.KindU16LE},
		{Key: "total", Name: "Total size", Kind: wire.KindU16LE},
		{Key: "data", Name: "Data", Kind: wire.KindBytes, Role: wire.RoleFragment,
			Doc: "Of an info reply without its code."},
	}
	listing = [...]wire.FieldDef{{Key: "version", Name: "Master protocol", Kind: wire.KindU16LE, Doc: "2."}}
	listed  = [...]wire.FieldDef{{Key: "packet", Name: "Packet", Kind: wire.KindU8, Doc: "Counts from 0."}}
	list    = [...]wire.FieldDef{
		{Key: "block", Name: "Block", Kind: wire.KindU8, Symbols: &blocks, Doc: "What follows."},
		{Key: "ports", Name: "Servers of an address", Kind: wire.KindU8, Doc: "0 for no further address."},
		{Key: "server", Name: "Server", Kind: wire.KindGroup, Role: wire.RoleServerEntry},
		{Key: "server.address", Name: "Address", Kind: wire.KindIPv4, Role: wire.RoleServerHost,
			Doc: "Of this server and of those that follow without one."},
		{Key: "server.port", Name: "Port", Kind: wire.KindU16LE, Role: wire.RoleGamePort},
	}
	registration = [...]wire.FieldDef{
		{Key: "secret", Name: "Verification text", Kind: wire.KindText, Doc: "The master repeats it with its ban list."},
		{Key: "enforces", Name: "Enforces the ban list", Kind: wire.KindU8, Symbols: &wire.YesNo},
		{Key: "revision", Name: "Revision", Kind: wire.KindU32LE, Doc: "Of the program."},
		{Key: "number", Name: "Number", Kind: wire.KindU32LE, Doc: "Of the master's check, which it repeats."},
	}
)

// Bits of the parts that are not read as their fields come.
const (
	bitPWADs       = 6
	bitMode        = 7
	bitGame        = 8
	bitLimits      = 16
	bitOldScores   = 18
	bitPlayers     = 19
	bitPlayerList  = 20
	bitTeams       = 21
	bitTeamNames   = 22
	bitTeamColours = 23
	bitTeamScores  = 24
	bitWords       = 27
	bitOptional    = 29
	bitPatches     = 30
	bitFurther     = 31
	bitHashes      = 0 // of the further parts
	bitCountry     = 1
	countrySize    = 3

	teamBits = 1<<bitOldScores | 1<<bitTeams | 1<<bitTeamNames | 1<<bitTeamColours | 1<<bitTeamScores
	// Modes with teams.
	teamModes   = 1<<4 | 1<<8 | 1<<10 | 1<<11 | 1<<12 | 1<<13 | 1<<14 | 1<<15
	requestTime = 1
	// Fields of a player.
	playerBot  = 5
	playerTeam = 6
)

// parts are the layouts of the parts, by their bits.
var parts = [32]wire.Layout{
	0: {{Key: "name", Name: "Server name", Kind: wire.KindText, Role: wire.RoleServerName}},
	1: {{Key: "website", Name: "Website", Kind: wire.KindText, Doc: "Where the files of the game are."}},
	2: {{Key: "email", Name: "E-mail address", Kind: wire.KindText, Doc: "Of the owner."}},
	3: {{Key: "map", Name: "Map", Kind: wire.KindText, Role: wire.RoleMap}},
	4: {{Key: "max_clients", Name: "Max clients", Kind: wire.KindU8, Role: wire.RoleMaxPlayers, Doc: "With spectators."}},
	5: {{Key: "max_players", Name: "Max players", Kind: wire.KindU8, Doc: "Without spectators."}},
	6: {{Key: "pwads", Name: "PWADs", Kind: wire.KindU8, Role: wire.RoleCount},
		{Key: "pwad", Name: "PWAD", Kind: wire.KindText, Doc: "A file that the server loads."}},
	7: {{Key: "mode", Name: "Game mode", Kind: wire.KindU8, Role: wire.RoleGameType, Symbols: &modes},
		{Key: "instagib", Name: "Instagib", Kind: wire.KindU8, Symbols: &wire.YesNo},
		{Key: "buckshot", Name: "Buckshot", Kind: wire.KindU8, Symbols: &wire.YesNo}},
	8: {{Key: "game", Name: "Game", Kind: wire.KindText, Role: wire.RoleGame, Doc: "Such as DOOM II."}},
	9: {{Key: "iwad", Name: "IWAD", Kind: wire.KindText, Doc: "The file of the game itself."}},
	10: {{Key: "password", Name: "Password", Kind: wire.KindU8, Role: wire.RolePassword, Symbols: &wire.YesNo,
		Doc: "To connect."}},
	11: {{Key: "join_password", Name: "Password to play", Kind: wire.KindU8, Symbols: &wire.YesNo}},
	12: {{Key: "skill", Name: "Skill", Kind: wire.KindU8, Doc: "Counts from 0."}},
	13: {{Key: "bot_skill", Name: "Skill of bots", Kind: wire.KindU8, Doc: "Counts from 0."}},
	14: {{Key: "old_dmflags", Name: "dmflags", Kind: wire.KindU32LE, Doc: "This part is deprecated."},
		{Key: "old_dmflags2", Name: "dmflags2", Kind: wire.KindU32LE},
		{Key: "old_compatflags", Name: "compatflags", Kind: wire.KindU32LE}},
	16: {{Key: "fraglimit", Name: "Frag limit", Kind: wire.KindI16LE},
		{Key: "timelimit", Name: "Time limit", Kind: wire.KindI16LE, Unit: wire.UnitMinutes},
		{Key: "timeleft", Name: "Time left", Kind: wire.KindI16LE, Unit: wire.UnitMinutes, Doc: "Not with a limit of 0."},
		{Key: "duellimit", Name: "Duel limit", Kind: wire.KindI16LE},
		{Key: "pointlimit", Name: "Point limit", Kind: wire.KindI16LE},
		{Key: "winlimit", Name: "Win limit", Kind: wire.KindI16LE}},
	17: {{Key: "teamdamage", Name: "Damage to the own team", Kind: wire.KindF32LE, Doc: "A factor."}},
	18: {{Key: "old_score_0", Name: "Score of team 0", Kind: wire.KindI16LE, Doc: "This part is deprecated."},
		{Key: "old_score_1", Name: "Score of team 1", Kind: wire.KindI16LE}},
	19: {{Key: "players", Name: "Players", Kind: wire.KindU8, Role: wire.RolePlayers, Doc: "With bots and spectators."}},
	20: {{Key: "player", Name: "Player", Kind: wire.KindGroup, Role: wire.RolePlayer},
		{Key: "player.name", Name: "Name", Kind: wire.KindText, Role: wire.RolePlayerName},
		{Key: "player.score", Name: "Score", Kind: wire.KindI16LE, Role: wire.RolePlayerScore,
			Doc: "Points, wins, frags or kills, as the mode counts."},
		{Key: "player.ping", Name: "Ping", Kind: wire.KindU16LE, Role: wire.RolePlayerPing},
		{Key: "player.spectator", Name: "Spectator", Kind: wire.KindU8, Role: wire.RolePlayerExtra, Symbols: &wire.YesNo},
		{Key: "player.bot", Name: "Bot", Kind: wire.KindU8, Role: wire.RolePlayerExtra, Symbols: &wire.YesNo},
		{Key: "player.team", Name: "Team", Kind: wire.KindU8, Role: wire.RolePlayerTeam,
			Doc: "In modes with teams alone; 255 for none."},
		{Key: "player.minutes", Name: "Minutes", Kind: wire.KindU8, Role: wire.RolePlayerExtra, Doc: "Since the player came."}},
	21: {{Key: "teams", Name: "Teams", Kind: wire.KindU8, Role: wire.RoleCount}},
	22: {{Key: "team_name", Name: "Name of team", Kind: wire.KindText, Role: wire.RoleTeamName,
		Naming: wire.NameNumbered}},
	23: {{Key: "team_colour", Name: "Colour of a team", Kind: wire.KindU32LE, Role: wire.RoleTeamExtra,
		Unit: wire.UnitHash, Doc: "Red, green and blue."}},
	24: {{Key: "team_score", Name: "Score of a team", Kind: wire.KindI16LE, Role: wire.RoleTeamScore}},
	25: {{Key: "testing", Name: "Testing version", Kind: wire.KindU8, Symbols: &wire.YesNo},
		{Key: "binary", Name: "Program", Kind: wire.KindText, Doc: "The archive of the program on the project's site."}},
	26: {{Key: "data_md5", Name: "MD5 of the data file", Kind: wire.KindText, Doc: "Of Skulltag; empty since."}},
	27: {{Key: "words", Name: "Flag words", Kind: wire.KindU8, Role: wire.RoleCount},
		{Key: "dmflags", Name: "dmflags", Kind: wire.KindU32LE}, {Key: "dmflags2", Name: "dmflags2", Kind: wire.KindU32LE},
		{Key: "zadmflags", Name: "zadmflags", Kind: wire.KindU32LE},
		{Key: "compatflags", Name: "compatflags", Kind: wire.KindU32LE},
		{Key: "zacompatflags", Name: "zacompatflags", Kind: wire.KindU32LE},
		{Key: "compatflags2", Name: "compatflags2", Kind: wire.KindU32LE},
		{Key: "word", Name: "Further flags", Kind: wire.KindU32LE}},
	28: {{Key: "enforces", Name: "Enforces the ban list", Kind: wire.KindU8, Symbols: &wire.YesNo,
		Doc: "That of the master."}},
	29: {{Key: "optionals", Name: "Optional PWADs", Kind: wire.KindU8, Role: wire.RoleCount},
		{Key: "optional", Name: "Optional PWAD", Kind: wire.KindU8, Doc: "Place in the list of PWADs, from 0."}},
	30: {{Key: "patches", Name: "Patches", Kind: wire.KindU8, Role: wire.RoleCount},
		{Key: "patch", Name: "Patch", Kind: wire.KindText, Doc: "A DeHackEd file."}},
	31: {{Key: "flags2", Name: "Further parts", Kind: wire.KindU32LE, Symbols: &furtherFlags, Role: wire.RoleSection}},
}

// further are the layouts of the further parts.
var further = [...]wire.Layout{
	{{Key: "hashes", Name: "Hashes", Kind: wire.KindU8, Role: wire.RoleCount},
		{Key: "hash", Name: "Hash", Kind: wire.KindText, Doc: "MD5 of a PWAD."}},
	{{Key: "country", Name: "Country", Kind: wire.KindText, Doc: "ISO 3166-1 alpha-3; XIP: as the address says; XUN: unknown."}},
	{{Key: "mode_name", Name: "Name of the mode", Kind: wire.KindText, Doc: "Since 3.2."}},
	{{Key: "mode_short", Name: "Short name of the mode", Kind: wire.KindText, Doc: "Since 3.2."}},
	{{Key: "voice_chat", Name: "Voice chat", Kind: wire.KindU8, Doc: "Since 3.2."}},
}

var (
	encodings = wire.Symbols{Loose: true, List: []wire.Symbol{{Value: plainMark, Name: "not compressed"}}}
	codeNames = wire.Symbols{List: []wire.Symbol{
		{Value: 3, Name: "banned"}, {Value: 4, Name: "asked too often"}, {Value: 5, Name: "old master protocol"},
		{Value: codeList, Name: "server list"}, {Value: codeChallenge, Name: "launcher challenge"},
		{Value: codeHeartbeat, Name: "heartbeat"}, {Value: codeInfo, Name: "info"},
		{Value: codeInfo + 1, Name: "ignored"}, {Value: codeInfo + 2, Name: "banned"},
		{Value: codeListRequest, Name: "server list request"}, {Value: codeListRequest + 1, Name: "verification"},
		{Value: codeListRequest + 2, Name: "ban list receipt"}, {Value: codeSegment, Name: "segment"},
	}}
	segmentations = wire.Symbols{Loose: true, List: []wire.Symbol{{Value: wantSegments, Name: "reply in segments"}}}
	blocks        = wire.Symbols{List: []wire.Symbol{{Value: endList, Name: "end of the list"},
		{Value: endPart, Name: "end of the packet"}, {Value: startBlock, Name: "servers"}}}
	partFlags = wire.Symbols{Flags: true, Names: "name;website;e-mail;map;max clients;max players;PWADs;mode;game;IWAD;" +
		"password;password to play;skill;bot skill;dmflags;;limits;team damage;old team scores;player count;players;" +
		"team count;team names;team colours;team scores;program;data MD5;all flags;security;optional PWADs;patches;" +
		"further parts"}
	furtherFlags = wire.Symbols{Flags: true, Names: "PWAD hashes;country;mode name;short mode name;voice chat"}
	modes        = wire.Symbols{Names: "Cooperative;Survival;Invasion;Deathmatch;Team Deathmatch;Duel;Terminator;" +
		"Last Man Standing;Team LMS;Possession;Team Possession;Team Game;Capture the Flag;One Flag CTF;Skulltag;Domination"}
)

// Codes of messages, and bytes of lists.
const (
	codeList        = 6
	codeChallenge   = 199
	codeHeartbeat   = 5660020
	codeInfo        = 5660023
	codeListRequest = 5660028
	codeSegment     = 5660032

	wantSegments  = 2
	masterVersion = 2
	endList       = 2
	endPart       = 7
	startBlock    = 8
)

var (
	challenge = wire.NewRequest("info request", "Queries the parts whose flags are set.")
	infoReply = wire.NewReply("info reply", "The server, with the parts that were requested.")
	segment   = wire.NewReply("info reply segment", "A part of an info reply that is in several datagrams.")
	ignored   = wire.NewReply("request ignored", "The address has sent a request within the last seconds.")
	banned    = wire.NewReply("address banned", "The server does not answer the address.")
	listQuery = wire.NewRequest("server list request", "Queries a master for servers.")
	listReply = wire.NewReply("server list reply", "Addresses of servers, in numbered packets.")
	refused   = wire.NewReply("server list refused", "The master does not send its list.")
	heartbeat = wire.MessageInfo{Name: "heartbeat", Direction: wire.Request, DecodeOnly: true, Optional: true,
		Doc: "A server reports to its master that it is there."}
	verified = wire.MessageInfo{Name: "verification", Direction: wire.Request, DecodeOnly: true, Optional: true,
		Doc: "A server answers the check of its master."}
	receipt = wire.MessageInfo{Name: "ban list receipt", Direction: wire.Request, DecodeOnly: true, Optional: true,
		Doc: "A server has received its master's ban list."}
)

var problemSegment = wire.Damage("zandronum-segment-size",
	"The segment has {a} {a|byte|bytes} of the reply, not as many as it says.",
	"The datagram is cut: what follows in the reply is missing.")

var docs = wire.Define(wire.Docs{
	Spec: "protocol/zandronum/SPEC.md",
	Messages: []*wire.MessageInfo{&challenge, &infoReply, &segment, &ignored, &banned, &listQuery, &listReply, &refused,
		&heartbeat, &verified, &receipt},
	Sections: []wire.Section{
		{Prefix: "zandronum.packet", Source: "#packets", Layouts: []wire.Layout{packet[:]}},
		{Prefix: "zandronum.request", Source: "#info-request", Layouts: []wire.Layout{request[:]}},
		{Prefix: "zandronum.reply", Source: "#info-reply", Layouts: []wire.Layout{reply[:]}},
		{Prefix: "zandronum.segment", Source: "#segments", Layouts: []wire.Layout{part[:]},
			Problems: []*wire.ProblemInfo{&problemSegment}},
		{Prefix: "zandronum.info", Source: "#parts", Layouts: parts[:]},
		{Prefix: "zandronum.further", Source: "#further-parts", Layouts: further[:]},
		{Prefix: "zandronum.listing", Source: "#masters", Layouts: []wire.Layout{listing[:]}},
		{Prefix: "zandronum.list", Source: "#masters", Layouts: []wire.Layout{listed[:], list[:]}},
		{Prefix: "zandronum.registration", Source: "#registration", Layouts: []wire.Layout{registration[:]}},
	},
})

var matching = wire.Matching{Topics: []wire.Topic{
	{Messages: []*wire.MessageInfo{&challenge, &infoReply, &segment, &ignored, &banned}, Several: true},
	{Messages: []*wire.MessageInfo{&listQuery, &listReply, &refused}, Several: true},
	{Messages: []*wire.MessageInfo{&heartbeat, &verified, &receipt}},
}, Echoes: []*wire.FieldDef{&request[requestTime], &reply[0]}}

var Protocol = wire.NewProtocol(wire.Protocol{
	ID: ID, Datagrams: true, Docs: docs, Title: "Zandronum launcher protocol", Recognise: recognise, Decode: decode,
	Begins: func(c byte) bool { return c <= unusedMax || c == plainMark },
	Status: status, MatchKey: matchKey, Part: position, Reassemble: reassemble,
	Matching: &matching,
	Doc: "Zandronum and Skulltag: flags ask for parts of the info, in a fixed Huffman code; perhaps in segments; " +
		"masters and their lists.",
	Ports: ports.Ports,
})

// ports has the ports; recognise needs them too.
var ports = wire.Protocol{Ports: []wire.Port{{Number: 10666, Name: "Zandronum, Skulltag"},
	{Number: 15300, Name: "masters"}}}
