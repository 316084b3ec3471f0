package analyzer

import (
	"net/netip"

	"fragscope/analyzer/report"
	"fragscope/decoder"
	"fragscope/decoder/numbers"
)

// An asker is a Client while the capture is read.
type asker struct {
	Client
	charged int64 // bytes that count in the memory of the shard
}

// A tally counts messages and clients of a shard by keys that are cheap to
// hash; the report gets them when the shard is done.
type tally struct {
	messages []Count                       // by number
	clients  hostTable[asker]              // by address, with port 0
	problems []ProblemCount                // by number
	totals   [16]Totals                    // by protocol
	rtts     [16][2]report.HistogramCounts // by protocol: to the first and the last reply
	game     int64
	dropped  int64
	file     string
}

func newTally(file string) tally {
	return tally{messages: make([]Count, len(numbers.Messages)), problems: make([]ProblemCount, len(numbers.Problems)), file: file}
}

// packet counts the packet of r.
func (s *shard) packet(r *record) {
	t := &s.tally
	t.game++
	t.messages[r.info.Number].Add(int64(r.size))
	for _, p := range r.problems {
		t.problems[p.Number].Add(t.file, r.number)
	}
}

// counts returns what is counted of x, from where its client is.
func (x *exchange) counts() Counts {
	n := Counts{
		Replies: x.count, Retries: x.tries, Missing: int64(x.missing()), Duplicates: int64(x.duplicate), Reordered: int64(x.reordered),
		BytesIn: x.bytesIn, BytesOut: x.bytesOut,
	}
	if x.asked {
		n.Requests = x.tries + 1
	}
	n.Exchanges[x.outcome()] = 1
	return n
}

// tallyExchange counts x, which is over or complete.
func (s *shard) tallyExchange(x *exchange) {
	c, sv := s.client(&x.client), s.serverOf(x)
	s.count(x, &Counts{}, &c.Client, &sv.Server)
	if x.fresh {
		x.fresh = false
		c.Servers++
	}
	if first, _, ok := x.roundTrips(); ok {
		s.tally.rtts[x.info.Protocol][0].Add(first)
		sv.RTT.Add(first)
		c.RTT.Add(first)
		if c.charged != 0 {
			s.charge(&c.charged, c.Cost())
		}
	}
	sv.exchange(x)
	s.charge(&sv.charged, sv.cost())
}

// recount counts what changed in x since it was counted as was.
func (s *shard) recount(x *exchange, was *Counts) {
	c, sv := &asker{}, &Server{} // to be dropped, where they have been evicted
	client := endpoint{ip: x.client.ip}
	if known := s.tally.clients.find(client.hash(), &client); known != nil {
		c = known
	}
	if x.sv != nil && !x.sv.gone {
		sv = &x.sv.Server
	}
	s.count(x, was, &c.Client, sv)
}

// count counts x, of which was is counted already, for its protocol, its client
// and its server.
func (s *shard) count(x *exchange, was *Counts, c *Client, sv *Server) {
	n := x.counts()
	n.Add(was, -1)
	s.tally.totals[x.info.Protocol].Add(&n, 1)
	c.Add(&n, 1)
	c.First, c.Last = report.Cover(c.First, c.Last, x.time, x.last)
	n.BytesIn, n.BytesOut = n.BytesOut, n.BytesIn
	sv.Add(&n, 1)
	sv.First, sv.Last = report.Cover(sv.First, sv.Last, x.time, x.last)
}

// client returns what is counted of the client at e; beyond the limit, a dummy.
func (s *shard) client(e *endpoint) *asker {
	t := &s.tally
	key := endpoint{ip: e.ip}
	h := key.hash()
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

// hand adds the shard's counts to the report.
func (s *shard) hand() {
	r, t := s.report, &s.tally
	r.Game += t.game
	r.DroppedClients += t.dropped
	for i, c := range t.messages {
		if c.Packets > 0 {
			info := numbers.Messages[i]
			k := MessageKey{Protocol: info.Protocol, Message: info.Name}
			r.Messages[k] = r.Messages[k].Plus(c)
		}
	}
	for _, p := range t.clients.all() {
		r.Clients[netip.AddrFrom16(p.key.ip).Unmap()] = &p.v.Client
	}
	for i := range t.problems {
		if c := &t.problems[i]; c.Count > 0 {
			c.Info = numbers.Problems[i]
			r.Problems[c.Info.Code] = c
		}
	}
	for i := range t.totals {
		if sum := &t.totals[i]; sum.Exchanges != [Outcomes]int64{} {
			t.rtts[i][0].AddTo(&sum.FirstRTT)
			t.rtts[i][1].AddTo(&sum.LastRTT)
			r.Protocols[decoder.Protocol(i)] = sum
		}
	}
	for _, f := range s.floods {
		f.Servers = int64(f.servers.n)
		r.Reflections = append(r.Reflections, f.Reflection)
	}
	for _, p := range s.servers.all() {
		sv := p.v
		sv.part()
		for p := range 16 {
			if sv.protocols&(1<<p) != 0 {
				sv.Protocols = append(sv.Protocols, decoder.Protocol(p))
			}
		}
		r.Servers[p.key.addrPort()] = &sv.Server
	}
}

// A flood collects the unsolicited replies to an address.
type flood struct {
	Reflection
	servers hashSet
}

// maxFloodServers bounds the servers of a flood that are distinguished.
const maxFloodServers = 4096

// unsolicited counts an unsolicited reply.
func (s *shard) unsolicited(r *record) {
	to := r.client()
	f := s.floods[to]
	if f == nil {
		if len(s.floods) >= s.opts.MaxClients {
			s.forgetFloods()
		}
		f = &flood{
			Reflection: Reflection{Client: to.addrPort(), Server: r.server().addrPort(), First: r.time, Last: r.time, Packet: r.number},
		}
		s.floods[to] = f
		s.flooded += floodCost
	}
	// The first is the earliest, which in a capture out of order is not the one
	// read first: the floods of several shards are added up by it.
	if r.time < f.First {
		f.First, f.Packet, f.Server = r.time, r.number, r.server().addrPort()
	}
	f.Replies++
	f.Bytes += int64(r.size)
	f.Last = max(f.Last, r.time)
	if f.servers.n < maxFloodServers {
		before := f.cost()
		f.servers.add(r.host)
		if s.flooded += f.cost() - before; s.flooded > s.opts.Memory/8 {
			s.forgetFloods()
		}
	}
}

// discovery notes a broadcast and its answers. Every shard sees the broadcast;
// the sum of what they note is the whole.
func (s *shard) discovery(client endpoint, b *broadcast) {
	r := s.report
	if !s.first && b.answers == 0 {
		return
	}
	if len(r.Discoveries) >= report.MaxFindings {
		r.DroppedFindings++
		return
	}
	r.Discoveries = append(r.Discoveries, Discovery{
		Client: client.addrPort(), Message: b.info.Name, Time: b.time, Packet: b.packet, Answers: b.answers,
	})
}
