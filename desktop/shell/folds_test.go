package shell

import (
	"testing"

	"fragscope/desktop/state"
	"fragscope/desktop/ui"
	"fragscope/samples"

	"fyne.io/fyne/v2"
)

// headers are the states of a packet's headers: + open, - closed.
func headers(x *state.Inspector) (s string) {
	for i := range x.Tree().Visible() {
		r := x.Tree().RowAt(i)
		if x.Tree().Depth(r) == 0 && x.Tree().Holds(r) && x.Tree().Range(r).Start < x.Message().Payload {
			s += x.Tree().Name(r) + map[bool]string{true: "+ ", false: "- "}[x.Tree().Open(r)]
		}
	}
	return s
}

// TestFoldsHold opens a header with the key: it is open in the next packet, after
// the text was changed, and in the other views.
func TestFoldsHold(t *testing.T) {
	r := newRig(t)
	s := r.shell
	r.openSample("scan-with-other-traffic.pcapng")
	s.Show(viewCaptures)
	x := s.captures.Inspector().State()
	want := func(where string, x *state.Inspector, list string) {
		t.Helper()
		if got := headers(x); got != list {
			t.Errorf("%s: %q, expected %q", where, got, list)
		}
	}
	x.Go(0)
	want("at first", x, "Ethernet- IPv4- UDP- ")
	for row := range x.Tree().Len() {
		if x.Tree().Name(row) == "IPv4" {
			x.SelectRow(row)
		}
	}
	each(s.captures.Content, func(o fyne.CanvasObject) {
		if fields, ok := o.(*ui.FieldTree); ok {
			s.win.Canvas().Focus(fields)
		}
	})
	r.press(fyne.KeyRight)
	want("after the key", x, "Ethernet- IPv4+ UDP- ")
	x.Go(1)
	want("the next packet", x, "Ethernet- IPv4+ UDP- ")

	sample, _ := samples.Get("frame-ethernet-vlan")
	x = s.paste.Inspector().State()
	s.paste.SetText(sample.Text)
	r.until("the paste", func() bool { return x.Message() != nil })
	want("a paste", x, "Ethernet- VLAN tag- IPv4+ UDP- ")
	before := len(x.Data())
	s.paste.SetText(sample.Text + " 00")
	r.until("a byte more", func() bool { return len(x.Data()) > before })
	want("a byte more", x, "Ethernet- VLAN tag- IPv4+ UDP- ")
}
