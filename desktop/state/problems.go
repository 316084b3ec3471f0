package state

import (
	"slices"

	"fragscope/decoder"
	"fragscope/decoder/view"
)

// placed is a problem beside a field.
type placed struct {
	field int32
	worst int8
}

// place returns for each field of m that a problem begins in how bad the worst
// is, in order of the fields.
func place(m *decoder.Message) []placed {
	var list []placed
	for i := range m.Problems {
		p := &m.Problems[i]
		f := view.FieldOf(m, p)
		if f >= 0 {
			list = append(list, placed{int32(f), int8(p.Info.Severity)})
		}
	}
	slices.SortFunc(list, func(a, b placed) int {
		if a.field != b.field {
			return int(a.field - b.field)
		}
		return int(b.worst) - int(a.worst)
	})
	return slices.CompactFunc(list, func(a, b placed) bool { return a.field == b.field })
}

// WorstOf returns how bad the worst problem is that begins in a row of the
// tree, or in what a closed row hides; NoProblem for none.
func (x *Inspector) WorstOf(r int) int {
	if r < 0 || r >= x.tree.Len() || x.tree.Bit(r) {
		return NoProblem
	}
	from := int32(x.tree.Field(r))
	to := from + 1
	if x.tree.Holds(r) && !x.tree.Open(r) {
		to = int32(x.message.Next(int(from)))
	}
	i, _ := slices.BinarySearchFunc(x.places, from, func(p placed, f int32) int { return int(p.field - f) })
	worst := NoProblem
	for ; i < len(x.places) && x.places[i].field < to; i++ {
		worst = max(worst, int(x.places[i].worst))
	}
	return worst
}

// A Finding is a problem with the sentences about it.
type Finding struct {
	Datagram int
	Index    int // in the Problems of its message
	Severity decoder.Severity
	Code     string
	Range    Range
	Message  string
	Advice   string
	Story    string // the longer story, "" for none
	Source   string
}

// maxFindings bounds how many problems are listed.
const maxFindings = 500

// Findings returns the problems of the current datagram and of those that are
// related to it, in their order.
func (x *Inspector) Findings() []Finding {
	var list []Finding
	for _, i := range x.source.Related(x.current) {
		m := x.messageAt(i)
		if m == nil {
			continue
		}
		for j := range m.Problems {
			if len(list) == maxFindings {
				return list
			}
			list = append(list, finding(m, i, j))
		}
	}
	return list
}

func finding(m *decoder.Message, i, j int) Finding {
	p := &m.Problems[j]
	return Finding{
		Datagram: i, Index: j, Severity: p.Info.Severity, Code: p.Info.Code, Range: Range{Start: int(p.Offset), End: p.End()},
		Message: m.Message(p), Advice: m.Advice(p), Story: p.Info.Story, Source: p.Info.Source,
	}
}

// ProblemsAt returns the problems that touch a range of the current datagram.
func (x *Inspector) ProblemsAt(r Range) []Finding {
	var list []Finding
	if x.message == nil {
		return nil
	}
	for j := range x.message.Problems {
		p := &x.message.Problems[j]
		at, end := int(p.Offset), p.End()
		if p.Length == 0 && at >= r.Start && at <= r.End || at < r.End && end > r.Start {
			list = append(list, finding(x.message, x.current, j))
		}
		if len(list) == 20 {
			break
		}
	}
	return list
}

// messageAt returns message i, the current one without asking the source.
func (x *Inspector) messageAt(i int) *decoder.Message {
	if i == x.current {
		return x.message
	}
	m, err := x.source.Message(i)
	if err != nil {
		return nil
	}
	return m
}

// ShowFinding shows the datagram of a problem and selects its place.
func (x *Inspector) ShowFinding(f Finding) {
	if f.Datagram != x.current {
		x.Go(f.Datagram)
	}
	x.SelectPlace(f.Range)
	x.Say(f.Severity.String() + ": " + f.Message)
}

// SelectPlace selects the field with a range, or else its bytes, or else the
// field that it stands in.
func (x *Inspector) SelectPlace(r Range) {
	m := x.message
	if m == nil {
		return
	}
	if r.Len() > 0 {
		if f := m.FieldAt(r.Start, r.Len()); f >= 0 && int(m.Fields[f].Offset) == r.Start && m.Fields[f].End() == r.End {
			x.SelectRow(x.tree.RowOf(f))
			return
		}
		x.SelectBytes(r.Start, r.End-1)
		return
	}
	if len(m.Fields) > 0 {
		f := m.FieldAt(r.Start, 0)
		if f < 0 {
			f = len(m.Fields) - 1
		}
		x.SelectRow(x.tree.RowOf(f))
	}
}

// NextProblem selects the next problem, or the one before when by is negative.
// It goes on in other datagrams and begins again at the end.
func (x *Inspector) NextProblem(by int) {
	x.step(by, "there are no problems", x.hasProblem, func(m *decoder.Message) []Range {
		list := make([]Range, len(m.Problems))
		for i := range m.Problems {
			list[i] = Range{Start: int(m.Problems[i].Offset), End: m.Problems[i].End()}
		}
		return list
	})
}

// NextUnknown selects the next bytes that nobody understands.
func (x *Inspector) NextUnknown(by int) {
	anywhere := func(int) bool { return true }
	x.step(by, "there are no unknown bytes", anywhere, func(m *decoder.Message) []Range {
		var list []Range
		for i := range m.Fields {
			if f := &m.Fields[i]; f.Kind == decoder.KindUnknown && f.Length > 0 {
				list = append(list, Range{Start: int(f.Offset), End: f.End()})
			}
		}
		return list
	})
}

func (x *Inspector) step(by int, none string, mayHave func(int) bool, places func(*decoder.Message) []Range) {
	n := x.source.Len()
	if n == 0 {
		x.Say(none)
		return
	}
	by = 1 - 2*min(1, max(0, -by)) // 1 or -1
	for k := 0; k <= n; k++ {
		i := ((x.current+by*k)%n + n) % n
		if k > 0 && !mayHave(i) {
			continue
		}
		m := x.messageAt(i)
		if m == nil {
			continue
		}
		list := places(m)
		slices.SortStableFunc(list, func(a, b Range) int { return a.Start - b.Start })
		from := Range{Start: -1, End: -1}
		if k == 0 && x.chosen {
			from = x.selected
		} else if by < 0 {
			from = Range{Start: 1 << 40, End: 1 << 40}
		}
		at := -1
		for j := range list {
			if by > 0 && list[j].Start > from.Start {
				at = j
				break
			}
			if by < 0 && list[j].Start < from.Start {
				at = j
			}
		}
		if at < 0 {
			continue
		}
		if i != x.current {
			x.Go(i)
		}
		x.SelectPlace(list[at])
		x.Say(x.describe(list[at]))
		return
	}
	x.Say(none)
}

// hasProblem reports whether datagram i has a problem, which a capture knows
// without fetching its bytes.
func (x *Inspector) hasProblem(i int) bool {
	r, ok := x.source.Row(i)
	return ok && r.Worst != NoProblem
}

func (x *Inspector) describe(r Range) string {
	for j := range x.message.Problems {
		p := &x.message.Problems[j]
		if int(p.Offset) == r.Start && p.End() == r.End {
			return p.Info.Severity.String() + ": " + x.message.Message(p)
		}
	}
	return x.Where()
}
