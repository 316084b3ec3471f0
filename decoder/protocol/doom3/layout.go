package doom3

import (
	"fragscope/decoder/wire"
)

const ID = "doom3"

var (
	head = [...]wire.FieldDef{
		{Key: "mark", Name: "Out-of-band mark", Kind: wire.KindConst,
			Doc: "FF FF, where a packet of a game in progress has its sequence number."},
		{Key: "command", Name: "Command", Kind: wire.KindText, Doc: "The word that says which message it is, and a NUL."},
		{Key: "challenge", Name: "Challenge", Kind: wire.KindBytes, Doc: "Any four bytes; the reply repeats them."},
		{Key: "task", Name: "Task ID", Kind: wire.KindBytes,
			Doc: "Quake Wars: four more bytes that the reply repeats, before the challenge."},
		{Key: "padding", Name: "Padding", Kind: wire.KindPadding, Doc: "NULs that some programs append."},
		{Key: "arguments", Name: "Arguments", Kind: wire.KindBytes,
			Doc: "Of players who connect, download and leave; not a part of the query."},
	}
	info = [...]wire.FieldDef{
		{Key: "version", Name: "Network protocol", Kind: wire.KindU32LE, Parts: version,
			Doc: "1.41 is Doom 3 1.3.1, 2.85 Quake 4 1.4.2; Prey has 3, Quake Wars 10 and more."},
		{Key: "size", Name: "Size", Kind: wire.KindU32LE, Doc: "Quake Wars: a number of bytes; of what is not known."},
	}
	setting = [...]wire.FieldDef{
		{Key: "", Name: "Setting", Kind: wire.KindGroup, Role: wire.RoleRule},
		{Key: "key", Name: "Key", Kind: wire.KindText, Role: wire.RoleKey, Keys: &known},
		{Key: "value", Name: "Value", Kind: wire.KindText, Role: wire.RoleValue},
		{Key: "end", Name: "End of the settings", Kind: wire.KindConst,
			Doc: "Two NULs: no further setting, and none that is removed."},
	}
	player = [...]wire.FieldDef{
		{Key: "", Name: "Player", Kind: wire.KindGroup, Role: wire.RolePlayer},
		{Key: "id", Name: "Slot", Kind: wire.KindU8, Role: wire.RolePlayerID, Doc: "From 0, ascending."},
		{Key: "ping", Name: "Ping", Kind: wire.KindU16LE, Role: wire.RolePlayerPing, Doc: "Milliseconds; 0 for a bot."},
		{Key: "rate", Name: "Rate", Kind: wire.KindU32LE, Role: wire.RolePlayerExtra, AtMost: 1_000_000,
			Doc: "Bytes a second that the player wants at most. Quake Wars leaves it out since 1.4, network protocol 10.19."},
		{Key: "name", Name: "Name", Kind: wire.KindText, Role: wire.RolePlayerName, Doc: "With colour codes."},
		{Key: "clan_place", Name: "Clan tag is", Kind: wire.KindU8, Symbols: &places,
			Doc: "Quake Wars since protocol 10.17."},
		{Key: "clan", Name: "Clan tag", Kind: wire.KindText, Role: wire.RolePlayerExtra,
			Doc: "Quake 4, and Quake Wars since protocol 10.17."},
		{Key: "bot", Name: "Bot", Kind: wire.KindU8, Role: wire.RolePlayerExtra, Symbols: &wire.YesNo, Doc: "Quake Wars."},
		{Key: "end", Name: "End of the players", Kind: wire.KindU8,
			Doc: "The number of slots in the place of one: 32, or 16 in Wolfenstein."},
		{Key: "unknown", Name: "Players", Kind: wire.KindUnknown, Doc: "Rows that are not read."},
	}
	tail = [...]wire.FieldDef{
		{Key: "os_mask", Name: "Operating systems", Kind: wire.KindU32LE, Symbols: &systems,
			Doc: "For which the server has the game's code to download."},
		{Key: "ranked", Name: "Ranked", Kind: wire.KindU8, Symbols: &wire.YesNo,
			Doc: "Quake Wars: the match counts for the statistics."},
		{Key: "time_left", Name: "Time left", Kind: wire.KindU32LE, Unit: wire.UnitMillis, Doc: "Quake Wars: milliseconds."},
		{Key: "game_state", Name: "Game state", Kind: wire.KindU8, Note: "undocumented", Doc: "Quake Wars: 2 in a match."},
		{Key: "server_type", Name: "Server type", Kind: wire.KindU8, Symbols: &types, Doc: "Quake Wars."},
		{Key: "interested", Name: "Interested clients", Kind: wire.KindU8, Doc: "Quake Wars: who looks at the server."},
		{Key: "connected", Name: "Connected clients", Kind: wire.KindU32LE, Doc: "Viewers of a TV server."},
		{Key: "max_clients", Name: "Max clients", Kind: wire.KindU32LE, Doc: "Viewers that a TV server has room for."},
		{Key: "quake4", Name: "After the operating systems", Kind: wire.KindBytes, Note: "undocumented",
			Doc: "Quake 4 1.4.2: five bytes."},
	}
	stats = [...]wire.FieldDef{
		{Key: "", Name: "Statistics", Kind: wire.KindGroup, Doc: "Of one player."},
		{Key: "id", Name: "Slot", Kind: wire.KindU8},
		{Key: "xp", Name: "XP", Kind: wire.KindF32LE, Doc: "Experience."},
		{Key: "team", Name: "Team", Kind: wire.KindText, Doc: "Such as gdf and strogg; empty for spectators."},
		{Key: "kills", Name: "Kills", Kind: wire.KindU32LE},
		{Key: "deaths", Name: "Deaths", Kind: wire.KindU32LE},
		{Key: "end", Name: "End of the statistics", Kind: wire.KindU8, Doc: "32, the number of slots."},
	}
	list = [...]wire.FieldDef{
		{Key: "version", Name: "Network protocol", Kind: wire.KindU32LE, Parts: version,
			Doc: "Bit 31 is set by programs that are not the game."},
		{Key: "game", Name: "Mod", Kind: wire.KindText, Doc: "Directory of the mod; empty for the game itself."},
		{Key: "player", Name: "Player", Kind: wire.KindText, Doc: "Quake 4: name of a player to find."},
		{Key: "clan", Name: "Clan", Kind: wire.KindText, Doc: "Quake 4: clan tag to find."},
		{Key: "filter", Name: "Filter", Kind: wire.KindU8, Parts: filter},
	}
	server = [...]wire.FieldDef{
		{Key: "", Name: "Server", Kind: wire.KindGroup, Role: wire.RoleServerEntry},
		{Key: "address", Name: "Address", Kind: wire.KindIPv4, Role: wire.RoleServerHost},
		{Key: "port", Name: "Port", Kind: wire.KindU16LE, Role: wire.RoleQueryPort,
			Doc: "Least significant byte first, unlike in the lists of Quake III."},
	}
	answer4 = [...]wire.FieldDef{
		{Key: "server_id", Name: "Server ID", Kind: wire.KindU16LE, Doc: "To be repeated when connecting."},
		{Key: "base", Name: "Base of the mod", Kind: wire.KindText},
		{Key: "game", Name: "Mod", Kind: wire.KindText, Doc: "Directory; empty for the game itself."},
		{Key: "reason", Name: "Kind of text", Kind: wire.KindU32LE, Symbols: &reasons},
		{Key: "denial", Name: "Denial", Kind: wire.KindU32LE, Symbols: &denials, Doc: "Why the game refuses the player."},
		{Key: "text", Name: "Text", Kind: wire.KindText,
			Doc: "For the player, or of the console; #str_ and digits name a text of the game."},
	}
	remote = [...]wire.FieldDef{
		{Key: "password", Name: "Password", Kind: wire.KindText,
			Doc: "In plain text: whoever sees the packet controls the server."},
		{Key: "console", Name: "Console command", Kind: wire.KindText},
	}
)

// Places in the layouts.
const (
	headChallenge = 2
	headTask      = 3
	headPadding   = 4
	headArguments = 5

	settingEnd = 3

	playerID      = 1
	playerPing    = 2
	playerRate    = 3
	playerName    = 4
	playerPlace   = 5
	playerClan    = 6
	playerBot     = 7
	playerEnd     = 8
	playerUnknown = 9

	tailRanked     = 1
	tailInterested = 5
	tailConnected  = 6
	tailQuake4     = 8

	statsEnd = 6
)

var (
	version = []wire.BitPart{{Name: "not the game", Mask: 1 << 31}, {Name: "major", Mask: 0x7fff0000},
		{Name: "minor", Mask: 0xffff}}
	filter = []wire.BitPart{
		{Name: "game type", Mask: 0x30, Symbols: &wire.Symbols{Names: ";deathmatch;tourney;team deathmatch"}},
		{Name: "players", Mask: 0x0c, Symbols: &wire.Symbols{Names: ";not full;neither full nor empty"}},
		{Name: "password", Mask: 0x03, Symbols: &wire.Symbols{Names: ";needed;not needed"}},
	}
	places  = wire.Symbols{Loose: true, Names: "before the name;after the name"}
	systems = wire.Symbols{Flags: true, Loose: true, Names: "Windows;Mac OS;Linux"}
	types   = wire.Symbols{Names: "game;TV"}
	reasons = wire.Symbols{Names: "message;wrong protocol;console;refused;challenge unknown"}
	denials = wire.Symbols{Names: "none;wrong password;not yet;no"}
)

// known holds the keys that describe a server.
var known wire.KeySet

func init() {
	known.Hold([]wire.KeyInfo{
		{Key: "fs_game", Name: "Mod", Doc: "Directory of the mod."},
		{Key: "fs_game_base", Name: "Base of the mod"},
		{Key: "gamename", Name: "Game", Role: wire.RoleGame, Doc: "With its version, such as baseDOOM-1 and Q4MP 1.4.2."},
		{Key: "net_serverdedicated", Name: "Dedicated", Doc: "1 for a dedicated server, 2 for one on the internet."},
		{Key: "si_campaign", Name: "Campaign"},
		{Key: "si_fraglimit", Name: "Frag limit"},
		{Key: "si_gametype", Name: "Game type", Role: wire.RoleGameType, Doc: "Such as Deathmatch, Tourney, DM and CTF."},
		{Key: "si_map", Name: "Map name", Role: wire.RoleMap,
			Doc: "With its directory; Quake Wars adds maps/ and .entities."},
		{Key: "si_maxplayers", Name: "Max players", Role: wire.RoleMaxPlayers},
		{Key: "si_name", Name: "Server name", Role: wire.RoleServerName},
		{Key: "si_needpass", Name: "Password needed", Role: wire.RolePassword, Doc: "Quake Wars."},
		{Key: "si_pure", Name: "Pure server", Symbols: &wire.YesNo},
		{Key: "si_rules", Name: "Game rules", Role: wire.RoleGameType, Doc: "Quake Wars: such as sdGameRulesCampaign."},
		{Key: "si_spectators", Name: "Spectators allowed", Symbols: &wire.YesNo},
		{Key: "si_teamdamage", Name: "Friendly fire", Symbols: &wire.YesNo},
		{Key: "si_timelimit", Name: "Time limit", Doc: "Minutes."},
		{Key: "si_usepass", Name: "Password needed", Role: wire.RolePassword},
		{Key: "si_version", Name: "Server version", Role: wire.RoleVersion},
		{Key: "si_warmup", Name: "Warm-up", Symbols: &wire.YesNo},
		{Key: "sv_punkbuster", Name: "PunkBuster", Symbols: &wire.YesNo},
	})
}

var (
	infoRequest     = wire.NewRequest("info request", "Queries the settings and the players.")
	infoReply       = wire.NewReply("info reply", "Settings in pairs, then the players.")
	extendedRequest = wire.NewRequest("extended info request",
		"Quake Wars: queries settings, players and their statistics.")
	extendedReply  = wire.NewReply("extended info reply", "Quake Wars: the info reply, then the players' statistics.")
	serversRequest = wire.NewRequest("server list request", "Queries a master for servers.")
	serversReply   = wire.NewReply("server list reply", "Addresses of servers.")
	heartbeat      = wire.MessageInfo{Name: "heartbeat", Direction: wire.Request, DecodeOnly: true, Optional: true,
		Doc: "A server reports to its master that it is there."}
	challengeRequest = wire.MessageInfo{Name: "challenge request", Direction: wire.Request, DecodeOnly: true,
		Doc: "The first message of a player who connects."}
	challengeReply = wire.NewReply("challenge reply", "A number, to be repeated when connecting, and the mod.")
	rcon           = wire.MessageInfo{Name: "remote console request", Direction: wire.Request, DecodeOnly: true,
		Doc: "A command for the server's console, after the password."}
	printReply    = wire.NewReply("print reply", "Text: output of the console, or why a player may not connect.")
	playerRequest = wire.MessageInfo{Name: "player request", Direction: wire.Request, DecodeOnly: true, Optional: true,
		Doc: "A player connects, checks files or downloads; only named."}
	playerReply = wire.NewReply("player reply", "The server's answer to such a request; only named.")
)

var (
	problemOpen = wire.Damage("doom3-settings-open", "The two NULs after the settings are missing.",
		"It is cut: later settings, and the players, are unknown.")
	problemPlayer = wire.Damage("doom3-player-slot", "The slot {a} follows {b}; slots ascend and are below 32.",
		"The rows of this game have an unknown form, or are damaged; players from here on are unknown.")
	problemPlayers = wire.Damage("doom3-players-open", "The byte after the last player is missing.",
		"It is cut: further players are unknown.")
	problemBits = wire.Warning("doom3-players-in-bits",
		"In the network protocols 13.9 and 13.10 a player's row ends in a single bit, so that no later row begins "+
			"with a byte.", "The players are not read.")
)

var docs = wire.Define(wire.Docs{
	Keys: &known,
	Spec: "protocol/doom3/SPEC.md",
	Messages: []*wire.MessageInfo{
		&infoRequest, &infoReply, &extendedRequest, &extendedReply, &serversRequest, &serversReply, &heartbeat,
		&challengeRequest, &challengeReply, &rcon, &printReply,
		&playerRequest, &playerReply,
	},
	Sections: []wire.Section{
		{Prefix: "doom3.message", Source: "#messages", Layouts: []wire.Layout{head[:]}},
		{Prefix: "doom3.info", Source: "#info-reply", Layouts: []wire.Layout{info[:]}},
		{Prefix: "doom3.setting", Source: "#settings", Layouts: []wire.Layout{setting[:]},
			Problems: []*wire.ProblemInfo{&problemOpen}},
		{Prefix: "doom3.player", Source: "#players", Layouts: []wire.Layout{player[:]},
			Problems: []*wire.ProblemInfo{&problemPlayer, &problemPlayers, &problemBits}},
		{Prefix: "doom3.tail", Source: "#after-the-players", Layouts: []wire.Layout{tail[:]}},
		{Prefix: "doom3.statistics", Source: "#after-the-players", Layouts: []wire.Layout{stats[:]}},
		{Prefix: "doom3.list", Source: "#masters", Layouts: []wire.Layout{list[:]}},
		{Prefix: "doom3.server", Source: "#masters", Layouts: []wire.Layout{server[:]}},
		{Prefix: "doom3.answer", Source: "#other-messages", Layouts: []wire.Layout{answer4[:]}},
		{Prefix: "doom3.rcon", Source: "#other-messages", Layouts: []wire.Layout{remote[:]}},
	},
})

var matching = wire.Matching{Topics: []wire.Topic{
	{Messages: []*wire.MessageInfo{&infoRequest, &infoReply}},
	{Messages: []*wire.MessageInfo{&extendedRequest, &extendedReply}},
	{Messages: []*wire.MessageInfo{&serversRequest, &serversReply}, Several: true},
	{Messages: []*wire.MessageInfo{&challengeRequest, &challengeReply, &playerRequest, &playerReply, &printReply},
		Several: true},
	{Messages: []*wire.MessageInfo{&rcon, &printReply}, Several: true},
	{Messages: []*wire.MessageInfo{&heartbeat}},
}}

var Protocol = wire.NewProtocol(wire.Protocol{
	ID: ID, Datagrams: true, Docs: docs, Title: "Doom 3 query", Recognise: Recognise, Begins: func(c byte) bool {
		return c == 0xff
	}, Decode: decode,
	Status: Status, MatchKey: MatchKey,
	Matching: &matching,
	Doc: "Doom 3, Quake 4, Prey and Enemy Territory: Quake Wars: getInfo after two bytes FF, answered with settings and " +
		"players in one datagram; masters and their lists.",
	Ports: []wire.Port{
		{Number: 27666, Name: "Doom 3, Wolfenstein"}, {Number: 28004, Name: "Quake 4"}, {Number: 27719, Name: "Prey"},
		{Number: 27733, Name: "Enemy Territory: Quake Wars"}, {Number: 27650, Name: "masters"},
	},
})
