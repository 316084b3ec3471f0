package decoder

// LookupKey returns what is known about the key of a rule or of a GameSpy
// pair, compared without regard to case, or nil.
func LookupKey(key string) *KeyInfo { return lookupKey([]byte(key)) }
