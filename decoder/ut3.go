package decoder

import "strconv"

// Settings of Unreal Tournament 3, which come as GameSpy 3 pairs with numbers
// for keys: s for settings of few values, p for properties (protocol/gamespy3/SPEC.md#unreal-tournament-3).

// Properties whose value the decoder looks at.
const (
	ut3Mutators     = "p268435717"
	ut3MapName      = "p1073741825"
	ut3Description  = "p1073741827"
	ut3MutatorNames = "p1073741828"
	ut3MutatorTypes = "p1073741829"
)

var (
	ut3GameModes = Symbols{List: []Symbol{
		{0, "Deathmatch", ""},
		{1, "Capture the Flag", ""},
		{2, "Warfare", ""},
		{3, "Vehicle Capture the Flag", ""},
		{4, "Team Deathmatch", ""},
		{5, "Duel", ""},
		{6, "custom", ""},
		{7, "campaign", ""},
		{8, "Greed", "Titan pack"},
		{9, "Betrayal", "Titan pack"},
	}}
	ut3Skills = Symbols{List: []Symbol{
		{0, "chosen by the game", ""},
		{1, "Novice", ""},
		{2, "Average", ""},
		{3, "Experienced", ""},
		{4, "Skilled", ""},
		{5, "Adept", ""},
		{6, "Masterful", ""},
		{7, "Inhuman", ""},
		{8, "Godlike", ""},
	}}
	ut3Pure = Symbols{List: []Symbol{
		{0, "not pure", "mutators change the game"},
		{1, "pure", ""},
		{2, "any", "a filter of the browser"},
	}}
	ut3Locked = Symbols{List: []Symbol{
		{0, "open", ""},
		{1, "password needed", ""},
	}}
	ut3Versus = Symbols{List: []Symbol{
		{0, "off", ""},
		{1, "1 bot to 2 humans", ""},
		{2, "1 to 1", ""},
		{3, "3 bots to 2 humans", ""},
		{4, "2 to 1", ""},
		{5, "3 to 1", ""},
		{6, "4 to 1", ""},
	}}
	ut3YesNo = Symbols{List: []Symbol{
		{0, "no", ""},
		{1, "yes", ""},
	}}
)

// ut3GameTypes names the game types by package and class.
var ut3GameTypes = []KeyValue{
	{"UTGame.UTDeathmatch", "Deathmatch"},
	{"UTGame.UTTeamGame", "Team Deathmatch"},
	{"UTGame.UTDuelGame", "Duel"},
	{"UTGameContent.UTCTFGame_Content", "Capture the Flag"},
	{"UTGameContent.UTVehicleCTFGame_Content", "Vehicle Capture the Flag"},
	{"UTGameContent.UTOnslaughtGame_Content", "Warfare"},
}

// The official mutators. A bit is the place in the list of the server's
// version, and the Titan pack put new ones in between (protocol/gamespy3/SPEC.md#mutator-bits).
var (
	ut3MutatorsV1 = Symbols{Flags: true, List: []Symbol{
		{1, "BigHead", ""},
		{2, "FriendlyFire", ""},
		{4, "Handicap", ""},
		{8, "Instagib", ""},
		{16, "LowGrav", ""},
		{64, "NoPowerups", ""},
		{128, "NoTranslocator", ""},
		{256, "Slomo", ""},
		{1024, "SpeedFreak", ""},
		{2048, "SuperBerserk", ""},
		{8192, "WeaponReplacement", ""},
		{16384, "WeaponsRespawn", ""},
	}}
	ut3MutatorsV2 = Symbols{Flags: true, List: []Symbol{
		{1, "SlowTimeKills", ""},
		{2, "BigHead", ""},
		{4, "NoOrbs", ""},
		{8, "FriendlyFire", ""},
		{16, "Handicap", ""},
		{32, "Instagib", ""},
		{64, "LowGrav", ""},
		{128, "NoPowerups", ""},
		{256, "NoTranslocator", ""},
		{512, "Slomo", ""},
		{1024, "SpeedFreak", ""},
		{2048, "SuperBerserk", ""},
		{4096, "WeaponReplacement", ""},
		{8192, "WeaponsRespawn", ""},
		{16384, "Survival", ""},
		{32768, "Hero", ""},
		{65536, "Arena", ""},
	}}
)

// ut3Titan is the engine version from which on the list of mutators is that of
// the Titan pack. The known servers lie far on both sides of it.
const ut3Titan = 3800

// ut3MutatorList picks the list of mutators by the version of the server; one
// that names none is older than patch 2.
func ut3MutatorList(m *Message) *Symbols {
	v, _ := m.ut3Version()
	return ut3MutatorsOf(v)
}

func ut3MutatorsOf(version int64) *Symbols {
	if version >= ut3Titan {
		return &ut3MutatorsV2
	}
	return &ut3MutatorsV1
}

// ut3Version returns the value of EngineVersion. It looks at no more fields
// than a real reply can have.
func (m *Message) ut3Version() (v int64, ok bool) {
	i := m.findPair("engineversion")
	if i < 0 {
		return 0, false
	}
	return parseWhole(trimBlanks(m.Text(i)))
}

// ut3Described reports whether m holds the description of a UT3 server, which
// its browser shows in the place of a name.
func (m *Message) ut3Described() bool {
	i := m.findPair(ut3Description)
	return i >= 0 && m.plain(i) != ""
}

// findPair returns the value of the first info pair whose key is key, in lower
// case, or -1. It looks at no more fields than a real reply can have.
func (m *Message) findPair(key string) int {
	for i := 0; i+1 < len(m.Fields) && i < 2048; i++ {
		f := &m.Fields[i]
		if f.Def.Role != RoleKey || int(f.Length) != len(key)+1 || m.Fields[i+1].Def.Role != RoleValue {
			continue
		}
		if equalFold(m.Data[f.Offset:f.End()-1], key) {
			return i + 1
		}
	}
	return -1
}

// ut3Setting reports whether key is a number key of UT3: s or p and digits.
func ut3Setting(key []byte) bool {
	if len(key) < 2 || len(key) > 11 || key[0] != 's' && key[0] != 'p' {
		return false
	}
	for _, c := range key[1:] {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

// ut3KeyFollows reports whether the text at the start of b, where the value of
// key should stand, is a key itself (protocol/gamespy3/SPEC.md#keys-without-a-value). The texts among the
// properties may hold anything, a short word such as s1 as well: after them
// only the long number of a property counts.
func ut3KeyFollows(key, b []byte) bool {
	n := indexByte(b[:min(len(b), 24)], 0)
	if n < 0 {
		return false
	}
	text := len(key) == 11 && string(key[:8]) == "p1073741"
	switch next := b[:n]; {
	case ut3Setting(next):
		return next[0] == 'p' && n > 8 || !text && next[0] == 's'
	case !text:
		return ut3Plain(next)
	}
	return false
}

// ut3Plain reports whether key is one of the keys that UT3 spells out.
func ut3Plain(key []byte) bool {
	switch string(key) {
	case "OwningPlayerId", "OwningPlayerName", "NumPublicConnections", "NumPrivateConnections", "bUsesStats", "bIsDedicated",
		"AverageSkillRating", "EngineVersion", "MinNetVersion":
		return true
	}
	return false
}

// settingsDump reports whether the value of mapname is UT3's list of all
// settings: a word, an equals sign, and so on, joined by commas.
func settingsDump(value []byte) bool {
	equals, commas := 0, 0
	for i, c := range value {
		switch {
		case c == '=':
			equals++
		case c == ',':
			commas++
		case equals == 0 && (!alphanumeric(c) || i > maxFieldName):
			return false
		}
	}
	return equals >= 3 && commas >= 2
}

// gamespy3Pair takes a pair of the info section. described says that the
// message holds a description that the server's browser shows as the name.
func (b *statusBuilder) gamespy3Pair(m *Message, i int, described bool) {
	k, v := m.child(i, RoleKey), m.child(i, RoleValue)
	if k < 0 || v < 0 {
		return // a key without a value says nothing
	}
	key, value := m.plain(k), m.plain(v)
	role := RoleNone
	if info := m.KeyInfo(i); info != nil {
		role = info.Role
	}
	raw := m.Data[m.Fields[v].Offset : m.Fields[v].End()-int(m.Fields[v].Trail)]
	switch {
	case role == RoleMap && equalFold(key, "mapname") && settingsDump(raw):
		b.any = true
		return
	case value == "" && particular(role):
		b.any = true
		return
	case role == RoleServerName && described && key != ut3Description:
		b.any = true
		return
	case key == ut3Mutators:
		b.ut3Mutators(m, value)
	case key == ut3MutatorNames:
		b.mutatorList(m, v, raw)
	case key == ut3MutatorTypes:
		if n := m.findPair(ut3MutatorNames); n < 0 || m.plain(n) == "" {
			b.mutatorList(m, v, raw)
		}
	case role == RoleMutators:
		b.mutators(value)
	case role != RoleMutator:
		b.set(role, value)
	}
	b.any = true
	if !particular(role) {
		b.Rules = append(b.Rules, Rule{key, value})
	}
}

// particular reports whether role has a place of its own in a Status, so that
// the pair is no rule.
func particular(role Role) bool {
	switch role {
	case RoleServerName, RoleMap, RoleMapTitle, RoleGameType, RoleGame, RoleGamePort, RoleQueryPort, RolePlayers, RoleMaxPlayers:
		return true
	}
	return false
}

// mutatorList adds the list in raw, the bytes of field v, which FS separates.
// Its items may hold commas, and what else texts may.
func (b *statusBuilder) mutatorList(m *Message, v int, raw []byte) {
	if b.brief {
		return
	}
	start := 0
	for i := 0; i <= len(raw); i++ {
		if i == len(raw) || raw[i] == fileSeparator {
			item := Message{Data: raw[start:i], Colours: m.Colours,
				Fields: []Field{{Def: m.Fields[v].Def, Kind: KindText, Length: uint32(i - start), Marks: MarkSpecial}}}
			b.mutator(item.plain(0))
			start = i + 1
		}
	}
}

// ut3Mutators adds the official mutators whose bits are set.
func (b *statusBuilder) ut3Mutators(m *Message, value string) {
	bits, ok := parseWhole(trimBlanks(value))
	if b.brief || !ok || bits <= 0 {
		return
	}
	version, ok := m.ut3Version()
	if !ok && b.Version != nil {
		if v, ok := parseWhole(trimBlanks(*b.Version)); ok {
			version = v // a datagram before this one named it
		}
	}
	list := ut3MutatorsOf(version)
	for bit := uint64(1); bit != 0 && bit <= uint64(bits); bit <<= 1 {
		if uint64(bits)&bit == 0 {
			continue
		}
		if y := list.Lookup(bit); y != nil {
			b.mutator(y.Name)
		} else {
			b.mutator("bit " + strconv.Itoa(bitIndex(bit)))
		}
	}
}
