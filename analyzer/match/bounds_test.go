package match

import (
	"fmt"
	"strings"
	"testing"

	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// A server whose players come, score and leave for days is told within bounds:
// the first and the last that is known stay, and what was let go is counted.
func TestDetailsBounded(t *testing.T) {
	sv := &server{}
	const (
		lists      = 20_000
		maxDetails = 2048
	)
	for i := range lists {
		var players []wire.Player
		for k := range 12 {
			name, score, team := fmt.Sprintf("player %d", (i/50+k*7)%300), int64(i), int64(k%2)
			players = append(players, wire.Player{Name: wire.Some(name), Score: wire.Some(score),
				Team: wire.Some(team)})
		}
		sv.see(report.Sight{Time: int64(i+1) * 1e9, Packet: int64(i + 1)}, &decoder.Status{PlayerList: players}, true,
			&content{}, maxDetails, mostTexts)
	}
	sv.part()
	r := report.NewReport()
	r.Servers[sv.Addr] = &sv.Server
	r.Settle()
	kept, newest := 0, int64(0)
	for name, p := range sv.People {
		if len(p.Spans) == 0 {
			t.Fatalf("%s: %+v", name, p)
		}
		for i := 1; i < len(p.Spans); i++ {
			if p.Spans[i].From < p.Spans[i-1].To {
				t.Fatalf("%s was there twice at a time: %v", name, p.Spans)
			}
		}
		kept += len(p.Spans) + len(p.Scores.Runs) + len(p.Team.Runs)
		if last, ok := p.Scores.Last(); ok {
			newest = max(newest, last)
		}
	}
	if kept > maxDetails+64 || kept < maxDetails/4 {
		t.Errorf("%d details are kept, the bound is %d", kept, maxDetails)
	}
	if sv.Dropped < lists || newest != lists-1 {
		t.Errorf("%d details dropped, the newest score is %d", sv.Dropped, newest)
	}
}

// Rules are the same whether they come in the order in which they came before
// or not, and several of one key are one value.
func TestRulesInAnyOrder(t *testing.T) {
	sv := &server{}
	var c content
	for i, list := range []string{"a=1 b=2 m=x m=y", "a=1 b=3 m=x m=y", "m=x a=1 m=y b=3", "b=3", "a=1 a=1 a=1",
		"a=1 b=3 m=x m=y c=4"} {
		var rules []wire.Rule
		for _, r := range strings.Fields(list) {
			k, v, _ := strings.Cut(r, "=")
			rules = append(rules, wire.Rule{Key: k, Value: v})
		}
		sv.seeRules(report.Sight{Time: int64(i + 1), Packet: int64(i + 1)}, rules, &c, mostTexts)
	}
	got := func(k string) (out []string) {
		for _, r := range sv.Rules[k].Runs {
			out = append(out, fmt.Sprint(r.From, "-", r.To, " ", r.Value))
		}
		return out
	}
	for k, want := range map[string]string{"a": "[1-3 1 5-5 1; 1; 1 6-6 1]", "b": "[1-1 2 2-6 3]", "m": "[1-6 x; y]",
		"c": "[6-6 4]"} {
		if g := fmt.Sprint(got(k)); g != want {
			t.Errorf("%s: %s, want %s", k, g, want)
		}
	}
}

// A server whose rules are new, or change, or whose list is new with every
// reply costs no more than its share, and the report says what was let go. The
// latest values stay.
func TestHostileServerBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("measures memory, which the run without -short does")
	}
	const maxDetails, maxTexts = 128, 256
	for name, status := range map[string]func(i int) *decoder.Status{
		"rules that change": func(i int) *decoder.Status {
			st := &decoder.Status{}
			for k := range 100 {
				st.Rules = append(st.Rules, wire.Rule{Key: fmt.Sprint("rule", k), Value: fmt.Sprint(i)})
			}
			return st
		},
		"rules that are new": func(i int) *decoder.Status {
			st := &decoder.Status{}
			for k := range 20 {
				st.Rules = append(st.Rules, wire.Rule{Key: fmt.Sprint("rule", i, "x", k), Value: "1"})
			}
			return st
		},
		"rules that are long": func(i int) *decoder.Status {
			return &decoder.Status{Rules: []wire.Rule{{Key: "long", Value: strings.Repeat("x", 60_000+i)},
				{Key: "short", Value: fmt.Sprint(i)}}}
		},
		"a name that changes": func(i int) *decoder.Status {
			name, players := fmt.Sprint("name ", i), int64(i)
			return &decoder.Status{Name: wire.Some(name), Players: wire.Some(players)}
		},
		"people who are new": func(i int) *decoder.Status {
			st := &decoder.Status{}
			for k := range 500 {
				name := fmt.Sprint("player ", i, "x", k)
				st.PlayerList = append(st.PlayerList, wire.Player{Name: wire.Some(name)})
			}
			return st
		},
	} {
		sv := &server{}
		const replies = 2000
		for i := range replies {
			sv.see(report.Sight{Time: int64(i+1) * 1e9, Packet: int64(i + 1)}, status(i), true, &content{}, maxDetails, maxTexts)
		}
		texts, people := 0, 0
		for key := range sv.Rules {
			texts += report.TextCost(key)
		}
		for l := range sv.Lines {
			texts += l.Cost()
		}
		for _, p := range sv.people {
			people += len(p.Spans) + len(p.Scores.Runs) + len(p.Team.Runs)
		}
		// One text of the greatest length may come on top of what there may be.
		if texts > 2*maxTexts+60_000/report.TextUnit*2 || people > 2*maxDetails+2 || sv.Dropped < replies {
			t.Errorf("%s: %d texts and %d details are kept, %d were dropped", name, texts, people, sv.Dropped)
		}
		if texts+people == 0 {
			t.Errorf("%s: nothing is kept", name)
		}
		if v, ok := sv.Name.Last(); ok && v != fmt.Sprint("name ", replies-1) {
			t.Errorf("%s: the name is %q", name, v)
		}
		if l := sv.Rules["rule0"]; l != nil {
			if v, _ := l.Last(); v != fmt.Sprint(replies-1) {
				t.Errorf("%s: the rule is %q", name, v)
			}
		}
	}
}

// A server that is dropped gives its memory back at once, whoever refers to it.
func TestDroppedServerIsEmpty(t *testing.T) {
	s := &Shard{opts: &record.Options{MaxServers: 1}, Report: &report.Report{}}
	first := s.serverAt(&record.Endpoint{Port: 1})
	first.Rules = map[string]*report.Timeline[string]{"a": {}}
	s.serverAt(&record.Endpoint{Port: 2})
	if !first.gone || first.Rules != nil {
		t.Errorf("%+v", first)
	}
}
