package live

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"time"

	"fragscope/decoder"
	"fragscope/decoder/ask"
	"fragscope/decoder/query"
)

// Query asks the server at addr, such as "192.0.2.1:7777" or "[2001:db8::1]", by
// its game port or its query port, and returns what it says about itself. Where
// the answer is incomplete there are both a Status and an error, which says what
// was asked, how often, and what came instead.
func Query(ctx context.Context, addr string) (*decoder.Status, error) {
	t, err := ParseTarget(addr)
	if err != nil {
		return nil, err
	}
	c := New(Options{})
	defer c.Close()
	s := c.Query(ctx, t)
	return s.Status, s.Err
}

// Query asks one server for everything that t.Ask wants. It always returns a
// Session: what happened is in it even when the server did not answer.
func (c *Client) Query(ctx context.Context, t Target) *Session {
	s := c.session(ctx, t)
	c.release(s)
	return s
}

// session is Query without giving back what the Session holds of the budget.
func (c *Client) session(ctx context.Context, t Target) *Session {
	s := &Session{Target: t, Start: time.Now()}
	ctx, end := c.context(ctx, c.opts.Limit)
	defer end()
	s.Err = c.query(ctx, s)
	if s.Err != nil && ctx.Err() != nil && stopped(s.Err) {
		s.Err = context.Cause(ctx)
		if errors.Is(s.Err, errLimit) {
			s.Err = fmt.Errorf("%s: not done after %v: %w", t, c.opts.Limit, s.Err)
		}
	}
	s.End = time.Now()
	return s
}

func (c *Client) query(ctx context.Context, s *Session) error {
	if host, place := c.service(ctx, s.Target); place.Plan != nil {
		err := c.serviceQuery(ctx, s, host, place)
		if err == nil || s.Status != nil || ctx.Err() != nil || s.Target.Plan != nil {
			return err
		}
		s.Exchanges = nil
	}
	addrs, err := c.addresses(ctx, s)
	if err != nil {
		return err
	}
	t := s.Target
	if t.Foreign && !unicast(addrs[0]) {
		return &Error{Kind: Unasked, Addr: netip.AddrPortFrom(addrs[0], t.Port),
			Problem: "a master listed it, and it is not the address of one host"}
	}
	places := query.Places(t.Port, t.Plan)
	given := t.Plan != nil && t.Port != 0
	if given {
		places = slices.DeleteFunc(places, func(p ask.Place) bool { return p.Port == t.Port && p.Plan == t.Plan })
		places = slices.Insert(places, 0, ask.Place{Plan: t.Plan, Port: t.Port, Why: "the given port"})
	}
	if t.Exact {
		places = slices.DeleteFunc(places, func(p ask.Place) bool { return p.Port != t.Port })
	}
	if len(places) == 0 {
		return fmt.Errorf("%s: no protocol is known there", t)
	}
	s.Addr = netip.AddrPortFrom(addrs[0], places[0].Port)
	q := c.begin(ctx, s)
	defer q.end()
	if given { // most likely it is right: no need to look around first
		err := q.talk(t.Plan, netip.AddrPortFrom(addrs[0], t.Port), Trial{})
		if slices.ContainsFunc(s.Datagrams, func(d *Datagram) bool { return !d.Sent }) { // it is asked in the right way
			places = slices.DeleteFunc(places, func(p ask.Place) bool { return p.Port == t.Port && p.Plan != t.Plan })
		}
		if len(places) == 1 || err == nil || !errors.Is(err, &Error{Kind: NoAnswer}) || s.Status != nil {
			return err
		}
		s.Tried = append(s.Tried, Trial{Addr: s.Addr, Plan: t.Plan, Why: "the given port", Attempts: c.opts.Retries + 1,
			RTT: -1})
		places, s.Exchanges = places[1:], nil
	}
	found, err := q.find(addrs[0], places)
	if err != nil {
		return err
	}
	return q.talk(cmp.Or(found.better, found.Plan), found.Addr, found)
}

func (c *Client) serviceQuery(ctx context.Context, s *Session, host string, place ask.Place) error {
	addrs, err := c.names.lookup(ctx, host)
	if err != nil {
		return fmt.Errorf("%s: cannot find the address of %s, which its SRV record names: %w", s.Target.Host, host, err)
	}
	q := c.begin(ctx, s)
	defer q.end()
	addr := netip.AddrPortFrom(addrs[0], place.Port)
	if err = q.talk(place.Plan, addr, Trial{}); err != nil && s.Status == nil {
		s.Tried = append(s.Tried, Trial{Addr: addr, Plan: place.Plan, Why: place.Why, Attempts: 1, RTT: -1})
	}
	return err
}

// QueryAll asks every place of a host that answers, not only the likeliest:
// several protocols may be spoken there, and several servers may run. The first
// Session holds what was tried; when nothing answers it is the only one.
func (c *Client) QueryAll(ctx context.Context, t Target) []*Session {
	s := &Session{Target: t, Start: time.Now()}
	places, err := c.lookAround(ctx, s)
	c.release(s)
	s.End = time.Now()
	if s.Err = err; err != nil {
		return []*Session{s}
	}
	var list []*Session
	for i, p := range places {
		one := TargetAt(netip.AddrPortFrom(s.Addr.Addr(), p.Port), p.Plan)
		one.Ask = t.Ask
		q := c.Query(ctx, one)
		if q.Target.Host = t.Host; i == 0 {
			q.Tried, q.Start = s.Tried, s.Start
			q.Datagrams = append(s.Datagrams, q.Datagrams...)
		}
		list = append(list, q)
	}
	return list
}

func (c *Client) lookAround(ctx context.Context, s *Session) ([]ask.Place, error) {
	ctx, end := c.context(ctx, c.opts.Limit)
	defer end()
	addrs, err := c.addresses(ctx, s)
	if err != nil {
		return nil, err
	}
	places := query.Places(s.Target.Port, s.Target.Plan)
	if len(places) == 0 {
		return nil, fmt.Errorf("%s: no protocol is known there", s.Target)
	}
	s.Addr = netip.AddrPortFrom(addrs[0], places[0].Port)
	q := c.begin(ctx, s)
	defer q.end()
	tried, err := q.try(addrs[0], places, findStep/4, false)
	if err != nil {
		return nil, err
	}
	var found []ask.Place
	for i, t := range tried {
		p := places[i]
		p.Plan = cmp.Or(t.better, p.Plan)
		if t.Fits && !slices.ContainsFunc(found, func(f ask.Place) bool { return f.Port == p.Port && f.Plan == p.Plan }) {
			found = append(found, p)
		}
	}
	if found == nil {
		return nil, q.notFound()
	}
	return found, nil
}

// findStep is short, since most places answer nothing.
const findStep = 40 * time.Millisecond

// find does not take the first answer at once: a likelier place may answer a moment later.
func (q *asking) find(host netip.Addr, places []ask.Place) (Trial, error) {
	tried, err := q.try(host, places, findStep, true)
	if err == nil && answered(tried) { // a moment more
		err = q.listenFor(min(max(findStep, 2*shortest(tried)), q.client.opts.Timeout), tried, false)
	}
	q.hangUp()
	if err != nil {
		return Trial{}, err
	}
	if i := slices.IndexFunc(tried, func(t Trial) bool { return t.Fits }); i >= 0 {
		return tried[i], nil
	}
	q.Addr = netip.AddrPortFrom(host, places[0].Port)
	return Trial{}, q.notFound()
}

func (q *asking) notFound() error {
	e := &Error{Kind: NotFound, Tried: slices.Clone(q.Tried)}
	e.count(q.Datagrams)
	return e
}

// try probes each place a step after the one before, and silent ones again; with first, an answer ends it.
func (q *asking) try(host netip.Addr, places []ask.Place, step time.Duration, first bool) ([]Trial, error) {
	before := len(q.Tried)
	for _, p := range places {
		q.Tried = append(q.Tried, Trial{Addr: netip.AddrPortFrom(host, p.Port), Plan: p.Plan, Why: p.Why, RTT: -1})
	}
	tried := q.Tried[before:]
	for round := range min(2, q.client.opts.Retries+1) {
		for i := range tried {
			if tried[i].Fits || round > 0 && q.client.overTCP(tried[i].Plan.Protocol) { // it is still being waited for
				continue
			}
			if err := q.probe(&tried[i], round); err != nil {
				return tried, err
			}
			if err := q.listenFor(step, tried, first); err != nil || first && answered(tried) {
				return tried, err
			}
		}
		if err := q.listenFor(q.client.opts.Timeout, tried, first); err != nil || first && answered(tried) {
			return tried, err
		}
	}
	return tried, nil
}

func answered(tried []Trial) bool {
	return slices.ContainsFunc(tried, func(t Trial) bool { return t.Fits })
}

func shortest(tried []Trial) time.Duration {
	best := time.Duration(0)
	for _, t := range tried {
		if t.Fits && (best == 0 || t.RTT < best) {
			best = t.RTT
		}
	}
	return best
}

func (q *asking) probe(t *Trial, round int) error {
	var id [4]byte
	random(id[:])
	p, err := query.Probe(t.Plan, q.want(t.Addr), round, id)
	if err != nil {
		return err
	}
	d, err := q.send(p, t.Addr, t.Plan.Protocol)
	if errors.Is(err, &Error{Kind: Busy}) {
		return nil // asked by somebody else: this place is passed over
	}
	if err != nil {
		return err
	}
	t.requests = append(t.requests, &probe{sent: d, id: id})
	t.Attempts++
	return nil
}

// listenFor returns at the first answer that fits when stop is set.
func (q *asking) listenFor(d time.Duration, tried []Trial, stop bool) error {
	until := time.Now().Add(d)
	for {
		got, err := q.receive(until)
		if got == nil || err != nil {
			return err
		}
		q.place(got, tried)
		if stop && answered(tried) {
			return nil
		}
		if q.full() {
			return &Error{Kind: TooMuch, Addr: got.Src, Datagrams: len(q.Datagrams) + q.Dropped}
		}
	}
}

func (t *Trial) answered(d *Datagram) (m *decoder.Message, ok bool) {
	for _, r := range t.requests {
		if m, ok = query.Answers(t.Plan, r.sent.Data, d.Data, d.Src.Port()); ok {
			r.answers = append(r.answers, d)
			return m, true
		}
	}
	return m, false
}

func (q *asking) wasAsked(t *Trial, d *Datagram) bool {
	if t.Addr != d.Src || t.Attempts == 0 {
		return false
	}
	if q.client.overTCP(t.Plan.Protocol) {
		return d.TCP && d.Protocol == t.Plan.Protocol
	}
	return !d.TCP
}

func (q *asking) place(d *Datagram, tried []Trial) {
	if d.turn != nil {
		return
	}
	if d.Verdict != Accepted {
		for i := range tried {
			if t := &tried[i]; d.Verdict == Echo && q.wasAsked(t, d) && t.Answer == "" {
				t.Answer = "the request, sent back"
			}
		}
		q.show(d)
		return
	}
	if !q.admit(d) {
		return
	}
	defer q.show(d)
	defer q.decoded(d)
	d.Verdict = Unrelated
	for i := range tried {
		t := &tried[i]
		if !q.wasAsked(t, d) {
			continue
		}
		m, ok := t.answered(d)
		if m != nil {
			d.read(m)
		}
		if ok {
			d.Verdict = Accepted
			if t.Fits = true; t.RTT < 0 {
				t.RTT = d.Time.Sub(t.requests[len(t.requests)-1].sent.Time)
				t.Answer, t.better = m.Info.Name, query.Better(t.Plan, m)
			}
			break
		}
	}
	if d.Message == nil {
		asked := *d
		d.Protocol = decoder.Unknown // whatever it is
		d.Message = d.Decode()
		for i := range tried {
			if t := &tried[i]; q.wasAsked(t, &asked) && t.Answer == "" {
				t.Answer = d.Message.Info.Name
			}
		}
	}
}
