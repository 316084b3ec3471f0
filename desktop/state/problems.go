package state

import (
	"slices"

	"fragscope/decoder"
	"fragscope/decoder/view"
)

type placed struct{ field, problem int32 }

// place returns the problems of m in order of the fields that they are beside.
func place(m *decoder.Message) []placed {
	var list []placed
	for i := range m.Problems {
		if f := view.FieldOf(m, &m.Problems[i]); f >= 0 {
			list = append(list, placed{int32(f), int32(i)})
		}
	}
	slices.SortStableFunc(list, func(a, b placed) int { return int(a.field - b.field) })
	return list
}

// ProblemOf returns the worst problem beside a row of the tree, or in what a
// closed row hides: which it is of the message's, -1 for none.
func (x *Inspector) ProblemOf(r int) int {
	if r < 0 || r >= x.tree.Len() || x.tree.Bit(r) {
		return -1
	}
	from := int32(x.tree.Field(r))
	to := from + 1
	if x.tree.Holds(r) && !x.tree.Open(r) {
		to = int32(x.message.Next(int(from)))
	}
	i, _ := slices.BinarySearchFunc(x.places, from, func(p placed, f int32) int { return int(p.field - f) })
	worst := -1
	for ; i < len(x.places) && x.places[i].field < to; i++ {
		if p := int(x.places[i].problem); worst < 0 ||
			x.message.Problems[p].Info.Severity > x.message.Problems[worst].Info.Severity {
			worst = p
		}
	}
	return worst
}

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

const maxFindings = 500

// Findings returns the problems of the current datagram and of those that are related to it, in their order.
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
	for _, j := range view.AppendProblems(make([]int, 0, 20), x.message, r) {
		list = append(list, finding(x.message, x.current, j))
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

func (x *Inspector) ShowFinding(f Finding) {
	if f.Datagram != x.current {
		x.Go(f.Datagram)
	}
	x.SelectPlace(f.Range)
	x.Say(f.said())
}

func (f Finding) said() string { return f.Severity.String() + ": " + f.Message }

// NextProblem selects the next problem, or the one before when by is negative.
// It continues in other datagrams, around the end.
func (x *Inspector) NextProblem(by int) {
	x.step(view.Steps{By: by}, "there are no problems")
}

// NextUnknown selects the next undocumented bytes.
func (x *Inspector) NextUnknown(by int) {
	x.step(view.Steps{Unknown: true, By: by}, "there are no unknown bytes")
}

func (x *Inspector) step(s view.Steps, none string) {
	if s.From = -1; x.chosen {
		s.From = x.selected.Start
	}
	n := x.source.Len()
	p, ok := s.Next(x.current, n, n, func(i int) *decoder.Message {
		if i != x.current && !s.Unknown && !x.hasProblem(i) {
			return nil
		}
		return x.messageAt(i)
	})
	if !ok {
		x.Say(none)
		return
	}
	if p.Datagram != x.current {
		x.Go(p.Datagram)
	}
	x.SelectPlace(p.Range)
	if p.Problem >= 0 {
		x.Say(finding(x.message, x.current, p.Problem).said())
		return
	}
	x.Say(x.Where())
}

// hasProblem reports whether datagram i has a problem, which a capture knows without fetching its bytes.
func (x *Inspector) hasProblem(i int) bool {
	r, ok := x.source.Row(i)
	return ok && r.Worst != NoProblem
}
