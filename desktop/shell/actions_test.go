package shell

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"fragscope/analyzer/atomicfile"
	"fragscope/desktop/engine"
	"fragscope/desktop/session"
	"fragscope/desktop/state"
	"fragscope/desktop/store"
	"fragscope/desktop/ui"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/storage"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"
)

// asked returns a rig with one server that answered and is selected.
func asked(t *testing.T) *rig {
	t.Helper()
	r := newRig(t)
	r.world.set("10.0.0.1:7778", status("One", "DM-A", "ann"))
	r.shell.Start([]string{"10.0.0.1:7778"})
	r.until("the answer", func() bool { row := r.row("10.0.0.1:7778"); return row != nil && row.Answers })
	return r
}

func TestSendAndCompare(t *testing.T) {
	r := newRig(t)
	players := byte(2)
	r.world.reply = func([]byte) [][]byte {
		b := bytes.Clone(infoReply)
		b[36] = players
		return [][]byte{b}
	}
	v := r.shell.send
	r.shell.Show(viewSend)
	v.start()
	if s := r.shell.Snapshot(); !s.Failed {
		t.Error("a request without an address was sent")
	}
	v.address.SetText("127.0.0.1:7778")
	for n := 1; n <= 2; n++ {
		v.start()
		r.until("the reply", func() bool {
			s := r.shell.Snapshot().Send
			return s.Rounds == n && !s.Running &&
				s.Replies == 1
		})
		players += 3
	}
	s := r.shell.Snapshot()
	if s.Send.Changes != 1 || s.Shown.Message != "server info reply" || s.Failed {
		t.Errorf("%d changes, %q shown, %q said", s.Send.Changes, s.Shown.Message, s.Said)
	}
	v.pickRound(v.round.Options[1])
	if s := r.shell.Snapshot(); s.Send.Changes != 0 || v.shown.Number != 1 {
		t.Errorf("the first round has %d changes", s.Send.Changes)
	}
}

func TestSendFormTicksBoxes(t *testing.T) {
	r := newRig(t)
	v := r.shell.send
	v.protocol.SetSelected("gamespy2")
	box := v.form.boxes["gamespy2.request.players wanted"]
	if box == nil || !box.Checked {
		t.Fatalf("there is no ticked box for players: %v", v.form.boxes)
	}
	box.SetChecked(false)
	if got := r.shell.Snapshot().Send.Hex; got != "FE FD 00 00 00 00 00 FF 00 FF" {
		t.Errorf("the request became %s", got)
	}
	v.hex.SetText("5C 73 74 61 74 75 73 5C")
	if s := r.shell.Snapshot().Send; s.Protocol != "gamespy1" || s.Request != "status request" {
		t.Errorf("typed bytes are %s %q", s.Protocol, s.Request)
	}
	v.hex.SetText("5C 7")
	if !strings.Contains(v.hexSaid.Text, "hex") && v.hexSaid.Text == "" {
		t.Errorf("half a byte: %q", v.hexSaid.Text)
	}
	v.protocol.SetSelected("unreal2")
	v.form.choices["unreal2.request.command"].SetSelected("rules")
	if got := r.shell.Snapshot().Send.Hex; got != "79 00 00 00 01" {
		t.Errorf("picking rules gave %s", got)
	}
}

// TestWrongFieldIsNotSent types into fields: the bytes follow each keystroke, and
// what is no value stays as it was typed, is said, and is not sent.
func TestWrongFieldIsNotSent(t *testing.T) {
	r := newRig(t)
	r.world.reply = func([]byte) [][]byte { return nil }
	v := r.shell.send
	r.shell.Show(viewSend)
	v.protocol.SetSelected("gamespy3")
	v.address.SetText("127.0.0.1:6500")
	id := v.form.entries["gamespy3.request.id"]
	if id == nil {
		t.Fatalf("there is no request ID: %v", v.form.entries)
	}
	r.shell.win.Canvas().Focus(id)
	before := r.shell.Snapshot().Send.Hex
	id.SetText("01 02 03 04")
	if got := r.shell.Snapshot().Send.Hex; got == before || !strings.Contains(got, "01 02 03 04") {
		t.Errorf("typing made %s of %s", got, before)
	}
	want := r.shell.Snapshot().Send.Hex
	id.SetText("zz")
	r.shell.win.Canvas().Focus(v.address) // it is left
	if id.Text != "zz" || !strings.HasPrefix(v.hexSaid.Text, "Request ID: expected ") ||
		v.hexSaid.Importance != widget.DangerImportance {
		t.Errorf("%q stands there, %q is said", id.Text, v.hexSaid.Text)
	}
	v.start()
	if s := r.shell.Snapshot(); s.Send.Rounds != 0 || !s.Failed ||
		!strings.HasPrefix(s.Said, "Not sent: Request ID: expected ") {
		t.Errorf("%d rounds, %q", s.Send.Rounds, s.Said)
	}
	if r.shell.win.Canvas().Focused() != fyne.Focusable(id) {
		t.Error("the keyboard is not where it is wrong")
	}
	id.SetText("05060708")
	if got := r.shell.Snapshot().Send.Hex; got != strings.Replace(want, "01 02 03 04", "05 06 07 08", 1) {
		t.Errorf("it became %s", got)
	}
	r.shell.win.Canvas().Focus(v.address)
	if id.Text != "05 06 07 08" {
		t.Errorf("the field says %q when it is left", id.Text)
	}
	// Bytes that cannot be read are not sent either, nor those before them.
	v.hex.SetText("FE FD 0O")
	v.start()
	if s := r.shell.Snapshot(); s.Send.Rounds != 0 || !strings.HasPrefix(s.Said, "Not sent: line 1, column 8: ") {
		t.Errorf("%d rounds, %q", s.Send.Rounds, s.Said)
	}
	v.hex.SetText("FE FD 09 00 00 00 01")
	v.start()
	r.until("the round", func() bool { return v.number == 1 && !v.rounds[0].Running })
	if got := v.rounds[0].Payload; !bytes.Equal(got, []byte("\xfe\xfd\x09\x00\x00\x00\x01")) {
		t.Errorf("sent % X", got)
	}
	// Another request begins anew.
	v.form.entries["gamespy3.request.id"].SetText("zz")
	v.choose("gamespy3", "")
	if _, err := v.fault(); err != nil || v.form.entries["gamespy3.request.id"].Text == "zz" {
		t.Errorf("another request: %v", err)
	}
}

func TestSaveLinkAndPaste(t *testing.T) {
	r := asked(t)
	r.shell.opts.Record = func(io.Writer, []state.Datagram) error {
		return &atomicfile.Error{Name: "full.pcapng", Err: syscall.ENOSPC, Advice: "free some space"}
	}
	r.shell.save(filepath.Join(r.dir, "full.pcapng"), store.Create, r.shell.inspector().Datagrams())
	r.until("that the disk is full", func() bool { return r.shell.status.failed })
	if !strings.Contains(r.shell.status.text, "free some space") {
		t.Errorf("a full disk: %q", r.shell.status.text)
	}
	r.shell.opts.Record = engine.Record
	r.shell.settings.HideAddresses = true
	path := filepath.Join(r.dir, "session.pcapng")
	r.shell.save(path, store.Create, r.shell.inspector().Datagrams())
	r.until("the file", func() bool { return strings.HasPrefix(r.shell.status.text, "Saved") })
	b, err := os.ReadFile(path)
	if err != nil || bytes.Contains(b, []byte{127, 0, 0, 1}) || !bytes.Contains(b, []byte{192, 0, 2, 1}) {
		t.Errorf("the file names addresses that were to be hidden (%v)", err)
	}
	r.shell.try(r.shell.copyLink)()
	text := r.app.Clipboard().Content()
	l, err := session.ReadLink(text)
	if err != nil || len(l.Datagrams) != 2 || !bytes.Equal(l.Datagrams[1], infoReply) {
		t.Errorf("the link %s holds %v (%v)", text, l, err)
	}
	r.shell.try(r.shell.pastePacket)() // the link is on the clipboard
	r.until("the packets of the link", func() bool {
		s := r.shell.Snapshot()
		return s.View == viewPaste && s.Shown.Datagrams == 2
	})
	// A link of the page: the second datagram, of which two bytes are selected.
	u, err := (&session.Link{Text: "fe fd 00 01 02 03 04 00 00 00 00 00\n\nfe fd 09 10 20 30 40\n", Current: 1,
		Selected: state.Range{Start: 5, End: 7}, Protocol: "gamespy3"}).URL("https://example.org/")
	if err != nil {
		t.Fatal(err)
	}
	r.shell.openArgument(u)
	x := r.shell.paste.Inspector().State()
	if sel, ok := x.Selection(); x.Current() != 1 || !ok || sel.Start != 5 || sel.End != 7 ||
		x.Message().Protocol() != "gamespy3" {
		t.Errorf("the link shows datagram %d, %v of it", x.Current(), sel)
	}
	// A layout, from the clipboard, as a file, and into the box.
	layout := filepath.Join(r.dir, "mine.ksy")
	for id, take := range map[string]func(text string){
		"one": func(text string) {
			r.app.Clipboard().SetContent(text)
			r.shell.try(r.shell.pastePacket)()
		},
		"two": func(text string) {
			if err := os.WriteFile(layout, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			r.shell.openFile(layout)
		},
		"three": func(text string) { r.shell.paste.OnPaste(text) },
	} {
		text := "# mine\nmeta: {id: " + id + "}\nseq: [{id: all, size-eos: true}]\n"
		take(text)
		if l := state.Layouts(); r.shell.settings.Layout != text || l == nil || string(l.Protocols[0].ID) != id {
			t.Errorf("%s is not the layout: %q", id, r.shell.status.text)
		}
		take("meta: {id: a2s}\nseq: []\n")
		if r.shell.settings.Layout != text || !strings.Contains(r.shell.status.text, "“a2s” is the name of a protocol") {
			t.Errorf("%s: a layout with the id of a protocol: %q", id, r.shell.status.text)
		}
	}
	r.shell.layoutAccepted("")
	r.shell.settings.Recent = nil
	r.shell.dropped(fyne.NewPos(1, 1), []fyne.URI{storage.NewFileURI(path)})
	if s := r.shell.Snapshot(); s.View != viewCaptures || len(s.Recent) != 1 {
		t.Errorf("a dropped capture shows %s, recent files are %q", s.View, s.Recent)
	}
	r.until("the packets of the capture", func() bool { return r.shell.captures.Snapshot().Packets > 0 })
	list := filepath.Join(r.dir, "mine.servers")
	if err := os.WriteFile(list, []byte("10.0.0.5:7778\n# no\n10.0.0.6\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	r.shell.openArgument("file://" + list)
	r.tap("Query")
	if r.row("10.0.0.5:7778") == nil || r.row("10.0.0.6") == nil {
		t.Errorf("a list of addresses gave %+v", r.shell.Snapshot().Rows)
	}
	// A list is one under any name; a name alone is of a file in the folder that the
	// dialog begins with, and a whole path replaces that.
	for name, address := range map[string]string{"names.txt": "10.0.0.7:7778",
		filepath.Join(r.dir, "names2.txt"): "10.0.0.8:7778"} {
		if err := os.WriteFile(filepath.Join(r.dir, filepath.Base(name)), []byte(address+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		r.shell.askOpen()
		in := r.shell.win.Canvas().Focused().(*ui.Entry)
		test.Type(in, name)
		in.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		r.tap("Query")
		if r.row(address) == nil {
			t.Errorf("%s opened as %q gave %+v", name, in.Text, r.shell.Snapshot().Rows)
		}
	}
}

func TestHiddenAddressesAreNowhere(t *testing.T) {
	r := asked(t)
	r.shell.settings.HideAddresses = true
	r.shell.changed()
	for column, field := range r.shell.servers.fields {
		if c := field.Of(r.shell.servers.list.Rows()[0]); strings.Contains(c.Text, "10.0.0.1") {
			t.Errorf("column %d shows %q", column, c.Text)
		}
	}
	if strings.Contains(r.shell.servers.details.title.Text, "0.0.1") || r.shell.sessionName() != viewServers {
		t.Errorf("the title is %q", r.shell.servers.details.title.Text)
	}
	if got := masked("10.0.0.1:7778"); got != "10.0.x.x:7778" {
		t.Error(got)
	}
}

// TestEveryMenuItem uses everything that the menus offer, with a server and
// without: each says what it cannot do, none breaks anything.
func TestEveryMenuItem(t *testing.T) {
	for name, r := range map[string]*rig{"empty": newRig(t), "asked": asked(t)} {
		r.world.reply = func([]byte) [][]byte { return nil }
		var use func(list []*fyne.MenuItem)
		n := 0
		use = func(list []*fyne.MenuItem) {
			for _, i := range list {
				if i.ChildMenu != nil {
					use(i.ChildMenu.Items)
				}
				if i.Action == nil || i.IsQuit || i.Disabled {
					continue
				}
				n++
				i.Action()
				for _, o := range r.shell.win.Canvas().Overlays().List() {
					r.shell.win.Canvas().Overlays().Remove(o)
				}
			}
		}
		for _, m := range r.shell.menu().Items {
			use(m.Items)
		}
		if n < 50 {
			t.Errorf("%s: only %d items", name, n)
		}
		for _, k := range []fyne.KeyName{fyne.KeyF1, fyne.KeyF3, fyne.KeyF5, fyne.KeyF6, fyne.KeyF8} {
			if !r.shell.key(k) {
				t.Errorf("%s means nothing", k)
			}
			if len(r.dialogs()) > 0 {
				r.shell.key(fyne.KeyEscape)
			}
		}
		r.shell.Snapshot()
	}
}
