package view

import "fragscope/decoder/wire"

// FieldOf returns the field that a problem is shown beside: the one with its
// range, a leaf before a group, or the leaf that it begins in, or the last; -1
// without any fields.
func FieldOf(m *wire.Message, p *wire.Problem) int {
	if f := m.FieldAt(int(p.Offset), int(p.Length)); f >= 0 {
		return f
	}
	return len(m.Fields) - 1
}

// AppendProblems appends the index of each problem that touches r, at most as
// many as there is room for; one without bytes also where r begins or ends.
func AppendProblems(dst []int, m *wire.Message, r Range) []int {
	for i := range m.Problems {
		p := &m.Problems[i]
		at, end := int(p.Offset), p.End()
		if (p.Length == 0 && at >= r.Start && at <= r.End || at < r.End && end > r.Start) && len(dst) < cap(dst) {
			dst = append(dst, i)
		}
	}
	return dst
}

// A Place is where somebody is led: to a problem, or to unknown bytes.
type Place struct {
	Datagram int
	Range
	Problem int // in the Problems of the message, -1 for unknown bytes
}

// Steps leads from place to place.
type Steps struct {
	Unknown bool // to unknown bytes, not to problems
	By      int  // negative to the place before
	From    int  // the first byte of what is selected in the current datagram, -1 for nothing
}

// Next looks for the next place in the current datagram, and then in so many
// others, around the end. message returns a datagram, nil for one in which
// there is nothing.
func (s Steps) Next(current, others, total int, message func(int) *wire.Message) (Place, bool) {
	by := 1
	if s.By < 0 {
		by = -1
	}
	for k := 0; k <= others && total > 0; k++ {
		i := ((current+by*k)%total + total) % total
		if k > 0 {
			s.From = -1
		}
		if m := message(i); m != nil {
			if p, ok := s.in(m, by); ok {
				p.Datagram = i
				return p, true
			}
		}
	}
	return Place{}, false
}

// in returns the first place of m after From, or the last one before it; the
// first or last of all without From.
func (s Steps) in(m *wire.Message, by int) (best Place, found bool) {
	consider := func(p Place) {
		after := (p.Start - s.From) * by
		nearer := (best.Start - p.Start) * by
		if (s.From < 0 || after > 0) && (!found || nearer > 0 || nearer == 0 && by < 0) {
			best, found = p, true
		}
	}
	if s.Unknown {
		for i := range m.Fields {
			if f := &m.Fields[i]; f.Kind == wire.KindUnknown && f.Length > 0 {
				consider(Place{Range: Row{Field: i}.Range(m), Problem: -1})
			}
		}
		return best, found
	}
	for i := range m.Problems {
		p := &m.Problems[i]
		consider(Place{Range: Range{int(p.Offset), p.End()}, Problem: i})
	}
	return best, found
}
