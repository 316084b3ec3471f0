package analyzer

import (
	"cmp"
	"fmt"
	"net/netip"
	"slices"
	"testing"

	"fragscope/analyzer/record"
	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/promise"
	"fragscope/decoder/wire"

	gocmp "github.com/google/go-cmp/cmp"
)

// An emulated server of an hour: who plays, and when that changes. Two browsers
// query it in turn, a minute apart.
type emulated struct {
	game     *answer.Game
	service  *answer.Service
	addr     string
	requests []string // all that the server answers
	lists    []bool   // which of these get a list of players
	bots     int      // of the players, which replies without a list do not count
	seed     int
}

const hour = 60 // minutes

// present returns who plays in a minute. Some stay, one leaves, one joins and one
// joins and leaves again.
func (e *emulated) present(minute int) []string {
	var names []string
	for i := range e.bots {
		names = append(names, fmt.Sprintf("Bot%d", i))
	}
	if e.seed%4 != 3 { // else the server is empty at times
		names = append(names, "Stays", "Remains")
	}
	if minute < 20+e.seed%5 {
		names = append(names, "Leaver")
	}
	if minute >= 10+e.seed%3 && minute < 50 {
		names = append(names, "Visitor")
	}
	if minute >= 30 && e.seed%2 == 0 && e.seed%4 != 3 {
		names = append(names, "Joiner")
	}
	return names
}

// status returns what the server replies in a minute to a request that gets a
// list of players or none.
func (e *emulated) status(minute int, list bool) *wire.Status {
	names := e.present(minute)
	players, most := len(names), 24
	if !list {
		players, most = players-e.bots, most-e.bots
	}
	s := &wire.Status{
		Protocol: e.service.Protocol, Name: wire.Some("Harbour Lights"), Map: wire.Some("Lantern"),
		GameType: wire.Some("deathmatch"),
		Players:  wire.Some(int64(players)), MaxPlayers: wire.Some(int64(most)), GamePort: wire.Some(int64(7777)),
		Version: wire.Some("1.3"),
		Rules:   []wire.Rule{{Key: "timelimit", Value: "20"}, {Key: "fraglimit", Value: "30"}},
	}
	if minute >= 40 {
		s.Map = wire.Some("Anchor")
	}
	for i, name := range names {
		s.PlayerList = append(s.PlayerList, wire.Player{
			ID: wire.Some(int64(i)), Name: wire.Some(name), Score: wire.Some(int64(5)), Ping: wire.Some(int64(40)),
			Team: wire.Some(int64(0)),
		})
	}
	return s
}

// exchange returns a request and the replies to it in a minute, none where there
// is nothing to reply.
func (e *emulated) exchange(t *testing.T, minute int, name string, list bool) (request []byte, replies [][]byte) {
	t.Helper()
	q := promise.Query(t, e.service.Protocol, name)
	q.ID[3] += byte(minute)
	request, err := decoder.AppendRequest(nil, q)
	if err != nil {
		t.Fatal(err)
	}
	m := decoder.Decode(request, wire.Options{Protocol: e.service.Protocol, From: wire.Request,
		Stream: decoder.Descriptor(e.service.Protocol).Stream})
	replies, _ = decoder.AppendReplies(nil, m, &answer.Answer{Status: e.status(minute, list), Game: e.game,
		Number: uint32(minute + 1)})
	return request, replies
}

// probe finds out which requests the server answers, with a list of players or
// without.
func (e *emulated) probe(t *testing.T) {
	for _, name := range decoder.Descriptor(e.service.Protocol).Requests() {
		_, replies := e.exchange(t, 0, name, true)
		var ms []*wire.Message
		for _, p := range replies {
			ms = append(ms,
				decoder.Decode(p, wire.Options{Protocol: e.service.Protocol, From: wire.Reply,
					Stream: decoder.Descriptor(e.service.Protocol).Stream}))
		}
		st := decoder.StatusOf(ms...)
		if len(ms) == 0 || st == nil {
			continue
		}
		if n := len(st.PlayerList); n > 0 && n < len(e.present(0)) {
			continue // one player at a time
		}
		named := len(st.PlayerList) == len(e.present(0))
		for _, p := range st.PlayerList {
			named = named && slices.Contains(e.present(0), p.Name.Value)
		}
		e.requests, e.lists = append(e.requests, name), append(e.lists, named)
	}
}

// poll adds what a browser exchanges with the server in a minute. The first
// browser sends all requests or those that get no list of players, the second
// sends requests in the other order, all or all but one.
func (e *emulated) poll(t *testing.T, s *scene, minute int) {
	browser, order := "192.0.2.10:5000", make([]int, len(e.requests))
	for i := range order {
		order[i] = i
	}
	n, noLists := len(order), e.seed%5 == 4
	switch second := minute%2 == 1; {
	case second:
		browser = fmt.Sprintf("192.0.2.11:%d", 6000+minute*(e.seed%2)) // from a new port each time, or from one
		slices.Reverse(order)
		order = slices.DeleteFunc(order, func(i int) bool { return n > 1 && !noLists && i == (e.seed/2)%n })
	case noLists:
		order = slices.DeleteFunc(order, func(i int) bool { return e.lists[i] })
	}
	for _, i := range order {
		request, replies := e.exchange(t, minute, e.requests[i], e.lists[i])
		s.send(browser, e.addr, request).wait(20)
		s.packets[len(s.packets)-1].Stream = decoder.Descriptor(e.service.Protocol).Stream
		for _, p := range replies {
			s.send(e.addr, browser, p).wait(1)
			s.packets[len(s.packets)-1].Stream = decoder.Descriptor(e.service.Protocol).Stream
		}
		s.wait(50)
	}
}

// want returns the events of the hour.
func (e *emulated) want() []string {
	var all []string
	if slices.Contains(e.lists, true) {
		for minute := 1; minute < hour; minute++ {
			before, now := e.present(minute-1), e.present(minute)
			for _, name := range now {
				if !slices.Contains(before, name) {
					all = append(all, "join "+name+" >")
				}
			}
			for _, name := range before {
				if !slices.Contains(now, name) {
					all = append(all, "leave "+name+" >")
				}
			}
		}
	}
	slices.Sort(all)
	return all
}

// TestPlayersWhoStay: in an hour of twenty servers of each protocol that two
// browsers query in turn, in other messages and another order, once a minute or
// twice, the events are the players who join and leave, and the change of the map;
// also where the capture of the second half comes first.
func TestPlayersWhoStay(t *testing.T) {
	services := map[decoder.Protocol][]emulated{}
	for _, g := range decoder.Games() {
		for i := range g.Services {
			p := g.Services[i].Protocol
			services[p] = append(services[p], emulated{game: g, service: &g.Services[i]})
		}
	}
	listed := 0
	for _, p := range decoder.Answered() {
		if len(services[p]) == 0 { // of any game
			services[p] = []emulated{{game: &answer.Game{Name: p.String()}, service: &answer.Service{Protocol: p}}}
		}
		t.Run(p.String(), func(t *testing.T) {
			s := newScene()
			servers := make([]emulated, 20)
			for i := range servers {
				e := &servers[i]
				*e = services[p][i%len(services[p])]
				e.seed, e.bots, e.addr = i, i%3, fmt.Sprintf("198.51.100.%d:7778", i+1)
				e.probe(t)
			}
			if slices.Contains(servers[0].lists, true) {
				listed++
			}
			start := s.now
			for half := range 2 * hour { // minutes
				for i := range servers {
					if i%4 < 2 && half%2 == 1 {
						continue // the others are polled twice as often
					}
					s.now = start + int64(half*30_000+i*1_000)*1e6
					servers[i].poll(t, s, half/2)
				}
			}
			// The second half first is the same hour, in two captures one after the other.
			half, _ := slices.BinarySearchFunc(s.packets, start+hour/2*60e9, func(p record.Packet, t int64) int {
				return cmp.Compare(p.Time, t)
			})
			checkHour(t, "in order", s, servers)
			s.packets = slices.Concat(s.packets[half:], s.packets[:half])
			checkHour(t, "the second half first", s, servers)
		})
	}
	if listed < 15 {
		t.Errorf("%d protocols list players, want 15 or more", listed)
	}
}

// checkHour holds the events of s to what happened on the servers.
func checkHour(t *testing.T, name string, s *scene, servers []emulated) {
	t.Helper()
	r, _ := s.report(t)
	for i := range servers {
		e := &servers[i]
		if len(e.requests) == 0 {
			continue
		}
		sv := r.Servers[netip.MustParseAddrPort(e.addr)]
		if sv == nil {
			t.Fatalf("%s: not found", e.game.Name)
		}
		var got []string
		for _, x := range sv.Events() {
			if x.Kind == "map" && x.Old+x.New == "LanternAnchor" || x.Kind == "rule" && x.Who == "keywords" {
				continue // Rust's keywords contain the number of players
			}
			got = append(got, fmt.Sprintf("%s %s %s>%s", x.Kind, x.Who, x.Old, x.New))
		}
		slices.Sort(got)
		if d := gocmp.Diff(e.want(), got); d != "" {
			t.Errorf("%s: %s, server %d with %d bots, %q %v:\n%s", name, e.game.Name, i, e.bots, e.requests, e.lists, d)
		}
	}
}
