package sections

import (
	"math/bits"
	"strconv"

	"fragscope/decoder/keys"
	"fragscope/decoder/wire"
)

// Status collects the pairs and tables of a status reply.
func Status(b *wire.StatusBuilder, m *wire.Message) {
	b.Columns = b.Columns[:0]
	for i := 0; i < len(m.Fields); i++ {
		f := &m.Fields[i]
		switch f.Def {
		case &Info[1]:
			TakePair(b, m, i, false)
		case &Players[tableRow]:
			var p wire.Player
			if takeRow(b, m, i, &p, nil) {
				b.PlayerList = append(b.PlayerList, p)
				b.Any = true
			}
		case &Teams[tableRow]:
			var t wire.Team
			if takeRow(b, m, i, nil, &t) {
				b.Teams = append(b.Teams, t)
				b.Any = true
			}
		default:
			continue
		}
		i = m.Next(i) - 1
	}
}

// TakePair takes a pair of the info section. described says that the
// message holds a description that the server's browser shows as the name.
func TakePair(b *wire.StatusBuilder, m *wire.Message, i int, described bool) {
	k, v := m.Child(i, wire.RoleKey), m.Child(i, wire.RoleValue)
	if k < 0 || v < 0 {
		return // a key without a value has no information
	}
	key, value := b.Texts.Plain(m, k), b.Texts.Plain(m, v)
	role := wire.RoleNone
	if info := m.KeyInfo(i); info != nil {
		role, value = info.Role, b.Named(m, info, value)
	}
	raw := m.Data[m.Fields[v].Offset : m.Fields[v].End()-int(m.Fields[v].Trail)]
	switch {
	case role == wire.RoleMap && wire.EqualFold(key, "mapname") && keys.SettingsDump(raw):
		b.Any = true
		return
	case value == "" && wire.Particular(role):
		b.Any = true
		return
	case role == wire.RoleServerName && described && key != keys.DescriptionProperty:
		b.Any = true
		return
	case key == keys.MutatorsProperty:
		takeMutators(b, m, value)
	case key == keys.MutatorNamesProperty:
		b.AddMutatorList(m, v, raw)
	case key == keys.MutatorTypesProperty:
		if n := keys.FindPair(m, keys.MutatorNamesProperty); n < 0 || b.Texts.Plain(m, n) == "" {
			b.AddMutatorList(m, v, raw)
		}
	case role == wire.RoleMutators:
		b.AddMutators(value)
	case role != wire.RoleMutator:
		b.Set(role, value)
	}
	b.Any = true
	if !wire.Particular(role) {
		b.Rules = append(b.Rules, wire.Rule{Key: key, Value: value})
	}
}

// takeMutators adds the official mutators whose bits are set.
func takeMutators(b *wire.StatusBuilder, m *wire.Message, value string) {
	set, ok := wire.ParseWhole(wire.TrimBlanks(value))
	if b.SkipExtras || !ok || set <= 0 {
		return
	}
	version, ok := keys.EngineVersion(m)
	if !ok && b.Version.Known {
		if v, ok := wire.ParseWhole(wire.TrimBlanks(b.Version.Value)); ok {
			version = v // a datagram before this one named it
		}
	}
	list := keys.MutatorsOf(version)
	for bit := uint64(1); bit != 0 && bit <= uint64(set); bit <<= 1 {
		if uint64(set)&bit == 0 {
			continue
		}
		if y := list.Lookup(bit); y != nil {
			b.AddMutator(y.Name)
		} else {
			b.AddMutator("bit " + strconv.Itoa(bits.Len64(bit)-1))
		}
	}
}

// takeRow gives the values of row i that are not empty to p or t, and
// reports whether there are any.
func takeRow(b *wire.StatusBuilder, m *wire.Message, i int, p *wire.Player, t *wire.Team) (any bool) {
	first, end := i+1, m.Next(i)
	if first == end {
		return false
	}
	heads(b, m, first, end)
	for j := first; j < end; j++ {
		value := b.Texts.Plain(m, j)
		if value == "" {
			continue
		}
		any = true
		if h := &b.Columns[j-first]; p != nil {
			p.Column(b, h.Role, h.Name, value, false)
		} else {
			t.Column(b, h.Role, h.Name, value, false)
		}
	}
	return any
}

// heads keeps what the heads of the values from field first to end say, unless
// the row before was of the same columns.
func heads(b *wire.StatusBuilder, m *wire.Message, first, end int) {
	if len(b.Columns) >= end-first && b.Columns[0].At == m.Fields[first].Value {
		return
	}
	b.Columns = b.Columns[:0]
	for j := first; j < end; j++ {
		h := wire.ColumnHead{At: m.Fields[j].Value}
		if head, cut := m.Head(h.At); !cut {
			if k := keys.Lookup(head); k != nil {
				h.Role = k.Role
			}
		}
		if !b.SkipExtras {
			h.Name = wire.ColumnName(m.Name(j))
		}
		b.Columns = append(b.Columns, h)
	}
}
