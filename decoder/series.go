package decoder

import (
	"slices"

	"fragscope/decoder/wire"
)

// A seriesKey is what the replies of a server to one question have in common:
// the number that their datagrams carry, or the kind of message that is about one
// thing.
type seriesKey struct {
	protocol wire.ProtocolID
	numbered bool
	set      uint64
	info     *wire.MessageInfo
}

// A series is the replies of a server to one question, one after the other, as
// when it is polled. The last one is open: more of its datagrams may come.
type series struct {
	alone bool           // each reply is one datagram
	at    int            // place of the open reply among all, plus 1
	parts map[partID]int // its datagrams
	again map[partID]int // datagrams that repeat one of them
	rows  map[rowID]bool // rows of its lists, without numbers
}

// A partID tells the datagrams of a reply apart: by their numbers, or by what
// they say.
type partID struct {
	index   int
	payload string
}

func partIDOf(m *wire.Message, part wire.Part) partID {
	if part.Numbered {
		return partID{index: part.Index}
	}
	return partID{payload: string(m.PayloadBytes())}
}

// add puts datagram i of ms into the open reply, or begins the next with it.
func (s *series) add(replies []ReplySet, ms []*wire.Message, i int, part wire.Part) []ReplySet {
	m := ms[i]
	id := partIDOf(m, part)
	same, known := s.parts[id]
	if known && string(ms[same].PayloadBytes()) == string(m.PayloadBytes()) {
		open := &replies[s.at-1]
		open.Duplicates = append(open.Duplicates, i)
		if open.repeated == nil {
			open.repeated = map[int]int{}
		}
		open.repeated[same] = i
		if _, twice := s.again[id]; twice { // so these are of another repetition
			clear(s.again)
		}
		s.again[id] = i
		return replies
	}
	var rows []rowID
	fits := s.at > 0 && !s.alone && !known
	if !part.Numbered && !s.alone {
		rows = rowsOf(m)
		fits = fits && len(rows) > 0 && !s.mostly(rows)
	}
	if !fits {
		delete(s.again, id)
		replies = s.begin(replies, ms, m.Info.Protocol(), part)
	}
	replies[s.at-1].Datagrams = append(replies[s.at-1].Datagrams, i)
	s.take(i, id, rows)
	return replies
}

// take notes datagram i of the open reply.
func (s *series) take(i int, id partID, rows []rowID) {
	s.parts[id] = i
	for _, row := range rows {
		s.rows[row] = true
	}
}

// begin begins the next reply. Datagrams that repeated some of the one before
// are parts of it in which nothing has changed.
func (s *series) begin(replies []ReplySet, ms []*wire.Message, p wire.ProtocolID, part wire.Part) []ReplySet {
	again, before := s.again, s.at-1
	*s = series{alone: s.alone, at: len(replies) + 1, parts: map[partID]int{}, again: map[partID]int{},
		rows: map[rowID]bool{}}
	next := ReplySet{Protocol: p, Set: part.Set}
	if len(again) > 0 && !s.alone {
		for id, i := range again {
			next.Datagrams = append(next.Datagrams, i)
			var rows []rowID
			if !part.Numbered {
				rows = rowsOf(ms[i])
			}
			s.take(i, id, rows)
		}
		slices.Sort(next.Datagrams)
		old := &replies[before]
		old.Duplicates = slices.DeleteFunc(old.Duplicates, func(i int) bool {
			_, taken := slices.BinarySearch(next.Datagrams, i)
			return taken
		})
	}
	return append(replies, next)
}

// mostly reports whether most of rows are in the open reply, or the other way
// round.
func (s *series) mostly(rows []rowID) bool {
	n := 0
	for _, row := range rows {
		if s.rows[row] {
			n++
		}
	}
	return 2*n > min(len(rows), len(s.rows))
}

// A rowID is what a row of a list keeps while other things about it change.
type rowID struct {
	role wire.Role
	id   string
}

// rowsOf returns the rows of the lists in m: pairs by their keys, players by
// their numbers or else their names, servers by all that is said of them.
// Mutators are told apart by their names, since each of them is a pair with the
// same key.
func rowsOf(m *wire.Message) []rowID {
	var rows []rowID
	for i := range m.Fields {
		f := &m.Fields[i]
		if f.Kind != wire.KindGroup {
			continue
		}
		switch role := f.Def.Role; role {
		case wire.RoleServerEntry:
			rows = append(rows, rowID{role, string(m.Bytes(i))})
		case wire.RoleRule:
			id := m.Child(i, wire.RoleKey)
			if k := m.KeyInfo(i); k != nil && k.Role == wire.RoleMutator {
				role, id = wire.RoleMutator, i
			}
			rows = append(rows, rowID{role, string(m.Bytes(id))})
		case wire.RolePlayer:
			id := m.Child(i, wire.RolePlayerID)
			if id < 0 || m.Fields[id].Value == 0 {
				id = m.Child(i, wire.RolePlayerName)
			}
			rows = append(rows, rowID{role, string(m.Bytes(id))})
		}
	}
	return rows
}
