package shell

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fragscope/analyzer/servers"
	"fragscope/desktop/state"
	"fragscope/desktop/ui"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"
)

// press presses a key as the window gets it: what has the focus takes it, the
// window without.
func (r *rig) press(k fyne.KeyName) {
	c, e := r.shell.win.Canvas(), &fyne.KeyEvent{Name: k}
	if f := c.Focused(); f != nil {
		f.TypedKey(e)
		return
	}
	c.OnTypedKey()(e)
}

// focusable returns what can have the focus in the topmost dialog, without what
// Fyne's window for files consists of.
func (r *rig) focusable() (list []fyne.Focusable) {
	all := r.dialogs()
	each(all[len(all)-1], func(o fyne.CanvasObject) {
		if f, ok := o.(fyne.Focusable); ok && o.Visible() {
			if e, ok := o.(*widget.Entry); ok && e.PlaceHolder == "" { // within a larger one
				return
			}
			list = append(list, f)
		}
	})
	return list
}

// TestEscapeClosesDialogs: Escape closes every dialog, whatever in it has the
// focus, and what is behind it gets no keys.
func TestEscapeClosesDialogs(t *testing.T) {
	r := asked(t)
	r.shell.opts.Interfaces = func() ([]state.Interface, error) { return []state.Interface{{Name: "lo"}}, nil }
	r.shell.opts.Capture = func(string, string, string) (state.Device, error) { return newWire(), nil }
	for name, open := range map[string]func(){
		"keys": r.shell.showKeys, "about": r.shell.showAbout, "preferences": r.shell.showPreferences, "open": r.shell.askOpen,
		"master": r.shell.servers.chooseMaster, "save": r.shell.try(r.shell.askSave),
		"capture": r.shell.try(r.shell.askInterface),
		"sample":  r.shell.askSample, "values": r.shell.try(r.shell.send.askVary),
		"question": func() { r.shell.question("Really?", "It is asked.", "Yes", "No", func(bool) {}) },
		"help":     func() { r.shell.Show(viewCaptures); r.shell.showFilterHelp() },
	} {
		open()
		if len(r.dialogs()) != 1 {
			t.Fatalf("%s: %d dialogs", name, len(r.dialogs()))
		}
		before := r.world.queries("10.0.0.1:7778")
		r.press(fyne.KeyF5)
		r.press(fyne.KeyF6)
		for _, m := range r.shell.win.MainMenu().Items {
			for _, i := range m.Items {
				if i.Action != nil && i.Shortcut != nil && !i.IsQuit {
					i.Action()
				}
			}
		}
		if r.world.queries("10.0.0.1:7778") != before || len(r.dialogs()) != 1 ||
			r.shell.view() != map[bool]string{false: viewServers, true: viewCaptures}[name == "help"] {
			t.Errorf("%s: keys acted behind it", name)
		}
		r.shell.win.Canvas().Unfocus()
		r.press(fyne.KeyEscape)
		if len(r.dialogs()) != 0 {
			t.Fatalf("%s: Escape does not close it", name)
		}
		open()
		for i := range r.focusable() {
			f := r.focusable()[i]
			r.shell.win.Canvas().Focus(f)
			r.press(fyne.KeyEscape)
			if len(r.dialogs()) != 0 {
				t.Fatalf("%s: Escape does not close it from %T", name, f)
			}
			open()
		}
		r.shell.win.Canvas().Unfocus()
		r.press(fyne.KeyEscape)
		r.shell.Show(viewServers)
	}
}

// can reports whether an item of the menus is there to be chosen.
func (r *rig) can(name string) bool {
	r.t.Helper()
	for _, m := range r.shell.win.MainMenu().Items {
		for _, i := range m.Items {
			if nameOf(i) == name {
				return !i.Disabled
			}
		}
	}
	r.t.Fatalf("no menu has %q", name)
	return false
}

// TestRemovingIsUndone: a server that was removed comes back with all that was
// known of it, and is remembered again.
func TestRemovingIsUndone(t *testing.T) {
	r := asked(t)
	v := r.shell.servers
	v.favourite()
	if r.can("Undo removing") {
		t.Error("the menu offers to undo what nobody did")
	}
	v.remove()
	if !r.can("Undo removing") {
		t.Error("the menu does not offer to undo it")
	}
	if r.row("10.0.0.1:7778") != nil || r.shell.saved.Find("10.0.0.1:7778") != nil || !r.shell.status.action.Visible() {
		t.Fatalf("it is not removed, or that cannot be undone: %q", r.shell.status.text)
	}
	r.look("undo")
	test.Tap(r.shell.status.action)
	row := r.row("10.0.0.1:7778")
	if row == nil || !row.Star || !row.Answers || row.Samples != 1 || v.selected != "10.0.0.1:7778" {
		t.Errorf("it came back as %+v", row)
	}
	if e := r.shell.saved.Find("10.0.0.1:7778"); e == nil || !e.Favourite {
		t.Errorf("it is remembered as %+v", e)
	}
	if r.shell.status.action.Visible() || r.can("Undo removing") {
		t.Error("it can be undone again")
	}
	v.list.Take(v.current(), v.current().Last, "")
}

// TestServersOnce: a server is in the list once, by whatever address it is typed,
// and rows do not move under the mouse.
func TestServersOnce(t *testing.T) {
	r := newRig(t)
	r.world.set("127.0.0.1:7778", status("One", "DM-A", "ann")) // the world answers from there
	r.world.set("127.0.0.1", status("One", "DM-A", "ann"))
	r.world.set("10.0.0.5:7778", status("Two", "DM-B"))
	r.shell.Start([]string{"127.0.0.1:7778", "10.0.0.5:7778"})
	v := r.shell.servers
	answered := func() bool { return v.poller.Querying() == 0 }
	r.until("the answers", answered)
	v.favourite()
	v.queryAddress(servers.Target{Address: "127.0.0.1"})
	r.until("the answer", answered)
	if rows := r.shell.Snapshot().Rows; len(rows) != 2 || v.selected != "127.0.0.1:7778" || rows[0].Samples != 2 {
		t.Errorf("%q is selected of %+v", v.selected, rows)
	}
	if b := r.shell.saved; len(b.Entries) != 2 || b.Find("127.0.0.1") != nil {
		t.Errorf("remembered are %+v", b.Entries)
	}
	v.grid.MouseIn(&desktop.MouseEvent{})
	r.world.set("10.0.0.5:7778", status("Two", "DM-B", "ann", "bob", "cid"))
	v.refreshAll()
	r.until("the answers", answered)
	v.draw()
	if rows := r.shell.Snapshot().Rows; rows[0].Name != "One" || rows[1].Players != 3 {
		t.Errorf("under the mouse: %+v", rows)
	}
	v.grid.MouseOut()
	v.draw()
	if rows := r.shell.Snapshot().Rows; rows[0].Name != "Two" {
		t.Errorf("without the mouse: %+v", rows)
	}
}

// TestServersLayout: details are below the list, and beside it in a wide window;
// a small window shows eight servers.
func TestServersLayout(t *testing.T) {
	r := newRig(t)
	r.shell.Start(nil)
	v := r.shell.servers
	for i := range 12 {
		v.list.Add(servers.Target{Address: fmt.Sprintf("10.0.0.%d:7778", 1+i)}, servers.FromHistory)
	}
	v.draw()
	for _, c := range []struct {
		width, height float32
		wide          bool
	}{{1280, 800, false}, {1920, 1080, true}, {800, 600, false}} {
		r.shell.win.Resize(fyne.NewSize(c.width, c.height))
		list, details := r.app.Driver().AbsolutePositionForObject(v.grid),
			r.app.Driver().AbsolutePositionForObject(v.details.content)
		if v.split.Horizontal != c.wide || (details.X > list.X) != c.wide || (details.Y > list.Y) == c.wide {
			t.Errorf("%v: the list is at %v, the details are at %v", c.width, list, details)
		}
		if last := v.grid.RowAt(7); last.Y > v.grid.Size().Height-5 {
			t.Errorf("%v: the eighth server is at %v of %v", c.width, last.Y, v.grid.Size().Height)
		}
		r.look(fmt.Sprintf("servers-%v", c.width))
	}
}

// TestBytesInSmallWindows: a small window and a large one at twice the scale show at least
// eight rows of bytes, in every view that has them.
func TestBytesInSmallWindows(t *testing.T) {
	r := asked(t)
	long := strings.Repeat("ab cd ef 01 ", 100)
	r.shell.servers.details.tabs.Select(r.shell.servers.details.packets)
	for _, view := range []string{viewServers, viewPaste, viewSend} {
		r.shell.Show(view)
		if view == viewPaste {
			r.shell.paste.SetText(long)
		} else {
			b := make([]byte, 400)
			r.shell.inspector().SetDatagrams([]state.Datagram{{Data: b, Sent: true}, {Data: b}})
		}
		for _, size := range []fyne.Size{{Width: 800, Height: 600}, {Width: 960, Height: 540}} {
			r.shell.win.Resize(size)
			r.shell.status.success("Something was done.")
			r.shell.win.Canvas().Capture()
			r.look(fmt.Sprintf("bytes-%s-%v", view, size.Width))
			if n := r.shell.inspector().BytesShown(); n < 8*8 || view != viewSend && n < 8*16 {
				t.Errorf("%s, %v: %d bytes are shown", view, size, n)
			}
		}
	}
}

// TestFullLogIsSaid: when the log of all traffic takes nothing more, that is said
// at once, and it can be emptied.
func TestFullLogIsSaid(t *testing.T) {
	r := asked(t)
	was := maxLog
	defer func() { maxLog = was }()
	maxLog = r.shell.logBytes
	r.shell.servers.refreshSelected()
	r.until("the full log", func() bool { return strings.Contains(r.shell.status.text, "log is full") })
	n := len(r.shell.log)
	r.shell.record(r.shell.log)
	if len(r.shell.log) != n {
		t.Error("a full log takes more")
	}
	test.Tap(r.shell.status.action)
	r.shell.record([]state.Datagram{{Data: []byte("new")}})
	if len(r.shell.log) != 1 || r.shell.logCut {
		t.Errorf("the log that was emptied holds %d", len(r.shell.log))
	}
}

// TestMastersByGame: a master is chosen by its game, and asked only after Get.
func TestMastersByGame(t *testing.T) {
	r := asked(t)
	r.shell.opts.Masters = []servers.Master{{Game: "One (here)", Source: "one@127.0.0.1:28900"},
		{Game: "Two (there)", Source: "two@127.0.0.1:28902"}}
	r.shell.servers.chooseMaster()
	var choice *ui.Select
	for _, f := range r.focusable() {
		if s, ok := f.(*ui.Select); ok && slices.Contains(s.Options, "Two (there)") {
			choice = s
		}
	}
	if choice == nil {
		t.Fatal("no games are offered")
	}
	choice.SetSelected("Two (there)")
	if len(r.shell.settings.Masters) > 0 {
		t.Error("a choice alone asks")
	}
	r.press(fyne.KeyEscape)
	if len(r.shell.settings.Masters) > 0 {
		t.Error("Escape asks")
	}
	r.shell.servers.chooseMaster()
	for _, f := range r.focusable() {
		if s, ok := f.(*ui.Select); ok && slices.Contains(s.Options, "Two (there)") {
			s.SetSelected("Two (there)")
		}
	}
	for _, f := range r.focusable() {
		if b, ok := f.(*ui.Button); ok && b.Text == "Get" {
			b.OnTapped()
		}
	}
	if got := r.shell.settings.Masters; len(got) != 1 || got[0] != "two@127.0.0.1:28902" {
		t.Errorf("asked %v", got)
	}
}

// TestMenuKeys: the shortcuts in menus are text of the menu, in its colour, and
// still those that they were.
func TestMenuKeys(t *testing.T) {
	r := asked(t)
	n := 0
	for _, m := range r.shell.win.MainMenu().Items {
		for _, i := range m.Items {
			if i.Shortcut == nil {
				continue
			}
			n++
			if _, faint := i.Shortcut.(fyne.KeyboardShortcut); faint || !strings.HasSuffix(i.Label, "   "+keysOf(i.Shortcut)) {
				t.Errorf("%q, %T", i.Label, i.Shortcut)
			}
			if nameOf(i) == "Open" && i.Shortcut.ShortcutName() != control(fyne.KeyO).ShortcutName() {
				t.Errorf("%q: %s", i.Label, i.Shortcut.ShortcutName())
			}
		}
	}
	if n < 20 {
		t.Errorf("%d shortcuts", n)
	}
}

// TestDialogsFitTheirText: a question is as high as what it says, and so is what asks
// for a path.
func TestDialogsFitTheirText(t *testing.T) {
	r := newRig(t)
	for name, open := range map[string]func(){
		"short": func() { r.shell.question("Really?", "It is asked.", "Yes", "No", func(bool) {}) },
		"long": func() {
			r.shell.question("Really?", strings.Repeat("It is asked at length. ", 40), "Yes", "No", func(bool) {})
		},
		"open": r.shell.askOpen,
	} {
		open()
		r.shell.win.Canvas().Capture()
		all := r.dialogs()
		top, bottom, buttons := float32(1e9), float32(0), float32(1e9)
		each(all[len(all)-1], func(o fyne.CanvasObject) {
			at := r.shell.app.Driver().AbsolutePositionForObject(o).Y
			switch o := o.(type) {
			case *ui.Button:
				if o.Text != "Browse…" {
					buttons = min(buttons, at)
				}
			case *widget.Label:
				if o.Visible() {
					top, bottom = min(top, at), max(bottom, at+o.Size().Height)
				}
			case *ui.Entry:
				top, bottom = min(top, at), max(bottom, at+o.Size().Height)
			}
		})
		if gap := buttons - bottom; gap < 0 || gap > 40 {
			t.Errorf("%s: %v units between the text and the buttons", name, gap)
		}
		r.look("dialog-" + name)
		r.press(fyne.KeyEscape)
	}
}

// TestSaveFailsInItsDialog: what cannot be written is said where the path was typed, and
// the path stays.
func TestSaveFailsInItsDialog(t *testing.T) {
	r := asked(t)
	r.shell.try(r.shell.askSave)()
	e, ok := r.shell.win.Canvas().Focused().(*ui.Entry)
	if !ok {
		t.Fatal("the dialog has no keys")
	}
	path := r.dir + "/nothing/here/file.pcapng"
	e.SetText(path)
	e.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	said := ""
	for _, d := range r.dialogs() {
		each(d, func(o fyne.CanvasObject) {
			if l, ok := o.(*widget.Label); ok && l.Importance == widget.DangerImportance && l.Visible() {
				said = l.Text
			}
		})
	}
	if len(r.dialogs()) != 1 || e.Text != path || !strings.Contains(said, "create it first") {
		t.Errorf("%d dialogs, %q, %q", len(r.dialogs()), e.Text, said)
	}
	r.look("save-failed")
	e.SetText(r.dir + "/file.pcapng")
	e.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if len(r.dialogs()) != 0 {
		t.Error("the dialog stays")
	}
	r.until("the file", func() bool { return strings.HasPrefix(r.shell.status.text, "Saved") })
}
