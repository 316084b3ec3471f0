package quake2

import (
	"fragscope/decoder/internal/idtech"
	"fragscope/decoder/wire"
)

const ID = "quake2"

var (
	info = [...]wire.FieldDef{
		{Key: "hostname", Name: "Hostname", Kind: wire.KindText, Role: wire.RoleServerName,
			Doc: "At least 16 characters, with spaces before it."},
		{Key: "map", Name: "Map name", Kind: wire.KindText, Role: wire.RoleMap},
		{Key: "players", Name: "Players", Kind: wire.KindDecimal, Role: wire.RolePlayers},
		{Key: "max_players", Name: "Max players", Kind: wire.KindDecimal, Role: wire.RoleMaxPlayers},
	}
	query = wire.FieldDef{Key: "query", Name: "Query", Kind: wire.KindConst, Doc: "The word query, without a mark."}
)

var (
	statusRequest  = wire.NewRequest("status request", "Queries the settings and the players.")
	statusReply    = wire.NewReply("status reply", "Settings in pairs, then a line for each player.")
	infoRequest    = wire.NewRequest("info request", "Queries one line, with the version of the protocol.")
	infoReply      = wire.NewReply("info reply", "One line: name, map and player counts.")
	serversRequest = wire.NewRequest("server list request", "Queries a master for all servers.")
	serversReply   = wire.NewReply("server list reply", "Addresses of servers.")
	heartbeat      = wire.MessageInfo{Name: "heartbeat", Direction: wire.Request, DecodeOnly: true, Optional: true,
		Doc: "A server reports to its master what a status has."}
	shutdown = wire.MessageInfo{Name: "shutdown", Direction: wire.Request, DecodeOnly: true, Optional: true,
		Doc: "A server reports to its master that it ends."}
	acknowledgement = wire.NewReply("acknowledgement", "The answer to a ping, and of masters to a heartbeat.")
)

var problemInfo = wire.ProblemInfo{Code: "quake2-info-line", Severity: wire.SeverityWarning, Damage: true,
	Message: "The line does not end with a map and two numbers.",
	Advice:  "The server speaks another version of the protocol and says so, or the datagram is cut.",
	Source:  "#info-reply"}

var docs = wire.Define(wire.Docs{
	Keys: &idtech.Known,
	Spec: "protocol/quake2/SPEC.md",
	Messages: []*wire.MessageInfo{&statusRequest, &statusReply, &infoRequest, &infoReply, &serversRequest, &serversReply,
		&heartbeat, &shutdown, &acknowledgement},
	Problems: []*wire.ProblemInfo{&problemInfo},
	Sections: []wire.Section{
		{Prefix: "quake2.info", Source: "#info-reply", Layouts: []wire.Layout{info[:]}},
		{Prefix: "quake2.master", Source: "#masters", Fields: []*wire.FieldDef{&query}},
	},
})

var matching = wire.Matching{Topics: []wire.Topic{
	{Messages: []*wire.MessageInfo{&statusRequest, &statusReply}},
	{Messages: []*wire.MessageInfo{&infoRequest, &infoReply}},
	{Messages: []*wire.MessageInfo{&serversRequest, &serversReply}, Several: true},
	{Messages: []*wire.MessageInfo{&heartbeat, &shutdown, &acknowledgement}},
}}

var Protocol = wire.NewProtocol(wire.Protocol{
	ID: ID, Datagrams: true, Docs: docs, Title: "Quake II query", Recognise: Recognise, Begins: func(c byte) bool {
		return c == 0xff || c == word[0]
	}, Decode: decode,
	Status:   Status,
	Matching: &matching,
	Doc: "Quake II and the games on its engine: status after four bytes FF, answered with pairs and lines of players; " +
		"masters.",
	Ports: []wire.Port{{Number: 27910, Name: "Quake II"}, {Number: 27900, Name: "masters of Quake II"}},
})
