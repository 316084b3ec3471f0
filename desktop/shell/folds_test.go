package shell

import (
	"strings"
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
	s.captures.ShowPackets()
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

// TestInspectorComesToFront: what goes to a place in the inspector shows it where
// another tab is in front.
func TestInspectorComesToFront(t *testing.T) {
	r := newRig(t)
	s := r.shell
	r.openSample("scan-with-other-traffic.pcapng")
	r.world.set("10.0.0.1:7778", status("One", "DM-A", "ann"))
	s.servers.addAddresses([]string{"10.0.0.1:7778"})
	r.until("the answer", func() bool { row := r.row("10.0.0.1:7778"); return row != nil && row.Answers })
	s.servers.choose("10.0.0.1:7778")
	away := map[string]func(){
		viewServers:  func() { s.servers.details.tabs.SelectIndex(0) },
		viewCaptures: func() { s.captures.ShowTab(0) },
		viewSend:     func() { s.send.tabs.SelectIndex(1) },
	}
	seen := func(view string) bool {
		switch view {
		case viewServers:
			return s.servers.details.tabs.Selected() == s.servers.details.packets
		case viewCaptures:
			return ui.CaptureTabs[s.captures.Snapshot().Tab] == "Packets"
		}
		return s.send.tabs.SelectedIndex() == 0
	}
	menu := s.win.MainMenu()
	for view, away := range away {
		for _, name := range []string{"Find in packets", "Next problem", "Problems", "F8"} {
			s.Show(view)
			away()
			if seen(view) {
				t.Fatalf("%s: the inspector shows behind another tab", view)
			}
			if name == "F8" {
				s.key(fyne.KeyF8)
			}
			for _, m := range menu.Items {
				for _, i := range m.Items {
					if strings.HasPrefix(i.Label, name) && m.Label != "Capture" { // whose problems are a tab
						i.Action()
					}
				}
			}
			if s.view() != view || !seen(view) {
				t.Errorf("%s, %s: the inspector is not in front", view, name)
			}
		}
	}
}
