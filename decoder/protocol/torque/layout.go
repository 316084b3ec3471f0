package torque

import (
	"fragscope/decoder/wire"
)

const ID = "torque"

var kinds = wire.Symbols{List: []wire.Symbol{
	{Value: askTypes, Name: "game types request"}, {Value: askTypes + 2, Name: "game types reply"},
	{Value: askServers, Name: "server list request"}, {Value: askServers + 2, Name: "server list reply"},
	{Value: askMasterInfo, Name: "master info request"}, {Value: askMasterInfo + 2, Name: "master info reply"},
	{Value: askPing, Name: "ping request"}, {Value: askPing + 2, Name: "ping reply"},
	{Value: askInfo, Name: "info request"}, {Value: askInfo + 2, Name: "info reply"},
	{Value: beat, Name: "heartbeat"},
}}

var (
	flags  = wire.Symbols{Flags: true, Loose: true, Names: "offline;not compressed;;;;;;extended"}
	states = wire.Symbols{Flags: true, Loose: true, Names: "dedicated;password;Linux;tournament;no aliases;team damage"}
)

var (
	head = [...]wire.FieldDef{
		{Key: "type", Name: "Type", Kind: wire.KindU8, Symbols: &kinds},
		{Key: "flags", Name: "Flags", Kind: wire.KindU8, Symbols: &flags},
		{Key: "key", Name: "Key", Kind: wire.KindU32LE, Doc: "Of the client's choice; the reply repeats it."},
		{Key: "compressed", Name: "Compressed fields", Kind: wire.KindBytes,
			Doc: "Bits of a Huffman code, which are not read."},
	}
	ping = [...]wire.FieldDef{
		{Key: "query_version", Name: "Query version", Kind: wire.KindText, Counts: wire.LengthOfText,
			Doc: "VER3, VER5 and so on."},
		{Key: "protocol", Name: "Network protocol", Kind: wire.KindU32LE, Doc: "Not in VER3."},
		{Key: "min_protocol", Name: "Oldest protocol", Kind: wire.KindU32LE, Doc: "That a client may have."},
		{Key: "build", Name: "Build", Kind: wire.KindU32LE, Role: wire.RoleVersion},
		{Key: "name", Name: "Server name", Kind: wire.KindText, Role: wire.RoleServerName, Counts: wire.LengthOfText,
			Doc: "At most 24 characters."},
	}
	info = [...]wire.FieldDef{
		{Key: "game", Name: "Game", Kind: wire.KindText, Role: wire.RoleGame, Counts: wire.LengthOfText,
			Doc: "Folders of the mods; base for none."},
		{Key: "mission_type", Name: "Mission type", Kind: wire.KindText, Role: wire.RoleGameType, Counts: wire.LengthOfText},
		{Key: "map", Name: "Mission", Kind: wire.KindText, Role: wire.RoleMap, Counts: wire.LengthOfText},
		{Key: "status", Name: "Status", Kind: wire.KindU8, Symbols: &states},
		{Key: "players", Name: "Players", Kind: wire.KindU8, Role: wire.RolePlayers},
		{Key: "max_players", Name: "Max players", Kind: wire.KindU8, Role: wire.RoleMaxPlayers},
		{Key: "bots", Name: "Bots", Kind: wire.KindU8},
		{Key: "cpu", Name: "Processor speed", Kind: wire.KindU16LE, Doc: "MHz."},
		{Key: "info", Name: "Information", Kind: wire.KindText, Counts: wire.LengthOfText, Doc: "What the owner has to say."},
		{Key: "length", Name: "Content length", Kind: wire.KindU16LE},
	}
	content = [...]wire.FieldDef{
		{Key: "teams", Name: "Teams", Kind: wire.KindDecimal, Role: wire.RoleCount},
		{Key: "team", Name: "Team", Kind: wire.KindGroup, Role: wire.RoleTeam},
		{Key: "team.name", Name: "Name", Kind: wire.KindText, Role: wire.RoleTeamName},
		{Key: "team.score", Name: "Score", Kind: wire.KindText, Role: wire.RoleTeamScore},
		{Key: "players", Name: "Players", Kind: wire.KindDecimal, Role: wire.RoleCount},
		{Key: "player", Name: "Player", Kind: wire.KindGroup, Role: wire.RolePlayer},
		{Key: "player.name", Name: "Name", Kind: wire.KindText, Role: wire.RolePlayerName,
			Doc: "With characters that choose colours."},
		{Key: "player.team", Name: "Team", Kind: wire.KindText, Doc: "Its name."},
		{Key: "player.score", Name: "Score", Kind: wire.KindText, Role: wire.RolePlayerScore},
		{Key: "rest", Name: "Content", Kind: wire.KindText, Doc: "What is not written as above."},
	}
	types = [...]wire.FieldDef{
		{Key: "games", Name: "Games", Kind: wire.KindU8, Role: wire.RoleCount},
		{Key: "game", Name: "Game", Kind: wire.KindText, Counts: wire.LengthOfText},
		{Key: "missions", Name: "Mission types", Kind: wire.KindU8, Role: wire.RoleCount},
		{Key: "mission", Name: "Mission type", Kind: wire.KindText, Counts: wire.LengthOfText},
	}
	filter = [...]wire.FieldDef{
		{Key: "packet", Name: "Packet", Kind: wire.KindU8, Doc: "255 for all, or the number of one."},
		{Key: "game", Name: "Game", Kind: wire.KindText, Counts: wire.LengthOfText, Doc: "any for all."},
		{Key: "mission_type", Name: "Mission type", Kind: wire.KindText, Counts: wire.LengthOfText, Doc: "any for all."},
		{Key: "min_players", Name: "Least players", Kind: wire.KindU8},
		{Key: "max_players", Name: "Most players", Kind: wire.KindU8},
		{Key: "regions", Name: "Regions", Kind: wire.KindU32LE, Doc: "A set of bits."},
		{Key: "build", Name: "Build", Kind: wire.KindU32LE, Doc: "0 for any."},
		{Key: "status", Name: "Status", Kind: wire.KindU8, Symbols: &states},
		{Key: "max_bots", Name: "Most bots", Kind: wire.KindU8},
		{Key: "min_cpu", Name: "Least processor speed", Kind: wire.KindU16LE, Doc: "MHz."},
		{Key: "buddies", Name: "Friends", Kind: wire.KindU8, Role: wire.RoleCount},
		{Key: "buddy", Name: "Friend", Kind: wire.KindU32LE, Doc: "The identity of a player that the server should have."},
	}
	list = [...]wire.FieldDef{
		{Key: "packet", Name: "Packet", Kind: wire.KindU8, Doc: "Its number, from 0."},
		{Key: "total", Name: "Packets", Kind: wire.KindU8},
		{Key: "count", Name: "Servers", Kind: wire.KindU16LE, Role: wire.RoleCount},
		{Key: "server", Name: "Server", Kind: wire.KindGroup, Role: wire.RoleServerEntry},
		{Key: "server.address", Name: "Address", Kind: wire.KindIPv4, Role: wire.RoleServerHost},
		{Key: "server.port", Name: "Port", Kind: wire.KindU16LE, Role: wire.RoleQueryPort},
	}
	told = [...]wire.FieldDef{
		{Key: "game", Name: "Game", Kind: wire.KindText, Counts: wire.LengthOfText},
		{Key: "mission_type", Name: "Mission type", Kind: wire.KindText, Counts: wire.LengthOfText},
		{Key: "rest", Name: "Numbers", Kind: wire.KindBytes,
			Doc: "Player counts, regions, build, status, bots, processor speed and players' identities, in an order that the " +
				"games do not share."},
	}
)

// Places in the layouts.
const (
	headKey        = 2
	headCompressed = 3

	pingVersion  = 0
	pingProtocol = 1

	infoStatus = 3
	infoBots   = 6
	infoLength = 9
	infoText   = 8
	infoCPU    = 7

	contentTeams   = 0
	contentTeam    = 1
	contentPlayers = 4
	contentPlayer  = 5
	contentMember  = 7
	contentRest    = 9

	filterBuddies = 10
	listServer    = 3
)

// Messages, in the order of abouts.
var (
	requests = [...]wire.MessageInfo{
		{Name: "info request", Direction: wire.Request, Doc: "Queries mission, player counts and players."},
		{Name: "ping request", Direction: wire.Request, Doc: "Queries name and versions."},
		{Name: "game types request", Direction: wire.Request, Doc: "Queries a master for games and mission types."},
		{Name: "filtered list request", Direction: wire.Request, Doc: "Queries a master for servers."},
		{Name: "master info request", Direction: wire.Request, Doc: "A master's word to a server that was heard of."},
		{Name: "heartbeat", Direction: wire.Request, Optional: true, Doc: "A server's word to its master."},
	}
	replies = [...]wire.MessageInfo{
		{Name: "info reply", Direction: wire.Reply, Doc: "Mission, player counts, and as a rule teams and players."},
		{Name: "ping reply", Direction: wire.Reply, Doc: "Name and versions."},
		{Name: "game types reply", Direction: wire.Reply, Doc: "Games and mission types that a master knows."},
		{Name: "filtered list reply", Direction: wire.Reply, Doc: "Addresses of servers."},
		{Name: "master info reply", Direction: wire.Reply, Doc: "What a server says to its master."},
	}
)

const (
	aboutInfo = iota
	aboutPing
	aboutTypes
	aboutServers
	aboutMaster
	aboutBeat
)

var (
	problemCompressed = wire.ProblemInfo{Code: "torque-compressed", Severity: wire.SeverityNote,
		Message: "The texts are compressed, and {a|byte} are not read.",
		Advice:  "Query with bit 1 of the flags: then servers do not compress.", Source: "#compression"}
	problemContent = wire.ProblemInfo{Code: "torque-content", Severity: wire.SeverityNote,
		Message: "From here on the content is not a list of teams and players.",
		Advice: "A script of the server writes it: it may be of another game, or cut by the server at its greatest " +
			"length.", Source: "#content"}
)

var docs = wire.Define(wire.Docs{
	Spec: "protocol/torque/SPEC.md",
	Messages: []*wire.MessageInfo{
		&requests[0], &requests[1], &requests[2], &requests[3], &requests[4], &requests[5], &replies[0], &replies[1],
		&replies[2], &replies[3], &replies[4],
	},
	Problems: []*wire.ProblemInfo{&problemCompressed, &problemContent},
	Sections: []wire.Section{
		{Prefix: "torque.head", Source: "#head", Layouts: []wire.Layout{head[:]}},
		{Prefix: "torque.ping", Source: "#ping", Layouts: []wire.Layout{ping[:]}},
		{Prefix: "torque.info", Source: "#info", Layouts: []wire.Layout{info[:]}},
		{Prefix: "torque.content", Source: "#content", Layouts: []wire.Layout{content[:]}},
		{Prefix: "torque.types", Source: "#masters", Layouts: []wire.Layout{types[:]}},
		{Prefix: "torque.filter", Source: "#masters", Layouts: []wire.Layout{filter[:]}},
		{Prefix: "torque.list", Source: "#masters", Layouts: []wire.Layout{list[:]}},
		{Prefix: "torque.told", Source: "#masters", Layouts: []wire.Layout{told[:]}},
	},
})

var matching = wire.Matching{Echoes: []*wire.FieldDef{&head[headKey]}, Topics: []wire.Topic{
	{Messages: []*wire.MessageInfo{&requests[aboutInfo], &replies[aboutInfo]}},
	{Messages: []*wire.MessageInfo{&requests[aboutPing], &replies[aboutPing]}},
	{Messages: []*wire.MessageInfo{&requests[aboutTypes], &replies[aboutTypes]}},
	{Messages: []*wire.MessageInfo{&requests[aboutServers], &replies[aboutServers]}, Several: true},
	{Messages: []*wire.MessageInfo{&requests[aboutMaster], &replies[aboutMaster]}},
	{Messages: []*wire.MessageInfo{&requests[aboutBeat]}},
}}

var Protocol = wire.NewProtocol(wire.Protocol{
	ID: ID, Datagrams: true, Docs: docs, Title: "Torque query", Brief: true, Recognise: recognise, Begins: begins,
	Decode:   decode,
	Status:   Status,
	Matching: &matching,
	Doc:      "Tribes 2 and games on its engine: a ping and an info, one datagram each; masters and their lists.",
	Ports:    ports.Ports,
})

// ports are usual, and decide whether what cannot be read is of this protocol.
var ports = wire.Protocol{Ports: []wire.Port{{Number: 28000, Name: "Tribes 2"},
	{Number: 15101, Name: "masters of Tribes 2"}}}
