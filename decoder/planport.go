package decoder

import "strconv"

// Where a server may answer: the ports beside the one that is known, with the
// protocols that are usual there, the likeliest first (protocols.md 10).

// A Place is a port and the plan by which a server there can be asked.
type Place struct {
	Plan *Plan
	Port uint16
	Why  string // how the port follows from the one that is known
}

// placeOffsets lists offsets from a known port of which nobody has said
// whether it is for players or for queries, the likeliest first.
var placeOffsets = [...]struct {
	plan   *Plan
	offset int
}{
	{&planUnreal2, 0}, {&planGameSpy1, 0}, {&planUnreal2, 1}, {&planGameSpy1, 1}, {&planGameSpy3, 0}, {&planUGP, 0}, {&planGameSpy1, 10},
	{&planGameSpy2, 0}, {&planGameSpy2, 1}, {&planGameSpy2, 2}, {&planGameSpy3, 2}, {&planGameSpy1, 12}, {&planGameSpy1, 97}, {&planGameSpy2, 3},
	{&planGameSpy1, -10}, {&planPariah, 0}, {&planPariah, 1},
}

// placeNumbers lists query ports that do not follow from the game port, for
// the game port that they go with.
var placeNumbers = [...]struct {
	plan       *Plan
	game, port uint16
}{
	{&planGameSpy3, 7777, 6500}, {&planGameSpy1, 14567, 23000}, {&planGameSpy2, 15567, 23000}, {&planGameSpy3, 16567, 29900},
	{&planGameSpy1, 2092, 20142}, {&planGameSpy1, 5425, 15425}, {&planGameSpy2, 7777, 11138},
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
	for _, n := range &placeNumbers {
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
	for _, o := range &placeOffsets {
		add(o.plan, int(port)+o.offset, offsetText(o.offset))
	}
	for _, n := range &placeNumbers {
		if n.game == port {
			add(n.plan, int(n.port), "usual with game port "+strconv.Itoa(int(port)))
		}
	}
	if plan == nil || plan.Protocol == GameSpy3 {
		add(&planGameSpy3, 6500, "usual for Unreal Tournament 3")
	}
	return list
}

// usualPlaces gives the usual query ports of all protocols: the first of each,
// then the second of each, and so on.
func usualPlaces(add func(*Plan, int, string)) {
	// Servers of the Unreal2 query answer GameSpy 1 too, which tells less: so
	// all of its usual ports come before the other's rarer ones.
	add(&planUnreal2, 7778, "usual for UT2004 and UT2003")
	add(&planGameSpy1, 7778, "usual for UT99")
	for _, q := range Unreal2.Ports() {
		if q.Game != 0 {
			add(&planUnreal2, int(q.Game)+q.Offset, "usual for "+q.Name)
		}
	}
	order := [...]*Plan{&planUnreal2, &planGameSpy1, &planGameSpy3, &planUGP, &planGameSpy2}
	for rank, more := 0, true; more; rank++ {
		more = false
		for _, p := range order {
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
