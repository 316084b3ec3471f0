package decoder

// What the keys of GameSpy v1 replies are, and how a backslash in a name is
// told from the end of the value (protocol/gamespy1/SPEC.md#pairs and protocol/gamespy1/SPEC.md#other-engines).

// A keyClass says what a key means to the reading of the pairs around it.
type keyClass uint8

const (
	classOther keyClass = iota
	classFinal
	classQueryID
	classGame  // gamename
	classBasic // region and versions that only basic holds
	className  // names in info, which may hold a backslash
	classInfo
	classPort
	classCount
	classAdmin // names in rules, which may hold a backslash
	classRule
	classShared // in several answers
	classEcho
	classSecure
	classValidate
	classPlayer     // name of player N
	classPlayerPart // something about player N
	classPing
	classScore    // score of player N or team N
	classTeam     // team of player N, or name of team N
	classTeamPart // something about team N
	classIndexed  // _N behind a word that is not known
)

// classify returns the class of a key and the N of one that ends in _N, -1
// for others.
func classify(key []byte) (keyClass, int64) {
	// No known word ends in _N, and most keys of a long reply do.
	if n := len(key); n > 0 && key[n-1]-'0' <= 9 {
		if c, i := classifyIndexed(key); c != classOther {
			return c, i
		}
	}
	return findWord(key).key, -1
}

// classifyIndexed classifies keys that end in _N, or in _tN as in SWBF2.
func classifyIndexed(key []byte) (keyClass, int64) {
	i := len(key)
	for i > 0 && key[i-1] >= '0' && key[i-1] <= '9' {
		i--
	}
	n, ok := parseDecimal(key[i:])
	if !ok || i < 2 {
		return classOther, -1
	}
	if key[i-1] == 't' && i > 2 && key[i-2] == '_' {
		return classTeamPart, int64(n)
	}
	if key[i-1] != '_' {
		return classOther, -1
	}
	if c := findWord(key[:i-1]).indexed; c != classOther {
		return c, int64(n)
	}
	if wordLike(key[:i-1]) {
		return classIndexed, int64(n)
	}
	return classOther, -1
}

// contents returns what a key of class c says about the reply that holds it.
func (c keyClass) contents() contents {
	return classContents[c]
}

var classContents = [...]contents{
	classOther: hasOther, classFinal: hasEnd, classQueryID: hasEnd, classGame: hasBasic, classBasic: hasOther, className: hasInfo,
	classInfo: hasInfo, classPort: hasInfo, classCount: hasInfo, classAdmin: hasRules, classRule: hasRules, classShared: hasOther,
	classEcho: hasEcho, classSecure: hasOther, classValidate: hasValidate, classPlayer: hasPlayers, classPlayerPart: hasPlayers,
	classPing: hasPlayers, classScore: hasOther, classTeam: hasTeams, classTeamPart: hasTeams, classIndexed: hasOther,
}

const (
	maxNameTail = 128 // how far behind a backslash the rest of a name is looked for
	maxKey      = 64  // longest key that is looked for
	maxMisspelt = 16  // unknown keys of a datagram that are compared with the known ones
	minMisspelt = 7   // the shortest of them
)

// nameEnd returns where the name ends whose first backslash stands at end: at
// the first key that can follow it. Where none follows soon, or the name is
// followed by a key at once, that is end itself. A text that the datagram's
// end cuts decides nothing, so that it does not become part of a name.
func (s *pairs) nameEnd(end int, class keyClass, n int64) int {
	r := s.r
	var buf [maxKey]byte
	words := true // the texts between could be pairs of their own
	for at, i := end, 0; at < r.end && at-end <= maxNameTail; i++ {
		next := token(r.data, at+1, min(r.end, at+1+maxKey))
		if next == r.end || r.data[next] != '\\' {
			return end
		}
		t := r.data[at+1 : next]
		if s.wrapped || indexByte(t, '\n') >= 0 {
			t = unwrap(buf[:0], r.data, at+1, next)
		}
		if canFollow(t, class, n) {
			if class != classPlayer && i%2 == 0 && words {
				return end
			}
			return at
		}
		if i%2 == 0 && !wordLike(t) {
			words = false
		}
		at = next
	}
	return end
}

// canFollow reports whether the key t can stand behind the name of player n,
// or, for other classes, behind the name of a server, a map or a person.
func canFollow(t []byte, class keyClass, n int64) bool {
	c, i := classify(t)
	switch {
	case c == classOther:
		return lookupKey(t) != nil
	case class != classPlayer:
		return true
	case c == classPlayerPart || c == classPing || c == classScore || c == classTeam || c == classIndexed:
		return i == n
	}
	return true
}

// follows is canFollow for a key whose class is known.
//
//go:noinline
func follows(c keyClass, i int64, class keyClass, n int64) bool {
	if class == classPlayer && (c == classPlayerPart || c == classPing || c == classScore || c == classTeam || c == classIndexed) {
		return i == n
	}
	return true
}

// unrealGame reports whether a game runs on the Unreal engine, whose texts use
// no caret colours.
func unrealGame(name []byte) bool {
	switch string(name) {
	case "ut", "ut2", "ut2004", "killingfloor", "undying", "dnf", "swat4", "tribesv", "unreal2demo", "unrealdemo":
		return true
	}
	return gameIndex(name) >= 0
}

// nearKey reports whether one letter more, less or other, or two letters
// exchanged, make a known key of key.
func nearKey(key []byte) bool {
	if len(key) > maxKey {
		return false
	}
	for i := range keyTable {
		if k := keyTable[i].Key; len(k) >= 7 && len(k) <= len(key)+1 && len(k)+1 >= len(key) && oneEdit(k, key) {
			return true
		}
	}
	return false
}

// oneEdit reports whether one edit of a letter makes a, in lower case, of b.
// A digit or another sign that differs is no slip: it makes another key.
func oneEdit(a string, b []byte) bool {
	i := 0
	for i < len(a) && i < len(b) && a[i] == lower(b[i]) {
		i++
	}
	j, k := len(a), len(b)
	for j > i && k > i && a[j-1] == lower(b[k-1]) {
		j--
		k--
	}
	letter := func(c byte) bool { return lower(c) >= 'a' && lower(c) <= 'z' }
	switch {
	case j-i == 1 && k-i == 1:
		return letter(a[i]) && letter(b[i])
	case j-i == 1 && k-i == 0:
		return letter(a[i])
	case j-i == 0 && k-i == 1:
		return letter(b[i])
	case j-i == 2 && k-i == 2:
		return a[i] == lower(b[i+1]) && a[i+1] == lower(b[i])
	}
	return false
}
