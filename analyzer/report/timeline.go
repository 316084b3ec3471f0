package report

import (
	"cmp"
	"math"
	"slices"
)

// A Run is a span in which a value was seen unchanged: at From, at To, and at
// every observation between. Times are nanoseconds since 1970-01-01 UTC.
type Run[T comparable] struct {
	From   int64
	To     int64 `wire:"delta"`
	Value  T
	Packet int64 // number of the packet that showed the value first
	File   int32 // place of its capture in Report.Files
	Source int32 // the kind of message that it is from, as in [Sight]
}

// A Sight is when and where a value was seen.
type Sight struct {
	Time   int64 // ns
	Packet int64
	Before int64 // when messages of this kind showed the value before it last, though nothing noted that; 0 for unknown
	Source int32 // kind of message: what one kind calls the maximum of players another may count otherwise
}

// A Timeline is what was seen of one value over time, as runs in order. Until
// [Report.Settle] those of several kinds of message are among each other; then
// they are those of one, and of others that agree with it.
type Timeline[T comparable] struct {
	Runs    []Run[T]
	Dropped int // runs dropped because there were too many
}

// Of a value that changes more often, runs close to others are dropped: the whole time is covered.
const maxRuns = 1024

// See records that the value was v, and reports whether it changed.
func (l *Timeline[T]) See(at Sight, v T) (changed bool) {
	if r := l.latest(at.Source); r != nil {
		if r.Value == v {
			r.To = max(r.To, at.Time)
			return false
		}
		r.To = max(r.To, min(at.Before, at.Time))
	}
	if len(l.Runs) >= maxRuns {
		l.Thin()
	}
	if n := len(l.Runs); n == cap(l.Runs) && n >= 8 {
		l.Runs = append(make([]Run[T], 0, n+n/4), l.Runs...) // append would double them
	}
	l.Runs = append(l.Runs, Run[T]{From: at.Time, To: at.Time, Value: v, Packet: at.Packet, Source: at.Source})
	return true
}

func (l *Timeline[T]) latest(source int32) *Run[T] {
	for i := len(l.Runs) - 1; i >= 0; i-- {
		if l.Runs[i].Source == source {
			return &l.Runs[i]
		}
	}
	return nil
}

// Shows reports whether the latest value that a kind of message showed is v.
func (l *Timeline[T]) Shows(source int32, v T) bool {
	r := l.latest(source)
	return r != nil && r.Value == v
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

// Only settle puts runs in order, so that the order in which timelines are added does not matter.
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

// Touch records that the latest value of a kind of message was seen again at
// time t.
func (l *Timeline[T]) Touch(source int32, t int64) {
	if r := l.latest(source); r != nil {
		r.To = max(r.To, t)
	}
}

// TouchAll records that the latest value, of whatever kind of message, was seen
// again at time t.
func (l *Timeline[T]) TouchAll(t int64) {
	if n := len(l.Runs); n > 0 {
		l.Runs[n-1].To = max(l.Runs[n-1].To, t)
	}
}
