package emulator

import (
	"net/netip"
	"testing"
	"time"

	"fragscope/decoder"
	"fragscope/samples"
)

// A peer is an emulated server of a game, with an address of its own.
type peer struct {
	*Server
	name string
	d    *decoder.Decoder
}

// peers returns a server for each protocol of each game, all without bounds.
func peers(t *testing.T) []*peer {
	t.Helper()
	var all []*peer
	for _, g := range decoder.Games() {
		life := NewLife(g, 0, 1)
		for _, service := range g.Services {
			if decoder.Descriptor(service.Protocol).Stream {
				continue
			}
			s := New(Options{Source: FromStatusFunc([]decoder.Protocol{service.Protocol}, life.Status), Game: g, Public: true,
				Amplification: -1, NoChallenge: true})
			s.addr = netip.AddrPortFrom(netip.AddrFrom4([4]byte{198, 18, 0, byte(len(all) + 1)}), 7777)
			t.Cleanup(func() { s.Close() })
			all = append(all, &peer{s, g.Name + " " + service.Protocol.String(), undirected()})
		}
	}
	return all
}

// answer gives a datagram with a source address to a server and returns what it
// sends there.
func (p *peer) answer(data []byte, from netip.AddrPort) [][]byte {
	w := &cable{}
	p.datagram(w, p.d, data, from)
	return w.sent
}

// TestReplies: a reply gets no answer, from whatever server it comes, so no
// forged source address makes two servers talk to each other.
func TestReplies(t *testing.T) {
	servers := peers(t)
	var replies [][]byte
	seen := map[string]bool{}
	add := func(p []byte) {
		if !seen[string(p)] {
			seen[string(p)] = true
			replies = append(replies, p)
		}
	}
	asked := requests(t)
	for _, sample := range samples.List() {
		for _, p := range sample.Datagrams() {
			m := decoder.Decode(p, decoder.Options{})
			if m.Info.Direction == decoder.Reply {
				add(m.PayloadBytes())
			}
			asked = append(asked, m.PayloadBytes())
		}
	}
	for _, s := range servers {
		for _, p := range asked {
			for _, r := range s.answer(p, stranger) {
				add(r)
			}
		}
	}
	if len(replies) < 500 {
		t.Fatalf("only %d replies", len(replies))
	}
	for i, s := range servers {
		// What a server answers once in spite of that, an echo, the other sends back.
		other := servers[(i+1)%len(servers)]
		for _, pair := range [][2]*peer{{s, other}, {s, s}} {
			for _, p := range replies {
				hops := 0
				for turn, data := 0, [][]byte{p}; len(data) > 0; turn++ {
					if hops += len(data); hops > 4 {
						t.Fatalf("%s and %s talk about %.80q", pair[0].name, pair[1].name, p)
					}
					data = pair[turn%2].answer(data[0], pair[(turn+1)%2].addr)
				}
			}
		}
	}
}

// TestEchoes: the same echo is sent again after a while, and what is remembered
// of echoes is bounded.
func TestEchoes(t *testing.T) {
	var e echoes
	now := time.Now()
	if !e.first(stranger, []byte("ping"), now) || e.first(stranger, []byte("ping"), now.Add(echoTime/2)) {
		t.Error("an echo is not sent, or sent twice")
	}
	if !e.first(stranger, []byte("pong"), now) || !e.first(netip.AddrPortFrom(stranger.Addr(), 1), []byte("ping"), now) {
		t.Error("another echo is not sent")
	}
	if e.first(stranger, []byte("ping"), now.Add(echoTime)) || !e.first(stranger, []byte("ping"), now.Add(4*echoTime)) {
		t.Error("an echo is not remembered, or remembered for too long")
	}
	for i := range 3 * maxEchoes {
		e.first(stranger, []byte{byte(i), byte(i >> 8)}, now.Add(4*echoTime))
	}
	if len(e.now) > maxEchoes {
		t.Errorf("%d echoes are remembered", len(e.now))
	}
}
