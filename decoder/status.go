package decoder

// A Status is a server as one typed value, normalised the same way for all
// protocols. What the datagrams do not say is nil, never 0 or "". Texts are as
// a person reads them: without colour codes and control characters.
type Status struct {
	Protocol   Protocol
	Name       *string
	Map        *string
	MapTitle   *string
	GameType   *string
	Game       *string // the game's own name, such as "ut"
	GamePort   *int64  // UDP port that players connect to
	QueryPort  *int64  // UDP port that answers queries, as the server says
	Players    *int64  // players now, as the server counts them
	MaxPlayers *int64
	Password   *bool // a password is needed
	Version    *string
	Rules      []Rule // in the order of the server, with duplicates
	Mutators   []string
	PlayerList []Player
	Teams      []Team
	Complete   *bool // every part of every reply is there; nil when the protocol cannot tell
}

// A Rule is a pair of key and value as the server sends it.
type Rule struct{ Key, Value string }

// A Player is one row of a player list.
type Player struct {
	ID    *int64
	Name  *string
	Score *int64
	Ping  *int64 // milliseconds
	Team  *int64 // the game's team number, nil for none
	Extra []Rule // whatever else the game sends, in its order
}

// A Team is one row of a team list.
type Team struct {
	ID    *int64
	Name  *string
	Score *int64
	Size  *int64 // players
	Extra []Rule
}

// StatusOf says what the replies among ms say together. It puts the parts of
// replies in order first, so the order of ms does not matter. It returns nil
// when they say nothing about a server.
func StatusOf(ms ...*Message) *Status {
	b := statusBuilder{}
	b.replies(ms)
	if !b.any {
		return nil
	}
	return &b.Status
}

// statusOf holds how messages tell about a server where the roles of their
// fields do not say it all.
var statusOf = [protocolCount]func(b *statusBuilder, m *Message){
	GameSpy1: gamespy1Status, GameSpy2: gamespy2Status, GameSpy3: gamespy3Status, UGP: ugpStatus, UnrealLAN: lanStatus,
	UnrealMaster: noStatus, UnrealHeartbeat: noStatus,
}

// noStatus is for messages that speak of many servers, or of none.
func noStatus(*statusBuilder, *Message) {}

// A statusBuilder gathers a Status field by field.
type statusBuilder struct {
	Status
	any     bool
	brief   bool   // leave out what a Summary leaves out
	players places // in PlayerList, by the number that names the player's keys
	teams   places
	slots   bool // players are to be ordered by these numbers
	values  values
	columns []columnHead // of the table whose rows are being read
}

func (b *statusBuilder) replies(ms []*Message) {
	if len(ms) == 1 && ms[0] != nil && b.brief { // nothing to put in order
		b.reply(ReplySet{Datagrams: []int{0}}, ms)
	} else {
		for _, r := range Assemble(ms) {
			b.reply(r, ms)
		}
	}
	b.orderPlayers()
}

func (b *statusBuilder) reply(r ReplySet, ms []*Message) {
	for _, i := range r.Datagrams {
		m := ms[i]
		if m.Info.Direction == Request {
			continue
		}
		if status := statusOf[m.Info.Protocol]; status != nil {
			status(b, m)
		} else {
			b.generic(m)
		}
		if b.any && b.Protocol == Unknown {
			b.Protocol = m.Info.Protocol
		}
	}
	if b.any && r.Completeness != CompletenessUnknown {
		whole := r.Completeness == Complete && (b.Complete == nil || *b.Complete)
		b.Complete = &whole
	}
}

// generic gathers what the roles of the fields of m say.
func (b *statusBuilder) generic(m *Message) {
	for i := 0; i < len(m.Fields); i++ {
		f := &m.Fields[i]
		if f.Marks&(MarkLength|MarkSuperseded) != 0 || f.Kind == KindUnknown {
			continue
		}
		switch f.Def.Role {
		case RoleNone, RoleLength, RoleCount, RoleChecksum, RoleSection:
		case RoleServerEntry: // another server, not the one that answers
			i = m.Next(i) - 1
		case RoleRule:
			b.pair(m, i)
			i = m.Next(i) - 1
		case RolePlayer:
			b.player(m, i)
			i = m.Next(i) - 1
		case RoleTeam:
			b.team(m, i)
			i = m.Next(i) - 1
		default:
			b.field(m, i)
		}
	}
}

// field takes what field i says about the server.
func (b *statusBuilder) field(m *Message, i int) {
	f := &m.Fields[i]
	if to := b.number(f.Def.Role); to != nil {
		if v, ok := f.whole(); ok {
			*to, b.any = b.values.number(v), true
			return
		}
	}
	b.set(f.Def.Role, m.plain(i))
}

// number returns where the number of a role belongs, nil for other roles.
func (b *statusBuilder) number(role Role) **int64 {
	switch role {
	case RoleGamePort:
		return &b.GamePort
	case RoleQueryPort:
		return &b.QueryPort
	case RolePlayers:
		return &b.Players
	case RoleMaxPlayers:
		return &b.MaxPlayers
	}
	return nil
}

// whole returns the value of a number of moderate size, such as its digits
// would be read as.
func (f *Field) whole() (v int64, ok bool) {
	const most = 1e18
	v = int64(f.Value)
	return v, f.Kind.Number() && v < most && v > -most && (v >= 0 || f.Kind.Signed())
}

// plain returns the value of field i as a person reads it.
func (m *Message) plain(i int) string {
	if m.texts == nil {
		return string(m.AppendPlain(nil, i))
	}
	return m.texts.plain(m, i)
}

// pair takes the rule in group i.
func (b *statusBuilder) pair(m *Message, i int) {
	k, v := m.child(i, RoleKey), m.child(i, RoleValue)
	if k < 0 {
		return
	}
	value := ""
	if v >= 0 {
		value = m.plain(v)
	}
	b.rule(m.Fields[k].Def.Keys, m.plain(k), value)
}

// rule takes a key and its value: what it tells about the server goes into
// its typed place, and everything but the server's particulars is a rule.
func (b *statusBuilder) rule(keys *KeySet, key, value string) {
	b.any = true
	role := RoleNone
	if k := keys.Lookup([]byte(key)); k != nil {
		role = k.Role
	}
	b.set(role, value)
	switch role {
	case RoleServerName, RoleMap, RoleMapTitle, RoleGameType, RoleGame, RoleGamePort, RoleQueryPort, RolePlayers, RoleMaxPlayers:
		return
	}
	b.Rules = append(b.Rules, Rule{key, value})
}

// set takes one particular of the server. The last of several wins, as in the
// games' own browsers.
func (b *statusBuilder) set(role Role, value string) {
	var text **string
	switch role {
	case RoleServerName:
		text = &b.Name
	case RoleMap:
		text = &b.Map
	case RoleMapTitle:
		text = &b.MapTitle
	case RoleGameType:
		text = &b.GameType
	case RoleGame:
		text = &b.Game
	case RoleVersion:
		text = &b.Version
	case RoleGamePort, RoleQueryPort, RolePlayers, RoleMaxPlayers:
		b.values.setNumber(b.number(role), value)
	case RolePassword:
		if v := parseBool(value); v != nil {
			b.Password = v
		}
	case RoleMutator:
		b.mutator(value)
	case RoleMutators:
		b.mutators(value)
	default:
		return
	}
	if text != nil {
		*text = b.values.text(value)
	}
	b.any = true
}

// mutator adds one mutator unless it is there already: servers write them in
// two passes, and some write the list twice.
func (b *statusBuilder) mutator(name string) {
	if name == "" || b.brief {
		return
	}
	for _, m := range b.Mutators[:min(len(b.Mutators), maxMutatorsCompared)] {
		if equalFold(m, name) {
			return
		}
	}
	b.Mutators = append(b.Mutators, name)
}

// maxMutatorsCompared bounds the search for a mutator that is listed already. No
// server has as many; a hostile list of thousands would take quadratic time,
// and its names from there on may come twice.
const maxMutatorsCompared = 64

// fileSeparator stands between the items of a list in UT3, whose items may
// hold commas.
const fileSeparator = 0x1c

// mutators adds a list separated by commas, or by FS (1C) as UT3 does.
func (b *statusBuilder) mutators(list string) {
	start := 0
	for i := 0; i <= len(list); i++ {
		if i == len(list) || list[i] == ',' || list[i] == fileSeparator {
			b.mutator(trimBlanks(list[start:i]))
			start = i + 1
		}
	}
}

func trimBlanks(s string) string {
	for s != "" && isBlank(s[0]) {
		s = s[1:]
	}
	for s != "" && isBlank(s[len(s)-1]) {
		s = s[:len(s)-1]
	}
	return s
}

// player takes the player in group i.
func (b *statusBuilder) player(m *Message, i int) {
	b.any = true
	var p Player
	end := m.Next(i)
	for j := i + 1; j < end; j++ {
		f := &m.Fields[j]
		if f.Marks&MarkLength != 0 || f.Kind == KindUnknown {
			continue
		}
		switch role := f.Def.Role; role {
		case RolePlayerExtra:
			if b.brief {
				continue
			}
			if f.Kind == KindGroup {
				if k, v := m.child(j, RoleKey), m.child(j, RoleValue); k >= 0 && v >= 0 {
					p.Extra = append(p.Extra, Rule{m.plain(k), m.plain(v)})
				}
				j = m.Next(j) - 1
				continue
			}
			p.Extra = append(p.Extra, Rule{f.Def.Name, m.plain(j)})
		case RolePlayerStats:
			if team := int64(f.Value>>29) - 1; team >= 0 {
				p.Team = b.values.number(team)
			}
		case RolePlayerID, RolePlayerScore, RolePlayerPing, RolePlayerTeam:
			if v, ok := f.whole(); ok {
				p.number(&b.values, role, v)
				continue
			}
			fallthrough
		default:
			p.set(&b.values, role, m.plain(j))
		}
	}
	b.PlayerList = append(b.PlayerList, p)
}

// set takes one particular of a player.
func (p *Player) set(to *values, role Role, value string) {
	if role == RolePlayerName {
		p.Name = to.text(value)
	} else if v, ok := parseWhole(trimBlanks(value)); ok {
		p.number(to, role, v)
	}
}

// number takes a number that tells about a player.
func (p *Player) number(to *values, role Role, v int64) {
	switch role {
	case RolePlayerID:
		p.ID = to.number(v)
	case RolePlayerScore:
		p.Score = to.number(v)
	case RolePlayerPing:
		p.Ping = to.number(v)
	case RolePlayerTeam:
		// 255 is how games say "none" in a byte.
		if p.Team = nil; v != 255 {
			p.Team = to.number(v)
		}
	}
}

// team takes the team in group i.
func (b *statusBuilder) team(m *Message, i int) {
	b.any = true
	var t Team
	end := m.Next(i)
	for j := i + 1; j < end; j++ {
		f := &m.Fields[j]
		if f.Marks&MarkLength != 0 || f.Kind == KindUnknown || f.Kind == KindGroup {
			continue
		}
		if f.Def.Role == RoleTeamExtra {
			if b.brief {
				continue
			}
			t.Extra = append(t.Extra, Rule{f.Def.Name, m.plain(j)})
			continue
		}
		t.set(&b.values, f.Def.Role, m.plain(j))
	}
	b.Teams = append(b.Teams, t)
}

// set takes one particular of a team.
func (t *Team) set(to *values, role Role, value string) {
	switch role {
	case RoleTeamID:
		to.setNumber(&t.ID, value)
	case RoleTeamName:
		t.Name = to.text(value)
	case RoleTeamScore:
		to.setNumber(&t.Score, value)
	case RoleTeamSize:
		to.setNumber(&t.Size, value)
	}
}

// playerAt returns the player whose keys end in n ("player_3"), in a list that
// grows in order of first mention.
func (b *statusBuilder) playerAt(n int64) *Player {
	b.any = true
	i, ok := b.players.of(n)
	if !ok {
		i = len(b.PlayerList)
		b.players.set(n, i)
		b.PlayerList = append(b.PlayerList, Player{})
	}
	return &b.PlayerList[i]
}

// teamAt is playerAt for teams.
func (b *statusBuilder) teamAt(n int64) *Team {
	b.any = true
	i, ok := b.teams.of(n)
	if !ok {
		i = len(b.Teams)
		b.teams.set(n, i)
		b.Teams = append(b.Teams, Team{})
	}
	return &b.Teams[i]
}

// setNumber sets *to to the number in s; text that is none leaves it as it was.
func (v *values) setNumber(to **int64, s string) {
	if n, ok := parseWhole(trimBlanks(s)); ok {
		*to = v.number(n)
	}
}

// parseBool reads the spellings of yes and no that servers use; nil for others.
func parseBool(s string) *bool {
	switch s = trimBlanks(s); {
	case equalFold(s, "true"), s == "1", equalFold(s, "yes"):
		v := true
		return &v
	case equalFold(s, "false"), s == "0", equalFold(s, "no"):
		v := false
		return &v
	}
	return nil
}
