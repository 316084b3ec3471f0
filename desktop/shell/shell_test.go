package shell

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"fragscope/analyzer/live"
	"fragscope/analyzer/servers"
	"fragscope/decoder"
	"fragscope/decoder/wire"
	"fragscope/desktop/engine"
	"fragscope/desktop/settings"
	"fragscope/desktop/state"
	"fragscope/desktop/store"
	"fragscope/desktop/ui"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// A world is servers that answer as a test tells them to.
type world struct {
	mu      sync.Mutex
	servers map[string]*decoder.Status
	asked   map[string]int
	listed  int // by a master, 0 for 40
	sent    [][]byte
	reply   func(payload []byte) [][]byte
	hold    chan struct{} // queries wait until it is closed, nil for not
	answer  []byte        // datagram that answers queries, nil for infoReply
}

// answerWith has queries answered by a datagram.
func (w *world) answerWith(b []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.answer = b
}

var errSilent = errors.New("no answer to the server info request (unreal2), sent 3 times")

// queries returns how often an address was queried.
func (w *world) queries(address string) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.asked[address]
}

func (w *world) set(address string, s *decoder.Status) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.servers[address] = s
}

func status(name, where string, players ...string) *decoder.Status {
	s := &decoder.Status{Protocol: "unreal2", Name: wire.Some(name), Map: wire.Some(where),
		Players: wire.Some(int64(len(players))), MaxPlayers: wire.Some(int64(16))}
	for i, p := range players {
		s.PlayerList = append(s.PlayerList, wire.Player{Name: wire.Some(p), Score: wire.Some(int64(10 * i)),
			Ping: wire.Some(int64(30 + i))})
	}
	s.Rules = []wire.Rule{{Key: "ServerMode", Value: "dedicated"}, {Key: "AdminName", Value: "nobody"}}
	return s
}

var infoReply = []byte(
	"\x80\x00\x00\x00\x00\x00\x00\x00\x00\x00\x6c\x1e\x00\x00\x00\x00\x00\x00\x05Test\x00\x06DM-Rn\x00\x05xDMg\x00\x02\x00\x00\x00\x10\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x30\x00\x00\x00")

func (w *world) Query(ctx context.Context, t servers.Target) servers.Answer {
	w.mu.Lock()
	hold := w.hold
	w.mu.Unlock()
	if hold != nil {
		select {
		case <-hold:
		case <-ctx.Done():
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asked[t.Address]++
	at := netip.MustParseAddrPort("127.0.0.1:7778")
	me := netip.MustParseAddrPort("127.0.0.1:50000")
	now := time.Now()
	a := servers.Answer{Target: t, Time: now, From: at, Protocol: "unreal2", RTT: 23 * time.Millisecond,
		Session: []*live.Datagram{
			{Time: now.Add(-23 * time.Millisecond), Src: me, Dst: at, Sent: true, Data: []byte{0x79, 0, 0, 0, 0}},
		}}
	if a.Status = w.servers[t.Address]; a.Status == nil {
		a.Err, a.RTT = errSilent, 0
		return a
	}
	a.Session = append(a.Session, &live.Datagram{Time: now, Src: at, Dst: me,
		Data: []byte(cmp.Or(string(w.answer), string(infoReply)))})
	return a
}

func (w *world) Discover(_ context.Context, found func(servers.Answer)) error {
	found(w.Query(context.Background(), servers.Target{Address: "10.0.0.9:7778"}))
	return nil
}

func (w *world) Master(_ context.Context, source string, found func(servers.Target)) error {
	if source == "broken" {
		return errors.New("broken: no answer from the master")
	}
	for i := range max(40, w.listed) {
		found(servers.Target{Address: fmt.Sprintf("10.1.%d.%d:7778", i/250, i%250), Plan: "unreal2"})
	}
	return nil
}

func (w *world) Send(_ context.Context, _ string, payload []byte, got func(state.Datagram)) error {
	w.mu.Lock()
	w.sent = append(w.sent, payload)
	reply := w.reply
	w.mu.Unlock()
	at, me := netip.MustParseAddrPort("127.0.0.1:7778"), netip.MustParseAddrPort("127.0.0.1:50000")
	got(state.Datagram{Time: time.Now(), Src: me, Dst: at, Sent: true, Data: payload, Link: decoder.LinkNone})
	for _, b := range reply(payload) {
		got(state.Datagram{Time: time.Now(), Src: at, Dst: me, Data: b, Link: decoder.LinkNone})
	}
	return nil
}

// A rig is a window in a test, with the goroutine of the screen played by the test.
type rig struct {
	t     *testing.T
	app   fyne.App
	shell *Shell
	world *world
	posts chan func()
	dir   string
}

func newRig(t *testing.T, book ...servers.Entry) *rig {
	t.Helper()
	return newRigIn(t, t.TempDir(), book...)
}

func newRigIn(t *testing.T, dir string, book ...servers.Entry) *rig {
	t.Helper()
	r := &rig{t: t, dir: dir, posts: make(chan func(), 10_000), world: &world{servers: map[string]*decoder.Status{},
		asked: map[string]int{}}}
	if len(book) > 0 {
		f, _, err := openSaved(dir)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Save(servers.SavedServers{Entries: book}); err != nil {
			t.Fatal(err)
		}
	}
	r.app = test.NewTempApp(t)
	r.shell = New(r.app, Options{
		Folder: dir, Querier: r.world, Sender: r.world, Record: engine.Record, Version: "test",
		Post: func(f func()) { r.posts <- f }, Notify: func(n *fyne.Notification) { r.app.SendNotification(n) },
	})
	t.Cleanup(func() {
		r.shell.Close()
		r.shell.win.Close()
	})
	r.shell.win.Resize(fyne.NewSize(1280, 800))
	return r
}

// until runs what is posted until ok says yes.
func (r *rig) until(what string, ok func() bool) {
	r.t.Helper()
	limit := time.After(10 * time.Second)
	for !ok() {
		select {
		case f := <-r.posts:
			f()
		case <-limit:
			r.t.Fatalf("%s: it did not come; the window says %q", what, r.shell.status.text)
		}
	}
}

// look writes what the window shows into the folder that FRAGSCOPE_LOOK names,
// for people to look at.
func (r *rig) look(name string) image.Image {
	img := r.shell.win.Canvas().Capture()
	if dir := os.Getenv("FRAGSCOPE_LOOK"); dir != "" {
		f, err := os.Create(filepath.Join(dir, name+".png"))
		if err != nil {
			r.t.Fatal(err)
		}
		defer f.Close()
		if err := png.Encode(f, img); err != nil {
			r.t.Fatal(err)
		}
	}
	return img
}

func (r *rig) row(address string) *SnapshotRow {
	for _, row := range r.shell.Snapshot().Rows {
		if row.Address == address {
			return &row
		}
	}
	return nil
}

func TestTypeAnAddress(t *testing.T) {
	r := newRig(t)
	r.world.set("127.0.0.1:7778", status("Harbour Lights", "DM-Deck", "ann", "bob"))
	r.shell.Start(nil)
	v := r.shell.servers
	test.Type(v.address, "ut2004://127.0.0.1:7778/map")
	v.address.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	r.until("the answer", func() bool { row := r.row("127.0.0.1:7778"); return row != nil && row.Answers })
	s := r.shell.Snapshot()
	if row := s.Rows[0]; row.Name != "Harbour Lights" || row.Players != 2 || row.Max != 16 || row.Map != "DM-Deck" ||
		row.Protocol != "unreal2" {
		t.Errorf("the row is %+v", row)
	}
	if s.Server == nil || len(s.Server.Players) != 2 || s.Server.Rules != 2 || s.Shown.Datagrams != 2 ||
		s.Shown.Message != "server info reply" || s.Failed {
		t.Errorf("the details are %+v, the inspector shows %+v", s.Server, s.Shown)
	}
	// It is in the history of the next start.
	r.shell.savedSaver.wait()
	if _, b, err := openSaved(r.dir); err != nil || b.Find("127.0.0.1:7778") == nil {
		t.Errorf("the history is %+v (%v)", b, err)
	}
}

func TestWrongAddressIsSaid(t *testing.T) {
	r := newRig(t)
	r.shell.Start(nil)
	r.shell.servers.address.SetText("what is this")
	r.shell.servers.queryTyped()
	if s := r.shell.Snapshot(); !s.Failed || !strings.Contains(s.Said, "not an address") || len(s.Rows) != 0 {
		t.Errorf("the window says %q about %d rows", s.Said, len(s.Rows))
	}
}

func TestNetworkGoneAndBack(t *testing.T) {
	r := newRig(t, servers.Entry{Address: "10.0.0.1:7778", Favourite: true, Watch: true})
	r.world.set("10.0.0.1:7778", status("One", "DM-A", "ann"))
	r.shell.settings.Notify = true
	r.shell.Start(nil)
	v := r.shell.servers
	answered := func(n int) func() bool {
		return func() bool { row := r.row("10.0.0.1:7778"); return row != nil && row.Samples == n }
	}
	r.until("the first answer", answered(1))
	v.choose("10.0.0.1:7778")
	r.world.set("10.0.0.1:7778", nil)
	for n := 2; n <= 3; n++ {
		v.refreshSelected()
		r.until("silence", answered(n))
	}
	s := r.shell.Snapshot()
	if row := s.Rows[0]; row.Answers || !row.Down || row.Name != "One" || row.Error == "" {
		t.Errorf("a server that went is %+v", row)
	}
	if !s.Failed || !strings.Contains(s.Said, "No answer") || len(s.Server.Players) != 1 {
		t.Errorf("the window says %q; what was known is %+v", s.Said, s.Server)
	}
	r.world.set("10.0.0.1:7778", status("One", "DM-B", "ann", "cid"))
	test.AssertNotificationSent(t, fyne.NewNotification("One", "answers again, map changed, 1 player joined"), func() {
		v.refreshSelected()
		r.until("the server back", answered(4))
	})
	if s := r.shell.Snapshot(); s.Failed || !s.Rows[0].Answers || len(s.Server.Events) != 4 {
		t.Errorf("afterwards: %q, %+v", s.Said, s.Server)
	}
}

// TestErrorsStay: what went wrong elsewhere is not taken away by a server that
// answers, or by a filter that is right again.
func TestErrorsStay(t *testing.T) {
	r := asked(t)
	v := r.shell.servers
	said := func() string { return r.shell.Snapshot().Said }
	r.shell.status.error(errors.New("the disk is full"))
	before := v.current().Last
	v.query(v.current())
	r.until("the next answer", func() bool { return v.current().Last != before })
	v.filter.SetText("players>0")
	v.show()
	if got := said(); got != "The disk is full" {
		t.Errorf("it says %q", got)
	}
	// Their own ones they take away.
	v.filter.SetText("players>many")
	v.show()
	if got := said(); !strings.HasPrefix(got, "Filter: ") {
		t.Errorf("a wrong filter: %q", got)
	}
	v.filter.SetText("")
	v.show()
	if got := said(); got != "" {
		t.Errorf("a right filter: %q", got)
	}
}

func TestFavouritesAndKeys(t *testing.T) {
	r := newRig(t, servers.Entry{Address: "10.0.0.1:7778", Seen: time.Now()},
		servers.Entry{Address: "10.0.0.2:7778", Seen: time.Now()})
	r.world.set("10.0.0.1:7778", status("Alpha", "DM-A"))
	r.world.set("10.0.0.2:7778", status("Beta", "DM-B", "ann"))
	r.shell.Start(nil)
	if r.world.queries("10.0.0.1:7778") != 0 {
		t.Error("history was asked without being told")
	}
	r.shell.key(fyne.KeyF5)
	r.until("two answers", func() bool {
		a, b := r.row("10.0.0.1:7778"), r.row("10.0.0.2:7778")
		return a != nil && b != nil && a.Answers && b.Answers && r.shell.servers.list.Rows()[0].Name == "Beta"
	})
	g := r.shell.servers.grid
	g.Update()
	g.TypedKey(&fyne.KeyEvent{Name: fyne.KeyHome})
	g.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	if s := r.shell.Snapshot(); s.Server == nil || s.Server.Address != "10.0.0.1:7778" {
		t.Fatalf("arrow keys chose %+v", s.Server)
	}
	g.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	if !r.row("10.0.0.1:7778").Star {
		t.Error("space made no favourite")
	}
	r.shell.servers.source.SetSelected("Favourites")
	if n := len(r.shell.Snapshot().Rows); n != 1 {
		t.Errorf("%d favourites are shown", n)
	}
	r.shell.servers.source.SetSelected("All servers")
	r.shell.servers.filter.SetText("players>0")
	if rows := r.shell.Snapshot().Rows; len(rows) != 1 || rows[0].Name != "Beta" {
		t.Errorf("the filter shows %+v", rows)
	}
	r.shell.servers.filter.SetText("players>x")
	if s := r.shell.Snapshot(); !s.Failed || len(s.Rows) != 1 {
		t.Errorf("a wrong filter: %q", s.Said)
	}
	r.shell.servers.filter.SetText("")
	g.Sort(2)
	if rows := r.shell.Snapshot().Rows; rows[0].Name != "Alpha" {
		t.Errorf("by name the first is %s", rows[0].Name)
	}
	g.Sort(2)
	if rows := r.shell.Snapshot().Rows; rows[0].Name != "Beta" {
		t.Errorf("by name, the other way round, the first is %s", rows[0].Name)
	}
	r.shell.servers.choose("10.0.0.2:7778")
	r.shell.servers.draw()
	g.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDelete})
	if r.row("10.0.0.2:7778") != nil || r.shell.saved.Find("10.0.0.2:7778") != nil {
		t.Error("the server was not removed")
	}
}

func TestMasterAndLAN(t *testing.T) {
	r := newRig(t, servers.Entry{Address: "10.0.0.1:7778"})
	r.world.set("10.0.0.9:7778", status("LAN party", "DM-L"))
	r.world.set("10.1.0.3:7778", status("Listed", "DM-M"))
	r.shell.Start(nil)
	r.shell.servers.discover()
	r.until("the LAN", func() bool { return strings.Contains(r.shell.status.text, "found 1 server") })
	if rows := r.shell.Snapshot().Rows; len(rows) != 1 || rows[0].Name != "LAN party" {
		t.Errorf("the LAN has %+v", rows)
	}
	r.shell.servers.master("127.0.0.1:28900")
	r.until("the master's servers", func() bool {
		row := r.row("10.1.0.3:7778")
		return row != nil && row.Answers && r.shell.servers.poller.Querying() == 0 && len(r.shell.Snapshot().Rows) == 40
	})
	r.shell.servers.master("broken")
	r.until("an error", func() bool { return r.shell.status.failed })
	if !strings.Contains(r.shell.status.text, "no answer from the master") {
		t.Errorf("the window says %q", r.shell.status.text)
	}
}

// TestLaterStart: what a later start is given is opened in this window.
func TestLaterStart(t *testing.T) {
	r := asked(t)
	r.world.set("10.0.0.2:7778", status("Two", "DM-B"))
	r.shell.Later(store.Start{Args: []string{"10.0.0.2:7778"}, View: viewPaste})
	r.until("the answer", func() bool { row := r.row("10.0.0.2:7778"); return row != nil && row.Answers })
	if r.shell.view() != viewServers || r.row("10.0.0.1:7778") == nil {
		t.Errorf("%s is shown", r.shell.view())
	}
}

// TestPreferencesApplyWhenConfirmed types into the preferences: nothing changes
// at each character, what is confirmed, left or closed applies once, and what is
// no number within bounds never does.
func TestPreferencesApplyWhenConfirmed(t *testing.T) {
	r := newRig(t)
	applied := 0
	r.shell.opts.Configure = func(settings.Settings) { applied++ }
	fields := func() (timeout, quiet, link *ui.Entry) {
		var all []*ui.Entry
		var walk func(o fyne.CanvasObject)
		walk = func(o fyne.CanvasObject) {
			switch o := o.(type) {
			case *ui.Entry:
				all = append(all, o)
			case *fyne.Container:
				for _, c := range o.Objects {
					walk(c)
				}
			case fyne.Widget:
				for _, c := range test.WidgetRenderer(o).Objects() {
					walk(c)
				}
			}
		}
		walk(r.shell.win.Canvas().Overlays().Top())
		if len(all) != 4 {
			t.Fatalf("%d fields to type in", len(all))
		}
		return all[0], all[1], all[3]
	}
	r.shell.showPreferences()
	timeout, quiet, link := fields()
	timeout.SetText("")
	test.Type(timeout, "2750")
	if applied != 0 || r.shell.settings.TimeoutMS != settings.Default().TimeoutMS {
		t.Errorf("typing applied %d times, the timeout is %d ms", applied, r.shell.settings.TimeoutMS)
	}
	timeout.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if applied != 1 || r.shell.settings.TimeoutMS != 2750 {
		t.Errorf("Return applied %d times, the timeout is %d ms", applied, r.shell.settings.TimeoutMS)
	}
	quiet.SetText("7")
	quiet.FocusLost()
	if applied != 1 {
		t.Error("7 ms were applied, less than the least")
	}
	quiet.SetText("700")
	quiet.FocusLost()
	link.SetText("https://example.org/inspect/")
	if applied != 2 || r.shell.settings.QuietMS != 700 {
		t.Errorf("leaving applied %d times, the silence is %d ms", applied, r.shell.settings.QuietMS)
	}
	r.tap("Close")
	if applied != 3 || r.shell.settings.LinkPage != "https://example.org/inspect/" {
		t.Errorf("closing applied %d times, links lead to %q", applied, r.shell.settings.LinkPage)
	}
}
