package sections

import (
	"fragscope/decoder/keys"
	"fragscope/decoder/wire"
)

// Read reads whichever sections were asked for.
func Read(r *wire.Reader) {
	r.Colours |= wire.ColourBrackets
	if r.Peek(0) != 0 {
		if Pairs(r, Info[:], &pairsOdd) && !r.Stopped {
			r.Problem(&ProblemInfoOpen, r.Pos, 0, 0, 0)
		}
	}
	for n := 0; n < 2 && r.More() && r.Peek(0) == 0; n++ {
		readTable(r, n)
	}
}

// pairsOdd are the problems of the pairs of a reply.
var pairsOdd = PairProblems{Padded: &ProblemPadded}

// readTable reads the table of players or teams. The heads show
// which it is; without any, players come first.
func readTable(r *wire.Reader, n int) {
	counted := hasCount(r)
	l := Players[:]
	head := r.Data[min(r.Pos+1, r.End):r.End]
	if counted && len(head) > 0 {
		head = head[1:]
	}
	if w := FieldWord(head); w > 0 && w < len(head) && head[w-1] == 't' || w <= 0 && n > 0 {
		l = Teams[:]
	}
	g := r.Begin(&l[tableSection], 0)
	r.Add(&Table[0], wire.KindConst, 1, 0)
	rows := uint64(1 << 16)
	if counted {
		rows = r.Field(&Table[1])
	} else {
		r.Problem(&ProblemNoCount, r.Pos, 0, 0, 0)
	}
	first := len(r.Fields)
	for r.More() && r.Peek(0) != 0 {
		at := r.Pos
		name := r.CString(&Table[2], 0)
		r.LongName(at, name)
		r.Fields[len(r.Fields)-1].Value = uint64(columnDef(name))
	}
	heads := len(r.Fields) - first
	if r.More() {
		r.Add(&Table[3], wire.KindConst, 1, 0)
		readRows(r, l[:], rows, counted, first, heads)
	}
	r.Done(g)
}

// columnDef returns which definition the values of a column have.
func columnDef(name []byte) int {
	if k := keys.Lookup(name); k != nil && (k.Role == wire.RolePlayerName || k.Role == wire.RoleTeamName) {
		return tableName
	}
	return tableValue
}

// hasCount reports whether the byte after the marker is a count. It is
// left out when a head is there at once.
func hasCount(r *wire.Reader) bool {
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

// readRows reads the rows. A value may be empty, so only their number ends
// them; without it, a row that begins with an empty value does.
func readRows(r *wire.Reader, l wire.Layout, rows uint64, counted bool, first, heads int) {
	if heads == 0 {
		return
	}
	for n := uint64(0); n < rows && !r.Stopped && (counted || r.Peek(0) != 0); n++ {
		if !r.CStringGroup(l, tableRow, int(n), r.Fields[first:first+heads]) {
			r.Problem(&ProblemRowsMissing, r.Pos, 0, rows, n)
			return
		}
	}
}

// Info is the section of the server.
var Info = [...]wire.FieldDef{
	{Key: "info", Name: "Info section", Kind: wire.KindGroup, Role: wire.RoleSection},
	{Key: "info.pair", Name: "Pair", Kind: wire.KindGroup, Role: wire.RoleRule},
	{Key: "info.key", Name: "Key", Kind: wire.KindText, Role: wire.RoleKey, Keys: &keys.Known},
	{Key: "info.value", Name: "Value", Kind: wire.KindText, Role: wire.RoleValue},
	{Key: "info.end", Name: "End of the info section", Kind: wire.KindConst, Doc: "An empty key."},
}

// Players is the section of the players.
var Players = [...]wire.FieldDef{
	{Key: "players", Name: "Player section", Kind: wire.KindGroup, Role: wire.RoleSection},
	{Key: "players.player", Name: "Player", Kind: wire.KindGroup, Role: wire.RolePlayer,
		Doc: "A row of the table: one value a column."},
	{Key: "players.value", Name: "Value", Kind: wire.KindText, Role: wire.RolePlayerExtra, Naming: wire.NameInPacket,
		Doc: "May be empty."},
	{Key: "players.name", Name: "Name", Kind: wire.KindText, Role: wire.RolePlayerName, Naming: wire.NameInPacket},
}

// Teams is the section of the teams.
var Teams = [...]wire.FieldDef{
	{Key: "teams", Name: "Team section", Kind: wire.KindGroup, Role: wire.RoleSection},
	{Key: "teams.team", Name: "Team", Kind: wire.KindGroup, Role: wire.RoleTeam,
		Doc: "A row of the table: one value a column."},
	{Key: "teams.value", Name: "Value", Kind: wire.KindText, Role: wire.RoleTeamExtra, Naming: wire.NameInPacket,
		Doc: "May be empty."},
	{Key: "teams.name", Name: "Name", Kind: wire.KindText, Role: wire.RoleTeamName, Naming: wire.NameInPacket},
}

var (
	ProblemRowsMissing = wire.Damage("gamespy2-rows-missing",
		"The table should have {a} rows; the datagram ends after {b}.",
		"The game cuts an answer that is too long for one datagram; the players at the end are unknown.")
	ProblemNoCount = wire.Note("gamespy2-count-missing",
		"The number of rows is left out; the rows are read as far as they go.", "America's Army does so.")
	ProblemPadded = wire.Note("gamespy2-value-padded", "The value is padded with bytes 01.",
		"Halo fills up its host name so; they are no part of it.")
	ProblemInfoOpen = wire.Damage("gamespy2-info-open", "The empty key after the settings is missing.",
		"The reply is cut: later settings, and the players, are unknown.")
)

// Table is what tables of players and teams have in common.
var Table = [...]wire.FieldDef{
	{Key: "table.marker", Name: "Section marker", Kind: wire.KindConst,
		Doc: "A NUL before the table of players and of teams."},
	{Key: "table.count", Name: "Rows", Kind: wire.KindU8, Role: wire.RoleCount,
		Doc: "Number of rows; America's Army leaves it out."},
	{Key: "table.head", Name: "Column", Kind: wire.KindText,
		Doc: "Names a column of the table: player_, score_, ping_, team_t."},
	{Key: "table.head_end", Name: "End of the columns", Kind: wire.KindConst, Doc: "An empty name."},
}
