package decoder

// What GameSpy v1 datagrams say about a server, how they belong together, and
// how they are asked for.

// gamespy1Part finds the query id and the mark of the last datagram
// (protocol/gamespy1/SPEC.md#query-ids). Index is -1 for the packet 0 that Unreal sends when it
// has no player to list. A datagram that has no query id but the mark is an
// answer of its own.
func gamespy1Part(m *Message) Part {
	g := &m.standing
	switch {
	case g.numbered:
		return Part{Set: g.set, Index: int(g.packet) - 1, Last: g.final, Numbered: true}
	case g.final:
		return Part{Set: unnumberedSet | fnv(m.payload()), Last: true, Numbered: true}
	}
	return Part{Set: g.set}
}

// unnumberedSet is the bit of the sets of answers without a query id.
const unnumberedSet = 1 << 63

// gamespy1Topic says which of basic, info, rules, players and so on is asked
// for or told.
func gamespy1Topic(m *Message) Topic {
	has := contents(m.standing.subjects)
	proof := has&hasValidate != 0
	if m.Info.Direction == Request {
		for i := range m.Fields {
			if f := &m.Fields[i]; f.Def.Role == RoleKey {
				has |= asksFor(m.Data[int(f.Offset)+1 : f.End()])
			}
		}
		proof = has&hasValidate != 0
	} else if has&^hasEnd == 0 {
		has = 1<<16 - 1 // the end of any answer
	}
	return Topic{Subjects: uint32(has &^ hasEnd), Proof: proof}
}

// asksFor returns what the item key of a request asks for.
func asksFor(key []byte) contents {
	switch string(key) {
	case "basic":
		return hasBasic | hasOther
	case "info":
		return hasInfo
	case "rules":
		return hasRules
	case "players":
		return hasPlayers
	case "status":
		return hasBasic | hasInfo | hasRules | hasPlayers
	case "teams":
		return hasTeams
	case "echo":
		return hasEcho
	case "secure":
		return hasValidate
	}
	return hasOther
}

// fnv is the FNV-1a hash of b.
func fnv(b []byte) uint64 {
	h := uint64(14695981039346656037)
	for _, c := range b {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return h
}

// gamespy1Status takes the pairs of a reply: keys with a number belong to
// players and teams, the others are the server's.
func gamespy1Status(b *statusBuilder, m *Message) {
	has, frags := contents(m.standing.subjects), m.standing.traits&traitFrags != 0
	teams := m.standing.traits&traitSizes != 0 && has&hasPlayers == 0
	title, file := "", ""
	for i := range m.Fields {
		if f := &m.Fields[i]; f.Kind != KindGroup || f.Def != &gamespy1Pair {
			continue
		}
		k, v := i+1, i+2
		if v >= len(m.Fields) || m.Fields[k].Def != &gamespy1PairKey || m.Fields[v].Def != &gamespy1PairValue {
			if k, v = m.child(i, RoleKey), m.child(i, RoleValue); k < 0 || v < 0 {
				continue
			}
		}
		key, value := m.pairText(k), m.pairText(v)
		switch c, n := classify([]byte(key)); c {
		case classEcho, classSecure, classValidate:
		case classPlayer, classPlayerPart, classPing, classScore, classTeam, classTeamPart, classIndexed:
			b.indexed(c, n, key, value, frags, teams, has)
		default:
			switch key {
			case "mapname":
				title = value
			case "mapfilename":
				file = value
			}
			if value == "" {
				if k := findKey([]byte(key)); k != nil && k.Role != RoleNone {
					continue // a name that was sent empty is as unknown as one that was not sent
				}
			}
			b.rule(gamespy1PairKey.Keys, key, value)
		}
	}
	if file != "" { // Unreal 227: mapname is the title
		b.Map = &file
		if b.MapTitle == nil && title != "" {
			b.MapTitle = &title
		}
	}
}

// indexed takes a pair whose key ends in _N. teams says that the reply lists
// teams and no players, frags that the score of a player is called so.
func (b *statusBuilder) indexed(c keyClass, n int64, key, value string, frags, teams bool, has contents) {
	base := indexBase(key)
	_, player := b.players.of(n)
	switch {
	case c == classTeamPart, c == classTeam && !player && has&hasPlayers == 0 && !numeric([]byte(value)), teams && !player:
		t := b.teamAt(n)
		t.ID = b.values.number(n)
		role := RoleTeamExtra
		switch base {
		case "team", "teamname":
			role = RoleTeamName
		case "score":
			role = RoleTeamScore
		case "size":
			role = RoleTeamSize
		}
		switch {
		case role == RoleTeamExtra:
			if !b.brief {
				t.Extra = setExtra(t.Extra, base, value)
			}
		case value != "":
			t.set(&b.values, role, value)
		}
		return
	case c == classIndexed && !player:
		b.rule(gamespy1PairKey.Keys, key, value)
		return
	}
	p := b.playerAt(n)
	p.ID = b.values.number(n)
	role := RolePlayerExtra
	switch {
	case c == classPlayer:
		role = RolePlayerName
	case c == classPing:
		role = RolePlayerPing
	case c == classTeam:
		role = RolePlayerTeam
	case base == "frags", base == "score" && !frags:
		role = RolePlayerScore
	}
	switch {
	case role == RolePlayerExtra:
		if !b.brief {
			p.Extra = setExtra(p.Extra, base, value)
		}
	case value != "":
		p.set(&b.values, role, value)
	}
}

// setExtra sets key to value: the last one counts, its place is that of the
// first. No game sends dozens of keys a player: beyond that they are only kept,
// so that a hostile reply costs no time.
func setExtra(extra []Rule, key, value string) []Rule {
	for i := range min(len(extra), 64) {
		if extra[i].Key == key {
			extra[i].Value = value
			return extra
		}
	}
	return append(extra, Rule{key, value})
}

// indexBase returns a key without the _N or _tN at its end.
func indexBase[T []byte | string](key T) T {
	i := len(key)
	for i > 0 && key[i-1] >= '0' && key[i-1] <= '9' {
		i--
	}
	if i == len(key) {
		return key
	}
	if i > 2 && key[i-1] == 't' && key[i-2] == '_' {
		return key[:i-2]
	}
	if i > 1 && key[i-1] == '_' {
		return key[:i-1]
	}
	return key
}

// pairText is plain for a key or value, with the line breaks of a page taken
// out.
func (m *Message) pairText(i int) string {
	f := &m.Fields[i]
	from := int(f.Offset) + int(f.Lead)
	if f.Kind != KindText || f.Marks&MarkSpecial == 0 || indexByte(m.Data[from:f.End()], '\n') < 0 {
		return m.plain(i)
	}
	text := unwrap(nil, m.Data, from, f.End())
	t := Message{Data: text, Colours: m.Colours, Fields: []Field{{Def: f.Def, Kind: KindText, Length: uint32(len(text)), Marks: MarkSpecial}}}
	return t.plain(0)
}

// gamespy1Items are the requests for one item.
var gamespy1Items = [...]struct {
	info *MessageInfo
	item string
}{
	{&gamespy1StatusRequest, "status"},
	{&gamespy1BasicRequest, "basic"},
	{&gamespy1InfoRequest, "info"},
	{&gamespy1RulesRequest, "rules"},
	{&gamespy1PlayersRequest, "players"},
	{&gamespy1TeamsRequest, "teams"},
	{&gamespy1EchoRequest, "echo"},
	{&gamespy1SecureRequest, "secure"},
	{&gamespy1PropertyRequest, "level_property"},
	{&gamespy1PropertyRequest, "game_property"},
	{&gamespy1PropertyRequest, "player_property"},
}

// itemRequest returns the request that a single item is.
func itemRequest(key []byte) *MessageInfo {
	for i := range gamespy1Items {
		if gamespy1Items[i].item == string(key) {
			return gamespy1Items[i].info
		}
	}
	return &gamespy1OtherRequest
}

// gamespy1Query builds a request: the items one after the other.
func gamespy1Query(dst []byte, q *Query) ([]byte, error) {
	if hasBackslash(q.Text) {
		return dst, QueryError("a backslash in the text would end it")
	}
	items := q.Items
	if len(items) == 0 && q.Message == gamespy1CombinedRequest.Name {
		items = []string{"basic", "info", "rules"}
	}
	for i := range gamespy1Items {
		if g := &gamespy1Items[i]; len(items) == 0 && (q.Message == "" || q.Message == g.info.Name) {
			items = []string{g.item}
		}
	}
	if len(items) == 0 {
		return dst, errNoSuchRequest
	}
	start := len(dst)
	for _, item := range items {
		if item == "" || hasBackslash(item) {
			return dst[:start], QueryError("an item is a word without backslashes")
		}
		dst = appendStrings(dst, "\\", item, "\\")
		c := commandOf([]byte(item))
		if c == commandPlain {
			continue
		}
		if c != commandNone && q.Text == "" {
			return dst[:start], QueryError("item " + item + " needs a text")
		}
		dst = append(dst, q.Text...)
		if c == commandProperty {
			dst = append(dst, '\\')
		}
	}
	return dst, nil
}

// appendStrings appends each of parts.
func appendStrings(dst []byte, parts ...string) []byte {
	for _, p := range parts {
		dst = append(dst, p...)
	}
	return dst
}

func hasBackslash(s string) bool {
	for i := range len(s) {
		if s[i] == '\\' {
			return true
		}
	}
	return false
}
