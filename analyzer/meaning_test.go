package analyzer

import (
	"encoding/binary"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"testing"

	"fragscope/analyzer/report"
	"fragscope/decoder"

	"pgregory.net/rapid"
)

// unreal2List builds part of a player list, whose ids begin with first.
func unreal2List(first int, names []string, scores []int) []byte {
	p := []byte{0x80, 0, 0, 0, 2}
	for i, name := range names {
		p = binary.LittleEndian.AppendUint32(p, uint32(first+i))
		p = text(p, name)
		p = binary.LittleEndian.AppendUint32(p, 50)
		p = binary.LittleEndian.AppendUint32(p, uint32(scores[i]))
		p = append(p, 0, 0, 0, 0)
	}
	return p
}

// TestLostParts: players who stay never leave, though some of the datagrams of their
// list are lost, which only their number shows. Whoever does leave is seen to, one
// poll later at most.
func TestLostParts(t *testing.T) {
	info := ask(t, decoder.Query{Protocol: "unreal2"})
	both := ask(t, decoder.Query{Protocol: "unreal2", Message: "rules and player list request"})
	rapid.Check(t, func(rt *rapid.T) {
		players, perPart := rapid.IntRange(2, 40).Draw(rt, "players"), rapid.IntRange(1, 8).Draw(rt, "in a part")
		infoFirst, leaves := rapid.Bool().Draw(rt, "info first"), rapid.Bool().Draw(rt, "one leaves")
		names, scores := make([]string, players), make([]int, players)
		for i := range names {
			names[i] = fmt.Sprintf("Player %d", i)
		}
		s, lost := newScene(), false
		for poll := range 20 {
			if poll == 10 && leaves {
				names, scores = names[1:], scores[1:]
				lost = true // the poll that shows it is whole
			}
			count := func() {
				s.send(client, game, info).wait(20).send(game, client, unreal2Info("A", "DM-A", len(names))).wait(100)
			}
			if infoFirst {
				count()
			}
			s.send(client, game, both).wait(20).send(game, client, unreal2Rules("a", "b")).wait(2)
			parts := slices.Collect(slices.Chunk(names, perPart))
			drop := -1
			if poll > 0 && !lost && len(parts) > 1 && poll != 19 {
				drop = rapid.IntRange(-1, len(parts)-1).Draw(rt, "lost")
			}
			lost = drop >= 0 // not twice in a row
			for i, part := range parts {
				if i != drop {
					s.send(game, client, unreal2List(i*perPart, part, scores)).wait(2)
				}
			}
			s.wait(100)
			if !infoFirst {
				count()
			}
			s.wait(10_000)
		}
		r, _ := s.report(t)
		var got, want []string
		for _, e := range r.Servers[netip.MustParseAddrPort(game)].Events() {
			got = append(got, strings.TrimSpace(string(e.Kind)+" "+e.Who))
		}
		if leaves {
			want = []string{"leave Player 0"}
		}
		if !slices.Equal(got, want) {
			rt.Fatalf("events %q, want %q", got, want)
		}
	})
}

// TestNamesakes: what players of one name score cannot be told apart, and is no
// event; that one of several leaves is none either.
func TestNamesakes(t *testing.T) {
	both := ask(t, decoder.Query{Protocol: "unreal2", Message: "rules and player list request"})
	rapid.Check(t, func(rt *rapid.T) {
		s := newScene()
		n := rapid.IntRange(2, 5).Draw(rt, "namesakes")
		for poll := range 8 {
			names, scores := []string{"Ann"}, []int{poll}
			for i := range rapid.IntRange(min(1, poll), n).Draw(rt, "present") {
				names, scores = append(names, "Player"), append(scores, 10*i)
			}
			if poll == 0 {
				names, scores = append(names, "Player", "Player"), append(scores, 1, 2)
			}
			order := rapid.Permutation([]int{0, 1}).Draw(rt, "order")
			if order[0] == 1 {
				slices.Reverse(names)
				slices.Reverse(scores)
			}
			s.send(client, game, both).wait(20).send(game, client, unreal2Rules("a", "b")).wait(2).send(game, client,
				unreal2List(0, names, scores)).wait(10_000)
		}
		r, _ := s.report(t)
		events := r.Servers[netip.MustParseAddrPort(game)].Events()
		for _, e := range events {
			if e.Kind != report.EventScore || e.Who != "Ann" {
				rt.Fatalf("%+v", e)
			}
		}
		if len(events) != 7 {
			rt.Fatalf("%d events, want 7", len(events))
		}
	})
}

// TestClockSetBack: requests to a dead server are as many exchanges, and those to one
// that answers are answered, wherever the capture's clock is set back and however far.
func TestClockSetBack(t *testing.T) {
	info := ask(t, decoder.Query{Protocol: "unreal2"})
	rapid.Check(t, func(rt *rapid.T) {
		s := newScene()
		dead, polls := rapid.Bool().Draw(rt, "dead"), rapid.IntRange(2, 30).Draw(rt, "polls")
		at, back := rapid.IntRange(1, polls).Draw(rt, "at"), rapid.Int64Range(20, 100_000).Draw(rt, "s back")
		for i := range polls {
			if s.send(client, game, info).wait(40); !dead {
				s.send(game, client, unreal2Info("A", "DM-A", i))
			}
			if s.wait(6000); i+1 == at {
				s.wait(-1000 * back)
			}
		}
		r, _ := s.report(t)
		sv := r.Servers[netip.MustParseAddrPort(game)]
		of := report.Answered
		if dead {
			of = report.Unanswered
		}
		if sv.Exchanges[of] != int64(polls) || sv.Retries != 0 || sv.Requests != int64(polls) {
			rt.Fatalf("%d polls: exchanges %v, %d requests, %d retries", polls, sv.Exchanges, sv.Requests, sv.Retries)
		}
	})
}
