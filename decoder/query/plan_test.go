package query_test

import (
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/query"
)

// A plan is found by its own name and by that of a game.
func TestPlanByName(t *testing.T) {
	for _, g := range decoder.Games() {
		p, ok := query.PlanByName(g.Name)
		asked := false
		for _, s := range g.Services {
			asked = asked || query.PlanOf(s.Protocol) != nil
		}
		if ok != asked || ok && p == nil {
			t.Errorf("%s: %v, %v", g.Name, p, ok)
		}
	}
	for name, want := range map[string]decoder.Protocol{"ut2004": decoder.Unreal2, "UT99": decoder.GameSpy1, "ut3": decoder.GameSpy3, "ugp": decoder.UGP, "pariah": decoder.Unreal2} {
		if p, ok := query.PlanByName(name); !ok || p.Protocol != want {
			t.Errorf("%s is asked by %v", name, p)
		}
	}
	for _, p := range query.Plans() {
		if got, ok := query.PlanByName(p.Name); !ok || got != p {
			t.Errorf("the plan %s is found as %v", p.Name, got)
		}
	}
	if p, ok := query.PlanByName("nothing"); ok {
		t.Errorf("a plan for nothing: %v", p)
	}
}

// Without a plan there is nothing to ask.
func TestBeginNothing(t *testing.T) {
	d := query.Begin(query.PlanOf(decoder.UnrealMaster), decoder.Ask{})
	if !d.Over() || d.Next() != -1 || d.Status() != nil || d.Messages() != nil {
		t.Errorf("a dialogue without a plan has steps: %+v", d)
	}
	if step, v, m := d.Take([]byte(`\final\`), 28900); step != -1 || v != query.Unrelated || m == nil {
		t.Errorf("step %d, %v, %v", step, v, m)
	}
}
