package shell

import (
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"fragscope/decoder/render"
	"fragscope/decoder/view"
	"fragscope/desktop/ui"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
)

func item(name string, shortcut fyne.Shortcut, action func()) *fyne.MenuItem {
	m := fyne.NewMenuItem(name, action)
	m.Shortcut = shortcut
	return m
}

type group []*fyne.MenuItem

func grouped(name string, groups ...group) *fyne.Menu {
	m := fyne.NewMenu(name)
	for _, g := range groups {
		if len(g) == 0 {
			continue
		}
		if len(m.Items) > 0 {
			m.Items = append(m.Items, fyne.NewMenuItemSeparator())
		}
		m.Items = append(m.Items, g...)
	}
	return m
}

// submenu returns an item that opens a menu of groups; without any it is disabled.
func submenu(name string, groups ...group) *fyne.MenuItem {
	m := fyne.NewMenuItem(name, nil)
	m.ChildMenu = grouped("", groups...)
	m.Disabled = len(m.ChildMenu.Items) == 0
	return m
}

func items[T any](list []T, item func(i int, v T) *fyne.MenuItem) (g group) {
	for i, v := range list {
		g = append(g, item(i, v))
	}
	return g
}

// A menuState is what can be undone or stopped; items of the menus for what cannot are disabled.
type menuState struct{ removed, reading, exporting bool }

func (s *Shell) menuState() menuState {
	return menuState{len(s.servers.removed) > 0, s.captures.Working(), s.stopExport != nil}
}

// renewMenu rebuilds the menus when what can be undone or stopped has changed.
func (s *Shell) renewMenu() {
	if s.menuFor != s.menuState() {
		s.setMenu()
	}
}

func (s *Shell) setMenu() {
	s.menuFor = s.menuState()
	s.win.SetMainMenu(s.menu())
}

// onlyIf returns an item that is disabled unless there is something to do.
func onlyIf(when bool, m *fyne.MenuItem) *fyne.MenuItem {
	m.Disabled = !when
	return m
}

// menu returns the menus: what is ticked and enabled in them, and the recent files.
func (s *Shell) menu() *fyne.MainMenu {
	quit := item("Quit", control(fyne.KeyQ), s.close)
	quit.IsQuit = true
	recent := items(s.settings.Recent, func(_ int, path string) *fyne.MenuItem {
		return item(visible(short(path)), nil, func() { s.openFile(path) })
	})
	var forget group
	if len(recent) > 0 {
		forget = group{item("Clear list", nil, func() {
			s.settings.Recent = nil
			s.saveSettings()
			s.setMenu()
		})}
	}
	in := func(f func(i *ui.Inspector)) func() { return func() { f(s.inspector()) } }
	to := func(f func(i *ui.Inspector)) func() { return func() { f(s.inspected()) } }
	undo := item("Undo", &fyne.ShortcutUndo{}, nil)
	step := func(f func(i *ui.Inspector, by int), by int) func() { return func() { f(s.inspected(), by) } }
	menu := fyne.NewMainMenu(
		grouped("File",
			group{item("Open…", control(fyne.KeyO), s.askOpen), item("Open a sample…", nil, s.askSample),
				submenu("Open recent", recent, forget)},
			group{
				item("Save session…", control(fyne.KeyS), s.try(s.askSave)),
				item("Save all traffic…", controlShift(fyne.KeyS), s.try(s.askSaveAll)),
				item("Clear the traffic log", nil, s.clearLog),
				submenu("Export packets as", items(exports, func(_ int, f exportFormat) *fyne.MenuItem {
					return item(f.name+"…", nil, s.try(func() error { return s.askExport(f) }))
				})),
			},
			s.layoutMenu(),
			group{item("Preferences…", control(fyne.KeyComma), s.showPreferences)},
			group{quit},
		),
		grouped("Edit",
			group{undo, item("Paste a packet", controlShift(fyne.KeyV), s.try(s.pastePacket))},
			group{
				item("Copy field", controlShift(fyne.KeyC), in((*ui.Inspector).CopyField)),
				item("Copy value", nil, in((*ui.Inspector).CopyValue)),
				ui.CopyMenu(func(f view.Form) { s.inspector().CopyBytes(f) }),
				item("Copy permalink", control(fyne.KeyL), s.try(s.copyLink)),
			},
			group{
				item("Find in packets", control(fyne.KeyF), to((*ui.Inspector).FocusSearch)),
				item("Find next", control(fyne.KeyG), step((*ui.Inspector).NextHit, 1)),
				item("Find previous", controlShift(fyne.KeyG), step((*ui.Inspector).NextHit, -1)),
				item("Next problem", control(fyne.KeyE), step((*ui.Inspector).NextProblem, 1)),
				item("Previous problem", controlShift(fyne.KeyE), step((*ui.Inspector).NextProblem, -1)),
				item("Next unknown bytes", control(fyne.KeyU), to((*ui.Inspector).NextUnknown)),
			},
		),
		s.viewMenu(), s.serverMenu(), s.captureMenu(),
		grouped("Help", group{
			item("Keyboard shortcuts", nil, s.showKeys),
			item("Specifications", nil, func() { ui.OpenSpec("") }),
			item("About fragscope", nil, s.showAbout),
		}),
	)
	for _, m := range menu.Items {
		s.guard(m)
		undo.Action = s.undo          // in a dialog too: a text is undone there
		if runtime.GOOS != "darwin" { // whose menus are the system's own
			written(m)
		}
	}
	return menu
}

// undo undoes the last change: of the text that has the keys, or else of what is in front.
func (s *Shell) undo() {
	focused := s.win.Canvas().Focused()
	if text, ok := focused.(interface {
		fyne.Shortcutable
		SelectedText() string
	}); ok {
		text.TypedShortcut(&fyne.ShortcutUndo{})
		return
	}
	switch {
	case s.covered():
	case s.inspector().UndoStructure():
	case s.view() == viewPaste && s.paste.Undo():
	case s.view() == viewServers && len(s.servers.removed) > 0:
		s.servers.restore()
	default:
		s.status.success("Nothing to undo.")
	}
}

// A keyName is a shortcut that Fyne does not write: what it writes has a fifth of
// the colour of text, which is not readable. It is in the label of its item.
type keyName string

func (k keyName) ShortcutName() string { return string(k) }

// hairSpace is the narrowest space.
const hairSpace = "\u200a"

// written has the labels of a menu end with their shortcuts, all at the right.
func written(m *fyne.Menu) {
	width := func(s string) float32 { return fyne.MeasureText(s, theme.TextSize(), fyne.TextStyle{}).Width }
	const gap = 24
	widest := float32(0)
	for _, i := range m.Items {
		if i.Shortcut != nil {
			widest = max(widest, width(i.Label)+gap+width(keysOf(i.Shortcut)))
		}
	}
	for _, i := range m.Items {
		if i.ChildMenu != nil {
			written(i.ChildMenu)
		}
		if i.Shortcut != nil {
			keys := keysOf(i.Shortcut)
			room := widest - width(i.Label) - width(keys)
			n := int(room / width(" "))
			rest := (room - float32(n)*width(" ")) / width(hairSpace)
			i.Label += strings.Repeat(hairSpace, int(rest+0.5)) + strings.Repeat(" ", n) + keys
			i.Shortcut = keyName(i.Shortcut.ShortcutName())
		}
	}
}

// guard has the items of a menu, and so their shortcuts, do nothing behind a dialog.
func (s *Shell) guard(m *fyne.Menu) {
	for _, i := range m.Items {
		if i.ChildMenu != nil {
			s.guard(i.ChildMenu)
		}
		if action := i.Action; action != nil && !i.IsQuit {
			i.Action = func() {
				if !s.covered() {
					action()
				}
			}
		}
	}
}

func (s *Shell) viewMenu() *fyne.Menu {
	hide := item("Hide addresses", controlShift(fyne.KeyH),
		func() { setting(s, &s.settings.HideAddresses)(!s.settings.HideAddresses) })
	hide.Checked = s.settings.HideAddresses
	base := item("Decimal offsets", nil, func() {
		setting(s, &s.settings.Decimal)(!s.settings.Decimal)
		for _, name := range viewNames {
			x := s.inspectorOf(name).State()
			x.Reopen(x.Source())
		}
	})
	base.Checked = s.settings.Decimal
	return grouped("View",
		group{
			item("Servers", control(fyne.Key1), func() { s.Show(viewServers) }),
			item("Paste", control(fyne.Key2), func() { s.Show(viewPaste) }),
			item("Captures", control(fyne.Key3), func() { s.Show(viewCaptures) }),
			item("Send", control(fyne.Key4), func() { s.Show(viewSend) }),
		},
		items([]string{ui.TabFields: "Fields", ui.TabSummary: "Summary", ui.TabProblems: "Problems"},
			func(tab int, name string) *fyne.MenuItem {
				return item(name, nil, func() { s.inspected().ShowTab(tab) })
			}),
		group{item("Structure of unknown packets", controlShift(fyne.KeyU),
			func() { s.inspected().ShowStructure(s.settings.Layout) })},
		group{
			submenu("Theme", items(themes.Names(), func(_ int, name string) *fyne.MenuItem {
				m := item(name, nil, func() { setting(s, &s.settings.Theme)(themes.Of(name)) })
				m.Checked = s.settings.Theme == themes.Of(name)
				return m
			})),
			item("Zoom in", control(fyne.KeyEqual), func() { s.zoom(1.1) }),
			item("Zoom out", control(fyne.KeyMinus), func() { s.zoom(1 / 1.1) }),
			item("Reset zoom", control(fyne.Key0), func() { s.zoom(0) }),
			base, hide,
		},
	)
}

func altDigit(i int) fyne.Shortcut {
	return &desktop.CustomShortcut{KeyName: fyne.KeyName(strconv.Itoa(1 + i)), Modifier: fyne.KeyModifierAlt}
}

func (s *Shell) serverMenu() *fyne.Menu {
	v := func(f func(v *serversView)) func() {
		return func() {
			s.Show(viewServers)
			f(s.servers)
		}
	}
	return grouped("Server",
		group{
			item("Enter an address", control(fyne.KeyN), v(func(v *serversView) { s.win.Canvas().Focus(v.address) })),
			item("Filter the list", controlShift(fyne.KeyF), s.focusFilter),
		},
		group{
			item("Refresh all", control(fyne.KeyR), v((*serversView).refreshAll)),
			item("Refresh", controlShift(fyne.KeyR), v((*serversView).refreshSelected)),
			item("Stop", control(fyne.KeyPeriod), v((*serversView).cancel)),
		},
		group{
			item("Search your local network", controlShift(fyne.KeyL), v((*serversView).discover)),
			item("Get servers from a master…", control(fyne.KeyM), v((*serversView).chooseMaster)),
			onlyIf(s.opts.Demo != nil, item("Sample servers", nil, v((*serversView).startSamples))),
		},
		group{
			item("Favourite", control(fyne.KeyD), v((*serversView).favourite)),
			item("Watch", control(fyne.KeyW), v((*serversView).watch)),
			item("Join", control(fyne.KeyJ), v((*serversView).join)),
			item("Remove from the list", nil, v((*serversView).remove)),
			onlyIf(s.menuFor.removed, item("Undo removing", nil, v((*serversView).restore))),
		},
		group{
			submenu("Show", items(s.servers.details.names, func(i int, name string) *fyne.MenuItem {
				return item(name, altDigit(i), func() { s.part(i) })
			})),
			item("Send a request…", control(fyne.KeyT), s.sendSelected),
		},
	)
}

type exportFormat struct {
	name, extension string
	format          render.Format
}

var exports = []exportFormat{
	{"JSON", "json", render.JSON}, {"NDJSON", "ndjson", render.NDJSON}, {"CSV", "csv", render.CSV},
	{"Markdown", "md", render.Markdown}, {"Table", "txt", render.Table}, {"Tree", "txt", render.Tree},
}

// short returns a path as a menu can show it.
func short(path string) string {
	if len(path) <= 48 {
		return path
	}
	return "…/" + filepath.Join(filepath.Base(filepath.Dir(path)), filepath.Base(path))
}

// key handles a key that no widget handled; it reports whether it did.
func (s *Shell) key(k fyne.KeyName) bool {
	if s.covered() {
		if k == fyne.KeyEscape {
			s.dismiss()
		}
		return false
	}
	switch k {
	case fyne.KeyF1:
		s.showKeys()
	case fyne.KeyF3:
		s.inspected().NextHit(1)
	case fyne.KeyF5:
		switch s.view() {
		case viewServers:
			s.servers.refreshAll()
		case viewSend:
			s.send.start()
		}
	case fyne.KeyF6:
		s.tabs.SelectIndex((s.tabs.SelectedIndex() + 1) % len(viewNames))
	case fyne.KeyF8:
		s.inspected().NextProblem(1)
	case fyne.KeyF10: // Alt opens the menus in Fyne itself
		if c, ok := s.win.Canvas().(interface{ ToggleMenu() }); ok {
			c.ToggleMenu()
		}
	default:
		return false
	}
	return true
}

func (s *Shell) changed() {
	s.configure()
	s.saveSettings()
	s.setMenu()
	s.servers.refresh.Choose(s.refreshName())
	s.servers.draw()
	s.captures.Renew()
	if server := s.servers.current(); server != nil {
		s.servers.details.show(server)
	}
}

// zoom makes everything larger or smaller; 0 resets it.
func (s *Shell) zoom(by float64) {
	if s.settings.Scale *= by; by == 0 {
		s.settings.Scale = 1
	}
	s.changed()
}
