package backslash

// A KeyClass says how a key affects the reading of the pairs around it.
type KeyClass uint8

const (
	ClassOther KeyClass = iota
	ClassFinal
	ClassQueryID
	ClassGame // gamename
	ClassName // names in info, which may hold a backslash
	ClassInfo
	ClassPort
	ClassCount
	ClassAdmin // names in rules, which may hold a backslash
	ClassRule
	ClassShared // in several answers
	ClassEcho
	ClassSecure
	ClassValidate
	ClassPlayer     // name of player N
	ClassPlayerPart // something about player N
	ClassPing
	ClassScore    // score of player N or team N
	ClassTeam     // team of player N, or name of team N
	ClassTeamPart // something about team N
	ClassIndexed  // _N after a word that is not known
)

// Classify returns the class of a key and the N of one that ends in _N, or in
// _tN as in SWBF2; -1 for others.
func Classify(key []byte) (KeyClass, int64) {
	i, n := len(key), int64(0)
	for i > 0 && key[i-1]-'0' <= 9 {
		i--
	}
	// No known word ends in _N, and most keys of a long reply do.
	if digits := key[i:]; len(digits) > 0 && len(digits) <= 18 && i >= 2 {
		for _, c := range digits {
			n = n*10 + int64(c-'0')
		}
		switch {
		case key[i-1] == '_':
			if c := findWord(key[:i-1]).Indexed; c != ClassOther {
				return c, n
			}
			if WordLike(key[:i-1]) {
				return ClassIndexed, n
			}
		case key[i-1] == 't' && i > 2 && key[i-2] == '_':
			return ClassTeamPart, n
		}
	}
	return findWord(key).Key, -1
}

// Contents returns what a key of class c says about the reply that holds it.
func (c KeyClass) Contents() Contents { return classContents[c] }

var classContents = [...]Contents{
	ClassOther: HasOther, ClassFinal: HasEnd, ClassQueryID: HasEnd, ClassGame: HasBasic, ClassName: HasInfo,
	ClassInfo: HasInfo, ClassPort: HasInfo, ClassCount: HasInfo, ClassAdmin: HasRules, ClassRule: HasRules,
	ClassShared: HasOther,
	ClassEcho:   HasEcho, ClassSecure: HasOther, ClassValidate: HasValidate, ClassPlayer: HasPlayers,
	ClassPlayerPart: HasPlayers,
	ClassPing:       HasPlayers, ClassScore: HasOther, ClassTeam: HasTeams, ClassTeamPart: HasTeams,
	ClassIndexed: HasOther,
}

// A Contents set says which kinds of keys a reply holds.
type Contents uint16

const (
	HasBasic Contents = 1 << iota
	HasInfo
	HasRules
	HasPlayers
	HasTeams
	HasEcho
	HasValidate
	HasEnd
	HasOther
)

// A Command is the first word of a request's item.
type Command uint8

const (
	CommandNone     Command = iota
	CommandPlain            // has no parameter
	commandText             // a text to echo, a challenge
	CommandProperty         // the name of a property
)

// CommandOf returns what kind of command a key is (protocol/gamespy1/SPEC.md#requests).
func CommandOf(key []byte) Command { return findWord(key).Command }

// seenKeys are those of the keys that distinguish messages that were seen.
type seenKeys uint16

const (
	SeenSecure seenKeys = 1 << iota
	SeenValidate
	SeenGame
	SeenList
	SeenServer
	SeenFinal
	SeenHeartbeat
	seenQueryID
	seenBasic
)

// FinalText ends every list.
const FinalText = "\\final\\"
