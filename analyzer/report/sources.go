package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// settle puts the runs in order and joins neighbours of the same value. Values
// that several kinds of message showed are those of one kind, with those of each
// that means the same: of the kind that lists the players, and showed the value
// for the longest time. A kind that shows another value all the time, such as a
// maximum without reserved places, is no change.
func (l *Timeline[T]) settle(listing []int32) {
	l.order()
	sources := l.sources(listing)
	if len(sources) < 2 {
		l.join()
		return
	}
	all := l.Runs
	of := func(source int32) *Timeline[T] {
		t := &Timeline[T]{}
		for _, r := range all {
			if r.Source == source {
				t.Runs = append(t.Runs, r)
			}
		}
		t.join()
		return t
	}
	main := of(sources[0])
	for _, s := range sources[1:] {
		if other := of(s); main.agrees(other) {
			main.Runs = append(main.Runs, other.Runs...)
			main.order()
			main.join()
		}
	}
	l.Runs = main.Runs
	for i := range l.Runs {
		l.Runs[i].Source = 0 // of all that agree
	}
}

func (l *Timeline[T]) order() {
	slices.SortFunc(l.Runs, func(a, b Run[T]) int {
		if c := cmp.Or(compareRuns(a, b), cmp.Compare(a.File, b.File), cmp.Compare(a.Source, b.Source)); c != 0 ||
			a.Value == b.Value {
			return c
		}
		return strings.Compare(fmt.Sprint(a.Value), fmt.Sprint(b.Value)) // any order that is always the same
	})
}

// join joins neighbours of the same value.
func (l *Timeline[T]) join() {
	out := l.Runs[:0]
	for _, r := range l.Runs {
		if n := len(out); n > 0 && out[n-1].Value == r.Value {
			out[n-1].To = max(out[n-1].To, r.To)
			continue
		}
		out = append(out, r)
	}
	l.Runs = out
}

// sources puts the kinds of message that list the players first, then those whose runs are longest.
func (l *Timeline[T]) sources(listing []int32) []int32 {
	type source struct {
		number       int32
		length, runs int64
	}
	lists := func(s source) int {
		if slices.Contains(listing, s.number) {
			return 1
		}
		return 0
	}
	var all []source
	for i := range l.Runs {
		r := &l.Runs[i]
		at := slices.IndexFunc(all, func(s source) bool { return s.number == r.Source })
		if at < 0 {
			at = len(all)
			all = append(all, source{number: r.Source})
		}
		all[at].length += r.To - r.From
		all[at].runs++
	}
	slices.SortFunc(all, func(a, b source) int {
		return cmp.Or(lists(b)-lists(a), cmp.Compare(b.length, a.length), cmp.Compare(b.runs, a.runs),
			cmp.Compare(a.number, b.number))
	})
	numbers := make([]int32, len(all))
	for i := range all {
		numbers[i] = all[i].number
	}
	return numbers
}

// overlap is how long two kinds of message that mean the same may show different
// values, ns: replies overtake each other.
const overlap = 1_000_000_000

// agrees reports whether o means the same as l: there is a moment when both show
// the same value, and none when they show different ones. Both are in order.
func (l *Timeline[T]) agrees(o *Timeline[T]) (same bool) {
	var last [2]*Run[T] // of either
	for i, j := 0, 0; i < len(l.Runs) || j < len(o.Runs); {
		side, r := 0, (*Run[T])(nil)
		if i < len(l.Runs) && (j == len(o.Runs) || compareRuns(l.Runs[i], o.Runs[j]) <= 0) {
			r = &l.Runs[i]
			i++
		} else {
			side, r = 1, &o.Runs[j]
			j++
		}
		if other := last[1-side]; other != nil {
			switch {
			case other.Value == r.Value:
				same = same || last[side] == nil || other.To >= last[side].To // it is the neighbour
			case min(other.To, r.To)-r.From > overlap:
				return false
			}
		}
		last[side] = r
	}
	return same
}
