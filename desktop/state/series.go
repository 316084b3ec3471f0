package state

import (
	"context"
	"math"
	"math/bits"
	"net/netip"
	"strconv"
	"time"

	"fragscope/decoder"
	"fragscope/decoder/view"
)

// A Watch names a value that packets of a kind have: a field, bits of one, or what a packet gives a name.
type Watch struct {
	Key  string
	Pair string // name of a pair of name and value, "" for other fields
	Name string // escaped
	Nth  int    // of those that are called so, from 0
	Mask uint64 // of the bits, 0 for the whole field
}

// Watch returns what names the selected value. ok is false when none is selected.
func (x *Inspector) Watch() (w Watch, ok bool) {
	row, m := x.Row(), x.message
	if row < 0 {
		return w, false
	}
	field := x.tree.Field(row)
	w = Watch{Key: m.Key(field), Name: x.tree.Name(row), Mask: x.tree.Mask(row)}
	value := view.Shown(m, field)
	if value != field {
		w.Pair = m.Name(field)
	}
	for i := m.Find(w.Key, 0); i >= 0 && i < field; i = m.Find(w.Key, i+1) {
		if w.Pair == "" || m.Name(i) == w.Pair {
			w.Nth++
		}
	}
	return w, m.Text(value) != "" || len(m.Bytes(value)) > 0
}

func (w *Watch) find(m *decoder.Message) int {
	n := 0
	for i := m.Find(w.Key, 0); i >= 0; i = m.Find(w.Key, i+1) {
		if w.Pair != "" && m.Name(i) != w.Pair {
			continue
		}
		if n == w.Nth {
			return i
		}
		n++
	}
	return -1
}

// Value returns the value in m. ok is false when m has none.
func (w *Watch) Value(m *decoder.Message) (text string, ok bool) {
	i := w.find(m)
	switch {
	case i < 0:
		return "", false
	case w.Mask != 0:
		return strconv.FormatUint(m.Fields[i].Value&w.Mask>>bits.TrailingZeros64(w.Mask), 10), true
	}
	return m.Text(view.Shown(m, i)), true
}

// maxPoints bounds a Series; when there are more, the first half is dropped.
const maxPoints = 20_000

// A Series is a value over time, the oldest first.
type Series struct {
	Watch
	Points []Point
	Last   time.Time // of the latest packet that had the value
}

// A Point is a value that was not there before, and when it came.
type Point struct {
	Time   time.Time
	Text   string  // what a packet has, cut
	Number float64 // NaN for a value that is no number
}

// Add takes the value of a message, and reports whether it has one.
func (s *Series) Add(at time.Time, m *decoder.Message) bool {
	text, ok := s.Value(m)
	if !ok {
		return false
	}
	const longest = 200
	if len(text) > longest {
		text = text[:longest]
	}
	s.Last = at
	if n := len(s.Points); n > 0 && s.Points[n-1].Text == text {
		return true
	}
	if len(s.Points) >= maxPoints {
		s.Points = append([]Point(nil), s.Points[maxPoints/2:]...)
	}
	number, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(number, 0) {
		number = math.NaN()
	}
	s.Points = append(s.Points, Point{at, text, number})
	return true
}

// AddReplies takes the values of the replies of a session.
func (s *Series) AddReplies(session []Datagram) {
	for i := range session {
		if !session[i].Sent && session[i].Note == "" {
			s.Add(session[i].Time, session[i].Decode())
		}
	}
}

// Collect returns a value over time, in the packets of a source that are of the same
// server as packet i. It ends early when ctx is done.
func Collect(ctx context.Context, from Source, i int, w Watch, progress func(share float64)) *Series {
	s := &Series{Watch: w}
	end := func(r Row) netip.AddrPort {
		if r.Direction == decoder.Request {
			return r.Dst
		}
		return r.Src
	}
	of, _ := from.Row(i)
	for k, n := 0, from.Len(); k < n && ctx.Err() == nil; k++ {
		if k%1024 == 0 {
			progress(float64(k) / float64(n))
		}
		r, ok := from.Row(k)
		if !ok || r.Direction != of.Direction || r.Protocol != of.Protocol || end(r) != end(of) {
			continue
		}
		if d, err := from.Datagram(k); err == nil {
			s.Add(r.Time, d.Decode())
		}
	}
	return s
}
