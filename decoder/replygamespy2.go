package decoder

// Replies of GameSpy 2 (protocol/gamespy2/SPEC.md), and the pairs and columns that
// GameSpy 3 has as well.

// gamespyFull is where a reply of GameSpy 2 is cut and one of GameSpy 3 goes on
// in the next datagram, in bytes (protocol/gamespy2/SPEC.md and protocol/gamespy3/SPEC.md#splitting-and-merging).
const gamespyFull = 1400

// A gamespy2Style says how a game writes its GameSpy 2 replies.
type gamespy2Style struct {
	countless bool // America's Army leaves the number of rows out
}

// gamespy2Replies answers a request with the sections that it wants. What is
// too long for a datagram is cut, as the games do.
func gamespy2Replies(r *replier, request *Message) {
	p := request.payload()
	if request.Info != &gamespy2StatusRequest || len(p) < 10 {
		r.err = ErrNoRequest
		return
	}
	if p[7]|p[8]|p[9] == 0 {
		return
	}
	style, ok := r.Game.styleOf(GameSpy2).(*gamespy2Style)
	if !ok {
		style = &gamespy2Style{}
	}
	b := append(make([]byte, 0, gamespyFull), 0)
	b = r.gamespy2Body(append(b, p[3:7]...), [3]wanted{{all: p[7] != 0}, {all: p[8] != 0}, {all: p[9] != 0}}, style)
	r.send(b[:min(len(b), gamespyFull)])
}

// gamespy2Body appends the sections that are wanted.
func (r *replier) gamespy2Body(b []byte, want [3]wanted, style *gamespy2Style) []byte {
	if want[0].any() {
		r.gamespyPairs(want[0], func(key, value string) { b = appendZ(appendZ(b, key), value) })
		b = append(b, 0)
	}
	for i, columns := range [][]column{r.Status.playerColumns(), r.Status.teamColumns()} {
		if !want[i+1].any() {
			continue
		}
		rows := 0
		b = append(b, 0)
		if len(columns) > 0 {
			rows = min(len(columns[0].values), 255)
		}
		if !style.countless {
			b = append(b, byte(rows))
		}
		for _, c := range columns {
			if want[i+1].has(c.name) {
				b = appendZ(b, c.name)
			}
		}
		b = append(b, 0)
		for n := range rows {
			for _, c := range columns {
				if want[i+1].has(c.name) {
					b = appendZ(b, c.values[n])
				}
			}
		}
	}
	return b
}

// appendZ appends a text and the NUL that ends it.
func appendZ(b []byte, s string) []byte { return append(appendReplyBytes(b, replyText(s)), 0) }

// A wanted says what of a section is asked for: all of it, or some fields by
// the numbers of GameSpy's toolkit.
type wanted struct {
	all    bool
	fields []byte
}

func (w wanted) any() bool { return w.all || len(w.fields) > 0 }

func (w wanted) has(name string) bool {
	if w.all {
		return true
	}
	for _, f := range w.fields {
		if s := gamespy3Numbers.Lookup(uint64(f)); s != nil && equalFold(s.Name, name) {
			return true
		}
	}
	return false
}

// gamespyPairs calls do with the pairs of the info section: the particulars of
// the server, then its rules.
func (r *replier) gamespyPairs(want wanted, do func(key, value string)) {
	s := r.Status
	say := func(key string, value *string) {
		if value != nil && want.has(key) {
			do(key, *value)
		}
	}
	number := func(key string, value *int64) {
		if value != nil {
			text := itoa(*value)
			say(key, &text)
		}
	}
	ut3 := r.Game.numbered
	name := s.Name
	if owner, ok := s.rule("OwningPlayerName"); ok && ut3 {
		name = &owner // what UT3 calls hostname (protocol/gamespy3/SPEC.md#keys-of-ut3)
	}
	say("hostname", name)
	number("hostport", s.GamePort)
	number("queryport", s.QueryPort)
	number("numplayers", s.count())
	number("maxplayers", s.MaxPlayers)
	keys := &keysGameSpy
	if ut3 {
		keys = &keysUT3
		if dump := s.ut3Dump(); dump != "" {
			say("mapname", &dump)
		}
	} else {
		if game := said(s.Game, r.Game.gamename); s.Game != nil || !r.Game.nameless {
			say("gamename", &game)
		}
		say("mapname", s.Map)
		say("maptitle", s.MapTitle)
		say("gametype", s.GameType)
	}
	for _, rule := range s.rules(keys) {
		role := RoleNone
		if k := lookupKey([]byte(rule.Key)); k != nil {
			role = k.Role
		}
		if rule.Key == "" || particular(role) {
			continue
		}
		if rule.Key == ut3MutatorNames || rule.Key == ut3MutatorTypes {
			rule.Value = separated(rule.Value, rule.Key == ut3MutatorTypes)
		}
		say(rule.Key, &rule.Value)
	}
	if !ut3 {
		return
	}
	if len(s.Mutators) > 0 && !s.says(RoleMutators) {
		if _, ok := s.rule(ut3Mutators); !ok {
			list := ""
			for i, m := range s.Mutators {
				if i > 0 {
					list += string(rune(fileSeparator))
				}
				list += m
			}
			say(ut3MutatorNames, &list)
		}
	}
	say(ut3MapName, s.Map)
	say(ut3GameClass, s.GameType)
	say(ut3Description, s.Name)
}

// ut3GameClass is the property that names the class of the game.
const ut3GameClass = "p1073741826"

// separated puts FS between the items of a list, and around it (protocol/gamespy3/SPEC.md#keys-without-a-value).
func separated(list string, around bool) string {
	b := make([]byte, 0, len(list)+2)
	if around && list != "" {
		b = append(b, fileSeparator)
	}
	for i := 0; i < len(list); i++ {
		if list[i] == ',' {
			b = append(b, fileSeparator)
			if i+1 < len(list) && list[i+1] == ' ' {
				i++
			}
			continue
		}
		b = append(b, list[i])
	}
	if around && list != "" {
		b = append(b, fileSeparator)
	}
	return string(b)
}

// maxDump is where the dump of all settings is cut, in bytes; UT3 cuts it too.
const maxDump = 700

// ut3Dump returns the text that UT3 sends as mapname: all settings with commas
// between; "" when they are too few to tell it from a map.
func (s *Status) ut3Dump() string {
	dump := ""
	n := 0
	add := func(key, value string) {
		if n++; len(dump) < maxDump {
			if dump != "" {
				dump += ","
			}
			dump += key + "=" + value
		}
	}
	for _, r := range s.Rules {
		add(r.Key, r.Value)
	}
	add(ut3MapName, said(s.Map, ""))
	add(ut3GameClass, said(s.GameType, ""))
	if n < 4 {
		return ""
	}
	return dump
}

// A column is a field of all players or all teams, one value a row.
type column struct {
	name   string
	values []string
}

// A table is columns in the making.
type table struct {
	columns []column
	rows    int
}

// put sets the value of a row, in a column that is made when it is the first.
func (t *table) put(row int, name, value string) {
	for i := range t.columns {
		if t.columns[i].name == name {
			t.columns[i].values[row] = value
			return
		}
	}
	c := column{name, make([]string, t.rows)}
	c.values[row] = value
	t.columns = append(t.columns, c)
}

func (t *table) number(row int, name string, value *int64) {
	if value != nil {
		t.put(row, name, itoa(*value))
	}
}

// extra puts what else a row says, under names that fields can have.
func (t *table) extra(row int, extra []Rule, ending string) {
	for _, e := range extra {
		name := e.Key + ending
		if n := fieldWord([]byte(name)); n != len(name) || !fieldName([]byte(name)) {
			continue
		}
		if k := lookupKey([]byte(name)); k != nil && k.Role != RolePlayerExtra && k.Role != RoleTeamExtra && k.Role != RoleNone {
			continue // it would be taken for something else
		}
		t.put(row, name, e.Value)
	}
}

// playerColumns returns the fields of all players.
func (s *Status) playerColumns() []column {
	t := table{rows: len(s.PlayerList)}
	for i := range s.PlayerList {
		p := &s.PlayerList[i]
		t.put(i, "player_", said(p.Name, ""))
	}
	for i := range s.PlayerList {
		p := &s.PlayerList[i]
		t.number(i, "score_", p.Score)
		t.number(i, "ping_", p.Ping)
		t.number(i, "team_", p.Team)
		t.number(i, "pid_", p.ID)
		t.extra(i, p.Extra, "_")
	}
	return t.columns
}

// teamColumns returns the fields of all teams.
func (s *Status) teamColumns() []column {
	t := table{rows: len(s.Teams)}
	for i := range s.Teams {
		m := &s.Teams[i]
		t.put(i, "team_t", said(m.Name, ""))
		t.number(i, "score_t", m.Score)
		t.extra(i, m.Extra, "_t")
	}
	return t.columns
}
