package shell

import (
	"path/filepath"
	"strconv"

	"fragscope/decoder/render"
	"fragscope/decoder/view"
	"fragscope/desktop/settings"
	"fragscope/desktop/ui"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// item returns a line of a menu; shortcut may be nil.
func item(name string, shortcut fyne.Shortcut, action func()) *fyne.MenuItem {
	m := fyne.NewMenuItem(name, action)
	m.Shortcut = shortcut
	return m
}

// menu makes the menus anew: what is ticked in them, and the recent files.
func (s *Shell) menu() *fyne.MainMenu {
	line := fyne.NewMenuItemSeparator
	quit := item("Quit", control(fyne.KeyQ), s.close)
	quit.IsQuit = true
	recent := fyne.NewMenuItem("Open recent", nil)
	recent.ChildMenu = fyne.NewMenu("")
	for _, path := range s.settings.Recent {
		recent.ChildMenu.Items = append(recent.ChildMenu.Items, fyne.NewMenuItem(visible(short(path)), func() { s.openFile(path) }))
	}
	if len(s.settings.Recent) == 0 {
		recent.Disabled = true
	} else {
		recent.ChildMenu.Items = append(recent.ChildMenu.Items, line(), fyne.NewMenuItem("Clear list", func() {
			s.settings.Recent = nil
			s.saveSettings()
			s.win.SetMainMenu(s.menu())
		}))
	}
	file := fyne.NewMenu("File",
		item("Open…", control(fyne.KeyO), s.askOpen),
		recent,
		line(),
		item("Save session…", control(fyne.KeyS), s.askSave),
		item("Save all traffic…", controlShift(fyne.KeyS), s.askSaveAll),
		s.exportMenu(),
		line(),
		item("Preferences…", control(fyne.KeyComma), s.showPreferences),
		line(),
		quit,
	)
	in := func(f func(i *ui.Inspector)) func() { return func() { f(s.inspector()) } }
	bytes := fyne.NewMenuItem("Copy bytes as", nil)
	bytes.ChildMenu = fyne.NewMenu("")
	for _, form := range view.Forms() {
		bytes.ChildMenu.Items = append(bytes.ChildMenu.Items, fyne.NewMenuItem(form.Name, in(func(i *ui.Inspector) { i.CopyBytes(form) })))
	}
	edit := fyne.NewMenu("Edit",
		item("Paste a packet", controlShift(fyne.KeyV), s.pastePacket),
		line(),
		item("Copy field", controlShift(fyne.KeyC), in((*ui.Inspector).CopyField)),
		item("Copy value", nil, in((*ui.Inspector).CopyValue)),
		bytes,
		item("Copy permalink", control(fyne.KeyL), s.copyLink),
		line(),
		item("Find in packets", control(fyne.KeyF), in((*ui.Inspector).FocusSearch)),
		item("Find next", control(fyne.KeyG), in((*ui.Inspector).NextHit)),
		item("Find previous", controlShift(fyne.KeyG), in((*ui.Inspector).PreviousHit)),
		item("Next problem", control(fyne.KeyE), in((*ui.Inspector).NextProblem)),
		item("Previous problem", controlShift(fyne.KeyE), in((*ui.Inspector).PreviousProblem)),
		item("Next unknown bytes", control(fyne.KeyU), in((*ui.Inspector).NextUnknown)),
	)
	return fyne.NewMainMenu(file, edit, s.viewMenu(), s.serverMenu(), s.captureMenu(), fyne.NewMenu("Help",
		item("Keyboard", nil, s.showKeys),
		item("Specifications", nil, func() { ui.OpenSpec("") }),
		item("About fragscope", nil, s.showAbout),
	))
}

// viewMenu returns the menu of what is shown and how.
func (s *Shell) viewMenu() *fyne.Menu {
	line := fyne.NewMenuItemSeparator
	theme := fyne.NewMenuItem("Theme", nil)
	theme.ChildMenu = fyne.NewMenu("")
	for i, name := range settings.Themes {
		m := fyne.NewMenuItem([]string{"As the system", "Dark", "Light"}[i], func() {
			s.settings.Theme = name
			s.changed()
		})
		m.Checked = s.settings.Theme == name
		theme.ChildMenu.Items = append(theme.ChildMenu.Items, m)
	}
	hide := item("Hide addresses", controlShift(fyne.KeyH), func() {
		s.settings.HideAddresses = !s.settings.HideAddresses
		s.changed()
	})
	hide.Checked = s.settings.HideAddresses
	in := func(f func(i *ui.Inspector)) func() { return func() { f(s.inspector()) } }
	return fyne.NewMenu("View",
		item("Servers", control(fyne.Key1), func() { s.Show(viewServers) }),
		item("Paste", control(fyne.Key2), func() { s.Show(viewPaste) }),
		item("Captures", control(fyne.Key3), func() { s.Show(viewCaptures) }),
		item("Send", control(fyne.Key4), func() { s.Show(viewSend) }),
		line(),
		item("Fields", nil, in((*ui.Inspector).ShowFields)),
		item("Summary", nil, in((*ui.Inspector).ShowSummary)),
		item("Problems", nil, in((*ui.Inspector).ShowProblems)),
		line(),
		theme,
		item("Zoom in", control(fyne.KeyEqual), func() { s.zoom(1.1) }),
		item("Zoom out", control(fyne.KeyMinus), func() { s.zoom(1 / 1.1) }),
		item("Reset zoom", control(fyne.Key0), func() { s.zoom(0) }),
		hide,
	)
}

// serverMenu returns the menu of what can be done with servers.
func (s *Shell) serverMenu() *fyne.Menu {
	v := func(f func(v *serversView)) func() {
		return func() {
			s.Show(viewServers)
			f(s.servers)
		}
	}
	line := fyne.NewMenuItemSeparator
	samples := item("Sample servers", nil, v((*serversView).startSamples))
	samples.Disabled = s.opts.Demo == nil
	return fyne.NewMenu("Server",
		item("Type an address", control(fyne.KeyN), v(func(v *serversView) { s.win.Canvas().Focus(v.address) })),
		item("Filter the list", controlShift(fyne.KeyF), s.focusFilter),
		line(),
		item("Refresh the list", control(fyne.KeyR), v((*serversView).askAll)),
		item("Refresh", controlShift(fyne.KeyR), v((*serversView).askSelected)),
		item("Stop", control(fyne.KeyPeriod), v((*serversView).cancel)),
		line(),
		item("Search the local network", controlShift(fyne.KeyL), v((*serversView).discover)),
		item("Get servers from a master…", control(fyne.KeyM), v((*serversView).chooseMaster)),
		samples,
		line(),
		item("Favourite", control(fyne.KeyD), v((*serversView).favourite)),
		item("Watch", control(fyne.KeyW), v((*serversView).watch)),
		item("Remove from the list", nil, v((*serversView).remove)),
		line(),
		s.detailsMenu(),
		item("Send a request…", control(fyne.KeyT), s.sendSelected),
	)
}

// detailsMenu returns the menu of what is known about the selected server.
func (s *Shell) detailsMenu() *fyne.MenuItem {
	m := fyne.NewMenuItem("Show", nil)
	m.ChildMenu = fyne.NewMenu("")
	for i, name := range []string{"About", "Players", "Rules", "Teams", "Timeline", "Packets"} {
		one := fyne.NewMenuItem(name, func() { s.part(i) })
		one.Shortcut = &desktop.CustomShortcut{KeyName: fyne.KeyName(strconv.Itoa(1 + i)), Modifier: fyne.KeyModifierAlt}
		m.ChildMenu.Items = append(m.ChildMenu.Items, one)
	}
	return m
}

// exportMenu returns the menu of what the packets in front can become.
func (s *Shell) exportMenu() *fyne.MenuItem {
	m := fyne.NewMenuItem("Export packets as", nil)
	m.ChildMenu = fyne.NewMenu("")
	for _, f := range exports {
		m.ChildMenu.Items = append(m.ChildMenu.Items, fyne.NewMenuItem(f.name+"…", func() { s.askExport(f) }))
	}
	return m
}

// An exportFormat is something that packets can be written as.
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

// key takes a key that nobody else wanted, and says whether it meant something.
func (s *Shell) key(k fyne.KeyName) bool {
	switch k {
	case fyne.KeyF1:
		s.showKeys()
	case fyne.KeyF3:
		s.inspector().NextHit()
	case fyne.KeyF5:
		switch s.view() {
		case viewServers:
			s.servers.askAll()
		case viewSend:
			s.send.start()
		}
	case fyne.KeyF6:
		s.tabs.SelectIndex((s.tabs.SelectedIndex() + 1) % len(viewNames))
	case fyne.KeyF8:
		s.inspector().NextProblem()
	default:
		return false
	}
	return true
}

// changed applies and saves settings that were changed.
func (s *Shell) changed() {
	s.configure()
	s.saveSettings()
	s.win.SetMainMenu(s.menu())
	s.servers.showRefresh()
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
