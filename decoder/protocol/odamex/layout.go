package odamex

import "fragscope/decoder/wire"

const ID = "odamex"

var (
	tag     = wire.FieldDef{Key: "tag", Name: "Tag", Kind: wire.KindU32LE, Symbols: &tags}
	request = [...]wire.FieldDef{
		{Key: "version", Name: "Version", Kind: wire.KindU32LE, Parts: versionParts, Doc: "Of the client."},
		{Key: "protocol", Name: "Protocol", Kind: wire.KindU32LE, Doc: "That the client knows."},
		{Key: "time", Name: "Time", Kind: wire.KindU32LE, Doc: "The reply repeats it."},
	}
	versions = [...]wire.FieldDef{
		{Key: "version", Name: "Version", Kind: wire.KindU32LE, Parts: versionParts},
		{Key: "protocol", Name: "Protocol", Kind: wire.KindU32LE},
		{Key: "time", Name: "Time", Kind: wire.KindU32LE, Doc: "That of the request."},
	}
	info = [...]wire.FieldDef{
		{Key: "version", Name: "Version", Kind: wire.KindU32LE, Parts: versionParts},
		{Key: "protocol", Name: "Protocol of the reply", Kind: wire.KindU32LE},
		{Key: "time", Name: "Time", Kind: wire.KindU32LE, Doc: "That of the request."},
		{Key: "server_protocol", Name: "Protocol", Kind: wire.KindU32LE, Doc: "That the server knows."},
		{Key: "revision", Name: "Revision", Kind: wire.KindText, Role: wire.RoleVersion, Doc: "Since protocol 7."},
		{Key: "revision_number", Name: "Revision", Kind: wire.KindU32LE, Role: wire.RoleVersion, Doc: "Before protocol 7."},
		{Key: "cvars", Name: "Settings", Kind: wire.KindU8, Role: wire.RoleCount},
		{Key: "password_size", Name: "Size of the password hash", Kind: wire.KindU8},
		{Key: "password", Name: "Password hash", Kind: wire.KindBytes, Doc: "MD5."},
		{Key: "map", Name: "Map", Kind: wire.KindText, Role: wire.RoleMap},
		{Key: "time_left", Name: "Time left", Kind: wire.KindU16LE, Unit: wire.UnitMinutes,
			Doc: "Since protocol 6 only with a time limit."},
		{Key: "teams", Name: "Teams", Kind: wire.KindU8, Role: wire.RoleCount, Doc: "In modes with teams alone."},
		{Key: "patches", Name: "Patches", Kind: wire.KindU8, Role: wire.RoleCount},
		{Key: "patch", Name: "Patch", Kind: wire.KindText},
		{Key: "wads", Name: "WADs", Kind: wire.KindU8, Role: wire.RoleCount, Doc: "The game's own, and those that are loaded."},
		{Key: "players", Name: "Players", Kind: wire.KindU8, Role: wire.RolePlayers, Doc: "With spectators."},
	}
	cvar = [...]wire.FieldDef{
		{Key: "", Name: "Setting", Kind: wire.KindGroup, Role: wire.RoleRule},
		{Key: "name", Name: "Name", Kind: wire.KindText, Role: wire.RoleKey, Keys: &known},
		{Key: "type", Name: "Type", Kind: wire.KindU8, Symbols: &types},
		{Key: "set", Name: "Type", Kind: wire.KindU8, Role: wire.RoleValue, Symbols: &types,
			Doc: "Of a setting that is on: there is no other value."},
		{Key: "byte", Name: "Value", Kind: wire.KindU8, Role: wire.RoleValue},
		{Key: "word", Name: "Value", Kind: wire.KindI16LE, Role: wire.RoleValue},
		{Key: "int", Name: "Value", Kind: wire.KindI32LE, Role: wire.RoleValue},
		{Key: "text", Name: "Value", Kind: wire.KindText, Role: wire.RoleValue, Doc: "Of fractions too."},
	}
	team = [...]wire.FieldDef{
		{Key: "", Name: "Team", Kind: wire.KindGroup, Role: wire.RoleTeam},
		{Key: "name", Name: "Name", Kind: wire.KindText, Role: wire.RoleTeamName},
		{Key: "colour", Name: "Colour", Kind: wire.KindU32LE, Role: wire.RoleTeamExtra, Unit: wire.UnitHash},
		{Key: "score", Name: "Score", Kind: wire.KindI16LE, Role: wire.RoleTeamScore},
	}
	wad = [...]wire.FieldDef{
		{Key: "", Name: "WAD", Kind: wire.KindGroup},
		{Key: "name", Name: "Name", Kind: wire.KindText},
		{Key: "hash_size", Name: "Size of the hash", Kind: wire.KindU8},
		{Key: "hash", Name: "Hash", Kind: wire.KindBytes, Doc: "MD5."},
	}
	player = [...]wire.FieldDef{
		{Key: "", Name: "Player", Kind: wire.KindGroup, Role: wire.RolePlayer},
		{Key: "name", Name: "Name", Kind: wire.KindText, Role: wire.RolePlayerName},
		{Key: "colour", Name: "Colour", Kind: wire.KindU32LE, Unit: wire.UnitHash},
		{Key: "team", Name: "Team", Kind: wire.KindU8, Role: wire.RolePlayerTeam, Doc: "In modes with teams alone."},
		{Key: "ping", Name: "Ping", Kind: wire.KindU16LE, Role: wire.RolePlayerPing},
		{Key: "minutes", Name: "Minutes", Kind: wire.KindU16LE, Role: wire.RolePlayerExtra, Doc: "Since the player came."},
		{Key: "spectator", Name: "Spectator", Kind: wire.KindU8, Role: wire.RolePlayerExtra, Symbols: &wire.YesNo},
		{Key: "frags", Name: "Frags", Kind: wire.KindI16LE, Role: wire.RolePlayerScore},
		{Key: "kills", Name: "Kills", Kind: wire.KindI16LE, Role: wire.RolePlayerExtra, Doc: "Of monsters."},
		{Key: "deaths", Name: "Deaths", Kind: wire.KindI16LE, Role: wire.RolePlayerExtra},
	}
	list = [...]wire.FieldDef{
		{Key: "count", Name: "Servers", Kind: wire.KindU16LE, Role: wire.RoleCount},
		{Key: "server", Name: "Server", Kind: wire.KindGroup, Role: wire.RoleServerEntry},
		{Key: "server.address", Name: "Address", Kind: wire.KindIPv4, Role: wire.RoleServerHost},
		{Key: "server.port", Name: "Port", Kind: wire.KindU16LE, Role: wire.RoleGamePort},
	}
	masterKey = wire.FieldDef{Key: "key", Name: "Key", Kind: wire.KindU32LE, Doc: "Of a master; the server repeats it."}
	beat      = wire.FieldDef{Key: "port", Name: "Port", Kind: wire.KindU16LE, Doc: "Of the game."}
	old       = [...]wire.FieldDef{
		{Key: "token", Name: "Token", Kind: wire.KindU32LE, Doc: "With which the client may connect."},
		{Key: "name", Name: "Server name", Kind: wire.KindText, Role: wire.RoleServerName},
		{Key: "players", Name: "Players", Kind: wire.KindU8, Role: wire.RolePlayers},
		{Key: "max_clients", Name: "Max clients", Kind: wire.KindU8, Role: wire.RoleMaxPlayers},
		{Key: "map", Name: "Map", Kind: wire.KindText, Role: wire.RoleMap},
		{Key: "rest", Name: "Further fields", Kind: wire.KindBytes, Doc: "WADs, mode, players and settings; not read."},
	}
)

// Places in the layouts.
const (
	infoRevision = iota + 4
	infoNumber
	infoCvars
	infoPasswordSize
	infoPassword
	infoMap
	infoTimeLeft
	infoTeams
	infoPatches
	infoPatch
	infoWads
	infoPlayers
)

const (
	cvarName = iota + 1
	cvarType
	cvarSet
	cvarByte
	cvarWord
	cvarInt
	cvarText
)

const playerTeam = 3

// Types of settings.
const (
	typeOn       = 1
	typeByte     = 2
	typeFraction = 5
	typeText     = 6
)

const (
	tagVersion   = 0xad011001
	tagInfo      = 0xad011002
	toldVersion  = 0xad032001
	toldTooOld   = 0xad032002
	toldInfo     = 0xad032003
	challenge    = 777123  // to a master or a server
	answered     = 5560020 // of a server
	textProtocol = 7       // the first with a text for the revision
	limitRule    = 6       // the first with a time left only where there is a limit
)

var (
	tags = wire.Symbols{List: []wire.Symbol{{Value: challenge, Name: "launcher challenge"},
		{Value: answered, Name: "server"}, {Value: tagVersion, Name: "version request"},
		{Value: tagInfo, Name: "info request"}, {Value: toldVersion, Name: "version reply"},
		{Value: toldTooOld, Name: "client too old"}, {Value: toldInfo, Name: "info reply"}}}
	types = wire.Symbols{Names: "none;on;8 bits;16 bits;32 bits;fraction;text"}
	modes = wire.Symbols{List: []wire.Symbol{{Value: 0, Name: "Cooperative"}, {Value: 1, Name: "Deathmatch"},
		{Value: 2, Name: "Team Deathmatch"}, {Value: 3, Name: "Capture the Flag"}, {Value: 4, Name: "Horde"}}}
	versionParts = []wire.BitPart{{Name: "major", Mask: 0xffffff00}, {Name: "minor and patch", Mask: 0xff}}
	known        wire.KeySet
)

func init() {
	known.Hold([]wire.KeyInfo{
		{Key: "sv_hostname", Name: "Server name", Role: wire.RoleServerName},
		{Key: "sv_maxclients", Name: "Max clients", Role: wire.RoleMaxPlayers},
		{Key: "sv_gametype", Name: "Game type", Role: wire.RoleGameType,
			Choose: func(*wire.Message) *wire.Symbols { return &modes }},
		{Key: "sv_maxplayers", Name: "Max players", Doc: "Without spectators."},
		{Key: "sv_timelimit", Name: "Time limit", Unit: wire.UnitMinutes},
		{Key: "sv_fraglimit", Name: "Frag limit"}, {Key: "sv_scorelimit", Name: "Score limit"},
		{Key: "sv_skill", Name: "Skill"}, {Key: "sv_email", Name: "E-mail address"}, {Key: "sv_website", Name: "Website"},
	})
}

var (
	infoRequest    = wire.NewRequest("info request", "Queries the server, its settings and its players.")
	versionRequest = wire.NewRequest("version request", "Queries the version of the server.")
	infoReply      = wire.NewReply("info reply", "The server, its settings, teams, files and players.")
	versionReply   = wire.NewReply("version reply", "The versions of the server.")
	tooOld         = wire.NewReply("client too old", "A server of a newer major version does not answer this client.")
	listRequest    = wire.NewRequest("server list request",
		"Queries a master for servers; a server answers the same bytes with an old info reply.")
	listReply = wire.NewReply("server list reply", "Addresses of servers.")
	check     = wire.MessageInfo{Name: "master check", Direction: wire.Request, DecodeOnly: true,
		Doc: "A master queries a server that has registered."}
	oldReply  = wire.NewReply("old info reply", "A server as launchers before 0.5 read it; also what its master gets.")
	heartbeat = wire.MessageInfo{Name: "heartbeat", Direction: wire.Request, DecodeOnly: true, Optional: true,
		Doc: "A server reports to its master that it is there."}
)

var docs = wire.Define(wire.Docs{
	Spec: "protocol/odamex/SPEC.md",
	Messages: []*wire.MessageInfo{&infoRequest, &versionRequest, &infoReply, &versionReply, &tooOld, &listRequest,
		&listReply, &check, &oldReply, &heartbeat},
	Sections: []wire.Section{
		{Prefix: "odamex", Source: "#messages", Fields: []*wire.FieldDef{&tag}},
		{Prefix: "odamex.request", Source: "#requests", Layouts: []wire.Layout{request[:]}},
		{Prefix: "odamex.versions", Source: "#version-reply", Layouts: []wire.Layout{versions[:]}},
		{Prefix: "odamex.info", Source: "#info-reply", Layouts: []wire.Layout{info[:]}},
		{Prefix: "odamex.cvar", Source: "#settings", Layouts: []wire.Layout{cvar[:]}},
		{Prefix: "odamex.team", Source: "#info-reply", Layouts: []wire.Layout{team[:]}},
		{Prefix: "odamex.wad", Source: "#info-reply", Layouts: []wire.Layout{wad[:]}},
		{Prefix: "odamex.player", Source: "#info-reply", Layouts: []wire.Layout{player[:]}},
		{Prefix: "odamex.list", Source: "#masters", Layouts: []wire.Layout{list[:]}},
		{Prefix: "odamex.check", Source: "#masters", Fields: []*wire.FieldDef{&masterKey}},
		{Prefix: "odamex.heartbeat", Source: "#masters", Fields: []*wire.FieldDef{&beat}},
		{Prefix: "odamex.old", Source: "#old-info-reply", Layouts: []wire.Layout{old[:]}},
	},
	Keys: &known,
})

var matching = wire.Matching{Topics: []wire.Topic{
	{Messages: []*wire.MessageInfo{&infoRequest, &infoReply, &tooOld}},
	{Messages: []*wire.MessageInfo{&versionRequest, &versionReply, &tooOld}},
	{Messages: []*wire.MessageInfo{&listRequest, &listReply, &check, &oldReply}, Several: true},
	{Messages: []*wire.MessageInfo{&heartbeat}},
}, Echoes: []*wire.FieldDef{&request[2], &versions[2], &info[2]}}

var Protocol = wire.NewProtocol(wire.Protocol{
	ID: ID, Datagrams: true, Docs: docs, Title: "Odamex query", Recognise: recognise, Decode: decode,
	Begins: func(c byte) bool { return c == 1 || c == 2 || c == 3 || c == challenge&0xff || c == answered&0xff },
	Status: status, Matching: &matching,
	Doc: "Odamex: a tag and versions ask, one datagram answers with settings, teams, files and players; masters and " +
		"their lists.",
	Ports: []wire.Port{{Number: 10666, Name: "Odamex"}, {Number: 15000, Name: "masters"}},
})
