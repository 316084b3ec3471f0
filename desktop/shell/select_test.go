package shell

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fragscope/decoder/wire"
	"fragscope/desktop/ui"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
)

// several returns a rig with servers that answered, 10.0.0.1 to 10.0.0.n, in order.
func several(t *testing.T, n int) *rig {
	t.Helper()
	r := newRig(t)
	var args []string
	for i := 1; i <= n; i++ {
		a := fmt.Sprintf("10.0.0.%d:7778", i)
		r.world.set(a, status(fmt.Sprint("Server ", i), "DM-A"))
		args = append(args, a)
	}
	r.shell.Start(nil)
	r.shell.servers.addAddresses(args)
	r.until("the answers", func() bool { return r.shell.servers.poller.Querying() == 0 })
	r.shell.servers.grid.Sort(2) // by name
	r.shell.servers.draw()
	return r
}

// click clicks on a row of the list, with keys held.
func (r *rig) click(row int, held fyne.KeyModifier) {
	g := r.shell.servers.grid
	at := fyne.PointEvent{Position: g.RowAt(row)}
	was := ui.Held
	defer func() { ui.Held = was }()
	ui.Held = func() fyne.KeyModifier { return held }
	g.Tapped(&at)
}

// chosen returns the last numbers of the addresses that are selected.
func (r *rig) chosen() string {
	var list []string
	for _, s := range r.shell.servers.chosen() {
		list = append(list, strings.TrimSuffix(strings.TrimPrefix(s.Address, "10.0.0."), ":7778"))
	}
	return strings.Join(list, " ")
}

// TestSeveralServers selects servers with Ctrl, Shift and Ctrl+A, by mouse and
// key; what is done is done with all of them, and undone with all.
func TestSeveralServers(t *testing.T) {
	r := several(t, 6)
	v := r.shell.servers
	want := func(what, list string) {
		t.Helper()
		if got := r.chosen(); got != list {
			t.Fatalf("%s selects %s, want %s", what, got, list)
		}
	}
	r.click(1, 0)
	want("a click", "2")
	r.click(3, fyne.KeyModifierShortcutDefault)
	want("Ctrl and a click", "2 4")
	r.click(5, fyne.KeyModifierShift)
	want("Shift and a click", "4 5 6")
	r.click(4, fyne.KeyModifierShortcutDefault)
	want("Ctrl and a click on one that is selected", "4 6")
	if !strings.HasPrefix(v.count.Text, "2 selected · 6 servers") {
		t.Errorf("the line above the list says %q", v.count.Text)
	}
	r.look("several")
	v.favourite()
	if a, b, c := r.row("10.0.0.4:7778"), r.row("10.0.0.6:7778"), r.row("10.0.0.5:7778"); !a.Star || !b.Star || c.Star {
		t.Errorf("favourites are %v %v %v", a.Star, b.Star, c.Star)
	}
	before := r.world.queries("10.0.0.4:7778") + r.world.queries("10.0.0.6:7778")
	v.refreshSelected()
	r.until("the answers", func() bool { return v.poller.Querying() == 0 })
	if n := r.world.queries("10.0.0.4:7778") + r.world.queries("10.0.0.6:7778"); n != before+2 ||
		r.world.queries("10.0.0.5:7778") != 1 {
		t.Errorf("refreshing queried %d", n-before)
	}
	v.copyAddresses()
	if got := r.app.Clipboard().Content(); got != "10.0.0.4:7778\n10.0.0.6:7778" {
		t.Errorf("copied %q", got)
	}
	// The menu of a row that is selected is about all that are.
	g := v.grid
	at := fyne.PointEvent{Position: g.RowAt(5), AbsolutePosition: g.RowAt(5)}
	g.TappedSecondary(&at)
	want("the other button", "4 6")
	r.shell.key(fyne.KeyEscape)
	v.remove()
	if len(v.list.Rows()) != 4 || !strings.HasPrefix(r.shell.status.text, "2 servers were removed") {
		t.Fatalf("%d are left: %q", len(v.list.Rows()), r.shell.status.text)
	}
	test.Tap(r.shell.status.action)
	want("undoing", "4 6")
	if len(v.list.Rows()) != 6 || !r.row("10.0.0.6:7778").Star {
		t.Error("they are not all back as they were")
	}
	r.click(0, 0)
	r.shell.win.Canvas().Focus(g)
	was := ui.Held
	ui.Held = func() fyne.KeyModifier { return fyne.KeyModifierShift }
	g.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	g.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	ui.Held = was
	want("Shift and arrows", "1 2 3")
	g.TypedShortcut(&fyne.ShortcutSelectAll{})
	want("Ctrl+A", "1 2 3 4 5 6")
	// What a filter hides is not touched.
	v.filter.SetText(`lower(name) contains "server 5"`)
	want("a filter", "5")
	v.remove()
	v.filter.SetText("")
	if len(v.list.Rows()) != 5 {
		t.Errorf("%d are left", len(v.list.Rows()))
	}
	r.shell.undo()
	if len(v.list.Rows()) != 6 {
		t.Error("Ctrl+Z brings nothing back")
	}
	g.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	want("Escape", "5")
}

// TestSmallWindow: a window of 800 by 600 with its menu bar shows eight whole rows of
// servers, whatever is known about one is looked at; beside packets three, with fields
// and eight rows of bytes. Where there is more room again, rows are as far apart as they
// were.
func TestSmallWindow(t *testing.T) {
	const menu = 28 // its bar, which no window of a test draws
	r := several(t, 12)
	v := r.shell.servers
	r.shell.win.Resize(fyne.NewSize(1280, 900))
	apart := v.grid.HeightFor(1)
	r.shell.win.Resize(fyne.NewSize(800, 600-menu))
	v.choose("10.0.0.8:7778")
	v.draw()
	in := v.details.inspector
	for _, i := range []int{0, 1, 2, 3, 4, 5, 0} {
		v.details.tabs.SelectIndex(i)
		for tab := range 3 {
			in.ShowTab(tab)
			r.shell.win.Canvas().Capture()
			looked := fmt.Sprint(v.details.tabs.Items[i].Text, ", tab ", tab)
			least := 8
			if v.details.tabs.Selected() == v.details.packets {
				least = 3
			}
			if rows := v.grid.Seen(); rows < least {
				t.Errorf("with %s, %d servers are seen", looked, rows)
			}
			row := slices.Index(v.list.Rows(), v.list.Find(v.selected))
			if at := v.grid.RowAt(row); at.Y < 20 || at.Y > v.grid.Size().Height {
				t.Errorf("with %s, the server that is selected is at %v of %v", looked, at.Y, v.grid.Size().Height)
			}
			if v.details.tabs.Selected() != v.details.packets || tab != ui.TabFields {
				continue
			}
			if fields, bytes := in.Seen(); fields < 2 || bytes < 8 {
				t.Errorf("%d fields and %d rows of bytes are seen", fields, bytes)
			}
		}
	}
	r.shell.win.Resize(fyne.NewSize(1280, 900))
	if now := v.grid.HeightFor(1); now != apart {
		t.Errorf("a row takes %v, expected %v as before", now, apart)
	}
}

// TestStarAndBell clicks them in the list: only they change, and nothing else is
// selected.
func TestStarAndBell(t *testing.T) {
	r := several(t, 3)
	v := r.shell.servers
	r.click(0, 0)
	r.shell.win.Canvas().Capture()
	at := func(row int, x float32) {
		p := fyne.PointEvent{Position: fyne.NewPos(x, v.grid.RowAt(row).Y)}
		v.grid.Tapped(&p)
	}
	column := func(title string) float32 {
		for x := float32(0); ; x++ {
			if c := v.grid.ColumnAt(x); c >= 0 && v.fields[c].Title == title {
				return x + 2
			}
		}
	}
	at(1, column(ui.Star))
	at(2, column(ui.Bell))
	if a, b := r.row("10.0.0.2:7778"), r.row("10.0.0.3:7778"); !a.Star || a.Watch || b.Star || !b.Watch ||
		r.chosen() != "1" {
		t.Errorf("%+v, %+v, %s is selected", a, b, r.chosen())
	}
	v.choose("10.0.0.3:7778")
	r.shell.win.Canvas().Capture()
	if b := v.details.watch; b.Text != "Watched" || b.Size().Width < b.MinSize().Width {
		t.Errorf("the button says %q and is %v wide, for %v", b.Text, b.Size().Width, b.MinSize().Width)
	}
	v.choose("10.0.0.1:7778")
	v.grid.Select(2)
	if got := v.grid.AccessibilityLabel(); !strings.Contains(got, "Favourite no, Watched yes") {
		t.Errorf("the row that is watched is called %q", got)
	}
	at(1, column(ui.Star))
	if r.row("10.0.0.2:7778").Star {
		t.Error("a second click leaves the star")
	}
	v.join()
	if got := r.app.Clipboard().Content(); got != "127.0.0.1:7778" {
		t.Errorf("joining copied %q", got)
	}
}

// TestSteadyToolbar: what stands above the list stays where it is while servers
// are queried and afterwards.
func TestSteadyToolbar(t *testing.T) {
	r := several(t, fewQueried+1)
	v := r.shell.servers
	at, size := v.filter.Position(), v.filter.Size()
	list := fyne.CurrentApp().Driver().AbsolutePositionForObject(v.grid)
	v.refreshAll()
	v.draw()
	if !strings.HasPrefix(v.count.Text, "querying") {
		t.Fatalf("the line above the list says %q", v.count.Text)
	}
	if !v.progress.Visible() || v.count.Visible() || v.progress.Size() != v.count.Size() {
		t.Errorf("how far it is takes %v, the count %v", v.progress.Size(), v.count.Size())
	}
	if now := fyne.CurrentApp().Driver().AbsolutePositionForObject(v.grid); now != list {
		t.Errorf("the list is at %v while servers are queried, at %v before", now, list)
	}
	if v.filter.Position() != at || v.filter.Size() != size {
		t.Errorf("the filter is %v at %v while servers are queried, %v at %v before", v.filter.Size(), v.filter.Position(),
			size, at)
	}
	r.until("the answers", func() bool { return v.poller.Querying() == 0 })
	if v.draw(); v.progress.Visible() || !v.count.Visible() {
		t.Error("how far it is stays there afterwards")
	}
}

// TestFactsAreWhole: there is room for the name of each fact about a server.
func TestFactsAreWhole(t *testing.T) {
	r := newRig(t)
	st := status("A", "DM-A")
	st.Password = wire.Some(true)
	r.world.set("10.0.0.1:7778", st)
	r.shell.Start(nil)
	r.shell.servers.addAddresses([]string{"10.0.0.1:7778"})
	r.until("the answer", func() bool {
		return len(r.shell.servers.list.Rows()) == 1 && r.shell.servers.list.Rows()[0].Answered()
	})
	r.shell.win.Resize(fyne.NewSize(800, 600))
	r.shell.servers.choose("10.0.0.1:7778")
	d := r.shell.servers.details
	d.tabs.SelectIndex(0)
	r.shell.win.Canvas().Capture()
	from, to := float32(-1), float32(0)
	for x := float32(0); d.facts.ColumnAt(x) <= 0; x++ {
		if to = x; from < 0 && d.facts.ColumnAt(x) == 0 {
			from = x
		}
	}
	longest := ""
	for _, f := range d.list {
		if len(f.Name) > len(longest) {
			longest = f.Name
		}
	}
	if need := fyne.MeasureText(longest, theme.TextSize(), fyne.TextStyle{}).Width; len(longest) < len(
		"Password required") || need > to-from {
		t.Errorf("%q needs %v, there are %v", longest, need, to-from)
	}
}
