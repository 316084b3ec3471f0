package wire

// Iterators over the fields of a message, for use with range. Each yields the
// index of a field, for the methods of [Message], and the field.

// Leaves yields the fields that cover the datagram, in the order of its bytes.
func (m *Message) Leaves() func(yield func(int, *Field) bool) {
	return func(yield func(int, *Field) bool) {
		for i := range m.Fields {
			if f := &m.Fields[i]; f.Leaf() && !yield(i, f) {
				return
			}
		}
	}
}

// Children yields the direct members of group i. Of -1 they are the fields that
// are in no group.
func (m *Message) Children(i int) func(yield func(int, *Field) bool) {
	return func(yield func(int, *Field) bool) {
		j, end := 0, len(m.Fields)
		if i >= 0 {
			j, end = i+1, m.Next(i)
		}
		for ; j < end; j = m.Next(j) {
			if !yield(j, &m.Fields[j]) {
				return
			}
		}
	}
}

// With yields the fields of a role, in the order of the datagram: with
// [RolePlayer] the groups of the players, with [RoleKey] the keys of pairs. A
// length before a text has no role, and what a key says about its value is not
// in a role: see [KeySet].
func (m *Message) With(role Role) func(yield func(int, *Field) bool) {
	return func(yield func(int, *Field) bool) {
		for i := range m.Fields {
			if f := &m.Fields[i]; f.Def.Role == role && f.Flags&FlagLength == 0 && !yield(i, f) {
				return
			}
		}
	}
}

// Pairs yields the keys and the values of the pairs in which a server describes
// itself, as the datagram has them. A key without a value is not one, nor is
// what a protocol adds for its own use, such as a query number.
func (m *Message) Pairs() func(yield func(key, value string) bool) {
	return func(yield func(key, value string) bool) {
		for i := range m.With(RoleRule) {
			if k, v := m.Child(i, RoleKey), m.Child(i, RoleValue); k >= 0 && v >= 0 && !yield(m.Text(k), m.Text(v)) {
				return
			}
		}
	}
}
