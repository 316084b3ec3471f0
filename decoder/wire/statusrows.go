package wire

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
		role := f.Def.Role
		if v, ok := f.whole(); ok && p.number(role, v) {
			continue
		}
		switch role {
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

// number takes a number that describes a player, and reports whether role says how.
func (p *Player) number(role Role, v int64) bool {
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
	default:
		return false
	}
	return true
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

// A ColumnHead is what the head of a column says about its values.
type ColumnHead struct {
	At   uint64 // its offset
	Role Role
	Name string // empty in a Summary
}
