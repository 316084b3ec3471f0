package openttd

import "fragscope/decoder/wire"

const ID = "openttd"

var (
	head = [...]wire.FieldDef{
		{Key: "size", Name: "Size", Kind: wire.KindU16LE, Doc: "Bytes of the packet, with these."},
		{Key: "type", Name: "Type", Kind: wire.KindU8, Symbols: &types,
			Doc: "6 and 7 mean one thing over TCP and another over UDP."},
	}
	layout = wire.FieldDef{Key: "layout", Name: "Layout", Kind: wire.KindU8,
		Doc: "Version of what follows: 1 to 4 in versions of the game up to 1.11, 5 and 6 from 12 on, 7 from 14 on."}
	info = [...]wire.FieldDef{
		{Key: "ticks", Name: "Ticks", Kind: wire.KindU64LE, Doc: "How long the game has been running, unpaused."},
		{Key: "newgrf_form", Name: "Form of NewGRFs", Kind: wire.KindU8, Symbols: &forms},
		{Key: "script_version", Name: "Version of the game script", Kind: wire.KindI32LE, Symbols: &noScript},
		{Key: "script", Name: "Game script", Kind: wire.KindText},
		{Key: "newgrfs", Name: "NewGRFs", Kind: wire.KindU8, Role: wire.RoleCount},
		{Key: "date", Name: "Date", Kind: wire.KindU32LE, Doc: "In the game: days since the year 0."},
		{Key: "start", Name: "Start", Kind: wire.KindU32LE, Doc: "Date on which the game began."},
		{Key: "max_companies", Name: "Max companies", Kind: wire.KindU8},
		{Key: "companies", Name: "Companies", Kind: wire.KindU8},
		{Key: "max_spectators", Name: "Max spectators", Kind: wire.KindU8, Doc: "0 from 12 on, where it has no meaning."},
		{Key: "name", Name: "Server name", Kind: wire.KindText, Role: wire.RoleServerName},
		{Key: "revision", Name: "Version", Kind: wire.KindText, Role: wire.RoleVersion},
		{Key: "language", Name: "Language", Kind: wire.KindU8, Symbols: &languages},
		{Key: "password", Name: "Password needed", Kind: wire.KindU8, Role: wire.RolePassword, Symbols: &wire.YesNo},
		{Key: "max_clients", Name: "Max clients", Kind: wire.KindU8, Role: wire.RoleMaxPlayers},
		{Key: "clients", Name: "Clients", Kind: wire.KindU8, Role: wire.RolePlayers, Doc: "With spectators."},
		{Key: "spectators", Name: "Spectators", Kind: wire.KindU8},
		{Key: "date16", Name: "Date", Kind: wire.KindU16LE, Doc: "In the game: days since 1920."},
		{Key: "start16", Name: "Start", Kind: wire.KindU16LE, Doc: "Date on which the game began: days since 1920."},
		{Key: "map", Name: "Map", Kind: wire.KindText, Role: wire.RoleMap},
		{Key: "width", Name: "Width of the map", Kind: wire.KindU16LE, Doc: "Tiles."},
		{Key: "height", Name: "Height of the map", Kind: wire.KindU16LE, Doc: "Tiles."},
		{Key: "landscape", Name: "Landscape", Kind: wire.KindU8, Symbols: &landscapes},
		{Key: "dedicated", Name: "Dedicated", Kind: wire.KindU8, Symbols: &wire.YesNo},
	}
	// spans are the layouts in which the fields of info are there.
	spans = [...]span{{7, latest}, {6, latest}, {5, latest}, {5, latest}, {4, latest}, {3, latest}, {3, latest},
		{2, latest}, {2, latest}, {2, latest}, {1, latest}, {1, latest}, {1, 5}, {1, latest}, {1, latest}, {1, latest},
		{1, latest}, {1, 2}, {1, 2}, {1, 5}, {1, latest}, {1, latest}, {1, latest}, {1, latest}}
	newGRF = [...]wire.FieldDef{
		{Key: "", Name: "NewGRF", Kind: wire.KindGroup},
		{Key: "id", Name: "ID", Kind: wire.KindU32BE, Unit: wire.UnitHash},
		{Key: "md5", Name: "MD5", Kind: wire.KindBytes},
		{Key: "name", Name: "Name", Kind: wire.KindText, Role: wire.RoleMutator},
		{Key: "index", Name: "Index", Kind: wire.KindU32LE, Doc: "In a table that the game's coordinator has sent before."},
	}
	list = [...]wire.FieldDef{
		{Key: "version", Name: "Version", Kind: wire.KindU8},
		{Key: "family", Name: "Family", Kind: wire.KindU8, Symbols: &families},
		{Key: "form", Name: "Form", Kind: wire.KindU8, Symbols: &addresses},
		{Key: "count", Name: "Servers", Kind: wire.KindU16LE, Role: wire.RoleCount},
	}
	server = [...]wire.FieldDef{
		{Key: "", Name: "Server", Kind: wire.KindGroup, Role: wire.RoleServerEntry},
		{Key: "address", Name: "Address", Kind: wire.KindIPv4, Role: wire.RoleServerHost},
		{Key: "address6", Name: "Address", Kind: wire.KindIPv6, Role: wire.RoleServerHost},
		{Key: "port", Name: "Port", Kind: wire.KindU16LE, Role: wire.RoleQueryPort},
	}
)

// A span is from which layout to which a field is there.
type span struct{ from, to uint64 }

// Places in the layouts.
const (
	infoForm    = 1
	infoScript  = 2
	infoNewGRFs = 4
)

const (
	newGRFID = iota + 1
	newGRFMD5
	newGRFName
	newGRFIndex
)

const (
	listVersion = iota
	listFamily
	listForm
	listCount
)

var (
	types = wire.Symbols{Names: "find server;server reply;;;;;game info, or list request;game info request, or list"}
	forms = wire.Symbols{Names: "ID and MD5;ID, MD5 and name;index"}
	// noScript is -1.
	noScript   = wire.Symbols{Loose: true, List: []wire.Symbol{{Value: 1<<64 - 1, Name: "none"}}}
	languages  = wire.Symbols{Loose: true, Names: "any;English;German;French"}
	landscapes = wire.Symbols{Loose: true, Names: "temperate;arctic;desert;toyland"}
	families   = wire.Symbols{Names: "IPv4;IPv6;whichever the request came by"}
	addresses  = wire.Symbols{Names: ";IPv4;IPv6"}
)

var (
	infoRequest = wire.NewRequest("game info request", "Queries the server over TCP, from version 12 of the game on.")
	infoReply   = wire.NewReply("game info reply",
		"Name, version, player counts and what is played, over TCP and before version 12 over UDP.")
	findRequest = wire.MessageInfo{Name: "find server request", Direction: wire.Request, DecodeOnly: true,
		Doc: "Over UDP, also as a broadcast: queries the server before version 12, and whether it is there since."}
	foundReply = wire.NewReply("server found reply",
		"Over UDP, from version 12 on: the server is there and answers over TCP.")
	listRequest = wire.MessageInfo{Name: "server list request", Direction: wire.Request, DecodeOnly: true,
		Doc: "Queries the former master for servers, over UDP."}
	listReply = wire.NewReply("server list reply", "Addresses of servers.")
)

var problemLayout = wire.ProblemInfo{Code: "openttd-layout", Severity: wire.SeverityNote,
	Message: "The layout is {a}; {b} is the latest that is known.",
	Advice:  "It is read as that: fields may be shifted.", Source: "#game-info"}

var docs = wire.Define(wire.Docs{
	Spec: "protocol/openttd/SPEC.md",
	Messages: []*wire.MessageInfo{&infoRequest, &infoReply, &findRequest, &foundReply, &listRequest,
		&listReply},
	Problems: []*wire.ProblemInfo{&problemLayout},
	Sections: []wire.Section{
		{Prefix: "openttd.head", Source: "#messages", Layouts: []wire.Layout{head[:]}},
		{Prefix: "openttd.info", Source: "#game-info", Fields: []*wire.FieldDef{&layout}, Layouts: []wire.Layout{info[:]}},
		{Prefix: "openttd.newgrf", Source: "#newgrfs", Layouts: []wire.Layout{newGRF[:]}},
		{Prefix: "openttd.list", Source: "#master", Layouts: []wire.Layout{list[:]}},
		{Prefix: "openttd.server", Source: "#master", Layouts: []wire.Layout{server[:]}},
	},
})

var matching = wire.Matching{Topics: []wire.Topic{
	{Messages: []*wire.MessageInfo{&infoRequest, &infoReply, &findRequest, &foundReply}},
	{Messages: []*wire.MessageInfo{&listRequest, &listReply}, Several: true},
}}

var Protocol = wire.NewProtocol(wire.Protocol{
	ID: ID, Docs: docs, Title: "OpenTTD query", Stream: true, Recognise: recognise, Decode: decode,
	Status:   status,
	Matching: &matching,
	Doc: "OpenTTD: three bytes ask, one packet answers, over TCP since version 12 and over UDP before; lists of the " +
		"former master.",
	Ports: ports.Ports,
})

var ports = wire.Protocol{Ports: []wire.Port{{Number: 3979, Name: "OpenTTD"}, {Number: 3978, Name: "former master"}}}
