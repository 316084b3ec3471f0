package shell

import (
	"fmt"
	"image"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"fragscope/analyzer/servers"
	"fragscope/desktop/report"
	"fragscope/desktop/state"
	"fragscope/desktop/store"
	"fragscope/samples/captures"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/software"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
)

// shown returns a rig with a few servers, of which one is selected.
func shown(t *testing.T) *rig {
	r := newRig(t)
	list := []*struct{ address, name, where string }{
		{"203.0.113.7:7778", "Harbour Lights | all night instagib", "DM-Deck17"},
		{"203.0.113.8:7788", "\x1b\xff\x01\x01Red <b>Team</b> only", "CTF-Face3"},
		{"play.example.org:6500", "A name that is far too long to stand in any column that there is room for in a window " +
			"of this size", "VCTF-Suspense"},
		{"[2001:db8::1]:22000", "Liberty", "Liberty City"},
	}
	for i, c := range list {
		var names []string
		for p := range 3 * i {
			names = append(names, fmt.Sprintf("player %d", p))
		}
		r.world.set(c.address, status(c.name, c.where, names...))
	}
	r.shell.Start(nil)
	r.shell.win.Canvas().Unfocus()
	for _, c := range list {
		r.shell.servers.queryAddress(servers.Target{Address: c.address})
	}
	r.shell.servers.queryAddress(servers.Target{Address: "198.51.100.99:7778"})
	r.until("all answers", func() bool {
		rows := r.shell.Snapshot().Rows
		return len(rows) == 5 && rows[4].Error != "" && rows[3].Answers
	})
	for range 12 {
		for i, c := range list {
			var names []string
			for p := range 1 + len(r.shell.servers.list.Find(c.address).Samples)*i%11 {
				names = append(names, fmt.Sprintf("player %d", p))
			}
			r.world.set(c.address, status(c.name, c.where, names...))
		}
		n := len(r.shell.servers.list.Find(list[0].address).Samples)
		r.shell.servers.refreshAll()
		r.until("more answers", func() bool {
			return r.shell.servers.poller.Querying() == 0 && len(r.shell.servers.list.Find(list[0].address).Samples) > n
		})
	}
	r.shell.servers.choose(list[2].address)
	r.shell.status.clear()
	r.shell.servers.draw()
	return r
}

// TestEveryScreen draws every view in both themes, at three sizes and at twice
// the scale: something is drawn, and nothing is larger than its window.
func TestEveryScreen(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine draws: passed without the race detector")
	}
	r := shown(t)
	s := r.shell
	s.paste.SetText("79 00 00 00 00\n\n80 00 00 00 00 00 00 00 00 00 6c 1e 00 00 00 00")
	s.send.address.SetText("203.0.113.7:7778")
	path := filepath.Join(t.TempDir(), "session.pcapng")
	b, err := captures.Files.ReadFile("ut2004-multi-packet.pcapng")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	capture := func(tab int) func() {
		return func() {
			s.Show(viewCaptures)
			if s.captures.Snapshot().Path == "" {
				s.captures.Open(path)
				r.until("the capture", func() bool { c := s.captures.Snapshot(); return c.Loaded && !c.Working })
			}
			s.captures.ShowTab(tab)
		}
	}
	r.world.reply = func([]byte) [][]byte { return [][]byte{infoReply} }
	preferences := func(tab int) func() {
		return func() {
			s.showPreferences()
			each(s.win.Canvas().Overlays().Top(), func(o fyne.CanvasObject) {
				if tabs, ok := o.(*container.AppTabs); ok {
					tabs.SelectIndex(tab)
				}
			})
		}
	}
	export := func(folder bool) func() {
		return func() {
			capture(0)()
			for _, g := range report.Formats() {
				if i := slices.IndexFunc(g.Formats, func(f report.Format) bool { return f.Folder() == folder }); i >= 0 {
					s.try(func() error { return s.askReport(&g.Formats[i]) })()
					return
				}
			}
			t.Fatal("no such format")
		}
	}
	s.opts.Interfaces = func() ([]state.Interface, error) {
		return []state.Interface{{Name: "eth7", About: "192.0.2.1, 2001:db8::1"}, {Name: "lo", About: "127.0.0.1"}}, nil
	}
	s.opts.Capture = func(string, string, string) (state.Device, error) { return nil, errSilent }
	screens := map[string]func(){
		"teams":          func() { s.Show(viewServers); s.servers.details.tabs.SelectIndex(3) },
		"overview":       capture(0),
		"exchanges":      capture(2),
		"found":          capture(4),
		"history":        capture(5),
		"preferences":    preferences(0),
		"queries":        preferences(1),
		"privacy":        preferences(2),
		"notifications":  preferences(3),
		"interface":      s.try(s.askInterface),
		"samples":        s.askSample,
		"export":         export(false),
		"export-folder":  export(true),
		"export-packets": func() { s.Show(viewPaste); s.try(func() error { return s.askExport(exports[0]) })() },
		"filter-syntax":  func() { capture(1)(); s.showFilterHelp() },
		"replace":        func() { s.status.error(s.confirm(path, false, func(string, store.Writer) {})) },
		"vary":           func() { s.Show(viewSend); s.try(s.send.askVary)() },
		"keyboard":       s.showKeys,
		"about-us":       s.showAbout,
		"open":           s.askOpen,
		"master":         s.servers.chooseMaster,
		"save":           func() { s.Show(viewServers); s.try(s.askSave)() },
		"error":          func() { s.Show(viewServers); s.status.error(errSilent) },
		"sent": func() {
			s.Show(viewSend)
			s.status.clear()
			s.send.start()
			r.until("a reply", func() bool { return !s.Snapshot().Send.Running })
		},
		"nothing":  func() { s.Show(viewServers); s.servers.filter.SetText("nothing like this") },
		"about":    func() { s.Show(viewServers); s.servers.details.tabs.SelectIndex(0) },
		"players":  func() { s.Show(viewServers); s.servers.details.tabs.SelectIndex(1) },
		"rules":    func() { s.Show(viewServers); s.servers.details.tabs.SelectIndex(2) },
		"timeline": func() { s.Show(viewServers); s.servers.details.tabs.SelectIndex(4) },
		"packets":  func() { s.Show(viewServers); s.servers.details.tabs.SelectIndex(5) },
		"paste":    func() { s.Show(viewPaste) },
		"captures": capture(1),
		"send":     func() { s.Show(viewSend) },
	}
	// A window that is made as small as it can be shows all of each view.
	if least := s.win.Content().MinSize(); least.Width > 800 || least.Height > 600 {
		t.Errorf("the views need %v, expected at most 800×600", least)
	}
	for _, theme := range []string{"dark", "light"} {
		for _, size := range []struct {
			name          string
			width, height float32
			scale         float32
		}{{"1280x800", 1280, 800, 1}, {"800x600", 800, 600, 1}, {"1280x800-200", 1280, 800, 2}} {
			s.settings.Theme = theme
			s.configure()
			s.win.Canvas().(software.WindowlessCanvas).SetScale(size.scale)
			s.win.Resize(fyne.NewSize(size.width, size.height))
			for name, show := range screens {
				// The others are made of the same parts, and drawing takes long.
				part := name == "packets" || name == "send"
				if os.Getenv("FRAGSCOPE_LOOK") == "" && !part && (theme == "light" || size.width > 800) {
					continue
				}
				s.servers.filter.SetText("")
				show()
				img := r.look(name + "-" + theme + "-" + size.name)
				if b := img.Bounds(); b.Dx() != int(size.width*size.scale) || b.Dy() != int(size.height*size.scale) {
					t.Errorf("%s in %s at %s is %v large: something does not fit", name, theme, size.name, b.Size())
				}
				if n := colours(img); n < 12 {
					t.Errorf("%s in %s at %s shows only %d colours", name, theme, size.name, n)
				}
				for _, o := range append(s.win.Canvas().Overlays().List(), s.win.Canvas().Content()) {
					for _, text := range undrawable(o) {
						t.Errorf("%s: %q needs a font that not every machine has", name, text)
					}
				}
				for _, o := range slices.Backward(slices.Clone(s.win.Canvas().Overlays().List())) {
					if at := o.Size(); at.Width > size.width || at.Height > size.height {
						t.Errorf("%s in %s at %s: what lies on the window is %v large", name, theme, size.name, at)
					}
					s.win.Canvas().Overlays().Remove(o)
				}
			}
		}
	}
}

// undrawable returns the texts in o that have letters which the fonts that come
// with the program do not have.
func undrawable(o fyne.CanvasObject) (list []string) {
	switch o := o.(type) {
	case *canvas.Text:
		var b sfnt.Buffer
		for _, r := range o.Text {
			if r < 128 {
				continue
			}
			found := false
			for _, file := range []fyne.Resource{theme.Current().Font(o.TextStyle), theme.DefaultSymbolFont()} {
				f, err := opentype.Parse(file.Content())
				if err != nil {
					continue
				}
				if n, err := f.GlyphIndex(&b, r); err == nil && n != 0 {
					found = true
				}
			}
			if !found {
				return []string{o.Text}
			}
		}
	case *fyne.Container:
		for _, c := range o.Objects {
			list = append(list, undrawable(c)...)
		}
	case fyne.Widget:
		for _, c := range test.WidgetRenderer(o).Objects() {
			if c.Visible() {
				list = append(list, undrawable(c)...)
			}
		}
	}
	return list
}

// colours counts the colours of a picture.
func colours(img image.Image) int {
	seen := map[[3]uint32]bool{}
	b := img.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y += 7 {
		for x := b.Min.X; x < b.Max.X; x += 5 {
			red, green, blue, _ := img.At(x, y).RGBA()
			seen[[3]uint32{red, green, blue}] = true
		}
	}
	return len(seen)
}
