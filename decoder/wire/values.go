package wire

import "bytes"

// Texts makes the texts of messages, the same text once.
type Texts struct {
	Of      *Message
	whole   string // its bytes: most texts are parts of it
	made    map[string]string
	scratch []byte
}

// maxTexts bounds the table; it is cleared when it is full.
const maxTexts = 1 << 14

// Plain is [Message.Plain]; of nil, with a new text each time.
func (t *Texts) Plain(m *Message, i int) string {
	if t == nil {
		return m.Plain(i)
	}
	f := &m.Fields[i]
	if f.Kind == KindText && f.Flags&FlagSpecial == 0 {
		from, to := int(f.Offset)+int(f.Lead), f.End()-int(f.Trail)
		if m.Colours == 0 || bytes.IndexByte(m.Data[from:to], '^') < 0 && bytes.IndexByte(m.Data[from:to], '[') < 0 {
			if t.Of != m {
				t.Of, t.whole = m, string(m.Data)
			}
			return TrimBlanks(t.whole[from:to])
		}
	}
	t.scratch = m.AppendPlain(t.scratch[:0], i)
	if s, ok := t.made[string(t.scratch)]; ok {
		return s
	}
	if t.made == nil || len(t.made) >= maxTexts {
		t.made = make(map[string]string, 256)
	}
	s := string(t.scratch)
	t.made[s] = s
	return s
}

// places maps the numbers that name players, which are small unless the
// datagram is hostile, to their places in a list.
type places struct {
	near [64]int32 // place + 1
	far  map[int64]int
	n    int
	top  int64 // the greatest number
	odd  bool  // a number that no slot has
}

// Of returns the place of n.
func (p *places) Of(n int64) (i int, ok bool) {
	if uint64(n) < uint64(len(p.near)) {
		return int(p.near[n]) - 1, p.near[n] != 0
	}
	i, ok = p.far[n]
	return i, ok
}

func (p *places) set(n int64, i int) {
	if _, known := p.Of(n); !known {
		p.n++
	}
	p.top, p.odd = max(p.top, n), p.odd || n < 0 || n > maxSlot
	if uint64(n) < uint64(len(p.near)) {
		p.near[n] = int32(i) + 1
		return
	}
	if p.far == nil {
		p.far = map[int64]int{}
	}
	p.far[n] = i
}

// Clear makes room for another status.
func (p *places) Clear() {
	if p.n > 0 {
		*p = places{}
	}
}

// maxSlot is more than any datagram has room for.
const maxSlot = 1 << 17

// OrderPlayers puts the players in the order of their slots. They are out of
// order when a slot is empty in the first fields and not in a later one.
func (b *StatusBuilder) OrderPlayers() {
	if !b.Slots {
		return
	}
	b.Slots = false
	p := &b.PlayersAt
	if p.n != len(b.PlayerList) {
		return // there are others among them, from another protocol
	}
	if p.odd {
		return // a number that only another protocol can say
	}
	ordered, last := true, -1
	for slot := int64(0); slot <= p.top; slot++ {
		if i, ok := p.Of(slot); ok {
			ordered = ordered && i > last
			last = i
		}
	}
	if ordered {
		return
	}
	list := make([]Player, 0, len(b.PlayerList))
	for slot := int64(0); slot <= p.top; slot++ {
		if i, ok := p.Of(slot); ok {
			p.set(slot, len(list))
			list = append(list, b.PlayerList[i])
		}
	}
	b.PlayerList = list
}

// Column takes the value of one column; again says that it may replace an earlier one.
func (p *Player) Column(b *StatusBuilder, role Role, name, value string, again bool) {
	switch role {
	case RolePlayerID, RolePlayerName, RolePlayerScore, RolePlayerPing, RolePlayerTeam:
		if p.Set(role, value) {
			return
		}
	}
	if !b.SkipExtras {
		p.Extra = putExtra(p.Extra, name, value, again)
	}
}

// Column puts the value of a column into t.
func (t *Team) Column(b *StatusBuilder, role Role, name, value string, again bool) {
	switch role {
	case RoleTeamID, RoleTeamName, RoleTeamScore, RoleTeamSize:
		if t.Set(role, value) {
			return
		}
	}
	if !b.SkipExtras {
		t.Extra = putExtra(t.Extra, name, value, again)
	}
}

// putExtra adds a pair. It looks for an earlier one only where there may be
// one: else a reply of many fields would cost the square of their number.
func putExtra(extra []Rule, key, value string, again bool) []Rule {
	if again {
		return SetExtra(extra, key, value)
	}
	return append(extra, Rule{key, value})
}

// SetExtra sets key to value: the last one counts, its position is that of the
// first. No game sends dozens of keys a player: beyond that they are only kept,
// so that a hostile reply costs no time.
func SetExtra(extra []Rule, key, value string) []Rule {
	for i := range min(len(extra), 64) {
		if extra[i].Key == key {
			extra[i].Value = value
			return extra
		}
	}
	return append(extra, Rule{key, value})
}

// ColumnName returns the name of a field of all players or teams without its ending.
func ColumnName(s string) string {
	if n := len(s); n > 2 && s[n-2:] == "_t" {
		return s[:n-2]
	}
	if n := len(s); n > 1 && s[n-1] == '_' {
		return s[:n-1]
	}
	return s
}
