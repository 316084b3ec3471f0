package mumble

import (
	"fragscope/decoder/wire"
)

const ID = "mumble"

var (
	ping = [...]wire.FieldDef{
		{Key: "type", Name: "Type", Kind: wire.KindU32BE, Symbols: &types},
		{Key: "id", Name: "Identifier", Kind: wire.KindBytes, Doc: "Any eight bytes; the reply repeats them."},
	}
	pong = [...]wire.FieldDef{
		{Key: "version", Name: "Version", Kind: wire.KindU32BE, Role: wire.RoleVersion, Parts: versionParts[:],
			Doc: "Of the server. Patch numbers beyond 255 arrive as 255."},
		{Key: "id", Name: "Identifier", Kind: wire.KindBytes, Doc: "The eight bytes of the request."},
		{Key: "users", Name: "Users", Kind: wire.KindU32BE, Role: wire.RolePlayers},
		{Key: "max_users", Name: "Max users", Kind: wire.KindU32BE, Role: wire.RoleMaxPlayers},
		{Key: "bandwidth", Name: "Bandwidth", Kind: wire.KindU32BE, Doc: "Bits per second that a user may send."},
	}
	versionParts = [...]wire.BitPart{{Name: "major", Mask: 0xff0000}, {Name: "minor", Mask: 0xff00},
		{Name: "patch", Mask: 0xff}}
)

// Places in the layouts.
const (
	pongVersion = iota
	identifier  // in a ping as well
	pongUsers
	pongMax
	pongBandwidth
)

var types = wire.Symbols{List: []wire.Symbol{{Value: 0, Name: "ping"}}}

var (
	pingRequest = wire.NewRequest("ping request", "Asks how many users are there.")
	pingReply   = wire.NewReply("ping reply", "Version, users and bandwidth.")
)

var problemUsers = wire.ProblemInfo{Code: "mumble-users-over-max", Severity: wire.SeverityNote,
	Message: "{a} users are more than the {b} that may be there.",
	Advice:  "The limit was lowered while they were there, or the bytes are of something else.", Source: "#reply"}

var docs = wire.Define(wire.Docs{
	Spec:     "protocol/mumble/SPEC.md",
	Messages: []*wire.MessageInfo{&pingRequest, &pingReply},
	Problems: []*wire.ProblemInfo{&problemUsers},
	Sections: []wire.Section{
		{Prefix: "mumble.request", Source: "#request", Layouts: []wire.Layout{ping[:]}},
		{Prefix: "mumble.reply", Source: "#reply", Layouts: []wire.Layout{pong[:]}},
	},
})

var matching = wire.Matching{Echoes: []*wire.FieldDef{&ping[identifier], &pong[identifier]},
	Topics: []wire.Topic{{Messages: []*wire.MessageInfo{&pingRequest, &pingReply}}}}

var Protocol = wire.NewProtocol(wire.Protocol{
	ID: ID, Datagrams: true, Docs: docs, Title: "Mumble ping", Brief: true, Recognise: recognise,
	Begins: func(c byte) bool { return c == 0 }, Decode: decode,
	Status:   Status,
	Matching: &matching,
	Doc:      "Mumble servers: twelve bytes ask, 24 answer with version, users and bandwidth.",
	Ports:    []wire.Port{{Number: port, Name: "Mumble"}},
})

const port = 64738
