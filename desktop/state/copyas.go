package state

import "slices"

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
	return NewAnonymizer().one(&d, x.message)
}

// SelectedBytes returns the selected bytes as they may be copied, all of the datagram when nothing is selected.
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
	if x.selected.Row < 0 {
		return "", false
	}
	if x.tree.Bit(x.selected.Row) {
		return x.tree.Value(x.selected.Row), true
	}
	return HideText(x.message.Text(x.tree.Field(x.selected.Row))), true
}

// SelectedLine returns the selected row as one line: where, what, its bytes, its value and what that means.
func (x *Inspector) SelectedLine() (line string, ok bool) {
	if x.selected.Row < 0 {
		return "", false
	}
	return string(x.tree.Row(x.selected.Row).AppendLine(nil, x.message, x.CopiedData(), shown)), true
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
