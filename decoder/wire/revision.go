package wire

import "slices"

// A Revision is messages as they are known when they are read together. The
// messages given stay as they are: one of which the others show more is
// replaced by a copy.
type Revision struct {
	Messages []*Message
	copied   []uint8 // of each message: nothing, what is beside its fields, or all of it
}

// What of a message of a Revision is a copy.
const (
	copiedNothing = iota
	copiedHead
	copiedAll
)

// Revise begins a Revision of ms.
func Revise(ms []*Message) *Revision {
	return &Revision{slices.Clone(ms), make([]uint8, len(ms))}
}

// AddProblem records an anomaly of message i.
func (r *Revision) AddProblem(i int, info *ProblemInfo, offset, length int, a, b uint64) {
	if r.copied[i] == copiedNothing {
		r.Messages[i], r.copied[i] = r.Messages[i].apart(), copiedHead
	}
	r.Messages[i].AddProblem(info, offset, length, a, b)
}

// Fields returns the fields of message i, to be changed.
func (r *Revision) Fields(i int) []Field {
	if r.copied[i] != copiedAll {
		m := r.Messages[i].apart()
		m.Fields = slices.Clone(m.Fields)
		r.Messages[i], r.copied[i] = m, copiedAll
	}
	return r.Messages[i].Fields
}

// apart returns a copy of m that may get problems of its own. It shares the
// fields and the bytes.
func (m *Message) apart() *Message {
	c := *m
	c.Problems = slices.Clone(m.Problems)
	return &c
}

// WithProblem returns a copy of m with one more anomaly. It shares the fields
// and the bytes.
func (m *Message) WithProblem(info *ProblemInfo, offset, length int, a, b uint64) *Message {
	c := m.apart()
	c.AddProblem(info, offset, length, a, b)
	return c
}
