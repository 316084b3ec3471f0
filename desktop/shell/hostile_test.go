package shell

import (
	"bytes"
	"fmt"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode"

	"fragscope/analyzer/servers"
	"fragscope/decoder"
	"fragscope/decoder/render"
	"fragscope/decoder/view"
	"fragscope/desktop/state"
	"fragscope/desktop/store"
	"fragscope/desktop/ui"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/storage"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"
)

// dialogs returns the windows above the view, the topmost last.
func (r *rig) dialogs() []fyne.CanvasObject { return r.shell.win.Canvas().Overlays().List() }

// each calls f with every object in o.
func each(o fyne.CanvasObject, f func(fyne.CanvasObject)) {
	if o == nil {
		return
	}
	f(o)
	switch v := o.(type) {
	case *fyne.Container:
		for _, c := range v.Objects {
			each(c, f)
		}
	case *ui.Split:
		each(v.Leading, f)
		each(v.Trailing, f)
	case *container.Scroll:
		each(v.Content, f)
	case *widget.PopUp:
		each(v.Content, f)
	case fyne.Widget:
		for _, c := range test.WidgetRenderer(v).Objects() {
			each(c, f)
		}
	}
}

// tap taps the button with a text in the topmost dialog.
func (r *rig) tap(text string) {
	r.t.Helper()
	list := r.dialogs()
	if len(list) == 0 {
		r.t.Fatalf("there is no dialog to tap %q in", text)
	}
	var found *widget.Button
	var all []string
	each(list[len(list)-1], func(o fyne.CanvasObject) {
		b, ok := o.(*widget.Button)
		if own, is := o.(*ui.Button); is {
			b, ok = &own.Button, true
		}
		if ok {
			all = append(all, b.Text)
			if b.Text == text {
				found = b
			}
		}
	})
	if found == nil {
		r.t.Fatalf("there is no button %q among %q", text, all)
	}
	found.OnTapped()
}

// enter types a text into the entry of the topmost dialog.
func (r *rig) enter(text string) {
	list := r.dialogs()
	each(list[len(list)-1], func(o fyne.CanvasObject) {
		if e, ok := o.(*ui.Entry); ok {
			e.SetText(text)
		}
	})
}

// says returns the texts of the topmost dialog.
func (r *rig) says() string {
	var all []string
	if list := r.dialogs(); len(list) > 0 {
		each(list[len(list)-1], func(o fyne.CanvasObject) {
			switch v := o.(type) {
			case *widget.Label:
				all = append(all, v.Text)
			case *ui.Entry:
				all = append(all, v.Text)
			}
		})
	}
	return strings.Join(all, "\n")
}

// TestBrowseTouchesNothing chooses a place for a file in every window that there
// is for it: whatever is there stays until replacing it was confirmed.
func TestBrowseTouchesNothing(t *testing.T) {
	r := asked(t)
	path := filepath.Join(r.dir, "servers.pcapng")
	if err := os.WriteFile(path, []byte("somebody's"), 0o600); err != nil {
		t.Fatal(err)
	}
	whole := func(when string) {
		t.Helper()
		if b, err := os.ReadFile(path); err != nil || string(b) != "somebody's" {
			t.Errorf("%s the file holds %q, %v", when, b, err)
		}
	}
	r.shell.settings.HideAddresses = true // for a name that is known
	r.shell.settings.Recent = []string{path}
	r.app.Preferences().SetString("fyne:fileDialogLastFolder", "file://"+r.dir)
	r.shell.try(r.shell.askSave)()
	r.tap("Browse…")
	for _, text := range []string{"Open", "Save", "Yes"} { // whatever the window has
		func() {
			defer func() { _ = recover() }()
			list := r.dialogs()
			each(list[len(list)-1], func(o fyne.CanvasObject) {
				if b, ok := o.(*widget.Button); ok && b.Text == text && len(r.dialogs()) > 1 {
					b.OnTapped()
				}
			})
		}()
		whole("while it is chosen")
	}
	if other := filepath.Join(r.dir, "servers-2.pcapng"); !strings.Contains(r.says(), other) {
		t.Errorf("choosing the folder gave %q", r.says())
	}
	r.enter(path)
	r.tap("Save")
	if !strings.Contains(r.says(), "already exists (10 bytes") {
		t.Errorf("an existing file: %q", r.says())
	}
	whole("before it is confirmed")
	r.tap("Cancel")
	whole("after it was not confirmed")
	r.shell.try(r.shell.askSave)()
	r.enter(path)
	r.tap("Save")
	r.tap("Replace")
	r.until("the file", func() bool { return strings.HasPrefix(r.shell.status.text, "Saved") })
	if b, err := os.ReadFile(path); err != nil || len(b) < 100 {
		t.Errorf("it was not replaced: %d bytes, %v", len(b), err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("its mode became %v, %v", info.Mode(), err)
	}
}

// TestWhatCannotBeReplaced says so, and touches nothing.
func TestWhatCannotBeReplaced(t *testing.T) {
	r := newRig(t)
	nowhere := filepath.Join(r.dir, "nowhere")
	if err := os.Symlink(filepath.Join(r.dir, "missing"), nowhere); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(r.dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	never := func(path string, _ store.Writer) { t.Errorf("%s was written to", path) }
	for _, c := range []struct {
		path   string
		folder bool
		want   string
	}{{r.dir, false, "is a folder"}, {nowhere, false, "broken link"}, {"/dev/null", false, "device"},
		{file, true, "is a file"}} {
		if err := r.shell.confirm(c.path, c.folder, never); err == nil || !strings.Contains(err.Error(), c.want) ||
			len(r.dialogs()) > 0 {
			t.Errorf("%s: %v", c.path, err)
		}
	}
	if err := r.shell.confirm(r.dir, true, never); err != nil || !strings.Contains(r.says(), "holds") {
		t.Errorf("a folder that is not empty: %q", r.says())
	}
}

// TestLinksAreOffered opens what a page or a stranger may have given: it is shown
// what would be queried, and nothing is sent before that is confirmed.
func TestLinksAreOffered(t *testing.T) {
	r := newRig(t)
	r.shell.Start(nil)
	list := filepath.Join(r.dir, "theirs.servers")
	var text strings.Builder
	for i := range maxOffered + 7 {
		fmt.Fprintf(&text, "10.9.%d.%d:7778 a \x1b[31mname\n", i/250, i%250)
	}
	if err := os.WriteFile(list, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	ways := map[string]func(){
		"argument": func() { r.shell.openArgument("ut2004://10.9.0.1:7778/DM-Rankin?password=x") },
		"paste": func() {
			r.app.Clipboard().SetContent("ut2004://10.9.0.1:7778")
			r.shell.try(r.shell.pastePacket)()
		},
		"dropped list": func() { r.shell.dropped(fyne.NewPos(0, 0), []fyne.URI{storage.NewFileURI(list)}) },
	}
	for name, open := range ways {
		open()
		if len(r.dialogs()) != 1 || !strings.Contains(r.says(), "10.9.0.1:7778") {
			t.Fatalf("%s: %q", name, r.says())
		}
		if name == "dropped list" && (!strings.Contains(r.says(), "990 more") ||
			!strings.Contains(r.says(), "7 more, which are left out")) {
			t.Errorf("%s: %q", name, r.says())
		}
		r.tap("Cancel")
		r.idle()
		if n := len(r.shell.Snapshot().Rows); n != 0 || len(r.asked()) != 0 {
			t.Errorf("%s: %d servers in the list, queried %v", name, n, r.asked())
		}
	}
	ways["argument"]()
	r.tap("Query")
	r.until("the query", func() bool { return len(r.asked()) == 1 })
	for _, hostile := range []string{
		"ut2004://", "ut2004://:7778", "ut2004://10.9.0.1:0", "ut2004://10.9.0.1:99999", "ut2004://$(touch x):7778",
		"ut2004://a b:1", "ut2004://\x00\u202e:7",
		"ut2004://" + strings.Repeat("a", 1<<20), "ut2004://[::1%25$(x)]:7778", "file:///dev/zero",
		"file:///" + strings.Repeat("../", 1000),
	} {
		r.shell.openArgument(hostile)
		if n := len(r.dialogs()); n > 0 || !r.shell.status.failed || len(r.shell.status.text) > 2*maxSaid {
			t.Errorf("%.60q: %d dialogs, %.200q", hostile, n, r.shell.status.text)
		}
	}
	r.idle()
	if n := len(r.asked()); n != 1 {
		t.Errorf("queried %v", r.asked())
	}
}

// asked returns the addresses that were queried.
func (r *rig) asked() []string {
	r.world.mu.Lock()
	defer r.world.mu.Unlock()
	var list []string
	for a := range r.world.asked {
		list = append(list, a)
	}
	return list
}

// idle runs what is posted for a moment.
func (r *rig) idle() {
	for end := time.After(150 * time.Millisecond); ; {
		select {
		case f := <-r.posts:
			f()
		case <-end:
			return
		}
	}
}

// TestTypingSendsNothing types an address and a request while requests are sent
// again and again: what is sent is what was confirmed.
func TestTypingSendsNothing(t *testing.T) {
	r := newRig(t)
	r.world.reply = func([]byte) [][]byte { return nil }
	v := r.shell.send
	r.shell.Show(viewSend)
	v.address.SetText("127.0.0.1:7778")
	v.watch.SetSelected("Every second")
	v.again = v.again.Add(-time.Hour)
	v.tick()
	if v.number != 0 {
		t.Fatal("an address that was only typed was sent to")
	}
	v.start()
	r.until("the first round", func() bool { return v.number == 1 && !v.rounds[0].Running })
	v.address.SetText("127.0.0.12:7778")
	v.hex.SetText("FF FF")
	v.again = time.Now().Add(-time.Second)
	v.tick()
	r.until("the second round", func() bool { return v.number == 2 && !v.rounds[1].Running })
	if a, b := v.rounds[0], v.rounds[1]; b.Address != "127.0.0.1:7778" || !bytes.Equal(a.Payload, b.Payload) {
		t.Errorf("sent %X to %s", b.Payload, b.Address)
	}
	v.end()
	r.shell.Show(viewServers)
	test.Type(r.shell.servers.address, "127.0.0.1:7778")
	r.idle()
	if len(r.asked()) != 0 {
		t.Errorf("queried %v while it was typed", r.asked())
	}
}

// hostileNames are names that mean something to a script, to markup or to a
// screen.
var hostileNames = []string{
	`$(Remove-Item C:\ -Recurse)`, "`n`\"; calc; \"", "“ ; calc ; ”", "\" & do shell script \"x",
	"<a href=\"x\">click</a>", "%s%n%q", "a\x00b\r\nc\x1b[31m",
	"\u202egnp.exe", "zero\u200bwidth\u200d\ufeff", "\xff\xfe", strings.Repeat("long ", 20_000), "", "   ", "📯 party",
	"Überraschung 2", "10.0.0.1",
}

// TestNotificationsArePlain holds what is handed to the desktop to what no
// script, markup or terminal gives a meaning.
func TestNotificationsArePlain(t *testing.T) {
	r := newRig(t)
	var told []*fyne.Notification
	r.shell.opts.Notify = func(n *fyne.Notification) { told = append(told, n) }
	r.shell.settings.Notify = true
	for _, name := range hostileNames {
		told = nil
		s := &servers.Server{Entry: servers.Entry{Address: "10.0.0.1:7778", Watch: true}}
		for _, st := range []*decoder.Status{status("first", "DM-A"), status(name, name, name, "b")} {
			a := r.world.Query(t.Context(), servers.Target{Address: "10.0.0.1:7778"})
			a.Status, a.Err = st, nil
			r.shell.notify(s, s.Take(&a))
		}
		if len(told) != 1 {
			t.Fatalf("%.20q: %d notifications", name, len(told))
		}
		// As Fyne writes it into the script.
		script := fmt.Sprintf("$title = %q\n$content = %q\n", told[0].Title, told[0].Content)
		title, content, _ := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(script, "$title = \""), "\"\n"),
			"\"\n$content = \"")
		for _, c := range title {
			if !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != ' ' {
				t.Errorf("%.40q: the title %q has %q", name, title, c)
			}
		}
		if want := map[bool]string{true: "2 players joined", false: "map changed, 2 players joined"}[name == ""]; content !=
			want {
			t.Errorf("%.40q: the text is %q", name, content)
		}
		if title == "" || len([]rune(title)) > 60 {
			t.Errorf("%.40q: the title is %q", name, title)
		}
	}
}

// TestHiddenAddressesLeaveNothing puts the address of a server into everything
// that leaves the window.
func TestHiddenAddressesLeaveNothing(t *testing.T) {
	r := newRig(t)
	const address = "10.77.3.4"
	r.world.set(address+":7778", status("Play at "+address+":7778", "DM-A", "ann"))
	r.shell.Start([]string{address + ":7778"})
	r.until("the answer", func() bool { row := r.row(address + ":7778"); return row != nil && row.Answers })
	r.shell.settings.HideAddresses = true
	r.shell.changed()
	end := func(s string) netip.AddrPort { return netip.MustParseAddrPort(s) }
	info := append([]byte("\x80\x00\x00\x00\x00\x00\x00\x00\x00\x0a"), address+"\x00"...)
	info = append(info, infoReply[10:]...)
	list := []state.Datagram{
		{Src: end(address + ":7778"), Dst: end("10.77.3.5:5000"), Data: info, Link: decoder.LinkNone},
		{Data: udpFrame(address, "10.77.3.5", info)},
	}
	if m := list[1].Decode(); m.Protocol() != "unreal2" || len(m.Problems) != 0 {
		t.Fatalf("the frame is %s with %v", m.Info.Name, m.Problems)
	}
	leaks := func(where string, b []byte) {
		t.Helper()
		for _, secret := range [][]byte{[]byte(address), {10, 77, 3, 4}, {10, 77, 3, 5}, {4, 3, 77, 10},
			[]byte("0A 4D 03 04"), []byte("0a4d0304")} {
			if bytes.Contains(b, secret) {
				t.Errorf("%s has %q: %.200q", where, secret, b)
			}
		}
	}
	v := r.shell.servers
	for _, column := range v.fields {
		leaks("the list", []byte(column.Of(v.list.Rows()[0]).Text))
	}
	for _, f := range v.details.list {
		leaks("what is known", []byte(f.Value))
	}
	leaks("the title", []byte(v.details.title.Text))
	r.shell.status.error(fmt.Errorf("read udp 10.77.3.5:5000->%s:7778: connection refused", address))
	leaks("the line at the bottom", []byte(r.shell.status.text))
	if !strings.Contains(r.shell.status.text, "10.77.x.x") {
		t.Errorf("the line at the bottom says %q", r.shell.status.text)
	}
	v.copyAddresses()
	leaks("the clipboard", []byte(r.app.Clipboard().Content()+v.grid.OnCopy(0)))
	told := notification(v.list.Rows()[0].Title(), nil)
	leaks("a notification", []byte(strings.ReplaceAll(told.Title, " ", ".")))

	r.shell.Show(viewPaste)
	in := r.shell.inspector()
	in.SetDatagrams(list)
	path := filepath.Join(r.dir, "a.pcapng")
	r.shell.save(path, store.Create, r.shell.inspector().Datagrams())
	r.until("the file", func() bool { return strings.HasPrefix(r.shell.status.text, "Saved") })
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	leaks("the capture", b)
	for i, f := range exports {
		path := filepath.Join(r.dir, fmt.Sprintf("a%d.%s", i, f.extension))
		r.shell.exportPackets(path, store.Create, f, in.State().Copies())
		r.until("the file", func() bool { return strings.HasPrefix(r.shell.status.text, "Exported") })
		if b, err = os.ReadFile(path); err != nil || len(b) < 100 {
			t.Fatal(len(b), err)
		}
		leaks(f.name, b)
		if f.format == render.JSON && bytes.Contains(b, []byte("checksum-wrong")) {
			t.Error("checksums of the frame did not follow")
		}
	}
	r.shell.try(r.shell.copyLink)()
	r.shell.try(r.shell.pastePacket)()
	r.until("the link", func() bool { return strings.HasPrefix(r.shell.paste.Text(), "80 00 00") })
	leaks("the link", []byte(strings.ReplaceAll(r.shell.paste.Text(), "\n", " ")))
	r.shell.Show(viewPaste)
	in.SetDatagrams(list)
	for i := range list {
		in.State().Go(i)
		for _, form := range view.Forms() {
			leaks(form.Name, form.Append(nil, in.State().SelectedBytes()))
		}
		for row := range in.State().Tree().Len() {
			in.State().SelectRow(row)
			line, _ := in.State().SelectedLine()
			value, _ := in.State().SelectedValue()
			leaks("a field", []byte(line+value))
		}
		in.State().ClearSelection()
	}
}

// udpFrame returns an Ethernet frame around a payload.
func udpFrame(from, to string, payload []byte) []byte {
	a, b := netip.MustParseAddr(from).As4(), netip.MustParseAddr(to).As4()
	n := len(payload)
	f := []byte{2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, 8, 0}
	ip := []byte{0x45, 0, byte((28 + n) >> 8), byte(28 + n), 0, 1, 0, 0, 64, 17, 0, 0}
	ip = append(append(ip, a[:]...), b[:]...)
	sum := checksum(0, ip)
	ip[10], ip[11] = byte(sum>>8), byte(sum)
	udp := append([]byte{30, 98, 19, 136, byte((8 + n) >> 8), byte(8 + n), 0, 0}, payload...)
	pseudo := append(append(append([]byte{}, a[:]...), b[:]...), 0, 17, udp[4], udp[5])
	sum = checksum(^checksum(0, pseudo), udp)
	udp[6], udp[7] = byte(sum>>8), byte(sum)
	return append(append(f, ip...), udp...)
}

func checksum(start uint16, b []byte) uint16 {
	sum := uint32(start)
	for i := 0; i < len(b); i += 2 {
		v := uint32(b[i]) << 8
		if i+1 < len(b) {
			v |= uint32(b[i+1])
		}
		sum += v
	}
	for sum > 0xffff {
		sum = sum>>16 + sum&0xffff
	}
	return ^uint16(sum)
}

// TestMasterIsBounded gets the list of a master that names more than anybody
// looks at: some are queried, and it is said how many.
func TestMasterIsBounded(t *testing.T) {
	r := newRig(t)
	r.world.listed = maxListed + 250
	r.shell.Start(nil)
	r.shell.servers.master("127.0.0.1:28900")
	r.until("the list", func() bool {
		return strings.Contains(r.shell.status.text, "5,250 servers. The first 5,000 were queried")
	})
	r.until("the answers", func() bool { return r.shell.servers.poller.Querying() == 0 })
	// The one that is selected is queried as well.
	if n := len(r.asked()); n < maxListed || n > maxListed+1 {
		t.Errorf("%d servers were queried", n)
	}
}
