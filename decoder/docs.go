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

// Title returns the name of p for people.
func Title(p wire.ProtocolID) string { return Descriptor(p).Title }

// DocOf says what p is, in a sentence or two.
func DocOf(p wire.ProtocolID) string { return Descriptor(p).Doc }

// PortsOf returns where servers that speak p usually answer.
func PortsOf(p wire.ProtocolID) []wire.Port { return Descriptor(p).Ports }

// DocsOf returns what p defines.
func DocsOf(p wire.ProtocolID) *wire.Docs { return Descriptor(p).Docs }

// MessagesOf returns the kinds of message that p has.
func MessagesOf(p wire.ProtocolID) []*wire.MessageInfo { return DocsOf(p).Messages }

// CoreFields are the fields that any message may hold.
var CoreFields = []*wire.FieldDef{&wire.DefUnknown, &wire.DefUnparsed, &wire.DefSurplus, &wire.DefStray}

// LookupKey returns what is known about the key of a rule or of a GameSpy
// pair in protocol p, compared without regard to case, or nil.
func LookupKey(p wire.ProtocolID, key string) *wire.KeyInfo {
	if own := DocsOf(p).Keys; own != nil {
		return own.Lookup([]byte(key))
	}
	return keys.Lookup([]byte(key))
}
