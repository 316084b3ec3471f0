package gamespy3

import (
	"bytes"

	"fragscope/decoder/internal/sections"
	"fragscope/decoder/keys"
	"fragscope/decoder/wire"
)

const ID = "gamespy3"

// GameSpy 3 and 4, the query of UT3, Battlefield 2, Crysis and others
// (protocol/gamespy3/SPEC.md and
// protocol/gamespy3/SPEC.md#unreal-tournament-3). A server first sends a
// number, the challenge; a request that carries it is answered in numbered
// datagrams. Version 4 is version 3 with a mandatory challenge. Numbers are big
// endian, texts end in a NUL.

// Requests: FE FD, the type, an id that the reply echoes. A data request
// continues with the challenge and the options.
var (
	gamespy3Request = [...]wire.FieldDef{
		{Key: "request.signature", Name: "Signature", Kind: wire.KindConst,
			Doc: "FE FD, as in all requests of GameSpy 2 to 4."},
		{Key: "request.type", Name: "Request type", Kind: wire.KindU8, Symbols: &requests},
		{Key: "request.id", Name: "Request ID", Kind: wire.KindBytes,
			Doc: "Any four bytes; the reply echoes them. UT3's own browser sends the time."},
		{Key: "request.challenge", Name: "Challenge", Kind: wire.KindI32BE,
			Doc: "The number from the challenge reply. Left out for servers that hand out none or 0."},
	}
	options = [...]wire.FieldDef{
		{Key: "request.info", Name: "Info section", Kind: wire.KindU8, Symbols: &gamespy3Wanted},
		{Key: "request.players", Name: "Player section", Kind: wire.KindU8, Symbols: &gamespy3Wanted},
		{Key: "request.teams", Name: "Team section", Kind: wire.KindU8, Symbols: &gamespy3Wanted},
		{Key: "request.format", Name: "Reply format", Kind: wire.KindU8, Symbols: &formats},
		{Key: "request.field", Name: "Field wanted", Kind: wire.KindU8, Symbols: &sections.FieldNumbers,
			Doc: "A single field, by the number that GameSpy's toolkit gives to the common ones."},
	}
)

var requests = wire.Symbols{List: []wire.Symbol{
	{Value: 0, Name: "data", Doc: "server information"},
	{Value: 9, Name: "challenge", Doc: "the number that a data request must carry"},
}}

var gamespy3Wanted = wire.Symbols{Loose: true, List: []wire.Symbol{
	{Value: 0x00, Name: "nothing"},
	{Value: 0xff, Name: "everything"},
}}

var formats = wire.Symbols{List: []wire.Symbol{
	{Value: 0, Name: "one datagram", Doc: "as GameSpy 2 answers"},
	{Value: 1, Name: "numbered datagrams", Doc: "each begins with splitnum"},
	{Value: 2, Name: "player list", Doc: "Just Cause 2 Multiplayer"},
}}

// Replies: what it is and the id, then the challenge or the data.
var (
	header = [...]wire.FieldDef{
		{Key: "reply.type", Name: "Reply type", Kind: wire.KindU8, Symbols: &replies},
		{Key: "reply.id", Name: "Request ID", Kind: wire.KindBytes, Doc: "The four bytes of the request."},
	}
	gamespy3Challenge = [...]wire.FieldDef{
		{Key: "challenge.number", Name: "Challenge", Kind: wire.KindDecimal,
			Doc: "A signed number in ASCII digits, at most 11 characters, and a NUL. The data request carries it as four " +
				"bytes, most significant first."},
		{Key: "challenge.padding", Name: "Padding", Kind: wire.KindPadding, Doc: "Further NULs."},
	}
	gamespy3Data = [...]wire.FieldDef{
		{Key: "splitnum", Name: "Split mark", Kind: wire.KindConst, Doc: "The word splitnum and a NUL; always the same."},
		{Key: "number", Name: "Datagram number", Kind: wire.KindU8, Parts: place,
			Doc: "Bit 7 is set in the last datagram of the reply; bits 0 to 6 number the datagrams from 0."},
		{Key: "section", Name: "Begins in section", Kind: wire.KindU8, Symbols: &sectionIDs,
			Doc: "The section that the bytes of this datagram belong to at first; a section continues where the previous " +
				"datagram was full."},
	}
	Info = [...]wire.FieldDef{
		{Key: "info", Name: "Info section", Kind: wire.KindGroup, Role: wire.RoleSection},
		{Key: "info.pair", Name: "Pair", Kind: wire.KindGroup, Role: wire.RoleRule},
		{Key: "info.key", Name: "Key", Kind: wire.KindText, Role: wire.RoleKey, Keys: &keys.Known},
		{Key: "info.value", Name: "Value", Kind: wire.KindText, Role: wire.RoleValue},
		{Key: "info.end", Name: "End of the info section", Kind: wire.KindConst, Doc: "An empty key."},
	}
	players = [...]wire.FieldDef{
		{Key: "players", Name: "Player section", Kind: wire.KindGroup, Role: wire.RoleSection},
		{Key: "players.field", Name: "Player field", Kind: wire.KindGroup, Role: wire.RoleArray,
			Doc: "One field of all players: its name, the slot of the first value, and the values in order of slots."},
		{Key: "players.name", Name: "Field name", Kind: wire.KindText, Role: wire.RoleKey, Keys: &keys.Known,
			Doc: "Ends in an underscore."},
		{Key: "players.start", Name: "First slot", Kind: wire.KindU8,
			Doc: "Slot of the first value, from 0; more than 0 where a datagram continues the field that the previous one " +
				"could not finish."},
		{Key: "players.value", Name: "Player", Kind: wire.KindText, Naming: wire.NameNumbered},
		{Key: "players.field_end", Name: "End of the field", Kind: wire.KindConst, Doc: "A NUL."},
		{Key: "players.end", Name: "End of the player section", Kind: wire.KindConst, Doc: "An empty field name."},
	}
	teams = [...]wire.FieldDef{
		{Key: "teams", Name: "Team section", Kind: wire.KindGroup, Role: wire.RoleSection},
		{Key: "teams.field", Name: "Team field", Kind: wire.KindGroup, Role: wire.RoleArray,
			Doc: "One field of all teams: its name, the slot of the first value, and the values in order of slots."},
		{Key: "teams.name", Name: "Field name", Kind: wire.KindText, Role: wire.RoleKey, Keys: &keys.Known,
			Doc: "Ends in _t."},
		{Key: "teams.start", Name: "First slot", Kind: wire.KindU8,
			Doc: "Slot of the first value, from 0; more than 0 where a datagram continues the field that the previous one " +
				"could not finish."},
		{Key: "teams.value", Name: "Team", Kind: wire.KindText, Naming: wire.NameNumbered},
		{Key: "teams.field_end", Name: "End of the field", Kind: wire.KindConst, Doc: "A NUL."},
		{Key: "teams.end", Name: "End of the team section", Kind: wire.KindConst, Doc: "An empty field name."},
	}
	roster = [...]wire.FieldDef{
		{Key: "roster", Name: "Player list", Kind: wire.KindGroup, Role: wire.RoleSection,
			Doc: "What Just Cause 2 Multiplayer sends in the place of the sections of players and teams."},
		{Key: "roster.count", Name: "Players", Kind: wire.KindU16BE, Role: wire.RoleCount,
			Doc: "Rows that follow: players who have joined, while numplayers counts those who are connecting too."},
		{Key: "roster.player", Name: "Player", Kind: wire.KindGroup, Role: wire.RolePlayer},
		{Key: "roster.name", Name: "Name", Kind: wire.KindText, Role: wire.RolePlayerName, Doc: "In UTF-8."},
		{Key: "roster.steam_id", Name: "Steam ID", Kind: wire.KindText, Role: wire.RolePlayerExtra,
			Doc: "Such as STEAM_0:1:23456789."},
		{Key: "roster.ping", Name: "Ping", Kind: wire.KindU16BE, Role: wire.RolePlayerPing, Doc: "Milliseconds."},
	}
	// values are by the numbers of sections.FieldNumbers; the first is for those
	// whose request is not known.
	values = [...]wire.FieldDef{
		{Key: "value", Name: "Value", Kind: wire.KindText, Role: wire.RoleValue, Naming: wire.NameNumbered,
			Note: "its request says what it is"},
		{Key: "value.hostname", Name: "hostname", Kind: wire.KindText, Role: wire.RoleServerName},
		{Key: "value.gamename", Name: "gamename", Kind: wire.KindText, Role: wire.RoleGame},
		{Key: "value.gamever", Name: "gamever", Kind: wire.KindText, Role: wire.RoleVersion},
		{Key: "value.hostport", Name: "hostport", Kind: wire.KindText, Role: wire.RoleGamePort},
		{Key: "value.mapname", Name: "mapname", Kind: wire.KindText, Role: wire.RoleMap},
		{Key: "value.gametype", Name: "gametype", Kind: wire.KindText, Role: wire.RoleGameType},
		{Key: "value.gamevariant", Name: "gamevariant", Kind: wire.KindText},
		{Key: "value.numplayers", Name: "numplayers", Kind: wire.KindText, Role: wire.RolePlayers},
		{Key: "value.numteams", Name: "numteams", Kind: wire.KindText},
		{Key: "value.maxplayers", Name: "maxplayers", Kind: wire.KindText, Role: wire.RoleMaxPlayers},
		{Key: "value.gamemode", Name: "gamemode", Kind: wire.KindText},
		{Key: "value.teamplay", Name: "teamplay", Kind: wire.KindText},
		{Key: "value.fraglimit", Name: "fraglimit", Kind: wire.KindText},
		{Key: "value.teamfraglimit", Name: "teamfraglimit", Kind: wire.KindText},
		{Key: "value.timeelapsed", Name: "timeelapsed", Kind: wire.KindText},
		{Key: "value.timelimit", Name: "timelimit", Kind: wire.KindText},
		{Key: "value.roundtime", Name: "roundtime", Kind: wire.KindText},
		{Key: "value.roundelapsed", Name: "roundelapsed", Kind: wire.KindText},
		{Key: "value.password", Name: "password", Kind: wire.KindText, Role: wire.RolePassword},
		{Key: "value.groupid", Name: "groupid", Kind: wire.KindText},
	}
	between = [...]wire.FieldDef{
		{Key: "section", Name: "Section", Kind: wire.KindU8, Symbols: &sectionIDs},
		{Key: "padding", Name: "Padding", Kind: wire.KindPadding, Doc: "NULs after the last section."},
		{Key: "unknown", Name: "Unknown section", Kind: wire.KindUnknown, Doc: "Bytes where a section should begin."},
	}
)

var replies = wire.Symbols{List: []wire.Symbol{
	{Value: 0, Name: "data"},
	{Value: 9, Name: "challenge"},
}}

var sectionIDs = wire.Symbols{Names: "info;players;teams"}

// place is the byte that numbers a datagram.
var place = []wire.BitPart{
	{Name: "last datagram", Mask: 0x80},
	{Name: "index", Mask: 0x7f},
}

var (
	ChallengeRequest = wire.NewRequest("challenge request", "Asks for the number that a data request must carry.")
	DataRequest      = wire.NewRequest("data request", "Asks for server information, players and teams.")
	otherRequest     = wire.NewRequest("request", "A request of a type that no source explains.")
	ChallengeReply   = wire.NewReply("challenge reply", "The number that a data request must carry.")
	DataReply        = wire.NewReply("data reply",
		"One of the numbered datagrams of an answer: settings, then players, then teams.")
	PlainReply = wire.MessageInfo{Name: "data reply", Direction: wire.Reply, LooksLike: "gamespy2",
		Doc: "The answer to a request for format 00, in one datagram as in GameSpy 2. By its bytes alone it is GameSpy 2; " +
			"it is this when the protocol is named."}
	valuesReply = wire.NewReply("values reply",
		"The answer to a request for fields by number: their values in that order, without keys.")
	otherReply = wire.NewReply("reply", "A reply of a type that no source explains.")
)

var matching = wire.Matching{Echoes: []*wire.FieldDef{&gamespy3Request[2], &header[1]},
	Topics: []wire.Topic{{Messages: []*wire.MessageInfo{&ChallengeRequest, &ChallengeReply}}}}

var Protocol = wire.NewProtocol(wire.Protocol{
	Check: wire.Check{Damage: Flaw, Doubtful: Doubtful, Long: true},
	ID:    ID, Datagrams: true, Docs: docs, Title: "GameSpy 3 and 4 query", Recognise: Recognise,
	Begins: func(c byte) bool { return c == 0 || c == 9 || c == 0xfe }, Decode: decodeGamespy3,
	Status: Status, MatchKey: MatchKey, Part: Part, Merge: Merge,
	Matching: &matching,
	Doc: "Unreal Tournament 3, Battlefield 2, Crysis and others: a challenge first, then settings, players and teams in " +
		"numbered datagrams.",
	Ports: []wire.Port{
		{Number: 6500, Name: "Unreal Tournament 3"}, {Number: 6600, Name: "Unreal Tournament 3, second server"},
		{Number: 6700, Name: "Unreal Tournament 3, third server"}, {Number: 29900, Name: "Battlefield 2, Battlefield 2142"},
		{Number: 64087, Name: "Crysis"}, {Number: 64100, Name: "Crysis Wars"},
		{Game: 5445, Offset: 2, Name: "S.T.A.L.K.E.R."},
		{Number: 2302, Name: "ARMA 2"}, {Number: 25565, Name: "Minecraft"}, {Number: 7777, Name: "Just Cause 2 Multiplayer"},
	},
})

var docs = wire.Define(wire.Docs{
	Spec: "protocol/gamespy3/SPEC.md",
	Messages: []*wire.MessageInfo{
		&ChallengeRequest, &DataRequest, &otherRequest,
		&ChallengeReply, &DataReply, &PlainReply, &valuesReply, &otherReply,
	},
	Sections: []wire.Section{
		{Prefix: "gamespy3", Source: "#exchange", Layouts: []wire.Layout{gamespy3Request[:], options[:], header[:],
			gamespy3Challenge[:]}},
		{Prefix: "gamespy3.data", Source: "#data-reply", Layouts: []wire.Layout{gamespy3Data[:]}},
		{Prefix: "gamespy3", Source: "#payload", Layouts: []wire.Layout{Info[:], players[:], teams[:], between[:]}},
		{Prefix: "gamespy3", Source: "#values-without-keys", Layouts: []wire.Layout{values[:]}},
		{Prefix: "gamespy3", Source: "#player-list", Layouts: []wire.Layout{roster[:]},
			Problems: []*wire.ProblemInfo{&problemRosterShort}},
		{Source: "#exchange", Problems: []*wire.ProblemInfo{&problemNothingAsked, &problemChallengeNone,
			&problemChallengeText, &problemChallengeWide}},
		{Source: "protocol/SPEC.md#documents, the UT3 query document", Problems: []*wire.ProblemInfo{&problemSplitnum}},
		{Source: "#keys-without-a-value", Problems: []*wire.ProblemInfo{&problemKeyAlone}},
		{Source: "#splitting-and-merging", Problems: []*wire.ProblemInfo{&problemKeyAtEnd}},
		{Source: "#keys-without-a-value", Problems: []*wire.ProblemInfo{&problemSectionOpen}},
		{Source: "#payload", Problems: []*wire.ProblemInfo{&problemSectionUnknown, &problemSectionNoEnd, &problemFieldName,
			&problemLowBytes}},
		{Source: "#empty-values and protocol/gamespy3/SPEC.md#keys-without-a-value",
			Problems: []*wire.ProblemInfo{&problemArraysUnequal}},
		{Source: "#keys-of-ut3", Problems: []*wire.ProblemInfo{&problemMapnameDump}},
	},
})

// Recognise identifies requests by FE FD, a challenge by its digits, data by
// the word splitnum (protocol/SPEC.md#identification, rows 2 to 4).
func Recognise(p []byte, opts *wire.Options) (wire.Direction, wire.Confidence) {
	switch {
	// a master's reply to an availability request has the bytes of a challenge request
	case opts.SrcPort == masterPort && len(p) > 0 && p[0] == 0xfe:
	case len(p) >= 2 && p[0] == 0xfe && p[1] == 0xfd:
		return recogniseRequest(p)
	case len(p) < 6:
	case p[0] == 9:
		n := bytes.IndexByte(p[5:], 0)
		if n < 0 || n > 11 || len(p) > 5+n+12 || !sections.ZeroBytes(p[5+n:]) {
			break
		}
		digits := p[5 : 5+n]
		if n > 0 && digits[0] == '-' {
			digits = digits[1:]
		}
		if _, ok := wire.ParseDecimal(digits); ok && len(digits) <= 10 {
			return wire.Reply, wire.Likely
		} else if n == 0 {
			return wire.Reply, wire.Possible
		}
	case p[0] == 0 && len(p) >= 16 && string(p[5:14]) == sections.Splitnum:
		return wire.Reply, wire.Certain
	case p[0] == 0 && sections.OddSplitnum(p[5:]):
		return wire.Reply, wire.Possible
	case p[0] == 0:
		if n, numbers := countValues(p[5:]); n == usualValues && numbers == usualNumbers {
			return wire.Reply, wire.Likely
		}
	}
	return wire.DirectionUnknown, wire.Unlikely
}

// masterPort is the port of GameSpy's masters, which send no requests.
const masterPort = 27900

func recogniseRequest(p []byte) (wire.Direction, wire.Confidence) {
	switch n := len(p) - 7; {
	case n < 0:
		if len(p) == 2 || p[2] == 0 || p[2] == 9 { // cut in its id or before
			return wire.Request, wire.Possible
		}
	case p[2] == 9 && (n == 0 || n == 4 && optionBytes(p[7:])):
		return wire.Request, wire.Certain
	case p[2] == 0 && n == 3 && sections.ThreeFlags(p[7:]):
		return wire.Request, wire.Possible // three flags are GameSpy 2
	case p[2] == 0 && optionBytes(p[7:]), p[2] == 0 && n >= 4 && optionBytes(p[11:]):
		return wire.Request, wire.Certain
	case p[2] == 0 && n == 4:
		return wire.Request, wire.Likely
	case p[2] == 0 && n == 0 || p[2] <= 10 && n <= 64:
		return wire.Request, wire.Possible
	}
	return wire.DirectionUnknown, wire.Unlikely
}

// MatchKey says whether the options of a request leave the keys out of its reply.
func MatchKey(m *wire.Message) wire.MatchKey {
	t := m.TopicKey()
	t.Keyless = m.Info == &DataRequest && m.Find(options[optionField].Key, 0) >= 0
	return t
}
