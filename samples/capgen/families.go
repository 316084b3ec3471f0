package capgen

import (
	"net/netip"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/wire"
)

// A family is a service whose replies the decoder makes of what a server says.
type family struct {
	game     *answer.Game
	port     uint16
	protocol decoder.Protocol
	requests []decoder.Query
}

// families lists the services over UDP of all games in protocols for which no server
// here composes replies. A request whose bytes do not prove its protocol, which others
// have too or which is one word, is left out: an analysis counts it as other traffic.
func families() (all []family) {
	composed := map[decoder.Protocol]bool{}
	for _, k := range kinds {
		composed[k.protocol] = true
	}
	for _, game := range decoder.Games() {
		for _, service := range game.Services {
			f := family{game: game, port: service.Port, protocol: service.Protocol}
			if composed[f.protocol] || decoder.Descriptor(service.Protocol).Stream {
				continue
			}
			if f.port == 0 {
				f.port = game.GamePort + uint16(service.Offset)
			}
			for _, name := range decoder.Descriptor(f.protocol).Requests() {
				q := decoder.Query{Protocol: f.protocol, Message: name}
				for _, s := range decoder.Settings(f.protocol) {
					if s.Example != "" {
						_ = s.Set(&q, s.Example) // examples fit
					}
				}
				request := decoder.Decode(build(q), decoder.Options{})
				if request.Protocol() == f.protocol && request.Confidence >= wire.Likely &&
					len(f.replies(request, &wire.Status{})) > 0 {
					f.requests = append(f.requests, q)
				}
			}
			if len(f.requests) > 0 {
				all = append(all, f)
			}
		}
	}
	return all
}

// Some requests hold the server's address; IPv6 has no place there.
func (f *family) to(addr netip.AddrPort, i int) *wire.Message {
	q := f.requests[i]
	if addr.Addr().Is4() {
		q.Address, q.Port = addr.Addr().As4(), addr.Port()
	}
	return decoder.Decode(build(q), decoder.Options{})
}

func (f *family) replies(request *wire.Message, s *wire.Status) [][]byte {
	all, _ := decoder.AppendReplies(nil, request, &answer.Answer{Status: s, Game: f.game})
	return all
}

func (s *server) status(at int64) *wire.Status {
	s.at(at)
	st := &wire.Status{
		Name: wire.Some(s.name), Map: wire.Some(s.currentMap()), GameType: wire.Some(kinds[s.game].gameType),
		GamePort: wire.Some(int64(s.addr.Port())),
		Players:  wire.Some(int64(len(s.players))), MaxPlayers: wire.Some(int64(s.most)), Password: wire.Some(s.password),
		Version: wire.Some("1.3"),
		Rules: []wire.Rule{{Key: "timelimit", Value: "20"}, {Key: "fraglimit", Value: "30"},
			{Key: "website", Value: "harbour.example"}},
	}
	for _, p := range s.players {
		st.PlayerList = append(st.PlayerList, wire.Player{
			ID: wire.Some(int64(p.id)), Name: wire.Some(p.name), Score: wire.Some(int64(p.score)),
			Ping: wire.Some(int64(p.ping)),
		})
	}
	return st
}

// Each address keeps to one game.
func (g *generator) family() {
	i := g.rnd.IntN(len(g.servers))
	s, f := g.servers[i], &g.families[i%len(g.families)]
	there := *s
	there.addr = netip.AddrPortFrom(s.addr.Addr(), f.port)
	request := f.to(there.addr, g.rnd.IntN(len(f.requests)))
	g.question(g.now, &ask{
		server: &there, protocol: f.protocol, from: g.clients[g.rnd.IntN(len(g.clients))].from(s), request: request.Data,
		replies: func(at int64) [][]byte { return f.replies(request, s.status(at)) },
	})
}
