package analyzer

import (
	"slices"

	"fragscope/decoder"
)

// A shard matches requests with replies for its share of the servers.
type shard struct {
	opts       *Options
	flows      flows
	servers    hostTable[server]
	broadcasts map[endpoint]*broadcast // by client: the last broadcast request
	floods     map[endpoint]*flood     // by the client that sent no query
	report     *Report
	tally      tally
	summary    decoder.Summary
	payloads   [][]byte    // of the parts of a reply
	closed     []*Exchange // since the last batch
	made       made
	kept       int64 // bytes of servers and clients
	open       int64 // bytes of exchanges that are not over
	flooded    int64 // bytes of floods
	live       int   // exchanges that are not over
	free       []*exchange
	exchanges  []*exchange // by their place, nil for removed ones
	places     []uint32    // that are free
	spare      []*conversation
	waiting    deadlines
	late       []waitingBroadcast // broadcasts in order of their deadlines
	now        int64              // of the capture, not only of this shard's packets
	met        int                // servers so far, of all shards
	first      bool               // counts what every shard sees
}

func newShard(opts *Options, first bool) *shard {
	return &shard{
		opts: opts, broadcasts: map[endpoint]*broadcast{}, floods: map[endpoint]*flood{},
		report: NewReport(), tally: newTally(opts.Name), first: first,
	}
}

// batch takes the records of b that belong to s, shard i of n.
func (s *shard) batch(b *batch, i, n int) {
	s.met = b.met
	for j := range b.records {
		r := &b.records[j]
		if r.class == classMessage && (r.broadcast || r.place(n) == i) {
			s.add(r)
		}
	}
	s.expire(b.now)
}

// add takes the next record of this shard.
func (s *shard) add(r *record) {
	s.expire(r.now)
	if r.broadcast {
		s.broadcast(r)
		return
	}
	s.packet(r)
	c := s.conversation(r)
	if r.info.Direction == decoder.Request {
		s.request(c, r)
	} else {
		s.reply(c, r)
	}
}

// conversation returns the conversation of r, a new one if there is none.
func (s *shard) conversation(r *record) *conversation {
	client, server := &r.src, &r.dst
	if r.info.Direction != decoder.Request {
		client, server = server, client
	}
	c := s.flows.find(r.flow, client, server)
	if c == nil {
		if s.flows.n >= s.opts.MaxFlows {
			least := s.flows.n - s.opts.MaxFlows/8
			s.evict(func() bool { return s.flows.n <= least })
		}
		if n := len(s.spare); n > 0 {
			c, s.spare = s.spare[n-1], s.spare[:n-1]
		} else {
			c = &conversation{}
		}
		c.client, c.server, c.hash, c.sv, c.fresh = *client, *server, r.flow, nil, true
		s.flows.add(c)
	}
	return c
}

// request opens an exchange, or counts a retry of an unanswered one.
func (s *shard) request(c *conversation, r *record) {
	for x := c.open; x != nil; x = x.older {
		if x.asked && x.count == 0 && x.hash == r.hash && x.info == r.info {
			x.tries++
			if len(x.retries) < maxListed {
				x.retries = append(x.retries, r.number)
			}
			x.lastTry, x.last = r.time, max(x.last, r.time)
			x.bytesOut += int64(r.size)
			x.problem(r.problems)
			s.chargeExchange(x)
			return
		}
	}
	x := s.newExchange(c, r)
	x.asked, x.hash, x.request = true, r.hash, r.number
	x.lastTry = r.time
	x.bytesOut = int64(r.size)
	s.begin(c, x)
	s.wait(x)
	s.chargeExchange(x)
}

// maxOpen bounds the exchanges of one flow that are not over: more than a
// client has concurrently.
const maxOpen = 64

// begin makes x the newest exchange of c.
func (s *shard) begin(c *conversation, x *exchange) {
	if c.open != nil && c.open.older != nil {
		if oldest, n := c.oldest(); n >= maxOpen {
			s.over(oldest)
			s.report.DroppedFlows++
		}
	}
	x.older, c.open = c.open, x
	s.live++
}

func (s *shard) newExchange(c *conversation, r *record) *exchange {
	var x *exchange
	if n := len(s.free); n > 0 {
		x = s.free[n-1]
		s.free = s.free[:n-1]
		x.exchangeState = exchangeState{}
		x.replies, x.parts, x.contents, x.problems = x.replies[:0], x.parts[:0], x.contents[:0], x.problems[:0]
	} else {
		x = s.placed(&exchange{})
		x.replies, x.contents, x.parts = x.firstReplies[:0], x.firstContents[:0], x.firstParts[:0]
	}
	x.conversation = c
	x.info, x.topic = r.info, r.topic
	x.time, x.last = r.time, r.time
	x.highest, x.final = -1, -1
	x.problem(r.problems)
	return x
}

// placed gives x a place.
func (s *shard) placed(x *exchange) *exchange {
	if n := len(s.places); n > 0 {
		x.place, s.places = s.places[n-1], s.places[:n-1]
		s.exchanges[x.place] = x
	} else {
		x.place = s.waiting.place()
		s.exchanges = append(s.exchanges, x)
	}
	return x
}

// reply gives a reply to the exchange that it belongs to.
func (s *shard) reply(c *conversation, r *record) {
	x := c.find(r)
	fresh := x == nil
	if fresh {
		if x = s.answerBroadcast(c, r); x == nil {
			x = s.newExchange(c, r)
		}
		s.begin(c, x)
	}
	if !x.asked {
		s.unsolicited(r)
	}
	if x.ended {
		was := x.counts()
		s.take(x, r)
		s.recount(x, &was)
	} else {
		s.take(x, r)
	}
	if fresh && !x.ended {
		s.wait(x)
	}
	s.chargeExchange(x)
}

// find returns the exchange that reply r belongs to: the one with the same set
// of parts; else the oldest that waits for the topic of r; else the newest that
// r continues.
func (c *conversation) find(r *record) *exchange {
	var waiting, continued *exchange
	for x := c.open; x != nil; x = x.older {
		if x.info.Protocol != r.info.Protocol || !r.topic.Answers(x.topic) {
			continue
		}
		if r.part.Numbered && x.hasSet {
			if x.set == r.part.Set {
				return x
			}
			continue
		}
		if x.asked && r.topic.Subjects&x.topic.Subjects&^x.told != 0 {
			waiting = x
			continue
		}
		if continued == nil && r.time-x.last < waitMore && !r.part.Numbered && x.count > 0 {
			continued = x
		}
	}
	if waiting != nil {
		return waiting
	}
	return continued
}

// take adds reply r to x.
func (s *shard) take(x *exchange, r *record) {
	if x.count == 0 {
		x.first = r.time
	}
	x.last = max(x.last, r.time)
	x.told |= r.topic.Subjects
	x.bytesIn += int64(r.size)
	x.count++
	if len(x.replies) < maxListed {
		x.replies = append(x.replies, r.number)
	}
	x.problem(r.problems)
	if r.topic.Alone {
		x.cut = false // of another reply
	}
	x.cut = x.cut || slices.ContainsFunc(r.problems, func(p *decoder.ProblemInfo) bool { return p.Severity == decoder.SeverityError })
	index := len(x.parts)
	if r.part.Numbered {
		x.numbered, x.hasSet, x.set = true, true, r.part.Set
		index = r.part.Index
		if x.seenPart(index) {
			x.duplicate++
			return
		}
		if index < x.highest {
			x.reordered++
		}
		x.highest = max(x.highest, index)
		if r.part.Last {
			x.final = index
		}
	} else {
		if slices.Contains(x.contents, r.hash) {
			x.duplicate++
			return
		}
		if len(x.contents) < maxListed {
			x.contents = append(x.contents, r.hash)
		}
	}
	if r.topic.Alone && index == 0 && r.topic.Settles(x.topic) {
		// It is complete, so it need not be copied.
		x.content = mix(r.content)
		s.settle(x, r)
		return
	}
	if len(x.parts) >= maxKept {
		return
	}
	// The order of arrival does not change the reassembled reply.
	x.content += mix(r.content + uint64(index)*0x9e3779b97f4a7c15)
	if x.complete() && !x.ended && x.numbered {
		// Nothing more is wanted of its parts: the last one need not be copied.
		s.settle(x, r)
		return
	}
	x.keep(r.payload)
}

// maxKept bounds the reply payloads of one exchange that are kept: no server
// sends more, and a hostile one may never stop.
const maxKept = 64

// keep stores a reply payload until the exchange is over. The memory is used
// again with that of the exchange.
func (x *exchange) keep(payload []byte) {
	n := len(x.parts)
	if n < cap(x.parts) {
		x.parts = x.parts[:n+1]
	} else {
		x.parts = append(x.parts, nil)
	}
	p := &x.parts[n]
	before := cap(*p)
	if before == 0 {
		*p = make([]byte, 0, leastPart)
	}
	*p = append((*p)[:0], payload...)
	x.payload += int64(cap(*p) - before)
}

// mostSpare bounds the payloads whose memory is used again.
const mostSpare = 4 << 10

// leastPart is the memory of a part: since it is used again, what most replies
// need.
const leastPart = 256

// problem notes each kind of problem once.
func (x *exchange) problem(ps []*decoder.ProblemInfo) {
	for _, p := range ps {
		if !slices.Contains(x.problems, p) {
			x.problems = append(x.problems, p)
		}
	}
}
