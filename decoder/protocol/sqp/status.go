package sqp

import (
	"strconv"

	"fragscope/decoder/wire"
)

// Subjects of requests and replies.
const (
	aboutChallenge = 1
	aboutChunk     = 2 // the first of them, at its bit in a request
)

// status takes what a reply says: values of other columns go to their names, and metrics
// are rules.
func status(b *wire.StatusBuilder, m *wire.Message) {
	p, t := len(b.PlayerList)-1, len(b.Teams)-1
	b.Generic(m)
	var names []string
	n, metric := 0, 0
	for i := range m.Fields {
		f := &m.Fields[i]
		if f.Flags&wire.FlagLength != 0 || f.Kind == wire.KindUnknown {
			continue
		}
		switch f.Def {
		case &players[0], &teams[0]:
			names = nil
		case &column[columnName]:
			names = append(names, wire.Clip(b.Texts.Plain(m, i), wire.MaxName))
		case &player[0]:
			p, n = p+1, 0
			continue
		case &team[0]:
			t, n = t+1, 0
			continue
		case &metrics[metricValue]:
			metric++
			b.AddRule(nil, "metric "+strconv.Itoa(metric), b.Texts.Plain(m, i))
		default:
			switch {
			case !tells(f, len(names)):
			case unnamed(player[:], f.Def):
				b.PlayerList[p].Column(b, wire.RolePlayerExtra, names[n], b.Texts.Plain(m, i), false)
			case unnamed(team[:], f.Def):
				b.Teams[t].Column(b, wire.RoleTeamExtra, names[n], b.Texts.Plain(m, i), false)
			}
		}
		n++
	}
}

// unnamed reports whether d is that of a value in a column with a name of its own.
func unnamed(row wire.Layout, d *wire.FieldDef) bool {
	for i := len(row) - valueDefs; i < len(row); i++ {
		if d == &row[i] {
			return true
		}
	}
	return false
}

// tells reports whether a value is something and not all of a row in one byte, where the name
// of its column would be many times as long.
func tells(f *wire.Field, columns int) bool {
	return f.Length > 0 && (columns > 1 || f.Kind != wire.KindU8)
}

// matchKey ties replies to requests by the token and the chunks. A part may have any.
func matchKey(m *wire.Message) wire.MatchKey {
	if m.Info == &challengeRequest || m.Info == &challengeReply {
		return wire.MatchKey{Subjects: aboutChallenge, SingleDatagram: true, Challenge: true}
	}
	t := m.TopicKey()
	t.Subjects, t.SingleDatagram = m.Reply.Subjects, m.Info != &partReply
	if i := m.Find(request[requestChunks].Key, 0); i >= 0 {
		t.Subjects = uint32(m.Fields[i].Value) * aboutChunk
	}
	if t.Subjects == 0 {
		t.Subjects = uint32(chunks.Known()) * aboutChunk
	}
	return t
}

func part(m *wire.Message) wire.Part {
	s := &m.Reply
	return wire.Part{Set: s.Set, Index: int(s.Packet), Last: s.Final, More: s.Numbered && !s.Final, Numbered: s.Numbered}
}

// merge reads as teams what looks like players, where only teams were requested.
func merge(r *wire.Revision, parts []int, asked []*wire.Message) {
	for _, i := range parts {
		for _, q := range asked {
			k := q.Find(request[requestChunks].Key, 0)
			if k >= 0 && q.Fields[k].Value&(chunkPlayers|chunkTeams) == chunkTeams &&
				string(token(q)) == string(token(r.Messages[i])) && r.Messages[i].Find(players[0].Key, 0) >= 0 {
				turn(r.Messages[i], r.Fields(i))
			}
		}
	}
}

func token(m *wire.Message) []byte { return m.Bytes(m.Find(head[1].Key, 0)) }

// turn makes players teams.
func turn(m *wire.Message, fields []wire.Field) {
	var names [][]byte
	row, n := 0, 0
	for i := range fields {
		f := &fields[i]
		for k := range players {
			if f.Def == &players[k] {
				f.Def = &teams[k]
			}
		}
		switch {
		case f.Depth == 0: // another chunk
			names, row = nil, 0
		case f.Def == &column[columnName] && f.Flags&wire.FlagLength == 0:
			names = append(names, m.Bytes(i))
		case f.Def == &player[0]:
			f.Def, row, n = &team[0], int(f.Depth)+1, 0
		case row > 0 && int(f.Depth) == row && n < len(names):
			k := f.Kind
			if f.Flags&wire.FlagLength != 0 {
				k = wire.KindText
			}
			f.Def = defOf(team[:], columnOf(team[:], names[n]), k)
			if f.Flags&wire.FlagLength == 0 {
				n++
			}
		}
	}
}

// reassemble joins the parts of a reply, which have these places in r, and decodes it;
// nil when they are not all there.
func reassemble(r *wire.Revision, parts []int, _ []*wire.Message) *wire.Message {
	var b []byte
	for i, n := range parts {
		m, p := r.Messages[n], part(r.Messages[n])
		at := m.Find(response[responsePart].Key, 0)
		if m.Info != &partReply || p.Index != i || p.Last != (i == len(parts)-1) || at < 0 {
			return nil
		}
		if i == 0 {
			b = append(b, m.PayloadBytes()[:headSize]...)
		}
		b = append(b, m.Bytes(at)...)
	}
	if len(b) < headSize || len(b)-headSize > 1<<16-1 {
		return nil
	}
	size := len(b) - headSize
	b[packetAt], b[packetAt+1], b[lengthAt], b[lengthAt+1] = 0, 0, byte(size>>8), byte(size)
	whole := wire.Protocol{ID: ID, Recognise: recognise, Decode: decode} // Protocol itself refers to reassemble
	return whole.DecodeAs(b, wire.Options{Protocol: ID, From: wire.Reply, Link: wire.LinkNone})
}
