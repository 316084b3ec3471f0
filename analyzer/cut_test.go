package analyzer

import (
	"slices"
	"testing"

	"fragscope/analyzer/report"
	"fragscope/decoder"
)

// A reply that was cut says who is there and not who has left, and one that is
// whole and follows it counts.
func TestCutReplies(t *testing.T) {
	info, list := unreal2Info("Quay", "DM-Weir", 3), unreal2Players("Ann", 1, "Bob", 2, "Cleo", 3)
	askList := ask(t, decoder.Query{Protocol: "unreal2", Message: "player list request"})
	for k := 6; k < len(list); k++ {
		m := decoder.Decode(list[:k], decoder.Options{SrcPort: 7778})
		if !slices.ContainsFunc(m.Problems, func(p decoder.Problem) bool {
			return p.Info.Severity == decoder.SeverityError
		}) {
			continue // between two players: it may be all
		}
		s := newScene()
		for _, p := range [][]byte{list, list[:k], list} {
			s.send(client, game, askList).wait(20).send(game, client, p).wait(10_000)
		}
		r, _ := s.report(t)
		for _, e := range r.Servers[s.packets[0].Dst].Events() {
			t.Errorf("a list cut after %d bytes: %+v", k, e)
		}
	}
	rules := unreal2Rules("ServerMode", "dedicated", "GamePassword", "False", "MinPlayers", "12")
	askRules := ask(t, decoder.Query{Protocol: "unreal2", Message: "rules request"})
	for k := 6; k < len(rules); k++ {
		s := newScene()
		for _, p := range [][]byte{rules, rules[:k], rules} {
			s.send(client, game, askRules).wait(20).send(game, client, p).wait(10_000)
		}
		r, _ := s.report(t)
		sv := r.Servers[s.packets[0].Dst]
		for _, e := range sv.Events() {
			t.Errorf("rules cut after %d bytes: %+v", k, e)
		}
		if len(sv.Rules) > 3 {
			t.Errorf("rules cut after %d bytes: %v", k, sv.Rules)
		}
	}
	for k := 6; k < len(info); k++ {
		s := newScene()
		s.send(client, game, askList).wait(20).send(game, client, list).wait(10_000)
		s.send(client, game, ask(t, decoder.Query{Protocol: "unreal2"})).wait(20)
		if k%2 == 0 { // also where nothing is known before
			s.send(game, client, info)
		}
		s.send(game, client, info[:k]).wait(20).send(game, client, info).wait(10_000)
		s.send(client, game, askList).wait(20).send(game, client, list)
		r, _ := s.report(t)
		sv := r.Servers[s.packets[0].Dst]
		if n, ok := sv.Players.Last(); !ok || n != 3 {
			t.Errorf("an info reply cut after %d bytes, then a whole one: %d players", k, n)
		}
		for _, e := range sv.Events() {
			if k%2 == 0 || e.Kind == report.EventJoin || e.Kind == report.EventLeave {
				t.Errorf("an info reply cut after %d bytes: %+v", k, e)
			}
		}
	}
}
