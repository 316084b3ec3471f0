package keys

import "fragscope/decoder/wire"

var (
	ut3GameModes = wire.Symbols{
		Names: "Deathmatch;Capture the Flag;Warfare;Vehicle Capture the Flag;Team " +
			"Deathmatch;Duel;custom;campaign;Greed|Titan pack;Betrayal|Titan pack"}
	ut3Skills = wire.Symbols{
		Names: "chosen by the game;Novice;Average;Experienced;Skilled;Adept;Masterful;Inhuman;Godlike"}
	ut3Pure   = wire.Symbols{Names: "not pure|mutators change the game;pure;any|a filter of the browser"}
	ut3Locked = wire.Symbols{Names: "open;password needed"}
	ut3Versus = wire.Symbols{Names: "off;1 bot to 2 humans;1 to 1;3 bots to 2 humans;2 to 1;3 to 1;4 to 1"}
)

// ut3GameTypes names the game types by package and class.
var ut3GameTypes = []wire.KeyValue{
	{Text: "UTGame.UTDeathmatch", Name: "Deathmatch"},
	{Text: "UTGame.UTTeamGame", Name: "Team Deathmatch"},
	{Text: "UTGame.UTDuelGame", Name: "Duel"},
	{Text: "UTGameContent.UTCTFGame_Content", Name: "Capture the Flag"},
	{Text: "UTGameContent.UTVehicleCTFGame_Content", Name: "Vehicle Capture the Flag"},
	{Text: "UTGameContent.UTOnslaughtGame_Content", Name: "Warfare"},
}

// The official mutators. A bit is the place in the list of the server's
// version, and the Titan pack put new ones in between (protocol/gamespy3/SPEC.md#mutator-bits).
var (
	ut3MutatorsV1 = wire.Symbols{Flags: true,
		Names: "BigHead;FriendlyFire;Handicap;Instagib;LowGrav;;NoPowerups;NoTranslocator;Slomo;;SpeedFreak;SuperBerserk;;WeaponReplacement;" +
			"WeaponsRespawn"}
	ut3MutatorsV2 = wire.Symbols{Flags: true,
		Names: "SlowTimeKills;BigHead;NoOrbs;FriendlyFire;Handicap;Instagib;LowGrav;NoPowerups;NoTranslocator;Slomo;SpeedFreak;SuperBerserk;" +
			"WeaponReplacement;WeaponsRespawn;Survival;Hero;Arena"}
)

// ut3Titan is the engine version from which on the list of mutators is that of
// the Titan pack. The known servers lie far on both sides of it.
const ut3Titan = 3800

// ut3MutatorList picks the list of mutators by the version of the server; a
// server that sends none is older than patch 2.
func ut3MutatorList(m *wire.Message) *wire.Symbols {
	v, _ := EngineVersion(m)
	return MutatorsOf(v)
}

// MutatorsOf returns what the bits of the official mutators mean in a version of the engine.
func MutatorsOf(version int64) *wire.Symbols {
	if version >= ut3Titan {
		return &ut3MutatorsV2
	}
	return &ut3MutatorsV1
}

// EngineVersion returns the value of EngineVersion. It looks at no more fields
// than a real reply can have.
func EngineVersion(m *wire.Message) (v int64, ok bool) {
	i := FindPair(m, "engineversion")
	if i < 0 {
		return 0, false
	}
	return wire.ParseWhole(wire.TrimBlanks(m.Text(i)))
}

// FindPair returns the value of the first info pair whose key is key, in lower
// case, or -1. It looks at no more fields than a real reply can have.
func FindPair(m *wire.Message, key string) int {
	for i := 0; i+1 < len(m.Fields) && i < 2048; i++ {
		f := &m.Fields[i]
		if f.Def.Role != wire.RoleKey || int(f.Length) != len(key)+1 || m.Fields[i+1].Def.Role != wire.RoleValue {
			continue
		}
		if wire.EqualFold(m.Data[f.Offset:f.End()-1], key) {
			return i + 1
		}
	}
	return -1
}

// IsSetting reports whether key is a number key of UT3: s or p and digits.
func IsSetting(key []byte) bool {
	n := ut3Number(key)
	return n > 0 && n == len(key)
}

// ut3Number returns the length of the number key that b begins with, 0 for none.
func ut3Number(b []byte) int {
	if len(b) == 0 || b[0] != 's' && b[0] != 'p' {
		return 0
	}
	n := 1
	for n < len(b) && b[n]-'0' <= 9 {
		n++
	}
	if n == 1 || n > 11 {
		return 0
	}
	return n
}

// GameClassProperty is the property that names the class of the game.
const GameClassProperty = "p1073741826"

// Properties whose value the decoder looks at.
const (
	MutatorsProperty     = "p268435717"
	MapProperty          = "p1073741825"
	DescriptionProperty  = "p1073741827"
	MutatorNamesProperty = "p1073741828"
	MutatorTypesProperty = "p1073741829"
)

// ut3Plain are the keys that UT3 sends in words.
var ut3Plain = [...]string{"OwningPlayerId", "OwningPlayerName", "NumPublicConnections", "NumPrivateConnections",
	"bUsesStats", "bIsDedicated",
	"AverageSkillRating", "EngineVersion", "MinNetVersion"}

// KeyAlone reports whether b begins with a number key that has no value:
// another key is in its place (protocol/gamespy3/SPEC.md#keys-without-a-value).
// The texts among the properties may hold anything, a short word such as s1 as
// well: after them only the long number of a property counts.
func KeyAlone(b []byte) bool {
	n := ut3Number(b)
	if n == 0 || n+1 >= len(b) || b[n] != 0 || b[n+1]-'0' <= 9 { // nearly every value is a number
		return false
	}
	text := n == 11 && string(b[:8]) == "p1073741"
	b = b[n+1:]
	if n = ut3Number(b); n > 0 && n < len(b) && b[n] == 0 {
		return b[0] == 'p' && n > 8 || !text && b[0] == 's'
	}
	for _, key := range &ut3Plain {
		if n = len(key); !text && n < len(b) && b[n] == 0 && string(b[:n]) == key {
			return true
		}
	}
	return false
}

// SettingsDump reports whether the value of mapname is UT3's list of all
// settings: a word, an equals sign, and so on, joined by commas.
func SettingsDump(value []byte) bool {
	equals, commas := 0, 0
	for i, c := range value {
		switch {
		case c == '=':
			equals++
		case c == ',':
			commas++
		case equals == 0 && (!wire.Alphanumeric(c) || i > MaxFieldName):
			return false
		}
	}
	return equals >= 3 && commas >= 2
}

// Numbered reports whether s has settings of UT3.
func Numbered(s *wire.Status) bool {
	for i := range s.Rules {
		if IsSetting([]byte(s.Rules[i].Key)) {
			return true
		}
	}
	return false
}

// Described reports whether m holds the description of a UT3 server, which
// its browser shows instead of a name.
func Described(m *wire.Message) bool {
	i := FindPair(m, DescriptionProperty)
	return i >= 0 && m.Plain(i) != ""
}

// MaxFieldName bounds the look ahead for a field name.
const MaxFieldName = 64
