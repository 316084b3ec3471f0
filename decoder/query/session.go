package query

import (
	"fragscope/decoder"
	"fragscope/decoder/ask"
	"fragscope/decoder/enum"
	"fragscope/decoder/wire"
	"fragscope/decoder/wire/protocol"
)

// A Dialogue queries one server by a [Plan]. Its caller keeps the time:
//
//	d := plan.Begin(ask)
//	for !d.Over() {
//		for i := d.Next(); i >= 0; i = d.Next() {
//			request, err := d.Request(i, id)
//			// send it to d.Ports(i, port)
//		}
//		// wait for a datagram: d.Take(datagram, port)
//		// or, when step i timed out: d.Silent(i), then
//		// d.Request(i, id) again or d.GiveUp(i)
//	}
//	status := d.Status()
type Dialogue struct {
	Plan  *ask.Plan
	Ask   ask.Ask
	Steps []Step

	proof *wire.Message // the latest challenge to any step
}

// A StepState is the progress of a step.
type StepState uint8

// The states of a step.
const (
	StepWaits    StepState = iota // for another step
	StepAsked                     // a request was sent
	StepAnswered                  // the answer is complete, as far as can be known
	StepPartial                   // parts of the answer are missing or damaged; abandoned
	StepSilent                    // no answer; abandoned
	StepLeftOut                   // not sent: not requested, or a step before it got no answer
)

var stateNames = [...]string{"waiting", "asked", "answered", "partial", "silent", "left-out"}

func (s StepState) String() string { return enum.String(stateNames[:], s) }

// MarshalText returns what String does; a value without a name is an error.
func (s StepState) MarshalText() ([]byte, error) { return enum.Marshal(stateNames[:], s) }

// UnmarshalText reads what MarshalText wrote.
func (s *StepState) UnmarshalText(text []byte) error { return enum.Unmarshal(stateNames[:], s, text) }

// Over reports whether the step has ended.
func (s StepState) Over() bool { return s >= StepAnswered }

// A Step is one request of a Dialogue with its answer.
type Step struct {
	Protocol protocol.ID
	Message  string // name of the request
	Optional bool   // not every server knows the request: it is sent once
	State    StepState
	Attempts int
	Proofs   int             // challenges received instead of an answer, each of which causes one more attempt
	Got      []*wire.Message // accepted datagrams, in the order of arrival
	Missing  int             // parts of the answer that are known to be missing
	Damaged  int             // datagrams of the answer that are cut or otherwise damaged
	Flaw     string          // what is wrong with a partial answer, unless parts of it are missing

	plan     *ask.Step
	topic    wire.Topic
	ids      []uint64 // of the attempts, as the protocol echoes them
	replies  []*reply
	chosen   []*wire.Message
	whole    bool          // every numbered part is there
	proof    *wire.Message // the latest challenge
	unwanted bool          // it was never to be sent
}

// A Verdict says how a datagram was classified.
type Verdict uint8

// The verdicts.
const (
	Accepted  Verdict = iota // part of an answer
	Damaged                  // part of an answer, but cut or otherwise damaged: it only counts when no better one arrives
	Duplicate                // already received
	Late                     // answers a request that is over
	WrongID                  // of the right kind, but for a request that was never sent
	Unrelated                // no answer to any request
	Challenge                // a challenge instead of an answer: the request has to be sent again
)

var verdictNames = [...]string{"accepted", "damaged", "duplicate", "late", "wrong id", "unrelated", "challenge"}

func (v Verdict) String() string { return enum.String(verdictNames[:], v) }

// MarshalText returns what String does; a value without a name is an error.
func (v Verdict) MarshalText() ([]byte, error) { return enum.Marshal(verdictNames[:], v) }

// UnmarshalText reads what MarshalText wrote.
func (v *Verdict) UnmarshalText(text []byte) error { return enum.Unmarshal(verdictNames[:], v, text) }

// maxGot bounds the datagrams of one answer: a real one has at most 128.
const maxGot = 256

// maxProofs bounds the challenges for which one step is sent again: a server
// that has a new one for each request never answers.
const maxProofs = 3

// Begin starts a Dialogue. Without a plan, as for a protocol in which servers
// are not queried, it has no steps and is over.
func Begin(p *ask.Plan, want ask.Ask) *Dialogue {
	if p == nil {
		p = &ask.Plan{}
	}
	d := &Dialogue{Plan: p, Ask: want, Steps: make([]Step, len(p.Steps))}
	for i := range p.Steps {
		s := &p.Steps[i]
		d.Steps[i] = Step{Protocol: s.Protocol, Message: s.Message, Optional: s.Optional, plan: s}
		if s.Taken != nil && !s.Taken(&d.Ask, s.Parts) {
			d.Steps[i].State, d.Steps[i].unwanted = StepLeftOut, true
		}
	}
	return d
}

// Over reports whether all steps are over.
func (d *Dialogue) Over() bool {
	for i := range d.Steps {
		if !d.Steps[i].State.Over() {
			d.settle(i)
			if !d.Steps[i].State.Over() {
				return false
			}
		}
	}
	return true
}

// settle skips a step when the one that it needs was to be sent and got no answer,
// or when the answers so far make it moot.
func (d *Dialogue) settle(i int) {
	s := &d.Steps[i]
	if s.State == StepWaits && s.plan.Moot != nil && d.free(s.plan.After) && s.plan.Moot(d.Messages()) {
		s.State, s.unwanted = StepLeftOut, true
	}
	if s.State != StepWaits || s.plan.Needs == 0 {
		return
	}
	if needed := &d.Steps[s.plan.Needs-1]; needed.State == StepSilent || needed.State == StepLeftOut && !needed.unwanted {
		s.State = StepLeftOut
	}
}

// Next returns the index of a step that can be sent for the first time, or
// again with the challenge received, -1 when there is none.
func (d *Dialogue) Next() int {
	for i := range d.Steps {
		d.settle(i)
		s := &d.Steps[i]
		if s.State == StepWaits && d.free(s.plan.After) {
			return i
		}
	}
	return -1
}

// free reports whether a step that follows step number after, from 1, may
// begin: that one is over, or is skipped and the one that it waits for is over.
func (d *Dialogue) free(after int) bool {
	for after > 0 {
		s := &d.Steps[after-1]
		if s.State != StepLeftOut {
			return s.State.Over()
		}
		after = s.plan.After
	}
	return true
}

// before returns the first answer that counts to the step that step i waits
// for, an undamaged one if there is any; nil for none.
func (d *Dialogue) before(i int) *wire.Message {
	after := d.Steps[i].plan.After
	if after == 0 || len(d.Steps[after-1].chosen) == 0 {
		return nil
	}
	chosen := d.Steps[after-1].chosen
	for _, m := range chosen {
		if !damaged(m) {
			return m
		}
	}
	return chosen[0]
}

// Request returns the next attempt at step i. id is any four bytes; protocols
// that echo one use it, and each attempt should have its own.
func (d *Dialogue) Request(i int, id [4]byte) ([]byte, error) {
	s := &d.Steps[i]
	q := ask.Query{Protocol: s.Protocol, Message: s.Message, Address: d.Ask.Address, Port: d.Ask.Port}
	copy(q.ID[:], id[:])
	for _, details := range d.Ask.Details {
		if decoder.Takes(s.Protocol, details) {
			q.Details = details
			break
		}
	}
	if s.plan.Prepare != nil {
		before := s.proof
		if before == nil && s.plan.Proves != nil && d.proof != nil && d.proof.Protocol() == s.Protocol {
			before = d.proof // what proves the sender's address for one request does so for the next
		}
		if before == nil {
			before = d.before(i)
		}
		s.plan.Prepare(&q, &d.Ask, before)
	}
	p, err := decoder.AppendRequest(nil, &q)
	if err != nil {
		s.State = StepLeftOut
		return nil, err
	}
	s.topic = decoder.TopicOf(decoder.Decode(p, wire.Options{Protocol: s.Protocol, From: wire.Request, Link: wire.LinkNone}))
	if s.topic.HasID {
		s.ids = append(s.ids, s.topic.ID)
	}
	s.Attempts++
	s.State = StepAsked
	return p, nil
}

// Ports returns the ports to which step i is sent when the server is queried on
// port query: that one, or, for a step that another port answers, where it
// usually is. The first attempt goes to the likeliest, the others to all.
func (d *Dialogue) Ports(i int, query uint16) []uint16 {
	s := &d.Steps[i]
	if s.plan.Offsets == nil {
		return []uint16{query}
	}
	game := int(query) - 1
	if m := d.before(i); m != nil {
		if port := m.Count(wire.RoleGamePort); port > 0 && port < 65536 {
			game = int(port)
		}
	}
	var ports []uint16
	for k, o := range s.plan.Offsets {
		if p := game + o; p > 0 && p < 65536 && (k == 0 || s.Attempts > 1) {
			ports = append(ports, uint16(p))
		}
	}
	return ports
}

// Chosen returns the datagrams that answer step i, nil while it is pending.
func (s *Step) Chosen() []*wire.Message { return s.chosen }

// Messages returns the datagrams that count, step by step.
func (d *Dialogue) Messages() []*wire.Message {
	var ms []*wire.Message
	for i := range d.Steps {
		ms = append(ms, d.Steps[i].chosen...)
	}
	return ms
}

// Status returns what the answers so far say about the server, nil for nothing.
func (d *Dialogue) Status() *wire.Status {
	var replies []decoder.ReplySet
	for i := range d.Steps {
		replies = append(replies, decoder.Assemble(d.Steps[i].chosen)...)
	}
	st := decoder.StatusOfReplies(replies)
	if st == nil {
		return nil
	}
	whole, numbered := true, false
	for i := range d.Steps {
		s := &d.Steps[i]
		switch {
		case s.State == StepLeftOut && s.Attempts == 0, s.Optional && s.State == StepSilent:
		case s.State != StepAnswered:
			whole, numbered = false, true
		case s.plan.Ends == ask.EndsNumbered && s.chosen != nil:
			numbered = true
			whole = whole && s.whole
		}
	}
	st.Complete = wire.Opt[bool]{}
	if numbered {
		st.Complete = wire.Some(whole)
	}
	return st
}
