package live

import (
	"bytes"
	"math/rand/v2"
	"net/netip"
	"time"

	"fragscope/analyzer/report"
	"fragscope/decoder/ask"
	"fragscope/decoder/query"
)

type talk struct {
	*asking
	session *query.Session
	steps   []talkStep
	found   Trial // by which the server was found
}

type talkStep struct {
	exchange *Exchange
	deadline time.Time // when to look again
	patience time.Duration
	lost     *Error // why nothing more comes; nil where it is a matter of time
}

func (q *asking) want(addr netip.AddrPort) ask.Ask {
	want := q.Target.Ask
	want.Host, want.Port = q.Target.Host, addr.Port()
	if to := addr.Addr().Unmap(); to.Is4() {
		want.Address = to.As4()
	}
	return want
}

// talk asks by plan until everything that is wanted came or is given up. What the server has answered to the
// probe by which it was found is not requested again.
func (q *asking) talk(plan *ask.Plan, addr netip.AddrPort, found Trial) error {
	q.Addr, q.Plan = addr, plan
	t := &talk{asking: q, session: query.Begin(plan, q.want(addr), q.client.opts.Clients...), found: found}
	t.steps = make([]talkStep, len(t.session.Steps))
	err := t.run()
	t.finish()
	if err == nil {
		err = t.verdict()
	}
	return err
}

func (t *talk) run() error {
	d := t.session
	for {
		for i := d.Next(); i >= 0; i = d.Next() {
			if err := t.ask(i); err != nil {
				return err
			}
		}
		if d.Done() {
			return nil
		}
		got, err := t.receive(t.next())
		if err != nil {
			return err
		}
		now := time.Now()
		if got != nil {
			// What waits behind it came in time, however late it is looked at on a busy machine.
			now = got.Time
			if got.turn == nil {
				t.take(got)
			} else if err := got.turn.err; err != nil {
				if t.lose(got.turn); !got.turn.stream.open {
					return err
				}
			}
			if t.full() {
				return t.tooMuch()
			}
		}
		if err := t.look(now); err != nil {
			return err
		}
	}
}

func (t *talk) next() time.Time {
	var first time.Time
	for i := range t.steps {
		if s := &t.steps[i]; t.session.Steps[i].State == query.StepAsked && (first.IsZero() || s.deadline.Before(first)) {
			first = s.deadline
		}
	}
	return first
}

func (t *talk) ask(i int) error {
	step, s := &t.session.Steps[i], &t.steps[i]
	var id [4]byte
	random(id[:])
	asked := t.asked(step)
	if asked != nil {
		id = asked.id
	}
	again := step.State == query.StepAsked
	stream := t.client.overTCP(step.Protocol)
	if stream && t.session.Plan.Steps[i].DependsOn > 0 && t.connection(t.Addr, step.Protocol) == nil {
		t.session.Abandon(i) // what it needs was said on a connection that has ended
		return nil
	}
	p, err := t.session.Request(i, id)
	if err != nil {
		return err
	}
	if s.exchange == nil {
		s.exchange = &Exchange{Protocol: step.Protocol, Message: step.Message, Outcome: report.Unanswered, FirstRTT: -1,
			LastRTT: -1}
		t.Exchanges = append(t.Exchanges, s.exchange)
		s.patience = t.client.opts.Timeout
		if stream && !step.Optional {
			s.patience = t.client.opts.allTries()
		}
	} else if again {
		s.patience = time.Duration(float64(s.patience) * t.client.opts.Backoff)
	}
	if asked != nil && bytes.Equal(p, asked.sent.Data) {
		s.exchange.Sent = append(s.exchange.Sent, asked.sent)
		for _, d := range asked.answers {
			t.accept(d)
		}
		s.deadline = time.Now().Add(t.client.opts.Quiet)
		return nil
	}
	for _, port := range t.session.Ports(i, t.Addr.Port()) {
		d, err := t.send(p, netip.AddrPortFrom(t.Addr.Addr(), port), step.Protocol)
		if err != nil {
			return err
		}
		s.exchange.Sent = append(s.exchange.Sent, d)
	}
	s.deadline = time.Now().Add(s.patience)
	return nil
}

// asked returns the answered probe that may be the first request of a step.
func (t *talk) asked(step *query.Step) *probe {
	for _, r := range t.found.requests {
		if step.Attempts == 0 && len(r.answers) > 0 && r.sent.Message.Info.Name == step.Message && !r.sent.TCP {
			return r
		}
	}
	return nil
}

// allTries is how long a request over TCP is waited for: as long as all tries of a datagram.
func (o *Options) allTries() time.Duration {
	all, one := time.Duration(0), float64(o.Timeout)
	for range o.Retries + 1 {
		all += time.Duration(one)
		one *= o.Backoff
	}
	return all
}

func (t *talk) lose(turn *turn) {
	for i := range t.steps {
		step, s := &t.session.Steps[i], &t.steps[i]
		if step.State == query.StepAsked && step.Protocol == turn.stream.protocol && turn.stream.addr == t.Addr {
			s.lost = turn.err
			t.session.Abandon(i)
		}
	}
}

// An id that cannot be guessed cannot be forged by one who does not see the request.
func random(id []byte) {
	for i := range id {
		id[i] = byte(rand.Uint32())
	}
}

func (t *talk) take(d *Datagram) {
	if d.Verdict != Accepted {
		t.show(d)
		return
	}
	if !t.admit(d) {
		return
	}
	t.accept(d)
	t.decoded(d)
	t.show(d)
}

func (t *talk) accept(d *Datagram) {
	step, v, m := t.session.Receive(d.Data, d.Src.Port())
	d.Data = m.Data // one copy is enough
	d.Verdict = Verdict(v)
	d.read(m)
	if step < 0 || !d.Verdict.Counts() && d.Verdict != Challenge {
		return
	}
	s := &t.steps[step]
	x := s.exchange
	x.Replies = append(x.Replies, d)
	for k := len(x.Sent) - 1; k >= 0; k-- {
		if x.Sent[k].Dst != d.Src && k > 0 {
			continue
		}
		if x.Sent[k].Time.IsZero() { // it waits for a connection still
			break
		}
		x.took(d.Time.Sub(x.Sent[k].Time))
		break
	}
	s.deadline = d.Time.Add(t.client.opts.Quiet)
}

// look ends, or asks again, the steps whose time has come.
func (t *talk) look(now time.Time) error {
	for i := range t.steps {
		step, s := &t.session.Steps[i], &t.steps[i]
		if step.State != query.StepAsked || now.Before(s.deadline) || t.session.Timeout(i) {
			continue
		}
		t.waited += s.patience
		if c := t.connection(t.Addr, step.Protocol); c != nil {
			c.cancel() // its end ends the step, with what came of an answer
			s.deadline = now.Add(time.Minute)
			continue
		}
		if step.Optional || step.Attempts-step.Challenges > t.client.opts.Retries {
			t.session.Abandon(i)
			continue
		}
		if err := t.ask(i); err != nil {
			return err
		}
	}
	return nil
}

func (t *talk) finish() {
	t.drain()
	for i := range t.session.Steps {
		t.session.Abandon(i)
	}
	t.Status = t.session.Status()
	for i := range t.steps {
		step, x := &t.session.Steps[i], t.steps[i].exchange
		if x == nil {
			continue
		}
		x.Missing = step.Missing
		switch step.State {
		case query.StepAnswered:
			x.Outcome = report.Answered
		case query.StepPartial:
			x.Outcome = report.Incomplete
		}
		for _, m := range step.Chosen() {
			for _, d := range x.Replies {
				if d.Message == m {
					x.Chosen = append(x.Chosen, d)
				}
			}
		}
	}
}

func (t *talk) verdict() error {
	for i := range t.session.Steps {
		step := &t.session.Steps[i]
		if step.Optional || t.session.Replaced(i) || t.session.Plan.Steps[i].Instead > 0 {
			continue
		}
		if e := t.steps[i].lost; step.State == query.StepSilent && e != nil && e.Kind != NoAnswer {
			e.count(t.Datagrams)
			return e
		}
		e := &Error{Addr: t.Addr, Protocol: step.Protocol, Message: step.Message, Attempts: step.Attempts,
			Missing: step.Missing, Damaged: step.Damaged, Waited: t.waited}
		e.count(t.Datagrams)
		switch step.State {
		case query.StepSilent:
			e.Kind = NoAnswer
		case query.StepPartial:
			if e.Kind, e.Problem = Incomplete, step.Problem; step.Damaged > 0 && step.Missing == 0 {
				e.Kind = Cut
			}
		default:
			continue
		}
		return e
	}
	return nil
}
