package backslash

import "fragscope/decoder/wire"

// A KeyClass says what a key means to the reading of the pairs around it.
type KeyClass uint8

const (
	ClassOther KeyClass = iota
	ClassFinal
	ClassQueryID
	ClassGame  // gamename
	ClassBasic // region and versions that only basic holds
	ClassName  // names in info, which may hold a backslash
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
	ClassIndexed  // _N behind a word that is not known
)

// Classify returns the class of a key and the N of one that ends in _N, -1
// for others.
func Classify(key []byte) (KeyClass, int64) {
	// No known word ends in _N, and most keys of a long reply do.
	if n := len(key); n > 0 && key[n-1]-'0' <= 9 {
		if c, i := classifyIndexed(key); c != ClassOther {
			return c, i
		}
	}
	return FindWord(key).Key, -1
}

// classifyIndexed classifies keys that end in _N, or in _tN as in SWBF2.
func classifyIndexed(key []byte) (KeyClass, int64) {
	i := len(key)
	for i > 0 && key[i-1] >= '0' && key[i-1] <= '9' {
		i--
	}
	n, ok := wire.ParseDecimal(key[i:])
	if !ok || i < 2 {
		return ClassOther, -1
	}
	if key[i-1] == 't' && i > 2 && key[i-2] == '_' {
		return ClassTeamPart, int64(n)
	}
	if key[i-1] != '_' {
		return ClassOther, -1
	}
	if c := FindWord(key[:i-1]).Indexed; c != ClassOther {
		return c, int64(n)
	}
	if WordLike(key[:i-1]) {
		return ClassIndexed, int64(n)
	}
	return ClassOther, -1
}

// Contents returns what a key of class c says about the reply that holds it.
func (c KeyClass) Contents() Contents {
	return ClassContents[c]
}

// ClassContents holds what a key of each class says about the reply.
var ClassContents = [...]Contents{
	ClassOther: HasOther, ClassFinal: HasEnd, ClassQueryID: HasEnd, ClassGame: HasBasic, ClassBasic: HasOther, ClassName: HasInfo,
	ClassInfo: HasInfo, ClassPort: HasInfo, ClassCount: HasInfo, ClassAdmin: HasRules, ClassRule: HasRules, ClassShared: HasOther,
	ClassEcho: HasEcho, ClassSecure: HasOther, ClassValidate: HasValidate, ClassPlayer: HasPlayers, ClassPlayerPart: HasPlayers,
	ClassPing: HasPlayers, ClassScore: HasOther, ClassTeam: HasTeams, ClassTeamPart: HasTeams, ClassIndexed: HasOther,
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

// CommandOf returns what kind of command a key is (spoken/gamespy1/SPEC.md#requests).
func CommandOf(key []byte) Command { return FindWord(key).Command }

// seenKeys say which of the keys that tell messages apart were seen.
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

// conversationKey returns which of them key is, 0 for others.
func conversationKey(key []byte) seenKeys {
	return FindWord(key).seen
}

// FinalText ends every list.
const FinalText = "\\final\\"
