package decoder

// What clients ask of the masters of UT2003 and UT2004, and the list that they
// get (protocol/unrealmaster/SPEC.md#client-commands and protocol/unrealmaster/SPEC.md#binary-list-reply): the number of servers, then a message for
// each server.

var (
	epicListGroup = FieldDef{Key: "unreal-master.list", Name: "List request message", Kind: KindGroup, Source: "protocol/unrealmaster/SPEC.md#client-commands"}
	epicCommand   = FieldDef{Key: "unreal-master.command", Name: "Command", Kind: KindU8, Symbols: &epicCommands, Source: "protocol/unrealmaster/SPEC.md#client-commands"}
	epicFilters   = FieldDef{Key: "unreal-master.list.filters", Name: "Filters", Kind: KindU8, Role: RoleCount, Source: "protocol/unrealmaster/SPEC.md#client-commands"}
	epicFilter    = FieldDef{Key: "unreal-master.list.filter", Name: "Filter", Kind: KindGroup, Role: RoleRule, Source: "protocol/unrealmaster/SPEC.md#client-commands", Doc: "Only servers that pass every filter are listed."}
	epicFilterOne = [...]FieldDef{
		{Key: "unreal-master.list.filter.key", Name: "Key", Kind: KindText, Role: RoleKey, Keys: knownKeys, Source: "protocol/unrealmaster/SPEC.md#client-commands",
			Doc: "gametype, currentplayers, freespace, password, standard, stats, nobots, weaponstay, transloc, mutator, map."},
		{Key: "unreal-master.list.filter.value", Name: "Value", Kind: KindText, Role: RoleValue, Source: "protocol/unrealmaster/SPEC.md#client-commands"},
		{Key: "unreal-master.list.filter.operator", Name: "Operator", Kind: KindU8, Symbols: &epicOperators, Source: "protocol/unrealmaster/SPEC.md#client-commands",
			Doc: "How the server's value is compared. Two clients name 4 \"negate\"; the master takes it for greater than."},
	}

	epicCommandAlone   = layout{epicCommand}
	epicNewsAskGroup   = FieldDef{Key: "unreal-master.news_request", Name: "News request message", Kind: KindGroup, Source: "protocol/unrealmaster/SPEC.md#client-commands"}
	epicCommunityGroup = FieldDef{Key: "unreal-master.community", Name: "Community data request message", Kind: KindGroup, Source: "protocol/unrealmaster/SPEC.md#client-commands"}

	epicNewsGroup  = FieldDef{Key: "unreal-master.news", Name: "News message", Kind: KindGroup, Source: "protocol/unrealmaster/SPEC.md#client-commands"}
	epicNews       = FieldDef{Key: "unreal-master.news.text", Name: "News", Kind: KindText, Source: "protocol/unrealmaster/SPEC.md#client-commands", Doc: "The message of the day."}
	epicNewsNumber = FieldDef{Key: "unreal-master.news.number", Name: "Number", Kind: KindU32LE, Source: "protocol/unrealmaster/SPEC.md#client-commands", Doc: "Sent to UT2004; its meaning is not known."}

	epicCountGroup = FieldDef{Key: "unreal-master.count", Name: "Server count message", Kind: KindGroup, Source: "protocol/unrealmaster/SPEC.md#binary-list-reply"}
	epicCount      = layout{
		{Key: "unreal-master.count.servers", Name: "Servers", Kind: KindU32LE, AtMost: 1 << 20, Source: "protocol/unrealmaster/SPEC.md#binary-list-reply", Doc: "As many messages follow, one for each server; then the connection closes."},
		{Key: "unreal-master.count.one", Name: "Always 1", Kind: KindU8, Source: "protocol/unrealmaster/SPEC.md#binary-list-reply"},
	}

	epicServer  = FieldDef{Key: "unreal-master.entry", Name: "Server", Kind: KindGroup, Role: RoleServerEntry, Source: "protocol/unrealmaster/SPEC.md#binary-list-reply"}
	epicServers = [...]FieldDef{
		{Key: "unreal-master.entry.address", Name: "Address", Kind: KindIPv4, Role: RoleServerHost, Source: "protocol/unrealmaster/SPEC.md#binary-list-reply"},
		{Key: "unreal-master.entry.game_port", Name: "Game port", Kind: KindU16LE, Role: RoleGamePort, Source: "protocol/unrealmaster/SPEC.md#binary-list-reply"},
		{Key: "unreal-master.entry.query_port", Name: "Query port", Kind: KindU16LE, Role: RoleQueryPort, Source: "protocol/unrealmaster/SPEC.md#binary-list-reply"},
		{Key: "unreal-master.entry.hostname", Name: "Hostname", Kind: KindText, Role: RoleServerName, Source: "protocol/unrealmaster/SPEC.md#binary-list-reply"},
		{Key: "unreal-master.entry.map", Name: "Map name", Kind: KindText, Role: RoleMap, Source: "protocol/unrealmaster/SPEC.md#binary-list-reply"},
		{Key: "unreal-master.entry.game_type", Name: "Game type", Kind: KindText, Role: RoleGameType, Source: "protocol/unrealmaster/SPEC.md#binary-list-reply"},
		{Key: "unreal-master.entry.players", Name: "Current players", Kind: KindU8, Role: RolePlayers, Source: "protocol/unrealmaster/SPEC.md#binary-list-reply"},
		{Key: "unreal-master.entry.max_players", Name: "Max players", Kind: KindU8, Role: RoleMaxPlayers, Source: "protocol/unrealmaster/SPEC.md#binary-list-reply"},
	}
	// Behind the places UT2004 has flags and skill, UT2003 flags, XMP nothing.
	epicServer2004 = [...]FieldDef{
		{Key: "unreal-master.entry.flags", Name: "Flags", Kind: KindU32LE, Symbols: &unreal2Flags, Source: "protocol/unrealmaster/SPEC.md#binary-list-reply"},
		{Key: "unreal-master.entry.skill", Name: "Skill level", Kind: KindText, Source: "protocol/unrealmaster/SPEC.md#binary-list-reply"},
	}
	epicServer2003 = FieldDef{Key: "unreal-master.entry.flags_ut2003", Name: "Flags", Kind: KindU8, Symbols: &epicFlags2003, Source: "protocol/unrealmaster/SPEC.md#binary-list-reply"}
)

// epicLeastEntry is the length in bytes of a server without any name.
const epicLeastEntry = 13

var epicCommands = Symbols{List: []Symbol{{0, "server list", ""}, {1, "news", ""}, {3, "community data", ""}}}

var epicOperators = Symbols{List: []Symbol{
	{0, "equal", "=="}, {1, "not equal", "!="}, {2, "less", "<"}, {3, "less or equal", "<="}, {4, "greater", ">"}, {5, "greater or equal", ">="}, {6, "disabled", ""},
}}

var epicFlags2003 = Symbols{Flags: true, List: []Symbol{
	{0x04, "instagib", ""}, {0x08, "listen server", ""}, {0x10, "latest version", ""}, {0x20, "stats", ""}, {0x40, "password", ""},
}}

func (r *reader) epicListRequest() {
	r.field(&epicCommand)
	count := r.field(&epicFilters)
	for n := 0; n < int(count) && !r.stopped; n++ {
		g := r.begin(&epicFilter, n)
		r.read(epicFilterOne[:])
		r.done(g)
	}
}

// epicEntry reads one server. What is left behind the places tells the game.
func (r *reader) epicEntry() {
	r.read(epicServers[:])
	switch left := r.left(); {
	case r.stopped || left == 0:
	case left == 1:
		r.field(&epicServer2003)
	default:
		r.read(epicServer2004[:])
	}
}

// epicQuery builds a request of a client after its login. A filter is
// key, operator and value in one text, such as "gametype==xDeathMatch" or
// "currentplayers>0".
func epicQuery(dst []byte, q *Query) ([]byte, error) {
	var body []byte
	switch q.Message {
	case epicListRequest.Name:
		if len(q.Items) > 255 {
			return dst, QueryError("a list request has at most 255 filters")
		}
		body = append(body, 0, byte(len(q.Items)))
		for _, item := range q.Items {
			key, operator, value, ok := splitFilter(item)
			if !ok {
				return dst, QueryError("filter " + item + " has none of the operators == != < <= > >=")
			}
			var keyOK, valueOK bool
			body, keyOK = appendFString(body, key)
			if body, valueOK = appendFString(body, value); !keyOK || !valueOK {
				return dst, QueryError("filter " + item + " has letters that the game does not know")
			}
			body = append(body, operator)
		}
	case epicNewsRequest.Name:
		body = append(body, 1)
	default:
		return dst, errNoSuchRequest
	}
	return append(appendNumber(dst, KindU32LE, uint64(len(body))), body...), nil
}

// splitFilter divides a filter at its operator.
func splitFilter(s string) (key string, operator byte, value string, ok bool) {
	for i := range len(s) {
		for _, o := range epicOperators.List {
			// "<" is also the beginning of "<=".
			if n := len(o.Doc); n > 0 && i+n <= len(s) && s[i:i+n] == o.Doc && (n == 2 || i+1 == len(s) || s[i+1] != '=') {
				return trimBlanks(s[:i]), byte(o.Value), trimBlanks(s[i+n:]), true
			}
		}
	}
	return "", 0, "", false
}

// appendFString appends s as an Unreal string; ok is false when a letter of it
// does not exist in cp1252.
func appendFString(dst []byte, s string) (_ []byte, ok bool) {
	if s == "" {
		return append(dst, 0), true
	}
	var text []byte
	for _, u := range s {
		c, ok := cp1252Byte(u)
		if !ok {
			return dst, false
		}
		text = append(text, c)
	}
	return append(append(appendCompact(dst, int64(len(text)+1)), text...), 0), true
}
