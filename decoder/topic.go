package decoder

import "fragscope/decoder/wire"

// TopicOf returns what m asks for or tells.
func TopicOf(m *wire.Message) wire.Topic {
	if topic := topicOf[m.Info.Protocol]; topic != nil {
		return topic(m)
	}
	return wire.Topic{Subjects: 1}
}

// PartOf returns where m stands in its reply.
func PartOf(m *wire.Message) wire.Part {
	if part := partOf[m.Info.Protocol]; part != nil && m.Info.Direction == wire.Reply {
		return part(m)
	}
	return wire.Part{}
}
