package query_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/protocol/unreal2"
	"fragscope/decoder/query"
	"fragscope/decoder/wire"
)

// host is a server of many players, as the replies of plan tests say it.
func planHost(players int) *wire.Status {
	name, m, n, places := "Harbour Lights", "DM-Bellfounder", int64(players), int64(64)
	s := &wire.Status{Name: wire.Some(name), Map: wire.Some(m), Players: wire.Some(n), MaxPlayers: wire.Some(places)}
	for i := range 30 {
		s.Rules = append(s.Rules, wire.Rule{Key: fmt.Sprintf("Setting%02d", i), Value: strings.Repeat("v", i)})
	}
	for i := range players {
		id, who, score := int64(i), fmt.Sprintf("Brass Lantern %02d", i), int64(i)
		s.PlayerList = append(s.PlayerList, wire.Player{ID: wire.Some(id), Name: wire.Some(who), Score: wire.Some(score)})
	}
	return s
}

// answer gives the session what a server sends back for the next attempt at
// step i, changed by change.
func answerTo(t *testing.T, d *query.Session, i int, s *wire.Status, number uint32,
	change func([][]byte) [][]byte) []query.Verdict {
	t.Helper()
	request, err := d.Request(i, [4]byte{1, 2, 3, byte(number)})
	if err != nil {
		t.Fatal(err)
	}
	m := decoder.Decode(request, wire.Options{Protocol: d.Steps[i].Protocol, From: wire.Request, Link: wire.LinkNone})
	a := answer.Answer{Status: s, Number: number, Challenge: 77}
	if d.Plan == &unreal2.PlanPariah {
		a.Game = decoder.GameByName("pariah")
	}
	replies, _ := decoder.AppendReplies(nil, m, &a)
	if change != nil {
		replies = change(replies)
	}
	var verdicts []query.Verdict
	buf := make([]byte, 1<<16) // one for all that is received, as in most clients
	for _, r := range replies {
		_, v, _ := d.Receive(buf[:copy(buf, r)], 7778)
		verdicts = append(verdicts, v)
	}
	clear(buf)
	return verdicts
}

// TestPlans carries every plan out against replies that are built from a
// status, without sockets, and gets the status back.
func TestPlans(t *testing.T) {
	for _, plan := range query.Plans() {
		t.Run(plan.Name, func(t *testing.T) {
			s := planHost(5)
			if plan.Protocol == "gamespy2" {
				s.Rules = s.Rules[:5]
			}
			d := query.Begin(plan, ask.Ask{})
			for n := uint32(1); !d.Done(); n++ {
				i := d.Next()
				if i < 0 {
					t.Fatalf("nothing to ask, and not over: %+v", d.Steps)
				}
				if ports := d.Ports(i, 7778); len(ports) == 0 {
					t.Errorf("step %d goes nowhere", i)
				}
				answerTo(t, d, i, s, n, nil)
				if d.Timeout(i); !d.Steps[i].State.Done() && (d.Steps[i].Challenges == 0 ||
					d.Steps[i].Attempts > d.Steps[i].Challenges) {
					t.Fatalf("%s is not over after a whole answer", d.Steps[i].Message)
				}
			}
			got := d.Status()
			counts := len(plan.Steps) == 1 && plan.Steps[0].Parts == ask.PartInfo // no list of players
			silent := plan.Protocol == "satisfactory"                             // about players and map
			nameless := plan.Protocol == "mumble" || plan.Protocol == "bzflag"
			if got == nil || got.Players.Value != 5 && !silent || !nameless && (got.Name.Value != s.Name.Value ||
				got.Map.Value != s.Map.Value && plan.Name != "vcmp" && plan.Name != "minecraft" && plan.Protocol != "m2mp" &&
					!silent) ||
				!counts && len(got.PlayerList) != 5 {
				t.Fatalf("the status is %+v", got)
			}
			if got.Complete.Known && !got.Complete.Value {
				t.Error("the status is said to be incomplete")
			}
		})
	}
}

// TestReplyWithoutPart: an answer that lacks a part is requested again, and the
// first whole one counts; without one, the answer that has most.
func TestReplyWithoutPart(t *testing.T) {
	for _, p := range []wire.ProtocolID{"gamespy1", "gamespy3"} {
		for _, whole := range []bool{false, true} {
			t.Run(fmt.Sprintf("%v whole %v", p, whole), func(t *testing.T) {
				s := planHost(130)
				d := query.Begin(query.PlanOf(p), ask.Ask{})
				i := d.Next()
				if p == "gamespy3" {
					answerTo(t, d, i, s, 9, nil)
					i = d.Next()
				}
				without := func(k ...int) func([][]byte) [][]byte {
					return func(r [][]byte) (left [][]byte) {
						if len(r) < 3 {
							t.Fatalf("only %d datagrams", len(r))
						}
						for n, b := range r {
							if !slices.Contains(k, n) {
								left = append(left, b)
							}
						}
						return left
					}
				}
				for n, drop := range [][]int{{0, 1}, {0}, {1, 2}} {
					answerTo(t, d, i, s, uint32(n+1), without(drop...))
					if d.Timeout(i) {
						t.Fatalf("an answer without the parts %v is taken for whole", drop)
					}
				}
				state, missing := query.StepPartial, 1
				if whole {
					answerTo(t, d, i, s, 4, nil)
					state, missing = query.StepAnswered, 0
				}
				d.Abandon(i)
				if step := &d.Steps[i]; step.State != state || step.Missing != missing {
					t.Errorf("the step is %v, %d parts missing", step.State, step.Missing)
				}
				if got := d.Status(); !got.Complete.Known || got.Complete.Value != whole || whole && len(got.PlayerList) != 130 {
					t.Errorf("%d players, %d rules, complete %v", len(got.PlayerList), len(got.Rules), got.Complete)
				}
			})
		}
	}
}

// TestSessionLate: what answers a step that is over counts no more.
func TestSessionLate(t *testing.T) {
	s := planHost(3)
	d := query.Begin(query.PlanOf("gamespy1"), ask.Ask{Parts: ask.PartInfo | ask.PartPlayers})
	answerTo(t, d, d.Next(), s, 1, nil)
	if i := d.Next(); d.Steps[i].Message != "server info request" {
		t.Fatalf("asked for %s", d.Steps[i].Message)
	}
	first := d.Steps[2].Received[0].Data
	if _, v, _ := d.Receive(first, 7778); v != query.Duplicate {
		t.Errorf("the same datagram again is %d", v)
	}
	basic, _ := decoder.AppendReplies(nil,
		decoder.Decode([]byte(`\basic\`), wire.Options{Protocol: "gamespy1", From: wire.Request}),
		&answer.Answer{Status: s, Number: 2})
	if _, v, _ := d.Receive(basic[0], 7778); v != query.Late {
		t.Errorf("another answer to what is over is %d", v)
	}
	if _, v, _ := d.Receive([]byte("\x00\x00\x00\x00"), 7778); v != query.Unrelated {
		t.Errorf("zeros are %d", v)
	}
}

// TestNobodyPlays: a server that says that nobody plays sends no list of
// players, and that is an answer.
func TestNobodyPlays(t *testing.T) {
	d := query.Begin(query.PlanOf("unreal2"), ask.Ask{Parts: ask.PartPlayers})
	answerTo(t, d, d.Next(), planHost(0), 1, nil)
	i := d.Next()
	if v := answerTo(t, d, i, planHost(0), 2, nil); len(v) != 0 {
		t.Fatalf("%d datagrams for nobody", len(v))
	}
	if !d.Timeout(i) || d.Steps[i].State != query.StepAnswered || !d.Done() {
		t.Errorf("the step is in state %d", d.Steps[i].State)
	}
}

func TestPlaces(t *testing.T) {
	first := func(port uint16, plan *ask.Plan) string {
		var list []string
		for _, p := range query.Places(port, plan)[:2] {
			list = append(list, fmt.Sprintf("%s %d", p.Plan.Name, p.Port))
		}
		return strings.Join(list, ", ")
	}
	for _, test := range []struct {
		port uint16
		plan *ask.Plan
		want string
	}{
		{7777, nil, "unreal2 7778, gamespy1 7778"},
		{7778, nil, "unreal2 7778, gamespy1 7778"},
		{7707, nil, "unreal2 7708, gamespy1 7717"},
		{12203, nil, "gamespy1 12300, unreal2 12203"},
		{14567, nil, "gamespy1 23000, unreal2 14567"},
		{6500, nil, "gamespy3 6500, unreal2 6500"},
		{22000, nil, "ugp 22000, unreal2 22000"},
		{50000, nil, "unreal2 50000, gamespy1 50000"},
		{0, nil, "unreal2 7778, gamespy1 7778"},
		{50000, query.PlanOf("gamespy1"), "gamespy1 50000, gamespy1 50001"},
		{65535, query.PlanOf("gamespy2"), "gamespy2 65535, gamespy2 1717"},
	} {
		if test.port == 65535 {
			for _, p := range query.Places(test.port, test.plan) {
				if p.Port == 0 || p.Plan != test.plan {
					t.Errorf("%d: place %s %d", test.port, p.Plan.Name, p.Port)
				}
			}
			continue
		}
		if got := first(test.port, test.plan); got != test.want {
			t.Errorf("%d: first %s, want %s", test.port, got, test.want)
		}
	}
	for _, want := range []string{"quake3 27960", "quake3 28960", "netquake 26000", "quake3 26000"} {
		if !slices.ContainsFunc(query.Places(0, nil), func(p ask.Place) bool {
			return fmt.Sprint(p.Plan.Name, " ", p.Port) == want
		}) {
			t.Errorf("of a host, %s is not probed", want)
		}
	}
	for port := range 65536 {
		if n := len(query.Places(uint16(port), nil)); n == 0 || n > query.MaxPlaces {
			t.Fatalf("%d has %d places", port, n)
		}
	}
}

// FuzzSession gives a session any datagrams: it judges them, and ends.
func FuzzSession(f *testing.F) {
	for i, plan := range query.Plans() {
		request, err := query.Probe(plan, ask.Ask{}, 0, [4]byte{1, 2, 3, 4})
		if err != nil {
			f.Fatal(err)
		}
		m := decoder.Decode(request, wire.Options{Protocol: plan.Protocol, From: wire.Request, Link: wire.LinkNone})
		replies, _ := decoder.AppendReplies(nil, m, &answer.Answer{Status: planHost(3), Number: 1})
		for _, r := range replies {
			f.Add(uint8(i), r, []byte{})
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, a, b []byte) {
		plan := query.Plans()[int(which)%len(query.Plans())]
		d := query.Begin(plan, ask.Ask{})
		for n := 0; !d.Done(); n++ {
			if n > 20 {
				t.Fatal("the session does not end")
			}
			i := d.Next()
			if i < 0 {
				t.Fatalf("nothing to ask, and not over: %+v", d.Steps)
			}
			for attempt := range 3 {
				if d.Steps[i].State.Done() {
					break
				}
				if _, err := d.Request(i, [4]byte{1, 2, 3, 4}); err != nil {
					t.Fatal(err)
				}
				d.Ports(i, 7778)
				for _, p := range [][]byte{a, b} {
					if step, v, m := d.Receive(p, uint16(attempt)); m == nil || (v == query.Accepted || v == query.Damaged) &&
						step < 0 {
						t.Fatalf("step %d, verdict %d, message %v", step, v, m)
					}
				}
				d.Timeout(i)
			}
			d.Abandon(i)
		}
		d.Status()
		d.Messages()
	})
}

// TestPlanCutInfo: an info reply that ends before it counts the players does
// not say that nobody plays, whether a whole one follows or not.
func TestPlanCutInfo(t *testing.T) {
	for _, whole := range []bool{true, false} {
		d := query.Begin(&unreal2.Plan, ask.Ask{})
		cut := func(replies [][]byte) [][]byte { return [][]byte{replies[0][:40]} }
		if v := answerTo(t, d, 0, planHost(5), 1, cut); len(v) != 1 || v[0] != query.Damaged {
			t.Fatalf("a cut info reply is %v", v)
		}
		if whole {
			answerTo(t, d, 0, planHost(5), 2, nil)
		} else {
			d.Abandon(0)
		}
		for i := d.Next(); i >= 0; i = d.Next() {
			s := &d.Steps[i]
			if _, err := d.Request(i, [4]byte{}); err != nil {
				t.Fatal(err)
			}
			if d.Timeout(i); s.State != query.StepAsked {
				t.Errorf("%s without an answer has state %d after silence, want %d", s.Message, s.State, query.StepAsked)
			}
			if d.Abandon(i); s.State != query.StepSilent {
				t.Errorf("%s without an answer has state %d when given up, want %d", s.Message, s.State, query.StepSilent)
			}
		}
		if len(d.Steps[2].Received) != 0 || d.Steps[2].Attempts != 1 {
			t.Errorf("the player list was not asked for (cut info followed by a whole one: %v)", whole)
		}
	}
}

// TestSessionProves: a request that is answered by a challenge is sent again
// with it, at once and not as a retry, a few times at most.
func TestSessionProves(t *testing.T) {
	challenge := func(request []byte, number string) []byte {
		return append(append([]byte{9}, request[3:7]...), number+"\x00"...)
	}
	d := query.Begin(query.PlanOf("gamespy3"), ask.Ask{})
	s := planHost(5)
	answerTo(t, d, d.Next(), s, 1, nil)
	i := d.Next()
	request, err := d.Request(i, [4]byte{1, 2, 3, 4})
	if err != nil {
		t.Fatal(err)
	}
	old := challenge([]byte{0xfe, 0xfd, 9, 1, 2, 3, 1}, "77")
	if step, v, _ := d.Receive(old, 7778); step != 0 || v == query.Challenge {
		t.Fatalf("a challenge of the request before: step %d, %v", step, v)
	}
	for n := 1; n <= 4; n++ {
		number := fmt.Sprint(-1000 * n)
		if _, v, _ := d.Receive(challenge(request, number)[:6], 7778); v == query.Challenge {
			t.Fatalf("a challenge that is cut: %v", v)
		}
		_, v, _ := d.Receive(challenge(request, number), 7778)
		if n == 4 {
			if v != query.Unrelated || d.Next() >= 0 {
				t.Fatalf("the fourth challenge is %v", v)
			}
			break
		}
		if v != query.Challenge || d.Next() != i || d.Done() || d.Steps[i].Attempts-d.Steps[i].Challenges != 0 {
			t.Fatalf("challenge %d is %v; %+v", n, v, d.Steps[i])
		}
		if request, err = d.Request(i, [4]byte{1, 2, 3, byte(4 + n)}); err != nil {
			t.Fatal(err)
		}
		m := decoder.Decode(request, wire.Options{From: wire.Request, Link: wire.LinkNone})
		if got := m.TextOf("gamespy3.request.challenge"); got != number {
			t.Fatalf("the request has the challenge %s, want %s", got, number)
		}
	}
	replies, _ := decoder.AppendReplies(nil,
		decoder.Decode(request, wire.Options{From: wire.Request, Link: wire.LinkNone}), &answer.Answer{Status: s})
	for _, r := range replies {
		d.Receive(r, 7778)
	}
	if got := d.Status(); !d.Done() || got == nil || got.Name != s.Name || !got.Complete.Value {
		t.Errorf("the status is %+v", got)
	}

	// One that is challenged and then given up got no answer.
	d = query.Begin(query.PlanOf("gamespy3"), ask.Ask{})
	answerTo(t, d, d.Next(), s, 1, nil)
	request, _ = d.Request(i, [4]byte{1, 2, 3, 4})
	d.Receive(challenge(request, "5"), 7778)
	if d.Abandon(i); d.Steps[i].State != query.StepSilent {
		t.Errorf("the step is %v", d.Steps[i].State)
	}
}
