package wire

import "slices"

// A Revision is messages as they are known when they are read together. The
// messages given stay as they are: one of which the others show more is
// replaced by a copy.
type Revision struct {
	Messages []*Message
	Unpack   int     // bytes that compressed messages may still become
	copied   []uint8 // of each message: nothing, what is beside its fields, or all of it
}

// What of a message of a Revision is a copy.
const (
	copiedNothing = iota
	copiedHead
	copiedAll
)

// Compressed messages may become as many bytes together, and so many times those
// of all messages, so that many that are made to fill the memory do not.
const (
	minUnpack   = 256 << 10
	unpackRatio = 8
)

// Revise begins a Revision of ms.
func Revise(ms []*Message) *Revision {
	r := &Revision{Messages: slices.Clone(ms), copied: make([]uint8, len(ms)), Unpack: minUnpack}
	for _, m := range ms {
		if m != nil {
			r.Unpack += unpackRatio * len(m.Data)
		}
	}
	return r
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
