package wire

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
			*to = Some(v)
			b.Any = true
			return
		}
	}
	b.Set(f.Def.Role, b.Texts.Plain(m, i))
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
		*text = Some(value)
		b.Any = true
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
