package wire

// A KeyInfo says what a key of a pair (a rule, a GameSpy key) means.
type KeyInfo struct {
	Key     string   // in lower case
	Name    string   // for people, such as "Stats logging"
	Role    Role     // what it means for the server
	Symbols *Symbols // meaning of numbers, nil for none
	Unit    Unit     // of numbers
	Values  []KeyValue
	Doc     string
	Choose  func(*Message) *Symbols   // picks the symbols of a value by the rest of the message
	Explain func(value string) string // says what a value means, "" for nothing
}

// A KeyValue is the meaning of one text that a key may have as its value.
type KeyValue struct{ Text, Name string }

// value returns the meaning of text, compared without regard to case.
func (k *KeyInfo) value(text string) string {
	for i := range k.Values {
		if EqualFold(k.Values[i].Text, text) {
			return k.Values[i].Name
		}
	}
	return ""
}

// Meaning returns what a value of the key means by the symbols and values of k,
// "" for nothing. Of a set of flags it is nothing.
func (k *KeyInfo) Meaning(m *Message, value string) string {
	symbols := k.Symbols
	if k.Choose != nil {
		symbols = k.Choose(m)
	}
	if v, ok := ParseDecimal([]byte(value)); ok && symbols != nil && !symbols.Flags {
		if y := symbols.Lookup(v); y != nil {
			return y.Name
		}
	}
	return k.value(value)
}

// EqualFold compares ASCII text without regard to case.
func EqualFold[A, B []byte | string](a A, b B) bool {
	if len(a) != len(b) {
		return false
	}
	for i := 0; i < len(a); i++ {
		if Lower(a[i]) != Lower(b[i]) {
			return false
		}
	}
	return true
}

// Lower returns the lower-case letter of an ASCII capital, and any other byte
// as it is.
func Lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// KeyInfo returns what is known about the key of pair i, or nil.
func (m *Message) KeyInfo(i int) *KeyInfo {
	k := m.Child(i, RoleKey)
	if k < 0 {
		return nil
	}
	f := &m.Fields[k]
	if f.Kind != KindText || f.Length > 64 {
		return nil
	}
	return f.Keys().Lookup(m.Data[int(f.Offset)+int(f.Lead) : f.End()-int(f.Trail)])
}

// Keys returns what is known about the keys of which f is one.
func (f *Field) Keys() *KeySet {
	if n := f.Value; n > 0 && n <= uint64(len(f.Def.Sets)) {
		return f.Def.Sets[n-1]
	}
	return f.Def.Keys
}

// A KeySet holds what is known about the keys that pairs may have. The nil
// KeySet knows none.
type KeySet struct {
	List   []KeyInfo
	places [512]uint16 // place in List, from 1, of each key, at its hash or soon after; 0 ends a search
}

// Hold makes s the set of the keys in list. It panics when there are more than
// a search can hold, which a test finds. The set is no pointer and filled
// later, so that what refers to it is data, and falls away with what nobody uses.
func (s *KeySet) Hold(list []KeyInfo) {
	s.List = list
	if len(list) > len(s.places)/2 {
		panic("too many keys for a KeySet")
	}
	for i := range list {
		h := keyHash([]byte(list[i].Key))
		for s.places[h] != 0 {
			h = (h + 1) % uint(len(s.places))
		}
		s.places[h] = uint16(i + 1)
		list[i].Symbols.Complete()
	}
}

// Lookup finds a key. A key of player or team N, which ends in _N or _tN, is
// found under its word, unless that is a key of the server.
func (s *KeySet) Lookup(key []byte) *KeyInfo {
	if k := s.Find(key); k != nil {
		return k
	}
	if base := IndexBase(key); len(base) < len(key) {
		if k := s.Find(base); k != nil && k.Role == RoleNone {
			return k
		}
	}
	return nil
}

// Find finds a key as it is.
func (s *KeySet) Find(key []byte) *KeyInfo {
	if s == nil || len(key) == 0 {
		return nil
	}
	for h := keyHash(key); s.places[h] != 0; h = (h + 1) % uint(len(s.places)) {
		if k := &s.List[s.places[h]-1]; EqualFold(key, k.Key) {
			return k
		}
	}
	return nil
}

// keyHash spreads texts by their length and three of their characters, without
// regard to case.
func keyHash(t []byte) uint {
	n := len(t)
	return (uint(n)*67 + uint(t[0]|0x20)*13 + uint(t[n/2]|0x20)*5 + uint(t[n-1]|0x20)*29) % 512
}
