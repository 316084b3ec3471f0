package session

import (
	"fragscope/decoder"
	"fragscope/decoder/edit"
	"fragscope/decoder/view"
	"fragscope/wasm/inspector/pack"
)

// An Op is a way to change a field.
type Op uint8

// The ways to change a field; see the functions of package decoder.
const (
	OpEdit Op = iota
	OpRaw
	OpSetBit
	OpClearBit
	OpDelete
	OpDuplicate
)

type noField struct{}

func (noField) Error() string { return "The field was not found." }

// Change writes the datagram that comes of changing a field of message i, or
// why it cannot be. value is the text of OpEdit, the bytes of OpRaw; mask is
// for the bits.
func (s *Session) Change(w *pack.Writer, i, field int, op Op, value []byte, mask uint64) {
	m := s.Message(i)
	if m == nil || field < 0 || field >= len(m.Fields) {
		result(w, nil, noField{})
		return
	}
	var b []byte
	var err error
	switch op {
	case OpEdit:
		b, err = edit.Edit(m, field, string(value))
	case OpRaw:
		b, err = edit.EditRaw(m, field, value)
	case OpSetBit, OpClearBit:
		b, err = edit.SetBit(m, field, mask, op == OpSetBit)
	case OpDelete:
		b, err = edit.DeleteField(m, field)
	case OpDuplicate:
		b, err = edit.DuplicateField(m, field)
	default:
		err = noField{}
	}
	result(w, b, err)
}

// Diff writes which values differ between two messages: how, and the rows.
func Diff(w *pack.Writer, a, b *decoder.Message) {
	if a == nil || b == nil {
		w.Int(0)
		return
	}
	changes := edit.Diff(a, b)
	ta, tb := view.NewTree(a), view.NewTree(b)
	w.Int(len(changes))
	for _, c := range changes {
		w.U32(uint32(c.Kind))
		w.Int(ta.RowOf(c.A))
		w.Int(tb.RowOf(c.B))
	}
}
