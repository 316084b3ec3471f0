package unrealmaster

import (
	"fragscope/decoder/ask"
	"fragscope/decoder/internal/record"
	"fragscope/decoder/keys"
	"fragscope/decoder/wire"
)

// What clients request from the masters of UT2003 and UT2004, and the list that
// they get (protocol/unrealmaster/SPEC.md#client-commands and
// protocol/unrealmaster/SPEC.md#binary-list-reply): the number of servers, then
// a message for each server.

var (
	epicListGroup = wire.FieldDef{Key: "list", Name: "List request message", Kind: wire.KindGroup}
	epicCommand   = wire.FieldDef{Key: "command", Name: "Command", Kind: wire.KindU8, Symbols: &epicCommands}
	epicFilters   = wire.FieldDef{Key: "list.filters", Name: "Filters", Kind: wire.KindU8, Role: wire.RoleCount}
	epicFilter    = wire.FieldDef{Key: "list.filter", Name: "Filter", Kind: wire.KindGroup, Role: wire.RoleRule,
		Doc: "Only servers that pass every filter are listed."}
	epicFilterOne = [...]wire.FieldDef{
		{Key: "list.filter.key", Name: "Key", Kind: wire.KindText, Role: wire.RoleKey, Keys: &keys.Known,
			Doc: "gametype, currentplayers, freespace, password, standard, stats, nobots, weaponstay, transloc, mutator, map."},
		{Key: "list.filter.value", Name: "Value", Kind: wire.KindText, Role: wire.RoleValue},
		{Key: "list.filter.operator", Name: "Operator", Kind: wire.KindU8, Symbols: &epicOperators,
			Doc: "How the server's value is compared. Two clients name 4 \"negate\"; the master takes it for greater than."},
	}

	epicCommandAlone   = wire.Layout{epicCommand}
	epicNewsAskGroup   = wire.FieldDef{Key: "news_request", Name: "News request message", Kind: wire.KindGroup}
	epicCommunityGroup = wire.FieldDef{Key: "community", Name: "Community data request message", Kind: wire.KindGroup}

	epicNewsGroup  = wire.FieldDef{Key: "news", Name: "News message", Kind: wire.KindGroup}
	epicNews       = wire.FieldDef{Key: "news.text", Name: "News", Kind: wire.KindText, Doc: "The message of the day."}
	epicNewsNumber = wire.FieldDef{Key: "news.number", Name: "Number", Kind: wire.KindU32LE,
		Doc: "Sent to UT2004; its meaning is not known."}

	epicCountGroup = wire.FieldDef{Key: "count", Name: "Server count message", Kind: wire.KindGroup}
	epicCount      = wire.Layout{
		{Key: "count.servers", Name: "Servers", Kind: wire.KindU32LE, AtMost: 1 << 20,
			Doc: "As many messages follow, one for each server; then the connection closes."},
		{Key: "count.one", Name: "Always 1", Kind: wire.KindU8},
	}

	epicServer  = wire.FieldDef{Key: "entry", Name: "Server", Kind: wire.KindGroup, Role: wire.RoleServerEntry}
	EpicServers = [...]wire.FieldDef{
		{Key: "entry.address", Name: "Address", Kind: wire.KindIPv4, Role: wire.RoleServerHost},
		{Key: "entry.game_port", Name: "Game port", Kind: wire.KindU16LE, Role: wire.RoleGamePort},
		{Key: "entry.query_port", Name: "Query port", Kind: wire.KindU16LE, Role: wire.RoleQueryPort},
		{Key: "entry.hostname", Name: "Hostname", Kind: wire.KindText, Role: wire.RoleServerName},
		{Key: "entry.map", Name: "Map name", Kind: wire.KindText, Role: wire.RoleMap},
		{Key: "entry.game_type", Name: "Game type", Kind: wire.KindText, Role: wire.RoleGameType},
		{Key: "entry.players", Name: "Current players", Kind: wire.KindU8, Role: wire.RolePlayers},
		{Key: "entry.max_players", Name: "Max players", Kind: wire.KindU8, Role: wire.RoleMaxPlayers},
	}
	// After the slots UT2004 has flags and skill, UT2003 flags, XMP nothing.
	epicServer2004 = [...]wire.FieldDef{
		{Key: "entry.flags", Name: "Flags", Kind: wire.KindU32LE, Symbols: &record.Flags},
		{Key: "entry.skill", Name: "Skill level", Kind: wire.KindText},
	}
	epicServer2003 = wire.FieldDef{Key: "entry.flags_ut2003", Name: "Flags", Kind: wire.KindU8, Symbols: &epicFlags2003}
)

// epicLeastEntry is the length in bytes of a server without any name.
const epicLeastEntry = 13

var epicCommands = wire.Symbols{List: []wire.Symbol{{Value: 0, Name: "server list"}, {Value: 1, Name: "news"},
	{Value: 3, Name: "community data"}}}

var epicOperators = wire.Symbols{
	Names: "equal|==;not equal|!=;less|<;less or equal|<=;greater|>;greater or equal|>=;disabled"}

var epicFlags2003 = wire.Symbols{Flags: true, List: []wire.Symbol{
	{Value: 0x04, Name: "instagib"}, {Value: 0x08, Name: "listen server"}, {Value: 0x10, Name: "latest version"},
	{Value: 0x20, Name: "stats"}, {Value: 0x40, Name: "password"},
}}

func readListRequest(r *wire.Reader) {
	r.Field(&epicCommand)
	count := r.Field(&epicFilters)
	for n := 0; n < int(count) && !r.Stopped; n++ {
		g := r.Begin(&epicFilter, n)
		r.Read(epicFilterOne[:])
		r.Done(g)
	}
}

// epicEntry reads one server. What follows the slots identifies the game.
func epicEntry(r *wire.Reader) {
	r.Read(EpicServers[:])
	switch left := r.Left(); {
	case r.Stopped || left == 0:
	case left == 1:
		r.Field(&epicServer2003)
	default:
		r.Read(epicServer2004[:])
	}
}

// epicQuery builds a request of a client after its login. A filter is
// key, operator and value in one text, such as "gametype==xDeathMatch" or
// "currentplayers>0".
func epicQuery(dst []byte, q *ask.Query) ([]byte, error) {
	var body []byte
	switch q.Message {
	case epicListRequest.Name:
		filters := ask.DetailsOf[Query](q.Details).Filters
		if len(filters) > 255 {
			return dst, ask.QueryError("a list request has at most 255 filters")
		}
		body = append(body, 0, byte(len(filters)))
		for _, item := range filters {
			key, operator, value, ok := splitFilter(item)
			if !ok {
				return dst, ask.QueryError("filter " + item + " has none of the operators == != < <= > >=")
			}
			var keyOK, valueOK bool
			body, keyOK = appendFString(body, key)
			if body, valueOK = appendFString(body, value); !keyOK || !valueOK {
				return dst, ask.QueryError("filter " + item + " has characters that the game does not know")
			}
			body = append(body, operator)
		}
	case epicNewsRequest.Name:
		body = append(body, 1)
	default:
		return dst, ask.ErrNoSuchRequest
	}
	return append(dst, EpicFrame(body)...), nil
}

// splitFilter divides a filter at its operator.
func splitFilter(s string) (key string, operator byte, value string, ok bool) {
	for i := range len(s) {
		for _, o := range epicOperators.List {
			// "<" is also the beginning of "<=".
			if n := len(o.Doc); n > 0 && i+n <= len(s) && s[i:i+n] == o.Doc && (n == 2 || i+1 == len(s) || s[i+1] != '=') {
				return wire.TrimBlanks(s[:i]), byte(o.Value), wire.TrimBlanks(s[i+n:]), true
			}
		}
	}
	return "", 0, "", false
}

// appendFString appends s as an Unreal string; ok is false when a character of
// it does not exist in cp1252.
func appendFString(dst []byte, s string) (_ []byte, ok bool) {
	if s == "" {
		return append(dst, 0), true
	}
	text, ok := wire.AppendLetters(nil, []byte(s), wire.KindText, false)
	return append(append(wire.AppendCompact(dst, int64(len(text)+1)), text...), 0), ok
}
