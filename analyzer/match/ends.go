package match

import (
	"math"

	"fragscope/analyzer/record"
)

func (s *Shard) wait(x *exchange) {
	s.Waiting.set(x.place, x.deadline(), s.now)
	if s.Waiting.N > 4*s.Live+4096 {
		s.Waiting.sweep()
	}
}

// expire ends what is over at time now. The outcome of an exchange depends only
// on the packets of its server and on the time, not on how servers are
// distributed.
func (s *Shard) expire(now int64) {
	s.now = now
	if s.Waiting.due(now) {
		s.endDue(now)
	}
	for len(s.late) > 0 && s.late[0].deadline <= now {
		s.endLate()
	}
}

// endLate ends the broadcast that waits longest, unless it was sent again.
func (s *Shard) endLate() {
	w := s.late[0]
	s.late = s.late[1:]
	if s.broadcasts[w.client] == w.b {
		s.endBroadcast(w.client, w.b)
		delete(s.broadcasts, w.client)
	}
}

func (s *Shard) endDue(now int64) {
	for place, ok := s.Waiting.pop(now); ok; place, ok = s.Waiting.pop(now) {
		x, slot := s.exchanges[place], s.Waiting.slot
		// Also one that is over by now waits for its own slot: how many were over
		// at once depends on the packets of other servers.
		if at := x.deadline(); at>>slotBits > slot {
			s.Waiting.set(place, at, slot<<slotBits)
			continue
		}
		s.over(x)
	}
}

// over ends x and removes its flow when that was the last of it.
func (s *Shard) over(x *exchange) {
	c := x.conversation
	s.unlink(x)
	if c.open == nil {
		s.flows.remove(c)
		if len(s.spare) < 1024 {
			s.spare = append(s.spare, c)
		}
	}
}

// An unsettled exchange was that of a number when its replies began to wait for more.
type unsettled struct {
	x  *exchange
	id int64
}

// lapse ends the exchanges of c, and those of its server whose replies wait for more,
// that are over at time t. The time of the capture, which expire goes by, stands still
// where the clock was set back: until then later replies would be seen before earlier
// ones.
func (s *Shard) lapse(c *conversation, t int64) {
	for x := c.open; x != nil; x = x.older {
		if x.lapsed(t) {
			s.unlink(x)
		}
	}
	if c.sv == nil {
		return
	}
	list := c.sv.unsettled
	for len(list) > 0 {
		x := list[0].x
		switch {
		case x.id != list[0].id || x.ended: // over already
		case !x.lapsed(t):
			c.sv.unsettled = list
			return
		case x.conversation == c:
			s.unlink(x)
		default:
			s.over(x)
		}
		list = list[1:]
	}
	c.sv.unsettled = c.sv.unsettled[:0]
}

// lapsed reports whether x is over at time t, as its own clock shows it.
func (x *exchange) lapsed(t int64) bool { return t > x.deadline() || x.last-t > patience }

func (s *Shard) unlink(x *exchange) {
	c := x.conversation
	at := &c.open
	for *at != x {
		at = &(*at).older
	}
	*at = x.older
	s.Waiting.cancel(x.place)
	s.Live--
	s.end(x)
}

// settle updates the server's state with a complete exchange, of which r is the
// last part. The first time it is also counted, while it is in the cache.
func (s *Shard) settle(x *exchange, r *record.Record) {
	s.observe(x, r)
	if !x.ended {
		x.ended = true
		s.tallyExchange(x)
		s.wait(x)
	}
}

func (s *Shard) end(x *exchange) {
	if !x.ended {
		s.observe(x, nil)
		s.tallyExchange(x)
	}
	if _, last := x.roundTrips(); last >= 0 { // late replies move it
		s.tally.of(x.info.Protocol()).rtts[1].Add(last)
	}
	if s.opts.Exchanges != nil {
		s.Closed = append(s.Closed, x.export(&s.made))
		s.begun.end(x.turn)
	}
	s.open -= x.charged
	x.id = 0 // see unsettled
	if len(s.free) < 1024 {
		if x.payload > mostSpare {
			x.parts, x.payload = x.firstParts[:0], 0
			x.firstParts[0] = nil
		}
		s.free = append(s.free, x)
	} else {
		s.exchanges[x.place] = nil
		s.places = append(s.places, x.place)
	}
}

// Finish ends everything.
func (s *Shard) Finish() {
	for place, ok := s.Waiting.pop(math.MaxInt64); ok; place, ok = s.Waiting.pop(math.MaxInt64) {
		s.over(s.exchanges[place])
	}
	for k, b := range s.broadcasts {
		s.endBroadcast(k, b)
	}
	s.hand()
}
