package state

import (
	"fmt"
	"slices"
	"strings"

	"fragscope/decoder/hexdump"
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

// CopiedData returns the bytes of the datagram that is shown as they may be
// copied: without addresses when those are hidden.
func (x *Inspector) CopiedData() []byte {
	if x.message == nil || !hidden.Load() {
		return x.Data()
	}
	d := Datagram{Link: x.message.Frame.Link, Protocol: x.message.Protocol(), From: x.message.Info.Direction}
	if g, err := x.source.Datagram(x.current); err == nil {
		d.Src, d.Dst, d.TCP, d.Number = g.Src, g.Dst, g.TCP, g.Number
	}
	return NewHider().one(&d, x.message)
}

// SelectedBytes returns the selected bytes as they may be copied, all of the
// datagram when nothing is selected.
func (x *Inspector) SelectedBytes() []byte {
	data := x.CopiedData()
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
	return HideText(x.message.Text(x.tree.Field(x.row))), true
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
		parts = append(parts, fmt.Sprintf("% X", x.CopiedData()[where.Start:where.End]))
	}
	for _, s := range []string{t.Value(r), t.Note(r)} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, "  "), true
}

// Copies returns the datagrams that are shown, or the one of a capture that is.
// The list is the caller's, for another goroutine too.
func (x *Inspector) Copies() []Datagram {
	if l, ok := x.source.(*List); ok {
		return slices.Clone(l.datagrams)
	}
	if d, err := x.source.Datagram(x.current); err == nil && x.message != nil {
		return []Datagram{d}
	}
	return nil
}
