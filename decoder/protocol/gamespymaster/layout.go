package gamespymaster

import (
	"fragscope/decoder/wire"
)

const ID = "gamespy-master"

var (
	packet = [...]wire.FieldDef{
		{Key: "signature", Name: "Signature", Kind: wire.KindConst, Doc: "FE FD, in what the master sends."},
		{Key: "type", Name: "Type", Kind: wire.KindU8, Symbols: &packetTypes},
		{Key: "key", Name: "Instance key", Kind: wire.KindBytes,
			Doc: "Four bytes of the server's choice, by which both know the other."},
		{Key: "challenge", Name: "Challenge", Kind: wire.KindText, Doc: "Text to be encrypted with the game's key."},
		{Key: "answer", Name: "Answer", Kind: wire.KindText, Doc: "The encrypted challenge, in Base64."},
		{Key: "error", Name: "Error", Kind: wire.KindText,
			Doc: "In English; some masters put a byte with a number before it."},
		{Key: "message_key", Name: "Message key", Kind: wire.KindU32BE,
			Doc: "Numbers the message; the acknowledgement repeats it."},
		{Key: "message", Name: "Message", Kind: wire.KindBytes,
			Doc: "From a player, handed on by the master; often a cookie of NAT negotiation."},
		{Key: "echo", Name: "Echo", Kind: wire.KindBytes},
		{Key: "game", Name: "Game", Kind: wire.KindText, Doc: "GameSpy's name of it."},
		{Key: "status", Name: "Status", Kind: wire.KindU32BE, Symbols: &available},
	}
	natneg = [...]wire.FieldDef{
		{Key: "signature", Name: "Signature", Kind: wire.KindConst, Doc: "FD FC 1E 66 6A B2."},
		{Key: "version", Name: "Version", Kind: wire.KindU8, Doc: "2, 3 or 4."},
		{Key: "type", Name: "Type", Kind: wire.KindU8, Symbols: &natTypes},
		{Key: "cookie", Name: "Cookie", Kind: wire.KindU32BE, Doc: "The same for both players."},
		{Key: "port_type", Name: "Port type", Kind: wire.KindU8, Symbols: &portTypes},
		{Key: "client", Name: "Client", Kind: wire.KindU8, Symbols: &clients},
		{Key: "game_port", Name: "Uses the game's port", Kind: wire.KindU8, Symbols: &wire.YesNo},
		{Key: "local_address", Name: "Local address", Kind: wire.KindIPv4},
		{Key: "local_port", Name: "Local port", Kind: wire.KindU16BE},
		{Key: "game", Name: "Game", Kind: wire.KindText, Doc: "Left out before version 2."},
		{Key: "address", Name: "Address of the other", Kind: wire.KindIPv4},
		{Key: "port", Name: "Port of the other", Kind: wire.KindU16BE},
		{Key: "got_data", Name: "Got data", Kind: wire.KindU8, Symbols: &wire.YesNo},
		{Key: "finished", Name: "Result", Kind: wire.KindU8, Symbols: &results},
		{Key: "state", Name: "State", Kind: wire.KindU8, Symbols: &states},
		{Key: "client_id", Name: "Client ID", Kind: wire.KindU32BE},
		{Key: "rest", Name: "Rest", Kind: wire.KindBytes,
			Doc: "Of a report: results and the kind of NAT. Of others what is left in memory."},
	}
	list = [...]wire.FieldDef{
		{Key: "length", Name: "Length", Kind: wire.KindU16BE, Doc: "Bytes of the request with these two."},
		{Key: "type", Name: "Type", Kind: wire.KindU8, Symbols: &listTypes},
		{Key: "version", Name: "Version", Kind: wire.KindU8, Doc: "1."},
		{Key: "encoding", Name: "Encryption", Kind: wire.KindU8,
			Doc: "3: the list is encrypted with the challenge and the key of the game that asks."},
		{Key: "game_version", Name: "Game version", Kind: wire.KindU32BE},
		{Key: "game", Name: "Game wanted", Kind: wire.KindText, Doc: "GameSpy's name of the game whose servers are wanted."},
		{Key: "asker", Name: "Game that asks", Kind: wire.KindText, Doc: "Whose key encrypts the list."},
		{Key: "challenge", Name: "Challenge", Kind: wire.KindBytes,
			Doc: "Eight bytes that the encryption of the list begins with."},
		{Key: "filter", Name: "Filter", Kind: wire.KindText,
			Doc: "As in SQL, such as numplayers > 0 and mapname like 'dm%'."},
		{Key: "fields", Name: "Fields wanted", Kind: wire.KindText,
			Doc: "Keys of the servers' settings, each after a backslash."},
		{Key: "options", Name: "Options", Kind: wire.KindU32BE, Parts: options,
			Doc: "The source address and the limit follow where they are set."},
		{Key: "source", Name: "Source address", Kind: wire.KindIPv4, Doc: "To be used in the place of the sender's."},
		{Key: "limit", Name: "Max servers", Kind: wire.KindU32BE},
		{Key: "address", Name: "Server", Kind: wire.KindIPv4},
		{Key: "port", Name: "Port", Kind: wire.KindU16BE},
		{Key: "rest", Name: "Rest", Kind: wire.KindBytes},
	}
	reply = [...]wire.FieldDef{
		{Key: "random_size", Name: "Size of the random bytes", Kind: wire.KindU8, Doc: "XOR EC: E4 stands for 8."},
		{Key: "flags", Name: "Flags of the game", Kind: wire.KindU16BE, Symbols: &gameFlags,
			Doc: "In the place of the first two random bytes; some masters have random ones there too."},
		{Key: "random", Name: "Random bytes", Kind: wire.KindBytes},
		{Key: "salt_size", Name: "Size of the salt", Kind: wire.KindU8, Doc: "XOR EA: F3 stands for 25."},
		{Key: "salt", Name: "Salt", Kind: wire.KindBytes,
			Doc: "With the challenge of the request and the key of the game that asks it makes the key of the list."},
		{Key: "ciphertext", Name: "Encrypted list", Kind: wire.KindBytes, Note: "encrypted",
			Doc: "The decrypted list, a message by itself, is shown where the request of the same connection is there and the " +
				"key of its game is known."},
	}
	servers = [...]wire.FieldDef{
		{Key: "client", Name: "Address of the client", Kind: wire.KindIPv4, Doc: "As the master sees it."},
		{Key: "port", Name: "Usual query port", Kind: wire.KindU16BE, Symbols: &noGame,
			Doc: "Of the servers that have none of their own."},
		{Key: "error", Name: "Error", Kind: wire.KindText},
		{Key: "keys", Name: "Keys", Kind: wire.KindU8, Role: wire.RoleCount},
		{Key: "key", Name: "Key", Kind: wire.KindGroup},
		{Key: "key.type", Name: "Type of the values", Kind: wire.KindU8, Symbols: &valueTypes},
		{Key: "key.name", Name: "Name", Kind: wire.KindText},
		{Key: "popular", Name: "Popular values", Kind: wire.KindU8, Role: wire.RoleCount},
		{Key: "popular.value", Name: "Popular value", Kind: wire.KindText, Naming: wire.NameNumbered,
			Doc: "Servers name it by its place, counted from 0."},
	}
	server = [...]wire.FieldDef{
		{Key: "", Name: "Server", Kind: wire.KindGroup, Role: wire.RoleServerEntry},
		{Key: "flags", Name: "Flags", Kind: wire.KindU8, Symbols: &serverFlags},
		{Key: "address", Name: "Address", Kind: wire.KindIPv4, Role: wire.RoleServerHost},
		{Key: "port", Name: "Query port", Kind: wire.KindU16BE, Role: wire.RoleQueryPort},
		{Key: "local_address", Name: "Local address", Kind: wire.KindIPv4, Doc: "Inside the server's own network."},
		{Key: "local_port", Name: "Local port", Kind: wire.KindU16BE},
		{Key: "icmp", Name: "Address for pings", Kind: wire.KindIPv4},
		{Key: "value", Name: "Value", Kind: wire.KindGroup, Naming: wire.NameInPacket,
			Doc: "Of the key whose name it has, in the order of the keys."},
		{Key: "value.place", Name: "Popular value", Kind: wire.KindU8, Symbols: &ownText,
			Doc: "Its place among the popular values, counted from 0; 255 stands for a text of its own."},
		{Key: "value.text", Name: "Text", Kind: wire.KindText},
		{Key: "value.byte", Name: "Number", Kind: wire.KindU8},
		{Key: "value.short", Name: "Number", Kind: wire.KindU16BE},
		{Key: "rule", Name: "Setting", Kind: wire.KindGroup, Role: wire.RoleRule, Doc: "All that a server said of itself."},
		{Key: "rule.key", Name: "Key", Kind: wire.KindText, Role: wire.RoleKey},
		{Key: "rule.value", Name: "Value", Kind: wire.KindText, Role: wire.RoleValue},
		{Key: "rule.end", Name: "End of the settings", Kind: wire.KindConst, Doc: "A NUL in the place of a key."},
	}
	after = [...]wire.FieldDef{
		{Key: "end", Name: "End of the list", Kind: wire.KindConst, Doc: "A server without flags at FF FF FF FF."},
		{Key: "message", Name: "Message", Kind: wire.KindGroup,
			Doc: "What follows a list: keys of updates, servers that come and go."},
		{Key: "message.length", Name: "Length", Kind: wire.KindU16BE, Doc: "With these two bytes."},
		{Key: "message.type", Name: "Type", Kind: wire.KindU8, Symbols: &updates},
		{Key: "message.data", Name: "Contents", Kind: wire.KindBytes},
	}
)

// Places in the layouts.
const (
	atType       = 1
	atKey        = 2
	atChallenge  = 3
	atAnswer     = 4
	atError      = 5
	atMessageKey = 6
	atMessage    = 7
	atEcho       = 8
	atGame       = 9
	atStatus     = 10

	natPortType = 4
	natGame     = 9
	natAddress  = 10
	natState    = 14
	natRest     = 16

	listType      = 1
	listGame      = 5
	listAsker     = 6
	listChallenge = 7
	listFilter    = 8
	listOptions   = 10
	listSource    = 11
	listLimit     = 12
	listAddress   = 13
	listRest      = 15

	replyRandom     = 2
	replySaltSize   = 3
	replyCiphertext = 5

	serversPort    = 1
	serversError   = 2
	serversKeys    = 3
	serversKey     = 4
	serversPopular = 7

	serverFlag    = 1
	serverAddress = 2
	serverPort    = 3
	serverLocal   = 4
	serverValue   = 7
	valuePlace    = 8
	valueText     = 9
	valueByte     = 10
	valueShort    = 11
	serverRule    = 12

	afterEnd     = 0
	afterMessage = 1
)

var (
	packetTypes = wire.Symbols{
		Names: "query;challenge;echo;heartbeat;error;echo reply;message;message " +
			"acknowledged;keep-alive;availability;registered"}
	available = wire.Symbols{Names: "available;unavailable;temporarily unavailable"}
	natTypes  = wire.Symbols{Names: "init;init acknowledged;reachability test;reachability acknowledged;state " +
		"update;connect;connect acknowledged;connect ping;backup test;" +
		"backup acknowledged;address check;address reply;natify;report;report acknowledged;pre-init;pre-init acknowledged"}
	portTypes = wire.Symbols{Loose: true, Names: "game port;first server;second server;third server"}
	clients   = wire.Symbols{Loose: true, Names: "host;guest"}
	results   = wire.Symbols{Loose: true, Names: "no error;the other is gone;timed out"}
	states    = wire.Symbols{Loose: true, Names: "waiting for the client;waiting for the other;ready"}
	listTypes = wire.Symbols{Names: "server list;server info;message;keep-alive"}
	gameFlags = wire.Symbols{Flags: true, Loose: true,
		List: []wire.Symbol{{Value: 128, Name: "servers want a challenge repeated"}}}
	noGame = wire.Symbols{Loose: true,
		List: []wire.Symbol{{Value: unknownGame, Name: "the master does not know the game"}}}
	valueTypes  = wire.Symbols{Loose: true, Names: "text;byte;two bytes"}
	ownText     = wire.Symbols{Loose: true, List: []wire.Symbol{{Value: 255, Name: "text"}}}
	serverFlags = wire.Symbols{Flags: true,
		Names: "answers at once;local address;needs NAT negotiation;address for pings;port;local port;values;settings"}
	updates = wire.Symbols{Loose: true, Names: ";keys;server;keep-alive;server gone;maps;players found"}
	options = []wire.BitPart{
		{Name: "fields of all servers", Mask: 1}, {Name: "no server list", Mask: 2}, {Name: "push updates", Mask: 4},
		{Name: "source address", Mask: 8},
		{Name: "groups", Mask: 32}, {Name: "no cache", Mask: 64}, {Name: "limit", Mask: 128},
	}
)

var (
	availabilityRequest = wire.NewRequest("availability request",
		"A game asks, before it uses any service, whether it is still supported.")
	heartbeat       = wire.NewRequest("heartbeat", "A server reports to its master, with its settings, players and teams.")
	challenge       = wire.NewReply("challenge", "The master asks the server to prove which game it is.")
	challengeAnswer = wire.NewRequest("challenge answer", "The proof: the encrypted challenge.")
	serviceRequest  = wire.NewRequest("service request", "A server keeps its entry alive, or acknowledges.")
	serviceReply    = wire.NewReply("service reply",
		"The master says that a server is registered, whether a game's services run, an error, or hands on a message.")
	natRequest = wire.MessageInfo{Name: "NAT negotiation request", Direction: wire.Request, DecodeOnly: true,
		Doc: "A player or server asks for a way through its NAT, or tests one."}
	natReply    = wire.NewReply("NAT negotiation reply", "The service's answer, or the address of the other.")
	listRequest = wire.NewRequest("server list request",
		"Version 2 of server browsing, over TCP; the list that answers it is encrypted.")
	browsingRequest = wire.MessageInfo{Name: "browsing request", Direction: wire.Request, DecodeOnly: true,
		Doc: "Asks the list's master for one server's settings, hands a message on to it, or keeps the connection open."}
	listReply  = wire.NewReply("encrypted server list", "Over TCP: a salt, and the list, encrypted.")
	plainReply = wire.NewReply("decrypted server list", "What an encrypted list says.")
)

var (
	problemUnavailable = wire.Warning("gamespy-master-unavailable",
		"The master says that its services for this game are not available.",
		"The game does not go on without them: name another master, or try later where it says temporarily.")
	problemRefused = wire.Warning("gamespy-master-refused", "The master refuses: {text}.",
		"The server is not listed until it sends what the master wants.")
	problemNameless = wire.Warning("gamespy-master-heartbeat-game",
		"The heartbeat names no game: it has no key gamename.",
		"Masters list a server with the game that it names, and ignore one without.")
	problemBye = wire.Note("gamespy-master-heartbeat-ends", "The server is shutting down: statechanged is 2.",
		"The master removes it from its list.")
	problemFields = wire.Warning("gamespy-master-list-fields", "The fields wanted do not begin with a backslash.",
		"Masters take what follows each backslash for a key, and send no values for the first.")
	problemAddress = wire.Warning("gamespy-master-natneg-address",
		"The other has no address or no port: the negotiation found none.",
		"The players cannot reach each other; the other did not send its init, or behind a NAT that gives every "+
			"destination another port.")
	problemNegotiation = wire.Warning("gamespy-master-natneg-failed",
		"NAT negotiation failed: {a|the other is gone|it took too long}.",
		"A port that is forwarded to the server, or a server outside the NAT, makes it needless.")
	problemNoRequest = wire.Note("gamespy-master-list-without-request",
		"The list of {a} bytes is encrypted, and its request is not here.",
		"Give the request of the same connection too: it has the challenge and the game whose key decrypts the list.")
	problemNoKey = wire.Note("gamespy-master-list-key",
		"The list of {a} bytes is encrypted, and the key of the game that asked is not known.",
		"It stays encrypted; decryption needs the game's key of six letters.")
	problemWrongKey = wire.Warning("gamespy-master-list-decryption",
		"Decrypted with the key of the game that asked, the {a} bytes are not a list.",
		"They answer another request, bytes before them are missing, or the master has another key.")
	problemUnknownGame = wire.Warning("gamespy-master-list-game",
		"The master does not know the game, and lists nothing.",
		"Check the name of the game wanted; another master may know it.")
	problemKeyType = wire.ProblemInfo{Code: "gamespy-master-list-type", Severity: wire.SeverityError, Damage: true,
		Message: "A key's values have the type {a}; only 0 to 2 are known.",
		Advice:  "How long they are is not known: the servers are not read."}
	problemPlace = wire.Damage("gamespy-master-list-place", "A server names the popular value {a} of {b}.",
		"The value is unknown; the list is damaged, or the master counts in another way.")
	problemListOpen = wire.Damage("gamespy-master-list-open",
		"The list ends without its end mark, after {a} {a|server|servers}.",
		"The rest did not arrive, or the master closed the connection: further servers are unknown.")
)

var docs = wire.Define(wire.Docs{
	Spec: "protocol/gamespymaster/SPEC.md",
	Messages: []*wire.MessageInfo{
		&availabilityRequest, &heartbeat, &challenge, &challengeAnswer, &serviceRequest, &serviceReply, &natRequest,
		&natReply, &listRequest, &browsingRequest,
		&listReply, &plainReply,
	},
	Sections: []wire.Section{
		{Prefix: "gamespy-master.packet", Source: "#packets", Layouts: []wire.Layout{packet[:]},
			Problems: []*wire.ProblemInfo{&problemUnavailable, &problemRefused, &problemNameless, &problemBye}},
		{Prefix: "gamespy-master.natneg", Source: "#nat-negotiation", Layouts: []wire.Layout{natneg[:]},
			Problems: []*wire.ProblemInfo{&problemAddress, &problemNegotiation}},
		{Prefix: "gamespy-master.list", Source: "#server-list-request", Layouts: []wire.Layout{list[:]},
			Problems: []*wire.ProblemInfo{&problemFields}},
		{Prefix: "gamespy-master.reply", Source: "#encrypted-server-list", Layouts: []wire.Layout{reply[:]},
			Problems: []*wire.ProblemInfo{&problemNoRequest, &problemNoKey, &problemWrongKey}},
		{Prefix: "gamespy-master.servers", Source: "#decrypted-server-list", Layouts: []wire.Layout{servers[:]},
			Problems: []*wire.ProblemInfo{&problemUnknownGame, &problemKeyType, &problemListOpen}},
		{Prefix: "gamespy-master.server", Source: "#decrypted-server-list", Layouts: []wire.Layout{server[:]},
			Problems: []*wire.ProblemInfo{&problemPlace}},
		{Prefix: "gamespy-master.after", Source: "#decrypted-server-list", Layouts: []wire.Layout{after[:]}},
	},
})

var matching = wire.Matching{Topics: []wire.Topic{
	{Messages: []*wire.MessageInfo{&serviceReply, &serviceRequest, &heartbeat, &challenge, &challengeAnswer},
		Several: true},
	{Messages: []*wire.MessageInfo{&availabilityRequest, &serviceReply}},
	{Messages: []*wire.MessageInfo{&natRequest, &natReply}, Several: true},
	{Messages: []*wire.MessageInfo{&listRequest, &browsingRequest, &listReply, &plainReply}, Several: true},
}}

var Protocol = wire.NewProtocol(wire.Protocol{
	ID: ID, Docs: docs, Title: "GameSpy's later services", Recognise: recognise, Decode: decode,
	Status: Status, MatchKey: MatchKey, Reassemble: Reassemble,
	Matching: &matching,
	Doc: "What games of GameSpy's later toolkit say to its services: availability, heartbeats of servers, NAT " +
		"negotiation, and encrypted lists of servers.",
	Ports: []wire.Port{{Number: port, Name: "availability and heartbeats"}, {Number: natPort, Name: "NAT negotiation"},
		{Number: listPort, Name: "server browsing, TCP"}},
})

const (
	port     = 27900
	natPort  = 27901
	listPort = 28910
)
