package decoder

// GameSpy v1, the backslash protocol of Unreal, UT99, UT2003 and UT2004 on
// game port + 10, and of many games on other engines (protocol/gamespy1/SPEC.md). A
// message is a run of \key\value; names may hold a backslash and nothing
// escapes it.

// Requests: items, each a key with an empty value; some carry a text.
var (
	gamespy1Item = FieldDef{Key: "gamespy1.request.item", Name: "Item", Kind: KindGroup, Role: RoleRule, Source: "protocol/gamespy1/SPEC.md#requests",
		Doc: "What is asked for. Several items can stand one after the other; servers pass over what they do not know."}
	gamespy1Command   = FieldDef{Key: "gamespy1.request.key", Name: "Command", Kind: KindText, Role: RoleKey, Keys: knownKeys, Source: "protocol/gamespy1/SPEC.md#requests"}
	gamespy1Parameter = FieldDef{Key: "gamespy1.request.value", Name: "Parameter", Kind: KindText, Role: RoleValue, Source: "protocol/gamespy1/SPEC.md#requests",
		Doc: "Empty for most items: then it is nothing but its backslash."}
	gamespy1Closing = FieldDef{Key: "gamespy1.request.end", Name: "Closing backslash", Kind: KindPadding, Source: "protocol/gamespy1/SPEC.md#requests"}
)

// gamespy1RequestDefs are the fields of requests.
var gamespy1RequestDefs = pairDefs{&gamespy1Item, &gamespy1Command, &gamespy1Parameter, &gamespy1Closing}

// Replies: pairs, and two with a meaning of their own.
var (
	gamespy1QueryID = [...]FieldDef{
		{Key: "gamespy1.queryid", Name: "Query ID", Kind: KindGroup, Role: RoleRule, Source: "protocol/gamespy1/SPEC.md#query-ids, protocol/gamespy1/SPEC.md#end-of-an-answer",
			Doc: "Which answer the datagram belongs to, and its place in it."},
		{Key: "gamespy1.queryid.key", Name: "Key", Kind: KindText, Role: RoleKey, Keys: knownKeys, Source: "protocol/gamespy1/SPEC.md#query-ids, protocol/gamespy1/SPEC.md#end-of-an-answer"},
		{Key: "gamespy1.queryid.number", Name: "Query number", Kind: KindDecimal, Source: "protocol/gamespy1/SPEC.md#query-ids, protocol/gamespy1/SPEC.md#end-of-an-answer",
			Doc: "The same in all datagrams of an answer. UT counts 1 to 100 and begins again, other engines go higher."},
		{Key: "gamespy1.queryid.packet", Name: "Packet", Kind: KindDecimal, Source: "protocol/gamespy1/SPEC.md#query-ids, protocol/gamespy1/SPEC.md#end-of-an-answer",
			Doc: "Place in the answer, from 1; Unreal sends 0 when it has no player to list. The dot in front is no part of it."},
		{Key: "gamespy1.queryid.text", Name: "Query ID", Kind: KindText, Role: RoleValue, Source: "protocol/gamespy1/SPEC.md#query-ids, protocol/gamespy1/SPEC.md#end-of-an-answer",
			Doc: "A query id that is not two numbers with a dot between."},
	}
	gamespy1Final = [...]FieldDef{
		{Key: "gamespy1.final", Name: "Final", Kind: KindGroup, Role: RoleRule, Source: "protocol/gamespy1/SPEC.md#query-ids, protocol/gamespy1/SPEC.md#end-of-an-answer",
			Doc: "The datagram that holds it is the last of its answer. UT sends it behind the query id, other engines before."},
		{Key: "gamespy1.final.key", Name: "Key", Kind: KindText, Role: RoleKey, Keys: knownKeys, Source: "protocol/gamespy1/SPEC.md#query-ids, protocol/gamespy1/SPEC.md#end-of-an-answer"},
		{Key: "gamespy1.final.value", Name: "Value", Kind: KindText, Role: RoleValue, Source: "protocol/gamespy1/SPEC.md#query-ids, protocol/gamespy1/SPEC.md#end-of-an-answer"},
	}
	gamespy1Validate = FieldDef{Key: "gamespy1.validate", Name: "Value", Kind: KindText, Role: RoleValue, Symbols: &validateSymbols, Source: "protocol/gamespy1/SPEC.md#secure-and-validate",
		Doc: "Answer to a challenge. It tells which game answers: its key is part of the computation."}
)

// Messages.
var (
	gamespy1BasicRequest    = MessageInfo{Name: "basic request", Protocol: GameSpy1, Direction: Request, Doc: "Asks for game, version and region."}
	gamespy1InfoRequest     = MessageInfo{Name: "server info request", Protocol: GameSpy1, Direction: Request, Doc: "Asks for name, map, game type and counts."}
	gamespy1RulesRequest    = MessageInfo{Name: "rules request", Protocol: GameSpy1, Direction: Request, Doc: "Asks for the rules."}
	gamespy1PlayersRequest  = MessageInfo{Name: "player list request", Protocol: GameSpy1, Direction: Request, Doc: "Asks for the players."}
	gamespy1StatusRequest   = MessageInfo{Name: "status request", Protocol: GameSpy1, Direction: Request, Doc: "Asks for everything: basic, info, rules and players."}
	gamespy1TeamsRequest    = MessageInfo{Name: "team list request", Protocol: GameSpy1, Direction: Request, Doc: "Asks for the teams; only servers with UTPG or ServQuery answer."}
	gamespy1EchoRequest     = MessageInfo{Name: "echo request", Protocol: GameSpy1, Direction: Request, Doc: "Asks to send a text back."}
	gamespy1SecureRequest   = MessageInfo{Name: "secure request", Protocol: GameSpy1, Direction: Request, Doc: "A challenge: asks for proof which game this is."}
	gamespy1PropertyRequest = MessageInfo{Name: "property request", Protocol: GameSpy1, Direction: Request, Doc: "Asks for one property of the level, the game or the players."}
	gamespy1CombinedRequest = MessageInfo{Name: "combined request", Protocol: GameSpy1, Direction: Request, Doc: "Asks for several items at once."}
	gamespy1OtherRequest    = MessageInfo{Name: "request", Protocol: GameSpy1, Direction: Request, Doc: "An item that no source explains; servers pass over it without an answer."}
	gamespy1BasicReply      = MessageInfo{Name: "basic reply", Protocol: GameSpy1, Direction: Reply, Doc: "Game, version and region."}
	gamespy1InfoReply       = MessageInfo{Name: "server info reply", Protocol: GameSpy1, Direction: Reply, Doc: "Name, map, game type and counts."}
	gamespy1RulesReply      = MessageInfo{Name: "rules reply", Protocol: GameSpy1, Direction: Reply, Doc: "The rules as pairs."}
	gamespy1PlayersReply    = MessageInfo{Name: "player list reply", Protocol: GameSpy1, Direction: Reply, Doc: "Some keys a player, numbered by _N."}
	gamespy1StatusReply     = MessageInfo{Name: "status reply", Protocol: GameSpy1, Direction: Reply, Doc: "Several of basic, info, rules and players, in one or more datagrams."}
	gamespy1TeamsReply      = MessageInfo{Name: "team list reply", Protocol: GameSpy1, Direction: Reply, Doc: "Some keys a team, numbered by _N."}
	gamespy1EchoReply       = MessageInfo{Name: "echo reply", Protocol: GameSpy1, Direction: Reply, Doc: "The text of an echo request sent back."}
	gamespy1ValidateReply   = MessageInfo{Name: "validate reply", Protocol: GameSpy1, Direction: Reply, Doc: "The answer to a challenge."}
	gamespy1EndReply        = MessageInfo{Name: "end of reply", Protocol: GameSpy1, Direction: Reply, Doc: "A datagram that only says that the answer is complete."}
	gamespy1OtherReply      = MessageInfo{Name: "reply", Protocol: GameSpy1, Direction: Reply, Doc: "Pairs that belong to none of the usual answers, such as properties."}
)

// Problems.
var (
	problemNameBackslash = ProblemInfo{
		Code: "gamespy1-backslash-in-name", Severity: SeverityWarning,
		Message: "{text} holds a backslash, which nothing tells from the end of the value; it was found by the keys that follow.",
		Advice:  "Read as one name. A reader that splits at every backslash loses the rest of the name and takes the next keys for values.",
		Story: "Nothing escapes a backslash in this protocol. UT2003 before a patch lets players use one in their names; later games take it out. " +
			"Where the text behind a name is no key that can stand there and such a key follows a little later, what lies between belongs to the name.",
		Source: "protocol/gamespy1/SPEC.md#pairs",
	}
	problemTeamOdd = ProblemInfo{
		Code: "gamespy1-team-odd", Severity: SeverityNote,
		Message: "The team {text} is no number.",
		Advice:  "The UT2003 demo sends the name of an object here; the player's team is unknown.",
		Source:  "protocol/gamespy1/SPEC.md#ut2003-and-ut2004-on-game-port-plus-10",
	}
	problemNoNumber = ProblemInfo{
		Code: "gamespy1-number-expected", Severity: SeverityNote,
		Message: "{text} stands where a number should.",
		Advice:  "It is shown as it is and counts as unknown.",
		Source:  "protocol/gamespy1/SPEC.md#keys-of-ut99",
	}
	problemKeyMisspelt = ProblemInfo{
		Code: "gamespy1-key-misspelt", Severity: SeverityNote,
		Message: "The key {text} is unknown, but one letter away from a known one.",
		Advice:  "Probably a slip of the one who typed the text; servers send the known key.",
		Story:   "A description of the UT99 protocol prints tournamment where servers send tournament.",
		Source:  "wire/SPEC.md#documents, the UT99 query document",
	}
	problemQueryID = ProblemInfo{
		Code: "gamespy1-queryid-odd", Severity: SeverityNote, Damage: true,
		Message: "The query id {text} is not two numbers with a dot between.",
		Advice:  "The place of this datagram in its answer is unknown.",
		Source:  "protocol/gamespy1/SPEC.md#query-ids",
	}
	problemSecureReading = ProblemInfo{
		Code: "gamespy1-secure-reading", Severity: SeverityNote,
		Message: "The same bytes can be part of a question to a game server, of what follows a heartbeat, and of a conversation with a master on TCP.",
		Advice:  "The most usual of these was taken; ports, or the protocol's name, decide.",
		Story: "A master that got a heartbeat sends \\secure\\ and six letters by UDP; a client may send the same to a game server; " +
			"a master that a client reaches by TCP says \\basic\\\\secure\\ first. Port 27900 means a heartbeat, a TCP connection means a master's list, and without ports " +
			"\\basic\\\\secure\\ is taken for the latter and \\secure\\ alone for a request.",
		Source: "protocol/heartbeat/SPEC.md#messages, protocol/unrealmaster/SPEC.md#text-masters",
	}
)

var gamespy1Protocol = protocol{
	id: GameSpy1, title: "GameSpy v1 query", recognise: recogniseGamespy1, begins: beginsBackslash, decode: decodeGamespy1,
	doc: "Text in pairs of key and value with backslashes between, asked for by commands such as \\status\\.",
	ports: []Port{
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
}

func gamespy1Docs() protocolDocs {
	return protocolDocs{
		messages: []*MessageInfo{
			&gamespy1BasicRequest, &gamespy1InfoRequest, &gamespy1RulesRequest, &gamespy1PlayersRequest, &gamespy1StatusRequest, &gamespy1TeamsRequest,
			&gamespy1EchoRequest, &gamespy1SecureRequest, &gamespy1PropertyRequest, &gamespy1CombinedRequest, &gamespy1OtherRequest,
			&gamespy1BasicReply, &gamespy1InfoReply, &gamespy1RulesReply, &gamespy1PlayersReply, &gamespy1StatusReply, &gamespy1TeamsReply,
			&gamespy1EchoReply, &gamespy1ValidateReply, &gamespy1EndReply, &gamespy1OtherReply,
		},
		problems: []*ProblemInfo{
			&problemNameBackslash, &problemTeamOdd, &problemNoNumber, &problemKeyMisspelt, &problemQueryID, &problemSecureReading,
			&problemLineBreak, &problemTrailingNUL, &problemBackslashStart, &problemStrayBackslash, &problemNoValue, &problemMissingBackslash,
			&problemValidateBackslash, &problemValidateWrong,
		},
		layouts: []layout{
			{gamespy1Item, gamespy1Command, gamespy1Parameter, gamespy1Closing},
			{gamespy1Pair, gamespy1PairKey, gamespy1PairValue, gamespy1LineBreak, gamespy1Stray, gamespy1Start},
			gamespy1QueryID[:], gamespy1Final[:], {gamespy1Validate},
		},
	}
}

func decodeGamespy1(r *reader, dir Direction) {
	if dir == Request {
		r.gamespy1Request()
		return
	}
	r.gamespy1Reply(true)
}
