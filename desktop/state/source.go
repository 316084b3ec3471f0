package state

import (
	"net/netip"
	"sort"
	"time"

	"fragscope/analyzer/browse"
	"fragscope/decoder"
)

// NoProblem is the Worst of a row without problems.
const NoProblem = browse.NoProblem

type Row struct {
	Number    int64     // from 1, as the source counts
	Time      time.Time // zero when unknown
	Since     time.Duration
	Src, Dst  netip.AddrPort
	Protocol  decoder.Protocol
	Title     string
	Length    int
	Worst     int // a decoder.Severity, or NoProblem
	Direction decoder.Direction
	Note      string
	Name      string        // what a paste calls it, "" for nothing
	Lines     string        // of the paste that it is on, "" for none
	Parts     int           // fragments that it was put together from, 0 for none
	Answers   int           // place of the request that it answers, -1 for none
	After     time.Duration // since that request
}

// A Source is where datagrams come from. Row and Datagram are called for what is
// in sight, and have to be quick. Several goroutines may read at the same time: a
// search runs beside the screen.
type Source interface {
	Len() int
	// Row describes datagram i. ok is false when it is not known yet.
	Row(i int) (r Row, ok bool)
	// Datagram returns the bytes of datagram i. The error says why they are not there any more and what to do.
	Datagram(i int) (Datagram, error)
	Message(i int) (*decoder.Message, error)
	// Status says what is known about the server that datagram i is about, nil for nothing.
	Status(i int) *decoder.Status
	// Related returns the datagrams that problems and searches are listed for beside datagram i, i among them.
	Related(i int) []int
}

// A Sorter is a Source that sorts its datagrams itself, once all are there.
type Sorter interface {
	Source
	Loaded() bool
	// Order returns the datagrams by the name of a column, the greatest first when down. It may take its time.
	Order(by string, down bool) []uint32
}

// worst returns the severity of the worst problem of m, or NoProblem.
func worst(m *decoder.Message) int {
	if s, ok := m.Worst(); ok {
		return int(s)
	}
	return NoProblem
}

// At returns the place of the first packet at a time or after it, -1 for none; times nearly go up.
func At(s Source, t time.Time) int {
	n := s.Len()
	i := sort.Search(n, func(i int) bool {
		r, ok := s.Row(i)
		return !ok || !r.Time.Before(t)
	})
	return min(i, n-1)
}
