package shell

import (
	"slices"
	"strings"

	"fragscope/desktop/ui"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// keys are those that no menu has.
var keys = [][2]string{
	{"F1", "Keyboard shortcuts"},
	{"F2, double click", "Edit a field of a paste"},
	{"F3", "Find next"},
	{"F5", "Refresh all servers, or send again"},
	{"F6", "Next view"},
	{"F8", "Next problem"},
	{"Alt+1 … 8", "Tabs of a server or of a capture"},
	{"Enter", "Query the selected server"},
	{"Space, Delete", "Make it a favourite, remove it from the list"},
	{"Ctrl+click, Shift+click", "Select several servers or packets; also Shift and arrows, Ctrl+A"},
	{"Ctrl+Z", "Bring removed servers back, undo a change of a paste or in Structure"},
	{"1 … 9", "Sort the focused table by that column"},
	{"Arrows, Page, Home, End", "Move in lists, fields and bytes"},
	{"Arrows, Enter", "In details and problems: go to a source, open its specification"},
	{"1, 2, 4, 8, F, S, C, G, X", "In Structure: what the selected bytes are; B changes the byte order"},
	{"A, N, Z, Y", "In Structure: accept what was found, name it, undo, redo"},
	{"Escape", "Close a dialog or the specification, clear a filter"},
	{"F10, Alt", "Menus"},
	{"Tab", "Next part of the window"},
}

// keysOf returns the keys of a shortcut as menus write them.
func keysOf(s fyne.Shortcut) string {
	if s.ShortcutName() == (&fyne.ShortcutUndo{}).ShortcutName() {
		return "Ctrl+Z"
	}
	return strings.NewReplacer("CustomDesktop:", "", "Shift+Control", "Ctrl+Shift", "Control", "Ctrl", "Super",
		"Cmd").Replace(s.ShortcutName())
}

// nameOf returns what an item of a menu is called, without its shortcut.
func nameOf(i *fyne.MenuItem) string {
	name := i.Label
	if i.Shortcut != nil {
		name = strings.TrimSpace(strings.TrimSuffix(name, keysOf(i.Shortcut)))
	}
	return strings.TrimSuffix(name, "…")
}

// shortcuts returns the keys of menu items, with what they do.
func shortcuts(list []*fyne.MenuItem) (rows [][2]string) {
	for _, i := range list {
		if i.Shortcut != nil {
			rows = append(rows, [2]string{keysOf(i.Shortcut), nameOf(i)})
		}
		if i.ChildMenu != nil {
			rows = append(rows, shortcuts(i.ChildMenu.Items)...)
		}
	}
	return rows
}

func (s *Shell) showKeys() {
	rows := slices.Clone(keys)
	for _, m := range s.menu().Items {
		rows = append(rows, shortcuts(m.Items)...)
	}
	field := func(i int, c ui.Column) ui.Field[[2]string] {
		return ui.Field[[2]string]{Column: c, Of: func(k [2]string) ui.Cell { return ui.Cell{Text: k[i]} }}
	}
	list := ui.NewTable(func() [][2]string { return rows }, field(0, ui.Column{Title: "Key", Min: 25, Mono: true}),
		field(1, ui.Column{Title: "Action", Min: 30, Share: 1}))
	s.show(s.window("Keyboard shortcuts", "Close", list), 680, 660)
}

func (s *Shell) showFilterHelp() {
	s.show(s.window("Filter syntax", "Close", ui.FilterHelp()), 680, 560)
}

func (s *Shell) showAbout() {
	text := widget.NewLabel("fragscope " + s.opts.Version + "\n\nShows what every byte of a game-server query packet " +
		"means.\n\n" +
		"Nothing is sent to any server that you do not name;\npackets that you paste or open stay on this machine.")
	s.show(s.window("About fragscope", "Close", text), 460, 0)
}

// control returns the shortcut of a key with Ctrl, or Command on a Mac.
func control(k fyne.KeyName) fyne.Shortcut {
	return &desktop.CustomShortcut{KeyName: k, Modifier: fyne.KeyModifierShortcutDefault}
}

// controlShift returns the shortcut of a key with Ctrl and Shift.
func controlShift(k fyne.KeyName) fyne.Shortcut {
	return &desktop.CustomShortcut{KeyName: k, Modifier: fyne.KeyModifierShortcutDefault | fyne.KeyModifierShift}
}
