package query

import (
	"fragscope/decoder"
	"fragscope/decoder/ask"
	"fragscope/decoder/enum"
	"fragscope/decoder/exchange"
	"fragscope/decoder/wire"
)

// A Session queries one server by a [ask.Plan]. Its caller handles timeouts:
//
//	d := query.Begin(plan, ask)
//	for !d.Done() {
//		for i := d.Next(); i >= 0; i = d.Next() {
//			request, err := d.Request(i, id)
//			// send it to d.Ports(i, port)
//		}
//		// wait for a datagram: d.Receive(datagram, port)
//		// or, when step i timed out: d.Timeout(i), then
//		// d.Request(i, id) again or d.Abandon(i)
//	}
//	status := d.Status()
type Session struct {
	Plan  *ask.Plan
	Ask   ask.Ask
	Steps []Step

	challenge *wire.Message // the latest challenge to any step
	own       []*exchange.Client
	protocols []*wire.Protocol // of own
}

// ClientOf returns how a protocol is asked, which may be one of own.
func ClientOf(p wire.ProtocolID, own []*exchange.Client) *exchange.Client {
	for _, c := range own {
		if c.Protocol.ID == p {
			return c
		}
	}
	return decoder.ClientOf(p)
}

func protocolsOf(clients []*exchange.Client) (list []*wire.Protocol) {
	for _, c := range clients {
		list = append(list, c.Protocol)
	}
	return list
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

func (s StepState) String() string                   { return enum.String(stateNames[:], s) }
func (s StepState) MarshalText() ([]byte, error)     { return enum.Marshal(stateNames[:], s) }
func (s *StepState) UnmarshalText(text []byte) error { return enum.Unmarshal(stateNames[:], s, text) }

// Done reports whether the step has ended.
func (s StepState) Done() bool { return s >= StepAnswered }

// A Step is one request of a Session with its answer.
type Step struct {
	Protocol   wire.ProtocolID
	Message    string // name of the request
	Optional   bool   // not every server knows the request: it is sent once
	State      StepState
	Attempts   int
	Challenges int             // challenges received instead of an answer, each of which causes one more attempt
	Received   []*wire.Message // accepted datagrams, in the order of arrival
	Missing    int             // parts of the answer that are known to be missing
	Damaged    int             // datagrams of the answer that are cut or otherwise damaged
	Problem    string          // what is wrong with a partial answer, unless parts of it are missing

	plan      *ask.Step
	topic     wire.MatchKey
	ids       []uint64 // of the attempts, as the protocol echoes them
	replies   []*reply
	chosen    []*wire.Message
	whole     bool          // every numbered part is there
	challenge *wire.Message // the latest challenge
	unwanted  bool          // it was never to be sent
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

func (v Verdict) String() string                   { return enum.String(verdictNames[:], v) }
func (v Verdict) MarshalText() ([]byte, error)     { return enum.Marshal(verdictNames[:], v) }
func (v *Verdict) UnmarshalText(text []byte) error { return enum.Unmarshal(verdictNames[:], v, text) }

// maxGot bounds the datagrams of one answer: a real one has at most 128.
const maxGot = 256

// maxChallenges bounds the challenges for which one step is sent again: a server
// that has a new one for each request never answers.
const maxChallenges = 3

// Begin starts a Session. Without a plan, as for a protocol in which servers
// are not queried, it has no steps and is over. own are the clients of protocols
// that the decoder does not know.
func Begin(p *ask.Plan, want ask.Ask, own ...*exchange.Client) *Session {
	if p == nil {
		p = &ask.Plan{}
	}
	d := &Session{Plan: p, Ask: want, Steps: make([]Step, len(p.Steps)), own: own, protocols: protocolsOf(own)}
	for i := range p.Steps {
		s := &p.Steps[i]
		d.Steps[i] = Step{Protocol: s.Protocol, Message: s.Message, Optional: s.Optional, plan: s}
		if s.Enabled != nil && !s.Enabled(&d.Ask, s.Parts) {
			d.Steps[i].State, d.Steps[i].unwanted = StepLeftOut, true
		}
	}
	return d
}

// Done reports whether all steps are over.
func (d *Session) Done() bool {
	for i := range d.Steps {
		if !d.Steps[i].State.Done() {
			d.skip(i)
			if !d.Steps[i].State.Done() {
				return false
			}
		}
	}
	return true
}

// skip leaves out a step when the one that it needs was to be sent and got no answer,
// or when the answers so far make it moot.
func (d *Session) skip(i int) {
	s := &d.Steps[i]
	if k := s.plan.Instead; s.State == StepWaits && k > 0 && d.Steps[k-1].State != StepSilent &&
		d.Steps[k-1].State.Done() {
		s.State, s.unwanted = StepLeftOut, true
	}
	if s.State == StepWaits && s.plan.SkipIf != nil && d.mayBegin(s.plan.StartAfter) && s.plan.SkipIf(d.Messages()) {
		s.State, s.unwanted = StepLeftOut, true
	}
	if s.State != StepWaits || s.plan.DependsOn == 0 {
		return
	}
	if needed := &d.Steps[s.plan.DependsOn-1]; needed.State == StepSilent || needed.State == StepLeftOut &&
		!needed.unwanted {
		s.State = StepLeftOut
	}
}

// Replaced reports whether a step got no answer, and another got one that is as good.
func (d *Session) Replaced(i int) bool {
	for k := range d.Steps {
		if s := &d.Steps[k]; s.plan.Instead == i+1 && d.Steps[i].State == StepSilent && s.State == StepAnswered {
			return true
		}
	}
	return false
}

// Next returns the index of a step that can be sent for the first time, or
// again with the challenge received, -1 when there is none.
func (d *Session) Next() int {
	for i := range d.Steps {
		d.skip(i)
		s := &d.Steps[i]
		if s.State == StepWaits && d.mayBegin(s.plan.StartAfter) {
			return i
		}
	}
	return -1
}

// mayBegin reports whether a step that follows step number after, from 1, may
// begin: that one is over, or is skipped and the one that it waits for is over.
func (d *Session) mayBegin(after int) bool {
	for after > 0 {
		s := &d.Steps[after-1]
		if s.State != StepLeftOut {
			return s.State.Done()
		}
		after = s.plan.StartAfter
	}
	return true
}

// prior returns the first answer that counts to the step that step i waits
// for, an undamaged one if there is any; nil for none.
func (d *Session) prior(i int) *wire.Message {
	after := d.Steps[i].plan.StartAfter
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
func (d *Session) Request(i int, id [4]byte) ([]byte, error) {
	s := &d.Steps[i]
	q := ask.Query{Protocol: s.Protocol, Message: s.Message, Address: d.Ask.Address, Port: d.Ask.Port}
	copy(q.ID[:], id[:])
	client := ClientOf(s.Protocol, d.own)
	for _, details := range d.Ask.Details {
		if client.Takes(details) {
			q.Details = details
			break
		}
	}
	if s.plan.Prepare != nil {
		before := s.challenge
		if before == nil && s.plan.IsChallenge != nil && d.challenge != nil && d.challenge.Protocol() == s.Protocol {
			before = d.challenge // what proves the sender's address for one request does so for the next
		}
		if before == nil {
			before = d.prior(i)
		}
		s.plan.Prepare(&q, &d.Ask, before)
	}
	p, err := client.Append(nil, &q)
	if err != nil {
		s.State = StepLeftOut
		return nil, err
	}
	s.topic = decodeRequest(s.Protocol, p, d.protocols...).MatchKey()
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
func (d *Session) Ports(i int, query uint16) []uint16 {
	s := &d.Steps[i]
	if s.plan.Offsets == nil {
		return []uint16{query}
	}
	game := int(query) - 1
	if m := d.prior(i); m != nil {
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
func (d *Session) Messages() []*wire.Message {
	var ms []*wire.Message
	for i := range d.Steps {
		ms = append(ms, d.Steps[i].chosen...)
	}
	return ms
}

// Status returns what the answers so far say about the server, nil for nothing.
func (d *Session) Status() *wire.Status {
	var replies []decoder.ReplySet
	for i := 0; i < len(d.Steps); {
		ms, first := []*wire.Message(nil), &d.Steps[i]
		for ; i < len(d.Steps) && d.Steps[i].Message == first.Message; i++ { // a list that is queried one by one
			ms = append(ms, d.Steps[i].chosen...)
		}
		replies = append(replies, decoder.Assemble(ms)...)
	}
	st := decoder.StatusOfReplies(replies)
	if st == nil {
		return nil
	}
	whole, numbered := true, false
	for i := range d.Steps {
		s := &d.Steps[i]
		switch {
		case s.State == StepLeftOut && s.Attempts == 0, d.Replaced(i), s.Optional && s.State == StepSilent:
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
