package quakeworld

import (
	"fragscope/decoder/internal/idtech"
	"fragscope/decoder/wire"
)

const ID = "quakeworld"

var (
	flags = [...]wire.FieldDef{{Key: "flags", Name: "Flags", Kind: wire.KindDecimal, Parts: parts,
		Doc: "What the reply shall have; older servers ignore it. 0, or none, is settings and players."}}
	hexen = wire.FieldDef{Key: "hexenworld", Name: "HexenWorld's mark", Kind: wire.KindConst,
		Doc: "FF, one more than in QuakeWorld."}
	player = [...]wire.FieldDef{
		{Key: "id", Name: "ID", Kind: wire.KindDecimal, Role: wire.RolePlayerID},
		{Key: "frags", Name: "Frags", Kind: wire.KindDecimal, Role: wire.RolePlayerScore,
			Doc: "S, or -9999, for a spectator."},
		{Key: "time", Name: "Minutes", Kind: wire.KindDecimal, Role: wire.RolePlayerExtra, Unit: wire.UnitMinutes,
			Doc: "Since the player connected."},
		{Key: "ping", Name: "Ping", Kind: wire.KindDecimal, Role: wire.RolePlayerPing,
			Doc: "Milliseconds; below 0 for a spectator."},
		{Key: "name", Name: "Name", Kind: wire.KindText, Role: wire.RolePlayerName,
			Doc: "In the characters of the game: 80 to FF are those of 00 to 7F in gold. \\s\\ before it marks a spectator."},
		{Key: "skin", Name: "Skin", Kind: wire.KindText, Role: wire.RolePlayerExtra},
		{Key: "shirt", Name: "Shirt colour", Kind: wire.KindDecimal, Role: wire.RolePlayerExtra,
			Doc: "0 to 13, rows of the palette."},
		{Key: "trousers", Name: "Trousers colour", Kind: wire.KindDecimal, Role: wire.RolePlayerExtra},
		{Key: "team", Name: "Team", Kind: wire.KindText, Role: wire.RolePlayerExtra},
		{Key: "login", Name: "Login flag", Kind: wire.KindText, Role: wire.RolePlayerExtra,
			Doc: "Country or none, of a player who has logged in."},
		{Key: "extra", Name: "Number", Kind: wire.KindDecimal, Role: wire.RolePlayerExtra, Doc: "Further numbers."},
	}
	master = [...]wire.FieldDef{
		{Key: "word", Name: "Command", Kind: wire.KindConst,
			Doc: "a a heartbeat, C the end of a server, c a request for the list."},
		{Key: "sequence", Name: "Sequence", Kind: wire.KindDecimal, Doc: "Counts the heartbeats."},
		{Key: "players", Name: "Players", Kind: wire.KindDecimal},
	}

	parts = []wire.BitPart{{Name: "settings", Mask: 1}, {Name: "players", Mask: 2}, {Name: "spectators", Mask: 4},
		{Name: "spectators as players", Mask: 8}, {Name: "teams", Mask: 16}, {Name: "streams", Mask: 32},
		{Name: "login flags", Mask: 64}}
)

var (
	statusRequest  = wire.NewRequest("status request", "Queries the settings and the players.")
	hexenRequest   = wire.NewRequest("HexenWorld status request", "The same, of HexenWorld.")
	statusReply    = wire.NewReply("status reply", "Settings in pairs, then a line for each player.")
	printReply     = wire.NewReply("print reply", "Text: output of the console, or why a player may not connect.")
	serversRequest = wire.NewRequest("server list request", "Queries a master for all servers.")
	serversReply   = wire.NewReply("server list reply", "Addresses of servers.")
	heartbeat      = wire.MessageInfo{Name: "heartbeat", Direction: wire.Request, DecodeOnly: true, Optional: true,
		Doc: "A server reports to its master that it is there."}
	shutdown = wire.MessageInfo{Name: "shutdown", Direction: wire.Request, DecodeOnly: true, Optional: true,
		Doc: "A server reports to its master that it ends."}
)

var docs = wire.Define(wire.Docs{
	Keys: &idtech.Known,
	Spec: "protocol/quakeworld/SPEC.md",
	Messages: []*wire.MessageInfo{&statusRequest, &hexenRequest, &statusReply, &printReply, &serversRequest, &serversReply,
		&heartbeat, &shutdown},
	Sections: []wire.Section{
		{Prefix: "quakeworld.request", Source: "#status-request", Fields: []*wire.FieldDef{&hexen},
			Layouts: []wire.Layout{flags[:]}},
		{Prefix: "quakeworld.player", Source: "#status-reply", Layouts: []wire.Layout{player[:]}},
		{Prefix: "quakeworld.master", Source: "#masters", Layouts: []wire.Layout{master[:]}},
	},
})

var matching = wire.Matching{Topics: []wire.Topic{
	{Messages: []*wire.MessageInfo{&statusRequest, &hexenRequest, &statusReply}},
	{Messages: []*wire.MessageInfo{&serversRequest, &serversReply}, Several: true},
	{Messages: []*wire.MessageInfo{&printReply}, Several: true},
}}

var Protocol = wire.NewProtocol(wire.Protocol{
	ID: ID, Datagrams: true, Docs: docs, Title: "QuakeWorld query", Recognise: Recognise, Begins: func(c byte) bool {
		return c == 0xff || c == 'a' || c|0x20 == 'c'
	}, Decode: decode,
	Status:   Status,
	Matching: &matching,
	Doc: "QuakeWorld and HexenWorld: status after four or five bytes FF, answered with pairs and lines of players; " +
		"masters.",
	Ports: []wire.Port{{Number: 27500, Name: "QuakeWorld"}, {Number: 26950, Name: "HexenWorld"},
		{Number: 27000, Name: "masters of QuakeWorld"}, {Number: 26900, Name: "masters of HexenWorld"}},
})
