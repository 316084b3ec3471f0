package query

import (
	"fragscope/decoder"
	"fragscope/decoder/ask"
	"fragscope/decoder/wire"
)

// How a server is queried for everything: which requests, in what order, on
// which ports, what an earlier reply adds to a later request, and how the end
// of an answer is recognised. A [Plan] is a table of steps; a [Session]
// carries it out with one server. Neither knows sockets or time: the caller
// sends, waits, and passes on what arrives.

// Plans lists all plans.
func Plans() []*ask.Plan { return decoder.Plans() }

// PlanByName returns the plan with the given name, or the first plan for a
// server of the game with that name.
func PlanByName(name string) (*ask.Plan, bool) {
	for _, p := range decoder.Plans() {
		if p.Name == name {
			return p, true
		}
	}
	if g := decoder.GameByName(name); g != nil {
		for i := range g.Services {
			if p := PlanOf(g.Services[i].Protocol); p != nil {
				return p, true
			}
		}
	}
	return nil, false
}

// PlanOf returns the usual plan for a protocol, nil for those in which servers
// are not queried.
func PlanOf(p wire.ProtocolID) *ask.Plan {
	for _, plan := range decoder.Plans() {
		if plan.Protocol == p {
			return plan
		}
	}
	return nil
}
