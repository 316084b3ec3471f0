package capgen

import (
	"math/rand/v2"
	"net/netip"

	"fragscope/decoder"
)

// Others names the kinds of traffic that [AppendOther] makes: what else is
// seen on UDP, much of it from games, and a few that TCP carries.
var Others = func() (names []string) {
	for i := range others {
		names = append(names, others[i].kind)
	}
	return names
}()

func otherKind(name string) *foreign {
	for i := range others {
		if others[i].kind == name {
			return &others[i]
		}
	}
	return &others[len(others)-1]
}

// AppendOther appends a payload of the given kind, one of [Others].
func AppendOther(b []byte, kind string, r *rand.Rand) []byte {
	m := foreignMaker{b: b, r: r}
	otherKind(kind).build(&m)
	return m.b
}

func (g *generator) other() {
	k := &others[g.rnd.IntN(len(others))]
	for k.tcp {
		k = &others[g.rnd.IntN(len(others))]
	}
	c := g.clients[g.rnd.IntN(len(g.clients))]
	client := netip.AddrPortFrom(c.addr4, uint16(1024+g.rnd.IntN(64000)))
	server := netip.AddrPortFrom(netip.AddrFrom4([4]byte{203, 0, 113, byte(g.rnd.IntN(250))}),
		uint16(1024+g.rnd.IntN(64000)))
	src, dst := client, server
	if k.src != 0 && k.dst == 0 {
		src, dst = netip.AddrPortFrom(server.Addr(), k.src), client
	} else if k.dst != 0 {
		dst = netip.AddrPortFrom(server.Addr(), k.dst)
		if k.src != 0 {
			src = netip.AddrPortFrom(client.Addr(), k.src)
		}
	}
	for i := range 1 + 2*g.rnd.IntN(2) {
		g.scratch = AppendOther(g.scratch[:0], k.kind, g.rnd)
		g.send(g.now+int64(i)*5e6, src, dst, nil, decoder.Unknown, g.scratch)
	}
}
