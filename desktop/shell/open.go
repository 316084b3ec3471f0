package shell

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"fragscope/analyzer/capture"
	"fragscope/decoder"
	"fragscope/desktop/servers"
	"fragscope/desktop/session"
	"fragscope/desktop/state"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"
)

// maxPaste bounds the files that are read as a paste.
const maxPaste = 32 << 20

// openArgument opens what was given on the command line: a file, a permalink,
// or the address of a server.
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
		s.said.fail(fmt.Errorf("%q is no file that is there, no permalink and no address of a server", a))
		return
	}
	s.Show(viewServers)
	s.servers.askAddress(servers.Target{Address: address})
}

// openLink opens a permalink, and says whether the text was one.
func (s *Shell) openLink(text string) bool {
	l, err := session.ReadLink(text)
	if errors.Is(err, session.ErrNoLink) {
		return false
	}
	if err != nil {
		s.said.fail(err)
		return true
	}
	s.Show(viewPaste)
	if len(l.Datagrams) == 0 {
		s.paste.SetText(l.Text)
		return true
	}
	s.paste.SetText(dumpOf(l.Datagrams))
	return true
}

// dumpOf writes datagrams as a paste: plain hex, a blank line between them.
func dumpOf(list [][]byte) string {
	var b strings.Builder
	for i, d := range list {
		if i > 0 {
			b.WriteByte('\n')
		}
		for len(d) > 0 {
			n := min(16, len(d))
			fmt.Fprintf(&b, "% X\n", d[:n])
			d = d[n:]
		}
	}
	return b.String()
}

// openFile opens a capture, a dump, or a list of addresses. What kind of file
// it is shows from its beginning.
func (s *Shell) openFile(path string) {
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	f, err := os.Open(path)
	if err != nil {
		s.said.fail(openError(path, err))
		return
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || info.IsDir() {
		s.said.fail(fmt.Errorf("%s is a folder: choose a file in it", path))
		return
	}
	head := make([]byte, 512)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		s.said.fail(openError(path, err))
		return
	}
	head = head[:n]
	s.settings.Opened(path)
	s.saveSettings()
	s.win.SetMainMenu(s.menu())
	s.said.clear()
	switch {
	case capture.Is(head):
		s.Show(viewCaptures)
		s.captures.Open(path)
		return
	case n == 0:
		s.said.fail(fmt.Errorf("%s is empty", path))
		return
	case info.Size() > maxPaste:
		s.said.fail(fmt.Errorf("%s is no capture, and with %d MB too long for a dump", path, info.Size()>>20))
		return
	}
	rest, err := io.ReadAll(io.LimitReader(f, maxPaste))
	if err != nil {
		s.said.fail(openError(path, err))
		return
	}
	all := append(head, rest...)
	if list := servers.ReadAddresses(string(all)); strings.HasSuffix(path, ".servers") && len(list) > 0 {
		s.Show(viewServers)
		s.servers.addAddresses(list)
		return
	}
	s.Show(viewPaste)
	s.paste.SetBytes(all)
}

// openError says why a file cannot be opened.
func openError(path string, err error) error {
	switch {
	case errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("%s is not there (any more): it may have been moved", path)
	case errors.Is(err, os.ErrPermission):
		return fmt.Errorf("%s may not be read by you: change its permissions, or copy it", path)
	}
	return fmt.Errorf("%s cannot be read: %w", path, err)
}

// dropped opens what was dropped on the window.
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
// the address of a server is asked.
func (s *Shell) pastePacket() {
	text := s.app.Clipboard().Content()
	if strings.TrimSpace(text) == "" {
		s.said.fail(errors.New("the clipboard holds no text: copy a packet, as hex or any dump, first"))
		return
	}
	if s.openLink(text) {
		return
	}
	if one := strings.TrimSpace(text); strings.Contains(one, "://") && !strings.ContainsAny(one, " \n") {
		if a, err := servers.ParseAddress(one); err == nil {
			s.Show(viewServers)
			s.servers.askAddress(servers.Target{Address: a})
			return
		}
	}
	s.Show(viewPaste)
	s.paste.SetText(text)
}

// askOpen asks which file to open.
func (s *Shell) askOpen() {
	s.askPath("Open a capture, a dump or a session", "Open", s.folder(), func(path string) { s.openFile(path) }, func(in *entry) {
		d := dialog.NewFileOpen(func(r fyne.URIReadCloser, err error) {
			if r != nil && err == nil {
				in.SetText(r.URI().Path())
				r.Close()
			}
		}, s.win)
		d.Show()
	})
}

// folder returns where files were opened last, with a separator at its end.
func (s *Shell) folder() string {
	dir := ""
	if len(s.settings.Recent) > 0 {
		dir = filepath.Dir(s.settings.Recent[0])
	} else if home, err := os.UserHomeDir(); err == nil {
		dir = home
	}
	return strings.TrimSuffix(dir, string(filepath.Separator)) + string(filepath.Separator)
}

// askPath asks for the path of a file: typed, or chosen in a window.
func (s *Shell) askPath(title, action, path string, then func(string), browse func(*entry)) {
	in := newEntry("Path of a file", nil)
	in.SetText(path)
	button := widget.NewButton("Browse…", func() { browse(in) })
	d := dialog.NewCustomConfirm(title, action, "Cancel", container.NewBorder(nil, nil, nil, button, in), func(yes bool) {
		if p := strings.TrimSpace(in.Text); yes && p != "" {
			then(p)
		}
	}, s.win)
	in.OnSubmitted = func(string) { d.Confirm() }
	in.escape = d.Hide
	width := s.win.Canvas().Size().Width
	d.Resize(fyne.NewSize(min(640, width-40), 140))
	d.Show()
	s.win.Canvas().Focus(in)
	in.CursorColumn = len([]rune(path))
	in.Refresh()
}

// sessionDatagrams returns the datagrams of the view in front.
func (s *Shell) sessionDatagrams() []state.Datagram { return s.inspector().Datagrams() }

// askSave asks where to save the session in front.
func (s *Shell) askSave() { s.askSaveList("Save session", s.sessionDatagrams()) }

// askSaveAll asks where to save everything that was sent and received.
func (s *Shell) askSaveAll() { s.askSaveList("Save all traffic", s.log) }

func (s *Shell) askSaveList(title string, list []state.Datagram) {
	if len(list) == 0 {
		s.said.fail(errors.New("there is nothing to save yet: ask a server, or paste a packet, first"))
		return
	}
	list = append([]state.Datagram(nil), list...)
	s.askPath(title+" as pcapng", "Save", s.folder()+s.sessionName()+".pcapng", func(path string) { s.save(path, list) }, s.browseSave)
}

func (s *Shell) browseSave(in *entry) {
	d := dialog.NewFileSave(func(w fyne.URIWriteCloser, err error) {
		if w == nil || err != nil {
			return
		}
		path := w.URI().Path()
		w.Close()
		if info, err := os.Stat(path); err == nil && info.Size() == 0 {
			os.Remove(path) // the window made it; saving makes it again, whole
		}
		in.SetText(path)
	}, s.win)
	d.SetFileName(filepath.Base(in.Text))
	d.Show()
}

// sessionName returns what a file of the session may be called.
func (s *Shell) sessionName() string {
	name := s.view()
	if server := s.servers.current(); server != nil && s.view() == viewServers && !s.settings.HideAddresses {
		name = server.Address
	}
	return strings.Trim(strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '.' || r == '-' {
			return r
		}
		return '-'
	}, strings.ToLower(name)), "-.")
}

// save writes datagrams as a capture, off the screen's goroutine.
func (s *Shell) save(path string, list []state.Datagram) {
	if s.settings.HideAddresses {
		list = session.Anonymise(list)
	}
	record := s.opts.Record
	s.said.done("Saving %s…", path)
	s.working.Go(func() {
		err := session.Save(path, list, record)
		s.post(func() {
			if err != nil {
				s.said.fail(fmt.Errorf("not saved: %w", err))
				return
			}
			s.settings.Opened(path)
			s.saveSettings()
			s.win.SetMainMenu(s.menu())
			s.said.done("Saved %s as %s.", plural(len(list), "datagram", "datagrams"), path)
		})
	})
}

// askExport asks where to write the packets in front, decoded.
func (s *Shell) askExport(f exportFormat) {
	if len(s.sessionDatagrams()) == 0 && s.inspector().State().Message() == nil {
		s.said.fail(errors.New("there is nothing to export yet: ask a server, or paste a packet, first"))
		return
	}
	text := s.inspector().State().Written(f.format, true)
	s.askPath("Export as "+f.name, "Export", s.folder()+s.sessionName()+"."+f.extension, func(path string) {
		s.working.Go(func() {
			err := session.Write(path, text)
			s.post(func() {
				if err != nil {
					s.said.fail(fmt.Errorf("not exported: %w", err))
					return
				}
				s.said.done("Exported as %s.", path)
			})
		})
	}, s.browseSave)
}

// longLink is how long a link is when most programs no longer take it, in bytes.
const longLink = 30_000

// copyLink puts a permalink to the packets in front on the clipboard.
func (s *Shell) copyLink() {
	x := s.inspector().State()
	l := session.Link{Current: x.Current()}
	list := s.sessionDatagrams()
	if list == nil && x.Message() != nil { // one packet of a capture
		list, l.Current = []state.Datagram{{Data: x.Data()}}, 0
	}
	if len(list) == 0 {
		s.said.fail(errors.New("there is nothing to link to yet: ask a server, or paste a packet, first"))
		return
	}
	for i := range list {
		l.Datagrams = append(l.Datagrams, bytes.Clone(list[i].Data))
	}
	if r, ok := x.Selection(); ok {
		l.From, l.To = r.Start, r.End
	}
	u, err := l.URL(s.settings.LinkPage)
	if err != nil {
		s.said.fail(err)
		return
	}
	s.app.Clipboard().SetContent(u)
	if len(u) > longLink {
		s.said.done("The link is on the clipboard. It is %d kB long, more than some programs take: save the session as a file instead.", len(u)/1000)
		return
	}
	note := ""
	if m := x.Message(); s.settings.HideAddresses && m != nil && m.Frame.Link != decoder.LinkNone {
		note = " It holds whole frames, with their addresses."
	}
	s.said.done("The link to %s is on the clipboard: %d bytes.%s", plural(len(list), "packet", "packets"), len(u), note)
}
