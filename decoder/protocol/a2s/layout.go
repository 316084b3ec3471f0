package a2s

import (
	"fragscope/decoder/wire"
)

const ID = "a2s"

const markDoc = "FF FF FF FF: the message is in this datagram alone."

var (
	request = [...]wire.FieldDef{
		{Key: "mark", Name: "Single-packet mark", Kind: wire.KindConst, Doc: markDoc},
		{Key: "type", Name: "Type", Kind: wire.KindU8, Symbols: &requestTypes},
		{Key: "text", Name: "Text", Kind: wire.KindConst, Doc: "Source Engine Query and a NUL, in an info request."},
		{Key: "challenge", Name: "Challenge", Kind: wire.KindU32LE, Symbols: &noChallenge,
			Doc: "The number of the challenge reply. FF FF FF FF, and in practice 0, asks for one. Old info requests end " +
				"before it."},
		{Key: "padding", Name: "Padding", Kind: wire.KindPadding,
			Doc: "NULs, by which a request becomes as long as its reply: a server that wants them is of no use for reflected " +
				"floods."},
		{Key: "command", Name: "Command", Kind: wire.KindText,
			Doc: "details, players, rules or ping: the requests of GoldSource before 2008, with or without a NUL."},
	}
	header = [...]wire.FieldDef{
		{Key: "mark", Name: "Single-packet mark", Kind: wire.KindConst, Doc: markDoc},
		{Key: "type", Name: "Type", Kind: wire.KindU8, Symbols: &replyTypes},
		{Key: "padding", Name: "Padding", Kind: wire.KindPadding, Doc: "NULs after a short reply."},
	}
	info = [...]wire.FieldDef{
		{Key: "protocol", Name: "Protocol", Kind: wire.KindU8,
			Doc: "Network version of the engine: 17 for Source today, 7 and 15 for older ones, 47 and 48 for GoldSource."},
		{Key: "name", Name: "Server name", Kind: wire.KindText, Role: wire.RoleServerName},
		{Key: "map", Name: "Map", Kind: wire.KindText, Role: wire.RoleMap},
		{Key: "folder", Name: "Folder", Kind: wire.KindText, Role: wire.RoleGame,
			Doc: "Directory of the game, such as cstrike; the game's short name."},
		{Key: "game", Name: "Game", Kind: wire.KindText, Role: wire.RoleGameType,
			Doc: "The game's title, or the game mode: many games put what is played here."},
		{Key: "app_id", Name: "App ID", Kind: wire.KindU16LE, Symbols: &appIDs,
			Doc: "Steam's number of the game. One of more than 16 bits is cut to its low 16 or sent as 0; the game ID has all " +
				"of it."},
		{Key: "players", Name: "Players", Kind: wire.KindU8, Role: wire.RolePlayers,
			Doc: "Bots included. Modulo 256 on larger servers."},
		{Key: "max_players", Name: "Max players", Kind: wire.KindU8, Role: wire.RoleMaxPlayers,
			Doc: "Modulo 256 on larger servers."},
		{Key: "bots", Name: "Bots", Kind: wire.KindU8, Role: wire.RoleBots},
		{Key: "server_type", Name: "Server type", Kind: wire.KindU8, Symbols: &serverTypes},
		{Key: "environment", Name: "Operating system", Kind: wire.KindU8, Symbols: &environments},
		{Key: "visibility", Name: "Password needed", Kind: wire.KindU8, Role: wire.RolePassword, Symbols: &wire.YesNo},
		{Key: "vac", Name: "Secured by VAC", Kind: wire.KindU8, Symbols: &wire.YesNo, Doc: "Valve Anti-Cheat."},
		{Key: "version", Name: "Version", Kind: wire.KindText, Role: wire.RoleVersion},
		{Key: "extra", Name: "Extra data flags", Kind: wire.KindU8, Symbols: &extraFlags,
			Doc: "Says which of the fields after it are there. Old servers end before it."},
		{Key: "port", Name: "Game port", Kind: wire.KindU16LE, Role: wire.RoleGamePort},
		{Key: "steam_id", Name: "SteamID", Kind: wire.KindU64LE, Parts: steamID, Doc: "The server's account on Steam."},
		{Key: "spectator_port", Name: "Spectator port", Kind: wire.KindU16LE, Doc: "Where SourceTV can be watched."},
		{Key: "spectator_name", Name: "Spectator name", Kind: wire.KindText, Doc: "Name of the SourceTV server."},
		{Key: "game_id", Name: "Game ID", Kind: wire.KindU64LE, Parts: gameID, Doc: "Its low 24 bits are the whole app ID."},
	}
	ship = [...]wire.FieldDef{
		{Key: "mode", Name: "Mode", Kind: wire.KindU8, Symbols: &shipModes},
		{Key: "witnesses", Name: "Witnesses", Kind: wire.KindU8,
			Doc: "How many have to see a murder before its player is arrested."},
		{Key: "duration", Name: "Duration", Kind: wire.KindU8, Doc: "Seconds until a player who was seen is arrested."},
	}
	keywords = [...]wire.FieldDef{
		{Key: "", Name: "Keywords", Kind: wire.KindGroup,
			Doc: "Words that the server is found by, with commas, semicolons or spaces between; the NUL that ends them " +
				"belongs to the last."},
		{Key: "keyword", Name: "Keyword", Kind: wire.KindGroup},
		{Key: "word", Name: "Word", Kind: wire.KindText, Role: wire.RoleKey, Sets: wordSets,
			Doc: "Its meaning depends on the game."},
		{Key: "value", Name: "Value", Kind: wire.KindText, Role: wire.RoleValue,
			Doc: "What follows a known word without a gap (mp100), or a colon or equals sign."},
		{Key: "time", Name: "Time of day", Kind: wire.KindText, Role: wire.RoleKey,
			Doc: "Hours and minutes in the game: DayZ."},
	}
	gold = [...]wire.FieldDef{
		{Key: "address", Name: "Address", Kind: wire.KindText, Doc: "IP address and port, as the server knows them."},
		{Key: "name", Name: "Server name", Kind: wire.KindText, Role: wire.RoleServerName},
		{Key: "map", Name: "Map", Kind: wire.KindText, Role: wire.RoleMap},
		{Key: "folder", Name: "Folder", Kind: wire.KindText, Role: wire.RoleGame},
		{Key: "game", Name: "Game", Kind: wire.KindText, Role: wire.RoleGameType},
		{Key: "players", Name: "Players", Kind: wire.KindU8, Role: wire.RolePlayers},
		{Key: "max_players", Name: "Max players", Kind: wire.KindU8, Role: wire.RoleMaxPlayers},
		{Key: "protocol", Name: "Protocol", Kind: wire.KindU8, Doc: "Network version of the engine."},
		{Key: "server_type", Name: "Server type", Kind: wire.KindU8, Symbols: &goldTypes},
		{Key: "environment", Name: "Operating system", Kind: wire.KindU8, Symbols: &environments},
		{Key: "visibility", Name: "Password needed", Kind: wire.KindU8, Role: wire.RolePassword, Symbols: &wire.YesNo},
		{Key: "mod", Name: "Mod", Kind: wire.KindU8, Symbols: &wire.YesNo,
			Doc: "1 for a mod of Half-Life; then seven fields about it follow."},
		{Key: "mod_link", Name: "Mod's website", Kind: wire.KindText},
		{Key: "mod_download", Name: "Mod's download", Kind: wire.KindText},
		{Key: "mod_nul", Name: "NUL", Kind: wire.KindConst},
		{Key: "mod_version", Name: "Mod version", Kind: wire.KindU32LE},
		{Key: "mod_size", Name: "Mod size", Kind: wire.KindU32LE, Doc: "Bytes."},
		{Key: "mod_type", Name: "Mod type", Kind: wire.KindU8, Symbols: &modTypes},
		{Key: "mod_dll", Name: "Own library", Kind: wire.KindU8, Symbols: &wire.YesNo,
			Doc: "0 where the mod uses Half-Life's."},
		{Key: "vac", Name: "Secured by VAC", Kind: wire.KindU8, Symbols: &wire.YesNo},
		{Key: "bots", Name: "Bots", Kind: wire.KindU8, Role: wire.RoleBots, Doc: "HLTV proxies end before it."},
	}
	frontlines = [...]wire.FieldDef{
		{Key: "protocol", Name: "Protocol", Kind: wire.KindU8, Doc: "2, by which the reply is known."},
		{Key: "name", Name: "Server name", Kind: wire.KindText, Role: wire.RoleServerName},
		{Key: "map", Name: "Map", Kind: wire.KindText, Role: wire.RoleMap},
		{Key: "mod", Name: "Mod", Kind: wire.KindText, Role: wire.RoleGame},
		{Key: "mode", Name: "Game mode", Kind: wire.KindText, Role: wire.RoleGameType},
		{Key: "description", Name: "Description", Kind: wire.KindText, Role: wire.RoleGameTitle, Doc: "The game's title."},
		{Key: "version", Name: "Version", Kind: wire.KindText, Role: wire.RoleVersion},
		{Key: "port", Name: "Game port", Kind: wire.KindU16BE, Role: wire.RoleGamePort,
			Doc: "Most significant byte first, unlike the others' numbers."},
		{Key: "players", Name: "Players", Kind: wire.KindU8, Role: wire.RolePlayers},
		{Key: "max_players", Name: "Max players", Kind: wire.KindU8, Role: wire.RoleMaxPlayers},
		{Key: "server_type", Name: "Server type", Kind: wire.KindU8, Symbols: &serverTypes},
		{Key: "environment", Name: "Operating system", Kind: wire.KindU8, Symbols: &environments},
		{Key: "visibility", Name: "Password needed", Kind: wire.KindU8, Role: wire.RolePassword, Symbols: &wire.YesNo},
		{Key: "anticheat", Name: "Anti-cheat", Kind: wire.KindU8, Symbols: &wire.YesNo},
		{Key: "fps", Name: "Mean frames per second", Kind: wire.KindU8},
		{Key: "round", Name: "Round", Kind: wire.KindU8},
		{Key: "rounds", Name: "Rounds", Kind: wire.KindU8},
		{Key: "time_left", Name: "Time left", Kind: wire.KindU16BE, Unit: wire.UnitSeconds, Doc: "Seconds."},
	}
	players = [...]wire.FieldDef{
		{Key: "count", Name: "Players", Kind: wire.KindU8, Role: wire.RoleCount,
			Doc: "Players that are listed, some of them still connecting. Modulo 256 on larger servers."},
		{Key: "player", Name: "Player", Kind: wire.KindGroup, Role: wire.RolePlayer},
		{Key: "player.index", Name: "Index", Kind: wire.KindU8, Doc: "Meant to count from 0; most servers send 0 for all."},
		{Key: "player.name", Name: "Name", Kind: wire.KindText, Role: wire.RolePlayerName,
			Doc: "Empty for a player who is still connecting, and in games that hide names."},
		{Key: "player.score", Name: "Score", Kind: wire.KindI32LE, Role: wire.RolePlayerScore},
		{Key: "player.duration", Name: "Duration", Kind: wire.KindF32LE, Role: wire.RolePlayerExtra, Unit: wire.UnitSeconds,
			Doc: "Seconds since the player connected; -1 for some bots."},
		{Key: "ship", Name: "The Ship, player", Kind: wire.KindGroup, Naming: wire.NameNumbered,
			Doc: "A player of The Ship, in the order of the list."},
		{Key: "ship.deaths", Name: "Deaths", Kind: wire.KindI32LE},
		{Key: "ship.money", Name: "Money", Kind: wire.KindI32LE},
	}
	rules = [...]wire.FieldDef{
		{Key: "count", Name: "Rules", Kind: wire.KindU16LE, Doc: "Rules that the server has, though not all may be listed."},
		{Key: "rule", Name: "Rule", Kind: wire.KindGroup, Role: wire.RoleRule},
		{Key: "rule.key", Name: "Key", Kind: wire.KindText, Role: wire.RoleKey, Keys: &known},
		{Key: "rule.value", Name: "Value", Kind: wire.KindText, Role: wire.RoleValue},
		{Key: "count_be", Name: "Rules", Kind: wire.KindU16BE,
			Doc: "Most significant byte first, in Frontlines: Fuel of War: taken so where the rules that are listed are as " +
				"many."},
	}
	challenge = [...]wire.FieldDef{
		{Key: "number", Name: "Challenge", Kind: wire.KindU32LE,
			Doc: "To be repeated in the request. It depends on the client's address, and changes after a while."},
	}
	split = [...]wire.FieldDef{
		{Key: "mark", Name: "Split mark", Kind: wire.KindConst, Doc: "FE FF FF FF: the datagram is a part of a message."},
		{Key: "id", Name: "ID", Kind: wire.KindU32LE,
			Doc: "The same in all parts of a reply. Its top bit says, in Source alone, that the message is compressed."},
		{Key: "place", Name: "Place", Kind: wire.KindU8, Parts: place,
			Doc: "GoldSource: the number of the part, from 0, and how many there are."},
		{Key: "total", Name: "Parts", Kind: wire.KindU8, Doc: "Source: how many there are."},
		{Key: "number", Name: "Part", Kind: wire.KindU8, Doc: "Source: the number of the part, from 0."},
		{Key: "size", Name: "Part size", Kind: wire.KindU16LE,
			Doc: "Source: the most bytes of the message in a part, 1248 by default. Engines before 2007 leave it out."},
		{Key: "unpacked", Name: "Unpacked size", Kind: wire.KindU32LE, Doc: "Bytes of the message before it was compressed."},
		{Key: "checksum", Name: "Checksum", Kind: wire.KindU32LE, Doc: "CRC-32 of the message before it was compressed."},
		{Key: "data", Name: "Part of the message", Kind: wire.KindBytes, Role: wire.RoleFragment,
			Doc: "The message begins with FF FF FF FF, in the first part; a text may end in the next one. A compressed " +
				"message is a bzip2 file."},
	}
	pong = [...]wire.FieldDef{
		{Key: "filler", Name: "Filler", Kind: wire.KindText, Doc: "Fourteen zeros, or nothing: GoldSource sends none."},
	}
)

// Places in the layouts.
const (
	mark = iota
	kind
	requestText
	requestChallenge
	requestPadding
	requestCommand

	headerPadding = 2
)

const (
	infoProtocol = iota
	infoName
	infoMap
	infoFolder
	infoGame
	infoAppID
	infoPlayers
	infoMaxPlayers
	infoBots
	infoServerType
	infoEnvironment
	infoVisibility
	infoVAC
	infoVersion
	infoExtra
	infoPort
	infoSteamID
	infoSpectatorPort
	infoSpectatorName
	infoGameID
)

const (
	wordsGroup = iota
	wordGroup
	wordKey
	wordValue
	wordTime
)

const (
	goldAddress = iota
	goldName
	goldMap
	goldFolder
	goldGame
	goldPlayers
	goldMaxPlayers
	goldProtocol
	goldServerType
	goldEnvironment
	goldVisibility
	goldMod
	goldLink
	goldDownload
	goldNUL
	goldModVersion
	goldModSize
	goldModType
	goldModDLL
	goldVAC
	goldBots
)

const (
	frontlinesProtocol = iota
	frontlinesName
	frontlinesPort = frontlinesName + 6
)

const (
	playerCount = iota
	playerGroup
	playerIndex
	playerName
	playerScore
	playerDuration
	shipGroup
	shipDeaths
	shipMoney
)

const (
	splitMark = iota
	splitID
	splitPlace
	splitTotal
	splitNumber
	splitSize
	splitUnpacked
	splitChecksum
	splitData
)

const (
	ruleCount = iota
	ruleGroup
	ruleKey
	ruleValue
	ruleCountBE
)

// Bits of the extra data flags.
const (
	hasPort      = 0x80
	hasSteamID   = 0x10
	hasSpectator = 0x40
	hasKeywords  = 0x20
	hasGameID    = 0x01
)

var (
	infoRequest      = wire.NewRequest("info request", "Queries name, map, game and player counts (A2S_INFO).")
	playersRequest   = wire.NewRequest("player list request", "Queries the players (A2S_PLAYER).")
	rulesRequest     = wire.NewRequest("rules request", "Queries the settings (A2S_RULES).")
	challengeRequest = wire.NewRequest("challenge request",
		"Queries a challenge alone (A2S_SERVERQUERY_GETCHALLENGE); few servers still answer.")
	frontlinesRequest = wire.NewRequest("Frontlines info request",
		"The word FLSQ: Frontlines: Fuel of War and Homefront want it in the place of an info request.")
	pingRequest = wire.NewRequest("ping request",
		"Queries whether the server is there (A2A_PING); most servers no longer answer.")
	goldRequests = [...]wire.MessageInfo{
		{Name: "GoldSource info request", Direction: wire.Request,
			Doc: "The word details: queries the same as an info request, as before 2008."},
		{Name: "GoldSource player list request", Direction: wire.Request, Doc: "The word players."},
		{Name: "GoldSource rules request", Direction: wire.Request, Doc: "The word rules."},
		{Name: "GoldSource ping request", Direction: wire.Request, Doc: "The word ping."},
	}
	infoReply       = wire.NewReply("info reply", "Name, map, game, player counts and more (S2A_INFO).")
	oldestReply     = wire.NewReply("Half-Life info reply of 1998", "The same in the first versions of Half-Life.")
	frontlinesReply = wire.NewReply("Frontlines info reply",
		"The info reply of Frontlines: Fuel of War and Homefront, which has fields of its own.")
	goldReply      = wire.NewReply("GoldSource info reply", "The same as GoldSource said it before 2008.")
	playersReply   = wire.NewReply("player list reply", "The players, with score and time.")
	rulesReply     = wire.NewReply("rules reply", "The settings, in pairs.")
	challengeReply = wire.NewReply("challenge reply", "A number, to be repeated in the request.")
	splitReply     = wire.NewReply("part of a reply", "A part of a reply that is longer than a datagram.")
	pingReply      = wire.NewReply("ping reply", "The server is there.")
)

var (
	problemPlayersFewer = wire.ProblemInfo{Code: "a2s-players-fewer", Severity: wire.SeverityNote,
		Message: "The reply counts {a} players and lists {b}.",
		Advice:  "Servers that cut long lists do so, and so does a cut between two players.",
		Source:  "#player-list-reply"}
	problemPlayersMore = wire.ProblemInfo{Code: "a2s-players-more", Severity: wire.SeverityNote,
		Message: "The reply counts {a} players, and more are listed.",
		Advice:  "The count has one byte: a server of 300 players says 44. All that are listed count.",
		Source:  "#player-list-reply"}
	problemRulesFewer = wire.ProblemInfo{Code: "a2s-rules-fewer", Severity: wire.SeverityWarning,
		Message: "The reply counts {a} rules and lists {b}.",
		Advice:  "The server cut its own reply, as some do after 1400 bytes, or it was cut between two rules.",
		Source:  "#rules-reply"}
	problemRulesMore = wire.ProblemInfo{Code: "a2s-rules-more", Severity: wire.SeverityNote,
		Message: "The reply counts {a} rules, and more are listed.", Advice: "All that are listed count.",
		Source: "#rules-reply"}
	problemPlace = wire.ProblemInfo{Code: "a2s-split-number", Severity: wire.SeverityWarning, Damage: true,
		Message: "Part {a} of {b} parts, counted from 0, cannot be.",
		Advice:  "The header is of an unknown variant, or damaged; the part is not used.", Source: "#split-replies"}
	problemUnpacked = wire.ProblemInfo{Code: "a2s-split-size", Severity: wire.SeverityWarning,
		Message: "The message has {a} bytes when it is decompressed, not the {b} that the first part says.",
		Advice:  "It is read anyway, since it was whole by its own checksums.", Source: "#compression"}
	problemChecksum = wire.ProblemInfo{Code: "a2s-split-checksum", Severity: wire.SeverityWarning,
		Message: "The checksum of the decompressed message is {xa}, not {xb} as the first part says.",
		Advice: "Parts of two replies were mixed, or the server computes it in another way; the message is read " +
			"anyway.", Source: "#compression"}
	problemCompressed = wire.ProblemInfo{Code: "a2s-split-compressed", Severity: wire.SeverityError,
		Message: "The compressed message, of {a} bytes, cannot be decompressed.",
		Advice:  "A part is damaged, or it is no bzip2 file.", Source: "#compression"}
	problemTooLarge = wire.ProblemInfo{Code: "a2s-split-too-large", Severity: wire.SeverityError,
		Message: "The message would have {a} bytes when decompressed, more than the {b} that are allowed.",
		Advice: "No real reply has as many, nor do the replies of one list together: it is made to fill the memory " +
			"of clients.", Source: "#compression"}
	problemSplitHeader = wire.ProblemInfo{Code: "a2s-split-header", Severity: wire.SeverityWarning,
		Message: "The header of a part ends after {a} bytes.",
		Advice:  "Servers of Source have been attacked with such datagrams; it is no part of a reply.",
		Source:  "#split-replies"}
	problemNoExtra = wire.ProblemInfo{Code: "a2s-info-old", Severity: wire.SeverityNote,
		Message: "The reply ends before the extra data flags.",
		Advice:  "Old servers send none; the game port and keywords are unknown.", Source: "#info-reply"}
)

var docs = wire.Define(wire.Docs{
	Keys: &known,
	Spec: "protocol/a2s/SPEC.md",
	Messages: []*wire.MessageInfo{
		&infoRequest, &playersRequest, &rulesRequest, &challengeRequest, &pingRequest,
		&goldRequests[0], &goldRequests[1], &goldRequests[2], &goldRequests[3],
		&infoReply, &goldReply, &playersReply, &rulesReply, &challengeReply, &pingReply, &splitReply, &masterRequest,
		&masterReply,
		&frontlinesRequest, &frontlinesReply, &oldestReply,
	},
	Problems: []*wire.ProblemInfo{&problemPlayersFewer, &problemPlayersMore, &problemRulesFewer, &problemRulesMore,
		&problemNoExtra, &problemPlace, &problemUnpacked, &problemChecksum, &problemCompressed, &problemTooLarge,
		&problemFilter, &problemContinues, &problemChunk, &problemEscape, &problemSplitHeader},
	Sections: []wire.Section{
		{Prefix: "a2s.request", Source: "#requests", Layouts: []wire.Layout{request[:]}},
		{Prefix: "a2s.reply", Source: "#replies", Layouts: []wire.Layout{header[:]}},
		{Prefix: "a2s.info", Source: "#info-reply", Layouts: []wire.Layout{info[:]}},
		{Prefix: "a2s.info.ship", Source: "#the-ship", Layouts: []wire.Layout{ship[:]}},
		{Prefix: "a2s.keywords", Source: "#keywords", Layouts: []wire.Layout{keywords[:]}},
		{Prefix: "a2s.goldsource", Source: "#goldsource-info-reply", Layouts: []wire.Layout{gold[:]}},
		{Prefix: "a2s.frontlines", Source: "#frontlines", Layouts: []wire.Layout{frontlines[:]}},
		{Prefix: "a2s.players", Source: "#player-list-reply", Layouts: []wire.Layout{players[:]}},
		{Prefix: "a2s.rules", Source: "#rules-reply", Layouts: []wire.Layout{rules[:]}},
		{Prefix: "a2s.challenge", Source: "#challenge-reply", Layouts: []wire.Layout{challenge[:]}},
		{Prefix: "a2s.split", Source: "#split-replies", Layouts: []wire.Layout{split[:]}},
		{Prefix: "a2s.master.request", Source: "#master-list-request", Layouts: []wire.Layout{listRequest[:]}},
		{Prefix: "a2s.master.reply", Source: "#master-list-reply", Layouts: []wire.Layout{listReply[:]}},
		{Prefix: "a2s.chunk", Source: "#binary-rules", Layouts: []wire.Layout{chunk[:]}},
		{Prefix: "a2s.mods", Source: "#binary-rules", Layouts: []wire.Layout{mods[:]}},
		{Prefix: "a2s.ping", Source: "#ping-reply", Layouts: []wire.Layout{pong[:]}},
	},
})

var matching = wire.Matching{Topics: []wire.Topic{
	{Messages: []*wire.MessageInfo{&infoRequest, &infoReply, &goldReply, &goldRequests[0], &frontlinesRequest,
		&frontlinesReply, &oldestReply, &challengeReply, &splitReply}},
	{Messages: []*wire.MessageInfo{&playersRequest, &playersReply, &goldRequests[1], &challengeReply, &splitReply}},
	{Messages: []*wire.MessageInfo{&rulesRequest, &rulesReply, &goldRequests[2], &challengeReply, &splitReply}},
	{Messages: []*wire.MessageInfo{&challengeRequest, &challengeReply}},
	{Messages: []*wire.MessageInfo{&pingRequest, &pingReply, &goldRequests[3]}},
	{Messages: []*wire.MessageInfo{&masterRequest, &masterReply}},
}}

var Protocol = wire.NewProtocol(wire.Protocol{
	Check: wire.Check{Doubtful: Doubtful, Long: true},
	ID:    ID, Datagrams: true, Docs: docs, Title: "Valve server query (A2S)", Recognise: Recognise,
	Begins: func(c byte) bool { return c >= 0xfe || c == masterType }, Decode: decode,
	Status: Status, MatchKey: MatchKey, Part: Part, Reassemble: Reassemble,
	Matching: &matching,
	Doc: "Source, GoldSource and most games on Steam: info, players and rules after four bytes FF, with a challenge, " +
		"perhaps split among datagrams.",
	Ports: []wire.Port{
		{Number: 27015, Name: "Source and GoldSource games, Rust, ARK, Garry's Mod"},
		{Number: 27016, Name: "a second server of such a game, DayZ"},
		{Number: 28017, Name: "Rust"}, {Number: 2303, Name: "Arma 3"}, {Number: 2457, Name: "Valheim"},
	},
})
