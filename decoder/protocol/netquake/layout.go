package netquake

import "fragscope/decoder/wire"

// ID names the protocol.
const ID = "netquake"

var (
	head = [...]wire.FieldDef{
		{Key: "control", Name: "Control mark", Kind: wire.KindConst, Doc: "80 00; packets of a game have other bits."},
		{Key: "length", Name: "Length", Kind: wire.KindU16BE, Doc: "Of the whole packet."},
		{Key: "code", Name: "Code", Kind: wire.KindU8, Symbols: &codes},
		{Key: "reason", Name: "Reason", Kind: wire.KindText, Doc: "For people."},
		{Key: "extension", Name: "Extension", Kind: wire.KindBytes,
			Doc: "What ProQuake and DarkPlaces append; its meaning is not decoded."},
	}
	client = [...]wire.FieldDef{
		{Key: "game", Name: "Game", Kind: wire.KindText, Role: wire.RoleGame, Doc: "QUAKE or HEXENII."},
		{Key: "version", Name: "Network protocol", Kind: wire.KindU8, Doc: "3 in Quake, 4 in Hexen II."},
	}
	accept = [...]wire.FieldDef{{Key: "port", Name: "Port", Kind: wire.KindU32LE, Role: wire.RoleGamePort,
		Doc: "To which the player's packets go from then on; in Quake one for each player."}}
	info = [...]wire.FieldDef{
		{Key: "address", Name: "Address", Kind: wire.KindText, Doc: "As the server sees itself, often 0.0.0.0 and the port."},
		{Key: "name", Name: "Host name", Kind: wire.KindText, Role: wire.RoleServerName},
		{Key: "map", Name: "Map", Kind: wire.KindText, Role: wire.RoleMap},
		{Key: "players", Name: "Players", Kind: wire.KindU8, Role: wire.RolePlayers},
		{Key: "max_players", Name: "Max players", Kind: wire.KindU8, Role: wire.RoleMaxPlayers},
		{Key: "version", Name: "Network protocol", Kind: wire.KindU8, Role: wire.RoleVersion,
			Doc: "3 in Quake, 4 in Hexen II."},
	}
	number = [...]wire.FieldDef{{Key: "number", Name: "Player number", Kind: wire.KindU8,
		Doc: "Counts the players that are there, from 0."}}
	player = [...]wire.FieldDef{
		{Key: "", Name: "Player", Kind: wire.KindGroup, Role: wire.RolePlayer},
		{Key: "id", Name: "Number", Kind: wire.KindU8, Role: wire.RolePlayerID},
		{Key: "name", Name: "Name", Kind: wire.KindText, Role: wire.RolePlayerName,
			Doc: "In the characters of the game: 80 to FF are those of 00 to 7F in gold."},
		{Key: "colours", Name: "Colours", Kind: wire.KindU32LE, Role: wire.RolePlayerExtra,
			Parts: []wire.BitPart{{Name: "shirt", Mask: 0xf0}, {Name: "trousers", Mask: 0x0f}}},
		{Key: "frags", Name: "Frags", Kind: wire.KindI32LE, Role: wire.RolePlayerScore},
		{Key: "time", Name: "Seconds", Kind: wire.KindI32LE, Role: wire.RolePlayerExtra, Unit: wire.UnitSeconds,
			Doc: "Since the player connected."},
		{Key: "address", Name: "Address", Kind: wire.KindText, Role: wire.RolePlayerExtra,
			Doc: "Address and port; many servers send a word or a part of it instead."},
	}
	previous = [...]wire.FieldDef{{Key: "previous", Name: "Previous rule", Kind: wire.KindText,
		Doc: "The reply is the rule after this one; the first for an empty name."}}
	rule = [...]wire.FieldDef{
		{Key: "", Name: "Rule", Kind: wire.KindGroup, Role: wire.RoleRule},
		{Key: "key", Name: "Key", Kind: wire.KindText, Role: wire.RoleKey},
		{Key: "value", Name: "Value", Kind: wire.KindText, Role: wire.RoleValue},
	}
)

const (
	headReason    = 3
	headExtension = 4
)

// Messages.
var (
	connectRequest = wire.MessageInfo{Name: "connect request", Direction: wire.Request, DecodeOnly: true,
		Doc: "A player wants to join."}
	infoRequest   = wire.MessageInfo{Name: "server info request", Direction: wire.Request, Doc: "Queries the server."}
	playerRequest = wire.MessageInfo{Name: "player info request", Direction: wire.Request,
		Doc: "Queries one player."}
	ruleRequest = wire.MessageInfo{Name: "rule info request", Direction: wire.Request,
		Doc: "Queries the rule after one that is known."}
	acceptReply = wire.MessageInfo{Name: "accept reply", Direction: wire.Reply, Doc: "The player may join."}
	rejectReply = wire.MessageInfo{Name: "reject reply", Direction: wire.Reply, Doc: "Why the player may not join."}
	infoReply   = wire.MessageInfo{Name: "server info reply", Direction: wire.Reply, Doc: "Name, map and players."}
	playerReply = wire.MessageInfo{Name: "player info reply", Direction: wire.Reply, OnePlayer: true, Doc: "One player."}
	ruleReply   = wire.MessageInfo{Name: "rule info reply", Direction: wire.Reply,
		Doc: "One rule."}
	endReply = wire.MessageInfo{Name: "end of rules reply", Direction: wire.Reply, Doc: "There is no further rule."}
)

var codes = wire.Symbols{Loose: true, List: []wire.Symbol{{Value: 1, Name: "connect"}, {Value: 2, Name: "server info"},
	{Value: 3, Name: "player info"}, {Value: 4, Name: "rule info"}, {Value: 0x81, Name: "accept"},
	{Value: 0x82, Name: "reject"}, {Value: 0x83, Name: "server info reply"}, {Value: 0x84, Name: "player info reply"},
	{Value: 0x85, Name: "rule info reply"}}}

// A form is what follows the header of a message.
type form struct {
	code     byte
	info     *wire.MessageInfo
	layout   wire.Layout
	extended bool              // further bytes may follow
	empty    *wire.MessageInfo // where nothing follows; nil where something has to
}

var forms = [...]form{
	{code: 0x01, info: &connectRequest, layout: client[:], extended: true},
	{code: 0x02, info: &infoRequest, layout: client[:], extended: true},
	{code: 0x03, info: &playerRequest, layout: number[:]},
	{code: 0x04, info: &ruleRequest, layout: previous[:]},
	{code: 0x81, info: &acceptReply, layout: accept[:], extended: true},
	{code: 0x82, info: &rejectReply, layout: head[headReason : headReason+1]},
	{code: 0x83, info: &infoReply, layout: info[:], extended: true},
	{code: 0x84, info: &playerReply, layout: player[:]},
	{code: 0x85, info: &ruleReply, layout: rule[:], empty: &endReply},
}

// formOf returns the form of the messages with a code, nil for none.
func formOf(code byte) *form {
	for i := range forms {
		if forms[i].code == code {
			return &forms[i]
		}
	}
	return nil
}

var docs = wire.Define(wire.Docs{
	Spec: "protocol/netquake/SPEC.md",
	Messages: []*wire.MessageInfo{&connectRequest, &infoRequest, &playerRequest, &ruleRequest, &acceptReply, &rejectReply,
		&infoReply, &playerReply, &ruleReply, &endReply},
	Sections: []wire.Section{
		{Prefix: "netquake", Source: "#messages", Layouts: []wire.Layout{head[:]}},
		{Prefix: "netquake.client", Source: "#server-info", Layouts: []wire.Layout{client[:]}},
		{Prefix: "netquake.accept", Source: "#connecting", Layouts: []wire.Layout{accept[:]}},
		{Prefix: "netquake.info", Source: "#server-info", Layouts: []wire.Layout{info[:]}},
		{Prefix: "netquake.request", Source: "#players-and-rules", Layouts: []wire.Layout{number[:], previous[:]}},
		{Prefix: "netquake.player", Source: "#players-and-rules", Layouts: []wire.Layout{player[:]}},
		{Prefix: "netquake.rule", Source: "#players-and-rules", Layouts: []wire.Layout{rule[:]}},
	},
})

var matching = wire.Matching{Topics: []wire.Topic{
	{Messages: []*wire.MessageInfo{&infoRequest, &infoReply}},
	{Messages: []*wire.MessageInfo{&ruleRequest, &endReply}},
	{Messages: []*wire.MessageInfo{&ruleRequest, &ruleReply}, Several: true},
	{Messages: []*wire.MessageInfo{&connectRequest, &acceptReply, &rejectReply}},
	{Messages: []*wire.MessageInfo{&playerRequest, &playerReply}, Several: true},
}}

// Protocol describes how messages are detected and decoded.
var Protocol = wire.NewProtocol(wire.Protocol{
	ID: ID, Datagrams: true, Docs: docs, Title: "NetQuake control packets", Recognise: recognise, Decode: decode,
	Begins:   func(c byte) bool { return c == mark[0] },
	MatchKey: matchKey,
	Matching: &matching,
	Doc: "Quake and Hexen II: control packets with a length and a code; each player and each rule is queried by a " +
		"request of its own.",
	Ports: []wire.Port{{Game: 26000, Name: "Quake"}, {Game: 26900, Name: "Hexen II"}},
})
