package tribes

import (
	"fragscope/decoder/wire"
)

const ID = "tribes"

// kinds are the first bytes of queries and of their replies, each of which is one
// more than its request.
var kinds = wire.Symbols{List: []wire.Symbol{
	{Value: askInfo, Name: "info request"}, {Value: askInfo + 1, Name: "info reply"},
	{Value: askDetails, Name: "details request"}, {Value: askDetails + 1, Name: "details reply"},
	{Value: askStarsiege, Name: "Starsiege request"}, {Value: askStarsiege + 1, Name: "Starsiege reply"},
}}

var (
	head = [...]wire.FieldDef{
		{Key: "type", Name: "Type", Kind: wire.KindU8, Symbols: &kinds},
		{Key: "key", Name: "Key", Kind: wire.KindBytes, Doc: "Two bytes of the client's choice; the reply repeats them."},
		{Key: "repeats", Name: "Type of the request", Kind: wire.KindU8, Symbols: &kinds, Doc: "In replies."},
	}
	info = [...]wire.FieldDef{
		{Key: "game", Name: "Game", Kind: wire.KindText, Role: wire.RoleGame, Counts: wire.LengthOfText,
			Doc: "Tribes or Starsiege."},
		{Key: "version", Name: "Version", Kind: wire.KindText, Role: wire.RoleVersion, Counts: wire.LengthOfText},
		{Key: "name", Name: "Server name", Kind: wire.KindText, Role: wire.RoleServerName, Counts: wire.LengthOfText},
		{Key: "dedicated", Name: "Dedicated", Kind: wire.KindU8, Symbols: &wire.YesNo},
		{Key: "password", Name: "Password needed", Kind: wire.KindU8, Role: wire.RolePassword, Symbols: &wire.YesNo},
		{Key: "players", Name: "Players", Kind: wire.KindU8, Role: wire.RolePlayers},
		{Key: "max_players", Name: "Max players", Kind: wire.KindU8, Role: wire.RoleMaxPlayers},
	}
	details = [...]wire.FieldDef{
		{Key: "cpu", Name: "Processor speed", Kind: wire.KindU16LE, Doc: "MHz."},
		{Key: "mods", Name: "Mods", Kind: wire.KindText, Counts: wire.LengthOfText,
			Doc: "Names with spaces between them; base for none."},
		{Key: "mission_type", Name: "Mission type", Kind: wire.KindText, Role: wire.RoleGameType, Counts: wire.LengthOfText},
		{Key: "map", Name: "Mission", Kind: wire.KindText, Role: wire.RoleMap, Counts: wire.LengthOfText},
		{Key: "description", Name: "Description", Kind: wire.KindText, Counts: wire.LengthOfText,
			Doc: "Also administrator and address."},
		{Key: "teams", Name: "Teams", Kind: wire.KindU8, Role: wire.RoleCount, Doc: "How many follow."},
		{Key: "team_heads", Name: "Heads of teams", Kind: wire.KindText, Counts: wire.LengthOfText,
			Doc: "Columns of a team's row, with tabs between them."},
		{Key: "player_heads", Name: "Heads of players", Kind: wire.KindText, Counts: wire.LengthOfText,
			Doc: "Columns of a player's row."},
	}
	team = [...]wire.FieldDef{
		{Key: "", Name: "Team", Kind: wire.KindGroup, Role: wire.RoleTeam},
		{Key: "name", Name: "Name", Kind: wire.KindText, Role: wire.RoleTeamName, Counts: wire.LengthOfText},
		{Key: "row", Name: "Row", Kind: wire.KindText, Counts: wire.LengthOfText,
			Doc: "Values with tabs between them; %t stands for the name."},
	}
	player = [...]wire.FieldDef{
		{Key: "", Name: "Player", Kind: wire.KindGroup, Role: wire.RolePlayer},
		{Key: "ping", Name: "Ping", Kind: wire.KindU8, Doc: "In units of 4 ms."},
		{Key: "loss", Name: "Packet loss", Kind: wire.KindU8, Role: wire.RolePlayerExtra, Doc: "Percent."},
		{Key: "team", Name: "Team", Kind: wire.KindU8, Role: wire.RolePlayerTeam, Doc: "255 for none."},
		{Key: "name", Name: "Name", Kind: wire.KindText, Role: wire.RolePlayerName, Counts: wire.LengthOfText},
		{Key: "row", Name: "Row", Kind: wire.KindText, Counts: wire.LengthOfText,
			Doc: "Values with tabs between them; %n, %t, %p and %l stand for name, team, ping and packet loss."},
	}
	starsiege = [...]wire.FieldDef{
		{Key: "password", Name: "Password needed", Kind: wire.KindU8, Role: wire.RolePassword, Symbols: &wire.YesNo},
		{Key: "dedicated", Name: "Dedicated", Kind: wire.KindU8, Symbols: &wire.YesNo},
		{Key: "drop_in", Name: "Joining in progress", Kind: wire.KindU8, Symbols: &wire.YesNo,
			Doc: "Whether players may join while a game runs."},
		{Key: "running", Name: "Game in progress", Kind: wire.KindU8, Symbols: &wire.YesNo},
		{Key: "players", Name: "Players", Kind: wire.KindU32LE, Role: wire.RolePlayers},
		{Key: "max_players", Name: "Max players", Kind: wire.KindU32LE, Role: wire.RoleMaxPlayers},
		{Key: "team_play", Name: "Team play", Kind: wire.KindU8},
		{Key: "map", Name: "Mission", Kind: wire.KindText, Role: wire.RoleMap, Counts: wire.LengthOfText},
		{Key: "cpu", Name: "Processor speed", Kind: wire.KindU16LE, Doc: "MHz."},
		{Key: "factory", Name: "Factory vehicles only", Kind: wire.KindU8, Symbols: &wire.YesNo},
		{Key: "tech_mix", Name: "Technologies mixed", Kind: wire.KindU8, Symbols: &wire.YesNo},
		{Key: "spawn_limit", Name: "Spawn limit", Kind: wire.KindU32LE},
		{Key: "frag_limit", Name: "Frag limit", Kind: wire.KindU32LE},
		{Key: "time_limit", Name: "Time limit", Kind: wire.KindU32LE},
		{Key: "tech_limit", Name: "Technology limit", Kind: wire.KindU32LE},
		{Key: "combat_limit", Name: "Combat value limit", Kind: wire.KindU32LE},
		{Key: "mass_limit", Name: "Mass limit", Kind: wire.KindU32LE},
		{Key: "sent", Name: "Players sent", Kind: wire.KindU32LE, Role: wire.RoleCount},
	}
	pilot = [...]wire.FieldDef{
		{Key: "", Name: "Player", Kind: wire.KindGroup, Role: wire.RolePlayer},
		{Key: "name", Name: "Name", Kind: wire.KindText, Role: wire.RolePlayerName, Counts: wire.LengthOfText},
		{Key: "team", Name: "Team", Kind: wire.KindU8, Role: wire.RolePlayerTeam, Symbols: &colours},
	}
	master = [...]wire.FieldDef{
		{Key: "version", Name: "Version", Kind: wire.KindConst, Doc: "16."},
		{Key: "type", Name: "Type", Kind: wire.KindU8, Symbols: &masterKinds},
		{Key: "packet", Name: "Packet", Kind: wire.KindU8,
			Doc: "Request: 255 for all, or one. Reply: the number of this one, from 1."},
		{Key: "total", Name: "Packets", Kind: wire.KindU8, Doc: "Reply: how many there are. Request: a packet's number."},
		{Key: "key", Name: "Key", Kind: wire.KindBytes, Doc: "Two bytes of the client's choice; the reply repeats them."},
		{Key: "id", Name: "Master", Kind: wire.KindU16LE, Doc: "A number of the master's own."},
		{Key: "name", Name: "Name of the master", Kind: wire.KindText, Counts: wire.LengthOfText,
			Doc: "In the first packet."},
		{Key: "news", Name: "News", Kind: wire.KindText, Counts: wire.LengthOfText, Doc: "In the first packet."},
		{Key: "reserved", Name: "Reserved", Kind: wire.KindU8, Doc: "0."},
		{Key: "count", Name: "Servers", Kind: wire.KindU8, Role: wire.RoleCount},
		{Key: "rest", Name: "Padding", Kind: wire.KindPadding, Doc: "Of requests."},
	}
	server = [...]wire.FieldDef{
		{Key: "", Name: "Server", Kind: wire.KindGroup, Role: wire.RoleServerEntry},
		{Key: "length", Name: "Length", Kind: wire.KindConst, Doc: "6."},
		{Key: "address", Name: "Address", Kind: wire.KindIPv4, Role: wire.RoleServerHost},
		{Key: "port", Name: "Port", Kind: wire.KindU16LE, Role: wire.RoleQueryPort},
	}
)

// Places in the layouts.
const (
	headKey = 1

	infoDedicated = 3
	infoPlayers   = 5

	detailsTeams   = 5
	detailsPlayers = 7

	nameAt = 1 // of a team, or a player of Starsiege
	rowAt  = 2

	playerPing = 1
	playerName = 4
	playerRow  = 5

	starsiegeSent = 17

	masterKey      = 4
	masterName     = 6
	masterReserved = 8
	masterCount    = 9
	masterRest     = 10
)

var (
	masterKinds = wire.Symbols{List: []wire.Symbol{{Value: askServers, Name: "server list request"},
		{Value: tellServers, Name: "server list reply"}}}
	colours = wire.Symbols{Loose: true, List: []wire.Symbol{{Value: 1, Name: "yellow"}, {Value: 2, Name: "blue"},
		{Value: 4, Name: "red"}, {Value: 8, Name: "purple"}}}
)

var (
	requests = [...]wire.MessageInfo{
		{Name: "details request", Direction: wire.Request, Doc: "Queries the server with its teams and players."},
		{Name: "info request", Direction: wire.Request, Doc: "Queries name, version and player counts."},
		{Name: "Starsiege request", Direction: wire.Request, Doc: "Queries a server of Starsiege, with its players."},
		{Name: "server list request", Direction: wire.Request, Doc: "Queries a master for servers."},
	}
	replies = [...]wire.MessageInfo{
		{Name: "details reply", Direction: wire.Reply, Doc: "The server, its teams and its players."},
		{Name: "info reply", Direction: wire.Reply, Doc: "Name, version and player counts."},
		{Name: "Starsiege reply", Direction: wire.Reply, Doc: "A server of Starsiege, its limits and its players."},
		{Name: "server list reply", Direction: wire.Reply, Doc: "Addresses of servers."},
	}
)

// Places in requests and replies.
const (
	aboutDetails = iota
	aboutInfo
	aboutStarsiege
	aboutServers
)

var (
	problemRepeats = wire.ProblemInfo{Code: "tribes-repeats", Severity: wire.SeverityWarning,
		Message: "The reply repeats {a} where its type says {b}.",
		Advice:  "A server repeats the first byte of the request: the reply is of another program.", Source: "#head"}
	problemPlayers = wire.ProblemInfo{Code: "tribes-players", Severity: wire.SeverityWarning, Damage: true,
		Message: "The reply counts {a} players and lists {b}.",
		Advice:  "The list is cut, or players came while it was made; what is listed counts.", Source: "#players"}
	problemColumns = wire.ProblemInfo{Code: "tribes-columns", Severity: wire.SeverityNote,
		Message: "The row has {a} values under {b} heads.",
		Advice:  "A script of the server wrote one of them; values go to the heads in their order.", Source: "#rows"}
)

var docs = wire.Define(wire.Docs{
	Spec: "protocol/tribes/SPEC.md",
	Messages: []*wire.MessageInfo{
		&requests[0], &requests[1], &requests[2], &requests[3], &replies[0], &replies[1], &replies[2], &replies[3],
	},
	Problems: []*wire.ProblemInfo{&problemRepeats, &problemPlayers, &problemColumns},
	Sections: []wire.Section{
		{Prefix: "tribes.head", Source: "#head", Layouts: []wire.Layout{head[:]}},
		{Prefix: "tribes.info", Source: "#info", Layouts: []wire.Layout{info[:]}},
		{Prefix: "tribes.details", Source: "#details", Layouts: []wire.Layout{details[:]}},
		{Prefix: "tribes.team", Source: "#teams", Layouts: []wire.Layout{team[:]}},
		{Prefix: "tribes.player", Source: "#players", Layouts: []wire.Layout{player[:]}},
		{Prefix: "tribes.starsiege", Source: "#starsiege", Layouts: []wire.Layout{starsiege[:]}},
		{Prefix: "tribes.pilot", Source: "#starsiege", Layouts: []wire.Layout{pilot[:]}},
		{Prefix: "tribes.master", Source: "#masters", Layouts: []wire.Layout{master[:]}},
		{Prefix: "tribes.server", Source: "#masters", Layouts: []wire.Layout{server[:]}},
	},
})

var matching = wire.Matching{Echoes: []*wire.FieldDef{&head[headKey], &master[masterKey]}, Topics: []wire.Topic{
	{Messages: []*wire.MessageInfo{&requests[aboutDetails], &replies[aboutDetails]}},
	{Messages: []*wire.MessageInfo{&requests[aboutInfo], &replies[aboutInfo]}},
	{Messages: []*wire.MessageInfo{&requests[aboutStarsiege], &replies[aboutStarsiege]}},
	{Messages: []*wire.MessageInfo{&requests[aboutServers], &replies[aboutServers]}, Several: true},
}}

var Protocol = wire.NewProtocol(wire.Protocol{
	ID: ID, Datagrams: true, Docs: docs, Title: "Tribes query", Recognise: recognise, Begins: begins, Decode: decode,
	Status:   Status,
	Matching: &matching,
	Doc:      "Starsiege: Tribes and Starsiege: a byte and a key ask, one datagram answers; masters and their lists.",
	Ports:    ports.Ports,
})

// ports are usual, and decide whether three bytes are a request.
var ports = wire.Protocol{Ports: []wire.Port{{Number: 28001, Name: "Starsiege: Tribes"},
	{Number: 29001, Name: "Starsiege"},
	{Number: 28000, Name: "masters of Tribes"}}}
