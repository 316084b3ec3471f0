package decoder

// A KeyInfo says what a key of a pair (a rule, a GameSpy key) means.
type KeyInfo struct {
	Key     string   // in lower case
	Name    string   // for people, such as "Stats logging"
	Role    Role     // what it tells about the server
	Symbols *Symbols // meaning of numbers, nil for none
	Values  []KeyValue
	Doc     string
	Depends Dependence // on what else the meaning of a value depends
}

// A Dependence names what the meaning of a key's values depends on besides
// themselves.
type Dependence uint8

// The dependences.
const (
	DependsOnNothing Dependence = iota
	DependsOnEngine             // UT3's mutators, whose bits differ by version
	DependsOnCipher             // challenges, which the keys of the games answer
)

// dependences holds how each is found out. The key table itself names no
// functions: a program that shows no notes is not made to carry them.
var dependences = [...]struct {
	choose  func(m *Message) *Symbols // picks the symbols of numbers
	explain func(value string) string // says what a text means, "" for nothing
}{
	DependsOnEngine: {choose: ut3MutatorList},
	DependsOnCipher: {explain: explainChallenge},
}

// A KeyValue is the meaning of one text that a key may have as its value.
type KeyValue struct{ Text, Name string }

// value returns the meaning of text, compared without regard to case.
func (k *KeyInfo) value(text string) string {
	for i := range k.Values {
		if equalFold(k.Values[i].Text, text) {
			return k.Values[i].Name
		}
	}
	return ""
}

// equalFold compares ASCII text without regard to case.
func equalFold[A, B []byte | string](a A, b B) bool {
	if len(a) != len(b) {
		return false
	}
	for i := 0; i < len(a); i++ {
		if lower(a[i]) != lower(b[i]) {
			return false
		}
	}
	return true
}

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// KeyInfo returns what is known about the key of pair i, or nil.
func (m *Message) KeyInfo(i int) *KeyInfo {
	k := m.child(i, RoleKey)
	if k < 0 {
		return nil
	}
	f := &m.Fields[k]
	if f.Kind != KindText || f.Length > 64 {
		return nil
	}
	return lookupKey(m.Data[int(f.Offset)+int(f.Lead) : f.End()-int(f.Trail)])
}

// lookupKey finds a key in the table. A key of player or team N, which ends in
// _N or _tN, is found under its word, unless that is a key of the server.
func lookupKey(key []byte) *KeyInfo {
	if k := findKey(key); k != nil {
		return k
	}
	if base := indexBase(key); len(base) < len(key) {
		if k := findKey(base); k != nil && k.Role == RoleNone {
			return k
		}
	}
	return nil
}

// keyPlaces holds the place in keyTable, from 1, of each key, at its hash or
// soon behind; 0 ends a search.
var keyPlaces = func() (table [512]uint8) {
	for i := range keyTable {
		h := keyHash([]byte(keyTable[i].Key))
		for table[h] != 0 {
			h = (h + 1) % uint(len(table))
		}
		table[h] = uint8(i + 1)
	}
	return table
}()

// keyHash spreads texts by their length and three of their letters, without
// regard to case.
//
//go:noinline
func keyHash(t []byte) uint {
	n := len(t)
	return (uint(n)*67 + uint(t[0]|0x20)*13 + uint(t[n/2]|0x20)*5 + uint(t[n-1]|0x20)*29) % 512
}

// findKey finds a key in the table.
//
//go:noinline
func findKey(key []byte) *KeyInfo {
	if len(key) == 0 {
		return nil
	}
	for h := keyHash(key); keyPlaces[h] != 0; h = (h + 1) % uint(len(keyPlaces)) {
		if k := &keyTable[keyPlaces[h]-1]; equalFold(key, k.Key) {
			return k
		}
	}
	return nil
}
