package decoder

import "fragscope/decoder/wire"

// MatchKeyOf returns what m requests or reports; of nil, nothing.
func MatchKeyOf(m *wire.Message) wire.MatchKey {
	if m == nil {
		return wire.MatchKey{}
	}
	if topic := m.Info.Descriptor().MatchKey; topic != nil {
		return topic(m)
	}
	return wire.MatchKey{Subjects: 1}
}

// PartOf returns the position of m in its reply; of nil, none.
func PartOf(m *wire.Message) wire.Part {
	if m == nil {
		return wire.Part{}
	}
	if part := m.Info.Descriptor().Part; part != nil && m.Info.Direction == wire.Reply {
		return part(m)
	}
	return wire.Part{}
}
