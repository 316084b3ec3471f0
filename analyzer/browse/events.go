package browse

import (
	"cmp"
	"slices"
	"time"

	"fragscope/analyzer/export"
	"fragscope/analyzer/report"
)

// An Event is a change that a capture shows on a server.
type Event struct {
	report.Event
	Server *report.Server
}

// When writes the time of e in a layout, in UTC; nothing when it is not known.
func (e *Event) When(layout string) string {
	if e.Time == 0 {
		return ""
	}
	return time.Unix(0, e.Time).UTC().Format(layout)
}

// Text says what happened.
func (e *Event) Text() string { return export.EventText(&e.Event) }

// EventsOf returns what changed on a server, in order of time.
func EventsOf(s *report.Server) []Event {
	list := s.Events()
	out := make([]Event, len(list))
	for i := range list {
		out[i] = Event{list[i], s}
	}
	return out
}

// eventsMost bounds the events that are listed: a capture of hours has millions.
const eventsMost = 20_000

// Events returns what changed on all servers, in order of time, and how many
// changes there were. Scores are left out: they are listed server by server. Of
// more than can be listed, those of the servers that were asked most are.
func (v *View) Events() (list []Event, all int) {
	for _, s := range v.SortedServers("requests", true) {
		for _, e := range s.Events() {
			if e.Kind == report.EventScore {
				continue
			}
			if all++; len(list) < eventsMost {
				list = append(list, Event{e, s})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Event) int {
		return cmp.Or(cmp.Compare(a.Time, b.Time), cmp.Compare(a.Packet, b.Packet))
	})
	return list, all
}
