package gamespy1

import (
	"strconv"

	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/exchange"
	"fragscope/decoder/internal/backslash"
	"fragscope/decoder/wire"
)

// GameSpy 1: everything at once, or item by item
// (protocol/gamespy1/SPEC.md#requests). One item after the other, since nothing
// in an answer repeats the request.
var Plan = ask.Plan{
	Name: "gamespy1", Title: "status, or its parts, by backslash text", Protocol: ID,
	Probes: []string{"basic request", "status request"},
	Steps: []ask.Step{
		{Protocol: ID, Message: "status request", Enabled: gamespy1Whole, Ends: ask.EndsNumbered, NoEndMark: true,
			Prepare: noItems},
		{Protocol: ID, Message: "combined request", Enabled: gamespy1Joined, Ends: ask.EndsNumbered, NoEndMark: true,
			Prepare: join},
		{Protocol: ID, Message: "basic request", Parts: ask.PartInfo, Enabled: alone, Ends: ask.EndsNumbered, NoEndMark: true,
			Prepare: noItems},
		{Protocol: ID, Message: "server info request", Parts: ask.PartInfo, Enabled: alone, StartAfter: 3,
			Ends: ask.EndsNumbered, NoEndMark: true, Prepare: noItems},
		{Protocol: ID, Message: "rules request", Parts: ask.PartRules, Enabled: alone, StartAfter: 4, Ends: ask.EndsNumbered,
			NoEndMark: true, Prepare: noItems},
		{Protocol: ID, Message: "player list request", Parts: ask.PartPlayers, Enabled: alone, StartAfter: 5,
			Ends: ask.EndsNumbered, NoEndMark: true, Prepare: noItems},
		{Protocol: ID, Message: "team list request", Parts: ask.PartTeams, Enabled: alone, StartAfter: 6,
			Ends: ask.EndsNumbered, NoEndMark: true, Optional: true, Prepare: noItems},
	},
}

// A Query holds the details of a request: its items and their text.
type Query = backslash.Query

func Settings() []ask.Setting {
	return []ask.Setting{
		ask.List("item", "items to request, such as basic, info, rules, players",
			func(d *Query) *[]string { return &d.Items }),
		ask.Text("text", "text to echo, name of a property, or challenge for secure", "text",
			func(d *Query) *string { return &d.Text }),
	}
}

// gamespy1Whole, gamespy1Joined and alone divide the plans.
func gamespy1Whole(a *ask.Ask, _ ask.Parts) bool {
	return len(ask.DetailsOf[Query](a.Details...).Items) == 0 && (a.Parts == 0 || !a.Combined && a.Parts == ask.PartInfo|
		ask.PartRules|ask.PartPlayers)
}

func gamespy1Joined(a *ask.Ask, _ ask.Parts) bool {
	return len(ask.DetailsOf[Query](a.Details...).Items) > 0 || a.Combined && a.Parts != 0
}

func alone(a *ask.Ask, p ask.Parts) bool {
	return a.Parts&p != 0 && !gamespy1Whole(a, p) && !gamespy1Joined(a, p)
}

// join requests the items that were named, or those of the parts.
func join(q *ask.Query, a *ask.Ask, _ *wire.Message) {
	d := ask.CopyDetails[Query](q)
	if len(d.Items) > 0 {
		return
	}
	for _, part := range [...]struct {
		parts ask.Parts
		items []string
	}{{ask.PartInfo, []string{"basic", "info"}}, {ask.PartRules, []string{"rules"}},
		{ask.PartPlayers, []string{"players"}}, {ask.PartTeams, []string{"teams"}}} {
		if a.Parts&part.parts != 0 {
			d.Items = append(d.Items, part.items...)
		}
	}
}

func noItems(q *ask.Query, _ *ask.Ask, _ *wire.Message) { ask.CopyDetails[Query](q).Items = nil }

// Flaw: every datagram is numbered or ends the answer.
func Flaw(m *wire.Message) string {
	if !Part(m).Numbered {
		return "The datagram has neither a query id nor the mark of the end."
	}
	return ""
}

// Doubtful reports an end without a number: the number may have been
// cut off.
func Doubtful(parts []*wire.Message) bool {
	return parts[0].Find(backslash.QueryID[0].Key, 0) < 0
}

// PatchID puts in the number of the query.
func PatchID(dst []byte, reply, request *wire.Message, number uint32) []byte {
	at := reply.Payload
	for i := range reply.Fields {
		if f := &reply.Fields[i]; f.Def == &backslash.QueryID[2] && f.Kind == wire.KindDecimal {
			if request == nil {
				number = uint32(f.Value)%100 + 50
			}
			dst = append(dst, reply.Data[at:int(f.Offset)+int(f.Lead)]...)
			dst = strconv.AppendUint(dst, uint64(max(number, 1)), 10)
			at = f.End()
		}
	}
	return append(dst, reply.Data[at:reply.Frame.End]...)
}

// Extras: pairs with unknown keys, and the teams of players.
func Extras(want uint32) uint32 {
	if want&uint32(backslash.HasPlayers) != 0 {
		return uint32(backslash.HasOther | backslash.HasTeams)
	}
	return uint32(backslash.HasOther)
}

var Client = exchange.Client{Protocol: Protocol, AppendRequest: AppendRequest, Accepts: ask.IsDetails[Query],
	Settings: Settings, Plans: []*ask.Plan{&Plan}}

var Server = exchange.Server{ID: ID, Replies: Replies, Replay: answer.ReplayRules{PatchID: PatchID, Extras: Extras},
	Games: &Games, Examples: &Examples}
