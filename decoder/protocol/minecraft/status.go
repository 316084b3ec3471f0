package minecraft

import (
	"bytes"
	"unicode/utf8"

	"fragscope/decoder/wire"
)

// Status takes what the JSON of a reply says by the path of each value. Values
// at the top without a typed place are rules, but for the icon.
func Status(b *wire.StatusBuilder, m *wire.Message) {
	if m.Info == &legacyReply {
		legacyStatus(b, m)
		return
	} else if m.Info != &statusReply {
		return
	}
	b.Any = true
	var path [wire.MaxDepth + 1][]byte // the key of the member at each depth, empty for an item
	var one scratch
	motd, described := one.text[:0], false
	for i := range m.Fields {
		f := &m.Fields[i]
		depth := int(f.Depth)
		if f.Kind == wire.KindGroup {
			if path[depth] = nil; f.Def == &document[docMember] {
				if k := m.Child(i, wire.RoleKey); k >= 0 {
					path[depth] = content(m, k)
				}
			}
			if f.Def == &document[docItem] && depth > top+1 && string(path[depth-1]) == "sample" &&
				string(path[top]) == "players" {
				b.PlayerList = append(b.PlayerList, wire.Player{})
			}
			continue
		}
		if f.Def.Role != wire.RoleValue || depth <= top {
			continue
		}
		key, text := path[depth-1], f.Def == &document[docText]
		switch first := string(path[top]); {
		case first == "description":
			described = true
			switch string(key) {
			case "text", "translate", "description", "extra":
				if text {
					motd = unescape(motd, content(m, i))
				}
			}
		case first == "version" && string(key) == "name":
			b.Version = wire.Some(plain(b, m, i))
		case first == "players" && depth == top+2 && string(key) == "max":
			setNumber(&b.MaxPlayers, f)
		case first == "players" && depth == top+2 && string(key) == "online":
			setNumber(&b.Players, f)
		case first == "players" && len(b.PlayerList) > 0 && text:
			p := &b.PlayerList[len(b.PlayerList)-1]
			if string(key) == "name" {
				p.Name = wire.Some(plain(b, m, i))
			} else if string(key) == "id" && !b.SkipExtras {
				p.Extra = append(p.Extra, wire.Rule{Key: "UUID", Value: plain(b, m, i)})
			}
		case first == "version" && string(key) == "protocol", depth == top+1 && first != "favicon":
			b.Rules = append(b.Rules, wire.Rule{Key: name(key), Value: plain(b, m, i)})
		}
	}
	if described {
		b.Name = wire.Some(one.shown(b, m, motd))
	}
}

// top is the depth of the members of the status: inside the packet and the document.
const top = 2

func setNumber(to *wire.Opt[int64], f *wire.Field) {
	if f.Kind == wire.KindDecimal {
		*to = wire.Some(f.Int())
	}
}

// content returns the bytes of text i without what is around it.
func content(m *wire.Message, i int) []byte {
	f := &m.Fields[i]
	return m.Data[int(f.Offset)+int(f.Lead) : f.End()-int(f.Trail)]
}

// name returns a key as text, one that is known without a copy.
func name(key []byte) string {
	if k := known.Find(key); k != nil && k.Key == string(key) {
		return k.Key
	}
	return string(key)
}

// plain returns value i as displayed.
func plain(b *wire.StatusBuilder, m *wire.Message, i int) string {
	if bytes.IndexByte(content(m, i), '\\') < 0 {
		return b.Texts.Plain(m, i)
	}
	var one scratch
	return one.shown(b, m, unescape(one.text[:0], content(m, i)))
}

// A scratch is a message with one text, and memory for it.
type scratch struct {
	m    wire.Message
	f    [1]wire.Field
	text [256]byte
}

// shown returns text as displayed in m, colour codes out.
func (s *scratch) shown(b *wire.StatusBuilder, m *wire.Message, text []byte) string {
	s.f[0] = wire.Field{Def: &document[docText], Kind: wire.KindText, Length: uint32(len(text)), Flags: wire.FlagSpecial}
	s.m.Data, s.m.Colours, s.m.Fields = text, m.Colours, s.f[:]
	return b.Texts.Plain(&s.m, 0)
}

// unescape appends the text of JSON.
func unescape(dst, b []byte) []byte {
	for i := 0; i < len(b); i++ {
		if b[i] != '\\' || i+1 == len(b) {
			dst = append(dst, b[i])
			continue
		}
		i++
		switch c := b[i]; c {
		case 'n', 'r', 't', 'b', 'f':
			dst = append(dst, ' ')
		case 'u':
			u, ok := unit(b[i+1:])
			if !ok {
				continue
			}
			i += 4
			if u >= 0xd800 && u < 0xdc00 && len(b) > i+2 && b[i+1] == '\\' && b[i+2] == 'u' {
				if low, ok := unit(b[i+3:]); ok && low >= 0xdc00 && low < 0xe000 {
					u = 0x10000 + (u-0xd800)<<10 + (low - 0xdc00)
					i += 6
				}
			}
			dst = utf8.AppendRune(dst, u) // a lone surrogate becomes U+FFFD
		default:
			dst = append(dst, c)
		}
	}
	return dst
}

// unit reads the four hexadecimal digits at the start of b.
func unit(b []byte) (u rune, ok bool) {
	for i := range 4 {
		if i == len(b) {
			return 0, false
		}
		v := wire.HexDigit(int(b[i]))
		if v < 0 {
			return 0, false
		}
		u = u<<4 | rune(v)
	}
	return u, true
}
