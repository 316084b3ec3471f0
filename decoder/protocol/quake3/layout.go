package quake3

import (
	"fragscope/decoder/internal/idtech"
	"fragscope/decoder/wire"
)

const ID = "quake3"

var (
	list = [...]wire.FieldDef{
		{Key: "game", Name: "Game", Kind: wire.KindText, Doc: "Name of the game; a master of a single game gets none."},
		{Key: "protocol", Name: "Network protocol", Kind: wire.KindDecimal,
			Doc: "68 and 71 are Quake III Arena, 84 Wolfenstein: Enemy Territory, 26 Jedi Academy."},
		{Key: "filter", Name: "Filter", Kind: wire.KindText, Symbols: &filters, Doc: "Which servers to list."},
	}
	beat = [...]wire.FieldDef{
		{Key: "name", Name: "Protocol name", Kind: wire.KindText, Symbols: &beats,
			Doc: "Which game's rules the server follows; DarkPlaces for games that name themselves in the info reply."},
	}
	remote = [...]wire.FieldDef{
		{Key: "password", Name: "Password", Kind: wire.KindText,
			Doc: "In plain text: whoever sees the packet controls the server."},
		{Key: "console", Name: "Console command", Kind: wire.KindText},
	}

	direction = wire.FieldDef{Key: "direction", Name: "Direction", Kind: wire.KindU8, Symbols: &directionBytes,
		Doc: "Medal of Honor: Allied Assault and its expansions."}
	arguments = wire.FieldDef{Key: "arguments", Name: "Arguments", Kind: wire.KindBytes,
		Doc: "Of players who connect and leave; not a part of the query."}

	directionBytes = wire.Symbols{Names: ";from a server;to a server"}

	filters = wire.Symbols{Loose: true,
		Names: ";empty|servers without players too;full|full servers too;demo|servers of the demo too;" +
			"ffa|free for all only;tourney|tournament only;team|team deathmatch only;ctf|capture the flag only;ipv4|IPv4 " +
			"addresses;ipv6|IPv6 addresses"}
	beats = wire.Symbols{Loose: true,
		Names: ";QuakeArena-1|Quake III Arena;Wolfenstein-1|Return to Castle Wolfenstein;WolfFlatline-1|it " +
			"ends;EnemyTerritory-1|Wolfenstein: Enemy Territory;" +
			"ETFlatline-1|it ends;COD-1|Call of Duty;COD-2|Call of Duty 2;COD-4|Call of Duty 4;flatline|it " +
			"ends;DarkPlaces|Nexuiz, Xonotic and others"}
)

var (
	infoRequest    = wire.NewRequest("info request", "Queries what a server browser shows: name, map, player counts.")
	statusRequest  = wire.NewRequest("status request", "Queries the settings and the players.")
	infoReply      = wire.NewReply("info reply", "Name, map and player counts, in pairs.")
	statusReply    = wire.NewReply("status reply", "Settings in pairs, then a line for each player.")
	serversRequest = wire.NewRequest("server list request", "Queries a master for servers of a game and protocol.")
	serversReply   = wire.NewReply("server list reply", "Addresses of servers.")
	heartbeat      = wire.MessageInfo{Name: "heartbeat", Direction: wire.Request, DecodeOnly: true, Optional: true,
		Doc: "A server reports to its master that it is there, or that it ends."}
	challengeRequest = wire.NewRequest("challenge request", "The first message of a player who connects.")
	challengeReply   = wire.NewReply("challenge reply", "A number, to be repeated when connecting.")
	rcon             = wire.MessageInfo{Name: "remote console request", Direction: wire.Request, DecodeOnly: true,
		Doc: "A command for the server's console, after the password."}
	printReply    = wire.NewReply("print reply", "Text: output of the console, or why a player may not connect.")
	playerRequest = wire.MessageInfo{Name: "player request", Direction: wire.Request, DecodeOnly: true, Optional: true,
		Doc: "A player connects; only named. What is sent is compressed."}
	playerReply = wire.NewReply("player reply",
		"The server accepts a player, or knows none at this address; only named.")
	echoReply        = wire.NewReply("echo", "Text that the other side is asked to send back.")
	authorizeRequest = wire.MessageInfo{Name: "authorization request", Direction: wire.Request, DecodeOnly: true,
		Optional: true, Doc: "A player or a server sends a CD key or an address to the publisher."}
	authorizeReply = wire.NewReply("authorization reply", "Whether the player may play.")
)

var (
	problemEntry = wire.ProblemInfo{Code: "quake3-list-entry", Severity: wire.SeverityWarning, Damage: true,
		Message: "Expected an entry starting with a backslash or slash; found {a} other {a|byte|bytes}.",
		Advice:  "They are of an unknown variant, or an earlier entry is damaged; the entries before them count.",
		Source:  "#server-list-reply"}
	problemContinues = wire.ProblemInfo{Code: "quake3-list-continues", Severity: wire.SeverityNote,
		Message: "This datagram is not the end of the list.",
		Advice:  "Others follow, or were lost: some masters end none of them.", Source: "#server-list-reply"}
)

var docs = wire.Define(wire.Docs{
	Keys: &idtech.Known,
	Spec: "protocol/quake3/SPEC.md",
	Messages: []*wire.MessageInfo{
		&infoRequest, &statusRequest, &infoReply, &statusReply, &serversRequest, &serversReply, &heartbeat, &challengeRequest,
		&challengeReply, &rcon, &printReply,
		&playerRequest, &playerReply, &echoReply, &authorizeRequest, &authorizeReply,
	},
	Problems: []*wire.ProblemInfo{&problemEntry, &problemContinues},
	Sections: append([]wire.Section{
		{Prefix: "quake3.list", Source: "#server-list-request", Layouts: []wire.Layout{list[:]}},
		{Prefix: "quake3.heartbeat", Source: "#heartbeat", Layouts: []wire.Layout{beat[:]}},
		{Prefix: "quake3.message", Source: "#requests", Fields: []*wire.FieldDef{&direction, &arguments}},
		{Prefix: "quake3.rcon", Source: "#other-messages", Layouts: []wire.Layout{remote[:]}},
	}, idtech.Docs.Sections...),
})

var matching = wire.Matching{Topics: []wire.Topic{
	{Messages: []*wire.MessageInfo{&infoRequest, &infoReply}},
	{Messages: []*wire.MessageInfo{&statusRequest, &statusReply}},
	{Messages: []*wire.MessageInfo{&serversRequest, &serversReply}, Several: true},
	{Messages: []*wire.MessageInfo{&challengeRequest, &challengeReply, &printReply}},
	{Messages: []*wire.MessageInfo{&rcon, &printReply}, Several: true},
	{Messages: []*wire.MessageInfo{&authorizeRequest, &authorizeReply}},
}}

var Protocol = wire.NewProtocol(wire.Protocol{
	ID: ID, Datagrams: true, Docs: docs, Title: "Quake III query", Recognise: Recognise, Begins: func(c byte) bool {
		return c == 0xff
	}, Decode: decode,
	Status: Status, MatchKey: MatchKey,
	Matching: &matching,
	Doc: "Quake III Arena and the games on its engine: getinfo and getstatus after four bytes FF, answered with pairs " +
		"and lines of players; masters and their lists.",
	Ports: []wire.Port{
		{Number: 27960, Name: "Quake III Arena, OpenArena, Urban Terror, Wolfenstein: Enemy Territory"},
		{Number: 28960, Name: "Call of Duty"},
		{Number: 29070, Name: "Jedi Academy"}, {Number: 20100, Name: "Soldier of Fortune II"},
		{Number: 26000, Name: "Xonotic"},
		{Number: 28070, Name: "Jedi Outcast"}, {Number: 30120, Name: "FiveM, RedM"}, {Number: 27950, Name: "masters"},
		{Number: 20510, Name: "masters of Call of Duty"},
	},
})
