package decoder

// UGP, the query of GTA Connected, Mafia Connected and Liberty Unleashed
// (protocol/ugp/SPEC.md). Multi-byte numbers are taken for little endian, which no
// source states. A string is a length of one byte that counts the closing NUL,
// then its bytes.

// ugpIdentifier begins every datagram. Its two FF tell it from the queries of
// Valve and id Software, which begin with four.
const ugpIdentifier = "\xff\xffUGP\x00"

var ugpHeader = [...]FieldDef{
	{Key: "ugp.header.identifier", Name: "Identifier", Kind: KindConst, Source: "protocol/ugp/SPEC.md#header", Doc: "FF FF, the letters UGP, and a NUL."},
	{Key: "ugp.header.version", Name: "Version", Kind: KindU8, Source: "protocol/ugp/SPEC.md#header", Doc: "Version of the protocol; 1 is the only one known."},
	{Key: "ugp.header.type", Name: "Type", Kind: KindU8, Symbols: &ugpTypes, Source: "protocol/ugp/SPEC.md#header",
		Doc: "Bit 7 is set in replies; the rest repeats the type of the request."},
}

// ugpAnswer is the bit of the type that replies have set.
const ugpAnswer = 0x80

var ugpTypes = Symbols{List: []Symbol{
	{0x00, "ping request", ""},
	{0x01, "query request", ""},
	{0x80, "ping reply", ""},
	{0x81, "query reply", ""},
}}

// Query request: which sections are wanted, and what of each (protocol/ugp/SPEC.md#query-request).
var ugpRequest = [...]FieldDef{
	{Key: "ugp.request.flags", Name: "Request flags", Kind: KindU8, Symbols: &ugpSections, Source: "protocol/ugp/SPEC.md#query-request", Doc: "Which sections are wanted."},
	{Key: "ugp.request.server", Name: "Server flags", Kind: KindU8, Symbols: &ugpServerBits, Source: "protocol/ugp/SPEC.md#query-request", Doc: "What is wanted about the server."},
	{Key: "ugp.request.server_extra", Name: "Extra server flags", Kind: KindU8, Symbols: &ugpServerExtraBits, Source: "protocol/ugp/SPEC.md#query-request",
		Doc: "What else is wanted about the server. No source says where this byte stands; here it follows the server flags, as the extra player flags follow theirs."},
	{Key: "ugp.request.players", Name: "Player flags", Kind: KindU8, Symbols: &ugpPlayerBits, Source: "protocol/ugp/SPEC.md#query-request", Doc: "What is wanted about each player."},
	{Key: "ugp.request.players_extra", Name: "Extra player flags", Kind: KindU8, Symbols: &ugpPlayerExtraBits, Source: "protocol/ugp/SPEC.md#query-request", Doc: "What else is wanted about each player."},
	{Key: "ugp.request.teams", Name: "Team flags", Kind: KindU8, Symbols: &ugpTeamBits, Source: "protocol/ugp/SPEC.md#query-request", Doc: "What is wanted about each team."},
	{Key: "ugp.request.rules", Name: "Rule flags", Kind: KindU8, Source: "protocol/ugp/SPEC.md#query-request", Note: "bits undocumented",
		Doc: "What is wanted about the rules. No source names the bits; LGSL sends 07, LUQuery 08 hex."},
}

// Places in ugpRequest.
const (
	ugpRequestFlags = iota
	ugpRequestServer
	ugpRequestServerExtra
	ugpRequestPlayers
	ugpRequestPlayersExtra
	ugpRequestTeams
	ugpRequestRules
)

// Sections, in requests and replies.
const (
	ugpServerSection = 1 << iota
	ugpPlayerSection
	ugpTeamSection
	ugpRuleSection
)

var ugpSections = Symbols{Flags: true, List: []Symbol{
	{ugpServerSection, "server", ""},
	{ugpPlayerSection, "players", ""},
	{ugpTeamSection, "teams", ""},
	{ugpRuleSection, "rules", ""},
}}

// ugpServerMore and ugpPlayerMore announce a byte of extra flags.
const (
	ugpServerMore = 0x02
	ugpPlayerMore = 0x40
)

var ugpServerBits = Symbols{Flags: true, List: []Symbol{
	{0x01, "game name", ""},
	{ugpServerMore, "extra flags", "a byte of extra server flags is present"},
	{0x04, "server name", ""},
	{0x08, "mode", ""},
	{0x10, "map", ""},
	{0x20, "current players", ""},
	{0x40, "max players", ""},
}}

var ugpServerExtraBits = Symbols{Flags: true, List: []Symbol{
	{0x01, "passworded", ""},
	{0x02, "version", ""},
	{0x04, "OS", ""},
}}

var ugpPlayerBits = Symbols{Flags: true, List: []Symbol{
	{0x01, "ID", ""},
	{0x02, "name", ""},
	{0x04, "team", ""},
	{0x08, "score", ""},
	{0x10, "kills", ""},
	{0x20, "deaths", ""},
	{ugpPlayerMore, "extra flags", "a byte of extra player flags is present"},
}}

var ugpPlayerExtraBits = Symbols{Flags: true, List: []Symbol{
	{0x01, "ping", ""},
	{0x02, "time joined", ""},
	{0x04, "position", ""},
	{0x08, "health", ""},
	{0x10, "armour", ""},
	{0x20, "skin", ""},
}}

var ugpTeamBits = Symbols{Flags: true, List: []Symbol{
	{0x01, "name", ""},
	{0x02, "score", ""},
	{0x04, "player count", ""},
	{0x08, "colour", ""},
}}

// Messages.
var (
	ugpPingRequest  = MessageInfo{Name: "ping request", Protocol: UGP, Direction: Request, Doc: "Eight bytes that ask whether a server is there."}
	ugpQueryRequest = MessageInfo{Name: "query request", Protocol: UGP, Direction: Request, Doc: "Asks for sections, each with flags that say what of it."}
	ugpOtherRequest = MessageInfo{Name: "request", Protocol: UGP, Direction: Request, Doc: "A type that no source explains."}
	ugpPingReply    = MessageInfo{Name: "ping reply", Protocol: UGP, Direction: Reply, Doc: "The header alone."}
	ugpQueryReply   = MessageInfo{Name: "query reply", Protocol: UGP, Direction: Reply, Doc: "The sections that were asked for: server, teams, players, rules."}
	ugpOtherReply   = MessageInfo{Name: "reply", Protocol: UGP, Direction: Reply, Doc: "A type that no source explains."}
)

// Problems.
var (
	problemUGPVersion = ProblemInfo{
		Code: "ugp-version", Severity: SeverityWarning,
		Message: "The protocol version is {a}; only 1 is known.",
		Advice:  "It is read as version 1; what follows may be something else.",
		Source:  "protocol/ugp/SPEC.md#header",
	}
	problemUGPOrder = ProblemInfo{
		Code: "ugp-flag-order", Severity: SeverityNote,
		Message: "The flags of players and teams read equally well in either order.",
		Advice:  "They are read as the wiki gives them, players first; LUQuery writes teams first.",
		Story: "The page about the request puts the flags of players before those of teams. The PHP class that the same page links writes them the other way round. " +
			"The bytes decide where one order leaves a byte over or sets a bit that does not exist; here neither does.",
		Source: "protocol/ugp/SPEC.md#query-request, protocol/ugp/SPEC.md#errors-in-descriptions",
	}
	problemUGPTeamsFirst = ProblemInfo{
		Code: "ugp-teams-first", Severity: SeverityNote,
		Message: "The flags of teams stand before those of players.",
		Advice:  "LUQuery writes them so; the wiki has players first, which does not fit these bytes.",
		Source:  "protocol/ugp/SPEC.md#query-request",
	}
	problemUGPNoExtra = ProblemInfo{
		Code: "ugp-extra-missing", Severity: SeverityNote,
		Message: "The server flags announce extra server flags, but the bytes fit only without them.",
		Advice:  "No source says where they stand; the sender seems to leave them out.",
		Source:  "protocol/ugp/SPEC.md#query-request",
	}
	problemUGPExtra = ProblemInfo{
		Code: "ugp-extra-guessed", Severity: SeverityNote,
		Message: "The {a} bytes of extra server information are read as the names of their flags suggest.",
		Advice:  "No source gives their layout: take the values with care.",
		Story: "Bit 02 of the server flags announces a byte of extra flags: passworded, version, OS. How the answer looks is documented nowhere. " +
			"It is read like the extra information about players: a byte of flags, then one byte for passworded and a string each for version and OS.",
		Source: "protocol/ugp/SPEC.md#query-reply",
	}
	problemUGPTeams = ProblemInfo{
		Code: "ugp-teams-guessed", Severity: SeverityNote,
		Message: "The {a} bytes of the team section are read as the section of players is built.",
		Advice:  "No source gives their layout: take the values with care.",
		Story: "A count, a byte of flags, then for each team its name, score, number of players and colour as far as the flags say: " +
			"that is how the players are written, and so the likeliest layout of the teams. Nobody has published a packet that shows it.",
		Source: "protocol/ugp/SPEC.md#query-reply",
	}
	problemUGPTeamsMissing = ProblemInfo{
		Code: "ugp-teams-missing", Severity: SeverityNote,
		Message: "The reply announces a team section, but the bytes fit only without one.",
		Advice:  "The server sets the flag and sends no teams.",
		Source:  "protocol/ugp/SPEC.md#query-reply",
	}
	problemUGPRuleFlags = ProblemInfo{
		Code: "ugp-rule-flags", Severity: SeverityNote,
		Message: "A byte of flags stands in front of the number of rules.",
		Advice:  "Known clients expect the number at once; these bytes fit only with the flags.",
		Source:  "protocol/ugp/SPEC.md#query-reply",
	}
	problemUGPUnclear = ProblemInfo{
		Code: "ugp-sections-unclear", Severity: SeverityWarning, Damage: true,
		Message: "The {a} bytes from here on fit no order of sections that makes sense.",
		Advice:  "They are shown as they are; a section among them has a layout that no source gives.",
		Source:  "protocol/ugp/SPEC.md#query-reply",
	}
)

var ugpProtocol = protocol{
	id: UGP, title: "UGP server query", recognise: recogniseUGP, begins: func(c byte) bool { return c == 0xff }, decode: decodeUGP,
	doc: "The query of GTA Connected and its kin: flag bytes ask for sections, and the reply says with the same flags what it holds. It is answered on the game port.",
	ports: []Port{
		{Number: 22000, Name: "GTA Connected, Mafia Connected"},
		{Number: 2301, Name: "Liberty Unleashed"},
	},
}

func ugpDocs() protocolDocs {
	return protocolDocs{
		messages: []*MessageInfo{&ugpPingRequest, &ugpQueryRequest, &ugpOtherRequest, &ugpPingReply, &ugpQueryReply, &ugpOtherReply},
		problems: []*ProblemInfo{
			&problemUGPVersion, &problemUGPOrder, &problemUGPTeamsFirst, &problemUGPNoExtra, &problemUGPExtra, &problemUGPTeams,
			&problemUGPTeamsMissing, &problemUGPRuleFlags, &problemUGPUnclear,
		},
		layouts: []layout{
			ugpHeader[:], ugpRequest[:], ugpReply[:], {ugpServerGroup, ugpServerFlags}, ugpServer[:], {ugpServerExtraFlags}, ugpServerExtra[:], {ugpTeamsGroup}, ugpTeams[:],
			{ugpTeam}, ugpTeamRecord[:], {ugpPlayersGroup}, ugpPlayers[:], {ugpPlayer}, ugpPlayerRecord[:], ugpPlayerMoreRecord[:], ugpPosition[:], {ugpRulesGroup}, ugpRules[:],
			{ugpUnclear},
		},
	}
}

// recogniseUGP knows the protocol by its identifier (wire/SPEC.md#identification, row 1).
func recogniseUGP(p []byte, _ *Options) (Direction, Confidence) {
	const n = len(ugpIdentifier)
	if len(p) > 3 && len(p) < n && startsLike(p, ugpIdentifier) { // cut in it
		return Request, Possible
	}
	if len(p) < n || string(p[:n]) != ugpIdentifier {
		return DirectionUnknown, Unlikely
	}
	if len(p) < n+2 {
		return Request, Possible
	}
	dir := Request
	if p[n+1]&ugpAnswer != 0 {
		dir = Reply
	}
	if p[n] != 1 || ugpTypes.Lookup(uint64(p[n+1])) == nil {
		return dir, Likely
	}
	return dir, Certain
}

// ugpTopic keeps pings and queries apart.
func ugpTopic(m *Message) Topic {
	switch m.Info {
	case &ugpPingRequest, &ugpPingReply:
		return Topic{Subjects: 1, Alone: true}
	case &ugpQueryRequest, &ugpQueryReply:
		return Topic{Subjects: 2, Alone: true}
	}
	return Topic{Subjects: 4}
}

// decodeUGP reads the header; its type says what follows, whatever direction
// is expected.
func decodeUGP(r *reader, dir Direction) {
	if r.say(&ugpOtherRequest); dir == Reply {
		r.say(&ugpOtherReply)
	}
	r.constant(&ugpHeader[0], ugpIdentifier)
	if version := r.field(&ugpHeader[1]); !r.stopped && version != 1 {
		r.problem(&problemUGPVersion, r.pos-1, 1, version, 0)
	}
	kind := r.field(&ugpHeader[2])
	if r.stopped {
		return
	}
	switch kind {
	case 0x00:
		r.say(&ugpPingRequest)
	case 0x01:
		r.say(&ugpQueryRequest)
		r.ugpRequest()
	case 0x80:
		r.say(&ugpPingReply)
	case 0x81:
		r.say(&ugpQueryReply)
		r.ugpReply()
	default:
		if r.say(&ugpOtherRequest); kind&ugpAnswer != 0 {
			r.say(&ugpOtherReply)
		}
	}
}

// A ugpRequestForm is a way to write the flag bytes of a query request.
type ugpRequestForm struct {
	noExtra    bool // no byte of extra server flags, although announced
	teamsFirst bool // LUQuery's order
}

// ugpRequestForms lists them, the likelier first.
var ugpRequestForms = [...]ugpRequestForm{{}, {teamsFirst: true}, {noExtra: true}, {noExtra: true, teamsFirst: true}}

// ugpRequest reads the flag bytes. Two things about them are in doubt, and
// what consumes every byte decides (protocol/ugp/SPEC.md#query-request).
func (r *reader) ugpRequest() {
	flags := r.field(&ugpRequest[ugpRequestFlags])
	var server uint64
	if flags&ugpServerSection != 0 {
		server = r.field(&ugpRequest[ugpRequestServer])
	}
	extraInDoubt := server&ugpServerMore != 0
	orderInDoubt := flags&(ugpPlayerSection|ugpTeamSection) == ugpPlayerSection|ugpTeamSection
	if r.stopped {
		return
	}
	if !extraInDoubt && !orderInDoubt {
		r.ugpRequestFlags(flags, server, ugpRequestForm{})
		return
	}
	start := r.mark()
	r.marks |= MarkAmbiguous
	tried := r.mark()
	var best ugpRequestForm
	bestScore, otherScore := -1<<62, -1<<62 // of the best form, and of its counterpart in the other order
	for _, form := range ugpRequestForms {
		if form.noExtra && !extraInDoubt || form.teamsFirst && !orderInDoubt {
			continue
		}
		r.ugpRequestFlags(flags, server, form)
		s := r.score(tried)
		r.reset(tried)
		if s > bestScore {
			best, bestScore, otherScore = form, s, -1<<62
		} else if form.noExtra == best.noExtra {
			otherScore = s
		}
	}
	if best.noExtra {
		r.problem(&problemUGPNoExtra, tried.pos-1, 1, server, 0)
	}
	r.ugpRequestFlags(flags, server, best)
	switch {
	case best.teamsFirst:
		r.problem(&problemUGPTeamsFirst, tried.pos, r.pos-tried.pos, 0, 0)
	case orderInDoubt && bestScore == otherScore && !r.stopped:
		r.problem(&problemUGPOrder, tried.pos, r.pos-tried.pos, 0, 0)
	}
	r.marks = start.marks
}

// ugpRequestFlags reads the bytes after the server flags in one form.
func (r *reader) ugpRequestFlags(flags, server uint64, form ugpRequestForm) {
	if server&ugpServerMore != 0 && !form.noExtra {
		r.field(&ugpRequest[ugpRequestServerExtra])
	}
	teams := flags&ugpTeamSection != 0
	if teams && form.teamsFirst {
		r.field(&ugpRequest[ugpRequestTeams])
	}
	if flags&ugpPlayerSection != 0 && r.field(&ugpRequest[ugpRequestPlayers])&ugpPlayerMore != 0 {
		r.field(&ugpRequest[ugpRequestPlayersExtra])
	}
	if teams && !form.teamsFirst {
		r.field(&ugpRequest[ugpRequestTeams])
	}
	if flags&ugpRuleSection != 0 {
		r.field(&ugpRequest[ugpRequestRules])
	}
}

// ugpQuery builds a request. A section whose flags are 0 is asked for all that
// is documented, without extra server flags, whose place nobody knows. Asked
// for nothing in particular it asks for server, players and rules: the flags
// of teams are in doubt.
func ugpQuery(dst []byte, q *Query) ([]byte, error) {
	switch q.Message {
	case ugpPingRequest.Name:
		return append(append(dst, ugpIdentifier...), 1, 0), nil
	case "", ugpQueryRequest.Name:
	default:
		return dst, errNoSuchRequest
	}
	or := func(flags, otherwise uint8) uint8 {
		if flags == 0 {
			return otherwise
		}
		return flags
	}
	flags := or(q.Flags, ugpServerSection|ugpPlayerSection|ugpRuleSection)
	dst = append(append(dst, ugpIdentifier...), 1, 1, flags)
	if flags&ugpServerSection != 0 {
		server := or(q.ServerFlags, 0x7d)
		if dst = append(dst, server); server&ugpServerMore != 0 {
			dst = append(dst, or(q.ExtraServerFlags, 0x07))
		}
	}
	if flags&ugpTeamSection != 0 && q.TeamsBeforePlayer {
		dst = append(dst, or(q.TeamFlags, 0x0f))
	}
	if flags&ugpPlayerSection != 0 {
		players := or(q.PlayerFlags, 0x7f)
		if dst = append(dst, players); players&ugpPlayerMore != 0 {
			dst = append(dst, or(q.ExtraPlayerFlags, 0x3f))
		}
	}
	if flags&ugpTeamSection != 0 && !q.TeamsBeforePlayer {
		dst = append(dst, or(q.TeamFlags, 0x0f))
	}
	if flags&ugpRuleSection != 0 {
		dst = append(dst, or(q.RuleFlags, 0x07))
	}
	return dst, nil
}
