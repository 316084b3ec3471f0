package match

import (
	"cmp"
	"math"
	"slices"

	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
)

// What a shard keeps is counted in bytes, each thing for about what it takes,
// so that no traffic makes it more than its part of Options.Memory: five eighths
// are for servers and clients, two for exchanges that are not over, and one for
// floods of unsolicited replies.
const (
	refCost      = 48
	exchangeCost = 700 // with its flow and its deadlines
	floodCost    = 256
)

func (sv *server) cost() int64 {
	return sv.Server.Cost() + report.PersonCost*int64(len(sv.people)) + report.TextBytes*int64(sv.texts) +
		report.DetailCost*int64(sv.details) + int64(sv.refs) + pollCost*int64(len(sv.polls.list)) +
		16*int64(cap(sv.unsettled))
}

func (x *exchange) cost() int64 {
	return exchangeCost + x.payload + 8*int64(cap(x.replies)+cap(x.retries)+cap(x.contents)+cap(x.problems)) +
		24*int64(cap(x.parts))
}

func (s *Shard) charge(charged *int64, cost int64) {
	s.kept += cost - *charged
	*charged = cost
	for most := s.opts.Memory * 5 / 8; s.kept > most && s.servers.n+s.tally.clients.n > 0; {
		s.dropServers()
		s.dropClients()
	}
}

func (s *Shard) dropClients() {
	s.tally.clients.evict(func(c *asker) int64 { return c.Last }, func(c *asker) {
		s.kept -= c.charged
		s.tally.dropped += c.Total()
	})
}

// chargeExchange ends the exchanges that would be over first above the limit; x may be among them.
func (s *Shard) chargeExchange(x *exchange) {
	n := x.cost()
	s.open += n - x.charged
	if x.charged = n; s.open > s.opts.Memory/4 {
		s.evict(func() bool { return s.open <= s.opts.Memory/16*3 })
	}
}

func (s *Shard) evict(enough func() bool) {
	for !enough() {
		place, ok := s.Waiting.pop(math.MaxInt64)
		if !ok {
			return
		}
		before := s.flows.n
		s.over(s.exchanges[place])
		s.Report.DroppedFlows += int64(before - s.flows.n)
	}
}

// forgetFloods evicts the half of the floods with the fewest replies.
func (s *Shard) forgetFloods() {
	all := make([]*flood, 0, len(s.floods))
	for _, f := range s.floods {
		all = append(all, f)
	}
	slices.SortFunc(all, func(a, b *flood) int {
		return cmp.Or(cmp.Compare(b.Replies, a.Replies), cmp.Compare(b.Last, a.Last), cmp.Compare(a.Packet, b.Packet),
			a.Client.Compare(b.Client))
	})
	s.floods, s.flooded = map[record.Endpoint]*flood{}, 0
	for i, f := range all {
		switch {
		case i < len(all)/2:
			s.floods[record.EndpointOf(f.Client)] = f
			s.flooded += f.cost()
		case f.Replies >= report.ReflectionReplies:
			s.Report.DroppedFindings++
		}
	}
}

func (f *flood) cost() int64 { return floodCost + 8*int64(len(f.servers.Places)) }
