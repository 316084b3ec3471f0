package sqp

import "fragscope/decoder/wire"

const ID = "sqp"

var (
	head = [...]wire.FieldDef{
		{Key: "type", Name: "Type", Kind: wire.KindU8, Symbols: &types},
		{Key: "token", Name: "Challenge token", Kind: wire.KindBytes, Doc: "Zeros where a challenge is requested."},
	}
	request = [...]wire.FieldDef{
		{Key: "version", Name: "Version", Kind: wire.KindU16BE, Doc: "Of the protocol."},
		{Key: "chunks", Name: "Requested chunks", Kind: wire.KindU8, Symbols: &chunks},
	}
	response = [...]wire.FieldDef{
		{Key: "version", Name: "Version", Kind: wire.KindU16BE, Doc: "That of the request."},
		{Key: "packet", Name: "Packet", Kind: wire.KindU8, Doc: "Counts from 0."},
		{Key: "last", Name: "Last packet", Kind: wire.KindU8},
		{Key: "length", Name: "Length", Kind: wire.KindU16BE, Role: wire.RoleLength, Doc: "Of what follows."},
		{Key: "part", Name: "Part", Kind: wire.KindBytes, Role: wire.RoleFragment,
			Doc: "Of chunks that are in several packets."},
	}
	info = [...]wire.FieldDef{
		{Key: "", Name: "Server info", Kind: wire.KindGroup, Role: wire.RoleSection},
		{Key: "length", Name: "Length", Kind: wire.KindU32BE, Role: wire.RoleLength},
		{Key: "players", Name: "Players", Kind: wire.KindU16BE, Role: wire.RolePlayers},
		{Key: "max_players", Name: "Max players", Kind: wire.KindU16BE, Role: wire.RoleMaxPlayers},
		{Key: "name", Name: "Server name", Kind: wire.KindText, Role: wire.RoleServerName, Counts: wire.LengthOfText},
		{Key: "game_type", Name: "Game type", Kind: wire.KindText, Role: wire.RoleGameType, Counts: wire.LengthOfText},
		{Key: "build", Name: "Build", Kind: wire.KindText, Role: wire.RoleVersion, Counts: wire.LengthOfText},
		{Key: "map", Name: "Map", Kind: wire.KindText, Role: wire.RoleMap, Counts: wire.LengthOfText},
		{Key: "port", Name: "Port", Kind: wire.KindU16BE, Role: wire.RoleGamePort},
		{Key: "further", Name: "Further fields", Kind: wire.KindUnknown, Doc: "Of a later version."},
	}
	rules = [...]wire.FieldDef{
		{Key: "", Name: "Server rules", Kind: wire.KindGroup, Role: wire.RoleSection},
		{Key: "length", Name: "Length", Kind: wire.KindU32BE, Role: wire.RoleLength},
	}
	rule = [...]wire.FieldDef{
		{Key: "", Name: "Rule", Kind: wire.KindGroup, Role: wire.RoleRule},
		{Key: "key", Name: "Key", Kind: wire.KindText, Role: wire.RoleKey, Counts: wire.LengthOfText},
		{Key: "type", Name: "Type", Kind: wire.KindU8, Symbols: &valueTypes},
		{Key: "value", Name: "Value", Kind: wire.KindText, Role: wire.RoleValue, Counts: wire.LengthOfText},
		{Key: "number", Name: "Value", Kind: wire.KindU64BE, Role: wire.RoleValue},
		{Key: "fraction", Name: "Value", Kind: wire.KindF32BE, Role: wire.RoleValue},
	}
	players = [...]wire.FieldDef{
		{Key: "", Name: "Player info", Kind: wire.KindGroup, Role: wire.RoleSection},
		{Key: "length", Name: "Length", Kind: wire.KindU32BE, Role: wire.RoleLength},
		{Key: "count", Name: "Players", Kind: wire.KindU16BE, Role: wire.RoleCount},
		{Key: "columns", Name: "Columns", Kind: wire.KindU8},
	}
	player = [...]wire.FieldDef{
		{Key: "", Name: "Player", Kind: wire.KindGroup, Role: wire.RolePlayer},
		{Key: "name", Name: "Name", Kind: wire.KindText, Role: wire.RolePlayerName, Counts: wire.LengthOfText},
		{Key: "score", Name: "Score", Kind: wire.KindU64BE, Role: wire.RolePlayerScore, Counts: wire.LengthOfText},
		{Key: "ping", Name: "Ping", Kind: wire.KindU64BE, Role: wire.RolePlayerPing, Counts: wire.LengthOfText},
		{Key: "team", Name: "Team", Kind: wire.KindU64BE, Role: wire.RolePlayerTeam, Counts: wire.LengthOfText},
		{Key: "id", Name: "ID", Kind: wire.KindU64BE, Role: wire.RolePlayerID, Counts: wire.LengthOfText},
		{Key: "value", Name: "Value", Kind: wire.KindText, Counts: wire.LengthOfText, Doc: "In a column with another name."},
		{Key: "number", Name: "Value", Kind: wire.KindU64BE},
		{Key: "fraction", Name: "Value", Kind: wire.KindF32BE},
	}
	teams = [...]wire.FieldDef{
		{Key: "", Name: "Team info", Kind: wire.KindGroup, Role: wire.RoleSection},
		{Key: "length", Name: "Length", Kind: wire.KindU32BE, Role: wire.RoleLength},
		{Key: "count", Name: "Teams", Kind: wire.KindU16BE, Role: wire.RoleCount},
		{Key: "columns", Name: "Columns", Kind: wire.KindU8},
	}
	team = [...]wire.FieldDef{
		{Key: "", Name: "Team", Kind: wire.KindGroup, Role: wire.RoleTeam},
		{Key: "name", Name: "Name", Kind: wire.KindText, Role: wire.RoleTeamName, Counts: wire.LengthOfText},
		{Key: "score", Name: "Score", Kind: wire.KindU64BE, Role: wire.RoleTeamScore, Counts: wire.LengthOfText},
		{Key: "size", Name: "Size", Kind: wire.KindU64BE, Role: wire.RoleTeamSize, Counts: wire.LengthOfText},
		{Key: "id", Name: "ID", Kind: wire.KindU64BE, Role: wire.RoleTeamID, Counts: wire.LengthOfText},
		{Key: "value", Name: "Value", Kind: wire.KindText, Counts: wire.LengthOfText, Doc: "In a column with another name."},
		{Key: "number", Name: "Value", Kind: wire.KindU64BE},
		{Key: "fraction", Name: "Value", Kind: wire.KindF32BE},
	}
	column = [...]wire.FieldDef{
		{Key: "", Name: "Column", Kind: wire.KindGroup},
		{Key: "name", Name: "Name", Kind: wire.KindText, Counts: wire.LengthOfText},
		{Key: "type", Name: "Type", Kind: wire.KindU8, Symbols: &valueTypes},
	}
	metrics = [...]wire.FieldDef{
		{Key: "", Name: "Metrics", Kind: wire.KindGroup, Role: wire.RoleSection},
		{Key: "length", Name: "Length", Kind: wire.KindU32BE, Role: wire.RoleLength},
		{Key: "count", Name: "Count", Kind: wire.KindU8},
		{Key: "value", Name: "Metric", Kind: wire.KindF32BE, Doc: "Each game has its own."},
	}
	other = [...]wire.FieldDef{
		{Key: "", Name: "Unknown chunk", Kind: wire.KindGroup, Role: wire.RoleSection},
		{Key: "length", Name: "Length", Kind: wire.KindU32BE, Role: wire.RoleLength},
		{Key: "data", Name: "Data", Kind: wire.KindUnknown},
	}
)

// Places in the layouts.
const (
	requestChunks   = 1
	responsePart    = 4 // the length is before it
	infoFurther     = 9
	chunkLength     = 1 // of every chunk
	chunkFields     = 2 // what follows the length
	ruleType        = 2
	columnName      = 1
	columnType      = 2
	metricValue     = 3
	fieldsPerColumn = 4 // group, length of the name, name, type
	valueDefs       = 3 // at the end of rule, player and team: of text, number and fraction
)

var (
	types      = wire.Symbols{Names: "challenge;query"}
	chunks     = wire.Symbols{Flags: true, Names: "server info;server rules;player info;team info;metrics"}
	valueTypes = wire.Symbols{Names: "8 bits;16 bits;32 bits;64 bits;text;32 bits with a fraction"}
)

// kinds are those of the types of values.
var kinds = [...]wire.Kind{wire.KindU8, wire.KindU16BE, wire.KindU32BE, wire.KindU64BE, wire.KindText, wire.KindF32BE}

var (
	challengeRequest = wire.NewRequest("challenge request", "Queries a token, which proves the client's address.")
	challengeReply   = wire.NewReply("challenge reply", "The token that the query has to repeat.")
	queryRequest     = wire.NewRequest("query request", "Queries chunks: info, rules, players, teams, metrics.")
	queryReply       = wire.NewReply("query reply", "The chunks that were requested.")
	partReply        = wire.NewReply("query reply part", "A part of chunks that are in several packets.")
)

var problemChunk = wire.ProblemInfo{Code: "sqp-chunk-unknown", Severity: wire.SeverityWarning,
	Message: "The chunk of {a} {a|byte|bytes} has none of the known layouts.",
	Advice:  "A server with a layout of its own, or bytes are missing: the chunk is shown as it is.",
	Story: "No chunk says which one it is: a client knows that from its request. Here a chunk is read as the first " +
		"of info, rules, players, teams and metrics that ends where its length says."}

var docs = wire.Define(wire.Docs{
	Spec:     "protocol/sqp/SPEC.md",
	Messages: []*wire.MessageInfo{&challengeRequest, &challengeReply, &queryRequest, &queryReply, &partReply},
	Sections: []wire.Section{
		{Prefix: "sqp.head", Source: "#messages", Layouts: []wire.Layout{head[:]}},
		{Prefix: "sqp.request", Source: "#query", Layouts: []wire.Layout{request[:]}},
		{Prefix: "sqp.reply", Source: "#query", Layouts: []wire.Layout{response[:]}},
		{Prefix: "sqp.info", Source: "#server-info", Layouts: []wire.Layout{info[:]}},
		{Prefix: "sqp.rules", Source: "#server-rules", Layouts: []wire.Layout{rules[:]}},
		{Prefix: "sqp.rule", Source: "#server-rules", Layouts: []wire.Layout{rule[:]}},
		{Prefix: "sqp.players", Source: "#players-and-teams", Layouts: []wire.Layout{players[:]}},
		{Prefix: "sqp.teams", Source: "#players-and-teams", Layouts: []wire.Layout{teams[:]}},
		{Prefix: "sqp.column", Source: "#players-and-teams", Layouts: []wire.Layout{column[:]}},
		{Prefix: "sqp.player", Source: "#players-and-teams", Layouts: []wire.Layout{player[:]}},
		{Prefix: "sqp.team", Source: "#players-and-teams", Layouts: []wire.Layout{team[:]}},
		{Prefix: "sqp.metrics", Source: "#metrics", Layouts: []wire.Layout{metrics[:]}},
		{Prefix: "sqp.other", Source: "#chunks", Layouts: []wire.Layout{other[:]},
			Problems: []*wire.ProblemInfo{&problemChunk}},
	},
})

var matching = wire.Matching{Echoes: []*wire.FieldDef{&head[1]}}

var Protocol = wire.NewProtocol(wire.Protocol{
	ID: ID, Datagrams: true, Docs: docs, Title: "Unity SQP", Recognise: recognise, Decode: decode,
	Begins: func(c byte) bool { return c <= typeQuery },
	Status: status, MatchKey: matchKey, Part: part, Merge: merge, Reassemble: reassemble,
	Matching: &matching,
	Doc:      "Unity's Multiplay: a challenge, then info, rules, players and teams, each in a chunk of the reply.",
	Ports:    usual.Ports,
})

// usual has the ports; recognise needs them too.
var usual = wire.Protocol{Ports: []wire.Port{{Offset: 1, Game: gamePort, Name: "Multiplay"}}}
