package view

import (
	"strings"

	"fragscope/decoder/wire"
)

// Folded reports whether the members of a row are hidden at first, because the
// row itself says what is in them: those of a pair with a value, of a header of a frame, and
// the bits and parts of a number.
func (t *Tree) Folded(row int) bool {
	n := &t.Rows[row]
	f := &t.Message.Fields[n.Field]
	switch {
	case int(n.Next) == row+1:
		return false
	case f.Kind == wire.KindGroup:
		return Shown(t.Message, int(n.Field)) != int(n.Field) || int(f.Offset) < t.Message.Payload
	}
	return n.Type == RowField && Divided(f.Def)
}

// Shown returns the field whose value is shown in the line of field i: of a pair
// its value, else the field itself.
func Shown(m *wire.Message, i int) int {
	if f := &m.Fields[i]; f.Kind == wire.KindGroup && f.Def.Role == wire.RoleRule {
		if v := m.Child(i, wire.RoleValue); v >= 0 {
			return v
		}
	}
	return i
}

// appendGroup appends what the line of a group says of its members: the value of
// a pair, from where and to where a header of a frame leads, what it begins with when
// it says neither, nothing of others.
func appendGroup(dst []byte, m *wire.Message, i int) []byte {
	if v := Shown(m, i); v != i {
		return m.AppendValue(dst, v)
	}
	if int(m.Fields[i].Offset) >= m.Payload {
		return dst
	}
	first, from, to := -1, -1, -1
	for j, f := range m.Children(i) {
		if first < 0 && f.Leaf() {
			first = j
		}
		switch {
		case strings.HasSuffix(f.Def.Key, ".source"):
			from = j
		case strings.HasSuffix(f.Def.Key, ".destination"):
			to = j
		}
	}
	if first < 0 {
		return dst
	}
	if from < 0 || to < 0 {
		if said := m.AppendNote(dst, first); len(said) > len(dst) {
			return said // such as the priority and number of a VLAN
		}
		return m.AppendValue(dst, first)
	}
	return m.AppendValue(append(m.AppendValue(dst, from), " → "...), to)
}
