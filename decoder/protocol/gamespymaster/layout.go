package gamespymaster

import (
	"fragscope/decoder/wire"
	"fragscope/decoder/wire/protocol"
)

var (
	packet = [...]wire.FieldDef{
		{Key: "signature", Name: "Signature", Kind: wire.KindConst, Doc: "FE FD, in what the master sends."},
		{Key: "type", Name: "Type", Kind: wire.KindU8, Symbols: &packetTypes},
		{Key: "key", Name: "Instance key", Kind: wire.KindBytes, Doc: "Four bytes of the server's choice, by which both know the other."},
		{Key: "challenge", Name: "Challenge", Kind: wire.KindText, Doc: "Text to be encrypted with the game's key."},
		{Key: "answer", Name: "Answer", Kind: wire.KindText, Doc: "The encrypted challenge, in Base64."},
		{Key: "error", Name: "Error", Kind: wire.KindText, Doc: "In English; some masters put a byte with a number before it."},
		{Key: "message_key", Name: "Message key", Kind: wire.KindU32BE, Doc: "Numbers the message; the acknowledgement repeats it."},
		{Key: "message", Name: "Message", Kind: wire.KindBytes, Doc: "From a player, handed on by the master; often a cookie of NAT negotiation."},
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
		{Key: "rest", Name: "Rest", Kind: wire.KindBytes, Doc: "Of a report: results and the kind of NAT. Of others what is left in memory."},
	}
	list = [...]wire.FieldDef{
		{Key: "length", Name: "Length", Kind: wire.KindU16BE, Doc: "Bytes of the request with these two."},
		{Key: "type", Name: "Type", Kind: wire.KindU8, Symbols: &listTypes},
		{Key: "version", Name: "Version", Kind: wire.KindU8, Doc: "1."},
		{Key: "encoding", Name: "Encryption", Kind: wire.KindU8, Doc: "3: the list is encrypted with the challenge and the key of the game that asks."},
		{Key: "game_version", Name: "Game version", Kind: wire.KindU32BE},
		{Key: "game", Name: "Game wanted", Kind: wire.KindText, Doc: "GameSpy's name of the game whose servers are wanted."},
		{Key: "asker", Name: "Game that asks", Kind: wire.KindText, Doc: "Whose key encrypts the list."},
		{Key: "challenge", Name: "Challenge", Kind: wire.KindBytes, Doc: "Eight bytes that the encryption of the list begins with."},
		{Key: "filter", Name: "Filter", Kind: wire.KindText, Doc: "As in SQL, such as numplayers > 0 and mapname like 'dm%'."},
		{Key: "fields", Name: "Fields wanted", Kind: wire.KindText, Doc: "Keys of the servers' settings, each after a backslash."},
		{Key: "options", Name: "Options", Kind: wire.KindU32BE, Symbols: &options},
		{Key: "source", Name: "Source address", Kind: wire.KindIPv4, Doc: "To be used in the place of the sender's."},
		{Key: "limit", Name: "Max servers", Kind: wire.KindU32BE},
		{Key: "address", Name: "Server", Kind: wire.KindIPv4},
		{Key: "port", Name: "Port", Kind: wire.KindU16BE},
		{Key: "rest", Name: "Rest", Kind: wire.KindBytes},
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
	listChallenge = 7
	listFilter    = 8
	listOptions   = 10
	listSource    = 11
	listLimit     = 12
	listAddress   = 13
	listRest      = 15
)

var (
	packetTypes = wire.Symbols{Names: "query;challenge;echo;heartbeat;error;echo reply;message;message acknowledged;keep-alive;availability;registered"}
	available   = wire.Symbols{Names: "available;unavailable;temporarily unavailable"}
	natTypes    = wire.Symbols{Names: "init;init acknowledged;reachability test;reachability acknowledged;state update;connect;connect acknowledged;connect ping;backup test;" +
		"backup acknowledged;address check;address reply;natify;report;report acknowledged;pre-init;pre-init acknowledged"}
	portTypes = wire.Symbols{Loose: true, Names: "game port;first server;second server;third server"}
	clients   = wire.Symbols{Loose: true, Names: "host;guest"}
	results   = wire.Symbols{Loose: true, Names: "no error;the other is gone;timed out"}
	states    = wire.Symbols{Loose: true, Names: "waiting for the client;waiting for the other;ready"}
	listTypes = wire.Symbols{Names: "server list;server info;message;keep-alive"}
	options   = wire.Symbols{Flags: true, Loose: true, Names: "fields of all servers;no server list;push updates;source address;;groups;no cache;limit"}
)

// Messages.
var (
	availabilityRequest = wire.MessageInfo{Name: "availability request", Direction: wire.Request, Doc: "A game asks, before it uses any service, whether it is still supported."}
	heartbeat           = wire.MessageInfo{Name: "heartbeat", Direction: wire.Request, Doc: "A server reports to its master, with its settings, players and teams."}
	challenge           = wire.MessageInfo{Name: "challenge", Direction: wire.Reply, Doc: "The master asks the server to prove which game it is."}
	challengeAnswer     = wire.MessageInfo{Name: "challenge answer", Direction: wire.Request, Doc: "The proof: the encrypted challenge."}
	serviceRequest      = wire.MessageInfo{Name: "service request", Direction: wire.Request, Doc: "A server keeps its entry alive, or acknowledges."}
	serviceReply        = wire.MessageInfo{Name: "service reply", Direction: wire.Reply, Doc: "The master says that a server is registered, whether a game's services run, an error, or hands on a message."}
	natRequest          = wire.MessageInfo{Name: "NAT negotiation request", Direction: wire.Request, Doc: "A player or server asks for a way through its NAT, or tests one."}
	natReply            = wire.MessageInfo{Name: "NAT negotiation reply", Direction: wire.Reply, Doc: "The service's answer, or the address of the other."}
	listRequest         = wire.MessageInfo{Name: "server list request", Direction: wire.Request, Doc: "Version 2 of server browsing, over TCP; the list that answers it is encrypted."}
)

var docs = wire.Docs{
	Spec: "protocol/gamespymaster/SPEC.md",
	Messages: []*wire.MessageInfo{
		&availabilityRequest, &heartbeat, &challenge, &challengeAnswer, &serviceRequest, &serviceReply, &natRequest, &natReply, &listRequest,
	},
	Sections: []wire.Section{
		{Prefix: "gamespy-master.packet", Source: "#packets", Layouts: []wire.Layout{packet[:]}},
		{Prefix: "gamespy-master.natneg", Source: "#nat-negotiation", Layouts: []wire.Layout{natneg[:]}},
		{Prefix: "gamespy-master.list", Source: "#server-list-request", Layouts: []wire.Layout{list[:]}},
	},
}

// Protocol is the row of this protocol in the table of the front door.
var Protocol = wire.Protocol{
	ID: protocol.GameSpyMaster, Docs: &docs, Title: "GameSpy's later services", Recognise: recognise, Decode: decode,
	Doc:   "What games of GameSpy's later toolkit say to its services: availability, heartbeats of servers, NAT negotiation, and the request for an encrypted list of servers.",
	Ports: []wire.Port{{Number: port, Name: "availability and heartbeats"}, {Number: natPort, Name: "NAT negotiation"}, {Number: listPort, Name: "server browsing, TCP"}},
}

const (
	port     = 27900
	natPort  = 27901
	listPort = 28910
)
