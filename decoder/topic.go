package decoder

import "fragscope/decoder/wire"

// TopicOf returns what m requests or reports; of nil, nothing.
func TopicOf(m *wire.Message) wire.Topic {
	if m == nil {
		return wire.Topic{}
	}
	if topic := m.Info.Descriptor().Topic; topic != nil {
		return topic(m)
	}
	return wire.Topic{Subjects: 1}
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
