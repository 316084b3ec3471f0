package query_test

import (
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/ask"
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
	for name, want := range map[string]decoder.Protocol{"ut2004": "unreal2", "UT99": "gamespy1", "ut3": "gamespy3",
		"ugp": "ugp", "pariah": "unreal2"} {
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
	d := query.Begin(query.PlanOf("unreal-master"), ask.Ask{})
	if !d.Done() || d.Next() != -1 || d.Status() != nil || d.Messages() != nil {
		t.Errorf("a session without a plan has steps: %+v", d)
	}
	if step, v, m := d.Receive([]byte(`\final\`), 28900); step != -1 || v != query.Unrelated || m == nil {
		t.Errorf("step %d, %v, %v", step, v, m)
	}
}

// TestNothingAfterSilence: where the step that the others need got no answer, nothing more is sent; where that step is
// not wanted, the others are.
func TestNothingAfterSilence(t *testing.T) {
	for _, c := range []struct {
		parts ask.Parts
		sent  int
	}{{0, 1}, {ask.PartPlayers | ask.PartRules, 2}} {
		d := query.Begin(query.PlanOf("a2s"), ask.Ask{Parts: c.parts})
		sent := 0
		for i := d.Next(); i >= 0 && sent < 10; i = d.Next() {
			if _, err := d.Request(i, [4]byte{1, 2, 3, 4}); err != nil {
				t.Fatal(err)
			}
			sent++
			d.Abandon(i)
		}
		if sent != c.sent || !d.Done() {
			t.Errorf("%v: %d requests sent, want %d", c.parts, sent, c.sent)
		}
	}
}
