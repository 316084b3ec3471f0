package report

import (
	"cmp"
	"net/netip"
	"slices"
	"strings"
)

// A Sum adds up the reports of many captures within the limits that one of them
// has: memory does not grow with their number, except for the list of files.
// Beyond the limits the servers silent longest and the clients with the fewest
// queries are dropped and counted. Until then the order of the reports does not
// matter.
type Sum struct {
	report *Report
	limits Limits
	cost   int64 // of the report, about
}

// Limits bound a Sum.
type Limits struct {
	Servers, Clients int
	Memory           int64 // bytes, about
}

// NewSum begins an empty sum.
func NewSum(limits Limits) *Sum { return &Sum{report: NewReport(), limits: limits} }

// Add adds r, which must not be settled and is of no use afterwards.
func (s *Sum) Add(r *Report) {
	s.cost += r.cost()
	s.report.Merge(r)
	s.report.keepFindings(min(s.limits.Clients, int(s.limits.Memory/8/findingCost)))
	if len(s.report.Clients) > s.limits.Clients+s.limits.Clients/4 {
		s.report.KeepClients(s.limits.Clients)
	}
	if len(s.report.Servers) > s.limits.Servers+s.limits.Servers/4 {
		s.report.keepServers(s.limits.Servers)
	}
	if s.cost > s.limits.Memory {
		s.bound()
	}
}

// bound drops servers and clients until the rest takes three quarters of the
// memory.
func (s *Sum) bound() {
	r := s.report
	for s.cost = r.cost(); s.cost > s.limits.Memory*3/4 && len(r.Servers)+len(r.Clients) > 0; s.cost = r.cost() {
		r.KeepClients(len(r.Clients) * 7 / 8)
		r.keepServers(len(r.Servers) * 7 / 8)
	}
}

// Report returns the sum, settled.
func (s *Sum) Report() *Report {
	s.report.KeepClients(s.limits.Clients)
	s.report.keepServers(s.limits.Servers)
	s.report.Settle()
	return s.report
}

// findingCost is the bytes of a reflection, discovery or TCP session.
const findingCost = 160

// cost returns how many bytes r takes, about.
func (r *Report) cost() int64 {
	n := findingCost * int64(len(r.Reflections)+len(r.Discoveries)+len(r.Streams))
	for i := range r.Streams {
		n += 16 * int64(len(r.Streams[i].Messages))
	}
	for _, c := range r.Clients {
		n += c.Cost()
	}
	for _, s := range r.Servers {
		n += s.Cost() + s.held()
	}
	return n
}

// held returns how many bytes what s was over time takes.
func (s *Server) held() int64 {
	texts := 0
	for l := range s.Lines {
		texts += l.Cost()
	}
	for key := range s.Rules {
		texts += TextCost(key)
	}
	details := len(s.Lists)
	for name, p := range s.People {
		details += p.Details() + len(name)/TextUnit
	}
	return TextBytes*int64(texts) + DetailCost*int64(details)
}

// keepServers drops all servers but n, those silent longest first.
func (r *Report) keepServers(n int) {
	if len(r.Servers) <= n {
		return
	}
	all := make([]*Server, 0, len(r.Servers))
	for _, s := range r.Servers {
		all = append(all, s)
	}
	slices.SortFunc(all, func(a, b *Server) int { return cmp.Or(cmp.Compare(b.Last, a.Last), a.Addr.Compare(b.Addr)) })
	r.DroppedServers += int64(len(all) - n)
	r.Servers = make(map[netip.AddrPort]*Server, n)
	for _, s := range all[:n] {
		r.Servers[s.Addr] = s
	}
}

// keepFindings drops the latest TCP sessions and discoveries, and the smallest
// reflections, of which there are too many.
func (r *Report) keepFindings(reflections int) {
	if n := len(r.Streams); n > MaxFindings {
		slices.SortFunc(r.Streams, compareStreams)
		clear(r.Streams[MaxFindings:])
		r.Streams = r.Streams[:MaxFindings]
		r.DroppedFindings += int64(n - MaxFindings)
	}
	if len(r.Discoveries) > MaxFindings {
		slices.SortFunc(r.Discoveries, compareDiscoveries)
		r.Discoveries = sumDiscoveries(r.Discoveries)
		n := len(r.Discoveries)
		r.Discoveries = r.Discoveries[:min(n, MaxFindings)]
		r.DroppedFindings += int64(n - len(r.Discoveries))
	}
	if len(r.Reflections) > reflections {
		r.Reflections = sumReflections(r.Reflections)
		if n := len(r.Reflections); n > reflections {
			slices.SortFunc(r.Reflections, compareReflections)
			for _, x := range r.Reflections[reflections/2:] {
				if x.Replies >= ReflectionReplies {
					r.DroppedFindings++
				}
			}
			r.Reflections = slices.Clone(r.Reflections[:reflections/2])
		}
	}
}

// keepPeople drops the people of s who left first, and the rules whose keys
// come last, where there are too many.
func (s *Server) keepPeople() {
	if n := len(s.People) - MaxPeople; n > 0 {
		all := make([]string, 0, len(s.People))
		last := func(name string) int64 {
			t := int64(0)
			for _, x := range s.People[name].Spans {
				t = max(t, x.To)
			}
			return t
		}
		for name := range s.People {
			all = append(all, name)
		}
		slices.SortFunc(all, func(a, b string) int { return cmp.Or(cmp.Compare(last(a), last(b)), strings.Compare(a, b)) })
		for _, name := range all[:n] {
			delete(s.People, name)
		}
		s.Dropped += n
	}
	if n := len(s.Rules) - MaxRules; n > 0 {
		all := make([]string, 0, len(s.Rules))
		for key := range s.Rules {
			all = append(all, key)
		}
		slices.Sort(all)
		for _, key := range all[MaxRules:] {
			delete(s.Rules, key)
		}
		s.Dropped += n
	}
}
