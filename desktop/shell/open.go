package shell

import (
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"fragscope/analyzer/capture"
	"fragscope/analyzer/servers"
	"fragscope/decoder/ksy"
	"fragscope/desktop/session"
	"fragscope/desktop/state"
	"fragscope/desktop/store"
	"fragscope/desktop/ui"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"
)

// openArgument opens what was given on the command line: a file, a permalink, or the address of a server.
func (s *Shell) openArgument(a string) {
	if u, err := url.Parse(a); err == nil && u.Scheme == "file" { // as menus of desktops give files
		a = u.Path
	}
	if _, err := os.Stat(a); err == nil {
		s.openFile(a)
		return
	}
	if s.openLink(a) {
		return
	}
	address, err := servers.ParseAddress(a)
	if err != nil {
		s.status.error(fmt.Errorf("%q is neither an existing file, nor a permalink, nor the address of a server", cut(a)))
		return
	}
	s.Show(viewServers)
	if strings.Contains(a, "://") { // a page may have given it
		s.servers.offer([]string{address}, 0)
		return
	}
	s.servers.queryAddress(servers.Target{Address: address})
}

func cut(s string) string { return cutAt(s, 200) }

func cutAt(s string, most int) string {
	if len(s) > most {
		return strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}

// openLink opens a permalink, and says whether the text was one.
func (s *Shell) openLink(text string) bool {
	l, err := session.ReadLink(text)
	if errors.Is(err, session.ErrNoLink) {
		return false
	}
	if err != nil {
		s.status.error(err)
		return true
	}
	s.Show(viewPaste)
	paste := l.Text
	if len(l.Datagrams) > 0 {
		paste = state.Dump(l.Datagrams)
	}
	s.paste.Open(paste, l.Format, l.Protocol, l.From, func(x *state.Inspector) {
		x.Go(l.Current)
		if m := x.Message(); m != nil && l.Selected.Len() > 0 && l.Selected.End <= len(m.Data) {
			x.SelectPlace(l.Selected)
		}
	})
	return true
}

func (s *Shell) openFile(path string) { s.status.error(s.open(path)) }

// open opens a file. What kind of file it is shows from its beginning.
func (s *Shell) open(path string) error {
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	// Opening a pipe would wait until somebody writes to it.
	if err := store.Regular(path); err != nil {
		return store.ReadError(path, err)
	}
	f, err := os.Open(path)
	if err != nil {
		return store.ReadError(path, err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return store.ReadError(path, err)
	}
	head := make([]byte, 512)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return store.ReadError(path, err)
	}
	head = head[:n]
	s.opened(path)
	s.status.clear()
	switch {
	case capture.Is(head):
		s.Show(viewCaptures)
		s.captures.Open(path)
		return nil
	case n == 0:
		return fmt.Errorf("%s is empty", path)
	case info.Size() > state.MaxPaste:
		return fmt.Errorf("%s is not a capture, and with %d MB too large for a dump", path, info.Size()>>20)
	}
	rest, err := io.ReadAll(io.LimitReader(f, state.MaxPaste))
	if err != nil {
		return store.ReadError(path, err)
	}
	all := append(head, rest...)
	if ksy.Is(all) {
		return s.openLayout(string(all))
	}
	if strings.HasSuffix(path, ".servers") || servers.Listed(string(all)) {
		if list, more := servers.ReadAddresses(string(all), maxOffered); len(list) > 0 {
			s.Show(viewServers)
			s.servers.offer(list, more)
			return nil
		}
	}
	s.Show(viewPaste)
	s.paste.SetBytes(all)
	return nil
}

func (s *Shell) dropped(_ fyne.Position, list []fyne.URI) {
	for _, u := range list {
		if u.Scheme() == "file" || u.Scheme() == "" {
			s.openFile(u.Path())
		} else {
			s.openArgument(u.String())
		}
	}
}

// pastePacket puts the clipboard into the paste box; a permalink is opened, and
// for a link to a server it is asked whether to query that.
func (s *Shell) pastePacket() error {
	text := s.app.Clipboard().Content()
	if strings.TrimSpace(text) == "" {
		return errors.New("the clipboard holds no text: copy a packet, as hex or any dump, first")
	}
	if s.openLink(text) {
		return nil
	}
	if ksy.Is([]byte(text)) {
		return s.openLayout(text)
	}
	one := strings.TrimSpace(text)
	link := strings.Contains(one, "://") && !strings.ContainsAny(one, " \n") ||
		strings.HasPrefix(strings.ToLower(one), "connect ")
	if list, more := servers.ReadAddresses(text, maxOffered); len(list) > 0 && (link && len(one) < 1000 ||
		servers.Listed(text)) {
		s.Show(viewServers)
		s.servers.offer(list, more)
		return nil
	}
	s.Show(viewPaste)
	s.paste.SetText(text)
	return nil
}

// anything opens what was typed or pasted into the box for addresses: a permalink, the
// address of a server or a link to it, a list of addresses, or a packet in hex or as any
// dump.
func (s *Shell) anything(text string) error {
	if s.openLink(text) {
		s.servers.address.SetText("")
		return nil
	}
	address, wrong := servers.ParseAddress(text)
	if wrong == nil && !hexOnly(text) {
		s.servers.queryAddress(s.servers.target(address))
		return nil
	}
	if list, more := servers.ReadAddresses(text, maxOffered); len(list) > 1 && !hexOnly(text) {
		s.servers.offer(list, more)
		return nil
	}
	if p := state.ReadPaste([]byte(text), state.PasteOptions{}); p.Err != nil || p.List.Len() == 0 {
		return wrong
	}
	s.servers.address.SetText("")
	s.Show(viewPaste)
	s.paste.SetText(text)
	return nil
}

// hexOnly reports whether a text is nothing but hex digits, as many as no name of a host has.
func hexOnly(text string) bool {
	digits := strings.Join(strings.Fields(text), "")
	return len(digits) >= 10 && strings.Trim(strings.ToLower(digits), "0123456789abcdef") == ""
}

func (s *Shell) askOpen() {
	s.askPath("Open a capture, a dump or a session", "Open", s.folder(), s.open, func(in *ui.Entry) {
		d := dialog.NewFileOpen(func(r fyne.URIReadCloser, err error) {
			if r != nil && err == nil {
				in.SetText(r.URI().Path())
				r.Close()
			}
		}, s.win)
		d.SetFilter(regular{})
		s.show(d, 820, 560)
	})
}

// regular lets through what can be opened without waiting.
type regular struct{}

func (regular) Matches(u fyne.URI) bool { return store.Regular(u.Path()) == nil }

func (s *Shell) folder() string {
	dir := ""
	if len(s.settings.Recent) > 0 {
		dir = filepath.Dir(s.settings.Recent[0])
	} else if home, err := os.UserHomeDir(); err == nil {
		dir = home
	}
	return strings.TrimSuffix(dir, string(filepath.Separator)) + string(filepath.Separator)
}

// question asks something that is answered by one of two buttons, the first of which is
// returned. What it says may come from elsewhere: it is escaped, and shown without hidden
// addresses.
func (s *Shell) question(title, text, yes, no string, then func(yes bool)) *ui.Button {
	l := widget.NewLabel(visible(text))
	l.Wrapping = fyne.TextWrapWord
	d, accept := s.decision(title, yes, no, l, then)
	s.show(d, 520, 0)
	return accept
}

// visible returns text from elsewhere as it can be shown, lines kept.
func visible(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = state.HideText(state.Escape(lines[i]))
	}
	return strings.Join(lines, "\n")
}

// askPath asks for the path of a file: typed, or chosen in a window. When path is a
// folder, which ends with a separator, what is typed or pasted replaces it, and a name
// alone is of a file in it. What then returns is shown, and the dialog stays open with
// the path.
func (s *Shell) askPath(title, action, path string, then func(string) error, browse func(*ui.Entry)) {
	folder := strings.HasSuffix(path, string(filepath.Separator))
	in := ui.NewEntry("Path of a file")
	in.SetText(path)
	button := ui.NewButton("Browse…", func() { browse(in) })
	failed := widget.NewLabel("")
	failed.Wrapping, failed.Importance = fyne.TextWrapWord, widget.DangerImportance
	failed.Hide()
	var d *dialog.CustomDialog
	confirm := func() {
		p := strings.TrimSpace(in.Text)
		if !filepath.IsAbs(p) && folder && p != "" {
			p = filepath.Join(path, p)
		}
		if p == "" {
			return
		}
		d.Hide() // what then opens is not below it
		s.refused = ""
		if err := then(p); err != nil {
			in.SetWrong(err)
			s.refused = state.Sentence(visible(err.Error()))
			failed.SetText(s.refused)
			failed.Show()
			s.show(d, 640, 0)
			s.win.Canvas().Focus(in)
		}
	}
	d, _ = s.form(title, action, "Cancel", container.NewVBox(ui.NewBorder(nil, nil, nil, button, in), failed), confirm)
	in.OnSubmitted = func(string) { confirm() }
	in.OnChanged = func(string) { in.SetWrong(nil) }
	s.show(d, 640, 0)
	s.win.Canvas().Focus(in)
	in.CursorColumn = len([]rune(path))
	if folder {
		in.TypedShortcut(&fyne.ShortcutSelectAll{})
	}
	in.Refresh()
}
