package wire

// A Status is a server as one typed value, normalised the same way for all
// protocols. What the datagrams do not contain is missing, never 0 or "". Texts
// are as displayed: without colour codes and control characters.
type Status struct {
	Protocol   ProtocolID  `json:"protocol"`
	Name       Opt[string] `json:"name"`
	Map        Opt[string] `json:"map"`
	MapTitle   Opt[string] `json:"mapTitle"`
	GameType   Opt[string] `json:"gameType"`
	Game       Opt[string] `json:"game"`      // the game's own name, such as "ut"
	GameTitle  Opt[string] `json:"gameTitle"` // the game's name for people, where it is known
	GamePort   Opt[int64]  `json:"gamePort"`  // UDP port that players connect to
	QueryPort  Opt[int64]  `json:"queryPort"` // UDP port that answers queries, as the server says
	Players    Opt[int64]  `json:"players"`   // players now, as the server counts them
	MaxPlayers Opt[int64]  `json:"maxPlayers"`
	Bots       Opt[int64]  `json:"bots"`     // of the players, those that are bots
	Password   Opt[bool]   `json:"password"` // a password is required
	Version    Opt[string] `json:"version"`
	Rules      []Rule      `json:"rules"` // in the order of the server, with duplicates
	Mutators   []string    `json:"mutators"`
	PlayerList []Player    `json:"playerList"`
	Teams      []Team      `json:"teams"`
	Complete   Opt[bool]   `json:"complete"` // every part of every reply is there; missing when the protocol cannot tell
}

// A Rule is a pair of key and value as the server sends it.
type Rule struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// A Player is one row of a player list.
type Player struct {
	ID    Opt[int64]  `json:"id"`
	Name  Opt[string] `json:"name"`
	Ping  Opt[int64]  `json:"ping"` // milliseconds
	Score Opt[int64]  `json:"score"`
	Team  Opt[int64]  `json:"team"`  // the game's team number, missing for none
	Extra []Rule      `json:"extra"` // whatever else the game sends, in its order
}

// A Team is one row of a team list.
type Team struct {
	ID    Opt[int64]  `json:"id"`
	Name  Opt[string] `json:"name"`
	Score Opt[int64]  `json:"score"`
	Size  Opt[int64]  `json:"size"` // players
	Extra []Rule      `json:"extra"`
}

// A StatusBuilder builds a Status field by field.
type StatusBuilder struct {
	Status
	Any        bool
	SkipExtras bool   // leave out what a Summary leaves out
	PlayersAt  places // in PlayerList, by the number that names the player's keys
	TeamsAt    places
	Slots      bool         // players are to be ordered by these numbers
	Columns    []ColumnHead // of the table whose rows are being read
	Texts      *Texts       // makes the texts, nil for new ones each time
}

// Replace takes over what later reports, which is of the same server at a later
// time or in another protocol: a list replaces a list.
func (s *Status) Replace(later *Status) {
	s.replaceValues(later)
	if len(later.Rules) > 0 {
		s.Rules = later.Rules
	}
	if len(later.Mutators) > 0 {
		s.Mutators = later.Mutators
	}
	if len(later.PlayerList) > 0 {
		s.PlayerList = later.PlayerList
	}
	if len(later.Teams) > 0 {
		s.Teams = later.Teams
	}
}

// Merge adds what another reply about other things reports.
func (s *Status) Merge(other *Status) {
	s.replaceValues(other)
	s.Rules = append(s.Rules, other.Rules...)
	s.Mutators = append(s.Mutators, other.Mutators...)
	s.PlayerList = append(s.PlayerList, other.PlayerList...)
	s.Teams = append(s.Teams, other.Teams...)
}

// replaceValues takes over all but the lists.
func (s *Status) replaceValues(later *Status) {
	s.Protocol = later.Protocol
	for _, role := range [...]Role{
		RoleServerName, RoleMap, RoleMapTitle, RoleGameType, RoleGame, RoleGameTitle, RoleVersion,
		RoleGamePort, RoleQueryPort, RolePlayers, RoleMaxPlayers, RoleBots,
	} {
		if to := s.Text(role); to != nil && later.Text(role).Known {
			*to = *later.Text(role)
		}
		if to := s.Number(role); to != nil && later.Number(role).Known {
			*to = *later.Number(role)
		}
	}
	if later.Password.Known {
		s.Password = later.Password
	}
	if later.Complete.Known {
		s.Complete = Some(later.Complete.Value && s.Complete.Or(true))
	}
}

// Message collects what m, a reply, says about the server.
func (b *StatusBuilder) Message(m *Message) {
	if status := m.Info.Descriptor().Status; status != nil {
		status(b, m)
	} else {
		b.Generic(m)
	}
}

// Generic collects what the roles of the fields of m say.
func (b *StatusBuilder) Generic(m *Message) {
	for i := 0; i < len(m.Fields); i++ {
		f := &m.Fields[i]
		if f.Flags&(FlagLength|FlagSuperseded) != 0 || f.Kind == KindUnknown {
			continue
		}
		switch f.Def.Role {
		case RoleNone, RoleLength, RoleCount, RoleChecksum, RoleSection, RoleFragment:
		case RoleServerEntry: // another server, not the one that answers
			i = m.Next(i) - 1
		case RoleRule:
			b.pair(m, i)
			i = m.Next(i) - 1
		case RolePlayer:
			b.Player(m, i)
			i = m.Next(i) - 1
		case RoleTeam:
			b.team(m, i)
			i = m.Next(i) - 1
		default:
			b.Field(m, i)
		}
	}
}

// Field takes what field i says about the server.
func (b *StatusBuilder) Field(m *Message, i int) {
	f := &m.Fields[i]
	if to := b.Number(f.Def.Role); to != nil {
		if v, ok := f.whole(); ok {
			*to, b.Any = Some(v), true
			return
		}
	}
	b.Set(f.Def.Role, b.Texts.Plain(m, i))
}

// Number returns where the number of a role belongs, nil for other roles.
func (s *Status) Number(role Role) *Opt[int64] {
	switch role {
	case RoleGamePort:
		return &s.GamePort
	case RoleQueryPort:
		return &s.QueryPort
	case RolePlayers:
		return &s.Players
	case RoleMaxPlayers:
		return &s.MaxPlayers
	case RoleBots:
		return &s.Bots
	}
	return nil
}

// Text returns where the text of a role belongs, nil for other roles.
func (s *Status) Text(role Role) *Opt[string] {
	switch role {
	case RoleServerName:
		return &s.Name
	case RoleMap:
		return &s.Map
	case RoleMapTitle:
		return &s.MapTitle
	case RoleGameType:
		return &s.GameType
	case RoleGame:
		return &s.Game
	case RoleGameTitle:
		return &s.GameTitle
	case RoleVersion:
		return &s.Version
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

// Plain returns the value of field i as displayed.
func (m *Message) Plain(i int) string { return string(m.AppendPlain(nil, i)) }

// pair takes the rule in group i.
func (b *StatusBuilder) pair(m *Message, i int) {
	k, v := m.Child(i, RoleKey), m.Child(i, RoleValue)
	if k < 0 {
		return
	}
	value := ""
	if v >= 0 {
		value = b.Texts.Plain(m, v)
	}
	b.AddPair(m, m.Fields[k].Def.Keys, b.Texts.Plain(m, k), value)
}

// AddPair takes a key and its value of m like [StatusBuilder.AddRule], and the
// names of a game and of a game type that is a number.
func (b *StatusBuilder) AddPair(m *Message, keys *KeySet, key, value string) {
	b.AddRule(keys, key, b.Named(m, keys.Lookup([]byte(key)), value))
}

// Named returns the value of key k, of a game type its name. A game that has a
// title sets that.
func (b *StatusBuilder) Named(m *Message, k *KeyInfo, value string) string {
	if k == nil || k.Role != RoleGame && (k.Role != RoleGameType || k.Choose == nil) {
		return value
	}
	name := k.Meaning(m, value)
	switch {
	case name == "":
	case k.Role == RoleGame:
		b.GameTitle = Some(name)
	default:
		return name
	}
	return value
}

// AddRule takes a key and its value: what it means for the server goes into its
// typed place, and everything but the server's particulars is a rule.
func (b *StatusBuilder) AddRule(keys *KeySet, key, value string) {
	b.Any = true
	role := RoleNone
	if k := keys.Lookup([]byte(key)); k != nil {
		role = k.Role
	}
	if b.Set(role, value); !Particular(role) {
		b.Rules = append(b.Rules, Rule{key, value})
	}
}

// Set sets one typed value of the server. The last of several wins, as in the
// games' own browsers.
func (b *StatusBuilder) Set(role Role, value string) {
	if text := b.Text(role); text != nil {
		*text, b.Any = Some(value), true
		return
	}
	switch role {
	case RoleGamePort, RoleQueryPort, RolePlayers, RoleMaxPlayers, RoleBots:
		setNumber(b.Number(role), value)
	case RolePassword:
		if v := ParseBool(value); v.Known {
			b.Password = v
		}
	case RoleMutator:
		b.AddMutator(value)
	case RoleMutators:
		b.AddMutators(value)
	default:
		return
	}
	b.Any = true
}

// AddMutator adds one mutator unless it is there already: servers write them in
// two passes, and some write the list twice.
func (b *StatusBuilder) AddMutator(name string) {
	if name == "" || b.SkipExtras {
		return
	}
	for _, m := range b.Mutators[:min(len(b.Mutators), maxMutatorsCompared)] {
		if EqualFold(m, name) {
			return
		}
	}
	b.Mutators = append(b.Mutators, name)
}

// maxMutatorsCompared bounds the search for a mutator that is already listed.
// No server has as many; a hostile list of thousands would take quadratic time,
// and its names from there on may come twice.
const maxMutatorsCompared = 64

// FileSeparator separates the items of a list in UT3, whose items may hold
// commas.
const FileSeparator = 0x1c

// AddMutators adds a list separated by commas, or by FS (1C) as UT3 does.
func (b *StatusBuilder) AddMutators(list string) {
	start := 0
	for i := 0; i <= len(list); i++ {
		if i == len(list) || list[i] == ',' || list[i] == FileSeparator {
			b.AddMutator(TrimBlanks(list[start:i]))
			start = i + 1
		}
	}
}

// Player takes the player that group i is.
func (b *StatusBuilder) Player(m *Message, i int) {
	b.Any = true
	var p Player
	end := m.Next(i)
	for j := i + 1; j < end; j++ {
		f := &m.Fields[j]
		if f.Flags&FlagLength != 0 || f.Kind == KindUnknown {
			continue
		}
		switch role := f.Def.Role; role {
		case RolePlayerExtra:
			if b.SkipExtras {
				continue
			}
			if f.Kind == KindGroup {
				if k, v := m.Child(j, RoleKey), m.Child(j, RoleValue); k >= 0 && v >= 0 {
					p.Extra = append(p.Extra, Rule{b.Texts.Plain(m, k), b.Texts.Plain(m, v)})
				}
				j = m.Next(j) - 1
				continue
			}
			p.Extra = append(p.Extra, Rule{f.Def.Name, b.Texts.Plain(m, j)})
		case RolePlayerStats:
			if team := int64(f.Value>>29) - 1; team >= 0 {
				p.Team = Some(team)
			}
		case RolePlayerID, RolePlayerScore, RolePlayerPing, RolePlayerTeam:
			if v, ok := f.whole(); ok {
				p.number(role, v)
				continue
			}
			fallthrough
		default:
			if value := b.Texts.Plain(m, j); !p.Set(role, value) && role != RoleNone && !b.SkipExtras {
				p.Extra = append(p.Extra, Rule{f.Def.Name, value})
			}
		}
	}
	b.PlayerList = append(b.PlayerList, p)
}

// Set sets one typed value of a player, and reports whether it is one: a score
// may be a time.
func (p *Player) Set(role Role, value string) bool {
	if role == RolePlayerName {
		p.Name = Some(value)
		return true
	}
	v, ok := ParseWhole(TrimBlanks(value))
	if ok {
		p.number(role, v)
	}
	return ok || TrimBlanks(value) == ""
}

// number takes a number that describes a player.
func (p *Player) number(role Role, v int64) {
	switch role {
	case RolePlayerID:
		p.ID = Some(v)
	case RolePlayerScore:
		p.Score = Some(v)
	case RolePlayerPing:
		p.Ping = Some(v)
	case RolePlayerTeam:
		// 255 is how games say "none" in a byte.
		if p.Team = (Opt[int64]{}); v != 255 {
			p.Team = Some(v)
		}
	}
}

// team takes the team in group i.
func (b *StatusBuilder) team(m *Message, i int) {
	b.Any = true
	var t Team
	end := m.Next(i)
	for j := i + 1; j < end; j++ {
		f := &m.Fields[j]
		if f.Flags&FlagLength != 0 || f.Kind == KindUnknown || f.Kind == KindGroup {
			continue
		}
		if f.Def.Role == RoleTeamExtra {
			if b.SkipExtras {
				continue
			}
			t.Extra = append(t.Extra, Rule{f.Def.Name, b.Texts.Plain(m, j)})
			continue
		}
		if value := b.Texts.Plain(m, j); !t.Set(f.Def.Role, value) && !b.SkipExtras {
			t.Extra = append(t.Extra, Rule{f.Def.Name, value})
		}
	}
	b.Teams = append(b.Teams, t)
}

// Set sets one typed value of a team, and reports whether it is one.
func (t *Team) Set(role Role, value string) bool {
	switch role {
	case RoleTeamID:
		return setNumber(&t.ID, value)
	case RoleTeamName:
		t.Name = Some(value)
	case RoleTeamScore:
		return setNumber(&t.Score, value)
	case RoleTeamSize:
		return setNumber(&t.Size, value)
	}
	return true
}

// PlayerAt returns the player whose keys end in n ("player_3"), in a list that
// grows in order of first mention.
func (b *StatusBuilder) PlayerAt(n int64) *Player {
	b.Any = true
	i, ok := b.PlayersAt.Of(n)
	if !ok {
		i = len(b.PlayerList)
		b.PlayersAt.set(n, i)
		b.PlayerList = append(b.PlayerList, Player{})
	}
	return &b.PlayerList[i]
}

// TeamAt is PlayerAt for teams.
func (b *StatusBuilder) TeamAt(n int64) *Team {
	b.Any = true
	i, ok := b.TeamsAt.Of(n)
	if !ok {
		i = len(b.Teams)
		b.TeamsAt.set(n, i)
		b.Teams = append(b.Teams, Team{})
	}
	return &b.Teams[i]
}

// setNumber sets *to to the number in s, and reports whether it is one, or
// empty; other text leaves it as it was.
func setNumber(to *Opt[int64], s string) bool {
	n, ok := ParseWhole(TrimBlanks(s))
	if ok {
		*to = Some(n)
	}
	return ok || TrimBlanks(s) == ""
}

// ParseBool reads the spellings of yes and no that servers use; missing for others.
func ParseBool(s string) Opt[bool] {
	switch s = TrimBlanks(s); {
	case EqualFold(s, "true"), s == "1", EqualFold(s, "yes"):
		return Some(true)
	case EqualFold(s, "false"), s == "0", EqualFold(s, "no"):
		return Some(false)
	}
	return Opt[bool]{}
}

// Particular reports whether role has a typed field in a Status, so that the
// pair is not a rule.
func Particular(role Role) bool {
	switch role {
	case RoleServerName, RoleMap, RoleMapTitle, RoleGameType, RoleGame, RoleGamePort, RoleQueryPort, RolePlayers,
		RoleMaxPlayers:
		return true
	}
	return false
}

// AddMutatorList adds the list in raw, the bytes of field v, which FS separates.
// Its items may hold commas, and what else texts may.
func (b *StatusBuilder) AddMutatorList(m *Message, v int, raw []byte) {
	if b.SkipExtras {
		return
	}
	start := 0
	for i := 0; i <= len(raw); i++ {
		if i == len(raw) || raw[i] == FileSeparator {
			item := Message{Data: raw[start:i], Colours: m.Colours,
				Fields: []Field{{Def: m.Fields[v].Def, Kind: KindText, Length: uint32(i - start), Flags: FlagSpecial}}}
			b.AddMutator(item.Plain(0))
			start = i + 1
		}
	}
}

// A ColumnHead is what the head of a column says about its values.
type ColumnHead struct {
	At   uint64 // its offset
	Role Role
	Name string // empty in a Summary
}
