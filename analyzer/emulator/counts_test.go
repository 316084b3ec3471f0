package emulator

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/wire"
)

// answers returns the replies of a server of a game to all requests of a
// protocol.
func answers(t *testing.T, g *answer.Game, p decoder.Protocol, status *decoder.Status) []*decoder.Message {
	t.Helper()
	source := FromStatusFunc([]decoder.Protocol{p}, func(time.Time) *decoder.Status { return status })
	s := New(Options{Source: source, Game: g, NoChallenge: true})
	defer s.Close()
	stream := decoder.Descriptor(p).Stream
	var all []*decoder.Message
	for _, name := range decoder.Descriptor(p).Requests() {
		request, err := decoder.AppendRequest(nil, &decoder.Query{Protocol: p, Message: name})
		if err != nil {
			continue
		}
		m := s.read(undirected(), request)
		if stream {
			m = decoder.Decode(request, decoder.Options{Protocol: p, From: decoder.Request, Stream: true})
		}
		if m == nil {
			continue
		}
		replies, _ := source.Replies(&Question{Request: m, From: stranger, To: stranger, Number: uint32(len(all) + 1),
			Game: g})
		for _, r := range replies {
			all = append(all, decoder.Decode(r.Data, decoder.Options{Protocol: p, From: decoder.Reply, Link: decoder.LinkNone,
				Stream: stream}))
		}
	}
	return all
}

// TestCounts: a number of players that is too large for its field is sent as the
// largest that fits, in every protocol.
func TestCounts(t *testing.T) {
	counted := map[decoder.Protocol]bool{}
	for _, g := range decoder.Games() {
		for _, service := range g.Services {
			for _, n := range []int64{255, 256, 257, 300, 65535, 65536, 65537, 70000, 1 << 24, 1 << 31, 1 << 40} {
				for _, listed := range []int{0, 2, 300} {
					s := status()
					s.Players, s.MaxPlayers, s.PlayerList = wire.Some(n), wire.Some(n), nil
					for i := range listed {
						s.PlayerList = append(s.PlayerList, wire.Player{ID: wire.Some(int64(i)),
							Name: wire.Some(fmt.Sprint("Gull ", i))})
					}
					for _, m := range answers(t, g, service.Protocol, s) {
						got := decoder.StatusOf(m)
						if got == nil {
							continue
						}
						for what, v := range map[string]wire.Opt[int64]{"players": got.Players, "places": got.MaxPlayers} {
							counted[service.Protocol] = counted[service.Protocol] || v.Known
							// of a field, or that clients take
							largest := v.Value >= 16 && (v.Value&(v.Value+1) == 0 || v.Value&(v.Value-1) == 0)
							if v.Known && v.Value != n && !largest && v.Value != int64(len(got.PlayerList)) {
								t.Errorf("%s %s, %s: %d %s are sent as %d", g.Name, service.Protocol, m.Info.Name, n, what, v.Value)
							}
						}
						// An answer of GameSpy 2 is one datagram: what does not fit is cut.
						v, damaged := m.Worst()
						if damaged && v == decoder.SeverityError && service.Protocol != "gamespy2" {
							t.Errorf("%s %s, %s with %d of %d players is damaged: %s", g.Name, service.Protocol, m.Info.Name, listed, n,
								m.Message(&m.Problems[0]))
						}
					}
				}
			}
		}
	}
	for _, p := range decoder.Answered() {
		if !counted[p] && p != "gamespy-master" && p != "satisfactory" { // which count no players
			t.Errorf("%s is not counted in", p)
		}
	}
}

// TestExamples: every game has a simulated server of its own, with maps of its
// own, which says its version.
func TestExamples(t *testing.T) {
	maps := map[string]string{}
	for _, g := range decoder.Games() {
		kind := exampleOf(g)
		if kind == nil {
			t.Errorf("%s has no simulated server", g.Name)
			continue
		}
		for _, m := range kind.Maps {
			if other := maps[m]; other != "" {
				t.Errorf("%s and %s have the map %s", g.Name, other, m)
			}
			maps[m] = g.Name
		}
		service := g.Services[0].Protocol
		versions := 0
		for _, m := range answers(t, g, service, NewLife(g, 0, 1).Status(time.Now())) {
			got := decoder.StatusOf(m)
			if got == nil {
				continue
			}
			if got.Version.Value != "" || slices.ContainsFunc(got.Rules, func(r wire.Rule) bool {
				return strings.EqualFold(r.Key, "version") && r.Value != ""
			}) {
				versions++
			}
		}
		if versions == 0 && g.Name != "pariah" && g.Name != "m2mp" { // requests of its own, and none
			t.Errorf("%s %s says no version", g.Name, service)
		}
	}
}
