package capgen

import (
	"encoding/binary"
	"net/netip"
	"strconv"

	"fragscope/decoder"
)

// An ask is a pending query: how to query and how the server answers.
type ask struct {
	server   *server
	protocol decoder.Protocol
	from     netip.AddrPort
	request  []byte
	replies  func(at int64) [][]byte // what the server replies at a time
	answered func(at int64)          // what the client does next, nil for nothing
}

func (g *generator) jitter(mean int64) int64 {
	return mean + int64(g.rnd.ExpFloat64()*float64(mean)/12)
}

// question sends a query again after two seconds without an answer.
func (g *generator) question(at int64, q *ask) {
	g.truth.Exchanges++
	for try := range 2 {
		if try > 0 {
			g.truth.Retries++
		}
		s := q.server
		g.truth.Requests++
		g.depart(g.send(at, q.from, s.addr, s, q.protocol, q.request))
		if s.dead || g.share(g.c.Loss) {
			at += 2e9
			continue
		}
		back := at + g.jitter(s.rtt)
		parts := q.replies(at)
		if len(parts) == 0 {
			return // there is nothing to send: silence is the answer
		}
		var arrive []int
		for i := range parts {
			if !g.share(g.c.Loss) {
				arrive = append(arrive, i)
			}
		}
		if len(arrive) == 0 {
			at += 2e9
			continue
		}
		last := back
		for k, i := range arrive {
			when := last
			last += 300_000 + int64(g.rnd.IntN(100_000))
			if k+1 < len(arrive) && g.share(g.c.Reorder) {
				when = last + 50_000 // the next one comes at last
				g.truth.Reordered++
			}
			g.truth.Replies++
			g.depart(g.send(when, s.addr, q.from, s, q.protocol, parts[i]))
		}
		g.truth.LostParts += int64(len(parts) - len(arrive))
		if q.answered != nil {
			q.answered(last + 2e6)
		}
		return
	}
	g.truth.Unanswered++
}

// depart sometimes delivers a datagram twice.
func (g *generator) depart(e *event) {
	if g.share(g.c.Duplicate) {
		g.truth.Duplicates++
		d := g.send(e.at+150_000+int64(g.rnd.IntN(400_000)), e.src, e.dst, nil, e.proto, e.payload)
		d.iface, d.vlan, d.mtu = e.iface, e.vlan, e.mtu
	}
}

func build(q decoder.Query) []byte {
	b, err := decoder.AppendRequest(nil, &q)
	if err != nil {
		panic("capgen: " + err.Error()) // there are no other queries than those below
	}
	return b
}

var (
	unreal2Requests = [3][]byte{
		build(decoder.Query{Protocol: "unreal2", Message: "server info request"}),
		build(decoder.Query{Protocol: "unreal2", Message: "rules request"}),
		build(decoder.Query{Protocol: "unreal2", Message: "player list request"}),
	}
	unreal2Ping  = build(decoder.Query{Protocol: "unreal2", Message: "ping request"})
	ugpQuery     = build(decoder.Query{Protocol: "ugp", Message: "query request"})
	ugpPing      = build(decoder.Query{Protocol: "ugp", Message: "ping request"})
	lanQuery     = build(decoder.Query{Protocol: "unreal-lan", Message: "REPORTQUERY request"})
	basicRequest = build(decoder.Query{Protocol: "gamespy1", Message: "basic request"})
	infoRequest  = build(decoder.Query{Protocol: "gamespy1", Message: "server info request"})
	statusAsked  = build(decoder.Query{Protocol: "gamespy1", Message: "status request"})
)

func (g *generator) exchange() {
	s := g.servers[g.rnd.IntN(len(g.servers))]
	c := g.clients[g.rnd.IntN(len(g.clients))]
	from := c.from(s)
	q := &ask{server: s, protocol: kinds[s.game].protocol, from: from}
	switch s.game {
	case ut2004, killingFloor, ut2003:
		g.askUnreal2(q)
	case ut99, bf1942:
		if s.game == ut99 && g.rnd.IntN(12) == 0 {
			g.announce(s)
			return
		}
		g.askGameSpy1(q)
	case swat4:
		id := g.rnd.Uint32()
		q.request = le.AppendUint32([]byte{0xfe, 0xfd, 0}, id)
		q.request = append(q.request, 0xff, 0xff, 0xff)
		q.replies = func(at int64) [][]byte { return stamped(s.replies(askStatus, at), id) }
		g.question(g.now, q)
	case ut3, bf2:
		g.askGameSpy3(q)
	case gtac:
		q.request, q.replies = ugpQuery, func(at int64) [][]byte { return s.replies(askStatus, at) }
		if g.rnd.IntN(3) == 0 {
			q.request, q.replies = ugpPing, func(int64) [][]byte { return [][]byte{{0xff, 0xff, 'U', 'G', 'P', 0, 1, 0x80}} }
		}
		g.question(g.now, q)
	case lanUT:
		q.request = lanQuery
		q.replies = func(int64) [][]byte { return [][]byte{[]byte("ut " + strconv.Itoa(7778+s.id%9))} }
		g.question(g.now, q)
	}
}

func (g *generator) askUnreal2(q *ask) {
	s := q.server
	what := 0
	switch n := g.rnd.IntN(10); {
	case n == 0:
		q.request, q.replies = unreal2Ping, func(int64) [][]byte { return [][]byte{append(s.unreal2Header(4), 'P')} }
		g.question(g.now, q)
		return
	case n == 1:
		what = askRules
	case n <= 3:
		what = askPlayers
	}
	q.request, q.replies = unreal2Requests[what], func(at int64) [][]byte { return s.replies(what, at) }
	g.question(g.now, q)
}

func (g *generator) askGameSpy1(q *ask) {
	s := q.server
	switch n := g.rnd.IntN(10); {
	case n <= 4:
		q.request, q.replies = infoRequest, func(at int64) [][]byte { return s.gamespy1(false, true, false, false, at) }
	case n <= 6:
		q.request, q.replies = basicRequest, func(at int64) [][]byte { return s.gamespy1(true, false, false, false, at) }
	default:
		q.request, q.replies = statusAsked, func(at int64) [][]byte { return s.gamespy1(true, true, true, true, at) }
	}
	g.question(g.now, q)
}

// askGameSpy3 requests a challenge and then, with it, the data.
func (g *generator) askGameSpy3(q *ask) {
	s := q.server
	id, challenge := g.rnd.Uint32(), int32(g.rnd.Uint32())|1
	q.request = le.AppendUint32([]byte{0xfe, 0xfd, 9}, id)
	q.replies = func(int64) [][]byte {
		b := le.AppendUint32([]byte{9}, id)
		return [][]byte{append(strconv.AppendInt(b, int64(challenge), 10), 0)}
	}
	q.answered = func(at int64) {
		data := &ask{server: s, protocol: q.protocol, from: q.from}
		b := le.AppendUint32([]byte{0xfe, 0xfd, 0}, id)
		b = binary.BigEndian.AppendUint32(b, uint32(challenge))
		data.request = append(b, 0xff, 0xff, 0xff, 1)
		data.replies = func(at int64) [][]byte { return stamped(s.replies(askStatus, at), id) }
		g.question(at, data)
	}
	g.question(g.now, q)
}

func stamped(replies [][]byte, id uint32) [][]byte {
	out := make([][]byte, len(replies))
	for i, r := range replies {
		out[i] = append([]byte(nil), r...)
		le.PutUint32(out[i][1:], id)
	}
	return out
}

// announce sends a heartbeat to the master, which checks it.
func (g *generator) announce(s *server) {
	master := netip.MustParseAddrPort("203.0.113.5:27900")
	if s.addr.Addr().Is6() {
		master = netip.MustParseAddrPort("[2001:db8::5]:27900")
	}
	b := pair(pairInt(nil, "heartbeat", int(s.addr.Port())), "gamename", "ut")
	e := g.send(g.now, netip.AddrPortFrom(s.addr.Addr(), s.addr.Port()+1), master, s, "unreal-heartbeat", b)
	e.comment = "a server announces itself"
	g.truth.Requests++
	g.truth.Exchanges++
}

func (g *generator) reflect(n int) {
	victim := netip.MustParseAddrPort("192.0.2.200:80")
	var from []*server
	for _, s := range g.servers {
		if s.game == ut2004 && s.addr.Addr().Is4() && s.iface == ifEthernet {
			from = append(from, s)
		}
	}
	for i := 0; i < n && len(from) > 0; i++ {
		s := from[i%len(from)]
		g.send(g.now+int64(i)*200_000, s.addr, victim, s, "unreal2", s.replies(askInfo, g.now)[0])
		g.truth.Reflected++
	}
}
