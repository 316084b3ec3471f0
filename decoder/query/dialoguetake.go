package query

import (
	"slices"

	"fragscope/decoder"
	"fragscope/decoder/ask"
	"fragscope/decoder/wire"
	"fragscope/decoder/wire/protocol"
)

// Which step a datagram answers, whether it is part of the answer, and when the
// answer is whole.

// Take classifies a datagram that arrived from port. The step is the one that
// it answers, -1 for none. The message is what it says, whatever the verdict;
// it has the bytes of p, which the caller may use again, as a copy.
//
// A Dialogue does not know the server's address: its caller drops what arrives
// from another address, or from a port to which no request was sent.
func (d *Dialogue) Take(p []byte, port uint16) (step int, v Verdict, m *wire.Message) {
	p = append([]byte(nil), p...)
	step, v = -1, Unrelated
	for i := range d.Steps {
		s := &d.Steps[i]
		if s.Attempts == 0 || m != nil && m.Protocol() == s.Protocol {
			continue
		}
		if r := readReply(p, s.Protocol, port); r != nil {
			m = r
			if step, v = d.judge(m); v != Unrelated {
				return step, v, m
			}
		}
	}
	if m == nil {
		m = decoder.Decode(p, wire.Options{SrcPort: port, Link: wire.LinkNone})
	}
	return step, v, m
}

// readReply decodes p as a reply of a protocol, nil if it is none.
func readReply(p []byte, id protocol.ID, port uint16) *wire.Message {
	m := decoder.Decode(p, wire.Options{Protocol: id, From: wire.Reply, SrcPort: port, Link: wire.LinkNone})
	if m.Info.Direction != wire.Reply || m.Confidence == wire.Unlikely && !borrowed(m, p, port) {
		return nil
	}
	return m
}

// borrowed reports whether m is a reply that by its bytes belongs to another
// protocol.
func borrowed(m *wire.Message, p []byte, port uint16) bool {
	if m.Info.LooksLike == protocol.Unknown {
		return false
	}
	dir, c := decoder.Descriptor(m.Info.LooksLike).Recognise(p, &wire.Options{SrcPort: port})
	return dir == wire.Reply && c >= wire.Possible
}

// judge finds the step that m answers.
func (d *Dialogue) judge(m *wire.Message) (step int, v Verdict) {
	t := decoder.TopicOf(m)
	step, v = -1, Unrelated
	for i := range d.Steps {
		s := &d.Steps[i]
		if s.Attempts == 0 || s.Protocol != m.Protocol() {
			continue
		}
		challenge := s.State == StepAsked && s.plan.Proves != nil && s.plan.Proves(m)
		if !challenge && !s.mayBe(m, t) {
			continue
		}
		if t.HasID && len(s.ids) > 0 && !slices.Contains(s.ids, t.ID) {
			if v == Unrelated {
				step, v = i, WrongID
			}
			continue
		}
		if s.State.Over() {
			if v != Accepted {
				step, v = i, s.again(m)
			}
			continue
		}
		if challenge {
			if v = s.prove(m); v == Challenge {
				d.proof = m
			}
			return i, v
		}
		return i, s.take(m)
	}
	return step, v
}

// prove keeps a challenge, with which the request is sent again.
func (s *Step) prove(m *wire.Message) Verdict {
	switch {
	case damaged(m):
		return Damaged
	case s.proof != nil && string(s.proof.Data) == string(m.Data):
		return Duplicate
	case s.Proofs == maxProofs:
		return Unrelated
	}
	s.Proofs++
	s.proof, s.State = m, StepWaits
	return Challenge
}

// mayBe reports whether m, about t, can be part of the answer. In the middle of
// a numbered answer there may be nothing that shows its subject, as when all
// its keys are of a mod; then the server's number decides, or that the step is
// pending.
func (s *Step) mayBe(m *wire.Message, t wire.Topic) bool {
	if t.Subjects&s.topic.Subjects != 0 {
		return true
	}
	if p := decoder.PartOf(m); p.Numbered && s.plan.Ends == ask.EndsNumbered && !t.HasID {
		return slices.Contains(s.sets, p.Set) || !s.State.Over()
	}
	return false
}

// again classifies a datagram that arrives after the step is over.
func (s *Step) again(m *wire.Message) Verdict {
	if s.has(m) {
		return Duplicate
	}
	return Late
}

// has reports whether the same datagram was already received.
func (s *Step) has(m *wire.Message) bool {
	p := decoder.PartOf(m)
	for _, g := range s.Got {
		if string(g.Data) == string(m.Data) {
			return true
		}
		if q := decoder.PartOf(g); p.Numbered && q.Numbered && p.Set == q.Set && p.Index == q.Index && !damaged(g) {
			return true
		}
	}
	return false
}

// take accepts m as part of the answer.
func (s *Step) take(m *wire.Message) Verdict {
	if s.has(m) || len(s.Got) >= maxGot {
		return Duplicate
	}
	if p := decoder.PartOf(m); p.Numbered && s.plan.Ends == ask.EndsNumbered && !slices.Contains(s.sets, p.Set) {
		// A server numbers its answers itself: it cannot have more of them than
		// requests.
		if len(s.sets) >= s.Attempts && !s.topic.HasID {
			return WrongID
		}
		s.sets = append(s.sets, p.Set)
	}
	s.Got = append(s.Got, m)
	s.attempts = append(s.attempts, s.Attempts)
	v := Accepted
	if damaged(m) {
		s.Damaged++
		v = Damaged
	}
	switch s.plan.Ends {
	case ask.EndsAtOnce:
		if v == Accepted && (!short(m) || s.shortTwice(m)) {
			s.finish(StepAnswered, []*wire.Message{m})
		} else if v == Damaged && s.twice(m) {
			s.finish(StepPartial, []*wire.Message{m})
			s.Flaw = Flaw(m)
		}
	case ask.EndsNumbered:
		s.numbered()
	}
	return v
}

// twice reports whether an earlier datagram says the same as m: then that is
// how the server answers, and not network damage.
func (s *Step) twice(m *wire.Message) bool {
	for _, g := range s.Got {
		if g != m && len(g.Data) == len(m.Data) && g.Content() == m.Content() {
			return true
		}
	}
	return false
}

// shortTwice is twice for answers that name fewer players than they count, of
// which the scores may have changed in between.
func (s *Step) shortTwice(m *wire.Message) bool {
	for _, g := range s.Got {
		if g != m && !damaged(g) && g.Rows(wire.RolePlayer) == m.Rows(wire.RolePlayer) && g.Rows(wire.RoleRule) == m.Rows(wire.RoleRule) {
			return true
		}
	}
	return false
}

// numbered ends a step whose answer is whole. One that looks as if something
// were cut out of it is requested again; when the second answer says the same,
// that is how the server answers.
func (s *Step) numbered() {
	chosen, missing, last := s.bestSet()
	if missing > 0 || !last {
		return
	}
	hard, soft := anyDamaged(chosen), doubtful(chosen)
	if hard || soft {
		if s.alike(chosen) < 2 && !(len(chosen) == 1 && s.twice(chosen[0])) {
			return
		}
	}
	s.whole = !hard
	if hard {
		s.finish(StepPartial, chosen)
		s.Flaw = firstFlaw(chosen)
	} else {
		s.finish(StepAnswered, chosen)
	}
}

func (s *Step) finish(state StepState, chosen []*wire.Message) {
	s.State, s.chosen = state, chosen
}

// alike counts the answers that say the same as parts, no more and no less.
func (s *Step) alike(parts []*wire.Message) int {
	n := 0
	for _, set := range s.sets {
		if got, missing, _ := s.set(set); missing == 0 && len(got) == len(parts) && agree(got, parts) {
			n++
		}
	}
	return n
}

// Silent is called when step i timed out. It reports whether the step is over:
// what arrived is the whole answer as far as can be known, or no answer is to
// be expected. Otherwise the request should be sent again, or abandoned.
func (d *Dialogue) Silent(i int) (over bool) {
	s := &d.Steps[i]
	if s.State != StepAsked {
		return s.State.Over()
	}
	if len(s.Got) == 0 {
		if s.plan.Nothing != nil && s.plan.Nothing(d.before(i)) {
			s.finish(StepAnswered, nil)
		}
		return s.State.Over()
	}
	switch s.plan.Ends {
	case ask.EndsQuiet:
		best := s.bestAttempt()
		if anyDamaged(best) || s.plan.Enough != nil && !s.plan.Enough(best, d.before(i)) && s.Attempts < 2 {
			return false
		}
		s.finish(StepAnswered, best)
	case ask.EndsNumbered:
		chosen, missing, last := s.bestSet()
		// A second answer that ends like the first decides.
		if missing > 0 || last || anyDamaged(chosen) || !s.plan.Unmarked || s.alike(chosen) < 2 {
			return false
		}
		s.finish(StepAnswered, chosen)
	}
	return s.State.Over()
}

// GiveUp ends step i with what arrived.
func (d *Dialogue) GiveUp(i int) {
	s := &d.Steps[i]
	if s.State.Over() {
		return
	}
	switch {
	case len(s.Got) == 0 && s.plan.Nothing != nil && s.plan.Nothing(d.before(i)):
		s.finish(StepAnswered, nil)
	case s.Attempts == 0:
		s.State = StepLeftOut
	case len(s.Got) == 0:
		s.State = StepSilent
	case s.plan.Ends == ask.EndsNumbered:
		chosen, missing, last := s.bestSet()
		s.Missing = missing
		s.whole = missing == 0 && last
		s.finish(StepPartial, chosen)
		switch {
		case anyDamaged(chosen):
			s.Flaw = firstFlaw(chosen)
		case s.whole:
			s.State = StepAnswered
		case missing == 0:
			s.Flaw = "its last part did not come"
		}
	default:
		best := s.bestAttempt()
		s.finish(StepPartial, best)
		switch {
		case anyDamaged(best):
			s.Flaw = firstFlaw(best)
		case s.plan.Ends == ask.EndsAtOnce && short(best[0]):
			s.Flaw = "it names fewer players than it counts"
		default:
			s.State = StepAnswered
		}
	}
}
