package minecraft

import (
	"fragscope/decoder/wire"
)

const ID = "minecraft"

var (
	packet = [...]wire.FieldDef{
		{Key: "", Name: "Packet", Kind: wire.KindGroup, Role: wire.RoleSection,
			Doc: "A length, a number that says what the packet is, and its fields."},
		{Key: "length", Name: "Length", Kind: wire.KindVarInt, Role: wire.RoleLength,
			Doc: "Bytes of the packet that follow."},
		{Key: "id", Name: "Packet ID", Kind: wire.KindVarInt,
			Doc: "0 a handshake, a status request or its response; 1 a ping or its reply."},
		{Key: "time", Name: "Time", Kind: wire.KindI64BE,
			Doc: "Any number, the client's clock as a rule; the reply repeats it."},
		{Key: "rest", Name: "Rest of the packet", Kind: wire.KindUnknown},
		{Key: "other", Name: "Other packets", Kind: wire.KindUnknown,
			Doc: "What follows a handshake that is not for a status, or packets of other kinds."},
	}
	handshake = [...]wire.FieldDef{
		{Key: "protocol", Name: "Network protocol", Kind: wire.KindVarInt,
			Doc: "The version that the client would use, such as 767 for 1.21; -1 where it only asks."},
		{Key: "address", Name: "Address", Kind: wire.KindGroup, Doc: "The server's name or address as the player wrote it."},
		{Key: "address.length", Name: "Length", Kind: wire.KindVarInt, Role: wire.RoleLength},
		{Key: "address.text", Name: "Text", Kind: wire.KindText, Doc: "Forge appends a NUL and FML."},
		{Key: "port", Name: "Port", Kind: wire.KindU16BE},
		{Key: "next", Name: "Next state", Kind: wire.KindVarInt, Symbols: &states},
	}
	document = [...]wire.FieldDef{
		{Key: "", Name: "Status", Kind: wire.KindGroup, Doc: "The status, an object in JSON."},
		{Key: "length", Name: "Length", Kind: wire.KindVarInt, Role: wire.RoleLength, Doc: "Bytes of the JSON."},
		{Key: "member", Name: "Member", Kind: wire.KindGroup, Role: wire.RoleRule, Doc: "A key of an object with its value."},
		{Key: "key", Name: "Key", Kind: wire.KindText, Role: wire.RoleKey, Keys: &known},
		{Key: "text", Name: "Text", Kind: wire.KindText, Role: wire.RoleValue,
			Doc: "As it is in JSON: a backslash begins an escape."},
		{Key: "number", Name: "Number", Kind: wire.KindDecimal, Role: wire.RoleValue},
		{Key: "word", Name: "Value", Kind: wire.KindText, Role: wire.RoleValue,
			Doc: "true, false, null, or a number with a fraction."},
		{Key: "item", Name: "Item", Kind: wire.KindGroup, Naming: wire.NameNumbered, Doc: "An object or array in an array."},
		{Key: "open", Name: "Begin", Kind: wire.KindConst},
		{Key: "close", Name: "End", Kind: wire.KindConst},
		{Key: "deep", Name: "Nested value", Kind: wire.KindBytes,
			Doc: "Objects and arrays more than eight levels deep are not taken apart."},
		{Key: "space", Name: "Space", Kind: wire.KindPadding},
	}
)

// Places in the layouts.
const (
	packetGroup = iota
	packetLength
	packetID
	packetTime
	packetRest
	packetOther
)

const (
	helloProtocol = iota
	helloAddress
	helloLength
	helloText
	helloPort
	helloNext
)

const (
	docGroup = iota
	docLength
	docMember
	docKey
	docText
	docNumber
	docWord
	docItem
	docOpen
	docClose
	docDeep
	docSpace
)

var states = wire.Symbols{Names: ";status;login;transfer"}

// known holds the keys of a status that are documented.
var known wire.KeySet

func init() {
	known.Hold([]wire.KeyInfo{
		{Key: "description", Name: "MOTD",
			Doc: "A text, or a text component: an object whose text and extra are parts of it."},
		{Key: "enforcesSecureChat", Name: "Signed chat required"},
		{Key: "extra", Name: "Further parts of the text"},
		{Key: "favicon", Name: "Icon", Doc: "A PNG file of 64 by 64 pixels in Base64."},
		{Key: "forgeData", Name: "Mods of Forge"},
		{Key: "max", Name: "Max players"},
		{Key: "modinfo", Name: "Mods of Forge before 1.13"},
		{Key: "online", Name: "Current players"},
		{Key: "players", Name: "Players"},
		{Key: "previewsChat", Name: "Chat preview"},
		{Key: "protocol", Name: "Network protocol"},
		{Key: "sample", Name: "Some of the players",
			Doc: "At most twelve, with their names and UUIDs. Some servers put lines of text there."},
		{Key: "version", Name: "Version"},
	})
}

var (
	statusRequest = wire.NewRequest("status request",
		"A handshake that says what is to follow, and the request for a status, perhaps a ping.")
	loginRequest = wire.MessageInfo{Name: "login request", Direction: wire.Request, DecodeOnly: true, Optional: true,
		Doc: "A handshake of a player who joins. What follows it is no query."}
	pingRequest = wire.NewRequest("ping request", "A time that the server repeats.")
	statusReply = wire.NewReply("status reply", "The status in JSON, perhaps with the reply to a ping.")
	pingReply   = wire.NewReply("ping reply", "The time of the ping.")
)

var (
	problemVarInt = wire.ProblemInfo{Code: "minecraft-varint-long", Severity: wire.SeverityError,
		Message: "{field} has five bytes, and the last says that more follow.",
		Advice:  "The bytes before it are of something else, or some are missing.", Source: "#varints"}
	problemLength = wire.ProblemInfo{Code: "minecraft-length-differs", Severity: wire.SeverityWarning,
		Message: "The packet should have {a} bytes after its length, and has {b}.",
		Advice:  "It is read to the end of its fields.", Source: "#packets"}
	problemCut = wire.ProblemInfo{Code: "minecraft-json-cut", Severity: wire.SeverityError, Damage: true,
		Message: "The status should have {a} bytes, but {b} are there.",
		Advice:  "It is cut, or a segment of several: reassemble the connection.", Source: "#status"}
	problemJSON = wire.ProblemInfo{Code: "minecraft-json-syntax", Severity: wire.SeverityError, Damage: true,
		Message: "The {a} {a|byte|bytes} from here on {a|is|are} not JSON.",
		Advice:  "They are shown as they are; clients reject the whole status.", Source: "#status"}
)

var docs = wire.Define(wire.Docs{
	Keys: &known,
	Spec: "protocol/minecraft/SPEC.md",
	Messages: []*wire.MessageInfo{&statusRequest, &loginRequest, &pingRequest, &statusReply, &pingReply, &legacyRequest,
		&legacyReply},
	Problems: []*wire.ProblemInfo{&problemVarInt, &problemLength, &problemCut, &problemJSON, &problemParts},
	Sections: []wire.Section{
		{Prefix: "minecraft.packet", Source: "#packets", Layouts: []wire.Layout{packet[:]}},
		{Prefix: "minecraft.handshake", Source: "#handshake", Layouts: []wire.Layout{handshake[:]}},
		{Prefix: "minecraft.status", Source: "#status", Layouts: []wire.Layout{document[:]}},
		{Prefix: "minecraft.legacy", Source: "#legacy-pings", Layouts: []wire.Layout{legacy[:]}},
		{Prefix: "minecraft.kick", Source: "#legacy-pings", Layouts: []wire.Layout{kick[:]}},
	},
})

var matching = wire.Matching{Echoes: []*wire.FieldDef{&packet[packetTime]}, Topics: []wire.Topic{
	{Messages: []*wire.MessageInfo{&statusRequest, &statusReply, &legacyRequest, &legacyReply}, Several: true},
	{Messages: []*wire.MessageInfo{&pingRequest, &pingReply}, Several: true},
}}

var Protocol = wire.NewProtocol(wire.Protocol{
	ID: ID, Docs: docs, Title: "Minecraft server list ping", Stream: true, Recognise: recognise, Decode: decode,
	Status:   Status,
	Matching: &matching, MatchKey: MatchKey,
	Doc:   "Minecraft Java Edition from 1.7 on: a handshake and a request over TCP, answered with a status in JSON.",
	Ports: []wire.Port{{Number: port, Name: "Minecraft Java Edition"}},
})

const port = 25565
