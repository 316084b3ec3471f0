package query

import (
	"fragscope/decoder"
	"fragscope/decoder/ask"
	"fragscope/decoder/wire/protocol"
)

// How a server is asked for everything: which requests, in what order, on
// which ports, what an earlier reply adds to a later request, and how the end
// of an answer shows. A [Plan] is a table of steps; a [Dialogue] carries it out
// with one server. Neither knows sockets or time: the caller sends, waits, and
// hands over what comes.

// Plans lists all plans.
func Plans() []*ask.Plan { return decoder.Plans[:] }

// PlanByName returns the plan with the given name, or the one by which a server
// of the game with that name is asked first.
func PlanByName(name string) (*ask.Plan, bool) {
	for _, p := range decoder.Plans {
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

// PlanOf returns the usual plan for a protocol, nil for those in which a
// server is not asked about itself.
func PlanOf(p protocol.ID) *ask.Plan {
	for _, plan := range decoder.Plans {
		if plan.Protocol == p {
			return plan
		}
	}
	return nil
}
