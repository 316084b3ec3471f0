package match

import (
	"cmp"
	"net/netip"

	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
	"fragscope/decoder"
	"fragscope/decoder/numbers"
)

type asker struct {
	report.Client
	charged int64 // bytes that count in the memory of the shard
}

// A tally counts by keys that are cheap to hash; the report gets them when the shard is done.
type tally struct {
	messages []report.Count        // by number
	clients  hostTable[asker]      // by address, with port 0
	problems []report.ProblemCount // by number
	sums     []*sum                // of the protocols
	game     int64
	dropped  int64
	file     string
}

type sum struct {
	protocol decoder.Protocol
	totals   report.Totals
	rtts     [2]report.HistogramCounts // to the first and the last reply
}

// of returns the sum of a protocol. Few captures have more than two.
func (t *tally) of(p decoder.Protocol) *sum {
	for _, s := range t.sums {
		if s.protocol == p {
			return s
		}
	}
	t.sums = append(t.sums, &sum{protocol: p})
	return t.sums[len(t.sums)-1]
}

func newTally(file string) tally {
	all := numbers.All()
	return tally{messages: make([]report.Count, len(all.Messages)),
		problems: make([]report.ProblemCount, len(all.Problems)), file: file}
}

func (s *Shard) packet(r *record.Record) {
	t := &s.tally
	t.game++
	t.messages[r.Info.Number].Add(int64(r.Size))
	for _, p := range r.Problems {
		t.problems[p.Number].Add(t.file, r.Number)
	}
}

// copy counts a copy of a datagram: neither a message, a retry nor a reply.
func (s *Shard) copy(r *record.Record) {
	if r.Broadcast && !s.first {
		return
	}
	s.Report.Copies.Add(int64(r.Size))
	if r.ID == 0 {
		s.Report.Unproven++
	}
}

func (x *exchange) counts() report.Counts {
	n := report.Counts{
		Replies: x.count, Retries: x.tries, Missing: int64(x.missing()), Duplicates: int64(x.duplicate),
		Reordered:  int64(x.reordered),
		ReplyBytes: x.replyBytes, RequestBytes: x.requestBytes,
	}
	if x.asked {
		n.Requests = x.tries + 1
	}
	n.Exchanges[x.outcome()] = 1
	return n
}

func (s *Shard) tallyExchange(x *exchange) {
	c, sv := s.client(&x.client), s.serverOf(x)
	s.count(x, &report.Counts{}, &c.Client, &sv.Server)
	if x.fresh {
		x.fresh = false
		c.Servers++
	}
	if first, _ := x.roundTrips(); first >= 0 {
		s.tally.of(x.info.Protocol()).rtts[0].Add(first)
		sv.RTT.Add(first)
		c.RTT.Add(first)
		if c.charged != 0 {
			s.charge(&c.charged, c.Cost())
		}
	}
	sv.exchange(x)
	s.charge(&sv.charged, sv.cost())
}

func (s *Shard) recount(x *exchange, was *report.Counts) {
	c, sv := &asker{}, &report.Server{} // to be dropped, where they have been evicted
	client := record.Endpoint{IP: x.client.IP}
	if known := s.tally.clients.find(client.Hash(), &client); known != nil {
		c = known
	}
	if x.sv != nil && !x.sv.gone {
		sv = &x.sv.Server
	}
	s.count(x, was, &c.Client, sv)
}

// count counts x, of which was is counted already.
func (s *Shard) count(x *exchange, was *report.Counts, c *report.Client, sv *report.Server) {
	n := x.counts()
	n.Add(was, -1)
	s.tally.of(x.info.Protocol()).totals.Add(&n, 1)
	c.Add(&n, 1)
	first, last := x.span()
	c.First, c.Last = report.Cover(c.First, c.Last, first, last)
	sv.Add(&n, 1)
	sv.First, sv.Last = report.Cover(sv.First, sv.Last, first, last)
	if n := cmp.Or(x.request, x.id); sv.Packet == 0 || n < sv.Packet {
		sv.Packet = n
	}
}

func (s *Shard) client(e *record.Endpoint) *asker {
	t := &s.tally
	key := record.Endpoint{IP: e.IP}
	h := key.Hash()
	c := t.clients.find(h, &key)
	if c == nil {
		c = &asker{}
		if t.clients.n >= s.opts.MaxClients {
			t.dropped++
			return c
		}
		t.clients.add(h, &key, c)
		s.kept += report.ClientCost
		c.charged = report.ClientCost
	}
	return c
}

func (s *Shard) hand() {
	r, t, all := s.Report, &s.tally, numbers.All()
	r.Game += t.game
	r.DroppedClients += t.dropped
	for i, c := range t.messages {
		if c.Packets > 0 {
			info := all.Messages[i]
			k := report.MessageKey{Protocol: info.Protocol(), Message: info.Name}
			r.Messages[k] = r.Messages[k].Plus(c)
		}
	}
	for _, p := range t.clients.all() {
		r.Clients[netip.AddrFrom16(p.key.IP).Unmap()] = &p.v.Client
	}
	for i := range t.problems {
		if c := &t.problems[i]; c.Count > 0 {
			c.Info = all.Problems[i]
			r.Problems[c.Info.Code] = c
		}
	}
	for _, sum := range t.sums {
		if sum.totals.Exchanges != [report.Outcomes]int64{} {
			sum.rtts[0].AddTo(&sum.totals.FirstRTT)
			sum.rtts[1].AddTo(&sum.totals.LastRTT)
			r.Protocols[sum.protocol] = &sum.totals
		}
	}
	for _, f := range s.floods {
		f.Servers = int64(f.servers.N)
		r.Reflections = append(r.Reflections, f.Reflection)
	}
	for _, p := range s.servers.all() {
		sv := p.v
		sv.part()
		report.SortProtocols(sv.Protocols)
		r.Servers[p.key.AddrPort()] = &sv.Server
	}
}

type flood struct {
	report.Reflection
	servers record.HashSet
}

const maxFloodServers = 4096

func (s *Shard) unsolicited(r *record.Record) {
	to := r.Client()
	f := s.floods[to]
	if f == nil {
		if len(s.floods) >= s.opts.MaxClients {
			s.forgetFloods()
		}
		f = &flood{
			Reflection: report.Reflection{Client: to.AddrPort(), Server: r.Server().AddrPort(), First: report.Time(r.When()),
				Last: report.Time(r.When()), Packet: r.Number},
		}
		s.floods[to] = f
		s.flooded += floodCost
	}
	// The first is the earliest, which in a capture out of order is not the one
	// read first: the floods of several shards are added up by it.
	t := report.Time(r.When())
	if t != 0 && t < f.First {
		f.Packet, f.Server = r.Number, r.Server().AddrPort()
	}
	f.First, f.Last = report.Cover(f.First, f.Last, t, t)
	f.Replies++
	f.Bytes += int64(r.Size)
	if f.servers.N < maxFloodServers {
		before := f.cost()
		f.servers.Add(r.Host)
		if s.flooded += f.cost() - before; s.flooded > s.opts.Memory/8 {
			s.forgetFloods()
		}
	}
}

// Every shard sees a broadcast; the sum of the answers that they note is the whole.
func (s *Shard) discovery(client record.Endpoint, b *broadcast) {
	r := s.Report
	if !s.first && b.answers == 0 {
		return
	}
	if len(r.Discoveries) >= report.MaxFindings {
		r.DroppedFindings++
		return
	}
	r.Discoveries = append(r.Discoveries, report.Discovery{
		Client: client.AddrPort(), Message: b.info.Name, Time: report.Time(b.when), Packet: b.packet,
		Answers: b.answers,
	})
}
