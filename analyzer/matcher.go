package analyzer

import (
	"cmp"
	"slices"

	"fragscope/decoder"
)

// A pair is the pair of addresses that an exchange is between.
type pair struct{ client, server endpoint }

// A conversation holds the exchanges of a flow that are not over.
type conversation struct {
	open     []*exchange // in order of their requests
	last     int64       // time of the last packet
	requests int64
	unasked  int64 // replies that nobody asked for
	since    int64 // time of the first unasked reply
	packet   int64 // number of the first unasked reply
	bytes    int64 // of unasked replies
}

// A shard matches requests with replies for its share of the servers.
type shard struct {
	opts       *Options
	flows      map[pair]*conversation
	servers    map[endpoint]*server
	broadcasts map[endpoint]*broadcast // by client: the last request to everybody
	report     *Report
	tally      tally
	decoders   []*decoder.Decoder // one for each part of a reply
	messages   []*decoder.Message
	closed     []*Exchange // since the last batch
	free       []*exchange
	now        int64
	swept      int64 // time of the last sweep
	since      int   // records since the last sweep
	first      bool  // counts what every shard sees
}

// A broadcast is a request to all hosts of a network.
type broadcast struct {
	info    *decoder.MessageInfo
	topic   decoder.Topic
	time    int64
	packet  int64
	size    int64
	answers int64
}

func newShard(opts *Options, first bool) *shard {
	return &shard{
		opts: opts, flows: map[pair]*conversation{}, servers: map[endpoint]*server{}, broadcasts: map[endpoint]*broadcast{},
		report: NewReport(), tally: newTally(opts.Name), first: first,
	}
}

// add takes the next record of this shard.
func (s *shard) add(r *record) {
	if r.time > s.now {
		s.now = r.time
	}
	s.since++
	if s.now-s.swept > 1_000_000_000 && s.since > len(s.flows)+1024 {
		s.sweep(0)
	}
	if r.info.Direction == decoder.Request && broadcastAddress(r.dst) {
		s.broadcast(r)
		return
	}
	s.count(r)
	c := s.conversation(r)
	if r.info.Direction == decoder.Request {
		s.request(c, r)
	} else {
		s.reply(c, r)
	}
}

// broadcastAddress reports whether e means all hosts of a network: the limited
// broadcast, a loopback or class-shaped directed broadcast, or a multicast group.
func broadcastAddress(e endpoint) bool {
	if a := e.addrPort().Addr(); a.Is4() {
		return a.IsMulticast() || e.ip[15] == 255
	}
	return e.ip[0] == 0xff
}

// conversation returns the conversation of r, a new one if there is none.
func (s *shard) conversation(r *record) *conversation {
	f := pair{r.client(), r.server()}
	c := s.flows[f]
	if c == nil {
		if len(s.flows) >= s.opts.MaxFlows {
			s.sweep(s.opts.MaxFlows / 8)
		}
		c = &conversation{}
		s.flows[f] = c
	}
	c.last = r.time
	return c
}

// request opens an exchange, or counts a retry of one that nobody answered.
func (s *shard) request(c *conversation, r *record) {
	c.requests++
	h := hashBytes(r.payload)
	for i := len(c.open) - 1; i >= 0; i-- {
		x := c.open[i]
		if x.asked && x.count == 0 && x.hash == h && x.info == r.info {
			x.tries++
			if len(x.retries) < maxListed {
				x.retries = append(x.retries, r.number)
			}
			x.lastTry, x.last = r.time, r.time
			x.bytesOut += int64(r.size)
			x.problem(r.problems)
			return
		}
	}
	x := s.newExchange(r)
	x.asked, x.hash, x.request = true, h, r.number
	x.lastTry = r.time
	x.bytesOut = int64(r.size)
	c.open = append(c.open, x)
}

func (s *shard) newExchange(r *record) *exchange {
	var x *exchange
	if n := len(s.free); n > 0 {
		x = s.free[n-1]
		s.free = s.free[:n-1]
		*x = exchange{replies: x.replies[:0], parts: x.parts[:0], contents: x.contents[:0]}
	} else {
		x = &exchange{}
	}
	x.server, x.client = r.server(), r.client()
	x.info, x.topic = r.info, r.topic
	x.time, x.last = r.time, r.time
	x.highest, x.final = -1, -1
	x.problem(r.problems)
	return x
}

// reply gives a reply to the exchange that it belongs to.
func (s *shard) reply(c *conversation, r *record) {
	x := c.find(r)
	if x == nil {
		x = s.answerBroadcast(r)
		if x == nil {
			x = s.newExchange(r)
			c.unasked++
			if c.unasked == 1 {
				c.since, c.packet = r.time, r.number
			}
		}
		c.open = append(c.open, x)
	} else if !x.asked {
		c.unasked++
	}
	if !x.asked {
		c.bytes += int64(r.size)
	}
	s.take(x, r)
}

// find returns the exchange that reply r belongs to: the one with the same set
// of parts; else the oldest that waits for what r tells; else the newest that
// r continues.
func (c *conversation) find(r *record) *exchange {
	var waiting, continued *exchange
	for i := len(c.open) - 1; i >= 0; i-- {
		x := c.open[i]
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
	x.last = r.time
	x.told |= r.topic.Subjects
	x.bytesIn += int64(r.size)
	x.count++
	if len(x.replies) < maxListed {
		x.replies = append(x.replies, r.number)
	}
	x.problem(r.problems)
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
		h := hashBytes(r.payload)
		if slices.Contains(x.contents, h) {
			x.duplicate++
			return
		}
		if len(x.contents) < maxListed {
			x.contents = append(x.contents, h)
		}
	}
	if len(x.parts) >= maxKept {
		return
	}
	// The order of arrival does not change what the parts say together.
	x.content += mix(r.content + uint64(index)*0x9e3779b97f4a7c15)
	x.keep(index, r.payload)
	if x.complete() && !x.ended && x.numbered {
		s.settle(x)
	}
}

// maxKept bounds the reply payloads of one exchange that are kept: no server
// sends more, and a hostile one may never stop.
const maxKept = 64

// keep stores a reply payload until the exchange is over. The memory of the
// parts is used again with that of the exchange.
func (x *exchange) keep(index int, payload []byte) {
	if n := len(x.parts); n < cap(x.parts) {
		x.parts = x.parts[:n+1]
		p := &x.parts[n]
		p.index, p.payload = index, append(p.payload[:0], payload...)
		return
	}
	x.parts = append(x.parts, part{index, slices.Clone(payload)})
}

// problem notes each kind of problem once.
func (x *exchange) problem(ps []*decoder.ProblemInfo) {
	for _, p := range ps {
		if !slices.Contains(x.problems, p) {
			x.problems = append(x.problems, p)
		}
	}
}

// broadcast remembers a request to everybody, so that answers from anywhere
// are known to have been asked for.
func (s *shard) broadcast(r *record) {
	if s.first {
		s.count(r)
	}
	if b := s.broadcasts[r.src]; b != nil {
		s.endBroadcast(r.src, b)
	} else if len(s.broadcasts) >= s.opts.MaxFlows {
		return
	}
	s.broadcasts[r.src] = &broadcast{info: r.info, topic: r.topic, time: r.time, packet: r.number, size: int64(r.size)}
}

// answerBroadcast returns an exchange for reply r if it answers a broadcast.
func (s *shard) answerBroadcast(r *record) *exchange {
	b := s.broadcasts[r.dst]
	if b == nil || r.time-b.time > waitAnswer || b.info.Protocol != r.info.Protocol || !r.topic.Answers(b.topic) {
		return nil
	}
	b.answers++
	x := s.newExchange(r)
	x.info, x.topic, x.asked = b.info, b.topic, true
	x.request, x.time, x.lastTry, x.bytesOut = b.packet, b.time, b.time, b.size
	return x
}

func (s *shard) endBroadcast(client endpoint, b *broadcast) {
	s.report.discovery(client, b, s.first)
}

// sweep ends the exchanges whose time is over and lets idle flows go. With a
// number to free it lets go that many of the longest idle ones as well.
func (s *shard) sweep(free int) {
	s.swept, s.since = s.now, 0
	var over []*exchange
	for f, c := range s.flows {
		kept := c.open[:0]
		for _, x := range c.open {
			if s.over(x) {
				over = append(over, x)
			} else {
				kept = append(kept, x)
			}
		}
		c.open = kept
		if len(c.open) == 0 && s.now-c.last > waitAnswer {
			s.release(f, c)
		}
	}
	s.endAll(over)
	for k, b := range s.broadcasts {
		if s.now-b.time > waitAnswer {
			s.endBroadcast(k, b)
			delete(s.broadcasts, k)
		}
	}
	if free > 0 && len(s.flows) >= s.opts.MaxFlows {
		s.evict(free)
	}
}

// over reports whether there is nothing left to wait for.
func (s *shard) over(x *exchange) bool {
	idle := s.now - x.last
	switch {
	case x.ended:
		return idle > linger
	case x.count > 0:
		return idle > waitMore
	}
	return idle > waitAnswer
}

// evict drops the flows that were idle longest.
func (s *shard) evict(n int) {
	type idle struct {
		f pair
		t int64
	}
	all := make([]idle, 0, len(s.flows))
	for f, c := range s.flows {
		all = append(all, idle{f, c.last})
	}
	slices.SortFunc(all, func(a, b idle) int {
		return cmp.Or(cmp.Compare(a.t, b.t), a.f.client.compare(b.f.client), a.f.server.compare(b.f.server))
	})
	for _, i := range all[:min(n, len(all))] {
		c := s.flows[i.f]
		s.endAll(c.open)
		s.release(i.f, c)
		s.report.DroppedFlows++
	}
}

// release lets a flow go, noting what was odd about it as a whole.
func (s *shard) release(f pair, c *conversation) {
	if c.unasked >= reflectionReplies && c.requests == 0 {
		s.report.reflection(f, c)
	}
	delete(s.flows, f)
}

// reflectionReplies is how many replies to an address that never asked make a
// reflection. Fewer are replies whose request was before the capture.
const reflectionReplies = 10

// settle tells the server's state what a complete exchange says.
func (s *shard) settle(x *exchange) {
	x.ended = true
	s.observe(x)
}

// endAll ends exchanges in the order of their times, so that what a server's
// state becomes does not depend on the order of a map.
func (s *shard) endAll(over []*exchange) {
	slices.SortFunc(over, func(a, b *exchange) int {
		return cmp.Or(cmp.Compare(a.last, b.last), cmp.Compare(a.time, b.time), cmp.Compare(a.packet(), b.packet()), a.client.compare(b.client), a.server.compare(b.server))
	})
	for _, x := range over {
		s.end(x)
	}
}

// packet returns the number of the first packet of x.
func (x *exchange) packet() int64 {
	if x.request != 0 || len(x.replies) == 0 {
		return x.request
	}
	return x.replies[0]
}

// end ends x for good.
func (s *shard) end(x *exchange) {
	if !x.ended {
		s.observe(x)
	}
	s.tallyExchange(x)
	s.serverOf(x.server).exchange(x)
	if s.opts.Exchanges != nil {
		s.closed = append(s.closed, x.export())
		x.replies, x.retries = nil, nil // the Exchange keeps them
	}
	if len(s.free) < 4096 {
		x.retries, x.problems = nil, nil
		s.free = append(s.free, x)
	}
}

// finish ends everything.
func (s *shard) finish() {
	var over []*exchange
	for _, c := range s.flows {
		over = append(over, c.open...)
	}
	s.endAll(over)
	for f, c := range s.flows {
		s.release(f, c)
	}
	for k, b := range s.broadcasts {
		s.endBroadcast(k, b)
	}
	s.hand()
}

// hashBytes is FNV-1a in steps of eight bytes: fast and good enough to tell a
// request or a reply from another.
func hashBytes(b []byte) uint64 {
	h := uint64(14695981039346656037) ^ uint64(len(b))
	for len(b) >= 8 {
		v := uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 | uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
		h = (h ^ v) * 1099511628211
		h ^= h >> 29
		b = b[8:]
	}
	for _, c := range b {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return mix(h)
}

func mix(h uint64) uint64 {
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd
	return h ^ h>>33
}
