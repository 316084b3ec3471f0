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

// bound drops servers and clients until the rest takes three quarters of the memory.
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
	r.Servers = keep(r.Servers, n, func(s *Server) int64 { return s.Last }, netip.AddrPort.Compare, func(*Server) {
		r.DroppedServers++
	})
}

// keep returns the n elements of the highest rank, of one rank those whose keys come first.
func keep[K comparable, V any](m map[K]V, n int, rank func(V) int64, compare func(a, b K) int,
	dropped func(V)) map[K]V {
	if len(m) <= n {
		return m
	}
	type ranked struct {
		key  K
		rank int64
	}
	all := make([]ranked, 0, len(m))
	for k, v := range m {
		all = append(all, ranked{k, rank(v)})
	}
	slices.SortFunc(all, func(a, b ranked) int { return cmp.Or(cmp.Compare(b.rank, a.rank), compare(a.key, b.key)) })
	kept := make(map[K]V, n) // a map keeps the room of what was taken out
	for i, r := range all {
		if i < n {
			kept[r.key] = m[r.key]
		} else {
			dropped(m[r.key])
		}
	}
	return kept
}

// keepFindings drops the latest TCP sessions and discoveries, and the smallest reflections.
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

// keepPeople drops those who left first, and the rules whose keys come last.
func (s *Server) keepPeople() {
	s.People = keep(s.People, MaxPeople, (*Person).last, func(a, b string) int { return strings.Compare(b, a) },
		func(*Person) { s.Dropped++ })
	s.Rules = keep(s.Rules, MaxRules, func(*Timeline[string]) int64 { return 0 }, strings.Compare,
		func(*Timeline[string]) { s.Dropped++ })
}

func (p *Person) last() (t int64) {
	for _, x := range p.Spans {
		t = max(t, x.To)
	}
	return t
}
