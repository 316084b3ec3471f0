package unreal2

import (
	"fragscope/decoder/ask"
	"fragscope/decoder/exchange"
	"fragscope/decoder/internal/backslash"
	"fragscope/decoder/wire"
)

// Unreal2: the first answer identifies the server; rules and players have no
// end mark (protocol/unreal2/SPEC.md#rules-reply), and an empty player list
// gets no answer (2.6).
var Plan = ask.Plan{
	Name: "unreal2", Title: "info, rules and players by the binary query", Protocol: ID,
	Probes: []string{"server info request"},
	Steps: []ask.Step{
		{Protocol: ID, Message: "server info request", Ends: ask.EndsAtOnce},
		{Protocol: ID, Message: "rules request", Parts: ask.PartRules, Enabled: alone, StartAfter: 1, DependsOn: 1,
			Ends: ask.EndsQuiet, InOrder: unreal2InOrder, Enough: unreal2Enough},
		{Protocol: ID, Message: "player list request", Parts: ask.PartPlayers, Enabled: alone, StartAfter: 1, DependsOn: 1,
			Ends: ask.EndsQuiet, Nothing: nobody, InOrder: unreal2InOrder, Enough: unreal2Enough},
		{Protocol: ID, Message: "rules and player list request", Enabled: together, StartAfter: 1, DependsOn: 1,
			Ends: ask.EndsQuiet, InOrder: unreal2InOrder, Enough: enoughBoth},
	},
	Refine: unreal2Refine,
}

// UT2003: its Unreal2 query omits players and is up to a minute old, its
// GameSpy port has current players but few rules
// (protocol/unreal2/SPEC.md#caching, protocol/gamespy1/SPEC.md). The offsets
// are the commonest of the statistics in the UT2003 query document.
var PlanUT2003 = ask.Plan{
	Name: "ut2003", Title: "settings by the binary query, players by backslash text", Protocol: ID,
	Probes: []string{"server info request"},
	Steps: []ask.Step{
		{Protocol: ID, Message: "server info request", Ends: ask.EndsAtOnce},
		{Protocol: ID, Message: "rules request", Parts: ask.PartRules, Enabled: alone, StartAfter: 1, DependsOn: 1,
			Ends: ask.EndsQuiet, InOrder: unreal2InOrder, Enough: unreal2Enough},
		{Protocol: "gamespy1", Message: "combined request", Enabled: ut2003Players, StartAfter: 1, DependsOn: 1,
			Ends: ask.EndsNumbered, NoEndMark: true, Offsets: []int{10, 12, 1}, Prepare: items},
	},
}

// Pariah has its own dialect of requests and replies, and answers only its own
// version (protocol/unreal2/SPEC.md#pariah).
var PlanPariah = ask.Plan{
	Name: "pariah", Title: "info, rules and players in Pariah's dialect of the binary query", Protocol: ID,
	Probes: []string{"server info request"},
	Steps: []ask.Step{
		{Protocol: ID, Message: "server info request", Ends: ask.EndsAtOnce, Prepare: pariahPrepare},
		{Protocol: ID, Message: "rules request", Parts: ask.PartRules, Enabled: alone, StartAfter: 1, DependsOn: 1,
			Ends: ask.EndsQuiet, Prepare: pariahPrepare},
		{Protocol: ID, Message: "player list request", Parts: ask.PartPlayers, Enabled: alone, StartAfter: 1, DependsOn: 1,
			Ends: ask.EndsQuiet, Prepare: pariahPrepare, Nothing: nobody},
		{Protocol: ID, Message: "rules and player list request", Enabled: together, StartAfter: 1, DependsOn: 1,
			Ends: ask.EndsQuiet, Prepare: pariahPrepare},
	},
}

// split is the size beyond which a server begins another datagram: one
// of at most so many bytes is the last that was sent (protocol/unreal2/SPEC.md#rules-reply).
const split = 450

func alone(a *ask.Ask, p ask.Parts) bool { return a.Wants(p, true) && !together(a, p) }

func together(a *ask.Ask, _ ask.Parts) bool {
	return a.Combined && a.Wants(ask.PartRules, true) && a.Wants(ask.PartPlayers, true)
}

// nobody reports that the info reply counts no players.
func nobody(info *wire.Message) bool {
	if info == nil {
		return false
	}
	n, ok := info.Number(wire.RolePlayers)
	return ok && n == 0
}

// unreal2Enough: the last datagram is there, and as many players as info counted.
func unreal2Enough(got []*wire.Message, info *wire.Message) bool {
	last, rows, players := false, int64(0), false
	for _, m := range got {
		last = last || len(m.Data)-m.Payload <= split
		rows += m.Rows(wire.RolePlayer)
		players = players || m.Info == &playersReply
	}
	return last && (!players || info == nil || rows >= info.Count(wire.RolePlayers))
}

// unreal2InOrder sorts datagrams that are the last of their kind after the
// others. No more of the order can be known.
func unreal2InOrder(got []*wire.Message) []*wire.Message {
	var list []*wire.Message
	for _, kind := range [...]*wire.MessageInfo{&rulesReply, &playersReply} {
		for _, last := range [...]bool{false, true} {
			for _, m := range got {
				if m.Info == kind && last == (len(m.Data)-m.Payload <= split) {
					list = append(list, m)
				}
			}
		}
	}
	return list
}

// enoughBoth is the same for rules and players together.
func enoughBoth(got []*wire.Message, info *wire.Message) bool {
	var rules, players []*wire.Message
	for _, m := range got {
		if m.Info == &rulesReply {
			rules = append(rules, m)
		} else {
			players = append(players, m)
		}
	}
	return unreal2Enough(rules, info) && (nobody(info) && len(players) == 0 || unreal2Enough(players, info))
}

// unreal2Refine recognises servers of UT2003, its demo and Pariah by their
// version.
func unreal2Refine(m *wire.Message) *ask.Plan {
	if i := m.Find(unreal2Header[0].Key, 0); i >= 0 && m.Info == &InfoReply {
		switch m.Fields[i].Value {
		case 0x77:
			return &PlanPariah
		case 0x78, 0x79:
			return &PlanUT2003
		}
	}
	return nil
}

func ut2003Players(a *ask.Ask, _ ask.Parts) bool { return a.Wants(ask.PartPlayers|ask.PartInfo, true) }

func items(q *ask.Query, a *ask.Ask, _ *wire.Message) {
	d := ask.CopyDetails[backslash.Query](q)
	d.Items = []string{"basic", "info"}
	if a.Wants(ask.PartPlayers, true) {
		d.Items = append(d.Items, "players")
	}
}

func pariahPrepare(q *ask.Query, _ *ask.Ask, _ *wire.Message) {
	ask.CopyDetails[Query](q).Version = 0x77
}

type Query struct {
	Version uint32 // of the client, 0 for 79 hex
}

func Settings() []ask.Setting {
	return []ask.Setting{
		ask.Number("query-version", "protocol version of the client; default 121", "",
			func(d *Query) *uint32 { return &d.Version }),
	}
}

// Found: queries go to the port next to the game port.
func Found(m *wire.Message, from uint16) (*ask.Plan, uint16) {
	plan := unreal2Refine(m)
	if plan == nil {
		plan = &Plan
	}
	if port := m.Count(wire.RoleGamePort); port > 0 && port < 65535 {
		return plan, uint16(port) + 1
	}
	return plan, from
}

var Client = exchange.Client{
	Protocol:      Protocol,
	AppendRequest: AppendRequest,
	Accepts:       ask.IsDetails[Query],
	Settings:      Settings,
	Plans:         []*ask.Plan{&Plan, &PlanUT2003, &PlanPariah},
	Broadcasts: []ask.Broadcast{
		{Protocol: ID, Message: "server info request", Ports: []uint16{10777}, Found: Found},
	},
}

var Server = exchange.Server{ID: ID, Replies: Replies, Games: &Games, Examples: &Examples}
