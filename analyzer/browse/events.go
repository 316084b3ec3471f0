package browse

import (
	"cmp"
	"fmt"
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
func (e *Event) Text() string {
	who, old, now := export.Text(e.Who), export.Text(e.Old), export.Text(e.New)
	switch e.Kind {
	case report.EventJoin:
		return who + " joined"
	case report.EventLeave:
		return who + " left"
	case report.EventMap:
		return "map changed from " + old + " to " + now
	case report.EventScore:
		return fmt.Sprintf("%s went from %s to %s points", who, old, now)
	case report.EventRule:
		return fmt.Sprintf("rule %s changed from %q to %q", who, old, now)
	case report.EventName:
		return fmt.Sprintf("renamed from %q to %q", old, now)
	case report.EventMax:
		return "room for " + now + " players, before for " + old
	case report.EventPassword:
		return "password required: " + now
	}
	return fmt.Sprintf("%s changed from %q to %q", e.Kind, old, now)
}

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
