package analyzer

import (
	"strings"

	"fragscope/analyzer/report"
	"fragscope/decoder"
)

// The texts of a server are its rules, and the values of them, of its name, its
// map, its counts and so on over time. There are more of them than details of
// people, and most never change; a hostile server may change all with each
// reply. All servers together may have so many, of which each has the same
// share, within bounds.
const (
	textsPerDetail = 4 // how many more than of Options.MaxDetails
	leastTexts     = 256
	mostTexts      = 1 << 18
)

// maxTexts returns how many texts each server may have; see maxDetails.
func (s *shard) maxTexts() int {
	return max(leastTexts, min(mostTexts, textsPerDetail*s.opts.MaxDetails/max(1, s.met)))
}

func seeValue[T int64 | string | bool](sv *server, l *Timeline[T], t, packet int64, v decoder.Opt[T]) {
	if v.Known && l.See(t, packet, v.Value) {
		sv.texts++
	}
}

func seeText(sv *server, l *Timeline[string], t, packet int64, v decoder.Opt[string], maxTexts int) {
	if v.Known {
		sv.seeString(l, t, packet, v.Value, maxTexts)
	}
}

// seeString is Timeline.See for a text that is part of a longer one.
func (sv *server) seeString(l *Timeline[string], t, packet int64, v string, maxTexts int) {
	if n := len(l.Runs); n > 0 && l.Runs[n-1].Value == v {
		l.Runs[n-1].To = max(l.Runs[n-1].To, t)
		return
	}
	if sv.texts > 2*maxTexts { // the current ones alone are too long
		sv.Dropped++
		return
	}
	sv.texts += report.TextCost(v)
	l.See(t, packet, strings.Clone(v))
}

// A line is a Timeline of any type.
type line interface {
	Thin() int
	Latest()
	Cost() int
}

// lines calls f with the timelines of the server itself, with the dropped runs of each.
func (sv *server) lines(f func(l line, dropped *int)) {
	f(&sv.Name, &sv.Name.Dropped)
	f(&sv.Map, &sv.Map.Dropped)
	f(&sv.GameType, &sv.GameType.Dropped)
	f(&sv.Version, &sv.Version.Dropped)
	f(&sv.Players, &sv.Players.Dropped)
	f(&sv.MaxPlayers, &sv.MaxPlayers.Dropped)
	f(&sv.GamePort, &sv.GamePort.Dropped)
	f(&sv.Password, &sv.Password.Dropped)
	for _, l := range sv.Rules {
		f(l, &l.Dropped)
	}
}

// thinTexts drops some of the server's values over time: up to every second
// value, and when that is not enough all but the latest.
func (sv *server) thinTexts(maxTexts int) {
	for _, thin := range []func(line){func(l line) { l.Thin() }, func(l line) { l.Latest() }} {
		sv.texts = 0
		for key := range sv.Rules {
			sv.texts += report.TextCost(key)
		}
		sv.lines(func(l line, dropped *int) {
			before := *dropped
			thin(l)
			sv.Dropped += *dropped - before
			sv.texts += l.Cost()
		})
		if sv.texts <= maxTexts*3/4 {
			return
		}
	}
}
