// Package match matches requests with replies and keeps the state of servers. A
// [Shard] takes the records of its share of the servers, in order, and makes a
// report of them.
package match

import (
	"slices"

	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// A Shard matches requests with replies for its share of the servers.
type Shard struct {
	opts       *record.Options
	flows      flows
	servers    hostTable[server]
	broadcasts map[record.Endpoint]*broadcast // by client: the last broadcast request
	floods     map[record.Endpoint]*flood     // by the client that sent no query
	Report     *report.Report
	tally      tally
	summary    decoder.Summary
	payloads   [][]byte           // of the parts of a reply
	Closed     []*report.Exchange // since the last batch
	made       made
	begun      begun
	kept       int64 // bytes of servers and clients
	open       int64 // bytes of exchanges that are not over
	flooded    int64 // bytes of floods
	Live       int   // exchanges that are not over
	free       []*exchange
	exchanges  []*exchange // by their place, nil for removed ones
	places     []uint32    // that are free
	spare      []*conversation
	Waiting    deadlines
	late       []waitingBroadcast // broadcasts in order of their deadlines
	now        int64              // of the capture, not only of this shard's packets
	met        int                // servers so far, of all shards
	first      bool               // counts what every shard sees
}

func NewShard(opts *record.Options, first bool) *Shard {
	return &Shard{
		opts: opts, broadcasts: map[record.Endpoint]*broadcast{}, floods: map[record.Endpoint]*flood{},
		Report: report.NewReport(), tally: newTally(opts.Name), first: first,
	}
}

// Batch takes the records of b that belong to s, shard i of n.
func (s *Shard) Batch(b *record.Batch, i, n int) {
	s.met = b.Met
	for j := range b.Records {
		r := &b.Records[j]
		if r.Class == record.ClassMessage && (r.Broadcast || r.Place(n) == i) {
			s.add(r)
		}
	}
	s.expire(b.Now)
}

func (s *Shard) add(r *record.Record) {
	s.expire(r.Now)
	if r.Copy {
		s.copy(r)
		return
	}
	if r.Broadcast {
		s.broadcast(r)
		return
	}
	s.packet(r)
	c := s.conversation(r)
	if r.Info.Direction == decoder.Request {
		s.request(c, r)
	} else {
		s.reply(c, r)
	}
}

func (s *Shard) conversation(r *record.Record) *conversation {
	client, server := &r.Src, &r.Dst
	if r.Info.Direction != decoder.Request {
		client, server = server, client
	}
	c := s.flows.find(r.Flow, client, server)
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
		c.client, c.server, c.hash, c.sv, c.fresh = *client, *server, r.Flow, nil, true
		s.flows.add(c)
	}
	return c
}

func (s *Shard) request(c *conversation, r *record.Record) {
	poll := s.polls(c, r)
	s.lapse(c, r.Time)
	for x := c.open; x != nil; x = x.older {
		if x.asked && x.count == 0 && x.hash == r.Hash && x.info == r.Info {
			if d := r.Time - x.start; poll || d > waitRetry || d < -waitRetry { // the clock may have been set back
				s.unlink(x)
				break
			}
			x.tries++
			if len(x.retries) < MaxListed {
				x.retries = append(x.retries, r.Number)
			}
			x.lastTry, x.last = r.When(), max(x.last, r.Time)
			x.requestBytes += int64(r.Size)
			x.problem(r.Problems)
			r.Exchange = x.id
			s.chargeExchange(x)
			return
		}
	}
	x := s.newExchange(c, r)
	x.asked, x.hash, x.request = true, r.Hash, r.Number
	x.lastTry = r.When()
	x.requestBytes = int64(r.Size)
	if r.Topic.Keyless && len(r.Payload) <= leastPart {
		x.keyed = append(x.keyed, r.Payload...)
	}
	s.begin(c, x)
	s.wait(x)
	s.chargeExchange(x)
}

// MaxOpen bounds the exchanges of one flow that are not over: more than a
// client has concurrently.
const MaxOpen = 64

func (s *Shard) begin(c *conversation, x *exchange) {
	if c.open != nil && c.open.older != nil {
		if oldest, n := c.oldest(); n >= MaxOpen {
			s.over(oldest)
			s.Report.DroppedFlows++
		}
	}
	x.older, c.open = c.open, x
	s.Live++
}

func (s *Shard) newExchange(c *conversation, r *record.Record) *exchange {
	var x *exchange
	if n := len(s.free); n > 0 {
		x = s.free[n-1]
		s.free = s.free[:n-1]
		x.exchangeState = exchangeState{}
		x.replies, x.parts, x.contents, x.problems = x.replies[:0], x.parts[:0], x.contents[:0], x.problems[:0]
		x.keyed = x.keyed[:0]
	} else {
		x = s.placed(&exchange{})
		x.replies, x.contents, x.parts = x.firstReplies[:0], x.firstContents[:0], x.firstParts[:0]
	}
	x.conversation, x.id, r.Exchange = c, r.Number, r.Number
	if s.opts.Exchanges != nil {
		x.turn = s.begun.add(r.Number, r.Now)
	}
	x.info, x.topic = r.Info, r.Topic
	x.time, x.start, x.last = r.When(), r.Time, r.Time
	x.highest, x.final = -1, -1
	x.problem(r.Problems)
	return x
}

func (s *Shard) placed(x *exchange) *exchange {
	if n := len(s.places); n > 0 {
		x.place, s.places = s.places[n-1], s.places[:n-1]
		s.exchanges[x.place] = x
	} else {
		x.place = s.Waiting.place()
		s.exchanges = append(s.exchanges, x)
	}
	return x
}

func (s *Shard) reply(c *conversation, r *record.Record) {
	s.lapse(c, r.Time)
	x := c.find(r)
	fresh := x == nil
	if fresh {
		if x = s.answerBroadcast(c, r); x == nil {
			x = s.newExchange(c, r)
		}
		s.begin(c, x)
	}
	r.Exchange = x.id
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
func (c *conversation) find(r *record.Record) *exchange {
	var waiting, continued *exchange
	for x := c.open; x != nil; x = x.older {
		if x.info.Protocol() != r.Info.Protocol() || !r.Topic.Answers(x.topic) {
			continue
		}
		if r.Part.Numbered && x.hasSet {
			if x.set == r.Part.Set {
				return x
			}
			continue
		}
		if x.asked && r.Topic.Subjects&x.topic.Subjects&^x.told != 0 {
			waiting = x
			continue
		}
		if continued == nil && r.Time-x.last < waitMore && !r.Part.Numbered && x.count > 0 {
			continued = x
		}
	}
	if waiting != nil {
		return waiting
	}
	return continued
}

func (s *Shard) take(x *exchange, r *record.Record) {
	if x.count == 0 {
		x.first = r.When()
	}
	x.last = max(x.last, r.Time)
	x.unclear = x.unclear || r.NoTime
	x.told |= r.Topic.Subjects
	x.replyBytes += int64(r.Size)
	x.count++
	if len(x.replies) < MaxListed {
		x.replies = append(x.replies, r.Number)
	}
	x.problem(r.Problems)
	if r.Topic.SingleDatagram {
		x.cut = false // of another reply
	}
	x.cut = x.cut || slices.ContainsFunc(r.Problems, func(p *wire.ProblemInfo) bool {
		return p.Severity == decoder.SeverityError
	})
	index := len(x.parts)
	if r.Part.Numbered {
		x.numbered, x.hasSet, x.set = true, true, r.Part.Set
		index = r.Part.Index
		if x.seenPart(index) {
			x.duplicate++
			return
		}
		if index < x.highest {
			x.reordered++
		}
		x.highest = max(x.highest, index)
		if r.Part.Last {
			x.final = index
		}
	} else {
		if slices.Contains(x.contents, r.Hash) {
			x.duplicate++
			return
		}
		if len(x.contents) < MaxListed {
			x.contents = append(x.contents, r.Hash)
		}
	}
	if r.Topic.SingleDatagram && index == 0 && r.Topic.Completes(x.topic) {
		// It is complete, so it need not be copied.
		x.content = record.Mix(r.Content)
		s.settle(x, r)
		return
	}
	if len(x.parts) >= maxKept {
		return
	}
	// The order of arrival does not change the reassembled reply.
	x.content += record.Mix(r.Content + uint64(index)*0x9e3779b97f4a7c15)
	if x.complete() && !x.ended && x.numbered {
		// Nothing more is wanted of its parts: the last one need not be copied.
		s.settle(x, r)
		return
	}
	if x.keep(r.Payload); len(x.parts) == 1 {
		sv := s.serverOf(x)
		sv.unsettled = append(sv.unsettled, unsettled{x, x.id})
	}
}

// maxKept bounds the replies that are kept: a hostile server may never stop.
const maxKept = 64

// keep stores a reply until the exchange is over; its memory is used again.
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

func (x *exchange) problem(ps []*wire.ProblemInfo) {
	for _, p := range ps {
		if !slices.Contains(x.problems, p) {
			x.problems = append(x.problems, p)
		}
	}
}
