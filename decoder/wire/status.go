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
