package state

import (
	"fmt"
	"strings"

	"fragscope/decoder"
	"fragscope/decoder/hexdump"
	"fragscope/decoder/render"
)

// A Form is a way in which bytes can be copied.
type Form struct {
	Name   string
	format hexdump.Format
}

// Forms returns the ways in which bytes can be copied: every format that can be
// written, plain digits first.
func Forms() []Form {
	var list []Form
	for _, f := range hexdump.Formats() {
		if f.Writable() && f != hexdump.Raw {
			list = append(list, Form{f.String(), f})
		}
	}
	return list
}

// Bytes returns b written in a form.
func (f Form) Bytes(b []byte) string { return string(hexdump.Dump(nil, f.format, b)) }

// SelectedBytes returns the selected bytes, all of the datagram when nothing is
// selected.
func (x *Inspector) SelectedBytes() []byte {
	data := x.Data()
	if x.chosen {
		return data[x.selected.Start:x.selected.End]
	}
	return data
}

// SelectedValue returns the value of the selected row as the packet has it,
// nothing escaped. ok is false when no row is selected.
func (x *Inspector) SelectedValue() (value string, ok bool) {
	if x.row < 0 {
		return "", false
	}
	if x.tree.Bit(x.row) {
		return x.tree.Value(x.row), true
	}
	return x.message.Text(x.tree.Field(x.row)), true
}

// SelectedLine returns the selected row as one line: where, what, its bytes, its
// value and what that means.
func (x *Inspector) SelectedLine() (line string, ok bool) {
	if x.row < 0 {
		return "", false
	}
	t, r := x.tree, x.row
	where := t.Range(r)
	parts := []string{fmt.Sprintf("0x%04x", where.Start), t.Name(r)}
	if !t.Bit(r) && where.Len() > 0 {
		parts = append(parts, fmt.Sprintf("% X", x.message.Data[where.Start:where.End]))
	}
	for _, s := range []string{t.Value(r), t.Note(r)} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, "  "), true
}

// Written returns the current datagram, or all datagrams with what they say
// together, as the command fragscope decode writes them.
func (x *Inspector) Written(f render.Format, all bool) string {
	r := &render.Report{}
	if x.message != nil {
		r.Datagrams = []*decoder.Message{x.message}
	}
	if l, ok := x.source.(*List); ok && all {
		r = render.NewReport(l.messages)
	}
	return string(render.Append(nil, f, r, render.Options{Full: true}))
}
