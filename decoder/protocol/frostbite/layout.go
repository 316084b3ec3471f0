package frostbite

import "fragscope/decoder/wire"

const ID = "frostbite"

var (
	packet = [...]wire.FieldDef{
		{Key: "", Name: "Packet", Kind: wire.KindGroup, Role: wire.RoleSection},
		{Key: "sequence", Name: "Sequence", Kind: wire.KindU32LE, Parts: sequenceParts[:],
			Doc: "A reply has the number of its request."},
		{Key: "size", Name: "Size", Kind: wire.KindU32LE, Role: wire.RoleLength,
			Doc: "Bytes of the packet, with these."},
		{Key: "words", Name: "Words", Kind: wire.KindU32LE, Role: wire.RoleCount},
		{Key: "length", Name: "Length", Kind: wire.KindU32LE, Role: wire.RoleLength,
			Doc: "Bytes of the word, without its NUL."},
		{Key: "end", Name: "End of the word", Kind: wire.KindConst},
		{Key: "command", Name: "Command", Kind: wire.KindText, Doc: "Of a request or an event."},
		{Key: "result", Name: "Result", Kind: wire.KindText, Symbols: &results},
		{Key: "word", Name: "Word", Kind: wire.KindText},
	}
	info = [...]wire.FieldDef{
		{Key: "name", Name: "Server name", Kind: wire.KindText, Role: wire.RoleServerName},
		{Key: "players", Name: "Players", Kind: wire.KindDecimal, Role: wire.RolePlayers},
		{Key: "max_players", Name: "Max players", Kind: wire.KindDecimal, Role: wire.RoleMaxPlayers},
		{Key: "mode", Name: "Game mode", Kind: wire.KindText, Role: wire.RoleGameType},
		{Key: "map", Name: "Map", Kind: wire.KindText, Role: wire.RoleMap},
		{Key: "rounds_played", Name: "Rounds played", Kind: wire.KindDecimal},
		{Key: "rounds", Name: "Rounds", Kind: wire.KindDecimal},
		{Key: "teams", Name: "Teams", Kind: wire.KindDecimal, Doc: "How many scores follow."},
	}
	team = [...]wire.FieldDef{
		{Key: "", Name: "Team", Kind: wire.KindGroup, Role: wire.RoleTeam},
		{Key: "score", Name: "Tickets", Kind: wire.KindText, Role: wire.RoleTeamScore, Doc: "Perhaps with a fraction."},
	}
	rest = [...]wire.FieldDef{
		{Key: "target_score", Name: "Target score", Kind: wire.KindDecimal},
		{Key: "state", Name: "Online state", Kind: wire.KindText, Doc: "Empty while everything is well."},
		{Key: "ranked", Name: "Ranked", Kind: wire.KindText},
		{Key: "punkbuster", Name: "PunkBuster", Kind: wire.KindText},
		{Key: "password", Name: "Password needed", Kind: wire.KindText, Role: wire.RolePassword},
		{Key: "uptime", Name: "Uptime", Kind: wire.KindDecimal, Doc: "Seconds."},
		{Key: "round_time", Name: "Time of the round", Kind: wire.KindDecimal, Doc: "Seconds."},
		{Key: "mod", Name: "Mod", Kind: wire.KindText, Doc: "Bad Company 2: BC2 or VIETNAM."},
		{Key: "map_pack", Name: "Map pack", Kind: wire.KindText, Doc: "Bad Company 2."},
		{Key: "address", Name: "Game address", Kind: wire.KindText, Doc: "Address and port for players."},
		{Key: "punkbuster_version", Name: "PunkBuster version", Kind: wire.KindText},
		{Key: "join_queue", Name: "Join queue", Kind: wire.KindText},
		{Key: "region", Name: "Region", Kind: wire.KindText},
		{Key: "ping_site", Name: "Closest ping site", Kind: wire.KindText},
		{Key: "country", Name: "Country", Kind: wire.KindText},
		{Key: "quick_match", Name: "Quick match", Kind: wire.KindText},
	}
	version = [...]wire.FieldDef{
		{Key: "game", Name: "Game", Kind: wire.KindText, Role: wire.RoleGame, Symbols: &games},
		{Key: "version", Name: "Version", Kind: wire.KindText, Role: wire.RoleVersion},
	}
	players = [...]wire.FieldDef{
		{Key: "columns", Name: "Columns", Kind: wire.KindDecimal, Role: wire.RoleCount},
		{Key: "column", Name: "Column", Kind: wire.KindText},
		{Key: "count", Name: "Players", Kind: wire.KindDecimal, Role: wire.RoleCount},
		{Key: "player", Name: "Player", Kind: wire.KindGroup, Role: wire.RolePlayer},
	}
	// columns are those of a player that games are known to send; their names on the
	// wire are the ends of their keys.
	columns = [...]wire.FieldDef{
		{Key: "name", Name: "Name", Kind: wire.KindText, Role: wire.RolePlayerName},
		{Key: "guid", Name: "GUID", Kind: wire.KindText, Role: wire.RolePlayerExtra},
		{Key: "teamId", Name: "Team", Kind: wire.KindDecimal, Role: wire.RolePlayerTeam},
		{Key: "squadId", Name: "Squad", Kind: wire.KindDecimal, Role: wire.RolePlayerExtra},
		{Key: "kills", Name: "Kills", Kind: wire.KindDecimal, Role: wire.RolePlayerExtra},
		{Key: "deaths", Name: "Deaths", Kind: wire.KindDecimal, Role: wire.RolePlayerExtra},
		{Key: "score", Name: "Score", Kind: wire.KindDecimal, Role: wire.RolePlayerScore},
		{Key: "rank", Name: "Rank", Kind: wire.KindDecimal, Role: wire.RolePlayerExtra},
		{Key: "ping", Name: "Ping", Kind: wire.KindDecimal, Role: wire.RolePlayerPing,
			Doc: "Milliseconds; 65535 for unknown."},
		{Key: "type", Name: "Type", Kind: wire.KindDecimal, Role: wire.RolePlayerExtra, Symbols: &types},
		{Key: "clanTag", Name: "Clan tag", Kind: wire.KindText, Role: wire.RolePlayerExtra},
		{Key: "other", Name: "Value", Kind: wire.KindText, Doc: "Of a column that is not known."},
	}

	sequenceParts = [...]wire.BitPart{{Name: "from the server", Mask: 1 << 31}, {Name: "response", Mask: 1 << 30},
		{Name: "number", Mask: 1<<30 - 1}}
	results = wire.Symbols{Loose: true,
		Names: ";OK|done;UnknownCommand|the server does not know it;InvalidArguments|the arguments do not " +
			"fit;LogInRequired|only for administrators;InvalidPassword|wrong password"}
	games = wire.Symbols{Loose: true,
		Names: ";BFBC2|Battlefield: Bad Company 2;BF3|Battlefield 3;BF4|Battlefield 4;BFHL|Battlefield Hardline;MOH|Medal " +
			"of Honor"}
	types = wire.Symbols{Loose: true, Names: "player;spectator;commander, on a PC;commander, on a tablet"}
)

// Places in the layouts.
const (
	packetGroup = iota
	packetSequence
	packetSize
	packetWords
	packetLength
	packetEnd
	packetCommand
	packetResult
	packetWord
)

const (
	infoPlayed = 5
	infoRounds = 6
	infoTeams  = 7
	restMod    = 7
	restServer = 9
	other      = len(columns) - 1
)

const (
	playersColumns = iota
	playersColumn
	playersCount
	playersGroup
)

var (
	infoRequest    = wire.NewRequest("server info request", "Queries name, map and player counts.")
	versionRequest = wire.NewRequest("version request", "Queries the game and its build.")
	playersRequest = wire.NewRequest("player list request", "Queries the players.")
	otherRequest   = wire.MessageInfo{Name: "command", Direction: wire.Request, DecodeOnly: true,
		Doc: "Another command, most of them for administrators."}
	acknowledgement = wire.MessageInfo{Name: "event acknowledgement", Direction: wire.Request, DecodeOnly: true,
		Optional: true, Doc: "The client received an event."}
	infoReply    = wire.NewReply("server info reply", "Name, map, player counts, scores of the teams and more.")
	versionReply = wire.NewReply("version reply", "The game and its build.")
	playersReply = wire.NewReply("player list reply", "The names of the columns, then the players.")
	otherReply   = wire.NewReply("command reply", "The result of another command, or why there is none.")
	event        = wire.MessageInfo{Name: "event", Direction: wire.Reply, Optional: true,
		Doc: "What happens on the server, to clients that asked for events."}
)

var (
	problemSize = wire.ProblemInfo{Code: "frostbite-size", Severity: wire.SeverityError, Damage: true,
		Message: "The packet should have {a} bytes; its words end after {b}.",
		Advice:  "Size, count or a length is damaged.", Source: "#packets"}
)

var docs = wire.Define(wire.Docs{
	Spec: "protocol/frostbite/SPEC.md",
	Messages: []*wire.MessageInfo{
		&infoRequest, &versionRequest, &playersRequest, &otherRequest, &acknowledgement, &infoReply, &versionReply,
		&playersReply, &otherReply, &event,
	},
	Problems: []*wire.ProblemInfo{&problemSize},
	Sections: []wire.Section{
		{Prefix: "frostbite.packet", Source: "#packets", Layouts: []wire.Layout{packet[:]}},
		{Prefix: "frostbite.info", Source: "#server-info", Layouts: []wire.Layout{info[:], rest[:]}},
		{Prefix: "frostbite.team", Source: "#server-info", Layouts: []wire.Layout{team[:]}},
		{Prefix: "frostbite.version", Source: "#version", Layouts: []wire.Layout{version[:]}},
		{Prefix: "frostbite.players", Source: "#player-list", Layouts: []wire.Layout{players[:]}},
		{Prefix: "frostbite.player", Source: "#player-list", Layouts: []wire.Layout{columns[:]}},
	},
})

var matching = wire.Matching{Topics: []wire.Topic{
	{Messages: []*wire.MessageInfo{&infoRequest, &infoReply, &otherReply}},
	{Messages: []*wire.MessageInfo{&versionRequest, &versionReply, &otherReply}},
	{Messages: []*wire.MessageInfo{&playersRequest, &playersReply, &otherReply}},
	{Messages: []*wire.MessageInfo{&otherRequest, &otherReply}},
	{Messages: []*wire.MessageInfo{&acknowledgement, &event}},
}}

var Protocol = wire.NewProtocol(wire.Protocol{
	ID: ID, Docs: docs, Title: "Frostbite remote administration", Stream: true, Recognise: recognise, Decode: decode,
	Status: Status, MatchKey: MatchKey,
	Matching: &matching,
	Doc: "Battlefield 3, 4, Hardline and Bad Company 2 and Medal of Honor: words after their lengths over TCP; server " +
		"info, version and players need no password.",
	Ports: []wire.Port{{Number: 47200, Name: "Battlefield 3, 4, Hardline"},
		{Number: 48888, Name: "Battlefield: Bad Company 2, Medal of Honor"}},
})
