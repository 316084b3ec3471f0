package ugp

import (
	"fragscope/decoder/keys"
	"fragscope/decoder/wire"
)

// The query reply of UGP (protocol/ugp/SPEC.md#query-reply). Flag bytes in the
// reply say what it holds; they may be fewer than were requested, so a reply is
// read without its request. Sections come in the order server, teams, players,
// rules.

var reply = [...]wire.FieldDef{
	{Key: "reply.game", Name: "Game", Kind: wire.KindU8, Symbols: &games},
	{Key: "reply.flags", Name: "Answered flags", Kind: wire.KindU8, Symbols: &sections, Doc: "Which sections follow."},
}

var games = wire.Symbols{List: []wire.Symbol{
	{Value: 1, Name: "GTA III"},
	{Value: 2, Name: "GTA Vice City"},
	{Value: 3, Name: "GTA San Andreas"},
	{Value: 5, Name: "GTA IV"},
	{Value: 6, Name: "GTA Episodes from Liberty City"},
	{Value: 10, Name: "Mafia"},
}}

// Server: a byte of flags, then what they name in ascending order of the bits:
// place n of the layout (after the flags) belongs to bit n.
var (
	serverGroup = wire.FieldDef{Key: "server", Name: "Server", Kind: wire.KindGroup, Role: wire.RoleSection}
	serverFlags = wire.FieldDef{Key: "server.flags", Name: "Server flags", Kind: wire.KindU8, Symbols: &serverBits,
		Doc: "What follows about the server."}
	ugpServer = [...]wire.FieldDef{
		{Key: "server.game", Name: "Game name", Kind: wire.KindText, Role: wire.RoleGame},
		extraGroup,
		{Key: "server.name", Name: "Server name", Kind: wire.KindText, Role: wire.RoleServerName},
		{Key: "server.mode", Name: "Mode", Kind: wire.KindText, Role: wire.RoleGameType, Doc: "The game mode, a free text."},
		{Key: "server.map", Name: "Map", Kind: wire.KindText, Role: wire.RoleMap},
		{Key: "server.players", Name: "Current players", Kind: wire.KindU8, Role: wire.RolePlayers},
		{Key: "server.max_players", Name: "Max players", Kind: wire.KindU8, Role: wire.RoleMaxPlayers},
	}
	extraGroup = wire.FieldDef{Key: "server.extra", Name: "Extra server information", Kind: wire.KindGroup,
		Role: wire.RoleSection,
		Note: "layout guessed", Doc: "Read by analogy with the extra information about players; no source gives its layout."}
	serverExtraFlags = wire.FieldDef{Key: "server.extra.flags", Name: "Extra server flags", Kind: wire.KindU8,
		Symbols: &serverExtraBits}
	serverExtra = [...]wire.FieldDef{
		{Key: "server.extra.password", Name: "Passworded", Kind: wire.KindU8, Role: wire.RolePassword, Symbols: &wire.YesNo},
		{Key: "server.extra.version", Name: "Version", Kind: wire.KindText, Role: wire.RoleVersion},
		{Key: "server.extra.os", Name: "OS", Kind: wire.KindText, Doc: "Operating system of the server."},
	}
)

// Teams, by analogy with the players.
var (
	teamsGroup = wire.FieldDef{Key: "teams", Name: "Teams", Kind: wire.KindGroup, Role: wire.RoleSection,
		Note: "layout guessed",
		Doc:  "Read by analogy with the players; no source gives its layout."}
	ugpTeams = [...]wire.FieldDef{
		{Key: "teams.count", Name: "Teams listed", Kind: wire.KindU8, Role: wire.RoleCount},
		{Key: "teams.flags", Name: "Team flags", Kind: wire.KindU8, Symbols: &teamBits},
	}
	ugpTeam    = wire.FieldDef{Key: "teams.team", Name: "Team", Kind: wire.KindGroup, Role: wire.RoleTeam}
	teamRecord = [...]wire.FieldDef{
		{Key: "teams.name", Name: "Name", Kind: wire.KindText, Role: wire.RoleTeamName},
		{Key: "teams.score", Name: "Score", Kind: wire.KindI32LE, Role: wire.RoleTeamScore},
		{Key: "teams.size", Name: "Player count", Kind: wire.KindU8, Role: wire.RoleTeamSize},
		{Key: "teams.colour", Name: "Colour", Kind: wire.KindU32LE, Role: wire.RoleTeamExtra,
			Doc: "Four bytes are assumed, one a component."},
	}
)

// Players: a count; unless it is 0, flags for all of them, then the players.
var (
	playersGroup = wire.FieldDef{Key: "players", Name: "Players", Kind: wire.KindGroup, Role: wire.RoleSection}
	ugpPlayers   = [...]wire.FieldDef{
		{Key: "players.count", Name: "Players listed", Kind: wire.KindU8, Role: wire.RoleCount,
			Doc: "With 0 the section ends here. More than 255 players cannot be said."},
		{Key: "players.flags", Name: "Player flags", Kind: wire.KindU8, Symbols: &playerBits,
			Doc: "What follows about each player; it may be less than was queried."},
		{Key: "players.extra_flags", Name: "Extra player flags", Kind: wire.KindU8, Symbols: &playerExtraBits},
	}
	player       = wire.FieldDef{Key: "players.player", Name: "Player", Kind: wire.KindGroup, Role: wire.RolePlayer}
	playerRecord = [...]wire.FieldDef{
		{Key: "players.id", Name: "ID", Kind: wire.KindU8, Role: wire.RolePlayerID},
		{Key: "players.name", Name: "Name", Kind: wire.KindText, Role: wire.RolePlayerName},
		{Key: "players.team", Name: "Team", Kind: wire.KindU8, Role: wire.RolePlayerTeam},
		{Key: "players.score", Name: "Score", Kind: wire.KindI32LE, Role: wire.RolePlayerScore},
		{Key: "players.kills", Name: "Kills", Kind: wire.KindI32LE, Role: wire.RolePlayerExtra},
		{Key: "players.deaths", Name: "Deaths", Kind: wire.KindI32LE, Role: wire.RolePlayerExtra},
	}
	playerMoreRecord = [...]wire.FieldDef{
		{Key: "players.ping", Name: "Ping", Kind: wire.KindU16LE, Role: wire.RolePlayerPing, AtMost: 10000,
			Doc: "Milliseconds, as clients show it."},
		{Key: "players.joined", Name: "Time joined", Kind: wire.KindBytes, Role: wire.RolePlayerExtra, Note: "unit unknown",
			Doc: "Eight bytes; neither their type nor their unit is known."},
		{Key: "players.position", Name: "Position", Kind: wire.KindGroup},
		{Key: "players.health", Name: "Health", Kind: wire.KindU8, Role: wire.RolePlayerExtra},
		{Key: "players.armour", Name: "Armour", Kind: wire.KindU8, Role: wire.RolePlayerExtra},
		{Key: "players.skin", Name: "Skin", Kind: wire.KindU8, Role: wire.RolePlayerExtra, Doc: "Number of the model."},
	}
	position = [...]wire.FieldDef{
		{Key: "players.position.x", Name: "Position X", Kind: wire.KindF32LE, Role: wire.RolePlayerExtra},
		{Key: "players.position.y", Name: "Position Y", Kind: wire.KindF32LE, Role: wire.RolePlayerExtra},
		{Key: "players.position.z", Name: "Position Z", Kind: wire.KindF32LE, Role: wire.RolePlayerExtra},
	}
)

// joinedSize is the length in bytes of the time a player joined.
const joinedSize = 8

// Rules: a count, then pairs.
var (
	rulesGroup = wire.FieldDef{Key: "rules", Name: "Rules", Kind: wire.KindGroup, Role: wire.RoleSection}
	ugpRules   = [...]wire.FieldDef{
		{Key: "rules.flags", Name: "Rule flags", Kind: wire.KindU8, Note: "bits undocumented",
			Doc: "Only read when the bytes do not fit without it."},
		{Key: "rules.count", Name: "Rules listed", Kind: wire.KindU8, Role: wire.RoleCount},
		{Key: "rules.rule", Name: "Rule", Kind: wire.KindGroup, Role: wire.RoleRule},
		{Key: "rules.key", Name: "Key", Kind: wire.KindText, Role: wire.RoleKey, Keys: &keys.Known},
		{Key: "rules.value", Name: "Value", Kind: wire.KindText, Role: wire.RoleValue},
	}
)

var unclear = wire.FieldDef{Key: "reply.unclear", Name: "Unclear sections", Kind: wire.KindUnknown}

// Places of the team section.
const (
	teamsBeforePlayers = iota
	teamsAfterPlayers
	teamsAbsent
)

// A ugpForm is a way to read the undocumented parts of a reply.
type ugpForm struct {
	noExtra   bool // no extra server information, although announced
	teams     int
	ruleFlags bool // a byte of flags before the number of rules
	raw       bool // nothing fits: the rest is unknown
}

// forms is the number of forms, and formAt returns them, the likelier first
// (protocol/ugp/SPEC.md#query-reply).
const forms = 13

func formAt(i int) ugpForm {
	if i+1 == forms {
		return ugpForm{raw: true}
	}
	return ugpForm{noExtra: i >= 6, teams: i / 2 % 3, ruleFlags: i%2 != 0}
}

// A ugpReader reads one reply.
type ugpReader struct {
	*wire.Reader
	flags  uint64 // sections that follow
	server uint64 // server flags
	group  int    // the server section while it is open, else -1
}

// decodeReply reads a reply strictly by its flags. From the first undocumented
// layout on, the form that explains most bytes is taken.
func decodeReply(r *wire.Reader) {
	r.Field(&reply[0])
	u := ugpReader{Reader: r, flags: r.Field(&reply[1]), group: -1}
	if u.flags&serverSection != 0 && !r.Stopped {
		u.group = r.Begin(&serverGroup, 0)
		u.server = r.Field(&serverFlags)
		r.ReadSome(ugpServer[:1], u.server, wire.KindU8)
		if u.server&serverMore == 0 {
			u.serverEnd()
		}
	}
	switch {
	case r.Stopped:
		r.Done(u.group)
	case u.server&serverMore != 0 || u.flags&teamSection != 0:
		u.choose()
	default:
		u.players()
		u.rulesOrFlags()
	}
}

// serverEnd reads what follows the extra information, and closes the section.
func (u *ugpReader) serverEnd() {
	u.ReadSome(ugpServer[2:], u.server>>2, wire.KindU8)
	u.Done(u.group)
	u.group = -1
}

// choose reads the rest in the form that explains most of it. Every field is
// one of several readings.
func (u *ugpReader) choose() {
	marks, group := u.Flags, u.group
	u.Flags |= wire.FlagAmbiguous
	start := u.Checkpoint()
	best, bestScore := 0, wire.WorstScore
	for i := range forms {
		form := formAt(i)
		if form.noExtra && u.server&serverMore == 0 || form.teams != 0 && u.flags&teamSection == 0 ||
			form.ruleFlags && u.flags&ruleSection == 0 {
			continue
		}
		u.read(form)
		if s := u.formScore(start); s > bestScore {
			best, bestScore = i, s
		}
		u.Reset(start)
		u.group = group
	}
	u.read(formAt(best))
	u.Flags = marks
}

// formScore rates a form. Undefined flags count against a guessed layout as
// much as an error; bytes left over get a warning.
func (u *ugpReader) formScore(start wire.Checkpoint) int {
	s := u.Score(start)
	if u.More() {
		s -= 16
	}
	for i := start.Problems; i < len(u.Problems); i++ {
		if u.Problems[i].Info == &wire.ProblemSymbol {
			s -= 64
		}
	}
	return s
}

// read reads the rest in one form. Each form records a note for each thing that
// it guesses, so that none has an advantage without one.
func (u *ugpReader) read(form ugpForm) {
	if form.raw {
		u.Done(u.group)
		if n := u.Left(); n > 0 {
			u.Problem(&problemUGPUnclear, u.Pos, n, uint64(n), 0)
			u.Add(&unclear, wire.KindUnknown, n, 0).Flags |= wire.FlagRaw
		}
		return
	}
	if u.group >= 0 {
		if form.noExtra {
			u.Problem(&problemUGPNoExtra, u.Pos, 0, u.server, 0)
		} else {
			u.extra()
		}
		u.serverEnd()
	}
	if form.teams == teamsBeforePlayers {
		u.teams()
	}
	u.players()
	if form.teams == teamsAfterPlayers {
		u.teams()
	}
	if form.teams == teamsAbsent {
		u.Problem(&problemUGPTeamsMissing, u.Pos, 0, 0, 0)
	}
	u.rules(form.ruleFlags)
}

// extra reads the extra server information.
func (u *ugpReader) extra() {
	g, at := u.Begin(&extraGroup, 0), u.Pos
	u.ReadSome(serverExtra[:], u.Field(&serverExtraFlags), wire.KindU8)
	u.Done(g)
	u.Problem(&problemUGPExtra, at, u.Pos-at, uint64(u.Pos-at), 0)
}

// teams reads the section of teams.
func (u *ugpReader) teams() {
	if u.flags&teamSection == 0 {
		return
	}
	g, at := u.Begin(&teamsGroup, 0), u.Pos
	if count := u.Field(&ugpTeams[0]); count > 0 {
		flags := u.Field(&ugpTeams[1])
		for n := 0; n < int(count) && !u.Stopped; n++ {
			t := u.Begin(&ugpTeam, n)
			u.ReadSome(teamRecord[:], flags, wire.KindU8)
			u.Done(t)
		}
	}
	u.Done(g)
	u.Problem(&problemUGPTeams, at, u.Pos-at, uint64(u.Pos-at), 0)
}

// players reads the section of players.
func (u *ugpReader) players() {
	if u.flags&playerSection == 0 {
		return
	}
	g := u.Begin(&playersGroup, 0)
	if count := u.Field(&ugpPlayers[0]); count > 0 {
		flags := u.Field(&ugpPlayers[1])
		var extra uint64
		if flags&playerMore != 0 {
			extra = u.Field(&ugpPlayers[2])
		}
		for n := 0; n < int(count) && !u.Stopped; n++ {
			p := u.Begin(&player, n)
			u.ReadSome(playerRecord[:], flags, wire.KindU8)
			if extra != 0 {
				u.more(extra)
			}
			u.Done(p)
		}
	}
	u.Done(g)
}

// more reads what the extra flags announce of a player.
func (u *ugpReader) more(flags uint64) {
	u.ReadSome(playerMoreRecord[:1], flags, wire.KindU8)
	if flags>>1&1 != 0 {
		u.Bytes(&playerMoreRecord[1], joinedSize)
	}
	if flags>>2&1 != 0 {
		g := u.Begin(&playerMoreRecord[2], 0)
		u.Read(position[:])
		u.Done(g)
	}
	u.ReadSome(playerMoreRecord[3:], flags>>3, wire.KindU8)
}

// rulesOrFlags reads the section of rules where nothing else is in doubt. With
// a byte of flags the third byte is the length of the first key, without it the
// key's first letter, so three bytes decide most packets.
func (u *ugpReader) rulesOrFlags() {
	if u.Stopped || u.flags&ruleSection == 0 {
		return
	}
	if b := u.Rest(); len(b) == 1 || len(b) >= 2 && b[1] != 0 && (len(b) == 2 || b[2] >= 0x20) {
		u.rules(false)
		return
	}
	marks := u.Flags
	u.Flags |= wire.FlagAmbiguous
	start := u.Checkpoint()
	u.rules(false)
	if plain := u.Score(start); plain != 0 {
		u.Reset(start)
		if u.rules(true); u.Score(start) != -1 { // not all explained, except for the note about the flags
			u.Reset(start)
			u.rules(false)
		}
	}
	u.Flags = marks
}

// rules reads the section of rules.
func (u *ugpReader) rules(flags bool) {
	if u.Stopped || u.flags&ruleSection == 0 {
		return
	}
	g := u.Begin(&rulesGroup, 0)
	if flags && u.More() {
		u.Problem(&problemUGPRuleFlags, u.Pos, 1, uint64(u.Peek(0)), 0)
		u.Field(&ugpRules[0])
	}
	count := u.Field(&ugpRules[1])
	if n := u.Groups(&ugpRules[2], ugpRules[3:5], int(count), wire.KindU8); n < int(count) {
		u.Field(&ugpRules[3]) // is cut
	}
	u.Done(g)
}

// Status takes what the roles say; a server that does not name its game is
// named after the number of the game.
func Status(b *wire.StatusBuilder, m *wire.Message) {
	b.Generic(m)
	if b.Game.Known {
		return
	}
	if i := m.Find(reply[0].Key, 0); i >= 0 {
		if s := games.Lookup(m.Fields[i].Value); s != nil {
			b.Set(wire.RoleGame, s.Name)
		}
	}
}
