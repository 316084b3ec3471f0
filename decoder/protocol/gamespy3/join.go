package gamespy3

import (
	"fragscope/decoder/internal/sections"
	"fragscope/decoder/keys"
	"fragscope/decoder/wire"
)

// The datagrams of a GameSpy 3 reply together: retransmitted values, and what
// they say about the server (protocol/gamespy3/SPEC.md#splitting-and-merging).

// Part reads the place of a datagram from its head.
func Part(m *wire.Message) wire.Part {
	p := m.PayloadBytes()
	if len(p) < 5 {
		return wire.Part{}
	}
	part := wire.Part{Set: wire.ReadNumber(wire.KindU32BE, p[1:])}
	if m.Info == &DataReply && len(p) >= 15 {
		part.Index, part.Last, part.Numbered = int(p[14]&0x7f), p[14]&0x80 != 0 || m.Reply.Final, true
		part.More = !part.Last
	}
	return part
}

// Merge looks at the parts of a reply together, which have these places in r. A
// server that runs out of room cuts the value it is writing and sends it whole
// in the next datagram, after the name of its field and its slot: the cut one no
// longer counts.
func Merge(r *wire.Revision, parts []int, asked []*wire.Message) {
	nameValues(r, parts[0], asked)
	at := func(k int) wire.Part { return Part(r.Messages[parts[k]]) }
	whole := len(parts) > 0 && at(len(parts)-1).Last
	for k, i := range parts {
		p := at(k)
		whole = whole && p.Numbered && p.Index == k
		if k > 0 && p.Numbered && p.Index == at(k-1).Index+1 {
			supersede(r, parts[k-1], r.Messages[i])
		}
		if p.Numbered && !p.Last && (k+1 == len(parts) || at(k+1).Index > p.Index+1) {
			perhapsCut(r, i)
		}
	}
	if whole {
		unequalArrays(r, parts)
	}
}

// perhapsCut marks the value that a datagram ends with as one that may be longer
// in the next datagram, which is missing.
func perhapsCut(r *wire.Revision, i int) {
	m := r.Messages[i]
	if n := len(m.Fields) - 1; n >= 0 && m.Fields[n].End() == len(m.Data) {
		r.Fields(i)[n].Flags |= wire.FlagAmbiguous
	}
}

// doubtful reports whether f is such a value: a status leaves it out.
func doubtful(m *wire.Message, f *wire.Field) bool {
	return f.Flags&wire.FlagAmbiguous != 0 && f.End() == len(m.Data) && !Part(m).Last
}

// supersede marks what is at the end of message n of r and again at the
// beginning of b as sent again later.
func supersede(r *wire.Revision, n int, b *wire.Message) {
	a := r.Messages[n]
	i, j := edge(a, &Info[1], true), edge(b, &Info[1], false)
	if endsWith(a, i) && j >= 0 && sameKey(a, i, b, j) {
		fields := r.Fields(n)
		for k, end := i, a.Next(i); k < end; k++ {
			fields[k].Flags |= wire.FlagSuperseded
		}
		return
	}
	for _, l := range []wire.Layout{players[:], teams[:]} {
		i, j := edge(a, &l[sections.ArrayField], true), edge(b, &l[sections.ArrayField], false)
		if i < 0 || j < 0 || !endsWith(a, i) || !sameKey(a, i, b, j) {
			continue
		}
		start := uint64(0)
		for k, end := j, b.Next(j); k < end; k++ {
			if b.Fields[k].Def == &l[sections.ArrayStart] {
				start = b.Fields[k].Value
			}
		}
		supersedeSlots(r, n, i, l, start)
	}
}

// supersedeSlots marks the values of array i of message n of r from slot start on. A value that
// was cut to nothing is a NUL that looks like the end of its field until the
// next datagram shows otherwise.
func supersedeSlots(r *wire.Revision, n, i int, l wire.Layout, start uint64) {
	fields := r.Fields(n)
	m := r.Messages[n]
	next := uint64(0)
	for k, end := i+1, m.Next(i); k < end; k++ {
		switch f := &fields[k]; f.Def {
		case &l[sections.ArrayStart]:
			next = f.Value
		case &l[sections.ArrayValue]:
			if f.Value >= start {
				f.Flags |= wire.FlagSuperseded
			}
			next = f.Value + 1
		case &l[sections.ArrayFieldEnd]:
			if next == start && f.End() == len(m.Data) {
				f.Def, f.Kind, f.Value, f.Trail = &l[sections.ArrayValue], wire.KindText, start, 1
				f.Flags |= wire.FlagSuperseded | wire.FlagAmbiguous
			}
		}
	}
}

// edge returns the first group of m, or the last, of those that are a rule or a
// field of all players or teams, if d describes it, or -1.
func edge(m *wire.Message, d *wire.FieldDef, last bool) int {
	for n := range m.Fields {
		i := n
		if last {
			i = len(m.Fields) - 1 - n
		}
		switch f := &m.Fields[i]; {
		case f.Def == d:
			return i
		case f.Def.Role == wire.RoleRule, f.Def.Role == wire.RoleArray:
			return -1
		}
	}
	return -1
}

// endsWith reports whether group i reaches to the end of the datagram.
func endsWith(m *wire.Message, i int) bool { return i >= 0 && m.Fields[i].End() == len(m.Data) }

// sameKey reports whether group i of m and group j of n have the same key.
func sameKey(m *wire.Message, i int, n *wire.Message, j int) bool {
	a, b := m.Child(i, wire.RoleKey), n.Child(j, wire.RoleKey)
	return a >= 0 && b >= 0 && string(m.Bytes(a)) == string(n.Bytes(b))
}

// maxUnequal bounds how many fields of a reply are reported as too short.
const maxUnequal = 16

// unequalArrays reports the fields of a section that have fewer values than
// the longest one.
func unequalArrays(r *wire.Revision, parts []int) {
	ms := make([]*wire.Message, len(parts))
	for k, i := range parts {
		ms[k] = r.Messages[i]
	}
	for _, l := range []wire.Layout{players[:], teams[:]} {
		longest, reported := longestArray(ms, l), 0
		eachArray(ms, l, func(n, i int, slots uint64) {
			if slots < longest && reported < maxUnequal {
				f := &ms[n].Fields[i]
				r.AddProblem(parts[n], &problemArraysUnequal, int(f.Offset), int(f.Length), slots, longest)
				reported++
			}
		})
	}
}

// longestArray returns the slots of the longest field of a section.
func longestArray(parts []*wire.Message, l wire.Layout) (longest uint64) {
	eachArray(parts, l, func(_, _ int, slots uint64) { longest = max(longest, slots) })
	return longest
}

// eachArray calls do for each field of a section with the number of its slots,
// counted over the datagrams that it continues in; it is field i of part n,
// the last of these.
func eachArray(parts []*wire.Message, l wire.Layout, do func(n, i int, slots uint64)) {
	last, at, slots := -1, -1, uint64(0) // where the field that may continue begins
	for n, m := range parts {
		for i := range m.Fields {
			if m.Fields[i].Def != &l[sections.ArrayField] {
				continue
			}
			if last >= 0 && (last == n || !sameKey(parts[last], at, m, i)) {
				do(last, at, slots)
				slots = 0
			}
			last, at = n, i
			slots = max(slots, slotsOf(m, i, l))
		}
	}
	if last >= 0 {
		do(last, at, slots)
	}
}

// slotsOf returns the slot after the last value of array i, 0 for one without values.
func slotsOf(m *wire.Message, i int, l wire.Layout) uint64 {
	n := m.Next(i)
	for k := n - 1; k > i; k-- {
		if f := &m.Fields[k]; f.Def == &l[sections.ArrayValue] {
			return f.Value + 1
		}
	}
	return 0
}

// Status collects what a data reply says. Slots number the players over all
// datagrams; of two values for one slot the later counts. A slot without any
// value, as UT3 has them for bots, is no row.
func Status(b *wire.StatusBuilder, m *wire.Message) {
	switch m.Info {
	case &PlainReply:
		sections.Status(b, m)
		return
	case &valuesReply:
		valuesStatus(b, m)
		return
	}
	described := keys.Described(m)
	first := true
	for i := 0; i < len(m.Fields); i++ {
		f := &m.Fields[i]
		switch f.Def {
		case &Info[1]:
			if v := m.Child(i, wire.RoleValue); f.Flags&wire.FlagSuperseded == 0 && (v < 0 || !doubtful(m, &m.Fields[v])) {
				sections.TakePair(b, m, i, described)
			}
			i = m.Next(i) - 1
		case &players[sections.ArrayField], &teams[sections.ArrayField]:
			array(b, m, i, first)
			first = false
			i = m.Next(i) - 1
		case &roster[rosterPlayer]:
			b.Player(m, i)
			i = m.Next(i) - 1
		}
	}
	b.Slots = true
}

// array takes the values of array i. Only the first array of a datagram can
// repeat what the datagram before it had.
func array(b *wire.StatusBuilder, m *wire.Message, i int, again bool) {
	k := m.Child(i, wire.RoleKey)
	if k < 0 {
		return
	}
	team := m.Fields[i].Def == &teams[sections.ArrayField]
	name := wire.ColumnName(b.Texts.Plain(m, k))
	if len(name) > wire.MaxName { // another name may begin in the same way
		name, again = wire.Clip(name, wire.MaxName), false
	}
	role := wire.RoleNone
	if info := m.KeyInfo(i); info != nil {
		role = info.Role
	}
	for j, end := i+1, m.Next(i); j < end; j++ {
		f := &m.Fields[j]
		if f.Def.Naming != wire.NameNumbered || f.Flags&wire.FlagSuperseded != 0 || doubtful(m, f) {
			continue
		}
		value := b.Texts.Plain(m, j)
		if value == "" {
			continue
		}
		if team {
			b.TeamAt(int64(f.Value)).Column(b, role, name, value, again)
		} else {
			b.PlayerAt(int64(f.Value)).Column(b, role, name, value, again)
		}
	}
}
