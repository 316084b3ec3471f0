package view

import "fragscope/decoder/wire"

// FieldOf returns the field that a problem is shown beside: the one with its
// range, a leaf before a group, or the leaf that it begins in, or the last; -1
// without any fields.
func FieldOf(m *wire.Message, p *wire.Problem) int {
	if f := m.FieldAt(int(p.Offset), int(p.Length)); f >= 0 {
		return f
	}
	return len(m.Fields) - 1
}
