package backslash

import (
	"fragscope/decoder/keys"
	"fragscope/decoder/wire"
)

// Replies: pairs, and two with a special meaning.
var (
	QueryID = [...]wire.FieldDef{
		{Key: "queryid", Name: "Query ID", Kind: wire.KindGroup, Role: wire.RoleRule,
			Doc: "Which answer the datagram belongs to, and its place in it."},
		{Key: "queryid.key", Name: "Key", Kind: wire.KindText, Role: wire.RoleKey, Keys: &keys.Known},
		{Key: "queryid.number", Name: "Query number", Kind: wire.KindDecimal,
			Doc: "The same in all datagrams of an answer. UT counts 1 to 100 and begins again, other engines go higher."},
		{Key: "queryid.packet", Name: "Packet", Kind: wire.KindDecimal,
			Doc: "Place in the answer, from 1; Unreal sends 0 when it has no player to list. The dot before it is not part of " +
				"it."},
		{Key: "queryid.text", Name: "Query ID", Kind: wire.KindText, Role: wire.RoleValue,
			Doc: "A query id that is not two numbers separated by a dot."},
	}
	Final = [...]wire.FieldDef{
		{Key: "final", Name: "Final", Kind: wire.KindGroup, Role: wire.RoleRule,
			Doc: "The datagram that holds it is the last of its answer. UT sends it after the query id, other engines before."},
		{Key: "final.key", Name: "Key", Kind: wire.KindText, Role: wire.RoleKey, Keys: &keys.Known},
		{Key: "final.value", Name: "Value", Kind: wire.KindText, Role: wire.RoleValue},
	}
	Validate = wire.FieldDef{Key: "validate", Name: "Value", Kind: wire.KindText, Role: wire.RoleValue,
		Symbols: &keys.ValidateSymbols,
		Doc:     "Answer to a challenge. It shows which game answers: its key is part of the computation."}
)

// MasterServer is a server in the list of a text master.
var MasterServer = [...]wire.FieldDef{
	{Key: "server", Name: "Server", Kind: wire.KindGroup, Role: wire.RoleServerEntry},
	{Key: "server.key", Name: "Key", Kind: wire.KindText, Role: wire.RoleKey, Keys: &keys.Known},
	{Key: "server.address", Name: "Address", Kind: wire.KindText, Role: wire.RoleServerHost},
	{Key: "server.port", Name: "Query port", Kind: wire.KindDecimal, Role: wire.RoleQueryPort, AtMost: 65535,
		Doc: "The port that answers queries, not the one that players connect to. The colon before it is not part of it."},
}

// HeartbeatLayout is the heartbeat of a server.
var HeartbeatLayout = [...]wire.FieldDef{
	{Key: "", Name: "Value", Kind: wire.KindDecimal, Role: wire.RoleQueryPort, AtMost: 65535,
		Doc: "The UDP port that answers queries, not the one that players connect to."},
	{Key: "", Name: "Value", Kind: wire.KindDecimal, Note: "the game's default query port",
		Doc: "The port 0 means the default query port of the game."},
}

// ProblemServerAddress is about a server whose address cannot be read.
var ProblemServerAddress = wire.Warning("master-address", "{text} is not an address and port.",
	"An entry is written as 192.0.2.1:7778; the text is cut or damaged here.")

// ProblemQueryID is about a query id that is not a pair of numbers.
var ProblemQueryID = wire.ProblemInfo{Code: "gamespy1-queryid-odd", Severity: wire.SeverityNote, Damage: true,
	Message: "The query id {text} is not two numbers separated by a dot.",
	Advice:  "The place of this datagram in its answer is unknown."}

// ProblemSecureReading says that the same bytes fit another protocol.
var ProblemSecureReading = wire.ProblemInfo{Code: "gamespy1-secure-reading", Severity: wire.SeverityNote,
	Message: "The same bytes can be part of a question to a game server, of what follows a heartbeat, and of a " +
		"conversation with a master on TCP.",
	Advice: "The most usual of these was taken; ports, or the protocol's name, decide.",
	Story: "A master that got a heartbeat sends \\secure\\ and six characters by UDP; a client may send the same to " +
		"a game server; a master that a client reaches by TCP says \\basic\\\\secure\\ first. Port 27900 means a " +
		"heartbeat, a TCP connection means a master's list, and without ports \\basic\\\\secure\\ is taken for the " +
		"latter and \\secure\\ alone for a request."}

// Problems of challenges and answers.
var (
	ProblemValidateBackslash = wire.ProblemInfo{Code: "validate-backslash", Severity: wire.SeverityWarning,
		Message: "The answer {text} holds a backslash, which can never occur in one.",
		Advice:  "A slash was meant: the answer is base-64, and a backslash would end the value. Read so here.",
		Story: "The answer to a challenge is computed and written in base-64, whose alphabet has a slash and no " +
			"backslash. The answer of Unreal Tournament to Epic's challenge wookie is 2/TYFMRc; a description of the " +
			"protocol prints it as 2\\TYFMRc and takes it for a name of the game."}
	ProblemValidateWrong = wire.ProblemInfo{Code: "validate-wrong", Severity: wire.SeverityWarning,
		Message: "{text} is not the answer that {a|the game's key gives|the key of any known game gives} to the " +
			"challenge.", Advice: "A master that checks answers turns this one down; Epic's never checked.",
		Story: "The challenge and the game's key are known here, so the answer was computed and compared. The " +
			"challenge is in the same text, or it is the last one that was sent the other way before: in a paste, or " +
			"between the same addresses and ports of a capture. Where neither of the two names the game, the answer " +
			"of any game whose key is known counts as right."}
)

// A Query holds the details of a request of GameSpy 1. Servers of other
// protocols are queried with it too.
type Query struct {
	Items []string // items to request at once, such as "basic", "info"; properties as "game_property" with Text
	Text  string   // text to echo, challenge, name of a property
}
