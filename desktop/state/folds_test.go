package state

import (
	"context"
	"testing"
)

// groupAt returns the row of the group with a key that is the nth of its kind.
func groupAt(t *testing.T, x *Inspector, key string, nth int) int {
	t.Helper()
	for r := range x.Tree().Len() {
		if x.Tree().Holds(r) && x.Tree().Key(r) == key {
			if nth--; nth < 0 {
				return r
			}
		}
	}
	t.Fatalf("there is no group %s", key)
	return -1
}

// TestFolds: headers that were opened are open in the packet that is gone to, in
// another source and in an inspector beside this one; one of many of a kind says
// nothing about others.
func TestFolds(t *testing.T) {
	list := opened(t, "frame-ethernet-vlan").Source().(*List)
	frame := list.datagrams[0]
	rules := Datagram{Data: samplesOf(t, "ut2004-rules-reply")[0]}
	x, beside := NewInspector(), NewInspector()
	x.ShareFolds(beside)
	x.Open(NewList([]Datagram{frame, rules, frame}))
	keys := map[string]bool{"frame.ethernet": false, "frame.ipv4": false, "frame.udp": false}
	for key := range keys {
		if x.Tree().Open(groupAt(t, x, key, 0)) {
			t.Fatalf("%s is open at first", key)
		}
	}
	want := func(where string, x *Inspector, open map[string]bool) {
		t.Helper()
		for key, open := range open {
			if x.Tree().Open(groupAt(t, x, key, 0)) != open {
				t.Errorf("%s: %s is open: %v, expected %v", where, key, !open, open)
			}
		}
	}
	x.SetOpen(groupAt(t, x, "frame.ipv4", 0), true)
	keys["frame.ipv4"] = true
	x.Go(2)
	want("the next frame", x, keys)
	x.Go(0)
	want("the first again", x, keys)
	x.Open(NewList([]Datagram{frame}))
	want("another source", x, keys)
	beside.Open(NewList([]Datagram{frame}))
	want("an inspector beside", beside, keys)
	x.RunWith(func(_ string, task Task) {
		show := task(context.Background(), func(float64) {})
		x.SetOpen(groupAt(t, x, "frame.udp", 0), true) // meanwhile
		show()
	})
	x.Open(NewList([]Datagram{frame, frame}))
	x.Seek("next", func(x *Inspector) { x.Go(1) })
	x.Go(0)
	keys["frame.udp"] = true
	want("after a search", x, keys)

	x.SetAllOpen(false)
	x.Go(1)
	want("all closed", x, map[string]bool{"frame.ethernet": false, "frame.ipv4": false, "frame.udp": false})
	x.SetAllOpen(true)
	x.Go(0)
	want("all open", x, map[string]bool{"frame.ethernet": true, "frame.ipv4": true, "frame.udp": true})

	x = NewInspector()
	x.Open(NewList([]Datagram{rules, rules}))
	pair := "unreal2.rules.rule"
	x.SetOpen(groupAt(t, x, pair, 0), true)
	x.Go(1)
	if x.Tree().Open(groupAt(t, x, pair, 0)) || x.Tree().Open(groupAt(t, x, pair, 1)) {
		t.Error("one rule of many was opened, and one of the next packet is open")
	}
}

// TestFoldedSelection: what is selected in a group that is closed gives way to the
// group, as on the page.
func TestFoldedSelection(t *testing.T) {
	x := opened(t, "frame-ethernet-vlan")
	ip := groupAt(t, x, "frame.ipv4", 0)
	x.SetOpen(ip, true)
	for what, closes := range map[string]func(){"one": func() { x.SetOpen(ip, false) }, "all": func() {
		x.SetAllOpen(false)
	}} {
		x.SelectRow(ip + 2)
		closes()
		if r, ok := x.Selection(); x.Row() != ip || !ok || r != x.Tree().Range(ip) {
			t.Errorf("%s closed: row %d is selected, expected %d", what, x.Row(), ip)
		}
	}
}
