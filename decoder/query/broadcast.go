package query

import (
	"slices"

	"fragscope/decoder"
	"fragscope/decoder/ask"
	"fragscope/decoder/exchange"
	"fragscope/decoder/wire"
)

// Server discovery on a local network: broadcast requests, the ports they go
// to, and where the servers that answer can be queried.

// Broadcasts lists the requests that are broadcast to find servers: those that are made for it
// (protocol/unreal2/SPEC.md, protocol/unreallan/SPEC.md), and what probes whether a server is there, to the usual
// ports of every plan over UDP, since servers answer what reaches them by broadcast too. own are the clients of
// protocols that the decoder does not know.
func Broadcasts(own ...*exchange.Client) []ask.Broadcast {
	list := decoder.Broadcasts()
	for _, c := range own {
		list = append(list, c.Broadcasts...)
	}
	made := len(list)
	for _, place := range Places(0, nil) {
		plan := place.Plan
		if decoder.Descriptor(plan.Protocol).Stream || len(plan.Probes) == 0 {
			continue
		}
		i := made + slices.IndexFunc(list[made:], func(b ask.Broadcast) bool {
			return b.Protocol == plan.Protocol && b.Message == plan.Probes[0]
		})
		if i < made {
			i = len(list)
			list = append(list, ask.Broadcast{Protocol: plan.Protocol, Message: plan.Probes[0],
				Found: func(_ *wire.Message, from uint16) (*ask.Plan, uint16) { return plan, from }})
		}
		if !slices.Contains(list[i].Ports, place.Port) {
			list[i].Ports = append(list[i].Ports, place.Port)
		}
	}
	return list
}

// BroadcastRequest returns the bytes of the request. Servers repeat the nonce if the
// protocol has one.
func BroadcastRequest(c *ask.Broadcast, nonce [8]byte, own ...*exchange.Client) ([]byte, error) {
	return ClientOf(c.Protocol, own).Append(nil, &ask.Query{Protocol: c.Protocol, Message: c.Message, ID: nonce})
}

// BroadcastReply reads a datagram from port as an answer to the broadcast. ok is
// false when it is none: another protocol, another message, another nonce, or
// damaged. The plan and the port say how to query its sender; the plan is nil
// when there is nothing more to query.
func BroadcastReply(c *ask.Broadcast, p []byte, from uint16, nonce [8]byte, own ...*exchange.Client) (
	m *wire.Message, plan *ask.Plan, port uint16, ok bool,
) {
	if m = readReply(p, c.Protocol, from, protocolsOf(own)...); m == nil || damaged(m) {
		return m, nil, 0, false
	}
	request, err := BroadcastRequest(c, nonce, own...)
	if err != nil {
		return m, nil, 0, false
	}
	if !m.MatchKey().Answers((decodeRequest(c.Protocol, request, protocolsOf(own)...)).MatchKey()) {
		return m, nil, 0, false
	}
	if plan, port = c.Found(m, from); plan == nil && port != 0 {
		plan = PlanOf(c.Query)
	}
	return m, plan, port, true
}
