package query

import (
	"slices"
	"strconv"

	"fragscope/decoder"
	"fragscope/decoder/ask"
	"fragscope/decoder/wire"
)

// Where a server may answer: the ports near the known one, with the protocols
// that are usual there, the likeliest first (protocol/SPEC.md#ports).

// MaxPlaces bounds the ports that are probed for one server.
const MaxPlaces = 64

// Places lists where a server may answer whose game port or query port is
// port, 0 when only its host is known, the likeliest place first. With a plan
// it lists the places for that one, and last the port for the other plans of
// its protocol: Teeworlds 0.6 and 0.7 are asked in different ways.
func Places(port uint16, plan *ask.Plan) []ask.Place {
	var list []ask.Place
	add := func(p *ask.Plan, n int, why string) {
		if n < 1 || n > 65535 || len(list) >= MaxPlaces || plan != nil && plan.Protocol != p.Protocol {
			return
		}
		if plan != nil {
			p = plan
		}
		for i := range list {
			if list[i].Plan == p && int(list[i].Port) == n {
				return
			}
		}
		list = append(list, ask.Place{Plan: p, Port: uint16(n), Why: why})
	}
	if port == 0 {
		usualPlaces(add)
		return list
	}
	// A port that is usual for players or for queries comes first.
	for _, n := range decoder.Usual.Numbers {
		if n.Game == port && port != 7777 { // many games share that one
			add(n.Plan, int(n.Port), "usual with game port "+strconv.Itoa(int(port)))
		}
	}
	for _, p := range decoder.Plans() {
		if p != PlanOf(p.Protocol) {
			continue
		}
		for _, q := range decoder.Descriptor(p.Protocol).Ports {
			switch {
			case q.Game == port && q.Offset != 0:
				add(p, int(port)+q.Offset, offsetText(q.Offset))
			case q.Number == port, q.Game != 0 && q.Offset != 0 && int(q.Game)+q.Offset == int(port):
				add(p, int(port), "the given port")
			}
		}
	}
	for _, o := range decoder.Usual.Offsets {
		add(o.Plan, int(port)+o.Offset, offsetText(o.Offset))
	}
	for _, p := range others() {
		add(p, int(port), offsetText(0))
		for _, q := range decoder.Descriptor(p.Protocol).Ports {
			if q.Offset != 0 {
				add(p, int(port)+q.Offset, offsetText(q.Offset))
			}
		}
	}
	for _, n := range decoder.Usual.Numbers {
		if n.Game == port {
			add(n.Plan, int(n.Port), "usual with game port "+strconv.Itoa(int(port)))
		}
	}
	for _, l := range decoder.Usual.Last {
		if plan == nil || plan.Protocol == l.Plan.Protocol {
			add(l.Plan, int(l.Port), l.Why)
		}
	}
	if plan != nil {
		for _, p := range decoder.Plans() {
			if p.Protocol == plan.Protocol && p != plan {
				list = append(list, ask.Place{Plan: p, Port: port, Why: offsetText(0)})
			}
		}
	}
	return list
}

// others lists the plans of protocols whose servers usually answer no other one:
// they are probed in the order of the table.
func others() []*ask.Plan {
	var list []*ask.Plan
	for _, p := range decoder.Plans() {
		if !slices.ContainsFunc(decoder.Usual.Order, func(o *ask.Plan) bool { return o.Protocol == p.Protocol }) {
			list = append(list, p)
		}
	}
	return list
}

// usualPlaces gives the usual query ports of all protocols: the first of each,
// then the second of each, and so on; a port of several protocols is probed by each at once.
func usualPlaces(add func(*ask.Plan, int, string)) {
	for _, f := range decoder.Usual.First {
		add(f.Plan, int(f.Port), f.Why)
	}
	for _, q := range decoder.Descriptor(decoder.Usual.Common).Ports {
		if q.Game != 0 {
			add(PlanOf(decoder.Usual.Common), int(q.Game)+q.Offset, "usual for "+q.Name)
		}
	}
	order := slices.Concat(decoder.Usual.Order, others())
	for rank, more := 0, true; more; rank++ {
		more = false
		for _, p := range order {
			ports := decoder.Descriptor(p.Protocol).Ports
			if rank >= len(ports) {
				continue
			}
			more = true
			q := ports[rank]
			n := int(q.Number)
			if n == 0 {
				n = int(q.Game) + q.Offset
			}
			add(p, n, "usual for "+q.Name)
			for _, o := range order {
				for _, of := range decoder.Descriptor(o.Protocol).Ports {
					if int(of.Number) == n {
						add(o, n, "usual for "+of.Name)
					}
				}
			}
		}
	}
}

func offsetText(offset int) string {
	switch {
	case offset == 0:
		return "the given port"
	case offset < 0:
		return "the given port - " + strconv.Itoa(-offset)
	}
	return "the given port + " + strconv.Itoa(offset)
}

// Probe returns the request of the given attempt, from 0, that probes whether a
// server answers by p: the one with which a query for want begins, whose answer
// is then the query's, or another one of the plan's probes.
func Probe(p *ask.Plan, want ask.Ask, attempt int, id [4]byte) ([]byte, error) {
	probes := p.Probes
	d := Begin(p, want)
	first := d.Next()
	if first >= 0 && slices.Contains(probes, d.Steps[first].Message) {
		name := d.Steps[first].Message
		probes = append([]string{name}, slices.DeleteFunc(slices.Clone(probes), func(s string) bool { return s == name })...)
	} else {
		first = -1
	}
	attempt %= len(probes)
	if first >= 0 && attempt == 0 {
		return d.Request(first, id)
	}
	q := ask.Query{Protocol: p.Protocol, Message: probes[attempt]}
	copy(q.ID[:], id[:])
	return decoder.AppendRequest(nil, &q)
}

// Answers reports whether datagram b from port answers request, a probe, as a
// server that p suits would. The message is what it says, nil when it is no
// reply of the protocol.
func Answers(p *ask.Plan, request, b []byte, port uint16) (*wire.Message, bool) {
	m := readReply(b, p.Protocol, port)
	if m == nil || damaged(m) {
		return m, false
	}
	return m, m.MatchKey().Answers(decodeRequest(p.Protocol, request).MatchKey())
}

// Better returns a plan that suits the server that sent m better than p, nil
// when there is none.
func Better(p *ask.Plan, m *wire.Message) *ask.Plan {
	if p.Refine == nil {
		return nil
	}
	return p.Refine(m)
}
