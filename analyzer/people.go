package analyzer

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"fragscope/decoder"
)

// seePeople records who is in a list of players. A list of which parts are
// missing, or that is cut, says who is there, not who has left.
func (sv *server) seePeople(t, packet int64, players []decoder.Player, whole bool, maxDetails int) {
	before := sv.list
	if t < before {
		return // a slower exchange that ended later: newer data is known already
	}
	sv.round++
	next := 0 // place in present of the one who probably comes next
	for i := range players {
		p := &players[i]
		if !p.Name.Known || p.Name.Value == "" {
			continue
		}
		var person *Person
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
			sv.details++
			sv.present = append(sv.present, person)
		}
		person.round = sv.round
		if p.Score.Known && person.Scores.seeAfter(t, packet, before, p.Score.Value) {
			sv.details++
		}
		if p.Team.Known && person.Team.seeAfter(t, packet, before, p.Team.Value) {
			sv.details++
		}
	}
	if whole {
		sv.present = slices.DeleteFunc(sv.present, func(p *Person) bool {
			if p.round == sv.round {
				return false
			}
			p.leave(before)
			return true
		})
	}
	if before == 0 {
		sv.Lists = append(sv.Lists, Span{t, t, packet})
	}
	sv.Lists[len(sv.Lists)-1].To = t
	sv.list = t
}

// person returns the person of that name, nil when there are too many. Those
// who are there at once may have twice the room of the others: nothing of them
// can be dropped.
func (sv *server) person(name string, maxDetails int) *Person {
	p := sv.People[name]
	if p == nil && len(sv.People) < maxPeople && sv.details < 2*maxDetails {
		if sv.People == nil {
			sv.People = map[string]*Person{}
		}
		p = &Person{name: strings.Clone(name)}
		sv.People[p.name] = p
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
	for _, p := range sv.People {
		before := p.Scores.Dropped + p.Team.Dropped
		p.Scores.thin()
		p.Team.thin()
		sv.details += p.details()
		sv.Dropped += p.Scores.Dropped + p.Team.Dropped - before
	}
	if sv.details > enough {
		for _, p := range sv.People {
			if n := len(p.Spans); n > 2 {
				sv.Dropped += n / 2
				sv.details -= n / 2
				p.Spans = append(p.Spans[:0], p.Spans[n/2:]...)
			}
		}
	}
	if sv.details > enough {
		var left []*Person
		for _, p := range sv.People {
			if !p.present {
				left = append(left, p)
			}
		}
		last := func(p *Person) int64 { return p.Spans[len(p.Spans)-1].To }
		slices.SortFunc(left, func(a, b *Person) int { return cmp.Or(cmp.Compare(last(a), last(b)), strings.Compare(a.name, b.name)) })
		for _, p := range left {
			if sv.details <= maxDetails/2 {
				break
			}
			sv.details -= p.details()
			sv.Dropped++
			delete(sv.People, p.name)
		}
		// A map keeps the room of what was taken out.
		sv.People = maps.Collect(maps.All(sv.People))
	}
	for _, p := range sv.People {
		p.clip()
	}
}

// details returns how many of its server's details p takes: stretches of time,
// scores, teams, and more for a name that is long.
func (p *Person) details() int {
	return len(p.Spans) + len(p.Scores.Runs) + len(p.Team.Runs) + len(p.name)/textUnit
}

// clip frees spare capacity, of one who has left or lost some of it.
func (p *Person) clip() {
	p.Spans = clipped(p.Spans)
	p.Scores.Runs = clipped(p.Scores.Runs)
	p.Team.Runs = clipped(p.Team.Runs)
}

func clipped[T any](s []T) []T {
	if cap(s)-len(s) <= len(s)/8 {
		return s
	}
	return append(make([]T, 0, len(s)), s...)
}

// come begins a span in which a person is in the lists. Its end is written when
// they leave, not with every list.
func (p *Person) come(t, packet int64) {
	if len(p.Spans) >= maxSpans {
		p.Spans = append(p.Spans[:0], p.Spans[maxSpans/4:]...)
	}
	p.Spans = append(p.Spans, Span{t, t, packet})
	p.present = true
}

// leave ends it: t is the time of the last list with them.
func (p *Person) leave(t int64) {
	p.present = false
	p.Spans[len(p.Spans)-1].To = t
	touch(&p.Scores, t)
	touch(&p.Team, t)
	p.clip()
}

// part ends the spans of all who are still there when the capture ends.
func (sv *server) part() {
	sv.touched()
	for _, p := range sv.present {
		p.leave(sv.list)
	}
	sv.present = nil
}

// seeAfter is see for a value that was not recorded each time: it held until
// the previous list.
func (l *Timeline[T]) seeAfter(t, packet, before int64, v T) (changed bool) {
	if n := len(l.Runs); n > 0 && l.Runs[n-1].Value != v {
		l.Runs[n-1].To = max(l.Runs[n-1].To, min(before, t))
	}
	return l.see(t, packet, v)
}
