package decoder

import "strconv"

// ChangeKind says how a field differs between two messages.
type ChangeKind uint8

// The kinds of change.
const (
	Changed ChangeKind = iota // in both, with another value
	Added                     // only in the second
	Removed                   // only in the first
)

func (k ChangeKind) String() string {
	switch k {
	case Added:
		return "added"
	case Removed:
		return "removed"
	}
	return "changed"
}

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
// when it has the same name, wherever it stands; of several alike, the first
// belongs to the first. Everything else goes by key and order. Lengths and
// the headers and padding of frames take no part.
func Diff(a, b *Message) []Change {
	var changes []Change
	places := map[string]int{}
	diffWalk(a, func(id string, i int) { places[id] = i })
	seen := make([]bool, len(a.Fields))
	diffWalk(b, func(id string, j int) {
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
	diffWalk(a, func(_ string, i int) {
		if !seen[i] {
			changes = append(changes, Change{Removed, i, -1})
		}
	})
	return changes
}

// diffWalk calls visit for every value of m with what it is known by.
func diffWalk(m *Message, visit func(id string, i int)) {
	ordinals := map[string]int{}
	number := func(id string) string {
		n := ordinals[id]
		ordinals[id]++
		return id + "\x00" + strconv.Itoa(n)
	}
	var path [maxDepth + 1]string // of the open groups
	for i := range m.Fields {
		f := &m.Fields[i]
		if int(f.Offset) < m.Payload || int(f.Offset) >= m.Frame.End && m.Payload > 0 || f.Marks&MarkLength != 0 || f.Def.Role == RoleLength {
			continue
		}
		d := min(int(f.Depth), maxDepth-1)
		id := path[d] + "\x00" + f.Def.Key
		if f.Kind == KindGroup {
			path[d+1] = number(id + "\x00" + m.groupName(i))
			continue
		}
		visit(number(id), i)
	}
}

// groupName returns what group i is known by besides its key: the key of a
// pair, the name of a player or team; "" for nothing.
func (m *Message) groupName(i int) string {
	c := -1
	switch m.Fields[i].Def.Role {
	case RoleRule, RolePlayerExtra:
		c = m.child(i, RoleKey)
	case RolePlayer:
		c = m.child(i, RolePlayerName)
	case RoleTeam:
		c = m.child(i, RoleTeamName)
	}
	if c < 0 {
		return ""
	}
	return m.Text(c)
}
