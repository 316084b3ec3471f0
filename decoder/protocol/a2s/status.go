package a2s

import "fragscope/decoder/wire"

// Status takes what a reply says. The keywords of an info reply become one rule;
// those that count players replace the counts, which have one byte, where that
// is too small.
func Status(b *wire.StatusBuilder, m *wire.Message) {
	first := len(b.PlayerList)
	b.Generic(m)
	switch m.Info {
	case &rulesReply:
		if m.Find(chunk[chunkGroup].Key, 0) >= 0 {
			addMods(b, m)
		}
	case &playersReply:
		addShip(b.PlayerList[first:], m, b.SkipExtras)
	case &infoReply:
		b.GameTitle = titleOf(m)
		addKeywords(b, m)
	}
}

// titleOf returns the name of the game that an info reply has the number of.
func titleOf(m *wire.Message) wire.Opt[string] {
	for _, d := range []*wire.FieldDef{&info[infoGameID], &info[infoAppID]} {
		if i := m.Find(d.Key, 0); i >= 0 && m.Fields[i].Kind.Number() {
			if y := appIDs.Lookup(m.Fields[i].Value & 0xffffff); y != nil {
				return wire.Some(y.Name)
			}
		}
	}
	return wire.Opt[string]{}
}

// addShip adds what follows the players of The Ship to those in list.
func addShip(list []wire.Player, m *wire.Message, brief bool) {
	n := -1
	for i := range m.Fields {
		switch f := &m.Fields[i]; f.Def {
		case &players[shipGroup]:
			n++
		case &players[shipDeaths], &players[shipMoney]:
			if n >= 0 && n < len(list) && !brief && f.Kind.Number() {
				list[n].Extra = append(list[n].Extra, wire.Rule{Key: f.Def.Name, Value: m.Plain(i)})
			}
		}
	}
}

// keywordRule is the key of the rule that the keywords become.
const keywordRule = "keywords"

// steamVersion is what games send that do not tell Steam their version.
const steamVersion = "1.0.0.0"

func addKeywords(b *wire.StatusBuilder, m *wire.Message) {
	g := m.Find(keywords[wordsGroup].Key, 0)
	if g < 0 {
		return
	}
	var players, slots string
	for i, end := g+1, m.Next(g); i < end; i++ {
		if m.Fields[i].Kind != wire.KindGroup {
			continue
		}
		k, v := m.KeyInfo(i), m.Child(i, wire.RoleValue)
		if k == nil || v < 0 {
			continue
		}
		switch k.Role {
		case wire.RolePlayers:
			players = b.Texts.Plain(m, v)
		case wire.RoleMaxPlayers:
			slots = b.Texts.Plain(m, v)
		case wire.RoleVersion:
			if b.Version.Value == steamVersion || b.Version.Value == "" {
				b.Set(k.Role, b.Texts.Plain(m, v))
			}
		}
	}
	const most = 255 // of a byte
	if n, ok := wire.ParseWhole(slots); ok && n > most || b.MaxPlayers.Value == most {
		b.Set(wire.RoleMaxPlayers, slots)
		b.Set(wire.RolePlayers, players)
	}
	// The text of all of them, as a field of a message.
	var all struct {
		m wire.Message
		f [1]wire.Field
	}
	f := &all.f[0]
	f.Def, f.Kind, f.Offset, f.Length, f.Flags = &keywords[wordKey], wire.KindText, m.Fields[g].Offset, m.Fields[g].Length,
		wire.FlagSpecial
	if n := f.End(); m.Data[n-1] == 0 {
		f.Trail = 1
	}
	all.m.Data, all.m.Fields = m.Data, all.f[:]
	b.Rules = append(b.Rules, wire.Rule{Key: keywordRule, Value: b.Texts.Plain(&all.m, 0)})
}
