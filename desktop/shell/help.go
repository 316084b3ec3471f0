package shell

import (
	"fragscope/desktop/ui"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"
)

// keys are what can be done without the mouse.
var keys = [][2]string{
	{"Ctrl+1 … 4, F6", "the views: servers, paste, captures, send"},
	{"Ctrl+N", "type the address of a server"},
	{"Ctrl+R, F5", "refresh the list; send again"},
	{"Enter", "query the selected server"},
	{"Space, Ctrl+D", "make it a favourite"},
	{"Ctrl+W", "watch it"},
	{"Delete", "remove it from the list"},
	{"Alt+1 … 6", "about it, players, rules, teams, timeline, packets"},
	{"Alt+1 … 5", "of a capture: packets, exchanges, servers, timeline, statistics"},
	{"Ctrl+] Ctrl+[", "the next exchange of a capture, the one before"},
	{"Ctrl+Shift+F", "filter the list: servers, or the packets of a capture"},
	{"Ctrl+Shift+L, Ctrl+M", "search the local network, query a master"},
	{"Ctrl+O, Ctrl+S", "open a file, save the session"},
	{"Ctrl+Shift+V", "read the packet on the clipboard"},
	{"Ctrl+L", "copy a permalink"},
	{"Ctrl+F, Ctrl+G, F3", "find in packets, find the next"},
	{"Ctrl+E, F8", "the next problem"},
	{"Ctrl+U", "the next unknown bytes"},
	{"Ctrl+T", "send a request to the server"},
	{"arrows, Page, Home, End", "move in lists, fields and bytes"},
	{"arrows, Enter", "in details and problems: go to a source, open its specification"},
	{"Escape", "close the specification"},
	{"Tab", "the next part of the window"},
	{"Ctrl+= Ctrl+- Ctrl+0", "zoom in, zoom out, reset zoom"},
	{"Ctrl+,", "preferences"},
}

func (s *Shell) showKeys() {
	field := func(i int, c ui.Column) ui.Field[[2]string] {
		return ui.Field[[2]string]{Column: c, Of: func(k [2]string) ui.Cell { return ui.Cell{Text: k[i]} }}
	}
	list := ui.NewTable(func() [][2]string { return keys }, field(0, ui.Column{Title: "Key", Min: 25, Mono: true}), field(1, ui.Column{Title: "Action", Min: 30, Share: 1}))
	s.show(dialog.NewCustom("Keyboard shortcuts", "Close", list, s.win), 680, 660)
}

// show shows a dialog of a size, as far as the window has room for it.
func (s *Shell) show(d dialog.Dialog, width, height float32) {
	size := s.win.Canvas().Size()
	d.Resize(fyne.NewSize(min(width, size.Width-40), min(height, size.Height-40)))
	d.Show()
}

func (s *Shell) showAbout() {
	text := widget.NewLabel("fragscope " + s.opts.Version + "\n\nShows what every byte of a game-server query packet means.\n\n" +
		"Nothing is sent to any server that you do not name; packets that you paste or open go nowhere.")
	text.Wrapping = fyne.TextWrapWord
	s.show(dialog.NewCustom("About fragscope", "Close", text, s.win), 460, 240)
}
