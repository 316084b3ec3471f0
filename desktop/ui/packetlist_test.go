package ui

import (
	"testing"

	"fragscope/desktop/state"

	"fyne.io/fyne/v2"
)

// TestNumberColumn: the numbers of packets take the room that they need, no more,
// and what a packet is has the rest.
func TestNumberColumn(t *testing.T) {
	x := state.NewInspector()
	l := NewPacketList(x)
	l.grid.Resize(fyne.NewSize(280, 200))
	width := func(packets int, first int64) (number, info float32) {
		list := make([]state.Datagram, packets)
		for i := range list {
			list[i] = state.Datagram{Number: first + int64(i), Data: []byte{0x79, 0, 0, 0, 0}}
		}
		x.Open(state.NewList(list))
		l.grid.lay()
		return l.grid.places[0].width, l.grid.places[len(l.grid.columns)-1].width
	}
	few, wide := width(7, 1)
	many, narrow := width(3, 1_000_000)
	digits := textFont(true).width("1000002")
	if few > textFont(true).width("No.  ")+12 || many < digits || wide <= narrow {
		t.Errorf("7 packets: %v and %v wide; numbers of 7 digits, %v: %v and %v", few, wide, digits, many, narrow)
	}
	if wide < textFont(false).width("server info reply · 2 ms")+10 {
		t.Errorf("what a packet is has %v of 280", wide)
	}
}

// TestEmptyProblems: the tab of problems cannot be chosen while there are none,
// as on the page, unless it is in front.
func TestEmptyProblems(t *testing.T) {
	i := NewInspector()
	disabled := func() bool { return i.tabProblems.Disabled() }
	if !disabled() {
		t.Error("it can be chosen while there is no packet")
	}
	i.SetDatagrams([]state.Datagram{{Data: []byte{0x79, 0, 0, 0, 0}}})
	if !disabled() {
		t.Error("it can be chosen while there are no problems")
	}
	i.SetDatagrams([]state.Datagram{{Data: []byte{1, 2, 3}}})
	if disabled() {
		t.Error("it cannot be chosen while there is a problem")
	}
	i.ShowTab(TabProblems)
	i.SetDatagrams([]state.Datagram{{Data: []byte{0x79, 0, 0, 0, 0}}})
	if disabled() {
		t.Error("it is disabled in front")
	}
}
