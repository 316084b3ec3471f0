package query

import (
	"slices"

	"fragscope/decoder"
	"fragscope/decoder/ask"
	"fragscope/decoder/edit"
	"fragscope/decoder/wire"
)

// What a server that wants a challenge repeated is sent, for requests that are
// sent one by one. A [Session] does the same on its own.

// AnswerChallenge returns the bytes of the request that answers the challenge in
// reply, nil when reply is no challenge, or request has it already. Retry reports
// that reply came in place of the answer: the result is request with the
// challenge in it and everything else as it was. Otherwise the challenge was what
// request asked for, and the result is the request that it is for.
func AnswerChallenge(request, reply *wire.Message) (b []byte, retry bool) {
	step := stepOf(reply, func(s *ask.Step) bool { return s.Message == request.Info.Name })
	if retry = step != nil; !retry {
		step = stepOf(reply, func(*ask.Step) bool { return true })
	}
	if step == nil || request.Protocol() != step.Protocol || damaged(reply) {
		return nil, false
	}
	plain, with := prepared(step, nil), prepared(step, reply)
	if plain == nil || with == nil {
		return nil, false
	}
	m := request
	if !retry {
		m = plain
	}
	for _, c := range edit.Diff(plain, with) {
		if c.Kind == edit.Removed {
			continue
		}
		var next []byte
		var err error
		if i := m.Find(with.Key(c.B), 0); i >= 0 {
			next, err = edit.EditRaw(m, i, with.Bytes(c.B))
		} else {
			next, err = edit.Insert(m, with, c.B)
		}
		if err != nil {
			return nil, false
		}
		m = decodeRequest(step.Protocol, next)
	}
	if b = m.PayloadBytes(); slices.Equal(b, request.PayloadBytes()) {
		return nil, false
	}
	return b, retry
}

// ChallengeRequest returns the bytes of the request for the challenge that a
// server may expect in request, nil when request has one, asks for one itself, or
// needs none.
func ChallengeRequest(request *wire.Message) []byte {
	p := request.Protocol()
	asks := decoder.ServerOf(p).Replay.Challenge
	if asks == nil {
		return nil
	}
	if itself, number := asks(request); itself || number != 0 {
		return nil
	}
	for _, plan := range decoder.Plans() {
		for i := range plan.Steps {
			s := &plan.Steps[i]
			if s.Protocol != p || s.Message != request.Info.Name || s.IsChallenge == nil || s.StartAfter == 0 {
				continue
			}
			before := &plan.Steps[s.StartAfter-1]
			if m := prepared(before, nil); m != nil && before.Protocol == p {
				if yes, _ := asks(m); yes {
					return m.PayloadBytes()
				}
			}
		}
	}
	return nil
}

// stepOf returns the first step of a plan that reply is a challenge to, nil for none.
func stepOf(reply *wire.Message, suits func(*ask.Step) bool) *ask.Step {
	for _, plan := range decoder.Plans() {
		for i := range plan.Steps {
			s := &plan.Steps[i]
			if s.Protocol == reply.Protocol() && s.IsChallenge != nil && s.IsChallenge(reply) && suits(s) {
				return s
			}
		}
	}
	return nil
}

// prepared returns the usual request of a step after before, which may be nil;
// nil when that cannot be built.
func prepared(s *ask.Step, before *wire.Message) *wire.Message {
	q := ask.Query{Protocol: s.Protocol, Message: s.Message}
	if s.Prepare != nil {
		s.Prepare(&q, &ask.Ask{}, before)
	}
	b, err := decoder.AppendRequest(nil, &q)
	if err != nil {
		return nil
	}
	return decodeRequest(s.Protocol, b)
}

// decodeRequest decodes b as a request of a protocol, which may be one of own.
func decodeRequest(id wire.ProtocolID, b []byte, own ...*wire.Protocol) *wire.Message {
	return decoder.Decode(b, wire.Options{Protocol: id, From: wire.Request, Link: wire.LinkNone, Protocols: own})
}
