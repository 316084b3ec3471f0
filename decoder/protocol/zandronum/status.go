package zandronum

import "fragscope/decoder/wire"

// whole reads a message that is not in the form of a datagram. It is in no table:
// it follows from the datagrams whose parts it is.
var whole = wire.Protocol{ID: ID, Decode: readPlain,
	Recognise: func([]byte, *wire.Options) (wire.Direction, wire.Confidence) { return wire.Reply, wire.Certain }}

// reassemble returns the message that parts stand for, which have these places in r:
// decompressed, and joined where it is in several; nil where they say everything
// themselves, or not all are there.
func reassemble(r *wire.Revision, parts []int, _ []*wire.Message) *wire.Message {
	var b []byte
	again := len(parts) > 1
	for i, n := range parts {
		m := r.Messages[n]
		p := m.PayloadBytes()
		more, _ := unpack(nil, p, min(8*len(p), r.Unpack))
		r.Unpack -= len(more)
		again = again || len(p) > 0 && p[0] != plainMark || m.Info == &segment
		switch {
		case m.Info == &segment:
			const head = codeSize + 8
			if i == 0 {
				b = wire.AppendLE32(nil, codeInfo)
			}
			data := max(len(more)-head, 0)
			cut := len(more) < head || int(wire.LE16(more[head-4:])) != data
			if cut {
				r.AddProblem(n, &problemSegment, m.Frame.End, 0, uint64(data), 0)
			}
			if m.Reply.Packet != int32(i) || (i == len(parts)-1) != m.Reply.Final || cut && !m.Reply.Final || data == 0 ||
				int(wire.LE16(more[codeSize+2:])) != len(b)-codeSize {
				return nil
			}
			b = append(b, more[head:]...)
		case m.Info == &listReply && i > 0:
			end := len(b) - endSize
			if end < blockAt || b[end] != 0 || len(more) < blockAt {
				return nil
			}
			b = append(b[:end+1], more[blockAt:]...)
		default:
			b = more
		}
	}
	if !again {
		return nil
	}
	return whole.DecodeAs(b, wire.Options{Protocol: ID, From: wire.Reply, Link: wire.LinkNone})
}

// matchKey ties a reply to the request whose time it repeats, which a compressed one
// has no bytes of its own for.
func matchKey(m *wire.Message) wire.MatchKey {
	t := m.TopicKey()
	for i := range m.Fields {
		if f := &m.Fields[i]; (f.Def == &request[requestTime] || f.Def == &reply[0]) && f.Kind.Number() {
			t.ID = f.Value
		}
	}
	return t
}

// status takes what a reply says: a part that has no place of its own is a rule under
// the name of its field.
func status(b *wire.StatusBuilder, m *wire.Message) {
	if m.Info != &infoReply {
		return
	}
	players := len(b.PlayerList)
	b.Generic(m)
	bots, scores, colours := int64(0), int64(0), int64(0)
	for i := range m.Fields {
		f := &m.Fields[i]
		if f.Kind == wire.KindUnknown || f.Length == 0 {
			continue
		}
		switch f.Def {
		case &parts[bitTeamNames][0]:
			t := b.TeamAt(int64(f.Value))
			t.ID, t.Name = wire.Some(int64(f.Value)), wire.Some(b.Texts.Plain(m, i))
			continue
		case &parts[bitTeamScores][0]:
			b.TeamAt(scores).Score = wire.Some(f.Int())
			scores++
			continue
		case &parts[bitTeamColours][0]:
			if t := b.TeamAt(colours); !b.SkipExtras {
				t.Extra = append(t.Extra, wire.Rule{Key: "Colour", Value: b.Texts.Plain(m, i)})
			}
			colours++
			continue
		case &parts[bitMode][0]:
			if y := modes.Lookup(f.Value); y != nil {
				b.GameType = wire.Some(y.Name)
			}
		case &parts[bitPlayerList][playerBot]:
			bots += f.Int()
		}
		if key := ruleOf(f.Def); key != "" && (f.Kind != wire.KindText || f.Length > 1) {
			b.Rules = append(b.Rules, wire.Rule{Key: key, Value: b.Texts.Plain(m, i)})
		}
	}
	if len(b.PlayerList) > players {
		b.Bots = wire.Some(bots)
	}
}

// ruleOf returns the key of the rule that a field becomes, "" for none.
func ruleOf(d *wire.FieldDef) string {
	if d.Role != wire.RoleNone || d == &parts[bitFurther][0] {
		return ""
	}
	for _, prefix := range [...]string{"zandronum.info.", "zandronum.further."} {
		if len(d.Key) > len(prefix) && d.Key[:len(prefix)] == prefix {
			return d.Key[len(prefix):]
		}
	}
	return ""
}
