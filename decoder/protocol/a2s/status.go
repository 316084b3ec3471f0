package a2s

import "fragscope/decoder/wire"

// Status takes what a reply says. The keywords of an info reply become one rule,
// and those that count players replace the counts, which have one byte.
func Status(b *wire.StatusBuilder, m *wire.Message) {
	b.Generic(m)
	if m.Info == &rulesReply && m.Find(chunk[chunkGroup].Key, 0) >= 0 {
		addMods(b, m)
	}
	if m.Info != &infoReply {
		return
	}
	g := m.Find(keywords[wordsGroup].Key, 0)
	if g < 0 {
		return
	}
	for i, end := g+1, m.Next(g); i < end; i++ {
		if m.Fields[i].Kind != wire.KindGroup {
			continue
		}
		if k, v := m.KeyInfo(i), m.Child(i, wire.RoleValue); k != nil && v >= 0 {
			b.Set(k.Role, b.Texts.Plain(m, v))
		}
	}
	// The text of all of them, as a field of a message.
	var all struct {
		m wire.Message
		f [1]wire.Field
	}
	f := &all.f[0]
	f.Def, f.Kind, f.Offset, f.Length, f.Marks = &keywords[wordKey], wire.KindText, m.Fields[g].Offset, m.Fields[g].Length, wire.MarkSpecial
	if n := f.End(); m.Data[n-1] == 0 {
		f.Trail = 1
	}
	all.m.Data, all.m.Fields = m.Data, all.f[:]
	b.Rules = append(b.Rules, wire.Rule{Key: keywordRule, Value: b.Texts.Plain(&all.m, 0)})
}

// keywordRule is the key of the rule that the keywords become.
const keywordRule = "keywords"
