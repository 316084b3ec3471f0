package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// A Run is a span in which a value was seen unchanged: at From, at To, and at
// every observation between. Times are nanoseconds since 1970-01-01 UTC.
type Run[T comparable] struct {
	From, To int64
	Value    T
	Packet   int64 // number of the packet that showed the value first
	File     int32 // place of its capture in Report.Files
}

// A Timeline is what was seen of one value over time, as runs in order.
type Timeline[T comparable] struct {
	Runs    []Run[T]
	Dropped int // runs dropped because there were too many
}

// maxRuns bounds a timeline. Of a value that changes more often, runs close to
// others are dropped, so that the whole time is covered, with less detail.
const maxRuns = 1024

// See records that the value was v at time t, and reports whether it changed.
func (l *Timeline[T]) See(t, packet int64, v T) (changed bool) {
	if n := len(l.Runs); n > 0 && l.Runs[n-1].Value == v {
		l.Runs[n-1].To = max(l.Runs[n-1].To, t)
		return false
	}
	if len(l.Runs) >= maxRuns {
		l.Thin()
	}
	if n := len(l.Runs); n == cap(l.Runs) && n >= 8 {
		l.Runs = append(make([]Run[T], 0, n+n/4), l.Runs...) // append would double them
	}
	l.Runs = append(l.Runs, Run[T]{From: t, To: t, Value: v, Packet: packet})
	return true
}

// Thin drops every second run where they are closest, between an eighth and
// half of them, but never the first and the last. It returns how many remain.
func (l *Timeline[T]) Thin() int {
	n := len(l.Runs)
	if n < 3 {
		return n
	}
	first, last := l.Runs[0], l.Runs[n-1]
	l.thinNear(float64(last.From-first.From) / float64(n) * 4 / 3)
	if len(l.Runs) > n-n/8 { // times that run backwards say nothing about what is close
		l.thinNear(math.Inf(1))
	}
	return len(l.Runs)
}

// thinNear drops every second run of those that follow the one before within
// near nanoseconds.
func (l *Timeline[T]) thinNear(near float64) {
	n := len(l.Runs)
	last := l.Runs[n-1]
	out := l.Runs[:1]
	dropped := false
	for _, r := range l.Runs[1 : n-1] {
		if dropped = !dropped && float64(r.From-out[len(out)-1].From) <= near; !dropped {
			out = append(out, r)
		}
	}
	out = append(out, last)
	clear(l.Runs[len(out):])
	l.Runs = out
	l.Dropped += n - len(out)
}

// Lost returns how many runs were dropped.
func (l *Timeline[T]) Lost() int { return l.Dropped }

// merge adds the runs of another of the same type. Only settle puts them in
// order, so that it does not matter in which order timelines are added.
func (l *Timeline[T]) merge(other Line) {
	o := other.(*Timeline[T])
	l.Runs = append(l.Runs, o.Runs...)
	l.Dropped += o.Dropped
	if len(l.Runs) > 2*maxRuns { // of many captures
		slices.SortFunc(l.Runs, compareRuns)
		for len(l.Runs) > maxRuns {
			l.Thin()
		}
		l.Runs = slices.Clone(l.Runs)
	}
}

func (l *Timeline[T]) renumber(place func(int32) int32) {
	for i := range l.Runs {
		l.Runs[i].File = place(l.Runs[i].File)
	}
}

func compareRuns[T comparable](a, b Run[T]) int {
	return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To), cmp.Compare(a.Packet, b.Packet))
}

// settle puts the runs in order and joins neighbours of the same value.
func (l *Timeline[T]) settle() {
	slices.SortFunc(l.Runs, func(a, b Run[T]) int {
		if c := cmp.Or(compareRuns(a, b), cmp.Compare(a.File, b.File)); c != 0 || a.Value == b.Value {
			return c
		}
		return strings.Compare(fmt.Sprint(a.Value), fmt.Sprint(b.Value)) // any order that is always the same
	})
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

// Last returns the latest value; ok is false when none was seen.
func (l *Timeline[T]) Last() (v T, ok bool) {
	if len(l.Runs) == 0 {
		return v, false
	}
	return l.Runs[len(l.Runs)-1].Value, true
}

// Cost returns as how many texts the runs count.
func (l *Timeline[T]) Cost() int {
	texts, ok := any(l.Runs).([]Run[string])
	if !ok {
		return len(l.Runs)
	}
	n := 0
	for i := range texts {
		n += TextCost(texts[i].Value)
	}
	return n
}

// Latest drops all runs but the last.
func (l *Timeline[T]) Latest() {
	if n := len(l.Runs) - 1; n > 0 {
		last := l.Runs[n]
		if cap(l.Runs) > 4 { // room that is not needed soon
			l.Runs = nil
		}
		clear(l.Runs)
		l.Runs = append(l.Runs[:0], last)
		l.Dropped += n
	}
}

// SeeAfter is See for a value that was not recorded each time: it held until
// the previous list.
func (l *Timeline[T]) SeeAfter(t, packet, before int64, v T) (changed bool) {
	if n := len(l.Runs); n > 0 && l.Runs[n-1].Value != v {
		l.Runs[n-1].To = max(l.Runs[n-1].To, min(before, t))
	}
	return l.See(t, packet, v)
}

// Touch records that the latest value was seen again at time t.
func (l *Timeline[T]) Touch(t int64) {
	if n := len(l.Runs); n > 0 {
		l.Runs[n-1].To = max(l.Runs[n-1].To, t)
	}
}
