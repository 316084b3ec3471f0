package decoder

// GameSpy 2, the query of America's Army, SWAT 4, Halo, ARMA and others
// (protocol/gamespy2/SPEC.md). One request, one datagram back: pairs, then tables of
// players and teams. Texts end in a NUL.

var (
	gamespy2Request = [...]FieldDef{
		{Key: "gamespy2.request.signature", Name: "Signature", Kind: KindConst, Source: "protocol/gamespy2/SPEC.md#messages", Doc: "FE FD, as in all requests of GameSpy 2 to 4."},
		{Key: "gamespy2.request.type", Name: "Request type", Kind: KindU8, Symbols: &gamespy2Types, Source: "protocol/gamespy2/SPEC.md#messages"},
		{Key: "gamespy2.request.id", Name: "Request ID", Kind: KindBytes, Source: "protocol/gamespy2/SPEC.md#messages", Doc: "Any four bytes; the reply echoes them."},
		{Key: "gamespy2.request.info", Name: "Info section", Kind: KindU8, Symbols: &gamespy2Wanted, Source: "protocol/gamespy2/SPEC.md#messages"},
		{Key: "gamespy2.request.players", Name: "Player section", Kind: KindU8, Symbols: &gamespy2Wanted, Source: "protocol/gamespy2/SPEC.md#messages"},
		{Key: "gamespy2.request.teams", Name: "Team section", Kind: KindU8, Symbols: &gamespy2Wanted, Source: "protocol/gamespy2/SPEC.md#messages"},
	}
	gamespy2Header = [...]FieldDef{
		{Key: "gamespy2.reply.type", Name: "Reply type", Kind: KindU8, Symbols: &gamespy2Types, Source: "protocol/gamespy2/SPEC.md#messages"},
		{Key: "gamespy2.reply.id", Name: "Request ID", Kind: KindBytes, Source: "protocol/gamespy2/SPEC.md#messages", Doc: "The four bytes of the request."},
	}
	gamespy2Info = [...]FieldDef{
		{Key: "gamespy2.info", Name: "Info section", Kind: KindGroup, Role: RoleSection, Source: "protocol/gamespy2/SPEC.md#messages"},
		{Key: "gamespy2.info.pair", Name: "Pair", Kind: KindGroup, Role: RoleRule, Source: "protocol/gamespy2/SPEC.md#messages"},
		{Key: "gamespy2.info.key", Name: "Key", Kind: KindText, Role: RoleKey, Keys: knownKeys, Source: "protocol/gamespy2/SPEC.md#messages"},
		{Key: "gamespy2.info.value", Name: "Value", Kind: KindText, Role: RoleValue, Source: "protocol/gamespy2/SPEC.md#messages"},
		{Key: "gamespy2.info.end", Name: "End of the info section", Kind: KindConst, Source: "protocol/gamespy2/SPEC.md#messages", Doc: "An empty key."},
	}
	gamespy2Table = [...]FieldDef{
		{Key: "gamespy2.table.marker", Name: "Section marker", Kind: KindConst, Source: "protocol/gamespy2/SPEC.md#messages", Doc: "A NUL in front of the table of players and of teams."},
		{Key: "gamespy2.table.count", Name: "Rows", Kind: KindU8, Role: RoleCount, Source: "protocol/gamespy2/SPEC.md#messages", Doc: "Number of rows; America's Army leaves it out."},
		{Key: "gamespy2.table.head", Name: "Column", Kind: KindText, Source: "protocol/gamespy2/SPEC.md#messages", Doc: "Names a column of the table: player_, score_, ping_, team_t."},
		{Key: "gamespy2.table.head_end", Name: "End of the columns", Kind: KindConst, Source: "protocol/gamespy2/SPEC.md#messages", Doc: "An empty name."},
	}
	gamespy2Players = [...]FieldDef{
		{Key: "gamespy2.players", Name: "Player section", Kind: KindGroup, Role: RoleSection, Source: "protocol/gamespy2/SPEC.md#messages"},
		{Key: "gamespy2.players.player", Name: "Player", Kind: KindGroup, Role: RolePlayer, Source: "protocol/gamespy2/SPEC.md#messages", Doc: "A row of the table: one value a column."},
		{Key: "gamespy2.players.value", Name: "Value", Kind: KindText, Role: RolePlayerExtra, Naming: NameInPacket, Source: "protocol/gamespy2/SPEC.md#messages", Doc: "May be empty."},
		{Key: "gamespy2.players.name", Name: "Name", Kind: KindText, Role: RolePlayerName, Naming: NameInPacket, Source: "protocol/gamespy2/SPEC.md#messages"},
	}
	gamespy2Teams = [...]FieldDef{
		{Key: "gamespy2.teams", Name: "Team section", Kind: KindGroup, Role: RoleSection, Source: "protocol/gamespy2/SPEC.md#messages"},
		{Key: "gamespy2.teams.team", Name: "Team", Kind: KindGroup, Role: RoleTeam, Source: "protocol/gamespy2/SPEC.md#messages", Doc: "A row of the table: one value a column."},
		{Key: "gamespy2.teams.value", Name: "Value", Kind: KindText, Role: RoleTeamExtra, Naming: NameInPacket, Source: "protocol/gamespy2/SPEC.md#messages", Doc: "May be empty."},
		{Key: "gamespy2.teams.name", Name: "Name", Kind: KindText, Role: RoleTeamName, Naming: NameInPacket, Source: "protocol/gamespy2/SPEC.md#messages"},
	}
)

// Places in the layouts of the player and team sections.
const (
	tableSection = iota
	tableRow
	tableValue
	tableName
)

var gamespy2Types = Symbols{List: []Symbol{{0, "status", ""}}}

var gamespy2Wanted = Symbols{List: []Symbol{
	{0x00, "not wanted", ""},
	{0xff, "wanted", ""},
}}

// Messages.
var (
	gamespy2StatusRequest = MessageInfo{Name: "status request", Protocol: GameSpy2, Direction: Request, Doc: "Asks for any of settings, players and teams."}
	gamespy2OtherRequest  = MessageInfo{Name: "request", Protocol: GameSpy2, Direction: Request, Doc: "A request that is not three flags."}
	gamespy2StatusReply   = MessageInfo{Name: "status reply", Protocol: GameSpy2, Direction: Reply,
		Doc: "Settings, players and teams, as far as they were asked for. A GameSpy 3 server that is asked for format 00 answers in the same way."}
)

// Problems.
var (
	problemRowsMissing = ProblemInfo{
		Code: "gamespy2-rows-missing", Severity: SeverityWarning, Damage: true,
		Message: "The table should have {a} rows; the datagram ends after {b}.",
		Advice:  "The game cuts an answer that is too long for one datagram; the players at the end are unknown.",
		Source:  "protocol/gamespy2/SPEC.md",
	}
	problemNoCount = ProblemInfo{
		Code: "gamespy2-count-missing", Severity: SeverityNote,
		Message: "The number of rows is left out; the rows are read as far as they go.",
		Advice:  "America's Army does so.",
		Source:  "protocol/gamespy2/SPEC.md",
	}
	problemPadded = ProblemInfo{
		Code: "gamespy2-value-padded", Severity: SeverityNote,
		Message: "The value is padded with bytes 01.",
		Advice:  "Halo fills up its host name so; they are no part of it.",
		Source:  "protocol/gamespy2/SPEC.md",
	}
	problemInfoOpen = ProblemInfo{
		Code: "gamespy2-info-open", Severity: SeverityWarning, Damage: true,
		Message: "The datagram ends before the empty key that ends the pairs.",
		Advice:  "The reply is cut: later settings, and the players, are unknown.",
		Source:  "protocol/gamespy2/SPEC.md",
	}
)

var gamespy2Protocol = protocol{
	id: GameSpy2, title: "GameSpy 2 query", recognise: recogniseGamespy2, begins: func(c byte) bool { return c == 0 || c == 9 || c == 0xfe }, decode: decodeGamespy2,
	doc: "America's Army, SWAT 4, Halo, ARMA and others: three flags ask, one datagram answers with settings, players and teams.",
	ports: []Port{
		{Game: 1716, Offset: 1, Name: "America's Army"}, {Game: 10480, Offset: 2, Name: "SWAT 4"}, {Game: 10480, Offset: 1, Name: "SWAT 4"},
		{Game: 7777, Offset: 1, Name: "Tribes: Vengeance"}, {Number: 11138, Name: "Star Wars: Republic Commando"}, {Number: 2302, Name: "Halo, ARMA"},
		{Number: 23000, Name: "Battlefield Vietnam"}, {Number: 27888, Name: "F.E.A.R."}, {Number: 25600, Name: "Serious Sam 2"},
	},
}

func gamespy2Docs() protocolDocs {
	return protocolDocs{
		messages: []*MessageInfo{&gamespy2StatusRequest, &gamespy2OtherRequest, &gamespy2StatusReply},
		problems: []*ProblemInfo{&problemRowsMissing, &problemNoCount, &problemPadded, &problemInfoOpen},
		layouts:  []layout{gamespy2Request[:], gamespy2Header[:], gamespy2Info[:], gamespy2Table[:], gamespy2Players[:], gamespy2Teams[:]},
	}
}

func gamespy2Flags(b []byte) bool {
	for _, c := range b {
		if c != 0 && c != 0xff {
			return false
		}
	}
	return len(b) == 3
}

// recogniseGamespy2 knows a request by FE FD 00 and three flags. Replies have
// no signature: their texts must be keys and end where they should
// (wire/SPEC.md#identification, rows 2, 5 and 5b).
func recogniseGamespy2(p []byte, _ *Options) (Direction, Confidence) {
	switch {
	case len(p) < 8:
	case p[0] == 0xfe && p[1] == 0xfd:
		if len(p) == 10 && p[2] == 0 && gamespy2Flags(p[7:]) {
			return Request, Certain
		}
	case p[0] == 0 && len(p) > 14 && string(p[5:14]) == splitnum, p[0] == 0 && oddSplitnum(p[5:]):
	case p[0] == 0 && p[5] != 0:
		return Reply, gamespy2PairsConfidence(p[5:])
	case p[0] == 0:
		return Reply, gamespy2TableConfidence(p[6:])
	}
	return DirectionUnknown, Unlikely
}

// gamespy2PairsConfidence says how much b looks like pairs up to an empty key
// with nothing or a table behind.
func gamespy2PairsConfidence(b []byte) Confidence {
	known, pairs := 0, 0
	for len(b) > 0 && b[0] != 0 {
		n, plain := scanPlain(b, 0, 0)
		if n == len(b) || n > maxFieldName || !plain || b[0]|0x20 < 'a' || b[0]|0x20 > 'z' {
			return Unlikely
		}
		if known < 2 && lookupKey(b[:n]) != nil {
			known++
		}
		b = b[n+1:]
		if n, _ = scanPlain(b, 0, 0); n == len(b) {
			break
		}
		pairs++
		b = b[n+1:]
	}
	switch whole := len(b) > 0 && b[0] == 0 && (len(b) == 1 || b[1] == 0); {
	case whole && (known > 1 || known == 1 && pairs < 4):
		return Likely
	case whole && pairs > 1, known > 1:
		return Possible
	}
	return Unlikely
}

// gamespy2TableConfidence says how much b, which begins with a count, looks
// like the head of a table.
func gamespy2TableConfidence(b []byte) Confidence {
	if len(b) > 1 && !fieldFollows(b) {
		b = b[1:]
	}
	n := fieldWord(b)
	if n <= 0 || n == len(b) || !fieldName(b[:n]) {
		return Unlikely
	}
	if lookupKey(b[:n]) != nil {
		return Likely
	}
	return Possible
}

func decodeGamespy2(r *reader, dir Direction) {
	if dir == Request || dir == DirectionUnknown && r.peek(0) == 0xfe {
		r.say(&gamespy2OtherRequest)
		r.constant(&gamespy2Request[0], "\xfe\xfd")
		r.field(&gamespy2Request[1])
		r.bytes(&gamespy2Request[2], 4)
		r.read(gamespy2Request[3:])
		if !r.stopped {
			r.say(&gamespy2StatusRequest)
		}
		return
	}
	r.say(&gamespy2StatusReply)
	r.field(&gamespy2Header[0])
	r.bytes(&gamespy2Header[1], 4)
	if !r.stopped {
		r.gamespy2Sections()
	}
}

// gamespy2Sections reads whichever sections were asked for.
func (r *reader) gamespy2Sections() {
	r.colours |= ColourBrackets
	if r.peek(0) != 0 {
		r.gamespy2InfoSection()
	}
	for n := 0; n < 2 && r.more() && r.peek(0) == 0; n++ {
		r.gamespy2TableSection(n)
	}
}

// gamespy2Pairs are the fields of the pairs that plainZPairs reads.
var gamespy2Pairs = pairDefs{&gamespy2Info[1], &gamespy2Info[2], &gamespy2Info[3], nil}

func (r *reader) gamespy2InfoSection() {
	g := r.begin(&gamespy2Info[0], 0)
	for n := r.plainZPairs(&gamespy2Pairs, 0); r.more() && r.peek(0) != 0; n = r.plainZPairs(&gamespy2Pairs, n+1) {
		pair := r.begin(&gamespy2Info[1], n)
		r.ztext(&gamespy2Info[2], 0)
		at := r.pos
		value := r.ztext(&gamespy2Info[3], 0)
		if len(value) > 0 && value[len(value)-1] == 1 {
			r.problem(&problemPadded, at, len(value), 0, 0)
		}
		r.done(pair)
	}
	if r.more() {
		r.add(&gamespy2Info[4], KindConst, 1, 0)
	} else if !r.stopped {
		r.problem(&problemInfoOpen, r.pos, 0, 0, 0)
	}
	r.done(g)
}

// gamespy2TableSection reads the table of players or teams. The heads tell
// which it is; without any, players come first.
func (r *reader) gamespy2TableSection(n int) {
	counted := r.gamespy2Counted()
	l := gamespy2Players[:]
	head := r.data[min(r.pos+1, r.end):r.end]
	if counted && len(head) > 0 {
		head = head[1:]
	}
	if w := fieldWord(head); w > 0 && w < len(head) && head[w-1] == 't' || w <= 0 && n > 0 {
		l = gamespy2Teams[:]
	}
	g := r.begin(&l[tableSection], 0)
	r.add(&gamespy2Table[0], KindConst, 1, 0)
	rows := uint64(1 << 16)
	if counted {
		rows = r.field(&gamespy2Table[1])
	} else {
		r.problem(&problemNoCount, r.pos, 0, 0, 0)
	}
	first := len(r.fields)
	for r.more() && r.peek(0) != 0 {
		at := r.pos
		name := r.ztext(&gamespy2Table[2], 0)
		r.longName(at, name)
		r.fields[len(r.fields)-1].Value = uint64(gamespy2Column(name))
	}
	heads := len(r.fields) - first
	if r.more() {
		r.add(&gamespy2Table[3], KindConst, 1, 0)
		r.gamespy2Rows(l[:], rows, counted, first, heads)
	}
	r.done(g)
}

// gamespy2Column returns which definition the values of a column have.
func gamespy2Column(name []byte) int {
	if k := lookupKey(name); k != nil && (k.Role == RolePlayerName || k.Role == RoleTeamName) {
		return tableName
	}
	return tableValue
}

// gamespy2Counted reports whether the byte after the marker is a count. It is
// left out when a head stands there at once.
func (r *reader) gamespy2Counted() bool {
	b := r.rest()[1:]
	if len(b) == 0 || b[0] <= maxFieldName || !alphanumeric(b[0]) {
		return true
	}
	n := fieldWord(b)
	switch {
	case n < 0 || n == len(b):
		return true
	case lookupKey(b[:n]) != nil:
		return false
	case n > 1 && lookupKey(b[1:n]) != nil:
		return true
	}
	return fieldName(b[:n])
}

// gamespy2Rows reads the rows. A value may be empty, so only their number ends
// them; without it, a row that begins with an empty value does.
func (r *reader) gamespy2Rows(l layout, rows uint64, counted bool, first, heads int) {
	if heads == 0 {
		return
	}
	for n := uint64(0); n < rows; n++ {
		if counted {
			if n += r.plainRows(l, rows, n, first, heads); n == rows {
				return
			}
		}
		if r.stopped || !counted && r.peek(0) == 0 {
			return
		}
		g := r.begin(&l[tableRow], int(n))
		for c := range heads {
			if r.pos == r.end {
				if counted || c > 0 {
					r.problem(&problemRowsMissing, r.pos, 0, rows, n)
				}
				r.done(g)
				return
			}
			h := &r.fields[first+c]
			r.ztext(&l[h.Value], uint64(h.Offset))
		}
		r.done(g)
	}
}

func gamespy2Query(dst []byte, q *Query) ([]byte, error) {
	if q.Message != "" && q.Message != gamespy2StatusRequest.Name {
		return dst, errNoSuchRequest
	}
	sections := q.Sections
	if sections == 0 {
		sections = 7
	}
	dst = append(append(dst, 0xfe, 0xfd, 0), q.ID[:]...)
	for bit := range 3 {
		wanted := byte(0)
		if sections&(1<<bit) != 0 {
			wanted = 0xff
		}
		dst = append(dst, wanted)
	}
	return dst, nil
}

// Subjects of requests and replies.
const (
	gamespy2AboutInfo = 1 << iota
	gamespy2AboutPlayers
	gamespy2AboutTeams
)

func gamespy2Topic(m *Message) Topic {
	p, at := m.payload(), 1
	t := Topic{Alone: true}
	for i := range m.Fields {
		switch f := &m.Fields[i]; {
		case f.Def == &gamespy2Info[0], f.Def == &gamespy2Request[3] && f.Value != 0:
			t.Subjects |= gamespy2AboutInfo
		case f.Def == &gamespy2Players[0], f.Def == &gamespy2Request[4] && f.Value != 0:
			t.Subjects |= gamespy2AboutPlayers
		case f.Def == &gamespy2Teams[0], f.Def == &gamespy2Request[5] && f.Value != 0:
			t.Subjects |= gamespy2AboutTeams
		}
	}
	if m.Info.Direction == Request {
		at = 3
	}
	if len(p) >= at+4 {
		t.ID, t.HasID = readNumber(KindU32BE, p[at:]), true
	}
	return t
}
