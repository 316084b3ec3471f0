package decoder

// A KeyInfo says what a key of a pair (a rule, a GameSpy key) means.
type KeyInfo struct {
	Key     string   // in lower case
	Name    string   // for people, such as "Stats logging"
	Role    Role     // what it tells about the server
	Symbols *Symbols // meaning of numbers, nil for none
	Values  []KeyValue
	Explain func(value string) string // what a value means that is no number and not listed, "" for nothing
	Doc     string
	// Choose picks the symbols where they depend on the rest of the message,
	// such as the version of the server; nil when Symbols always hold.
	Choose func(m *Message) *Symbols
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

// findKey finds a key in the table, which is sorted.
func findKey(key []byte) *KeyInfo {
	lo, hi := 0, len(keyTable)
	for lo < hi {
		mid := (lo + hi) / 2
		if lessFold(keyTable[mid].Key, key) {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(keyTable) && equalFold(keyTable[lo].Key, key) {
		return &keyTable[lo]
	}
	return nil
}

// lessFold compares a, which is in lower case, with b in lower case.
func lessFold(a string, b []byte) bool {
	for i := 0; i < len(a) && i < len(b); i++ {
		if x, y := a[i], lower(b[i]); x != y {
			return x < y
		}
	}
	return len(a) < len(b)
}
