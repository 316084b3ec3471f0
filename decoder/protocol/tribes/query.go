package tribes

import (
	"fragscope/decoder/ask"
	"fragscope/decoder/exchange"
)

// Plan says how a server of Tribes is queried: the details have everything.
var Plan = ask.Plan{
	Name: "tribes", Title: "server, teams and players in one datagram", Protocol: ID,
	Probes: []string{requests[aboutDetails].Name},
	Steps:  []ask.Step{{Protocol: ID, Message: requests[aboutDetails].Name}}}

// PlanStarsiege is Plan for Starsiege, whose request has another first byte.
var PlanStarsiege = ask.Plan{
	Name: "starsiege", Title: "server and players of Starsiege in one datagram", Protocol: ID,
	Probes: []string{requests[aboutStarsiege].Name},
	Steps:  []ask.Step{{Protocol: ID, Message: requests[aboutStarsiege].Name}}}

// A Query holds the details of a server list request.
type Query struct {
	Packet uint8 // of a master's list, 0 for all
}

const keySize = 2

func Settings() []ask.Setting {
	return []ask.Setting{
		ask.ID("id", keySize),
		ask.Number("list-packet", "server list request: the number of one packet; default all", "2",
			func(d *Query) *uint8 { return &d.Packet }),
	}
}

// firsts are the first bytes of requests, in their order.
var firsts = [...]byte{askDetails, askInfo, askStarsiege}

func AppendRequest(dst []byte, q *ask.Query) ([]byte, error) {
	for i := range requests {
		if q.Message != requests[i].Name && (q.Message != "" || i != aboutDetails) {
			continue
		}
		if i != aboutServers {
			return append(append(dst, firsts[i]), q.ID[:keySize]...), nil
		}
		all, one := byte(0xff), ask.DetailsOf[Query](q.Details).Packet
		if one != 0 {
			all = 0
		}
		return append(append(dst, masterVersion[0], askServers, all, one), q.ID[:keySize]...), nil
	}
	return dst, ask.ErrNoSuchRequest
}

var Client = exchange.Client{Protocol: Protocol, AppendRequest: AppendRequest, Accepts: ask.IsDetails[Query],
	Settings: Settings, Plans: []*ask.Plan{&Plan, &PlanStarsiege}}

var Server = exchange.Server{ID: ID, Replies: Replies, Games: &Games, Examples: &Examples}
