package wire

var (
	UnknownMessage = MessageInfo{Name: "unknown message", Doc: "Bytes that are no message of a known protocol."}
	DefUnknown     = FieldDef{Key: "unknown", Name: "Unknown bytes", Kind: KindUnknown,
		Doc: "Bytes that are no message of a known protocol.", Source: "protocol/SPEC.md#fields-that-any-message-may-hold"}
)

// Unknown records the rest as bytes of no known protocol.
func (r *Reader) Unknown() {
	if n := r.Left(); n > 0 {
		r.Problem(&ProblemUnknownProtocol, r.Pos, n, uint64(n), 0)
		r.Leaf(&DefUnknown, KindUnknown, n, FlagRaw)
	}
}

// AddProblem records a problem that only shows among several datagrams.
func (m *Message) AddProblem(info *ProblemInfo, offset, length int, a, b uint64) {
	p := Problem{Info: info, Offset: uint32(offset), Length: uint32(length), A: a, B: b}
	for _, q := range m.Problems {
		if q == p {
			return
		}
	}
	m.Problems = append(m.Problems, p)
}

// Count returns the number in the first field of a role, 0 if there is none.
func (m *Message) Count(role Role) int64 {
	n, _ := m.Number(role)
	return n
}

// Rows returns the number of groups of a role.
func (m *Message) Rows(role Role) int64 {
	n := int64(0)
	for i := range m.Fields {
		if f := &m.Fields[i]; f.Kind == KindGroup && f.Def.Role == role {
			n++
		}
	}
	return n
}

// TextOf returns the text of the first field with a key, "" if there is none.
func (m *Message) TextOf(key string) string {
	if i := m.Find(key, 0); i >= 0 {
		return m.Text(i)
	}
	return ""
}

// PayloadBytes returns the bytes of m without the headers and the padding of a frame.
func (m *Message) PayloadBytes() []byte { return m.Data[m.Payload:m.Frame.End] }

// Number returns the number in the first field of a role; ok is false if there is none.
func (m *Message) Number(role Role) (n int64, ok bool) {
	for i := range m.Fields {
		if f := &m.Fields[i]; f.Def.Role == role && f.Kind.Number() {
			return f.Int(), true
		}
	}
	return 0, false
}

// CoreFields are the fields that any message may hold.
var CoreFields = []*FieldDef{&DefUnknown, &DefUnparsed, &DefSurplus, &DefStray}
