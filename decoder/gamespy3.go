package decoder

// GameSpy 3 and 4, the query of UT3, Battlefield 2, Crysis and others
// (protocol/gamespy3/SPEC.md and protocol/gamespy3/SPEC.md#unreal-tournament-3). A server first hands out a number, the challenge; a
// request that carries it is answered in numbered datagrams. Version 4 is
// version 3 with the challenge compulsory. Numbers are big endian, texts end
// in a NUL.

// Requests: FE FD, what is asked for, an id that the reply echoes. A data
// request goes on with the challenge and with what it wants to know.
var (
	gamespy3Request = [...]FieldDef{
		{Key: "gamespy3.request.signature", Name: "Signature", Kind: KindConst, Source: "protocol/gamespy3/SPEC.md#exchange",
			Doc: "FE FD, as in all requests of GameSpy 2 to 4."},
		{Key: "gamespy3.request.type", Name: "Request type", Kind: KindU8, Symbols: &gamespy3Requests, Source: "protocol/gamespy3/SPEC.md#exchange"},
		{Key: "gamespy3.request.id", Name: "Request ID", Kind: KindBytes, Source: "protocol/gamespy3/SPEC.md#exchange",
			Doc: "Any four bytes; the reply echoes them. UT3's own browser sends the time."},
		{Key: "gamespy3.request.challenge", Name: "Challenge", Kind: KindI32BE, Source: "protocol/gamespy3/SPEC.md#exchange",
			Doc: "The number from the challenge reply. Left out for servers that hand out none or 0."},
	}
	gamespy3Options = [...]FieldDef{
		{Key: "gamespy3.request.info", Name: "Info section", Kind: KindU8, Symbols: &gamespy3Wanted, Source: "protocol/gamespy3/SPEC.md#exchange"},
		{Key: "gamespy3.request.players", Name: "Player section", Kind: KindU8, Symbols: &gamespy3Wanted, Source: "protocol/gamespy3/SPEC.md#exchange"},
		{Key: "gamespy3.request.teams", Name: "Team section", Kind: KindU8, Symbols: &gamespy3Wanted, Source: "protocol/gamespy3/SPEC.md#exchange"},
		{Key: "gamespy3.request.format", Name: "Reply format", Kind: KindU8, Symbols: &gamespy3Formats, Source: "protocol/gamespy3/SPEC.md#exchange"},
		{Key: "gamespy3.request.field", Name: "Field wanted", Kind: KindU8, Symbols: &gamespy3Numbers, Source: "protocol/gamespy3/SPEC.md#exchange",
			Doc: "A single field, by the number that GameSpy's toolkit gives to the common ones."},
	}
)

var gamespy3Requests = Symbols{List: []Symbol{
	{0, "data", "server information"},
	{9, "challenge", "the number that a data request must carry"},
}}

var gamespy3Wanted = Symbols{Loose: true, List: []Symbol{
	{0x00, "nothing", ""},
	{0xff, "everything", ""},
}}

var gamespy3Formats = Symbols{List: []Symbol{
	{0, "one datagram", "as GameSpy 2 answers"},
	{1, "numbered datagrams", "each begins with splitnum"},
}}

var gamespy3Numbers = Symbols{Loose: true, List: []Symbol{
	{1, "hostname", ""}, {2, "gamename", ""}, {3, "gamever", ""}, {4, "hostport", ""}, {5, "mapname", ""}, {6, "gametype", ""},
	{7, "gamevariant", ""}, {8, "numplayers", ""}, {9, "numteams", ""}, {10, "maxplayers", ""}, {11, "gamemode", ""}, {12, "teamplay", ""},
	{13, "fraglimit", ""}, {14, "teamfraglimit", ""}, {15, "timeelapsed", ""}, {16, "timelimit", ""}, {17, "roundtime", ""},
	{18, "roundelapsed", ""}, {19, "password", ""}, {20, "groupid", ""}, {21, "player_", ""}, {22, "score_", ""}, {23, "skill_", ""},
	{24, "ping_", ""}, {25, "team_", ""}, {26, "deaths_", ""}, {27, "pid_", ""}, {28, "team_t", ""}, {29, "score_t", ""},
}}

// Replies: what it is and the id, then the challenge or the data.
var (
	gamespy3Header = [...]FieldDef{
		{Key: "gamespy3.reply.type", Name: "Reply type", Kind: KindU8, Symbols: &gamespy3Replies, Source: "protocol/gamespy3/SPEC.md#exchange"},
		{Key: "gamespy3.reply.id", Name: "Request ID", Kind: KindBytes, Source: "protocol/gamespy3/SPEC.md#exchange", Doc: "The four bytes of the request."},
	}
	gamespy3Challenge = [...]FieldDef{
		{Key: "gamespy3.challenge.number", Name: "Challenge", Kind: KindDecimal, Source: "protocol/gamespy3/SPEC.md#exchange",
			Doc: "A signed number in ASCII digits, at most 11 characters, and a NUL. The data request carries it as four bytes, most significant first."},
		{Key: "gamespy3.challenge.padding", Name: "Padding", Kind: KindPadding, Source: "protocol/gamespy3/SPEC.md#exchange", Doc: "Further NULs."},
	}
	gamespy3Data = [...]FieldDef{
		{Key: "gamespy3.data.splitnum", Name: "Split mark", Kind: KindConst, Source: "protocol/gamespy3/SPEC.md#data-reply", Doc: "The word splitnum and a NUL; always the same."},
		{Key: "gamespy3.data.number", Name: "Datagram number", Kind: KindU8, Parts: gamespy3Place, Source: "protocol/gamespy3/SPEC.md#data-reply",
			Doc: "Bit 7 is set in the last datagram of the reply; bits 0 to 6 number the datagrams from 0."},
		{Key: "gamespy3.data.section", Name: "Begins in section", Kind: KindU8, Symbols: &gamespy3SectionIDs, Source: "protocol/gamespy3/SPEC.md#data-reply",
			Doc: "The section that the bytes of this datagram belong to at first; a section goes on where the datagram before was full."},
	}
	gamespy3Info = [...]FieldDef{
		{Key: "gamespy3.info", Name: "Info section", Kind: KindGroup, Role: RoleSection, Source: "protocol/gamespy3/SPEC.md#payload"},
		{Key: "gamespy3.info.pair", Name: "Pair", Kind: KindGroup, Role: RoleRule, Source: "protocol/gamespy3/SPEC.md#payload"},
		{Key: "gamespy3.info.key", Name: "Key", Kind: KindText, Role: RoleKey, Keys: knownKeys, Source: "protocol/gamespy3/SPEC.md#payload"},
		{Key: "gamespy3.info.value", Name: "Value", Kind: KindText, Role: RoleValue, Source: "protocol/gamespy3/SPEC.md#payload"},
		{Key: "gamespy3.info.end", Name: "End of the info section", Kind: KindConst, Source: "protocol/gamespy3/SPEC.md#payload", Doc: "An empty key."},
	}
	gamespy3Players = [...]FieldDef{
		{Key: "gamespy3.players", Name: "Player section", Kind: KindGroup, Role: RoleSection, Source: "protocol/gamespy3/SPEC.md#payload"},
		{Key: "gamespy3.players.field", Name: "Player field", Kind: KindGroup, Role: RoleArray, Source: "protocol/gamespy3/SPEC.md#payload",
			Doc: "One field of all players: its name, the slot of the first value, and the values in order of slots."},
		{Key: "gamespy3.players.name", Name: "Field name", Kind: KindText, Role: RoleKey, Keys: knownKeys, Source: "protocol/gamespy3/SPEC.md#payload", Doc: "Ends in an underscore."},
		{Key: "gamespy3.players.start", Name: "First slot", Kind: KindU8, Source: "protocol/gamespy3/SPEC.md#payload",
			Doc: "Slot of the first value, from 0; more than 0 where a datagram goes on with the field that the one before could not finish."},
		{Key: "gamespy3.players.value", Name: "Player", Kind: KindText, Naming: NameNumbered, Source: "protocol/gamespy3/SPEC.md#payload"},
		{Key: "gamespy3.players.field_end", Name: "End of the field", Kind: KindConst, Source: "protocol/gamespy3/SPEC.md#payload", Doc: "A NUL."},
		{Key: "gamespy3.players.end", Name: "End of the player section", Kind: KindConst, Source: "protocol/gamespy3/SPEC.md#payload", Doc: "An empty field name."},
	}
	gamespy3Teams = [...]FieldDef{
		{Key: "gamespy3.teams", Name: "Team section", Kind: KindGroup, Role: RoleSection, Source: "protocol/gamespy3/SPEC.md#payload"},
		{Key: "gamespy3.teams.field", Name: "Team field", Kind: KindGroup, Role: RoleArray, Source: "protocol/gamespy3/SPEC.md#payload",
			Doc: "One field of all teams: its name, the slot of the first value, and the values in order of slots."},
		{Key: "gamespy3.teams.name", Name: "Field name", Kind: KindText, Role: RoleKey, Keys: knownKeys, Source: "protocol/gamespy3/SPEC.md#payload", Doc: "Ends in _t."},
		{Key: "gamespy3.teams.start", Name: "First slot", Kind: KindU8, Source: "protocol/gamespy3/SPEC.md#payload",
			Doc: "Slot of the first value, from 0; more than 0 where a datagram goes on with the field that the one before could not finish."},
		{Key: "gamespy3.teams.value", Name: "Team", Kind: KindText, Naming: NameNumbered, Source: "protocol/gamespy3/SPEC.md#payload"},
		{Key: "gamespy3.teams.field_end", Name: "End of the field", Kind: KindConst, Source: "protocol/gamespy3/SPEC.md#payload", Doc: "A NUL."},
		{Key: "gamespy3.teams.end", Name: "End of the team section", Kind: KindConst, Source: "protocol/gamespy3/SPEC.md#payload", Doc: "An empty field name."},
	}
	gamespy3Between = [...]FieldDef{
		{Key: "gamespy3.section", Name: "Section", Kind: KindU8, Symbols: &gamespy3SectionIDs, Source: "protocol/gamespy3/SPEC.md#payload"},
		{Key: "gamespy3.padding", Name: "Padding", Kind: KindPadding, Source: "protocol/gamespy3/SPEC.md#payload", Doc: "NULs after the last section."},
		{Key: "gamespy3.unknown", Name: "Unknown section", Kind: KindUnknown, Source: "protocol/gamespy3/SPEC.md#payload",
			Doc: "Bytes where a section should begin."},
	}
)

// Places in the layouts of the player and team sections.
const (
	arraySection = iota
	arrayField
	arrayName
	arrayStart
	arrayValue
	arrayFieldEnd
	arrayEnd
)

var gamespy3Replies = Symbols{List: []Symbol{
	{0, "data", ""},
	{9, "challenge", ""},
}}

var gamespy3SectionIDs = Symbols{List: []Symbol{
	{0, "info", ""},
	{1, "players", ""},
	{2, "teams", ""},
}}

// gamespy3Place is the byte that numbers a datagram.
var gamespy3Place = []BitPart{
	{Name: "last datagram", Mask: 0x80},
	{Name: "index", Mask: 0x7f},
}

// Messages.
var (
	gamespy3ChallengeRequest = MessageInfo{Name: "challenge request", Protocol: GameSpy3, Direction: Request, Doc: "Asks for the number that a data request must carry."}
	gamespy3DataRequest      = MessageInfo{Name: "data request", Protocol: GameSpy3, Direction: Request, Doc: "Asks for server information, players and teams."}
	gamespy3OtherRequest     = MessageInfo{Name: "request", Protocol: GameSpy3, Direction: Request, Doc: "A request of a type that no source explains."}
	gamespy3ChallengeReply   = MessageInfo{Name: "challenge reply", Protocol: GameSpy3, Direction: Reply, Doc: "The number that a data request must carry."}
	gamespy3DataReply        = MessageInfo{Name: "data reply", Protocol: GameSpy3, Direction: Reply, Doc: "One of the numbered datagrams of an answer: settings, then players, then teams."}
	gamespy3PlainReply       = MessageInfo{Name: "data reply", Protocol: GameSpy3, Direction: Reply, LooksLike: GameSpy2,
		Doc: "The answer to a request for format 00, in one datagram as in GameSpy 2. By its bytes alone it is GameSpy 2; it is this when the protocol is named."}
	gamespy3OtherReply = MessageInfo{Name: "reply", Protocol: GameSpy3, Direction: Reply, Doc: "A reply of a type that no source explains."}
)

var gamespy3Protocol = protocol{
	id: GameSpy3, title: "GameSpy 3 and 4 query", recognise: recogniseGamespy3, begins: func(c byte) bool { return c == 0 || c == 9 || c == 0xfe }, decode: decodeGamespy3,
	doc: "Unreal Tournament 3, Battlefield 2, Crysis and others: a challenge first, then settings, players and teams in numbered datagrams.",
	ports: []Port{
		{Number: 6500, Name: "Unreal Tournament 3"}, {Number: 6600, Name: "Unreal Tournament 3, second server"},
		{Number: 6700, Name: "Unreal Tournament 3, third server"}, {Number: 29900, Name: "Battlefield 2, Battlefield 2142"},
		{Number: 64087, Name: "Crysis"}, {Number: 64100, Name: "Crysis Wars"}, {Game: 5445, Offset: 2, Name: "S.T.A.L.K.E.R."},
		{Number: 2302, Name: "ARMA 2"}, {Number: 25565, Name: "Minecraft"}, {Number: 7777, Name: "Just Cause 2 Multiplayer"},
	},
}

func gamespy3Docs() protocolDocs {
	return protocolDocs{
		messages: []*MessageInfo{
			&gamespy3ChallengeRequest, &gamespy3DataRequest, &gamespy3OtherRequest,
			&gamespy3ChallengeReply, &gamespy3DataReply, &gamespy3PlainReply, &gamespy3OtherReply,
		},
		problems: gamespy3Problems,
		layouts: []layout{
			gamespy3Request[:], gamespy3Options[:], gamespy3Header[:], gamespy3Challenge[:], gamespy3Data[:], gamespy3Info[:], gamespy3Players[:], gamespy3Teams[:],
			gamespy3Between[:],
		},
	}
}

// recogniseGamespy3 knows requests by FE FD, a challenge by its digits, data
// by the word splitnum (wire/SPEC.md#identification, rows 2 to 4).
func recogniseGamespy3(p []byte, _ *Options) (Direction, Confidence) {
	switch {
	case len(p) >= 2 && p[0] == 0xfe && p[1] == 0xfd:
		return recogniseGamespy3Request(p)
	case len(p) < 6:
	case p[0] == 9:
		text := p[5:]
		digits := 0
		for i, c := range text {
			switch {
			case c >= '0' && c <= '9' && digits < 10:
				digits++
				continue
			case c == '-' && i == 0:
				continue
			case c == 0 && i <= 11 && len(text)-i <= 12 && zeroBytes(text[i:]):
				if digits > 0 {
					return Reply, Likely
				}
				if i == 0 {
					return Reply, Possible
				}
			}
			break
		}
	case p[0] == 0 && len(p) >= 16 && string(p[5:14]) == splitnum:
		return Reply, Certain
	case p[0] == 0 && oddSplitnum(p[5:]):
		return Reply, Possible
	}
	return DirectionUnknown, Unlikely
}

func recogniseGamespy3Request(p []byte) (Direction, Confidence) {
	switch n := len(p) - 7; {
	case n < 0:
		if len(p) == 2 || p[2] == 0 || p[2] == 9 { // cut in its id or before
			return Request, Possible
		}
	case p[2] == 9 && (n == 0 || n == 4 && optionBytes(p[7:])):
		return Request, Certain
	case p[2] == 0 && n == 3 && gamespy2Flags(p[7:]):
		return Request, Possible // three flags are GameSpy 2
	case p[2] == 0 && optionBytes(p[7:]), p[2] == 0 && n >= 4 && optionBytes(p[11:]):
		return Request, Certain
	case p[2] == 0 && n == 4:
		return Request, Likely
	case p[2] == 0 && n == 0 || p[2] <= 10 && n <= 64:
		return Request, Possible
	}
	return DirectionUnknown, Unlikely
}

// splitnum stands at byte 5 of every data reply.
const splitnum = "splitnum\x00"

// oddSplitnum reports whether p begins with another word in the place of
// splitnum: eight letters and a NUL that the datagram's number and section
// follow. A GameSpy 2 reply may begin with a key of eight letters too, but a
// value of text comes after that.
func oddSplitnum(p []byte) bool {
	if len(p) < 11 || p[8] != 0 || p[9]&0x7f >= 0x20 || p[10] > 2 || lookupKey(p[:8]) != nil {
		return false
	}
	for _, c := range p[:8] {
		if c|0x20 < 'a' || c|0x20 > 'z' {
			return false
		}
	}
	return true
}

func zeroBytes(b []byte) bool {
	for _, c := range b {
		if c != 0 {
			return false
		}
	}
	return true
}

// gamespy3Topic tells challenge and data apart; both echo the id.
func gamespy3Topic(m *Message) Topic {
	p := m.payload()
	at := 1
	if m.Info.Direction == Request {
		at = 3
	}
	t := Topic{Subjects: 2}
	if m.Info == &gamespy3ChallengeRequest || m.Info == &gamespy3ChallengeReply {
		t.Subjects, t.Alone = 1, true
	}
	if len(p) >= at+4 {
		t.ID, t.HasID = readNumber(KindU32BE, p[at:]), true
	}
	return t
}
