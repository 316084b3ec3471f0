package decoder

import (
	"fragscope/decoder/ask"
	"fragscope/decoder/protocol/gamespy1"
	"fragscope/decoder/protocol/gamespy2"
	"fragscope/decoder/protocol/gamespy3"
	"fragscope/decoder/protocol/ugp"
	"fragscope/decoder/protocol/unreal2"
)

// Plans lists how servers are queried, the usual plan of a protocol first.
func Plans() []*ask.Plan {
	var all []*ask.Plan
	for _, e := range clients {
		all = append(all, e.Plans...)
	}
	return all
}

// Broadcasts lists the requests that find servers on a local network.
func Broadcasts() []ask.Broadcast {
	var all []ask.Broadcast
	for _, e := range clients {
		all = append(all, e.Broadcasts...)
	}
	return all
}

// Where servers may answer, by what is usual (see the ports of each protocol).

// Usual holds where servers usually answer, as far as the order among protocols
// matters: the games of Unreal and GameSpy answer several. All others follow from
// [Plans] and the ports of their protocols.
var Usual = ask.PlaceTable{
	Offsets: []ask.PlaceOffset{
		{Plan: &unreal2.Plan, Offset: 0}, {Plan: &gamespy1.Plan, Offset: 0}, {Plan: &unreal2.Plan, Offset: 1},
		{Plan: &gamespy1.Plan, Offset: 1}, {Plan: &gamespy3.Plan, Offset: 0}, {Plan: &ugp.Plan, Offset: 0},
		{Plan: &gamespy1.Plan, Offset: 10},
		{Plan: &gamespy2.Plan, Offset: 0}, {Plan: &gamespy2.Plan, Offset: 1}, {Plan: &gamespy2.Plan, Offset: 2},
		{Plan: &gamespy3.Plan, Offset: 2}, {Plan: &gamespy1.Plan, Offset: 12}, {Plan: &gamespy1.Plan, Offset: 97},
		{Plan: &gamespy2.Plan, Offset: 3},
		{Plan: &gamespy1.Plan, Offset: -10}, {Plan: &unreal2.PlanPariah, Offset: 0}, {Plan: &unreal2.PlanPariah, Offset: 1},
	},
	Numbers: []ask.PlaceNumber{
		{Plan: &gamespy3.Plan, Game: 7777, Port: 6500}, {Plan: &gamespy1.Plan, Game: 14567, Port: 23000},
		{Plan: &gamespy2.Plan, Game: 15567, Port: 23000}, {Plan: &gamespy3.Plan, Game: 16567, Port: 29900},
		{Plan: &gamespy1.Plan, Game: 2092, Port: 20142}, {Plan: &gamespy1.Plan, Game: 5425, Port: 15425},
		{Plan: &gamespy2.Plan, Game: 7777, Port: 11138},
	},
	// Servers of the Unreal2 query answer GameSpy 1 too, with less information:
	// so all of its usual ports come before the other's rarer ones.
	First: []ask.Place{{Plan: &unreal2.Plan, Port: 7778, Why: "usual for UT2004 and UT2003"},
		{Plan: &gamespy1.Plan, Port: 7778, Why: "usual for UT99"}},
	Common: "unreal2",
	Order:  []*ask.Plan{&unreal2.Plan, &gamespy1.Plan, &gamespy3.Plan, &ugp.Plan, &gamespy2.Plan},
	Last:   []ask.Place{{Plan: &gamespy3.Plan, Port: 6500, Why: "usual for Unreal Tournament 3"}},
}

// PlaceOf returns where and how to query a server entry. The plan is nil when
// the list does not show how the server can be queried, and exact says that the
// port is its query port.
func PlaceOf(l *ask.Listed) (plan *ask.Plan, port uint16, exact bool) {
	switch {
	case l.Protocol == "gamespy-master":
		return &gamespy3.Plan, l.QueryPort, true
	case l.Protocol == "unreal-master" && l.GamePort == 0: // GameSpy's masters list query ports only
		return &gamespy1.Plan, l.QueryPort, true
	case l.Protocol == "unreal-master" && l.QueryPort != 0:
		return &unreal2.Plan, l.QueryPort, true
	case l.Protocol == "server-list" && l.GamePort != 0 && l.GamePort != 65535 && l.QueryPort != 0:
		// The list of UT2003 names the GameSpy port; the binary query is next to
		// the game port.
		return &unreal2.PlanUT2003, l.GamePort + 1, true
	}
	// The masters of all others list servers that speak the protocol of the list.
	for _, p := range Plans() {
		if p.Protocol == l.Protocol && l.QueryPort != 0 {
			return p, l.QueryPort, true
		}
	}
	return nil, l.GamePort, false
}
