package raknet

import (
	"fragscope/decoder/wire"
)

const ID = "raknet"

var (
	ping = [...]wire.FieldDef{
		{Key: "id", Name: "Message ID", Kind: wire.KindU8, Symbols: &messageIDs},
		{Key: "time", Name: "Time", Kind: wire.KindU64BE, Doc: "Milliseconds, or any number; the pong repeats it."},
		{Key: "magic", Name: "Offline message ID", Kind: wire.KindConst},
		{Key: "guid", Name: "Client GUID", Kind: wire.KindU64BE, Doc: "Any number."},
	}
	pong = [...]wire.FieldDef{
		{Key: "id", Name: "Message ID", Kind: wire.KindU8, Symbols: &messageIDs},
		{Key: "time", Name: "Time", Kind: wire.KindU64BE, Doc: "That of the ping."},
		{Key: "guid", Name: "Server GUID", Kind: wire.KindU64BE},
		{Key: "magic", Name: "Offline message ID", Kind: wire.KindConst},
	}
	// opening is what messages have that open a connection, each a part of it.
	opening = [...]wire.FieldDef{
		{Key: "id", Name: "Message ID", Kind: wire.KindU8, Symbols: &messageIDs},
		{Key: "magic", Name: "Offline message ID", Kind: wire.KindConst},
		{Key: "protocol", Name: "RakNet protocol", Kind: wire.KindU8,
			Doc: "Of the client, or of the server that refuses it."},
		{Key: "padding", Name: "Padding", Kind: wire.KindPadding,
			Doc: "Makes the datagram as long as the network is to carry."},
		{Key: "server_guid", Name: "Server GUID", Kind: wire.KindU64BE},
		{Key: "security", Name: "Security", Kind: wire.KindU8, Symbols: &wire.YesNo},
		{Key: "cookie", Name: "Cookie", Kind: wire.KindBytes,
			Doc: "What the client has to repeat, where there is security."},
		{Key: "mtu", Name: "MTU", Kind: wire.KindU16BE,
			Doc: "Longest packet in bytes, with the headers of IP and UDP."},
		{Key: "family", Name: "Address family", Kind: wire.KindU8, Symbols: &families},
		{Key: "address", Name: "Address", Kind: wire.KindBytes,
			Doc: "Of the receiver. IPv4: four bytes, each bit inverted. IPv6: family, port, flow, address and scope, as a " +
				"socket has them."},
		{Key: "port", Name: "Port", Kind: wire.KindU16BE},
		{Key: "client_guid", Name: "Client GUID", Kind: wire.KindU64BE},
	}
	data = [...]wire.FieldDef{
		{Key: "data", Name: "Game data", Kind: wire.KindBytes, Doc: "What only the game understands."},
		{Key: "text", Name: "Game data", Kind: wire.KindText},
	}
	idString = [...]wire.FieldDef{
		{Key: "", Name: "ID string", Kind: wire.KindGroup, Role: wire.RoleSection,
			Doc: "What a server of Minecraft says of itself: parts with semicolons between, in UTF-8."},
		{Key: "length", Name: "Length", Kind: wire.KindU16BE, Role: wire.RoleLength,
			Doc: "Bytes of the parts that follow."},
		{Key: "padding", Name: "Padding", Kind: wire.KindPadding,
			Doc: "NULs after the counted bytes, as servers of 2011 send."},
	}
	// parts are those of the ID string, in their order.
	parts = [...]wire.FieldDef{
		{Key: "edition", Name: "Edition", Kind: wire.KindText, Role: wire.RoleGame, Symbols: &editions},
		{Key: "motd", Name: "MOTD", Kind: wire.KindText, Role: wire.RoleServerName,
			Doc: "The name that players see, with colour codes."},
		{Key: "protocol", Name: "Network protocol", Kind: wire.KindDecimal,
			Doc: "The version of the game's own protocol, such as 685 for 1.21.0."},
		{Key: "version", Name: "Version", Kind: wire.KindText, Role: wire.RoleVersion},
		{Key: "players", Name: "Current players", Kind: wire.KindDecimal, Role: wire.RolePlayers},
		{Key: "max_players", Name: "Max players", Kind: wire.KindDecimal, Role: wire.RoleMaxPlayers},
		{Key: "server_guid", Name: "Server GUID", Kind: wire.KindText,
			Doc: "In decimal digits; the number before the offline message ID, as a rule."},
		{Key: "motd2", Name: "Second MOTD", Kind: wire.KindText, Role: wire.RoleMap,
			Doc: "Mojang's server puts the name of the world here, others the name of their software."},
		{Key: "game_mode", Name: "Game mode", Kind: wire.KindText, Role: wire.RoleGameType,
			Doc: "Survival, Creative or Adventure."},
		{Key: "game_mode_number", Name: "Game mode number", Kind: wire.KindDecimal,
			Doc: "Sources differ: the number of the game mode, or whether consoles by Nintendo are let in."},
		{Key: "port4", Name: "IPv4 port", Kind: wire.KindDecimal, Role: wire.RoleGamePort, AtMost: 65535},
		{Key: "port6", Name: "IPv6 port", Kind: wire.KindDecimal, AtMost: 65535, Symbols: &noPort,
			Doc: "Proxies without IPv6 send -1."},
		{Key: "part", Name: "Further part", Kind: wire.KindText, Note: "undocumented",
			Doc: "Mojang's server of 1.21 sends one more, 0."},
	}
)

// Places in the layouts.
const (
	pingID = iota
	pingTime
	pingMagic
	pingGUID

	pongGUID  = 2
	pongMagic = 3
)

const (
	openingID = iota
	openingMagic
	openingProtocol
	openingPadding
	openingServer
	openingSecurity
	openingCookie
	openingMTU
	openingFamily
	openingAddress
	openingPort
	openingClient
)

// Sizes in bytes of what opens a connection.
const (
	cookieSize = 4
	address4   = 1 + 4 + 2
	address6   = 1 + 2 + 2 + 4 + 16 + 4
)

const (
	stringGroup = iota
	stringLength
	stringPadding
)

const (
	partEdition     = 0
	partProtocol    = 2
	partGUID        = 6
	partModeNumber  = 9
	partPort6       = 11
	partFurther     = 12
	usual           = 6 // parts that every client needs
	guidOf          = "server_guid"
	protocolOf      = "protocol"
	port6Of         = "port6"
	gameModeNumbers = "game_mode_number"
)

// noPort is -1 in the place of a port.
var noPort = wire.Symbols{Loose: true, List: []wire.Symbol{{Value: 1<<64 - 1, Name: "none"}}}

var messageIDs = wire.Symbols{List: []wire.Symbol{
	{Value: idPing, Name: "unconnected ping"},
	{Value: idOpenPing, Name: "unconnected ping, open connections"},
	{Value: idOpen1, Name: "open connection request 1"},
	{Value: idOpened1, Name: "open connection reply 1"},
	{Value: idOpen2, Name: "open connection request 2"},
	{Value: idOpened2, Name: "open connection reply 2"},
	{Value: idIncompatible, Name: "incompatible protocol version"},
	{Value: idPong, Name: "unconnected pong"},
}}

// First bytes of messages.
const (
	idPing         = 0x01
	idOpenPing     = 0x02
	idOpen1        = 0x05
	idOpened1      = 0x06
	idOpen2        = 0x07
	idOpened2      = 0x08
	idIncompatible = 0x19
	idPong         = 0x1c
)

var families = wire.Symbols{List: []wire.Symbol{{Value: 4, Name: "IPv4"}, {Value: 6, Name: "IPv6"}}}

// editions are the first parts by which an ID string is known.
var (
	editions = wire.Symbols{Loose: true,
		Names: ";Bedrock Edition, once Pocket Edition;Education Edition;Pocket Edition of 2011"}
	editionNames = [...]string{1: bedrock, 2: "MCEE", 3: pocket}
)

const (
	bedrock = "MCPE"
	pocket  = "MCCPP"
)

var (
	pingRequest = wire.NewRequest("ping request",
		"Unconnected ping: asks who is there, of a server or of a whole network.")
	openRequest = wire.NewRequest("open ping request",
		"Unconnected ping that only servers with room for another player answer.")
	pongReply = wire.NewReply("pong reply", "Unconnected pong: the server's GUID, and what its game says.")

	firstRequest = wire.MessageInfo{Name: "open connection request 1", Direction: wire.Request, DecodeOnly: true,
		Doc: "A player connects: which RakNet, and how long datagrams may be."}
	firstReply    = wire.NewReply("open connection reply 1", "The server accepts the length.")
	secondRequest = wire.MessageInfo{Name: "open connection request 2", Direction: wire.Request, DecodeOnly: true,
		Doc: "The player repeats the length and gives a GUID."}
	secondReply = wire.NewReply("open connection reply 2",
		"The connection is open; everything after it is encapsulated.")
	incompatibleReply = wire.NewReply("incompatible protocol reply", "The server has another version of RakNet.")
)

var (
	problemNoGUID = wire.ProblemInfo{Code: "raknet-guid-missing", Severity: wire.SeverityNote,
		Message: "The ping ends without the GUID of the client.",
		Advice:  "Programs of 2011 send it so; today's servers ignore it.", Source: "#ping"}
	problemLength = wire.ProblemInfo{Code: "raknet-length-past-end", Severity: wire.SeverityError, Damage: true,
		Message: "The ID string should have {a} bytes, but the datagram ends after {b} of them.",
		Advice:  "It is cut: the last part may be longer, and parts may be missing.", Source: "#id-string"}
	problemFew = wire.ProblemInfo{Code: "raknet-parts-few", Severity: wire.SeverityWarning,
		Message: "The ID string has {a} {a|part|parts}; clients need {b}, up to the greatest number of players.",
		Advice:  "What is missing is unknown; most clients ignore such a server.", Source: "#id-string"}
	problemNumber = wire.ProblemInfo{Code: "raknet-not-a-number", Severity: wire.SeverityWarning,
		Message: "{text} should be a number.",
		Advice:  "Parts may be shifted, by a semicolon in the name for example; it is shown as text.",
		Source:  "#id-string"}
)

var docs = wire.Define(wire.Docs{
	Spec: "protocol/raknet/SPEC.md",
	Messages: []*wire.MessageInfo{
		&pingRequest, &openRequest, &pongReply, &firstRequest, &firstReply, &secondRequest, &secondReply, &incompatibleReply,
	},
	Problems: []*wire.ProblemInfo{&problemNoGUID, &problemLength, &problemFew, &problemNumber},
	Sections: []wire.Section{
		{Prefix: "raknet.ping", Source: "#ping", Layouts: []wire.Layout{ping[:]}},
		{Prefix: "raknet.pong", Source: "#pong", Layouts: []wire.Layout{pong[:]}},
		{Prefix: "raknet.opening", Source: "#opening-a-connection", Layouts: []wire.Layout{opening[:]}},
		{Prefix: "raknet.pong", Source: "#other-games", Layouts: []wire.Layout{data[:]}},
		{Prefix: "raknet.id", Source: "#id-string", Layouts: []wire.Layout{idString[:], parts[:]}},
	},
})

var matching = wire.Matching{Echoes: []*wire.FieldDef{&ping[pingTime], &pong[pingTime]}, Topics: []wire.Topic{
	{Messages: []*wire.MessageInfo{&pingRequest, &openRequest, &pongReply}},
	{Messages: []*wire.MessageInfo{&firstRequest, &firstReply, &incompatibleReply}},
	{Messages: []*wire.MessageInfo{&secondRequest, &secondReply, &incompatibleReply}},
}}

var Protocol = wire.NewProtocol(wire.Protocol{
	ID: ID, Datagrams: true, Docs: docs, Title: "RakNet ping", Recognise: recognise, Begins: func(c byte) bool {
		return messageIDs.Lookup(uint64(c)) != nil
	}, Decode: decode,
	Status:   Status,
	Matching: &matching,
	Doc: "Minecraft Bedrock Edition and other games on RakNet: a ping before any connection, answered with the " +
		"server's GUID and what the game says of itself.",
	Ports: []wire.Port{{Number: 19132, Name: "Minecraft Bedrock Edition"},
		{Number: 19133, Name: "Minecraft Bedrock Edition, IPv6"}},
})
