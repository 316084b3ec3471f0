package match

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"fragscope/analyzer/report"
	"fragscope/decoder/wire"
)

type person struct {
	report.Person
	name    string
	present bool // in the last list
	shared  bool // a list had several of that name: whose score and team is whose is not known
	round   int  // the last list they were in, counted
}

// A name that is long counts as more details.
func (p *person) details() int { return p.Details() + len(p.name)/report.TextUnit }

// seePeople records who is in a list of players. A list of which parts are
// missing, or that is cut, says who is there, not who has left.
func (sv *server) seePeople(at report.Sight, players []wire.Player, whole bool, maxDetails int) {
	t, packet, before := at.Time, at.Packet, sv.list
	if t < before {
		if before-t < patience || len(sv.Lists) >= report.MaxSpans {
			return // a slower exchange that ended later: newer data is known already
		}
		sv.setBack()
		before = t
	}
	sv.round++
	next := 0 // place in present of the one who probably comes next
	var few [64]*person
	listed := few[:0] // as players
	for i := range players {
		p := &players[i]
		listed = append(listed, nil)
		if !p.Name.Known || p.Name.Value == "" {
			continue
		}
		var person *person
		switch {
		case next < len(sv.present) && sv.present[next].name == p.Name.Value:
			person = sv.present[next]
			next++
		case next+1 < len(sv.present) && sv.present[next+1].name == p.Name.Value: // a player left
			person = sv.present[next+1]
			next += 2
		default:
			if person = sv.person(p.Name.Value, maxDetails); person == nil {
				sv.Dropped++
				continue
			}
		}
		if !person.present {
			person.come(t, packet)
			sv.changes++
			sv.details++
			sv.present = append(sv.present, person)
		}
		person.shared = person.shared || person.round == sv.round
		person.round, listed[i] = sv.round, person
	}
	for i, person := range listed {
		if person == nil || person.shared {
			continue
		}
		p := &players[i]
		if p.Score.Known && person.Scores.See(at, p.Score.Value) {
			sv.details++
		}
		if p.Team.Known && person.Team.See(at, p.Team.Value) {
			sv.details++
		}
	}
	sv.left = sv.left[:0]
	if whole {
		sv.present = slices.DeleteFunc(sv.present, func(p *person) bool {
			if p.round == sv.round {
				return false
			}
			p.leave(before)
			sv.changes++
			sv.left = append(sv.left, p)
			return true
		})
	}
	if !sv.watched && whole { // who is not in part of a list has not left before
		sv.Lists, sv.watched = append(sv.Lists, report.Span{From: t, To: t, Packet: packet}), true
	}
	sv.observed(t)
	sv.list = t
}

// setBack ends a span of observation: the clock was set back, or an earlier capture follows.
func (sv *server) setBack() {
	for _, p := range sv.present {
		p.leave(sv.list)
	}
	clear(sv.present)
	sv.present = sv.present[:0]
	sv.changes++
	sv.observed(sv.list)
	sv.watched = false
	for i := range sv.contents {
		sv.contents[i].empty = [2]int64{}
	}
}

// observed notes that the players are known up to time t.
func (sv *server) observed(t int64) {
	if sv.watched {
		sv.Lists[len(sv.Lists)-1].To = t
	}
}

// stay takes back that those who were not in the last list have left: part of it was lost.
func (sv *server) stay() {
	for _, p := range sv.left {
		p.present = true
	}
	sv.present = append(sv.present, sv.left...)
	sv.left = sv.left[:0]
	sv.changes++
}

// person returns the person of that name, nil when there are too many. Those
// who are there at once may have twice the room of the others: nothing of them
// can be dropped.
func (sv *server) person(name string, maxDetails int) *person {
	p := sv.people[name]
	if p == nil && len(sv.people) < report.MaxPeople && sv.details < 2*maxDetails {
		if sv.people == nil {
			sv.people = map[string]*person{}
		}
		p = &person{name: strings.Clone(name)}
		sv.people[p.name] = p
		sv.details += p.details()
	}
	return p
}

// thin drops some of what is known about people: of scores and teams up to
// every second; when that is not enough, the earlier half of the spans; and
// then those who left first.
func (sv *server) thin(maxDetails int) {
	enough := maxDetails * 3 / 4
	sv.details = 0
	for _, p := range sv.people {
		before := p.Scores.Dropped + p.Team.Dropped
		p.Scores.Thin()
		p.Team.Thin()
		sv.details += p.details()
		sv.Dropped += p.Scores.Dropped + p.Team.Dropped - before
	}
	if sv.details > enough {
		for _, p := range sv.people {
			if n := len(p.Spans); n > 2 {
				sv.Dropped += n / 2
				sv.details -= n / 2
				p.Spans = append(p.Spans[:0], p.Spans[n/2:]...)
			}
		}
	}
	if sv.details > enough {
		sv.left = sv.left[:0] // they may be among those
		var left []*person
		for _, p := range sv.people {
			if !p.present {
				left = append(left, p)
			}
		}
		last := func(p *person) int64 { return p.Spans[len(p.Spans)-1].To }
		slices.SortFunc(left, func(a, b *person) int {
			return cmp.Or(cmp.Compare(last(a), last(b)), strings.Compare(a.name, b.name))
		})
		for _, p := range left {
			if sv.details <= maxDetails/2 {
				break
			}
			sv.details -= p.details()
			sv.Dropped++
			delete(sv.people, p.name)
		}
		// A map keeps the room of what was taken out.
		sv.people = maps.Collect(maps.All(sv.people))
	}
	for _, p := range sv.people {
		p.Clip()
	}
}

// come begins a span, whose end is written when they leave, not with every list.
func (p *person) come(t, packet int64) {
	if len(p.Spans) >= report.MaxSpans {
		p.Spans = append(p.Spans[:0], p.Spans[report.MaxSpans/4:]...)
	}
	p.Spans = append(p.Spans, report.Span{From: t, To: t, Packet: packet})
	p.present = true
}

func (p *person) leave(t int64) {
	p.present = false
	p.Spans[len(p.Spans)-1].To = t
	p.Scores.TouchAll(t)
	p.Team.TouchAll(t)
	p.Clip()
}

// part ends the spans of all who are still there when the capture ends.
func (sv *server) part() {
	sv.touch()
	for _, p := range sv.present {
		p.leave(sv.list)
	}
	sv.present = nil
	for name, p := range sv.people {
		if sv.People == nil {
			sv.People = make(map[string]*report.Person, len(sv.people))
		}
		sv.People[name] = &p.Person
	}
	sv.people = nil
}
