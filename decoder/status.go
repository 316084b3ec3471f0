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
	for _, r := range Assemble(ms) {
		b.reply(r, ms)
	}
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
	players map[int64]int // place in PlayerList by the number that names the player's keys
	teams   map[int64]int
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
			b.set(f.Def.Role, m.plain(i))
		}
	}
}

// plain returns the value of field i as a person reads it.
func (m *Message) plain(i int) string {
	if m.texts == nil {
		return string(m.AppendPlain(nil, i))
	}
	m.texts.scratch = m.AppendPlain(m.texts.scratch[:0], i)
	return m.texts.text(m.texts.scratch)
}

// A Texts makes texts that come again only once. Give one to the Decoders of
// replies whose Status is asked for over and over, as of servers that are
// polled. The zero value is ready; it must not be used by two goroutines at once.
type Texts struct {
	made    map[string]string
	scratch []byte
}

// maxTexts bounds the table; it is begun anew when it is full.
const maxTexts = 1 << 14

func (t *Texts) text(b []byte) string {
	if s, ok := t.made[string(b)]; ok {
		return s
	}
	if t.made == nil || len(t.made) >= maxTexts {
		t.made = make(map[string]string, 256)
	}
	s := string(b)
	t.made[s] = s
	return s
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
	b.rule(m.plain(k), value)
}

// rule takes a key and its value: what it tells about the server goes into
// its typed place, and everything but the server's particulars is a rule.
func (b *statusBuilder) rule(key, value string) {
	b.any = true
	role := RoleNone
	if k := lookupKey([]byte(key)); k != nil {
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
	switch role {
	case RoleServerName:
		b.Name = &value
	case RoleMap:
		b.Map = &value
	case RoleMapTitle:
		b.MapTitle = &value
	case RoleGameType:
		b.GameType = &value
	case RoleGame:
		b.Game = &value
	case RoleGamePort:
		setNumber(&b.GamePort, value)
	case RoleQueryPort:
		setNumber(&b.QueryPort, value)
	case RolePlayers:
		setNumber(&b.Players, value)
	case RoleMaxPlayers:
		setNumber(&b.MaxPlayers, value)
	case RolePassword:
		if v := parseBool(value); v != nil {
			b.Password = v
		}
	case RoleVersion:
		b.Version = &value
	case RoleMutator:
		b.mutator(value)
	case RoleMutators:
		b.mutators(value)
	default:
		return
	}
	b.any = true
}

// mutator adds one mutator unless it is there already: servers write them in
// two passes, and some write the list twice.
func (b *statusBuilder) mutator(name string) {
	if name == "" {
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
				p.Team = &team
			}
		default:
			p.set(role, m.plain(j))
		}
	}
	b.PlayerList = append(b.PlayerList, p)
}

// set takes one particular of a player.
func (p *Player) set(role Role, value string) {
	switch role {
	case RolePlayerID:
		setNumber(&p.ID, value)
	case RolePlayerName:
		p.Name = &value
	case RolePlayerScore:
		setNumber(&p.Score, value)
	case RolePlayerPing:
		setNumber(&p.Ping, value)
	case RolePlayerTeam:
		// 255 is how games say "none" in a byte.
		if setNumber(&p.Team, value); p.Team != nil && *p.Team == 255 {
			p.Team = nil
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
			t.Extra = append(t.Extra, Rule{f.Def.Name, m.plain(j)})
			continue
		}
		t.set(f.Def.Role, m.plain(j))
	}
	b.Teams = append(b.Teams, t)
}

// set takes one particular of a team.
func (t *Team) set(role Role, value string) {
	switch role {
	case RoleTeamID:
		setNumber(&t.ID, value)
	case RoleTeamName:
		t.Name = &value
	case RoleTeamScore:
		setNumber(&t.Score, value)
	case RoleTeamSize:
		setNumber(&t.Size, value)
	}
}

// playerAt returns the player whose keys end in n ("player_3"), in a list that
// grows in order of first mention.
func (b *statusBuilder) playerAt(n int64) *Player {
	b.any = true
	if b.players == nil {
		b.players = map[int64]int{}
	}
	i, ok := b.players[n]
	if !ok {
		i = len(b.PlayerList)
		b.players[n] = i
		b.PlayerList = append(b.PlayerList, Player{})
	}
	return &b.PlayerList[i]
}

// teamAt is playerAt for teams.
func (b *statusBuilder) teamAt(n int64) *Team {
	b.any = true
	if b.teams == nil {
		b.teams = map[int64]int{}
	}
	i, ok := b.teams[n]
	if !ok {
		i = len(b.Teams)
		b.teams[n] = i
		b.Teams = append(b.Teams, Team{})
	}
	return &b.Teams[i]
}

// setNumber sets *to to the number in s; text that is none leaves it as it was.
func setNumber(to **int64, s string) {
	if v, ok := parseWhole(trimBlanks(s)); ok {
		*to = &v
	}
}

// parseBool reads the spellings of yes and no that servers use; nil for others.
func parseBool(s string) *bool {
	yes, no := true, false
	switch s = trimBlanks(s); {
	case equalFold(s, "true"), s == "1", equalFold(s, "yes"):
		return &yes
	case equalFold(s, "false"), s == "0", equalFold(s, "no"):
		return &no
	}
	return nil
}
