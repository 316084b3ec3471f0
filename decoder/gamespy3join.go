package decoder

// The datagrams of a GameSpy 3 reply together: what was sent again, and what
// they say about the server (protocol/gamespy3/SPEC.md#splitting-and-merging).

// gamespy3Part reads the place of a datagram from its head.
func gamespy3Part(m *Message) Part {
	p := m.payload()
	if len(p) < 5 {
		return Part{}
	}
	part := Part{Set: readNumber(KindU32BE, p[1:])}
	if m.Info == &gamespy3DataReply && len(p) >= 15 {
		part.Index, part.Last, part.Numbered = int(p[14]&0x7f), p[14]&0x80 != 0, true
	}
	return part
}

// gamespy3Join looks at the parts of a reply together. A server that runs out
// of room cuts the value it is writing and sends it whole in the next datagram,
// behind the name of its field and its slot: the cut one no longer counts.
func gamespy3Join(parts []*Message) {
	whole := len(parts) > 0 && gamespy3Part(parts[len(parts)-1]).Last
	for k, m := range parts {
		p := gamespy3Part(m)
		whole = whole && p.Numbered && p.Index == k
		if k > 0 && p.Numbered && p.Index == gamespy3Part(parts[k-1]).Index+1 {
			supersede(parts[k-1], m)
		}
	}
	if whole {
		unequalArrays(parts)
	}
}

// supersede marks what the end of a and the beginning of b both say as sent
// again later.
func supersede(a, b *Message) {
	i, j := a.last(&gamespy3Info[1]), b.first(&gamespy3Info[1])
	if a.endsWith(i) && j >= 0 && a.sameKey(i, b, j) {
		for k := i; k < a.Next(i); k++ {
			a.Fields[k].Marks |= MarkSuperseded
		}
		return
	}
	for _, l := range []layout{gamespy3Players[:], gamespy3Teams[:]} {
		i, j := a.last(&l[arrayField]), b.first(&l[arrayField])
		if i < 0 || j < 0 || !a.endsWith(i) || !a.sameKey(i, b, j) {
			continue
		}
		start := uint64(0)
		for k := j; k < b.Next(j); k++ {
			if b.Fields[k].Def == &l[arrayStart] {
				start = b.Fields[k].Value
			}
		}
		a.supersedeSlots(i, l, start)
	}
}

// supersedeSlots marks the values of array i from slot start on. A value that
// was cut to nothing is a NUL that looks like the end of its field until the
// next datagram tells.
func (m *Message) supersedeSlots(i int, l layout, start uint64) {
	next := uint64(0)
	for k := i + 1; k < m.Next(i); k++ {
		switch f := &m.Fields[k]; f.Def {
		case &l[arrayStart]:
			next = f.Value
		case &l[arrayValue]:
			if f.Value >= start {
				f.Marks |= MarkSuperseded
			}
			next = f.Value + 1
		case &l[arrayFieldEnd]:
			if next == start && f.End() == len(m.Data) {
				f.Def, f.Kind, f.Value, f.Trail = &l[arrayValue], KindText, start, 1
				f.Marks |= MarkSuperseded | MarkAmbiguous
			}
		}
	}
}

// first returns the field that the payload of m begins with after its head if
// it is a group described by d, or -1.
func (m *Message) first(d *FieldDef) int {
	for i := range m.Fields {
		switch f := &m.Fields[i]; {
		case f.Def == d:
			return i
		case f.Def.Role == RoleRule, f.Def.Role == RoleArray:
			return -1
		}
	}
	return -1
}

// last returns the last group described by d, or -1.
func (m *Message) last(d *FieldDef) int {
	for i := len(m.Fields) - 1; i >= 0; i-- {
		switch f := &m.Fields[i]; {
		case f.Def == d:
			return i
		case f.Def.Role == RoleRule, f.Def.Role == RoleArray:
			return -1
		}
	}
	return -1
}

// endsWith reports whether group i reaches to the end of the datagram.
func (m *Message) endsWith(i int) bool { return i >= 0 && m.Fields[i].End() == len(m.Data) }

// sameKey reports whether group i of m and group j of n have the same key.
func (m *Message) sameKey(i int, n *Message, j int) bool {
	a, b := m.child(i, RoleKey), n.child(j, RoleKey)
	return a >= 0 && b >= 0 && string(m.Bytes(a)) == string(n.Bytes(b))
}

// maxUnequal bounds how many fields of a reply are reported as too short.
const maxUnequal = 16

// unequalArrays reports the fields of a section that have fewer values than
// the longest one.
func unequalArrays(parts []*Message) {
	for _, l := range []layout{gamespy3Players[:], gamespy3Teams[:]} {
		longest := uint64(0)
		eachArray(parts, l, func(_ *Message, _ int, slots uint64) { longest = max(longest, slots) })
		reported := 0
		eachArray(parts, l, func(m *Message, i int, slots uint64) {
			if slots < longest && reported < maxUnequal {
				f := &m.Fields[i]
				m.addProblem(&problemArraysUnequal, int(f.Offset), int(f.Length), slots, longest)
				reported++
			}
		})
	}
}

// eachArray calls do for each field of a section with the number of its slots,
// counted over the datagrams that it goes on in; m and i are the last of these.
func eachArray(parts []*Message, l layout, do func(m *Message, i int, slots uint64)) {
	var m *Message // where the field that may go on begins
	at, slots := -1, uint64(0)
	for _, n := range parts {
		for i := range n.Fields {
			if n.Fields[i].Def != &l[arrayField] {
				continue
			}
			if m != nil && (m == n || !m.sameKey(at, n, i)) {
				do(m, at, slots)
				slots = 0
			}
			m, at = n, i
			slots = max(slots, n.slots(i, l))
		}
	}
	if m != nil {
		do(m, at, slots)
	}
}

// slots returns the slot after the last value of array i, 0 for one without values.
func (m *Message) slots(i int, l layout) uint64 {
	n := m.Next(i)
	for k := n - 1; k > i; k-- {
		if f := &m.Fields[k]; f.Def == &l[arrayValue] {
			return f.Value + 1
		}
	}
	return 0
}

// gamespy3Status gathers what a data reply says. Slots number the players
// over all datagrams; of two values for one slot the later counts. A slot
// without any value, as UT3 has them for bots, is no row.
func gamespy3Status(b *statusBuilder, m *Message) {
	if m.Info == &gamespy3PlainReply {
		gamespy2Status(b, m)
		return
	}
	described := m.ut3Described()
	first := true
	for i := 0; i < len(m.Fields); i++ {
		f := &m.Fields[i]
		switch f.Def {
		case &gamespy3Info[1]:
			if f.Marks&MarkSuperseded == 0 {
				b.gamespy3Pair(m, i, described)
			}
			i = m.Next(i) - 1
		case &gamespy3Players[arrayField], &gamespy3Teams[arrayField]:
			b.gamespy3Array(m, i, first)
			first = false
			i = m.Next(i) - 1
		}
	}
	b.slots = true
}

// orderPlayers puts the players in the order of their slots. They are out of
// order when a slot is empty in the first fields and not in a later one.
func (b *statusBuilder) orderPlayers() {
	if !b.slots {
		return
	}
	b.slots = false
	p := &b.players
	if p.n != len(b.PlayerList) {
		return // there are others among them, from another protocol
	}
	if p.odd {
		return // a number that only another protocol can say
	}
	ordered, last := true, -1
	for slot := int64(0); slot <= p.top; slot++ {
		if i, ok := p.of(slot); ok {
			ordered = ordered && i > last
			last = i
		}
	}
	if ordered {
		return
	}
	list := make([]Player, 0, len(b.PlayerList))
	for slot := int64(0); slot <= p.top; slot++ {
		if i, ok := p.of(slot); ok {
			p.set(slot, len(list))
			list = append(list, b.PlayerList[i])
		}
	}
	b.PlayerList = list
}

// maxSlot is more than any datagram has room for.
const maxSlot = 1 << 17

// gamespy3Array takes the values of array i. Only the first array of a
// datagram can say again what the datagram before it said.
func (b *statusBuilder) gamespy3Array(m *Message, i int, again bool) {
	k := m.child(i, RoleKey)
	if k < 0 {
		return
	}
	team := m.Fields[i].Def == &gamespy3Teams[arrayField]
	name := columnName(m.plain(k))
	if len(name) > maxName { // another name may begin in the same way
		name, again = clip(name, maxName), false
	}
	role := RoleNone
	if info := m.KeyInfo(i); info != nil {
		role = info.Role
	}
	for j, end := i+1, m.Next(i); j < end; j++ {
		f := &m.Fields[j]
		if f.Def.Naming != NameNumbered || f.Marks&MarkSuperseded != 0 {
			continue
		}
		value := m.plain(j)
		if value == "" {
			continue
		}
		if team {
			b.teamAt(int64(f.Value)).column(b, role, name, value, again)
		} else {
			b.playerAt(int64(f.Value)).column(b, role, name, value, again)
		}
	}
}

// columnName returns the name of a field of all players or teams without its ending.
func columnName(s string) string {
	if n := len(s); n > 2 && s[n-2:] == "_t" {
		return s[:n-2]
	}
	if n := len(s); n > 1 && s[n-1] == '_' {
		return s[:n-1]
	}
	return s
}

// column takes the value of one column; again says that it may replace an earlier one.
func (p *Player) column(b *statusBuilder, role Role, name, value string, again bool) {
	switch role {
	case RolePlayerID, RolePlayerName, RolePlayerScore, RolePlayerPing, RolePlayerTeam:
		p.set(&b.values, role, value)
	default:
		if !b.brief {
			p.Extra = putExtra(p.Extra, name, value, again)
		}
	}
}

func (t *Team) column(b *statusBuilder, role Role, name, value string, again bool) {
	switch role {
	case RoleTeamID, RoleTeamName, RoleTeamScore, RoleTeamSize:
		t.set(&b.values, role, value)
	default:
		if !b.brief {
			t.Extra = putExtra(t.Extra, name, value, again)
		}
	}
}

// putExtra adds a pair. It looks for an earlier one only where there may be
// one: else a reply of many fields would cost the square of their number.
func putExtra(extra []Rule, key, value string, again bool) []Rule {
	if again {
		return setExtra(extra, key, value)
	}
	return append(extra, Rule{key, value})
}

// gamespy2Status gathers what the pairs and tables of a status reply say.
func gamespy2Status(b *statusBuilder, m *Message) {
	b.columns = b.columns[:0]
	for i := 0; i < len(m.Fields); i++ {
		f := &m.Fields[i]
		switch f.Def {
		case &gamespy2Info[1]:
			b.gamespy3Pair(m, i, false)
		case &gamespy2Players[tableRow]:
			var p Player
			if b.gamespy2Row(m, i, &p, nil) {
				b.PlayerList = append(b.PlayerList, p)
				b.any = true
			}
		case &gamespy2Teams[tableRow]:
			var t Team
			if b.gamespy2Row(m, i, nil, &t) {
				b.Teams = append(b.Teams, t)
				b.any = true
			}
		default:
			continue
		}
		i = m.Next(i) - 1
	}
}

// A columnHead is what the head of a column says about its values.
type columnHead struct {
	at   uint64 // its offset
	role Role
	name string // empty in a Summary
}

// heads keeps what the heads of the values from field first to end say, unless
// the row before was of the same columns.
func (b *statusBuilder) heads(m *Message, first, end int) {
	if len(b.columns) >= end-first && b.columns[0].at == m.Fields[first].Value {
		return
	}
	b.columns = b.columns[:0]
	for j := first; j < end; j++ {
		h := columnHead{at: m.Fields[j].Value}
		if head, cut := m.head(h.at); !cut {
			if k := lookupKey(head); k != nil {
				h.role = k.Role
			}
		}
		if !b.brief {
			h.name = columnName(m.Name(j))
		}
		b.columns = append(b.columns, h)
	}
}

// gamespy2Row gives the values of row i that are not empty to p or t, and
// reports whether there are any.
func (b *statusBuilder) gamespy2Row(m *Message, i int, p *Player, t *Team) (any bool) {
	first, end := i+1, m.Next(i)
	if first == end {
		return false
	}
	b.heads(m, first, end)
	for j := first; j < end; j++ {
		value := m.plain(j)
		if value == "" {
			continue
		}
		any = true
		if h := &b.columns[j-first]; p != nil {
			p.column(b, h.role, h.name, value, false)
		} else {
			t.column(b, h.role, h.name, value, false)
		}
	}
	return any
}
