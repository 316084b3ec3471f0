package decoder

import (
	"fragscope/decoder/keys"
	"fragscope/decoder/wire"
)

// Protocols returns all protocols that can be decoded.
func Protocols() []wire.ProtocolID {
	list := make([]wire.ProtocolID, len(protocols))
	for i := range protocols {
		list[i] = protocols[i].ID
	}
	return list
}

// LookupKey returns what is known about the key of a rule or of a GameSpy
// pair in protocol p, compared without regard to case, or nil.
func LookupKey(p wire.ProtocolID, key string) *wire.KeyInfo {
	if own := Descriptor(p).Docs.Keys; own != nil {
		return own.Lookup([]byte(key))
	}
	return keys.Lookup([]byte(key))
}
