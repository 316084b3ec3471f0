package servers

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"

	"fragscope/analyzer/report"
	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// A History is what servers were like before, to be there again after a restart.
type History struct {
	Servers []HistoryEntry `json:"servers"`
}

type HistoryEntry struct {
	Address string         `json:"address"`
	Samples Samples        `json:"samples"`
	Events  []report.Event `json:"changes,omitempty"`
}

// A Sample is what a server was like at one time.
type Sample struct {
	Time    time.Time
	Answers bool
	Players int64 // -1 when unknown
	RTT     time.Duration
	Map     string // "" when unknown
}

// Samples are the oldest first. In a file they are a text, a line each: seconds
// since 1970, whether the server answered, the players, -1 for unknown, the round
// trip in microseconds, and the map in quotes.
type Samples []Sample

// What is kept of servers that are looked at for hours: each sample of the last
// minutes, and of those before, one a minute.
const (
	fineFor = 10 * time.Minute
	coarse  = time.Minute
)

// What a file of histories holds at most.
const (
	historySamples = 200_000
	historyEvents  = 50_000
	historyAge     = 48 * time.Hour
)

// thin leaves of each minute before the last ones the sample with the most players; silence and other maps stay.
func thin(list []Sample) []Sample {
	if len(list) == 0 {
		return list
	}
	newest := list[len(list)-1].Time
	out := list[:0]
	for _, v := range list {
		if n := len(out) - 1; n >= 0 && newest.Sub(v.Time) > fineFor {
			last := &out[n]
			if last.Answers == v.Answers && last.Map == v.Map && last.Time.Truncate(coarse).Equal(v.Time.Truncate(coarse)) {
				if v.Players > last.Players {
					v.Time = last.Time
					*last = v
				}
				continue
			}
		}
		out = append(out, v)
	}
	clear(list[len(out):])
	return out
}

func (s Samples) AppendText(b []byte) ([]byte, error) {
	for i := range s {
		v := &s[i]
		answers := 0
		if v.Answers {
			answers = 1
		}
		b = fmt.Appendf(b, "%d %d %d %d %q\n", v.Time.Unix(), answers, v.Players, v.RTT.Microseconds(), v.Map)
	}
	return b, nil
}

func (s Samples) MarshalText() ([]byte, error) { return s.AppendText(nil) }

func (s *Samples) UnmarshalText(text []byte) error {
	*s = nil
	for line := range bytes.Lines(text) {
		var seconds, answers, players, rtt int64
		var where string
		if _, err := fmt.Sscanf(string(line), "%d %d %d %d %q\n", &seconds, &answers, &players, &rtt, &where); err != nil {
			return fmt.Errorf("sample %d: %w", len(*s)+1, err)
		}
		*s = append(*s, Sample{
			Time: time.Unix(seconds, 0), Answers: answers != 0, Players: max(players, -1),
			RTT: time.Duration(max(0, rtt)) * time.Microsecond, Map: short(where),
		})
	}
	return nil
}

func (l *List) History() (h History) {
	for _, s := range l.all {
		if s.From&(FromFavourites|FromHistory) != 0 && len(s.Samples) > 0 {
			h.Servers = append(h.Servers, HistoryEntry{s.Address, slices.Clone(s.Samples), slices.Clone(s.Events)})
		}
	}
	h.bound()
	return h
}

// bound leaves what a file may hold: the latest of each server.
func (h *History) bound() {
	slices.SortFunc(h.Servers, func(a, b HistoryEntry) int { return strings.Compare(a.Address, b.Address) })
	n := max(1, len(h.Servers))
	for i := range h.Servers {
		p := &h.Servers[i]
		p.Samples = lastOf(thin(p.Samples), min(maxSamples, historySamples/n))
		p.Events = lastOf(p.Events, min(maxEvents, historyEvents/n))
	}
}

// AddHistory gives servers of which nothing is known yet what they were like before, and a gap until now.
func (l *List) AddHistory(h History, now time.Time) {
	for _, p := range h.Servers {
		s := l.all[p.Address]
		if s == nil || len(s.Samples) > 0 || len(p.Samples) == 0 {
			continue
		}
		old := func(at time.Time) bool { return now.Sub(at) > historyAge || at.After(now) }
		s.Samples = lastOf(slices.DeleteFunc(slices.Clone(p.Samples), func(v Sample) bool { return old(v.Time) }),
			maxSamples-1)
		s.Events = lastOf(slices.DeleteFunc(slices.Clone(p.Events), func(e report.Event) bool {
			return old(time.Unix(0, e.Time))
		}), maxEvents)
		for i := range s.Events {
			cutTexts(&s.Events[i])
		}
		for _, v := range slices.Backward(s.Samples) {
			if v.Answers {
				s.restored, s.RestoredFrom = &decoder.Status{}, v.Time
				if v.Map != "" {
					s.restored.Map = wire.Some(v.Map)
				}
				if v.Players >= 0 {
					s.restored.Players = wire.Some(v.Players)
				}
				break
			}
		}
		if n := len(s.Samples); n > 0 {
			s.Samples = append(s.Samples, Sample{Time: s.Samples[n-1].Time.Add(coarse), Answers: true, Players: -1})
		}
	}
	l.stale = true
}
