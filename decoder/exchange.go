package decoder

// A Topic says what a request asks for, or what a reply tells, so that the two
// can be matched. A reply answers a request when they share a subject and,
// where the protocol echoes an id, the id.
type Topic struct {
	Subjects uint32 // set of what is asked for or told; the bits are the protocol's own
	ID       uint64 // id that the request carries and the reply echoes
	HasID    bool
	Optional bool // a request that owes its sender no answer
}

// topicOf holds what protocols know about topics, nil for those in which all
// requests get the same kind of reply.
var topicOf = [protocolCount]func(m *Message) Topic{
	Unreal2: unreal2Topic, GameSpy1: gamespy1Topic, GameSpy2: gamespy2Topic, GameSpy3: gamespy3Topic, UGP: ugpTopic,
	UnrealLAN: lanTopic, UnrealMaster: topicOfMaster, UnrealHeartbeat: heartbeatTopic,
}

// Topic returns what m asks for or tells.
func (m *Message) Topic() Topic {
	if topic := topicOf[m.Info.Protocol]; topic != nil {
		return topic(m)
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

// Content returns a hash of what m tells about a server, without what changes
// from one reply to the next although nothing has changed: pings, query
// numbers, echoed ids. Two replies with the same Content say the same.
func (m *Message) Content() uint64 {
	h := uint64(14695981039346656037)
	for i := range m.Fields {
		f := &m.Fields[i]
		if f.Kind == KindGroup || f.Length == 0 || f.Marks&MarkLength != 0 {
			continue
		}
		switch f.Def.Role {
		case RoleNone, RolePlayerPing, RoleChecksum, RoleLength, RoleCount:
			continue
		case RoleValue:
			if i > 0 && volatileKey(m.Bytes(i-1)) {
				continue
			}
		}
		h = (h ^ uint64(f.Length)) * 1099511628211
		b := m.Data[f.Offset:f.End()]
		for ; len(b) >= 8; b = b[8:] {
			h = (h ^ le64(b)) * 1099511628211
			h ^= h >> 29
		}
		for _, c := range b {
			h = (h ^ uint64(c)) * 1099511628211
		}
	}
	return h
}

// volatileKey reports whether the value of a key changes with every reply.
func volatileKey(key []byte) bool {
	if len(key) > 0 && key[0] == '\\' {
		key = key[1:]
	}
	return len(key) > 4 && (string(key[:5]) == "ping_" || string(key) == "queryid")
}

// Entries returns the number of servers in a list that m holds.
func (m *Message) Entries() int64 {
	var n int64
	for i := range m.Fields {
		if f := &m.Fields[i]; f.Kind == KindGroup && f.Def.Role == RoleServerEntry {
			n++
		}
	}
	return n
}
