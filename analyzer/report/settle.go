package report

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Settle sorts everything and joins what parts of a capture saw of the same
// thing. Call it once, after the last Merge.
func (r *Report) Settle() {
	r.sortFiles()
	for _, p := range r.Problems {
		p.trim()
	}
	for _, s := range r.Servers {
		s.settle()
	}
	for _, c := range r.Clients {
		c.RTT.flush()
	}
	for _, t := range r.Protocols {
		t.FirstRTT.flush()
		t.LastRTT.flush()
	}
	r.Reflections = r.reflections()
	slices.SortFunc(r.Reflections, compareReflections)
	slices.SortFunc(r.Discoveries, compareDiscoveries)
	r.Discoveries = sumDiscoveries(r.Discoveries)
	slices.SortFunc(r.Streams, compareStreams)
}

func (r *Report) sortFiles() {
	order := make([]int32, len(r.Files))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(a, b int32) int {
		return r.Files[a].compare(&r.Files[b])
	})
	if slices.IsSorted(order) {
		return
	}
	files, place := make([]File, len(order)), make([]int32, len(order))
	for i, was := range order {
		files[i], place[was] = r.Files[was], int32(i)
	}
	r.Files = files
	r.renumber(func(i int32) int32 {
		if i < 0 || int(i) >= len(place) { // of a report that was damaged on its way
			return 0
		}
		return place[i]
	})
}

func compareReflections(a, b Reflection) int {
	return cmp.Or(cmp.Compare(b.Replies, a.Replies), a.Server.Compare(b.Server), a.Client.Compare(b.Client),
		cmp.Compare(a.First, b.First))
}

func compareDiscoveries(a, b Discovery) int {
	return cmp.Or(cmp.Compare(a.Time, b.Time), cmp.Compare(a.Packet, b.Packet), a.Client.Compare(b.Client),
		strings.Compare(a.Message, b.Message))
}

func compareStreams(a, b Stream) int {
	return cmp.Or(cmp.Compare(a.First, b.First), cmp.Compare(a.Packet, b.Packet), a.Client.Compare(b.Client),
		a.Server.Compare(b.Server))
}

// MaxFindings bounds the lists of findings.
const MaxFindings = 4096

// ReflectionReplies is how many unsolicited replies to an address make a
// reflection. Fewer are replies whose request was before the capture.
const ReflectionReplies = 10

// reflections leaves out clients that did query and those that got only a few.
func (r *Report) reflections() []Reflection {
	return slices.DeleteFunc(sumReflections(r.Reflections), func(x Reflection) bool {
		c := r.Clients[x.Client.Addr()]
		return x.Replies < ReflectionReplies || c != nil && c.Requests > 0
	})
}

func sumReflections(all []Reflection) []Reflection {
	slices.SortFunc(all, func(a, b Reflection) int {
		return cmp.Or(a.Client.Compare(b.Client), cmp.Compare(a.First, b.First), cmp.Compare(a.Packet, b.Packet),
			a.Server.Compare(b.Server), cmp.Compare(a.Replies, b.Replies))
	})
	var out []Reflection
	for _, x := range all {
		if n := len(out); n > 0 && out[n-1].Client == x.Client {
			out[n-1].Replies += x.Replies
			out[n-1].Bytes += x.Bytes
			out[n-1].Servers += x.Servers
			out[n-1].First, out[n-1].Last = Cover(out[n-1].First, out[n-1].Last, x.First, x.Last)
			continue
		}
		out = append(out, x)
	}
	return out
}

// sumDiscoveries adds up the answers that several shards saw to one broadcast.
func sumDiscoveries(d []Discovery) []Discovery {
	out := d[:0]
	for _, x := range d {
		if n := len(out); n > 0 && out[n-1].Time == x.Time && out[n-1].Packet == x.Packet && out[n-1].Client == x.Client &&
			out[n-1].Message == x.Message {
			out[n-1].Answers += x.Answers
			continue
		}
		out = append(out, x)
	}
	return out
}

func (s *Server) settle() {
	slices.Sort(s.Protocols)
	s.RTT.flush()
	for l := range s.Lines {
		l.settle(s.Listing)
	}
	// A player who was in the last list before a gap in observation and in the
	// first after it is assumed to have been there all the time.
	s.Lists = sortSpans(s.Lists)
	for _, p := range s.People {
		p.Spans = s.bridge(sortSpans(p.Spans))
		p.Scores.settle(s.Listing)
		p.Team.settle(s.Listing)
	}
}

func sortSpans(s []Span) []Span {
	slices.SortFunc(s, func(a, b Span) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To), cmp.Compare(a.Packet, b.Packet),
			cmp.Compare(a.File, b.File))
	})
	return s
}

// bridge joins spans that touch or that only a gap in observation separates.
func (s *Server) bridge(spans []Span) []Span {
	out := spans[:0]
	for _, x := range spans {
		n := len(out)
		if n > 0 && (x.From <= out[n-1].To || s.unwatched(out[n-1].To, x.From)) {
			out[n-1].To = max(out[n-1].To, x.To)
			continue
		}
		out = append(out, x)
	}
	return out
}

// unwatched reports whether nothing was observed between the two times.
func (s *Server) unwatched(from, to int64) bool {
	i, _ := slices.BinarySearchFunc(s.Lists, to, func(x Span, t int64) int { return cmp.Compare(x.From, t) })
	for ; i < len(s.Lists) && s.Lists[i].From == to; i++ {
		if i > 0 && s.Lists[i-1].To == from {
			return true
		}
	}
	return false
}

func str(s string) string   { return s }
func number(v int64) string { return strconv.FormatInt(v, 10) }

// An EventKind says what changed on a server.
type EventKind string

const (
	EventMap      EventKind = "map"
	EventName     EventKind = "name"
	EventGameType EventKind = "game-type"
	EventVersion  EventKind = "version"
	EventJoin     EventKind = "join"
	EventLeave    EventKind = "leave"
	EventScore    EventKind = "score"
	EventRule     EventKind = "rule"
	EventPassword EventKind = "password"
	EventMax      EventKind = "max-players"

	// Of servers that are queried, not of captures.
	EventPlayers   EventKind = "players" // whose names are not known
	EventTeam      EventKind = "team"
	EventAnswering EventKind = "answering"
	EventSilent    EventKind = "silent"
)

// An Event is a change that was seen on a server.
type Event struct {
	Time   int64     `json:"time"`             // of the first reply that shows it, nanoseconds since 1970-01-01 UTC
	Packet int64     `json:"packet,omitempty"` // its number, 0 for what a reply shows by leaving it out
	File   int32     `json:"file,omitempty"`   // place of its capture in Report.Files
	Kind   EventKind `json:"kind"`
	Who    string    `json:"who,omitempty"` // player or rule
	Old    string    `json:"old,omitempty"` // "" for none
	New    string    `json:"new,omitempty"` // "" for none
}

// Events returns what changed on s, in order of time. Call it after Settle.
func (s *Server) Events() []Event {
	var events []Event
	changes(&events, EventName, "", &s.Name, str)
	changes(&events, EventMap, "", &s.Map, str)
	changes(&events, EventGameType, "", &s.GameType, str)
	changes(&events, EventVersion, "", &s.Version, str)
	changes(&events, EventMax, "", &s.MaxPlayers, number)
	changes(&events, EventPassword, "", &s.Password, strconv.FormatBool)
	for key, l := range s.Rules {
		changes(&events, EventRule, key, l, str)
	}
	for name, p := range s.People {
		changes(&events, EventScore, name, &p.Scores, number)
		for _, x := range p.Spans {
			if len(s.Lists) > 0 && x.From > s.Lists[0].From {
				events = append(events, Event{Time: x.From, Packet: x.Packet, File: x.File, Kind: EventJoin, Who: name})
			}
			if n := len(s.Lists); n > 0 && x.To < s.Lists[n-1].To {
				events = append(events, Event{Time: x.To, File: x.File, Kind: EventLeave, Who: name})
			}
		}
	}
	// Who leaves was still in the list of that time: what a packet shows comes
	// before. Several changes of one thing in one packet, as where two players
	// have one name, stay in the order of their timeline.
	slices.SortStableFunc(events, func(a, b Event) int {
		return cmp.Or(cmp.Compare(a.Time, b.Time), cmp.Compare(a.File, b.File),
			cmp.Compare(uint64(a.Packet-1), uint64(b.Packet-1)), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Who, b.Who))
	})
	return events
}

func changes[T comparable](events *[]Event, kind EventKind, who string, l *Timeline[T], text func(T) string) {
	for i := 1; i < len(l.Runs); i++ {
		*events = append(*events, Event{
			Time: l.Runs[i].From, Packet: l.Runs[i].Packet, File: l.Runs[i].File, Kind: kind, Who: who,
			Old: text(l.Runs[i-1].Value), New: text(l.Runs[i].Value),
		})
	}
}
