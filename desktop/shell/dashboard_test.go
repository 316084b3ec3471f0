package shell

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/analyzer/servers"
	"fragscope/decoder/query"
	"fragscope/decoder/wire"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// TestSources: where servers come from are tabs with counts; those without servers are
// left out.
func TestSources(t *testing.T) {
	r := asked(t)
	v := r.shell.servers
	v.draw()
	for name, want := range map[string]string{"All servers": "All servers 1", "History": "History 1", "Local network": "",
		"Samples": "", "Favourites": ""} {
		if got := v.source.Label(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	v.favourite()
	v.draw()
	if got := v.source.Label("Favourites"); got != "Favourites 1" {
		t.Errorf("the favourites are %q", got)
	}
}

// TestSamplesAreMarked: that the list holds sample servers is said as long as it does,
// with what to do about it.
func TestSamplesAreMarked(t *testing.T) {
	r := newRig(t)
	r.shell.opts.Demo = func(context.Context) ([]servers.Target, func(), error) {
		return []servers.Target{{Address: "127.0.0.1:7778"}}, func() {}, nil
	}
	r.world.set("127.0.0.1:7778", status("Sample", "DM-A"))
	v := r.shell.servers
	if v.sampled.Visible() {
		t.Error("there are samples before any")
	}
	v.startSamples()
	r.until("the sample", func() bool { return r.row("127.0.0.1:7778") != nil && v.selected != "" })
	r.shell.status.clear()
	if !v.sampled.Visible() {
		t.Error("the samples are not marked")
	}
	r.look("samples-marked")
	v.startSamples()
	if v.sampled.Visible() || len(v.list.Rows()) != 0 || v.details.server != nil || !v.details.star.Disabled() {
		t.Errorf("%d servers, details of %v", len(v.list.Rows()), v.details.server)
	}
}

// TestDetailsOfRemoved: what is known of a server goes with it.
func TestDetailsOfRemoved(t *testing.T) {
	r := asked(t)
	v := r.shell.servers
	v.remove()
	d := v.details
	if d.server != nil || !d.star.Disabled() || !d.watch.Disabled() || !d.join.Disabled() ||
		len(d.inspector.Datagrams()) != 0 || d.title.Text != "" {
		t.Errorf("%q is shown, %d datagrams", d.title.Text, len(d.inspector.Datagrams()))
	}
	for _, tab := range d.tabs.Items {
		if strings.ContainsAny(tab.Text, "0123456789") {
			t.Errorf("a tab is called %s", tab.Text)
		}
	}
	r.look("removed")
	v.restore()
	if d.server == nil || d.star.Disabled() {
		t.Error("it is not shown again")
	}
}

// TestBell: the bell of a server is all that is needed to be notified.
func TestBell(t *testing.T) {
	r := asked(t)
	v := r.shell.servers
	if r.shell.settings.Notify || r.shell.settings.RefreshS != 0 {
		t.Fatal("notifications are on already")
	}
	v.watch()
	if !r.shell.settings.Notify || strings.Contains(r.shell.status.text, "Turn on") {
		t.Errorf("it says %q", r.shell.status.text)
	}
	s := v.current()
	r.until("the answer", func() bool { return !r.shell.servers.poller.Asking(s.Address) })
	before := r.world.queries(s.Address)
	s.Last.Time = time.Now().Add(-2 * time.Minute)
	v.tick()
	r.until("the second query", func() bool { return r.world.queries(s.Address) > before })
}

// TestTyposAreNotKept: an address that never answered is not in the list of the next
// start.
func TestTyposAreNotKept(t *testing.T) {
	r := newRig(t)
	v := r.shell.servers
	r.world.set("10.0.0.2:7778", status("Two", "DM-B"))
	for _, a := range []string{"no.such.host.example", "10.0.0.2:7778"} {
		v.address.SetText(a)
		v.queryTyped()
		r.until(a, func() bool { s := v.list.Find(v.selected); return s != nil && s.Last != nil })
	}
	if r.shell.saved.Find("no.such.host.example") != nil || len(r.shell.saved.Entries) != 1 {
		t.Errorf("the book is %+v", r.shell.saved.Entries)
	}
}

// TestPlayersByScore: players are listed by their score, the greatest first.
func TestPlayersByScore(t *testing.T) {
	r := asked(t)
	if got := r.shell.servers.details.players.Order(); got != "-Score" {
		t.Errorf("players are in the order %q", got)
	}
}

// TestColumns: columns are hidden, shown and moved, and stay so.
func TestColumns(t *testing.T) {
	dir := t.TempDir()
	r := newRigIn(t, dir)
	g := r.shell.servers.grid
	if got := g.Columns(); !slices.Equal(got, usualColumns) {
		t.Errorf("the columns are %q", got)
	}
	want := []string{"Name", "Version", "Players"}
	g.SetColumns(want)
	r.look("columns")
	r.shell.rememberWindow()
	r.shell.Close()
	again := newRigIn(t, dir)
	if got := again.shell.servers.grid.Columns(); !slices.Equal(got, want) {
		t.Errorf("after a restart they are %q", got)
	}
}

// TestPing: round trips are whole milliseconds.
func TestPing(t *testing.T) {
	for d, want := range map[time.Duration]string{862 * time.Microsecond: "<1 ms", 3510 * time.Microsecond: "4 ms",
		97 * time.Millisecond: "97 ms"} {
		if got := wholeMS(d); got != want {
			t.Errorf("%v is %s", d, got)
		}
	}
}

// TestDoubleClickJoins: two clicks on a server join it: its link is opened, or without
// one its address is copied.
func TestDoubleClickJoins(t *testing.T) {
	r := asked(t)
	r.shell.app.Clipboard().SetContent("")
	r.shell.win.Canvas().Capture()
	g := r.shell.servers.grid
	at := r.shell.app.Driver().AbsolutePositionForObject(g).Add(g.RowAt(0)).AddXY(120, 4)
	for range 2 {
		test.TapCanvas(r.shell.win.Canvas(), at)
	}
	if got := r.shell.app.Clipboard().Content(); got == "" || r.shell.status.text == "" {
		t.Errorf("the clipboard holds %q, it says %q", got, r.shell.status.text)
	}
	if b := r.shell.servers.details.join; b.Disabled() || !b.Visible() {
		t.Error("there is no button to join")
	}
}

// TestGame: a server is queried as one of the game that is chosen, at the game's port
// where none is typed.
func TestGame(t *testing.T) {
	r := newRig(t)
	v := r.shell.servers
	for _, c := range []struct{ game, typed, address, plan string }{
		{"Any game", "127.0.0.1", "127.0.0.1", ""},
		{"Battlefield 2", "127.0.0.1", "127.0.0.1:16567", "bf2"},
		{"Battlefield 2", "127.0.0.1:5", "127.0.0.1:5", "bf2"},
		{"Team Fortress 2", "[::1]", "[::1]:27015", "tf2"},
		{"ugp", "127.0.0.1", "127.0.0.1", "ugp"},
	} {
		v.game.SetSelected(c.game)
		if v.game.Selected != c.game {
			t.Errorf("%s cannot be chosen", c.game)
		}
		if _, ok := query.PlanByName(c.plan); !ok && c.plan != "" {
			t.Errorf("%s has no plan", c.plan)
		}
		if got := v.target(c.typed); got.Address != c.address || got.Plan != c.plan {
			t.Errorf("%s as %s is %v", c.typed, c.game, got)
		}
	}
	if n := len(games); n < 40 || games[1].Name != "America's Army" {
		t.Errorf("%d choices, the second is %q", n, games[1].Name)
	}
	names := map[string]bool{}
	for _, g := range games {
		if names[g.Name] {
			t.Errorf("%s is there twice", g.Name)
		}
		names[g.Name] = true
	}
}

// TestDashboard: favourites are cards with what is played, who is there of those that are
// watched, and how that was before; or a list.
func TestDashboard(t *testing.T) {
	r := newRig(t, servers.Entry{Address: "10.0.0.1:7778", Favourite: true},
		servers.Entry{Address: "10.0.0.2:7778", Favourite: true}, servers.Entry{Address: "10.0.0.3:7778", Favourite: true})
	r.world.set("10.0.0.1:7778", status("Harbour Lights", "DM-Deck", "ann", "bob"))
	r.world.set("10.0.0.2:7778", status("Barge Yard", "DM-Weir", "cid"))
	r.shell.Start(nil)
	v := r.shell.servers
	r.until("the answers", func() bool { return v.poller.Querying() == 0 })
	v.choose("10.0.0.1:7778")
	at := fyne.NewPos(0, 0)
	v.details.tabs.SelectIndex(1)
	row := slices.IndexFunc(v.details.server.Known().PlayerList, func(p wire.Player) bool {
		return p.Name.Value == "bob"
	})
	v.details.players.OnMenu(row, at)
	menu := r.shell.win.Canvas().Overlays().Top()
	r.look("player-menu")
	test.TapCanvas(r.shell.win.Canvas(), fyne.NewPos(30, 16))
	r.shell.win.Canvas().Overlays().Remove(menu)
	if !slices.Equal(r.shell.settings.Players, []string{"bob"}) {
		t.Fatalf("watched are %q", r.shell.settings.Players)
	}
	v.source.SetSelected("Favourites")
	r.look("dashboard")
	if !v.cards.cards.Visible() || v.grid.Visible() || len(v.cards.of) < 3 {
		t.Fatalf("%d cards", len(v.cards.of))
	}
	of := map[string]*card{}
	for _, c := range v.cards.of {
		if c.server != nil {
			of[c.server.Address] = c
		}
	}
	one, two, three := of["10.0.0.1:7778"], of["10.0.0.2:7778"], of["10.0.0.3:7778"]
	if one.what.Text != "2/16 · DM-Deck" || one.online.Text != "Online: bob" || two.online.Text != "" ||
		three.what.Text != "no answer" || !three.join.Disabled() {
		t.Errorf("%q %q; %q; %q", one.what.Text, one.online.Text, two.online.Text, three.what.Text)
	}
	if b := v.cards.table; !b.Visible() || b.Size().Width < b.MinSize().Width {
		t.Errorf("the button for the list has %v", b.Size())
	}
	two.watch.OnTapped()
	if !v.list.Find("10.0.0.2:7778").Watch || v.selected != "10.0.0.2:7778" || v.details.server != two.server {
		t.Errorf("%s is selected", v.selected)
	}
	v.cards.table.OnTapped()
	if v.cards.cards.Visible() || !v.grid.Visible() || !r.shell.settings.FavouritesTable {
		t.Error("the list is not shown")
	}
}
