package query

import (
	"slices"

	"fragscope/decoder"
	"fragscope/decoder/ask"
	"fragscope/decoder/wire"
)

// Which step a datagram answers, whether it is part of the answer, and when the
// answer is whole.

// Receive classifies a datagram that arrived from port. The step is the one that
// it answers, -1 for none. The message is what it says, whatever the verdict;
// it has the bytes of p, which the caller may use again, as a copy.
//
// A Session does not know the server's address: its caller drops what arrives
// from another address, or from a port to which no request was sent.
func (d *Session) Receive(p []byte, port uint16) (step int, v Verdict, m *wire.Message) {
	p = append([]byte(nil), p...)
	step, v = -1, Unrelated
	for i := range d.Steps {
		s := &d.Steps[i]
		if s.Attempts == 0 || m != nil && m.Protocol() == s.Protocol {
			continue
		}
		if r := readReply(p, s.Protocol, port, d.protocols...); r != nil {
			m = r
			if step, v = d.match(m); v != Unrelated {
				return step, v, m
			}
		}
	}
	if m == nil {
		m = decoder.Decode(p, wire.Options{SrcPort: port, Link: wire.LinkNone, Protocols: d.protocols})
	}
	return step, v, m
}

// readReply decodes p as a reply of a protocol, which may be one of own; nil if it is
// none.
func readReply(p []byte, id wire.ProtocolID, port uint16, own ...*wire.Protocol) *wire.Message {
	m := decoder.Decode(p, wire.Options{Protocol: id, From: wire.Reply, SrcPort: port, Link: wire.LinkNone,
		Protocols: own})
	if m.Info.Direction != wire.Reply || m.Confidence == wire.Unlikely && !borrowed(m, p, port) {
		return nil
	}
	return m
}

// borrowed reports whether m is a reply that by its bytes belongs to another
// protocol.
func borrowed(m *wire.Message, p []byte, port uint16) bool {
	if m.Info.LooksLike == wire.UnknownProtocol {
		return false
	}
	dir, c := decoder.Descriptor(m.Info.LooksLike).Recognise(p, &wire.Options{SrcPort: port})
	return dir == wire.Reply && c >= wire.Possible
}

// match finds the step that m answers.
func (d *Session) match(m *wire.Message) (step int, v Verdict) {
	t := m.MatchKey()
	step, v = -1, Unrelated
	for i := range d.Steps {
		s := &d.Steps[i]
		if s.Attempts == 0 || s.Protocol != m.Protocol() {
			continue
		}
		challenge := s.State == StepAsked && s.plan.IsChallenge != nil && s.plan.IsChallenge(m)
		if !challenge && !s.mayAnswer(m, t) {
			continue
		}
		if t.HasID && len(s.ids) > 0 && !slices.Contains(s.ids, t.ID) {
			if v == Unrelated {
				step, v = i, WrongID
			}
			continue
		}
		if s.State.Done() {
			if v != Accepted {
				step, v = i, s.again(m)
			}
			continue
		}
		if v == Duplicate && d.Steps[step].Message == s.Message {
			continue // it answers the same request before
		}
		if challenge {
			if v = s.acceptChallenge(m); v == Challenge {
				d.challenge = m
			}
			return i, v
		}
		return i, s.accept(m)
	}
	return step, v
}

// acceptChallenge keeps a challenge, with which the request is sent again.
func (s *Step) acceptChallenge(m *wire.Message) Verdict {
	switch {
	case damaged(m):
		return Damaged
	case s.challenge != nil && string(s.challenge.Data) == string(m.Data):
		return Duplicate
	case s.Challenges == maxChallenges:
		return Unrelated
	}
	s.Challenges++
	s.challenge, s.State = m, StepWaits
	return Challenge
}

// mayAnswer reports whether m, about t, can be part of the answer. In the middle of
// a numbered answer there may be nothing that shows its subject, as when all
// its keys are of a mod; then the server's number decides, or that the step is
// pending.
func (s *Step) mayAnswer(m *wire.Message, t wire.MatchKey) bool {
	if t.Subjects&s.topic.Subjects != 0 {
		return true
	}
	if p := m.Part(); p.Numbered && s.plan.Ends == ask.EndsNumbered && !t.HasID {
		return !s.State.Done() || slices.ContainsFunc(s.replies, func(r *reply) bool { return r.numbered && r.id == p.Set })
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
	p := m.Part()
	for _, g := range s.Received {
		if string(g.Data) == string(m.Data) {
			return true
		}
		if q := g.Part(); p.Numbered && q.Numbered && p.Set == q.Set && p.Index == q.Index && !damaged(g) {
			return true
		}
	}
	return false
}

// accept takes m as part of the answer.
func (s *Step) accept(m *wire.Message) Verdict {
	if s.has(m) || len(s.Received) >= maxGot {
		return Duplicate
	}
	r := s.replyOf(m)
	if r == nil {
		return WrongID
	}
	s.Received = append(s.Received, m)
	r.add(m)
	s.decide(r)
	if damaged(m) {
		s.Damaged++
		return Damaged
	}
	return Accepted
}

// decide ends the step when r is all of the answer. One that looks as if something
// were cut out of it is requested again; the next one counts, of damaged ones when
// it says the same.
func (s *Step) decide(r *reply) {
	missing, last := r.gaps()
	if s.plan.Ends == ask.EndsQuiet || missing > 0 || !last || !s.counts(r) {
		return
	}
	switch {
	case anyDamaged(r.parts):
		if s.repeated(r) {
			s.finish(StepPartial, r.parts)
			s.Problem = firstDamage(r.parts)
		}
	case s.Attempts > 1 || !s.doubtful(r.parts):
		s.whole = true
		s.finish(StepAnswered, r.parts)
	}
}

func (s *Step) finish(state StepState, chosen []*wire.Message) {
	s.State, s.chosen = state, chosen
}

// Timeout is called when step i timed out. It reports whether the step is over:
// what arrived is the whole answer as far as can be known, or no answer is to
// be expected. Otherwise the request should be sent again, or abandoned.
func (d *Session) Timeout(i int) (over bool) {
	s := &d.Steps[i]
	if s.State != StepAsked {
		return s.State.Done()
	}
	best := s.best()
	if best == nil {
		if s.plan.Nothing != nil && s.plan.Nothing(d.prior(i)) {
			s.finish(StepAnswered, nil)
		}
		return s.State.Done()
	}
	if anyDamaged(best.parts) {
		return false
	}
	switch missing, last := best.gaps(); s.plan.Ends {
	case ask.EndsQuiet:
		parts := s.inOrder(best)
		if s.Attempts > 1 || s.plan.Enough == nil || s.plan.Enough(parts, d.prior(i)) {
			s.finish(StepAnswered, parts)
		}
	case ask.EndsNumbered: // a second answer that ends like the first decides
		if missing == 0 && !last && s.plan.NoEndMark && s.repeated(best) {
			s.finish(StepAnswered, best.parts)
		}
	}
	return s.State.Done()
}

// inOrder returns the parts of r in their order, as far as they show it.
func (s *Step) inOrder(r *reply) []*wire.Message {
	if s.plan.InOrder == nil {
		return r.parts
	}
	return s.plan.InOrder(r.parts)
}

// Abandon ends step i with what arrived.
func (d *Session) Abandon(i int) {
	s := &d.Steps[i]
	if s.State.Done() {
		return
	}
	best := s.best()
	switch {
	case best != nil:
	case s.plan.Nothing != nil && s.plan.Nothing(d.prior(i)):
		s.finish(StepAnswered, nil)
		return
	case s.Attempts == 0:
		s.State = StepLeftOut
		return
	default:
		s.State = StepSilent
		return
	}
	missing, last := best.gaps()
	s.Missing = missing
	s.finish(StepPartial, s.inOrder(best))
	switch {
	case anyDamaged(s.chosen):
		s.Problem = firstDamage(s.chosen)
	case s.plan.Ends == ask.EndsAtOnce && short(s.chosen[0]):
		s.Problem = "it names fewer players than it counts"
	case missing == 0 && last:
		s.whole = true
		s.State = StepAnswered
	case missing == 0:
		s.Problem = "its last part did not come"
	}
}
