package match

import (
	"strings"

	"fragscope/analyzer/report"
	"fragscope/decoder/wire"
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

func (s *Shard) maxTexts() int {
	return max(leastTexts, min(mostTexts, textsPerDetail*s.opts.MaxDetails/max(1, s.met)))
}

func seeValue[T int64 | string | bool](sv *server, l *report.Timeline[T], at report.Sight, v wire.Opt[T]) {
	if v.Known && l.See(at, v.Value) {
		sv.texts++
	}
}

func seeText(sv *server, l *report.Timeline[string], at report.Sight, v wire.Opt[string], maxTexts int) {
	if v.Known {
		sv.seeString(l, at, v.Value, maxTexts)
	}
}

// seeString is Timeline.See for a text that is part of a longer one.
func (sv *server) seeString(l *report.Timeline[string], at report.Sight, v string, maxTexts int) {
	if l.Shows(at.Source, v) {
		l.See(at, v)
		return
	}
	if sv.texts > 2*maxTexts { // the current ones alone are too long
		sv.Dropped++
		return
	}
	sv.texts += report.TextCost(v)
	l.See(at, strings.Clone(v))
}

// thinTexts drops up to every second value over time, and when that is not enough all but the latest.
func (sv *server) thinTexts(maxTexts int) {
	for _, thin := range []func(report.Line){func(l report.Line) { l.Thin() }, report.Line.Latest} {
		sv.texts = 0
		for key := range sv.Rules {
			sv.texts += report.TextCost(key)
		}
		for l := range sv.Lines {
			before := l.Lost()
			thin(l)
			sv.Dropped += l.Lost() - before
			sv.texts += l.Cost()
		}
		if sv.texts <= maxTexts*3/4 {
			return
		}
	}
}
