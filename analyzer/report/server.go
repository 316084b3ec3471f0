package report

import (
	"net/netip"
	"slices"

	"fragscope/decoder"
)

// A Server is what a capture contains about one address that was queried or
// that answered.
type Server struct {
	Addr      netip.AddrPort
	Protocols []decoder.Protocol // in ascending order
	First     int64              // time of the first packet, nanoseconds since 1970-01-01 UTC
	Last      int64
	Packet    int64 // number of the first packet
	File      int32 // place of its capture in Report.Files
	Counts
	RTT Histogram
	// of a server that never answered the clients that queried it, of one that was never queried those that it sent
	// replies to: of each address the lowest port, by address the first maxClients
	Clients []netip.AddrPort

	Name       Timeline[string]
	Map        Timeline[string]
	GameType   Timeline[string]
	Version    Timeline[string]
	Players    Timeline[int64]
	MaxPlayers Timeline[int64]
	GamePort   Timeline[int64]
	Password   Timeline[bool]
	Rules      map[string]*Timeline[string] // several values of one key are joined with "; "
	People     map[string]*Person           // by name
	Lists      []Span                       // spans in which player lists were seen without a gap
	Listing    []int32                      // kinds of message that list players, as in Sight, in ascending order
	Dropped    int                          // rules and people that were dropped because there were too many
}

// A Person is a player as the lists of a server show them.
type Person struct {
	Spans  []Span // from joining to leaving, as far as seen
	Scores Timeline[int64]
	Team   Timeline[int64]
}

// A Span is an interval of time, in nanoseconds since 1970-01-01 UTC.
type Span struct {
	From   int64
	To     int64 `wire:"delta"`
	Packet int64 // number of the packet at From
	File   int32 // place of its capture in Report.Files
}

// Bounds of what is kept of one server: a hostile one may send a new rule or name with each reply.
const (
	MaxRules  = 512
	MaxPeople = 2048
	MaxSpans  = 256
)

const maxClients = 8

// AddClient notes a client, see Clients. Call it once s counts what was sent.
func (s *Server) AddClient(a netip.AddrPort) {
	if s.Requests > 0 && s.Replies > 0 {
		s.Clients = nil
		return
	}
	i, found := slices.BinarySearchFunc(s.Clients, a.Addr(), func(c netip.AddrPort, a netip.Addr) int {
		return c.Addr().Compare(a)
	})
	switch {
	case found:
		s.Clients[i] = netip.AddrPortFrom(a.Addr(), min(a.Port(), s.Clients[i].Port()))
	case i < maxClients:
		s.Clients = slices.Insert(s.Clients, i, a)
		s.Clients = s.Clients[:min(len(s.Clients), maxClients)]
	}
}

// AddListing adds a kind of message that lists players.
func (s *Server) AddListing(kind int32) {
	if i, found := slices.BinarySearch(s.Listing, kind); !found && len(s.Listing) < maxListing {
		s.Listing = slices.Insert(s.Listing, i, kind)
	}
}

// maxListing bounds the kinds of message of one server that list players.
const maxListing = 16

func (s *Server) merge(o *Server) {
	s.First, s.Last = Cover(s.First, s.Last, o.First, o.Last)
	for _, p := range o.Protocols {
		if !slices.Contains(s.Protocols, p) {
			s.Protocols = append(s.Protocols, p)
		}
	}
	s.Counts.Add(&o.Counts, 1)
	s.RTT.Merge(&o.RTT)
	for _, a := range o.Clients {
		s.AddClient(a)
	}
	if s.Requests > 0 && s.Replies > 0 {
		s.Clients = nil
	}
	others := o.lines()
	for i, l := range s.lines() {
		l.merge(others[i])
	}
	s.Rules = mergeMap(s.Rules, o.Rules, func(l, o *Timeline[string]) { l.merge(o) })
	s.People = mergeMap(s.People, o.People, (*Person).merge)
	s.Lists = append(s.Lists, o.Lists...)
	for _, kind := range o.Listing {
		s.AddListing(kind)
	}
	s.Dropped += o.Dropped
	s.keepPeople()
}

func (s *Server) renumber(place func(int32) int32) {
	s.File = place(s.File)
	for l := range s.Lines {
		l.renumber(place)
	}
	spans := func(list []Span) {
		for i := range list {
			list[i].File = place(list[i].File)
		}
	}
	spans(s.Lists)
	for _, p := range s.People {
		spans(p.Spans)
		p.Scores.renumber(place)
		p.Team.renumber(place)
	}
}

func mergeMap[V any](to, from map[string]*V, merge func(*V, *V)) map[string]*V {
	if to == nil {
		return from
	}
	mergeAll(to, from, merge)
	return to
}

// A Line is a [Timeline] of any type.
type Line interface {
	Thin() int
	Latest()
	Lost() int
	Cost() int
	Touch(source int32, t int64)
	merge(Line)
	renumber(place func(int32) int32)
	settle(listing []int32)
}

func (s *Server) lines() [8]Line {
	return [...]Line{&s.Name, &s.Map, &s.GameType, &s.Version, &s.Players, &s.MaxPlayers, &s.GamePort, &s.Password}
}

// Lines yields all values of s over time.
func (s *Server) Lines(yield func(Line) bool) {
	for _, l := range s.lines() {
		if !yield(l) {
			return
		}
	}
	for _, l := range s.Rules {
		if !yield(l) {
			return
		}
	}
}

func (p *Person) merge(o *Person) {
	if p.Spans = append(p.Spans, o.Spans...); len(p.Spans) > 2*MaxSpans {
		p.Spans = slices.Clone(sortSpans(p.Spans)[len(p.Spans)-MaxSpans:])
	}
	p.Scores.merge(&o.Scores)
	p.Team.merge(&o.Team)
}
