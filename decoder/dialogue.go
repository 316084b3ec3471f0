package decoder

// A Dialogue asks one server by a [Plan]. Its caller keeps the time:
//
//	d := plan.Begin(ask)
//	for !d.Over() {
//		for i := d.Next(); i >= 0; i = d.Next() {
//			request, err := d.Request(i, id)
//			// send it to d.Ports(i, port)
//		}
//		// wait for a datagram: d.Take(datagram, port)
//		// or, when step i was silent for too long: d.Silent(i), then
//		// d.Request(i, id) again or d.GiveUp(i)
//	}
//	status := d.Status()
type Dialogue struct {
	Plan  *Plan
	Ask   Ask
	Steps []Step
}

// A StepState says how far a step has come.
type StepState uint8

// The states of a step.
const (
	StepWaits    StepState = iota // for another step
	StepAsked                     // a request is out
	StepAnswered                  // the answer is there, as far as anybody can tell
	StepPartial                   // parts of the answer are missing or damaged, and it is given up
	StepSilent                    // no answer, and it is given up
	StepLeftOut                   // not asked: it was not wanted, or a step before it got no answer
)

// Over reports whether nothing more is to come.
func (s StepState) Over() bool { return s >= StepAnswered }

// A Step is one request of a Dialogue with its answer.
type Step struct {
	Protocol Protocol
	Message  string // name of the request
	Optional bool   // not every server knows the request: it is asked once
	State    StepState
	Attempts int
	Got      []*Message // accepted datagrams, in the order in which they came
	Missing  int        // parts of the answer that are known to have not come
	Damaged  int        // datagrams of the answer that are cut or otherwise damaged

	plan     *planStep
	topic    Topic
	ids      []uint64 // of the attempts, as the protocol echoes them
	sets     []uint64 // numbers that the server gave to its answers
	attempts []int    // for each of Got: the attempt that it came after
	chosen   []*Message
	whole    bool // every numbered part is there
}

// A Verdict says what became of a datagram.
type Verdict uint8

// The verdicts.
const (
	Accepted  Verdict = iota // part of an answer
	Damaged                  // part of an answer, but cut or otherwise damaged: it only counts when no better one comes
	Duplicate                // came already
	Late                     // answers a request that is over
	WrongID                  // of the right kind, but for a request that was never sent
	Unrelated                // no answer to anything that was asked
)

// maxGot bounds the datagrams of one answer: a real one has at most 128.
const maxGot = 256

// Begin starts a Dialogue.
func (p *Plan) Begin(ask Ask) *Dialogue {
	d := &Dialogue{Plan: p, Ask: ask, Steps: make([]Step, len(p.steps))}
	for i := range p.steps {
		s := &p.steps[i]
		d.Steps[i] = Step{Protocol: s.protocol, Message: s.message, Optional: s.optional, plan: s}
		if s.taken != nil && !s.taken(&d.Ask, s.parts) {
			d.Steps[i].State = StepLeftOut
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

// settle leaves a step out when the one that it needs got no answer.
func (d *Dialogue) settle(i int) {
	s := &d.Steps[i]
	if s.State != StepWaits || !s.plan.needs || s.plan.after == 0 {
		return
	}
	if before := &d.Steps[s.plan.after-1]; before.State == StepSilent || before.State == StepLeftOut {
		s.State = StepLeftOut
	}
}

// Next returns the place of a step that can be asked for the first time, -1
// when there is none.
func (d *Dialogue) Next() int {
	for i := range d.Steps {
		d.settle(i)
		s := &d.Steps[i]
		if s.State == StepWaits && d.free(s.plan.after) {
			return i
		}
	}
	return -1
}

// free reports whether a step behind the step at place after, from 1, may
// begin: that one is over, or is left out and the one that it waits for is over.
func (d *Dialogue) free(after int) bool {
	for after > 0 {
		s := &d.Steps[after-1]
		if s.State != StepLeftOut {
			return s.State.Over()
		}
		after = s.plan.after
	}
	return true
}

// before returns the first answer to the step that step i waits for, nil for none.
func (d *Dialogue) before(i int) *Message {
	if after := d.Steps[i].plan.after; after > 0 {
		for _, m := range d.Steps[after-1].Got {
			return m
		}
	}
	return nil
}

// Request returns the next attempt at step i. id is any four bytes; protocols
// that echo one use it, and each attempt should have its own.
func (d *Dialogue) Request(i int, id [4]byte) ([]byte, error) {
	s := &d.Steps[i]
	q := d.Ask.Query
	q.Items = append([]string(nil), q.Items...)
	q.Protocol, q.Message, q.ID = s.Protocol, s.Message, id
	if s.Protocol == GameSpy1 && s.plan.prepare == nil {
		q.Items = nil
	}
	if s.plan.prepare != nil {
		s.plan.prepare(&q, &d.Ask, d.before(i))
	}
	p, err := AppendRequest(nil, &q)
	if err != nil {
		s.State = StepLeftOut
		return nil, err
	}
	s.topic = Decode(p, Options{Protocol: s.Protocol, From: Request, Link: LinkNone}).Topic()
	if s.topic.HasID {
		s.ids = append(s.ids, s.topic.ID)
	}
	s.Attempts++
	s.State = StepAsked
	return p, nil
}

// Ports returns the ports to which step i goes when the server is asked on
// port query: that one, or, for a step that another port answers, where it
// usually is. A first attempt goes to the likeliest, the others to all.
func (d *Dialogue) Ports(i int, query uint16) []uint16 {
	s := &d.Steps[i]
	if s.plan.offsets == nil {
		return []uint16{query}
	}
	game := int(query) - 1
	if m := d.before(i); m != nil {
		if port := m.count(RoleGamePort); port > 0 && port < 65536 {
			game = int(port)
		}
	}
	var ports []uint16
	for k, o := range s.plan.offsets {
		if p := game + o; p > 0 && p < 65536 && (k == 0 || s.Attempts > 1) {
			ports = append(ports, uint16(p))
		}
	}
	return ports
}

// Take judges a datagram that came from port. The step is the one that it
// answers, -1 for none. The message is what it says, whatever the verdict.
func (d *Dialogue) Take(p []byte, port uint16) (step int, v Verdict, m *Message) {
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
		m = Decode(p, Options{SrcPort: port, Link: LinkNone})
	}
	return step, v, m
}

// readReply decodes p as a reply of a protocol, nil if it is none.
func readReply(p []byte, protocol Protocol, port uint16) *Message {
	m := Decode(p, Options{Protocol: protocol, From: Reply, SrcPort: port, Link: LinkNone})
	if m.Info.Direction != Reply || m.Confidence == Unlikely && !plainReply(m, p, port) {
		return nil
	}
	return m
}

// plainReply reports whether m is the answer that GameSpy 3 gives to a request
// for format 00: by its bytes it is GameSpy 2 (protocols.md 7.1).
func plainReply(m *Message, p []byte, port uint16) bool {
	if m.Info != &gamespy3PlainReply {
		return false
	}
	dir, c := recogniseGamespy2(p, &Options{SrcPort: port})
	return dir == Reply && c >= Possible
}

// judge finds the step that m answers.
func (d *Dialogue) judge(m *Message) (step int, v Verdict) {
	t := m.Topic()
	step, v = -1, Unrelated
	for i := range d.Steps {
		s := &d.Steps[i]
		if s.Attempts == 0 || s.Protocol != m.Protocol() || !s.mayBe(m, t) {
			continue
		}
		if t.HasID && len(s.ids) > 0 && !listed(s.ids, t.ID) {
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
		return i, s.take(m)
	}
	return step, v
}

// mayBe reports whether m, about t, can be part of the answer. In the middle of
// a numbered answer there may be nothing that tells its subject, as when all
// its keys are of a mod; then the server's number decides, or that the step
// is open.
func (s *Step) mayBe(m *Message, t Topic) bool {
	if t.Subjects&s.topic.Subjects != 0 {
		return true
	}
	if p := m.Part(); p.Numbered && s.plan.ends == endsNumbered && !t.HasID {
		return listed(s.sets, p.Set) || !s.State.Over()
	}
	return false
}

// again says what a datagram is that comes after the step is over.
func (s *Step) again(m *Message) Verdict {
	if s.has(m) {
		return Duplicate
	}
	return Late
}

// has reports whether the same datagram came already.
func (s *Step) has(m *Message) bool {
	p := m.Part()
	for _, g := range s.Got {
		if string(g.Data) == string(m.Data) {
			return true
		}
		if q := g.Part(); p.Numbered && q.Numbered && p.Set == q.Set && p.Index == q.Index && !damaged(g) {
			return true
		}
	}
	return false
}

// take accepts m as part of the answer.
func (s *Step) take(m *Message) Verdict {
	if s.has(m) || len(s.Got) >= maxGot {
		return Duplicate
	}
	if p := m.Part(); p.Numbered && s.plan.ends == endsNumbered && !listed(s.sets, p.Set) {
		// A server numbers its answers itself: it cannot have more of them than
		// it was asked for.
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
	switch s.plan.ends {
	case endsAtOnce:
		if v == Accepted && (!short(m) || s.shortTwice(m)) {
			s.finish(StepAnswered, []*Message{m})
		} else if v == Damaged && s.twice(m) {
			s.finish(StepPartial, []*Message{m})
		}
	case endsNumbered:
		s.numbered()
	}
	return v
}

// twice reports whether an earlier datagram says the same as m: then that is
// how the server answers, and not what the way did to it.
func (s *Step) twice(m *Message) bool {
	for _, g := range s.Got {
		if g != m && len(g.Data) == len(m.Data) && g.Content() == m.Content() {
			return true
		}
	}
	return false
}

// shortTwice is twice for answers that name fewer players than they count, of
// which the scores may have changed in between.
func (s *Step) shortTwice(m *Message) bool {
	for _, g := range s.Got {
		if g != m && !damaged(g) && g.rows(RolePlayer) == m.rows(RolePlayer) && g.rows(RoleRule) == m.rows(RoleRule) {
			return true
		}
	}
	return false
}

// numbered ends a step whose answer is whole. One that looks as if something
// were cut out of it is asked for again; when the second answer says the same,
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
	} else {
		s.finish(StepAnswered, chosen)
	}
}

func (s *Step) finish(state StepState, chosen []*Message) {
	s.State, s.chosen = state, chosen
}

// alike counts the answers that say the same as parts, no more and no less.
func (s *Step) alike(parts []*Message) int {
	n := 0
	for _, set := range s.sets {
		if got, missing, _ := s.set(set); missing == 0 && len(got) == len(parts) && agree(got, parts) {
			n++
		}
	}
	return n
}

// Silent is told that nothing came for step i for as long as the caller waits.
// It reports whether the step is over: what came is the whole answer as far as
// anybody can tell, or no answer is to be expected. Otherwise the request
// should be sent again, or given up.
func (d *Dialogue) Silent(i int) (over bool) {
	s := &d.Steps[i]
	if s.State != StepAsked {
		return s.State.Over()
	}
	if len(s.Got) == 0 {
		if s.plan.nothing != nil && s.plan.nothing(d.before(i)) {
			s.finish(StepAnswered, nil)
		}
		return s.State.Over()
	}
	switch s.plan.ends {
	case endsQuiet:
		best := s.bestAttempt()
		if anyDamaged(best) || s.plan.enough != nil && !s.plan.enough(best, d.before(i)) && s.Attempts < 2 {
			return false
		}
		s.finish(StepAnswered, best)
	case endsNumbered:
		chosen, missing, last := s.bestSet()
		// Some servers never mark the last datagram (protocols.md 4.3): a second
		// answer that ends like the first settles it.
		if missing > 0 || last || anyDamaged(chosen) || s.Protocol != GameSpy1 || s.alike(chosen) < 2 {
			return false
		}
		s.finish(StepAnswered, chosen)
	}
	return s.State.Over()
}

// GiveUp ends step i with what came.
func (d *Dialogue) GiveUp(i int) {
	s := &d.Steps[i]
	if s.State.Over() {
		return
	}
	switch {
	case len(s.Got) == 0 && s.plan.nothing != nil && s.plan.nothing(d.before(i)):
		s.finish(StepAnswered, nil)
	case len(s.Got) == 0 && s.State == StepWaits:
		s.State = StepLeftOut
	case len(s.Got) == 0:
		s.State = StepSilent
	case s.plan.ends == endsNumbered:
		chosen, missing, last := s.bestSet()
		s.Missing = missing
		s.whole = missing == 0 && last
		s.finish(StepPartial, chosen)
		if missing == 0 && !anyDamaged(chosen) {
			s.State = StepAnswered
		}
	default:
		best := s.bestAttempt()
		s.finish(StepPartial, best)
		if !anyDamaged(best) && (s.plan.ends != endsAtOnce || !short(best[0])) {
			s.State = StepAnswered
		}
	}
}

// bestAttempt returns what came after one of the attempts: nothing else tells
// the answers to a request that was sent twice from each other. Sound
// datagrams count more than damaged ones, then the number of entries.
func (s *Step) bestAttempt() []*Message {
	var best []*Message
	bestScore := int64(-1)
	for n := 1; n <= s.Attempts; n++ {
		var got []*Message
		score := int64(0)
		for k, m := range s.Got {
			if s.attempts[k] != n {
				continue
			}
			got = append(got, m)
			if !damaged(m) {
				score += 1<<20 + m.rows(RoleRule) + m.rows(RolePlayer)
			}
		}
		if got != nil && score >= bestScore {
			best, bestScore = got, score
		}
	}
	if s.plan.inOrder != nil {
		best = s.plan.inOrder(best)
	}
	return best
}

// bestSet returns the numbered answer of which least is missing, or a single
// datagram that has no number and so is an answer of its own. Parts that one
// answer lacks are taken from another that says the same in all the parts that
// both have: then nothing has changed between the two.
func (s *Step) bestSet() (chosen []*Message, missing int, last bool) {
	missing = maxParts + 1
	sound, counts := false, false
	for _, set := range s.sets {
		counts = counts || set < unnumberedSet
	}
	for _, set := range s.sets {
		if set >= unnumberedSet && counts && !s.topic.HasID {
			continue // the number was cut off: this server sends one
		}
		got, n, end := s.set(set)
		if n > 0 || !end {
			got, n, end = s.fill(got, set)
		}
		whole := !anyDamaged(got)
		if n < missing || n == missing && (end && !last || end == last && whole && !sound) {
			chosen, missing, last, sound = got, n, end, whole
		}
	}
	if missing == 0 && last {
		return chosen, missing, last
	}
	for k := len(s.Got) - 1; k >= 0; k-- {
		if m := s.Got[k]; !m.Part().Numbered && !damaged(m) {
			return []*Message{m}, 0, true
		}
	}
	if chosen == nil {
		return s.Got, 0, false
	}
	return chosen, missing, last
}

// set returns the parts of one answer, how many are known to be missing, and
// whether the last one is there.
func (s *Step) set(set uint64) (got []*Message, missing int, last bool) {
	for _, m := range s.Got {
		p := m.Part()
		if !p.Numbered || p.Set != set {
			continue
		}
		k := 0
		for k < len(got) && got[k].Part().Index < p.Index {
			k++
		}
		if k < len(got) && got[k].Part().Index == p.Index {
			if damaged(got[k]) {
				got[k] = m
			}
			continue
		}
		got = append(got, nil)
		copy(got[k+1:], got[k:])
		got[k] = m
	}
	missing, last = gaps(got)
	return got, missing, last
}

// gaps counts the parts that are missing among got.
func gaps(got []*Message) (missing int, last bool) {
	var seen [maxParts]bool
	top, n := 0, 0
	for _, m := range got {
		p := m.Part()
		last = last || p.Last
		if p.Index >= 0 && p.Index < maxParts && !seen[p.Index] {
			seen[p.Index] = true
			n++
		}
		top = max(top, min(p.Index+1, maxParts))
	}
	return top - n, last
}

// fill adds parts of other answers to got.
func (s *Step) fill(got []*Message, set uint64) (_ []*Message, missing int, last bool) {
	got = got[:len(got):len(got)]
	for _, other := range s.sets {
		if other == set {
			continue
		}
		more, _, _ := s.set(other)
		if !agree(got, more) {
			continue
		}
		for _, m := range more {
			if at(got, m.Part().Index) == nil {
				got = append(got, m)
			}
		}
	}
	for i := range got { // in order: few and nearly so already
		for k := i; k > 0 && got[k-1].Part().Index > got[k].Part().Index; k-- {
			got[k-1], got[k] = got[k], got[k-1]
		}
	}
	missing, last = gaps(got)
	return got, missing, last
}

// agree reports whether two answers have parts in common, and say the same in
// all of them.
func agree(a, b []*Message) bool {
	common := false
	for _, m := range b {
		n := at(a, m.Part().Index)
		if n == nil {
			continue
		}
		common = true
		if n.Content() != m.Content() || n.Part().Last != m.Part().Last {
			return false
		}
	}
	return common
}

// at returns the part with the given index, nil for none.
func at(ms []*Message, index int) *Message {
	for _, m := range ms {
		if m.Part().Index == index {
			return m
		}
	}
	return nil
}

// Chosen returns the datagrams that answer step i, nil while it is open.
func (s *Step) Chosen() []*Message { return s.chosen }

// Messages returns the datagrams that count, step by step.
func (d *Dialogue) Messages() []*Message {
	var ms []*Message
	for i := range d.Steps {
		ms = append(ms, d.Steps[i].chosen...)
	}
	return ms
}

// Status returns what the answers so far say about the server, nil for nothing.
func (d *Dialogue) Status() *Status {
	b := statusBuilder{}
	for i := range d.Steps {
		d.Steps[i].tell(&b)
	}
	if !b.any {
		return nil
	}
	st := &b.Status
	whole, numbered := true, false
	for i := range d.Steps {
		s := &d.Steps[i]
		switch {
		case s.State == StepLeftOut && s.Attempts == 0, s.Optional && s.State == StepSilent:
		case s.State != StepAnswered:
			whole, numbered = false, true
		case s.plan.ends == endsNumbered && s.chosen != nil:
			numbered = true
			whole = whole && s.whole
		}
	}
	if st.Complete = nil; numbered {
		st.Complete = &whole
	}
	return st
}

// tell adds what a step says to a status. The parts of a numbered answer are
// together already, whichever answer each of them is from.
func (s *Step) tell(b *statusBuilder) {
	if len(s.chosen) == 0 {
		return
	}
	if s.plan.ends != endsNumbered {
		for _, r := range Assemble(s.chosen) {
			b.reply(r, s.chosen)
		}
		return
	}
	if join := joinOf[s.Protocol]; join != nil {
		join(s.chosen)
	}
	r := ReplySet{Protocol: s.Protocol}
	for i := range s.chosen {
		r.Datagrams = append(r.Datagrams, i)
	}
	b.reply(r, s.chosen)
}

func listed(list []uint64, v uint64) bool {
	for _, x := range list {
		if x == v {
			return true
		}
	}
	return false
}
