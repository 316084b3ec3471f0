package decoder

import "strconv"

// Where a server may answer: the ports beside the one that is known, with the
// protocols that are usual there, the likeliest first (wire/SPEC.md#ports).

// A Place is a port and the plan by which a server there can be asked.
type Place struct {
	Plan *Plan
	Port uint16
	Why  string // how the port follows from the one that is known
}

// maxPlaces bounds the ports that are tried for one server.
const maxPlaces = 40

// Places lists where a server may answer whose game port or query port is
// port, 0 when only its host is known, the likeliest place first. With a plan
// it lists the places for that one alone.
func Places(port uint16, plan *Plan) []Place {
	var list []Place
	add := func(p *Plan, n int, why string) {
		if n < 1 || n > 65535 || len(list) >= maxPlaces || plan != nil && plan.Protocol != p.Protocol {
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
		list = append(list, Place{p, uint16(n), why})
	}
	if port == 0 {
		usualPlaces(add)
		return list
	}
	// A port that is usual for players or for queries comes first.
	for _, n := range usual.numbers {
		if n.game == port && port != 7777 { // many games share that one
			add(n.plan, int(n.port), "usual with game port "+strconv.Itoa(int(port)))
		}
	}
	for _, p := range plans {
		if p != PlanOf(p.Protocol) {
			continue
		}
		for _, q := range p.Protocol.Ports() {
			switch {
			case q.Game == port && q.Offset != 0:
				add(p, int(port)+q.Offset, offsetText(q.Offset))
			case q.Number == port, q.Game != 0 && q.Offset != 0 && int(q.Game)+q.Offset == int(port):
				add(p, int(port), "the port as given")
			}
		}
	}
	for _, o := range usual.offsets {
		add(o.plan, int(port)+o.offset, offsetText(o.offset))
	}
	for _, n := range usual.numbers {
		if n.game == port {
			add(n.plan, int(n.port), "usual with game port "+strconv.Itoa(int(port)))
		}
	}
	for _, l := range usual.last {
		if plan == nil || plan.Protocol == l.Plan.Protocol {
			add(l.Plan, int(l.Port), l.Why)
		}
	}
	return list
}

// usualPlaces gives the usual query ports of all protocols: the first of each,
// then the second of each, and so on.
func usualPlaces(add func(*Plan, int, string)) {
	for _, f := range usual.first {
		add(f.Plan, int(f.Port), f.Why)
	}
	for _, q := range usual.common.Ports() {
		if q.Game != 0 {
			add(PlanOf(usual.common), int(q.Game)+q.Offset, "usual for "+q.Name)
		}
	}
	for rank, more := 0, true; more; rank++ {
		more = false
		for _, p := range usual.order {
			ports := p.Protocol.Ports()
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
		}
	}
}

func offsetText(offset int) string {
	switch {
	case offset == 0:
		return "the port as given"
	case offset < 0:
		return "the port as given - " + strconv.Itoa(-offset)
	}
	return "the port as given + " + strconv.Itoa(offset)
}

// Probe returns the request of the given attempt, from 0, that finds out
// whether a server answers by p.
func (p *Plan) Probe(attempt int, id [4]byte) ([]byte, error) {
	q := Query{Protocol: p.Protocol, Message: p.probes[attempt%len(p.probes)], ID: id}
	if prepare := p.steps[0].prepare; prepare != nil && q.Message == p.steps[0].message {
		prepare(&q, &Ask{}, nil)
	}
	return AppendRequest(nil, &q)
}

// Answers reports whether datagram b from port answers request, a probe, as a
// server that p suits would. The message is what it says, nil when it is no
// reply of the protocol.
func (p *Plan) Answers(request, b []byte, port uint16) (*Message, bool) {
	m := readReply(b, p.Protocol, port)
	if m == nil || damaged(m) {
		return m, false
	}
	asked := Decode(request, Options{Protocol: p.Protocol, From: Request, Link: LinkNone})
	return m, m.Topic().Answers(asked.Topic())
}

// Better returns a plan that suits the server that sent m better than p, nil
// when there is none.
func (p *Plan) Better(m *Message) *Plan {
	if p.refine == nil {
		return nil
	}
	return p.refine(m)
}
