package shell

import (
	"image/color"
	"strings"
	"testing"

	"fragscope/desktop/ui"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// edge returns the colour of the edge of an entry.
func edge(e *ui.Entry) color.Color {
	for _, o := range test.WidgetRenderer(e).Objects() {
		if r, ok := o.(*canvas.Rectangle); ok && r.StrokeWidth > 0 {
			return r.StrokeColor
		}
	}
	return nil
}

// TestWrongIsRed: what is typed and is no value is red at once, in every place that
// takes values, and no longer when it is one or is cleared.
func TestWrongIsRed(t *testing.T) {
	r := newRig(t)
	s := r.shell
	red := func(what string, e *ui.Entry, want bool) {
		t.Helper()
		if got := edge(e) == color.Color(ui.CurrentPalette().Error); got != want {
			t.Errorf("%s: %q is red: %v", what, e.Text, got)
		}
	}
	typed := func(what string, e *ui.Entry, wrong, right string) {
		t.Helper()
		s.win.Canvas().Focus(e)
		e.SetText(wrong)
		red(what+", typed", e, true)
		s.win.Canvas().Unfocus()
		red(what+", left", e, true)
		s.win.Canvas().Focus(e)
		e.SetText(right)
		red(what+", mended", e, false)
	}
	typed("filter of servers", s.servers.filter, "ping<x", "ping<80")
	if s.status.failed {
		t.Errorf("%q is still said", s.status.text)
	}
	s.Show(viewSend)
	s.send.choose("gamespy3", "")
	typed("field of a request", s.send.form.entries["gamespy3.request.id"], "zz", "01 02 03 04")
	typed("bytes of a request", s.send.hex, "79 00 00 00 0O", "79 00 00 00 00")
	for _, e := range []struct {
		entry *ui.Entry
		enter func()
	}{{s.send.address, s.send.start}, {s.servers.address, s.servers.queryTyped}} {
		for _, wrong := range []string{"", "127.0.0.1:0", "-", "._"} {
			e.entry.SetText(wrong)
			red("address that is typed", e.entry, false)
			e.enter()
			red("address that was entered", e.entry, true)
		}
		e.entry.SetText("127.0.0.1:1")
		red("address, mended", e.entry, false)
	}
	s.showPreferences()
	timeouts := 0
	each(r.dialogs()[0], func(o fyne.CanvasObject) {
		if e, ok := o.(*ui.Entry); ok && e.Text == "1500" {
			timeouts++
			typed("timeout", e, "15 s", "1500")
		}
	})
	if timeouts != 1 {
		t.Errorf("%d timeouts in the preferences", timeouts)
	}
	s.win.Canvas().Unfocus()
	r.press(fyne.KeyEscape)
	r.openSample("ut3-challenge.pcapng")
	filter := r.packetFilter()
	for _, wrong := range []string{"udp.port = 7", "protocol =="} {
		s.win.Canvas().Focus(filter)
		filter.SetText(wrong)
		s.captures.Filter(wrong)
		red("filter of packets", filter, true)
	}
	for range 2 { // the first closes what is suggested
		filter.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	}
	red("filter of packets, cleared", filter, false)
}

// packetFilter returns where the filter of a capture is typed.
func (r *rig) packetFilter() (filter *ui.Entry) {
	each(r.shell.captures.Content, func(o fyne.CanvasObject) {
		if e, ok := o.(*ui.Entry); ok && strings.HasPrefix(e.PlaceHolder, "Filter, such as") {
			filter = e
		}
	})
	return filter
}

// openSample opens a sample capture.
func (r *rig) openSample(name string) {
	r.t.Helper()
	s := r.shell
	for _, c := range s.sampleCaptures() {
		if c.name == name {
			if err := c.open(); err != nil {
				r.t.Fatal(err)
			}
		}
	}
	r.until("the capture", func() bool { c := s.captures.Snapshot(); return c.Loaded && !c.Working && c.Packets > 0 })
}

// TestVaryKeepsValues: what was typed below Try several values is there again the next
// time, whether it was refused, sent or cancelled.
func TestVaryKeepsValues(t *testing.T) {
	r := newRig(t)
	r.world.reply = func([]byte) [][]byte { return [][]byte{infoReply} }
	v := r.shell.send
	r.shell.Show(viewSend)
	v.choose("unreal2", "")
	v.address.SetText("10.0.0.1:7778")
	entries := func() (values, pause *ui.Entry) {
		t.Helper()
		var list []*ui.Entry
		for _, f := range r.focusable() {
			if e, ok := f.(*ui.Entry); ok {
				list = append(list, e)
			}
		}
		if len(list) != 2 {
			t.Fatalf("the dialog has %d entries", len(list))
		}
		return list[0], list[1]
	}
	for _, c := range []struct{ values, pause, button, said string }{
		{"0..2, many", "150", "Send", "many"},
		{"0, 1", "soon", "Send", "pause"},
		{"1, 2", "0", "Cancel", ""},
		{"0, 1", "0", "Send", ""},
	} {
		r.shell.status.clear()
		r.shell.try(v.askVary)()
		values, pause := entries()
		values.SetText(c.values)
		pause.SetText(c.pause)
		r.tap(c.button)
		if s := r.shell.status; s.failed != (c.said != "") || !strings.Contains(strings.ToLower(s.text), c.said) {
			t.Errorf("%q, %q: %q is said", c.values, c.pause, s.text)
		}
		r.shell.try(v.askVary)()
		if values, pause := entries(); values.Text != c.values || pause.Text != c.pause {
			t.Errorf("after %s of %q, %q there are %q, %q", c.button, c.values, c.pause, values.Text, pause.Text)
		}
		r.tap("Cancel")
	}
	r.until("both", func() bool { return v.varying == nil && len(v.rounds) == 2 && !v.rounds[1].Running })
}

// TestKeyboardFollowsView: the keyboard is never in a view that is not in front,
// the paste box has it at once, and so have the overview of a capture that was
// opened and the packets of a server in it.
func TestKeyboardFollowsView(t *testing.T) {
	r := asked(t)
	s, c := r.shell, r.shell.win.Canvas()
	s.Show(viewServers)
	for _, name := range []string{viewPaste, viewCaptures, viewSend, viewServers} {
		c.Focus(s.servers.address)
		s.Show(name)
		if f := c.Focused(); f == fyne.Focusable(s.servers.address) {
			t.Errorf("%s is in front, the keyboard is in the address of a server", name)
		}
		if name == viewPaste && (c.Focused() == nil || !strings.HasPrefix(c.Focused().(fyne.Accessible).AccessibilityLabel(),
			"Paste a packet")) {
			t.Errorf("in Paste the keyboard is in %T", c.Focused())
		}
	}
	c.Focus(s.servers.address)
	r.openSample("scan-with-other-traffic.pcapng")
	r.press(fyne.KeyDown)
	r.press(fyne.KeyReturn)
	r.until("the packets of a server", func() bool { c := s.captures.Snapshot(); return !c.Working && c.Filter != "" })
	before := s.captures.Inspector().State().Current()
	r.press(fyne.KeyDown)
	if now := s.captures.Inspector().State().Current(); now != before+1 {
		t.Errorf("Down goes from packet %d to %d; the keyboard is in %T", before, now, c.Focused())
	}
}

// TestTabLeadsOn: Tab goes to the next part of the window from all that is typed in.
func TestTabLeadsOn(t *testing.T) {
	r := newRig(t)
	for _, name := range viewNames {
		r.shell.Show(name)
		entries := 0
		each(r.shell.tabs.Selected().Content, func(o fyne.CanvasObject) {
			if e, ok := o.(fyne.Tabbable); ok {
				if entries++; e.AcceptsTab() {
					t.Errorf("%s: %T keeps Tab", name, o)
				}
			}
		})
		if entries == 0 {
			t.Errorf("%s: nothing can be typed into", name)
		}
	}
}

// TestMenusFit: no menu is higher than a window of 600, and shortcuts end at the
// same place.
func TestMenusFit(t *testing.T) {
	r := asked(t)
	bar := widget.NewMenu(fyne.NewMenu("", fyne.NewMenuItem("File", nil))).MinSize().Height
	var look func(name string, m *fyne.Menu)
	look = func(name string, m *fyne.Menu) {
		if h := widget.NewMenu(m).MinSize().Height + bar; h > 600 {
			t.Errorf("menu %q is %.0f high", name, h)
		}
		low, high := float32(0), float32(0)
		for _, i := range m.Items {
			if i.ChildMenu != nil {
				look(i.Label, i.ChildMenu)
			}
			if i.Shortcut != nil {
				w := fyne.MeasureText(i.Label, theme.TextSize(), fyne.TextStyle{}).Width
				if low == 0 {
					low, high = w, w
				}
				low, high = min(low, w), max(high, w)
			}
		}
		if high-low > 1.5 {
			t.Errorf("menu %q: shortcuts end between %.1f and %.1f", name, low, high)
		}
	}
	for _, m := range r.shell.win.MainMenu().Items {
		look(m.Label, m)
	}
}

// TestToolbarStands: nothing above the list of servers moves while they are queried.
func TestToolbarStands(t *testing.T) {
	r := asked(t)
	v := r.shell.servers
	place := func() (list []fyne.Position) {
		r.shell.win.Canvas().Capture()
		for _, o := range []fyne.CanvasObject{v.game, v.stop, v.source, v.refresh, v.filter} {
			list = append(list, r.shell.app.Driver().AbsolutePositionForObject(o))
		}
		return list
	}
	r.until("nothing to stop", func() bool { return v.stop.Disabled() })
	before := place()
	v.searching++
	v.draw()
	if now := place(); v.stop.Disabled() || !v.stop.Visible() {
		t.Error("it cannot be stopped")
	} else {
		for i := range now {
			if now[i] != before[i] {
				t.Errorf("widget %d moves from %v to %v", i, before[i], now[i])
			}
		}
	}
	v.searching--
	v.draw()
	if !v.stop.Disabled() {
		t.Error("there is still something to stop")
	}
}

// TestBrowse: the window for files opens above what asks for a path, and Escape
// closes one after the other.
func TestBrowse(t *testing.T) {
	r := asked(t)
	for name, open := range map[string]func(){"open": r.shell.askOpen, "save": r.shell.try(r.shell.askSave)} {
		open()
		r.tap("Browse…")
		r.look("browse-" + name)
		for want := 2; want >= 0; want-- {
			if n := len(r.dialogs()); n != want {
				t.Errorf("%s: %d dialogs, want %d", name, n, want)
			}
			if want > 0 {
				r.shell.key(fyne.KeyEscape)
			}
		}
	}
}
