package gamespy1

import (
	"fragscope/decoder/internal/backslash"
	"fragscope/decoder/keys"
	"fragscope/decoder/wire"
)

const ID = "gamespy1"

// GameSpy v1, the backslash protocol of Unreal, UT99, UT2003 and UT2004 on
// game port + 10, and of many games on other engines (protocol/gamespy1/SPEC.md). A
// message is a run of \key\value; names may hold a backslash and nothing
// escapes it.

// Requests: items, each a key with an empty value; some carry a text.
var (
	gamespy1Item = wire.FieldDef{Key: "item", Name: "Item", Kind: wire.KindGroup, Role: wire.RoleRule,
		Doc: "What is queried. Several items can follow each other; servers skip what they do not know."}
	gamespy1Command = wire.FieldDef{Key: "key", Name: "Command", Kind: wire.KindText, Role: wire.RoleKey,
		Keys: &keys.Known}
	gamespy1Parameter = wire.FieldDef{Key: "value", Name: "Parameter", Kind: wire.KindText, Role: wire.RoleValue,
		Doc: "Empty for most items: then it is nothing but its backslash."}
	closing = wire.FieldDef{Key: "end", Name: "Closing backslash", Kind: wire.KindPadding}
)

// requestDefs are the fields of requests.
var requestDefs = backslash.PairDefs{Pair: &gamespy1Item, Key: &gamespy1Command, Value: &gamespy1Parameter,
	Stray: &closing}

var (
	basicRequest   = wire.NewRequest("basic request", "Asks for game, version and region.")
	infoRequest    = wire.NewRequest("server info request", "Asks for name, map, game type and counts.")
	rulesRequest   = wire.NewRequest("rules request", "Asks for the rules.")
	playersRequest = wire.NewRequest("player list request", "Asks for the players.")
	statusRequest  = wire.NewRequest("status request", "Asks for everything: basic, info, rules and players.")
	teamsRequest   = wire.NewRequest("team list request",
		"Asks for the teams; only servers with UTPG or ServQuery answer.")
	echoRequest     = wire.NewRequest("echo request", "Asks to send a text back.")
	secureRequest   = wire.NewRequest("secure request", "A challenge: asks for proof which game this is.")
	propertyRequest = wire.NewRequest("property request",
		"Asks for one property of the level, the game or the players.")
	combinedRequest = wire.NewRequest("combined request", "Asks for several items at once.")
	otherRequest    = wire.NewRequest("request",
		"An item that no source explains; servers pass over it without an answer.")
	basicReply    = wire.NewReply("basic reply", "Game, version and region.")
	infoReply     = wire.NewReply("server info reply", "Name, map, game type and counts.")
	rulesReply    = wire.NewReply("rules reply", "The rules as pairs.")
	playersReply  = wire.NewReply("player list reply", "Some keys a player, numbered by _N.")
	statusReply   = wire.NewReply("status reply", "Several of basic, info, rules and players, in one or more datagrams.")
	teamsReply    = wire.NewReply("team list reply", "Some keys a team, numbered by _N.")
	echoReply     = wire.NewReply("echo reply", "The text of an echo request sent back.")
	validateReply = wire.NewReply("validate reply", "The answer to a challenge.")
	endReply      = wire.NewReply("end of reply", "A datagram that only says that the answer is complete.")
	otherReply    = wire.NewReply("reply", "Pairs that belong to none of the usual answers, such as properties.")
)

var (
	problemNameBackslash = wire.ProblemInfo{Code: "gamespy1-backslash-in-name", Severity: wire.SeverityWarning,
		Message: "{text} contains a backslash, which looks like the end of the value; it was found by the keys that " +
			"follow.",
		Advice: "Read as one name. A reader that splits at every backslash loses the rest of the name and takes the " +
			"next keys for values.",
		Story: "Nothing escapes a backslash in this protocol. UT2003 before a patch lets players use one in their " +
			"names; later games take it out. Where the text after a name is no key that can be there, and such a key " +
			"follows a little later, what is between belongs to the name."}
	problemTeamOdd = wire.Note("gamespy1-team-odd", "The team {text} is not a number.",
		"The UT2003 demo sends the name of an object here; the player's team is unknown.")
	problemNoNumber = wire.Note("gamespy1-number-expected", "Expected a number; found {text}.",
		"It is shown as it is and counts as unknown.")
	problemKeyMisspelt = wire.ProblemInfo{Code: "gamespy1-key-misspelt", Severity: wire.SeverityNote,
		Message: "The key {text} is unknown, but one character away from a known one.",
		Advice:  "Probably a slip of the one who typed the text; servers send the known key.",
		Story:   "A description of the UT99 protocol prints tournamment where servers send tournament."}
)

var Protocol = wire.NewProtocol(wire.Protocol{
	Check: wire.Check{Damage: Flaw, Doubtful: Doubtful},
	ID:    ID, Docs: docs, Title: "GameSpy v1 query", Recognise: backslash.Recognise, Begins: wire.BeginsBackslash,
	Decode: decodeGamespy1,
	Status: Status, MatchKey: MatchKey, Part: Part,
	Doc: "Text in pairs of key and value with backslashes between, queried by commands such as \\status\\.",
	Ports: []wire.Port{
		{Game: 7777, Offset: 1, Name: "Unreal, UT99, Tactical Ops, Rune, Wheel of Time, Kiss, Undying, Postal 2, DNF"},
		{Game: 7777, Offset: 10, Name: "UT2003, UT2004"},
		{Game: 7707, Offset: 10, Name: "Killing Floor"},
		{Game: 7757, Offset: 10, Name: "Red Orchestra: Ostfront"},
		{Game: 7791, Offset: 1, Name: "Deus Ex"},
		{Game: 4444, Offset: 1, Name: "Nerf Arena Blast"},
		{Number: 23000, Game: 14567, Name: "Battlefield 1942"},
		{Game: 12203, Offset: 97, Name: "Medal of Honor: Allied Assault"},
		{Game: 25600, Offset: 1, Name: "Serious Sam"},
		{Game: 28910, Offset: 1, Name: "Soldier of Fortune"},
		{Number: 20142, Game: 2092, Name: "Descent 3"},
		{Number: 15425, Game: 5425, Name: "Vietcong"},
		{Number: 8911, Name: "Giants"},
		{Number: 27888, Name: "No One Lives Forever"},
		{Game: 2302, Offset: 1, Name: "Operation Flashpoint"},
		{Game: 27900, Offset: 1, Name: "Heretic II"},
		{Game: 31510, Offset: -10, Name: "Kingpin"},
	},
})

var frame = [...]wire.FieldDef{
	{Key: "", Name: "Frame", Kind: wire.KindGroup, Role: wire.RoleRule,
		Doc: "AdminMod: statusresponse and the number of the datagram, from 0, begin it; eof ends it."},
	{Key: "key", Name: "Key", Kind: wire.KindText, Role: wire.RoleKey},
}

var docs = wire.Define(wire.Docs{
	Spec: "protocol/gamespy1/SPEC.md",
	Messages: []*wire.MessageInfo{
		&basicRequest, &infoRequest, &rulesRequest, &playersRequest, &statusRequest, &teamsRequest,
		&echoRequest, &secureRequest, &propertyRequest, &combinedRequest, &otherRequest,
		&basicReply, &infoReply, &rulesReply, &playersReply, &statusReply, &teamsReply,
		&echoReply, &validateReply, &endReply, &otherReply,
	},
	Sections: append([]wire.Section{
		{Prefix: "gamespy1.frame", Source: "#adminmod", Layouts: []wire.Layout{frame[:]}},
		{Prefix: "gamespy1.request", Source: "#requests", Fields: []*wire.FieldDef{&gamespy1Item, &gamespy1Command,
			&gamespy1Parameter, &closing}},
		{Source: "#pairs", Problems: []*wire.ProblemInfo{&problemNameBackslash}},
		{Source: "#ut2003-and-ut2004-on-game-port-plus-10", Problems: []*wire.ProblemInfo{&problemTeamOdd}},
		{Source: "#keys-of-ut99", Problems: []*wire.ProblemInfo{&problemNoNumber}},
		{Source: "protocol/SPEC.md#documents, the UT99 query document", Problems: []*wire.ProblemInfo{&problemKeyMisspelt}},
	}, backslash.Docs.Sections...),
})

func decodeGamespy1(r *wire.Reader, dir wire.Direction) {
	if dir == wire.Request {
		readRequest(r)
		return
	}
	readReply(r)
}
