package sections

import (
	"fragscope/decoder/internal/backslash"
	"fragscope/decoder/keys"
	"fragscope/decoder/wire"
)

// Gamespy2Sections reads whichever sections were asked for.
func Gamespy2Sections(r *wire.Reader) {
	r.Colours |= wire.ColourBrackets
	if r.Peek(0) != 0 {
		gamespy2InfoSection(r)
	}
	for n := 0; n < 2 && r.More() && r.Peek(0) == 0; n++ {
		gamespy2TableSection(r, n)
	}
}

// gamespy2Pairs are the fields of the pairs that PlainZPairs reads.
var gamespy2Pairs = backslash.PairDefs{Pair: &Gamespy2Info[1], Key: &Gamespy2Info[2], Value: &Gamespy2Info[3], Stray: nil}

func gamespy2InfoSection(r *wire.Reader) {
	g := r.Begin(&Gamespy2Info[0], 0)
	for n := PlainZPairs(r, &gamespy2Pairs, 0); r.More() && r.Peek(0) != 0; n = PlainZPairs(r, &gamespy2Pairs, n+1) {
		pair := r.Begin(&Gamespy2Info[1], n)
		Ztext(r, &Gamespy2Info[2], 0)
		at := r.Pos
		value := Ztext(r, &Gamespy2Info[3], 0)
		if len(value) > 0 && value[len(value)-1] == 1 {
			r.Problem(&ProblemPadded, at, len(value), 0, 0)
		}
		r.Done(pair)
	}
	if r.More() {
		r.Add(&Gamespy2Info[4], wire.KindConst, 1, 0)
	} else if !r.Stopped {
		r.Problem(&ProblemInfoOpen, r.Pos, 0, 0, 0)
	}
	r.Done(g)
}

// gamespy2TableSection reads the table of players or teams. The heads tell
// which it is; without any, players come first.
func gamespy2TableSection(r *wire.Reader, n int) {
	counted := gamespy2Counted(r)
	l := Gamespy2Players[:]
	head := r.Data[min(r.Pos+1, r.End):r.End]
	if counted && len(head) > 0 {
		head = head[1:]
	}
	if w := FieldWord(head); w > 0 && w < len(head) && head[w-1] == 't' || w <= 0 && n > 0 {
		l = Gamespy2Teams[:]
	}
	g := r.Begin(&l[tableSection], 0)
	r.Add(&Gamespy2Table[0], wire.KindConst, 1, 0)
	rows := uint64(1 << 16)
	if counted {
		rows = r.Field(&Gamespy2Table[1])
	} else {
		r.Problem(&ProblemNoCount, r.Pos, 0, 0, 0)
	}
	first := len(r.Fields)
	for r.More() && r.Peek(0) != 0 {
		at := r.Pos
		name := Ztext(r, &Gamespy2Table[2], 0)
		r.LongName(at, name)
		r.Fields[len(r.Fields)-1].Value = uint64(gamespy2Column(name))
	}
	heads := len(r.Fields) - first
	if r.More() {
		r.Add(&Gamespy2Table[3], wire.KindConst, 1, 0)
		gamespy2Rows(r, l[:], rows, counted, first, heads)
	}
	r.Done(g)
}

// gamespy2Column returns which definition the values of a column have.
func gamespy2Column(name []byte) int {
	if k := keys.Lookup(name); k != nil && (k.Role == wire.RolePlayerName || k.Role == wire.RoleTeamName) {
		return tableName
	}
	return tableValue
}

// gamespy2Counted reports whether the byte after the marker is a count. It is
// left out when a head stands there at once.
func gamespy2Counted(r *wire.Reader) bool {
	b := r.Rest()[1:]
	if len(b) == 0 || b[0] <= keys.MaxFieldName || !wire.Alphanumeric(b[0]) {
		return true
	}
	n := FieldWord(b)
	switch {
	case n < 0 || n == len(b):
		return true
	case keys.Lookup(b[:n]) != nil:
		return false
	case n > 1 && keys.Lookup(b[1:n]) != nil:
		return true
	}
	return FieldName(b[:n])
}

// gamespy2Rows reads the rows. A value may be empty, so only their number ends
// them; without it, a row that begins with an empty value does.
func gamespy2Rows(r *wire.Reader, l wire.Layout, rows uint64, counted bool, first, heads int) {
	if heads == 0 {
		return
	}
	for n := uint64(0); n < rows; n++ {
		if counted {
			if wire.Quick {
				n += plainRows(r, l, rows, n, first, heads)
			}
			if n == rows {
				return
			}
		}
		if r.Stopped || !counted && r.Peek(0) == 0 {
			return
		}
		g := r.Begin(&l[tableRow], int(n))
		for c := range heads {
			if r.Pos == r.End {
				if counted || c > 0 {
					r.Problem(&ProblemRowsMissing, r.Pos, 0, rows, n)
				}
				r.Done(g)
				return
			}
			h := &r.Fields[first+c]
			Ztext(r, &l[h.Value], uint64(h.Offset))
		}
		r.Done(g)
	}
}

// Gamespy2Info is the section of the server.
var Gamespy2Info = [...]wire.FieldDef{
	{Key: "info", Name: "Info section", Kind: wire.KindGroup, Role: wire.RoleSection},
	{Key: "info.pair", Name: "Pair", Kind: wire.KindGroup, Role: wire.RoleRule},
	{Key: "info.key", Name: "Key", Kind: wire.KindText, Role: wire.RoleKey, Keys: &keys.Known},
	{Key: "info.value", Name: "Value", Kind: wire.KindText, Role: wire.RoleValue},
	{Key: "info.end", Name: "End of the info section", Kind: wire.KindConst, Doc: "An empty key."},
}

// Gamespy2Players is the section of the players.
var Gamespy2Players = [...]wire.FieldDef{
	{Key: "players", Name: "Player section", Kind: wire.KindGroup, Role: wire.RoleSection},
	{Key: "players.player", Name: "Player", Kind: wire.KindGroup, Role: wire.RolePlayer, Doc: "A row of the table: one value a column."},
	{Key: "players.value", Name: "Value", Kind: wire.KindText, Role: wire.RolePlayerExtra, Naming: wire.NameInPacket, Doc: "May be empty."},
	{Key: "players.name", Name: "Name", Kind: wire.KindText, Role: wire.RolePlayerName, Naming: wire.NameInPacket},
}

// Gamespy2Teams is the section of the teams.
var Gamespy2Teams = [...]wire.FieldDef{
	{Key: "teams", Name: "Team section", Kind: wire.KindGroup, Role: wire.RoleSection},
	{Key: "teams.team", Name: "Team", Kind: wire.KindGroup, Role: wire.RoleTeam, Doc: "A row of the table: one value a column."},
	{Key: "teams.value", Name: "Value", Kind: wire.KindText, Role: wire.RoleTeamExtra, Naming: wire.NameInPacket, Doc: "May be empty."},
	{Key: "teams.name", Name: "Name", Kind: wire.KindText, Role: wire.RoleTeamName, Naming: wire.NameInPacket},
}

// plainRows reads rows n and on of rows, as long as they are whole, and returns
// how many they are. What the columns are stands in heads fields from first on.
func plainRows(r *wire.Reader, l wire.Layout, rows, n uint64, first, heads int) uint64 {
	_, at := ZeroEnds(r)
	fields, k, pos, depth, ends := r.Room(2*len(at)), 0, r.Pos, r.Depth, len(at)
	columns := r.Fields[first : first+heads]
	start := n
	for ; n < rows && len(at) >= heads; n++ {
		f := &fields[k]
		f.Def, f.Value, f.Offset, f.Length = &l[tableRow], n, uint32(pos), uint32(int(at[heads-1])+1-pos)
		f.Kind, f.Depth, f.Lead, f.Trail, f.Marks = wire.KindGroup, depth, 0, 0, 0
		for c := range columns {
			end := int(at[c])
			f = &fields[k+1+c]
			f.Def, f.Value, f.Offset, f.Length = &l[columns[c].Value], uint64(columns[c].Offset), uint32(pos), uint32(end+1-pos)
			f.Kind, f.Depth, f.Lead, f.Trail, f.Marks = wire.KindText, depth+1, 0, 1, 0
			if end > r.Ends.Odd {
				Odd(r, f, end)
			}
			pos = end + 1
		}
		k += 1 + heads
		at = at[heads:]
	}
	Took(r, ends-len(at), k, pos)
	return n - start
}

// Problems.
var (
	ProblemRowsMissing = wire.ProblemInfo{
		Code: "gamespy2-rows-missing", Severity: wire.SeverityWarning, Damage: true,
		Message: "The table should have {a} rows; the datagram ends after {b}.",
		Advice:  "The game cuts an answer that is too long for one datagram; the players at the end are unknown.",
		Source:  "protocol/gamespy2/SPEC.md",
	}
	ProblemNoCount = wire.ProblemInfo{
		Code: "gamespy2-count-missing", Severity: wire.SeverityNote,
		Message: "The number of rows is left out; the rows are read as far as they go.",
		Advice:  "America's Army does so.",
		Source:  "protocol/gamespy2/SPEC.md",
	}
	ProblemPadded = wire.ProblemInfo{
		Code: "gamespy2-value-padded", Severity: wire.SeverityNote,
		Message: "The value is padded with bytes 01.",
		Advice:  "Halo fills up its host name so; they are no part of it.",
		Source:  "protocol/gamespy2/SPEC.md",
	}
	ProblemInfoOpen = wire.ProblemInfo{
		Code: "gamespy2-info-open", Severity: wire.SeverityWarning, Damage: true,
		Message: "The datagram ends before the empty key that ends the pairs.",
		Advice:  "The reply is cut: later settings, and the players, are unknown.",
		Source:  "protocol/gamespy2/SPEC.md",
	}
)

// PlainZPairs reads pairs as long as nothing needs to be said about them but
// what their letters say. The first is number n; it returns that of the next.
func PlainZPairs(r *wire.Reader, d *backslash.PairDefs, n int) int {
	if !wire.Quick {
		return n
	}
	data, at := ZeroEnds(r)
	fields, k, pos, depth, ends := r.Room(3*len(at)/2), 0, r.Pos, r.Depth, len(at)
	steady := 0 // where a run of fields that all count begins
	for ; len(at) > 1; at = at[2:] {
		keyEnd, end := int(at[0]), int(at[1])
		if keyEnd == pos || end > r.Ends.Odd && data[end-1] == 1 { // the end of the pairs, a padded value
			break
		}
		switch c := data[pos]; {
		case (c == 's' || c == 'p') && data[pos+1]-'0' <= 9:
			// A number follows nearly always, which is no key.
			if v := data[keyEnd+1]; v-'0' > 9 && v != 0 && keys.Ut3Setting(data[pos:keyEnd]) && keys.Ut3KeyFollows(data[pos:keyEnd], data[keyEnd+1:]) {
				goto leave
			}
		case c|0x20 == 'm' && keyEnd-pos == len("mapname"):
			if wire.EqualFold(data[pos:keyEnd], "mapname") && keys.SettingsDump(data[keyEnd+1:end]) {
				goto leave
			}
		}
		if data[pos]&^1 == 'p' && wire.VolatileKey(data[pos:keyEnd]) {
			r.Ends.NoteRun(len(r.Fields)+steady, len(r.Fields)+k, true)
			steady = k + 3
		}
		f := (*[3]wire.Field)(fields[k:])
		f[0].Def, f[0].Value, f[0].Offset, f[0].Length = d.Pair, uint64(n), uint32(pos), uint32(end+1-pos)
		f[0].Kind, f[0].Depth, f[0].Lead, f[0].Trail, f[0].Marks = wire.KindGroup, depth, 0, 0, 0
		f[1].Def, f[1].Value, f[1].Offset, f[1].Length = d.Key, 0, uint32(pos), uint32(keyEnd+1-pos)
		f[1].Kind, f[1].Depth, f[1].Lead, f[1].Trail, f[1].Marks = wire.KindText, depth+1, 0, 1, 0
		f[2].Def, f[2].Value, f[2].Offset, f[2].Length = d.Value, 0, uint32(keyEnd+1), uint32(end-keyEnd)
		f[2].Kind, f[2].Depth, f[2].Lead, f[2].Trail, f[2].Marks = wire.KindText, depth+1, 0, 1, 0
		if keyEnd > r.Ends.Odd {
			Odd(r, &f[1], keyEnd)
		}
		if end > r.Ends.Odd {
			Odd(r, &f[2], end)
		}
		k += 3
		n++
		pos = end + 1
	}
leave:
	r.Ends.NoteRun(len(r.Fields)+steady, len(r.Fields)+k, true)
	Took(r, ends-len(at), k, pos)
	return n
}

// Gamespy2Table is what tables of players and teams have in common.
var Gamespy2Table = [...]wire.FieldDef{
	{Key: "table.marker", Name: "Section marker", Kind: wire.KindConst, Doc: "A NUL in front of the table of players and of teams."},
	{Key: "table.count", Name: "Rows", Kind: wire.KindU8, Role: wire.RoleCount, Doc: "Number of rows; America's Army leaves it out."},
	{Key: "table.head", Name: "Column", Kind: wire.KindText, Doc: "Names a column of the table: player_, score_, ping_, team_t."},
	{Key: "table.head_end", Name: "End of the columns", Kind: wire.KindConst, Doc: "An empty name."},
}
