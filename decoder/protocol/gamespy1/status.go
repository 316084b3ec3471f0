package gamespy1

import (
	"strings"

	"fragscope/decoder/ask"
	"fragscope/decoder/internal/backslash"
	"fragscope/decoder/keys"
	"fragscope/decoder/wire"
)

// What GameSpy v1 datagrams say about a server, how they are reassembled, and
// how they are requested.

// Part finds the query id and the mark of the last datagram
// (protocol/gamespy1/SPEC.md#query-ids). Index is -1 for the packet 0 that Unreal sends when it
// has no player to list. A datagram that has no query id but the mark is an
// answer of its own.
func Part(m *wire.Message) wire.Part {
	g := &m.Reply
	switch {
	case g.Numbered:
		return wire.Part{Set: g.Set, Index: int(g.Packet) - 1, Last: g.Final, Numbered: true}
	case g.Final:
		return wire.Part{Set: wire.UnnumberedSet | wire.Fnv(m.PayloadBytes()), Last: true, Numbered: true}
	}
	return wire.Part{Set: g.Set}
}

// MatchKey says which of basic, info, rules, players and so on is requested or
// sent.
func MatchKey(m *wire.Message) wire.MatchKey {
	has := backslash.Contents(m.Reply.Subjects)
	proof := has&backslash.HasValidate != 0
	if m.Info.Direction == wire.Request {
		for i := range m.Fields {
			if f := &m.Fields[i]; f.Def.Role == wire.RoleKey {
				has |= itemOf(m.Data[int(f.Offset)+1 : f.End()]).about
			}
		}
		proof = has&backslash.HasValidate != 0
	} else if has&^backslash.HasEnd == 0 {
		has = 1<<16 - 1 // the end of any answer
	} else if has&^backslash.HasEnd == backslash.HasOther {
		has |= backslash.HasRules // the settings of a mod, in a part of their own
	}
	return wire.MatchKey{Subjects: uint32(has &^ backslash.HasEnd), Challenge: proof}
}

// Status takes the pairs of a reply: keys with a number belong to
// players and teams, the others are the server's.
func Status(b *wire.StatusBuilder, m *wire.Message) {
	has, frags := backslash.Contents(m.Reply.Subjects), m.Reply.Flags&traitFrags != 0
	teams := m.Reply.Flags&traitSizes != 0 && has&backslash.HasPlayers == 0
	title, file := "", ""
	for i := range m.Fields {
		if f := &m.Fields[i]; f.Kind != wire.KindGroup || f.Def != &backslash.Pair {
			continue
		}
		k, v := i+1, i+2
		if v >= len(m.Fields) || m.Fields[k].Def != &backslash.PairKey || m.Fields[v].Def != &backslash.PairValue {
			if k, v = m.Child(i, wire.RoleKey), m.Child(i, wire.RoleValue); k < 0 || v < 0 {
				continue
			}
		}
		key, value := backslash.PairText(b.Texts, m, k), backslash.PairText(b.Texts, m, v)
		switch c, n := backslash.Classify([]byte(key)); c {
		case backslash.ClassEcho, backslash.ClassSecure, backslash.ClassValidate:
		case backslash.ClassPlayer, backslash.ClassPlayerPart, backslash.ClassPing, backslash.ClassScore, backslash.ClassTeam,
			backslash.ClassTeamPart, backslash.ClassIndexed:
			indexed(b, c, n, key, value, frags, teams, has)
		default:
			switch key {
			case "mapname":
				title = value
			case "mapfilename":
				file = value
			}
			if value == "" {
				if k := keys.Find([]byte(key)); k != nil && k.Role != wire.RoleNone {
					continue // an empty name is as unknown as a missing one
				}
			}
			b.AddPair(m, backslash.PairKey.Keys, key, value)
		}
	}
	if file != "" { // Unreal 227: mapname is the title
		b.Map = wire.Some(file)
		if !b.MapTitle.Known && title != "" {
			b.MapTitle = wire.Some(title)
		}
	}
}

// indexed takes a pair whose key ends in _N. teams says that the reply lists
// teams and no players, frags that it has the scores of players under that key.
func indexed(b *wire.StatusBuilder, c backslash.KeyClass, n int64, key, value string, frags, teams bool,
	has backslash.Contents) {
	base := wire.IndexBase(key)
	_, player := b.PlayersAt.Of(n)
	switch {
	case c == backslash.ClassTeamPart, c == backslash.ClassTeam && !player && has&backslash.HasPlayers == 0 &&
		!wire.Numeric([]byte(value)), teams && !player:
		t := b.TeamAt(n)
		t.ID = wire.Some(n)
		role := wire.RoleTeamExtra
		switch base {
		case "team", "teamname":
			role = wire.RoleTeamName
		case "score":
			role = wire.RoleTeamScore
		case "size":
			role = wire.RoleTeamSize
		}
		switch {
		case role == wire.RoleTeamExtra:
			if !b.SkipExtras {
				t.Extra = wire.SetExtra(t.Extra, base, value)
			}
		case value != "":
			t.Set(role, value)
		}
		return
	case c == backslash.ClassIndexed && !player:
		b.AddRule(backslash.PairKey.Keys, key, value)
		return
	}
	p := b.PlayerAt(n)
	p.ID = wire.Some(n)
	role := wire.RolePlayerExtra
	switch {
	case c == backslash.ClassPlayer:
		role = wire.RolePlayerName
	case c == backslash.ClassPing:
		role = wire.RolePlayerPing
	case c == backslash.ClassTeam:
		role = wire.RolePlayerTeam
	case base == "frags", base == "score" && !frags:
		role = wire.RolePlayerScore
	}
	switch {
	case role == wire.RolePlayerExtra:
		if !b.SkipExtras {
			p.Extra = wire.SetExtra(p.Extra, base, value)
		}
	case value != "":
		if !p.Set(role, value) && !b.SkipExtras {
			p.Extra = wire.SetExtra(p.Extra, base, value)
		}
	}
}

// An item is what a request may ask for.
type item struct {
	info  *wire.MessageInfo // the request for nothing else
	name  string
	about backslash.Contents // what the answer holds
}

var items = [...]item{
	{&statusRequest, "status", backslash.HasBasic | backslash.HasInfo | backslash.HasRules | backslash.HasPlayers},
	{&basicRequest, "basic", backslash.HasBasic | backslash.HasOther},
	{&infoRequest, "info", backslash.HasInfo},
	{&rulesRequest, "rules", backslash.HasRules},
	{&playersRequest, "players", backslash.HasPlayers},
	{&teamsRequest, "teams", backslash.HasTeams},
	{&echoRequest, "echo", backslash.HasEcho},
	{&secureRequest, "secure", backslash.HasValidate},
	{&propertyRequest, "level_property", backslash.HasOther},
	{&propertyRequest, "game_property", backslash.HasOther},
	{&propertyRequest, "player_property", backslash.HasOther},
}

var otherItem = item{info: &otherRequest, about: backslash.HasOther}

// itemOf returns the item that a key is.
func itemOf(key []byte) *item {
	for i := range items {
		if items[i].name == string(key) {
			return &items[i]
		}
	}
	return &otherItem
}

// AppendRequest builds a request: the items one after the other.
func AppendRequest(dst []byte, q *ask.Query) ([]byte, error) {
	d := ask.DetailsOf[Query](q.Details)
	if strings.IndexByte(d.Text, '\\') >= 0 {
		return dst, ask.QueryError("a backslash in the text would end it")
	}
	names := d.Items
	if len(names) == 0 && q.Message == combinedRequest.Name {
		names = []string{"basic", "info", "rules"}
	}
	for i := range items {
		if g := &items[i]; len(names) == 0 && (q.Message == "" || q.Message == g.info.Name) {
			names = []string{g.name}
		}
	}
	if len(names) == 0 {
		return dst, ask.ErrNoSuchRequest
	}
	start := len(dst)
	for _, item := range names {
		if item == "" || strings.IndexByte(item, '\\') >= 0 {
			return dst[:start], ask.QueryError("an item is a word without backslashes")
		}
		dst = wire.AppendStrings(dst, "\\", item, "\\")
		c := backslash.CommandOf([]byte(item))
		if c == backslash.CommandPlain {
			continue
		}
		if c != backslash.CommandNone && d.Text == "" {
			return dst[:start], ask.QueryError("item " + item + " needs a text")
		}
		dst = append(dst, d.Text...)
		if c == backslash.CommandProperty {
			dst = append(dst, '\\')
		}
	}
	return dst, nil
}
