package sections

import (
	"strconv"

	"fragscope/decoder/answer"
	"fragscope/decoder/keys"
	"fragscope/decoder/wire"
)

// Full is where a reply of GameSpy 2 is cut and one of GameSpy 3
// continues in the next datagram, in bytes (protocol/gamespy2/SPEC.md and
// protocol/gamespy3/SPEC.md#splitting-and-merging).
const Full = 1400

// A Style says how a game writes its GameSpy 2 replies.
type Style struct {
	Countless bool // America's Army omits the number of rows
}

// AppendBody appends the sections that are wanted.
func AppendBody(r *answer.Writer, b []byte, want [3]Wanted, style Style) []byte {
	if want[0].Any() {
		EachPair(r, want[0], func(key, value string) { b = AppendZ(AppendZ(b, key), value) })
		b = append(b, 0)
	}
	for i, columns := range [][]Column{PlayerColumns(r.Status), TeamColumns(r.Status)} {
		if !want[i+1].Any() {
			continue
		}
		rows := 0
		b = append(b, 0)
		if len(columns) > 0 {
			rows = min(len(columns[0].Values), 255)
		}
		if !style.Countless {
			b = append(b, byte(rows))
		}
		for _, c := range columns {
			if want[i+1].Has(c.Name) {
				b = AppendZ(b, c.Name)
			}
		}
		b = append(b, 0)
		for n := range rows {
			for _, c := range columns {
				if want[i+1].Has(c.Name) {
					b = AppendZ(b, c.Values[n])
				}
			}
		}
	}
	return b
}

// AppendZ appends a text and the NUL that ends it.
func AppendZ(b []byte, s string) []byte {
	return append(answer.AppendReplyBytes(b, answer.ReplyText(s)), 0)
}

// A Wanted says what of a section is requested: all of it, or some fields by
// the numbers of GameSpy's toolkit.
type Wanted struct {
	All    bool
	Fields []byte
}

// Any reports whether something of the section is wanted.
func (w Wanted) Any() bool { return w.All || len(w.Fields) > 0 }

// Has reports whether a column is wanted.
func (w Wanted) Has(name string) bool {
	if w.All {
		return true
	}
	for _, f := range w.Fields {
		if s := FieldNumbers.Lookup(uint64(f)); s != nil && wire.EqualFold(s.Name, name) {
			return true
		}
	}
	return false
}

// EachPair calls do with the pairs of the info section: the typed values of
// the server, then its rules.
func EachPair(r *answer.Writer, want Wanted, do func(key, value string)) {
	s := r.Status
	say := func(key string, value wire.Opt[string]) {
		if value.Known && want.Has(key) {
			do(key, value.Value)
		}
	}
	number := func(key string, value wire.Opt[int64]) {
		if value.Known {
			say(key, wire.Some(strconv.FormatInt(value.Value, 10)))
		}
	}
	ut3 := r.Game.Numbered
	name := s.Name
	if owner, ok := answer.StatusRule(s, "OwningPlayerName"); ok && ut3 {
		name = wire.Some(owner) // what UT3 calls hostname (protocol/gamespy3/SPEC.md#keys-of-ut3)
	}
	say("hostname", name)
	number("hostport", s.GamePort)
	number("queryport", s.QueryPort)
	number("numplayers", answer.PlayerCount(s))
	number("maxplayers", s.MaxPlayers)
	names := r.Game.Keys
	if ut3 {
		if dump := settingsDump(s); dump != "" {
			say("mapname", wire.Some(dump))
		}
	} else {
		if game := s.Game.Or(r.Game.Gamename); s.Game.Known || !r.Game.Nameless {
			say("gamename", wire.Some(game))
		}
		say("mapname", s.Map)
		say("maptitle", s.MapTitle)
		say("gametype", s.GameType)
	}
	for _, rule := range answer.StatusRules(s, names) {
		role := wire.RoleNone
		if k := keys.Lookup([]byte(rule.Key)); k != nil {
			role = k.Role
		}
		if rule.Key == "" || wire.Particular(role) {
			continue
		}
		if rule.Key == keys.MutatorNamesProperty || rule.Key == keys.MutatorTypesProperty {
			rule.Value = separated(rule.Value, rule.Key == keys.MutatorTypesProperty)
		}
		say(rule.Key, wire.Some(rule.Value))
	}
	if !ut3 {
		return
	}
	if len(s.Mutators) > 0 && !names.HasRole(s, wire.RoleMutators) {
		if _, ok := answer.StatusRule(s, keys.MutatorsProperty); !ok {
			list := ""
			for i, m := range s.Mutators {
				if i > 0 {
					list += string(rune(wire.FileSeparator))
				}
				list += m
			}
			say(keys.MutatorNamesProperty, wire.Some(list))
		}
	}
	say(keys.MapProperty, s.Map)
	say(keys.GameClassProperty, s.GameType)
	say(keys.DescriptionProperty, s.Name)
}

// separated puts FS between the items of a list, and around it (protocol/gamespy3/SPEC.md#keys-without-a-value).
func separated(list string, around bool) string {
	b := make([]byte, 0, len(list)+2)
	if around && list != "" {
		b = append(b, wire.FileSeparator)
	}
	for i := 0; i < len(list); i++ {
		if list[i] == ',' {
			b = append(b, wire.FileSeparator)
			if i+1 < len(list) && list[i+1] == ' ' {
				i++
			}
			continue
		}
		b = append(b, list[i])
	}
	if around && list != "" {
		b = append(b, wire.FileSeparator)
	}
	return string(b)
}

// maxDump is where the dump of all settings is cut, in bytes; UT3 cuts it too.
const maxDump = 700

// settingsDump returns the text that UT3 sends as mapname: all settings separated by
// commas; "" when they are too few to distinguish it from a map.
func settingsDump(s *wire.Status) string {
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
	add(keys.MapProperty, s.Map.Value)
	add(keys.GameClassProperty, s.GameType.Value)
	if n < 4 {
		return ""
	}
	return dump
}

// A Column is a field of all players or all teams, one value a row.
type Column struct {
	Name   string
	Values []string
}

// A table is a list of columns under construction.
type table struct {
	columns []Column
	rows    int
}

// put sets the value of a row, in a column that is made when it is the first.
func (t *table) put(row int, name, value string) {
	for i := range t.columns {
		if t.columns[i].Name == name {
			t.columns[i].Values[row] = value
			return
		}
	}
	c := Column{name, make([]string, t.rows)}
	c.Values[row] = value
	t.columns = append(t.columns, c)
}

func (t *table) number(row int, name string, value wire.Opt[int64]) {
	if value.Known {
		t.put(row, name, strconv.FormatInt(value.Value, 10))
	}
}

// extra adds the other values of a row, under names that fields can have.
func (t *table) extra(row int, extra []wire.Rule, ending string) {
	for _, e := range extra {
		name := e.Key + ending
		if n := FieldWord([]byte(name)); n != len(name) || !FieldName([]byte(name)) {
			continue
		}
		if k := keys.Lookup([]byte(name)); k != nil && k.Role != wire.RolePlayerExtra && k.Role != wire.RoleTeamExtra &&
			k.Role != wire.RoleNone {
			continue // it would be read as something else
		}
		t.put(row, name, e.Value)
	}
}

// PlayerColumns returns the fields of all players.
func PlayerColumns(s *wire.Status) []Column {
	t := table{rows: len(s.PlayerList)}
	for i := range s.PlayerList {
		p := &s.PlayerList[i]
		t.put(i, "player_", p.Name.Value)
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

// TeamColumns returns the fields of all teams.
func TeamColumns(s *wire.Status) []Column {
	t := table{rows: len(s.Teams)}
	for i := range s.Teams {
		m := &s.Teams[i]
		t.put(i, "team_t", m.Name.Value)
		t.number(i, "score_t", m.Score)
		t.extra(i, m.Extra, "_t")
	}
	return t.columns
}

// Said reports whether a column has any value.
func (c *Column) Said() bool {
	for _, v := range c.Values {
		if v != "" {
			return true
		}
	}
	return false
}

var (
	Keys         = answer.RuleKeys{Version: "gamever", Password: "password", Yes: "1", No: "0", Mutators: "mutators"}
	NumberedKeys = answer.RuleKeys{Version: "EngineVersion", Password: "s7", Yes: "1", No: "0"}
)
