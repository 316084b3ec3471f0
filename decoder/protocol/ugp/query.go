package ugp

import (
	"strconv"

	"fragscope/decoder/ask"
	"fragscope/decoder/enum"
	"fragscope/decoder/exchange"
	"fragscope/decoder/wire"
)

// The plan.
var (
	// UGP: a ping costs a server least, but not every client sends one, so a
	// server that ignores it is queried anyway (protocol/ugp/SPEC.md).
	Plan = ask.Plan{
		Name: "ugp", Title: "ping, then the sections that flags choose", Protocol: ID,
		Probes: []string{"ping request", "query request"},
		Steps: []ask.Step{
			{Protocol: ID, Message: "ping request", Ends: ask.EndsAtOnce, Optional: true},
			{Protocol: ID, Message: "query request", StartAfter: 1, Ends: ask.EndsAtOnce, Prepare: ugpPrepare},
		},
	}
)

// ugpPrepare turns the requested parts into sections.
func ugpPrepare(q *ask.Query, a *ask.Ask, _ *wire.Message) {
	d := ask.CopyDetails[Query](q)
	if d.Flags != 0 {
		return
	}
	for _, part := range [...]struct {
		parts ask.Parts
		flag  uint8
	}{{ask.PartInfo, serverSection}, {ask.PartPlayers, playerSection}, {ask.PartTeams, teamSection},
		{ask.PartRules, ruleSection}} {
		if a.Parts&part.parts != 0 {
			d.Flags |= part.flag
		}
	}
}

// A Query holds the details of a query request
// (protocol/ugp/SPEC.md#query-request). Flags of a section that are 0 are those
// of a typical client.
type Query struct {
	Flags             uint8 // 1 server, 2 players, 4 teams, 8 rules; 0 for server, players and rules
	ServerFlags       uint8 // 0 for 7D hex: all but the extra flags
	ExtraServerFlags  uint8 // sent when ServerFlags has 02; 0 for 07
	PlayerFlags       uint8 // 0 for 7F hex: all
	ExtraPlayerFlags  uint8 // sent when PlayerFlags has 40; 0 for 3F hex: all
	TeamFlags         uint8 // 0 for 0F hex: all
	RuleFlags         uint8 // 0 for 07 as LGSL sends
	TeamsBeforePlayer bool  // order of LUQuery instead of the wiki's
}

func Settings() []ask.Setting {
	return []ask.Setting{
		ask.Number("ugp-flags", "request flags; default server, players and rules", "",
			func(d *Query) *uint8 { return &d.Flags }),
		ask.Number("ugp-server", "server flags", "", func(d *Query) *uint8 { return &d.ServerFlags }),
		ask.Number("ugp-server-extra", "extra server flags", "", func(d *Query) *uint8 { return &d.ExtraServerFlags }),
		ask.Number("ugp-players", "player flags", "", func(d *Query) *uint8 { return &d.PlayerFlags }),
		ask.Number("ugp-players-extra", "extra player flags", "", func(d *Query) *uint8 { return &d.ExtraPlayerFlags }),
		ask.Number("ugp-teams", "team flags", "", func(d *Query) *uint8 { return &d.TeamFlags }),
		ask.Number("ugp-rules", "rule flags", "", func(d *Query) *uint8 { return &d.RuleFlags }),
		ask.Switch("ugp-teams-first", "team flags before player flags, as LUQuery does",
			func(d *Query) *bool { return &d.TeamsBeforePlayer }),
	}
}

// words are what flags are called, and what else they turn on.
var words = [...]struct {
	name                     string
	flags                    func(q *Query) *uint8 // nil for the order
	section, server, players uint8
}{
	{"server", func(q *Query) *uint8 { return &q.ServerFlags }, serverSection, 0, 0},
	{"server-extra", func(q *Query) *uint8 { return &q.ExtraServerFlags }, serverSection, serverMore, 0},
	{"players", func(q *Query) *uint8 { return &q.PlayerFlags }, playerSection, 0, 0},
	{"players-extra", func(q *Query) *uint8 { return &q.ExtraPlayerFlags }, playerSection, 0, playerMore},
	{"teams", func(q *Query) *uint8 { return &q.TeamFlags }, teamSection, 0, 0},
	{"rules", func(q *Query) *uint8 { return &q.RuleFlags }, ruleSection, 0, 0},
	{name: "teams-first"},
}

// UnmarshalText reads which flag bytes a query carries: sections (server,
// players, teams, rules), each with or without its flags as a hexadecimal
// number, separated by commas: "server=7d,players=03,rules". server-extra and
// players-extra are the bytes of extra flags, and teams-first puts the flags of
// teams before those of players (protocol/ugp/SPEC.md#query-request).
func (q *Query) UnmarshalText(text []byte) error {
	return enum.EachWord(string(text), func(word string) error {
		name, number, given := word, "", false
		for i := range len(word) {
			if word[i] == '=' {
				name, number, given = word[:i], word[i+1:], true
				break
			}
		}
		i := 0
		for ; words[i].name != name; i++ {
			if i+1 == len(words) {
				return ask.QueryError("there are no flags " + name + "; expected server, server-extra, players, players-extra, " +
					"teams, rules or teams-first")
			}
		}
		w := &words[i]
		if w.flags == nil {
			q.TeamsBeforePlayer = true
			return nil
		}
		q.Flags |= w.section
		q.ServerFlags |= w.server
		q.PlayerFlags |= w.players
		if !given {
			return nil
		}
		if len(number) > 2 && number[0] == '0' && number[1]|0x20 == 'x' {
			number = number[2:]
		}
		v, err := strconv.ParseUint(number, 16, 8)
		if err != nil {
			return ask.QueryError("the flags of " + name + " are " + number + "; expected a hexadecimal number from 0 to FF")
		}
		*w.flags(q) |= uint8(v)
		return nil
	})
}

var Client = exchange.Client{Protocol: Protocol, AppendRequest: AppendRequest, Accepts: ask.IsDetails[Query],
	Settings: Settings, Plans: []*ask.Plan{&Plan}}

var Server = exchange.Server{ID: ID, Replies: Replies, Games: &Games, Examples: &Examples}
