package ugp

import (
	"fragscope/decoder/ask"
	"fragscope/decoder/wire"
)

const ID = "ugp"

// UGP, the query of GTA Connected, Mafia Connected and Liberty Unleashed
// (protocol/ugp/SPEC.md). Multi-byte numbers are read as little endian, which
// is undocumented. A string is a length of one byte that counts the closing
// NUL, then its bytes.

// identifier begins every datagram. Its two FF distinguish it from the queries
// of Valve and id Software, which begin with four.
const identifier = "\xff\xffUGP\x00"

var header = [...]wire.FieldDef{
	{Key: "identifier", Name: "Identifier", Kind: wire.KindConst, Doc: "FF FF, the characters UGP, and a NUL."},
	{Key: "version", Name: "Version", Kind: wire.KindU8, Doc: "Version of the protocol; 1 is the only one known."},
	{Key: "type", Name: "Type", Kind: wire.KindU8, Symbols: &types,
		Doc: "Bit 7 is set in replies; the rest repeats the type of the request."},
}

// replyBit is the bit of the type that replies have set.
const replyBit = 0x80

var types = wire.Symbols{List: []wire.Symbol{
	{Value: 0x00, Name: "ping request"},
	{Value: 0x01, Name: "query request"},
	{Value: 0x80, Name: "ping reply"},
	{Value: 0x81, Name: "query reply"},
}}

// Query request: which sections are requested, and what of each
// (protocol/ugp/SPEC.md#query-request).
var ugpRequest = [...]wire.FieldDef{
	{Key: "flags", Name: "Request flags", Kind: wire.KindU8, Symbols: &sections, Doc: "Which sections are wanted."},
	{Key: "server", Name: "Server flags", Kind: wire.KindU8, Symbols: &serverBits,
		Doc: "What is wanted about the server."},
	{Key: "server_extra", Name: "Extra server flags", Kind: wire.KindU8, Symbols: &serverExtraBits,
		Doc: "What else is wanted about the server. No source says where this byte is; here it follows the server flags, " +
			"as the extra player flags follow theirs."},
	{Key: "players", Name: "Player flags", Kind: wire.KindU8, Symbols: &playerBits,
		Doc: "What is wanted about each player."},
	{Key: "players_extra", Name: "Extra player flags", Kind: wire.KindU8, Symbols: &playerExtraBits,
		Doc: "What else is wanted about each player."},
	{Key: "teams", Name: "Team flags", Kind: wire.KindU8, Symbols: &teamBits, Doc: "What is wanted about each team."},
	{Key: "rules", Name: "Rule flags", Kind: wire.KindU8, Note: "bits undocumented",
		Doc: "What is wanted about the rules. No source names the bits; LGSL sends 07, LUQuery 08 hex."},
}

// Places in decodeRequest.
const (
	ugpRequestFlags = iota
	requestServer
	requestServerExtra
	requestPlayers
	requestPlayersExtra
	requestTeams
	requestRules
)

// Sections, in requests and replies.
const (
	serverSection = 1 << iota
	playerSection
	teamSection
	ruleSection
)

var sections = wire.Symbols{Flags: true, Names: "server;players;teams;rules"}

// serverMore and playerMore announce a byte of extra flags.
const (
	serverMore = 0x02
	playerMore = 0x40
)

var serverBits = wire.Symbols{Flags: true,
	Names: "game name;extra flags|a byte of extra server flags is present;server name;mode;map;current players;max " +
		"players"}

var serverExtraBits = wire.Symbols{Flags: true, Names: "passworded;version;OS"}

var playerBits = wire.Symbols{Flags: true,
	Names: "ID;name;team;score;kills;deaths;extra flags|a byte of extra player flags is present"}

var playerExtraBits = wire.Symbols{Flags: true, Names: "ping;time joined;position;health;armour;skin"}

var teamBits = wire.Symbols{Flags: true, Names: "name;score;player count;colour"}

var (
	pingRequest  = wire.NewRequest("ping request", "Eight bytes that ask whether a server is there.")
	queryRequest = wire.NewRequest("query request", "Asks for sections, each with flags that say what of it.")
	otherRequest = wire.NewRequest("request", "A type that no source explains.")
	pingReply    = wire.NewReply("ping reply", "The header alone.")
	queryReply   = wire.NewReply("query reply", "The sections that were queried: server, teams, players, rules.")
	otherReply   = wire.NewReply("reply", "A type that no source explains.")
)

var (
	problemUGPVersion = wire.Warning("ugp-version", "The protocol version is {a}; only 1 is known.",
		"It is read as version 1; what follows may be something else.")
	problemUGPOrder = wire.ProblemInfo{Code: "ugp-flag-order", Severity: wire.SeverityNote,
		Message: "The flags of players and teams read equally well in either order.",
		Advice:  "They are read as the wiki gives them, players first; LUQuery writes teams first.",
		Story: "The page about the request puts the flags of players before those of teams. The PHP class that the " +
			"same page links writes them the other way round. The bytes decide where one order leaves a byte over or " +
			"sets a bit that does not exist; here neither does."}
	problemUGPTeamsFirst = wire.Note("ugp-teams-first", "The flags of teams precede those of players.",
		"LUQuery writes them so; the wiki has players first, which does not fit these bytes.")
	problemUGPNoExtra = wire.Note("ugp-extra-missing",
		"The server flags announce extra server flags, but the bytes fit only without them.",
		"No source says where they are; the sender seems to leave them out.")
	problemUGPExtra = wire.ProblemInfo{Code: "ugp-extra-guessed", Severity: wire.SeverityNote,
		Message: "The {a} bytes of extra server information are read as the names of their flags suggest.",
		Advice:  "No source gives their layout: take the values with care.",
		Story: "Bit 02 of the server flags announces a byte of extra flags: passworded, version, OS. How the answer " +
			"looks is documented nowhere. It is read like the extra information about players: a byte of flags, then " +
			"one byte for passworded and a string each for version and OS."}
	problemUGPTeams = wire.ProblemInfo{Code: "ugp-teams-guessed", Severity: wire.SeverityNote,
		Message: "The {a} bytes of the team section are read as the section of players is built.",
		Advice:  "No source gives their layout: take the values with care.",
		Story: "A count, a byte of flags, then for each team its name, score, number of players and colour as far as " +
			"the flags say: that is how the players are written, and so the likeliest layout of the teams. Nobody " +
			"has published a packet that shows it."}
	problemUGPTeamsMissing = wire.Note("ugp-teams-missing",
		"The reply announces a team section, but the bytes fit only without one.",
		"The server sets the flag and sends no teams.")
	problemUGPRuleFlags = wire.Note("ugp-rule-flags", "A byte of flags precedes the number of rules.",
		"Known clients expect the number at once; these bytes fit only with the flags.")
	problemUGPUnclear = wire.Damage("ugp-sections-unclear",
		"The {a} bytes from here on fit no order of sections that makes sense.",
		"They are shown as they are; a section among them has a layout that no source gives.")
)

var matching = wire.Matching{Topics: []wire.Topic{
	{Messages: []*wire.MessageInfo{&pingRequest, &pingReply}},
	{Messages: []*wire.MessageInfo{&queryRequest, &queryReply}},
}}

var Protocol = wire.NewProtocol(wire.Protocol{
	ID: ID, Datagrams: true, Docs: docs, Title: "UGP server query", Recognise: Recognise, Begins: func(c byte) bool {
		return c == 0xff
	}, Decode: decodeUGP, DependentFields: announcements,
	Status: Status, Matching: &matching,
	Doc: "The query of GTA Connected and related games: flag bytes query sections, and the reply says with the same " +
		"flags what it contains. It is answered on the game port.",
	Ports: []wire.Port{
		{Number: 22000, Name: "GTA Connected, Mafia Connected"},
		{Number: 2301, Name: "Liberty Unleashed"},
	},
})

var docs = wire.Define(wire.Docs{
	Spec:     "protocol/ugp/SPEC.md",
	Messages: []*wire.MessageInfo{&pingRequest, &queryRequest, &otherRequest, &pingReply, &queryReply, &otherReply},
	Sections: []wire.Section{
		{Prefix: "ugp.header", Source: "#header", Layouts: []wire.Layout{header[:]}},
		{Prefix: "ugp.request", Source: "#query-request", Layouts: []wire.Layout{ugpRequest[:]}},
		{Prefix: "ugp", Source: "#query-reply", Layouts: []wire.Layout{reply[:]}},
		{Prefix: "ugp", Source: "#query-reply", Fields: []*wire.FieldDef{&serverGroup, &serverFlags},
			Layouts: []wire.Layout{ugpServer[:]}},
		{Prefix: "ugp", Source: "#query-reply", Fields: []*wire.FieldDef{&extraGroup, &serverExtraFlags},
			Layouts: []wire.Layout{serverExtra[:]}},
		{Prefix: "ugp", Source: "#query-reply", Fields: []*wire.FieldDef{&teamsGroup}, Layouts: []wire.Layout{ugpTeams[:]}},
		{Prefix: "ugp", Source: "#query-reply", Fields: []*wire.FieldDef{&ugpTeam}, Layouts: []wire.Layout{teamRecord[:]}},
		{Prefix: "ugp", Source: "#query-reply", Fields: []*wire.FieldDef{&playersGroup},
			Layouts: []wire.Layout{ugpPlayers[:]}},
		{Prefix: "ugp", Source: "#query-reply", Fields: []*wire.FieldDef{&player},
			Layouts: []wire.Layout{playerRecord[:], playerMoreRecord[:], position[:]}},
		{Prefix: "ugp", Source: "#query-reply", Fields: []*wire.FieldDef{&rulesGroup}, Layouts: []wire.Layout{ugpRules[:]}},
		{Prefix: "ugp", Source: "#query-reply", Fields: []*wire.FieldDef{&unclear}},
		{Source: "#header", Problems: []*wire.ProblemInfo{&problemUGPVersion}},
		{Source: "#query-request, protocol/ugp/SPEC.md#errors-in-descriptions",
			Problems: []*wire.ProblemInfo{&problemUGPOrder}},
		{Source: "#query-request", Problems: []*wire.ProblemInfo{&problemUGPTeamsFirst, &problemUGPNoExtra}},
		{Source: "#query-reply", Problems: []*wire.ProblemInfo{&problemUGPExtra, &problemUGPTeams, &problemUGPTeamsMissing,
			&problemUGPRuleFlags,
			&problemUGPUnclear}},
	},
})

// Recognise identifies the protocol by its identifier
// (protocol/SPEC.md#identification, row 1).
func Recognise(p []byte, _ *wire.Options) (wire.Direction, wire.Confidence) {
	const n = len(identifier)
	if len(p) > 3 && len(p) < n && wire.StartsLike(p, identifier) { // cut in it
		return wire.Request, wire.Possible
	}
	if len(p) < n || string(p[:n]) != identifier {
		return wire.DirectionUnknown, wire.Unlikely
	}
	if len(p) < n+2 {
		return wire.Request, wire.Possible
	}
	dir := wire.Request
	if p[n+1]&replyBit != 0 {
		dir = wire.Reply
	}
	if p[n] != 1 || types.Lookup(uint64(p[n+1])) == nil {
		return dir, wire.Likely
	}
	return dir, wire.Certain
}

// decodeUGP reads the header; its type says what follows, whatever direction
// is expected.
func decodeUGP(r *wire.Reader, dir wire.Direction) {
	if r.SetMessage(&otherRequest); dir == wire.Reply {
		r.SetMessage(&otherReply)
	}
	r.Constant(&header[0], identifier)
	if version := r.Field(&header[1]); !r.Stopped && version != 1 {
		r.Problem(&problemUGPVersion, r.Pos-1, 1, version, 0)
	}
	kind := r.Field(&header[2])
	if r.Stopped {
		return
	}
	switch kind {
	case 0x00:
		r.SetMessage(&pingRequest)
	case 0x01:
		r.SetMessage(&queryRequest)
		decodeRequest(r)
	case 0x80:
		r.SetMessage(&pingReply)
	case 0x81:
		r.SetMessage(&queryReply)
		decodeReply(r)
	default:
		if r.SetMessage(&otherRequest); kind&replyBit != 0 {
			r.SetMessage(&otherReply)
		}
	}
}

// A requestForm is a way to write the flag bytes of a query request.
type requestForm struct {
	noExtra    bool // no byte of extra server flags, although announced
	teamsFirst bool // LUQuery's order
}

// requestForms lists them, the likelier first.
var requestForms = [...]requestForm{{}, {teamsFirst: true}, {noExtra: true}, {noExtra: true, teamsFirst: true}}

// decodeRequest reads the flag bytes. Two things about them are uncertain; the
// reading that consumes every byte is taken
// (protocol/ugp/SPEC.md#query-request).
func decodeRequest(r *wire.Reader) {
	flags := r.Field(&ugpRequest[ugpRequestFlags])
	var server uint64
	if flags&serverSection != 0 {
		server = r.Field(&ugpRequest[requestServer])
	}
	extraInDoubt := server&serverMore != 0
	orderInDoubt := flags&(playerSection|teamSection) == playerSection|teamSection
	if r.Stopped {
		return
	}
	if !extraInDoubt && !orderInDoubt {
		requestFlags(r, flags, server, requestForm{})
		return
	}
	start := r.Checkpoint()
	r.Flags |= wire.FlagAmbiguous
	tried := r.Checkpoint()
	var best requestForm
	// of the best form, and of its counterpart in the other order
	bestScore, otherScore := wire.WorstScore, wire.WorstScore
	for _, form := range requestForms {
		if form.noExtra && !extraInDoubt || form.teamsFirst && !orderInDoubt {
			continue
		}
		requestFlags(r, flags, server, form)
		s := r.Score(tried)
		r.Reset(tried)
		if s > bestScore {
			best, bestScore, otherScore = form, s, wire.WorstScore
		} else if form.noExtra == best.noExtra {
			otherScore = s
		}
	}
	if best.noExtra {
		r.Problem(&problemUGPNoExtra, tried.Pos-1, 1, server, 0)
	}
	requestFlags(r, flags, server, best)
	switch {
	case best.teamsFirst:
		r.Problem(&problemUGPTeamsFirst, tried.Pos, r.Pos-tried.Pos, 0, 0)
	case orderInDoubt && bestScore == otherScore && !r.Stopped:
		r.Problem(&problemUGPOrder, tried.Pos, r.Pos-tried.Pos, 0, 0)
	}
	r.Flags = start.Flags
}

// requestFlags reads the bytes after the server flags in one form.
func requestFlags(r *wire.Reader, flags, server uint64, form requestForm) {
	if server&serverMore != 0 && !form.noExtra {
		r.Field(&ugpRequest[requestServerExtra])
	}
	teams := flags&teamSection != 0
	if teams && form.teamsFirst {
		r.Field(&ugpRequest[requestTeams])
	}
	if flags&playerSection != 0 && r.Field(&ugpRequest[requestPlayers])&playerMore != 0 {
		r.Field(&ugpRequest[requestPlayersExtra])
	}
	if teams && !form.teamsFirst {
		r.Field(&ugpRequest[requestTeams])
	}
	if flags&ruleSection != 0 {
		r.Field(&ugpRequest[requestRules])
	}
}

// AppendRequest builds a request. A section whose flags are 0 is requested with
// all that is documented, without extra server flags, whose position is
// undocumented. Without sections it requests server, players and rules: the
// flags of teams are uncertain.
func AppendRequest(dst []byte, q *ask.Query) ([]byte, error) {
	switch q.Message {
	case pingRequest.Name:
		return append(append(dst, identifier...), 1, 0), nil
	case "", queryRequest.Name:
	default:
		return dst, ask.ErrNoSuchRequest
	}
	or := func(flags, otherwise uint8) uint8 {
		if flags == 0 {
			return otherwise
		}
		return flags
	}
	d := ask.DetailsOf[Query](q.Details)
	flags := or(d.Flags, serverSection|playerSection|ruleSection)
	dst = append(append(dst, identifier...), 1, 1, flags)
	if flags&serverSection != 0 {
		server := or(d.ServerFlags, 0x7d)
		if dst = append(dst, server); server&serverMore != 0 {
			dst = append(dst, or(d.ExtraServerFlags, 0x07))
		}
	}
	if flags&teamSection != 0 && d.TeamsBeforePlayer {
		dst = append(dst, or(d.TeamFlags, 0x0f))
	}
	if flags&playerSection != 0 {
		players := or(d.PlayerFlags, 0x7f)
		if dst = append(dst, players); players&playerMore != 0 {
			dst = append(dst, or(d.ExtraPlayerFlags, 0x3f))
		}
	}
	if flags&teamSection != 0 && !d.TeamsBeforePlayer {
		dst = append(dst, or(d.TeamFlags, 0x0f))
	}
	if flags&ruleSection != 0 {
		dst = append(dst, or(d.RuleFlags, 0x07))
	}
	return dst, nil
}
