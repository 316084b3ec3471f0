package teeworlds

import "fragscope/decoder/wire"

const ID = "teeworlds"

var (
	head = [...]wire.FieldDef{
		{Key: "mark", Name: "Mark", Kind: wire.KindConst, Doc: "0.6: six bytes FF."},
		{Key: "extended", Name: "Extended mark", Kind: wire.KindConst,
			Doc: "The characters xe, which servers of 0.6 take for the mark."},
		{Key: "extra_token", Name: "Further token", Kind: wire.KindU16BE, Doc: "The upper 16 bits of the token."},
		{Key: "reserved", Name: "Reserved", Kind: wire.KindBytes},
		{Key: "flags", Name: "Flags and version", Kind: wire.KindU8, Symbols: &packets,
			Doc: "0.7: six bits and the version of the packet, 1; the control packets of a connection have version 0."},
		{Key: "token", Name: "Token of the receiver", Kind: wire.KindU32BE, Symbols: &noToken,
			Doc: "0.7: what the receiver gave."},
		{Key: "own_token", Name: "Token of the sender", Kind: wire.KindU32BE,
			Doc: "0.7: what the other side has to send from now on."},
		{Key: "ack", Name: "Acknowledged", Kind: wire.KindU8, Doc: "0 outside a connection."},
		{Key: "chunks", Name: "Chunks", Kind: wire.KindU8, Doc: "0 in control packets."},
		{Key: "control", Name: "Control message", Kind: wire.KindU8, Symbols: &controls},
		{Key: "padding", Name: "Padding", Kind: wire.KindPadding, Doc: "Makes the request longer than its answer."},
		{Key: "oob", Name: "Out-of-band mark", Kind: wire.KindConst},
		{Key: "command", Name: "Command", Kind: wire.KindText, Doc: "Four characters."},
	}
	ask6 = wire.FieldDef{Key: "token", Name: "Token", Kind: wire.KindU8, Doc: "The reply repeats it."}
	ask7 = wire.FieldDef{Key: "number", Name: "Number", Kind: wire.KindPacked, Doc: "The reply repeats it."}
	// info is that of 0.6, which writes numbers in digits, each with a NUL after it.
	info = [...]wire.FieldDef{
		{Key: "token", Name: "Token", Kind: wire.KindDecimal, Doc: "Of the request: 8 bits, in extended replies 24."},
		{Key: "version", Name: "Version", Kind: wire.KindText, Role: wire.RoleVersion},
		{Key: "name", Name: "Server name", Kind: wire.KindText, Role: wire.RoleServerName},
		{Key: "map", Name: "Map", Kind: wire.KindText, Role: wire.RoleMap},
		{Key: "map_crc", Name: "Checksum of the map", Kind: wire.KindDecimal,
			Doc: "CRC-32, as a signed number; in extended replies."},
		{Key: "map_size", Name: "Size of the map", Kind: wire.KindDecimal, Doc: "Bytes; in extended replies."},
		{Key: "game_type", Name: "Game type", Kind: wire.KindText, Role: wire.RoleGameType},
		{Key: "flags", Name: "Flags", Kind: wire.KindDecimal, Symbols: &serverFlags},
		{Key: "playing", Name: "Playing", Kind: wire.KindDecimal, Doc: "Players who are no spectators."},
		{Key: "max_playing", Name: "Max playing", Kind: wire.KindDecimal},
		{Key: "players", Name: "Players", Kind: wire.KindDecimal, Role: wire.RolePlayers, Doc: "With spectators."},
		{Key: "max_players", Name: "Max players", Kind: wire.KindDecimal, Role: wire.RoleMaxPlayers,
			Doc: "With spectators."},
		{Key: "offset", Name: "First player", Kind: wire.KindPacked,
			Doc: "How many players are in the datagrams before; in replies for 64 players."},
		{Key: "extra", Name: "Further info", Kind: wire.KindText,
			Doc: "In extended replies; empty, or what newer servers say of their transports."},
		{Key: "packet", Name: "Packet", Kind: wire.KindDecimal, Doc: "Number of a further datagram, from 1."},
	}
	player = [...]wire.FieldDef{
		{Key: "", Name: "Player", Kind: wire.KindGroup, Role: wire.RolePlayer},
		{Key: "name", Name: "Name", Kind: wire.KindText, Role: wire.RolePlayerName},
		{Key: "clan", Name: "Clan", Kind: wire.KindText, Role: wire.RolePlayerExtra},
		{Key: "country", Name: "Country", Kind: wire.KindDecimal, Role: wire.RolePlayerExtra, Symbols: &noCountry,
			Doc: "ISO 3166-1 numeric."},
		{Key: "score", Name: "Score", Kind: wire.KindDecimal, Role: wire.RolePlayerScore, Symbols: &noTime,
			Doc: "In races the time in seconds, negative."},
		{Key: "playing", Name: "Plays", Kind: wire.KindDecimal, Role: wire.RolePlayerExtra, Symbols: &wire.YesNo},
		{Key: "extra", Name: "Further info", Kind: wire.KindText, Doc: "Empty; in extended replies."},
	}
	// info7 is that of 0.7, whose numbers are packed.
	info7 = [...]wire.FieldDef{
		{Key: "number", Name: "Number", Kind: wire.KindPacked, Doc: "Of the request."},
		{Key: "version", Name: "Version", Kind: wire.KindText, Role: wire.RoleVersion},
		{Key: "name", Name: "Server name", Kind: wire.KindText, Role: wire.RoleServerName},
		{Key: "host", Name: "Host name", Kind: wire.KindText, Doc: "Where the operator has given one."},
		{Key: "map", Name: "Map", Kind: wire.KindText, Role: wire.RoleMap},
		{Key: "game_type", Name: "Game type", Kind: wire.KindText, Role: wire.RoleGameType},
		{Key: "flags", Name: "Flags", Kind: wire.KindPacked, Symbols: &serverFlags},
		{Key: "skill_level", Name: "Skill level", Kind: wire.KindPacked, Symbols: &skills},
		{Key: "playing", Name: "Playing", Kind: wire.KindPacked, Doc: "Players who are no spectators."},
		{Key: "max_playing", Name: "Max playing", Kind: wire.KindPacked},
		{Key: "players", Name: "Players", Kind: wire.KindPacked, Role: wire.RolePlayers, Doc: "With spectators."},
		{Key: "max_players", Name: "Max players", Kind: wire.KindPacked, Role: wire.RoleMaxPlayers,
			Doc: "With spectators."},
	}
	player7 = [...]wire.FieldDef{
		{Key: "", Name: "Player", Kind: wire.KindGroup, Role: wire.RolePlayer},
		{Key: "name", Name: "Name", Kind: wire.KindText, Role: wire.RolePlayerName},
		{Key: "clan", Name: "Clan", Kind: wire.KindText, Role: wire.RolePlayerExtra},
		{Key: "country", Name: "Country", Kind: wire.KindPacked, Role: wire.RolePlayerExtra, Symbols: &noCountry,
			Doc: "ISO 3166-1 numeric."},
		{Key: "score", Name: "Score", Kind: wire.KindPacked, Role: wire.RolePlayerScore,
			Doc: "In races the time in seconds, -1 for none."},
		{Key: "kind", Name: "Kind", Kind: wire.KindPacked, Role: wire.RolePlayerExtra, Symbols: &kinds},
	}
	server = [...]wire.FieldDef{
		{Key: "", Name: "Server", Kind: wire.KindGroup, Role: wire.RoleServerEntry},
		{Key: "prefix", Name: "IPv4 mark", Kind: wire.KindConst,
			Doc: "An IPv4 address as one of IPv6: ten bytes 00 and two FF."},
		{Key: "address", Name: "Address", Kind: wire.KindIPv4, Role: wire.RoleServerHost},
		{Key: "address6", Name: "Address", Kind: wire.KindIPv6, Role: wire.RoleServerHost},
		{Key: "port", Name: "Port", Kind: wire.KindU16BE, Role: wire.RoleQueryPort},
	}
	masters = [...]wire.FieldDef{
		{Key: "count", Name: "Servers", Kind: wire.KindU16BE, Doc: "How many the master lists."},
		{Key: "port", Name: "Port", Kind: wire.KindU16BE, Doc: "Where the server answers, as it believes."},
		{Key: "secret", Name: "Secret", Kind: wire.KindText, Doc: "What names the server to its master."},
		{Key: "challenge", Name: "Challenge", Kind: wire.KindText,
			Doc: "What the server proves its address with, over HTTPS."},
	}
)

// Places in the layouts.
const (
	headMark = iota
	headExtended
	headExtra
	headReserved
	headFlags
	headToken
	headOwn
	headAck
	headChunks
	headControl
	headPadding
	headOOB
	headCommand
)

const (
	infoToken = iota
	infoVersion
	infoName
	infoMap
	infoCRC
	infoSize
	infoType
	infoFlags
	_
	infoMaxPlaying
	infoPlayers
	infoMaxPlayers
	infoOffset
	infoExtra
	infoPacket
)

const (
	infoHost7 = iota + 3
	_
	_
	infoFlags7
	infoSkill7
	_
	infoMaxPlaying7
	infoPlayers7
	infoMaxPlayers7
)

// playerExtra is the place of what only extended replies have of a player.
const playerExtra = 6

const (
	serverPrefix = iota + 1
	serverAddress
	serverAddress6
	serverPort
)

const (
	masterCount = iota
	masterPort
	masterSecret
)

var (
	packets = wire.Symbols{List: []wire.Symbol{{Value: control, Name: "control packet"},
		{Value: connless, Name: "outside a connection, version 1"}}}
	controls    = wire.Symbols{List: []wire.Symbol{{Value: controlToken, Name: "token"}}}
	noToken     = wire.Symbols{Loose: true, List: []wire.Symbol{{Value: 1<<32 - 1, Name: "none yet"}}}
	serverFlags = wire.Symbols{Flags: true, Names: "password;scores are times"}
	skills      = wire.Symbols{Loose: true, Names: "casual;normal;competitive"}
	kinds       = wire.Symbols{Loose: true, Names: "player;spectator;bot"}
	noCountry   = wire.Symbols{Loose: true, List: []wire.Symbol{{Value: 1<<64 - 1, Name: "not given"}}}
	noTime      = wire.Symbols{Loose: true, List: []wire.Symbol{{Value: 1<<64 - 9999, Name: "no time yet"}}}
)

var (
	infoRequest     = wire.NewRequest("info request", "0.6: queries the server and its players, at most 16.")
	extendedRequest = wire.NewRequest("extended info request",
		"0.6 and DDNet: queries the server and all its players; a server that does not know it sends an info reply.")
	manyRequest = wire.NewRequest("64-player info request",
		"Mods for 64 players: queries the server and its players, 24 in a datagram.")
	infoReply     = wire.NewReply("info reply", "0.6: the server and its players, at most 16.")
	extendedReply = wire.NewReply("extended info reply", "DDNet: the server and its players.")
	moreReply     = wire.NewReply("extended player list reply",
		"DDNet: players for whom there was no room in the datagrams before.")
	manyReply    = wire.NewReply("64-player info reply", "Mods for 64 players: the server and 24 of its players.")
	tokenRequest = wire.NewRequest("token request", "0.7: asks for the token without which a server answers nothing.")
	tokenReply   = wire.NewReply("token reply", "0.7: the server's token for this client.")
	sevenRequest = wire.NewRequest("0.7 info request", "0.7: queries the server and its players.")
	sevenReply   = wire.NewReply("0.7 info reply", "0.7: the server and its players.")
	listRequest  = wire.NewRequest("server list request", "Queries a master for servers.")
	listReply    = wire.NewReply("server list reply", "Addresses of servers.")
	countRequest = wire.NewRequest("server count request", "Queries a master for the number of its servers.")
	countReply   = wire.NewReply("server count reply", "The number of servers.")
	heartbeat    = wire.MessageInfo{Name: "heartbeat", Direction: wire.Request, DecodeOnly: true, Optional: true,
		Doc: "A server reports to its master that it is there."}
	checkRequest = wire.MessageInfo{Name: "firewall check", Direction: wire.Request, DecodeOnly: true, Optional: true,
		Doc: "A master sends it to the server from another port."}
	checkReply  = wire.NewReply("firewall check reply", "The server received the check.")
	checkPassed = wire.NewReply("firewall check passed", "The master lists the server.")
	checkFailed = wire.NewReply("firewall check failed", "The master got no answer and does not list the server.")
	challenge   = wire.MessageInfo{Name: "registration challenge", Direction: wire.Request, DecodeOnly: true,
		Optional: true, Doc: "A master of DDNet sends it to the server, which repeats it over HTTPS."}
)

var (
	problemNumber = wire.ProblemInfo{Code: "teeworlds-not-a-number", Severity: wire.SeverityWarning,
		Message: "{text} should be a number.", Advice: "Fields may be shifted; it is shown as text.",
		Source: "#info-of-06"}
	problemPlayers = wire.ProblemInfo{Code: "teeworlds-players", Severity: wire.SeverityNote,
		Message: "The reply counts {a} players and lists {b}.",
		Advice:  "A server that is queried very often leaves the list out; 16 players are all that an info reply holds.",
		Source:  "#info-of-06"}
)

var docs = wire.Define(wire.Docs{
	Spec: "protocol/teeworlds/SPEC.md",
	Messages: []*wire.MessageInfo{
		&infoRequest, &extendedRequest, &manyRequest, &infoReply, &extendedReply, &moreReply, &manyReply, &tokenRequest,
		&tokenReply, &sevenRequest, &sevenReply,
		&listRequest, &listReply, &countRequest, &countReply, &heartbeat, &checkRequest, &checkReply, &checkPassed,
		&checkFailed, &challenge,
	},
	Problems: []*wire.ProblemInfo{&problemNumber, &problemPlayers},
	Sections: []wire.Section{
		{Prefix: "teeworlds.head", Source: "#head", Layouts: []wire.Layout{head[:]}},
		{Prefix: "teeworlds.request", Source: "#requests", Fields: []*wire.FieldDef{&ask6, &ask7}},
		{Prefix: "teeworlds.info", Source: "#info-of-06", Layouts: []wire.Layout{info[:]}},
		{Prefix: "teeworlds.player", Source: "#info-of-06", Layouts: []wire.Layout{player[:]}},
		{Prefix: "teeworlds.info7", Source: "#info-of-07", Layouts: []wire.Layout{info7[:]}},
		{Prefix: "teeworlds.player7", Source: "#info-of-07", Layouts: []wire.Layout{player7[:]}},
		{Prefix: "teeworlds.server", Source: "#masters", Layouts: []wire.Layout{server[:]}},
		{Prefix: "teeworlds.master", Source: "#masters", Layouts: []wire.Layout{masters[:]}},
	},
})

var matching = wire.Matching{Topics: []wire.Topic{
	{Messages: []*wire.MessageInfo{&infoRequest, &infoReply, &extendedRequest, &extendedReply, &moreReply}},
	{Messages: []*wire.MessageInfo{&manyRequest, &manyReply}, Several: true},
	{Messages: []*wire.MessageInfo{&tokenRequest, &tokenReply}},
	{Messages: []*wire.MessageInfo{&sevenRequest, &sevenReply}},
	{Messages: []*wire.MessageInfo{&listRequest, &listReply}, Several: true},
	{Messages: []*wire.MessageInfo{&countRequest, &countReply}},
	{Messages: []*wire.MessageInfo{&heartbeat, &checkRequest, &checkReply, &checkPassed, &checkFailed, &challenge}},
}}

var Protocol = wire.NewProtocol(wire.Protocol{
	ID: ID, Datagrams: true, Docs: docs, Title: "Teeworlds query", Recognise: recognise, Begins: begins, Decode: decode,
	Status: Status, MatchKey: MatchKey, Part: Part, Merge: join,
	Matching: &matching,
	Doc: "Teeworlds, DDNet and mods: four characters ask and answer, in the frames of 0.6 and 0.7, whose servers want " +
		"a token first; masters and their lists.",
	Ports: ports.Ports,
})

var ports = wire.Protocol{Ports: []wire.Port{{Number: 8303, Name: "Teeworlds, DDNet"},
	{Number: 8300, Name: "masters of 0.6"}, {Number: 8283, Name: "masters of 0.7"}}}
