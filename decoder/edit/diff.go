package edit

import (
	"fragscope/decoder/enum"
	"fragscope/decoder/wire"
)

// ChangeKind says how a field differs between two messages.
type ChangeKind uint8

// The kinds of change.
const (
	Changed ChangeKind = iota // in both, with another value
	Added                     // only in the second
	Removed                   // only in the first
)

var changeNames = [...]string{"changed", "added", "removed"}

func (k ChangeKind) String() string                   { return enum.String(changeNames[:], k) }
func (k ChangeKind) MarshalText() ([]byte, error)     { return enum.Marshal(changeNames[:], k) }
func (k *ChangeKind) UnmarshalText(text []byte) error { return enum.Unmarshal(changeNames[:], k, text) }

// A Change is a field that differs between two messages.
type Change struct {
	Kind ChangeKind
	A, B int // indexes of the field in the first and the second message; -1 where it is not
}

// Diff says which values differ between a and b, two replies of one server at
// different times: first what b has changed or added, in its order, then what
// it lacks, in the order of a.
//
// A rule is the same one in both when it has the same key, a player or team
// when it has the same name, wherever it is; of several alike, the first
// belongs to the first. Everything else is matched by key and order. Lengths
// and the headers and padding of frames take no part.
func Diff(a, b *wire.Message) []Change {
	var changes []Change
	groups := map[valueID]int{}
	places := map[valueID]int{}
	diffWalk(a, groups, func(id valueID, i int) { places[id] = i })
	seen := make([]bool, len(a.Fields))
	diffWalk(b, groups, func(id valueID, j int) {
		i, ok := places[id]
		if !ok {
			changes = append(changes, Change{Added, -1, j})
			return
		}
		seen[i] = true
		if a.Text(i) != b.Text(j) {
			changes = append(changes, Change{Changed, i, j})
		}
	})
	diffWalk(a, groups, func(_ valueID, i int) {
		if !seen[i] {
			changes = append(changes, Change{Removed, i, -1})
		}
	})
	return changes
}

// A valueID identifies a value or a group.
type valueID struct {
	group   int    // number of the group that it is in, 0 for none
	key     string // of its definition
	name    string // of a group
	ordinal int    // among those of which the rest is equal
}

// diffWalk calls visit for every value of m with its identity. groups numbers
// the groups, from 1.
func diffWalk(m *wire.Message, groups map[valueID]int, visit func(id valueID, i int)) {
	ordinals := map[valueID]int{}
	number := func(id valueID) valueID {
		n := ordinals[id]
		ordinals[id]++
		id.ordinal = n
		return id
	}
	var path [wire.MaxDepth + 1]int // numbers of the open groups
	for i := range m.Fields {
		f := &m.Fields[i]
		framing := int(f.Offset) < m.Payload || int(f.Offset) >= m.Frame.End && m.Payload > 0
		if framing || f.Flags&wire.FlagLength != 0 || f.Def.Role == wire.RoleLength {
			continue
		}
		d := min(int(f.Depth), wire.MaxDepth-1)
		id := valueID{group: path[d], key: f.Def.Key}
		if f.Kind == wire.KindGroup {
			id.name = GroupName(m, i)
			id = number(id)
			if groups[id] == 0 {
				groups[id] = len(groups) + 1
			}
			path[d+1] = groups[id]
			continue
		}
		visit(number(id), i)
	}
}

// GroupName returns what identifies group i in addition to its key: the key of a pair,
// the name of a player or team; "" for nothing.
func GroupName(m *wire.Message, i int) string {
	c := -1
	switch m.Fields[i].Def.Role {
	case wire.RoleRule, wire.RolePlayerExtra:
		c = m.Child(i, wire.RoleKey)
	case wire.RolePlayer:
		c = m.Child(i, wire.RolePlayerName)
	case wire.RoleTeam:
		c = m.Child(i, wire.RoleTeamName)
	}
	if c < 0 {
		return ""
	}
	return m.Text(c)
}
