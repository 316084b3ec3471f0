package servers

import (
	"cmp"
	"container/list"
	"math"
	"slices"
	"time"

	"fragscope/analyzer/report"
	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// An Origin says how a server came into the list; a server may have several.
type Origin uint8

const (
	FromFavourites Origin = 1 << iota
	FromLAN
	FromMaster
	FromHistory
	FromSamples  // the emulator that is built in
	FromAnywhere = FromFavourites | FromLAN | FromMaster | FromHistory | FromSamples
)

// maxSamples and maxEvents bound what is kept of a server: ten hours at a look every 5 s.
const (
	maxSamples = 720
	maxEvents  = 200
)

type Server struct {
	Entry
	From Origin

	Last     *Answer         // the latest answer, nil before the first
	Status   *decoder.Status // the latest that there was, also of a server that no longer answers
	Protocol decoder.Protocol
	Samples  []Sample       // the oldest first
	Events   []report.Event // the oldest first

	restored     *decoder.Status // what it said before this program began, as far as that was kept
	RestoredFrom time.Time       // when it said that

	silent     int           // answers without a status in a row
	held       int           // bytes of the datagrams of Last, as the list counts them
	kept       *list.Element // among the answers that the list keeps, nil when they are not
	answeredBy string        // the plan by which it answered last
	foreign    bool          // only a master has named it
	slim       bool          // Status is without players and rules: nothing can be said about those
	game       string        // what Game returned before it was slim
}

// silentBefore says how many times a server must be silent before it counts as down; a single time is bad luck.
const silentBefore = 2

// Down reports whether the server answered once and no longer does.
func (s *Server) Down() bool      { return s.silent >= silentBefore && s.Status != nil }
func (s *Server) Answered() bool  { return s.Last != nil && s.Last.Err == nil && s.Last.Status != nil }
func (s *Server) silentNow() bool { return s.Last != nil && !s.Answered() }

// maxChanges bounds the events of one answer: a server that changes everything
// at once was restarted, or makes it up.
const maxChanges = 32

// Take gives s an answer and returns what changed since the one before, without scores and teams.
func (s *Server) Take(a *Answer) []report.Event {
	first := s.Last == nil
	s.Last = a
	sample := Sample{Time: a.Time, Players: -1, RTT: a.RTT}
	var events []report.Event
	if a.Err != nil || a.Status == nil {
		s.silent++
		if s.silent == silentBefore && s.Status != nil {
			events = Changes(s.Status, nil, a.Time)
		}
	} else {
		if s.Down() {
			events = Changes(nil, a.Status, a.Time)
		}
		if !first && s.Status != nil && !s.slim {
			events = append(events, Changes(s.Status, a.Status, a.Time)...)
		}
		s.silent, s.slim = 0, false
		s.Status, s.Protocol, s.answeredBy, s.Seen = a.Status, a.Protocol, a.Plan, a.Time
		if a.Status.Name.Value != "" {
			s.Name = short(a.Status.Name.Value)
		}
		sample.Answers = true
		sample.Players = players(a.Status)
		sample.Map = short(a.Status.Map.Value)
	}
	if len(s.Samples) >= maxSamples {
		s.Samples = thin(s.Samples)
	}
	s.Samples = appendBounded(s.Samples, sample, maxSamples)
	events = slices.DeleteFunc(events, func(e report.Event) bool {
		return e.Kind == report.EventScore || e.Kind == report.EventTeam
	})
	events = events[:min(len(events), maxChanges)]
	for i := range events {
		cutTexts(&events[i])
		s.Events = appendBounded(s.Events, events[i], maxEvents)
	}
	return events
}

func cutTexts(e *report.Event) { e.Who, e.Old, e.New = short(e.Who), short(e.Old), short(e.New) }

func appendBounded[T any](list []T, v T, limit int) []T {
	if len(list) >= limit {
		n := copy(list, list[len(list)-limit+1:])
		clear(list[n:])
		list = list[:n]
	}
	return append(list, v)
}

// players returns how many players there are: what the server counts, or the
// length of its list; -1 when it says neither.
func players(s *decoder.Status) int64 {
	if !s.Players.Known && s.PlayerList != nil {
		return int64(len(s.PlayerList))
	}
	return s.Players.Or(-1)
}

// Known returns what the server said last, also before this program began; empty when nothing.
func (s *Server) Known() *decoder.Status {
	switch {
	case s == nil:
		return &decoder.Status{}
	case s.Status != nil:
		return s.Status
	case s.restored != nil:
		return s.restored
	}
	return &decoder.Status{}
}

// Restored reports whether what Known returns is from before this program began.
func (s *Server) Restored() bool { return s != nil && s.Status == nil && s.restored != nil }

// Slim drops what only the details of a server show: datagrams, players and rules. A list may have a hundred thousand.
func (s *Server) Slim() {
	if s.Last != nil {
		last := *s.Last
		last.Session, last.Dropped = nil, true
		s.Last = &last
	}
	if s.Status == nil {
		return
	}
	slim := *s.Status
	if n := players(s.Status); n >= 0 {
		slim.Players = wire.Some(n)
	}
	slim.PlayerList, slim.Rules, slim.Teams, slim.Mutators = nil, nil, nil, nil
	for _, text := range [...]*wire.Opt[string]{&slim.Name, &slim.Map, &slim.MapTitle, &slim.GameType, &slim.Game,
		&slim.GameTitle, &slim.Version} {
		text.Value = short(text.Value)
	}
	s.game = s.Game()
	s.Status, s.slim = &slim, true
	if s.Last != nil && s.Last.Status != nil {
		s.Last.Status = &slim
	}
}

// Map returns the map, by its title where that alone is known.
func (s *Server) Map() string { return cmp.Or(s.Known().Map.Value, s.Known().MapTitle.Value) }

func (s *Server) Title() string {
	return cmp.Or(s.Name, s.Address)
}

// Players returns how many players there are now, and at most; -1 for what is not known.
func (s *Server) Players() (now, most int64) {
	return players(s.Known()), s.Known().MaxPlayers.Or(-1)
}

// Ping returns how long the latest first reply took, -1 when there is none.
func (s *Server) Ping() time.Duration {
	if !s.Answered() || s.Last.RTT <= 0 {
		return -1
	}
	return s.Last.RTT
}

// Spark returns the players of the last samples as shares of the most; -1 for no answer, NaN for unknown.
func (s *Server) Spark(n int) (shares []float32, most int64) {
	list := s.Samples[max(0, len(s.Samples)-n):]
	most = -1
	for i := range list {
		most = max(most, list[i].Players)
	}
	shares = make([]float32, len(list))
	for i := range list {
		switch {
		case !list[i].Answers:
			shares[i] = -1
		case list[i].Players < 0:
			shares[i] = float32(math.NaN())
		default:
			shares[i] = float32(float64(list[i].Players) / float64(max(1, most)))
		}
	}
	return shares, most
}
