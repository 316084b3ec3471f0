package session

import (
	"slices"

	"fragscope/decoder/view"
	"fragscope/decoder/wire"
	"fragscope/wasm/inspector/pack"
)

// hitWords is what a hit takes in an answer: datagram, row (-1 for bytes), and
// the first byte and the one after the last.
const hitWords = 4

// Search writes what query looks for, and where it is in the datagrams from
// current on: the number after #, whether it is a place, the bytes that it may
// be as digits, how many hits there are, and those that are listed. A place is
// in the current datagram.
func (s *Session) Search(w *pack.Writer, query string, current int) {
	what := view.SearchFor(query)
	place := what.Place.Len() > 0
	w.Int(what.Number)
	w.Bool(place)
	w.Text(string(wire.AppendHex(nil, what.Bytes, wire.LowerHex, " ")))
	var hits view.Hits
	order := make([]int, len(s.messages))
	for i := range order {
		order[i] = i
	}
	current = min(max(current, 0), len(order))
	order = slices.Concat(order[current:], order[:current])
	if place {
		order = order[:min(1, len(order))]
	}
	for _, i := range order {
		hits.Add(what, i, s.messages[i])
	}
	w.Int(hits.Total)
	w.Int(len(hits.List))
	out := w.Words(hitWords * len(hits.List))
	for i, h := range hits.List {
		word := out[i*hitWords:][:hitWords]
		word[0], word[1], word[2], word[3] = uint32(h.Datagram), uint32(h.Row), uint32(h.Start), uint32(h.End)
	}
}

// Next writes where the next place is, if there is any: its datagram, the first
// byte and the one after the last, and the problem, -1 for unknown bytes.
func (s *Session) Next(w *pack.Writer, steps view.Steps, current, others int) {
	p, ok := steps.Next(current, others, len(s.messages), s.Message)
	w.Bool(ok)
	w.Int(p.Datagram)
	w.Int(p.Start)
	w.Int(p.End)
	w.Int(p.Problem)
}

// The most leaves and problems that are written of a selection.
const (
	mostLeaves   = 30
	mostProblems = 20
)

// Touched writes the leaves and the problems of message i that some bytes touch.
func (s *Session) Touched(w *pack.Writer, i, start, end int) {
	if t, r := s.tree(i), (view.Range{Start: start, End: end}); t.Message != nil {
		w.Ints(t.AppendLeaves(make([]int, 0, mostLeaves), r))
		w.Ints(view.AppendProblems(make([]int, 0, mostProblems), t.Message, r))
	}
}
