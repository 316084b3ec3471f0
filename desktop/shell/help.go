package shell

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
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
	grid := container.New(&keyRows{})
	for _, k := range keys {
		grid.Add(widget.NewLabelWithStyle(k[0], fyne.TextAlignLeading, fyne.TextStyle{Monospace: true}))
		grid.Add(widget.NewLabel(k[1]))
	}
	d := dialog.NewCustom("Keyboard", "Close", container.NewVScroll(grid), s.win)
	size := s.win.Canvas().Size()
	d.Resize(fyne.NewSize(min(640, size.Width-40), min(620, size.Height-60)))
	d.Show()
}

// keyRows lays out pairs of keys and what they do.
type keyRows struct{}

func (*keyRows) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	left, y := (&keyRows{}).left(objects), float32(0)
	for i := 0; i+1 < len(objects); i += 2 {
		h := objects[i].MinSize().Height
		objects[i].Move(fyne.NewPos(0, y))
		objects[i].Resize(fyne.NewSize(left, h))
		objects[i+1].Move(fyne.NewPos(left, y))
		objects[i+1].Resize(fyne.NewSize(max(0, size.Width-left), h))
		y += h - 4
	}
}

func (*keyRows) left(objects []fyne.CanvasObject) float32 {
	w := float32(0)
	for i := 0; i < len(objects); i += 2 {
		w = max(w, objects[i].MinSize().Width)
	}
	return w
}

func (k *keyRows) MinSize(objects []fyne.CanvasObject) fyne.Size {
	right, y := float32(0), float32(0)
	for i := 0; i+1 < len(objects); i += 2 {
		right = max(right, objects[i+1].MinSize().Width)
		y += objects[i].MinSize().Height - 4
	}
	return fyne.NewSize(k.left(objects)+right, y)
}

func (s *Shell) showAbout() {
	text := widget.NewLabel("fragscope " + s.opts.Version + "\n\nShows what every byte of a game-server query packet means.\n\n" +
		"Nothing is sent to any server that you do not name; packets that you paste or open go nowhere.")
	text.Wrapping = fyne.TextWrapWord
	d := dialog.NewCustom("About fragscope", "Close", text, s.win)
	d.Resize(fyne.NewSize(min(460, s.win.Canvas().Size().Width-40), 240))
	d.Show()
}
