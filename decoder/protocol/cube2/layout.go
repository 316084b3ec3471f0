package cube2

import "fragscope/decoder/wire"

// ID names the protocol.
const ID = "cube2"

// All numbers are written in one, three or five bytes; see number.
var (
	common = [...]wire.FieldDef{
		{Key: "wide", Name: "Width mark", Kind: wire.KindConst, Doc: "80 before 16 bits, 81 before 32."},
		{Key: "echo", Name: "Number", Kind: wire.KindI8, Doc: "Any but 0, as the time; the reply repeats it."},
		{Key: "extended", Name: "Extended info", Kind: wire.KindConst, Doc: "00."},
		{Key: "command", Name: "Command", Kind: wire.KindI8, Symbols: &commands},
		{Key: "wanted", Name: "Wanted client", Kind: wire.KindI8, Symbols: &all},
		{Key: "ack", Name: "Acknowledgement", Kind: wire.KindI8, Doc: "-1."},
		{Key: "version", Name: "Version", Kind: wire.KindI8, Doc: "Of extended info: 105 for Cube 2, 104 for AssaultCube."},
		{Key: "error", Name: "Error", Kind: wire.KindI8, Symbols: &errors,
			Doc: "1: no such client, no teams, or no such command."},
		{Key: "uptime", Name: "Uptime", Kind: wire.KindI8, Unit: wire.UnitSeconds},
	}
	info = [...]wire.FieldDef{
		{Key: "clients", Name: "Clients", Kind: wire.KindI8, Role: wire.RolePlayers},
		{Key: "attributes", Name: "Attributes", Kind: wire.KindI8, Role: wire.RoleCount},
		{Key: "protocol", Name: "Protocol", Kind: wire.KindI8, Role: wire.RoleVersion,
			Doc: "260 for the edition of 2020."},
		{Key: "mode", Name: "Mode", Kind: wire.KindI8, Role: wire.RoleGameType, Symbols: &modes},
		{Key: "seconds", Name: "Time left", Kind: wire.KindI8, Unit: wire.UnitSeconds},
		{Key: "max_clients", Name: "Max clients", Kind: wire.KindI8, Role: wire.RoleMaxPlayers},
		{Key: "master_mode", Name: "Master mode", Kind: wire.KindI8, Symbols: &masterModes},
		{Key: "paused", Name: "Paused", Kind: wire.KindI8, Symbols: &wire.YesNo},
		{Key: "speed", Name: "Speed", Kind: wire.KindI8, Doc: "Percent."},
		{Key: "attribute", Name: "Attribute", Kind: wire.KindI8, Doc: "Not known."},
		{Key: "map", Name: "Map", Kind: wire.KindText, Role: wire.RoleMap},
		{Key: "name", Name: "Description", Kind: wire.KindText, Role: wire.RoleServerName},
	}
	assault = [...]wire.FieldDef{
		{Key: "protocol", Name: "Protocol", Kind: wire.KindI8, Role: wire.RoleVersion,
			Doc: "1201 for version 1.2."},
		{Key: "mode", Name: "Mode", Kind: wire.KindI8, Role: wire.RoleGameType, Symbols: &assaultModes},
		{Key: "clients", Name: "Clients", Kind: wire.KindI8, Role: wire.RolePlayers},
		{Key: "minutes", Name: "Time left", Kind: wire.KindI8, Unit: wire.UnitMinutes},
		{Key: "map", Name: "Map", Kind: wire.KindText, Role: wire.RoleMap},
		{Key: "name", Name: "Description", Kind: wire.KindText, Role: wire.RoleServerName},
		{Key: "max_clients", Name: "Max clients", Kind: wire.KindI8, Role: wire.RoleMaxPlayers},
		{Key: "flags", Name: "Flags", Kind: wire.KindI8, Parts: flags,
			Doc: "What the client may expect, and the master mode from bit 6 on."},
	}
	player = [...]wire.FieldDef{
		{Key: "ids", Name: "Kind of reply", Kind: wire.KindI8, Doc: "-10: IDs follow; -11: a player."},
		{Key: "listed", Name: "Client", Kind: wire.KindI8, Doc: "One that a datagram of its own describes."},
		{Key: "", Name: "Player", Kind: wire.KindGroup, Role: wire.RolePlayer},
		{Key: "client", Name: "Client", Kind: wire.KindI8, Role: wire.RolePlayerID},
		{Key: "ping", Name: "Ping", Kind: wire.KindI8, Role: wire.RolePlayerPing, Doc: "Milliseconds."},
		{Key: "name", Name: "Name", Kind: wire.KindText, Role: wire.RolePlayerName},
		{Key: "team", Name: "Team", Kind: wire.KindText, Role: wire.RolePlayerExtra},
		{Key: "frags", Name: "Frags", Kind: wire.KindI8, Role: wire.RolePlayerScore},
		{Key: "flags", Name: "Flags", Kind: wire.KindI8, Role: wire.RolePlayerExtra, Doc: "Brought home."},
		{Key: "deaths", Name: "Deaths", Kind: wire.KindI8, Role: wire.RolePlayerExtra},
		{Key: "teamkills", Name: "Team kills", Kind: wire.KindI8, Role: wire.RolePlayerExtra},
		{Key: "accuracy", Name: "Accuracy", Kind: wire.KindI8, Role: wire.RolePlayerExtra, Doc: "Percent."},
		{Key: "health", Name: "Health", Kind: wire.KindI8, Role: wire.RolePlayerExtra},
		{Key: "armour", Name: "Armour", Kind: wire.KindI8, Role: wire.RolePlayerExtra},
		{Key: "gun", Name: "Gun", Kind: wire.KindI8, Role: wire.RolePlayerExtra},
		{Key: "privilege", Name: "Privilege", Kind: wire.KindI8, Role: wire.RolePlayerExtra, Symbols: &privileges},
		{Key: "state", Name: "State", Kind: wire.KindI8, Role: wire.RolePlayerExtra, Symbols: &states},
		{Key: "address", Name: "Address", Kind: wire.KindBytes, Doc: "The first three bytes of an IPv4 address, or zeros."},
	}
	team = [...]wire.FieldDef{
		{Key: "mode", Name: "Mode", Kind: wire.KindI8, Symbols: &modes},
		{Key: "seconds", Name: "Time left", Kind: wire.KindI8, Unit: wire.UnitSeconds},
		{Key: "", Name: "Team", Kind: wire.KindGroup, Role: wire.RoleTeam},
		{Key: "name", Name: "Name", Kind: wire.KindText, Role: wire.RoleTeamName},
		{Key: "score", Name: "Score", Kind: wire.KindI8, Role: wire.RoleTeamScore},
		{Key: "bases", Name: "Bases", Kind: wire.KindI8, Symbols: &noBases, Doc: "How many numbers of bases follow."},
		{Key: "base", Name: "Base", Kind: wire.KindI8},
	}
)

// Places in the layouts.
const (
	commonWide = iota
	commonEcho
	commonExtended
	commonCommand
	commonWanted
	commonAck
	commonVersion
	commonError
	commonUptime
)

const (
	infoAttributes = 1
	infoMode       = 3
	infoMasterMode = 6
	infoAttribute  = 9
	infoMap        = 10
	assaultMode    = 1
	assaultFlags   = 7

	playerIDs     = 0
	playerListed  = 1
	playerGroup   = 2
	playerAddress = 17

	teamGroup = 2
	teamBases = 5
	teamBase  = 6
)

const minus1 = 1<<64 - 1

var (
	commands    = wire.Symbols{Names: "uptime;players;teams"}
	errors      = wire.Symbols{Names: "none;error"}
	all         = wire.Symbols{Loose: true, List: []wire.Symbol{{Value: minus1, Name: "all"}}}
	noBases     = wire.Symbols{Loose: true, List: []wire.Symbol{{Value: minus1, Name: "none follow"}}}
	masterModes = wire.Symbols{Loose: true, List: []wire.Symbol{{Value: 0, Name: "open"}, {Value: 1, Name: "veto"},
		{Value: 2, Name: "locked"}, {Value: 3, Name: "private"}, {Value: 4, Name: "password"}, {Value: minus1, Name: "auth"}}}
	modes = wire.Symbols{Loose: true, Names: "ffa;coop edit;teamplay;instagib;instagib team;efficiency;efficiency team;" +
		"tactics;tactics team;capture;regen capture;ctf;insta ctf;protect;insta protect;hold;insta hold;efficiency ctf;" +
		"efficiency protect;efficiency hold;collect;insta collect;efficiency collect"}
	assaultModes = wire.Symbols{Loose: true, Names: "team deathmatch;coop edit;deathmatch;survivor;team survivor;ctf;" +
		"pistol frenzy;bot team deathmatch;bot deathmatch;last swiss standing;one shot, one kill;" +
		"team one shot, one kill;bot one shot, one kill;hunt the flag;team keep the flag;keep the flag"}
	privileges = wire.Symbols{Loose: true, Names: "none;master;auth;admin"}
	states     = wire.Symbols{Loose: true, Names: "alive;dead;spawning;lagged;editing;spectator"}
	flags      = []wire.BitPart{{Name: "password", Mask: 1}, {Name: "banned", Mask: 2}, {Name: "blacklisted", Mask: 4},
		{Name: "master mode", Mask: 0xc0}}
)

// Messages.
var (
	infoRequest    = wire.MessageInfo{Name: "info request", Direction: wire.Request, Doc: "Queries the server."}
	uptimeRequest  = wire.MessageInfo{Name: "uptime request", Direction: wire.Request, Doc: "Queries how long it runs."}
	playersRequest = wire.MessageInfo{Name: "player list request", Direction: wire.Request,
		Doc: "Queries one client or all of them."}
	teamsRequest = wire.MessageInfo{Name: "team list request", Direction: wire.Request,
		Doc: "Queries the scores of the teams."}
	infoReply    = wire.MessageInfo{Name: "info reply", Direction: wire.Reply, Doc: "Map, mode, players and description."}
	assaultReply = wire.MessageInfo{Name: "AssaultCube info reply", Direction: wire.Reply,
		Doc: "Map, mode, players and description, as AssaultCube orders them."}
	uptimeReply = wire.MessageInfo{Name: "uptime reply", Direction: wire.Reply, Doc: "Seconds."}
	idsReply    = wire.MessageInfo{Name: "player IDs reply", Direction: wire.Reply,
		Doc: "The clients that a player reply each describes."}
	playerReply = wire.MessageInfo{Name: "player reply", Direction: wire.Reply, OnePlayer: true, Doc: "One player."}
	teamsReply  = wire.MessageInfo{Name: "team list reply", Direction: wire.Reply, Doc: "The teams and their scores."}
	errorReply  = wire.MessageInfo{Name: "error reply", Direction: wire.Reply,
		Doc: "There is no such client or command, or there are no teams."}
)

var docs = wire.Define(wire.Docs{
	Spec: "protocol/cube2/SPEC.md",
	Messages: []*wire.MessageInfo{&infoRequest, &uptimeRequest, &playersRequest, &teamsRequest, &infoReply,
		&assaultReply, &uptimeReply, &idsReply, &playerReply, &teamsReply, &errorReply},
	Sections: []wire.Section{
		{Prefix: "cube2", Source: "#messages", Layouts: []wire.Layout{common[:]}},
		{Prefix: "cube2.info", Source: "#info", Layouts: []wire.Layout{info[:]}},
		{Prefix: "cube2.assault", Source: "#info-of-assaultcube", Layouts: []wire.Layout{assault[:]}},
		{Prefix: "cube2.player", Source: "#players", Layouts: []wire.Layout{player[:]}},
		{Prefix: "cube2.team", Source: "#teams", Layouts: []wire.Layout{team[:]}},
	},
})

var matching = wire.Matching{Echoes: []*wire.FieldDef{&common[commonEcho]}, Topics: []wire.Topic{
	{Messages: []*wire.MessageInfo{&infoRequest, &infoReply, &assaultReply}},
	{Messages: []*wire.MessageInfo{&uptimeRequest, &uptimeReply}},
	{Messages: []*wire.MessageInfo{&playersRequest, &idsReply, &playerReply, &errorReply}, Several: true},
	{Messages: []*wire.MessageInfo{&teamsRequest, &teamsReply, &errorReply}},
}}

// Protocol describes how messages are detected and decoded.
var Protocol = wire.NewProtocol(wire.Protocol{
	ID: ID, Datagrams: true, Docs: docs, Title: "Cube 2 query", Brief: true, Recognise: recognise, Decode: decode,
	Status:   status,
	Matching: &matching,
	Doc: "Cube 2: Sauerbraten and AssaultCube: the reply repeats what was sent to game port + 1; a number asks for the " +
		"server, extended info for players and teams.",
	Ports: ports.Ports,
})

var ports = wire.Protocol{Ports: []wire.Port{{Game: 28785, Offset: 1, Name: "Cube 2: Sauerbraten"},
	{Game: 28763, Offset: 1, Name: "AssaultCube"}}}
