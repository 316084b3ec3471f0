package decoder

// A Topic says what a request asks for, or what a reply tells, so that the two
// can be matched. A reply answers a request when they share a subject and,
// where the protocol echoes an id, the id.
type Topic struct {
	Subjects uint32 // set of what is asked for or told; the bits are the protocol's own
	ID       uint64 // id that the request carries and the reply echoes
	HasID    bool
}

// Topic returns what m asks for or tells.
func (m *Message) Topic() Topic {
	if e := m.Info.Protocol.entry(); e.topic != nil {
		return e.topic(m)
	}
	return Topic{Subjects: 1}
}

// Answers reports whether a reply about a can answer a request for q of the
// same protocol.
func (a Topic) Answers(q Topic) bool {
	return a.Subjects&q.Subjects != 0 && (!a.HasID || !q.HasID || a.ID == q.ID)
}

// Settles reports whether a reply about a leaves nothing of a request for q
// to wait for: no other subject was asked for.
func (a Topic) Settles(q Topic) bool { return q.Subjects&^a.Subjects == 0 }
