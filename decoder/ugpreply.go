package decoder

// The query reply of UGP (protocol/ugp/SPEC.md#query-reply). Flag bytes in the reply say what
// it holds; they may be fewer than were asked for, so a reply reads without
// its request. Sections come in the order server, teams, players, rules.

var ugpReply = [...]FieldDef{
	{Key: "ugp.reply.game", Name: "Game", Kind: KindU8, Symbols: &ugpGames, Source: "protocol/ugp/SPEC.md#query-reply"},
	{Key: "ugp.reply.flags", Name: "Answered flags", Kind: KindU8, Symbols: &ugpSections, Source: "protocol/ugp/SPEC.md#query-reply", Doc: "Which sections follow."},
}

var ugpGames = Symbols{List: []Symbol{
	{1, "GTA III", ""},
	{2, "GTA Vice City", ""},
	{3, "GTA San Andreas", ""},
	{5, "GTA IV", ""},
	{6, "GTA Episodes from Liberty City", ""},
	{10, "Mafia", ""},
}}

// Server: a byte of flags, then what they name in ascending order of the bits:
// place n of the layout (after the flags) belongs to bit n.
var (
	ugpServerGroup = FieldDef{Key: "ugp.server", Name: "Server", Kind: KindGroup, Role: RoleSection, Source: "protocol/ugp/SPEC.md#query-reply"}
	ugpServerFlags = FieldDef{Key: "ugp.server.flags", Name: "Server flags", Kind: KindU8, Symbols: &ugpServerBits, Source: "protocol/ugp/SPEC.md#query-reply",
		Doc: "What follows about the server."}
	ugpServer = [...]FieldDef{
		{Key: "ugp.server.game", Name: "Game name", Kind: KindText, Role: RoleGame, Source: "protocol/ugp/SPEC.md#query-reply"},
		ugpExtraGroup,
		{Key: "ugp.server.name", Name: "Server name", Kind: KindText, Role: RoleServerName, Source: "protocol/ugp/SPEC.md#query-reply"},
		{Key: "ugp.server.mode", Name: "Mode", Kind: KindText, Role: RoleGameType, Source: "protocol/ugp/SPEC.md#query-reply", Doc: "The game mode, a free text."},
		{Key: "ugp.server.map", Name: "Map", Kind: KindText, Role: RoleMap, Source: "protocol/ugp/SPEC.md#query-reply"},
		{Key: "ugp.server.players", Name: "Current players", Kind: KindU8, Role: RolePlayers, Source: "protocol/ugp/SPEC.md#query-reply"},
		{Key: "ugp.server.max_players", Name: "Max players", Kind: KindU8, Role: RoleMaxPlayers, Source: "protocol/ugp/SPEC.md#query-reply"},
	}
	ugpExtraGroup = FieldDef{Key: "ugp.server.extra", Name: "Extra server information", Kind: KindGroup, Role: RoleSection, Source: "protocol/ugp/SPEC.md#query-reply",
		Note: "layout guessed", Doc: "Read by analogy with the extra information about players; no source gives its layout."}
	ugpServerExtraFlags = FieldDef{Key: "ugp.server.extra.flags", Name: "Extra server flags", Kind: KindU8, Symbols: &ugpServerExtraBits, Source: "protocol/ugp/SPEC.md#query-reply"}
	ugpServerExtra      = [...]FieldDef{
		{Key: "ugp.server.extra.password", Name: "Passworded", Kind: KindU8, Role: RolePassword, Symbols: &ugpYesNo, Source: "protocol/ugp/SPEC.md#query-reply"},
		{Key: "ugp.server.extra.version", Name: "Version", Kind: KindText, Role: RoleVersion, Source: "protocol/ugp/SPEC.md#query-reply"},
		{Key: "ugp.server.extra.os", Name: "OS", Kind: KindText, Source: "protocol/ugp/SPEC.md#query-reply", Doc: "Operating system of the server."},
	}
)

var ugpYesNo = Symbols{List: []Symbol{{0, "no", ""}, {1, "yes", ""}}}

// Teams, by analogy with the players.
var (
	ugpTeamsGroup = FieldDef{Key: "ugp.teams", Name: "Teams", Kind: KindGroup, Role: RoleSection, Source: "protocol/ugp/SPEC.md#query-reply", Note: "layout guessed",
		Doc: "Read by analogy with the players; no source gives its layout."}
	ugpTeams = [...]FieldDef{
		{Key: "ugp.teams.count", Name: "Teams listed", Kind: KindU8, Role: RoleCount, Source: "protocol/ugp/SPEC.md#query-reply"},
		{Key: "ugp.teams.flags", Name: "Team flags", Kind: KindU8, Symbols: &ugpTeamBits, Source: "protocol/ugp/SPEC.md#query-reply"},
	}
	ugpTeam       = FieldDef{Key: "ugp.teams.team", Name: "Team", Kind: KindGroup, Role: RoleTeam, Source: "protocol/ugp/SPEC.md#query-reply"}
	ugpTeamRecord = [...]FieldDef{
		{Key: "ugp.teams.name", Name: "Name", Kind: KindText, Role: RoleTeamName, Source: "protocol/ugp/SPEC.md#query-reply"},
		{Key: "ugp.teams.score", Name: "Score", Kind: KindI32LE, Role: RoleTeamScore, Source: "protocol/ugp/SPEC.md#query-reply"},
		{Key: "ugp.teams.size", Name: "Player count", Kind: KindU8, Role: RoleTeamSize, Source: "protocol/ugp/SPEC.md#query-reply"},
		{Key: "ugp.teams.colour", Name: "Colour", Kind: KindU32LE, Role: RoleTeamExtra, Source: "protocol/ugp/SPEC.md#query-reply", Doc: "Four bytes are assumed, one a component."},
	}
)

// Players: a count; unless it is 0, flags for all of them, then the players.
var (
	ugpPlayersGroup = FieldDef{Key: "ugp.players", Name: "Players", Kind: KindGroup, Role: RoleSection, Source: "protocol/ugp/SPEC.md#query-reply"}
	ugpPlayers      = [...]FieldDef{
		{Key: "ugp.players.count", Name: "Players listed", Kind: KindU8, Role: RoleCount, Source: "protocol/ugp/SPEC.md#query-reply", Doc: "With 0 the section ends here. More than 255 players cannot be said."},
		{Key: "ugp.players.flags", Name: "Player flags", Kind: KindU8, Symbols: &ugpPlayerBits, Source: "protocol/ugp/SPEC.md#query-reply",
			Doc: "What follows about each player; it may be less than was asked for."},
		{Key: "ugp.players.extra_flags", Name: "Extra player flags", Kind: KindU8, Symbols: &ugpPlayerExtraBits, Source: "protocol/ugp/SPEC.md#query-reply"},
	}
	ugpPlayer       = FieldDef{Key: "ugp.players.player", Name: "Player", Kind: KindGroup, Role: RolePlayer, Source: "protocol/ugp/SPEC.md#query-reply"}
	ugpPlayerRecord = [...]FieldDef{
		{Key: "ugp.players.id", Name: "ID", Kind: KindU8, Role: RolePlayerID, Source: "protocol/ugp/SPEC.md#query-reply"},
		{Key: "ugp.players.name", Name: "Name", Kind: KindText, Role: RolePlayerName, Source: "protocol/ugp/SPEC.md#query-reply"},
		{Key: "ugp.players.team", Name: "Team", Kind: KindU8, Role: RolePlayerTeam, Source: "protocol/ugp/SPEC.md#query-reply"},
		{Key: "ugp.players.score", Name: "Score", Kind: KindI32LE, Role: RolePlayerScore, Source: "protocol/ugp/SPEC.md#query-reply"},
		{Key: "ugp.players.kills", Name: "Kills", Kind: KindI32LE, Role: RolePlayerExtra, Source: "protocol/ugp/SPEC.md#query-reply"},
		{Key: "ugp.players.deaths", Name: "Deaths", Kind: KindI32LE, Role: RolePlayerExtra, Source: "protocol/ugp/SPEC.md#query-reply"},
	}
	ugpPlayerMoreRecord = [...]FieldDef{
		{Key: "ugp.players.ping", Name: "Ping", Kind: KindU16LE, Role: RolePlayerPing, AtMost: 10000, Source: "protocol/ugp/SPEC.md#query-reply", Doc: "Milliseconds, as clients show it."},
		{Key: "ugp.players.joined", Name: "Time joined", Kind: KindBytes, Role: RolePlayerExtra, Source: "protocol/ugp/SPEC.md#query-reply", Note: "unit unknown",
			Doc: "Eight bytes; neither their type nor their unit is known."},
		{Key: "ugp.players.position", Name: "Position", Kind: KindGroup, Source: "protocol/ugp/SPEC.md#query-reply"},
		{Key: "ugp.players.health", Name: "Health", Kind: KindU8, Role: RolePlayerExtra, Source: "protocol/ugp/SPEC.md#query-reply"},
		{Key: "ugp.players.armour", Name: "Armour", Kind: KindU8, Role: RolePlayerExtra, Source: "protocol/ugp/SPEC.md#query-reply"},
		{Key: "ugp.players.skin", Name: "Skin", Kind: KindU8, Role: RolePlayerExtra, Source: "protocol/ugp/SPEC.md#query-reply", Doc: "Number of the model."},
	}
	ugpPosition = [...]FieldDef{
		{Key: "ugp.players.position.x", Name: "Position X", Kind: KindF32LE, Role: RolePlayerExtra, Source: "protocol/ugp/SPEC.md#query-reply"},
		{Key: "ugp.players.position.y", Name: "Position Y", Kind: KindF32LE, Role: RolePlayerExtra, Source: "protocol/ugp/SPEC.md#query-reply"},
		{Key: "ugp.players.position.z", Name: "Position Z", Kind: KindF32LE, Role: RolePlayerExtra, Source: "protocol/ugp/SPEC.md#query-reply"},
	}
)

// ugpJoinedSize is the length in bytes of the time a player joined.
const ugpJoinedSize = 8

// Rules: a count, then pairs.
var (
	ugpRulesGroup = FieldDef{Key: "ugp.rules", Name: "Rules", Kind: KindGroup, Role: RoleSection, Source: "protocol/ugp/SPEC.md#query-reply"}
	ugpRules      = [...]FieldDef{
		{Key: "ugp.rules.flags", Name: "Rule flags", Kind: KindU8, Source: "protocol/ugp/SPEC.md#query-reply", Note: "bits undocumented", Doc: "Only read when the bytes do not fit without it."},
		{Key: "ugp.rules.count", Name: "Rules listed", Kind: KindU8, Role: RoleCount, Source: "protocol/ugp/SPEC.md#query-reply"},
		{Key: "ugp.rules.rule", Name: "Rule", Kind: KindGroup, Role: RoleRule, Source: "protocol/ugp/SPEC.md#query-reply"},
		{Key: "ugp.rules.key", Name: "Key", Kind: KindText, Role: RoleKey, Keys: knownKeys, Source: "protocol/ugp/SPEC.md#query-reply"},
		{Key: "ugp.rules.value", Name: "Value", Kind: KindText, Role: RoleValue, Source: "protocol/ugp/SPEC.md#query-reply"},
	}
)

var ugpUnclear = FieldDef{Key: "ugp.reply.unclear", Name: "Unclear sections", Kind: KindUnknown, Source: "protocol/ugp/SPEC.md#query-reply"}

// Places of the team section.
const (
	ugpTeamsBeforePlayers = iota
	ugpTeamsAfterPlayers
	ugpTeamsAbsent
)

// A ugpForm is a way to read what nobody has documented about a reply.
type ugpForm struct {
	noExtra   bool // no extra server information, although announced
	teams     int
	ruleFlags bool // a byte of flags before the number of rules
	raw       bool // nothing fits: the rest is unknown
}

// ugpForms lists the forms, the likelier first (protocol/ugp/SPEC.md#query-reply).
var ugpForms = [...]ugpForm{
	{},
	{ruleFlags: true},
	{teams: ugpTeamsAfterPlayers},
	{teams: ugpTeamsAfterPlayers, ruleFlags: true},
	{teams: ugpTeamsAbsent},
	{teams: ugpTeamsAbsent, ruleFlags: true},
	{noExtra: true},
	{noExtra: true, ruleFlags: true},
	{noExtra: true, teams: ugpTeamsAfterPlayers},
	{noExtra: true, teams: ugpTeamsAfterPlayers, ruleFlags: true},
	{noExtra: true, teams: ugpTeamsAbsent},
	{noExtra: true, teams: ugpTeamsAbsent, ruleFlags: true},
	{raw: true},
}

// A ugpReader reads one reply.
type ugpReader struct {
	*reader
	flags  uint64 // sections that follow
	server uint64 // server flags
	group  int    // the server section while it is open, else -1
}

// ugpReply reads a reply strictly by its flags. From the first thing on whose
// layout is not documented, the form that explains most bytes is taken.
func (r *reader) ugpReply() {
	r.field(&ugpReply[0])
	u := ugpReader{reader: r, flags: r.field(&ugpReply[1]), group: -1}
	if u.flags&ugpServerSection != 0 && !r.stopped {
		u.group = r.begin(&ugpServerGroup, 0)
		u.server = r.field(&ugpServerFlags)
		r.ugpFields(ugpServer[:1], u.server)
		if u.server&ugpServerMore == 0 {
			u.serverEnd()
		}
	}
	switch {
	case r.stopped:
		r.done(u.group)
	case u.server&ugpServerMore != 0 || u.flags&ugpTeamSection != 0:
		u.choose()
	default:
		u.players()
		u.rulesOrFlags()
	}
}

// serverEnd reads what follows the extra information, and closes the section.
func (u *ugpReader) serverEnd() {
	u.ugpFields(ugpServer[2:], u.server>>2)
	u.done(u.group)
	u.group = -1
}

// choose reads the rest in the form that explains most of it. Every field is
// one of several readings.
func (u *ugpReader) choose() {
	marks, group := u.marks, u.group
	u.marks |= MarkAmbiguous
	start := u.mark()
	best, bestScore := 0, -1<<62
	for i, form := range ugpForms {
		if form.noExtra && u.server&ugpServerMore == 0 || form.teams != 0 && u.flags&ugpTeamSection == 0 || form.ruleFlags && u.flags&ugpRuleSection == 0 {
			continue
		}
		u.read(form)
		if s := u.formScore(start); s > bestScore {
			best, bestScore = i, s
		}
		u.reset(start)
		u.group = group
	}
	u.read(ugpForms[best])
	u.marks = marks
}

// formScore rates a form. Flags that do not exist speak against a guessed
// layout as strongly as an error; bytes left over will draw a warning.
func (u *ugpReader) formScore(start place) int {
	s := u.score(start)
	if u.more() {
		s -= 16
	}
	for i := start.problems; i < len(u.problems); i++ {
		if u.problems[i].Info == &problemSymbol {
			s -= 64
		}
	}
	return s
}

// read reads the rest in one form. Each form records a note for each thing
// that it guesses, so that none of them is ahead for want of one.
func (u *ugpReader) read(form ugpForm) {
	if form.raw {
		u.done(u.group)
		if n := u.left(); n > 0 {
			u.problem(&problemUGPUnclear, u.pos, n, uint64(n), 0)
			u.add(&ugpUnclear, KindUnknown, n, 0).Marks |= MarkRaw
		}
		return
	}
	if u.group >= 0 {
		if form.noExtra {
			u.problem(&problemUGPNoExtra, u.pos, 0, u.server, 0)
		} else {
			u.extra()
		}
		u.serverEnd()
	}
	if form.teams == ugpTeamsBeforePlayers {
		u.teams()
	}
	u.players()
	if form.teams == ugpTeamsAfterPlayers {
		u.teams()
	}
	if form.teams == ugpTeamsAbsent {
		u.problem(&problemUGPTeamsMissing, u.pos, 0, 0, 0)
	}
	u.rules(form.ruleFlags)
}

// extra reads the extra server information.
func (u *ugpReader) extra() {
	g, at := u.begin(&ugpExtraGroup, 0), u.pos
	u.ugpFields(ugpServerExtra[:], u.field(&ugpServerExtraFlags))
	u.done(g)
	u.problem(&problemUGPExtra, at, u.pos-at, uint64(u.pos-at), 0)
}

// teams reads the section of teams.
func (u *ugpReader) teams() {
	if u.flags&ugpTeamSection == 0 {
		return
	}
	g, at := u.begin(&ugpTeamsGroup, 0), u.pos
	if count := u.field(&ugpTeams[0]); count > 0 {
		flags := u.field(&ugpTeams[1])
		for n := 0; n < int(count) && !u.stopped; n++ {
			t := u.begin(&ugpTeam, n)
			u.ugpFields(ugpTeamRecord[:], flags)
			u.done(t)
		}
	}
	u.done(g)
	u.problem(&problemUGPTeams, at, u.pos-at, uint64(u.pos-at), 0)
}

// players reads the section of players.
func (u *ugpReader) players() {
	if u.flags&ugpPlayerSection == 0 {
		return
	}
	g := u.begin(&ugpPlayersGroup, 0)
	if count := u.field(&ugpPlayers[0]); count > 0 {
		flags := u.field(&ugpPlayers[1])
		var extra uint64
		if flags&ugpPlayerMore != 0 {
			extra = u.field(&ugpPlayers[2])
		}
		first := len(u.fields)
		for n := 0; n < int(count) && !u.stopped; n++ {
			p := u.begin(&ugpPlayer, n)
			u.ugpFields(ugpPlayerRecord[:], flags)
			u.ugpFields(ugpPlayerMoreRecord[:], extra)
			u.done(p)
		}
		if extra == 0 && !u.stopped {
			u.ends.noteRun(first, len(u.fields), true)
		}
	}
	u.done(g)
}

// rulesOrFlags reads the section of rules where nothing else is in doubt. With
// a byte of flags the third byte is the length of the first key, without it
// the key's first letter, so three bytes settle most packets for good.
func (u *ugpReader) rulesOrFlags() {
	if u.stopped || u.flags&ugpRuleSection == 0 {
		return
	}
	if b := u.rest(); len(b) == 1 || len(b) >= 2 && b[1] != 0 && (len(b) == 2 || b[2] >= 0x20) {
		u.rules(false)
		return
	}
	marks := u.marks
	u.marks |= MarkAmbiguous
	start := u.mark()
	u.rules(false)
	if plain := u.score(start); plain != 0 {
		u.reset(start)
		if u.rules(true); u.score(start) != -1 { // not all explained, but for the note about the flags
			u.reset(start)
			u.rules(false)
		}
	}
	u.marks = marks
}

// rules reads the section of rules.
func (u *ugpReader) rules(flags bool) {
	if u.stopped || u.flags&ugpRuleSection == 0 {
		return
	}
	g := u.begin(&ugpRulesGroup, 0)
	if flags && u.more() {
		u.problem(&problemUGPRuleFlags, u.pos, 1, uint64(u.peek(0)), 0)
		u.field(&ugpRules[0])
	}
	count := u.field(&ugpRules[1])
	for n := 0; n < int(count) && !u.stopped; n++ {
		p := u.begin(&ugpRules[2], n)
		u.ugpFields(ugpRules[3:5], 3)
		u.done(p)
	}
	u.done(g)
}

// ugpFields reads the fields of l whose bits are set: bit n is place n.
func (r *reader) ugpFields(l layout, flags uint64) {
	if r.plainRecord(l, flags) {
		return
	}
	for i := range l {
		if flags>>i&1 == 0 {
			continue
		}
		switch d := &l[i]; d.Kind {
		case KindText:
			r.pstring(d)
		case KindBytes:
			r.bytes(d, ugpJoinedSize)
		case KindGroup:
			g := r.begin(d, 0)
			for k := range ugpPosition {
				r.field(&ugpPosition[k])
			}
			r.done(g)
		default:
			r.field(d)
		}
	}
}

// ugpStatus takes what the roles say; a server that does not name its game is
// named after the number of the game.
func ugpStatus(b *statusBuilder, m *Message) {
	b.generic(m)
	if b.Game != nil {
		return
	}
	if i := m.Find(ugpReply[0].Key, 0); i >= 0 {
		if s := ugpGames.Lookup(m.Fields[i].Value); s != nil {
			b.set(RoleGame, s.Name)
		}
	}
}
